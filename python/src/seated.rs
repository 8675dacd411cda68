//! Agents at a table: those of the library, and callbacks.

use std::sync::{Arc, Mutex, PoisonError};

use agents::search::{ITERATIONS, Mcts, SearchDomain};
use agents::{Agent, Decision, Explanation, WeighedAction};
use engine::Game;
use engine::random::{Random, random};
use interface::protocol::{Protocol, write_search};
use lab::base::error::{Error, Result};
use lab::base::time::clock;
use lab::schedule::contestant::Contestant;
use lab::subject::Setup;
use learning::guided::{GuidedDomain, Guides};
use serde_json::{Value, json};

use crate::any_game::PackageGame;
use crate::games::PyGame;

/// A search guided by functions.
pub struct SearchOrder {
    /// The settings of the search, as a spec.
    pub spec: String,
    /// The seed of its random choices.
    pub seed: u64,
    /// The functions.
    pub guides: Guides,
}

/// Takes an action as JSON, or an object with `action` and perhaps `search` as in the protocol.
///
/// The error describes the fault.
pub type Accept<'a> = &'a mut dyn FnMut(&Value) -> Result<(), String>;

/// Decides, and passes on an action that is accepted; otherwise the function does not return.
///
/// It gets the view and the legal actions as JSON, and the decision's seed.
pub type Callback = dyn Fn(&PyGame, &str, &str, u64, Accept<'_>) + Send + Sync;

/// The player of a seat.
pub enum SeatPlayer {
    /// An agent of the program, perhaps NAME=SPEC.
    Spec(String),
    /// A callback, with a name.
    Callback(String, Arc<Callback>),
}

/// Reads an agent by its spec.
pub fn contestant<S: PackageGame>(spec: &str) -> Result<Contestant> {
    Contestant::read(spec, &S::INFO.schemas(), &[]).map_err(|error| error.at(format_args!("agent `{spec}`")))
}

/// An agent that was read.
pub fn build<S: PackageGame>(contestant: &Contestant) -> Box<dyn Agent<S::Game>> {
    contestant.spec.own().expect("no programs were offered").build_with(S::KINDS, clock)
}

/// An agent of the library.
pub type LibraryAgent<S> = Box<dyn Agent<<S as Setup>::Game>>;

/// An agent to be asked in a game, and whether it searches.
///
/// # Errors
/// If there is no such agent, or it cannot play this game.
pub fn asked<S: PackageGame>(spec: &str, game: &S::Game) -> Result<(LibraryAgent<S>, bool)> {
    let contestant = contestant::<S>(spec)?;
    let agent = build::<S>(&contestant);
    if let Some(why) = agent.objection(game) {
        return Err(Error::input(format_args!("agent `{spec}`"), why, ""));
    }
    Ok((agent, searches(&contestant)))
}

/// Returns whether an agent searches.
fn searches(contestant: &Contestant) -> bool {
    let keys = contestant.spec.own().map_or(&[][..], |own| own.schema().keys);
    keys.iter().any(|key| key.name == ITERATIONS)
}

/// A search guided by functions, as an agent.
///
/// # Errors
/// If its settings are not accepted, or it cannot play this game.
pub fn guided<S: PackageGame>(order: &SearchOrder, game: &S::Game) -> Result<LibraryAgent<S>> {
    let contestant = contestant::<S>(&order.spec)?;
    let settings = contestant.spec.own().expect("no programs were offered").settings(clock);
    let guides = order.guides.clone();
    let Mcts { variant, iterations, timer, early_stopping, threads, domain } = S::mcts(&settings);
    if let Some(why) = domain.objection(game) {
        return Err(Error::input(format_args!("agent `{}`", order.spec), why, ""));
    }
    let domain = GuidedDomain { inner: domain, guides, candidates: settings.get("candidates") };
    Ok(Box::new(Mcts { variant, iterations, timer, early_stopping, threads, domain }))
}

/// The answer of an agent for a view's seat: its decision and its search, as JSON.
pub fn answer<S: PackageGame>(
    game: &S::Game,
    view: &<S::Game as Game>::View<'_>,
    (agent, searches): (&LibraryAgent<S>, bool),
    seed: u64,
) -> String {
    let mut random = random(seed);
    // An explanation takes time, and nobody reads that of an agent that does not search.
    let explanation = if searches {
        agent.explain(game, view, &mut random)
    } else {
        Explanation { decision: agent.choose(game, view, &mut random), measure: "", weighed: Vec::new() }
    };
    let (position, decision) = (game.public(view), explanation.decision);
    let mut search = write_search(game, position, &explanation).unwrap_or_default();
    if let Some(search) = search.as_object_mut() {
        search.shift_insert(0, "iterations".to_owned(), decision.iterations.into());
    }
    json!({"action": game.write_action(position, decision.action), "search": search}).to_string()
}

/// The occupant of a seat at the table.
pub enum SeatOccupant<S: PackageGame> {
    /// An agent of the library.
    Agent(Box<dyn Agent<S::Game>>, Contestant),
    /// A function, with a name.
    Callback(String, Arc<Callback>),
}

impl<S: PackageGame> SeatOccupant<S> {
    /// Reads the players.
    ///
    /// # Errors
    /// If there is no such agent.
    pub fn all(players: &[SeatPlayer]) -> Result<Vec<Self>> {
        let seat = |player: &SeatPlayer| match player {
            SeatPlayer::Spec(text) => {
                let contestant = contestant::<S>(text)?;
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

    /// Returns whether it may report its search.
    pub fn searches(&self) -> bool {
        match self {
            Self::Agent(_, contestant) => searches(contestant),
            Self::Callback(..) => true,
        }
    }

    /// The spec for records; for a function, its name.
    pub fn spec(&self) -> String {
        match self {
            Self::Agent(_, contestant) => contestant.spec.to_string(),
            Self::Callback(name, _) => name.clone(),
        }
    }
}

/// Runs work that needs these as agents at a table.
pub fn with_agents<S: PackageGame, R>(
    seated: &[&SeatOccupant<S>],
    table: impl Fn() -> PyGame,
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

/// A function as an agent in one game.
pub struct CallbackAgent {
    /// The function.
    pub ask: Arc<Callback>,
    /// The game.
    pub table: PyGame,
}

impl<G: Protocol> Agent<G> for CallbackAgent {
    fn choose(&self, game: &G, view: &G::View<'_>, random: &mut Random) -> Decision<G::Action> {
        self.explain(game, view, random).decision
    }

    fn explain(&self, game: &G, view: &G::View<'_>, random: &mut Random) -> Explanation<G::Action> {
        let public = game.public(view);
        let (seen, legal) = (game.write_view(view), game.write_legal(public).to_string());
        let mut decided = None;
        let mut accept = |answer: &Value| {
            let fault = |error: &dyn std::fmt::Display| {
                let (seat, decision) = (game.viewer(view), game.decision(public).unwrap_or_default());
                format!("the agent of seat {seat}, decision {decision}: {error}")
            };
            let action = game.read_choice(public, answer.get("action").unwrap_or(answer));
            let action = action.map_err(|error| fault(&error))?;
            let search = answer.get("action").and_then(|_| answer.get("search")).filter(|search| !search.is_null());
            let weighed = search.map_or(Ok(Vec::new()), |search| read_search(game, public, search));
            let weighed = weighed.map_err(|error| fault(&error))?;
            let iterations = weighed.iter().map(|action| action.visits).sum();
            decided = Some(Explanation { decision: Decision { action, iterations }, measure: "", weighed });
            Ok(())
        };
        (self.ask)(&self.table, seen.get(), &legal, random.seed(), &mut accept);
        decided.expect("it returns with an action that was accepted")
    }
}

/// Reads the actions that a function has searched; only their visits are used.
fn read_search<G: Protocol>(game: &G, position: &G::Public, search: &Value) -> Result<Vec<WeighedAction<G::Action>>> {
    let fault = |field: &str, accepted: &str| {
        let field = format!("search.{field}");
        Error::input(field, "found something else", accepted)
    };
    let actions = search.get("actions").and_then(Value::as_array).ok_or_else(|| fault("actions", "a list"))?;
    let read = |(place, entry): (usize, &Value)| {
        let visits = entry.get("visits").and_then(Value::as_u64);
        let visits = visits.ok_or_else(|| fault(&format!("actions.{place}.visits"), "a whole number from 0"))?;
        let action = entry.get("action").ok_or_else(|| fault(&format!("actions.{place}.action"), "an action"))?;
        let action = game.read_choice(position, action).map_err(Error::of_input)?;
        Ok(WeighedAction { action, value: None, decides: None, standard_error: None, visits, weight: 0.0 })
    };
    actions.iter().enumerate().map(read).collect()
}

/// An agent whose searches are recorded.
pub struct NotedAgent<'a, G: Game> {
    /// The agent.
    pub agent: &'a dyn Agent<G>,
    /// True if it may report its search.
    pub searches: bool,
    /// The search of each decision, in the format of the protocol, or null.
    pub noted: &'a Mutex<Vec<Value>>,
}

impl<G: Protocol> Agent<G> for NotedAgent<'_, G> {
    fn choose(&self, game: &G, view: &G::View<'_>, random: &mut Random) -> Decision<G::Action> {
        let explanation = self.searches.then(|| self.agent.explain(game, view, random));
        let search = explanation.as_ref().and_then(|explanation| write_search(game, game.public(view), explanation));
        self.noted.lock().unwrap_or_else(PoisonError::into_inner).push(search.unwrap_or_default());
        explanation.map_or_else(|| self.agent.choose(game, view, random), |explanation| explanation.decision)
    }
}
