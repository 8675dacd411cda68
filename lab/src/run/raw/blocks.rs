//! Raw tables split into blocks.

use std::fmt::Display;
use std::io::{self, BufRead, ErrorKind, Read};
use std::iter;
use std::path::{Path, PathBuf};

use interface::digest::hex;
use sha2::{Digest, Sha256};

use super::file::{BUFFER, RawFolder, TableContent, find, open, open_by_turns, path_of};
use crate::base::error::{Error, Result};
use crate::experiment::Experiment;
use crate::forms::column::header;
use crate::play::player::Lines;
use crate::run::manifest::Content;
use crate::schedule::blocks;
use crate::subject::raw::RawTable;

/// The total size of the buffers of tables in several folders, and the minimum size of one, in bytes.
const ALL_BUFFERS: usize = 256 << 20;
const LEAST_BUFFER: usize = 1 << 14;

/// An upper bound of the length of lines, which limits the memory that a damaged file can use.
const LONGEST_LINE: u64 = 1 << 14;

/// The lines of one block.
#[derive(Clone, Debug, Default)]
pub struct RawBlock {
    /// The number of the block.
    pub number: u64,
    /// The lines of each table, in the same form as in a block that was just played.
    pub lines: Lines,
    /// The number of the first of these lines in each table, from 1.
    pub first_lines: Vec<u64>,
}

impl RawBlock {
    /// Creates a block from lines that were just played, as if the tables contained nothing else.
    pub fn played(number: u64, lines: Lines) -> Self {
        let first_lines = vec![2; lines.len()];
        Self { number, lines, first_lines }
    }
}

/// A reader of several raw tables, block by block.
pub struct RawReader<'a> {
    experiment: &'a Experiment,
    folder: RawFolder<'a>,
    tables: Vec<TableReader>,
}

struct TableReader {
    /// The index in the game's list.
    place: usize,
    table: &'static RawTable,
    /// The hash of everything read.
    hash: Sha256,
    bytes: u64,
    path: PathBuf,
    file: TableContent,
    lines_read: u64,
    /// The first line of a later block, if it had to be read to find the end of the current one.
    ahead: Vec<u8>,
}

impl<'a> RawReader<'a> {
    /// Opens these tables in a folder.
    ///
    /// # Errors
    /// If a table does not exist or has another header.
    pub fn open(
        experiment: &'a Experiment,
        folder: RawFolder<'a>,
        tables: impl IntoIterator<Item = &'static str>,
    ) -> Result<Self> {
        Self::open_with(experiment, folder, tables, open)
    }

    /// Opens the tables of one of several folders that are read together, without keeping files open.
    ///
    /// # Errors
    /// As for [`open`](Self::open).
    pub fn open_one_of(
        folders: usize,
        experiment: &'a Experiment,
        folder: RawFolder<'a>,
        tables: &[&'static str],
    ) -> Result<Self> {
        // A compressed table has two buffers.
        let buffers = 2 * folders * tables.len().max(1);
        let buffer = (ALL_BUFFERS / buffers).clamp(LEAST_BUFFER, BUFFER);
        Self::open_with(experiment, folder, tables.iter().copied(), |path| open_by_turns(path, buffer))
    }

    fn open_with(
        experiment: &'a Experiment,
        folder: RawFolder<'a>,
        tables: impl IntoIterator<Item = &'static str>,
        open: impl Fn(&Path) -> io::Result<TableContent>,
    ) -> Result<Self> {
        let tables = tables.into_iter().map(|table| TableReader::open(experiment, &folder, table, &open));
        Ok(Self { experiment, folder, tables: tables.collect::<Result<_>>()? })
    }

    /// Reads the next block, which must have this number.
    ///
    /// # Errors
    /// If a table cannot be read, or ends within the block.
    pub fn block(&mut self, number: u64) -> Result<RawBlock> {
        let count = self.experiment.info().raw_tables.len();
        let mut block = RawBlock { number, lines: vec![Vec::new(); count], first_lines: vec![0; count] };
        for reader in &mut self.tables {
            block.first_lines[reader.place] = reader.next_line();
            let lines = &mut block.lines[reader.place];
            match reader.table.rows {
                Some(rows) => {
                    let games = blocks::block(self.experiment, number).count() as u64;
                    reader.read_lines(number, games * rows(self.experiment), lines)?;
                }
                None => reader.read_lines_of(number, lines)?,
            }
        }
        Ok(block)
    }

    /// Reads the blocks of these numbers, then checks that the tables end there.
    pub fn blocks(mut self, numbers: impl IntoIterator<Item = u64>) -> impl Iterator<Item = Result<RawBlock>> {
        let mut numbers = numbers.into_iter();
        iter::from_fn(move || match numbers.next() {
            Some(number) => Some(self.block(number)),
            None => self.end().err().map(Err),
        })
    }

    /// Checks that the tables end here and match the manifest.
    ///
    /// # Errors
    /// If a table continues, cannot be read, or has other content.
    pub fn end(&mut self) -> Result<()> {
        self.tables.iter_mut().try_for_each(TableReader::expect_end)?;
        self.contents().into_iter().try_for_each(|(file, found)| self.folder.confirm(&file, &found))
    }

    /// Returns the name of each file, with the rows, length and hash of the data read so far.
    pub fn contents(&self) -> Vec<(String, Content)> {
        self.tables.iter().map(TableReader::content).collect()
    }
}

impl TableReader {
    fn open(
        experiment: &Experiment,
        folder: &RawFolder<'_>,
        name: &str,
        open: impl Fn(&Path) -> io::Result<TableContent>,
    ) -> Result<Self> {
        let (place, table) =
            experiment.info().raw_tables.iter().enumerate().find(|(_, table)| table.name == name).expect("a raw table");
        let path = find(folder.path, name)?.unwrap_or_else(|| path_of(folder.path, name));
        let file = open(&path).map_err(|error| Error::of_path(&path, &error, "the table of a run"))?;
        let hash = Sha256::new();
        let mut reader = Self { place, table, hash, bytes: 0, path, file, lines_read: 0, ahead: Vec::new() };
        reader.expect_header(&header(&(table.dictionary)(Some(experiment))))?;
        Ok(reader)
    }

