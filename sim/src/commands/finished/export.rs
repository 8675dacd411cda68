//! `sim export`: the tables of a finished run in a form that other programs read faster.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use games::GameName;
use games::for_game;
use lab::base::error::Result;
use lab::base::out;
use lab::forms::numbers::counted;
use lab::run::finished_run::FinishedRun;
use lab::study::export::to_parquet;
use lab::subject::Subject;

/// Arguments of `sim export`.
#[derive(Args, Debug)]
pub struct ExportArgs {
    /// The folder of a complete run
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    /// The form of the files
    #[arg(long, value_name = "FORM")]
    pub to: Form,

    /// Folder for the files [default: DIR]
    #[arg(long, value_name = "DIR2")]
    pub out: Option<PathBuf>,

    /// Accept a run of another version of this program
    #[arg(long)]
    pub force_version: bool,
}

/// A form of tables.
#[derive(ValueEnum, Copy, Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// Columns with types, compressed, with units and meanings: NAME.parquet for each NAME.csv
    Parquet,
}

/// Writes the files, and prints their names.
pub fn run(args: &ExportArgs) -> Result<()> {
    for (path, rows) in write(args)? {
        out::line(format_args!("{}: {}", path.display(), counted(rows, "row")))?;
    }
    Ok(())
}

/// Writes the files; their paths, with the rows of each.
///
/// # Errors
/// As [`to_parquet`], and if the folder is not that of a complete run. Nothing is replaced then.
pub fn write(args: &ExportArgs) -> Result<Vec<(PathBuf, u64)>> {
    for_game!(GameName::of_run(&args.folder)? => of_run(args))
}

fn of_run<S: Subject>(args: &ExportArgs) -> Result<Vec<(PathBuf, u64)>> {
    let kept = FinishedRun::<S>::open_apart(&args.folder, args.force_version)?;
    let folder = args.out.as_ref().unwrap_or(&args.folder);
    let files = match args.to {
        Form::Parquet => to_parquet(&kept, folder)?,
    };
    Ok(files.into_iter().map(|(name, rows)| (folder.join(name), rows)).collect())
}
