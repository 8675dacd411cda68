//! Files that a command makes again in place of its own earlier ones, and of nobody else's.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use crate::base::error::{Error, Result};

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
    use std::fs;

    use super::*;

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
