//! One random experiment with every law asserted: those of the engine, of records, and of tables.

use std::any::Any;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use agents::Agent;
use engine::contract;
use engine::random::{Random, below, mix, random};
use engine::skye::rules::MAX_ROUNDS;
use engine::skye::{Event, Rules, Skye};
use engine::{Game, Seat};

use crate::arena::play;
use crate::block::Player;
use crate::check::check_line;
use crate::config::{Overrides, parse};
use crate::experiment::Experiment;
use crate::fixtures;
use crate::raw::{RawBlock, RowReader};
use crate::record::{Setting, line};
use crate::tile_set::TileSet;
use crate::verification::laws;

/// Agents that are quick enough to be had in numbers.
const SPECS: [&str; 9] = [
    "random",
    "random",
    "rule-of-thumb",
    "greedy",
    "greedy:preset=quick,pricing=random",
    "mcts:iterations=3,rounds=1",
    "mcts:iterations=4,rounds=1,variant=pimc,depth=2,rollout=random",
    "mcts:iterations=4,rounds=1,variant=duct",
    "mcts:iterations=4,rounds=1,variant=regret",
];

/// Plays experiment `number` of a master seed, with rules, agents, seats and tiles drawn at random; how many games it had.
///
/// # Errors
/// The law that was broken, or the panic.
pub fn soak(master: u64, number: u64) -> Result<u64, String> {
    catch_unwind(AssertUnwindSafe(|| soak_one(mix([master, number])))).unwrap_or_else(|panic| Err(message(&*panic)))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic").to_owned()
}

fn soak_one(seed: u64) -> Result<u64, String> {
    let mut dice = random(seed);
    let text = config(&mut dice, seed);
    let experiment = match parse("soak.toml", &text, Path::new(""), &Overrides::default()) {
        Ok(experiment) => experiment,
        // More rounds than there are tiles for: a good answer to such rules.
        Err(error) if error.to_string().contains("tiles") => return Ok(0),
        Err(error) => return Err(format!("{error}\n{text}")),
    };
    check_engine(&experiment, seed);
    check_records(&experiment)?;
    check_tables(&experiment)?;
    Ok(experiment.games() + 1)
}

/// A config with everything that rules may be.
fn config(dice: &mut Random, seed: u64) -> String {
    let mut pick = |range: std::ops::RangeInclusive<u16>| {
        range.start() + below(dice, u32::from(range.end() - range.start()) + 1) as u16
    };
    let players = pick(2..=5);
    let rounds = pick(1..=MAX_ROUNDS as u16);
    let letters = |bits: u16| ["A", "B", "C", "D"].iter().enumerate().filter(move |(bit, _)| bits >> bit & 1 == 1);
    let slots: Vec<String> = (0..rounds)
        .map(|_| format!("\"{}\"", letters(pick(0..=15)).map(|(_, letter)| *letter).collect::<String>()))
        .collect();
    let catch_up: Vec<String> = (0..rounds).map(|_| pick(Rules::CATCH_UP).to_string()).collect();
    let tiles = ["printed", "other-reading"][usize::from(pick(0..=1))];
    let lineup = ["rotate", "fixed"][usize::from(pick(0..=1))];
    let mut text = format!(
        "name = \"soak\"\nplayers = {players}\nblocks = 1\nseed = {seed}\nlineup = \"{lineup}\"\ntiles = \"{tiles}\"\n\
         [rules]\nrounds = [{}]\ncatch-up = [{}]\ncastle-income = {}\ngold-per-vp = {}\n",
        slots.join(", "),
        catch_up.join(", "),
        pick(Rules::CASTLE_INCOME),
        pick(1..=12),
    );
    for agent in 0..players {
        let spec = SPECS[usize::from(pick(0..=SPECS.len() as u16 - 1))];
        writeln!(text, "[[agents]]\nname = \"a{agent}\"\nspec = \"{spec}\"").expect("a text takes all");
    }
    text
}

fn check_engine(experiment: &Experiment, seed: u64) {
    let fixture = fixtures::block(experiment, 0).next().expect("a block has games");
    contract::check(&experiment.game(fixture.seed.scoring).expect("a valid experiment"), seed);
}

/// Every game's record must be borne out by the rules.
fn check_records(experiment: &Experiment) -> Result<(), String> {
    let agents = experiment.build_agents();
    let known: Vec<TileSet> = TileSet::all_shipped().collect();
    for fixture in fixtures::block(experiment, 0) {
        let game = experiment.game(fixture.seed.scoring).expect("a valid experiment");
        let numbers = &fixture.agents[..experiment.players];
        let seated: Vec<&dyn Agent<Skye>> = numbers.iter().map(|&agent| &*agents[agent]).collect();
        let players: Vec<_> = numbers.iter().map(|&agent| experiment.agents[agent].clone()).collect();
        let mut events: Vec<Event> = Vec::new();
        let outcome = play(&game, &fixture.seed, &seated, &mut events);
        let shares: f64 = Seat::all(game.seats()).map(|seat| outcome.win_share(seat)).sum();
        assert!((shares - 1.0).abs() < 1e-9, "win shares sum to 1");
        let setting = Setting { game: &game, tiles: &experiment.tiles, players: &players };
        check_line(&line(&setting, &fixture.seed, &events), &known).map_err(|fault| format!("record: {fault}"))?;
    }
    Ok(())
}

/// Rows must be read as they were written, and add up.
fn check_tables(experiment: &Experiment) -> Result<(), String> {
    let agents = experiment.build_agents();
    let block = Player::new(experiment, &agents).play(0);
    let raw = RawBlock { number: 0, lines: block.lines, first_lines: [2; 4] };
    let games = RowReader::new(experiment, Path::new("")).games(&raw).map_err(|error| error.to_string())?;
    games.iter().try_for_each(|game| laws::check(experiment, game))
}
