//! What to say when a run has ended too early: what is kept, and the command that resumes it.

use std::io::Write;

use crate::base::error::Error;

/// Adds to an error what is kept and how to resume. For an interrupt, which was answered when it came, the rest is printed here.
pub fn explain(error: Error, kept: u64, blocks: u64, command: &str) -> Error {
    let rest = format!("{kept} of {blocks} blocks are kept; resume with:\n{command}");
    match error {
        Error::Interrupted => {
            // A closed standard error is no reason to lose the exit code.
            let _ = writeln!(anstream::stderr(), "{rest}");
            Error::Interrupted
        }
        Error::Other(what) => Error::Other(format!("{what}\n{rest}")),
        Error::Input(what) => Error::Input(what),
    }
}

/// A word, quoted for a shell.
pub fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./=:+,@%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back_from_a_shell_as_they_were() {
        assert_eq!(
            ["plain", "a=b", "a b", "", "it's", "[\"x\"]"].map(quoted),
            ["plain", "a=b", "'a b'", "''", r"'it'\''s'", "'[\"x\"]'"]
        );
    }
}
