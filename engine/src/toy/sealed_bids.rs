//! Secret bids for prizes: secret simultaneous choice and chance, for 2 to 5 players.
//!
//! Each round a prize is revealed (chance), then every player secretly bids 0 to `coins` coins; when all bids are in, everybody pays
//! their bid and the one highest bidder wins the prize. Tied highest bids win nothing. The most points win.

use std::ops::{Deref, DerefMut};

use tinyvec::ArrayVec;

use crate::random::chance;
use crate::{Ending, Game, MAX_SEATS, Random, Seat, Turn, below};

/// A sealed-bid game that is set up.
#[derive(Clone, Debug)]
pub struct SealedBids {
    /// Number of players, 2 to 5.
    pub players: usize,
    /// Number of prizes.
    pub rounds: u8,
    /// Coins of each player at the start.
    pub coins: u8,
    /// The prizes from which chance draws, with repetition.
    pub prizes: Vec<u8>,
}

/// A secret bid in coins.
pub type Bid = u8;

/// One player of a sealed-bid game.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Bidder {
    /// Coins left.
    pub coins: u8,
    /// Points won.
    pub points: i32,
}

/// The part of a sealed-bid game that every seat may know.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct BidPublic {
    /// The round, from 0.
    pub round: u8,
    /// The prize on offer; `None` before it is drawn.
    pub prize: Option<u8>,
    /// The seat to bid; those before it have made their secret bids.
    pub to_bid: Seat,
    /// All players.
    pub bidders: ArrayVec<[Bidder; MAX_SEATS]>,
}

/// A state of a sealed-bid game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct BidPosition {
    /// The part that every seat may know.
    pub public: BidPublic,
    /// The bids made and not yet revealed, by seat.
    pub bids: [Option<Bid>; MAX_SEATS],
}

impl Deref for BidPosition {
    type Target = BidPublic;

    fn deref(&self) -> &BidPublic {
        &self.public
    }
}

impl DerefMut for BidPosition {
    fn deref_mut(&mut self) -> &mut BidPublic {
        &mut self.public
    }
}

/// One seat's view of a sealed-bid game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct BidView<'p> {
    seat: Seat,
    public: &'p BidPublic,
    own_bid: Option<Bid>,
}

impl BidView<'_> {
    /// The seat's own bid, if it is made and not yet revealed.
    pub fn own_bid(&self) -> Option<Bid> {
        self.own_bid
    }
}

/// An event of a sealed-bid game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum BidEvent {
    /// A prize is revealed.
    Prize(u8),
    /// All bids are in; the winner, if there is one.
    Won(Option<Seat>),
}

impl SealedBids {
    fn reveal(&self, position: &mut BidPosition, prize: u8) -> Option<Seat> {
        let bids = position.bids.map(Option::unwrap_or_default);
        let highest = bids.iter().copied().max().expect("there are players");
        let is_unique = bids[..self.players].iter().filter(|&&bid| bid == highest).count() == 1;
        let winner = Seat::all(self.players).find(|seat| is_unique && bids[seat.index()] == highest);
        for (seat, bidder) in Seat::all(self.players).zip(&mut position.bidders) {
            bidder.coins -= bids[seat.index()];
            bidder.points += if winner == Some(seat) { i32::from(prize) } else { 0 };
        }
        position.bids = [None; MAX_SEATS];
        position.round += 1;
        position.prize = None;
        position.to_bid = Seat::new(0);
        winner
    }
}

impl Game for SealedBids {
    type Public = BidPublic;
    type Position = BidPosition;
    type Action = Bid;
    type View<'p> = BidView<'p>;
    type Event = BidEvent;
    type Chance = u8;

    fn seats(&self) -> usize {
        self.players
    }

    fn start(&self, _first: Seat) -> BidPosition {
        let bidder = Bidder { coins: self.coins, ..Bidder::default() };
        let bidders = std::iter::repeat_n(bidder, self.players).collect();
        let public = BidPublic { round: 0, prize: None, to_bid: Seat::new(0), bidders };
        BidPosition { public, bids: [None; MAX_SEATS] }
    }

    fn turn(&self, position: &BidPublic) -> Turn {
        match position.prize {
            _ if position.round == self.rounds => Turn::Over,
            None => Turn::Chance,
            Some(_) => Turn::Seat(position.to_bid),
        }
    }

    fn is_secret(&self, position: &BidPublic) -> bool {
        matches!(self.turn(position), Turn::Seat(_))
    }

    fn legal_actions(&self, position: &BidPublic, actions: &mut Vec<Bid>) {
        actions.clear();
        if let Turn::Seat(seat) = self.turn(position) {
            actions.extend(0..=position.bidders[seat.index()].coins);
        }
    }

    fn is_legal(&self, position: &BidPublic, bid: Bid) -> bool {
        matches!(self.turn(position), Turn::Seat(seat) if bid <= position.bidders[seat.index()].coins)
    }

    fn random_action(&self, position: &BidPublic, random: &mut Random) -> Bid {
        below(random, u32::from(position.bidders[position.to_bid.index()].coins) + 1) as Bid
    }

    fn apply_telling(&self, position: &mut BidPosition, bid: Bid, tell: &mut impl FnMut(&BidPosition, BidEvent)) {
        assert!(self.is_legal(position, bid), "bid {bid}");
        position.bids[position.to_bid.index()] = Some(bid);
        position.to_bid = position.to_bid.clockwise(1, self.players);
        if let (0, Some(prize)) = (position.to_bid.index(), position.prize) {
            let winner = self.reveal(position, prize);
            tell(position, BidEvent::Won(winner));
        }
    }

    /// The prize that is revealed.
    fn draw(&self, position: &BidPublic, seed: u64) -> u8 {
        let mut rng = chance(seed, position.round, 0);
        self.prizes[below(&mut rng, self.prizes.len() as u32) as usize]
    }

    fn settle_telling(&self, position: &mut BidPosition, &prize: &u8, tell: &mut impl FnMut(&BidPosition, BidEvent)) {
        position.prize = Some(prize);
        tell(position, BidEvent::Prize(prize));
    }

    fn outcome(&self, position: &BidPublic) -> Ending {
        let points: Vec<i32> = position.bidders.iter().map(|bidder| bidder.points).collect();
        let coins: Vec<i32> = position.bidders.iter().map(|bidder| i32::from(bidder.coins)).collect();
        Ending::ranked(&points, &coins)
    }

    fn view<'p>(&self, position: &'p BidPosition, seat: Seat) -> BidView<'p> {
        BidView { seat, public: &position.public, own_bid: position.bids[seat.index()] }
    }

    fn viewer(&self, view: &BidView<'_>) -> Seat {
        view.seat
    }

    fn public<'v>(&self, view: &'v BidView<'_>) -> &'v BidPublic {
        view.public
    }

    fn determinize(
        &self,
        view: &BidView<'_>,
        random: &mut Random,
        model: &mut impl FnMut(&BidView<'_>, &mut Random) -> Bid,
    ) -> BidPosition {
        let mut position = BidPosition { public: *view.public, bids: [None; MAX_SEATS] };
        position.bids[view.seat.index()] = view.own_bid;
        for seat in Seat::all(self.players).filter(|&seat| seat != view.seat && seat < view.public.to_bid) {
            position.public.to_bid = seat;
            let bid = model(&BidView { seat, public: &position.public, own_bid: None }, random);
            position.bids[seat.index()] = Some(bid);
        }
        position.public.to_bid = view.public.to_bid;
        position
    }
}
