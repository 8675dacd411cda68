//! `sim replay`: a game of a finished experiment once more.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use agents::Agent;
use clap::Args;
use engine::skye::{Event, Skye};

use crate::arena::play;
use crate::error::{Error, Result};
use crate::experiment::Experiment;
use crate::fixtures::{self, Fixture};
use crate::manifest::read_experiment;
use crate::record::{self, Setting};
use crate::tell::Narrator;

/// Arguments of `sim replay`.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The folder of a complete run
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    /// Number of the game, as in its tables
    #[arg(long, value_name = "N")]
    pub game: u64,

    /// Write a record to this new file instead of telling the game
    #[arg(long, value_name = "FILE.jsonl")]
    pub record: Option<PathBuf>,
}

/// Plays the game again, and tells or records it.
pub fn run(args: &ReplayArgs) -> Result<()> {
    let experiment = read_experiment(&args.folder)?;
    let fixture = fixtures::game(&experiment, args.game).ok_or_else(|| {
        Error::input(format!("--game: found {}; accepted: 0 to {}", args.game, experiment.games() - 1))
    })?;
    let game = experiment.game(fixture.seed.scoring).map_err(Error::input)?;
    let names: Vec<String> = seats(&experiment, &fixture).map(|agent| experiment.agents[agent].name.clone()).collect();
    let agents = experiment.build_agents();
    let seated: Vec<&dyn Agent<Skye>> = seats(&experiment, &fixture).map(|agent| &*agents[agent]).collect();
    match &args.record {
        Some(path) => {
            let mut events: Vec<Event> = Vec::new();
            play(&game, &fixture.seed, &seated, &mut events);
            let setting = Setting { game: &game, tiles: &experiment.tiles.set, players: &names };
            write_new(path, &record::line(&setting, &fixture.seed, &events))
        }
        None => {
            let mut narrator = Narrator::new(&game, &names, &fixture.seed, anstream::stdout().lock());
            play(&game, &fixture.seed, &seated, &mut narrator);
            narrator.finish().map_err(Error::other)
        }
    }
}

/// The numbers of the agents by seat.
fn seats(experiment: &Experiment, fixture: &Fixture) -> impl Iterator<Item = usize> {
    fixture.agents.into_iter().take(experiment.players)
}

fn write_new(path: &Path, line: &str) -> Result<()> {
    let fault = |error| Error::input(format!("{}: {error}; accepted: a new file", path.display()));
    let mut file = File::create_new(path).map_err(fault)?;
    writeln!(file, "{line}").map_err(|error| Error::other(format!("{}: {error}", path.display())))
}
