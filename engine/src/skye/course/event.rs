//! Events that observers receive, in the order in which they happen.

use super::position::{DolmenBoard, Found, Uncovered};
use crate::Seat;
use crate::skye::{Drawn, Offer, Placement, ScoringTile, Scroll, ScrollKind, Slot, Tablet, TileId};

/// One thing that happened in a game.
///
/// The set-up and the events describe a game completely.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A round starts.
    Round {
        /// Its number, from 1.
        round: u8,
        /// The starting player.
        start: Seat,
    },
    /// The dolmen board changes: tiles leave the game, others are uncovered.
    Dolmen {
        /// The tile that leaves the game.
        removed: Option<TileId>,
        /// The tiles uncovered, in order.
        drawn: Uncovered,
        /// The spaces afterwards.
        board: DolmenBoard,
    },
    /// A player's VP barrels score, perhaps 0.
    VpBarrels {
        /// The player.
        seat: Seat,
        /// VP awarded.
        vp: u16,
        /// The score after it.
        total: u16,
    },
    /// A player receives income.
    Income {
        /// The player.
        seat: Seat,
        /// From the castle.
        castle: u16,
        /// From connected whisky.
        whisky: u16,
        /// For each player who has more VP.
        catch_up: u16,
        /// Gold held after it.
        gold: u16,
    },
    /// A player draws tiles.
    Draw {
        /// The player.
        seat: Seat,
        /// In the order drawn.
        tiles: Drawn,
    },
    /// A player's offer is committed. Secret until the last one is in.
    Price {
        /// The player.
        seat: Seat,
        /// The tiles in the order drawn.
        tiles: Drawn,
        /// The offer.
        offer: Offer,
    },
    /// A player buys a tile.
    Buy {
        /// The buyer.
        seat: Seat,
        /// The seller.
        from: Seat,
        /// The tile.
        tile: TileId,
        /// The price on it, which is also the stake that the seller gets back.
        price: u16,
        /// The gold that the buyer pays: the price less discounts.
        paid: u16,
        /// The gold that the seller gets for the tile, besides the stake.
        received: u16,
    },
    /// A player takes a tile from their own display with a tablet.
    BuyOwn {
        /// The player.
        seat: Seat,
        /// The tile.
        tile: TileId,
        /// The stake that is lost.
        lost: u16,
    },
    /// A player buys a Druid tile.
    BuyDruid {
        /// The buyer.
        seat: Seat,
        /// The space of the dolmen board, from 0 on the left.
        space: u8,
        /// The tile.
        tile: TileId,
        /// Its printed cost.
        cost: u16,
        /// The gold paid on top.
        surcharge: u16,
    },
    /// A player draws from the bag and keeps one tile.
    Bag {
        /// The player.
        seat: Seat,
        /// Gold paid.
        paid: u16,
        /// The tiles drawn, in order.
        tiles: Found,
        /// The one kept.
        kept: TileId,
    },
    /// A player buys nothing.
    Pass {
        /// The player.
        seat: Seat,
    },
    /// An unsold tile is kept.
    Keep {
        /// The player.
        seat: Seat,
        /// The tile.
        tile: TileId,
        /// The stake that is lost.
        lost: u16,
    },
    /// A tile is laid.
    Place {
        /// The player.
        seat: Seat,
        /// The tile, its place and its rotation.
        placement: Placement,
    },
    /// A tile that cannot be laid goes back to the bag.
    Return {
        /// The player.
        seat: Seat,
        /// The tile.
        tile: TileId,
    },
    /// The tile just laid brings a stone tablet.
    Tablet {
        /// The player.
        seat: Seat,
        /// The tile.
        tile: TileId,
        /// The tablet.
        tablet: Tablet,
    },
    /// A borderland tile is turned over.
    Flip {
        /// The player.
        seat: Seat,
        /// The tile, by the id of its front.
        tile: TileId,
    },
    /// A Druid tile that cannot be laid leaves the game.
    Remove {
        /// The player.
        seat: Seat,
        /// The tile.
        tile: TileId,
    },
    /// A scoring tile awards a player VP, perhaps 0.
    Score {
        /// The player.
        seat: Seat,
        /// The scoring tile's slot.
        slot: Slot,
        /// Which it is.
        scoring: ScoringTile,
        /// VP awarded.
        vp: u16,
        /// The score after it.
        total: u16,
        /// With `scroll-of-choice`, the tile whose scroll is scored.
        scroll: Option<TileId>,
    },
    /// Final scoring of one scroll.
    Scroll {
        /// Whose.
        seat: Seat,
        /// Its worth.
        scroll: Scroll,
    },
    /// A score-again tablet counts a scroll once more.
    ScoreAgain {
        /// Whose.
        seat: Seat,
        /// The tile that shows the scroll.
        tile: TileId,
        /// The kind of scroll.
        kind: ScrollKind,
        /// Its VP without doubling.
        vp: u16,
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
        /// The player.
        seat: Seat,
        /// Final score.
        vp: u16,
        /// Gold left, which breaks ties.
        gold: u16,
        /// 1 is a winner; ties share a rank.
        rank: u8,
    },
}
