//! The search for Isle of Skye, as specs name it.

use engine::skye::Skye;

use super::domain::{OpponentModel, Rollout, SkyeDomain};
use super::greedy::Brain;
use super::opponents::Habits;
use crate::search::{self, ITERATIONS, Mcts, Variant};
use crate::spec::kind::KeyCondition::{self, IsNot};
use crate::spec::kind::{AUTO, AcceptedValues, AgentKind, AgentSchema, SettingKey, Settings, TIME, words};
use crate::value::Leaf;

/// `mcts` as a kind of agent.
pub(super) const KIND: AgentKind<Skye> = AgentKind {
    schema: AgentSchema {
        name: "mcts",
        summary: "Monte Carlo search over determinized hidden offers and draws, with greedy continuations",
        keys: &[
            search::iterations("simulated continuations for each decision; 0 plays greedy's choice"),
            search::time(),
            search::VARIANT,
            ROLLOUT,
            search::rounds(9),
            Leaf::key(),
            Leaf::value_key::<Skye>(),
            DEPTH,
            search::candidates("16"),
            OTHERS,
            Habits::key(EXPECTS_OTHERS),
        ],
    },
    build: |settings| Box::new(mcts(settings)),
};

const ROLLOUT: SettingKey = SettingKey {
    name: "rollout",
    meaning: "how continuations are played: this round as players are expected to trade and the rest by quick rules of the `greedy` \
              player; with `foresight` later rounds are traded so, too, and this one is built as the greedy player does; or at `random`; \
              `auto` is foresight with variant=expectation and greedy otherwise",
    default: AUTO,
    accepted: AcceptedValues::Word(&ROLLOUT_WORDS),
    only_with: search::SEARCHES,
};

const DEPTH: SettingKey = SettingKey {
    name: "depth",
    meaning: "how many of the seat's own next decisions are searched as a tree, up to the next draw of tiles but for `pimc`; 0 searches \
              this one alone; `auto` is 1 from 1,000 iterations on and with time-ms, and 0 below and with variant=expectation",
    default: AUTO,
    accepted: AcceptedValues::IntegerOrAuto(0..=100),
    only_with: search::SEARCHES,
};

const OTHERS: SettingKey = SettingKey {
    name: "others",
    meaning: "how others are expected to trade in this round: as players `usual`ly do, or as closely to that as is `read` from their trades in earlier \
              rounds; with modules in play always as usual",
    default: "read",
    accepted: AcceptedValues::Word(&OTHERS_WORDS),
    only_with: EXPECTS_OTHERS,
};

/// Others trade as is expected of them where something is searched, but not in random continuations.
const EXPECTS_OTHERS: &[KeyCondition] = &[IsNot(ITERATIONS, "0"), IsNot("rollout", "random")];

/// The words that name how others trade.
const OTHERS_NAMED: [(&str, OpponentModel); 2] = [("read", OpponentModel::Read), ("usual", OpponentModel::Usual)];
const OTHERS_WORDS: [&str; OTHERS_NAMED.len()] = words(&OTHERS_NAMED);

/// The words that name how simulations are played.
const ROLLOUTS: [(&str, Option<Rollout>); 4] = [
    (AUTO, None),
    ("greedy", Some(Rollout::Greedy)),
    ("foresight", Some(Rollout::Foresight)),
    ("random", Some(Rollout::Random)),
];
const ROLLOUT_WORDS: [&str; ROLLOUTS.len()] = words(&ROLLOUTS);

/// With fewer iterations, the time that a tree takes is better spent on more games.
const TREE_PAYS: u64 = 1000;

/// The search that settings of this kind describe.
pub fn mcts(settings: &Settings) -> Mcts<SkyeDomain> {
    let searches = settings.get::<u64>(ITERATIONS) > 0 || settings.get::<u64>(TIME) > 0;
    let sums = settings.meaning(search::VARIANT.name, &search::VARIANTS) == Variant::Expectation;
    let tree_pays = !sums && (settings.get::<u64>(ITERATIONS) >= TREE_PAYS || settings.get::<u64>(TIME) > 0);
    let usual = if sums { Rollout::Foresight } else { Rollout::Greedy };
    let brain = Brain { habits: Habits::of(settings), ..Brain::best() };
    let domain = SkyeDomain {
        brain: if searches { brain.for_search() } else { brain },
        rounds: settings.get("rounds"),
        candidates: settings.get("candidates"),
        // Without iterations greedy's choice is taken: nothing is guessed that offers could answer.
        rollout: if searches { settings.meaning("rollout", &ROLLOUTS).unwrap_or(usual) } else { Rollout::Random },
        others: settings.meaning("others", &OTHERS_NAMED),
        leaf: Leaf::of::<Skye>(settings),
    };
    Mcts::new(settings, settings.get_unless_auto("depth").unwrap_or(usize::from(tree_pays)), domain).stopping_early()
}
