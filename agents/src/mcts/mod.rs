//! Monte Carlo search with determinized hidden pricing.
//!
//! [`flat()`], [`pimc()`] and [`joint()`] are generic over [`Game`](engine::Game); what they have to know of a game is a
//! [`Knowledge`]. [`SkyeKnowledge`] is that for Isle of Skye.

mod report;
pub use report::{Arm, Budget, Report, Stopwatch};

mod knowledge;
pub use knowledge::{Knowledge, Values};

mod simulator;
mod tree;

mod flat;
pub use flat::flat;

mod pimc;
pub use pimc::pimc;

mod joint;
pub use joint::{Learner, Regret, Ucb, joint};

mod skye;
pub use skye::{Rollout, SkyeKnowledge, SkyeMemo};

use std::time::Duration;

use engine::random::Random;
use engine::skye::{Action, Skye, View};

use crate::greedy::Preset;
use crate::kind::{AUTO, Accepted, Clock, Key, Kind, TIME};
use crate::{Agent, Decision, Explanation};

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
            name: TIME,
            meaning: "milliseconds for each decision instead of iterations; 0 for none. Not reproducible",
            default: "0",
            accepted: Accepted::Whole(0..=3_600_000),
        },
        Key {
            name: "variant",
            meaning: "how candidates are compared: `flat` halves them over common scenarios; `pimc` searches a few worlds as if they were \
                      known; `duct` and `regret` let every seat learn its secret offer, by confidence bounds or by regrets, and are `flat` elsewhere",
            default: "flat",
            accepted: Accepted::Word(&["flat", "pimc", "duct", "regret"]),
        },
        Key {
            name: "preset",
            meaning: "the greedy player that it starts from and appraises like",
            default: "best",
            accepted: Accepted::Word(&Preset::NAMES),
        },
        Key {
            name: "rollout",
            meaning: "how continuations are played: as `greedy` players do, this round by the preset's rules for offers and purchases and the rest by \
                      quick ones, or at `random`",
            default: "greedy",
            accepted: Accepted::Word(&["greedy", "random"]),
        },
        Key {
            name: "rounds",
            meaning: "how many rounds a continuation lasts before it is appraised, the current one included",
            default: "2",
            accepted: Accepted::Whole(1..=9),
        },
        Key {
            name: "depth",
            meaning: "how many of the seat's own next decisions are searched as a tree, up to the next draw of tiles but for `pimc`; 0 searches \
                      this one alone; `auto` is 1 from 1,000 iterations on and with time-ms, and 0 below",
            default: AUTO,
            accepted: Accepted::WholeOrAuto(0..=100),
        },
        Key {
            name: "candidates",
            meaning: "how many actions are looked at; at most a quarter of the iterations, and two",
            default: "16",
            accepted: Accepted::Whole(1..=64),
        },
    ],
    build: |settings| {
        let variant = match settings.get::<String>("variant").as_str() {
            "pimc" => Variant::Pimc,
            "duct" => Variant::Duct,
            "regret" => Variant::Regret,
            _ => Variant::Flat,
        };
        let rollout = if settings.get::<String>("rollout") == "random" { Rollout::Random } else { Rollout::Greedy };
        let preset = Preset::from_name(&settings.get::<String>("preset"));
        let brain = preset.expect("an accepted word").brain();
        let (iterations, time_ms) = (settings.get("iterations"), settings.get(TIME));
        let tree_pays = iterations >= TREE_PAYS || time_ms > 0;
        Box::new(Mcts {
            variant,
            iterations,
            timer: (time_ms > 0).then(|| Timer { clock: settings.clock(), limit: Duration::from_millis(time_ms) }),
            depth: settings.get_unless_auto("depth").unwrap_or(usize::from(tree_pays)),
            knowledge: SkyeKnowledge {
                brain,
                rounds: settings.get("rounds"),
                candidates: settings.get("candidates"),
                rollout,
            },
        })
    },
};

/// With fewer iterations the time for a tree is better spent on more games.
const TREE_PAYS: u64 = 1000;

/// How candidates are compared.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Variant {
    /// [`flat()`].
    Flat,
    /// [`pimc()`].
    Pimc,
    /// [`joint()`] by [`Ucb`].
    Duct,
    /// [`joint()`] by [`Regret`].
    Regret,
}

/// A limit of time for each decision.
#[derive(Copy, Clone, Debug)]
pub struct Timer {
    /// The clock, which is handed in.
    pub clock: Clock,
    /// Time for one decision.
    pub limit: Duration,
}

/// Decides by search.
#[derive(Clone, Debug)]
pub struct Mcts {
    /// How candidates are compared.
    pub variant: Variant,
    /// Simulated continuations for each decision, unless there is a timer.
    pub iterations: u64,
    /// A limit of time instead of iterations.
    pub timer: Option<Timer>,
    /// How many own next decisions are searched.
    pub depth: usize,
    /// What it knows of the game.
    pub knowledge: SkyeKnowledge,
}

impl Mcts {
    /// Searches a decision.
    pub fn search(&self, game: &Skye, view: &View<'_>, random: &mut Random) -> Report<Action> {
        let Some(Timer { clock, limit }) = self.timer else {
            return self.search_within(Budget::Iterations(self.iterations), game, view, random);
        };
        let begun = clock();
        let used = || (clock() - begun).as_secs_f64() / limit.as_secs_f64();
        self.search_within(Budget::Time(&used), game, view, random)
    }

    fn search_within(&self, budget: Budget<'_>, game: &Skye, view: &View<'_>, random: &mut Random) -> Report<Action> {
        let knowledge = &self.knowledge;
        match self.variant {
            Variant::Flat => flat(game, knowledge, view, budget, self.depth, random),
            Variant::Pimc => pimc(game, knowledge, view, budget, self.depth, random),
            Variant::Duct => joint::<_, _, Ucb>(game, knowledge, view, budget, self.depth, random),
            Variant::Regret => joint::<_, _, Regret>(game, knowledge, view, budget, self.depth, random),
        }
    }
}

impl Agent<Skye> for Mcts {
    fn choose(&self, game: &Skye, view: &View<'_>, random: &mut Random) -> Decision<Action> {
        let report = self.search(game, view, random);
        Decision { action: report.chosen, iterations: report.iterations }
    }

    fn explain(&self, game: &Skye, view: &View<'_>, random: &mut Random) -> Explanation<Action> {
        let report = self.search(game, view, random);
        Explanation {
            decision: Decision { action: report.chosen, iterations: report.iterations },
            measure: "chance to win as the search sees it, from 0 to 1",
            weighed: report.arms.into_iter().map(Arm::weighed).collect(),
        }
    }
}
