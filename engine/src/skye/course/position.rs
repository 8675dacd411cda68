//! The state of a game as a plain value.

use std::ops::Deref;

use tinyvec::ArrayVec;

use super::action::{DRAWN, Offer};
use crate::game::{MAX_SEATS, Seat};
use crate::skye::printed::sizes::MAX_TILES_PER_ROUND;
use crate::skye::printed::tiles::{TileId, Tiles};
use crate::skye::territory::Territory;

/// What happens next.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Phase {
    /// A round starts: income, then tiles are drawn.
    Draw,
    /// This seat makes its secret offer.
    Price(Seat),
    /// This seat buys a tile or passes.
    Buy(Seat),
    /// This seat lays a tile.
    Build(Seat),
    /// The final scoring is done.
    Over,
}

impl Phase {
    /// The seat that decides, if one does.
    #[inline]
    pub fn seat(self) -> Option<Seat> {
        match self {
            Self::Price(seat) | Self::Buy(seat) | Self::Build(seat) => Some(seat),
            Self::Draw | Self::Over => None,
        }
    }
}

/// A tile on display for sale.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct ForSale {
    /// The tile.
    pub tile: TileId,
    /// Its price, which is also the stake on it.
    pub price: u16,
}

/// Everything that belongs to one player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// Gold held. During pricing this includes what is about to be staked; after it, stakes are on the tiles and not held.
    pub gold: u16,
    /// Victory points.
    pub vp: u16,
    /// The tiles drawn this round, in the order drawn; empty once offers are revealed.
    pub drawn: ArrayVec<[TileId; DRAWN]>,
    /// Tiles still for sale, in the order drawn.
    pub display: ArrayVec<[ForSale; 2]>,
    /// Tiles to be laid this round: the bought one, then kept ones in the order drawn.
    pub to_build: ArrayVec<[TileId; MAX_TILES_PER_ROUND]>,
    /// The tiles laid.
    pub territory: Territory,
}

/// A set of landscape tiles.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Bag([u64; 4]);

impl Bag {
    /// All tiles of a tile file.
    pub fn full(tiles: &Tiles) -> Self {
        let mut bag = Self::default();
        tiles.landscape().for_each(|tile| bag.put(tile));
        bag
    }

    /// Whether the tile is in it.
    #[inline]
    pub fn has(&self, tile: TileId) -> bool {
        self.0[tile.index() / 64] >> (tile.index() % 64) & 1 == 1
    }

    /// Puts a tile in.
    #[inline]
    pub fn put(&mut self, tile: TileId) {
        self.0[tile.index() / 64] |= 1 << (tile.index() % 64);
    }

    /// Takes a tile out.
    #[inline]
    pub fn take(&mut self, tile: TileId) {
        self.0[tile.index() / 64] &= !(1 << (tile.index() % 64));
    }

    /// Number of tiles in it.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Everything that every seat may know: all of a game except the offers made in secret. It knows which tiles are in the bag, but no
/// order: there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Public {
    /// The round, from 1.
    pub round: u8,
    /// This round's starting player.
    pub start: Seat,
    /// What happens next. While offers are made, those before this seat in turn order have made theirs.
    pub phase: Phase,
    /// The tiles in the bag.
    pub bag: Bag,
    /// All players by seat. A list as long as the game has players, so that no more is copied.
    pub players: Vec<Player>,
}

/// A whole game state: what is public, which it derefs to, and the offers made in secret: those of the seats that have
/// made theirs according to the phase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) public: Public,
    /// The offers made and not yet revealed, by seat.
    pub(super) offers: [Option<Offer>; MAX_SEATS],
}

impl Deref for Position {
    type Target = Public;

    #[inline]
    fn deref(&self) -> &Public {
        &self.public
    }
}

impl Position {
    /// What every seat may know.
    #[inline]
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// The offer that a seat has made, as long as it is not revealed.
    #[inline]
    pub fn offer(&self, seat: Seat) -> Option<Offer> {
        self.offers[seat.index()]
    }

    /// Replaces an offer that is not yet revealed, to see what would have happened with another one.
    ///
    /// # Panics
    /// If the seat has made none, or does not have the gold for this one.
    pub fn replace_offer(&mut self, seat: Seat, offer: Offer) {
        assert!(self.has_made_offer(seat), "seat {seat} has made no offer");
        assert!(offer.is_legal(self.player(seat).gold), "{offer:?} is not legal");
        self.offers[seat.index()] = Some(offer);
    }

    /// Changes what is public, to set up positions that no game has led to.
    ///
    /// # Panics
    /// If the seats that have made offers no longer match the phase.
    pub fn set_up(&mut self, change: impl FnOnce(&mut Public)) {
        change(&mut self.public);
        let agrees = |seat: Seat| self.offer(seat).is_some() == self.has_made_offer(seat);
        assert!(Seat::all(self.seats()).all(agrees), "phase {:?} with offers {:?}", self.phase, self.offers);
    }
}

impl Public {
    /// Number of players.
    #[inline]
    pub fn seats(&self) -> usize {
        self.players.len()
    }

    /// One player.
    #[inline]
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// One player, mutable.
    #[inline]
    pub(super) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    /// All seats, starting with the starting player.
    #[inline]
    pub fn turn_order(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::in_turn_order(self.start, self.seats())
    }

    /// Whether the seat has made an offer that is not yet revealed.
    #[inline]
    pub fn has_made_offer(&self, seat: Seat) -> bool {
        let place = |seat: Seat| (seat.index() + self.seats() - self.start.index()) % self.seats();
        matches!(self.phase, Phase::Price(current) if place(seat) < place(current))
    }

    /// The seat after this one in this round's turn order, unless it is the last.
    #[inline]
    pub(super) fn next_in_turn(&self, seat: Seat) -> Option<Seat> {
        let next = seat.clockwise(1, self.seats());
        (next != self.start).then_some(next)
    }
}
