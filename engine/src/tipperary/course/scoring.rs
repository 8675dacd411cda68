//! The final scoring.

use super::position::Public;
use super::score::Score;
use super::set_up::Tipperary;
use crate::game::Seat;

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
