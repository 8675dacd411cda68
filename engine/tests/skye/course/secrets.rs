//! What a view hides and what it shows.

use engine::random::{Random, random};
use engine::skye::Bag;
use engine::skye::{Action, Offer, Phase, Position, PriceLimits, Public, Skye, Tiles, View};
use engine::{Game, Seat, Turn};

use crate::table::{QUIET, Table, random_scoring, seat};

/// Calls `look` with every position of a random game.
fn play(players: usize, seed: u64, mut look: impl FnMut(&Skye, &Position, &mut Random)) {
    let mut rng = random(seed);
    let game = Skye::printed(players, random_scoring(&mut rng)).expect("a valid set-up");
    let mut position = game.start(seat(seed as usize % players));
    loop {
        look(&game, &position, &mut rng);
        match game.turn(&position) {
            Turn::Chance => game.resolve_chance(&mut position, seed),
            Turn::Seat(_) => {
                let action = game.random_action(&position, &mut rng);
                game.apply(&mut position, action);
            }
            Turn::Over => break,
        }
    }
}

/// The position with every offer already made by somebody else than `viewer` replaced by another legal one.
fn with_other_secrets(position: &Position, viewer: Seat, rng: &mut Random) -> Position {
    let mut other = position.clone();
    for seat in Seat::all(position.seats()).filter(|&seat| seat != viewer) {
        if let Some(offer) = position.offer(seat) {
            let gold = position.player(seat).gold;
            let different =
                (0..50).map(|_| Offer::random(3, gold, PriceLimits::PRINTED, rng)).find(|another| *another != offer);
            other.replace_offer(seat, different.expect("two gold allow three offers"));
        }
    }
    other
}

#[test]
fn hidden_offers_may_be_changed_and_the_view_stays_the_same() {
    let mut changed = 0;
    for players in 2..=5 {
        for seed in 0..10 {
            play(players, seed, |game, position, rng| {
                for viewer in Seat::all(players) {
                    let other = with_other_secrets(position, viewer, rng);
                    changed += usize::from(other != *position);
                    assert_eq!(game.view(&other, viewer), game.view(position, viewer));
                }
            });
        }
    }
    assert!(changed > 1000, "{changed} views hid something");
}

#[test]
fn a_choice_from_a_view_cannot_hang_on_what_is_hidden() {
    for players in 2..=5 {
        play(players, 5, |game, position, rng| {
            let Turn::Seat(viewer) = game.turn(position) else { return };
            let other = with_other_secrets(position, viewer, rng);
            let choice = |position: &Position| {
                let view = game.view(position, viewer);
                let guess = game.determinize_uniformly(&view, &mut random(77));
                (game.random_action(game.public(&view), &mut random(78)), guess)
            };
            assert_eq!(choice(position), choice(&other));
        });
    }
}

#[test]
fn a_seat_sees_its_own_offer() {
    let mut table = Table::printed(3, QUIET);
    table.draw_by_chance(1);
    table.offer([0, 2, 1]);
    table.offer([1, 0, 3]);
    let view = |viewer: usize| table.game.view(&table.position, seat(viewer));
    assert_eq!(view(0).own_offer(), Offer::from_prices([0, 2, 1]));
    assert_eq!(view(1).own_offer(), Offer::from_prices([1, 0, 3]));
    assert_eq!(view(2).own_offer(), None);
    // That somebody has made an offer is public.
    let made = |viewer: usize| [0, 1, 2].map(|index| view(viewer).public().has_made_offer(seat(index)));
    (0..3).for_each(|viewer| assert_eq!(made(viewer), [true, true, false]));
}

#[test]
fn nothing_else_is_hidden() {
    for players in 2..=5 {
        play(players, 2, |game, position, _| {
            for viewer in Seat::all(players) {
                let view = game.view(position, viewer);
                assert_eq!(*game.public(&view), *position.public(), "gold, tiles, displays and territories are public");
                assert_eq!(view.own_offer(), position.offer(viewer));
                if !matches!(position.phase, Phase::Price(_)) {
                    assert!(
                        Seat::all(players).all(|seat| position.offer(seat).is_none()),
                        "no secret outlives the pricing phase"
                    );
                }
            }
        });
    }
}

#[test]
fn a_bag_has_no_order() {
    let tiles = Tiles::printed();
    let mut forwards = Bag::default();
    tiles.landscape().for_each(|tile| forwards.put(tile));
    let mut backwards = Bag::default();
    let all: Vec<_> = tiles.landscape().collect();
    all.iter().rev().for_each(|&tile| backwards.put(tile));
    assert_eq!(forwards, backwards);
    assert_eq!(forwards, Bag::full(&tiles));
    forwards.take(all[9]);
    assert_eq!((forwards.len(), forwards.has(all[9]), forwards.has(all[8])), (72, false, true));
    forwards.put(all[9]);
    assert_eq!(forwards, backwards, "it does not matter when a tile came back");
}

