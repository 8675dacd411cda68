//! Whether a finished run is as a run leaves it: its files, their hashes and rows, what adds up, and games that are played again.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use agents::Agent;
use engine::random::mix;
use engine::skye::Skye;

use crate::analysis::sums_of_games;
use crate::arena::play;
use crate::block::write_rows;
use crate::comparison::{self, COMPARISON};
use crate::error::{Error, Result};
use crate::fixtures::{self, Fixture};
use crate::folder::journal::Mark;
use crate::folder::{MANIFEST, STAGING, file_name};
use crate::identity;
use crate::kept::Kept;
use crate::laws;
use crate::manifest::{Content, Manifest};
use crate::progress::Progress;
use crate::raw::{Lines, RawBlock, RawReader, RowReader};
use crate::rows::GameRows;
use crate::tables::RawTable;
use crate::tables::results::{BlockSums, Totals};
use crate::telemetry::{Telemetry, conclude};
use crate::tournament::Manner;
use crate::{interrupt, ordered};

/// The most faults that are told one by one.
const MAX_FAULTS: usize = 20;

/// What was found.
#[derive(Default, Debug)]
pub struct Report {
    /// Games whose rows were read.
    pub games: u64,
    /// Games that were played again.
    pub replayed: u64,
    /// What is not as a run leaves it, at most the first 20.
    pub faults: Vec<String>,
}

/// Checks everything, and plays about so many games again.
///
/// # Errors
/// If threads cannot be made, or Ctrl-C is pressed. What is wrong with the run is in the report.
pub fn verify(kept: &Kept, replays: u64, manner: Manner) -> Result<Report> {
    let mut report = Report::default();
    let totals = check_raw_tables(kept, replays, manner, &mut report)?;
    if let Some(totals) = totals {
        check_result_tables(kept, &totals, &mut report);
        check_comparison(kept, &mut report)?;
    }
    check_left_overs(kept, &mut report);
    report.faults.truncate(MAX_FAULTS);
    Ok(report)
}

/// Reads all raw tables once; the sums of all blocks, if all could be read.
fn check_raw_tables(kept: &Kept, replays: u64, manner: Manner, report: &mut Report) -> Result<Option<Totals>> {
    let Kept { experiment, part, folder, .. } = kept;
    let mut reader = match RawReader::open_hashing(experiment, folder, experiment.tables.iter().copied()) {
        Ok(reader) => reader,
        Err(error) => return report.note(error).map(|()| None),
    };
    let pool = ordered::pool(manner.threads)?;
    let blocks = part.block_count(experiment.blocks);
    let progress = Progress::of_games(blocks * experiment.games_per_block(), manner.quiet);
    let inspector = Inspector::new(kept, sample(blocks * experiment.games_per_block(), replays));
    let mut totals = Totals::new(experiment);
    let items =
        part.blocks(experiment.blocks).enumerate().map(|(index, number)| Ok((index as u64, reader.block(number)?)));
    let work = |telemetry: &mut Telemetry, (index, block)| inspector.inspect(telemetry, index, &block);
    let mut is_whole = true;
    let read = ordered::for_each(&pool, interrupt::heed()?, items, Telemetry::new, work, |inspected: Inspected| {
        report.games += experiment.games_per_block();
        report.replayed += inspected.replayed;
        is_whole &= inspected.sums.is_some();
        inspected.sums.iter().for_each(|sums| totals.add(sums));
        report.faults.extend(inspected.faults);
        progress.add(experiment.games_per_block());
        if report.faults.len() > MAX_FAULTS { Err(Error::input("more faults than are told")) } else { Ok(()) }
    });
    drop(progress);
    match read.and_then(|()| reader.end()) {
        Ok(()) => check_manifest(kept, &reader, report)?,
        Err(error) => {
            report.note(error)?;
            is_whole = false;
        }
    }
    Ok(is_whole.then_some(totals))
}

/// The manifest must be the one of the tables that are there, byte for byte.
fn check_manifest(kept: &Kept, reader: &RawReader<'_>, report: &mut Report) -> Result<()> {
    for (file, found) in reader.contents() {
        kept.confirm_table(&file, &found).or_else(|error| report.note(error))?;
    }
    let mark = |(_, Content { bytes, sha256, .. })| Mark { bytes, sha256 };
    let marks: Vec<Mark> = reader.contents().into_iter().map(mark).collect();
    let expected = Manifest::complete(&kept.experiment, &kept.part, &kept.origin, &marks);
    identity::check_whole(&kept.folder.join(MANIFEST), &expected).or_else(|error| report.note(error))
}

fn check_result_tables(kept: &Kept, totals: &Totals, report: &mut Report) {
    for (name, expected) in totals.files(&kept.experiment) {
        check_file(&kept.folder.join(name), &expected, report);
    }
}

/// The table of a run that is compared with another within its folder.
fn check_comparison(kept: &Kept, report: &mut Report) -> Result<()> {
    match comparison::of_run(&kept.experiment, &kept.folder, &kept.folder) {
        Ok(Some(rows)) => {
            check_file(&kept.folder.join(COMPARISON), &comparison::csv(&kept.experiment, &rows), report);
        }
        Ok(None) => {}
        Err(error) => report.note(error)?,
    }
    Ok(())
}

fn check_file(path: &Path, expected: &[u8], report: &mut Report) {
    match fs::read(path) {
        Ok(found) if found == expected => {}
        Ok(_) => {
            let fault = "not what the raw tables give; `sim analyse` gives it";
            report.faults.push(format!("{}: {fault}", path.display()));
        }
        Err(error) => report.faults.push(format!("{}: {error}", path.display())),
    }
}

