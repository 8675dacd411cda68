//! What the raw tables hold about one game, as plain data.

use engine::skye::rules::MAX_ROUNDS;
use engine::skye::{ScoringTile, Slot, TileId};
use engine::{MAX_SEATS, Seat};

use crate::fixtures::Fixture;

/// Everything that is kept of one game.
#[derive(Clone, Debug)]
pub struct GameRows {
    /// For `games.csv`.
    pub game: GameRow,
    /// For `seats.csv`, by seat.
    pub seats: Vec<SeatRow>,
    /// For `offers.csv`, by round, seat and order drawn.
    pub offers: Vec<OfferRow>,
    /// For `scores.csv`, in the order of scoring.
    pub scores: Vec<ScoreRow>,
}

/// A set of seats.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// The seats in it, ascending.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(MAX_SEATS).filter(move |seat| self.0 >> seat.index() & 1 == 1)
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        Self(seats.into_iter().fold(0, |bits, seat| bits | 1 << seat.index()))
    }
}

/// One game.
#[derive(Copy, Clone, Debug)]
pub struct GameRow {
    /// Which game it is.
    pub fixture: Fixture,
    /// Number of players.
    pub players: usize,
    /// Rounds played.
    pub rounds: usize,
    /// The seats of rank 1.
    pub winners: SeatSet,
    /// VP of the best less VP of the second best.
    pub margin: i32,
    /// VP of the best less VP of the last.
    pub spread: i32,
    /// How often the sole leader became another, after a round or by the final scoring.
    pub lead_changes: u32,
    /// The round of the last lead change, rounds + 1 for the final scoring, 0 for never.
    pub last_lead_change: usize,
    /// The seats with most VP after each round.
    pub leaders: [SeatSet; MAX_ROUNDS],
}

/// One player of a game. Amounts of gold and VP are totals over the game.
#[derive(Copy, Clone, Debug, Default)]
#[expect(missing_docs, reason = "the columns of `seats.csv` say what the fields are")]
pub struct SeatRow {
    pub block: u64,
    pub game: u64,
    pub seat: usize,
    pub agent: usize,
    pub vp: u16,
    pub vp_by_slot: [u16; Slot::ALL.len()],
    pub vp_scrolls: u16,
    pub vp_gold: u16,
    pub rank: u8,
    /// 1 for a sole winner, 1/k for each of k.
    pub win_share: f64,
    pub margin: i32,
    pub rounds: usize,
    pub gold_by_round: [u16; MAX_ROUNDS],
    pub vp_by_round: [u16; MAX_ROUNDS],
    pub tiles: u16,
    pub completed_areas: u16,
    pub bought: u16,
    pub sold: u16,
    pub kept: u16,
    pub returned: u16,
    pub spent: u16,
    pub earned: u16,
    pub burnt: u16,
    pub castle_income: u16,
    pub whisky_income: u16,
    pub catch_up_income: u16,
    pub gold_left: u16,
    pub decisions: u64,
    pub searched: u64,
    pub iterations: u64,
}

/// What became of a drawn tile.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Back to the bag before the sale.
    Discarded,
    /// Bought by this seat.
    Sold(Seat),
    /// Kept for its stake.
    Kept,
}

/// One drawn tile.
#[derive(Copy, Clone, Debug)]
#[expect(missing_docs, reason = "the columns of `offers.csv` say what the fields are")]
pub struct OfferRow {
    pub block: u64,
    pub game: u64,
    pub round: u8,
    pub seat: usize,
    pub agent: usize,
    pub tile: TileId,
    /// 0 for a discarded tile.
    pub price: u16,
    pub gold: u16,
    pub fate: Fate,
}

impl OfferRow {
    /// Gold that the offer brought its maker: the price where it sold, less the stake where it did not.
    pub fn gain(&self) -> i32 {
        match self.fate {
            Fate::Discarded => 0,
            Fate::Sold(_) => i32::from(self.price),
            Fate::Kept => -i32::from(self.price),
        }
    }
}

/// VP of one player for one scoring tile after one round.
#[derive(Copy, Clone, Debug)]
#[expect(missing_docs, reason = "the columns of `scores.csv` say what the fields are")]
pub struct ScoreRow {
    pub block: u64,
    pub game: u64,
    pub round: u8,
    pub seat: usize,
    pub agent: usize,
    pub slot: Slot,
    pub scoring: ScoringTile,
    pub vp: u16,
    pub total: u16,
}
