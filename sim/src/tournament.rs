//! A whole experiment: all blocks played on all threads, rows written and totals kept in block order.

use std::time::{Duration, Instant};

use crate::block::{Cost, Player};
use crate::error::Result;
use crate::experiment::Experiment;
use crate::output::{Output, Sink};
use crate::progress::Progress;
use crate::tables::RawTable;
use crate::tables::column::header;
use crate::tables::results::Totals;
use crate::{interrupt, ordered};

/// What a played experiment comes to.
pub struct Outcome {
    /// The result tables.
    pub totals: Totals,
    /// Processor time of decisions by agent, measured in a part of the blocks.
    pub costs: Vec<Cost>,
    /// Threads used.
    pub threads: usize,
    /// How long it took.
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

/// Plays all blocks, and writes the raw tables to `output` where there is one.
///
/// # Errors
/// If a table cannot be written, threads cannot be made, or Ctrl-C is pressed.
pub fn play(experiment: &Experiment, manner: Manner, output: Option<&mut Output>) -> Result<Outcome> {
    let begun = Instant::now();
    let interrupt = interrupt::heed()?;
    let pool = ordered::pool(manner.threads)?;
    let agents = experiment.build_agents();
    let progress = Progress::of_games(experiment.games(), manner.quiet);
    let mut tables = output.map_or(Ok(Vec::new()), |output| open_tables(experiment, output))?;
    let mut totals = Totals::new(experiment);
    let mut costs = vec![Cost::default(); experiment.agents.len()];
    let player = || Player::new(experiment, &agents);
    ordered::for_each(&pool, interrupt, (0..experiment.blocks).map(Ok), player, Player::play, |block| {
        for (table, sink) in &mut tables {
            sink.write(&block.lines[*table as usize])?;
        }
        totals.add(&block.sums);
        costs.iter_mut().zip(&block.costs).for_each(|(total, cost)| total.add(cost));
        progress.add(block.games);
        Ok(())
    })?;
    tables.into_iter().try_for_each(|(_, sink)| sink.close())?;
    Ok(Outcome { totals, costs, threads: pool.current_num_threads(), elapsed: begun.elapsed() })
}

fn open_tables(experiment: &Experiment, output: &mut Output) -> Result<Vec<(RawTable, Sink)>> {
    let open = |table: &RawTable| {
        let mut sink = output.file(&format!("{}.csv", table.name()))?;
        sink.write(header(&table.dictionary()).as_bytes())?;
        Ok((*table, sink))
    };
    experiment.tables.iter().map(open).collect()
}
