//! Verification of finished runs: their files, hashes and rows, sums that must agree, and replays.
//!
//! A folder with only result tables is checked as far as possible without games.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::{fs, io, iter};

use engine::random::mix;

use crate::base::error::{Error, Result};
use crate::base::files::exists;
use crate::base::ordered::Workers;
use crate::base::progress::Progress;
use crate::forms::column::{ColumnEntry, Type};
use crate::forms::labels::Labels;
use crate::play::exec_options::ExecOptions;
use crate::play::player::{Lines, write_rows};
use crate::play::roster::{self, AnyRoster};
use crate::play::row_collector::RowCollector;
use crate::run::analysis::sums_of_games;
use crate::run::finished_run::FinishedRun;
use crate::run::manifest::{
    COMPARISON, Content, KeptTable, MANIFEST, Manifest, REVISION, TIMING, dictionaries, file_names, panel_folder,
};
use crate::run::raw::{RawBlock, RawReader, RowReader, path_of};
use crate::run::{analysis, manifest};
use crate::schedule::blocks;
use crate::store::claim::STAGING;
use crate::subject::accumulator::Accumulators;
use crate::subject::rows::Rows;
use crate::tables::frame::Frame;
use crate::tables::totals::{BlockSums, Totals, accumulators};

/// Checks everything, and replays about this many games.
///
/// Result tables written by another revision of this program may have other columns and estimates: differences are
/// reported, but are not faults. A second run and the runs of a panel in the folder are checked too.
/// Without any raw table, only the form of the result tables is checked.
///
/// # Errors
/// If threads cannot be created, or on Ctrl-C. Faults of the run are in the result.
pub fn verify(kept: &FinishedRun, replays: u64, exec: ExecOptions) -> Result<Verification> {
    let mut report = Verification::default();
    let replays = if kept.experiment.reproducible { replays } else { 0 };
    if !kept.has_raw_tables()? {
        check_tables_alone(kept, &mut report)?;
        check_names(kept, &mut report)?;
        report.shorten();
        return Ok(report);
    }
    if !kept.experiment.reproducible {
        let why = "no game was replayed, because its `reproducible = false` permits games that differ";
        report.unchecked.push(why.to_owned());
    }
    check_with_second(kept, replays, exec, &mut report)?;
    for number in 0..kept.experiment.panel.len() {
        match FinishedRun::open(kept.experiment.info(), &panel_folder(&kept.folder, number)) {
            Ok(member) => check_with_second(&member, replays, exec, &mut report)?,
            Err(error) => report.note(error)?,
        }
    }
    report.shorten();
    Ok(report)
}

fn check_with_second(kept: &FinishedRun, replays: u64, exec: ExecOptions, report: &mut Verification) -> Result<()> {
    check(kept, replays, exec, report)?;
    kept.second.as_ref().map_or(Ok(()), |second| check(second, replays, exec, report))
}

fn check(kept: &FinishedRun, replays: u64, exec: ExecOptions, report: &mut Verification) -> Result<()> {
    match check_raw_tables(kept, replays, exec, report) {
        Ok(Some(totals)) => {
            check_result_tables(kept, &totals, report)?;
            check_comparison(kept, report)?;
            check_panel(kept, report)?;
        }
        // Without all rows, the correct result tables are unknown.
        Ok(None) => {}
        // There are so many faults that reading has stopped.
        Err(Error::Input(_)) if report.is_full() => {}
        Err(error) => report.note(error)?,
    }
    check_names(kept, report)
}

/// Reads all raw tables once. Returns the sums of all blocks; `None` if one could not be interpreted.
fn check_raw_tables(
    kept: &FinishedRun,
    replays: u64,
    exec: ExecOptions,
    report: &mut Verification,
) -> Result<Option<Totals>> {
    let FinishedRun { experiment, part, .. } = kept;
    let mut reader = RawReader::open(experiment, kept.raw(true), experiment.tables.iter().copied())?;
    let games = experiment.block_count_in(part) * experiment.games_per_block();
    let progress = Progress::of_games(games, exec.quiet);
    let inspector = Inspector::new(kept, sample(games, replays));
    let mut read =
        RunSums { totals: Some(Totals::new(&experiment.schedule, &*experiment.subject)), blocks: 0, enough: None };
    let blocks = experiment.blocks_in(part).zip(0..).map(|(number, index)| Ok((index, reader.block(number)?)));
    Workers::new(exec.threads)?.until(
        blocks,
        RowCollector::default,
        |collector, (index, block)| Ok(inspector.inspect(collector, index, &block)),
        |BlockFindings { sums, replayed, faults }| {
            report.games += experiment.games_per_block();
            report.replayed += replayed;
            report.faults.extend(faults);
            read.add(sums);
            progress.add(experiment.games_per_block());
            if report.is_full() { Err(Error::of_input("too many faults")) } else { Ok(ControlFlow::Continue(())) }
        },
    )?;
    drop(progress);
    reader.end()?;
    check_manifest(kept, &reader, report)?;
    check_end(kept, &read, report);
    Ok(read.totals)
}

