//! Whole games between agents of the library and functions of Python.

use std::sync::{Arc, Mutex, PoisonError};

use agents::Agent;
use interface::record::{self, RecordHeading};
use lab::base::error::{Error, Result};
use lab::base::{interrupt, ordered};
use lab::play::arena;
use serde_json::Value;

use super::game_source::{DealtGame, Lab, TableSetup};
use super::seated::{NotedAgent, SeatOccupant, with_agents};
use super::traits::{GameTable, PlayOrder, PlayedGame, Seed};

/// Plays games at a table, as [`GameTable::play`] describes.
pub fn play<S: Lab>(
    setup: &TableSetup<S>,
    order: &PlayOrder<'_>,
    take: &mut (dyn FnMut(PlayedGame) -> Result<()> + Send),
) -> Result<()> {
    let seated = SeatOccupant::<S>::all(order.agents)?;
    let seated: Vec<&SeatOccupant<S>> = seated.iter().collect();
    let master = order.seed.master();
    let play = |number: u64| {
        let dealt = match (order.games, order.seed) {
            // A record's seed gives its game.
            (1, seed @ Seed::Text(_)) if order.first.is_none() => setup.of(seed)?,
            _ => setup.numbered(master, number),
        };
        play_one(&seated, number, &dealt, order)
    };
    let interrupt = interrupt::install_handler()?;
    let first = order.first.unwrap_or(0);
    let mut numbers = first..first + order.games;
    let Some(threads) = order.threads else {
        return numbers.try_for_each(|number| {
            interrupt.check()?;
            take(play(number)?)
        });
    };
    let pool = ordered::pool(Some(threads))?;
    ordered::for_each(
        &pool,
        interrupt,
        numbers.map(Ok),
        || (),
        |(): &mut (), number| play(number),
        |played| take(played?),
    )
}

fn play_one<S: Lab>(
    seated: &[&SeatOccupant<S>],
    number: u64,
    dealt: &DealtGame<S>,
    order: &PlayOrder<'_>,
) -> Result<PlayedGame> {
    let DealtGame { game, seed, text, .. } = dealt;
    let table = || -> Arc<dyn GameTable> { Arc::new(dealt.table()) };
    let (mut events, noted) = (interface::observer::Events::default(), Mutex::default());
    let mut play = |agents: &[&dyn Agent<S::Game>]| match order.is_recording {
        true => arena::play(game, seed, agents, &mut events),
        false => arena::play(game, seed, agents, &mut ()),
    };
    let ending = with_agents(seated, table, |agents| {
        if !order.has_searches {
            return play(agents);
        }
        let mut noting: Vec<NotedAgent<'_, S::Game>> = Vec::new();
        for (who, &agent) in seated.iter().zip(agents) {
            noting.push(NotedAgent { agent, searches: who.searches(), noted: &noted });
        }
        play(&noting.iter().map(|agent| -> &dyn Agent<S::Game> { agent }).collect::<Vec<_>>())
    });
    let ending = ending.map_err(Error::undecided)?;
    let record = order.is_recording.then(|| {
        let players = seated.iter().map(|who| who.name().to_owned()).collect();
        let specs = seated.iter().map(|who| who.spec()).collect();
        let heading = RecordHeading { seed: text.clone(), players, specs, keys: dealt.keys.clone() };
        record::line(game, &heading, &events.0)
    });
    let searches = Value::from(noted.into_inner().unwrap_or_else(PoisonError::into_inner)).to_string();
    Ok(PlayedGame { number, seed: text.clone(), ending, record, searches })
}
