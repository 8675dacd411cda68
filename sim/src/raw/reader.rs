//! Raw tables cut into blocks.

use std::fmt::Display;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::iter;
use std::path::{Path, PathBuf};

use engine::skye::action::DRAWN;
use sha2::{Digest, Sha256};

use crate::compression::{open, path_of};
use crate::digest::hex;
use crate::error::{Error, Result};
use crate::experiment::Experiment;
use crate::fixtures;
use crate::manifest::Content;
use crate::tables::RawTable;
use crate::tables::column::header;

/// Longer than any line that a run writes. No more is kept of a line, whatever a damaged file holds.
const LONGEST_LINE: u64 = 1 << 14;

/// Lines for each raw table, in the order of [`RawTable::ALL`]; none for tables that are not written or read.
pub type Lines = [Vec<u8>; RawTable::ALL.len()];

/// The lines of one block.
#[derive(Clone, Debug, Default)]
pub struct RawBlock {
    /// Its number.
    pub number: u64,
    /// As in a block that was just played.
    pub lines: Lines,
    /// The number of each table's first line of these, from 1.
    pub first_lines: [u64; RawTable::ALL.len()],
}

/// Raw tables, read together, block by block.
pub struct RawReader<'a> {
    experiment: &'a Experiment,
    tables: Vec<TableReader>,
}

struct TableReader {
    table: RawTable,
    /// Of all that was read, if it is wanted.
    hash: Option<Sha256>,
    bytes: u64,
    path: PathBuf,
    file: BufReader<Box<dyn Read + Send>>,
    lines_read: u64,
}

impl<'a> RawReader<'a> {
    /// Opens these tables in a folder.
    ///
    /// # Errors
    /// If one is not there or has another header.
    pub fn open(experiment: &'a Experiment, folder: &Path, tables: impl IntoIterator<Item = RawTable>) -> Result<Self> {
        Self::open_with(experiment, folder, tables, None)
    }

    /// The same, taking the hash of all that is read.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_hashing(
        experiment: &'a Experiment,
        folder: &Path,
        tables: impl IntoIterator<Item = RawTable>,
    ) -> Result<Self> {
        Self::open_with(experiment, folder, tables, Some(Sha256::new()))
    }

    fn open_with(
        experiment: &'a Experiment,
        folder: &Path,
        tables: impl IntoIterator<Item = RawTable>,
        hash: Option<Sha256>,
    ) -> Result<Self> {
        let open = |table| TableReader::open(folder, table, hash.clone());
        let tables = tables.into_iter().map(open).collect::<Result<_>>()?;
        Ok(Self { experiment, tables })
    }

    /// The next block, which must be that of this number.
    ///
    /// # Errors
    /// If a table cannot be read, or ends within the block.
    pub fn block(&mut self, number: u64) -> Result<RawBlock> {
        let mut block = RawBlock { number, ..RawBlock::default() };
        for reader in &mut self.tables {
            let rows = rows_in_block(self.experiment, reader.table, number);
            block.first_lines[reader.table as usize] = reader.lines_read + 1;
            reader.read_lines(number, rows, &mut block.lines[reader.table as usize])?;
        }
        Ok(block)
    }

    /// The blocks of these numbers, and then the end of the tables, which must not go on.
    pub fn blocks(mut self, numbers: impl IntoIterator<Item = u64>) -> impl Iterator<Item = Result<RawBlock>> {
        let mut numbers = numbers.into_iter();
        iter::from_fn(move || match numbers.next() {
            Some(number) => Some(self.block(number)),
            None => self.end().err().map(Err),
        })
    }

    /// Makes sure that the tables end here.
    ///
    /// # Errors
    /// If one goes on, or cannot be read.
    pub fn end(&mut self) -> Result<()> {
        self.tables.iter_mut().try_for_each(TableReader::expect_end)
    }

    /// What was read of each table so far, if hashes are taken: the file's name, rows, length and hash.
    pub fn contents(&self) -> Vec<(String, Content)> {
        self.tables.iter().filter_map(TableReader::content).collect()
    }
}

