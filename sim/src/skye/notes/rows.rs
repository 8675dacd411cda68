//! What is noted of a game besides points and ranks, as plain data.

use engine::Seat;
use engine::skye::rules::MAX_ROUNDS;
use engine::skye::tile_files::DOLMEN_SPACES;
use engine::skye::{ScrollKind, Slot, Tablet};
use interface::skye::scoring_set::Scoring;

use crate::lab::subject::rows::Rows;

/// Everything that is kept of one game.
pub type SkyeRows = Rows<Scoring, Notes>;

/// What is noted of one game.
#[derive(Clone, Default, Debug)]
pub struct Notes {
    /// Rounds that the rules have.
    pub rounds: usize,
    /// The index of the first borderland tile; tiles before it are no borderland tiles.
    pub first_borderland: usize,
    /// For `seats.csv`, by seat.
    pub seats: Vec<SeatNotes>,
    /// For `offers.csv`, by round, seat and order drawn.
    pub offers: Vec<OfferRow>,
    /// For `scores.csv`, in the order of scoring.
    pub scores: Vec<ScoreRow>,
}

/// One player of a game. Amounts of gold and VP are totals over the game.
#[derive(Copy, Clone, Debug, Default)]
#[expect(missing_docs, reason = "the columns of `seats.csv` say what the fields are")]
pub struct SeatNotes {
    pub vp_by_slot: [u16; Slot::ALL.len()],
    pub vp_scrolls: u16,
    pub vp_gold: u16,
    pub gold_by_round: [u16; MAX_ROUNDS],
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
    pub vp_barrels: u16,
    pub vp_again: u16,
    pub druids: u16,
    pub spent_druids: u16,
    pub bag_actions: u16,
    pub spent_bag: u16,
    pub taken: u16,
    pub removed: u16,
    pub tablets: [u16; Tablet::ALL.len()],
    /// The round in which the first tablet of a kind was taken; 0 if there was none.
    pub first_tablet: [u16; Tablet::ALL.len()],
    pub by_space: [Purchases; DOLMEN_SPACES],
    pub bag_tiles: u16,
    pub discounted: u16,
    pub saved: u16,
    pub vp_by_scroll: [u16; ScrollKind::ALL.len()],
    pub borderlands: u16,
    pub borderlands_by_round: [u16; MAX_ROUNDS],
    pub flips: u16,
}

/// Druid tiles that one player bought from one space of the dolmen board.
#[derive(Copy, Clone, Debug, Default)]
#[expect(missing_docs, reason = "the columns of `seats.csv` say what the fields are")]
pub struct Purchases {
    pub tiles: u16,
    pub paid: u16,
}

/// What became of a drawn tile.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Fate {
    /// Back to the bag before the sale.
    #[default]
    Discarded,
    /// Bought by this seat.
    Sold {
        /// The price.
        price: u16,
        /// Who bought it.
        buyer: Seat,
    },
    /// Kept, at the cost of its stake.
    Kept {
        /// The price, which was the stake.
        price: u16,
    },
}

/// One drawn tile.
#[derive(Copy, Clone, Debug, Default)]
#[expect(missing_docs, reason = "the columns of `offers.csv` say what the fields are")]
pub struct OfferRow {
    pub round: u8,
    pub seat: usize,
    /// The tile's number in its file, the castle's being 0.
    pub tile: usize,
    pub gold: u16,
    pub fate: Fate,
}

impl OfferRow {
    /// The price asked and staked; nothing for a discarded tile.
    pub fn price(&self) -> Option<u16> {
        match self.fate {
            Fate::Discarded => None,
            Fate::Sold { price, .. } | Fate::Kept { price } => Some(price),
        }
    }

    /// Gold that the offer brought its maker: the price if it sold, minus the stake if it did not.
    pub fn gain(&self) -> i32 {
        match self.fate {
            Fate::Discarded => 0,
            Fate::Sold { price, .. } => i32::from(price),
            Fate::Kept { price } => -i32::from(price),
        }
    }
}

/// VP of one player for one scoring tile after one round.
#[derive(Copy, Clone, Debug)]
#[expect(missing_docs, reason = "the columns of `scores.csv` say what the fields are")]
pub struct ScoreRow {
    pub round: u8,
    pub seat: usize,
    pub slot: Slot,
    pub vp: u16,
    pub total: u16,
}

impl Default for ScoreRow {
    fn default() -> Self {
        Self { round: 0, seat: 0, slot: Slot::A, vp: 0, total: 0 }
    }
}
