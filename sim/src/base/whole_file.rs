//! Files that are read whole: no longer than they can sensibly be, so that no file takes all memory.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

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

#[cfg(test)]
mod tests {
    use std::fs;

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
}
