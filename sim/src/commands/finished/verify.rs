//! `sim verify`: checks of a finished run.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::commands::args::{ExecArgs, programs, whole};
use lab::base::error::{Error, Result};
use lab::base::out;
use lab::forms::numbers::counted;
use lab::run::finished_run::FinishedRun;
use lab::study::folder::{FileCheck, check_files};
use lab::study::verification::{MAX_SAMPLE, verify};
use lab::subject::GameInfo;

/// Arguments of `sim verify`.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// Check this complete run
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    /// Replay N games, spread over the run
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole::<u64>(0..=MAX_SAMPLE))]
    pub games: u64,

    /// Start external agents, to replay their games
    #[arg(long)]
    pub run_programs: bool,

    /// Threads and progress
    #[command(flatten)]
    pub exec: ExecArgs,
}

/// Checks the run, and reports its faults.
pub fn run(args: &VerifyArgs) -> Result<()> {
    match check_files(&args.folder)? {
        Some(checked) => of_study(&args.folder, &checked),
        None => of_run(games::of_run(&args.folder)?, args),
    }
}

/// Reports on a study by `tune` or `sensitivity`, which keeps no games to replay.
fn of_study(folder: &Path, checked: &FileCheck) -> Result<()> {
    let (folder, FileCheck { study, same, missing }) = (folder.display(), checked);
    out::line(format_args!("{folder}: {same} files are as `sim {study}` left them"))?;
    missing.iter().try_for_each(|file| out::line(format_args!("not checked: {file}, which is missing")))?;
    out::line("not checked: the games, which are not kept; repeating the command plays them again")
}

fn of_run(game: &'static GameInfo, args: &VerifyArgs) -> Result<()> {
    let apart = FinishedRun::open_apart(game, &args.folder)?;
    // Without games of its own it does not need the run that it is compared with.
    let kept = if apart.has_raw_tables()? { FinishedRun::open(game, &args.folder)? } else { apart };
    let second = kept.second.as_ref().map(|second| &second.experiment);
    let programs = if args.run_programs { Vec::new() } else { programs(&kept.experiment, second) };
    let replays = if programs.is_empty() { args.games } else { 0 };
    let mut report = verify(&kept, replays, args.exec.into())?;
    if args.games > 0 && !programs.is_empty() && kept.experiment.reproducible {
        let named = programs.join(", ");
        report.unchecked.push(format!(
            "replays: none, since some agents are external programs ({named}); --run-programs starts them"
        ));
    }
    if !report.faults.is_empty() {
        return Err(Error::of_input(report.faults.join("\n")));
    }
    if report.games == 0 && !report.unchecked.is_empty() {
        let (folder, tables) = (args.folder.display(), report.tables);
        out::line(format_args!("{folder}: {tables} result tables have the form given in the manifest"))?;
        return report.unchecked.iter().try_for_each(|what| out::line(format_args!("not checked: {what}")));
    }
    let (folder, games, replayed) = (args.folder.display(), report.games, report.replayed);
    out::line(format_args!(
        "{folder}: {}, {replayed} of them replayed; manifest, hashes, rows, totals and result tables are intact",
        counted(games, "game")
    ))?;
    report.unchecked.iter().try_for_each(|what| out::line(format_args!("not checked: {what}")))
}
