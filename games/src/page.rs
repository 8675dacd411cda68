//! Pages of runs of any game, as `sim report` writes them.

use std::path::{Path, PathBuf};

use interface::narrate::Narrate;

use crate::{for_game, of_run};
use lab::base::error::{Error, Result};
use lab::base::files::is_no_folder;
use lab::play::exec_options::ExecOptions;
use lab::run::finished_run::FinishedRun;
use lab::subject::Setup;
use report::figure::draw::FigureStyle;
use report::html::{GameChoice, RunReport, files, page, page_file, share_axes};

/// The file in a run's folder that the page goes to.
pub const REPORT: &str = "report.html";

/// The games in a page by default.
pub const GAMES: u16 = 4;

/// The most games in a page.
pub const MAX_GAMES: u16 = 200;

/// What a page shows, and where it goes.
#[derive(Clone, Debug)]
pub struct PageOptions {
    /// Folders of complete runs, at least one.
    pub folders: Vec<PathBuf>,
    /// The file for the page; [`REPORT`] in the first folder if `None`.
    pub out: Option<PathBuf>,
    /// The games of each run to look at.
    pub games: u16,
    /// The agent that explains every decision in these games.
    pub explain: Option<String>,
    /// The folder for every figure as SVG.
    pub figures: Option<PathBuf>,
    /// The width of these figures in pixels.
    pub width: u16,
    /// The font family of these figures.
    pub font: String,
    /// Whether runs of other versions of the program are accepted.
    pub any_version: bool,
    /// How games are played again.
    pub exec: ExecOptions,
}

impl PageOptions {
    /// Returns the options of the page of these runs in the folder of the first, of any version.
    pub fn of(folders: &[PathBuf]) -> Self {
        Self {
            folders: folders.to_vec(),
            out: None,
            games: GAMES,
            explain: None,
            figures: None,
            width: 720,
            font: FigureStyle::default().font,
            any_version: true,
            exec: ExecOptions { threads: None, quiet: false },
        }
    }
}

/// A page that was written.
pub struct WrittenPage {
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
pub fn write(options: &PageOptions) -> Result<WrittenPage> {
    let path = options.out.clone().unwrap_or_else(|| options.folders[0].join(REPORT));
    of_run(&options.folders[0])?;
    // Before games are played again for nothing.
    page_file::check(&path)?;
    options.figures.as_deref().map_or(Ok(()), check_figures)?;
    let mut reports = options.folders.iter().map(|folder| of(folder, options)).collect::<Result<Vec<_>>>()?;
    if reports.len() > 1 {
        share_axes(&mut reports);
    }
    options.figures.as_deref().map_or(Ok(()), |folder| files::check(&reports, folder))?;
    let page = page::of_runs(&reports, &command(options));
    page_file::write(&path, &page)?;
    let draw = |folder: &PathBuf| {
        let look = FigureStyle { width: options.width.into(), font: options.font.clone(), ..FigureStyle::default() };
        Ok((files::write(&reports, folder, &look)?, folder.clone()))
    };
    let figures = options.figures.as_ref().map(draw).transpose()?;
    let without_games = reports.into_iter().flat_map(|report| report.without_games).collect();
    Ok(WrittenPage { path, bytes: page.len(), figures, without_games })
}

/// Everything about the run of a folder.
fn of(folder: &Path, options: &PageOptions) -> Result<RunReport> {
    for_game!(of_run(folder)? => read(folder, options))
}

fn read<S: Setup<Game: Narrate>>(folder: &Path, options: &PageOptions) -> Result<RunReport> {
    let kept = FinishedRun::open_apart(S::INFO, folder, options.any_version)?;
    let choice = GameChoice { most: options.games.into(), explain: options.explain.as_deref() };
    RunReport::of::<S>(&kept, &choice, options.exec)
}

/// The command without what does not change the page.
fn command(options: &PageOptions) -> String {
    let mut words = vec!["sim report".to_owned()];
    words.extend(options.folders.iter().map(|_| "DIR".to_owned()));
    if options.games != GAMES {
        words.push(format!("--games {}", options.games));
    }
    words.extend(options.explain.iter().map(|agent| format!("--explain {agent}")));
    words.join(" ")
}

/// Makes sure that figures can go there.
fn check_figures(folder: &Path) -> Result<()> {
    if is_no_folder(folder)? {
        return Err(Error::input(format!("{}: found a file; accepted: a folder (--figures)", folder.display())));
    }
    Ok(())
}
