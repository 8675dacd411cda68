//! A tiny game of secret simultaneous choice and chance, with answers that can be worked out by hand.
//!
//! Each round a prize is revealed (chance), then every player secretly bids 0 to `coins` coins; when all bids are in, everybody pays
//! their bid and the one highest bidder wins the prize. Tied highest bids win nothing. Most points win.
//!
//! It shows that [`Game`] fits more than tiles, and lets searches be tested where the right answer is known.

use tinyvec::ArrayVec;

use crate::random::{Random, below, mix, random};
use crate::{Game, MAX_SEATS, Outcome, Seat, Turn};

/// A set-up sealed-bid game.
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
    /// The bid of this round.
    pub bid: SecretBid,
}

/// A bid as one seat sees it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum SecretBid {
    /// Not made.
    #[default]
    Open,
    /// Made and visible.
    Made(Bid),
    /// Made by somebody else.
    Hidden,
}

/// A state of a sealed-bid game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct BidPosition {
    /// The round, from 0.
    pub round: u8,
    /// The prize on offer, none before it is drawn.
    pub prize: Option<u8>,
    /// The seat to bid.
    pub to_bid: Seat,
    /// All players.
    pub bidders: ArrayVec<[Bidder; MAX_SEATS]>,
}

/// One seat's view of a sealed-bid game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct BidView {
    seat: Seat,
    seen: BidPosition,
}

/// What an observer of a sealed-bid game is told.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum BidEvent {
    /// A prize is revealed.
    Prize(u8),
    /// All bids are in; the winner if there is one.
    Won(Option<Seat>),
}

impl SealedBids {
    fn reveal(&self, position: &mut BidPosition, prize: u8) -> Option<Seat> {
        let bids: ArrayVec<[Bid; MAX_SEATS]> = position.bidders.iter().map(made_bid).collect();
        let highest = bids.iter().copied().max().expect("there are players");
        let is_unique = bids.iter().filter(|&&bid| bid == highest).count() == 1;
        let winner = Seat::all(self.players).find(|seat| is_unique && bids[seat.index()] == highest);
        for (seat, bidder) in Seat::all(self.players).zip(&mut position.bidders) {
            bidder.coins -= bids[seat.index()];
            bidder.points += if winner == Some(seat) { i32::from(prize) } else { 0 };
            bidder.bid = SecretBid::Open;
        }
        position.round += 1;
        position.prize = None;
        position.to_bid = Seat::new(0);
        winner
    }
}

fn made_bid(bidder: &Bidder) -> Bid {
    match bidder.bid {
        SecretBid::Made(bid) => bid,
        SecretBid::Open | SecretBid::Hidden => panic!("a bid is missing"),
    }
}

impl Game for SealedBids {
    type Position = BidPosition;
    type Action = Bid;
    type View<'p> = BidView;
    type Event = BidEvent;

    fn seats(&self) -> usize {
        self.players
    }

    fn start(&self, _first: Seat) -> BidPosition {
        let bidder = Bidder { coins: self.coins, ..Bidder::default() };
        let bidders = std::iter::repeat_n(bidder, self.players).collect();
        BidPosition { round: 0, prize: None, to_bid: Seat::new(0), bidders }
    }

    fn turn(&self, position: &BidPosition) -> Turn {
        match position.prize {
            _ if position.round == self.rounds => Turn::Over,
            None => Turn::Chance,
            Some(_) => Turn::Seat(position.to_bid),
        }
    }

    fn legal_actions(&self, position: &BidPosition, actions: &mut Vec<Bid>) {
        actions.clear();
        if let Turn::Seat(seat) = self.turn(position) {
            actions.extend(0..=position.bidders[seat.index()].coins);
        }
    }

    fn is_legal(&self, position: &BidPosition, bid: Bid) -> bool {
        matches!(self.turn(position), Turn::Seat(seat) if bid <= position.bidders[seat.index()].coins)
    }

    fn random_action(&self, position: &BidPosition, random: &mut Random) -> Bid {
        below(random, u32::from(position.bidders[position.to_bid.index()].coins) + 1) as Bid
    }

    fn apply_telling(&self, position: &mut BidPosition, bid: Bid, tell: &mut impl FnMut(BidEvent)) {
        assert!(self.is_legal(position, bid), "bid {bid}");
        position.bidders[position.to_bid.index()].bid = SecretBid::Made(bid);
        position.to_bid = position.to_bid.clockwise(1, self.players);
        if let (0, Some(prize)) = (position.to_bid.index(), position.prize) {
            tell(BidEvent::Won(self.reveal(position, prize)));
        }
    }

    fn resolve_chance_telling(&self, position: &mut BidPosition, seed: u64, tell: &mut impl FnMut(BidEvent)) {
        let mut dice = random(mix([seed, u64::from(position.round)]));
        let prize = self.prizes[below(&mut dice, self.prizes.len() as u32) as usize];
        position.prize = Some(prize);
        tell(BidEvent::Prize(prize));
    }

    fn outcome(&self, position: &BidPosition) -> Outcome {
        let points: Vec<i32> = position.bidders.iter().map(|bidder| bidder.points).collect();
        let coins: Vec<i32> = position.bidders.iter().map(|bidder| i32::from(bidder.coins)).collect();
        Outcome::ranked(&points, &coins)
    }

    fn view(&self, position: &BidPosition, seat: Seat) -> BidView {
        let mut seen = *position;
        for (other, bidder) in Seat::all(self.players).zip(&mut seen.bidders) {
            if other != seat && matches!(bidder.bid, SecretBid::Made(_)) {
                bidder.bid = SecretBid::Hidden;
            }
        }
        BidView { seat, seen }
    }

    fn viewer(&self, view: &BidView) -> Seat {
        view.seat
    }

    fn seen<'v>(&self, view: &'v BidView) -> &'v BidPosition {
        &view.seen
    }

    fn determinize(
        &self,
        view: &BidView,
        random: &mut Random,
        model: &mut impl FnMut(&BidView, &mut Random) -> Bid,
    ) -> BidPosition {
        let mut position = view.seen;
        for seat in Seat::all(self.players).filter(|seat| view.seen.bidders[seat.index()].bid == SecretBid::Hidden) {
            let mut before = view.seen;
            before.to_bid = seat;
            for (other, bidder) in Seat::all(self.players).zip(&mut before.bidders) {
                bidder.bid = if other < seat { SecretBid::Hidden } else { SecretBid::Open };
            }
            let bid = model(&BidView { seat, seen: before }, random);
            position.bidders[seat.index()].bid = SecretBid::Made(bid);
        }
        position
    }
}
