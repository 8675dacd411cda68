//! `sim train`: trains value nets, nets that predict offers and purchases, or the values of tiles and gold, by self-play.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use engine::MAX_SEATS;

use crate::commands::args::{ExecArgs, SetupArgs, seed, whole};
use crate::commands::tools::judgement::calibrate;
use games::for_game;
use lab::base::error::{Error, Result};
use lab::base::files::{is_no_folder, read_text};
use lab::base::out;
use lab::base::output::{check_ours, replace};
use lab::schedule::given::MOST_BYTES;
use lab::study::{HabitsOrder, SelfPlayOrder, Study, Trained, TrainingOrder};

/// Arguments of `sim train`.
#[derive(Args, Debug)]
pub struct TrainArgs {
    /// Choose what to train
    #[arg(long, value_enum, default_value_t = What::Value)]
    pub what: What,

    /// Write the result to this file, complete or not at all (value, habits)
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Train nothing: measure how well this file predicts other games (value)
    #[arg(long = "try", id = "try", value_name = "FILE", conflicts_with = "out", requires = "games_in")]
    pub try_out: Option<PathBuf>,

    /// Keep the games in this folder, to resume [default: FILE with .games]
    ///
    /// After an interruption, the games in it are reused (value, habits).
    #[arg(long, value_name = "FOLDER")]
    pub games_in: Option<PathBuf>,

    /// Learn from games, such as "greedy players=4 games=200" (habits; repeatable)
    ///
    /// Accepted: AGENT players=N games=N seed=S modules=LIST rules.KEY=VALUE.
    #[arg(long, value_name = "GAMES")]
    pub play: Vec<String>,

    /// Play this game
    #[arg(long, value_name = "NAME", default_value = games::NAMES[0])]
    pub game: String,

    /// Isle of Skye: play with modules, such as druids,bonus (value, judgement)
    ///
    /// For value, half of the games use all of them, the others any subset; for judgement, all games use all of them, and their numbers are fitted as well.
    #[arg(long, value_name = "LIST")]
    pub modules: Option<String>,

    /// Change a rule, such as rules.castle-income=4 (value; repeatable)
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,

    /// Play with P players (value, judgement) [default: 2; judgement: all numbers]
    #[arg(long, value_name = "P", value_parser = whole::<u64>(2..=MAX_SEATS as u64))]
    pub players: Option<u64>,

    /// Play N games (value, judgement) [default: 32000; judgement: 4000]
    ///
    /// For judgement: games per pass with two players; larger tables play fewer, for the same number of samples.
    #[arg(long, value_name = "N", value_parser = whole::<u64>(20..=10_000_000))]
    pub games: Option<u64>,

    /// Let this agent play the games (value) [default: greedy]
    #[arg(long, value_name = "AGENT")]
    pub agent: Option<String>,

    /// Let a weak agent make N % of the decisions (value) [default: 5]
    ///
    /// This adds positions after mistakes. The weak agent is rule-of-thumb, in Tipperary area-first.
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0..=100))]
    pub slips: Option<u32>,

    /// Use N neurons in the hidden layer (value, habits) [default: 32]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=64))]
    pub hidden: Option<u64>,

    /// Train for N epochs over all games (value, habits) [default: 8]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=1000))]
    pub epochs: Option<u64>,

    /// Play and fit everything N times (judgement) [default: 2]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=100))]
    pub passes: Option<u64>,

    /// Isle of Skye: play N games for each value tried (judgement) [default: 2000]
    ///
    /// Values of gold and others are tried at the end, with two players; larger tables play fewer games.
    #[arg(long, value_name = "N", value_parser = whole::<u64>(10..=1_000_000))]
    pub trials: Option<u64>,

    /// Set the prior's standard deviation to N thousandths (judgement) [default: 700]
    ///
    /// The prior is centred on the numbers set by hand.
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=1_000_000))]
    pub deviation: Option<u32>,

    /// Isle of Skye: write the result of every value tried, as CSV (judgement)
    #[arg(long, value_name = "FILE")]
    pub tried: Option<PathBuf>,

    /// Use this master seed
    #[arg(long, value_name = "S", value_parser = seed(), default_value_t = 1)]
    pub seed: u64,

    /// Threads and progress
    #[command(flatten)]
    pub exec: ExecArgs,
}

