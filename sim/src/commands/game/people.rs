//! `sim play human …`: games with people.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use agents::Agent;
use agents::spec::named;
use engine::Game;
use interface::json::without_mark;
use interface::link::PERSON;
use interface::picture_play::PicturePlay;
use interface::protocol::Protocol;
use interface::record::{RecordHeading, write_set_up};
use interface::record_format::RecordFormat;
use interface::saved::{self, SavedGame};
use interface::seeds::GameSeed;
use interface::session::{Session, decide};
use serde_json::value::RawValue;

use super::play::{PeopleArgs, PlayArgs, Series, agent};
use crate::commands::args::notes;
use games::for_game;
use lab::base::error::{Error, Result, in_words};
use lab::base::{files, out, output};
use lab::people::{Adviser, HumanSession, SessionEnd, SessionPlayer, Terminal, thinking_alone};
use lab::programs::{MayNotRepeat, Pool, ProgramAgent, ProgramSpec, SharedFailure};
use lab::schedule::contestant::{PlayerSpec, check_name};
use lab::schedule::given;
use lab::subject::Setup;
use lab::subject::fit::check_in;
use lab::wire::recorder::Recorder;
use report::html::page;
use report::html::viewer::staged::{PieceStyle, StagedGame};
use report::terminal::summary::caveat;

/// The agent that gives hints by default.
const STRONGEST: &str = "mcts";

/// The longest saved game that is read. A game of five players takes some 30 kB.
const MOST_SAVED: u64 = 4 << 20;

/// Returns whether these arguments ask for a game with people.
pub fn has_people(args: &PlayArgs) -> bool {
    args.people.resume.is_some() || args.agents.iter().any(|text| named(text).1 == PERSON)
}

/// Plays one game with people.
pub fn run(args: &PlayArgs) -> Result<()> {
    let PeopleArgs { save, resume, html, .. } = &args.people;
    // Check this before anybody makes a decision in vain.
    save.as_deref().map_or(Ok(()), |path| output::check_ours(path, saved::BEGINNING))?;
    html.as_deref().map_or(Ok(()), page::check)?;
    drop(Recorder::to(args.record.as_deref())?);
    if args.games != 1 {
        return Err(Error::input("--games", format_args!("found {}", args.games), "1 with people"));
    }
    let Some(path) = resume else {
        return for_game!(games::of_config(&args.setup.config()?)? => play_session(args, None));
    };
    let text = files::read_text(path, MOST_SAVED).map_err(|error| {
        let hint = if path.is_dir() || error.kind() == ErrorKind::NotFound { "; accepted: a saved game" } else { "" };
        saved_fault(args, &format!("{}{hint}", in_words(error)))
    })?;
    let line = without_mark(&text).trim();
    for_game!(games::of_line(line) => play_session(args, Some(line)))
}