    fn expect_header(&mut self, expected: &str) -> Result<()> {
        let mut found = Vec::new();
        self.read_line(&mut found)?;
        self.count(&found);
        if found == expected.as_bytes() {
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

    /// Reads the lines that start with this block's number. The next line is kept for its own block.
    fn read_lines_of(&mut self, block: u64, lines: &mut Vec<u8>) -> Result<()> {
        let (start, first) = (lines.len(), format!("{block},"));
        while self.look_ahead()? && self.ahead.starts_with(first.as_bytes()) {
            lines.append(&mut self.ahead);
        }
        self.count(&lines[start..]);
        Ok(())
    }

    /// Reads one line ahead, unless there already is one. Returns whether there is one.
    fn look_ahead(&mut self) -> Result<bool> {
        if self.ahead.is_empty() {
            let mut ahead = std::mem::take(&mut self.ahead);
            let is_whole = self.read_line(&mut ahead)?;
            if !is_whole && !ahead.is_empty() {
                return Err(self.fault("ends within a row"));
            }
            self.lines_read -= u64::from(ahead.is_empty());
            self.ahead = ahead;
        }
        Ok(!self.ahead.is_empty())
    }

    /// Returns the number of the first line that is not in any block yet, from 1.
    fn next_line(&self) -> u64 {
        self.lines_read + u64::from(self.ahead.is_empty())
    }

    fn count(&mut self, read: &[u8]) {
        self.bytes += read.len() as u64;
        self.hash.update(read);
    }

    fn content(&self) -> (String, Content) {
        let file = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let sha256 = hex(&self.hash.clone().finalize());
        (file, Content { rows: self.lines_read - 1, bytes: self.bytes, sha256 })
    }

    /// Appends a line with its line end. Returns whether the line was complete.
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
        if rest.map_err(|error| self.unreadable(&error))? && self.ahead.is_empty() {
            return Ok(());
        }
        self.lines_read += u64::from(self.ahead.is_empty());
        Err(self.fault("more rows than the run has"))
    }

    /// Creates the error of a failed read: bad input if decompression fails, otherwise a machine failure.
    fn unreadable(&self, error: &io::Error) -> Error {
        match error.kind() {
            ErrorKind::InvalidData | ErrorKind::InvalidInput | ErrorKind::UnexpectedEof => {
                self.fault(format!("cannot be decompressed ({error})"))
            }
            _ => Error::of_path(&self.path, error, ""),
        }
    }

    fn fault(&self, what: impl Display) -> Error {
        Error::input(format_args!("{}:{}", self.path.display(), self.lines_read), &what, "the table as the run left it")
    }
}
