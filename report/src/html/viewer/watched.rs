//! Games with their decisions, for explanations by an agent.

use std::iter;

use agents::AgentSpec;
use engine::Game;
use interface::event_cursor::GameFault;
use interface::narrate::Narrate;
use interface::record::Header;
use interface::record_format::RecordedDecision;
use interface::weighing::{Weighing, thinking};
use interface::why::Why;

use super::staged::StagedGame;
use lab::base::error::{Error, Result};
use lab::base::ordered::Workers;
use lab::base::progress::Progress;
use lab::base::time::clock;
use lab::play::exec_options::ExecOptions;
use lab::subject::fit::check_in;
use lab::subject::{ActionOf, LibraryOf, PositionOf, Setup};

/// A game as steps, with its decisions.
pub struct WatchedGame<S: Setup<Game: Narrate>> {
    /// The game.
    pub staged: StagedGame,
    header: Header<S::Game>,
    /// The decisions: the number of the next event, the position and the decision.
    moments: Vec<(usize, PositionOf<S>, RecordedDecision<ActionOf<S>>)>,
}

impl<S: Setup<Game: Narrate>> WatchedGame<S> {
    /// Reads and checks a record. `about` is the number of the game and the reason to show it.
    ///
    /// # Errors
    /// The first fault of the record.
    pub fn of_line(line: &str, library: &LibraryOf<S>, about: (u64, Option<String>)) -> Result<Self, GameFault> {
        let mut moments = Vec::new();
        let (staged, header) =
            StagedGame::watched::<S::Game>(line, library, about, &mut |event, position, decided| {
                moments.push((event, position.clone(), decided));
            })?;
        Ok(Self { staged, header, moments })
    }
}

/// Explains every decision of games, on all threads.
///
/// # Errors
/// If the agent was given a file that does not cover one of the games, threads cannot be created, or on Ctrl-C.
pub fn explained<S: Setup<Game: Narrate>>(
    games: Vec<WatchedGame<S>>,
    agent: &AgentSpec,
    exec: ExecOptions,
) -> Result<Vec<StagedGame>> {
    let mut all = games.iter();
    let checked = all.try_for_each(|game| check_in::<S>(&game.header.game, agent));
    checked.map_err(|why| Error::input("--explain", &why, ""))?;
    let workers = Workers::new(exec.threads)?;
    let all = games.iter().flat_map(|game| iter::repeat(game).zip(&game.moments));
    let progress = Progress::of_decisions(all.clone().count() as u64, exec.quiet);
    let mut weighings = Vec::new();
    workers.each(
        all,
        |(game, (_, position, decided))| Ok(weigh::<S>(&game.header, agent, position, decided)),
        |weighing| {
            progress.add(1);
            weighings.push(weighing);
            Ok(())
        },
    )?;
    let mut weighings = weighings.into_iter();
    let mut explained = Vec::new();
    for WatchedGame { mut staged, moments, .. } in games {
        let last = staged.steps.len().saturating_sub(1);
        for ((event, ..), weighing) in moments.iter().zip(&mut weighings) {
            staged.explained.entry((*event).min(last)).or_default().push(weighing);
        }
        explained.push(staged);
    }
    Ok(explained)
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
    let why = Why::of_choice(&*player, header, position, decided, &explanation).map(|why| why.text());
    Weighing::new(&header.game, position, &view, decided, &explanation, why)
}
