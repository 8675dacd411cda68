//! The agents of an experiment by number, both the game's and external programs, ready to play games.

use std::marker::PhantomData;
use std::sync::Arc;

use agents::Agent;
use engine::{Ending, Game, MAX_SEATS, Seat};
use interface::observer::{Events, Observer};
use interface::record::write_set_up;
use interface::seeds::GameSeed;
use serde_json::value::RawValue;

use super::arena;
use crate::base::error::{Error, Result};
use crate::base::progress::Progress;
use crate::base::time::clock;
use crate::experiment::Experiment;
use crate::programs::{Account, MayNotRepeat, Pool, ProgramAgent, SharedFailure};
use crate::schedule::contestant::{Contestant, PlayerSpec};
use crate::subject::rows::Rows;
use crate::subject::treatment::Treatment;
use crate::subject::{EventOf, PositionOf, Setup, Subject};
use crate::wire::RecordWriter;

/// A game to be played, independent of its type.
#[derive(Copy, Clone, Debug)]
pub struct Deal<'a> {
    /// The design's choice for it.
    pub treatment: &'a Treatment,
    /// The random seeds.
    pub seed: &'a GameSeed,
    /// The number among the games of these agents.
    pub number: u64,
    /// The agents by seat.
    pub seats: &'a [usize],
}

/// The result of a game, with the account of each external program's seat.
#[derive(Clone, Debug)]
pub struct GameResult {
    /// The final ranking.
    pub ending: Ending,
    /// The accounts by seat; empty for the game's own agents.
    pub accounts: [Account; MAX_SEATS],
}

/// Observes decisions while a game is played, independent of its type.
pub trait Watch {
    /// Called before a seat is asked.
    fn asking(&mut self, _seat: Seat) {}

    /// Called after a seat has decided.
    fn decided(&mut self, _seat: Seat, _iterations: u64) {}
}

/// Ignores everything.
impl Watch for () {}

/// The agents of an experiment by number, independent of the type of the game.
///
/// When this is dropped, all processes of external programs have ended.
pub trait AnyRoster: Send + Sync {
    /// Starts a process of every program, and returns the programs whose games may not be repeatable.
    ///
    /// # Errors
    /// If one does not start and has no substitute.
    fn handshake(&self) -> Result<Vec<MayNotRepeat>>;

    /// Makes the progress bar show the program that is being waited for, if any.
    fn note_on(&self, progress: &Progress);

    /// Returns whether this agent is an external program.
    fn is_program(&self, number: usize) -> bool;

    /// Plays a game, and records its events in `rows`, if given.
    ///
    /// # Errors
    /// If an agent fails to decide.
    fn play(&self, deal: Deal<'_>, rows: Option<&mut Rows>, watch: &mut dyn Watch) -> Result<GameResult>;

    /// Plays a game with these names and specs by seat; returns its record without a line end.
    ///
    /// # Errors
    /// If an agent fails to decide.
    fn record(&self, deal: Deal<'_>, players: &[Contestant]) -> Result<(String, Ending)>;
}

/// Creates the agents of an experiment.
pub fn of_experiment(experiment: &Experiment) -> Box<dyn AnyRoster> {
    of_specs(&*experiment.subject, experiment.agents.iter().map(|agent| &agent.spec))
}

/// Creates agents with these specs.
pub fn of_specs<'p>(subject: &dyn Subject, specs: impl IntoIterator<Item = &'p PlayerSpec>) -> Box<dyn AnyRoster> {
    subject.info().roster(subject, &specs.into_iter().collect::<Vec<_>>())
}

/// The agents by number, with the type of the game.
///
/// When this is dropped, all processes of external programs have ended.
pub struct Roster<S: Setup> {
    setup: S,
    members: Vec<Member<S>>,
    pools: Vec<Pool<S::Game>>,
    stop: Arc<SharedFailure>,
}

/// One of the agents.
enum Member<S: Setup> {
    Own(Box<dyn Agent<S::Game>>),
    /// The index of the program's pool.
    Program(usize),
    /// Made for each game.
    Made(Box<MakeAgent<S>>),
}

/// Makes an agent for a game that was created from this treatment.
pub type MakeAgent<S> = dyn Fn(&<S as Setup>::Game, &Treatment) -> Box<dyn Agent<<S as Setup>::Game>> + Send + Sync;

impl<S: Setup> Roster<S> {
    /// Creates agents with these specs.
    ///
    /// Agents that are the same program with the same options share its processes.
    pub fn new<'p>(setup: &S, specs: impl IntoIterator<Item = &'p PlayerSpec>) -> Self {
        let (mut members, mut pools, mut programs) = (Vec::new(), Vec::new(), Vec::new());
        let stop = Arc::new(SharedFailure::default());
        for spec in specs {
            members.push(match spec {
                PlayerSpec::Own(agent) => Member::Own(agent.build_with(S::KINDS, clock)),
                PlayerSpec::Program(program) => {
                    let place = programs.iter().position(|other| *other == program).unwrap_or_else(|| {
                        pools.push(Pool::new(program, S::INFO.name, S::KINDS, &stop));
                        programs.push(program);
                        pools.len() - 1
                    });
                    Member::Program(place)
                }
            });
        }
        Self { setup: setup.clone(), members, pools, stop }
    }

    /// Replaces an agent by another.
    pub fn replace(&mut self, number: usize, other: Box<dyn Agent<S::Game>>) {
        self.members[number] = Member::Own(other);
    }

    /// Replaces an agent by one that is made for each game.
    pub fn replace_by(&mut self, number: usize, make: Box<MakeAgent<S>>) {
        self.members[number] = Member::Made(make);
    }

