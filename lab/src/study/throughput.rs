//! Measures games per second, on one thread and on all threads, with the code that plays experiments.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use serde::Serialize;

use crate::base::error::Result;
use crate::base::ordered::Workers;
use crate::base::time::MedianRange;
use crate::play::self_play::{GameCounts, SelfPlay};
use crate::schedule::contestant::PlayerSpec;
use crate::subject::Subject;

/// The approximate time per thread and repeat; longer if a single game takes longer.
const REPEAT: Duration = Duration::from_millis(120);

/// The approximate duration of a batch of games for a thread, so that dispatch costs almost nothing.
const BLOCK: Duration = Duration::from_millis(1);

/// The time for warming up and estimating the duration of a game.
const WARM_UP: Duration = Duration::from_millis(60);

/// The number of repeats of a measurement.
const REPEATS: usize = 5;

/// The number of repeats if a single game takes longer than a repeat should.
const FEW_REPEATS: usize = 3;

/// The threads and the seed of all measurements.
pub struct BenchContext {
    /// The master seed.
    pub seed: u64,
    one: Workers,
    all: Workers,
}

impl BenchContext {
    /// Creates a context with this number of threads, or one for each core.
    ///
    /// # Errors
    /// If threads cannot be created or signals cannot be handled.
    pub fn new(seed: u64, threads: Option<usize>) -> Result<Self> {
        Ok(Self { seed, one: Workers::new(Some(1))?, all: Workers::new(threads)? })
    }

    /// Returns the number of threads in measurements on all threads.
    pub fn threads(&self) -> usize {
        self.all.threads()
    }
}

/// The speed of one agent's self-play.
#[derive(Debug, Serialize)]
pub struct Throughput {
    /// Its spec.
    pub agent: String,
    /// The number of players.
    pub players: usize,
    /// The number of games per thread and repeat, always the same games.
    pub games: u64,
    /// The number of repeats.
    pub repeats: usize,
    /// On one thread.
    pub one_thread: Rates,
    /// On all threads together.
    pub all_threads: Rates,
    /// The ratio of games per second on all threads to those on one thread, by repeat.
    pub ratio: MedianRange,
}

/// Rates per second of elapsed time.
#[derive(Debug, Serialize)]
pub struct Rates {
    /// Games.
    pub games_per_s: MedianRange,
    /// Decisions.
    pub decisions_per_s: MedianRange,
    /// Iterations; 0 for agents that do not search.
    pub iterations_per_s: MedianRange,
    /// Processor time over elapsed time; below the number of threads if others used the processors too.
    pub processors: MedianRange,
}

/// Plays the same games repeatedly, alternating between one thread and all threads (once on each).
///
/// # Errors
/// If the agent fails to decide, or on Ctrl-C.
pub fn measure(
    context: &BenchContext,
    spec: &PlayerSpec,
    subject: &Arc<dyn Subject>,
    players: usize,
) -> Result<Throughput> {
    let table = SelfPlay::new(Arc::clone(subject), players, spec, context.seed);
    let plan = Workload::of(&table)?;
    let (mut one, mut all) = (Vec::new(), Vec::new());
    for _ in 0..plan.repeats {
        one.push(plan.play(&context.one, &table)?);
        all.push(plan.play(&context.all, &table)?);
    }
    let ratio = MedianRange::of(one.iter().zip(&all).map(|(one, all)| all.games_per_s() / one.games_per_s()));
    Ok(Throughput {
        agent: spec.to_string(),
        players: table.players(),
        games: plan.blocks * plan.games_per_block,
        repeats: plan.repeats,
        one_thread: Rates::of(&one),
        all_threads: Rates::of(&all),
        ratio,
    })
}

/// The games that each thread plays in one repeat.
struct Workload {
    blocks: u64,
    games_per_block: u64,
    repeats: usize,
}

impl Workload {
    /// Warms up, and chooses the number of games by the duration of one.
    fn of(table: &SelfPlay) -> Result<Self> {
        let (begun, mut tally) = (Instant::now(), GameCounts::default());
        while tally.games == 0 || begun.elapsed() < WARM_UP {
            table.play(tally.games, &mut tally)?;
        }
        let game = begun.elapsed().div_f64(tally.games as f64);
        let in_time = |time: Duration| (time.as_secs_f64() / game.as_secs_f64()).round().max(1.0) as u64;
        let games_per_block = in_time(BLOCK);
        let repeats = if game > REPEAT { FEW_REPEATS } else { REPEATS };
        Ok(Self { blocks: (in_time(REPEAT) / games_per_block).max(1), games_per_block, repeats })
    }

    /// Plays one repeat.
    ///
    /// Every thread plays the same games as the single thread, so that differences in the length of games do not affect
    /// the ratio.
    fn play(&self, workers: &Workers, table: &SelfPlay) -> Result<RepeatMeasurement> {
        let blocks = self.blocks * workers.threads() as u64;
        let mut tally = GameCounts::default();
        let (begun, processor) = (Instant::now(), ProcessTime::now());
        workers.each(
            0..blocks,
            |block| self.play_block(block % self.blocks, table),
            |block| {
                tally += block;
                Ok(())
            },
        )?;
        Ok(RepeatMeasurement { tally, wall: begun.elapsed(), processor: processor.elapsed() })
    }

    fn play_block(&self, block: u64, table: &SelfPlay) -> Result<GameCounts> {
        let mut tally = GameCounts::default();
        let first = block * self.games_per_block;
        for number in first..first + self.games_per_block {
            table.play(number, &mut tally)?;
        }
        Ok(tally)
    }
}

/// The measurement of one repeat.
struct RepeatMeasurement {
    tally: GameCounts,
    wall: Duration,
    processor: Duration,
}

impl RepeatMeasurement {
    fn games_per_s(&self) -> f64 {
        self.per_s(self.tally.games)
    }

    fn per_s(&self, count: u64) -> f64 {
        count as f64 / self.wall.as_secs_f64()
    }
}

impl Rates {
    fn of(paces: &[RepeatMeasurement]) -> Self {
        let spread = |measure: fn(&RepeatMeasurement) -> f64| MedianRange::of(paces.iter().map(measure));
        Self {
            games_per_s: spread(RepeatMeasurement::games_per_s),
            decisions_per_s: spread(|pace| pace.per_s(pace.tally.decisions)),
            iterations_per_s: spread(|pace| pace.per_s(pace.tally.iterations)),
            processors: spread(|pace| pace.processor.as_secs_f64() / pace.wall.as_secs_f64()),
        }
    }
}
