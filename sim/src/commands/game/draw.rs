//! `sim draw`: a picture as SVG: the table after a step of a recorded game, one territory of it, or one tile.

use std::path::PathBuf;

use clap::Args;
use engine::Seat;
use interface::narrate::Narrate;
use interface::observer::Observer;
use interface::record::{Header, OpenRecord};
use interface::session::Session;
use interface::stage::{Component, ScoringExample};

use crate::commands::args::{LibraryArgs, SetupArgs, whole};
use games::{GAMES, for_game};
use lab::base::error::{Error, Result};
use lab::base::{out, output};
use lab::config::check_flag;
use lab::subject::{LibraryOf, PositionOf, Setup};
use lab::wire::files::{RecordFault, Records};
use report::html::viewer::staged::{PieceStyle, StagedGame};
use report::html::viewer::{board, picture};
use report::terminal::summary::caveat;

/// Arguments of `sim draw`.
#[derive(Args, Debug)]
pub struct DrawArgs {
    /// Read this record file; games need not be finished
    #[arg(value_name = "FILE.jsonl", required_unless_present = "tile")]
    pub file: Option<PathBuf>,

    /// Choose the game with this number, counted from 1
    #[arg(long, value_name = "G", value_parser = whole::<u64>(1..=u64::MAX), default_value_t = 1)]
    pub game: u64,

    /// Draw the table after the event with this index, from 0 [default: the last]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=u64::MAX))]
    pub step: Option<u64>,

    /// Draw only the tiles that this seat has laid
    #[arg(long, value_name = "SEAT", value_parser = whole::<u8>(0..=4))]
    pub seat: Option<u8>,

    /// With --seat: mark what scores for NAME, with its points
    ///
    /// NAME is a scoring tile such as sheep, a slot such as A, or scrolls; in Tipperary area, flock, exploration or stones.
    #[arg(long, value_name = "NAME", requires = "seat")]
    pub scoring: Option<String>,

    /// Draw only this tile, such as L46 or T14; without FILE, a shipped one
    #[arg(long, value_name = "ID", conflicts_with_all = ["step", "seat"])]
    pub tile: Option<String>,

    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE.svg")]
    pub out: Option<PathBuf>,

    /// Tile files that records may name
    #[command(flatten)]
    pub library: LibraryArgs,
}

/// The beginning of the files that this command writes.
const BEGINNING: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg";

/// A picture.
struct Drawing {
    svg: String,
    /// Descriptions of the picture, printed when it goes to a file.
    words: Vec<String>,
}

/// Draws a picture to standard output or to a file.
pub fn run(args: &DrawArgs) -> Result<()> {
    args.out.as_deref().map_or(Ok(()), |path| output::check_ours(path, BEGINNING))?;
    let drawn = match (&args.file, &args.tile) {
        (Some(file), _) => {
            let (name, records) = games::of_record(file).map_err(RecordFault::into_error)?;
            for_game!(name => draw(args, records))?
        }
        (None, tile) => shipped_tile(args, tile.as_deref().unwrap_or_default())?,
    };
    match &args.out {
        Some(path) => {
            output::replace(path, drawn.svg.as_bytes())?;
            drawn.words.iter().try_for_each(out::line)
        }
        None => out::print(format_args!("{}", drawn.svg)),
    }
}

/// Draws a tile of the first game that has it, with or without modules, or of the tile files given.
fn shipped_tile(args: &DrawArgs, tile: &str) -> Result<Drawing> {
    for game in GAMES {
        for modules in [None, Some(MODULES)] {
            let found = for_game!(game => tile_without_record(args, tile, modules))?;
            if let Some(drawn) = found {
                return Ok(drawn);
            }
        }
    }
    Err(no_tile(tile))
}

fn no_tile(tile: &str) -> Error {
    Error::input("--tile", format_args!("found `{tile}`"), "the id of a tile, such as L46 or T14; see `sim list tiles`")
}

fn tile_without_record<S: Setup<Game: Narrate>>(
    args: &DrawArgs,
    tile: &str,
    modules: Option<&str>,
) -> Result<Option<Drawing>> {
    let LibraryArgs { tiles, module_tiles, .. } = &args.library;
    let has_modules = check_flag(S::INFO, "modules").is_ok();
    if !has_modules && (modules.is_some() || !args.library.given().is_empty()) {
        return Ok(None);
    }
    let setup = SetupArgs {
        game: Some(S::INFO.name.to_owned()),
        modules: modules.map(str::to_owned),
        tiles: tiles.first().cloned(),
        module_tiles: if modules.is_some() { module_tiles.clone() } else { Vec::new() },
        ..SetupArgs::default()
    };
    let subject: S = setup.config()?.components_of(2)?;
    let found = subject.game(&subject.treatment(0, 0)).component(tile);
    Ok(found.map(|found| drawn_component::<S>(&found, caveat(&subject.reconstructed()))))
}

