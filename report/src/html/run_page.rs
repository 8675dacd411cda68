//! The page of finished runs, with its figures as files.

use std::path::{Path, PathBuf};

use lab::base::error::{Error, Result};
use lab::base::files::is_no_folder;
use lab::play::exec_options::ExecOptions;

use super::run_report::{RunReport, share_axes};
use super::{files, page, page_file};
use crate::figure::draw::FigureStyle;

/// The file in a run's folder that the page goes to.
pub const REPORT: &str = "report.html";

/// The default number of games of each run.
pub const GAMES: u16 = 4;

/// The largest number of games of each run.
pub const MOST_GAMES: u16 = 200;

/// The options of a page.
pub struct PageOptions {
    /// The folders of the runs to show side by side; at least one.
    pub folders: Vec<PathBuf>,
    /// The file of the page; `None` for [`REPORT`] in the first folder.
    pub out: Option<PathBuf>,
    /// The number of games of each run; 0 replays nothing.
    pub games: u16,
    /// The agent that explains every decision in these games.
    pub explain: Option<String>,
    /// The folder that figures go to as files, and how they look there.
    pub figures: Option<(PathBuf, FigureStyle)>,
    /// Accepts runs of another version of this program.
    pub any_version: bool,
    /// How to play games again.
    pub exec: ExecOptions,
}

impl PageOptions {
    /// The page of one run in its folder, of any version, with defaults otherwise.
    pub fn of(folder: &Path, exec: ExecOptions) -> Self {
        let folders = vec![folder.to_path_buf()];
        Self { folders, out: None, games: GAMES, explain: None, figures: None, any_version: true, exec }
    }

    /// Returns the command without what does not change the page.
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
    // Before games are replayed in vain.
    page_file::check(&path)?;
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
    page_file::write(&path, &page)?;
    let figures = options.figures.as_ref().map_or(Ok(0), |(folder, look)| files::write(&reports, folder, look))?;
    let without_games = reports.into_iter().flat_map(|report| report.without_games).collect();
    Ok(PageFile { path, bytes: page.len(), figures, without_games })
}
