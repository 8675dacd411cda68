//! Result tables computed from the raw tables of one run, or of two runs of the same blocks.
//!
//! They equal those that are computed in memory during play.

use std::iter;
use std::ops::ControlFlow;
use std::path::Path;

use crate::base::error::{Error, Result};
use crate::base::files::exists;
use crate::base::ordered::Workers;
use crate::base::output::check_ours;
use crate::base::progress::Progress;
use crate::experiment::Experiment;
use crate::forms::column::csv;
use crate::play::exec_options::ExecOptions;
use crate::run::finished_run::FinishedRun;
use crate::run::manifest::{COMPARISON, MANIFEST, PANEL_TABLES, panel_folder};
use crate::run::raw::{RawBlock, RawFolder, RawReader, RowReader};
use crate::run::unfinished::replace;
use crate::subject::ResultTable;
use crate::subject::accumulator::Accumulators;
use crate::subject::gauges::Means;
use crate::subject::gauges::{Gauge, Gauges};
use crate::subject::raw::{GAMES, SEATS, is_always_written};
use crate::subject::rows::Rows;
use crate::tables::comparison::{self, ComparisonRow};
use crate::tables::measures::{ClusterMeans, Measure};
use crate::tables::panel::{self, Panel};
use crate::tables::totals::{BlockSums, Totals, accumulators};

/// Computes the result tables of a finished run and writes them to a folder, replacing existing ones.
///
/// Returns the sums, and the comparison if the run has one. With `edited`, raw tables may differ from those of the
/// manifest; if the manifest is in the folder, it then says so.
///
/// # Errors
/// If the folder belongs to another run, contains other tables of the same names or cannot be written, a table was
/// changed after the run, or on Ctrl-C.
pub fn analyse(
    kept: &FinishedRun,
    folder: &Path,
    edited: bool,
    exec: ExecOptions,
) -> Result<(Totals, Option<Vec<ComparisonRow>>)> {
    let is_in_place = *folder == kept.folder;
    if !is_in_place && exists(&folder.join(MANIFEST))? {
        let shown = folder.display();
        return Err(Error::input(&shown, "found another run", "a folder without a run (--out)"));
    }
    let FinishedRun { experiment, part, .. } = kept;
    let totals = totals(experiment, kept.raw(edited), experiment.blocks_in(part), exec)?;
    let compared = kept_comparison(kept, edited)?;
    let table = compared.as_ref().map(|rows| (COMPARISON.to_owned(), comparison_csv(experiment, rows)));
    let panel = kept_panel(kept, edited)?;
    let panel: Vec<_> = panel.iter().flat_map(|panel| panel_files(experiment, panel)).collect();
    let changed = if is_in_place { kept.manifest_saying(edited)? } else { None };
    let manifest = changed.map(|manifest| (MANIFEST.to_owned(), manifest));
    let results = totals.files(experiment);
    if !is_in_place {
        results.iter().try_for_each(|(name, table)| check_ours(&folder.join(name), &header_of(table)))?;
    }
    replace(experiment, folder, &[results, Vec::from_iter(table), panel, Vec::from_iter(manifest)].concat())?;
    Ok((totals, compared))
}

/// Returns the first line of a table, which is the same for all tables of its name.
fn header_of(table: &[u8]) -> String {
    let end = table.iter().position(|&byte| byte == b'\n').map_or(table.len(), |end| end + 1);
    String::from_utf8_lossy(&table[..end]).into_owned()
}

/// Reads these blocks, in ascending order, and sums them up as during play.
///
/// They must be all blocks in the folder's raw tables.
///
/// # Errors
/// If a table was changed after the run, threads cannot be created, or on Ctrl-C.
pub fn totals(
    experiment: &Experiment,
    folder: RawFolder<'_>,
    blocks: impl Iterator<Item = u64>,
    exec: ExecOptions,
) -> Result<Totals> {
    let workers = Workers::new(exec.threads)?;
    let progress = Progress::of_games(experiment.games(), exec.quiet);
    let blocks = RawReader::open(experiment, folder, needed_tables(experiment))?.blocks(blocks);
    let rows = RowReader::new(experiment, folder.path);
    let mut totals = Totals::new(&experiment.schedule, &*experiment.subject);
    let tables = accumulators(&experiment.schedule, &*experiment.subject);
    workers.until(
        blocks,
        || (),
        |(): &mut (), block: RawBlock| sums_of(&tables, &rows, &block),
        |sums| {
            totals.add(&[sums]);
            progress.add(experiment.games_per_block());
            Ok(ControlFlow::Continue(()))
        },
    )?;
    Ok(totals)
}

/// Returns the raw tables needed for the result tables. All games need `games` and `seats`.
fn needed_tables(experiment: &Experiment) -> impl Iterator<Item = &'static str> {
    let needed: Vec<&str> = ResultTable::given(&experiment.schedule, &*experiment.subject)
        .iter()
        .flat_map(|table| table.needs)
        .copied()
        .collect();
    let names = experiment.info().raw_tables.iter().map(|table| table.name);
    names.filter(move |name| is_always_written(name) || needed.contains(name))
}

/// Returns the contribution to the result tables of a block read from files.
///
/// # Errors
/// If a row could not have been written there by a run.
pub fn sums_of(tables: &Accumulators, rows: &RowReader<'_>, block: &RawBlock) -> Result<BlockSums> {
    Ok(sums_of_games(tables, &rows.games(block)?))
}