/// The sums of the blocks of a run read so far.
struct RunSums {
    /// The sums; `None` if a block could not be interpreted.
    totals: Option<Totals>,
    blocks: u64,
    /// The number of blocks after which the stop rule was met, if there is one.
    enough: Option<u64>,
}

impl RunSums {
    fn add(&mut self, sums: Option<BlockSums>) {
        self.blocks += 1;
        self.totals = self.totals.take().zip(sums).map(|(mut totals, sums)| {
            totals.add(&[sums]);
            totals
        });
        let is_enough = self.totals.as_ref().is_some_and(|totals| totals.is_over());
        self.enough = self.enough.or(is_enough.then_some(self.blocks));
    }
}

/// Checks that the run ended exactly when its stop rule was met.
fn check_end(kept: &FinishedRun, read: &RunSums, report: &mut Verification) {
    let (found, planned) = (kept.experiment.blocks, kept.experiment.planned_blocks());
    let expected = read.enough.unwrap_or(planned);
    if found != expected && read.totals.is_some() {
        let manifest = kept.folder.join(MANIFEST);
        report.faults.push(format!("{}: blocks: found {found}; `[stop]` gives {expected}", manifest.display()));
    }
}

/// Checks that the manifest matches these tables, byte for byte.
fn check_manifest(kept: &FinishedRun, reader: &RawReader<'_>, report: &mut Verification) -> Result<()> {
    for (file, found) in reader.contents() {
        kept.raw(false).confirm(&file, &found).or_else(|error| report.note(error))?;
    }
    let contents: Vec<Content> = reader.contents().into_iter().map(|(_, content)| content).collect();
    let mut expected = Manifest::complete(&kept.experiment, &kept.part, &kept.origin, &contents);
    if is_of_another_revision(kept) {
        expected.take_result_tables(&kept.tables);
    }
    manifest::check_whole(&kept.folder.join(MANIFEST), &expected).or_else(|error| report.note(error))
}

fn check_result_tables(kept: &FinishedRun, totals: &Totals, report: &mut Verification) -> Result<()> {
    let mut files = totals.files(&kept.experiment).into_iter();
    if !is_of_another_revision(kept) {
        return files.try_for_each(|(name, expected)| check_file(&kept.folder.join(name), &expected, report));
    }
    let others = files.filter(|(name, expected)| !holds(&kept.folder.join(name), expected).unwrap_or(false));
    let others: Vec<String> = others.map(|(name, _)| name).collect();
    if !others.is_empty() {
        report.unchecked.push(format!(
            "result tables of revision {}, which this one ({REVISION}) writes differently; `sim analyse` rewrites \
             them: {}",
            kept.origin.revision,
            others.join(", ")
        ));
    }
    Ok(())
}

fn is_of_another_revision(kept: &FinishedRun) -> bool {
    kept.origin.revision != REVISION
}

/// Checks the comparison table of a run with a second run in its folder.
fn check_comparison(kept: &FinishedRun, report: &mut Verification) -> Result<()> {
    match analysis::kept_comparison(kept, true) {
        Ok(Some(rows)) => {
            check_file(&kept.folder.join(COMPARISON), &analysis::comparison_csv(&kept.experiment, &rows), report)?;
        }
        Ok(None) => {}
        Err(error) => report.note(error)?,
    }
    Ok(())
}

/// Checks the tables of a panel whose runs are in the folder.
fn check_panel(kept: &FinishedRun, report: &mut Verification) -> Result<()> {
    match analysis::kept_panel(kept, true) {
        Ok(panel) => {
            let mut files = panel.iter().flat_map(|panel| analysis::panel_files(&kept.experiment, panel));
            files.try_for_each(|(name, expected)| check_file(&kept.folder.join(name), &expected, report))?;
        }
        Err(error) => report.note(error)?,
    }
    Ok(())
}

