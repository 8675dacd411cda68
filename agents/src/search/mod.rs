//! Monte Carlo search in any game, with determinized hidden choices.
//!
//! [`halving()`] and [`pimc()`] are generic over [`Game`]; a [`SearchDomain`] gives them knowledge of a game.
//! [`Mcts`] is an agent that decides by one of them, and in expectation where its domain can.

mod report;
pub(crate) use report::mean_and_error;
pub use report::{Arm, CLEARLY, Effort, SearchBudget, SearchReport, Stopwatch};

mod lanes;
pub(crate) use lanes::side_by_side;

mod calibration;
pub use calibration::{Calibration, CalibrationNumbers, agree, bounded};

mod domain;
pub use domain::{CHANCE, CORRECTED_CHANCE, Prospect, SearchDomain, Values};

mod uninformed;
pub use uninformed::UninformedDomain;

mod simulator;

mod rivals;
mod tree;

mod halving;
pub use halving::halving;

mod pimc;
pub use pimc::pimc;

use std::time::Duration;

use engine::{Game, Random, Turn};

use crate::spec::kind::KeyCondition::Is;
use crate::spec::kind::{Clock, TIME};
use crate::{Agent, AgentKind, AgentSchema, Breakdown, Decision, Explanation, SettingKey, Settings, words};

/// `mcts` as a kind of agent for a game of which it knows only the rules.
pub const fn kind<G: Game>() -> AgentKind<G> {
    let build = |settings: &Settings| -> Box<dyn Agent<G>> {
        let domain = UninformedDomain { candidates: settings.get(CANDIDATES) };
        Box::new(Mcts::new(settings, domain))
    };
    AgentKind { schema: SCHEMA, build }
}

const SCHEMA: AgentSchema = AgentSchema {
    name: "mcts",
    summary: "Monte Carlo tree search over sampled hidden choices and chance, with random playouts to the end; the root is halved over common scenarios",
    keys: &[
        ITERATIONS_KEY,
        TIME_KEY,
        VARIANT_KEY,
        SettingKey::integer(
            CANDIDATES,
            "64",
            2..=1000,
            "maximum number of candidate actions, drawn at random if there are more; at most iterations / 4, at least 2",
        ),
    ],
};

/// The key of the number of candidates.
const CANDIDATES: &str = "candidates";

/// The method of comparing candidates where no decision is made in expectation.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Variant {
    /// [`halving()`] with a tree.
    Tree,
    /// [`halving()`] without it.
    Flat,
    /// [`pimc()`], which makes no decision in expectation.
    Pimc,
}

/// The words that name variants.
const VARIANTS: [(&str, Variant); 3] = [("tree", Variant::Tree), ("flat", Variant::Flat), ("pimc", Variant::Pimc)];

/// The key of the number of iterations.
pub const ITERATIONS: &str = "iterations";

/// The key of the number of iterations for each decision.
pub const ITERATIONS_KEY: SettingKey = SettingKey::integer(
    ITERATIONS,
    "400",
    1..=1_000_000,
    "playouts per decision; at an offer of Isle of Skye each stands for some sums over trades, and takes longer",
)
.only_with(&[Is(TIME, "0")]);

/// The key of the time for each decision.
pub const TIME_KEY: SettingKey = SettingKey::integer(
    TIME,
    "0",
    0..=3_600_000,
    "milliseconds per decision, instead of iterations; 0 for no time limit. Not reproducible",
);

/// The key of the variant.
pub const VARIANT_KEY: SettingKey = SettingKey::word(
    "variant",
    "tree",
    &words(&VARIANTS),
    "how candidates are compared: `tree` by sequential halving over common scenarios, with a tree of the seat's later decisions \
              below each; `flat` without these trees; `pimc` by searching a few determinizations as if they were known",
);

/// The key of the number of rounds in a simulation, for searches with a leaf evaluation.
///
/// A game has at most this many.
pub const fn rounds(most: u64) -> SettingKey {
    SettingKey::integer(
        "rounds",
        "2",
        1..=most,
        "rounds that a playout lasts before it is evaluated, including the current one",
    )
}

/// The key of the number of candidates, for searches that rank them.
pub const fn candidates(default: &'static str) -> SettingKey {
    SettingKey::integer(
        CANDIDATES,
        default,
        2..=64,
        "maximum number of candidate actions to begin with, purchases and kept tiles aside; at most iterations / 4, at least 2",
    )
}

/// A time limit for each decision.
#[derive(Copy, Clone, Debug)]
pub struct Timer {
    /// The clock, which is passed in.
    pub clock: Clock,
    /// Time for one decision.
    pub limit: Duration,
}

