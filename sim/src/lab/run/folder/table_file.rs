//! One raw table that grows.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use interface::digest::hex;
use sha2::{Digest, Sha256};

use super::disk::fault;
use crate::base::error::Result;
use crate::lab::run::content::Content;

/// A table with the hash of all that it holds.
pub struct TableFile {
    path: PathBuf,
    file: BufWriter<File>,
    lines: u64,
    bytes: u64,
    hash: Sha256,
}

impl TableFile {
    /// A new file in place of any that is there.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn create(path: PathBuf) -> Result<Self> {
        let file = File::create(&path).map_err(|error| fault(&path, error))?;
        Ok(Self { path, file: buffered(file), lines: 0, bytes: 0, hash: Sha256::new() })
    }

    /// A file cut off where this prefix of it ends, to continue from there.
    ///
    /// # Errors
    /// If it cannot be cut or written.
    pub fn go_on(path: PathBuf, prefix: Prefix) -> Result<Self> {
        let open = || {
            let file = OpenOptions::new().append(true).open(&path)?;
            file.set_len(prefix.bytes)?;
            Ok(file)
        };
        let file = open().map_err(|error: std::io::Error| fault(&path, error))?;
        let Prefix { lines, bytes, hash } = prefix;
        Ok(Self { path, file: buffered(file), lines, bytes, hash })
    }

    /// Appends bytes.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all(bytes).map_err(|error| fault(&self.path, error))?;
        self.hash.update(bytes);
        self.lines += lines_in(bytes);
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    /// Hands everything to the system; what the table holds up to now.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn flush(&mut self) -> Result<Content> {
        self.file.flush().map_err(|error| fault(&self.path, error))?;
        // The header is not a row.
        let rows = self.lines.saturating_sub(1);
        Ok(Content { rows, bytes: self.bytes, sha256: hex(&self.hash.clone().finalize()) })
    }

    /// Waits until what was handed to the system is on the disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn sync(&self) -> Result<()> {
        self.file.get_ref().sync_data().map_err(|error| fault(&self.path, error))
    }
}

fn lines_in(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| byte == b'\n').count() as u64
}

fn buffered(file: File) -> BufWriter<File> {
    BufWriter::with_capacity(1 << 16, file)
}

/// The start of a table, as long as it was at some mark.
#[derive(Clone)]
pub struct Prefix {
    lines: u64,
    bytes: u64,
    hash: Sha256,
}

/// The starts of a table at these marks, up to the first mark that the file does not confirm.
///
/// # Errors
/// If the file cannot be read.
pub fn prefixes<'a>(path: &Path, marks: impl Iterator<Item = &'a Content>) -> Result<Vec<Prefix>> {
    let unreadable = |error| fault(path, error);
    let mut file = BufReader::with_capacity(1 << 20, File::open(path).map_err(unreadable)?);
    let (mut prefixes, mut prefix) = (Vec::new(), Prefix { lines: 0, bytes: 0, hash: Sha256::new() });
    let mut buffer = vec![0; 1 << 16];
    for mark in marks {
        while prefix.bytes < mark.bytes {
            let wanted = (mark.bytes - prefix.bytes).min(buffer.len() as u64) as usize;
            let count = file.read(&mut buffer[..wanted]).map_err(unreadable)?;
            if count == 0 {
                return Ok(prefixes);
            }
            prefix.hash.update(&buffer[..count]);
            prefix.lines += lines_in(&buffer[..count]);
            prefix.bytes += count as u64;
        }
        if prefix.bytes != mark.bytes || hex(&prefix.hash.clone().finalize()) != mark.sha256 {
            break;
        }
        prefixes.push(prefix.clone());
    }
    Ok(prefixes)
}