fn check_file(path: &Path, expected: &[u8], report: &mut Verification) -> Result<()> {
    match holds(path, expected) {
        Ok(true) => Ok(()),
        Ok(false) => {
            let fault = "does not match the raw tables; `sim analyse` rewrites it";
            report.faults.push(format!("{}: {fault}", path.display()));
            Ok(())
        }
        Err(error) => report.note(Error::of_path(path, &error, "")),
    }
}

/// Returns whether a file, which may have any size, has exactly this content.
fn holds(path: &Path, expected: &[u8]) -> io::Result<bool> {
    Ok(fs::metadata(path)?.len() == expected.len() as u64 && fs::read(path)? == expected)
}

/// Checks that the folder has no files of a run that do not belong to this one.
fn check_names(kept: &FinishedRun, report: &mut Verification) -> Result<()> {
    let tables = kept.tables.iter().map(|table| table.file.clone());
    let components = kept.experiment.kept_files().into_iter().map(|(name, _)| name);
    let names: Vec<String> = tables.chain(components).chain([TIMING, MANIFEST].map(str::to_owned)).collect();
    let strays = file_names(&kept.experiment).into_iter().filter(|name| !names.contains(name));
    for path in strays.map(|name| kept.folder.join(name)) {
        if exists(&path)? {
            report.faults.push(format!("{}: this run leaves no such file", path.display()));
        }
    }
    let staging = kept.folder.join(STAGING);
    if exists(&staging)? {
        let why = "left by an interrupted extension of the run, or by one that had only to remove it; `sim run … --resume` finishes it";
        report.faults.push(format!("{}: {why}", staging.display()));
    }
    Ok(())
}

/// Checks blocks of a run.
struct Inspector<'a> {
    kept: &'a FinishedRun,
    rows: RowReader<'a>,
    labels: Labels,
    roster: Box<dyn AnyRoster>,
    tables: Accumulators,
    /// The games to replay, by their position in the folder.
    sample: BTreeSet<u64>,
}

/// The result of checking a block.
struct BlockFindings {
    /// The contribution to the result tables, if the rows can be read.
    pub sums: Option<BlockSums>,
    /// The number of games replayed.
    pub replayed: u64,
    /// The faults.
    pub faults: Vec<String>,
}

impl<'a> Inspector<'a> {
    /// Creates an inspector of a run. `sample` are the positions in the folder of the games to replay.
    pub fn new(kept: &'a FinishedRun, sample: BTreeSet<u64>) -> Self {
        let experiment = &kept.experiment;
        let (labels, roster) = (experiment.labels(), roster::of_experiment(experiment));
        let tables = accumulators(&experiment.schedule, &*experiment.subject);
        Self { kept, rows: RowReader::new(experiment, &kept.folder), labels, roster, tables, sample }
    }

    /// Checks the block at this index of the folder.
    fn inspect(&self, collector: &mut RowCollector, index: u64, block: &RawBlock) -> BlockFindings {
        match self.rows.games(block) {
            Ok(games) => self.inspect_games(collector, index, block, &games),
            Err(error) => BlockFindings { sums: None, replayed: 0, faults: vec![error.to_string()] },
        }
    }

    fn inspect_games(
        &self,
        collector: &mut RowCollector,
        index: u64,
        block: &RawBlock,
        games: &[Rows],
    ) -> BlockFindings {
        let experiment = &self.kept.experiment;
        let mut inspected =
            BlockFindings { sums: Some(sums_of_games(&self.tables, games)), replayed: 0, faults: Vec::new() };
        let (mut concluded, mut replayed) = (Lines::default(), Lines::default());
        let first = index * experiment.games_per_block();
        let has_replays = self.sample.range(first..first + games.len() as u64).next().is_some();
        for ((place, game), fixture) in (first..).zip(games).zip(blocks::block(experiment, block.number)) {
            if let Err(broken) = experiment.subject.check(&experiment.schedule, game) {
                inspected.faults.push(format!("{}: game {}: {broken}", self.kept.folder.display(), fixture.game));
            }
            let mut again = game.clone();
            again.conclude(&experiment.subject.ending(game));
            write_rows(experiment, &self.labels, &again, &mut concluded);
            if self.sample.contains(&place) {
                match collector.play(experiment, &fixture, &*self.roster, &mut ()) {
                    Ok((again, _)) => write_rows(experiment, &self.labels, again, &mut replayed),
                    Err(why) => {
                        let folder = self.kept.folder.display();
                        inspected.faults.push(format!("{folder}: game {}: {}", fixture.game, why.in_one_line()));
                        return inspected;
                    }
                }
                inspected.replayed += 1;
            } else if has_replays {
                write_rows(experiment, &self.labels, &again, &mut replayed);
            }
        }
        inspected.faults.extend(self.difference(block, &concluded, "follows from the other columns"));
        if has_replays {
            inspected.faults.extend(self.difference(block, &replayed, "results from replaying the game"));
        }
        inspected
    }

