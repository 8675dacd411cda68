//! Borderland tiles in the Build phase.

use engine::skye::Module;

use super::*;

/// Two players with borderland tiles; seat 0 is to build L02 and L03, seat 1 L05 and L06.
fn building() -> Table {
    let mut table = Table::with_modules(2, QUIET, &[Module::Borderlands]);
    table.draw(&[["L01", "L02", "L03"], ["L04", "L05", "L06"]]);
    (0..2).for_each(|_| table.offer([0, 1, 1]));
    (0..2).for_each(|_| table.pass());
    table.events.clear();
    table
}

/// The same with nothing to build for anybody.
fn with_nothing_to_build() -> Table {
    let mut table = building();
    table.position.set_up(|public| public.players.iter_mut().for_each(|player| player.to_build.clear()));
    table
}

/// How many placements of borderland tiles are legal, of other tiles, and whether building may end.
fn choices(table: &Table) -> (usize, usize, bool) {
    let actions = table.legal_actions();
    let placed = |wanted: bool| {
        let is_it = |action: &&Action| matches!(action, Action::Place(laid) if table.game.tiles().is_borderland(laid.tile) == wanted);
        actions.iter().filter(is_it).count()
    };
    (placed(true), placed(false), actions.contains(&Action::EndBuilding))
}

fn flips(table: &Table) -> Vec<&str> {
    let flipped =
        |event: &Event| if let Event::Flip { tile, .. } = *event { Some(table.game.tiles().name(tile)) } else { None };
    table.events.iter().filter_map(flipped).collect()
}

#[test]
fn exact_choices_at_the_castle() {
    // B1 to B6: 2 + 3 + 2 + 2 + 4 + 3 ways. L02 is PMWM: 2 + 1 + 2 ways; L03 has its own. Building may not end.
    let table = building();
    let l03 = table.position.players[0].territory.count_placements(table.game.tiles(), table.tile("L03"));
    assert_eq!(choices(&table), (16, 5 + l03, false));
}

#[test]
fn one_may_be_laid_without_any_other_tile() {
    assert_eq!(choices(&with_nothing_to_build()), (16, 0, true));
}

#[test]
fn only_one_in_each_round() {
    let mut table = building();
    table.place("B5", (0, 1), 0);
    assert_eq!(choices(&table).0, 0);
    let placement = table.placement("B1", (1, 0), 0);
    assert!(!table.game.is_legal(&table.position, Action::Place(placement)));
}

#[test]
fn after_the_only_tile_the_turn_ends_by_itself() {
    let mut table = with_nothing_to_build();
    table.place("B5", (0, 1), 0);
    assert_eq!(table.position.phase, Phase::Build(seat(1)), "nothing is left that seat 0 could lay");
    assert_eq!(choices(&table), (16, 0, true), "seat 1 has its own six");
}

#[test]
fn before_between_or_after_the_other_tiles() {
    for position_of_borderland in 0..3 {
        let mut table = building();
        for step in 0..3 {
            let wanted = |action: &&Action| {
                let Action::Place(laid) = **action else { return false };
                table.game.tiles().is_borderland(laid.tile) == (step == position_of_borderland)
            };
            let action = *table.legal_actions().iter().find(wanted).expect("a tile of this kind fits");
            table.act(action);
        }
        assert_eq!(table.position.players[0].territory.len(), 4);
        assert_eq!(table.position.phase, Phase::Build(seat(1)));
    }
}

#[test]
fn nobody_has_to_lay_one() {
    let mut table = with_nothing_to_build();
    table.act(Action::EndBuilding);
    table.act(Action::EndBuilding);
    assert_eq!(table.position.phase, Phase::Draw);
    assert!(table.position.players.iter().all(|player| player.borderlands.len() == 6));
}

#[test]
fn a_tile_laid_is_not_there_in_the_next_round() {
    let mut table = with_nothing_to_build();
    table.place("B5", (0, 1), 0);
    table.act(Action::EndBuilding);
    table.meet_chance(1);
    (0..2).for_each(|_| table.offer([0, 1, 1]));
    (0..2).for_each(|_| table.pass());
    // Seat 1 begins and still has all; seat 0 has five.
    let left = |index: usize| table.position.players[index].borderlands.len();
    assert_eq!((left(0), left(1)), (5, 6));
    let names: Vec<&str> = table
        .game
        .tiles_to_lay(&table.position.players[0])
        .into_iter()
        .map(|tile| table.game.tiles().name(tile))
        .collect();
    assert_eq!(names[2..], ["B1", "B2", "B3", "B4", "B6"]);
}

#[test]
fn ending_is_illegal_while_a_tile_to_be_built_fits() {
    let table = building();
    assert!(!table.game.is_legal(&table.position, Action::EndBuilding));
}

