//! Building: one tile after another, or all tiles of a round together.

mod beam;

use engine::Seat;
use engine::skye::{Action, Public, Skye, TileId};

use super::ActionWorths;
use crate::skye::{Appraisals, Estate, Judgements, Outlook};

/// A rule for placements.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Building {
    /// The placement with the largest gain now.
    TileByTile,
    /// The first placement of the sequence with the largest total gain.
    Beam {
        /// The number of sequences of each length in the beam.
        width: usize,
    },
}

impl Building {
    /// Decides by this rule: a placement, or the end of building if that is better.
    ///
    /// # Panics
    /// If no tile can be laid, that is, if it is not the seat's turn to build.
    pub fn action(self, game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals) -> Action {
        match self {
            Self::TileByTile => best_building(game, position, seat, gains),
            Self::Beam { .. } => self.plan(game, position, seat, gains)[0],
        }
    }

    /// Decides on the next placements, as far as it looks ahead.
    ///
    /// # Panics
    /// As [`action`](Self::action).
    pub fn plan(self, game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals) -> Vec<Action> {
        match self {
            Self::TileByTile => vec![best_building(game, position, seat, gains)],
            Self::Beam { width } => beam::plan(game, position, seat, gains, width),
        }
    }

    /// The placements that this rule compares, with their gains, alone or with those that follow.
    pub fn weighed(self, game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals) -> ActionWorths {
        match self {
            Self::TileByTile => placements(game, position, seat, gains.judgements()),
            Self::Beam { width } => beam::sequences(game, position, seat, gains, width),
        }
    }
}

/// The placement with the largest gain, over all tiles that have to be laid.
///
/// After those, the borderland tile with the largest gain less the worth of keeping it, or the end of building if none
/// gains anything or the player is hurried; the first among equals.
fn best_building(game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals) -> Action {
    let player = position.player(seat);
    if let Some((placement, _)) = gains.best_placement(game, position, seat, &player.to_build) {
        return Action::Place(placement);
    }
    if gains.is_hurried() {
        return Action::EndBuilding;
    }
    let borderlands: Vec<TileId> = player.borderlands.to_lay(game.tiles()).collect();
    match gains.best_placement(game, position, seat, &borderlands) {
        Some((placement, gain)) if gain > 0 => Action::Place(placement),
        _ => Action::EndBuilding,
    }
}

/// Every placement with its gain, less the worth of laying the tile later.
///
/// The end of building follows where it is allowed; it gains nothing.
pub fn placements(game: &Skye, position: &Public, seat: Seat, judgements: &Judgements) -> ActionWorths {
    let outlook = Outlook::by(judgements, game, position, seat);
    let player = position.player(seat);
    let estate = Estate::new(outlook, &player.territory);
    let mut gains = Vec::new();
    for tile in game.tiles_to_lay(player) {
        let option = estate.option_worth(tile);
        estate.for_each_gain(tile, |placement, gain| gains.push((Action::Place(placement), gain - option)));
    }
    gains.extend(game.may_end_building(player).then_some((Action::EndBuilding, 0)));
    gains
}
