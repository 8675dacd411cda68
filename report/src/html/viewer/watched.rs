//! Games with their decisions, each of which an agent can explain.

use std::iter;

use agents::AgentSpec;
use engine::Game;
use interface::event_cursor::GameFault;
use interface::narrate::Narrate;
use interface::record::Header;
use interface::record_format::RecordedDecision;
use interface::weighing::{Weighing, thinking};

use super::staged::Staged;
use lab::base::error::{Error, Result};
use lab::base::progress::Progress;
use lab::base::time::clock;
use lab::base::{interrupt, ordered};
use lab::play::exec_options::ExecOptions;
use lab::subject::fit::check_in;
use lab::subject::{ActionOf, LibraryOf, PositionOf, Setup};

/// A game as steps, and what was decided in it.
pub struct Watched<S: Setup<Game: Narrate>> {
    /// The game.
    pub staged: Staged,
    header: Header<S::Game>,
    /// Decisions before the event with this number, with the position that each was taken in.
    moments: Vec<(usize, PositionOf<S>, RecordedDecision<ActionOf<S>>)>,
}

impl<S: Setup<Game: Narrate>> Watched<S> {
    /// The game of a record, checked on the way: its number, and why it is shown.
    ///
    /// # Errors
    /// The first fault of the record.
    pub fn of_line(line: &str, library: &LibraryOf<S>, about: (u64, Option<String>)) -> Result<Self, GameFault> {
        let mut moments = Vec::new();
        let mut see = |event, position: &PositionOf<S>, decided| moments.push((event, position.clone(), decided));
        let (staged, header) = Staged::watched::<S::Game>(line, library, about, &mut see)?;
        Ok(Self { staged, header, moments })
    }
}

/// The games with every decision explained, decision by decision on all threads.
///
/// # Errors
/// If the agent was given a file that does not know one of them, threads cannot be made, or on Ctrl-C.
pub fn explained<S: Setup<Game: Narrate>>(
    games: Vec<Watched<S>>,
    agent: &AgentSpec,
    exec: ExecOptions,
) -> Result<Vec<Staged>> {
    let fits = |game: &Watched<S>| check_in::<S>(&game.header.game, agent);
    games.iter().try_for_each(fits).map_err(|why| Error::input(format!("--explain: {why}")))?;
    let pool = ordered::pool(exec.threads)?;
    let all = games.iter().flat_map(|game| iter::repeat(game).zip(&game.moments));
    let progress = Progress::of_decisions(all.clone().count() as u64, exec.quiet);
    let mut weighings = Vec::new();
    ordered::for_each(
        &pool,
        interrupt::install_handler()?,
        all.map(Ok),
        || (),
        |(): &mut (), (game, (_, position, decided))| weigh::<S>(&game.header, agent, position, decided),
        |weighing| {
            progress.add(1);
            weighings.push(weighing);
            Ok(())
        },
    )?;
    let mut weighings = weighings.into_iter();
    let with = |Watched { mut staged, moments, .. }: Watched<S>| {
        let last = staged.steps.len().saturating_sub(1);
        for ((event, ..), weighing) in moments.iter().zip(&mut weighings) {
            staged.explained.entry((*event).min(last)).or_default().push(weighing);
        }
        staged
    };
    Ok(games.into_iter().map(with).collect())
}

fn weigh<S: Setup<Game: Narrate>>(
    header: &Header<S::Game>,
    agent: &AgentSpec,
    position: &PositionOf<S>,
    decided: &RecordedDecision<ActionOf<S>>,
) -> Weighing {
    let view = header.game.view(position, decided.seat);
    let player = agent.build_with(S::KINDS, clock);
    let explanation = player.explain(&header.game, &view, &mut thinking(header, decided));
    Weighing::new(&header.game, position, &view, decided, &explanation)
}
