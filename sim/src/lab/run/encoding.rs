//! Raw tables of a complete run, plain or compressed.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;
use flate2::{Compression as Level, GzBuilder};

use crate::lab::forms::compression::{Compression, GZIP_ENDING};

/// The byte that means "unknown operating system".
const NO_SYSTEM: u8 = 255;

/// Bytes read or written at once.
const BUFFER: usize = 1 << 20;

/// Where a raw table is in a folder, compressed or not, or where it would be.
pub fn path_of(folder: &Path, table: &str) -> PathBuf {
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
