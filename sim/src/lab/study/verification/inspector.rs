//! One block of a finished run: its rows, what follows from them, and some of its games replayed.

use std::collections::BTreeSet;
use std::iter;

use agents::Agent;

use crate::lab::forms::column::Entry;
use crate::lab::forms::labels::Labels;
use crate::lab::play::arena::{play, seated};
use crate::lab::play::player::{Lines, write_rows};
use crate::lab::play::telemetry::Telemetry;
use crate::lab::run::analysis::sums_of_games;
use crate::lab::run::finished_run::FinishedRun;
use crate::lab::run::raw::{RawBlock, RowReader, path_of};
use crate::lab::schedule::blocks;
use crate::lab::schedule::blocks::Fixture;
use crate::lab::subject::{RowsOf, Subject};
use crate::lab::tables::totals::BlockSums;

/// Checks blocks of a run.
pub struct Inspector<'a, S: Subject> {
    kept: &'a FinishedRun<S>,
    rows: RowReader<'a, S>,
    labels: Labels,
    agents: Vec<Box<dyn Agent<S::Game>>>,
    /// The games to replay, by their place in the folder.
    sample: BTreeSet<u64>,
}

/// What checking a block found.
pub struct Inspected<S: Subject> {
    /// What it adds to the result tables, if its rows can be read.
    pub sums: Option<BlockSums<S>>,
    /// How many of its games were replayed.
    pub replayed: u64,
    /// What is wrong with it.
    pub faults: Vec<String>,
}

impl<'a, S: Subject> Inspector<'a, S> {
    /// For a run of which these games are replayed, by their place in the folder.
    pub fn new(kept: &'a FinishedRun<S>, sample: BTreeSet<u64>) -> Self {
        let experiment = &kept.experiment;
        let (labels, agents) = (experiment.labels(), experiment.build_agents());
        Self { kept, rows: RowReader::new(experiment, &kept.folder), labels, agents, sample }
    }

    /// Checks the block of this index in the folder.
    pub fn inspect(&self, telemetry: &mut Telemetry<S>, index: u64, block: &RawBlock) -> Inspected<S> {
        match self.rows.games(block) {
            Ok(games) => self.inspect_games(telemetry, index, block, &games),
            Err(error) => Inspected { sums: None, replayed: 0, faults: vec![error.to_string()] },
        }
    }

    fn inspect_games(
        &self,
        telemetry: &mut Telemetry<S>,
        index: u64,
        block: &RawBlock,
        games: &[RowsOf<S>],
    ) -> Inspected<S> {
        let experiment = &self.kept.experiment;
        let mut inspected = Inspected { sums: Some(sums_of_games(experiment, games)), replayed: 0, faults: Vec::new() };
        let (mut concluded, mut replayed) = (Lines::default(), Lines::default());
        let first = index * experiment.games_per_block();
        let has_replays = self.sample.range(first..first + games.len() as u64).next().is_some();
        for ((place, game), fixture) in (first..).zip(games).zip(blocks::block(experiment, block.number)) {
            if let Err(broken) = experiment.subject.check(&experiment.schedule, game) {
                inspected.faults.push(format!("{}: game {}: {broken}", self.kept.folder.display(), fixture.game));
            }
            let mut again = game.clone();
            again.conclude(&S::ending(game));
            write_rows::<S>(experiment, &self.labels, &again, &mut concluded);
            if self.sample.contains(&place) {
                write_rows::<S>(experiment, &self.labels, self.replay(telemetry, &fixture), &mut replayed);
                inspected.replayed += 1;
            } else if has_replays {
                write_rows::<S>(experiment, &self.labels, &again, &mut replayed);
            }
        }
        inspected.faults.extend(self.difference(block, &concluded, "follows from the other columns"));
        if has_replays {
            inspected.faults.extend(self.difference(block, &replayed, "comes of playing the game again"));
        }
        inspected
    }

    fn replay<'t>(&self, telemetry: &'t mut Telemetry<S>, fixture: &Fixture) -> &'t RowsOf<S> {
        let experiment = &self.kept.experiment;
        let seated = seated(&self.agents, &fixture.agents[..experiment.players]);
        telemetry.rows_of(experiment, fixture, |game, watch| play(game, &fixture.seed, &seated, watch))
    }

    /// The first place in a block that differs from what it should be.
    fn difference(&self, block: &RawBlock, expected: &Lines, why: &str) -> Option<String> {
        S::raw_tables().iter().enumerate().find_map(|(place, table)| {
            let columns = table.dictionary_of(&self.kept.experiment.subject);
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
