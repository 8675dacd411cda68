//! Random experiments that check all invariants: those of the engine, of records, and of tables.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use engine::random::{Random, below, mix, random};
use engine::{Seat, contract};
use interface::record::check_line;

use super::of_game::{SoakOptions, Study};
use crate::config::{Config, Overrides};
use crate::experiment::Experiment;
use crate::play::player::BlockPlayer;
use crate::play::roster::{self, Deal};
use crate::programs::ProgramSpec;
use crate::run::raw::{RawBlock, RowReader};
use crate::schedule::blocks;
use crate::schedule::contestant::{Contestant, PlayerSpec};

/// Plays experiment `number` of a master seed, with random rules, agents, seats and components.
///
/// Returns its number of games.
///
/// # Errors
/// If an invariant is violated, or the code panics.
pub fn soak<S: Study>(master: u64, number: u64, fixed: &SoakOptions) -> Result<u64, String> {
    let soaked = catch_unwind(AssertUnwindSafe(|| soak_one::<S>(mix([master, number]), fixed)));
    soaked.unwrap_or_else(|panic| Err(message(&*panic)))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic").to_owned()
}

fn soak_one<S: Study>(seed: u64, fixed: &SoakOptions) -> Result<u64, String> {
    let mut rng = random(seed);
    let text = config::<S>(&mut rng, seed, fixed);
    let overrides = Overrides { set: fixed.set.clone(), seed: None };
    let config = Config::parse("soak.toml", &text, Path::new(""), &overrides).map(|mut config| {
        fixed.files.iter().for_each(|(key, file)| config.set_file(key, file));
        config
    });
    let experiment: Experiment = match config.and_then(|config| config.experiment(S::INFO)) {
        Ok(experiment) => with_programs::<S>(experiment, &mut rng, &fixed.programs),
        Err(error) if S::is_expected(&error.to_string()) => return Ok(0),
        Err(error) => return Err(format!("{error}\n{text}")),
    };
    check_engine::<S>(&experiment, seed);
    check_records::<S>(&experiment, &fixed.library)?;
    check_tables(&experiment)?;
    Ok(experiment.games() + 1)
}

/// Creates a config, with every rule drawn at random unless fixed.
fn config<S: Study>(rng: &mut Random, seed: u64, fixed: &SoakOptions) -> String {
    let players = 2 + below(rng, 4) as usize;
    let lineup = ["rotate", "fixed"][below(rng, 2) as usize];
    let (mut agents, specs) = (String::new(), S::quick_agents());
    for agent in 0..players {
        let spec = &specs[below(rng, specs.len() as u32) as usize];
        agents += &format!("[[agents]]\nname = \"a{agent}\"\nspec = \"{spec}\"\n");
    }
    let keys = S::random_keys(rng, players, fixed);
    let top = format!("name = \"soak\"\nplayers = {players}\nblocks = 1\nseed = {seed}\nlineup = \"{lineup}\"\n");
    format!("{top}{keys}{agents}")
}

/// Replaces some of the drawn agents by programs, each of which is as likely as each agent.
fn with_programs<S: Study>(mut experiment: Experiment, rng: &mut Random, programs: &[ProgramSpec]) -> Experiment {
    if programs.is_empty() {
        return experiment;
    }
    let own = S::quick_agents().len();
    for agent in &mut experiment.schedule.agents {
        let drawn = below(rng, (own + programs.len()) as u32) as usize;
        if let Some(program) = drawn.checked_sub(own).map(|place| &programs[place]) {
            agent.spec = PlayerSpec::Program(Box::new(program.clone()));
        }
    }
    experiment
}

fn check_engine<S: Study>(experiment: &Experiment, seed: u64) {
    let fixture = blocks::block(experiment, 0).next().expect("a block has games");
    let game = experiment.subject.setup::<S>().game(&experiment.treatment(&fixture));
    contract::check(&game, seed);
}

/// Checks that the records of all games follow the rules.
fn check_records<S: Study>(experiment: &Experiment, library: &[String]) -> Result<(), String> {
    let roster = roster::of_experiment(experiment);
    let library = S::library(library).map_err(|error| error.to_string())?;
    for fixture in blocks::block(experiment, 0) {
        let seats = &fixture.agents[..experiment.players];
        let players: Vec<Contestant> = seats.iter().map(|&agent| experiment.agents[agent].clone()).collect();
        let treatment = experiment.treatment(&fixture);
        let deal = Deal { treatment: &treatment, seed: &fixture.seed, number: fixture.game, seats };
        let (line, outcome) = roster.record(deal, &players).map_err(|why| why.to_string())?;
        let shares: f64 = Seat::all(experiment.players).map(|seat| outcome.win_share(seat)).sum();
        assert!((shares - 1.0).abs() < 1e-9, "win shares sum to 1");
        check_line::<S::Game>(&line, &library).map_err(|fault| format!("record: {fault}"))?;
    }
    Ok(())
}

/// Checks that rows are read back as written, and add up.
fn check_tables(experiment: &Experiment) -> Result<(), String> {
    let roster = roster::of_experiment(experiment);
    let block = BlockPlayer::new(experiment, &*roster).play([0]).map_err(|error| error.to_string())?;
    let raw = RawBlock::played(0, block.lines);
    let games = RowReader::new(experiment, Path::new("")).games(&raw).map_err(|error| error.to_string())?;
    games.iter().try_for_each(|game| experiment.subject.check(&experiment.schedule, game))
}
