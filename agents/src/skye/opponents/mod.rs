//! Models of players' offers and purchases.
//!
//! Both are choices among options, and a small net scores each option by its visible features: gains by seat, price,
//! gold left. Chances are the softmax of the scores. The nets were fitted to decisions of strong players, whoever they
//! were; a seat's inverse temperature, estimated from its earlier trades, measures how closely it follows their scores.

mod facts;
pub use facts::Standings;

mod habits;
pub use habits::{DISCARD, Habits, HabitsError, PRICE, PURCHASE};

mod offers;
pub use offers::{Offerer, Step};

mod trade_ahead;
pub use trade_ahead::TradeAhead;

mod purchases;
pub use purchases::Buyer;

mod inverse_temperature;
pub use inverse_temperature::InverseTemperature;

use engine::Random;
use engine::skye::{Action, Skye, View};

use super::{Appraisals, Judgements, Shortlist};
use crate::net::{ONE, chances};

/// Draws an offer of the view's seat by the committed habits.
///
/// It serves as the model of hidden offers for determinization.
pub fn habitual_offer(game: &Skye, view: &View<'_>, random: &mut Random) -> Action {
    let (position, seat) = (view.public(), view.seat());
    let mut gains = Appraisals::by(Judgements::calibrated());
    let shortlist = Shortlist::of(game, position, &mut gains);
    let offerer = TradeAhead::offerer(game, shortlist.public(), seat, &mut gains);
    Action::Offer(shortlist.in_full(seat, offerer.draw(&Habits::committed(), 1.0, 1, random)[0]))
}

// Probabilities of options are proportional to the exponential of score times inverse temperature.

/// The weight of the likeliest option.
const LIKELIEST: f64 = (1 << 16) as f64;

/// Options with their weights, by scores in units of 1/[`ONE`].
pub(crate) fn weighed<T: Copy>(scored: &[(T, i32)], inverse_temperature: f64) -> impl Iterator<Item = (T, u32)> {
    let most = scored.iter().map(|&(_, score)| score).max().unwrap_or(0);
    scored.iter().map(move |&(option, score)| {
        (option, (libm::exp(inverse_temperature * f64::from(score - most) / f64::from(ONE)) * LIKELIEST) as u32)
    })
}

/// Options with their chances, which sum to 1.
pub(crate) fn chances_of<T: Copy>(scored: &[(T, i32)], inverse_temperature: f64) -> impl Iterator<Item = (T, f64)> {
    let chances = chances(scored.iter().map(|&(_, score)| score), inverse_temperature, ONE);
    scored.iter().map(|&(option, _)| option).zip(chances)
}

/// The smallest logarithm of a chance, however far apart scores are.
const LEAST_LOG_CHANCE: f64 = -700.0;

/// The log-probability of an option, by inverse temperature; 0 if it is not among these.
pub(super) fn log_chances<T: PartialEq, const N: usize>(
    scored: &[(T, i32)],
    chosen: T,
    inverse_temperatures: [f64; N],
) -> [f64; N] {
    let Some((_, chosen)) = scored.iter().find(|(option, _)| *option == chosen) else { return [0.0; N] };
    inverse_temperatures.map(|inverse_temperature| {
        let weight = |score: i32| libm::exp(inverse_temperature * f64::from(score - chosen) / f64::from(ONE));
        (-libm::log(scored.iter().map(|&(_, score)| weight(score)).sum())).max(LEAST_LOG_CHANCE)
    })
}