    /// Returns the agents for one game, which was created from this deal's treatment.
    pub fn seated(&self, game: &S::Game, deal: Deal<'_>) -> SeatedAgents<'_, S> {
        let visits = if self.pools.is_empty() {
            Vec::new()
        } else {
            let set_up: Arc<RawValue> = write_set_up(game, self.setup.record_keys(deal.treatment)).into();
            self.pools.iter().map(|pool| pool.agent(deal.number, Arc::clone(&set_up))).collect()
        };
        let made = self.members.iter().map(|member| match member {
            Member::Made(make) => Some(make(game, deal.treatment)),
            Member::Own(_) | Member::Program(_) => None,
        });
        SeatedAgents { roster: self, visits, made: made.collect() }
    }

    /// Plays a game, which was created from this deal's treatment, with an observer.
    ///
    /// # Errors
    /// If an agent fails to decide.
    ///
    /// # Panics
    /// As for [`arena::play`].
    pub fn play_before(
        &self,
        game: &S::Game,
        deal: Deal<'_>,
        observer: &mut (impl Observer<S::Game> + ?Sized),
    ) -> Result<GameResult> {
        let (agents, seats) = (self.seated(game, deal), deal.seats);
        let seated: [&dyn Agent<S::Game>; MAX_SEATS] =
            std::array::from_fn(|seat| agents.agent(seats[seat.min(seats.len() - 1)]));
        let ending = arena::play(game, deal.seed, &seated[..seats.len()], observer).map_err(Error::undecided)?;
        let accounts = agents.over(&ending);
        Ok(GameResult { ending, accounts })
    }
}

impl<S: Setup> AnyRoster for Roster<S> {
    fn handshake(&self) -> Result<Vec<MayNotRepeat>> {
        let found = self
            .pools
            .iter()
            .map(|pool: &Pool<S::Game>| pool.handshake().map_err(Error::undecided))
            .collect::<Result<Vec<_>>>()?;
        Ok(found.into_iter().flatten().collect())
    }

    fn note_on(&self, progress: &Progress) {
        if self.pools.is_empty() {
            return;
        }
        let stop = Arc::clone(&self.stop);
        progress
            .note(move || stop.stalled().map(|(agent, time)| format!("; waiting for {agent}, {} s", time.as_secs())));
    }

    fn is_program(&self, number: usize) -> bool {
        matches!(self.members[number], Member::Program(_))
    }

    fn play(&self, deal: Deal<'_>, rows: Option<&mut Rows>, watch: &mut dyn Watch) -> Result<GameResult> {
        let game = self.setup.game(deal.treatment);
        match rows {
            Some(rows) => self.play_before(&game, deal, &mut NoteTaker::<S> { rows, watch, of_game: PhantomData }),
            None => self.play_before(&game, deal, &mut Bystander(watch)),
        }
    }

    fn record(&self, deal: Deal<'_>, players: &[Contestant]) -> Result<(String, Ending)> {
        let (game, mut events) = (self.setup.game(deal.treatment), Events::default());
        let ending = self.play_before(&game, deal, &mut events)?.ending;
        let written = RecordWriter { subject: &self.setup, players };
        Ok((written.line(&game, deal.seed, deal.treatment, &events.0), ending))
    }
}

/// Converts events to rows.
struct NoteTaker<'a, S> {
    rows: &'a mut Rows,
    watch: &'a mut dyn Watch,
    of_game: PhantomData<S>,
}

impl<S: Setup> Observer<S::Game> for NoteTaker<'_, S> {
    fn event(&mut self, _position: &PositionOf<S>, event: &EventOf<S>) {
        S::note(self.rows, event);
    }

    fn asking(&mut self, seat: Seat) {
        self.watch.asking(seat);
    }

    fn decided(&mut self, seat: Seat, iterations: u64) {
        let row = &mut self.rows.seats[seat.index()];
        row.decisions += 1;
        row.searched += u64::from(iterations > 0);
        row.iterations += iterations;
        self.watch.decided(seat, iterations);
    }

    fn over(&mut self, position: &PositionOf<S>) {
        S::note_end(self.rows, position);
    }
}

/// Observes only decisions, which is faster for a game without rows.
struct Bystander<'a>(&'a mut dyn Watch);

impl<G: Game> Observer<G> for Bystander<'_> {
    fn event(&mut self, _position: &G::Position, _event: &G::Event) {}

    fn listens(&self) -> bool {
        false
    }

    fn asking(&mut self, seat: Seat) {
        self.0.asking(seat);
    }

    fn decided(&mut self, seat: Seat, iterations: u64) {
        self.0.decided(seat, iterations);
    }
}

/// The agents in one game.
pub struct SeatedAgents<'a, S: Setup> {
    roster: &'a Roster<S>,
    /// The external programs, by pool.
    visits: Vec<ProgramAgent<'a, S::Game>>,
    /// The agents that were made for this game, by number.
    made: Vec<Option<Box<dyn Agent<S::Game>>>>,
}

impl<S: Setup> SeatedAgents<'_, S> {
    /// Returns an agent by number.
    pub fn agent(&self, number: usize) -> &dyn Agent<S::Game> {
        match &self.roster.members[number] {
            Member::Own(agent) => &**agent,
            Member::Program(pool) => &self.visits[*pool],
            Member::Made(_) => self.made[number].as_deref().expect("made for this game"),
        }
    }

    /// Notifies programs of the end of the game, and returns the account of each seat.
    pub fn over(&self, ending: &Ending) -> [Account; MAX_SEATS] {
        let mut accounts = [Account::default(); MAX_SEATS];
        for of_program in self.visits.iter().map(|visit| visit.over(ending)) {
            accounts.iter_mut().zip(&of_program).for_each(|(account, more)| account.add(more));
        }
        accounts
    }
}
