//! `sim report`: finished runs as a web page.

use std::path::{Path, PathBuf};

use clap::Args;
use games::pages;
use lab::base::error::Result;
use lab::base::out;
use lab::run::manifest::{COMPARISON, SECOND};
use report::figure::draw::FigureStyle;
use report::html::run_page::{GAMES, MOST_GAMES, PageFile, PageOptions};

use crate::commands::args::{ExecArgs, whole};

/// The size in bytes above which a page opens slowly.
const LARGE: usize = 5_000_000;

/// Arguments of `sim report`.
#[derive(Args, Clone, Debug)]
pub struct ReportArgs {
    /// Show these runs side by side; result tables and manifest.json suffice
    #[arg(value_name = "DIR", required = true)]
    pub folders: Vec<PathBuf>,

    /// Write the page to this file [default: report.html in the first DIR]
    #[arg(long, value_name = "FILE.html")]
    pub out: Option<PathBuf>,

    /// Show the K most interesting games of each run; 0 replays none
    #[arg(long, value_name = "K", default_value_t = GAMES, value_parser = whole::<u16>(0..=MOST_GAMES.into()))]
    pub games: u16,

    /// Add this agent's explanation of every decision in these games
    #[arg(long, value_name = "SPEC")]
    pub explain: Option<String>,

    /// Write every figure as SVG, and its numbers as CSV, to this folder
    #[arg(long, value_name = "DIR")]
    pub figures: Option<PathBuf>,

    /// Make these figures this wide, in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 720, requires = "figures",
          value_parser = whole::<u16>(280..=4000))]
    pub width: u16,

    /// Use this font family in these figures
    #[arg(long, value_name = "FAMILY", default_value = "system-ui, sans-serif", requires = "figures")]
    pub font: String,

    /// Threads and progress
    #[command(flatten)]
    pub exec: ExecArgs,
}

/// Writes the page, and the figures if they are asked for.
pub fn run(args: &ReportArgs) -> Result<()> {
    let look = FigureStyle { width: args.width.into(), font: args.font.clone(), ..FigureStyle::default() };
    write(&PageOptions {
        folders: args.folders.clone(),
        out: args.out.clone(),
        games: args.games,
        explain: args.explain.clone(),
        figures: args.figures.clone().map(|folder| (folder, look)),
        exec: args.exec.into(),
    })
}

/// Writes a page and prints where it is.
pub fn write(options: &PageOptions) -> Result<()> {
    let PageFile { path, bytes, figures, without_games } = pages::write(options)?;
    if let Some((folder, _)) = &options.figures {
        out::line(format_args!("{figures} figures in {}", folder.display()))?;
    }
    without_games.into_iter().try_for_each(out::line)?;
    if bytes > LARGE {
        let size = bytes as f64 / 1e6;
        out::line(format_args!(
            "the page is large ({size:.1} MB) and opens slowly; to make it smaller, use fewer --games or omit --explain"
        ))?;
    }
    out::line(format_args!("report in {}", path.display()))?;
    options.folders.iter().filter_map(|folder| with_comparison(folder)).try_for_each(|first| {
        out::line(format_args!("`sim report {}` writes a page that begins with the comparison", first.display()))
    })
}

/// Returns the folder of the run whose comparison includes this second run.
fn with_comparison(folder: &Path) -> Option<&Path> {
    let first = folder.parent().filter(|_| folder.ends_with(SECOND))?;
    first.join(COMPARISON).exists().then_some(first)
}
