//! The inverse temperature: how closely a seat follows the usual habits.
//!
//! It is estimated from its earlier trades.

use engine::skye::{Action, PastTrade, Phase, Position, Public, Skye, View};
use engine::{Game, MAX_SEATS, Seat};

use super::{TradeAhead, log_chances};
use crate::skye::{Appraisals, Buyer, Habits, Shortlist};

/// The weight of a seat's scores.
///
/// It is 1 for an average player, less for a careless one, and more for one that mostly takes the option with the
/// highest score.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct InverseTemperature {
    /// In its offers.
    pub offers: f64,
    /// In its purchases.
    pub purchases: f64,
}

impl Default for InverseTemperature {
    fn default() -> Self {
        Self { offers: 1.0, purchases: 1.0 }
    }
}

/// The values that are distinguished.
const VALUES: [f64; 6] = [0.25, 0.5, 0.75, 1.0, 1.5, 2.5];

/// The prior weight of each value before the first trade.
const PRIOR: [f64; VALUES.len()] = [0.03, 0.12, 0.2, 0.4, 0.2, 0.05];

impl InverseTemperature {
    /// Estimates it for every seat from its trades in earlier rounds.
    ///
    /// It stays 1 for the viewer, and for all seats in games with modules, where a view does not determine earlier
    /// rounds.
    pub fn read(game: &Skye, view: &View<'_>, habits: &Habits, gains: &mut Appraisals) -> [Self; MAX_SEATS] {
        let public = view.public();
        let mut beliefs = [[Belief::default(), Belief::default()]; MAX_SEATS];
        let earlier = usize::from(public.round) - 1;
        for (trade, round) in view.trades().iter().take(earlier).zip(1..) {
            let Some(before) = trade.before(game, public, round) else { break };
            let seats = Seat::in_turn_order(trade.start, public.seats());
            // If more tiles are drawn than printed, there is no market.
            if !Shortlist::of(game, &before, gains).is_shorter() {
                for seat in seats.clone().filter(|&seat| seat != view.seat()) {
                    let offerer = TradeAhead::offerer(game, &before, seat, gains);
                    let offer = trade.seats[seat.index()].offer();
                    beliefs[seat.index()][0].learn(offerer.log_chances(habits, &offer, VALUES));
                }
            }
            let mut position = revealed(game, trade, &before);
            for seat in seats {
                let bought = trade.seats[seat.index()].bought;
                let action = bought.map_or(Action::Pass, |(from, tile)| Action::Buy { from, tile });
                let buyer = (seat != view.seat()).then(|| Buyer::new(game, &position, seat, gains));
                if let Some(buyer) = buyer.filter(|buyer| buyer.options.len() > 1) {
                    let scored = buyer.scored(&habits.purchases, None);
                    beliefs[seat.index()][1].learn(log_chances(&scored, action, VALUES));
                }
                game.apply(&mut position, action);
            }
        }
        beliefs.map(|[offers, purchases]| Self { offers: offers.mean(), purchases: purchases.mean() })
    }
}

/// The logarithm of the probability of each value, up to a constant.
#[derive(Copy, Clone)]
struct Belief([f64; VALUES.len()]);

impl Default for Belief {
    fn default() -> Self {
        Self(PRIOR.map(libm::log))
    }
}

impl Belief {
    fn learn(&mut self, chances: [f64; VALUES.len()]) {
        self.0.iter_mut().zip(chances).for_each(|(belief, chance)| *belief += chance);
    }

    /// The geometric mean of the values by posterior weight, relative to that before the first trade.
    fn mean(&self) -> f64 {
        libm::exp(self.mean_logarithm() - Self::default().mean_logarithm())
    }

    fn mean_logarithm(&self) -> f64 {
        let most = self.0.iter().copied().fold(f64::MIN, f64::max);
        let weights = self.0.map(|belief| libm::exp(belief - most));
        let sum: f64 = weights.iter().zip(VALUES).map(|(weight, value)| weight * libm::log(value)).sum();
        sum / weights.iter().sum::<f64>()
    }
}

/// The position just after the offers of a trade were revealed.
fn revealed(game: &Skye, trade: &PastTrade, before: &Public) -> Position {
    let mut position = game.start(before.start);
    position.set_up(|public| *public = before.clone());
    for seat in Seat::in_turn_order(trade.start, trade.seats.len()) {
        assert!(matches!(position.phase, Phase::Price(_)));
        game.apply(&mut position, Action::Offer(trade.seats[seat.index()].offer()));
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extreme_scores_give_a_finite_inverse_temperature() {
        let mut belief = Belief::default();
        let scored = [("likely", i32::MAX / 2), ("unlikely", -i32::MAX / 2)];
        for choice in ["unlikely", "likely", "unlikely"] {
            belief.learn(log_chances(&scored, choice, VALUES));
            assert!(belief.mean() > 0.0 && belief.mean().is_finite(), "{}", belief.mean());
        }
    }
}
