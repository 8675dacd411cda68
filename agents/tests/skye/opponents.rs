//! The opponent model: predicted offers and purchases, and the inverse temperatures read from past trades.

use std::collections::BTreeMap;
use std::sync::Arc;

use agents::skye::appraisal::{Appraisals, Judgements};
use agents::skye::greedy::quick_action;
use agents::skye::market::{Market, Shortlist};
use agents::skye::opponents::{Buyer, Habits, InverseTemperature, Offerer};
use engine::random::{Random, below, random};
use engine::skye::{
    Action, DiscountBorneBy, Module, Modules, Offer, Phase, PriceLimits, Public, Rules, Skye, Tablet, Tiles,
};
use engine::{Game, Seat, Turn};

use crate::random_games::{random_game, random_play, random_set, random_set_with};

fn gains() -> Appraisals {
    Appraisals::by(Judgements::calibrated())
}

/// Calls `act` with the offerer of a seat and a function that extends its offers to all tiles drawn.
fn with_offerer<T>(
    game: &Skye,
    position: &Public,
    seat: Seat,
    act: impl FnOnce(&mut Offerer, &dyn Fn(Offer) -> Offer) -> T,
) -> T {
    let mut gains = gains();
    let shortlist = Shortlist::of(game, position, &mut gains);
    let public = shortlist.public();
    let market = Market::of_drawn(game, public, &mut gains);
    let mut offerer = Offerer::new(game, public, seat, &market, &mut gains);
    act(&mut offerer, &|offer| shortlist.in_full(seat, offer))
}

/// Games under various rules of offers, with some modules and numbers of players.
fn games() -> Vec<Skye> {
    let all: Modules = Module::ALL.into_iter().collect();
    let no_limits = PriceLimits::PRINTED;
    let dear = PriceLimits { lowest: 3, highest: 1000 };
    let narrow = PriceLimits { lowest: 3, highest: 4 };
    let least = PriceLimits { lowest: 1, highest: 1 };
    let kinds = [
        (Modules::NONE, 3, no_limits, 5),
        (Modules::NONE, 2, no_limits, 5),
        (Modules::NONE, 4, dear, 6),
        (Modules::NONE, 5, narrow, 7),
        (Modules::NONE, 3, least, 2),
        (Modules::NONE, 3, no_limits, 2),
        (Modules::NONE, 2, dear, 6),
        (Modules::NONE, 3, PriceLimits { lowest: 20, highest: 1000 }, 40),
        (Modules::NONE, 3, PriceLimits { lowest: 20, highest: 20 }, 40),
        (all, 3, no_limits, 5),
        (all, 5, dear, 6),
        (all, 2, narrow, 7),
    ];
    let game = |(number, (modules, tiles_drawn, prices, castle_income)): (usize, (Modules, u16, PriceLimits, u16))| {
        let players = 2 + number % 4;
        let start_gold = if number % 2 == 0 { [0; 5] } else { [30; 5] };
        let discount_borne_by = [DiscountBorneBy::Seller, DiscountBorneBy::Supply][number % 2];
        let printed = Rules::with_modules(players, modules);
        let rules = Rules { tiles_drawn, prices, castle_income, start_gold, discount_borne_by, ..printed };
        let scoring = random_set_with(modules, number as u64);
        Skye::new(Tiles::printed_with(modules), Arc::new(rules), scoring, players).expect("a valid set-up")
    };
    kinds.into_iter().enumerate().map(game).collect()
}

