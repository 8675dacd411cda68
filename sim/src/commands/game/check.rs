//! `sim check`: checks of records against the rules.

use std::path::PathBuf;

use clap::Args;

use crate::commands::args::LibraryArgs;
use games::for_game;
use lab::base::error::{Error, Result};
use lab::base::out;
use lab::base::plain_text::{escaped, one_line};
use lab::forms::numbers::counted;
use lab::subject::Setup;
use lab::wire::files::{RecordCounts, RecordFault, Records, check_file};

/// Arguments of `sim check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Check these record files, one game per line
    #[arg(required = true, value_name = "FILE.jsonl")]
    pub files: Vec<PathBuf>,

    /// Tile files that records may name
    #[command(flatten)]
    pub library: LibraryArgs,
}

/// Checks every file, and fails if any of them has a fault.
pub fn run(args: &CheckArgs) -> Result<()> {
    let mut faults = Vec::new();
    for file in &args.files {
        match games::of_record(file) {
            Ok((game, records)) => faults.extend(for_game!(game => check(records, args))?),
            Err(fault) => faults.push(fault),
        }
    }
    let lines: Vec<String> = faults.iter().map(|fault| one_line(&fault.to_string())).collect();
    match faults.iter().any(|fault| fault.is_of_machine) {
        _ if faults.is_empty() => Ok(()),
        true => Err(Error::of_machine(lines.join("\n"))),
        false => Err(Error::of_input(lines.join("\n"))),
    }
}

fn check<S: Setup>(records: Records, args: &CheckArgs) -> Result<Option<RecordFault>> {
    let library = S::library(&args.library.given())?;
    let file = records.path().to_path_buf();
    match check_file::<S>(records, &library) {
        Ok(RecordCounts { games, events }) => {
            out::line(format_args!(
                "{}: {}, {}, no fault",
                escaped(&file.to_string_lossy()),
                counted(games, "game"),
                counted(events, "event")
            ))?;
            Ok(None)
        }
        Err(fault) => Ok(Some(fault)),
    }
}
