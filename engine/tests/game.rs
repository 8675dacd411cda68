//! Seats, outcomes, and the toy game of sealed bids, whose results can be worked out by hand.

use engine::toy::{BidEvent, BidPosition, SealedBids};
use engine::{Ending, Game, Seat, Turn};

fn seat(index: usize) -> Seat {
    Seat::new(index)
}

#[test]
fn seats_go_clockwise() {
    let indices = |seats: &mut dyn Iterator<Item = Seat>| seats.map(Seat::index).collect::<Vec<_>>();
    assert_eq!(indices(&mut Seat::all(3)), [0, 1, 2]);
    assert_eq!(indices(&mut Seat::in_turn_order(seat(2), 4)), [2, 3, 0, 1]);
    assert_eq!(indices(&mut Seat::in_turn_order(seat(0), 5)), [0, 1, 2, 3, 4]);
    assert_eq!(seat(3).clockwise(1, 4), seat(0));
    assert_eq!(seat(1).clockwise(7, 5), seat(3));
    assert_eq!(seat(4).to_string(), "4");
}

#[test]
fn ranks_skip_after_a_tie() {
    let outcome = Ending::ranked(&[5, 9, 9, 1], &[0, 2, 2, 0]);
    assert_eq!(outcome.ranks[..], [3, 1, 1, 4]);
    let outcome = Ending::ranked(&[5, 9, 9, 5], &[1, 0, 2, 1]);
    assert_eq!(outcome.ranks[..], [3, 2, 1, 3]);
}

#[test]
fn shares_and_margins() {
    let outcome = Ending::ranked(&[-3, 8, 8], &[0, 0, 0]);
    assert_eq!(Seat::all(3).map(|seat| outcome.win_share(seat)).collect::<Vec<_>>(), [0.0, 0.5, 0.5]);
    assert_eq!(Seat::all(3).map(|seat| outcome.margin(seat)).collect::<Vec<_>>(), [-11, 0, 0]);
    // A tie-break decides who wins and leaves the margin at 0.
    let outcome = Ending::ranked(&[8, 8], &[1, 3]);
    assert_eq!((outcome.win_share(seat(1)), outcome.margin(seat(1))), (1.0, 0));
}

/// Two players with 4 coins; one prize of 3 each round.
const BIDS: [u8; 1] = [3];

fn bids(players: usize) -> SealedBids {
    SealedBids { players, rounds: 2, coins: 4, prizes: BIDS.to_vec() }
}

/// Plays one round of bids by seat, and tells who won.
fn play_round(game: &SealedBids, position: &mut BidPosition, bids: &[u8]) -> Vec<BidEvent> {
    let mut events = Vec::new();
    game.resolve_chance_telling(position, 1, &mut |_, event| events.push(event));
    bids.iter().for_each(|&bid| game.apply_telling(position, bid, &mut |_, event| events.push(event)));
    events
}

#[test]
fn the_one_highest_bid_wins_the_prize() {
    let game = bids(2);
    let mut position = game.start(seat(0));
    assert_eq!(play_round(&game, &mut position, &[1, 3]), [BidEvent::Prize(3), BidEvent::Won(Some(seat(1)))]);
    assert_eq!(
        position.bidders.iter().map(|bidder| (bidder.coins, bidder.points)).collect::<Vec<_>>(),
        [(3, 0), (1, 3)]
    );
    assert_eq!(game.turn(&position), Turn::Chance);
}

#[test]
fn tied_highest_bids_win_nothing_and_are_paid() {
    let game = bids(3);
    let mut position = game.start(seat(0));
    assert_eq!(play_round(&game, &mut position, &[2, 2, 1]), [BidEvent::Prize(3), BidEvent::Won(None)]);
    assert_eq!(
        position.bidders.iter().map(|bidder| (bidder.coins, bidder.points)).collect::<Vec<_>>(),
        [(2, 0), (2, 0), (3, 0)]
    );
}

#[test]
fn bids_are_within_the_coins_and_hidden() {
    let game = bids(2);
    let mut position = game.start(seat(0));
    play_round(&game, &mut position, &[3, 0]);
    game.resolve_chance(&mut position, 1);
    let mut actions = Vec::new();
    game.legal_actions(&position, &mut actions);
    assert_eq!(actions, [0, 1], "one coin is left");
    game.apply(&mut position, 1);
    let own_bid = |viewer| game.view(&position, seat(viewer)).own_bid();
    assert_eq!((own_bid(0), own_bid(1)), (Some(1), None));
}

#[test]
fn coins_left_break_ties() {
    let game = bids(2);
    let mut position = game.start(seat(0));
    // Seat 0 wins with 2 coins, seat 1 with 1: 3 points each, 2 and 3 coins left.
    play_round(&game, &mut position, &[2, 0]);
    play_round(&game, &mut position, &[0, 1]);
    assert_eq!(game.turn(&position), Turn::Over);
    let outcome = game.outcome(&position);
    assert_eq!((&outcome.points[..], &outcome.ranks[..]), (&[3, 3][..], &[2, 1][..]));
}
