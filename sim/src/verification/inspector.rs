//! One block of a finished run: its rows, what follows from them, and some of its games played again.

use std::collections::BTreeSet;
use std::iter;

use agents::Agent;
use engine::Outcome;
use engine::skye::Skye;

use super::laws;
use crate::analysis::sums_of_games;
use crate::arena::play;
use crate::block::write_rows;
use crate::compression::path_of;
use crate::fixtures::{self, Fixture};
use crate::kept::Kept;
use crate::raw::{Lines, RawBlock, RowReader};
use crate::rows::GameRows;
use crate::tables::RawTable;
use crate::tables::results::BlockSums;
use crate::telemetry::{Telemetry, conclude};

/// Checks blocks of a run.
pub struct Inspector<'a> {
    kept: &'a Kept,
    rows: RowReader<'a>,
    agents: Vec<Box<dyn Agent<Skye>>>,
    /// The games to be played again, by their place in the folder.
    sample: BTreeSet<u64>,
}

/// What a block came to.
pub struct Inspected {
    /// What it adds to the result tables, if its rows can be read.
    pub sums: Option<BlockSums>,
    /// How many of its games were played again.
    pub replayed: u64,
    /// What is wrong with it.
    pub faults: Vec<String>,
}

impl<'a> Inspector<'a> {
    /// For a run of which these games are played again, by their place in the folder.
    pub fn new(kept: &'a Kept, sample: BTreeSet<u64>) -> Self {
        let experiment = &kept.experiment;
        Self { kept, rows: RowReader::new(experiment, &kept.folder), agents: experiment.build_agents(), sample }
    }

    /// Checks the block of this index in the folder.
    pub fn inspect(&self, telemetry: &mut Telemetry, index: u64, block: &RawBlock) -> Inspected {
        match self.rows.games(block) {
            Ok(games) => self.inspect_games(telemetry, index, block, &games),
            Err(error) => Inspected { sums: None, replayed: 0, faults: vec![error.to_string()] },
        }
    }

    fn inspect_games(&self, telemetry: &mut Telemetry, index: u64, block: &RawBlock, games: &[GameRows]) -> Inspected {
        let experiment = &self.kept.experiment;
        let mut inspected = Inspected { sums: Some(sums_of_games(experiment, games)), replayed: 0, faults: Vec::new() };
        let (mut concluded, mut replayed) = (Lines::default(), Lines::default());
        let first = index * experiment.games_per_block();
        let has_replays = self.sample.range(first..first + games.len() as u64).next().is_some();
        for ((place, game), fixture) in (first..).zip(games).zip(fixtures::block(experiment, block.number)) {
            if let Err(broken) = laws::check(experiment, game) {
                inspected.faults.push(format!("{}: game {}: {broken}", self.kept.folder.display(), fixture.game));
            }
            let again = conclude_again(game);
            write_rows(experiment, &again, &mut concluded);
            if self.sample.contains(&place) {
                write_rows(experiment, self.replay(telemetry, &fixture), &mut replayed);
                inspected.replayed += 1;
            } else if has_replays {
                write_rows(experiment, &again, &mut replayed);
            }
        }
        inspected.faults.extend(self.difference(block, &concluded, "follows from the other columns"));
        if has_replays {
            inspected.faults.extend(self.difference(block, &replayed, "comes of playing the game again"));
        }
        inspected
    }

    fn replay<'t>(&self, telemetry: &'t mut Telemetry, fixture: &Fixture) -> &'t GameRows {
        let experiment = &self.kept.experiment;
        let game = experiment.game(fixture.seed.scoring).expect("an experiment is checked before it runs");
        let seats = &fixture.agents[..experiment.players];
        let seated: Vec<&dyn Agent<Skye>> = seats.iter().map(|&agent| &*self.agents[agent]).collect();
        telemetry.rows_of(&game, fixture, |watch| play(&game, &fixture.seed, &seated, watch))
    }

    /// The first place in a block where something else should be.
    fn difference(&self, block: &RawBlock, expected: &Lines, why: &str) -> Option<String> {
        RawTable::ALL.into_iter().find_map(|table| {
            let index = table as usize;
            let Difference { line, column, found, expected } =
                Difference::first(table, &block.lines[index], &expected[index])?;
            let (path, line) = (path_of(&self.kept.folder, table), block.first_lines[index] + line);
            Some(format!("{}:{line}: {column}: found `{found}`, and `{expected}` {why}", path.display()))
        })
    }
}

/// The same game with everything that follows from points and gold computed again.
fn conclude_again(game: &GameRows) -> GameRows {
    let mut again = game.clone();
    let points: Vec<i32> = game.seats.iter().map(|seat| seat.vp.into()).collect();
    let gold: Vec<i32> = game.seats.iter().map(|seat| seat.gold_left.into()).collect();
    let outcome = Outcome::ranked(&points, &gold);
    again.seats.iter_mut().zip(&outcome.ranks).for_each(|(seat, &rank)| seat.rank = rank);
    conclude(&mut again, &outcome);
    again
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
    fn first(table: RawTable, found: &[u8], expected: &[u8]) -> Option<Self> {
        let (line, (found, expected)) = first_pair(found, expected, b'\n')?;
        let (column, (found, expected)) = first_pair(found, expected, b',')?;
        let column =
            table.dictionary().get(column).map_or("behind the last column".to_owned(), |entry| entry.name.clone());
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).escape_debug().to_string();
        Some(Self { line: line as u64, column, found: text(found), expected: text(expected) })
    }
}

type Pair<'a> = (&'a [u8], &'a [u8]);

/// The first pieces between these bytes that differ, and their index. One that is missing counts as empty.
fn first_pair<'a>(one: &'a [u8], other: &'a [u8], between: u8) -> Option<(usize, Pair<'a>)> {
    let pieces = |bytes: &'a [u8]| bytes.split(move |&byte| byte == between).chain(iter::repeat(&[][..]));
    let count = |bytes: &[u8]| 1 + bytes.iter().filter(|&&byte| byte == between).count();
    let pairs = pieces(one).zip(pieces(other)).take(count(one).max(count(other)));
    pairs.enumerate().find(|(_, (one, other))| one != other)
}