/// Returns the contribution to the result tables of a block's games.
pub fn sums_of_games(tables: &Accumulators, games: &[Rows]) -> BlockSums {
    let mut sums = BlockSums::new(tables);
    games.iter().for_each(|game| sums.add(tables, game));
    sums
}

/// An experiment and the folder of its raw tables.
pub type RawRun<'a> = (&'a Experiment, RawFolder<'a>);

/// Compares two runs, which must have the same line-ups and blocks.
///
/// # Errors
/// If a table was changed after its run.
pub fn compare((first, first_folder): RawRun<'_>, (second, second_folder): RawRun<'_>) -> Result<Vec<ComparisonRow>> {
    let measures = Measure::all(first.info(), first);
    let [one_rows, two_rows] =
        [(first, first_folder), (second, second_folder)].map(|(run, folder)| RowReader::new(run, folder.path));
    let mut one = RawReader::open(first, first_folder, [GAMES, SEATS])?;
    let mut two = RawReader::open(second, second_folder, [GAMES, SEATS])?;
    let mut totals = comparison::Comparison::new(measures.clone());
    let empty = [ClusterMeans::new(&measures), ClusterMeans::new(&measures)];
    let mut means = empty.clone();
    for number in 0..first.blocks {
        one_rows.games(&one.block(number)?)?.iter().for_each(|game| means[0].add(game));
        two_rows.games(&two.block(number)?)?.iter().for_each(|game| means[1].add(game));
        if first.lineup_of(number) + 1 == first.lineups() {
            totals.add(&means[0].means(), &means[1].means());
            means = empty.clone();
        }
    }
    one.end()?;
    two.end()?;
    Ok(totals.rows())
}

/// Returns the comparison requested by the config of a finished run.
///
/// Raw tables must be those of the manifest, unless they may be `edited`.
///
/// # Errors
/// As for [`compare`].
pub fn kept_comparison(kept: &FinishedRun, edited: bool) -> Result<Option<Vec<ComparisonRow>>> {
    let Some(second) = kept.second.as_deref() else { return Ok(None) };
    compare((&kept.experiment, kept.raw(edited)), (&second.experiment, second.raw(edited))).map(Some)
}

/// Returns the tables of a panel whose members' runs are in this folder.
///
/// # Errors
/// If a table was changed after its run, or the runs differ in length.
pub fn panel(experiment: &Experiment, folder: &Path, edited: bool) -> Result<Panel> {
    let gauges = Gauges::new(Gauge::of_the_game(experiment.info()), &experiment.schedule, &*experiment.subject);
    let mut played: Vec<panel::Played> = Vec::new();
    for number in 0..experiment.panel.len() {
        let kept = FinishedRun::open(experiment.info(), &panel_folder(folder, number))?;
        let first = cluster_means(&gauges, &kept, edited)?;
        let second = kept.second.as_deref().map(|second| cluster_means(&gauges, second, edited)).transpose()?;
        let wanted = played.first().map_or(first.len(), |(first, _)| first.len());
        if let Some(found) = iter::once(&first).chain(&second).map(Vec::len).find(|found| *found != wanted) {
            return Err(Error::input(
                kept.folder.display(),
                format_args!("found {found} seeds where other runs of the panel have {wanted}"),
                "a run that was not interrupted while it was extended; `sim run … --resume` finishes it",
            ));
        }
        played.push((first, second));
    }
    Ok(Panel::of(experiment.info(), &experiment.panel, &gauges, &played))
}

/// Returns the means of all gauges in each cluster of a run.
///
/// Its components may differ from those of the gauges' run.
fn cluster_means(gauges: &Gauges, kept: &FinishedRun, edited: bool) -> Result<Vec<Means>> {
    let experiment = &kept.experiment;
    let rows = RowReader::new(experiment, &kept.folder);
    let mut raw = RawReader::open(experiment, kept.raw(edited), [GAMES, SEATS])?;
    let own = Gauges::new(Gauge::of_the_game(experiment.info()), &experiment.schedule, &*experiment.subject);
    let places: Vec<Option<usize>> =
        gauges.parts.iter().map(|part| own.parts.iter().position(|other| other == part)).collect();
    let (mut clusters, mut tallies) = (Vec::new(), own.tallies());
    for number in 0..experiment.blocks {
        rows.games(&raw.block(number)?)?.iter().for_each(|game| own.add(game, &mut tallies));
        if experiment.lineup_of(number) + 1 == experiment.lineups() {
            clusters.push(places.iter().map(|place| tallies[(*place)?].mean()).collect());
            tallies = own.tallies();
        }
    }
    raw.end()?;
    Ok(clusters)
}

/// Returns the panel requested by the config of a finished run; `None` for a part of a run.
///
/// # Errors
/// As for [`panel()`].
pub fn kept_panel(kept: &FinishedRun, edited: bool) -> Result<Option<Panel>> {
    let has_panel = kept.part.is_whole() && !kept.experiment.panel.is_empty();
    has_panel.then(|| panel(&kept.experiment, &kept.folder, edited)).transpose()
}

/// Returns the tables of a panel as CSV, each with its file name.
pub fn panel_files(experiment: &Experiment, panel: &Panel) -> [(String, Vec<u8>); 2] {
    let ([effects, agents], labels) = (PANEL_TABLES.map(str::to_owned), experiment.labels());
    [(effects, csv(&panel.effects, &labels)), (agents, csv(&panel.agents, &labels))]
}

/// Returns the table of a comparison as CSV.
pub fn comparison_csv(experiment: &Experiment, rows: &[ComparisonRow]) -> Vec<u8> {
    csv(rows, &experiment.labels())
}
