//! The files of raw tables: their paths, compressed or not, and their expected contents.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;
use flate2::{Compression as Level, GzBuilder};

use crate::base::error::{Error, Result};
use crate::base::files::exists;
use crate::base::ordered::Workers;
use crate::forms::compression::{Compression, GZIP_ENDING};
use crate::run::manifest::{Content, KeptTable, MANIFEST};
use crate::store::files::fault;

/// The byte that means "unknown operating system".
const NO_SYSTEM: u8 = 255;

/// The level of compression: four times as fast as level 6, with tables a twentieth larger.
const LEVEL: u32 = 4;

/// The number of bytes read, written or compressed at once.
pub(super) const BUFFER: usize = 1 << 20;

/// Returns the path of a raw table in a folder, or the one it would have; for errors.
pub fn path_of(folder: &Path, table: &str) -> PathBuf {
    find(folder, table).ok().flatten().unwrap_or_else(|| folder.join(Compression::None.file_name(table)))
}

/// Finds a raw table in a folder, compressed or not; `None` if it does not exist.
///
/// # Errors
/// If that cannot be determined.
pub fn find(folder: &Path, table: &str) -> Result<Option<PathBuf>> {
    for path in Compression::ALL.map(|compression| folder.join(compression.file_name(table))) {
        if exists(&path)? {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

/// The content of a file, decompressed if its name indicates compression.
pub type TableContent = BufReader<Box<dyn Read + Send>>;

/// Opens a table.
///
/// # Errors
/// If it cannot be opened.
pub fn open(path: &Path) -> io::Result<TableContent> {
    let file = File::open(path)?;
    Ok(content(path, file, BUFFER))
}

/// Opens a table without keeping its file open, so that any number of them can be read together.
///
/// # Errors
/// If it cannot be opened.
pub(super) fn open_by_turns(path: &Path, buffer: usize) -> io::Result<TableContent> {
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

/// A file that is opened for each read, at the position where the previous read ended.
struct ReopenedFile {
    path: PathBuf,
    place: u64,
}

impl ReopenedFile {
    /// Checks that it can be opened.
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

/// Writes a reproducible compressed copy of a file, without time, name or system, on all threads.
///
/// It consists of members of 1 MiB each, whatever the number of threads.
///
/// # Errors
/// If one cannot be read or the other not written, or on Ctrl-C. The copy is on the disk when this returns.
pub fn compress(from: &Path, to: &Path, workers: &Workers) -> Result<()> {
    let members = fs::metadata(from).map_err(|error| fault(from, error))?.len().div_ceil(BUFFER as u64);
    let mut file = File::create(to).map_err(|error| fault(to, error))?;
    workers.each(
        0..members,
        |number| member(from, number).map_err(|error| fault(from, error)),
        |bytes| file.write_all(&bytes).map_err(|error| fault(to, error)),
    )?;
    file.sync_data().map_err(|error| fault(to, error))
}

/// Compresses one part of a file.
fn member(from: &Path, number: u64) -> io::Result<Vec<u8>> {
    let mut plain = File::open(from)?;
    plain.seek(SeekFrom::Start(number * BUFFER as u64))?;
    let level = Level::new(LEVEL);
    let mut compressed = GzBuilder::new().mtime(0).operating_system(NO_SYSTEM).write(Vec::new(), level);
    io::copy(&mut plain.take(BUFFER as u64), &mut compressed)?;
    compressed.finish()
}

/// A folder with raw tables.
#[derive(Copy, Clone, Debug)]
pub struct RawFolder<'a> {
    /// The path.
    pub path: &'a Path,
    /// The contents listed in its manifest; `None` if they need not match.
    pub expected: Option<&'a [KeptTable]>,
}

impl<'a> RawFolder<'a> {
    /// Returns a folder of tables that this program has just written.
    pub fn fresh(path: &'a Path) -> Self {
        Self { path, expected: None }
    }

    /// Compares the content of a table with the expected content.
    ///
    /// # Errors
    /// If they differ.
    pub fn confirm(&self, file: &str, found: &Content) -> Result<()> {
        let Some(tables) = self.expected else { return Ok(()) };
        let expected = tables.iter().find(|table| table.file == file).and_then(|table| table.content.as_ref());
        if expected == Some(found) {
            return Ok(());
        }
        let (found, expected) = (in_words(found), expected.map_or("nothing".to_owned(), in_words));
        let [path, manifest] = [file, MANIFEST].map(|name| self.path.join(name));
        Err(Error::input(
            path.display(),
            format_args!("found {found}"),
            format_args!(
                "{expected}, as {} says (`sim analyse` and `sim compare` take changed tables with --edited)",
                manifest.display()
            ),
        ))
    }
}

/// Describes the content of a table.
fn in_words(content: &Content) -> String {
    format!("{} bytes, SHA-256 {}", content.bytes, content.sha256)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_is_compressed_comes_back_and_looks_the_same_each_time() {
        let home = tempfile::tempdir().unwrap();
        let [plain, one, two] = ["games.csv", "games.csv.gz", "other.csv.gz"].map(|name| home.path().join(name));
        let text: String = (0..400_000).map(|number| format!("{number},{}\n", number % 7)).collect();
        fs::write(&plain, &text).unwrap();
        assert_eq!(path_of(home.path(), "games"), plain);
        compress(&plain, &one, &Workers::new(Some(1)).unwrap()).unwrap();
        compress(&plain, &two, &Workers::new(Some(3)).unwrap()).unwrap();
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