/// Plays a game, from its beginning or from a saved line.
fn play_session<S: Setup<Game: PicturePlay>>(args: &PlayArgs, saved: Option<&str>) -> Result<()> {
    let hint = given::read_here(args.people.hint.as_deref().unwrap_or(STRONGEST), &S::INFO.schemas());
    let hint = hint.map_err(|error| error.at("--hint"))?;
    let adviser = Adviser { name: hint.to_string(), agent: thinking_alone::<S>(&hint, args.exec.threads) };
    let programs = args.programs.programs(S::INFO)?;
    let begun = match saved {
        Some(line) => resumed::<S>(args, line, &programs)?,
        None => fresh::<S>(args, &programs)?,
    };
    let GameStart { game, seed, heading, reconstructed, saved } = begun;
    check_in::<S>(&game, &hint).map_err(|why| Error::input("--hint", &why, ""))?;
    let stop = Arc::new(SharedFailure::default());
    let players =
        heading.specs.iter().map(|spec| TablePlayer::of::<S>(spec, &game, &programs, args.exec.threads, &stop));
    let players: Vec<TablePlayer<S::Game>> = players.collect::<Result<_>>()?;
    let others: Vec<MayNotRepeat> =
        players.iter().map(TablePlayer::start).collect::<Result<Vec<_>>>()?.into_iter().flatten().collect();
    let set_up: Arc<RawValue> = write_set_up(&game, heading.keys.clone()).into();
    let program_agents: Vec<Option<ProgramAgent<'_, S::Game>>> =
        players.iter().map(|player| player.start_game(&set_up)).collect();
    let in_session = || {
        players
            .iter()
            .zip(&program_agents)
            .map(|(player, program)| player.in_session(program.as_ref()))
            .collect::<Vec<_>>()
    };
    let session = match &saved {
        None => Session::new(game, seed.first),
        Some(saved) => resume(args, saved, &in_session())?,
    };

    let mut human_session = HumanSession::new(session, seed, heading, in_session(), adviser, args.people.save.clone());
    let mut terminal = Terminal::standard();
    caveat(&reconstructed).map_or(Ok(()), |caveat| terminal.say(&caveat))?;
    let end = human_session.play(&mut terminal)?;
    drop(terminal);
    if let Some(ending) = human_session.session.ending() {
        for program in program_agents.iter().flatten() {
            program.over(&ending);
        }
    }
    notes(&others)?;
    if end == SessionEnd::Left {
        return Ok(());
    }
    let mut recorder = Recorder::to(args.record.as_deref())?;
    recorder.write(&human_session.record())?;
    recorder.finish()?;
    if let Some(path) = &args.record {
        out::line(format_args!("1 game recorded in {}", path.display()))?;
    }
    if let Some(path) = &args.people.html {
        let staged = StagedGame::of_session(&human_session.session, &human_session.heading, None);
        let staged = StagedGame { number: 1, caveat: caveat(&reconstructed), ..staged };
        output::replace(path, page::of_game(&staged, S::INFO.name, &PieceStyle::of::<S::Game>()).as_bytes())?;
        out::line(format_args!("the game in {}", path.display()))?;
    }
    Ok(())
}

/// A player in a seat.
enum TablePlayer<G: Game> {
    Person,
    Own(Box<dyn Agent<G>>),
    Program(Box<Pool<G>>),
}

impl<G: Protocol> TablePlayer<G> {
    /// Reads the player with this spec, in a game.
    fn of<S: Setup<Game = G>>(
        spec: &str,
        game: &G,
        programs: &[ProgramSpec],
        threads: Option<u16>,
        stop: &Arc<SharedFailure>,
    ) -> Result<Self> {
        if spec == PERSON {
            return Ok(Self::Person);
        }
        Ok(match PlayerSpec::read(spec, &S::INFO.schemas(), programs)? {
            PlayerSpec::Own(agent) => {
                check_in::<S>(game, &agent).map_err(Error::of_input)?;
                Self::Own(thinking_alone::<S>(&agent, threads))
            }
            PlayerSpec::Program(program) => Self::Program(Box::new(Pool::new(&program, S::INFO.name, S::KINDS, stop))),
        })
    }

    /// Starts it, if it is a program; returns why its games may not repeat.
    fn start(&self) -> Result<Option<MayNotRepeat>> {
        match self {
            Self::Program(pool) => pool.handshake().map_err(Error::undecided),
            Self::Person | Self::Own(_) => Ok(None),
        }
    }

    /// Starts the game with it, if it is a program.
    fn start_game(&self, set_up: &Arc<RawValue>) -> Option<ProgramAgent<'_, G>> {
        match self {
            Self::Program(pool) => Some(pool.agent(0, Arc::clone(set_up))),
            Self::Person | Self::Own(_) => None,
        }
    }

    fn in_session<'a>(&'a self, program: Option<&'a ProgramAgent<'a, G>>) -> SessionPlayer<'a, G> {
        match (self, program) {
            (Self::Own(agent), _) => SessionPlayer::Agent(&**agent),
            (_, Some(program)) => SessionPlayer::Agent(program),
            _ => SessionPlayer::Person,
        }
    }
}

/// A game to be played, from its beginning or from a saved position.
struct GameStart<G: RecordFormat> {
    game: G,
    seed: GameSeed,
    heading: RecordHeading,
    reconstructed: Vec<&'static str>,
    /// The saved game; `None` for a fresh one.
    saved: Option<SavedGame<G>>,
}

