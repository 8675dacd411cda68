//! The state of a game as a plain value.

use std::ops::{Deref, DerefMut};

use tinyvec::ArrayVec;

use crate::bits::tile_bag;
use crate::tipperary::{AREAS, BonusId, Display, Score, TileId};
use crate::{MAX_SEATS, Seat, bit_set};

/// The next step of the game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Phase {
    /// A round starts: areas are filled and the wheel is spun.
    Spin,
    /// This seat takes a landscape tile and lays it.
    Place(Seat),
    /// This seat places a wooden sheep.
    Sheep(Seat),
    /// This seat draws a bonus tile.
    DrawBonus(Seat),
    /// This seat places the bonus tile that it has drawn.
    Bonus(Seat, BonusId),
    /// The rounds are over: this seat places a tower, or stops.
    Tower(Seat),
    /// The final scoring is done.
    Over,
}

impl Phase {
    /// The seat that decides, if one does.
    #[inline]
    pub fn seat(self) -> Option<Seat> {
        match self {
            Self::Place(seat) | Self::Sheep(seat) | Self::Bonus(seat, _) | Self::Tower(seat) => Some(seat),
            Self::Spin | Self::DrawBonus(_) | Self::Over => None,
        }
    }
}

/// Everything that belongs to one player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// Hometown, tiles, wooden sheep and towers placed.
    pub display: Display,
    /// The barrel's space on the whiskey track, 0 at the start.
    pub barrel: u8,
    /// Towers gained and not yet placed.
    pub towers: u8,
}

tile_bag! {
    /// A set of landscape tiles without an order.
    pub struct Bag of TileId, from 0
}

bit_set! {
    /// The remaining bonus tiles, without an order; they are listed in file order.
    pub struct BonusPile(u64) of BonusId, |tile| tile.index(), |index| BonusId::new(index)
}

impl BonusPile {
    /// Takes a tile out.
    #[inline]
    pub(super) fn take(&mut self, tile: BonusId) {
        self.0 &= !(1 << tile.index());
    }
}

/// The landscape tiles of an area of the game board.
///
/// There are two while players choose, one after a tile is taken.
pub type Area = ArrayVec<[TileId; 2]>;

/// Everything that every seat may know: the whole game but the future.
///
/// It includes the sets of tiles in the bag and of remaining bonus tiles, without an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Public {
    /// The round, from 1.
    pub round: u8,
    /// The seat with the bag.
    pub start: Seat,
    /// The next step of the game.
    pub phase: Phase,
    /// The distance of the wheel from its first position, 0 to 4.
    pub shift: u8,
    /// The areas of the game board, clockwise.
    pub areas: [Area; AREAS],
    /// The landscape tiles in the bag.
    pub bag: Bag,
    /// The bonus tiles left.
    pub bonus: BonusPile,
    /// Wooden sheep in the supply.
    pub sheep: u8,
    /// Towers in the supply.
    pub towers: u8,
    /// The holder of the "Largest Flock" marker.
    pub marker: Option<Seat>,
    /// Wooden sheep due to the player whose turn it is.
    pub sheep_due: u16,
    /// Bonus tiles due to the player whose turn it is.
    pub bonus_due: u16,
    /// The final scores by seat; none before the end.
    pub scores: ArrayVec<[Score; MAX_SEATS]>,
    /// All players by seat. A vector, so that only the players in the game are copied.
    pub players: Vec<Player>,
}

/// A full game state. Nothing in it is hidden, so it is just its [`Public`] part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position(pub(super) Public);

impl Deref for Position {
    type Target = Public;

    #[inline]
    fn deref(&self) -> &Public {
        &self.0
    }
}

/// For set-ups that no game has reached.
impl DerefMut for Position {
    #[inline]
    fn deref_mut(&mut self) -> &mut Public {
        &mut self.0
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

    /// All seats, starting with the one that has the bag.
    #[inline]
    pub fn turn_order(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::in_turn_order(self.start, self.seats())
    }

    /// The seat after this one in this round's turn order, unless it is the last.
    #[inline]
    pub(super) fn next_in_turn(&self, seat: Seat) -> Option<Seat> {
        let next = seat.clockwise(1, self.seats());
        (next != self.start).then_some(next)
    }
}
