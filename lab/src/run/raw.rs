//! Raw tables read back: block by block, with the lines and rows that playing the blocks gives, or column by column.
//!
//! [`RawReader`] cuts tables into blocks; [`RowReader`] turns a block's lines into rows. Results that are computed from these are those of
//! the run, since every value that enters a result is in the tables in full: fractions are written so that their whole-number parts can be
//! told.

use std::fmt::Display;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::{io, iter};

use csv::ByteRecord;
use flate2::bufread::MultiGzDecoder;
use flate2::{Compression as Level, GzBuilder};
use interface::digest::hex;
use sha2::{Digest, Sha256};

use crate::base::error::{Error, Result};
use crate::base::files::exists;
use crate::experiment::Experiment;
use crate::forms::cells::{CellFault, CellReader};
use crate::forms::column::header;
use crate::forms::compression::{Compression, GZIP_ENDING};
use crate::forms::labels::Labels;
use crate::play::player::Lines;
use crate::run::manifest::{Content, KeptTable, MANIFEST};
use crate::schedule::Schedule;
use crate::schedule::blocks::{self, Fixture};
use crate::subject::Subject;
use crate::subject::raw::{RawTable, RowCount, is_always_written};
use crate::subject::raw_column::read_raw_row;
use crate::subject::rows::Rows;

/// The byte that means "unknown operating system".
const NO_SYSTEM: u8 = 255;

/// Bytes read or written at once.
const BUFFER: usize = 1 << 20;

/// Bytes of the buffers of all tables that are read by turns, and the least of one.
const ALL_BUFFERS: usize = 256 << 20;
const LEAST_BUFFER: usize = 1 << 14;

/// Where a raw table is in a folder, compressed or not, or where it would be; for errors.
pub fn path_of(folder: &Path, table: &str) -> PathBuf {
    find(folder, table).ok().flatten().unwrap_or_else(|| folder.join(Compression::None.file_name(table)))
}

/// Where a raw table is in a folder, compressed or not; `None` if it is not there.
///
/// # Errors
/// If that cannot be told.
pub fn find(folder: &Path, table: &str) -> Result<Option<PathBuf>> {
    for path in Compression::ALL.map(|compression| folder.join(compression.file_name(table))) {
        if exists(&path)? {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

/// The content of a file, decompressed if its name says so.
pub type TableContent = BufReader<Box<dyn Read + Send>>;

/// Opens a table.
///
/// # Errors
/// If it cannot be opened.
pub fn open(path: &Path) -> io::Result<TableContent> {
    let file = File::open(path)?;
    Ok(content(path, file, BUFFER))
}

/// Opens a table of which no handle is held between two reads, so that any number of them can be read together.
///
/// # Errors
/// If it cannot be opened.
fn open_by_turns(path: &Path, buffer: usize) -> io::Result<TableContent> {
    Ok(content(path, ReopenedFile::of(path)?, buffer))
}

fn content(path: &Path, file: impl Read + Send + 'static, buffer: usize) -> TableContent {
    let content: Box<dyn Read + Send> = if is_compressed(path) {
        Box::new(MultiGzDecoder::new(BufReader::with_capacity(buffer, file)))
    } else {
        Box::new(file)
    };
    BufReader::with_capacity(buffer, content)
}

/// A file that is opened for each read, at the place where the last one ended.
struct ReopenedFile {
    path: PathBuf,
    place: u64,
}

impl ReopenedFile {
    /// Makes sure that it can be opened.
    fn of(path: &Path) -> io::Result<Self> {
        File::open(path)?;
        Ok(Self { path: path.to_path_buf(), place: 0 })
    }
}

impl Read for ReopenedFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(self.place))?;
        let count = file.read(buffer)?;
        self.place += count as u64;
        Ok(count)
    }
}

fn is_compressed(path: &Path) -> bool {
    path.to_string_lossy().ends_with(GZIP_ENDING)
}