    /// Describes the first cell of a block that differs from its expected value.
    fn difference(&self, block: &RawBlock, expected: &Lines, why: &str) -> Option<String> {
        let experiment = &self.kept.experiment;
        experiment.info().raw_tables.iter().enumerate().find_map(|(place, table)| {
            let columns = (table.dictionary)(Some(experiment));
            let CellDifference { line, column, found, expected } =
                CellDifference::first(&columns, &block.lines[place], &expected[place])?;
            let (path, line) = (path_of(&self.kept.folder, table.name), block.first_lines[place] + line);
            Some(format!("{}:{line}: {column}: found `{found}`; `{expected}` {why}", path.display()))
        })
    }
}

/// A cell of a table that differs from its expected value.
struct CellDifference {
    /// The line, numbered from 0.
    line: u64,
    column: String,
    found: String,
    expected: String,
}

impl CellDifference {
    /// Finds the first difference between lines of a table; `None` if there is none.
    fn first(columns: &[ColumnEntry], found: &[u8], expected: &[u8]) -> Option<Self> {
        let (line, (found, expected)) = first_pair(found, expected, b'\n')?;
        let (column, (found, expected)) = first_pair(found, expected, b',')?;
        let column = columns.get(column).map_or("after the last column".to_owned(), |entry| entry.name.clone());
        let [found, expected] =
            [found, expected].map(|bytes| String::from_utf8_lossy(bytes).escape_debug().to_string());
        Some(Self { line: line as u64, column, found, expected })
    }
}

type Pair<'a> = (&'a [u8], &'a [u8]);

/// Splits both texts at a byte, and returns the first differing pair of pieces with its index.
///
/// A missing piece counts as empty.
fn first_pair<'a>(one: &'a [u8], other: &'a [u8], between: u8) -> Option<(usize, Pair<'a>)> {
    let [one, other] = [one, other].map(|bytes| bytes.split(move |&byte| byte == between));
    let count = one.clone().count().max(other.clone().count());
    let missing = iter::repeat(&[][..]);
    let pairs = one.chain(missing.clone()).zip(other.chain(missing)).take(count);
    pairs.enumerate().find(|(_, (one, other))| one != other)
}

/// The result table of the agents.
const AGENTS: &str = "agents.csv";

/// Compares the existing result tables with the manifest: columns, form of cells, and agents.
///
/// Also notes missing tables, and what cannot be checked without games.
///
/// # Errors
/// If a file cannot be read for a reason other than its content.
fn check_tables_alone(kept: &FinishedRun, report: &mut Verification) -> Result<()> {
    let dictionaries = dictionaries(kept.experiment.info());
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    for table in kept.tables.iter().filter(|table| !is_raw(kept, table)) {
        let path = kept.folder.join(&table.file);
        match Frame::read(&path) {
            Ok(None) => missing.push(table.file.as_str()),
            Ok(Some(frame)) => {
                let name = table.file.trim_end_matches(".csv");
                let entries = dictionaries.iter().find(|(known, _)| *known == name).map(|(_, entries)| &entries[..]);
                check_table(&path, table, &frame, entries.unwrap_or_default()).or_else(|error| report.note(error))?;
                if table.file == AGENTS {
                    check_agents(kept, &path, &frame).or_else(|error| report.note(error))?;
                }
                found.push(table.file.as_str());
            }
            Err(error) => report.note(error)?,
        }
    }
    let raw: Vec<&str> = kept.tables.iter().filter(|table| is_raw(kept, table)).map(|table| &*table.file).collect();
    report.tables = found.len() as u64;
    let why = format!("without {}, neither the numbers nor the replay of games can be checked", raw.join(", "));
    report.unchecked.push(why);
    if !missing.is_empty() {
        report.unchecked.push(format!("missing: {}", missing.join(", ")));
    }
    if found.contains(&COMPARISON) && kept.second.is_none() {
        report.unchecked.push("the run that it is compared with is missing".to_owned());
    }
    Ok(())
}

fn is_raw(kept: &FinishedRun, table: &KeptTable) -> bool {
    kept.experiment.info().raw_tables.iter().any(|raw| table.file.split('.').next() == Some(raw.name))
}

