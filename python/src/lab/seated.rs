//! Agents at a table: those of the library, and functions that are asked.

use std::sync::Arc;

use agents::search::ITERATIONS;
use agents::{Agent, Decision};
use engine::random::Random;
use interface::protocol::Protocol;
use lab::base::error::{Error, Result};
use lab::base::time::clock;
use lab::schedule::contestant::Contestant;
use lab::subject::Setup;
use serde_json::Value;

use super::game_source::Lab;
use super::traits::{Callback, GameTable, SeatPlayer};

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

/// An agent of the library.
pub type LibraryAgent<S> = Box<dyn Agent<<S as Setup>::Game>>;

/// An agent that is asked about a game, and whether it searches.
///
/// # Errors
/// If there is no such agent, or it cannot play this game.
pub fn asked<S: Lab>(spec: &str, game: &S::Game) -> Result<(LibraryAgent<S>, bool)> {
    let contestant = contestants::<S>(&[spec.to_owned()])?.remove(0);
    let agent = build::<S>(&contestant);
    if let Some(why) = agent.objection(game) {
        return Err(Error::input(format_args!("agent `{spec}`"), why, ""));
    }
    let keys = contestant.spec.own().map_or(&[][..], |own| own.schema().keys);
    Ok((agent, keys.iter().any(|key| key.name == ITERATIONS)))
}

/// The occupant of a seat at the table.
pub enum SeatOccupant<S: Lab> {
    /// An agent of the library.
    Agent(Box<dyn Agent<S::Game>>, Contestant),
    /// A function, with a name.
    Callback(String, Arc<Callback>),
}

impl<S: Lab> SeatOccupant<S> {
    /// Reads those who play.
    ///
    /// # Errors
    /// If there is no such agent.
    pub fn all(players: &[SeatPlayer]) -> Result<Vec<Self>> {
        let seat = |player: &SeatPlayer| match player {
            SeatPlayer::Spec(text) => {
                let contestant = contestants::<S>(std::slice::from_ref(text))?.remove(0);
                Ok(Self::Agent(build::<S>(&contestant), contestant))
            }
            SeatPlayer::Callback(name, ask) => Ok(Self::Callback(name.clone(), Arc::clone(ask))),
        };
        players.iter().map(seat).collect()
    }

    /// The name for tables and records.
    pub fn name(&self) -> &str {
        match self {
            Self::Agent(_, contestant) => &contestant.name,
            Self::Callback(name, _) => name,
        }
    }

    /// The spec for records; of a function its name.
    pub fn spec(&self) -> String {
        match self {
            Self::Agent(_, contestant) => contestant.spec.to_string(),
            Self::Callback(name, _) => name.clone(),
        }
    }
}

/// Runs work that needs these as agents at a table.
pub fn with_agents<S: Lab, R>(
    seated: &[&SeatOccupant<S>],
    table: impl Fn() -> Arc<dyn GameTable>,
    work: impl FnOnce(&[&dyn Agent<S::Game>]) -> R,
) -> R {
    let caller = |who: &&SeatOccupant<S>| match who {
        SeatOccupant::Callback(_, ask) => Some(CallbackAgent { ask: Arc::clone(ask), table: table() }),
        SeatOccupant::Agent(..) => None,
    };
    let callers: Vec<Option<CallbackAgent>> = seated.iter().map(caller).collect();
    let agent = |(who, caller)| -> &dyn Agent<S::Game> {
        let (who, caller): (&&SeatOccupant<S>, &Option<CallbackAgent>) = (who, caller);
        match (who, caller) {
            (SeatOccupant::Agent(agent, _), _) => &**agent,
            (SeatOccupant::Callback(..), caller) => caller.as_ref().expect("made above"),
        }
    };
    work(&seated.iter().zip(&callers).map(agent).collect::<Vec<_>>())
}

/// A function that is asked, in one game.
struct CallbackAgent {
    ask: Arc<Callback>,
    table: Arc<dyn GameTable>,
}

impl<G: Protocol> Agent<G> for CallbackAgent {
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
