//! `sim check`: whether records keep the rules.

use std::path::PathBuf;

use clap::Args;

use crate::check::{Checked, check_file};
use crate::error::{Error, Result};
use crate::out;
use crate::plain::one_line;
use crate::tile_set::TileSet;

/// Arguments of `sim check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Record files, a game in a line
    #[arg(required = true, value_name = "FILE.jsonl")]
    pub files: Vec<PathBuf>,

    /// Another tile file that records may name; can be given several times
    #[arg(long, value_name = "FILE")]
    pub tiles: Vec<String>,
}

/// Checks every file, and fails if one of them holds a fault.
pub fn run(args: &CheckArgs) -> Result<()> {
    let known = TileSet::all_known(&args.tiles)?;
    let mut faults = Vec::new();
    for file in &args.files {
        match check_file(file, &known) {
            Ok(Checked { games, events }) => {
                out::line(format_args!("{}: {games} games, {events} events, no fault", file.display()))?;
            }
            Err(fault) => faults.push(one_line(&fault.to_string())),
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(Error::input(faults.join("\n"))) }
}
