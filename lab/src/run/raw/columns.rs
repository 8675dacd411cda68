//! Reading individual columns of a raw table, row by row.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use csv::ByteRecord;
use interface::digest::hex;
use sha2::{Digest, Sha256};

use super::file::{RawFolder, find, open};
use crate::base::error::{Error, Result};
use crate::run::manifest::Content;

/// A raw table being read.
pub struct RawStream<'a> {
    folder: RawFolder<'a>,
    path: PathBuf,
    reader: csv::Reader<HashingReader>,
    header: ByteRecord,
    row: ByteRecord,
    rows: u64,
}

impl<'a> RawStream<'a> {
    /// Opens a table; `None` if the folder does not contain it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(folder: RawFolder<'a>, table: &str) -> Result<Option<Self>> {
        let Some(path) = find(folder.path, table)? else { return Ok(None) };
        let content = open(&path).map_err(|error| Error::of_path(&path, &error, ""))?;
        let from = HashingReader { from: Box::new(content), hash: Sha256::new(), bytes: 0 };
        let mut reader = csv::ReaderBuilder::new().buffer_capacity(1 << 18).from_reader(from);
        let header = reader.byte_headers().map_err(|error| csv_fault(&path, error))?.clone();
        Ok(Some(Self { folder, path, reader, header, row: ByteRecord::new(), rows: 0 }))
    }

    /// Returns the index of a column, if the table has it.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|column| column == name.as_bytes())
    }

    /// Returns the indices of the columns with this name followed by a number, from 1 on.
    pub fn numbered(&self, name: &str) -> Vec<usize> {
        (1..).map_while(|number| self.column(&format!("{name}_{number}"))).collect()
    }

    /// Advances to the next row. At the end, checks the table against the manifest and returns false.
    ///
    /// # Errors
    /// If it cannot be read, or does not match.
    pub fn advance(&mut self) -> Result<bool> {
        let is_row = self.reader.read_byte_record(&mut self.row);
        let is_row = is_row.map_err(|error| csv_fault(&self.path, error))?;
        self.rows += u64::from(is_row);
        if !is_row {
            let HashingReader { hash, bytes, .. } = self.reader.get_ref();
            let sha256 = hex(&hash.clone().finalize());
            let file = self.path.file_name().unwrap_or_default().to_string_lossy();
            self.folder.confirm(&file, &Content { rows: self.rows, bytes: *bytes, sha256 })?;
        }
        Ok(is_row)
    }

    /// Returns a cell of the current row.
    pub fn cell(&self, column: usize) -> &[u8] {
        &self.row[column]
    }

    /// Returns a cell as an integer; `None` if it is empty.
    ///
    /// # Errors
    /// If it is anything else.
    pub fn whole(&self, column: usize) -> Result<Option<i64>> {
        let cell = self.cell(column);
        if cell.is_empty() {
            return Ok(None);
        }
        let number = str::from_utf8(cell).ok().and_then(|text| text.parse().ok());
        number.map(Some).ok_or_else(|| self.fault(column, "a whole number"))
    }

    /// Returns a cell as an integer.
    ///
    /// # Errors
    /// If it is empty or anything else.
    pub fn number(&self, column: usize) -> Result<i64> {
        self.whole(column)?.ok_or_else(|| self.fault(column, "a whole number"))
    }

    /// Creates the error of an unexpected cell.
    pub fn fault(&self, column: usize, accepted: &str) -> Error {
        let (path, line) = (self.path.display(), self.rows + 1);
        let [name, found] = [&self.header[column], self.cell(column)].map(String::from_utf8_lossy);
        Error::input(format_args!("{path}:{line}: {name}"), format_args!("found `{found}`"), accepted).in_one_line()
    }
}

/// Creates the error of a failed read: a machine failure if the disk failed, otherwise bad input.
fn csv_fault(path: &Path, error: csv::Error) -> Error {
    let place = path.display();
    let message = error.to_string();
    match error.into_kind() {
        csv::ErrorKind::Io(error) => Error::of_io(place, &error, ""),
        _ => Error::input(place, message, "").in_one_line(),
    }
}

/// A reader that hashes the data that it reads.
struct HashingReader {
    from: Box<dyn Read>,
    hash: Sha256,
    bytes: u64,
}

impl Read for HashingReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.from.read(buffer)?;
        self.hash.update(&buffer[..count]);
        self.bytes += count as u64;
        Ok(count)
    }
}
