//! The state of a game as a plain value.

use std::ops::Deref;

use tinyvec::ArrayVec;

use crate::bits::{ones, tile_bag};
use crate::skye::{
    DOLMEN_SPACES, Drawn, MAX_BORDERLANDS, MAX_ROUNDS, MAX_TILES_PER_ROUND, Offer, PRICED, PastTrade, Tablets,
    Territory, TileId, Tiles,
};
use crate::{MAX_SEATS, Seat};

/// The next step of the game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Phase {
    /// A round starts: income, then tiles are drawn.
    Draw,
    /// This seat makes its secret offer.
    Price(Seat),
    /// This seat buys a tile or passes; before that it may take tiles from its own display with tablets.
    Buy(Seat),
    /// This seat buys a Druid tile, draws from the bag, or passes.
    BuyAgain(Seat),
    /// This seat has bought a Druid tile: another one is uncovered.
    Uncover(Seat),
    /// This seat draws from the bag.
    DrawFromBag(Seat),
    /// This seat keeps one of the tiles that it has drawn from the bag.
    KeepDrawn(Seat),
    /// This seat lays a tile, or ends its building where it may.
    Build(Seat),
    /// The final scoring is done.
    Over,
}

impl Phase {
    /// The seat that decides, if one does.
    #[inline]
    pub fn seat(self) -> Option<Seat> {
        match self {
            Self::Price(seat) | Self::Buy(seat) | Self::BuyAgain(seat) | Self::KeepDrawn(seat) | Self::Build(seat) => {
                Some(seat)
            }
            Self::Draw | Self::Uncover(_) | Self::DrawFromBag(_) | Self::Over => None,
        }
    }

    /// Panics, since no seat decides in this phase.
    pub fn nobody_decides(self) -> ! {
        panic!("nobody decides in phase {self:?}")
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
///
/// It is `Copy`, so that a list of players is copied as one block of memory.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// Gold held; during pricing this includes the gold about to be staked.
    ///
    /// Once offers are revealed, stakes lie on the tiles.
    pub gold: u16,
    /// Victory points.
    pub vp: u16,
    /// The tiles drawn this round, in the order drawn; empty once offers are revealed.
    pub drawn: Drawn,
    /// Tiles still for sale, in the order drawn.
    pub display: ArrayVec<[ForSale; PRICED]>,
    /// Tiles to be laid this round.
    ///
    /// In this order: own tiles taken, the tile bought, tiles kept (in the order drawn), the tile from the second buy
    /// turn.
    pub to_build: ArrayVec<[TileId; MAX_TILES_PER_ROUND]>,
    /// Stone tablets taken.
    pub tablets: Tablets,
    /// Tiles taken from the own display with tablets in this round.
    pub own_taken: u8,
    /// Borderland tiles left.
    pub borderlands: Borderlands,
    /// The tiles laid.
    pub territory: Territory,
}

impl Player {
    /// A player before the first round.
    pub(super) fn starting(territory: Territory, borderlands: Borderlands) -> Self {
        // Every field is named, since a default value would build a second territory.
        Self {
            gold: 0,
            vp: 0,
            drawn: ArrayVec::new(),
            display: ArrayVec::new(),
            to_build: ArrayVec::new(),
            tablets: Tablets::default(),
            own_taken: 0,
            borderlands,
            territory,
        }
    }
}

tile_bag! {
    /// A set of tiles.
    pub struct Bag of TileId, from 1
}

impl Bag {
    /// All tiles that go into the bag.
    pub fn full(tiles: &Tiles) -> Self {
        tiles.in_bag().collect()
    }
}

/// The borderland tiles that a player has left.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Borderlands {
    /// Bit k: number k of [`Tiles::borderlands`].
    left: u8,
    /// True if one has been laid in this round.
    is_used: bool,
}

const _: () = assert!(MAX_BORDERLANDS <= u8::BITS as usize, "a bit for every borderland tile");

impl Borderlands {
    /// All that there are.
    pub(super) fn all(tiles: &Tiles) -> Self {
        Self { left: tiles.borderlands().fold(0, |left, _| left << 1 | 1), is_used: false }
    }

    /// Makes a set of these tiles, by number; `is_used` if one has been laid in this round.
    ///
    /// # Panics
    /// If a number is not below 8.
    pub fn of(left: impl IntoIterator<Item = usize>, is_used: bool) -> Self {
        Self { left: left.into_iter().fold(0, |left, number| left | 1 << number), is_used }
    }

    /// Returns whether one has been laid in this round.
    pub fn is_used(self) -> bool {
        self.is_used
    }

    /// Returns whether this one is left.
    #[inline]
    pub fn has(self, number: usize) -> bool {
        self.left >> number & 1 == 1
    }

    /// Returns the number of tiles left.
    pub fn len(self) -> usize {
        self.left.count_ones() as usize
    }

    /// Returns whether no tile is left.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.left == 0
    }

    /// Those that may be laid now: all that are left, unless one has been laid in this round.
    #[inline]
    pub fn to_lay(self, tiles: &Tiles) -> impl Iterator<Item = TileId> + use<'_> {
        ones(if self.is_used { 0 } else { self.left }).map(|number| tiles.borderland_front(number))
    }

    /// Records that this one is laid.
    pub(super) fn lay(&mut self, number: usize) {
        self.left &= !(1 << number);
        self.is_used = true;
    }

    /// Records that a round begins.
    #[inline]
    pub(super) fn begin_round(&mut self) {
        self.is_used = false;
    }
}

