//! An offer by habit.

use engine::random::Random;
use engine::skye::{Action, Skye, View};

use super::{Habits, Offerer};
use crate::skye::appraisal::{Appraisals, Judgements};
use crate::skye::market::{Market, Shortlist};

/// Draws an offer of the view's seat by the committed habits.
///
/// It serves as the model of hidden offers for determinization.
pub fn habitual_offer(game: &Skye, view: &View<'_>, random: &mut Random) -> Action {
    let (position, seat) = (view.public(), view.seat());
    let mut gains = Appraisals::by(Judgements::calibrated());
    let shortlist = Shortlist::of(game, position, &mut gains);
    let public = shortlist.public();
    let market = Market::of_drawn(game, public, &mut gains);
    let offerer = Offerer::new(game, public, seat, &market, &mut gains);
    let offer = offerer.draw(&Habits::committed(), 1.0, 1, random)[0];
    Action::Offer(shortlist.in_full(seat, offer))
}
