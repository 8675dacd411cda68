//! The specs of the search for Isle of Skye.

use engine::skye::Skye;

use super::greedy::Brain;
use super::{Habits, OpponentModel, Rollout, SkyeDomain};
use crate::search::Mcts;
use crate::spec::kind::KeyCondition::{self, Is};
use crate::value::Leaf;
use crate::{AgentKind, AgentSchema, SettingKey, Settings, search, words};

/// `mcts` as a kind of agent.
pub(super) const KIND: AgentKind<Skye> = AgentKind {
    schema: AgentSchema {
        name: "mcts",
        summary: "Monte Carlo tree search over sampled draws and predicted opponents to the end of the next round, where a value net evaluates; offers, the only hidden choices, are summed in expectation to the end of this round, and candidates for other decisions are halved over common scenarios",
        keys: &[
            search::ITERATIONS_KEY,
            search::TIME_KEY,
            search::VARIANT_KEY,
            ROLLOUT,
            search::rounds(9),
            Leaf::KEY,
            Leaf::value_key::<Skye>(),
            search::candidates("16"),
            OTHERS,
            Habits::key(&[]),
        ],
    },
    build: |settings| Box::new(mcts(settings)),
};

const ROLLOUT: SettingKey = SettingKey::word(
    "rollout",
    "foresight",
    &words(&ROLLOUTS),
    "playout policy: `foresight`, which trades as players are expected to and otherwise follows quick rules of the `greedy` player; or \
              `random`",
);

const OTHERS: SettingKey = SettingKey::word("others", "read", &words(&OTHERS_NAMED), "how closely others are expected to follow the opponent model: `usual`, like average players, or `read`, as estimated from their \
              earlier trades at offers and purchases; with modules always `usual`").only_with(EXPECTS_OTHERS);

/// Others trade as predicted, but not in random continuations.
const EXPECTS_OTHERS: &[KeyCondition] = &[Is("rollout", "foresight")];

/// The words for models of others' trades.
const OTHERS_NAMED: [(&str, OpponentModel); 2] = [("read", OpponentModel::Read), ("usual", OpponentModel::Usual)];

/// The words for the policy of simulations.
const ROLLOUTS: [(&str, Rollout); 2] = [("foresight", Rollout::Foresight), ("random", Rollout::Random)];

/// The search that settings of this kind describe.
pub fn mcts(settings: &Settings) -> Mcts<SkyeDomain> {
    let brain = Brain { habits: Habits::of(settings), ..Brain::standard() };
    let domain = SkyeDomain {
        brain: brain.for_search(),
        rounds: settings.get("rounds"),
        candidates: settings.get("candidates"),
        rollout: settings.meaning("rollout", &ROLLOUTS),
        others: settings.meaning("others", &OTHERS_NAMED),
        leaf: Leaf::of::<Skye>(settings),
        insider: None,
    };
    Mcts { early_stopping: true, ..Mcts::new(settings, domain) }
}
