//! `sim draw`: the table after a step of a recorded game, as SVG.

use std::path::PathBuf;

use clap::Args;
use interface::narrate::Narrate;
use interface::record::{Header, OpenRecord};
use interface::session::Session;

use crate::commands::args::{LibraryArgs, whole};
use games::for_game;
use lab::base::error::{Error, Result};
use lab::base::out;
use lab::subject::{LibraryOf, Setup};
use lab::wire::files::{RecordFault, Records};
use report::html::viewer::board;
use report::html::viewer::staged::{PieceStyle, StagedGame};
use report::terminal::summary::caveat;

/// Arguments of `sim draw`.
#[derive(Args, Debug)]
pub struct DrawArgs {
    /// Read this record file; games need not be finished
    #[arg(value_name = "FILE.jsonl")]
    pub file: PathBuf,

    /// Choose the game with this number, counted from 1
    #[arg(long, value_name = "G", value_parser = whole::<u64>(1..=u64::MAX), default_value_t = 1, allow_negative_numbers = true)]
    pub game: u64,

    /// Draw the table after the event of this index, from 0 [default: the last]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub step: Option<u64>,

    /// Tile files that records may name
    #[command(flatten)]
    pub library: LibraryArgs,
}

/// Draws the table to standard output.
pub fn run(args: &DrawArgs) -> Result<()> {
    let (name, records) = games::of_record(&args.file).map_err(RecordFault::into_error)?;
    for_game!(name => draw(args, records))
}

fn draw<S: Setup<Game: Narrate>>(args: &DrawArgs, records: Records) -> Result<()> {
    let DrawArgs { file, game, step, library } = args;
    let library = S::library(&library.given())?;
    let staged = recorded::<S>(records, *game, &library)?;
    if staged.pieces.is_empty() {
        let shown = file.display();
        return Err(Error::input(
            &shown,
            format_args!("found a game of {}, which has nothing to draw", S::INFO.name),
            "",
        ));
    }
    let last = staged.steps.len().saturating_sub(1);
    let step = step.map_or(Some(last), |step| usize::try_from(step).ok().filter(|step| *step <= last));
    let step = step.ok_or_else(|| {
        let (shown, found) = (file.display(), args.step.unwrap_or_default());
        Error::input(
            format_args!("{shown}: game {game}, --step"),
            format_args!("found {found}"),
            format_args!("0 to {last}"),
        )
    })?;
    out::print(format_args!("{}", board::alone(&staged, step, &PieceStyle::of::<S::Game>())))
}

/// Reads a game of a file of records, from 1, as steps, up to the end of its record.
///
/// # Errors
/// If the file cannot be read or has fewer games, or the game breaks the rules.
pub fn recorded<S: Setup<Game: Narrate>>(records: Records, game: u64, library: &LibraryOf<S>) -> Result<StagedGame> {
    let file = records.path().to_path_buf();
    let (place, line) = records.find(game).map_err(RecordFault::into_error)?;
    let staged = || {
        let opened = OpenRecord::<S::Game>::read(&line, library)?;
        let (session, _) = Session::of(&opened)?;
        let Header { heading, reconstructed, .. } = &opened.header;
        let staged = StagedGame::of_session(&session, heading, None);
        Ok(StagedGame { number: game, caveat: caveat(reconstructed), ..staged })
    };
    staged().map_err(|what| RecordFault::of(file, Some(place), what).into_error())
}