/// Tiles drawn by the bag action.
///
/// There are two, and one more for each bag-draw tablet, of which a player can get one a round.
pub type Found = ArrayVec<[TileId; Tablets::BAG_TILES + MAX_ROUNDS]>;

/// Druid tiles uncovered together, in order: at most one for every space.
pub type Uncovered = ArrayVec<[TileId; DOLMEN_SPACES]>;

/// The spaces of the dolmen board, from the left.
pub type DolmenBoard = [Option<TileId>; DOLMEN_SPACES];

/// The Druid tiles that can be bought, and those still face down.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Dolmen {
    /// The tile on each space.
    pub board: DolmenBoard,
    /// The face-down tiles: a set, since no order exists until they are uncovered.
    pub stack: Bag,
}

impl Dolmen {
    /// Returns the cost of a tile on this space on top of its printed cost.
    #[inline]
    pub fn surcharge(space: usize) -> u16 {
        (DOLMEN_SPACES - 1 - space) as u16
    }

    /// Returns the cost of the tile on this space; `None` if there is none.
    #[inline]
    pub fn price(&self, tiles: &Tiles, space: usize) -> Option<u16> {
        let druid = tiles.druid((*self.board.get(space)?)?)?;
        Some(druid.cost + Self::surcharge(space))
    }

    /// Empties this space: tiles left of it move one to the right, and the leftmost space becomes free.
    pub(super) fn close_up(&mut self, space: usize) -> Option<TileId> {
        self.board[..=space].rotate_right(1);
        self.board[0].take()
    }
}

/// Everything that every seat may know: the whole game except secret offers.
///
/// It includes the sets of tiles in the bag and of face-down Druid tiles, without an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Public {
    /// The round, from 1.
    pub round: u8,
    /// This round's starting player.
    pub start: Seat,
    /// The next step of the game.
    ///
    /// During pricing, the seats before this one in turn order have made their offers.
    pub phase: Phase,
    /// The tiles in the bag.
    pub bag: Bag,
    /// The Druid tiles.
    pub dolmen: Dolmen,
    /// The tiles drawn by the bag action, in the order drawn, while the seat chooses one.
    pub found: Found,
    /// All players by seat. A vector, so that only the players in the game are copied.
    pub players: Vec<Player>,
}

/// A full game state; it derefs to its public part.
///
/// It adds the secret offers, one for each seat that the phase says has made one, and the trades so far, which only
/// agents need.
///
/// ```
/// use engine::skye::{Action, Offer, ScoringTile, Skye};
/// use engine::{Game, Seat};
///
/// use ScoringTile::{Columns, Harbours, Sheep, Squares};
/// let game = Skye::printed(2, [Sheep, Squares, Columns, Harbours])?;
/// let mut position = game.start(Seat::new(0));
/// game.resolve_chance(&mut position, 7);
///
/// let before = position.clone();
/// let offer = Offer::new(0, [1, 2]);
/// game.apply(&mut position, Action::Offer(offer));
/// assert_eq!(position.offer(Seat::new(0)), Some(offer));
/// assert_eq!(position.public().players, before.public().players, "nothing is staked until all offers are in");
/// # Ok::<(), engine::skye::SetupError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) public: Public,
    /// The offers made and not yet revealed, by seat.
    pub(super) offers: [Option<Offer>; MAX_SEATS],
    /// The trades since offers were first revealed.
    pub(super) trades: Vec<PastTrade>,
}

impl Deref for Position {
    type Target = Public;

    #[inline]
    fn deref(&self) -> &Public {
        &self.public
    }
}

impl Position {
    /// A position that gives this seat this view.
    ///
    /// It holds the public part, the seat's own offer while that is secret, and the trades so far. The secret offers of
    /// other seats are missing, so only [`Game::view`](crate::Game::view) of this seat may be called on it.
    pub fn shown(public: Public, seat: Seat, own_offer: Option<Offer>, trades: Vec<PastTrade>) -> Self {
        let mut offers = [None; MAX_SEATS];
        offers[seat.index()] = own_offer;
        Self { public, offers, trades }
    }

    /// Returns the part that every seat may know.
    #[inline]
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// The offer that a seat has made, until it is revealed.
    #[inline]
    pub fn offer(&self, seat: Seat) -> Option<Offer> {
        self.offers[seat.index()]
    }

    /// The trades seen so far, by round.
    ///
    /// These are the trades of earlier rounds, and that of this one once its offers are revealed.
    #[inline]
    pub fn trades(&self) -> &[PastTrade] {
        &self.trades
    }

    /// Replaces an offer that is not yet revealed, to see where another one leads.
    ///
    /// # Panics
    /// If the seat has made none, or does not have the gold for this one.
    pub fn replace_offer(&mut self, seat: Seat, offer: Offer) {
        assert!(self.has_made_offer(seat), "seat {seat} has made no offer");
        assert!(offer.stake() <= self.player(seat).gold, "{offer:?} is not legal");
        self.offers[seat.index()] = Some(offer);
    }

    /// Changes the public part, to set up positions that no game has reached.
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

    /// Returns whether the seat has made an offer that is not yet revealed.
    #[inline]
    pub fn has_made_offer(&self, seat: Seat) -> bool {
        matches!(self.phase, Phase::Price(current) if seat.steps_from(self.start, self.seats()) < current.steps_from(self.start, self.seats()))
    }

    /// The seat after this one in this round's turn order, unless it is the last.
    #[inline]
    pub(super) fn next_in_turn(&self, seat: Seat) -> Option<Seat> {
        let next = seat.clockwise(1, self.seats());
        (next != self.start).then_some(next)
    }
}
