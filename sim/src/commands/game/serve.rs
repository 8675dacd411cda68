//! `sim serve`: one of the program's own agents as a process for other programs.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use agents::{Agent, AgentSpec, Decision};
use clap::Args;
use engine::random::random;
use interface::protocol::{Answer, IncomingMessage, Protocol, Ready, write_search};
use interface::record;
use serde_json::Value;

use crate::commands::args::LibraryArgs;
use games::for_game;
use lab::base::error::{Error, Result};
use lab::base::out;
use lab::base::time::clock;
use lab::schedule::given;
use lab::subject::{LibraryOf, Setup};

/// Arguments of `sim serve`.
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// Serve this agent; the options of `hello` are added to its settings
    #[arg(value_name = "SPEC")]
    pub agent: String,

    /// Serve only this game [default: whichever `hello` names]
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,

    /// Tile files that set-ups may name
    #[command(flatten)]
    pub library: LibraryArgs,
}

/// Answers questions from standard input until it ends.
pub fn run(args: &ServeArgs) -> Result<()> {
    let expected = args.game.as_deref().map(games::of_flag).transpose()?;
    if let Some(game) = expected {
        for_game!(game => check(&args.agent))?;
    }
    let is_empty = |line: &io::Result<String>| line.as_ref().is_ok_and(|line| line.trim().is_empty());
    let mut lines = (1..).zip(io::stdin().lock().lines()).filter(|(_, line)| !is_empty(line)).map(Line::of);
    let Some(line) = lines.next().transpose()? else { return Ok(()) };
    let message = IncomingMessage::read(&line.text).map_err(|why| line.refused(&why))?;
    if message.m != "hello" || message.protocol != Some(interface::protocol::VERSION) {
        return Err(line.refused(&format!("accepted: `hello` of protocol {}", interface::protocol::VERSION)));
    }
    let named = message.game.as_ref().and_then(Value::as_str).unwrap_or_default();
    let game =
        games::of_flag(named).map_err(|_| line.refused(&format!("`game`; accepted: {}", games::NAMES.join(", "))))?;
    if expected.is_some_and(|expected| expected.name != game.name) {
        return Err(line.refused("the game differs from --game"));
    }
    let (spec, tells_search) = with_options(&args.agent, message.options).map_err(|why| line.refused(&why))?;
    for_game!(game => serve(args, &line, &spec, tells_search, lines))
}

/// A line of standard input.
struct Line {
    /// Its number, from 1.
    number: u64,
    text: String,
}

impl Line {
    fn of((number, text): (u64, io::Result<String>)) -> Result<Self> {
        let text = text.map_err(|error| Error::machine(format_args!("standard input:{number}"), error))?;
        Ok(Self { number, text })
    }

    fn refused(&self, why: &str) -> Error {
        let shown: String = self.text.chars().take(160).collect();
        Error::input(format_args!("standard input:{}", self.number), format_args!("found {shown}; {why}"), "")
    }
}

/// The option that asks for the search behind each answer.
const SEARCH: &str = "search";

/// Adds settings to a spec; also returns whether answers include the search behind them.
///
/// # Errors
/// If an option says neither that they do nor that they do not.
fn with_options(spec: &str, options: Option<serde_json::Map<String, Value>>) -> Result<(String, bool), String> {
    let mut options = options.unwrap_or_default();
    let tells_search = match options.shift_remove(SEARCH) {
        Some(value) if value == "true" || value == true => true,
        Some(value) if value == "false" || value == false => false,
        Some(value) => return Err(format!("options.{SEARCH}: found {value}; accepted: true or false")),
        None => false,
    };
    let settings = options.into_iter().map(|(key, value)| match value {
        Value::String(text) => format!("{key}={text}"),
        other => format!("{key}={other}"),
    });
    let settings: Vec<String> = settings.collect();
    let spec = match (settings.is_empty(), spec.contains(':')) {
        (true, _) => spec.to_owned(),
        (false, true) => format!("{spec},{}", settings.join(",")),
        (false, false) => format!("{spec}:{}", settings.join(",")),
    };
    Ok((spec, tells_search))
}

