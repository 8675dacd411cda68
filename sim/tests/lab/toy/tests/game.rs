//! The game itself keeps the laws of games.

use engine::{Game, Seat, Turn, contract};

use crate::toy::rules::{Fair, FairEvent, buyer};

#[test]
fn it_is_a_game() {
    for players in 2..=5 {
        let game = Fair { players, prizes: vec![1, 8], purse: 5 };
        (0..100).for_each(|seed| contract::check(&game, seed));
    }
}

#[test]
fn the_one_highest_bidder_buys() {
    assert_eq!([[0, 0], [2, 1], [1, 2], [2, 2]].map(|bids| buyer(&bids)), [None, Some(0), Some(1), None]);
}

/// The prizes of a game in which everybody bids all, and how often chance was asked.
fn length(seed: u64) -> (usize, usize) {
    let game = Fair { players: 3, prizes: vec![1, 8], purse: 5 };
    let mut position = game.start(Seat::new(2));
    let (mut events, mut chances) = (Vec::new(), 0);
    loop {
        match game.turn(&position) {
            Turn::Over => break,
            Turn::Chance => {
                chances += 1;
                game.resolve_chance_telling(&mut position, seed, &mut |_, event| events.push(event));
            }
            Turn::Seat(_) => {
                let all = *position.purses.last().unwrap();
                game.apply_telling(&mut position, all, &mut |_, event| events.push(event));
                assert_ne!(
                    game.turn(&position),
                    Turn::Seat(game.bidder(&position)),
                    "chance comes before every decision"
                );
            }
        }
    }
    (events.iter().filter(|event| matches!(event, FairEvent::Prize { .. })).count(), chances)
}

#[test]
fn nobody_knows_how_many_rounds_there_will_be() {
    let lengths: Vec<(usize, usize)> = (0..200).map(length).collect();
    assert!(lengths.iter().all(|(prizes, chances)| *chances == 4 * prizes + 1));
    let rounds = |wanted: usize| lengths.iter().filter(|(prizes, _)| *prizes == wanted).count();
    // A sixth of 200 is 33 ± 5.3 (one standard deviation).
    assert!((17..50).contains(&rounds(0)), "{lengths:?}");
    assert!(lengths.iter().any(|(prizes, _)| *prizes > 10), "{lengths:?}");
}
