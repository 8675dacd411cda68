//! A whole experiment: plays all blocks on all threads and passes them on in block order.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::cost::Cost;
use super::exec_options::ExecOptions;
use super::player::{Block, BlockPlayer};
use super::roster::AnyRoster;
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::{interrupt, ordered};
use crate::experiment::Experiment;
use crate::schedule::shards::Part;
use crate::tables::totals::Totals;

/// The result of playing an experiment.
pub struct Tournament {
    /// The result tables.
    pub totals: Totals,
    /// The processor time of decisions by agent, measured in some of the blocks.
    pub costs: Vec<Cost>,
    /// The number of threads used.
    pub threads: usize,
    /// The number of blocks of the experiment: fewer than planned after early stopping.
    pub blocks: u64,
    /// The number of games played in this call.
    pub games: u64,
    /// The elapsed time.
    pub elapsed: Duration,
}

/// Plays a whole experiment in memory.
///
/// # Errors
/// If an agent fails to decide, threads cannot be created, or on Ctrl-C.
pub fn play(experiment: &Experiment, roster: &dyn AnyRoster, exec: ExecOptions) -> Result<Tournament> {
    let totals = Totals::new(&experiment.schedule, &*experiment.subject);
    play_on(experiment, roster, exec, &Part::whole(), 0, totals, |_| Ok(()))
}

/// Plays a part of an experiment after its first `kept` blocks, whose totals are given.
///
/// `take` receives each block, in order.
///
/// # Errors
/// If `take` fails, an agent fails to decide, threads cannot be created, or on Ctrl-C.
pub fn play_on(
    experiment: &Experiment,
    roster: &dyn AnyRoster,
    exec: ExecOptions,
    part: &Part,
    kept: u64,
    mut totals: Totals,
    mut take: impl FnMut(&Block) -> Result<()>,
) -> Result<Tournament> {
    let begun = Instant::now();
    let interrupt = interrupt::install_handler()?;
    let pool = ordered::pool(exec.threads)?;
    let all_games = experiment.block_count_in(part) * experiment.games_per_block();
    let progress = Progress::of_games(all_games, exec.quiet);
    roster.note_on(&progress);
    progress.begin_at(kept * experiment.games_per_block());
    let (mut games, mut costs) = (0, vec![Cost::default(); experiment.agents.len()]);
    let mut blocks = kept;
    // An earlier session may have met the stop rule and ended before everything was written.
    let end = if totals.is_over() { kept } else { u64::MAX };
    let missing = experiment.blocks_in(part).take(end as usize).skip(kept as usize).map(Ok);
    let played = ordered::for_each_until(
        &pool,
        interrupt,
        missing,
        || BlockPlayer::new(experiment, roster),
        BlockPlayer::play,
        |block| {
            let block = block?;
            take(&block)?;
            totals.add(&block.sums);
            costs.iter_mut().zip(&block.costs).for_each(|(total, cost)| total.add(cost));
            blocks += 1;
            games += block.games;
            progress.add(block.games);
            Ok(if totals.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        },
    );
    drop(progress);
    played?;
    Ok(Tournament { totals, costs, blocks, threads: pool.current_num_threads(), games, elapsed: begun.elapsed() })
}
