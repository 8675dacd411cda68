//! Whether a finished run is intact: its files, their hashes and rows, what must add up, and replays of some games; of a folder that kept
//! only result tables, what can be told without games.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io, iter};

use engine::random::mix;

use crate::base::error::{Error, Result};
use crate::base::files::exists;
use crate::base::progress::Progress;
use crate::base::{interrupt, ordered};
use crate::forms::column::{Entry, Type};
use crate::forms::labels::Labels;
use crate::play::exec_options::ExecOptions;
use crate::play::player::{Lines, write_rows};
use crate::play::roster::{self, AnyRoster};
use crate::play::telemetry::Telemetry;
use crate::run::analysis::sums_of_games;
use crate::run::finished_run::FinishedRun;
use crate::run::manifest::{
    COMPARISON, Content, KeptTable, MANIFEST, Manifest, REVISION, TIMING, dictionaries, file_names,
};
use crate::run::raw::{RawBlock, RawReader, RowReader, path_of};
use crate::run::{analysis, manifest};
use crate::schedule::blocks;
use crate::store::claim::STAGING;
use crate::subject::accumulator::Accumulators;
use crate::subject::rows::Rows;
use crate::tables::frame::Frame;
use crate::tables::totals::{BlockSums, Totals, accumulators};

/// Checks everything, and replays about this many games. Result tables of a run that another revision of this program has made may have other
/// columns and estimates; where they differ, that is said and is no fault. A run within its folder to compare with is checked too. Without any raw table, only
/// the form of the result tables is checked.
///
/// # Errors
/// If threads cannot be made, or Ctrl-C is pressed. What is wrong with the run is in the answer.
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
        let why = "games may go otherwise another time, as its `reproducible = false` says: none was played again";
        report.unchecked.push(why.to_owned());
    }
    check(kept, replays, exec, &mut report)?;
    if let Some(second) = &kept.second {
        check(second, replays, exec, &mut report)?;
    }
    report.shorten();
    Ok(report)
}

fn check(kept: &FinishedRun, replays: u64, exec: ExecOptions, report: &mut Verification) -> Result<()> {
    match check_raw_tables(kept, replays, exec, report) {
        Ok(Some(totals)) => {
            check_result_tables(kept, &totals, report)?;
            check_comparison(kept, report)?;
            check_panel(kept, report)?;
        }
        // Without all rows, the right result tables are unknown.
        Ok(None) => {}
        // So much is wrong that reading stopped.
        Err(Error::Input(_)) if report.is_full() => {}
        Err(error) => report.note(error)?,
    }
    check_names(kept, report)
}

/// Reads all raw tables once; the sums of all blocks, if all could be understood.
fn check_raw_tables(
    kept: &FinishedRun,
    replays: u64,
    exec: ExecOptions,
    report: &mut Verification,
) -> Result<Option<Totals>> {
    let FinishedRun { experiment, part, .. } = kept;
    let mut reader = RawReader::open(experiment, kept.raw(true), experiment.tables.iter().copied())?;
    let games = part.block_count(experiment.blocks) * experiment.games_per_block();
    let progress = Progress::of_games(games, exec.quiet);
    let inspector = Inspector::new(kept, sample(games, replays));
    let mut read =
        Read { totals: Some(Totals::new(&experiment.schedule, &*experiment.subject)), blocks: 0, enough: None };
    let blocks = part.blocks(experiment.blocks).zip(0..).map(|(number, index)| Ok((index, reader.block(number)?)));
    let inspect = |telemetry: &mut Telemetry, (index, block)| inspector.inspect(telemetry, index, &block);
    let take = |Inspected { sums, replayed, faults }| {
        report.games += experiment.games_per_block();
        report.replayed += replayed;
        report.faults.extend(faults);
        read.add(sums);
        progress.add(experiment.games_per_block());
        if report.is_full() { Err(Error::input("too many faults")) } else { Ok(()) }
    };
    let pool = ordered::pool(exec.threads)?;
    ordered::for_each(&pool, interrupt::install_handler()?, blocks, Telemetry::default, inspect, take)?;
    drop(progress);
    reader.end()?;
    check_manifest(kept, &reader, report)?;
    check_end(kept, &read, report);
    Ok(read.totals)
}

