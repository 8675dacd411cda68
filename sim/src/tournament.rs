//! A whole experiment: all blocks played on all threads, rows written and totals kept in block order.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::block::{Cost, Player};
use crate::error::{Error, Result};
use crate::experiment::Experiment;
use crate::folder::Unfinished;
use crate::part::Part;
use crate::progress::Progress;
use crate::tables::results::Totals;
use crate::{analysis, interrupt, ordered};

/// What a played experiment comes to.
pub struct Outcome {
    /// The result tables.
    pub totals: Totals,
    /// Processor time of decisions by agent, measured in a part of the blocks.
    pub costs: Vec<Cost>,
    /// Threads used.
    pub threads: usize,
    /// Blocks of the experiment: fewer than planned if it was enough before.
    pub blocks: u64,
    /// Games played now.
    pub games: u64,
    /// How long that took.
    pub elapsed: Duration,
}

/// How an experiment is played; none of it changes a result.
#[derive(Copy, Clone, Default, Debug)]
pub struct Manner {
    /// Number of threads; all cores if not said.
    pub threads: Option<usize>,
    /// Whether no progress is shown.
    pub quiet: bool,
}

/// Plays a whole experiment in memory.
///
/// # Errors
/// If threads cannot be made, or Ctrl-C is pressed.
pub fn play(experiment: &Experiment, manner: Manner) -> Result<Outcome> {
    play_blocks(experiment, manner, &Part::whole(), Totals::new(experiment), None)
}

/// Plays what is missing of a part of an experiment, and writes the raw tables.
///
/// # Errors
/// If a table cannot be read or written, threads cannot be made, or Ctrl-C is pressed. What was committed stands; after Ctrl-C that is
/// everything that was finished.
pub fn go_on(experiment: &Experiment, manner: Manner, part: &Part, run: &mut Unfinished) -> Result<Outcome> {
    let kept = part.blocks(experiment.blocks).take(run.writer.committed() as usize);
    let totals = analysis::totals(experiment, &run.raw_folder(), kept, manner)?;
    let outcome = play_blocks(experiment, manner, part, totals, Some(run))?;
    Ok(Outcome { costs: run.writer.costs().to_vec(), ..outcome })
}

fn play_blocks(
    experiment: &Experiment,
    manner: Manner,
    part: &Part,
    mut totals: Totals,
    mut run: Option<&mut Unfinished>,
) -> Result<Outcome> {
    let begun = Instant::now();
    let interrupt = interrupt::heed()?;
    let pool = ordered::pool(manner.threads)?;
    let agents = experiment.build_agents();
    let kept = run.as_ref().map_or(0, |run| run.writer.committed());
    let all_games = part.block_count(experiment.blocks) * experiment.games_per_block();
    let progress = Progress::of_games(all_games, manner.quiet);
    progress.begin_at(kept * experiment.games_per_block());
    let (mut games, mut costs) = (0, vec![Cost::default(); experiment.agents.len()]);
    let mut blocks = kept;
    // An earlier session can have ended when it was enough and not everything was written.
    let end = if totals.progress.is_over() { kept } else { u64::MAX };
    let missing = part.blocks(experiment.blocks).take(end as usize).skip(kept as usize).map(Ok);
    let player = || Player::new(experiment, &agents);
    let played = ordered::for_each_until(&pool, interrupt, missing, player, Player::play, |block| {
        if let Some(run) = &mut run {
            run.writer.add(&block.lines, &block.costs)?;
        }
        totals.add(&block.sums);
        costs.iter_mut().zip(&block.costs).for_each(|(total, cost)| total.add(cost));
        blocks += 1;
        games += block.games;
        progress.add(block.games);
        Ok(if totals.progress.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    });
    drop(progress);
    if let (Err(Error::Interrupted), Some(run)) = (&played, &mut run) {
        run.writer.commit()?;
    }
    played?;
    Ok(Outcome { totals, costs, blocks, threads: pool.current_num_threads(), games, elapsed: begun.elapsed() })
}