/// The modules that bring tiles.
const MODULES: &str = "druids,tunnels,borderlands";

fn drawn_component<S: Setup<Game: Narrate>>(component: &Component, caveat: Option<String>) -> Drawing {
    let svg = picture::component(component, &PieceStyle::of::<S::Game>(), caveat.as_deref());
    Drawing { svg, words: Vec::from_iter(caveat) }
}

fn draw<S: Setup<Game: Narrate>>(args: &DrawArgs, records: Records) -> Result<Drawing> {
    let library = S::library(&args.library.given())?;
    let shown = records.path().display().to_string();
    let (staged, session) = opened::<S>(records, args.game, &library)?;
    if let Some(tile) = &args.tile {
        let found = session.game().component(tile).ok_or_else(|| no_tile(tile))?;
        return Ok(drawn_component::<S>(&found, staged.caveat));
    }
    if staged.pieces.is_empty() {
        return Err(Error::input(
            shown,
            format_args!("found a game of {}, which has nothing to draw", S::INFO.name),
            "",
        ));
    }
    let fault = |flag: &str, found: u64, last: usize| {
        let place = format_args!("{shown}: game {}, {flag}", args.game).to_string();
        Error::input(place, format_args!("found {found}"), format_args!("0 to {last}"))
    };
    let last = staged.steps.len().saturating_sub(1);
    let step = args.step.map_or(Some(last), |step| usize::try_from(step).ok().filter(|step| *step <= last));
    let step = step.ok_or_else(|| fault("--step", args.step.unwrap_or_default(), last))?;
    let style = PieceStyle::of::<S::Game>();
    let Some(seat) = args.seat.map(usize::from) else {
        return Ok(Drawing { svg: board::alone(&staged, step, &style), words: Vec::new() });
    };
    if seat >= staged.players.len() {
        return Err(fault("--seat", seat as u64, staged.players.len() - 1));
    }
    let example = args.scoring.as_deref().map(|name| scoring_example::<S>(&session, step, seat, name)).transpose()?;
    let svg = picture::board(&staged, step, seat, &style, example.as_ref());
    Ok(Drawing { svg, words: example.iter().map(ScoringExample::to_string).chain(staged.caveat).collect() })
}

/// Finds the things that count for the points of this name after a step.
fn scoring_example<S: Setup<Game: Narrate>>(
    session: &Session<S::Game>,
    step: usize,
    seat: usize,
    name: &str,
) -> Result<ScoringExample> {
    let mut after = AfterStep::<S> { left: step, position: None };
    session.show(&mut after);
    let position = after.position.as_ref().expect("the game has this step");
    let example = session.game().scoring_example(position, Seat::new(seat), name);
    example.map_err(|why| Error::input("--scoring", &why, "").in_one_line())
}

/// Keeps the position after an event.
struct AfterStep<S: Setup> {
    /// Events before it.
    left: usize,
    position: Option<PositionOf<S>>,
}

impl<S: Setup> Observer<S::Game> for AfterStep<S> {
    fn event(&mut self, position: &PositionOf<S>, _: &lab::subject::EventOf<S>) {
        match (self.left.checked_sub(1), &self.position) {
            (Some(left), _) => self.left = left,
            (None, None) => self.position = Some(position.clone()),
            (None, Some(_)) => {}
        }
    }
}

/// Reads a game of a file of records, from 1, as steps, up to the end of its record.
///
/// # Errors
/// If the file cannot be read or has fewer games, or the game breaks the rules.
pub fn recorded<S: Setup<Game: Narrate>>(records: Records, game: u64, library: &LibraryOf<S>) -> Result<StagedGame> {
    opened::<S>(records, game, library).map(|(staged, _)| staged)
}

/// Reads the same, and the game as a session.
fn opened<S: Setup<Game: Narrate>>(
    records: Records,
    game: u64,
    library: &LibraryOf<S>,
) -> Result<(StagedGame, Session<S::Game>)> {
    let file = records.path().to_path_buf();
    let (place, line) = records.find(game).map_err(RecordFault::into_error)?;
    let staged = || {
        let opened = OpenRecord::<S::Game>::read(&line, library)?;
        let (session, _) = Session::of(&opened)?;
        let Header { heading, reconstructed, .. } = &opened.header;
        let staged = StagedGame::of_session(&session, heading, None);
        Ok((StagedGame { number: game, caveat: caveat(reconstructed), ..staged }, session))
    };
    staged().map_err(|what| RecordFault::of(file, Some(place), what).into_error())
}