#[test]
fn guesses_are_uniform_over_legal_offers() {
    // The hidden offer of seat 0 with 5 gold: 30 possible ones, 15,000 guesses, 500 expected each; 29 degrees of freedom.
    let mut table = Table::printed(2, QUIET);
    table.draw_by_chance(1);
    table.offer([0, 4, 1]);
    let view = table.game.view(&table.position, seat(1));
    let offers: Vec<Offer> = Offer::all(3, 5, PriceLimits::PRINTED).collect();
    let mut counts = vec![0i64; offers.len()];
    let mut rng = random(21);
    for _ in 0..15_000 {
        let guess = table.game.determinize_uniformly(&view, &mut rng);
        let offer = guess.offer(seat(0)).expect("seat 0 has made an offer");
        assert_eq!(guess.offer(seat(1)), None);
        counts[offers.iter().position(|&other| other == offer).expect("a legal offer")] += 1;
    }
    let chi_square: i64 = counts.iter().map(|count| (count - 500).pow(2)).sum::<i64>() / 500;
    assert!(chi_square < 70, "{chi_square}");
}

#[test]
fn a_model_of_hidden_offers_is_shown_no_offer() {
    let mut table = Table::printed(4, QUIET);
    table.position = table.game.start(seat(2));
    table.draw_by_chance(1);
    // Seats 2, 3 and 0 have made offers; seat 1 is to make its own.
    (0..3).for_each(|_| table.offer([0, 2, 1]));
    let view = table.game.view(&table.position, seat(1));
    let mut asked = Vec::new();
    let mut model = |hidden: &View<'_>, _: &mut Random| {
        let public = table.game.public(hidden);
        let viewer = table.game.viewer(hidden);
        assert_eq!(table.game.turn(public), Turn::Seat(viewer));
        assert_eq!(hidden.own_offer(), None);
        asked.push((viewer.index(), (0..4).map(|index| public.has_made_offer(seat(index))).collect::<Vec<_>>()));
        Action::Offer(Offer::from_prices([1, 0, 1]).expect("an offer"))
    };
    let guess = table.game.determinize(&view, &mut random(1), &mut model);
    asked.sort_by_key(|&(viewer, _)| viewer);
    // Each knew of hidden offers by those before it in turn order 2, 3, 0, 1 only.
    let expected = [
        (0, vec![false, false, true, true]),
        (2, vec![false, false, false, false]),
        (3, vec![false, false, true, false]),
    ];
    assert_eq!(asked, expected);
    let offer = Offer::from_prices([1, 0, 1]);
    assert_eq!([0, 1, 2, 3].map(|index| guess.offer(seat(index))), [offer, None, offer, offer]);
    assert_eq!(guess.phase, Phase::Price(seat(1)));
}

#[test]
fn a_view_remembers_every_trade_since_its_offers_were_revealed() {
    for (players, seed) in (2..=5).flat_map(|players| (0..10).map(move |seed| (players, seed))) {
        // By round what was public before the first offer, and the tiles that each seat bought.
        let mut befores: Vec<Public> = Vec::new();
        let mut bought: Vec<Vec<usize>> = Vec::new();
        play(players, seed, |game, position, _| {
            let view = game.view(position, seat(seed as usize % players));
            let is_revealed = !matches!(position.phase, Phase::Draw | Phase::Price(_) | Phase::Over);
            let rounds = usize::from(position.round) - usize::from(!is_revealed && position.phase != Phase::Over);
            assert_eq!(view.trades().len(), rounds, "in phase {:?}", position.phase);
            assert_eq!(view.trades(), position.trades());
            if position.phase == Phase::Price(position.start) {
                befores.push(position.public().clone());
            }
            if matches!(position.phase, Phase::Build(_)) && bought.len() < rounds {
                // Two own tiles less those sold, and the one bought.
                bought.push(position.players.iter().map(|player| player.to_build.len()).collect());
            }
            for (index, (trade, before)) in view.trades().iter().zip(&befores).enumerate() {
                assert_eq!(trade.before(game, position, index as u8 + 1).as_ref(), Some(before), "round {}", index + 1);
            }
            for (trade, to_build) in view.trades().iter().zip(&bought) {
                for (index, side) in trade.seats.iter().enumerate() {
                    let sold =
                        trade.seats.iter().filter(|other| other.bought.is_some_and(|(from, _)| from == seat(index)));
                    let kept = 2 - sold.count();
                    assert_eq!(to_build[index], kept + usize::from(side.bought.is_some()));
                    let is_offered = side.bought.is_none_or(|(from, tile)| {
                        let seller = &trade.seats[from.index()];
                        let place = seller.drawn.iter().position(|&drawn| drawn == tile);
                        place.is_some_and(|place| seller.offer().discards(3).all(|discard| discard != place))
                    });
                    assert!(is_offered, "{:?}", side.bought);
                }
            }
        });
        assert_eq!(befores.len(), bought.len());
    }
}

#[test]
fn offers_in_trades_are_those_that_were_made() {
    let mut made: Vec<(Seat, Offer)> = Vec::new();
    let mut rng = random(3);
    let game = Skye::printed(3, random_scoring(&mut rng)).expect("a valid set-up");
    let mut position = game.start(seat(1));
    while game.turn(&position) != Turn::Over {
        match game.turn(&position) {
            Turn::Seat(seat) => {
                let action = game.random_action(&position, &mut rng);
                made.extend(if let Action::Offer(offer) = action { Some((seat, offer)) } else { None });
                game.apply(&mut position, action);
            }
            _ => game.resolve_chance(&mut position, 3),
        }
    }
    let remembered = position.trades().iter().flat_map(|trade| {
        Seat::in_turn_order(trade.start, 3).map(|seat| (seat, trade.seats[seat.index()].offer())).collect::<Vec<_>>()
    });
    assert_eq!(remembered.collect::<Vec<_>>(), made);
}
