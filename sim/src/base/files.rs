//! Files read whole, and files that a command may replace.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use crate::base::error::{Error, Result};

/// Reads a file of at most `most` bytes.
///
/// # Errors
/// If it is longer, or cannot be read.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // Its length is not checked first: devices and pipes have none.
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 <= most {
        Ok(bytes)
    } else {
        Err(invalid(format!("found more than {most} bytes; accepted: at most {most}")))
    }
}

/// Reads a text of at most `most` bytes.
///
/// # Errors
/// If it is longer, is not UTF-8, or cannot be read.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(read(path, most)?).map_err(|error| invalid(format!("not UTF-8 text: {}", error.utf8_error())))
}

fn invalid(why: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, why)
}

/// Makes sure that a file can be written without loss: there is none, it is empty, or it begins like one that the same command made. Without a
/// beginning there must be none.
///
/// # Errors
/// If it holds anything else, or cannot be read.
pub fn check_ours(path: &Path, beginning: &str) -> Result<()> {
    let found = head(path, beginning.len().max(1));
    let found = found.map_err(|error| Error::input(format!("{}: {error}; accepted: a new file", path.display())))?;
    if found.is_empty() || found == beginning.as_bytes() {
        return Ok(());
    }
    let accepted = "a new file, or one that the same command wrote";
    Err(Error::input(format!("{}: the file already holds something else; accepted: {accepted}", path.display())))
}

/// Writes a file whole or not at all, in place of what was there.
///
/// # Errors
/// If it cannot be written.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    let fault = |error| {
        Error::input(format!("{}: cannot be written ({error}); accepted: a file that you may write", path.display()))
    };
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let staging = path.with_file_name(format!(".{name}.partial"));
    fs::write(&staging, bytes).map_err(fault)?;
    fs::rename(&staging, path).map_err(|error| {
        // What could not be moved is of no use.
        let _ = fs::remove_file(&staging);
        fault(error)
    })
}

/// The first bytes of a file; none if there is none.
fn head(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        file => drop(file?.take(most as u64).read_to_end(&mut bytes)?),
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_so_much_is_read() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("text");
        fs::write(&path, "äbc").unwrap();
        assert_eq!(read_text(&path, 4).unwrap(), "äbc");
        assert_eq!(read_text(&path, 3).unwrap_err().to_string(), "found more than 3 bytes; accepted: at most 3");
        fs::write(&path, b"a\xff").unwrap();
        assert!(read_text(&path, 4).unwrap_err().to_string().starts_with("not UTF-8 text: "));
    }

    #[cfg(unix)]
    #[test]
    fn what_never_ends_is_refused() {
        assert!(read(Path::new("/dev/zero"), 1 << 20).is_err());
    }

    #[test]
    fn only_what_begins_alike_may_be_replaced() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("page.html");
        let is_ours = || check_ours(&path, "<page>").is_ok();
        assert!(is_ours());
        for (text, expected) in
            [("", true), ("<page>and more", true), ("<page>", true), ("<pag", false), ("mine", false)]
        {
            fs::write(&path, text).unwrap();
            assert_eq!(is_ours(), expected, "{text}");
        }
        assert!(check_ours(&path, "").is_err(), "nothing begins like nothing");
        assert!(check_ours(home.path(), "<page>").is_err());
    }
}
