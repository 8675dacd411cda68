//! The search for Isle of Skye, as specs name it.

use engine::MAX_SEATS;
use engine::skye::Skye;

use super::greedy::Preset;
use super::knowledge::{Others, Rollout, SkyeKnowledge, Suspicion};
use super::reading::Reader;
use super::value;
use crate::search::{self, ITERATIONS, Mcts};
use crate::spec::kind::Condition::{Is, IsNot};
use crate::spec::kind::{AUTO, Accepted, Face, Key, Kind, Settings, TIME, words};
use crate::value::Leaf;

/// `mcts` as a kind of agent.
pub(super) const KIND: Kind<Skye> = Kind {
    face: Face {
        name: "mcts",
        summary: "Monte Carlo search over determinized hidden offers and draws, with greedy continuations",
        keys: &[
            BUDGET,
            search::time(),
            search::VARIANT,
            preset("best"),
            ROLLOUT,
            ROUNDS,
            Leaf::key(),
            Leaf::value_key(|text| Leaf::check::<Skye>(text, value::NAME)),
            DEPTH,
            CANDIDATES,
            OTHERS,
        ],
    },
    build: |settings| {
        let search = mcts(settings, Others::Forecast, Leaf::of::<Skye>(settings, value::NAME)).thrifty();
        // Random continuations foresee nobody, and without iterations nothing is foreseen.
        if search.knowledge.others == Others::Rules {
            return Box::new(search);
        }
        match settings.meaning("others", &OTHERS_NAMED) {
            Expected::Always(suspicion) => {
                let knowledge = SkyeKnowledge { suspicions: [suspicion; MAX_SEATS], ..search.knowledge };
                Box::new(Mcts { knowledge, ..search })
            }
            Expected::AsSeen => Box::new(Reader(search)),
        }
    },
};

/// `mcts-1` as a kind of agent: the search as it was when the modules were complete. It never changes, as a yardstick.
pub(super) const FIRST: Kind<Skye> = Kind {
    face: Face {
        name: "mcts-1",
        summary: "the search as it was when the modules were complete, with its greedy player: it never changes, as a yardstick",
        keys: &[BUDGET, search::time(), search::VARIANT, preset("second"), ROLLOUT, ROUNDS, DEPTH, CANDIDATES],
    },
    build: |settings| Box::new(mcts(settings, Others::Rules, Leaf::Appraisal)),
};

const BUDGET: Key = search::iterations("simulated continuations for each decision; 0 plays greedy's choice");

const fn preset(default: &'static str) -> Key {
    Key {
        name: "preset",
        meaning: "the greedy player that it starts from and appraises like",
        default,
        accepted: Accepted::Word(&Preset::WORDS),
        only_with: &[],
    }
}

const ROLLOUT: Key = Key {
    name: "rollout",
    meaning: "how continuations are played: as `greedy` players do, this round by the preset's rules for offers and purchases and the \
              rest by quick ones, or at `random`",
    default: "greedy",
    accepted: Accepted::Word(&ROLLOUT_WORDS),
    only_with: search::SEARCHES,
};

const ROUNDS: Key = Key {
    name: "rounds",
    meaning: "how many rounds a continuation lasts before it is appraised, the current one included",
    default: "2",
    accepted: Accepted::Whole(1..=9),
    only_with: search::SEARCHES,
};

const DEPTH: Key = Key {
    name: "depth",
    meaning: "how many of the seat's own next decisions are searched as a tree, up to the next draw of tiles but for `pimc`; 0 searches \
              this one alone; `auto` is 1 from 1,000 iterations on and with time-ms, and 0 below",
    default: AUTO,
    accepted: Accepted::WholeOrAuto(0..=100),
    only_with: search::SEARCHES,
};

const CANDIDATES: Key = Key {
    name: "candidates",
    meaning: "how many actions are looked at; at most a quarter of the iterations, and two",
    default: "16",
    accepted: Accepted::Whole(1..=64),
    only_with: search::SEARCHES,
};

const OTHERS: Key = Key {
    name: "others",
    meaning: "how others are expected to trade in this round: as the `greedy` player that it starts from; by a `forecast` of what players that \
              search do; or as either, as likely as it is `read` from their trades in earlier rounds; with modules in play always as `greedy`, \
              roughly",
    default: "read",
    accepted: Accepted::Word(&OTHERS_WORDS),
    only_with: &[&[IsNot(ITERATIONS, "0"), Is("rollout", "greedy")]],
};

/// How others are expected to trade in a game.
#[derive(Copy, Clone)]
enum Expected {
    /// Like this.
    Always(Suspicion),
    /// As their earlier trades suggest.
    AsSeen,
}

/// The words that name how others trade.
const OTHERS_NAMED: [(&str, Expected); 3] = [
    ("greedy", Expected::Always(Suspicion { offers: 1.0, purchases: 1.0 })),
    ("forecast", Expected::Always(Suspicion { offers: 0.0, purchases: 0.0 })),
    ("read", Expected::AsSeen),
];
const OTHERS_WORDS: [&str; OTHERS_NAMED.len()] = words(&OTHERS_NAMED);

/// The words that name how simulations are played.
const ROLLOUTS: [(&str, Rollout); 2] = [("greedy", Rollout::Greedy), ("random", Rollout::Random)];
const ROLLOUT_WORDS: [&str; ROLLOUTS.len()] = words(&ROLLOUTS);

/// How many iterations go into foreseeing what others offer, given those for the own decision. With a time limit, as many as for 400.
fn foresight(iterations: u64) -> u64 {
    match iterations {
        0 => 300,
        _ => iterations * 3 / 4,
    }
}

/// With fewer iterations, the time that a tree takes is better spent on more games.
const TREE_PAYS: u64 = 1000;

fn mcts(settings: &Settings, others: Others, leaf: Leaf) -> Mcts<SkyeKnowledge> {
    // Without iterations greedy's choice is taken.
    let searches = settings.get::<u64>(ITERATIONS) > 0 || settings.get::<u64>(TIME) > 0;
    let rollout = settings.meaning("rollout", &ROLLOUTS);
    let others = if searches && rollout == Rollout::Greedy { others } else { Others::Rules };
    let tree_pays = settings.get::<u64>(ITERATIONS) >= TREE_PAYS || settings.get::<u64>(TIME) > 0;
    let greedy = settings.meaning("preset", &Preset::NAMED).brain();
    let knowledge = SkyeKnowledge {
        brain: if searches { greedy.clone().for_search() } else { greedy.clone() },
        rounds: settings.get("rounds"),
        candidates: settings.get("candidates"),
        rollout,
        others,
        foresight: foresight(settings.get(ITERATIONS)),
        leaf,
        greedy,
        suspicions: Default::default(),
    };
    Mcts::new(settings, settings.get_unless_auto("depth").unwrap_or(usize::from(tree_pays)), knowledge)
}
