//! The six phases of a round.

use engine::random::random;
use engine::skye::{Action, Event, Offer, Phase, Rules, ScoringTile, Slot, TileId};
use engine::{Game, Seat, Turn};

use crate::table::{QUIET, Table, seat};

/// Six tiles of bare pasture.
const PASTURES: &str = "a,PPPP,,,,,\nb,PPPP,,,,,\nc,PPPP,,,,,\nd,PPPP,,,,,\ne,PPPP,,,,,\nf,PPPP,,,,,\n";

/// Two printed players with 5 gold each; drawn are L01 to L03 and L04 to L06.
fn two_players() -> Table {
    let mut table = Table::printed(2, QUIET);
    table.draw(&[["L01", "L02", "L03"], ["L04", "L05", "L06"]]);
    table
}

/// Three printed players with 5 gold each; drawn are L01 to L09 in order.
fn three_players() -> Table {
    let mut table = Table::printed(3, QUIET);
    table.draw(&[["L01", "L02", "L03"], ["L04", "L05", "L06"], ["L07", "L08", "L09"]]);
    table
}

/// What each seat received at the last income: castle, whisky, catch-up.
fn income(table: &Table) -> Vec<(u16, u16, u16)> {
    let received = |event: &Event| match *event {
        Event::Income { castle, whisky, catch_up, .. } => Some((castle, whisky, catch_up)),
        _ => None,
    };
    table.events.iter().filter_map(received).collect()
}

/// Income of players with these VP in a round.
fn catch_up(round: u8, vp: &[u16]) -> Vec<u16> {
    let mut table = Table::printed(vp.len(), QUIET);
    table.position.round = round;
    table.position.players.iter_mut().zip(vp).for_each(|(player, &vp)| player.vp = vp);
    table.draw_by_chance(1);
    income(&table).into_iter().map(|(_, _, catch_up)| catch_up).collect()
}

// Phase 1: income.

#[test]
fn the_first_income_gives_five_gold() {
    for players in 2..=5 {
        let mut table = Table::printed(players, QUIET);
        table.draw_by_chance(3);
        assert_eq!(table.gold(), vec![5; players]);
        assert_eq!(income(&table), vec![(5, 0, 0); players]);
    }
}

#[test]
fn example_income_of_13_gold() {
    // Round 5, two players ahead of seat 0, whose whisky lies on two connected tiles and on one that is not connected: 5 + 2 + 2x3 = 13.
    // L30 and L19 have roads to the castle's north and south; the road of L50, east, runs past it.
    let mut table = Table::printed(3, QUIET);
    table.give(
        0,
        "L30 .
         castle L50
         L19 .",
    );
    table.position.round = 5;
    table.position.players[0].vp = 10;
    table.position.players[1].vp = 11;
    table.position.players[2].vp = 30;
    table.draw_by_chance(1);
    // Seat 1 has one player ahead: 1x3.
    assert_eq!(income(&table), [(5, 2, 6), (5, 0, 3), (5, 0, 0)]);
    assert_eq!(table.gold(), [13, 8, 5]);
}

#[test]
fn example_catch_up_in_round_5() {
    assert_eq!(catch_up(5, &[10, 20, 30]), [6, 3, 0]);
    assert_eq!(catch_up(5, &[10, 20, 30, 40]), [9, 6, 3, 0]);
}

#[test]
fn catch_up_per_round_for_up_to_four_players() {
    let last_of_three = |round| catch_up(round, &[0, 7, 8])[0];
    assert_eq!([1, 2, 3, 4, 5, 6].map(last_of_three), [0, 0, 2, 4, 6, 8]);
}

#[test]
fn catch_up_per_round_for_five_players() {
    let last_of_five = |round| catch_up(round, &[0, 1, 2, 3, 4])[0];
    assert_eq!([1, 2, 3, 4, 5].map(last_of_five), [0, 0, 4, 8, 12]);
}

