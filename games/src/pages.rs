//! Pages of finished runs of any game.

use std::path::Path;

use interface::narrate::Narrate;
use lab::base::error::Result;
use lab::run::finished_run::FinishedRun;
use lab::subject::Setup;
use report::html::run_page::{self, PageFile, PageOptions};
use report::html::{GameChoice, RunReport};

use crate::{for_game, of_run};

/// Writes the page of runs, and their figures if the options request them.
///
/// # Errors
/// If a folder is not that of a complete run, or something cannot be written.
pub fn write(options: &PageOptions) -> Result<PageFile> {
    // Report errors of the first folder before those of the page's file.
    of_run(&options.folders[0])?;
    run_page::write(options, |folder| for_game!(of_run(folder)? => read(folder, options)))
}

fn read<S: Setup<Game: Narrate>>(folder: &Path, options: &PageOptions) -> Result<RunReport> {
    let run = FinishedRun::open_apart(S::INFO, folder)?;
    let choice = GameChoice { most: options.games.into(), explain: options.explain.as_deref() };
    RunReport::of::<S>(&run, &choice, options.exec)
}