fn check_left_overs(kept: &Kept, report: &mut Report) {
    let staging = kept.folder.join(STAGING);
    if staging.exists() {
        report.faults.push(format!("{}: a complete run has no such folder", staging.display()));
    }
}

impl Report {
    /// Takes what is the run's fault; passes on what is not.
    fn note(&mut self, error: Error) -> Result<()> {
        match error {
            Error::Input(fault) => self.faults.push(fault),
            Error::Other(_) | Error::Interrupted => return Err(error),
        }
        Ok(())
    }
}

/// Which games are played again, by their place in the folder: one of every so many, drawn at random, the same each time.
fn sample(games: u64, replays: u64) -> BTreeSet<u64> {
    let span = |index: u64| (u128::from(index) * u128::from(games) / u128::from(replays.max(1))) as u64;
    let one = |index| {
        let (first, end) = (span(index), span(index + 1));
        first + mix([games, index]) % (end - first).max(1)
    };
    (0..replays.min(games)).map(one).collect()
}

/// Checks one block.
struct Inspector<'a> {
    kept: &'a Kept,
    rows: RowReader<'a>,
    agents: Vec<Box<dyn Agent<Skye>>>,
    sample: BTreeSet<u64>,
}

/// What a block came to.
struct Inspected {
    sums: Option<BlockSums>,
    replayed: u64,
    faults: Vec<String>,
}

impl<'a> Inspector<'a> {
    fn new(kept: &'a Kept, sample: BTreeSet<u64>) -> Self {
        let experiment = &kept.experiment;
        Self { kept, rows: RowReader::new(experiment, &kept.folder), agents: experiment.build_agents(), sample }
    }

    fn inspect(&self, telemetry: &mut Telemetry, index: u64, block: &RawBlock) -> Inspected {
        let experiment = &self.kept.experiment;
        let mut inspected = Inspected { sums: None, replayed: 0, faults: Vec::new() };
        let games = match self.rows.games(block) {
            Ok(games) => games,
            Err(error) => {
                inspected.faults.push(error.to_string());
                return inspected;
            }
        };
        let mut written = Lines::default();
        let mut replayed = Lines::default();
        for (place, (game, fixture)) in
            (index * experiment.games_per_block()..).zip(games.iter().zip(fixtures::block(experiment, block.number)))
        {
            if let Err(broken) = laws::check(experiment, &fixture, game) {
                inspected.faults.push(format!("{}: game {}: {broken}", self.kept.folder.display(), fixture.game));
            }
            let again = concluded(game);
            write_rows(experiment, &again, &mut written);
            if self.sample.contains(&place) && inspected.faults.is_empty() {
                write_rows(experiment, self.replay(telemetry, &fixture), &mut replayed);
                inspected.replayed += 1;
            } else {
                write_rows(experiment, &again, &mut replayed);
            }
        }
        inspected.faults.extend(self.difference(block, &written, "follows from the other columns"));
        inspected.faults.extend(self.difference(block, &replayed, "comes of playing the game again"));
        inspected.sums = Some(sums_of_games(experiment, &games));
        inspected
    }

    fn replay<'t>(&self, telemetry: &'t mut Telemetry, fixture: &Fixture) -> &'t GameRows {
        let experiment = &self.kept.experiment;
        let game = experiment.game(fixture.seed.scoring).expect("an experiment is checked before it runs");
        let seated: Vec<&dyn Agent<Skye>> =
            fixture.agents[..experiment.players].iter().map(|&agent| &*self.agents[agent]).collect();
        telemetry.rows_of(&game, fixture, |watch| play(&game, &fixture.seed, &seated, watch))
    }

    /// The first cell of a block that should be another.
    fn difference(&self, block: &RawBlock, expected: &Lines, why: &str) -> Option<String> {
        RawTable::ALL.into_iter().find_map(|table| {
            let index = table as usize;
            let (line, column, found, expected) = first_difference(table, &block.lines[index], &expected[index])?;
            let (path, line) = (self.kept.folder.join(file_name(table)), block.first_lines[index] + line);
            Some(format!("{}:{line}: {column}: found `{found}`, and `{expected}` {why}", path.display()))
        })
    }
}

/// The same game with everything that follows from points and gold computed again.
fn concluded(game: &GameRows) -> GameRows {
    let mut again = game.clone();
    let points: Vec<i32> = game.seats.iter().map(|seat| seat.vp.into()).collect();
    let gold: Vec<i32> = game.seats.iter().map(|seat| seat.gold_left.into()).collect();
    let outcome = engine::Outcome::ranked(&points, &gold);
    again.seats.iter_mut().zip(&outcome.ranks).for_each(|(seat, &rank)| seat.rank = rank);
    conclude(&mut again, &outcome);
    again
}

/// Line, column, what is there and what should be; nothing if all is as it should be.
fn first_difference(table: RawTable, found: &[u8], expected: &[u8]) -> Option<(u64, String, String, String)> {
    if found == expected {
        return None;
    }
    let lines = |bytes: &[u8]| String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect::<Vec<_>>();
    let pairs = lines(found).into_iter().zip(lines(expected));
    let (line, (found, expected)) = pairs.enumerate().find(|(_, (found, expected))| found != expected)?;
    let cells = found.split(',').zip(expected.split(','));
    let (column, (found, expected)) = cells.enumerate().find(|(_, (found, expected))| found != expected)?;
    let column = table.dictionary().get(column).map_or(String::new(), |entry| entry.name.clone());
    Some((line as u64, column, found.to_owned(), expected.to_owned()))
}
