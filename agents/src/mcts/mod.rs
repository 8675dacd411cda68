//! Monte Carlo search with determinized hidden pricing.
//!
//! [`search()`] is generic over [`Game`](engine::Game); what it has to know of a game is a [`Knowledge`]. [`SkyeKnowledge`] is that for
//! Isle of Skye.

mod knowledge;
pub mod search;
mod skye;
mod tree;

use engine::random::Random;
use engine::skye::{Action, Skye, View};

use crate::kind::{Accepted, Key, Kind};
use crate::{Agent, Decision};

pub use knowledge::{Knowledge, Values};
pub use search::{Limits, Report, search};
pub use skye::SkyeKnowledge;

/// Registration.
pub(crate) const KIND: Kind = Kind {
    name: "mcts",
    summary: "Monte Carlo search over determinized hidden offers and draws, with greedy continuations",
    keys: &[
        Key {
            name: "iterations",
            meaning: "simulated continuations for each decision; 0 plays greedy's choice",
            default: "400",
            accepted: Accepted::Whole(0..=1_000_000),
        },
        Key {
            name: "rounds",
            meaning: "how many rounds a continuation lasts before it is appraised, the current one included",
            default: "2",
            accepted: Accepted::Whole(1..=9),
        },
        Key {
            name: "depth",
            meaning: "how many of the seat's own next decisions are searched as a tree; 0 searches this one alone",
            default: "0",
            accepted: Accepted::Whole(0..=100),
        },
        Key {
            name: "candidates",
            meaning: "how many actions are looked at; at most a quarter of the iterations, and two",
            default: "16",
            accepted: Accepted::Whole(1..=64),
        },
    ],
    build: |settings| {
        Box::new(Mcts {
            limits: Limits { iterations: settings.get("iterations"), depth: settings.get("depth") },
            knowledge: SkyeKnowledge { rounds: settings.get("rounds"), candidates: settings.get("candidates") },
        })
    },
};

/// Decides by search.
#[derive(Copy, Clone, Debug)]
pub struct Mcts {
    /// How much it may do for each decision.
    pub limits: Limits,
    /// What it knows of the game.
    pub knowledge: SkyeKnowledge,
}

impl Agent<Skye> for Mcts {
    fn choose(&self, game: &Skye, view: &View<'_>, random: &mut Random) -> Decision<Action> {
        let report = search(game, &self.knowledge, view, self.limits, random);
        Decision { action: report.chosen, iterations: report.iterations }
    }
}