/// What was read of a run's blocks.
struct Read {
    /// Their sums; nothing if one could not be understood.
    totals: Option<Totals>,
    blocks: u64,
    /// After how many of them a stop rule was satisfied, if there is one.
    enough: Option<u64>,
}

impl Read {
    fn add(&mut self, sums: Option<BlockSums>) {
        self.blocks += 1;
        self.totals = self.totals.take().zip(sums).map(|(mut totals, sums)| {
            totals.add(&sums);
            totals
        });
        let is_enough = self.totals.as_ref().is_some_and(|totals| totals.is_over());
        self.enough = self.enough.or(is_enough.then_some(self.blocks));
    }
}

/// A run must have ended when its stop rule was satisfied, and not before.
fn check_end(kept: &FinishedRun, read: &Read, report: &mut Verification) {
    let (found, planned) = (kept.experiment.blocks, kept.experiment.planned_blocks());
    let expected = read.enough.unwrap_or(planned);
    if found != expected && read.totals.is_some() {
        let manifest = kept.folder.join(MANIFEST);
        report.faults.push(format!("{}: blocks: found {found}; by `[stop]` there are {expected}", manifest.display()));
    }
}

/// The manifest must match the tables that are there, byte for byte.
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
            "result tables of revision {}, which this one ({REVISION}) writes otherwise; `sim analyse` does: {}",
            kept.origin.revision,
            others.join(", ")
        ));
    }
    Ok(())
}

fn is_of_another_revision(kept: &FinishedRun) -> bool {
    kept.origin.revision != REVISION
}

/// The table of a run that is compared with another within its folder.
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

/// The tables of a panel, whose runs are in the folder.
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
            let fault = "not what the raw tables give; `sim analyse` gives it";
            report.faults.push(format!("{}: {fault}", path.display()));
            Ok(())
        }
        Err(error) => report.note(Error::of_path(path, &error, "")),
    }
}

/// Whether a file, of any size, holds this.
fn holds(path: &Path, expected: &[u8]) -> io::Result<bool> {
    Ok(fs::metadata(path)?.len() == expected.len() as u64 && fs::read(path)? == expected)
}

/// The folder must not hold any file of a run that this run does not have.
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
        let why = "left by a run that was to have more blocks, or had only this left to remove; `sim run … --resume` goes on with it";
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
    /// The games to replay, by their place in the folder.
    sample: BTreeSet<u64>,
}

/// What checking a block found.
struct Inspected {
    /// What it adds to the result tables, if its rows can be read.
    pub sums: Option<BlockSums>,
    /// How many of its games were replayed.
    pub replayed: u64,
    /// What is wrong with it.
    pub faults: Vec<String>,
}

impl<'a> Inspector<'a> {
    /// For a run of which these games are replayed, by their place in the folder.
    pub fn new(kept: &'a FinishedRun, sample: BTreeSet<u64>) -> Self {
        let experiment = &kept.experiment;
        let (labels, roster) = (experiment.labels(), roster::of_experiment(experiment));
        let tables = accumulators(&experiment.schedule, &*experiment.subject);
        Self { kept, rows: RowReader::new(experiment, &kept.folder), labels, roster, tables, sample }
    }

    /// Checks the block of this index in the folder.
    pub fn inspect(&self, telemetry: &mut Telemetry, index: u64, block: &RawBlock) -> Inspected {
        match self.rows.games(block) {
            Ok(games) => self.inspect_games(telemetry, index, block, &games),
            Err(error) => Inspected { sums: None, replayed: 0, faults: vec![error.to_string()] },
        }
    }