#[test]
fn only_legal_offers_are_drawn_under_all_rules() {
    let mut rng = random(1);
    for (number, game) in games().iter().enumerate() {
        let (mut seen, mut different) = (0, 0);
        for seed in 0..3 {
            random_play(game, seed, |game, position| {
                let Phase::Price(first) = position.phase else { return };
                if first != position.start {
                    return;
                }
                let mut public = game.public(&game.view(position, first)).clone();
                if game.has(Module::Druids) {
                    // Some pay less than others.
                    public.players[0].tablets.add(Tablet::Discount1);
                    public.players[1].tablets.add(Tablet::Discount2);
                }
                for seat in Seat::all(public.seats()) {
                    let player = public.player(seat);
                    let check = |offer: &Offer| {
                        let is_legal = offer.is_legal(player.drawn.len(), player.gold, game.rules().prices);
                        assert!(is_legal, "{offer:?} with {} gold in game {number}", player.gold);
                    };
                    with_offerer(game, &public, seat, |offerer, in_full| {
                        for inverse_temperature in [0.25, 2.5] {
                            let drawn = offerer.draw(&Habits::committed(), inverse_temperature, 20, &mut rng);
                            let drawn: Vec<Offer> = drawn.into_iter().map(in_full).collect();
                            assert_eq!(drawn.len(), 20);
                            drawn.iter().for_each(check);
                            different += usize::from(drawn.iter().any(|offer| *offer != drawn[0]));
                        }
                    });
                    seen += 1;
                }
            });
        }
        let is_one_price = game.rules().prices.lowest == game.rules().prices.highest;
        assert!(seen >= 30 && (different > seen || is_one_price), "{different} of {seen} differ in game {number}");
    }
}

#[test]
fn offers_are_drawn_as_often_as_their_chances_say() {
    const INVERSE_TEMPERATURES: [f64; 3] = [0.5, 1.0, 2.5];
    const DRAWS: usize = 8000;
    let (mut compared, mut positions) = (0, 0);
    for (seed, players) in [(1, 2), (2, 4)] {
        random_game(players, random_set(seed), seed, |game, position| {
            let Phase::Price(seat) = position.phase else { return };
            if seat != position.start || position.round % 2 == 0 {
                return;
            }
            positions += 1;
            with_offerer(game, position, seat, |offerer, _| {
                for (index, inverse_temperature) in INVERSE_TEMPERATURES.into_iter().enumerate() {
                    let mut counts: BTreeMap<Offer, f64> = BTreeMap::new();
                    for offer in offerer.draw(&Habits::committed(), inverse_temperature, DRAWS, &mut random(seed)) {
                        *counts.entry(offer).or_default() += 1.0;
                    }
                    let chance =
                        |offer| offerer.log_chances(&Habits::committed(), offer, INVERSE_TEMPERATURES)[index].exp();
                    let all: f64 = counts.keys().map(chance).sum();
                    assert!((0.9..1.0 + 1e-9).contains(&all), "all that is drawn has a chance of {all}");
                    for (offer, count) in &counts {
                        // The tolerance covers both ends of the offer's interval of random numbers, and rounded weights.
                        let expected = chance(offer) * DRAWS as f64;
                        assert!((count - expected).abs() < 6.0, "{offer:?}: {count} for {expected}");
                        compared += 1;
                    }
                }
            });
        });
    }
    assert!(positions >= 6 && compared > 500, "{compared} offers in {positions} positions");
}

#[test]
fn the_highest_score_is_likelier_at_higher_inverse_temperature() {
    let mut positions = 0;
    random_game(3, random_set(4), 4, |game, position| {
        let Phase::Price(seat) = position.phase else { return };
        with_offerer(game, position, seat, |offerer, _| {
            // At this inverse temperature, almost only the highest scores are drawn.
            let favourite = offerer.draw(&Habits::committed(), 1000.0, 1, &mut random(1))[0];
            let chances = offerer.log_chances(&Habits::committed(), &favourite, [0.0, 0.25, 0.5, 1.0, 2.5, 1000.0]);
            assert!(chances.is_sorted() && chances[0] < chances[4], "{chances:?}");
            positions += 1;
        });
    });
    assert!(positions > 10, "{positions} positions");
}

