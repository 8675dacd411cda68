//! The final scoring.

use crate::Seat;
use crate::tipperary::{Public, Tipperary};

impl Tipperary {
    /// Returns the score of a seat if the game ended in this position.
    pub fn score(&self, position: &Public, seat: Seat) -> Score {
        let player = position.player(seat);
        let rules = self.rules();
        let display = &player.display;
        let is_explored = display.is_explored(self.hometown(seat));
        Score {
            area: display.largest_rectangle().area(),
            flock: display.largest_flock(),
            marker: if position.marker == Some(seat) { rules.marker_vp } else { 0 },
            exploration: if is_explored { rules.exploration_vp } else { 0 },
            whiskey: rules.whiskey_track[usize::from(player.barrel)].vp,
            stones: display.stones(),
        }
    }
}

/// The parts of a player's score, in VP.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Spaces of the largest rectangle.
    pub area: u16,
    /// Sheep of the largest flock.
    pub flock: u16,
    /// For holding the "Largest Flock" marker.
    pub marker: u16,
    /// For a hometown with every place around it covered.
    pub exploration: u16,
    /// The value under the barrel.
    pub whiskey: u16,
    /// Printed values of all stone circles.
    pub stones: u16,
}

impl Score {
    /// The names of the parts, as in records.
    pub const PARTS: [&str; 6] = ["area", "flock", "marker", "exploration", "whiskey", "stones"];

    /// The score of these parts, in the order of [`PARTS`](Self::PARTS).
    pub fn of([area, flock, marker, exploration, whiskey, stones]: [u16; 6]) -> Self {
        Self { area, flock, marker, exploration, whiskey, stones }
    }

    /// The parts in the order of [`PARTS`](Self::PARTS).
    pub fn parts(self) -> [u16; 6] {
        [self.area, self.flock, self.marker, self.exploration, self.whiskey, self.stones]
    }

    /// All VP.
    pub fn vp(self) -> u16 {
        self.parts().into_iter().sum()
    }
}