    fn inspect_games(&self, telemetry: &mut Telemetry, index: u64, block: &RawBlock, games: &[Rows]) -> Inspected {
        let experiment = &self.kept.experiment;
        let mut inspected =
            Inspected { sums: Some(sums_of_games(&self.tables, games)), replayed: 0, faults: Vec::new() };
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
                match telemetry.play(experiment, &fixture, &*self.roster, &mut ()) {
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
            inspected.faults.extend(self.difference(block, &replayed, "comes of playing the game again"));
        }
        inspected
    }

    /// The first place in a block that differs from what it should be.
    fn difference(&self, block: &RawBlock, expected: &Lines, why: &str) -> Option<String> {
        let experiment = &self.kept.experiment;
        experiment.info().raw_tables.iter().enumerate().find_map(|(place, table)| {
            let columns = table.dictionary_of(&experiment.schedule, &*experiment.subject);
            let Difference { line, column, found, expected } =
                Difference::first(&columns, &block.lines[place], &expected[place])?;
            let (path, line) = (path_of(&self.kept.folder, table.name), block.first_lines[place] + line);
            Some(format!("{}:{line}: {column}: found `{found}`, and `{expected}` {why}", path.display()))
        })
    }
}

/// Where a table is not what it should be.
struct Difference {
    /// From 0.
    line: u64,
    column: String,
    found: String,
    expected: String,
}

impl Difference {
    /// The first difference between lines of a table; nothing if there is none.
    fn first(columns: &[Entry], found: &[u8], expected: &[u8]) -> Option<Self> {
        let (line, (found, expected)) = first_pair(found, expected, b'\n')?;
        let (column, (found, expected)) = first_pair(found, expected, b',')?;
        let column = columns.get(column).map_or("behind the last column".to_owned(), |entry| entry.name.clone());
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).escape_debug().to_string();
        Some(Self { line: line as u64, column, found: text(found), expected: text(expected) })
    }
}

type Pair<'a> = (&'a [u8], &'a [u8]);

/// The first pieces, cut at these bytes, that differ, and their index. A missing one counts as empty.
fn first_pair<'a>(one: &'a [u8], other: &'a [u8], between: u8) -> Option<(usize, Pair<'a>)> {
    let pieces = |bytes: &'a [u8]| bytes.split(move |&byte| byte == between).chain(iter::repeat(&[][..]));
    let count = |bytes: &[u8]| 1 + bytes.iter().filter(|&&byte| byte == between).count();
    let pairs = pieces(one).zip(pieces(other)).take(count(one).max(count(other)));
    pairs.enumerate().find(|(_, (one, other))| one != other)
}

/// The result table that lists the agents.
const AGENTS: &str = "agents.csv";

/// Compares the result tables that are there with the manifest: their columns, the form of their cells, and the agents. Notes what is not
/// there, or cannot be checked without games.
///
/// # Errors
/// If a file cannot be read for another reason than its content.
fn check_tables_alone(kept: &FinishedRun, report: &mut Verification) -> Result<()> {
    check_counts(kept, report);
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
    let why =
        format!("without {} nothing tells whether the numbers are right, or games play as they did", raw.join(", "));
    report.unchecked.push(why);
    if !missing.is_empty() {
        report.unchecked.push(format!("not there: {}", missing.join(", ")));
    }
    if found.contains(&COMPARISON) && kept.second.is_none() {
        report.unchecked.push("the run that it is compared with is not there".to_owned());
    }
    Ok(())
}

fn is_raw(kept: &FinishedRun, table: &KeptTable) -> bool {
    kept.experiment.info().raw_tables.iter().any(|raw| table.file.split('.').next() == Some(raw.name))
}

/// The numbers of a manifest must be those of its config.
fn check_counts(kept: &FinishedRun, report: &mut Verification) {
    let (experiment, part) = (&kept.experiment, &kept.part);
    let blocks = part.block_count(experiment.blocks);
    let expected = [("seed", experiment.seed), ("blocks", blocks), ("games", blocks * experiment.games_per_block())];
    for ((key, expected), found) in expected.into_iter().zip(kept.counts) {
        if found != expected {
            let manifest = kept.folder.join(MANIFEST);
            report.faults.push(format!("{}: {key}: found {found}; by its config it is {expected}", manifest.display()));
        }
    }
}

