//! Who plays: agents of the game and other programs, by number, for one game after another.

use std::sync::Arc;
use std::time::Duration;

use agents::Agent;
use engine::{Ending, MAX_SEATS};
use interface::observer::Observer;
use interface::record::write_set_up;
use interface::seeds::GameSeed;
use serde_json::value::RawValue;

use super::arena;
use crate::base::error::{Error, Result};
use crate::base::progress::Progress;
use crate::base::time::clock;
use crate::experiment::Experiment;
use crate::programs::{Account, MayNotRepeat, Pool, Stop, Visit};
use crate::schedule::contestant::PlayerSpec;
use crate::subject::Subject;

/// A game about to be played.
pub struct Deal<'a, S: Subject> {
    /// The game as it is set up.
    pub game: &'a S::Game,
    /// What the design has chosen for it.
    pub treatment: S::Treatment,
    /// What chance decides.
    pub seed: &'a GameSeed,
    /// Its number among those that these agents play.
    pub number: u64,
}

/// Agents by number. No process of those that are programs is left when this is dropped.
pub struct Cast<S: Subject> {
    subject: S,
    members: Vec<Member<S>>,
    pools: Vec<Pool<S::Game>>,
    stop: Arc<Stop>,
}

/// One of them.
enum Member<S: Subject> {
    Own(Box<dyn Agent<S::Game>>),
    /// The program of the pool with this number.
    Program(usize),
}

/// How a game ended, and what each seat that is a program did in it.
#[derive(Clone, Debug)]
pub struct Played {
    /// How it ended.
    pub ending: Ending,
    /// By seat; nothing of agents of the game.
    pub accounts: [Account; MAX_SEATS],
}

impl<S: Subject> Cast<S> {
    /// Agents with these specs. Those that are the same program with the same options share its processes.
    pub fn of<'p>(subject: &S, specs: impl IntoIterator<Item = &'p PlayerSpec>) -> Self {
        let (mut members, mut pools, mut programs) = (Vec::new(), Vec::new(), Vec::new());
        let stop = Arc::new(Stop::default());
        for spec in specs {
            members.push(match spec {
                PlayerSpec::Own(agent) => Member::Own(agent.build_with(S::kinds(), clock)),
                PlayerSpec::Program(program) => {
                    let place = programs.iter().position(|other| *other == program).unwrap_or_else(|| {
                        pools.push(Pool::new(program, S::NAME, S::kinds(), &stop));
                        programs.push(program);
                        pools.len() - 1
                    });
                    Member::Program(place)
                }
            });
        }
        Self { subject: subject.clone(), members, pools, stop }
    }

    /// The agents of an experiment.
    pub fn of_experiment(experiment: &Experiment<S>) -> Self {
        Self::of(&experiment.subject, experiment.agents.iter().map(|agent| &agent.spec))
    }

    /// Lets another agent play in place of the one of this number.
    pub fn replace(&mut self, number: usize, other: Box<dyn Agent<S::Game>>) {
        self.members[number] = Member::Own(other);
    }

    /// Starts a process of every program: those whose games may go otherwise another time.
    ///
    /// # Errors
    /// If one does not start, and nobody decides in its place.
    pub fn greet(&self) -> Result<Vec<MayNotRepeat>> {
        let greet = |pool: &Pool<S::Game>| pool.greet().map_err(Error::undecided);
        let found = self.pools.iter().map(greet).collect::<Result<Vec<_>>>()?;
        Ok(found.into_iter().flatten().collect())
    }

    /// Lets progress say which program is waited for, if one is.
    pub fn note_on(&self, progress: &Progress) {
        if self.pools.is_empty() {
            return;
        }
        let stop = Arc::clone(&self.stop);
        let note = |(agent, time): (String, Duration)| format!("; waiting for {agent}, {} s", time.as_secs());
        progress.note(move || stop.stalled().map(note));
    }

    /// Whether the agent of this number is a program.
    pub fn is_program(&self, number: usize) -> bool {
        matches!(self.members[number], Member::Program(_))
    }

    /// The agents in one game.
    pub fn gather(&self, deal: &Deal<'_, S>) -> Company<'_, S> {
        let visits = if self.pools.is_empty() {
            Vec::new()
        } else {
            let set_up: Arc<RawValue> = write_set_up(deal.game, self.subject.record_keys(deal.treatment)).into();
            self.pools.iter().map(|pool| pool.visit(deal.number, Arc::clone(&set_up))).collect()
        };
        Company { cast: self, visits }
    }

    /// Plays a game; `seats` are the agents' numbers by seat.
    ///
    /// # Errors
    /// If an agent does not decide.
    ///
    /// # Panics
    /// As [`arena::play`].
    pub fn play(
        &self,
        deal: &Deal<'_, S>,
        seats: &[usize],
        observer: &mut (impl Observer<S::Game> + ?Sized),
    ) -> Result<Played> {
        let company = self.gather(deal);
        let seated: [&dyn Agent<S::Game>; MAX_SEATS] =
            std::array::from_fn(|seat| company.agent(seats[seat.min(seats.len() - 1)]));
        let ending = arena::play(deal.game, deal.seed, &seated[..seats.len()], observer).map_err(Error::undecided)?;
        let accounts = company.over(&ending);
        Ok(Played { ending, accounts })
    }
}

/// The agents in one game.
pub struct Company<'a, S: Subject> {
    cast: &'a Cast<S>,
    /// By pool.
    visits: Vec<Visit<'a, S::Game>>,
}

impl<S: Subject> Company<'_, S> {
    /// The agent of this number.
    pub fn agent(&self, number: usize) -> &dyn Agent<S::Game> {
        match &self.cast.members[number] {
            Member::Own(agent) => &**agent,
            Member::Program(pool) => &self.visits[*pool],
        }
    }

    /// The end of the game, which programs are told; what each seat did.
    pub fn over(&self, ending: &Ending) -> [Account; MAX_SEATS] {
        let mut accounts = [Account::default(); MAX_SEATS];
        for of_program in self.visits.iter().map(|visit| visit.over(ending)) {
            accounts.iter_mut().zip(&of_program).for_each(|(account, more)| account.add(more));
        }
        accounts
    }
}
