//! Building: the placement that gains most, tile by tile.

use engine::Seat;
use engine::skye::{Placement, Public, Skye};

use crate::appraisal::{Estate, MilliVp, Outlook};
use crate::first_best::first_best;

/// A placement and what it gains.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Building {
    /// The placement.
    pub placement: Placement,
    /// Its gain.
    pub gain: MilliVp,
}

/// The placement that gains most, over all tiles still to be laid; the first of equals.
///
/// # Panics
/// If no tile can be laid, so if the seat is not to build.
pub fn best_building(game: &Skye, position: &Public, seat: Seat) -> Building {
    let outlook = Outlook::new(game, position, seat);
    let player = position.player(seat);
    let estate = Estate::new(&outlook, &player.territory);
    let best = player.to_build.iter().filter_map(|&tile| estate.best_placement(tile));
    let (placement, gain) = first_best(best, |(_, gain)| *gain).expect("a tile can be laid");
    Building { placement, gain }
}
