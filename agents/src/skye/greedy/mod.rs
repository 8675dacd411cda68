//! The greedy player: chooses the best immediate action by its appraisal.
//!
//! The appraisal covers tiles, territories and gold. It values gold by the castle's income, the final exchange and the
//! number of rounds of its game, but always assumes the printed catch-up gold. Its quick form, with simpler rules for
//! all decisions, plays later rounds of simulations.

mod brain;

mod breakdown;

mod pricing;
pub(crate) use pricing::nearby;
pub use pricing::{Formula, PricedOffer, Pricing, best_offer, promising_offers, ranked_offers, responses, safe_price};

mod buying;
pub use buying::{Buying, own_place, own_tile};

mod building;
pub use building::{Building, placements};

mod settings;

pub use brain::{Brain, quick_action};
use std::cell::RefCell;
use std::sync::Arc;

use engine::skye::{Action, Phase, Skye, View};
use engine::{Game, Random};

use super::{Appraisals, Judgements, MilliVp, VP};
use crate::{Agent, AgentKind, Breakdown, Decision, Explanation, WeighedAction, at_temperature};

/// Actions with their worth.
pub(crate) type ActionWorths = Vec<(Action, MilliVp)>;

/// `greedy` as a kind of agent.
pub(super) const KIND: AgentKind<Skye> = AgentKind {
    schema: settings::SCHEMA,
    build: |settings| at_temperature(Greedy(settings::brain(settings)), settings),
};

/// Takes the best action now.
#[derive(Clone, Debug)]
pub struct Greedy(pub Brain);

impl Agent<Skye> for Greedy {
    fn choose(&self, game: &Skye, view: &View<'_>, random: &mut Random) -> Decision<Action> {
        Decision::at_once(with_gains(game, &self.0.judgements, |gains| {
            self.0.action(game, game.public(view), gains, random)
        }))
    }

    fn explain(&self, game: &Skye, view: &View<'_>, random: &mut Random) -> Explanation<Action> {
        let public = game.public(view);
        // Explaining a decision compares more actions than taking it, with the same random draws.
        let (weighed, action) = with_gains(game, &self.0.judgements, |gains| {
            let weighed = self.0.weighed(game, public, gains, &mut random.clone());
            (weighed, self.0.action(game, public, gains, random))
        });
        let weigh = |(other, worth)| WeighedAction::appraised(other, f64::from(worth) / f64::from(VP), other == action);
        Explanation {
            decision: Decision::at_once(action),
            measure: match public.phase {
                Phase::Build(_) | Phase::KeepDrawn(_) => "estimated VP gained, including the tiles still to be laid",
                Phase::Price(_)
                | Phase::Buy(_)
                | Phase::BuyAgain(_)
                | Phase::Uncover(_)
                | Phase::DrawFromBag(_)
                | Phase::Draw
                | Phase::Over => "estimated VP of advantage over the others",
            },
            weighed: best_of_each(weighed).into_iter().map(weigh).collect(),
        }
    }

    fn breakdown(&self, game: &Skye, view: &View<'_>, action: Action, random: &mut Random) -> Option<Breakdown> {
        let parts = with_gains(game, &self.0.judgements, |gains| {
            self.0.breakdown(game, game.public(view), action, gains, random)
        });
        Some(Breakdown { about: "as the player estimates", parts: parts? })
    }
}

/// Each action once, with its best result, in the order found.
fn best_of_each(compared: ActionWorths) -> ActionWorths {
    let is_best = |index: usize| {
        let (action, worth) = compared[index];
        let mut of_action = compared.iter().enumerate().filter(|(_, (other, _))| *other == action);
        of_action.all(|(other, &(_, others))| worth > others || (worth == others && index <= other))
    };
    (0..compared.len()).filter(|&index| is_best(index)).map(|index| compared[index]).collect()
}

// A cache of appraisals by a thread's greedy players in their current games: all seats value the same tiles for the same
// territories, when pricing and again when buying, so results of one decision serve the next ones. A cached result always
// equals a recomputed one, so no choice depends on the cache.

/// The number of pairs of game and judgement that are kept, the latest ones.
///
/// That is enough for one game with five different players.
const REMEMBERED: usize = 5;

thread_local! {
    /// Latest first.
    static RECENT: RefCell<Vec<GainCache>> = const { RefCell::new(Vec::new()) };
}

/// The appraisals of one judgement in one game.
struct GainCache {
    game: Skye,
    judgements: Arc<Judgements>,
    gains: Appraisals,
}

/// Calls a function with the cached results for this game and judgement, and caches new ones.
pub(super) fn with_gains<T>(game: &Skye, judgements: &Arc<Judgements>, act: impl FnOnce(&mut Appraisals) -> T) -> T {
    let is_same = |found: &GainCache| found.game.is_same(game) && Arc::ptr_eq(&found.judgements, judgements);
    // Taken out while in use, so that nothing stays borrowed.
    let known = RECENT.with_borrow_mut(|recent| Some(recent.remove(recent.iter().position(is_same)?)));
    let mut found = known.unwrap_or_else(|| GainCache {
        game: game.clone(),
        judgements: Arc::clone(judgements),
        gains: Appraisals::by(Arc::clone(judgements)),
    });
    let done = act(&mut found.gains);
    RECENT.with_borrow_mut(|recent| {
        recent.insert(0, found);
        recent.truncate(REMEMBERED);
    });
    done
}