/// How many rows a block has in a table; it does not depend on how its games go.
pub fn rows_in_block(experiment: &Experiment, table: RawTable, number: u64) -> u64 {
    fixtures::block(experiment, number).count() as u64 * rows_in_game(experiment, table)
}

/// How many rows a game has in a table.
pub fn rows_in_game(experiment: &Experiment, table: RawTable) -> u64 {
    let players = experiment.players as u64;
    match table {
        RawTable::Games => 1,
        RawTable::Seats => players,
        RawTable::Offers => players * (DRAWN * experiment.rules.round_count()) as u64,
        RawTable::Scores => players * scorings(experiment),
    }
}

/// Scorings of one player in a game.
fn scorings(experiment: &Experiment) -> u64 {
    experiment.rules.rounds.iter().map(|round| round.scores.iter().count() as u64).sum()
}

impl TableReader {
    fn open(folder: &Path, table: RawTable, hash: Option<Sha256>) -> Result<Self> {
        let path = path_of(folder, table);
        let file = open(&path)
            .map_err(|error| Error::input(format!("{}: {error}; accepted: the table of a run", path.display())))?;
        let mut reader = Self { table, hash, bytes: 0, path, file, lines_read: 0 };
        reader.expect_header()?;
        Ok(reader)
    }

    fn expect_header(&mut self) -> Result<()> {
        let mut found = Vec::new();
        self.read_line(&mut found)?;
        self.count(&found);
        if found == header(&self.table.dictionary()).as_bytes() {
            return Ok(());
        }
        Err(self.fault("the first line is not the header of this table"))
    }

    fn read_lines(&mut self, block: u64, count: u64, lines: &mut Vec<u8>) -> Result<()> {
        let start = lines.len();
        for _ in 0..count {
            if !self.read_line(lines)? {
                return Err(self.fault(format!("ends within block {block}")));
            }
        }
        self.count(&lines[start..]);
        Ok(())
    }

    fn count(&mut self, read: &[u8]) {
        self.bytes += read.len() as u64;
        self.hash.iter_mut().for_each(|hash| hash.update(read));
    }

    fn content(&self) -> Option<(String, Content)> {
        let sha256 = hex(&self.hash.clone()?.finalize());
        let file = self.path.file_name()?.to_string_lossy().into_owned();
        Some((file, Content { rows: self.lines_read - 1, bytes: self.bytes, sha256 }))
    }

    /// Appends a line with its end; whether there was a whole one.
    fn read_line(&mut self, lines: &mut Vec<u8>) -> Result<bool> {
        let read = self.file.by_ref().take(LONGEST_LINE).read_until(b'\n', lines);
        let length = read.map_err(|error| self.unreadable(&error))?;
        self.lines_read += 1;
        let is_whole = length > 0 && lines.ends_with(b"\n");
        if length as u64 == LONGEST_LINE && !is_whole {
            return Err(self.fault(format!("a line of more than {LONGEST_LINE} bytes")));
        }
        Ok(is_whole)
    }

    fn expect_end(&mut self) -> Result<()> {
        let rest = self.file.fill_buf().map(<[u8]>::is_empty);
        if rest.map_err(|error| self.unreadable(&error))? {
            return Ok(());
        }
        self.lines_read += 1;
        Err(self.fault("more rows than the run has"))
    }

    /// A disk that fails is no bad input; compressed bytes that make no sense are.
    fn unreadable(&self, error: &io::Error) -> Error {
        match error.kind() {
            ErrorKind::InvalidData | ErrorKind::InvalidInput | ErrorKind::UnexpectedEof => {
                self.fault(format!("cannot be decompressed ({error})"))
            }
            _ => Error::other(format!("{}: {error}", self.path.display())),
        }
    }

    fn fault(&self, what: impl Display) -> Error {
        Error::input(format!(
            "{}:{}: {what}; accepted: the table as the run left it",
            self.path.display(),
            self.lines_read
        ))
    }
}
