//! Building: one tile after another, or all tiles of a round together.

mod beam;

use engine::Seat;
use engine::skye::{Placement, Public, Skye};

use crate::first_best::first_best;
use crate::skye::appraisal::{Estate, Judgements, MilliVp, Outlook};

/// A rule for placements.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Building {
    /// The placement that gains the most now.
    TileByTile,
    /// The first placement of the sequence that gains the most in total.
    Beam {
        /// How many sequences of each length are followed.
        width: usize,
    },
}

impl Building {
    /// The placement by this rule.
    ///
    /// # Panics
    /// If no tile can be laid, that is, if it is not the seat's turn to build.
    pub fn placement(self, game: &Skye, position: &Public, seat: Seat, judgements: &Judgements) -> Placement {
        match self {
            Self::TileByTile => best_building(game, position, seat, judgements),
            Self::Beam { width } => beam::placement(game, position, seat, judgements, width),
        }
    }

    /// The placements that this rule compares, with what each gains, alone or with those that follow.
    pub(super) fn weighed(
        self,
        game: &Skye,
        position: &Public,
        seat: Seat,
        judgements: &Judgements,
    ) -> Vec<(Placement, MilliVp)> {
        match self {
            Self::TileByTile => gains(game, position, seat, judgements),
            Self::Beam { width } => beam::sequences(game, position, seat, judgements, width),
        }
    }

    /// The same rule, with this width if it has one.
    pub(super) fn with_width(self, width: usize) -> Self {
        match self {
            Self::TileByTile => self,
            Self::Beam { .. } => Self::Beam { width },
        }
    }
}

/// The placement that gains the most, over all tiles still to be laid; the first among equals.
///
/// # Panics
/// If no tile can be laid, that is, if it is not the seat's turn to build.
pub fn best_building(game: &Skye, position: &Public, seat: Seat, judgements: &Judgements) -> Placement {
    let outlook = Outlook::by(judgements, game, position, seat);
    let player = position.player(seat);
    let estate = Estate::new(&outlook, &player.territory);
    let best = player.to_build.iter().filter_map(|&tile| estate.best_placement(tile));
    first_best(best, |(_, gain)| *gain).expect("a tile can be laid").0
}

/// Every placement with its gain.
fn gains(game: &Skye, position: &Public, seat: Seat, judgements: &Judgements) -> Vec<(Placement, MilliVp)> {
    let outlook = Outlook::by(judgements, game, position, seat);
    let player = position.player(seat);
    let estate = Estate::new(&outlook, &player.territory);
    player.to_build.iter().flat_map(|&tile| estate.gains(tile)).collect()
}
