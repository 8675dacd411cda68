//! Offers as secret decisions: candidates to try against others, and their answers.

use engine::Game;
use engine::random::Random;
use engine::skye::{Action, Offer, Phase, Public, Skye, View};

use super::appraisal::{Appraisals, Judgements, MilliVp};
use super::greedy::promising_offers;
use super::market::{Market, Shortlist};
use crate::exploit::Secrets;

/// Offers, which are answered by purchases.
pub static SECRETS: Secrets<Skye> = Secrets { candidates: offers, is_answer };

/// Offers near the others' limits, up to the number wanted, and then any others.
fn offers(game: &Skye, view: &View<'_>, count: usize, random: &mut Random) -> Vec<Action> {
    let position = game.public(view);
    let seat = view.seat();
    let (drawn, gold) = (position.player(seat).drawn.len(), position.player(seat).gold);
    let limits = game.rules().prices;
    let every = Offer::all(drawn, gold, limits).count();
    if every <= count {
        return Offer::all(drawn, gold, limits).map(Action::Offer).collect();
    }
    let mut gains = Appraisals::by(Judgements::calibrated());
    let shortlist = Shortlist::of(game, position, &mut gains);
    let market = Market::of_drawn(game, shortlist.public(), &mut gains);
    let widest = (0..=WIDEST)
        .map(|around| {
            let promising = promising_offers(&market, seat.index(), gold, around).into_iter();
            promising.map(|offer| shortlist.in_full(seat, offer)).collect::<Vec<_>>()
        })
        .take_while(|offers| offers.len() <= count)
        .last();
    let mut offers = widest.unwrap_or_default();
    while offers.len() < count {
        let other = Offer::random(drawn, gold, limits, random);
        if !offers.contains(&other) {
            offers.push(other);
        }
    }
    offers.into_iter().map(Action::Offer).collect()
}

/// The largest distance in gold at which prices still count as near the others' limits.
const WIDEST: MilliVp = 10;

/// The whole buying phase, Druid tiles included.
fn is_answer(position: &Public) -> bool {
    match position.phase {
        Phase::Buy(_) | Phase::BuyAgain(_) | Phase::Uncover(_) | Phase::DrawFromBag(_) | Phase::KeepDrawn(_) => true,
        Phase::Draw | Phase::Price(_) | Phase::Build(_) | Phase::Over => false,
    }
}
