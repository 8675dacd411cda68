//! Whole games between agents of the laboratory and functions of Python.

use std::collections::BTreeMap;
use std::sync::Arc;

use agents::{Agent, Decision as Decided};
use engine::Game;
use engine::random::Random;
use interface::record::{self, Heading};
use interface::protocol::Protocol;
use serde_json::Value;
use sim::base::error::{Error, Result};
use sim::base::time::clock;
use sim::base::{interrupt, ordered};
use sim::lab::play::arena;
use sim::lab::schedule::contestant::Contestant;

use super::deal::{Deal, Dealt, Lab, Laid};
use super::faces::{Asked, PlayOrder, PlayedGame, Player, Seed, Table};

/// Reads agents by specs.
pub fn contestants<S: Lab>(specs: &[String]) -> Result<Vec<Contestant>> {
    let read = |text: &String| {
        Contestant::read(text, S::kinds(), &[]).map_err(|error| error.at(format_args!("agent `{text}`")))
    };
    specs.iter().map(read).collect()
}

/// An agent that was read.
pub fn build<S: Lab>(contestant: &Contestant) -> Box<dyn Agent<S::Game>> {
    contestant.spec.own().expect("no programs were offered").build_with(S::kinds(), clock)
}

/// Plays games at a table, as [`Table::play`] says.
pub fn play<S: Lab>(
    laid: &Laid<S>,
    order: &PlayOrder<'_>,
    take: &mut (dyn FnMut(PlayedGame) -> Result<()> + Send),
) -> Result<()> {
    let mut seated: Vec<Seated<'_, S>> = Vec::new();
    for player in order.agents {
        seated.push(match player {
            Player::Spec(text) => {
                let contestant = contestants::<S>(std::slice::from_ref(text))?.remove(0);
                Seated::Agent(build::<S>(&contestant), contestant)
            }
            Player::Asked(name, ask) => Seated::Asked(name, *ask),
        });
    }
    let master = order.seed.master();
    let play = |number: u64| {
        let dealt = match (order.games, order.seed) {
            // A record's seed gives its game.
            (1, seed @ Seed::Text(_)) => laid.deal.of(seed, laid.players)?,
            _ => laid.deal.numbered(master, number, laid.players),
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

/// Who sits at the table.
enum Seated<'a, S: Lab> {
    Agent(Box<dyn Agent<S::Game>>, Contestant),
    Asked(&'a str, &'a Asked<'a>),
}

/// Somebody who is asked, in one game.
struct Caller<'a> {
    ask: &'a Asked<'a>,
    table: Arc<dyn Table>,
}

impl<G: Protocol> Agent<G> for Caller<'_> {
    fn choose(&self, game: &G, view: &G::View<'_>, random: &mut Random) -> Decided<G::Action> {
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
        Decided::at_once(decided.expect("it returns with an action that was accepted"))
    }
}

fn play_one<S: Lab>(seated: &[Seated<'_, S>], number: u64, dealt: &Dealt<S>, is_recording: bool) -> Result<PlayedGame> {
    let Dealt { game, seed, text, keys } = dealt;
    let table = || -> Arc<dyn Table> {
        Arc::new(Laid::<S> { players: game.seats(), deal: Deal::Set(game.clone(), keys.clone()) })
    };
    let callers: BTreeMap<usize, Caller<'_>> = seated
        .iter()
        .enumerate()
        .filter_map(|(seat, who)| match who {
            Seated::Asked(_, ask) => Some((seat, Caller { ask: *ask, table: table() })),
            Seated::Agent(..) => None,
        })
        .collect();
    let agents: Vec<&dyn Agent<S::Game>> = seated
        .iter()
        .enumerate()
        .map(|(seat, who)| match who {
            Seated::Agent(agent, _) => &**agent,
            Seated::Asked(..) => &callers[&seat] as &dyn Agent<S::Game>,
        })
        .collect();
    if !is_recording {
        let ending = arena::play(game, seed, &agents, &mut ()).map_err(Error::undecided)?;
        return Ok(PlayedGame { number, seed: text.clone(), ending, record: None });
    }
    let mut events = interface::observer::Events::default();
    let ending = arena::play(game, seed, &agents, &mut events).map_err(Error::undecided)?;
    let of = |name: fn(&Seated<'_, S>) -> String| seated.iter().map(name).collect();
    let heading = Heading {
        seed: text.clone(),
        players: of(|who| match who {
            Seated::Agent(_, contestant) => contestant.name.clone(),
            Seated::Asked(name, ..) => (*name).to_owned(),
        }),
        specs: of(|who| match who {
            Seated::Agent(_, contestant) => contestant.spec.to_string(),
            Seated::Asked(name, ..) => (*name).to_owned(),
        }),
        keys: keys.clone(),
    };
    let record = Some(record::line(game, &heading, &events.0));
    Ok(PlayedGame { number, seed: text.clone(), ending, record })
}
