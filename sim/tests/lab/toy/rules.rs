//! The rules of the fair: secret bids for prizes that chance turns up, until a bell rings.
//!
//! Before each prize the bell may ring, which ends the game. Otherwise a prize is turned up, and the seats bid for it in secret, each after
//! chance has filled its purse for all to see. The one highest bidder, if it bids anything, pays its bid and takes the prize; of several
//! highest bidders none does. Points are prizes less payments.

use std::fmt;
use std::ops::{Deref, RangeInclusive};

use engine::random::{Random, below, mix, random};
use engine::{Ending, Game, MAX_SEATS, Seat, Turn};
use serde::{Deserialize, Serialize};

/// One time in this many the bell rings in place of a prize.
const BELL: u32 = 6;

/// A fair that is set up.
#[derive(Clone, Debug)]
pub struct Fair {
    /// Number of players.
    pub players: usize,
    /// The prizes out of which chance draws, with repetition.
    pub prizes: Vec<u8>,
    /// The most coins that a purse is filled with.
    pub purse: u8,
}

/// The public part of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Square {
    /// True if the bell has rung.
    pub is_over: bool,
    /// The seat that bids first for every prize.
    pub first: usize,
    /// The number of prizes turned up.
    pub turned_up: u64,
    /// The prize on offer.
    pub prize: Option<u8>,
    /// The purses that were filled for it, in turn order.
    pub purses: Vec<u8>,
    /// The number of bids made for it.
    pub bids: usize,
    /// Prizes less payments, by seat.
    pub points: [i32; MAX_SEATS],
}

/// A position with its secret bids.
#[derive(Clone, PartialEq, Debug)]
pub struct FairPosition {
    /// The public part.
    square: Square,
    /// The bids that are not revealed yet, in turn order.
    bids: Vec<u8>,
}

impl Deref for FairPosition {
    type Target = Square;

    fn deref(&self) -> &Square {
        &self.square
    }
}

/// The view of one seat.
#[derive(Clone, PartialEq, Debug)]
pub struct FairView<'p> {
    seat: Seat,
    square: &'p Square,
    own_bid: Option<u8>,
}

/// An event, as records spell it; lists are by seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "e", rename_all = "snake_case")]
pub enum FairEvent {
    /// A prize is turned up.
    Prize { prize: u8 },
    /// A seat's purse is filled.
    Purse { seat: usize, coins: u8 },
    /// All bids for the prize are revealed.
    Bids { bids: Vec<u8> },
    /// The bell rings, and points are counted.
    Bell { points: Vec<i32> },
}

/// As in a record.
impl fmt::Display for FairEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl FairPosition {
    /// Returns a position that looks the same to a seat with this bid, without the others' bids.
    pub fn as_seen(square: Square, is_own: impl Fn(usize) -> bool, own_bid: Option<u8>) -> Self {
        let bids = (0..square.bids).map(|turn| own_bid.filter(|_| is_own(turn)).unwrap_or(0)).collect();
        Self { square, bids }
    }
}

impl FairView<'_> {
    /// Returns the seat's bid, if it has made one.
    pub fn own_bid(&self) -> Option<u8> {
        self.own_bid
    }
}

impl Fair {
    /// Returns the possible contents of a purse.
    pub fn coins(&self) -> RangeInclusive<u8> {
        1..=self.purse
    }

    /// Returns the seat whose turn it is to bid, once its purse is filled.
    pub fn bidder(&self, square: &Square) -> Seat {
        Seat::new(square.first).clockwise(square.bids, self.players)
    }

    /// Returns the end, with the points of a position.
    pub fn bell(&self, square: &Square) -> FairEvent {
        FairEvent::Bell { points: square.points[..self.players].to_vec() }
    }

    /// Ends the bidding; returns the bids by seat.
    fn reveal(&self, position: &mut FairPosition) -> Vec<u8> {
        let square = &mut position.square;
        let mut bids = std::mem::take(&mut position.bids);
        bids.rotate_right(square.first);
        if let (Some(prize), Some(buyer)) = (square.prize, buyer(&bids)) {
            square.points[buyer] += i32::from(prize) - i32::from(bids[buyer]);
        }
        square.prize = None;
        square.purses.clear();
        square.bids = 0;
        bids
    }
}

/// Returns the seat that buys a prize with these bids.
pub fn buyer(bids: &[u8]) -> Option<usize> {
    let highest = bids.iter().copied().max().filter(|&bid| bid > 0)?;
    let mut seats = (0..bids.len()).filter(|&seat| bids[seat] == highest);
    seats.next().filter(|_| seats.next().is_none())
}

