//! Phase 1: income.

use super::*;

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
    table.position.set_up(|public| {
        public.round = round;
        public.players.iter_mut().zip(vp).for_each(|(player, &vp)| player.vp = vp);
    });
    table.draw_by_chance(1);
    income(&table).into_iter().map(|(_, _, catch_up)| catch_up).collect()
}

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
    table.position.set_up(|public| {
        public.round = 5;
        public.players.iter_mut().zip([10, 11, 30]).for_each(|(player, vp)| player.vp = vp);
    });
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
    table.position.set_up(|public| public.players[1].gold = 17);
    table.draw_by_chance(1);
    assert_eq!(table.gold(), [5, 22]);
}
