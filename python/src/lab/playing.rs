//! Whole games between agents of the library and functions of Python.

use std::collections::BTreeMap;
use std::sync::Arc;

use agents::{Agent, Decision};
use engine::Game;
use engine::random::Random;
use interface::protocol::Protocol;
use interface::record::{self, RecordHeading};
use lab::base::error::{Error, Result};
use lab::base::time::clock;
use lab::base::{interrupt, ordered};
use lab::play::arena;
use lab::schedule::contestant::Contestant;
use serde_json::Value;

use super::game_source::{DealtGame, GameSource, Lab, TableSetup};
use super::traits::{Callback, GameTable, PlayOrder, PlayedGame, SeatPlayer, Seed};

/// Reads agents by specs.
pub fn contestants<S: Lab>(specs: &[String]) -> Result<Vec<Contestant>> {
    let read = |text: &String| {
        Contestant::read(text, &S::INFO.schemas(), &[]).map_err(|error| error.at(format_args!("agent `{text}`")))
    };
    specs.iter().map(read).collect()
}

/// An agent that was read.
pub fn build<S: Lab>(contestant: &Contestant) -> Box<dyn Agent<S::Game>> {
    contestant.spec.own().expect("no programs were offered").build_with(S::KINDS, clock)
}

/// Plays games at a table, as [`GameTable::play`] says.
pub fn play<S: Lab>(
    setup: &TableSetup<S>,
    order: &PlayOrder<'_>,
    take: &mut (dyn FnMut(PlayedGame) -> Result<()> + Send),
) -> Result<()> {
    let mut seated: Vec<SeatOccupant<'_, S>> = Vec::new();
    for player in order.agents {
        seated.push(match player {
            SeatPlayer::Spec(text) => {
                let contestant = contestants::<S>(std::slice::from_ref(text))?.remove(0);
                SeatOccupant::Agent(build::<S>(&contestant), contestant)
            }
            SeatPlayer::Callback(name, ask) => SeatOccupant::Callback(name, *ask),
        });
    }
    let master = order.seed.master();
    let play = |number: u64| {
        let dealt = match (order.games, order.seed) {
            // A record's seed gives its game.
            (1, seed @ Seed::Text(_)) => setup.source.of(seed, setup.players)?,
            _ => setup.source.numbered(master, number, setup.players),
        };
        play_one(&seated, number, &dealt, order.is_recording)
    };
    let interrupt = interrupt::install_handler()?;
    let Some(threads) = order.threads else {
        return (0..order.games).try_for_each(|number| {
            interrupt.check()?;
            take(play(number)?)
        });
    };
    let pool = ordered::pool(Some(threads))?;
    ordered::for_each(
        &pool,
        interrupt,
        (0..order.games).map(Ok),
        || (),
        |(): &mut (), number| play(number),
        |played| take(played?),
    )
}

/// The occupant of a seat at the table.
enum SeatOccupant<'a, S: Lab> {
    Agent(Box<dyn Agent<S::Game>>, Contestant),
    Callback(&'a str, &'a Callback<'a>),
}

/// Somebody who is asked, in one game.
struct CallbackAgent<'a> {
    ask: &'a Callback<'a>,
    table: Arc<dyn GameTable>,
}

impl<G: Protocol> Agent<G> for CallbackAgent<'_> {
    fn choose(&self, game: &G, view: &G::View<'_>, random: &mut Random) -> Decision<G::Action> {
        let public = game.public(view);
        let (seen, legal) = (game.write_view(view), game.write_legal(public).to_string());
        let mut decided = None;
        let mut accept = |answer: &Value| match game.read_choice(public, answer) {
            Ok(action) => {
                decided = Some(action);
                Ok(())
            }
            Err(error) => {
                let (seat, decision) = (game.viewer(view), game.decision(public).unwrap_or_default());
                Err(format!("the agent of seat {seat}, decision {decision}: {error}"))
            }
        };
        (self.ask)(&self.table, seen.get(), &legal, random.seed(), &mut accept);
        Decision::at_once(decided.expect("it returns with an action that was accepted"))
    }
}

fn play_one<S: Lab>(
    seated: &[SeatOccupant<'_, S>],
    number: u64,
    dealt: &DealtGame<S>,
    is_recording: bool,
) -> Result<PlayedGame> {
    let DealtGame { game, seed, text, keys } = dealt;
    let table = || -> Arc<dyn GameTable> {
        Arc::new(TableSetup::<S> { players: game.seats(), source: GameSource::Set(game.clone(), keys.clone()) })
    };
    let callers: BTreeMap<usize, CallbackAgent<'_>> = seated
        .iter()
        .enumerate()
        .filter_map(|(seat, who)| match who {
            SeatOccupant::Callback(_, ask) => Some((seat, CallbackAgent { ask: *ask, table: table() })),
            SeatOccupant::Agent(..) => None,
        })
        .collect();
    let agents: Vec<&dyn Agent<S::Game>> = seated
        .iter()
        .enumerate()
        .map(|(seat, who)| match who {
            SeatOccupant::Agent(agent, _) => &**agent,
            SeatOccupant::Callback(..) => &callers[&seat] as &dyn Agent<S::Game>,
        })
        .collect();
    if !is_recording {
        let ending = arena::play(game, seed, &agents, &mut ()).map_err(Error::undecided)?;
        return Ok(PlayedGame { number, seed: text.clone(), ending, record: None });
    }
    let mut events = interface::observer::Events::default();
    let ending = arena::play(game, seed, &agents, &mut events).map_err(Error::undecided)?;
    let of = |name: fn(&SeatOccupant<'_, S>) -> String| seated.iter().map(name).collect();
    let heading = RecordHeading {
        seed: text.clone(),
        players: of(|who| match who {
            SeatOccupant::Agent(_, contestant) => contestant.name.clone(),
            SeatOccupant::Callback(name, ..) => (*name).to_owned(),
        }),
        specs: of(|who| match who {
            SeatOccupant::Agent(_, contestant) => contestant.spec.to_string(),
            SeatOccupant::Callback(name, ..) => (*name).to_owned(),
        }),
        keys: keys.clone(),
    };
    let record = Some(record::line(game, &heading, &events.0));
    Ok(PlayedGame { number, seed: text.clone(), ending, record })
}
