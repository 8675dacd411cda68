//! Buying: the purchase with the largest surplus, the seller's gain weighed against it.

use engine::Seat;
use engine::skye::{Action, Public, Skye, TileId};

use crate::appraisal::{MilliVp, Outlook, TileGains};
use crate::first_best::first_best;

/// The purchase that is best for the seat, or a pass if none is better than nothing.
pub fn best_purchase(game: &Skye, position: &Public, seat: Seat, gains: &mut TileGains) -> Action {
    let purchases: Vec<(Seat, TileId, u16)> = game.purchases(position, seat).collect();
    if purchases.is_empty() {
        return Action::Pass;
    }
    let tiles: Vec<TileId> = purchases.iter().map(|&(_, tile, _)| tile).collect();
    let own = gains.of(game, position, seat, &tiles);
    let gold = Outlook::new(game, position, seat).gold();
    let rivals = position.seats() as MilliVp - 1;
    let mut surplus = |index: usize| {
        let (from, tile, price) = purchases[index];
        let price = gold * MilliVp::from(price);
        // The seller has payment and stake instead of the tile; one rival's gain costs its share.
        let sellers_gain = 2 * price - gains.of(game, position, from, &[tile])[0];
        own[index] - price - sellers_gain / rivals
    };
    let best = first_best((0..purchases.len()).map(|index| (surplus(index), index)), |(surplus, _)| *surplus);
    match best {
        Some((surplus, index)) if surplus > 0 => Action::Buy { from: purchases[index].0, tile: purchases[index].1 },
        _ => Action::Pass,
    }
}