/// The kinds of training.
#[derive(ValueEnum, Copy, Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// Win probabilities between two rounds
    Value,
    /// Predicted offers and purchases of players
    Habits,
    /// The greedy player's values of tiles and gold; printed
    Judgement,
}

impl TrainArgs {
    /// Returns the given options that only some kinds accept, with these kinds.
    fn of_some_kinds(&self) -> impl Iterator<Item = (&'static str, &'static [What])> + use<> {
        use What::{Habits, Judgement, Value};
        let all: [(&str, bool, &[What]); 16] = [
            ("out", self.out.is_some(), &[Value, Habits]),
            ("try", self.try_out.is_some(), &[Value]),
            ("games-in", self.games_in.is_some(), &[Value, Habits]),
            ("play", !self.play.is_empty(), &[Habits]),
            ("modules", self.modules.is_some(), &[Value, Judgement]),
            ("set", !self.set.is_empty(), &[Value]),
            ("players", self.players.is_some(), &[Value, Judgement]),
            ("games", self.games.is_some(), &[Value, Judgement]),
            ("agent", self.agent.is_some(), &[Value]),
            ("slips", self.slips.is_some(), &[Value]),
            ("hidden", self.hidden.is_some(), &[Value, Habits]),
            ("epochs", self.epochs.is_some(), &[Value, Habits]),
            ("passes", self.passes.is_some(), &[Judgement]),
            ("trials", self.trials.is_some(), &[Judgement]),
            ("deviation", self.deviation.is_some(), &[Judgement]),
            ("tried", self.tried.is_some(), &[Judgement]),
        ];
        all.into_iter().filter(|(_, is_given, _)| *is_given).map(|(flag, _, kinds)| (flag, kinds))
    }

    fn check(&self) -> Result<()> {
        match self.of_some_kinds().find(|(_, kinds)| !kinds.contains(&self.what)) {
            Some((flag, kinds)) => {
                let kinds: Vec<String> =
                    kinds.iter().filter_map(What::to_possible_value).map(|kind| kind.get_name().to_owned()).collect();
                Err(Error::input(
                    format_args!("--{flag}"),
                    format_args!("has an effect only with --what {}", kinds.join(" or ")),
                    "",
                ))
            }
            None => Ok(()),
        }
    }

    fn hidden(&self) -> usize {
        self.hidden.unwrap_or(32) as usize
    }

    fn epochs(&self) -> usize {
        self.epochs.unwrap_or(8) as usize
    }
}

/// The form of `--play`.
const PLAY: &str = "AGENT players=N games=N seed=S modules=LIST rules.KEY=VALUE";

/// The beginning of the file.
const BEGINNING: &str = "{\"trained_on\":";

/// Trains, writes the file, and reports the quality of its predictions.
pub fn run(args: &TrainArgs) -> Result<()> {
    args.check()?;
    let game = games::of_flag(&args.game)?;
    match args.what {
        What::Value => for_game!(game => train_value(args)),
        What::Habits => for_game!(game => train_habits(args)),
        What::Judgement => for_game!(game => calibrate(args)),
    }
}