/// Writes a compressed copy of a file: the same bytes for the same content, without time, name or system.
///
/// # Errors
/// If one cannot be read or the other not written; it is on the disk when this returns.
pub fn compress(from: &Path, to: &Path) -> io::Result<()> {
    let mut plain = File::open(from)?;
    let file = BufWriter::with_capacity(BUFFER, File::create(to)?);
    let mut compressed = GzBuilder::new().mtime(0).operating_system(NO_SYSTEM).write(file, Level::default());
    io::copy(&mut plain, &mut compressed)?;
    let mut file = compressed.finish()?;
    file.flush()?;
    file.get_ref().sync_data()
}

/// A folder with raw tables.
#[derive(Copy, Clone, Debug)]
pub struct RawFolder<'a> {
    /// Its path.
    pub path: &'a Path,
    /// What they must hold, by its manifest; nothing if anything readable will do.
    pub vouched: Option<&'a [KeptTable]>,
}

impl<'a> RawFolder<'a> {
    /// Tables that this program has just written.
    pub fn fresh(path: &'a Path) -> Self {
        Self { path, vouched: None }
    }

    /// Compares what a table holds with what it must hold.
    ///
    /// # Errors
    /// If it is something else.
    pub fn confirm(&self, file: &str, found: &Content) -> Result<()> {
        let Some(vouched) = self.vouched else { return Ok(()) };
        let expected = vouched.iter().find(|table| table.file == file).and_then(|table| table.content.as_ref());
        if expected == Some(found) {
            return Ok(());
        }
        let shown = |content: &Content| format!("{} bytes, SHA-256 {}", content.bytes, content.sha256);
        let (found, expected) = (shown(found), expected.map_or("nothing".to_owned(), shown));
        let [path, manifest] = [file, MANIFEST].map(|name| self.path.join(name));
        Err(Error::input(format!(
            "{}: found {found}; accepted: {expected}, as {} says (`sim analyse` and `sim compare` take changed tables with --edited)",
            path.display(),
            manifest.display()
        )))
    }
}

/// Longer than any line that a run writes. No more is kept of a line, whatever a damaged file holds.
const LONGEST_LINE: u64 = 1 << 14;

/// The lines of one block.
#[derive(Clone, Debug, Default)]
pub struct RawBlock {
    /// Its number.
    pub number: u64,
    /// As in a block that was just played.
    pub lines: Lines,
    /// The number of the first of these lines in each table, from 1.
    pub first_lines: Vec<u64>,
}

impl RawBlock {
    /// A block that was just played, as if it were read from tables that hold nothing else.
    pub fn played(number: u64, lines: Lines) -> Self {
        let first_lines = vec![2; lines.len()];
        Self { number, lines, first_lines }
    }
}

/// Raw tables, read together, block by block.
pub struct RawReader<'a> {
    experiment: &'a Experiment,
    folder: RawFolder<'a>,
    tables: Vec<TableReader>,
}

struct TableReader {
    /// Its place in the game's list.
    place: usize,
    table: &'static RawTable,
    /// Of all that was read.
    hash: Sha256,
    bytes: u64,
    path: PathBuf,
    file: BufReader<Box<dyn Read + Send>>,
    lines_read: u64,
    /// A line of a later block, where only that shows where a block ends.
    ahead: Vec<u8>,
}

impl<'a> RawReader<'a> {
    /// Opens these tables in a folder.
    ///
    /// # Errors
    /// If one is not there or has another header.
    pub fn open(
        experiment: &'a Experiment,
        folder: RawFolder<'a>,
        tables: impl IntoIterator<Item = &'static str>,
    ) -> Result<Self> {
        Self::open_with(experiment, folder, tables, open)
    }

    /// The same for one of so many folders that are read together: no handle is held between two reads.
    ///
    /// # Errors
    /// As [`open`](Self::open).
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

    /// The next block, which must have this number.
    ///
    /// # Errors
    /// If a table cannot be read, or ends within the block.
    pub fn block(&mut self, number: u64) -> Result<RawBlock> {
        let count = self.experiment.info().raw_tables.len();
        let mut block = RawBlock { number, lines: vec![Vec::new(); count], first_lines: vec![0; count] };
        for reader in &mut self.tables {
            block.first_lines[reader.place] = reader.next_line();
            let lines = &mut block.lines[reader.place];
            match rows_in_game(self.experiment, reader.table) {
                Some(rows) => {
                    let games = blocks::block(self.experiment, number).count() as u64;
                    reader.read_lines(number, games * rows, lines)?;
                }
                None => reader.read_lines_of(number, lines)?,
            }
        }
        Ok(block)
    }