#[test]
fn a_price_above_the_modelled_ones_has_no_effect() {
    let game = Skye::printed(2, random_set(1)).expect("a valid set-up");
    let mut position = game.start(Seat::new(0));
    game.resolve_chance(&mut position, 1);
    position.set_up(|public| public.players[0].gold = 400);
    with_offerer(&game, &position, Seat::new(0), |offerer, _| {
        let log_chances = |prices| offerer.log_chances(&Habits::committed(), &Offer::new(0, prices), [1.0]);
        let discard = log_chances([200, 200])[0];
        assert!(discard.is_finite() && discard > log_chances([4, 4])[0], "only the tile discarded counts");
    });
}

/// Plays by the committed habits at an inverse temperature; builds quickly.
struct Habitual {
    inverse_temperature: f64,
}

impl Habitual {
    fn action(&self, game: &Skye, position: &Public, rng: &mut Random) -> Action {
        let Phase::Price(seat) = position.phase else {
            let Phase::Buy(seat) = position.phase else { return quick_action(game, position, &mut gains()) };
            return self.purchase(game, position, seat, rng);
        };
        with_offerer(game, position, seat, |offerer, in_full| {
            Action::Offer(in_full(offerer.draw(&Habits::committed(), self.inverse_temperature, 1, rng)[0]))
        })
    }

    fn purchase(&self, game: &Skye, position: &Public, seat: Seat, rng: &mut Random) -> Action {
        let scored = scored(game, position, seat);
        let most = scored.iter().map(|(_, score)| *score).max().expect("a pass");
        let weights =
            scored.iter().map(|(_, score)| (self.inverse_temperature * f64::from(score - most) / 1024.0).exp());
        let weights: Vec<f64> = weights.collect();
        let mut left = f64::from(below(rng, 1 << 20)) / f64::from(1 << 20) * weights.iter().sum::<f64>();
        let chosen = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        scored[chosen.unwrap_or(0)].0
    }
}

/// Returns a pass and all purchases of a seat with their scores.
fn scored(game: &Skye, position: &Public, seat: Seat) -> Vec<(Action, i32)> {
    Buyer::new(game, position, seat, &mut gains()).scored(&Habits::committed().purchases, None)
}

/// Returns the first seat's estimates of the others before its offer in each round, in a game at these inverse temperatures.
fn read(game: &Skye, table: &[f64], seed: u64) -> Vec<Vec<InverseTemperature>> {
    let mut position = game.start(Seat::new(seed as usize % table.len()));
    let (mut found, mut rng) = (Vec::new(), random(seed));
    loop {
        match game.turn(&position) {
            Turn::Over => return found,
            Turn::Chance => game.resolve_chance(&mut position, seed),
            Turn::Seat(seat) => {
                if position.phase == Phase::Price(Seat::new(0)) {
                    let view = game.view(&position, seat);
                    let read = InverseTemperature::read(game, &view, &Habits::committed(), &mut gains());
                    found.push(read[1..table.len()].to_vec());
                }
                let player = Habitual { inverse_temperature: table[seat.index()] };
                let action = player.action(game, game.public(&game.view(&position, seat)), &mut rng);
                game.apply(&mut position, action);
            }
        }
    }
}

#[test]
fn estimates_rise_with_the_inverse_temperature() {
    let (mut offers, mut purchases) = ([0.0; 3], [0.0; 3]);
    const GAMES: u64 = 16;
    for seed in 0..GAMES {
        let game = Skye::printed(4, random_set(seed)).expect("a valid set-up");
        let rounds = read(&game, &[1.0, 0.0, 1.0, 3.0], seed);
        for (seat, last) in rounds.last().expect("rounds").iter().enumerate() {
            offers[seat] += last.offers / GAMES as f64;
            purchases[seat] += last.purchases / GAMES as f64;
        }
    }
    for found in [offers, purchases] {
        let [careless, usual, strict] = found;
        assert!(careless < 0.85 && (0.85..1.15).contains(&usual) && strict > 1.2, "{offers:?} and {purchases:?}");
    }
}

