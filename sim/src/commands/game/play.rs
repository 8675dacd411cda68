//! `sim play`: one game narrated, or many recorded.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use agents::spec::named;
use clap::Args;
use engine::{Ending, Seat};
use interface::link::PERSON;
use interface::narrate::Narrate;
use interface::observer::Observer;
use interface::seeds::GameSeed;

use crate::commands::args::{CommandArgs, ExecArgs, SetupArgs, notes, seed, whole};
use games::for_game;
use lab::base::error::{Error, Result};
use lab::base::ordered::Workers;
use lab::base::progress::Progress;
use lab::base::{interrupt, out};
use lab::config::{Config, check_flag};
use lab::forms::numbers::counted;
use lab::play::numbered_games::{ScoreHash, game_seed, treatment_seed};
use lab::play::roster::{AnyRoster, Deal, Roster};
use lab::programs::{MayNotRepeat, ProgramSpec};
use lab::schedule::contestant::{Contestant, check_known, known_agents};
use lab::subject::treatment::Treatment;
use lab::subject::{Setup, fit};
use lab::wire::recorder::Recorder;
use report::terminal::summary::{caveat, print_caveat};

/// Arguments of `sim play`.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// Seat these 2 to 5 agents, each SPEC, NAME=SPEC or human
    ///
    /// NAME replaces the spec in records; a human plays by lines on standard input.
    #[arg(required_unless_present = "resume", num_args = 2..=5, value_name = "AGENT")]
    pub agents: Vec<String>,

    /// Play N games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(1..=u64::MAX))]
    pub games: u64,

    /// Use this master seed [default: 1]
    #[arg(long, value_name = "S", value_parser = seed(), conflicts_with = "game_seed")]
    pub seed: Option<u64>,

    /// Play one game with this seed, as written in a record
    ///
    /// With the record's players, specs, rules and tiles it gives the same record.
    #[arg(long, value_name = "G")]
    pub game_seed: Option<String>,

    /// Put these scoring tiles on A to D [default: drawn for each game]
    #[arg(long, value_name = "a,b,c,d")]
    pub scoring: Option<String>,

    /// Write a record of every game to this new file, one game per line
    #[arg(long, value_name = "FILE.jsonl")]
    pub record: Option<PathBuf>,

    /// With people
    #[command(flatten)]
    pub people: PeopleArgs,

    /// Rules and components
    #[command(flatten)]
    pub setup: SetupArgs,

    /// Agents that are programs
    #[command(flatten)]
    pub programs: CommandArgs,

    /// Threads and progress
    #[command(flatten)]
    pub exec: ExecArgs,
}

/// Flags of games with people.
#[derive(Args, Clone, Debug)]
pub struct PeopleArgs {
    /// With people: save the game to this file after every human decision
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,

    /// With people: resume the game saved in this file
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,

    /// With people: let this agent give hints [default: mcts]
    #[arg(long, value_name = "SPEC")]
    pub hint: Option<String>,

    /// With people: write a page with a step-by-step replay at the end
    #[arg(long, value_name = "FILE.html")]
    pub html: Option<PathBuf>,
}

/// Narrates one game, or plays and records as many as wanted.
pub fn run(args: &PlayArgs) -> Result<()> {
    refuse_flags_of_people(&args.people)?;
    let config = args.setup.config()?;
    for_game!(games::of_config(&config)? => play(args, &config))
}

/// Rejects options that are only for games with people.
fn refuse_flags_of_people(args: &PeopleArgs) -> Result<()> {
    let PeopleArgs { save, hint, html, .. } = args;
    let given = [("--save", save.is_some()), ("--hint", hint.is_some()), ("--html", html.is_some())];
    match given.into_iter().find(|(_, is_given)| *is_given) {
        Some((flag, _)) => Err(Error::input(flag, "no agent is `human`", "at least one agent `human`")),
        None => Ok(()),
    }
}

fn play<S: Setup<Game: Narrate>>(args: &PlayArgs, config: &Config) -> Result<()> {
    let table = PlayPlan::<S>::new(args, config)?;
    if args.record.is_none() && args.games == 1 { tell_one(&table) } else { play_and_sum_up(args, &table) }
}

