//! `sim calibrate`: finds the greedy player's judgement anew.

use std::path::PathBuf;

use clap::Args;
use engine::MAX_SEATS;

use crate::commands::args::{ExecArgs, SetupArgs, seed, whole};
use games::for_game;
use lab::base::error::{Error, Result};
use lab::base::out;
use lab::base::output::NewFile;
use lab::study::{Calibration, Study};

/// Arguments of `sim calibrate`.
#[derive(Args, Debug)]
pub struct CalibrateArgs {
    /// The game
    #[arg(long, value_name = "NAME", default_value = games::NAMES[0])]
    pub game: String,

    /// How often everything is played and fitted
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = whole::<u64>(1..=100), allow_negative_numbers = true)]
    pub passes: u64,

    /// Games of each pass with two players; larger tables play fewer, for the same number of samples
    #[arg(long, value_name = "N", default_value_t = 4000,
          value_parser = whole::<u64>(20..=1_000_000), allow_negative_numbers = true)]
    pub games: u64,

    /// Isle of Skye: games with two players for each value tried at the end, of gold and others; larger tables play fewer
    #[arg(long, value_name = "N", default_value_t = 2000,
          value_parser = whole::<u64>(10..=1_000_000), allow_negative_numbers = true)]
    pub trials: u64,

    /// How far, in thousandths, numbers are believed to be from those set by hand: one standard deviation
    #[arg(long, value_name = "N", default_value_t = 700,
          value_parser = whole::<u32>(1..=1_000_000), allow_negative_numbers = true)]
    pub deviation: u32,

    /// Isle of Skye: the modules in play, such as druids,tunnels,bonus; their numbers are fitted, too
    #[arg(long, value_name = "LIST")]
    pub modules: Option<String>,

    /// Isle of Skye: only for this number of players; the other numbers stay as they are before a calibration
    #[arg(long, value_name = "P", value_parser = whole::<u64>(2..=MAX_SEATS as u64), allow_negative_numbers = true)]
    pub players: Option<u64>,

    /// Isle of Skye: a new file for what came of every value tried, as CSV
    #[arg(long, value_name = "FILE")]
    pub tried: Option<PathBuf>,

    /// Master seed
    #[arg(long, value_name = "S", value_parser = seed(), allow_negative_numbers = true, default_value_t = 1)]
    pub seed: u64,

    /// How to play
    #[command(flatten)]
    pub exec: ExecArgs,
}

/// Calibrates, and prints the data file.
pub fn run(args: &CalibrateArgs) -> Result<()> {
    for_game!(games::of_flag(&args.game)? => calibrate(args))
}

fn calibrate<S: Study>(args: &CalibrateArgs) -> Result<()> {
    let given =
        [("modules", args.modules.is_some()), ("players", args.players.is_some()), ("tried", args.tried.is_some())];
    if let Some((flag, _)) = given.iter().find(|(flag, is_given)| *is_given && !S::CALIBRATED_BY.contains(flag)) {
        let takers = games::GAMES.into_iter().zip(games::NAMES).filter(|(game, _)| for_game!(game => takes(flag)));
        let takers: Vec<&str> = takers.map(|(_, name)| name).collect();
        return Err(Error::input(format!("--{flag}: counts only with --game {}", takers.join(", "))));
    }
    let players = args.players.map(|players| players as usize);
    let setup = SetupArgs { game: Some(args.game.clone()), modules: args.modules.clone(), ..SetupArgs::default() };
    let subject: S = setup.config()?.components_of(players.unwrap_or(MAX_SEATS))?;
    let table =
        args.tried.as_ref().map(|path| NewFile::create(path).map_err(|error| error.at("--tried"))).transpose()?;
    let CalibrateArgs { passes, games, trials, seed, .. } = *args;
    let plan = Calibration { passes, games, trials, players, deviation: f64::from(args.deviation), seed };
    let calibrated = subject.calibrate(&plan, args.exec.into())?;
    if let Some(mut table) = table {
        table.write(&calibrated.tried)?;
        table.finish()?;
    }
    out::print(format_args!("{}", calibrated.file))
}

fn takes<S: Study>(flag: &str) -> bool {
    S::CALIBRATED_BY.contains(&flag)
}