#[test]
fn before_the_first_trade_and_with_modules_estimates_are_the_default() {
    let usual = InverseTemperature::default();
    assert_eq!((usual.offers, usual.purchases), (1.0, 1.0));
    let game = Skye::printed(3, random_set(2)).expect("a valid set-up");
    let rounds = read(&game, &[1.0, 0.0, 3.0], 2);
    assert!(rounds[0].iter().all(|found| *found == usual), "{:?}", rounds[0]);
    assert!(rounds[1..].iter().flatten().all(|found| *found != usual), "{rounds:?}");
    let modules = Modules::from_iter([Module::Tunnels]);
    let game = Skye::printed_with(3, random_set_with(modules, 2), modules).expect("a valid set-up");
    let rounds = read(&game, &[1.0, 0.0, 3.0], 2);
    assert!(rounds.len() > 4 && rounds.iter().flatten().all(|found| *found == usual), "{rounds:?}");
}

#[test]
fn the_distribution_agrees_with_log_chances() {
    let habits = Habits::committed();
    let mut compared = 0;
    for (seed, inverse_temperature) in [(3, 1.0), (4, 0.5), (5, 2.5)] {
        random_game(2 + seed as usize % 3, random_set(seed), seed, |game, position| {
            let Phase::Price(seat) = position.phase else { return };
            let mut gains = gains();
            let market = Market::of_drawn(game, position, &mut gains);
            let offerer = Offerer::new(game, position, seat, &market, &mut gains);
            let all = offerer.distribution(&habits, inverse_temperature);
            let sum: f64 = all.iter().map(|(_, chance)| chance).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{sum}");
            for (index, (offer, chance)) in all.iter().enumerate() {
                assert!(all[..index].iter().all(|(other, _)| other != offer), "{offer:?} is there twice");
                let [expected] = offerer.log_chances(&habits, offer, [inverse_temperature]);
                assert!((chance - expected.exp()).abs() < 1e-9, "{chance} for {}", expected.exp());
                compared += 1;
            }
        });
    }
    assert!(compared > 1000, "{compared} offers");
}

#[test]
fn rows_do_not_depend_on_the_order_of_options() {
    let mut checked = 0;
    random_game(3, random_set(6), 6, |game, position| {
        let Phase::Buy(seat) = position.phase else { return };
        let mut buyer = Buyer::new(game, position, seat, &mut gains());
        assert_eq!(buyer.options[0], None, "a pass");
        assert_eq!(buyer.options.len(), 1 + game.purchases(position, seat).count());
        let seen = buyer.rows(None);
        buyer.options[1..].reverse();
        let mut reversed = buyer.rows(None);
        reversed[1..].reverse();
        assert_eq!(seen, reversed);
        checked += usize::from(buyer.options.len() > 2);
    });
    assert!(checked > 5, "{checked} positions with something to choose from");
}

#[test]
fn the_committed_habits_are_as_they_are_written() {
    let text = include_str!("../../data/habits.json");
    let read = Habits::from_json(text).expect("a committed data file");
    assert_eq!(read.to_json(), text);
    assert_eq!(read, *Habits::committed());
}

#[test]
fn damaged_habits_are_refused() {
    let text = Habits::committed().to_json();
    let refused = |old: &str, new: &str| {
        assert!(text.contains(old));
        Habits::from_json(&text.replacen(old, new, 1)).expect_err("damaged").to_string()
    };
    assert!(refused("\"prices\"", "\"fees\"").contains("fees"));
    assert!(refused("\"shift\":", "\"shift\":1").contains("checksum"));
    assert!(refused("trained_on", "trained_at").contains("trained_at"));
    // The net for discards has other inputs than that for prices.
    let swapped = text.replace("discards\":", "x\":").replace("prices\":", "discards\":").replace("x\":", "prices\":");
    let error = Habits::from_json(&swapped).expect_err("swapped").to_string();
    assert!(error.contains("inputs"), "{error}");
}
