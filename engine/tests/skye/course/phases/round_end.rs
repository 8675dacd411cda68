//! Phase 6: the end of a round.

use super::*;

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
