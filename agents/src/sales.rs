//! What becomes of an offer: how likely its tiles are sold, as far as the offerer can tell.

use engine::Game;
use engine::random::Random;
use engine::skye::action::DRAWN;
use engine::skye::{Action, Offer, Phase, Position, Skye, View};

use crate::appraisal::TileGains;
use crate::greedy::{greedy_action, likely_offer};

/// For each tile in the order drawn the share of simulated rounds in which it was sold; 0 for the discarded one.
///
/// Each of `rounds` simulations guesses the other offers, made or to come, among the best eight by the greedy player's measure, and lets
/// everybody buy as the greedy player does.
///
/// # Panics
/// If the view's seat is not to make an offer, or the offer is not legal.
pub fn expected_sales(game: &Skye, view: &View<'_>, offer: Offer, rounds: u32, random: &mut Random) -> [f64; DRAWN] {
    let mut gains = TileGains::default();
    let mut sold = [0u32; DRAWN];
    for _ in 0..rounds {
        let likely = &mut |hidden: &View<'_>, random: &mut Random| {
            Action::Offer(likely_offer(game, hidden.public(), hidden.seat(), &mut gains, random))
        };
        let position = game.determinize(view, random, likely);
        let sales = play_trade(game, position, offer, &mut gains, random);
        sold.iter_mut().zip(sales).for_each(|(sold, is_sold)| *sold += u32::from(is_sold));
    }
    sold.map(|count| f64::from(count) / f64::from(rounds))
}

/// Plays the rest of the pricing and buying; which of the tiles of the seat to move, in the order drawn, are sold.
fn play_trade(
    game: &Skye,
    mut position: Position,
    offer: Offer,
    gains: &mut TileGains,
    random: &mut Random,
) -> [bool; DRAWN] {
    let seat = position.phase.seat().expect("a seat makes an offer");
    let drawn = position.player(seat).drawn.into_inner();
    let mut sold = [false; DRAWN];
    game.apply(&mut position, Action::Offer(offer));
    loop {
        let action = match position.phase {
            Phase::Price(other) => Action::Offer(likely_offer(game, &position, other, gains, random)),
            Phase::Buy(_) => greedy_action(game, &position, gains),
            Phase::Draw | Phase::Build(_) | Phase::Over => return sold,
        };
        if let Action::Buy { from, tile } = action
            && from == seat
        {
            sold[drawn.iter().position(|&other| other == tile).expect("a drawn tile")] = true;
        }
        game.apply(&mut position, action);
    }
}