/// Returns the names and specs of the players that the arguments give.
fn given<S: Setup>(args: &PlayArgs, programs: &[ProgramSpec]) -> Result<Vec<(String, String)>> {
    let players = args.agents.iter().map(|text| {
        let player = match named(text) {
            (name, PERSON) => {
                let name = name.unwrap_or(PERSON);
                check_name(name).map(|()| (name.to_owned(), PERSON.to_owned()))
            }
            _ => agent::<S>(text, programs).map(|agent| (agent.name, agent.spec.to_string())),
        };
        player.map_err(|error| error.at(format_args!("agent `{text}`")))
    });
    players.collect()
}

/// Sets up the game that the arguments give.
fn fresh<S: Setup>(args: &PlayArgs, programs: &[ProgramSpec]) -> Result<GameStart<S::Game>> {
    let (players, specs): (Vec<String>, Vec<String>) = given::<S>(args, programs)?.into_iter().unzip();
    let series = Series::<S>::new(args, &args.setup.config()?, players.len())?;
    let seated = series.game(0);
    let (seed, keys) = (seated.text(), series.subject.record_keys(&seated.treatment));
    let heading = RecordHeading { seed, players, specs, keys };
    Ok(GameStart {
        game: seated.game,
        seed: seated.seed,
        heading,
        reconstructed: series.subject.reconstructed(),
        saved: None,
    })
}

/// Returns the file of the saved game.
fn saved_file(args: &PlayArgs) -> &Path {
    args.people.resume.as_deref().unwrap_or(Path::new(""))
}

/// Returns an error of the saved game's file.
fn saved_fault(args: &PlayArgs, error: &str) -> Error {
    Error::input(saved_file(args).display(), error, "").in_one_line()
}

/// Reads a saved game; other arguments must agree with it.
fn resumed<S: Setup>(args: &PlayArgs, line: &str, programs: &[ProgramSpec]) -> Result<GameStart<S::Game>> {
    let files: Vec<String> = args.setup.tiles.iter().chain(&args.setup.module_tiles).cloned().collect();
    let library = S::library(&files)?;
    let saved = SavedGame::<S::Game>::read(line, &library).map_err(|error| saved_fault(args, &error))?;
    let heading = saved.header.heading.clone();
    let (players, specs): (Vec<String>, Vec<String>) = given::<S>(args, programs)?.into_iter().unzip();
    if !players.is_empty() && (&players, &specs) != (&heading.players, &heading.specs) {
        let accepted = heading.players.iter().zip(&heading.specs).map(|(name, spec)| format!("{name}={spec}"));
        let accepted: Vec<String> = accepted.collect();
        let accepted = accepted.join(" ");
        let what = "found other players; accepted: none, or those of the game";
        return Err(Error::input("--resume", format_args!("{what}, {accepted}"), "").in_one_line());
    }
    if sets_up(args) {
        let series = Series::<S>::new(args, &args.setup.config()?, heading.players.len())?;
        let seated = series.game(0);
        let is_same = seated.text() == heading.seed
            && series.subject.record_keys(&seated.treatment) == heading.keys
            && seated.game.modules() == saved.header.game.modules();
        if !is_same {
            let accepted = "no flags for seeds, rules or components, or those of the saved game";
            return Err(Error::input("--resume", "found a game with another set-up", accepted));
        }
    }
    let (game, reconstructed) = (saved.header.game.clone(), saved.header.reconstructed.clone());
    Ok(GameStart { game, seed: saved.seed, heading, reconstructed, saved: Some(saved) })
}

/// Replays a saved game up to its last decision.
fn resume<G: PicturePlay>(
    args: &PlayArgs,
    saved: &SavedGame<G>,
    players: &[SessionPlayer<'_, G>],
) -> Result<Session<G>> {
    let session = saved.resume(|session, seat| match &players[seat.index()] {
        SessionPlayer::Person => None,
        SessionPlayer::Agent(agent) => decide(session, &saved.seed, seat, *agent).ok(),
    });
    session.map_err(|error| saved_fault(args, &error))
}

/// Returns whether arguments set up the game, apart from component files.
fn sets_up(args: &PlayArgs) -> bool {
    let setup = &args.setup;
    let of_setup = setup.game.is_some() || setup.hometowns.is_some() || setup.modules.is_some();
    let of_rules = setup.config.is_some() || !setup.set.is_empty();
    of_setup || of_rules || args.seed.is_some() || args.game_seed.is_some() || args.scoring.is_some()
}
