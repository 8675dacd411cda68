//! Whether a finished run is intact: its files, their hashes and rows, what must add up, and replays of some games; of a folder that kept
//! only result tables, what can be told without games.

mod findings;
mod inspector;
mod sample;
mod tables_alone;

use std::path::Path;
use std::{fs, io};

use inspector::{Inspected, Inspector};
use sample::sample;

use crate::base::error::{Error, Result};
use crate::base::progress::Progress;
use crate::base::{interrupt, ordered};
use crate::lab::play::manner::Manner;
use crate::lab::play::telemetry::Telemetry;
use crate::lab::run::finished_run::FinishedRun;
use crate::lab::run::manifest::{COMPARISON, Content, MANIFEST, Manifest, STAGING, TIMING, file_names};
use crate::lab::run::raw::RawReader;
use crate::lab::run::{analysis, manifest};
use crate::lab::subject::Subject;
use crate::lab::subject::files::ComponentFile;
use crate::lab::tables::totals::{BlockSums, Totals};

pub use findings::Verification;
pub use sample::MAX_SAMPLE;

/// Checks everything, and replays about this many games; a run within its folder to compare with is checked too. Without any raw table, only
/// the form of the result tables is checked.
///
/// # Errors
/// If threads cannot be made, or Ctrl-C is pressed. What is wrong with the run is in the answer.
pub fn verify<S: Subject>(kept: &FinishedRun<S>, replays: u64, manner: Manner) -> Result<Verification> {
    let mut report = Verification::default();
    if !kept.has_raw_tables() {
        tables_alone::check(kept, &mut report)?;
        check_names(kept, &mut report);
        report.shorten();
        return Ok(report);
    }
    check(kept, replays, manner, &mut report)?;
    if let Some(second) = &kept.second {
        check(second, replays, manner, &mut report)?;
    }
    report.shorten();
    Ok(report)
}

fn check<S: Subject>(kept: &FinishedRun<S>, replays: u64, manner: Manner, report: &mut Verification) -> Result<()> {
    match check_raw_tables(kept, replays, manner, report) {
        Ok(Some(totals)) => {
            check_result_tables(kept, &totals, report);
            check_comparison(kept, report)?;
        }
        // Without all rows, the right result tables are unknown.
        Ok(None) => {}
        // So much is wrong that reading stopped.
        Err(Error::Input(_)) if report.is_full() => {}
        Err(error) => report.note(error)?,
    }
    check_names(kept, report);
    Ok(())
}

/// Reads all raw tables once; the sums of all blocks, if all could be understood.
fn check_raw_tables<S: Subject>(
    kept: &FinishedRun<S>,
    replays: u64,
    manner: Manner,
    report: &mut Verification,
) -> Result<Option<Totals<S>>> {
    let FinishedRun { experiment, part, .. } = kept;
    let mut reader = RawReader::open(experiment, kept.raw(true), experiment.tables.iter().copied())?;
    let games = part.block_count(experiment.blocks) * experiment.games_per_block();
    let progress = Progress::of_games(games, manner.quiet);
    let inspector = Inspector::new(kept, sample(games, replays));
    let mut read =
        Read { totals: Some(Totals::new(&experiment.schedule, &experiment.subject)), blocks: 0, enough: None };
    let blocks = part.blocks(experiment.blocks).zip(0..).map(|(number, index)| Ok((index, reader.block(number)?)));
    let inspect = |telemetry: &mut Telemetry<S>, (index, block)| inspector.inspect(telemetry, index, &block);
    let take = |Inspected { sums, replayed, faults }| {
        report.games += experiment.games_per_block();
        report.replayed += replayed;
        report.faults.extend(faults);
        read.add(sums);
        progress.add(experiment.games_per_block());
        if report.is_full() { Err(Error::input("too many faults")) } else { Ok(()) }
    };
    let pool = ordered::pool(manner.threads)?;
    ordered::for_each(&pool, interrupt::heed()?, blocks, Telemetry::new, inspect, take)?;
    drop(progress);
    reader.end()?;
    check_manifest(kept, &reader, report)?;
    check_end(kept, &read, report);
    Ok(read.totals)
}