fn check_table(path: &Path, table: &KeptTable, frame: &Frame, entries: &[Entry]) -> Result<()> {
    let fault = |what: String| Err(Error::input(format!("{}: {what}", path.display())).in_one_line());
    if frame.columns() != table.columns {
        let [found, expected] = [frame.columns(), &table.columns].map(|columns| columns.join(", "));
        return fault(format!("found the columns {found}; accepted: {expected}, as {MANIFEST} says"));
    }
    let kind_of = |column: &str| entries.iter().find(|entry| entry.name == column).map(|entry| entry.kind);
    for (line, row) in (2..).zip(frame.rows()) {
        for column in &table.columns {
            let (cell, kind) = (row.text(column), kind_of(column));
            let accepted = match kind {
                Some(Type::Integer) if !cell.is_empty() && cell.parse::<i64>().is_err() => "a whole number",
                Some(Type::Float) if !cell.is_empty() && cell.parse::<f64>().is_err() => "a number",
                Some(Type::Integer | Type::Float | Type::Text) | None => continue,
            };
            return fault(format!("row {line}: {column}: found `{cell}`; accepted: {accepted}, or nothing"));
        }
    }
    Ok(())
}

/// The agents must be those of the config, as the manifest spells them.
fn check_agents(kept: &FinishedRun, path: &Path, frame: &Frame) -> Result<()> {
    let agents = kept.experiment.agents.iter();
    let expected: Vec<[String; 2]> = agents.map(|agent| [agent.name.clone(), agent.spec.to_string()]).collect();
    let found: Vec<[String; 2]> =
        frame.rows().map(|row| ["agent", "spec"].map(|column| row.text(column).to_owned())).collect();
    if found == expected {
        return Ok(());
    }
    let spelled = |agents: &[[String; 2]]| {
        agents.iter().map(|[name, spec]| format!("{name} ({spec})")).collect::<Vec<_>>().join(", ")
    };
    let (found, expected) = (spelled(&found), spelled(&expected));
    let why = format!("found the agents {found}; accepted: {expected}, as {MANIFEST} says");
    Err(Error::input(format!("{}: {why}", path.display())).in_one_line())
}

/// The most games that can be drawn: the sample is kept in memory.
pub const MAX_SAMPLE: u64 = 1_000_000;

/// A sample of the first `games` numbers: one drawn at random from each of this many spans of equal length, the same each time.
fn sample(games: u64, count: u64) -> BTreeSet<u64> {
    let count = count.min(games);
    let end_of = |span: u64| (u128::from(span) * u128::from(games) / u128::from(count)) as u64;
    let one_of = |span| end_of(span) + mix([games, span]) % (end_of(span + 1) - end_of(span));
    (0..count).map(one_of).collect()
}

/// The most faults that are reported one by one.
const MAX_FAULTS: usize = 20;

/// What was found.
#[derive(Default, Debug)]
pub struct Verification {
    /// Games whose rows were read.
    pub games: u64,
    /// Games that were replayed.
    pub replayed: u64,
    /// Result tables of a folder without raw tables, whose form was checked.
    pub tables: u64,
    /// What could not be checked since it is not there.
    pub unchecked: Vec<String>,
    /// What is not as a run leaves it: the first faults, then whether there are more.
    pub faults: Vec<String>,
}

impl Verification {
    /// Notes what is the run's fault.
    ///
    /// # Errors
    /// Any other error.
    pub fn note(&mut self, error: Error) -> Result<()> {
        match error {
            Error::Input(fault) => self.faults.push(fault),
            Error::Other(_) | Error::Undecided(_) | Error::Interrupted => return Err(error),
        }
        Ok(())
    }

    /// Whether there are more faults than will be reported.
    pub fn is_full(&self) -> bool {
        self.faults.len() > MAX_FAULTS
    }

    /// Keeps no more faults than are reported.
    pub fn shorten(&mut self) {
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
