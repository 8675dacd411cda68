//! `sim train`: learns from self-play what the chances to win are, or what players offer and buy.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use engine::MAX_SEATS;

use crate::commands::args::{ExecArgs, SetupArgs, seed, whole};
use games::for_game;
use lab::base::error::{Error, Result};
use lab::base::files::{is_no_folder, read_text};
use lab::base::out;
use lab::base::output::{check_ours, replace};
use lab::schedule::given::MOST_BYTES;
use lab::study::{Foreseen, HabitsOrder, SelfPlayOrder, Study, Taught, Trained, TrainingOrder};

/// Arguments of `sim train`.
#[derive(Args, Debug)]
pub struct TrainArgs {
    /// What is learned
    #[arg(long, value_enum, default_value_t = What::Value)]
    pub what: What,

    /// The file for what is learned; it is written whole or not at all
    #[arg(long, value_name = "FILE", required_unless_present = "tried")]
    pub out: Option<PathBuf>,

    /// Learns nothing: says how well what was learned before, of other games perhaps, foresees these games
    #[arg(long = "try", id = "tried", value_name = "FILE", conflicts_with = "out", requires = "games_in")]
    pub tried: Option<PathBuf>,

    /// The folder for games played, which need not be played again if it is interrupted [default: FILE with .games]
    #[arg(long, value_name = "FOLDER")]
    pub games_in: Option<PathBuf>,

    /// With --what habits: games to learn from, as in "mcts:iterations=100 players=4 games=200 seed=7 modules=druids,bonus rules.castle-income=4"; can be given several times
    #[arg(long, value_name = "GAMES", conflicts_with_all = ["modules", "set", "players", "games", "agent", "slips"])]
    pub play: Vec<String>,

    /// The game
    #[arg(long, value_name = "NAME", default_value = games::NAMES[0])]
    pub game: String,

    /// Isle of Skye: the modules, such as druids,bonus; half of the games have all of them, the others any set of them
    #[arg(long, value_name = "LIST")]
    pub modules: Option<String>,

    /// Another rule than the printed one, such as rules.castle-income=4; can be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,

    /// Number of players
    #[arg(long, value_name = "P", default_value_t = 2,
          value_parser = whole::<u64>(2..=MAX_SEATS as u64), allow_negative_numbers = true)]
    pub players: u64,

    /// Games of self-play
    #[arg(long, value_name = "N", default_value_t = 32000,
          value_parser = whole::<u64>(20..=10_000_000), allow_negative_numbers = true)]
    pub games: u64,

    /// Who plays them
    #[arg(long, value_name = "AGENT", default_value = "greedy")]
    pub agent: String,

    /// The percentage of decisions that a weak agent takes instead (rule-of-thumb, in Tipperary area-first), so that positions after mistakes are learned, too
    #[arg(long, value_name = "N", default_value_t = 5,
          value_parser = whole::<u32>(0..=100), allow_negative_numbers = true)]
    pub slips: u32,

    /// Neurons of the net's hidden layer
    #[arg(long, value_name = "N", default_value_t = 32,
          value_parser = whole::<u64>(1..=64), allow_negative_numbers = true)]
    pub hidden: u64,

    /// How often everything is learned
    #[arg(long, value_name = "N", default_value_t = 8,
          value_parser = whole::<u64>(1..=1000), allow_negative_numbers = true)]
    pub epochs: u64,

    /// Master seed
    #[arg(long, value_name = "S", value_parser = seed(), allow_negative_numbers = true, default_value_t = 1)]
    pub seed: u64,

    /// How to play
    #[command(flatten)]
    pub exec: ExecArgs,
}

/// What is learned.
#[derive(ValueEnum, Copy, Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// The chances to win between two rounds
    Value,
    /// What players offer and buy
    Habits,
}

/// What `--play` takes.
const PLAY: &str = "AGENT players=N games=N seed=S modules=LIST rules.KEY=VALUE";

/// How the file begins.
const BEGINNING: &str = "trained_on = ";

/// Trains, writes the file, and says how well it foresees.
pub fn run(args: &TrainArgs) -> Result<()> {
    for_game!(games::of_flag(&args.game)? => train(args))
}