impl Game for Fair {
    type Public = Square;
    type Position = FairPosition;
    type Action = u8;
    type View<'p> = FairView<'p>;
    type Event = FairEvent;
    type Chance = FairEvent;

    fn seats(&self) -> usize {
        self.players
    }

    fn start(&self, first: Seat) -> FairPosition {
        let (first, points) = (first.index(), [0; MAX_SEATS]);
        let square = Square { is_over: false, first, turned_up: 0, prize: None, purses: Vec::new(), bids: 0, points };
        FairPosition { square, bids: Vec::new() }
    }

    fn turn(&self, square: &Square) -> Turn {
        match square.prize {
            _ if square.is_over => Turn::Over,
            Some(_) if square.purses.len() > square.bids => Turn::Seat(self.bidder(square)),
            Some(_) | None => Turn::Chance,
        }
    }

    fn is_secret(&self, square: &Square) -> bool {
        matches!(self.turn(square), Turn::Seat(_))
    }

    fn legal_actions(&self, square: &Square, actions: &mut Vec<u8>) {
        actions.clear();
        if self.is_secret(square) {
            actions.extend(0..=square.purses[square.bids]);
        }
    }

    fn is_legal(&self, square: &Square, bid: u8) -> bool {
        self.is_secret(square) && bid <= square.purses[square.bids]
    }

    fn random_action(&self, square: &Square, random: &mut Random) -> u8 {
        below(random, u32::from(square.purses[square.bids]) + 1) as u8
    }

    fn apply_telling(&self, position: &mut FairPosition, bid: u8, tell: &mut impl FnMut(&FairPosition, FairEvent)) {
        assert!(self.is_legal(position, bid), "bid {bid}");
        position.bids.push(bid);
        position.square.bids += 1;
        if position.bids.len() == self.players {
            let bids = self.reveal(position);
            tell(position, FairEvent::Bids { bids });
        }
    }

    fn draw(&self, square: &Square, seed: u64) -> FairEvent {
        let mut rng = random(mix([seed, square.turned_up, square.purses.len() as u64, square.prize.is_some().into()]));
        let mut one_of = |count: usize| below(&mut rng, count as u32) as usize;
        match square.prize {
            Some(_) => {
                let coins = self.coins().start() + one_of(self.purse.into()) as u8;
                FairEvent::Purse { seat: self.bidder(square).index(), coins }
            }
            None if one_of(BELL as usize) == 0 => self.bell(square),
            None => FairEvent::Prize { prize: self.prizes[one_of(self.prizes.len())] },
        }
    }

    fn settle_telling(
        &self,
        position: &mut FairPosition,
        event: &FairEvent,
        tell: &mut impl FnMut(&FairPosition, FairEvent),
    ) {
        let square = &mut position.square;
        match *event {
            FairEvent::Prize { prize } => {
                square.turned_up += 1;
                square.prize = Some(prize);
            }
            FairEvent::Purse { coins, .. } => square.purses.push(coins),
            FairEvent::Bell { .. } => square.is_over = true,
            FairEvent::Bids { .. } => panic!("bids are no chance"),
        }
        tell(position, event.clone());
    }

    fn outcome(&self, square: &Square) -> Ending {
        ending(&square.points[..self.players])
    }

    fn view<'p>(&self, position: &'p FairPosition, seat: Seat) -> FairView<'p> {
        let own = Seat::in_turn_order(Seat::new(position.first), self.players).position(|other| other == seat);
        let own_bid = own.and_then(|turn| position.bids.get(turn).copied());
        FairView { seat, square: &position.square, own_bid }
    }

    fn viewer(&self, view: &FairView<'_>) -> Seat {
        view.seat
    }

    fn public<'v>(&self, view: &'v FairView<'_>) -> &'v Square {
        view.square
    }

    fn determinize(
        &self,
        view: &FairView<'_>,
        random: &mut Random,
        model: &mut impl FnMut(&FairView<'_>, &mut Random) -> u8,
    ) -> FairPosition {
        let square = view.square;
        let bids = (0..square.bids).map(|bids| {
            let before = Square { bids, purses: square.purses[..=bids].to_vec(), ..square.clone() };
            let seat = self.bidder(&before);
            let own_bid = view.own_bid.filter(|_| seat == view.seat);
            own_bid.unwrap_or_else(|| model(&FairView { seat, square: &before, own_bid: None }, random))
        });
        FairPosition { bids: bids.collect(), square: square.clone() }
    }
}

/// Returns the ending with these points.
pub fn ending(points: &[i32]) -> Ending {
    Ending::ranked(points, &vec![0; points.len()])
}
