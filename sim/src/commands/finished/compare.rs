//! `sim compare`: the effects of a changed rule, component or agent, seed by seed.

use std::path::{Path, PathBuf};

use clap::Args;

use lab::base::error::{Error, Result};
use lab::base::files::metadata;
use lab::base::out;
use lab::base::output::NewFile;
use lab::config::effective::between;
use lab::run::analysis::{compare, comparison_csv};
use lab::run::finished_run::FinishedRun;
use lab::schedule::Schedule;
use lab::schedule::circle::Circle;
use lab::subject::GameInfo;
use report::terminal::comparison;

/// Arguments of `sim compare`.
#[derive(Args, Debug)]
pub struct CompareArgs {
    /// Read this complete run
    #[arg(value_name = "DIR1")]
    pub first: PathBuf,

    /// Compare it with this one
    ///
    /// Its seed, blocks, players and line-up must be the same; its rules, tiles or agents differ.
    #[arg(value_name = "DIR2")]
    pub second: PathBuf,

    /// Write the table to this new CSV file
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Accept raw tables changed after their run
    #[arg(long)]
    pub edited: bool,
}

/// Compares the runs, prints the differences, and writes the table.
pub fn run(args: &CompareArgs) -> Result<()> {
    of_runs(games::of_run(&args.first)?, args)
}

fn of_runs(game: &'static GameInfo, args: &CompareArgs) -> Result<()> {
    let [first, second] = [&args.first, &args.second].map(|folder| FinishedRun::open(game, folder));
    let (first, second) = (first?.whole()?, second?.whole()?);
    check_blocks(&first.experiment, &second.experiment, &args.second)?;
    let changes = between(&first.experiment, &second.experiment);
    if changes.is_empty() {
        let (found, folder) = (args.first.display(), args.second.display());
        let accepted = "a run with other rules, components or agents, or another design";
        return Err(Error::input(&folder, format_args!("found the same games as in {found}"), accepted));
    }
    if let Some(path) = args.out.as_ref()
        && metadata(path)?.is_some_and(|found| found.is_file() && found.len() > 0)
    {
        let shown = path.display();
        return Err(Error::input(&shown, "found a file", "a name for a new one (--out)"));
    }
    let table = args.out.as_deref().map(NewFile::create).transpose()?;
    let rows = compare((&first.experiment, first.raw(args.edited)), (&second.experiment, second.raw(args.edited)))?;
    let reconstructed = first.experiment.reconstructed_with(Some(&second.experiment));
    comparison::print(&first.experiment, &changes, &reconstructed, &rows)?;
    let Some((path, mut table)) = args.out.as_ref().zip(table) else { return Ok(()) };
    table.write(&comparison_csv(&first.experiment, &rows))?;
    table.finish()?;
    out::line(format_args!("table in {}", path.display()))
}

/// Checks that both runs have the same blocks, since only these can be paired.
fn check_blocks(first: &Schedule, second: &Schedule, folder: &Path) -> Result<()> {
    let mut pairs = describe(first).into_iter().zip(describe(second));
    match pairs.find(|(one, two)| one != two) {
        Some(((what, wanted), (_, found))) => Err(Error::input(
            format_args!("{}: {what}", folder.display()),
            format_args!("found {found}"),
            format_args!("{wanted}, as in the first run, since only the same blocks can be paired"),
        )),
        None => Ok(()),
    }
}

/// Returns the properties that must agree for blocks to be paired.
fn describe(schedule: &Schedule) -> [(&'static str, String); 6] {
    [
        ("seed", schedule.seed.to_string()),
        ("blocks", schedule.blocks.to_string()),
        ("players", schedule.players.to_string()),
        ("lineup", schedule.lineup.name().to_owned()),
        ("circle", schedule.chosen_circle().map_or("none", Circle::name).to_owned()),
        ("number of agents", schedule.agents.len().to_string()),
    ]
}