/// What was read of a run's blocks.
struct Read<S: Subject> {
    /// Their sums; nothing if one could not be understood.
    totals: Option<Totals<S>>,
    blocks: u64,
    /// After how many of them a stop rule was satisfied, if there is one.
    enough: Option<u64>,
}

impl<S: Subject> Read<S> {
    fn add(&mut self, sums: Option<BlockSums<S>>) {
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
fn check_end<S: Subject>(kept: &FinishedRun<S>, read: &Read<S>, report: &mut Verification) {
    let (found, planned) = (kept.experiment.blocks, kept.experiment.planned_blocks());
    let expected = read.enough.unwrap_or(planned);
    if found != expected && read.totals.is_some() {
        let manifest = kept.folder.join(MANIFEST);
        report.faults.push(format!("{}: blocks: found {found}; by `[stop]` there are {expected}", manifest.display()));
    }
}

/// The manifest must match the tables that are there, byte for byte.
fn check_manifest<S: Subject>(
    kept: &FinishedRun<S>,
    reader: &RawReader<'_, S>,
    report: &mut Verification,
) -> Result<()> {
    for (file, found) in reader.contents() {
        kept.raw(false).confirm(&file, &found).or_else(|error| report.note(error))?;
    }
    let contents: Vec<Content> = reader.contents().into_iter().map(|(_, content)| content).collect();
    let expected = Manifest::complete(&kept.experiment, &kept.part, &kept.origin, &contents);
    manifest::check_whole(&kept.folder.join(MANIFEST), &expected).or_else(|error| report.note(error))
}

fn check_result_tables<S: Subject>(kept: &FinishedRun<S>, totals: &Totals<S>, report: &mut Verification) {
    for (name, expected) in totals.files(&kept.experiment) {
        check_file(&kept.folder.join(name), &expected, report);
    }
}

/// The table of a run that is compared with another within its folder.
fn check_comparison<S: Subject>(kept: &FinishedRun<S>, report: &mut Verification) -> Result<()> {
    match analysis::kept_comparison(kept, true) {
        Ok(Some(rows)) => {
            check_file(&kept.folder.join(COMPARISON), &analysis::comparison_csv(&kept.experiment, &rows), report);
        }
        Ok(None) => {}
        Err(error) => report.note(error)?,
    }
    Ok(())
}

fn check_file(path: &Path, expected: &[u8], report: &mut Verification) {
    let fault = match holds(path, expected) {
        Ok(true) => return,
        Ok(false) => "not what the raw tables give; `sim analyse` gives it".to_owned(),
        Err(error) => error.to_string(),
    };
    report.faults.push(format!("{}: {fault}", path.display()));
}

/// Whether a file, of any size, holds this.
fn holds(path: &Path, expected: &[u8]) -> io::Result<bool> {
    Ok(fs::metadata(path)?.len() == expected.len() as u64 && fs::read(path)? == expected)
}

/// The folder must not hold any file of a run that this run does not have.
fn check_names<S: Subject>(kept: &FinishedRun<S>, report: &mut Verification) {
    let tables = kept.tables.iter().map(|table| table.file.clone());
    let users = kept.experiment.subject.files().into_iter().filter(|file| !file.is_shipped);
    let components = users.map(|file| ComponentFile::kept_name(file.key));
    let names: Vec<String> = tables.chain(components).chain([TIMING, MANIFEST].map(str::to_owned)).collect();
    let strays = file_names(&kept.experiment).into_iter().filter(|name| !names.contains(name));
    for path in strays.map(|name| kept.folder.join(name)).filter(|path| path.exists()) {
        report.faults.push(format!("{}: this run leaves no such file", path.display()));
    }
    let staging = kept.folder.join(STAGING);
    if staging.exists() {
        let why = "left by a run that was to have more blocks, or had only this left to remove; `sim run … --resume` goes on with it";
        report.faults.push(format!("{}: {why}", staging.display()));
    }
}
