//! Building several tiles together: a beam over sequences of placements.

use engine::Seat;
use engine::skye::{Placement, Public, Skye, Territory, TileId};

use crate::appraisal::{Estate, Judgements, MilliVp, Outlook};
use crate::first_best::first_best;

/// A sequence of placements begun.
#[derive(Clone)]
struct Plan {
    first: Option<Placement>,
    territory: Territory,
    left: Vec<TileId>,
    gain: MilliVp,
}

/// The first placement of the sequence that gains most in all, looking at `width` sequences of each length; the first of equals.
///
/// # Panics
/// If no tile can be laid, so if the seat is not to build.
pub fn planned_placement(
    game: &Skye,
    position: &Public,
    seat: Seat,
    judgements: &Judgements,
    width: usize,
) -> Placement {
    let plans = plans(game, position, seat, judgements, width).into_iter();
    first_best(plans, |(_, gain)| *gain).expect("a tile can be laid").0
}

/// The first placement and the gain of every sequence that is followed, shorter ones first.
pub fn plans(
    game: &Skye,
    position: &Public,
    seat: Seat,
    judgements: &Judgements,
    width: usize,
) -> Vec<(Placement, MilliVp)> {
    let outlook = Outlook::by(judgements, game, position, seat);
    let player = position.player(seat);
    let start = Plan { first: None, territory: player.territory, left: player.to_build.to_vec(), gain: 0 };
    let mut plans = vec![start];
    let mut followed = Vec::new();
    for _ in 0..player.to_build.len() {
        plans = longer(&outlook, &plans, width);
        followed.extend(plans.iter().map(|plan| (plan.first.expect("a placement was added"), plan.gain)));
    }
    followed
}

/// The best sequences with one placement more.
fn longer(outlook: &Outlook<'_>, plans: &[Plan], width: usize) -> Vec<Plan> {
    let tiles = outlook.game.tiles();
    let mut next: Vec<(MilliVp, usize, Placement)> = Vec::new();
    for (index, plan) in plans.iter().enumerate() {
        let estate = Estate::new(outlook, &plan.territory);
        for &tile in &plan.left {
            next.extend(estate.gains(tile).into_iter().map(|(placement, gain)| (plan.gain + gain, index, placement)));
        }
    }
    next.sort_by_key(|&(gain, ..)| std::cmp::Reverse(gain));
    next.truncate(width);
    let extend = |(gain, index, placement): (MilliVp, usize, Placement)| {
        let Plan { first, mut territory, mut left, .. } = plans[index].clone();
        territory.lay(tiles, placement);
        left.retain(|&tile| tile != placement.tile);
        Plan { first: first.or(Some(placement)), territory, left, gain }
    };
    next.into_iter().map(extend).collect()
}
