//! Phase 5: building.

use super::*;

#[test]
fn ruling_players_build_in_turn_order_each_all_their_tiles() {
    let mut table = three_players();
    table.begin_with(seat(1));
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