fn tell_one<S: Setup<Game: Narrate>>(table: &PlayPlan<S>) -> Result<()> {
    let game = table.game(0);
    let others = table.roster.handshake()?;
    let outcome = tell::<S>(&game.game, table.players(), &game.text(), |narrator| table.play(&game, narrator))?;
    let mut hash = ScoreHash::default();
    hash.add(&outcome);
    out::line("")?;
    print_caveat(&table.reconstructed())?;
    notes(&others)?;
    out::line(format_args!("score hash {}", hash.finish()))
}

fn play_and_sum_up<S: Setup>(args: &PlayArgs, table: &PlayPlan<S>) -> Result<()> {
    // Before a file exists that could be left behind.
    interrupt::install_handler()?;
    let others = table.roster.handshake()?;
    let mut recorder = Recorder::to(args.record.as_deref())?;
    let mut summary = PlaySummary::new(table.players());
    play_all(args, table, recorder.is_writing(), |played| {
        summary.add(&played);
        played.line.map_or(Ok(()), |line| recorder.write(&line))
    })?;
    recorder.finish()?;
    summary.print(args.record.as_deref(), &table.reconstructed(), &others).map_err(out::fault)
}

/// The master seed if none is given.
const DEFAULT_SEED: u64 = 1;

/// The validated arguments: agents by seat, and the games.
struct PlayPlan<S: Setup> {
    roster: Roster<S>,
    contestants: Vec<Contestant>,
    /// Their names, by seat.
    players: Vec<String>,
    series: Series<S>,
}

/// The game as it is set up, and a seed for every game.
pub struct Series<S: Setup> {
    /// The rules and components.
    pub subject: S,
    players: usize,
    games: GameSeeds,
}

/// The games that are played.
enum GameSeeds {
    /// The one with this seed.
    One(GameSeed, Treatment),
    /// Numbered games of a master seed.
    Numbered { master: u64, treatment: Option<Treatment> },
}

/// A game about to be played.
pub struct GameSetup<S: Setup> {
    /// Its number.
    number: u64,
    /// The game.
    pub game: S::Game,
    /// The seed of its draws.
    pub seed: GameSeed,
    /// Its treatment, such as its scoring tiles.
    pub treatment: Treatment,
}

impl<S: Setup> GameSetup<S> {
    /// Returns the seed in a record, which reproduces the game.
    pub fn text(&self) -> String {
        self.seed.text(&self.treatment)
    }

    /// Returns the game for agents in these seats.
    fn deal<'a>(&'a self, seats: &'a [usize]) -> Deal<'a> {
        Deal { treatment: &self.treatment, seed: &self.seed, number: self.number, seats }
    }
}

/// Reads an agent for a seat that a person could take as well, as the message for an unknown one says.
///
/// # Errors
/// What is wrong with the name or the spec.
pub fn agent<S: Setup>(text: &str, programs: &[ProgramSpec]) -> Result<Contestant> {
    let spec = named(text).1;
    let name = spec.split_once(':').map_or(spec, |(name, _)| name);
    let schemas = S::INFO.schemas();
    check_known(name, &[&known_agents(&schemas, programs)[..], &[PERSON]].concat())?;
    Contestant::read(text, &schemas, programs)
}

impl<S: Setup> PlayPlan<S> {
    /// Sets everything up.
    ///
    /// # Errors
    /// If arguments contradict each other, or no game can be played with them.
    pub fn new(args: &PlayArgs, config: &Config) -> Result<Self> {
        let programs = args.programs.programs(S::INFO)?;
        let contestants: Vec<Contestant> = args
            .agents
            .iter()
            .map(|text| agent::<S>(text, &programs).map_err(|error| error.at(format_args!("agent `{text}`"))))
            .collect::<Result<_>>()?;
        let series = Series::<S>::new(args, config, contestants.len())?;
        fit::check(&series.subject, contestants.iter().map(|agent| &agent.spec)).map_err(Error::of_input)?;
        Ok(Self {
            roster: Roster::new(&series.subject, contestants.iter().map(|agent| &agent.spec)),
            series,
            players: contestants.iter().map(|agent| agent.name.clone()).collect(),
            contestants,
        })
    }

