//! `sim compare`: what a changed rule, tile file or agent does, seed by seed.

use std::path::{Path, PathBuf};

use clap::Args;
use comfy_table::Table;

use crate::error::{Error, Result};
use crate::experiment::{ALL_AGENTS, Experiment};
use crate::kept::Kept;
use crate::measures::{ClusterMeans, Measure};
use crate::raw::{RawReader, RowReader};
use crate::stats::Estimate;
use crate::tables::column::{dictionary, header, write_row};
use crate::tables::compare::{COLUMNS, CompareRow, Totals};
use crate::tables::{Line, RawTable};
use crate::{out, summary};

/// Arguments of `sim compare`.
#[derive(Args, Debug)]
pub struct CompareArgs {
    /// The folder of a complete run
    #[arg(value_name = "DIR1")]
    pub first: PathBuf,

    /// The folder of another with the same seed, blocks, players and line-up, and other rules, tiles or agents
    #[arg(value_name = "DIR2")]
    pub second: PathBuf,

    /// A new file for the table as CSV
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Accept runs of another version of this program
    #[arg(long)]
    pub force_version: bool,
}

/// Compares the runs, prints what differs, and writes the table.
pub fn run(args: &CompareArgs) -> Result<()> {
    let [first, second] = [&args.first, &args.second].map(|folder| Kept::open(folder, args.force_version));
    let (first, second) = (first?.experiment, second?.experiment);
    check_blocks(&first, &second, &args.second)?;
    if let Some(path) = args.out.as_ref().filter(|path| path.exists()) {
        return Err(Error::input(format!("{}: found a file; accepted: a name for a new one (--out)", path.display())));
    }
    let rows = totals(&first, &second, args)?.rows();
    out::line(table(&first, &rows))?;
    out::line(
        "second less first, paired by seed, with 95 % intervals over seeds; pairing: variance against that of runs with chance of their own",
    )?;
    args.out.as_ref().map_or(Ok(()), |path| write(path, &first, &rows))
}

/// Only the same blocks can be paired.
fn check_blocks(first: &Experiment, second: &Experiment, folder: &Path) -> Result<()> {
    let describe = |experiment: &Experiment| {
        [
            ("seed", experiment.seed.to_string()),
            ("blocks", experiment.blocks.to_string()),
            ("players", experiment.players.to_string()),
            ("lineup", experiment.lineup.name().to_owned()),
            ("number of agents", experiment.agents.len().to_string()),
        ]
    };
    let mut pairs = describe(first).into_iter().zip(describe(second));
    match pairs.find(|(one, two)| one != two) {
        Some(((what, wanted), (_, found))) => Err(Error::input(format!(
            "{}: {what}: found {found}; accepted: {wanted}, as in the first run: only the same blocks can be paired",
            folder.display()
        ))),
        None => Ok(()),
    }
}

fn totals(first: &Experiment, second: &Experiment, args: &CompareArgs) -> Result<Totals> {
    let measures = Measure::all(first);
    let tables = [RawTable::Games, RawTable::Seats];
    let [one, two] = [(first, &args.first), (second, &args.second)].map(|(experiment, folder)| {
        let blocks = RawReader::open(experiment, folder, tables)?.blocks(0..experiment.blocks);
        Ok::<_, Error>((RowReader::new(experiment, folder), blocks))
    });
    let ((one_rows, one_blocks), (two_rows, two_blocks)) = (one?, two?);
    let mut totals = Totals::new(&measures);
    let fresh = || [ClusterMeans::new(&measures), ClusterMeans::new(&measures)];
    let mut means = fresh();
    for (number, (one, two)) in one_blocks.zip(two_blocks).enumerate() {
        one_rows.games(&one?)?.iter().for_each(|game| means[0].add(game));
        two_rows.games(&two?)?.iter().for_each(|game| means[1].add(game));
        if first.lineup_of(number as u64) + 1 == first.lineups() {
            totals.add(&means[0].means(), &means[1].means());
            means = fresh();
        }
    }
    Ok(totals)
}

fn table(experiment: &Experiment, rows: &[CompareRow]) -> Table {
    let mut table = summary::table(&["measure", "agent", "first", "second", "difference", "p", "pairing"], 2);
    for row in rows {
        let agent = row.measure.agent().map_or(ALL_AGENTS, |agent| &experiment.agents[agent].name);
        let number = |estimate: &Estimate| summary::with_half_width(estimate, 1.0, 3, "");
        let plain = |number: Option<f64>, decimals| summary::plain(number, decimals);
        table.add_row([
            row.measure.name().to_owned(),
            agent.to_owned(),
            number(&row.first),
            number(&row.second),
            number(&row.difference),
            plain(row.p, 4),
            plain(row.design_effect, 2),
        ]);
    }
    table
}

fn write(path: &Path, experiment: &Experiment, rows: &[CompareRow]) -> Result<()> {
    let mut bytes = header(&dictionary(COLUMNS)).into_bytes();
    let mut line = Line::at_end(&mut bytes, experiment);
    rows.iter().for_each(|row| write_row(COLUMNS, row, &mut line));
    std::fs::write(path, bytes).map_err(|error| Error::other(format!("{}: {error}", path.display())))?;
    out::line(format_args!("table in {}", path.display()))
}
