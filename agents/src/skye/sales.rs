//! The chances that the tiles of an offer sell, with the offerer's information.

use engine::skye::{Action, MOST_DRAWN, Offer, Phase, Position, Skye, View};
use engine::{Game, Random};

use super::SkyeDomain;
use crate::search::SearchDomain;

/// For each tile, in the order drawn, the share of simulated rounds in which it sold.
///
/// It is 0 for discards.
///
/// In each of `rounds` simulations the others offer and buy as a search with this domain predicts.
///
/// # Panics
/// If it is not the view's seat's turn to make an offer, or the offer is not legal.
pub fn expected_sales(
    domain: &SkyeDomain,
    game: &Skye,
    view: &View<'_>,
    offer: Offer,
    rounds: u32,
    random: &mut Random,
) -> [f64; MOST_DRAWN] {
    let mut cache = domain.cache_with_reading(game, view);
    domain.guess(game, view.public(), &mut cache, random);
    let mut sold = [0u32; MOST_DRAWN];
    for _ in 0..rounds {
        let mut policy = |view: &View<'_>, random: &mut Random| domain.policy(game, view, &mut cache, random);
        let position = game.determinize(view, random, &mut policy);
        let sales = play_trade(game, position, offer, |view| policy(view, random));
        sold.iter_mut().zip(sales).for_each(|(sold, is_sold)| *sold += u32::from(is_sold));
    }
    sold.map(|count| f64::from(count) / f64::from(rounds))
}

/// Plays the rest of pricing and buying.
///
/// Returns which tiles of the seat to move are sold, in the order drawn.
fn play_trade(
    game: &Skye,
    mut position: Position,
    offer: Offer,
    mut policy: impl FnMut(&View<'_>) -> Action,
) -> [bool; MOST_DRAWN] {
    let seat = position.phase.seat().expect("a seat makes an offer");
    let drawn = position.player(seat).drawn;
    let mut sold = [false; MOST_DRAWN];
    game.apply(&mut position, Action::Offer(offer));
    loop {
        let (Phase::Price(mover) | Phase::Buy(mover)) = position.phase else { return sold };
        let action = policy(&game.view(&position, mover));
        if let Action::Buy { from, tile } = action
            && from == seat
        {
            sold[drawn.iter().position(|&other| other == tile).expect("a drawn tile")] = true;
        }
        game.apply(&mut position, action);
    }
}
