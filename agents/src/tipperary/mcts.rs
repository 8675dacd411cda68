//! The specs of the search for Tipperary.

use engine::tipperary::Tipperary;

use super::domain::{Rollout, TipperaryDomain};
use super::greedy::{Brain, JUDGEMENT, LOOKS, judgement};
use crate::search::{self, Mcts};
use crate::spec::kind::{AcceptedValues, AgentKind, AgentSchema, SettingKey, Settings, words};
use crate::value::Leaf;

/// `mcts` as a kind of agent.
pub(super) const KIND: AgentKind<Tipperary> = AgentKind {
    schema: AgentSchema {
        name: "mcts",
        summary: "Monte Carlo search over sampled draws and spins, with quick greedy playouts",
        keys: &[
            search::iterations(),
            search::time(),
            search::variant("flat"),
            JUDGEMENT,
            SettingKey {
                name: "rollout",
                meaning: "playout policy: `quick`, the searching seat as a greedy player that evaluates a few placements, the others by the \
                          quick measure alone; or `random`",
                default: "quick",
                accepted: AcceptedValues::Word(&ROLLOUT_WORDS),
                only_with: &[],
            },
            search::rounds(26),
            Leaf::key(),
            Leaf::value_key::<Tipperary>(),
            search::candidates("12"),
        ],
    },
    build: |settings| Box::new(mcts(settings)),
};

/// The words for the policy of simulations.
const ROLLOUTS: [(&str, Rollout); 2] = [("quick", Rollout::Quick), ("random", Rollout::Random)];
const ROLLOUT_WORDS: [&str; ROLLOUTS.len()] = words(&ROLLOUTS);

/// The search that settings of this kind describe.
pub fn mcts(settings: &Settings) -> Mcts<TipperaryDomain> {
    let candidates = settings.get("candidates");
    let domain = TipperaryDomain {
        brain: Brain { judgements: judgement(settings), looks: LOOKS.max(candidates) },
        rounds: settings.get("rounds"),
        candidates,
        rollout: settings.meaning("rollout", &ROLLOUTS),
        leaf: Leaf::of::<Tipperary>(settings),
    };
    Mcts::new(settings, domain)
}