fn train<S: Study>(args: &TrainArgs) -> Result<()> {
    if args.what == What::Habits {
        return train_habits::<S>(args);
    }
    if !args.play.is_empty() {
        return Err(Error::input("--play: counts only with --what habits"));
    }
    let order = TrainingOrder {
        games: args.games,
        agent: args.agent.clone(),
        slips: args.slips,
        hidden: args.hidden as usize,
        epochs: args.epochs as usize,
        seed: args.seed,
    };
    if let Some(other) = args.set.iter().find(|set| !set.starts_with("rules.")) {
        return Err(Error::input(format!("--set: found `{other}`; accepted: rules.KEY=VALUE")));
    }
    let setup = SetupArgs {
        game: Some(args.game.clone()),
        modules: args.modules.clone(),
        set: args.set.clone(),
        ..SetupArgs::default()
    };
    let subject: S = setup.config()?.components_of(args.players as usize)?;
    let (Some(out), tried) = (args.out.as_ref().or(args.tried.as_ref()), &args.tried) else {
        return Err(Error::input("--out: accepted: a file"));
    };
    let folder = games_folder(args, out)?;
    if let Some(path) = tried {
        let text = read_text(path, MOST_BYTES);
        let text = text.map_err(|error| Error::of_path(path, &error, "").at("--try"))?;
        let foreseen = subject.try_out(&order, &text, &folder, args.exec.into());
        let Foreseen { positions, even, linear, evaluation } = foreseen?;
        return out::line(format_args!(
            "{}: log loss on {positions} positions: {evaluation:.4}, by linear worth {linear:.4}, with even chances {even:.4}",
            path.display(),
        ));
    }
    // Before hours of games are played.
    check_ours(out, BEGINNING)?;
    let Trained { file, learned, held } = subject.train(&order, &folder, args.exec.into())?;
    replace(out, file.as_bytes())?;
    out::print(format_args!(
        "{}: learned from {learned} positions; log loss on {} of other games: {:.4}, by linear worth {:.4}, with even chances {:.4}\n",
        out.display(),
        held.positions,
        held.evaluation,
        held.linear,
        held.even,
    ))
}

/// The folder for the games from which a file is learned.
fn games_folder(args: &TrainArgs, file: &Path) -> Result<PathBuf> {
    let folder = args.games_in.clone().unwrap_or_else(|| file.with_extension("games"));
    if folder == file {
        let accepted = "another name for the file or, with --games-in, for the folder of games";
        Err(Error::input(format!("--out: found {}, where the games are kept; accepted: {accepted}", file.display())))
    } else if is_no_folder(&folder)? {
        let accepted = "a folder, or a name for a new one";
        Err(Error::input(format!("--games-in: found {}, a file; accepted: {accepted}", folder.display())))
    } else {
        Ok(folder)
    }
}

fn train_habits<S: Study>(args: &TrainArgs) -> Result<()> {
    if args.play.is_empty() {
        let wanted = format!("--play \"{PLAY}\", as often as needed");
        return Err(Error::input(format!("--what habits: found no --play; accepted: {wanted}")));
    }
    let Some(out) = &args.out else {
        return Err(Error::input("--try: counts only with --what value"));
    };
    check_ours(out, BEGINNING)?;
    let folder = games_folder(args, out)?;
    let plays = args.play.iter().map(|play| self_play(&args.game, play)).collect::<Result<Vec<_>>>()?;
    let order = HabitsOrder { plays, hidden: args.hidden as usize, epochs: args.epochs as usize, seed: args.seed };
    let Taught { file, report } = S::train_habits(&order, &folder, args.exec.into())?;
    replace(out, file.as_bytes())?;
    out::print(format_args!("{}: {report}", out.display()))
}

/// Reads an agent and what it plays, such as `greedy players=4 games=200`.
fn self_play<S: Study>(game: &str, text: &str) -> Result<SelfPlayOrder<S>> {
    let mut words = text.split_ascii_whitespace();
    let fault = |found: &str, accepted: &str| Error::input(format!("--play: found `{found}`; accepted: {accepted}"));
    let agent = words.next().ok_or_else(|| fault(text, PLAY))?;
    let (mut players, mut games, mut seed, mut modules, mut set) = (2, None, 1, None, Vec::new());
    for word in words {
        let in_range = |value: &str, range: RangeInclusive<u64>| {
            whole::<u64>(range)(value).map_err(|accepted| Error::input(format!("--play: found `{word}`; {accepted}")))
        };
        match word.split_once('=') {
            Some(("players", value)) => players = in_range(value, 2..=MAX_SEATS as u64)?,
            Some(("games", value)) => games = Some(in_range(value, 1..=10_000_000)?),
            Some(("seed", value)) => seed = in_range(value, 0..=u64::MAX)?,
            Some(("modules", "all")) => modules = Some(S::INFO.parts.join(",")),
            Some(("modules", value)) => modules = Some(value.to_owned()),
            Some((key, _)) if key.starts_with("rules.") => set.push(word.to_owned()),
            _ => {
                let accepted =
                    "players=N, games=N, seed=S, modules=LIST, modules=all or rules.KEY=VALUE after the agent";
                return Err(fault(word, accepted));
            }
        }
    }
    let games = games.ok_or_else(|| fault(text, "how many games, as in games=200"))?;
    let setup = SetupArgs { game: Some(game.to_owned()), modules, set, ..SetupArgs::default() };
    let subject = setup.config()?.components_of(players as usize)?;
    Ok(SelfPlayOrder { subject, agent: agent.to_owned(), games, seed })
}