    /// The blocks of these numbers, then the end of the tables: nothing may follow.
    pub fn blocks(mut self, numbers: impl IntoIterator<Item = u64>) -> impl Iterator<Item = Result<RawBlock>> {
        let mut numbers = numbers.into_iter();
        iter::from_fn(move || match numbers.next() {
            Some(number) => Some(self.block(number)),
            None => self.end().err().map(Err),
        })
    }

    /// Makes sure that the tables end here, and hold what they must.
    ///
    /// # Errors
    /// If one continues, cannot be read, or holds something else.
    pub fn end(&mut self) -> Result<()> {
        self.tables.iter_mut().try_for_each(TableReader::expect_end)?;
        self.contents().into_iter().try_for_each(|(file, found)| self.folder.confirm(&file, &found))
    }

    /// What has been read of each table so far: the file's name, rows, length and hash.
    pub fn contents(&self) -> Vec<(String, Content)> {
        self.tables.iter().map(TableReader::content).collect()
    }
}

/// How many rows a game has in a table; nothing where that depends on play.
fn rows_in_game(experiment: &Experiment, table: &RawTable) -> Option<u64> {
    match table.extent {
        RowCount::Fixed(count) => Some(count(&*experiment.subject, experiment.players)),
        RowCount::Varies => None,
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
        reader.expect_header(&header(&table.dictionary_of(&experiment.schedule, &*experiment.subject)))?;
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

    /// Reads the lines that begin with the number of this block; the first other one waits for its block.
    fn read_lines_of(&mut self, block: u64, lines: &mut Vec<u8>) -> Result<()> {
        let (start, first) = (lines.len(), format!("{block},"));
        while self.look_ahead()? && self.ahead.starts_with(first.as_bytes()) {
            lines.append(&mut self.ahead);
        }
        self.count(&lines[start..]);
        Ok(())
    }

    /// Reads one line ahead, unless one is waiting already; whether there is one.
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

    /// The number of the first line that no block has taken yet, from 1.
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

    /// Appends a line with its line end; whether there was a whole one.
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

    /// A failing disk is not bad input; compressed bytes that make no sense are.
    fn unreadable(&self, error: &io::Error) -> Error {
        match error.kind() {
            ErrorKind::InvalidData | ErrorKind::InvalidInput | ErrorKind::UnexpectedEof => {
                self.fault(format!("cannot be decompressed ({error})"))
            }
            _ => Error::of_path(&self.path, error, ""),
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

/// Reads blocks of an experiment.
pub struct RowReader<'a> {
    experiment: &'a Experiment,
    /// Where the tables are, for errors.
    folder: PathBuf,
    labels: Labels,
}

impl<'a> RowReader<'a> {
    /// For tables in this folder.
    pub fn new(experiment: &'a Experiment, folder: &Path) -> Self {
        Self { experiment, folder: folder.to_path_buf(), labels: experiment.labels() }
    }

    /// The games of a block in order. Tables that were not read have no rows.
    ///
    /// # Errors
    /// If a row is not one that a run writes there.
    pub fn games(&self, block: &RawBlock) -> Result<Vec<Rows>, Error> {
        self.read(block).map_err(|Misplaced { table, line, fault }| {
            let path = path_of(&self.folder, table);
            Error::input(format!("{}:{line}: {fault}", path.display()))
        })
    }

    fn read(&self, block: &RawBlock) -> Result<Vec<Rows>, Misplaced> {
        let unread = |(place, table)| Unread {
            table,
            schedule: &self.experiment.schedule,
            subject: &*self.experiment.subject,
            labels: &self.labels,
            lines: block.lines.get(place).map_or(&[][..], Vec::as_slice),
            next: block.first_lines.get(place).copied().unwrap_or(0),
            rows_in_game: rows_in_game(self.experiment, table),
        };
        let mut tables: Vec<Unread<'_>> = self.experiment.info().raw_tables.iter().enumerate().map(unread).collect();
        let fixtures = blocks::block(self.experiment, block.number);
        let games = fixtures.map(|fixture| self.read_game(&fixture, &mut tables)).collect::<Result<_, _>>()?;
        tables.iter_mut().try_for_each(Unread::end)?;
        Ok(games)
    }

    fn read_game(&self, fixture: &Fixture, tables: &mut [Unread<'_>]) -> Result<Rows, Misplaced> {
        let treatment = self.experiment.treatment(fixture);
        let mut rows = self.experiment.subject.rows(*fixture, self.experiment.players, treatment);
        tables.iter_mut().try_for_each(|table| table.read_game(&mut rows))?;
        Ok(rows)
    }
}

/// The lines of one table in a block that have not been read yet.
struct Unread<'a> {
    table: &'static RawTable,
    schedule: &'a Schedule,
    subject: &'a dyn Subject,
    labels: &'a Labels,
    lines: &'a [u8],
    /// The number of the next line in its file.
    next: u64,
    /// Nothing where it depends on play.
    rows_in_game: Option<u64>,
}

impl Unread<'_> {
    /// Reads the rows of one game into what is kept of it.
    fn read_game(&mut self, rows: &mut Rows) -> Result<(), Misplaced> {
        let is_absent = self.lines.is_empty() && !is_always_written(self.table.name);
        match self.rows_in_game {
            Some(count) if !is_absent => (0..count as usize).try_for_each(|row| self.read_row(rows, row)),
            Some(_) => Ok(()),
            None => {
                let fixture = &rows.game.fixture;
                let first = format!("{},{},", fixture.block, fixture.game);
                let mut row = 0;
                while self.lines.starts_with(first.as_bytes()) {
                    self.read_row(rows, row)?;
                    row += 1;
                }
                Ok(())
            }
        }
    }

    fn read_row(&mut self, rows: &mut Rows, row: usize) -> Result<(), Misplaced> {
        let end = self.lines.iter().position(|&byte| byte == b'\n').unwrap_or(self.lines.len());
        let mut cells = CellReader::of(&self.lines[..end], self.labels);
        self.lines = self.lines.get(end + 1..).unwrap_or_default();
        let (table, line) = (self.table.name, self.next);
        self.next += 1;
        (self.table.add_row)(rows);
        let read = read_raw_row(self.table.columns_of(self.schedule, self.subject), rows, row, &mut cells)
            .and_then(|()| cells.end());
        read.map_err(|fault| Misplaced { table, line, fault })
    }

    /// Makes sure that every line belonged to a game.
    fn end(&mut self) -> Result<(), Misplaced> {
        if self.lines.is_empty() {
            return Ok(());
        }
        let mut cells = CellReader::of(self.lines, self.labels);
        cells.enter("game", crate::forms::over::Over::Once, 0);
        cells.bytes();
        let fault = cells.bytes();
        let fault = cells.fault(fault, "a game of this block, in order");
        Err(Misplaced { table: self.table.name, line: self.next, fault })
    }
}

/// An error in a line of a table.
struct Misplaced {
    table: &'static str,
    line: u64,
    fault: CellFault,
}

/// A raw table that is being read.
pub struct RawStream<'a> {
    folder: RawFolder<'a>,
    path: PathBuf,
    reader: csv::Reader<Hashed>,
    header: ByteRecord,
    row: ByteRecord,
    rows: u64,
}

impl<'a> RawStream<'a> {
    /// Opens a table; nothing if the folder does not have it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(folder: RawFolder<'a>, table: &str) -> Result<Option<Self>> {
        let Some(path) = find(folder.path, table)? else { return Ok(None) };
        let fault = |error: csv::Error| csv_fault(&path, error);
        let content = open(&path).map_err(|error| Error::of_path(&path, &error, ""))?;
        let from = Hashed { from: Box::new(content), hash: Sha256::new(), bytes: 0 };
        let mut reader = csv::ReaderBuilder::new().buffer_capacity(1 << 18).from_reader(from);
        let header = reader.byte_headers().map_err(fault)?.clone();
        Ok(Some(Self { folder, path, reader, header, row: ByteRecord::new(), rows: 0 }))
    }

    /// The number of a column, if the table has it.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|column| column == name.as_bytes())
    }

    /// The numbers of the columns with this name and a number after it, from 1 on.
    pub fn numbered(&self, name: &str) -> Vec<usize> {
        (1..).map_while(|number| self.column(&format!("{name}_{number}"))).collect()
    }

    /// Goes to the next row; false at the end, where the table must prove to be what the run left.
    ///
    /// # Errors
    /// If it cannot be read, or is not that table.
    pub fn advance(&mut self) -> Result<bool> {
        let is_row = self.reader.read_byte_record(&mut self.row);
        let is_row = is_row.map_err(|error| csv_fault(&self.path, error))?;
        self.rows += u64::from(is_row);
        if !is_row {
            let Hashed { hash, bytes, .. } = self.reader.get_ref();
            let sha256 = hex(&hash.clone().finalize());
            let file = self.path.file_name().unwrap_or_default().to_string_lossy();
            self.folder.confirm(&file, &Content { rows: self.rows, bytes: *bytes, sha256 })?;
        }
        Ok(is_row)
    }

    /// A cell of this row.
    pub fn cell(&self, column: usize) -> &[u8] {
        &self.row[column]
    }

    /// A cell as a whole number; nothing if it is empty.
    ///
    /// # Errors
    /// If it is something else.
    pub fn whole(&self, column: usize) -> Result<Option<i64>> {
        let cell = self.cell(column);
        if cell.is_empty() {
            return Ok(None);
        }
        let number = str::from_utf8(cell).ok().and_then(|text| text.parse().ok());
        number.map(Some).ok_or_else(|| self.fault(column, "a whole number"))
    }

    /// A cell as a whole number that must be there.
    ///
    /// # Errors
    /// If it is something else.
    pub fn number(&self, column: usize) -> Result<i64> {
        self.whole(column)?.ok_or_else(|| self.fault(column, "a whole number"))
    }

    /// The error that a cell is not what it should be.
    pub fn fault(&self, column: usize, accepted: &str) -> Error {
        let text = |cell: &[u8]| String::from_utf8_lossy(cell).into_owned();
        let (path, line) = (self.path.display(), self.rows + 1);
        let (name, found) = (text(&self.header[column]), text(self.cell(column)));
        Error::input(format!("{path}:{line}: {name}: found `{found}`; accepted: {accepted}")).in_one_line()
    }
}

