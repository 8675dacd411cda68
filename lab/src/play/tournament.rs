//! A whole experiment: plays all blocks on all threads and passes them on in block order.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use std::{iter, mem};

use super::cost::Cost;
use super::exec_options::ExecOptions;
use super::player::{BlockPlayer, PlayedBlocks};
use super::roster::AnyRoster;
use crate::base::error::{Error, Result};
use crate::base::ordered::{self, Workers};
use crate::base::progress::Progress;
use crate::experiment::Experiment;
use crate::schedule::shards::Part;
use crate::tables::totals::Totals;

/// The time that blocks played in one go take together, unless one alone takes longer.
const IN_ONE_GO: Duration = Duration::from_millis(5);

/// The maximum number of blocks played in one go.
const MOST_IN_ONE_GO: f64 = 32.0;

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
/// `take` receives the blocks in order, on one of the threads that collect.
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
    mut take: impl FnMut(&PlayedBlocks) -> Result<()> + Send,
) -> Result<Tournament> {
    let begun = Instant::now();
    let workers = Workers::new(exec.threads)?;
    let threads = workers.threads();
    let all_games = experiment.block_count_in(part) * experiment.games_per_block();
    let progress = Progress::of_games(all_games, exec.quiet);
    roster.note_on(&progress);
    progress.begin_at(kept * experiment.games_per_block());
    let (mut games, mut costs) = (0, vec![Cost::default(); experiment.agents.len()]);
    let mut blocks = kept;
    // An earlier session may have met the stop rule and ended before everything was written.
    let end = if totals.is_over() { kept } else { u64::MAX };
    let mut missing = experiment.blocks_in(part).take(end as usize).skip(kept as usize);
    // One by one if each may be the last.
    let is_sure = experiment.stop.is_none() && !experiment.has_programs();
    let in_one_go = Cell::new(1);
    let items = iter::from_fn(|| {
        let numbers: Vec<u64> = missing.by_ref().take(in_one_go.get()).collect();
        (!numbers.is_empty()).then_some(Ok(numbers))
    });
    let collectors = ordered::collectors(threads)?;
    let played = workers.until(
        items,
        || BlockPlayer::new(experiment, roster),
        |player, numbers| {
            let (wanted, mut is_first) = (numbers.len(), true);
            // Blocks of one go may take longer than those before.
            let goes_on = |_: &u64| mem::take(&mut is_first) || workers.check().is_ok();
            Ok((player.play(numbers.into_iter().take_while(goes_on))?, wanted))
        },
        |(played, wanted)| {
            collectors.join(|| take(&played), || totals.add(&played.sums)).0?;
            costs.iter_mut().zip(&played.costs).for_each(|(total, cost)| total.add(cost));
            blocks += played.sums.len() as u64;
            games += played.games;
            progress.add(played.games);
            if is_sure {
                let pace = (blocks - kept) as f64 / threads as f64 / begun.elapsed().as_secs_f64();
                in_one_go.set((pace * IN_ONE_GO.as_secs_f64()).clamp(1.0, MOST_IN_ONE_GO) as usize);
            }
            if played.sums.len() < wanted {
                return Err(Error::Interrupted);
            }
            Ok(if totals.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        },
    );
    drop(progress);
    played?;
    Ok(Tournament { totals, costs, blocks, threads, games, elapsed: begun.elapsed() })
}
