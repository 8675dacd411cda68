//! The search domain of Tipperary.

use engine::tipperary::{Action, Phase, Public, Tipperary, View};
use engine::{Game, Random, Seat};

use super::appraisal::{Estate, FutureValue, MilliVp, VP, rounds_to_come};
use super::greedy::{Brain, JUDGEMENT, LOOKS, judgement, promising};
use super::value;
use crate::search::{Calibration, Mcts, SearchDomain, Values};
use crate::value::{Leaf, likely_plans, values_by_lead};
use crate::{AgentKind, AgentSchema, SettingKey, Settings, ValuePart, search, words};

/// Candidates, policy and appraisal modelled on the greedy player.
#[derive(Clone, Debug)]
pub struct TipperaryDomain {
    /// The greedy player that it builds on.
    ///
    /// Its choice is the first candidate, and its judgement evaluates.
    pub brain: Brain,
    /// The number of rounds that a simulation lasts, the current one included.
    pub rounds: u8,
    /// The number of candidates.
    pub candidates: usize,
    /// The policy of simulations.
    pub rollout: Rollout,
    /// The evaluation of the end of a simulation.
    pub leaf: Leaf,
}

/// The policy of simulations.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Rollout {
    /// The searching seat appraises a few placements, as a greedy player; the others use the quick measure.
    Quick,
    /// At random.
    Random,
}

/// Placements that the searching seat appraises for one decision in a simulation.
const QUICK_LOOKS: usize = 3;

impl SearchDomain<Tipperary> for TipperaryDomain {
    /// The seat that searches.
    type Cache = Option<Seat>;

    fn cache(&self, root: &Public) -> Option<Seat> {
        root.phase.seat()
    }

    fn candidates(&self, game: &Tipperary, view: &View<'_>, _: &mut Option<Seat>, _: &mut Random) -> Vec<Action> {
        let ranked = self.brain.ranked(game, view.public());
        ranked.into_iter().take(self.candidates).map(|(action, _)| action).collect()
    }

    fn policy(&self, game: &Tipperary, view: &View<'_>, searcher: &mut Option<Seat>, random: &mut Random) -> Action {
        let position = view.public();
        match (self.rollout, position.phase) {
            (Rollout::Random, _) => game.random_action(position, random),
            (Rollout::Quick, Phase::Place(seat)) if *searcher != Some(seat) => promising(game, position, seat, 1)[0],
            (Rollout::Quick, Phase::Place(_) | Phase::Bonus(..)) => {
                Brain { looks: QUICK_LOOKS, ..self.brain.clone() }.action(game, position)
            }
            (Rollout::Quick, Phase::Sheep(_) | Phase::Tower(_) | Phase::Spin | Phase::DrawBonus(_) | Phase::Over) => {
                self.brain.action(game, position)
            }
        }
    }

    fn is_cutoff(&self, _game: &Tipperary, root: &Public, position: &Public) -> bool {
        position.round - root.round >= self.rounds
    }

    /// Plannable until the wheel is spun again.
    fn is_plannable(&self, _game: &Tipperary, root: &Public, position: &Public) -> bool {
        position.round == root.round
    }

    fn plans(
        &self,
        game: &Tipperary,
        view: &View<'_>,
        _: &mut Option<Seat>,
        _: &mut Random,
    ) -> Option<Vec<(Action, f64)>> {
        Some(likely_plans(self.brain.ranked(game, view.public())))
    }

    fn objection(&self, game: &Tipperary) -> Option<String> {
        self.leaf.objection(game)
    }

    fn measure(&self, game: &Tipperary) -> &'static str {
        self.leaf.measure(game, value::of)
    }

    fn calibration(&self, game: &Tipperary, root: &Public) -> Option<Calibration> {
        let is_known = self.leaf == Leaf::Learned && self.rollout == Rollout::Quick;
        (is_known && value::of(game).is_some()).then(|| value::calibration(game, root))
    }

    fn breakdown(&self, game: &Tipperary, view: &View<'_>, action: Action, _: &mut Random) -> Option<Vec<ValuePart>> {
        self.brain.breakdown(game, view.public(), action)
    }

    fn values(&self, game: &Tipperary, position: &Public, _: &mut Option<Seat>) -> Values {
        let learned = |evaluation| value::chances(evaluation, &self.brain.judgements, game, position);
        if let Some(chances) = self.leaf.evaluation(game, value::of).and_then(learned) {
            return chances;
        }
        let is_over = position.phase == Phase::Over;
        values_by_lead(game, position, is_over, |seat| self.seat_worth(game, position, seat))
    }
}

impl TipperaryDomain {
    /// Returns the worth of a seat's points and of its display's potential.
    fn seat_worth(&self, game: &Tipperary, position: &Public, seat: Seat) -> MilliVp {
        if position.phase == Phase::Over {
            return VP * MilliVp::from(position.scores[seat.index()].vp());
        }
        let to_come = rounds_to_come(game, position, seat);
        Estate::new(FutureValue::new(&self.brain.judgements, game, position, seat, to_come), position, seat).worth()
    }
}

/// `mcts` as a kind of agent.
pub(super) const KIND: AgentKind<Tipperary> = AgentKind {
    schema: AgentSchema {
        name: "mcts",
        summary: "Monte Carlo tree search over sampled draws and spins, with quick greedy playouts; the root is halved over common scenarios",
        keys: &[
            search::ITERATIONS_KEY,
            search::TIME_KEY,
            search::VARIANT_KEY,
            JUDGEMENT,
            SettingKey::word(
                "rollout",
                "quick",
                &words(&ROLLOUTS),
                "playout policy: `quick`, the searching seat as a greedy player that evaluates a few placements, the others by the \
                          quick measure alone; or `random`",
            ),
            search::rounds(26),
            Leaf::KEY,
            Leaf::value_key::<Tipperary>(),
            search::candidates("12"),
        ],
    },
    build: |settings| Box::new(mcts(settings)),
};

/// The words for the policy of simulations.
const ROLLOUTS: [(&str, Rollout); 2] = [("quick", Rollout::Quick), ("random", Rollout::Random)];

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
