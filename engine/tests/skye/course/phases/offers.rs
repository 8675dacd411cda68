//! Phase 2: tiles are drawn and offers made.

use super::*;

#[test]
fn all_tiles_are_drawn_and_visible_before_any_offer() {
    for players in 2..=5 {
        let mut table = Table::printed(players, QUIET);
        table.draw_by_chance(9);
        assert_eq!(table.position.bag.len(), 73 - 3 * players);
        for viewer in Seat::all(players) {
            let view = table.game.view(&table.position, viewer);
            assert!(table.game.public(&view).players.iter().all(|player| player.drawn.len() == 3));
            assert!(Seat::all(players).all(|seat| table.position.offer(seat).is_none()), "nothing is hidden yet");
        }
        let draws = table.events.iter().filter(|event| matches!(event, Event::Draw { .. })).count();
        assert_eq!(draws, players);
    }
}

#[test]
fn offers_are_made_in_turn_order_from_the_start() {
    let mut table = Table::printed(3, QUIET);
    table.position = table.game.start(seat(1));
    table.draw_by_chance(1);
    for index in [1, 2, 0] {
        assert_eq!(table.turn(), Turn::Seat(seat(index)));
        assert_eq!(table.position.phase, Phase::Price(seat(index)));
        table.offer([1, 0, 1]);
    }
    assert_eq!(table.position.phase, Phase::Buy(seat(1)));
}

#[test]
fn the_number_of_offers_is_three_for_every_pair_of_prices() {
    // Prices a + b <= G: (G - 1) + (G - 2) + ... + 1 pairs, three discards.
    for (gold, count) in [(2, 3), (3, 9), (4, 18), (5, 30), (6, 45), (13, 234), (30, 1305)] {
        assert_eq!(Offer::all(3, gold, PriceLimits::PRINTED).count(), count);
        assert_eq!(count, usize::from(3 * gold * (gold - 1) / 2));
    }
    assert_eq!(two_players().legal_actions().len(), 30);
}

/// The prices of three drawn tiles.
fn of_three(offer: &Offer) -> [u16; 3] {
    let [one, two, three, ..] = offer.prices();
    [one, two, three]
}

#[test]
fn all_offers_with_three_gold() {
    let offers: Vec<[u16; 3]> = Offer::all(3, 3, PriceLimits::PRINTED).map(|offer| of_three(&offer)).collect();
    let expected = [[0, 1, 1], [0, 1, 2], [0, 2, 1], [1, 0, 1], [1, 0, 2], [1, 1, 0], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    assert_eq!(offers, expected);
}

#[test]
fn an_offer_is_legal_exactly_if_it_is_listed() {
    for gold in 0..=9 {
        let listed: Vec<Offer> = Offer::all(3, gold, PriceLimits::PRINTED).collect();
        assert!(listed.is_sorted_by(|a, b| a < b));
        for number in 0..11 * 11 * 11 {
            let prices = [number / 121, number / 11 % 11, number % 11];
            let offer = Offer::from_prices(prices).filter(|offer| offer.is_legal(3, gold, PriceLimits::PRINTED));
            assert_eq!(offer.is_some(), listed.iter().any(|offer| of_three(offer) == prices), "{prices:?} with {gold}");
        }
    }
}

#[test]
fn an_offer_discards_one_tile_and_prices_two() {
    let refused =
        |prices: [u16; 3]| Offer::from_prices(prices).is_none_or(|offer| !offer.is_legal(3, 5, PriceLimits::PRINTED));
    assert!(refused([1, 1, 1]), "three tiles are priced");
    assert!(refused([0, 0, 5]), "two are discarded");
    assert!(refused([0, 0, 0]));
    assert!(refused([0, 3, 3]), "both together are more than 5 gold");
    assert!(refused([0, u16::MAX, 2]), "the sum is not to wrap around");
    assert!(!refused([4, 1, 0]), "there is no upper limit but the gold");
    assert!(!refused([0, 1, 1]), "gold may be held back");
}

#[test]
fn offers_keep_the_order_drawn() {
    assert_eq!(of_three(&Offer::new(0, [3, 4])), [0, 3, 4]);
    assert_eq!(of_three(&Offer::new(1, [3, 4])), [3, 0, 4]);
    assert_eq!(of_three(&Offer::new(2, [3, 4])), [3, 4, 0]);
    for discard in 0..3 {
        let offer = Offer::new(discard, [3, 4]);
        assert_eq!((offer.discards(3).collect::<Vec<_>>(), offer.stake()), (vec![discard], 7));
    }
}

#[test]
fn random_offers_are_uniform() {
    // Five gold, 30 offers, 30,000 draws: 1,000 expected each. Chi-square with 29 degrees of freedom exceeds 70 less than once in 10,000.
    let mut rng = random(11);
    let offers: Vec<Offer> = Offer::all(3, 5, PriceLimits::PRINTED).collect();
    let mut counts = vec![0i64; offers.len()];
    for _ in 0..30_000 {
        let offer = Offer::random(3, 5, PriceLimits::PRINTED, &mut rng);
        counts[offers.iter().position(|&other| other == offer).expect("a legal offer")] += 1;
    }
    let chi_square: i64 = counts.iter().map(|count| (count - 1000).pow(2)).sum::<i64>() / 1000;
    assert!(chi_square < 70, "{chi_square}");
}

#[test]
fn stakes_are_held_until_all_offers_are_in() {
    let mut table = two_players();
    table.offer([0, 1, 3]);
    assert_eq!(table.gold(), [5, 5]);
    assert!(table.position.players[0].display.is_empty());
    table.offer([2, 2, 0]);
    assert_eq!(table.gold(), [1, 1]);
    let display: Vec<(&str, u16)> =
        table.position.players[0].display.iter().map(|sale| (table.game.tiles().name(sale.tile), sale.price)).collect();
    assert_eq!(display, [("L02", 1), ("L03", 3)]);
    assert!(table.position.players.iter().all(|player| player.drawn.is_empty()));
    assert!(Seat::all(2).all(|seat| table.position.offer(seat).is_none()));
}