/// A failing disk is not bad input; lines that are no table are.
fn csv_fault(path: &Path, error: csv::Error) -> Error {
    let place = path.display();
    let message = format!("{place}: {error}");
    match error.into_kind() {
        csv::ErrorKind::Io(error) => Error::of_io(place, &error, ""),
        _ => Error::input(message).in_one_line(),
    }
}

/// Hashes what is read.
struct Hashed {
    from: Box<dyn Read>,
    hash: Sha256,
    bytes: u64,
}

impl Read for Hashed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.from.read(buffer)?;
        self.hash.update(&buffer[..count]);
        self.bytes += count as u64;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_is_compressed_comes_back_and_looks_the_same_each_time() {
        let home = tempfile::tempdir().unwrap();
        let [plain, one, two] = ["games.csv", "games.csv.gz", "other.csv.gz"].map(|name| home.path().join(name));
        let text: String = (0..100_000).map(|number| format!("{number},{}\n", number % 7)).collect();
        fs::write(&plain, &text).unwrap();
        assert_eq!(path_of(home.path(), "games"), plain);
        compress(&plain, &one).unwrap();
        compress(&plain, &two).unwrap();
        let bytes = fs::read(&one).unwrap();
        assert!(bytes == fs::read(&two).unwrap() && bytes.len() < text.len() / 2);
        fs::remove_file(&plain).unwrap();
        let found = path_of(home.path(), "games");
        let mut again = String::new();
        open(&found).unwrap().read_to_string(&mut again).unwrap();
        assert!(found == one && again == text);
        // Cut off in the middle, it must not pass for a shorter table.
        fs::write(&one, &bytes[..bytes.len() / 2]).unwrap();
        assert!(open(&one).unwrap().read_to_string(&mut again).is_err());
    }
}