/// Decides by search, in any game with a [`SearchDomain`].
#[derive(Clone, Debug)]
pub struct Mcts<D> {
    /// The method of comparing candidates.
    pub variant: Variant,
    /// Simulated continuations for each decision, unless there is a timer.
    pub iterations: u64,
    /// A time limit instead of iterations.
    pub timer: Option<Timer>,
    /// True if halving saves effort where that hardly matters: see [`Effort`].
    pub early_stopping: bool,
    /// The number of threads, on which no result depends.
    pub threads: usize,
    /// The search's knowledge of the game.
    pub domain: D,
}

impl<D> Mcts<D> {
    /// A search with this domain whose settings have [`ITERATIONS_KEY`], [`TIME_KEY`] and [`VARIANT_KEY`].
    pub fn new(settings: &Settings, domain: D) -> Self {
        let (iterations, time_ms) = (settings.get(ITERATIONS), settings.get(TIME));
        Self {
            variant: settings.meaning(VARIANT_KEY.name, &VARIANTS),
            iterations,
            timer: (time_ms > 0).then(|| Timer { clock: settings.clock(), limit: Duration::from_millis(time_ms) }),
            early_stopping: false,
            threads: settings.threads,
            domain,
        }
    }

    /// Searches a decision; chances are as found, and not as shown by [`explain`](Agent::explain).
    pub fn search<G: Game>(&self, game: &G, view: &G::View<'_>, random: &mut Random) -> SearchReport<G::Action>
    where
        D: SearchDomain<G>,
    {
        let timer = self.timer.map(|timer| (timer, (timer.clock)()));
        let used = || {
            timer.map_or(0.0, |(Timer { clock, limit }, begun)| (clock() - begun).as_secs_f64() / limit.as_secs_f64())
        };
        let budget =
            if timer.is_some() { SearchBudget::Time(&used) } else { SearchBudget::Iterations(self.iterations) };
        let domain = &self.domain;
        if self.variant == Variant::Pimc {
            return pimc(game, domain, view, budget, random);
        }
        let has_tree = self.variant == Variant::Tree;
        let effort = Effort { budget, early_stopping: self.early_stopping, threads: self.threads, has_tree };
        domain.expectation(game, view, effort, random).unwrap_or_else(|| halving(game, domain, view, effort, random))
    }
}

impl<D> Mcts<D> {
    /// Tells the win share after an action if nothing is hidden or drawn and nobody else decides until the game is over.
    fn sure<G: Game>(&self, game: &G, view: &G::View<'_>, random: &mut Random) -> impl FnMut(&G::Action) -> Option<f64>
    where
        D: SearchDomain<G>,
    {
        let (seat, mut cache, mut is_open) = (game.viewer(view), self.domain.cache(game.public(view)), true);
        let shown = game.determinize(view, random, &mut |hidden, random| {
            is_open = false;
            game.random_action(game.public(hidden), random)
        });
        move |action| {
            let (mut position, mut random) = (shown.clone(), random.clone());
            game.apply(&mut position, *action);
            while is_open && game.turn(&position) == Turn::Seat(seat) {
                let own = self.domain.policy(game, &game.view(&position, seat), &mut cache, &mut random);
                game.apply(&mut position, own);
            }
            (is_open && game.turn(&position) == Turn::Over).then(|| game.outcome(&position).win_share(seat))
        }
    }
}

impl<G: Game, D: SearchDomain<G>> Agent<G> for Mcts<D> {
    fn choose(&self, game: &G, view: &G::View<'_>, random: &mut Random) -> Decision<G::Action> {
        let report = self.search(game, view, random);
        Decision { action: report.chosen, iterations: report.iterations }
    }

    fn objection(&self, game: &G) -> Option<String> {
        self.domain.objection(game)
    }

    fn explain(&self, game: &G, view: &G::View<'_>, random: &mut Random) -> Explanation<G::Action> {
        let (mut report, mut measure) = (self.search(game, view, random), self.domain.measure(game));
        let calibration = self.domain.calibration(game, game.public(view));
        if let Some(calibration) = calibration.filter(|_| self.variant != Variant::Pimc) {
            report = report.calibrated(calibration, self.sure(game, view, random));
            measure = CORRECTED_CHANCE;
        }
        Explanation {
            decision: Decision { action: report.chosen, iterations: report.iterations },
            measure,
            weighed: report.arms.into_iter().map(|arm| arm.weighed(&report.chosen)).collect(),
        }
    }

    fn breakdown(&self, game: &G, view: &G::View<'_>, action: G::Action, random: &mut Random) -> Option<Breakdown> {
        let about = "by the appraisal that the search starts from; the search itself chooses by its simulations";
        self.domain.breakdown(game, view, action, random).map(|parts| Breakdown { about, parts })
    }
}
