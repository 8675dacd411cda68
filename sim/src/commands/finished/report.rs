//! `sim report`: finished runs as a page to look at.

use std::path::{Path, PathBuf};

use clap::Args;
use interface::narrate::Narrate;

use crate::commands::args::{ExecArgs, whole};
use games::for_game;
use lab::base::error::{Error, Result};
use lab::base::files::is_no_folder;
use lab::base::out;
use lab::run::finished_run::FinishedRun;
use lab::run::manifest::{COMPARISON, SECOND};
use lab::subject::Setup;
use report::figure::draw::FigureStyle;
use report::html::{GameChoice, RunReport, files, page, page_file, share_axes};

/// The file in a run's folder that the page goes to.
pub const REPORT: &str = "report.html";

/// Games in a page if nothing is said.
pub const GAMES: u16 = 4;

/// The most games in a page.
pub const MOST_GAMES: u16 = 200;

/// Pages larger than this take long to open.
const LARGE: usize = 5_000_000;

/// Arguments of `sim report`.
#[derive(Args, Clone, Debug)]
pub struct ReportArgs {
    /// Show these runs side by side; result tables with manifest.json will do
    #[arg(value_name = "DIR", required = true)]
    pub folders: Vec<PathBuf>,

    /// Write the page to this file [default: report.html in the first DIR]
    #[arg(long, value_name = "FILE.html")]
    pub out: Option<PathBuf>,

    /// Show the K most telling games of each run; 0 replays nothing
    #[arg(long, value_name = "K", default_value_t = GAMES,
          value_parser = whole::<u16>(0..=MOST_GAMES.into()), allow_negative_numbers = true)]
    pub games: u16,

    /// Explain every decision in these games by this agent
    #[arg(long, value_name = "SPEC")]
    pub explain: Option<String>,

    /// Write every figure as SVG, with its numbers as CSV, into this folder
    #[arg(long, value_name = "DIR")]
    pub figures: Option<PathBuf>,

    /// Make these figures this wide, in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 720, requires = "figures",
          value_parser = whole::<u16>(280..=4000), allow_negative_numbers = true)]
    pub width: u16,

    /// Use this font family in these figures
    #[arg(long, value_name = "FAMILY", default_value = "system-ui, sans-serif", requires = "figures")]
    pub font: String,

    /// Accept runs of another version of this program
    #[arg(long)]
    pub force_version: bool,

    /// How to play games again
    #[command(flatten)]
    pub exec: ExecArgs,
}

/// Writes the page, and the figures if they are asked for.
pub fn run(args: &ReportArgs) -> Result<()> {
    let Written { path, bytes, figures, without_games } = make(args)?;
    if let Some((count, folder)) = figures {
        out::line(format_args!("{count} figures in {}", folder.display()))?;
    }
    without_games.into_iter().try_for_each(out::line)?;
    if bytes > LARGE {
        let size = bytes as f64 / 1e6;
        out::line(format_args!(
            "the page is large ({size:.1} MB) and opens slowly: fewer --games make it smaller, and no --explain"
        ))?;
    }
    out::line(format_args!("report in {}", path.display()))?;
    args.folders.iter().filter_map(|folder| with_comparison(folder)).try_for_each(|first| {
        out::line(format_args!("`sim report {}` makes the page that begins with the comparison", first.display()))
    })
}

/// The folder of the run whose comparison this second run is part of.
fn with_comparison(folder: &Path) -> Option<&Path> {
    let first = folder.parent().filter(|_| folder.ends_with(SECOND))?;
    first.join(COMPARISON).exists().then_some(first)
}

/// What was written.
pub struct Written {
    /// The file of the page.
    pub path: PathBuf,
    /// Its length.
    pub bytes: usize,
    /// How many figures, and into which folder.
    pub figures: Option<(usize, PathBuf)>,
    /// Why runs are shown without games.
    pub without_games: Vec<String>,
}

/// Writes the page and the figures, and prints nothing.
///
/// # Errors
/// If a folder is not that of a complete run, or something cannot be written.
pub fn make(args: &ReportArgs) -> Result<Written> {
    let path = args.out.clone().unwrap_or_else(|| args.folders[0].join(REPORT));
    games::of_run(&args.folders[0])?;
    // Before games are played again for nothing.
    page_file::check(&path)?;
    args.figures.as_deref().map_or(Ok(()), check_figures)?;
    let mut reports = args.folders.iter().map(|folder| of(folder, args)).collect::<Result<Vec<_>>>()?;
    if reports.len() > 1 {
        share_axes(&mut reports);
    }
    args.figures.as_deref().map_or(Ok(()), |folder| files::check(&reports, folder))?;
    let page = page::of_runs(&reports, &command(args));
    page_file::write(&path, &page)?;
    let draw = |folder: &PathBuf| {
        let look = FigureStyle { width: args.width.into(), font: args.font.clone(), ..FigureStyle::default() };
        Ok((files::write(&reports, folder, &look)?, folder.clone()))
    };
    let figures = args.figures.as_ref().map(draw).transpose()?;
    let without_games = reports.into_iter().flat_map(|report| report.without_games).collect();
    Ok(Written { path, bytes: page.len(), figures, without_games })
}

impl ReportArgs {
    /// The page of one run in its folder, as if nothing else had been asked for.
    pub fn of(folder: &Path, exec: ExecArgs) -> Self {
        Self {
            folders: vec![folder.to_path_buf()],
            out: None,
            games: GAMES,
            explain: None,
            figures: None,
            width: 720,
            font: FigureStyle::default().font,
            force_version: true,
            exec,
        }
    }
}

/// Everything about the run of a folder.
fn of(folder: &Path, args: &ReportArgs) -> Result<RunReport> {
    for_game!(games::of_run(folder)? => read(folder, args))
}

fn read<S: Setup<Game: Narrate>>(folder: &Path, args: &ReportArgs) -> Result<RunReport> {
    let kept = FinishedRun::open_apart(S::INFO, folder, args.force_version)?;
    let choice = GameChoice { most: args.games.into(), explain: args.explain.as_deref() };
    RunReport::of::<S>(&kept, &choice, args.exec.into())
}

/// The command without what does not change the page.
fn command(args: &ReportArgs) -> String {
    let mut words = vec!["sim report".to_owned()];
    words.extend(args.folders.iter().map(|_| "DIR".to_owned()));
    if args.games != GAMES {
        words.push(format!("--games {}", args.games));
    }
    words.extend(args.explain.iter().map(|agent| format!("--explain {agent}")));
    words.join(" ")
}

/// Makes sure that figures can go there.
fn check_figures(folder: &Path) -> Result<()> {
    if is_no_folder(folder)? {
        return Err(Error::input(format!("{}: found a file; accepted: a folder (--figures)", folder.display())));
    }
    Ok(())
}
