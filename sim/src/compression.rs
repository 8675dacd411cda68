//! Raw tables of a complete run, as they are or compressed.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;
use flate2::{Compression as Level, GzBuilder};

use crate::tables::RawTable;

/// How raw tables lie in the folder of a complete run. While it goes on they are not compressed, so that no row waits for others.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Compression {
    /// Not at all.
    None,
    /// By gzip.
    Gzip,
}

/// What the name of a compressed file ends in.
const GZIP_ENDING: &str = ".gz";

/// The byte that says that no operating system is named.
const NO_SYSTEM: u8 = 255;

/// Bytes read or written at once.
const BUFFER: usize = 1 << 20;

impl Compression {
    /// All ways.
    pub const ALL: [Self; 2] = [Self::None, Self::Gzip];

    /// The name in configs.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Gzip => "gzip",
        }
    }

    /// The file of a raw table in the folder of a complete run.
    pub fn file_name(self, table: RawTable) -> String {
        match self {
            Self::None => format!("{}.csv", table.name()),
            Self::Gzip => format!("{}.csv{GZIP_ENDING}", table.name()),
        }
    }
}

/// Where a raw table lies in a folder, compressed or not; where it would lie if it is not there.
pub fn path_of(folder: &Path, table: RawTable) -> PathBuf {
    let paths = Compression::ALL.map(|compression| folder.join(compression.file_name(table)));
    let found = paths.iter().find(|path| path.exists()).unwrap_or(&paths[0]);
    found.clone()
}

/// The content of a file, decompressed if its name says so.
///
/// # Errors
/// If it cannot be opened.
pub fn open(path: &Path) -> io::Result<BufReader<Box<dyn Read + Send>>> {
    let file = File::open(path)?;
    let content: Box<dyn Read + Send> = if is_compressed(path) {
        Box::new(MultiGzDecoder::new(BufReader::with_capacity(BUFFER, file)))
    } else {
        Box::new(file)
    };
    Ok(BufReader::with_capacity(BUFFER, content))
}

fn is_compressed(path: &Path) -> bool {
    path.to_string_lossy().ends_with(GZIP_ENDING)
}

/// Writes a file once more, compressed: the same bytes for the same content, without time, name or system.
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
        assert_eq!(path_of(home.path(), RawTable::Games), plain);
        compress(&plain, &one).unwrap();
        compress(&plain, &two).unwrap();
        let bytes = fs::read(&one).unwrap();
        assert!(bytes == fs::read(&two).unwrap() && bytes.len() < text.len() / 2);
        fs::remove_file(&plain).unwrap();
        let found = path_of(home.path(), RawTable::Games);
        let mut again = String::new();
        open(&found).unwrap().read_to_string(&mut again).unwrap();
        assert!(found == one && again == text);
        // Cut off in the middle it is no shorter table.
        fs::write(&one, &bytes[..bytes.len() / 2]).unwrap();
        assert!(open(&one).unwrap().read_to_string(&mut again).is_err());
    }
}
