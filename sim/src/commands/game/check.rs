//! `sim check`: whether records keep the rules.

use std::path::PathBuf;

use clap::Args;

use crate::base::error::{Error, Result};
use crate::base::out;
use crate::base::plain_text::one_line;
use crate::commands::args::library::LibraryArgs;
use crate::games::{GameName, Work, for_game};
use crate::lab::shown::Shown;
use crate::lab::study::soak::Soaked;
use crate::lab::wire::files::game_of;
use crate::lab::wire::files::{Checked, check_file};

/// Arguments of `sim check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Record files, one game per line
    #[arg(required = true, value_name = "FILE.jsonl")]
    pub files: Vec<PathBuf>,

    /// Which tile files records may name
    #[command(flatten)]
    pub library: LibraryArgs,
}

/// Checks every file, and fails if any of them has a fault.
pub fn run(args: &CheckArgs) -> Result<()> {
    let mut faults = Vec::new();
    for file in &args.files {
        let game = game_of(file, GameName::NAMES);
        faults.extend(for_game(Ok(game), Check { file, args })?);
    }
    if faults.is_empty() { Ok(()) } else { Err(Error::input(faults.join("\n"))) }
}

struct Check<'a> {
    file: &'a PathBuf,
    args: &'a CheckArgs,
}

impl Work for Check<'_> {
    type Output = Result<Option<String>>;

    fn run<S: Soaked + Shown>(self) -> Result<Option<String>> {
        let library = S::library(&self.args.library.given())?;
        match check_file::<S>(self.file, &library) {
            Ok(Checked { games, events }) => {
                out::line(format_args!("{}: {games} games, {events} events, no fault", self.file.display()))?;
                Ok(None)
            }
            Err(fault) => Ok(Some(one_line(&fault.to_string()))),
        }
    }
}
