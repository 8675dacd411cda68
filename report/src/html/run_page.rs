//! The page of finished runs, with its figures as files.

use std::path::{Path, PathBuf};

use lab::base::error::{Error, Result};
use lab::base::files::is_no_folder;
use lab::play::exec_options::ExecOptions;

use super::run_report::{RunReport, share_axes};
use super::{files, page};
use crate::figure::draw::FigureStyle;
use lab::base::output::replace;

/// The name of the page in a run's folder.
pub const REPORT: &str = "report.html";

/// The default number of games of each run.
pub const GAMES: u16 = 4;

/// The largest number of games of each run.
pub const MOST_GAMES: u16 = 200;

/// The options of a page.
pub struct PageOptions {
    /// The folders of the runs to show next to each other; at least one.
    pub folders: Vec<PathBuf>,
    /// The file of the page; `None` for [`REPORT`] in the first folder.
    pub out: Option<PathBuf>,
    /// The number of games of each run; 0 replays nothing.
    pub games: u16,
    /// The agent to explain every decision in these games.
    pub explain: Option<String>,
    /// The folder for figures as separate files, with their style.
    pub figures: Option<(PathBuf, FigureStyle)>,
    /// The options for replaying games.
    pub exec: ExecOptions,
}

impl PageOptions {
    /// Options for the page of one run in its folder, with defaults otherwise.
    pub fn of(folder: &Path, exec: ExecOptions) -> Self {
        let folders = vec![folder.to_path_buf()];
        Self { folders, out: None, games: GAMES, explain: None, figures: None, exec }
    }

    /// Returns the command, without options that do not affect the page.
    fn command(&self) -> String {
        let mut words = vec!["sim report".to_owned()];
        words.extend(self.folders.iter().map(|_| "DIR".to_owned()));
        if self.games != GAMES {
            words.push(format!("--games {}", self.games));
        }
        words.extend(self.explain.iter().map(|agent| format!("--explain {agent}")));
        words.join(" ")
    }
}

/// A page that was written.
pub struct PageFile {
    /// The file of the page.
    pub path: PathBuf,
    /// The length in bytes.
    pub bytes: usize,
    /// The number of figures that were written as files.
    pub figures: usize,
    /// Reasons why runs are shown without games.
    pub without_games: Vec<String>,
}

/// Writes the page and the figures of runs; `read` reads one of them.
///
/// # Errors
/// If a folder is not that of a complete run, or something cannot be written.
pub fn write(options: &PageOptions, read: impl Fn(&Path) -> Result<RunReport>) -> Result<PageFile> {
    let path = options.out.clone().unwrap_or_else(|| options.folders[0].join(REPORT));
    // Check before replaying games in vain.
    page::check(&path)?;
    if let Some((folder, _)) = &options.figures
        && is_no_folder(folder)?
    {
        return Err(Error::input(folder.display(), "found a file", "a folder (--figures)"));
    }
    let mut reports = options.folders.iter().map(|folder| read(folder)).collect::<Result<Vec<_>>>()?;
    if reports.len() > 1 {
        share_axes(&mut reports);
    }
    options.figures.as_ref().map_or(Ok(()), |(folder, _)| files::check(&reports, folder))?;
    let page = page::of_runs(&reports, &options.command());
    replace(&path, page.as_bytes())?;
    let figures = options.figures.as_ref().map_or(Ok(0), |(folder, look)| files::write(&reports, folder, look))?;
    let without_games = reports.into_iter().flat_map(|report| report.without_games).collect();
    Ok(PageFile { path, bytes: page.len(), figures, without_games })
}