#[test]
fn catch_up_counts_players_strictly_ahead() {
    assert_eq!(catch_up(6, &[9, 9, 9, 9]), [0, 0, 0, 0]);
    assert_eq!(catch_up(6, &[9, 12, 9, 12]), [8, 0, 8, 0]);
}

#[test]
fn income_adds_to_the_gold_held() {
    let mut table = Table::printed(2, QUIET);
    table.position.players[1].gold = 17;
    table.draw_by_chance(1);
    assert_eq!(table.gold(), [5, 22]);
}

// Phase 2: draw and prices.

#[test]
fn all_tiles_are_drawn_and_visible_before_any_offer() {
    for players in 2..=5 {
        let mut table = Table::printed(players, QUIET);
        table.draw_by_chance(9);
        assert_eq!(table.position.bag.len(), 73 - 3 * players);
        for viewer in Seat::all(players) {
            let view = table.game.view(&table.position, viewer);
            assert!(table.game.public(&view).players.iter().all(|player| player.drawn.len() == 3));
            assert_eq!(table.position.offers, [None; 5], "nothing is hidden yet");
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
        assert_eq!(Offer::all(gold).count(), count);
        assert_eq!(count, usize::from(3 * gold * (gold - 1) / 2));
    }
    assert_eq!(two_players().legal_actions().len(), 30);
}

#[test]
fn all_offers_with_three_gold() {
    let offers: Vec<[u16; 3]> = Offer::all(3).map(|offer| offer.prices).collect();
    let expected = [[0, 1, 1], [0, 1, 2], [0, 2, 1], [1, 0, 1], [1, 0, 2], [1, 1, 0], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    assert_eq!(offers, expected);
}

#[test]
fn an_offer_is_legal_exactly_if_it_is_listed() {
    for gold in 0..=9 {
        let listed: Vec<Offer> = Offer::all(gold).collect();
        assert!(listed.is_sorted_by(|a, b| a < b));
        for number in 0..11 * 11 * 11 {
            let offer = Offer { prices: [number / 121, number / 11 % 11, number % 11] };
            assert_eq!(offer.is_legal(gold), listed.contains(&offer), "{offer:?} with {gold}");
        }
    }
}

#[test]
fn an_offer_discards_one_tile_and_prices_two() {
    let refused = |prices: [u16; 3]| !Offer { prices }.is_legal(5);
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
    assert_eq!(Offer::new(0, [3, 4]).prices, [0, 3, 4]);
    assert_eq!(Offer::new(1, [3, 4]).prices, [3, 0, 4]);
    assert_eq!(Offer::new(2, [3, 4]).prices, [3, 4, 0]);
    for discard in 0..3 {
        let offer = Offer::new(discard, [3, 4]);
        assert_eq!((offer.discard(), offer.stake()), (discard, 7));
    }
}

#[test]
fn random_offers_are_uniform() {
    // Five gold, 30 offers, 30,000 draws: 1,000 expected each. Chi-square with 29 degrees of freedom exceeds 70 less than once in 10,000.
    let mut dice = random(11);
    let offers: Vec<Offer> = Offer::all(5).collect();
    let mut counts = vec![0i64; offers.len()];
    for _ in 0..30_000 {
        let offer = Offer::random(5, &mut dice);
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
    assert_eq!(table.position.offers, [None; 5]);
}

// Phase 3: discards.

#[test]
fn discards_go_back_to_the_bag_when_all_offers_are_in() {
    let mut table = two_players();
    table.offer([0, 1, 1]);
    assert!(!table.is_in_bag("L01"));
    table.offer([1, 0, 1]);
    assert!(table.is_in_bag("L01") && table.is_in_bag("L05"));
    assert!(["L02", "L03", "L04", "L06"].iter().all(|name| !table.is_in_bag(name)));
    assert_eq!(table.position.bag.len(), 73 - 4);
}

#[test]
fn example_the_tile_in_the_middle_is_discarded() {
    let mut table = two_players();
    table.offer([4, 0, 1]);
    table.offer([1, 0, 1]);
    assert!(table.is_in_bag("L02") && table.is_in_bag("L05"));
    let on_sale: Vec<&str> =
        table.position.players[0].display.iter().map(|sale| table.game.tiles().name(sale.tile)).collect();
    assert_eq!(on_sale, ["L01", "L03"]);
}

#[test]
fn discards_can_be_drawn_again() {
    let mut table = two_players();
    table.offer([0, 1, 1]);
    table.offer([1, 0, 1]);
    table.pass();
    table.pass();
    table.build_anyhow();
    table.draw(&[["L05", "L10", "L11"], ["L12", "L13", "L01"]]);
    assert!(!table.is_in_bag("L01") && !table.is_in_bag("L05"));
}

// Phase 4: buying.

#[test]
fn players_buy_in_turn_order_each_once() {
    let mut table = three_players();
    table.position.start = seat(2);
    table.position.phase = Phase::Price(seat(2));
    (0..3).for_each(|_| table.offer([0, 1, 1]));
    let mut order = Vec::new();
    while let Phase::Buy(buyer) = table.position.phase {
        order.push(buyer.index());
        table.pass();
    }
    assert_eq!(order, [2, 0, 1]);
}

#[test]
fn a_purchase_pays_the_seller_who_takes_back_the_stake() {
    let mut table = two_players();
    table.offer([0, 1, 1]);
    table.offer([0, 2, 1]);
    assert_eq!(table.gold(), [3, 2]);
    table.buy(1, "L05");
    // Seat 0 pays 2; seat 1 gets them, and its stake of 2.
    assert_eq!(table.gold(), [1, 6]);
    assert_eq!(table.to_build(0), ["L05"]);
    assert!(!table.position.players[1].display.iter().any(|sale| sale.tile == table.tile("L05")));
}

#[test]
fn a_seller_may_spend_payment_and_stake_in_the_same_phase() {
    let mut table = two_players();
    // Seat 1 stakes all its gold.
    table.offer([0, 1, 3]);
    table.offer([0, 4, 1]);
    assert_eq!(table.gold(), [1, 0]);
    table.buy(1, "L06");
    assert_eq!(table.gold(), [0, 2], "the payment of 1 and the stake of 1");
    // Now it can buy for 1, but not for 3.
    let buys = table.legal_actions();
    assert_eq!(buys, [Action::Buy { from: seat(0), tile: table.tile("L02") }, Action::Pass]);
    table.buy(0, "L02");
    // The seller's 1 + 1; then seat 0 loses 3 on L03, seat 1 loses 4 on L05.
    assert_eq!(table.gold(), [2, 1]);
    assert_eq!(table.to_build(0), ["L06", "L03"]);
    assert_eq!(table.to_build(1), ["L02", "L05"]);
}

#[test]
fn without_a_sale_staked_gold_cannot_be_spent() {
    let mut table = two_players();
    table.offer([0, 1, 1]);
    table.offer([0, 4, 1]);
    table.pass();
    assert_eq!(table.legal_actions(), [Action::Pass], "seat 1 holds nothing");
}

#[test]
fn tiles_can_be_bought_from_others_only_and_for_the_price() {
    let mut table = three_players();
    table.offer([1, 2, 0]);
    table.offer([4, 1, 0]);
    table.offer([3, 2, 0]);
    // Seat 0 holds 2: it can buy L05 for 1 and L08 for 2, but not L04 for 4, L07 for 3, or its own L01 and L02.
    let tile = |name| table.tile(name);
    let expected = [
        Action::Buy { from: seat(1), tile: tile("L05") },
        Action::Buy { from: seat(2), tile: tile("L08") },
        Action::Pass,
    ];
    assert_eq!(table.legal_actions(), expected);
    for (from, name) in [(0, "L01"), (1, "L04"), (2, "L07"), (1, "L08"), (2, "L09"), (2, "L40")] {
        let action = Action::Buy { from: seat(from), tile: tile(name) };
        assert!(!table.game.is_legal(&table.position, action), "{name} from {from}");
    }
}

#[test]
fn unsold_tiles_are_kept_after_all_buying_and_their_stakes_are_lost() {
    let mut table = two_players();
    table.offer([0, 1, 2]);
    table.offer([0, 1, 1]);
    table.pass();
    assert_eq!(table.to_build(0), [""; 0], "seat 1 may still buy");
    assert_eq!(table.position.players[0].display.len(), 2);
    table.buy(0, "L03");
    // Seat 0: 2 held + 2 * 2, the stake on L02 is lost. Seat 1: 3 held - 2, both stakes are lost.
    assert_eq!(table.gold(), [6, 1]);
    assert_eq!(table.to_build(0), ["L02"]);
    assert_eq!(table.to_build(1), ["L03", "L05", "L06"]);
    let kept = |event: &Event| match *event {
        Event::Keep { seat, tile, lost } => Some((seat.index(), table.game.tiles().name(tile), lost)),
        _ => None,
    };
    let kept: Vec<_> = table.events.iter().filter_map(kept).collect();
    assert_eq!(kept, [(0, "L02", 1), (1, "L05", 1), (1, "L06", 1)]);
}

#[test]
fn several_tiles_of_one_player_can_be_sold() {
    let mut table = three_players();
    (0..3).for_each(|_| table.offer([0, 1, 1]));
    table.buy(2, "L08");
    table.buy(2, "L09");
    // Seat 2 has sold both tiles: 3 + 2 + 2.
    assert_eq!(table.gold(), [2, 2, 7]);
    table.pass();
    assert_eq!(table.to_build(2), [""; 0]);
    assert_eq!((table.to_build(0), table.to_build(1)), (vec!["L08", "L02", "L03"], vec!["L09", "L05", "L06"]));
}

// Phase 5: building.

#[test]
fn ruling_players_build_in_turn_order_each_all_their_tiles() {
    let mut table = three_players();
    table.position.start = seat(1);
    table.position.phase = Phase::Price(seat(1));
    (0..3).for_each(|_| table.offer([0, 1, 1]));
    (0..3).for_each(|_| table.pass());
    let mut order = Vec::new();
    while let Phase::Build(builder) = table.position.phase {
        order.push(builder.index());
        table.act(table.legal_actions()[0]);
    }
    assert_eq!(order, [1, 1, 2, 2, 0, 0]);
    assert_eq!(table.position.players.iter().map(|player| player.territory.len()).collect::<Vec<_>>(), [3; 3]);
}

#[test]
fn ruling_tiles_are_laid_in_any_order() {
    let mut table = Table::made_up(2, 1, QUIET, PASTURES);
    table.draw(&[["a", "b", "c"], ["d", "e", "f"]]);
    (0..2).for_each(|_| table.offer([0, 1, 1]));
    (0..2).for_each(|_| table.pass());
    // Seat 0 has b and c; each can lie north or south of the castle. It need not begin with b.
    let names: Vec<TileId> = table
        .legal_actions()
        .into_iter()
        .map(|action| match action {
            Action::Place(placement) => placement.tile,
            _ => panic!("{action:?} while building"),
        })
        .collect();
    assert_eq!(names, ["b", "b", "c", "c"].map(|name| table.tile(name)));
    table.place("c", (0, 1), 0);
    table.place("b", (0, 2), 0);
    assert_eq!(table.position.phase, Phase::Build(seat(1)));
}

#[test]
fn building_touches_nobody_else() {
    let mut table = two_players();
    (0..2).for_each(|_| table.offer([0, 1, 1]));
    (0..2).for_each(|_| table.pass());
    let other = table.position.players[1].territory;
    table.act(table.legal_actions()[0]);
    assert_eq!(table.position.players[1].territory, other);
}

/// Seat 0 has no mountain edge left, and is to lay `m`, bare mountain, and the tile of this name.
fn with_mountain_closed(name: &str) -> Table {
    let rows = "m,MMMM,,,,,\nx,MPPP,,,,,\np,PPPP,,,,,\nw,PMPP,,,,,\nd,PPPP,,,,,\ne,PPPP,,,,,\nf,PPPP,,,,,\n";
    let mut table = Table::made_up(2, 1, QUIET, rows);
    table.give(0, "w castle");
    let discard = if name == "x" { "p" } else { "x" };
    table.draw(&[[discard, "m", name], ["d", "e", "f"]]);
    (0..2).for_each(|_| table.offer([0, 1, 1]));
    (0..2).for_each(|_| table.pass());
    table
}

fn returned(table: &Table) -> Vec<&str> {
    let returned = |event: &Event| match *event {
        Event::Return { tile, .. } => Some(table.game.tiles().name(tile)),
        _ => None,
    };
    table.events.iter().filter_map(returned).collect()
}

#[test]
fn ruling_a_tile_that_can_be_laid_must_be_laid() {
    // m fits nowhere until x offers a mountain; then it must be laid.
    let mut table = with_mountain_closed("x");
    assert_eq!(table.to_build(0), ["m", "x"]);
    let all_x = table
        .legal_actions()
        .iter()
        .all(|action| matches!(action, Action::Place(placement) if placement.tile == table.tile("x")));
    assert!(all_x, "only x fits, and there is no passing");
    assert!(!table.game.is_legal(&table.position, Action::Pass));
    // x north of the castle as printed, its mountain to the north.
    table.place("x", (0, 1), 0);
    assert_eq!(table.position.phase, Phase::Build(seat(0)));
    assert_eq!(table.legal_actions(), [Action::Place(table.placement("m", (0, 2), 0))]);
    table.place("m", (0, 2), 0);
    assert_eq!(table.position.phase, Phase::Build(seat(1)));
    assert_eq!(returned(&table), [""; 0]);
}

#[test]
fn ruling_tiles_go_back_only_when_none_of_the_rest_can_be_laid() {
    let mut table = with_mountain_closed("p");
    assert_eq!(table.to_build(0), ["m", "p"]);
    assert_eq!(returned(&table), [""; 0], "m cannot be laid, but p can");
    assert!(!table.is_in_bag("m"));
    let gold = table.gold();
    table.place("p", (0, 1), 0);
    // Now m is left, and there is no mountain: it goes back, and nothing is paid back.
    assert_eq!(returned(&table), ["m"]);
    assert!(table.is_in_bag("m"));
    assert_eq!(table.to_build(0), [""; 0]);
    assert_eq!(table.gold(), gold);
    assert_eq!(table.position.phase, Phase::Build(seat(1)));
}

#[test]
fn ruling_several_tiles_go_back_together() {
    let rows = "m,MMMM,,,,,\nn,MMMM,,,,,\nw,PMPP,,,,,\nx,PPPP,,,,,\nd,PPPP,,,,,\ne,PPPP,,,,,\nf,PPPP,,,,,\n";
    let mut table = Table::made_up(2, 1, QUIET, rows);
    table.give(0, "w castle");
    table.draw(&[["x", "m", "n"], ["d", "e", "f"]]);
    (0..2).for_each(|_| table.offer([0, 1, 1]));
    (0..2).for_each(|_| table.pass());
    assert_eq!(returned(&table), ["m", "n"]);
    assert_eq!(table.position.phase, Phase::Build(seat(1)), "seat 0 has nothing to lay");
}

#[test]
fn a_player_who_has_sold_everything_and_bought_nothing_does_not_build() {
    let mut table = three_players();
    (0..3).for_each(|_| table.offer([0, 1, 1]));
    table.pass();
    table.buy(0, "L02");
    table.buy(0, "L03");
    assert_eq!(table.position.phase, Phase::Build(seat(1)));
}

#[test]
fn roads_need_not_be_continued_and_terrain_must() {
    let mut table = Table::made_up(
        2,
        1,
        QUIET,
        "a,PPPP,,,,,\nb,WWWW,,,NESW,,\nc,PPPP,,,,,\nd,PPPP,,,,,\ne,PPPP,,,,,\nf,PPPP,,,,,\n",
    );
    table.draw(&[["c", "a", "b"], ["d", "e", "f"]]);
    (0..2).for_each(|_| table.offer([0, 1, 1]));
    (0..2).for_each(|_| table.pass());
    // b may lie east, with a road to the castle that the castle does not continue; a may lie north, without one. Not the reverse.
    assert!(!table.game.is_legal(&table.position, Action::Place(table.placement("a", (1, 0), 0))));
    assert!(!table.game.is_legal(&table.position, Action::Place(table.placement("b", (0, 1), 0))));
    table.place("b", (1, 0), 0);
    table.place("a", (0, 1), 0);
}

// Phase 6: end of the round.

#[test]
fn ruling_the_start_player_passes_clockwise() {
    for players in 2..=5 {
        let mut table = Table::printed(players, QUIET);
        table.position = table.game.start(seat(players - 1));
        let mut starts = Vec::new();
        while table.turn() != Turn::Over {
            starts.push(table.position.start.index());
            table.play_quiet_round(4);
        }
        let rounds = Rules::printed(players).round_count();
        let expected: Vec<usize> = (0..rounds).map(|round| (players - 1 + round) % players).collect();
        assert_eq!(starts, expected);
    }
}

#[test]
fn the_printed_slots_score_in_order() {
    for (players, expected) in
        [(2, vec!["A", "B", "AC", "BD", "ACD", "BCD"]), (5, vec!["AB", "AC", "BD", "ACD", "BCD"])]
    {
        let mut table = Table::printed(players, QUIET);
        let mut scored = Vec::new();
        while table.turn() != Turn::Over {
            table.events.clear();
            table.play_quiet_round(8);
            // The first seat's share tells which slots scored.
            let slot = |event: &Event| match *event {
                Event::Score { seat, slot, scoring, .. } if seat.index() == 0 => {
                    assert_eq!(scoring, table.game.scoring_at(slot));
                    Some(slot)
                }
                _ => None,
            };
            scored.push(table.events.iter().filter_map(slot).map(Slot::letter).collect::<String>());
        }
        assert_eq!(scored, expected);
    }
}

#[test]
fn most_gold_is_compared_when_it_scores() {
    let scoring = [ScoringTile::MostGold, ScoringTile::Sheep, ScoringTile::Columns, ScoringTile::Harbours];
    let mut table = Table::made_up(3, 1, scoring, &format!("{PASTURES}g,PPPP,,,,,\nh,PPPP,,,,,\ni,PPPP,,,,,\n"));
    table.draw(&[["a", "b", "c"], ["d", "e", "f"], ["g", "h", "i"]]);
    // Seat 0 stakes 2, seat 1 stakes 4, seat 2 stakes 5. Seat 0 buys for 2 from seat 1.
    table.offer([0, 1, 1]);
    table.offer([0, 2, 2]);
    table.offer([0, 4, 1]);
    table.buy(1, "e");
    table.pass();
    table.pass();
    table.build_anyhow();
    // Gold when round 1 scores: 3 - 2 = 1, 1 + 4 = 5, 0. VP 2, 5, 0; then 5 gold make seat 1's sixth.
    let score = |event: &Event| match *event {
        Event::Score { vp, .. } => Some(vp),
        _ => None,
    };
    assert_eq!(table.events.iter().filter_map(score).collect::<Vec<_>>(), [2, 5, 0]);
    assert_eq!((table.vp(), table.gold()), (vec![2, 6, 0], vec![1, 0, 0]));
}

#[test]
fn vp_are_added_up_from_round_to_round() {
    // Road-tiles on A: with six tiles of pasture without roads the castle alone, 1 VP. Nothing else scores.
    let scoring = [ScoringTile::RoadTiles, ScoringTile::Sheep, ScoringTile::Harbours, ScoringTile::BuildingSets];
    let rows: String = (0..30).map(|row| format!("t{row},PPPP,,,,,\n")).collect();
    let mut table = Table::made_up(2, 6, scoring, &rows);
    let mut after = Vec::new();
    while table.turn() != Turn::Over {
        // Nobody keeps gold for the exchange: everything is staked and lost.
        table.draw_by_chance(2);
        for index in 0..2 {
            let gold = table.position.players[(table.position.start.index() + index) % 2].gold;
            table.offer([0, 1, gold - 1]);
        }
        (0..2).for_each(|_| table.pass());
        table.build_anyhow();
        after.push(table.vp());
    }
    assert_eq!(after, [[1, 1], [1, 1], [2, 2], [2, 2], [3, 3], [3, 3]]);
}

#[test]
fn nobody_decides_between_rounds_and_after_the_end() {
    let mut table = Table::printed(2, QUIET);
    assert_eq!(table.turn(), Turn::Chance);
    assert!(table.legal_actions().is_empty());
    while table.turn() != Turn::Over {
        table.play_quiet_round(6);
        assert!(table.legal_actions().is_empty());
    }
    assert!(!table.game.is_legal(&table.position, Action::Pass));
    assert_eq!(table.position.round, 6, "the round does not go on");
}

#[test]
fn actions_of_another_phase_are_illegal() {
    let mut table = two_players();
    let offer = Action::Offer(Offer::new(0, [1, 1]));
    let buy = Action::Buy { from: seat(1), tile: table.tile("L05") };
    let place = Action::Place(table.placement("L01", (0, 1), 0));
    let legal =
        |table: &Table| [offer, buy, Action::Pass, place].map(|action| table.game.is_legal(&table.position, action));
    assert_eq!(legal(&table), [true, false, false, false]);
    table.offer([1, 1, 0]);
    table.offer([0, 1, 1]);
    assert_eq!(legal(&table), [false, true, true, false]);
    table.pass();
    table.pass();
    // L01 cannot lie north of the castle as printed: its south edge is mountain. Turned half round, it can.
    assert_eq!(legal(&table), [false, false, false, false]);
    table.place("L01", (0, 1), 180);
}

/// Checks that random actions in this position are uniform over the legal ones: 400 for each. Chi-square beyond its mean by more than
/// six deviations is not believed.
#[track_caller]
fn check_random_actions(table: &Table, expected_count: usize) {
    let legal = table.legal_actions();
    assert_eq!(legal.len(), expected_count);
    let mut dice = random(31);
    let mut counts = vec![0i64; legal.len()];
    for _ in 0..400 * legal.len() {
        let action = table.game.random_action(&table.position, &mut dice);
        counts[legal.binary_search(&action).expect("a legal action")] += 1;
    }
    let chi_square = counts.iter().map(|count| (count - 400).pow(2)).sum::<i64>() as f64 / 400.0;
    let freedom = (legal.len() - 1) as f64;
    assert!(chi_square < freedom + 6.0 * (2.0 * freedom).sqrt(), "{chi_square}");
}

#[test]
fn random_actions_are_uniform_over_the_legal_ones() {
    let mut table = three_players();
    check_random_actions(&table, 30);
    // L03, L05 and L09 are discarded.
    (0..3).for_each(|index| table.offer([[1, 1, 0], [1, 0, 1], [1, 1, 0]][index]));
    // Four tiles of others at 1 gold each, or pass.
    check_random_actions(&table, 5);
    (0..3).for_each(|_| table.pass());
    // Seat 0 has L01 (PPMM, 2*2 + 2 ways beside the castle) and L02 (PMWM, 2*1 + 1 + 2).
    check_random_actions(&table, 11);
}