/// Checks that the game has this agent.
fn check<S: Setup>(agent: &str) -> Result<()> {
    read::<S>(agent).map_err(|error| error.at("<SPEC>")).map(|_| ())
}

fn read<S: Setup>(agent: &str) -> Result<AgentSpec> {
    given::read_here(agent, &S::INFO.schemas())
}

/// Serves after `hello`, with its options in the spec.
fn serve<S: Setup>(
    args: &ServeArgs,
    hello: &Line,
    spec: &str,
    tells_search: bool,
    lines: impl Iterator<Item = Result<Line>>,
) -> Result<()>
where
    S::Game: Protocol,
{
    let library = S::library(&args.library.given())?;
    let spec = read::<S>(spec).map_err(|error| match check::<S>(&args.agent) {
        Err(own) => own,
        Ok(()) => error.at(format_args!("standard input:{}, `options`", hello.number)),
    })?;
    let agent = spec.build_with(S::KINDS, clock);
    answer(&Ready { name: spec.to_string(), deterministic: !spec.is_timed() }.line())?;
    let mut games: BTreeMap<u64, S::Game> = BTreeMap::new();
    for line in lines {
        let line = line?;
        let message = IncomingMessage::read(&line.text).map_err(|why| line.refused(&why))?;
        match message.m.as_str() {
            "quit" => break,
            "game" => {
                let (number, game) = set_up::<S>(&message, &library).map_err(|why| line.refused(&why))?;
                if let Some(why) = agent.objection(&game) {
                    return Err(Error::input("<SPEC>", format_args!("`{spec}`: {why}"), ""));
                }
                games.insert(number, game);
            }
            "choose" => {
                let game = message.game_number().and_then(|number| games.get(&number));
                let game = game.ok_or_else(|| line.refused("a question about a game that was not announced"))?;
                answer(&choose(game, &*agent, &message, tells_search).map_err(|why| line.refused(&why))?)?;
            }
            // For debugging: the answers of these agents are legal.
            "error" => drop(writeln!(io::stderr(), "{}", line.text)),
            "over" => drop(message.game_number().map(|number| games.remove(&number))),
            _ => {}
        }
    }
    Ok(())
}

/// Reads a game from its set-up.
fn set_up<S: Setup>(message: &IncomingMessage, library: &LibraryOf<S>) -> Result<(u64, S::Game), String> {
    let number = message.game_number().ok_or("`game`: accepted: the number of the game")?;
    let set_up = message.set_up.as_ref().ok_or("`set_up` is missing")?.get();
    record::read_set_up::<S::Game>(set_up, library).map(|game| (number, game))
}

/// Answers a question.
fn choose<G: Protocol>(
    game: &G,
    agent: &dyn Agent<G>,
    message: &IncomingMessage,
    tells_search: bool,
) -> Result<String, String> {
    let id = message.id.ok_or("`id`: accepted: a whole number from 0")?;
    let seed = message.seed().ok_or("`seed`: accepted: 16 hexadecimal digits")?;
    let (position, seat) = game.read_view(message.view.as_ref().ok_or("`view` is missing")?.get())?;
    let view = game.view(&position, seat);
    if game.decision(game.public(&view)).is_none() || message.seat(game.seats()) != Some(seat) {
        return Err("`seat`: accepted: the seat of the view, whose turn it is".to_owned());
    }
    let public = game.public(&view);
    let (Decision { action, iterations }, search) = if tells_search {
        let explanation = agent.explain(game, &view, &mut random(seed));
        (explanation.decision, write_search(game, public, &explanation))
    } else {
        (agent.choose(game, &view, &mut random(seed)), None)
    };
    Ok(Answer { action: game.write_action(public, action), iterations, search }.line(id))
}

fn answer(line: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).map_err(out::fault)
}
