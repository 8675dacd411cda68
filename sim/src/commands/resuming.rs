//! What to say when a run has ended too early: what is kept, and the command that goes on.

use std::io::Write;

use super::run::RunArgs;
use crate::error::Error;
use crate::part::Part;

/// The command that goes on with a run, for a shell.
pub fn command(args: &RunArgs, part: &Part) -> String {
    let program = std::env::args().next().unwrap_or_else(|| "sim".to_owned());
    let mut words = vec![program, "run".to_owned(), args.config.display().to_string()];
    let mut flag =
        |name: &str, value: Option<String>| words.extend(value.into_iter().flat_map(|value| [name.to_owned(), value]));
    flag("--out", args.out.as_ref().map(|out| out.display().to_string()));
    flag("--seed", args.seed.map(|seed| seed.to_string()));
    args.set.iter().for_each(|set| flag("--set", Some(set.clone())));
    flag("--shard", args.shard.as_ref().map(|_| part.to_string()));
    flag("--threads", args.manner.threads.map(|threads| threads.to_string()));
    let flags = [("--quiet", args.manner.quiet), ("--resume", true), ("--force-version", args.force_version)];
    words.extend(flags.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name.to_owned()));
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// Adds to an error what is kept and how to go on. An interrupt, which was answered when it came, is told the rest here.
pub fn explain(error: Error, kept: u64, blocks: u64, command: &str) -> Error {
    let rest = format!("{kept} of {blocks} blocks are kept; this goes on:\n{command}");
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

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
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
