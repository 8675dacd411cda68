//! What is noted of a game besides points and ranks, as plain data.

use engine::Seat;
use engine::tipperary::score::Score;
use interface::tipperary::hometowns::Dealt;

use crate::lab::subject::rows::Rows;

/// Everything that is kept of one game.
pub type TipperaryRows = Rows<Dealt, Notes>;

/// Where VP come from, as columns name it.
pub const SOURCES: [&str; 6] = Score::PARTS;

/// What is noted of one game.
#[derive(Clone, Default, Debug)]
pub struct Notes {
    /// Rounds that the rules have.
    pub rounds: usize,
    /// Rounds begun.
    pub begun: usize,
    /// For `seats.csv`, by seat.
    pub seats: Vec<SeatNotes>,
    /// For `placements.csv`, in turn order.
    pub placements: Vec<PlacementRow>,
}

/// One player of a game.
#[derive(Copy, Clone, Debug, Default)]
#[expect(missing_docs, reason = "the columns of `seats.csv` say what the fields are")]
pub struct SeatNotes {
    pub vp_by_source: [u16; SOURCES.len()],
    pub tiles: u16,
    pub pairs: u16,
    pub whiskey_steps: u16,
    pub sheep: u16,
    pub lost_sheep: u16,
    pub towers: u16,
    pub lost_towers: u16,
    pub placed_towers: u16,
    /// Times that towers were forgone: once at most.
    pub stops: u16,
    pub bonus: u16,
    pub lost_bonus: u16,
    pub marker_rounds: u16,
    pub spaces: u16,
    pub holes: u16,
    pub width: u16,
    pub height: u16,
}

impl SeatNotes {
    /// Protected sites: a bonus tile for each, or a lost one.
    pub fn sites(&self) -> u16 {
        self.bonus + self.lost_bonus
    }
}

/// One landscape tile taken, and what its turn brought.
#[derive(Copy, Clone, Debug, Default)]
#[expect(missing_docs, reason = "the columns of `placements.csv` say what the fields are")]
pub struct PlacementRow {
    pub round: u8,
    pub turn: usize,
    pub seat: usize,
    pub area: usize,
    /// The tile's number in its file.
    pub tile: usize,
    /// That of the other one.
    pub left: usize,
    pub x: i32,
    pub y: i32,
    /// The clockwise turn in quarters.
    pub quarters: usize,
    pub flip: usize,
    pub pairs: u16,
    pub sheep: u16,
    pub towers: u16,
    pub bonus: u16,
    pub lost: u16,
}

impl Notes {
    /// The turn of this seat that is going on, if it is the last one that was begun.
    pub fn turn_of(&mut self, seat: Seat) -> Option<&mut PlacementRow> {
        self.placements.last_mut().filter(|turn| turn.seat == seat.index())
    }
}
