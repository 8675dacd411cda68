//! Scrolls, the exchange of gold, and the final ranking.

use engine::skye::{Event, Phase, ScrollKind};
use engine::{Ending, Game, Seat};

use crate::drawing::draw;
use crate::table::{QUIET, Table, seat};

/// Checks every scroll of a drawn territory in the order laid: kind, whether doubled, VP.
#[track_caller]
fn check_scrolls(drawing: &str, expected: &[(ScrollKind, bool, u16)]) {
    let drawn = draw(drawing);
    let survey = drawn.survey();
    let scrolls: Vec<_> = survey.scrolls(0).map(|scroll| (scroll.kind, scroll.doubled, scroll.vp)).collect();
    assert_eq!(scrolls, expected, "{drawing}");
}

/// Checks the ranks of players with this VP and this gold left.
#[track_caller]
fn check_ranks(vp_and_gold: &[(u16, u16)], expected_ranks: &[u8]) -> Ending {
    let table = Table::printed(vp_and_gold.len(), QUIET);
    let mut position = table.position;
    position.set_up(|public| {
        public.phase = Phase::Over;
        for (player, &(vp, gold)) in public.players.iter_mut().zip(vp_and_gold) {
            (player.vp, player.gold) = (vp, gold);
        }
    });
    let outcome = table.game.outcome(&position);
    assert_eq!(outcome.ranks[..], *expected_ranks, "{vp_and_gold:?}");
    outcome
}

#[test]
fn example_five_objects_of_a_kind_are_worth_two() {
    check_scrolls(
        "n = PPPP,,,,sheep*5@N scroll:sheep@N
         n
         castle",
        &[(ScrollKind::Sheep, false, 2)],
    );
}

#[test]
fn ruling_scrolls_are_halved_and_rounded_down_first_and_then_doubled() {
    // Five sheep; the scroll lies in n's inner pasture, completed: 5 / 2 = 2, doubled 4, and not 5.
    check_scrolls(
        "n = PPPP,,P,,sheep*5@N scroll:sheep@inner
         n
         castle",
        &[(ScrollKind::Sheep, true, 4)],
    );
    // One sheep: nothing, doubled or not.
    check_scrolls(
        "n = PPPP,,P,,sheep@N scroll:sheep@inner
         n
         castle",
        &[(ScrollKind::Sheep, true, 0)],
    );
}

#[test]
fn ruling_scrolls_count_over_the_whole_territory() {
    // The scroll's own area holds no cattle; there are 1 north and 2 south.
    check_scrolls(
        "n = PPPP,,,,cattle@N
         w = PMPM,EW,,,scroll:cattle@E
         s = PPPP,,,,cattle*2@N
         . n
         w castle
         . s",
        &[(ScrollKind::Cattle, false, 3)],
    );
}

#[test]
fn scrolls_of_every_kind() {
    // Three of each: 3 / 2 = 1 for sheep, whisky and ships, 3 for the others. The scrolls lie in open pasture.
    check_scrolls(
        "n = PPPM,,,,sheep*3@N cattle*3@N farm*3@N broch*3@W whisky@N
         b = PPPP,,,,whisky@N scroll:sheep@N scroll:cattle@N scroll:farm@N
         c = PPPP,,,,whisky@N scroll:broch@N scroll:lighthouse@N scroll:ship@N scroll:whisky@N
         e = WWWW,,,,lighthouse*3@N ship*3@N
         c .
         b .
         n .
         castle e",
        &[
            (ScrollKind::Sheep, false, 1),
            (ScrollKind::Cattle, false, 3),
            (ScrollKind::Farm, false, 3),
            (ScrollKind::Broch, false, 3),
            (ScrollKind::Lighthouse, false, 3),
            (ScrollKind::Ship, false, 1),
            (ScrollKind::Whisky, false, 1),
        ],
    );
}

#[test]
fn scrolls_of_whisky_count_tiles_with_barrels() {
    // Nine barrels, but on two tiles, neither at a road: 2 / 2 = 1.
    check_scrolls(
        "a = PPPP,,,,whisky*3@N
         n = PMPM,,,,whisky*3@N whisky*3@S scroll:whisky@S
         a
         n
         castle",
        &[(ScrollKind::Whisky, false, 1)],
    );
}

#[test]
fn scrolls_are_doubled_in_a_completed_area_only() {
    // The scroll of e lies in castle's water, closed; that of n in an open pasture. One ship, one lighthouse.
    check_scrolls(
        "e = PPPW,,,,lighthouse@W ship@W scroll:lighthouse@W
         n = PPPP,,,,scroll:lighthouse@N
         n .
         castle e",
        &[(ScrollKind::Lighthouse, false, 1), (ScrollKind::Lighthouse, true, 2)],
    );
}

#[test]
fn identical_scrolls_both_score() {
    check_scrolls(
        "n = PPPP,,,,farm*2@N scroll:farm@N
         n
         n
         castle",
        &[(ScrollKind::Farm, false, 4), (ScrollKind::Farm, false, 4)],
    );
}