#[test]
fn without_the_module_building_never_ends_by_choice() {
    let mut table = two_players();
    (0..2).for_each(|_| table.offer([0, 1, 1]));
    (0..2).for_each(|_| table.pass());
    table.position.set_up(|public| public.players[0].to_build.truncate(1));
    assert!(!table.game.is_legal(&table.position, Action::EndBuilding));
}

/// Seat 0 has only pasture open, and is to build L60 (MWMW), which fits nowhere.
fn with_a_tile_that_does_not_fit() -> Table {
    let mut table = building();
    table.give(0, "L33/90 castle L29/180");
    let l60 = table.tile("L60");
    table.position.set_up(|public| {
        public.bag.take(l60);
        public.players[0].to_build.clear();
        public.players[0].to_build.push(l60);
    });
    table
}

#[test]
fn ruling_with_a_tile_that_does_not_fit_one_may_end() {
    let mut table = with_a_tile_that_does_not_fit();
    let (borderlands, others, may_end) = choices(&table);
    assert!(borderlands > 0);
    assert_eq!((others, may_end), (0, true));
    table.act(Action::EndBuilding);
    let tile = table.tile("L60");
    assert_eq!(table.events, [Event::Return { seat: seat(0), tile }]);
    assert!(table.is_in_bag("L60"));
    assert_eq!(table.position.phase, Phase::Build(seat(1)));
    assert_eq!(table.position.players[0].borderlands.len(), 6);
}

#[test]
fn ruling_a_borderland_tile_may_make_it_fit_and_then_it_must_be_laid() {
    // B2, for one, may lie north of the castle with its water to the east: L60 has water, too.
    let mut table = with_a_tile_that_does_not_fit();
    let fits = |table: &Table, action: Action| {
        let mut position = table.position.clone();
        table.game.apply(&mut position, action);
        position.phase == Phase::Build(seat(0)) && position.players[0].to_build.len() == 1
    };
    let opening =
        table.legal_actions().into_iter().find(|&action| action != Action::EndBuilding && fits(&table, action));
    table.act(opening.expect("a borderland tile with water or mountain at the edge of the territory"));
    let (borderlands, others, may_end) = choices(&table);
    assert_eq!((borderlands, may_end), (0, false));
    assert!(others > 0);
}

#[test]
fn ruling_after_giving_tiles_back_nothing_more_is_laid() {
    // No borderland tile is left this round: L60 goes back by itself.
    let mut table = with_a_tile_that_does_not_fit();
    let closing = Action::Place(table.placement("B5", (0, 1), 0));
    table.act(closing);
    let tile = table.tile("L60");
    assert_eq!(table.events.last(), Some(&Event::Return { seat: seat(0), tile }));
    assert_eq!(table.position.phase, Phase::Build(seat(1)));
}

#[test]
fn a_flip_is_told_directly_after_its_tile() {
    let mut table = with_nothing_to_build();
    table.give(0, "L33 .\ncastle L29/180");
    table.events.clear();
    let both = |action: &&Action| {
        let mut position = table.position.clone();
        let mut told = Vec::new();
        table.game.apply_telling(&mut position, **action, &mut |_, event| told.push(event));
        matches!(told[..], [Event::Place { .. }, Event::Flip { .. }, ..])
    };
    // Only B5 as it lies has pasture on both of the sides that face L33 and L29.
    let actions = table.legal_actions();
    let flipping: Vec<&Action> = actions.iter().filter(both).collect();
    assert_eq!(flipping, [&Action::Place(table.placement("B5", (1, 1), 0))]);
}

#[test]
fn flips_are_told_in_the_order_of_ids() {
    // L43 (MPPW) between them touches B5 on its east and B2 on its west.
    let mut table = with_nothing_to_build();
    table.give(0, "B2/270 . B5\nL12 castle L29/180");
    let l43 = table.tile("L43");
    table.position.set_up(|public| {
        public.bag.take(l43);
        public.players[0].to_build.push(l43);
    });
    table.events.clear();
    table.place("L43", (0, 1), 0);
    assert_eq!(flips(&table), ["B2", "B5"]);
    assert_eq!(table.events.len(), 3);
}

#[test]
fn borderland_tiles_never_go_into_the_bag() {
    let mut table = Table::with_modules(5, QUIET, &[Module::Borderlands]);
    while table.turn() != Turn::Over {
        match table.turn() {
            Turn::Chance => table.meet_chance(4),
            _ => {
                let action = table.game.random_action(&table.position, &mut random(u64::from(table.position.round)));
                table.act(action);
            }
        }
        let bag = table.position.bag;
        assert!(table.game.tiles().borderlands().all(|tile| !bag.has(tile)));
    }
    assert!(table.position.players.iter().all(|player| !player.borderlands.is_empty()), "five rounds, six tiles");
}
