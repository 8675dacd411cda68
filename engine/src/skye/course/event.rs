//! What observers are told, in the order in which it happens.

use super::action::{DRAWN, Offer};
use crate::game::Seat;
use crate::skye::printed::rules::Slot;
use crate::skye::printed::scoring_tile::ScoringTile;
use crate::skye::printed::tiles::TileId;
use crate::skye::territory::ground::Placement;
use crate::skye::territory::scoring::Scroll;

/// One thing that happened in a game. Together with the set-up, a game's events say everything about it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A round starts.
    Round {
        /// Its number, from 1.
        round: u8,
        /// The starting player.
        start: Seat,
    },
    /// A player receives income.
    Income {
        /// Who.
        seat: Seat,
        /// From the castle.
        castle: u16,
        /// From connected whisky.
        whisky: u16,
        /// For players who are ahead.
        catch_up: u16,
        /// Gold held after it.
        gold: u16,
    },
    /// A player draws tiles.
    Draw {
        /// Who.
        seat: Seat,
        /// In the order drawn.
        tiles: [TileId; DRAWN],
    },
    /// A player's offer is committed. Secret until the last one is in.
    Price {
        /// Who.
        seat: Seat,
        /// The tiles in the order drawn.
        tiles: [TileId; DRAWN],
        /// The offer.
        offer: Offer,
    },
    /// A player buys a tile.
    Buy {
        /// Who.
        seat: Seat,
        /// The seller.
        from: Seat,
        /// The tile.
        tile: TileId,
        /// Paid to the seller, who also gets the stake back.
        price: u16,
    },
    /// A player buys nothing.
    Pass {
        /// Who.
        seat: Seat,
    },
    /// An unsold tile is kept.
    Keep {
        /// Who.
        seat: Seat,
        /// The tile.
        tile: TileId,
        /// The stake that is lost.
        lost: u16,
    },
    /// A tile is laid.
    Place {
        /// Who.
        seat: Seat,
        /// What, where and how.
        placement: Placement,
    },
    /// A tile that cannot be laid goes back to the bag.
    Return {
        /// Who.
        seat: Seat,
        /// The tile.
        tile: TileId,
    },
    /// A scoring tile awards a player VP, perhaps 0.
    Score {
        /// Who.
        seat: Seat,
        /// The scoring tile's slot.
        slot: Slot,
        /// Which it is.
        scoring: ScoringTile,
        /// VP awarded.
        vp: u16,
        /// The score after it.
        total: u16,
    },
    /// Final scoring of one scroll.
    Scroll {
        /// Whose.
        seat: Seat,
        /// What it is worth.
        scroll: Scroll,
    },
    /// The final exchange of gold.
    GoldVp {
        /// Whose.
        seat: Seat,
        /// Gold before it.
        gold: u16,
        /// VP for it.
        vp: u16,
    },
    /// A player's final result.
    Result {
        /// Who.
        seat: Seat,
        /// Final score.
        vp: u16,
        /// Gold left, which breaks ties.
        gold: u16,
        /// 1 is a winner; ties share a rank.
        rank: u8,
    },
}