    /// Returns the agents' names by seat.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// Returns the parts of the game whose components are only reconstructed.
    pub fn reconstructed(&self) -> Vec<&'static str> {
        self.series.subject.reconstructed()
    }

    /// Returns one game by its number.
    pub fn game(&self, number: u64) -> GameSetup<S> {
        self.series.game(number)
    }

    /// Plays a game.
    ///
    /// # Errors
    /// If an agent does not decide.
    pub fn play(&self, game: &GameSetup<S>, observer: &mut (impl Observer<S::Game> + ?Sized)) -> Result<Ending> {
        let seats: Vec<usize> = (0..self.players.len()).collect();
        Ok(self.roster.play_before(&game.game, game.deal(&seats), observer)?.ending)
    }

    /// Plays a game and records it.
    ///
    /// # Errors
    /// If an agent does not decide.
    pub fn record(&self, game: &GameSetup<S>) -> Result<(Ending, String)> {
        let seats: Vec<usize> = (0..self.players.len()).collect();
        let (line, outcome) = self.roster.record(game.deal(&seats), &self.contestants)?;
        Ok((outcome, line))
    }
}

impl<S: Setup> Series<S> {
    /// Sets up the games that the arguments ask for.
    ///
    /// # Errors
    /// If arguments contradict each other, or no game can be played with them.
    pub fn new(args: &PlayArgs, config: &Config, players: usize) -> Result<Self> {
        let subject: S = config.components_of(players)?;
        args.scoring.as_ref().map_or(Ok(()), |_| check_flag(S::INFO, "scoring"))?;
        let games = GameSeeds::of(args, players, |text| subject.named(text))?;
        let flag = if args.game_seed.is_some() { "--game-seed" } else { "--scoring" };
        let named = games.named().map_or(Ok(()), |named| subject.accepts(named));
        named.map_err(|error| Error::input(flag, &error, ""))?;
        Ok(Self { subject, players, games })
    }

    /// Returns one game by its number.
    pub fn game(&self, number: u64) -> GameSetup<S> {
        let (seed, treatment) = match &self.games {
            GameSeeds::One(seed, treatment) => (*seed, treatment.clone()),
            GameSeeds::Numbered { master, treatment } => (
                game_seed(*master, number, self.players),
                treatment.clone().unwrap_or_else(|| self.subject.treatment(number, treatment_seed(*master, number))),
            ),
        };
        GameSetup { number, game: self.subject.game(&treatment), seed, treatment }
    }
}

impl GameSeeds {
    /// Returns the treatment that the command line names.
    fn named(&self) -> Option<&Treatment> {
        match self {
            Self::One(_, treatment) => Some(treatment),
            Self::Numbered { treatment, .. } => treatment.as_ref(),
        }
    }

    /// Returns those that the command line asks for; `read` parses a treatment.
    fn of(
        args: &PlayArgs,
        players: usize,
        read: impl Fn(&str) -> std::result::Result<Treatment, String>,
    ) -> Result<Self> {
        let scoring = args.scoring.as_ref();
        let treatment = scoring.map(|scoring| read(&scoring.replace(',', "+"))).transpose();
        let treatment = treatment.map_err(|error| Error::input("--scoring", &error, ""))?;
        let Some(text) = &args.game_seed else {
            return Ok(Self::Numbered { master: args.seed.unwrap_or(DEFAULT_SEED), treatment });
        };
        let (seed, drawn) = GameSeed::read_by(text, read).map_err(|error| Error::input("--game-seed", &error, ""))?;
        if args.games != 1 {
            return Err(Error::of_input(format_args!("--game-seed is one game; found --games {}", args.games)));
        }
        if treatment.is_some_and(|treatment| treatment != drawn) {
            return Err(Error::of_input("--game-seed and --scoring name different scoring tiles; omit --scoring"));
        }
        if seed.first.index() >= players {
            let first = seed.first;
            return Err(Error::input(
                "--game-seed",
                format_args!("found first seat {first}, but there are {players} agents"),
                "",
            ));
        }
        Ok(Self::One(seed, drawn))
    }
}

/// A finished game.
struct GameResult {
    /// The seed in a record, which reproduces it.
    pub seed: String,
    /// Its ending.
    pub outcome: Ending,
    /// Its record, if one was wanted.
    pub line: Option<String>,
}