fn train_value<S: Study>(args: &TrainArgs) -> Result<()> {
    if let Some(other) = args.set.iter().find(|set| !set.starts_with("rules.")) {
        return Err(Error::input("--set", format_args!("found `{other}`"), "rules.KEY=VALUE"));
    }
    let setup = SetupArgs {
        game: Some(args.game.clone()),
        modules: args.modules.clone(),
        set: args.set.clone(),
        ..SetupArgs::default()
    };
    let subject: S = setup.config()?.components_of(args.players.unwrap_or(2) as usize)?;
    let out = required_out(args.out.as_ref().or(args.try_out.as_ref()))?;
    let folder = games_folder(args, out)?;
    let measured = args
        .try_out
        .as_ref()
        .map(|path| read_text(path, MOST_BYTES).map_err(|error| Error::of_path(path, &error, "").at("--try")));
    let order = TrainingOrder {
        games: args.games.unwrap_or(32_000),
        agent: args.agent.clone().unwrap_or_else(|| "greedy".to_owned()),
        slips: args.slips.unwrap_or(5),
        hidden: args.hidden(),
        epochs: args.epochs(),
        seed: args.seed,
        measured: measured.transpose()?,
    };
    if args.try_out.is_none() {
        // Check this before hours of games are played.
        check_ours(out, BEGINNING)?;
    }
    let Trained { file, report } = subject.train(&order, &folder, args.exec.into())?;
    if args.try_out.is_none() {
        replace(out, file.as_bytes())?;
    }
    out::line(format_args!("{}: {report}", out.display()))
}

/// Returns the file for the result.
fn required_out(out: Option<&PathBuf>) -> Result<&PathBuf> {
    out.ok_or_else(|| Error::input("--out", "found none", "a file for the result"))
}

/// Returns the folder for the training games of a file.
fn games_folder(args: &TrainArgs, file: &Path) -> Result<PathBuf> {
    let folder = args.games_in.clone().unwrap_or_else(|| file.with_extension("games"));
    if folder == file {
        let accepted = "another name for the file or, with --games-in, for the folder of games";
        Err(Error::input("--out", format_args!("found {}, where the games are kept", file.display()), accepted))
    } else if is_no_folder(&folder)? {
        let accepted = "a folder, or a name for a new one";
        Err(Error::input("--games-in", format_args!("found {}, a file", folder.display()), accepted))
    } else {
        Ok(folder)
    }
}

fn train_habits<S: Study>(args: &TrainArgs) -> Result<()> {
    if args.play.is_empty() {
        let wanted = format!("--play \"{PLAY}\", once or more");
        return Err(Error::input("--what habits", "found no --play", &wanted));
    }
    let out = required_out(args.out.as_ref())?;
    check_ours(out, BEGINNING)?;
    let folder = games_folder(args, out)?;
    let plays = args.play.iter().map(|play| self_play(&args.game, play)).collect::<Result<Vec<_>>>()?;
    let order = HabitsOrder { plays, hidden: args.hidden(), epochs: args.epochs(), seed: args.seed };
    let Trained { file, report } = S::train_habits(&order, &folder, args.exec.into())?;
    replace(out, file.as_bytes())?;
    out::line(format_args!("{}: {report}", out.display()))
}

/// Reads an agent and its games, such as `greedy players=4 games=200`.
fn self_play<S: Study>(game: &str, text: &str) -> Result<SelfPlayOrder<S>> {
    let mut words = text.split_ascii_whitespace();
    let fault = |found: &str, accepted: &str| Error::input("--play", format_args!("found `{found}`"), accepted);
    let agent = words.next().ok_or_else(|| fault(text, PLAY))?;
    let (mut players, mut games, mut seed, mut modules, mut set) = (2, None, 1, None, Vec::new());
    for word in words {
        let in_range = |value: &str, range: RangeInclusive<u64>| {
            whole::<u64>(range)(value)
                .map_err(|accepted| Error::input("--play", format_args!("found `{word}`; {accepted}"), ""))
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
    let games = games.ok_or_else(|| fault(text, "the number of games, such as games=200"))?;
    let setup = SetupArgs { game: Some(game.to_owned()), modules, set, ..SetupArgs::default() };
    let subject = setup.config()?.components_of(players as usize)?;
    Ok(SelfPlayOrder { subject, agent: agent.to_owned(), games, seed })
}
