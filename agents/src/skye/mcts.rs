//! The specs of the search for Isle of Skye.

use engine::skye::Skye;

use super::greedy::Brain;
use super::{Habits, OpponentModel, Rollout, SkyeDomain};
use crate::search::{Mcts, Variant};
use crate::spec::kind::KeyCondition;
use crate::spec::kind::KeyCondition::Is;
use crate::value::Leaf;
use crate::{AgentKind, AgentSchema, SettingKey, Settings, search, words};

/// `mcts` as a kind of agent.
pub(super) const KIND: AgentKind<Skye> = AgentKind {
    schema: AgentSchema {
        name: "mcts",
        summary: "offers by expected value over others' possible offers and purchases, other decisions by Monte Carlo search to the end of the next round; both use a value net",
        keys: &[
            search::iterations(),
            search::time(),
            VARIANT,
            ROLLOUT,
            search::rounds(9),
            Leaf::key(),
            Leaf::value_key::<Skye>(),
            search::candidates("16"),
            OTHERS,
            Habits::key(EXPECTS_OTHERS),
        ],
    },
    build: |settings| Box::new(mcts(settings)),
};

const VARIANT: SettingKey = SettingKey::word(
    search::VARIANT,
    "expectation",
    &words(&VARIANTS),
    "how candidates are compared: `expectation` sums the value of an offer over others' possible offers and purchases, and is `flat` in other \
              decisions; `flat` by sequential halving over common scenarios; `tree` by Monte Carlo tree search over what the seat sees; `pimc` by \
              searching a few determinizations as if they were known",
);

/// The words that name variants.
const VARIANTS: [(&str, Variant); 4] =
    [("expectation", Variant::Expectation), ("flat", Variant::Flat), ("tree", Variant::Tree), ("pimc", Variant::Pimc)];

const ROLLOUT: SettingKey = SettingKey::word(
    "rollout",
    "foresight",
    &words(&ROLLOUTS),
    "playout policy: `foresight`, which trades as players are expected to and otherwise follows quick rules of the `greedy` player; or \
              `random`",
);

const OTHERS: SettingKey = SettingKey::word("others", "read", &words(&OTHERS_NAMED), "how closely others are expected to follow the opponent model in this round: `usual`, like average players, or `read`, as estimated from their \
              earlier trades; with modules always `usual`").only_with(EXPECTS_OTHERS);

/// Others trade as predicted, but not in random continuations.
const EXPECTS_OTHERS: &[KeyCondition] = &[Is("rollout", "foresight")];

/// The words for models of others' trades.
const OTHERS_NAMED: [(&str, OpponentModel); 2] = [("read", OpponentModel::Read), ("usual", OpponentModel::Usual)];

/// The words for the policy of simulations.
const ROLLOUTS: [(&str, Rollout); 2] = [("foresight", Rollout::Foresight), ("random", Rollout::Random)];

/// The search that settings of this kind describe.
pub fn mcts(settings: &Settings) -> Mcts<SkyeDomain> {
    let variant = settings.meaning(search::VARIANT, &VARIANTS);
    let brain = Brain { habits: Habits::of(settings), ..Brain::standard() };
    let domain = SkyeDomain {
        brain: brain.for_search(),
        rounds: settings.get("rounds"),
        candidates: settings.get("candidates"),
        rollout: settings.meaning("rollout", &ROLLOUTS),
        others: settings.meaning("others", &OTHERS_NAMED),
        leaf: Leaf::of::<Skye>(settings),
    };
    Mcts::by(variant, settings, domain).stopping_early()
}