#[test]
fn scrolls_of_printed_tiles() {
    // L24 (scroll of cattle, open pasture through the castle) and L31 (one cattle) north; L37 south, its scroll of sheep in the open
    // pasture to the north, with one more cattle.
    check_scrolls(
        "L31
         L24
         castle
         L37/90",
        &[(ScrollKind::Cattle, false, 2), (ScrollKind::Sheep, false, 0)],
    );
}

#[test]
fn ruling_ranking_by_vp() {
    let outcome = check_ranks(&[(40, 0), (55, 1), (54, 4)], &[3, 1, 2]);
    assert_eq!(outcome.points[..], [40, 55, 54]);
    assert_eq!((outcome.margin(seat(1)), outcome.margin(seat(0))), (1, -15));
}

#[test]
fn ruling_ranking_ties_by_gold_left() {
    let outcome = check_ranks(&[(50, 3), (50, 4), (49, 4)], &[2, 1, 3]);
    assert_eq!(Seat::all(3).map(|seat| outcome.win_share(seat)).collect::<Vec<_>>(), [0.0, 1.0, 0.0]);
}

#[test]
fn ruling_ranking_is_shared_in_the_end() {
    let outcome = check_ranks(&[(50, 4), (12, 0), (50, 4), (12, 0)], &[1, 3, 1, 3]);
    assert_eq!(Seat::all(4).map(|seat| outcome.win_share(seat)).collect::<Vec<_>>(), [0.5, 0.0, 0.5, 0.0]);
    let outcome = check_ranks(&[(0, 0); 5], &[1; 5]);
    assert!(Seat::all(5).all(|seat| (outcome.win_share(seat) - 0.2).abs() < 1e-12));
}

#[test]
fn gold_is_exchanged_five_for_one_and_the_rest_breaks_ties() {
    // One round, two players, nothing sold: both stake 2 of 5 gold. Seat 0 then holds 3 and is given 10 more: 13 gold.
    let rows = "a,PPPP,,,,,\nb,PPPP,,,,,\nc,PPPP,,,,,\nd,PPPP,,,,,\ne,PPPP,,,,,\nf,PPPP,,,,,\n";
    let mut table = Table::made_up(2, 1, QUIET, rows);
    table.position.set_up(|public| public.players[0].gold = 10);
    table.draw(&[["a", "b", "c"], ["d", "e", "f"]]);
    table.offer([0, 1, 1]);
    table.offer([0, 1, 1]);
    table.pass();
    table.pass();
    table.build_anyhow();
    assert_eq!(table.position.phase, Phase::Over);
    // 13 gold: 2 VP and 3 gold left; 3 gold: no VP and 3 left.
    assert_eq!((table.vp(), table.gold()), (vec![2, 0], vec![3, 3]));
    let exchanged = table.events.iter().filter(|event| matches!(event, Event::GoldVp { .. })).collect::<Vec<_>>();
    let expected = [Event::GoldVp { seat: seat(0), gold: 13, vp: 2 }, Event::GoldVp { seat: seat(1), gold: 3, vp: 0 }];
    assert_eq!(exchanged, expected.iter().collect::<Vec<_>>());
    let results = [
        Event::Result { seat: seat(0), vp: 2, gold: 3, rank: 1 },
        Event::Result { seat: seat(1), vp: 0, gold: 3, rank: 2 },
    ];
    assert_eq!(table.events[table.events.len() - 2..], results);
}

#[test]
fn scrolls_score_after_the_last_round_only() {
    // Two rounds. Seat 0 lays a farm with its scroll in an area inside the tile, completed: 1 farm, doubled, 2 VP.
    let rows = "a,PPPP,,P,,farm@N scroll:farm@inner,\nb,PPPP,,,,,\nc,PPPP,,,,,\nd,PPPP,,,,,\ne,PPPP,,,,,\nf,PPPP,,,,,\n\
                g,PPPP,,,,,\nh,PPPP,,,,,\ni,PPPP,,,,,\nj,PPPP,,,,,\n";
    let mut table = Table::made_up(2, 2, QUIET, rows);
    table.draw(&[["b", "a", "c"], ["d", "e", "f"]]);
    table.offer([0, 1, 1]);
    table.offer([0, 1, 1]);
    table.pass();
    table.pass();
    table.build_anyhow();
    assert_eq!((table.position.round, table.vp()), (2, vec![0, 0]));
    // Everybody has 3 + 5 gold and burns all but one of it: the final exchange gives nothing.
    table.draw(&[["b", "g", "h"], ["d", "i", "j"]]);
    table.offer([0, 1, 6]);
    table.offer([0, 1, 6]);
    table.pass();
    table.pass();
    table.build_anyhow();
    assert_eq!((table.vp(), table.gold()), (vec![2, 0], vec![1, 1]));
    let outcome = table.game.outcome(&table.position);
    assert_eq!((&outcome.points[..], &outcome.ranks[..]), (&[2, 0][..], &[1, 2][..]));
}