/// Plays all games and passes each to `take`, in order.
///
/// # Errors
/// The first error of `take`; also if an agent does not decide, threads cannot be made, or Ctrl-C is pressed.
fn play_all<S: Setup>(
    args: &PlayArgs,
    table: &PlayPlan<S>,
    is_recording: bool,
    mut take: impl FnMut(GameResult) -> Result<()>,
) -> Result<()> {
    let workers = Workers::new(args.exec.threads.map(usize::from))?;
    let progress = Progress::of_games(args.games, args.exec.quiet);
    table.roster.note_on(&progress);
    workers.each(
        0..args.games,
        |number| play_one(table, number, is_recording),
        |played| {
            progress.add(1);
            take(played)
        },
    )
}

fn play_one<S: Setup>(table: &PlayPlan<S>, number: u64, is_recording: bool) -> Result<GameResult> {
    let game = table.game(number);
    if is_recording {
        let (outcome, line) = table.record(&game)?;
        return Ok(GameResult { seed: game.text(), outcome, line: Some(line) });
    }
    let outcome = table.play(&game, &mut ())?;
    Ok(GameResult { seed: game.text(), outcome, line: None })
}

/// The most games that are listed one by one.
const LISTED: usize = 20;

/// Results of the games so far.
struct PlaySummary<'a> {
    players: &'a [String],
    games: u64,
    listed: Vec<String>,
    /// By seat: shares of wins, and VP.
    totals: Vec<(f64, i64)>,
    hash: ScoreHash,
}

impl<'a> PlaySummary<'a> {
    /// Begins without games.
    pub fn new(players: &'a [String]) -> Self {
        let totals = vec![(0.0, 0); players.len()];
        Self { players, games: 0, listed: Vec::new(), totals, hash: ScoreHash::default() }
    }

    /// Adds the next game.
    pub fn add(&mut self, played: &GameResult) {
        self.games += 1;
        self.hash.add(&played.outcome);
        for (seat, (wins, vp)) in Seat::all(self.players.len()).zip(&mut self.totals) {
            *wins += played.outcome.win_share(seat);
            *vp += i64::from(played.outcome.points[seat.index()]);
        }
        if self.listed.len() < LISTED {
            let points = played.outcome.points.iter().map(|vp| format!("{vp:>3}")).collect::<Vec<_>>();
            self.listed.push(format!("{:>4}  {}  {}", self.games, points.join(" "), played.seed));
        }
    }

    /// Prints the games if they are few, and a summary.
    ///
    /// The summary has a line for each seat, reconstructed parts, agents that may not repeat, and the score hash.
    pub fn print(self, record: Option<&Path>, reconstructed: &[&str], others: &[MayNotRepeat]) -> io::Result<()> {
        let mut out = anstream::stdout().lock();
        if self.games <= LISTED as u64 {
            writeln!(out, "game, VP by seat, game seed:")?;
            self.listed.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        }
        let games = self.games as f64;
        for (seat, (name, (wins, vp))) in self.players.iter().zip(&self.totals).enumerate() {
            let (share, mean) = (100.0 * wins / games, *vp as f64 / games);
            writeln!(out, "seat {seat}  {share:5.1} % of wins  {mean:6.2} VP  {name}")?;
        }
        if let Some(path) = record {
            writeln!(out, "{} recorded in {}", counted(self.games, "game"), path.display())?;
        }
        if let Some(caveat) = caveat(reconstructed) {
            writeln!(out, "{caveat}")?;
        }
        others.iter().try_for_each(|other| writeln!(out, "agent {other}"))?;
        writeln!(out, "score hash {}", self.hash.finish())
    }
}

/// Narrates the game that `play` plays with the narrator.
///
/// # Errors
/// If the game is not played to its end, or standard output cannot be written.
pub fn tell<S: Setup<Game: Narrate>>(
    game: &S::Game,
    players: &[String],
    seed: &str,
    play: impl FnOnce(&mut dyn Observer<S::Game>) -> Result<Ending>,
) -> Result<Ending> {
    let mut stdout = anstream::stdout().lock();
    // An observer cannot fail, so the first error is kept until the end.
    let mut fault: Option<io::Error> = None;
    let say = Box::new(|line: &str| {
        if fault.is_none() {
            fault = writeln!(stdout, "{line}").err();
        }
    });
    let outcome = play(&mut game.narrator(players, seed, say))?;
    fault.map_or_else(|| stdout.flush(), Err).map_err(out::fault)?;
    Ok(outcome)
}
