//! The parts of a greedy player: its judgement, and its rules for offers, purchases and placements.

use std::sync::Arc;

use engine::Random;
use engine::skye::{Action, Phase, Public, Skye};

use super::buying::kept;
use super::{ActionWorths, Building, Buying, Pricing, best_offer};
use crate::skye::market::second_purchases;
use crate::skye::{Appraisals, Habits, Judgements};
use crate::worthiest;

/// A judgement, and rules that use it.
#[derive(Clone, Debug)]
pub struct Brain {
    /// The judgement of the rest of a game.
    pub judgements: Arc<Judgements>,
    /// The rule for offers.
    pub pricing: Pricing,
    /// The rule for purchases.
    pub buying: Buying,
    /// The rule for placements.
    pub building: Building,
    /// The predicted habits of others' offers, for rules that use them.
    pub habits: Arc<Habits>,
}

impl Brain {
    /// Returns the default greedy player.
    pub fn standard() -> Self {
        Self::with_judgement(Judgements::calibrated())
    }

    /// Returns the default greedy player with another judgement.
    pub fn with_judgement(judgements: Arc<Judgements>) -> Self {
        let (pricing, buying) = (Pricing::Sampled { samples: 8 }, Buying::Foresight { gold_of_two: 65 });
        Self { judgements, pricing, buying, building: Building::Beam { width: 8 }, habits: Habits::committed() }
    }

    /// The same player as the base of a search.
    ///
    /// It compares purchases itself, expects others to count gold in full, and follows more placements.
    #[must_use]
    pub fn for_search(self) -> Self {
        Self { buying: Buying::Foresight { gold_of_two: 100 }, building: Building::Beam { width: 20 }, ..self }
    }

    /// Decides as the seat to move.
    ///
    /// It uses only public information and the seat's own. `gains` must be valid for this game, its territories and
    /// this brain's judgement; it caches the gains of seats by tiles.
    ///
    /// # Panics
    /// If nobody decides in this position.
    pub fn action(&self, game: &Skye, position: &Public, gains: &mut Appraisals, random: &mut Random) -> Action {
        match position.phase {
            Phase::Price(seat) => Action::Offer(self.pricing.offer(game, position, seat, gains, &self.habits, random)),
            Phase::Buy(seat) => self.buying.purchase(game, position, seat, gains),
            Phase::BuyAgain(seat) => worthiest(&second_purchases(game, position, seat, gains)),
            Phase::KeepDrawn(seat) => worthiest(&kept(game, position, seat, gains)),
            Phase::Build(seat) => self.building.action(game, position, seat, gains),
            Phase::Draw | Phase::Uncover(_) | Phase::DrawFromBag(_) | Phase::Over => position.phase.nobody_decides(),
        }
    }

    /// The actions that its rule for this phase compares, with their worth to the seat to move.
    ///
    /// An action can occur several times. Empty if the rule compares no actions. With the same random source it
    /// compares as [`action`](Self::action) does.
    ///
    /// # Panics
    /// If nobody decides in this position.
    pub fn weighed(&self, game: &Skye, position: &Public, gains: &mut Appraisals, random: &mut Random) -> ActionWorths {
        match position.phase {
            Phase::Price(seat) => {
                let offers = self.pricing.weighed(game, position, seat, gains, &self.habits, random).into_iter();
                offers.map(|priced| (Action::Offer(priced.offer), priced.worth)).collect()
            }
            Phase::Buy(seat) => self.buying.weighed(game, position, seat, gains),
            Phase::Build(seat) => self.building.weighed(game, position, seat, gains),
            Phase::BuyAgain(seat) => second_purchases(game, position, seat, gains),
            Phase::KeepDrawn(seat) => kept(game, position, seat, gains),
            Phase::Draw | Phase::Uncover(_) | Phase::DrawFromBag(_) | Phase::Over => position.phase.nobody_decides(),
        }
    }
}

/// Decides as the quick form does, by the judgement of `gains`.
///
/// Its rules are the fastest and need no random source.
///
/// Its offers are those of `Pricing::Table`, its purchases of `Buying::Surplus`, its placements of
/// `Building::TileByTile`.
///
/// # Panics
/// If nobody decides in this position.
pub fn quick_action(game: &Skye, position: &Public, gains: &mut Appraisals) -> Action {
    match position.phase {
        Phase::Price(seat) => Action::Offer(best_offer(game, position, seat, gains)),
        Phase::Buy(seat) => Buying::Surplus.purchase(game, position, seat, gains),
        Phase::BuyAgain(seat) => worthiest(&second_purchases(game, position, seat, gains)),
        Phase::KeepDrawn(seat) => worthiest(&kept(game, position, seat, gains)),
        Phase::Build(seat) => Building::TileByTile.action(game, position, seat, gains),
        Phase::Draw | Phase::Uncover(_) | Phase::DrawFromBag(_) | Phase::Over => position.phase.nobody_decides(),
    }
}
