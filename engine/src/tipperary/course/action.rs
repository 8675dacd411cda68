//! Decisions: a landscape tile, a wooden sheep, a bonus tile, a tower.

use crate::tipperary::county::placement::Placement;
use crate::tipperary::printed::place::Place;

/// One complete decision of one player.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Take one of the two tiles of the seat's area and lay it.
    Place(Placement),
    /// Place a wooden sheep on this meadow.
    Sheep(Place),
    /// Place the bonus tile that was drawn.
    Bonus(Place),
    /// After the last round: place a tower.
    Tower(Place),
    /// After the last round: forgo the remaining towers.
    Stop,
}
