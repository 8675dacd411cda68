//! Many games side by side.

use agents::Agent;
use engine::Seat;
use interface::seeds::GameSeed;
pub use rayon::ThreadPool;
use rayon::prelude::{IndexedParallelIterator, IntoParallelIterator, IntoParallelRefMutIterator, ParallelIterator};

use crate::afterstates::Afterstates;
use crate::encoding::Encoding;
use crate::environment::{Asked, EncodingGaps, Environment, RefusedChoice};

/// Returns a game by its number, and its seed.
pub type Deal<G> = Box<dyn Fn(u64) -> (G, GameSeed) + Send + Sync>;

/// The number of games that are stepped between two checks for a stop.
const AT_ONCE: usize = 64;

/// A choice that is not possible in one of the games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedIn {
    /// Which game.
    pub environment: usize,
    /// The error.
    pub refused: RefusedChoice,
}

/// A snapshot of a batch: its games and counts.
#[derive(Clone)]
pub struct BatchState<G: Encoding> {
    environments: Vec<Environment<G>>,
    numbers: Vec<u64>,
    points: Vec<i32>,
    steps: u64,
    games: u64,
    outside: EncodingGaps,
}

impl<G: Encoding> BatchState<G> {
    /// Returns the numbers of games and players.
    pub fn shape(&self) -> (usize, usize) {
        (self.environments.len(), self.points.len() / self.environments.len())
    }
}

/// Many games in small steps. A finished game is replaced at once by a new one.
pub struct Batch<G: Encoding> {
    deal: Deal<G>,
    agents: Vec<Option<Box<dyn Agent<G>>>>,
    players: usize,
    pool: Option<ThreadPool>,
    environments: Vec<Environment<G>>,
    /// The numbers of the games.
    numbers: Vec<u64>,
    /// By game and seat the final VP of the games that ended in the last step.
    points: Vec<i32>,
    /// Steps taken.
    pub steps: u64,
    /// Games finished.
    pub games: u64,
    /// The decisions and choices of finished games that did not fit the encoding.
    pub outside: EncodingGaps,
}

/// The result of a step of one game.
#[derive(Default)]
struct StepResult {
    is_done: bool,
    outside: EncodingGaps,
}

/// The arrays that receive the results, one entry for each game.
struct Results<'a> {
    rewards: &'a mut [f32],
    points: &'a mut [i32],
    done: &'a mut bool,
}

impl<G: Encoding> Batch<G> {
    /// Begins this many games with this number of players; agents may not have all seats.
    ///
    /// Environment e plays the games e, e + environments, and so on. With a pool its threads share the work; results do
    /// not depend on it.
    pub fn begin(
        deal: Deal<G>,
        agents: Vec<Option<Box<dyn Agent<G>>>>,
        players: usize,
        environments: usize,
        pool: Option<ThreadPool>,
    ) -> Self {
        let numbers: Vec<u64> = (0..environments as u64).collect();
        let points = vec![0; environments * players];
        let begin = |number: u64| begin(&deal, &agents, number);
        let environments = match &pool {
            Some(pool) => pool.install(|| (0..environments as u64).into_par_iter().map(begin).collect()),
            None => (0..environments as u64).map(begin).collect(),
        };
        Self {
            environments,
            deal,
            agents,
            players,
            pool,
            numbers,
            points,
            steps: 0,
            games: 0,
            outside: EncodingGaps::default(),
        }
    }

    /// Number of environments.
    pub fn len(&self) -> usize {
        self.environments.len()
    }

