//! `sim replay`: a game of a finished experiment, replayed.

use std::path::{Path, PathBuf};

use clap::Args;
use engine::Ending;
use interface::narrate::Narrate;
use interface::record::check_line;

use crate::commands::args::{ExecArgs, LibraryArgs, whole};
use crate::commands::game::play::tell;
use games::for_game;
use lab::base::error::{Error, Result};
use lab::base::files::metadata;
use lab::base::out;
use lab::base::output::replace;
use lab::play::replay::Replay;
use lab::run::finished_run::FinishedRun;
use lab::schedule::given;
use lab::subject::{LibraryOf, Setup};
use lab::wire::files::{RecordFault, Records};
use lab::wire::recorder::Recorder;
use report::html::page;
use report::html::viewer::staged::{PieceStyle, StagedGame};
use report::html::viewer::watched::{WatchedGame, explained};
use report::terminal::summary::print_caveat;

/// Arguments of `sim replay`.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// Read this complete run or record file
    #[arg(value_name = "DIR|FILE.jsonl")]
    pub from: PathBuf,

    /// Choose a game, counted from 0 in a run and from 1 in a record file
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=u64::MAX))]
    pub game: u64,

    /// Write a record to this new file instead of narrating the game
    #[arg(long, value_name = "FILE.jsonl")]
    pub record: Option<PathBuf>,

    /// Write a page with a step-by-step replay
    #[arg(long, value_name = "FILE.html", conflicts_with = "record")]
    pub html: Option<PathBuf>,

    /// Add this agent's explanation of every decision to the page
    #[arg(long, value_name = "SPEC", requires = "html")]
    pub explain: Option<String>,

    /// Tile files that records may name
    #[command(flatten)]
    pub library: LibraryArgs,

    /// Threads and progress
    #[command(flatten)]
    pub exec: ExecArgs,
}

/// Replays the game, and narrates, records or shows it.
///
/// A game of a run must end as it did there.
pub fn run(args: &ReplayArgs) -> Result<()> {
    args.html.as_deref().map_or(Ok(()), page::check)?;
    if metadata(&args.from)?.is_none_or(|found| found.is_dir()) {
        for_game!(games::of_run(&args.from)? => of_run(args))
    } else {
        let accepted = "--html FILE.html for a record, or the folder of a run";
        let page = args.html.as_deref().ok_or_else(|| Error::input(args.from.display(), "found a file", accepted))?;
        let (name, records) = games::of_record(&args.from).map_err(RecordFault::into_error)?;
        for_game!(name => of_record(args, page, records))
    }
}

fn of_run<S: Setup<Game: Narrate>>(args: &ReplayArgs) -> Result<()> {
    let kept = FinishedRun::open(S::INFO, &args.from)?;
    let replay = Replay::<S>::of(&kept.experiment, args.game)?;
    if !kept.experiment.is_in(&kept.part, replay.fixture.block) {
        let (game, part) = (args.game, &kept.part);
        return Err(Error::input(
            "--game",
            format_args!("found {game}, which is not in shard {part}"),
            "a game of this part",
        ));
    }
    let mut recorder = Recorder::to(args.record.as_deref())?;
    let outcome = match &args.html {
        None if !recorder.is_writing() => narrate(&replay, &kept.experiment.subject.reconstructed())?,
        page => {
            let (line, ending) = replay.line()?;
            recorder.write(&line)?;
            if let Some(page) = page {
                show::<S>(args, page, &kept.experiment.name, &line, &S::library(&kept.users_files())?)?;
            }
            ending
        }
    };
    kept.confirm(args.game, &outcome.points)?;
    recorder.finish()
}

fn of_record<S: Setup<Game: Narrate>>(args: &ReplayArgs, page: &Path, records: Records) -> Result<()> {
    let library = S::library(&args.library.given())?;
    let (place, line) = records.find(args.game).map_err(RecordFault::into_error)?;
    check_line::<S::Game>(&line, &library)
        .map_err(|what| RecordFault::of(args.from.clone(), Some(place), what).into_error())?;
    let file = args.from.file_name().unwrap_or_default().to_string_lossy();
    show::<S>(args, page, &file, &line, &library)
}

/// Writes a page about a game of the run or file of this name, whose record keeps the rules.
fn show<S: Setup<Game: Narrate>>(
    args: &ReplayArgs,
    page: &Path,
    name: &str,
    line: &str,
    library: &LibraryOf<S>,
) -> Result<()> {
    let agent = args
        .explain
        .as_ref()
        .map(|text| given::read_here(text, &S::INFO.schemas()).map_err(|error| error.at("--explain")))
        .transpose()?;
    let watched = WatchedGame::<S>::of_line(line, library, (args.game, None))
        .map_err(|fault| Error::machine(format_args!("game {}", args.game), &fault))?;
    let look = PieceStyle::of::<S::Game>();
    let write = |staged: &StagedGame| replace(page, page::of_game(staged, name, &look).as_bytes());
    match agent {
        Some(agent) => explained(vec![watched], &agent, args.exec.into())?.iter().try_for_each(write)?,
        None => write(&watched.staged)?,
    }
    out::line(format_args!("game {} in {}", args.game, page.display()))
}

fn narrate<S: Setup<Game: Narrate>>(replay: &Replay<'_, S>, reconstructed: &[&str]) -> Result<Ending> {
    let ending = tell::<S>(&replay.game, &replay.names(), &replay.seed(), |narrator| replay.play(narrator))?;
    print_caveat(reconstructed)?;
    Ok(ending)
}