fn check_table(path: &Path, table: &KeptTable, frame: &Frame, entries: &[ColumnEntry]) -> Result<()> {
    let fault = |what: String| Err(Error::input(path.display(), &what, "").in_one_line());
    if frame.columns() != table.columns {
        let [found, expected] = [frame.columns(), &table.columns].map(|columns| columns.join(", "));
        return fault(format!("found the columns {found}; accepted: {expected}, as {MANIFEST} says"));
    }
    for (line, row) in (2..).zip(frame.rows()) {
        for column in &table.columns {
            let cell = row.text(column);
            let accepted = match entries.iter().find(|entry| entry.name == *column).map(|entry| entry.kind) {
                Some(Type::Integer) if !cell.is_empty() && cell.parse::<i64>().is_err() => "a whole number",
                Some(Type::Float) if !cell.is_empty() && cell.parse::<f64>().is_err() => "a number",
                Some(Type::Integer | Type::Float | Type::Text) | None => continue,
            };
            return fault(format!("row {line}: {column}: found `{cell}`; accepted: {accepted}, or nothing"));
        }
    }
    Ok(())
}

/// Checks that the agents match the config, as written in the manifest.
fn check_agents(kept: &FinishedRun, path: &Path, frame: &Frame) -> Result<()> {
    let agents = kept.experiment.agents.iter();
    let expected: Vec<[String; 2]> = agents.map(|agent| [agent.name.clone(), agent.spec.to_string()]).collect();
    let found: Vec<[String; 2]> =
        frame.rows().map(|row| ["agent", "spec"].map(|column| row.text(column).to_owned())).collect();
    if found == expected {
        return Ok(());
    }
    let [found, expected] = [found, expected]
        .map(|agents| agents.iter().map(|[name, spec]| format!("{name} ({spec})")).collect::<Vec<_>>().join(", "));
    let why = format!("found the agents {found}; accepted: {expected}, as {MANIFEST} says");
    Err(Error::input(path.display(), &why, "").in_one_line())
}

/// The maximum size of the sample, which is kept in memory.
pub const MAX_SAMPLE: u64 = 1_000_000;

/// Draws a reproducible sample of the first `games` numbers, one from each of `count` equal spans.
fn sample(games: u64, count: u64) -> BTreeSet<u64> {
    let count = count.min(games);
    let end_of = |span: u64| (u128::from(span) * u128::from(games) / u128::from(count)) as u64;
    (0..count).map(|span| end_of(span) + mix([games, span]) % (end_of(span + 1) - end_of(span))).collect()
}

/// The maximum number of faults that are reported individually.
const MAX_FAULTS: usize = 20;

/// The result of verifying a run.
#[derive(Default, Debug)]
pub struct Verification {
    /// The number of games whose rows were read.
    pub games: u64,
    /// The number of games replayed.
    pub replayed: u64,
    /// The number of result tables, in a folder without raw tables, whose form was checked.
    pub tables: u64,
    /// Notes on checks that were not possible.
    pub unchecked: Vec<String>,
    /// The first faults, followed by a note if there are more.
    pub faults: Vec<String>,
}

impl Verification {
    /// Records an error that is a fault of the run.
    ///
    /// # Errors
    /// If it is any other error.
    pub fn note(&mut self, error: Error) -> Result<()> {
        match error {
            Error::Input(input) => self.faults.push(input.to_string()),
            Error::Machine(_) | Error::Undecided(_) | Error::Interrupted => return Err(error),
        }
        Ok(())
    }

    /// Returns whether there are more faults than will be reported.
    fn is_full(&self) -> bool {
        self.faults.len() > MAX_FAULTS
    }

    /// Drops the faults that will not be reported.
    fn shorten(&mut self) {
        if self.is_full() {
            self.faults.truncate(MAX_FAULTS);
            self.faults.push(format!("and more than these {MAX_FAULTS} faults"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_spread_over_all() {
        for (games, count) in [(100, 7), (100, 100), (3, 20), (1_000_000_000_000, 10), (5, 0), (0, 5)] {
            let drawn = sample(games, count);
            assert_eq!(drawn.len() as u64, count.min(games));
            assert!(drawn.iter().all(|&game| game < games));
            assert_eq!(drawn, sample(games, count));
            for (span, &game) in drawn.iter().enumerate() {
                let place = u128::from(game) * drawn.len() as u128 / u128::from(games);
                assert!(place.abs_diff(span as u128) <= 1, "game {game} of {games}, span {span}");
            }
        }
    }
}