    /// Returns whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.environments.is_empty()
    }

    /// Number of players of each game.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The numbers of the games.
    pub fn numbers(&self) -> &[u64] {
        &self.numbers
    }

    /// By game and seat the final VP of the games that ended in the last step; 0 for all others.
    pub fn points(&self) -> &[i32] {
        &self.points
    }

    /// The games.
    pub fn environments(&self) -> &[Environment<G>] {
        &self.environments
    }

    /// Fills observations (if wanted), masks and choosing seats, one game after the other.
    ///
    /// Observations and masks are all zeros before.
    pub fn observe(&mut self, vectors: Option<&mut [f32]>, masks: &mut [i8], movers: &mut [i8]) {
        let work = |environment: &mut Environment<G>, vector: Option<&mut [f32]>, mask: &mut [i8], mover: &mut i8| {
            if let Some(vector) = vector {
                environment.observe(vector);
            }
            environment.options().write(mask);
            *mover = environment.mover().map_or(-1, |seat| seat.index() as i8);
        };
        let mut vectors: Vec<Option<&mut [f32]>> = match vectors {
            Some(vectors) => vectors.chunks_mut(G::OBSERVATION).map(Some).collect(),
            None => (0..self.environments.len()).map(|_| None).collect(),
        };
        let all = self.environments.iter_mut().zip(&mut vectors).zip(masks.chunks_mut(G::ACTIONS).zip(movers));
        match &self.pool {
            Some(pool) => {
                let all: Vec<_> = all.collect();
                pool.install(|| {
                    all.into_par_iter().with_min_len(8).for_each(|((environment, vector), (mask, mover))| {
                        work(environment, vector.take(), mask, mover);
                    });
                });
            }
            None => {
                all.for_each(|((environment, vector), (mask, mover))| work(environment, vector.take(), mask, mover));
            }
        }
    }

    /// Replaces the threads, because a process has none after a fork.
    pub fn replace_pool(&mut self, pool: Option<ThreadPool>) {
        // Dropping the old pool would wait for threads that do not exist.
        std::mem::forget(std::mem::replace(&mut self.pool, pool));
    }

    /// Asks an agent in place of the choosing seats in every game, and fills in its next choices.
    ///
    /// A choice is -1 if its decision has no number, or the choices so far lead elsewhere. Returns false if `is_over`
    /// stopped it early.
    pub fn ask(
        &mut self,
        agent: &dyn Agent<G>,
        asked: Asked,
        out: &mut [i32],
        mut is_over: impl FnMut() -> bool,
    ) -> bool {
        let work = |environment: &mut Environment<G>, out: &mut i32| {
            *out = environment.ask(agent, asked).map_or(-1, |number| number as i32);
        };
        for (environments, out) in self.environments.chunks_mut(AT_ONCE).zip(out.chunks_mut(AT_ONCE)) {
            match &self.pool {
                Some(pool) => pool.install(|| {
                    environments.par_iter_mut().zip(out).for_each(|(environment, out)| work(environment, out));
                }),
                None => environments.iter_mut().zip(out).for_each(|(environment, out)| work(environment, out)),
            }
            if is_over() {
                return false;
            }
        }
        true
    }

    /// Returns a snapshot, to be restored later.
    pub fn state(&self) -> BatchState<G> {
        BatchState {
            environments: self.environments.clone(),
            numbers: self.numbers.clone(),
            points: self.points.clone(),
            steps: self.steps,
            games: self.games,
            outside: self.outside,
        }
    }

    /// Restores a snapshot of a batch with as many games and players.
    pub fn restore(&mut self, state: &BatchState<G>) {
        let BatchState { environments, numbers, points, steps, games, outside } = state.clone();
        (self.environments, self.numbers, self.points) = (environments, numbers, points);
        (self.steps, self.games, self.outside) = (steps, games, outside);
    }

    /// Lists the afterstates of the choosing seats, in the games for which `wanted` returns true.
    pub fn afterstates(&self, wanted: impl Fn(usize) -> bool) -> Afterstates {
        let mut list = Afterstates::default();
        for (number, environment) in self.environments.iter().enumerate().filter(|(number, _)| wanted(*number)) {
            environment.afterstates(&mut list);
            list.end_game(number);
        }
        list
    }

    /// Fills the planes of the boards of the seats that choose, all zeros before.
    pub fn planes(&self, out: &mut [u8]) {
        let length = G::PLANES.iter().product();
        self.environments.iter().zip(out.chunks_mut(length)).for_each(|(environment, out)| environment.planes(out));
    }

    /// Checks one choice for every game.
    ///
    /// # Errors
    /// The first that is not possible.
    pub fn check(&self, choices: &[i32]) -> Result<(), RefusedIn> {
        let all = self.environments.iter().zip(choices).enumerate();
        all.into_iter().try_for_each(|(number, (environment, &choice))| {
            environment.check(choice.into()).map(drop).map_err(|refused| RefusedIn { environment: number, refused })
        })
    }

    /// Makes one choice in every game, and fills rewards by seat (all zeros before) and the ends of games.
    ///
    /// Now and then it asks `is_over` whether to stop early; then the batch can no longer be used. Returns whether all
    /// games were stepped.
    ///
    /// # Errors
    /// If a choice is not possible; then no choice is made.
    pub fn step(
        &mut self,
        choices: &[i32],
        rewards: &mut [f32],
        done: &mut [bool],
        mut is_over: impl FnMut() -> bool,
    ) -> Result<bool, RefusedIn> {
        self.check(choices)?;
        let Self { deal, agents, players, environments, numbers, points, pool, .. } = self;
        points.fill(0);
        let count = environments.len() as u64;
        let work = |(environment, number): (&mut Environment<G>, &mut u64), choice: i32, out: Results<'_>| {
            let Results { rewards, points, done } = out;
            environment.choose(choice as usize, agents);
            let mut stepped = StepResult::default();
            if let Some(ending) = environment.ending() {
                for (seat, reward) in Seat::all(*players).zip(rewards) {
                    *reward = (ending.win_share(seat) - 1.0 / *players as f64) as f32;
                }
                points.copy_from_slice(&ending.points);
                stepped = StepResult { is_done: true, outside: environment.outside };
                *number += count;
                *environment = begin(deal, agents, *number);
            }
            *done = stepped.is_done;
            stepped
        };
        let mut sum = |stepped: StepResult| {
            self.games += u64::from(stepped.is_done);
            self.outside.choices += stepped.outside.choices;
            self.outside.decisions += stepped.outside.decisions;
        };
        let parts = environments.chunks_mut(AT_ONCE).zip(numbers.chunks_mut(AT_ONCE)).zip(choices.chunks(AT_ONCE));
        let by_seat = rewards.chunks_mut(AT_ONCE * *players).zip(points.chunks_mut(AT_ONCE * *players));
        let results = by_seat.zip(done.chunks_mut(AT_ONCE));
        for (((environments, numbers), choices), ((rewards, points), done)) in parts.zip(results) {
            let by_seat = rewards.chunks_mut(*players).zip(points.chunks_mut(*players));
            let results = by_seat.zip(done).map(|((rewards, points), done)| Results { rewards, points, done });
            let all = environments.iter_mut().zip(numbers).zip(choices).zip(results);
            match pool {
                Some(pool) => {
                    let all: Vec<_> = all.collect();
                    let stepped: Vec<StepResult> = pool.install(|| {
                        let all = all.into_par_iter();
                        all.map(|((game, choice), out)| work(game, *choice, out)).collect()
                    });
                    stepped.into_iter().for_each(&mut sum);
                }
                None => all.for_each(|((game, choice), out)| sum(work(game, *choice, out))),
            }
            self.steps += choices.len() as u64;
            if is_over() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The game with this number, up to its first choice.
fn begin<G: Encoding>(deal: &Deal<G>, agents: &[Option<Box<dyn Agent<G>>>], number: u64) -> Environment<G> {
    let (game, seed) = deal(number);
    Environment::begin(game, seed, agents)
}
