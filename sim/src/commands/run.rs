//! `sim run`: from a config to a folder of tables.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::MannerArgs;
use super::number::seed;
use crate::config::{self, Overrides};
use crate::error::Result;
use crate::manifest::{Manifest, Timing, result_tables};
use crate::output::{MANIFEST, Output, TILES, TIMING};
use crate::{interrupt, out, summary, tournament};

/// Arguments of `sim run`.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// The experiment, a TOML file
    pub config: PathBuf,

    /// Folder for the tables, new or without results [default: runs/NAME-SEED]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Master seed, instead of the config's
    #[arg(long, value_name = "S", value_parser = seed(), allow_negative_numbers = true)]
    pub seed: Option<u64>,

    /// Another value for a key of the config, such as blocks=100 or agents.0.spec=random; can be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,

    /// How to play
    #[command(flatten)]
    pub manner: MannerArgs,
}

/// Plays the experiment, writes its tables, and prints the summary.
pub fn run(args: &RunArgs) -> Result<()> {
    let experiment = config::load(&args.config, &Overrides { set: args.set.clone(), seed: args.seed })?;
    let default_folder = || PathBuf::from(format!("runs/{}-{}", experiment.name, experiment.seed));
    let folder = args.out.clone().unwrap_or_else(default_folder);
    // Before there is anything to be left behind.
    interrupt::heed()?;
    let mut output = Output::begin(&folder)?;
    let outcome = tournament::play(&experiment, args.manner.into(), Some(&mut output))?;
    for table in result_tables(&experiment) {
        output.write(&format!("{}.csv", table.name()), &outcome.totals.csv(table, &experiment))?;
    }
    if !experiment.tiles.is_shipped {
        // So that games can be played again wherever the folder is, with the tiles as they were read.
        output.write(TILES, experiment.tiles.text.as_bytes())?;
    }
    let timing = Timing::of(&experiment, &folder, outcome.threads, outcome.elapsed, &outcome.costs);
    output.write(TIMING, &json(&timing))?;
    output.write(MANIFEST, &json(&Manifest::of(&experiment)))?;
    output.complete()?;
    summary::print(&experiment, &outcome)?;
    summary::print_speed(&experiment, &outcome)?;
    out::line(format_args!("tables in {}", folder.display()))
}

fn json(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(value).expect("plain data");
    bytes.push(b'\n');
    bytes
}
