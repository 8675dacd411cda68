//! Measures of displays in the appraisal, computed by hand.

use std::path::Path;
use std::sync::Arc;

use agents::tipperary::appraisal::{Features, Holdings, Judgements, STAGES, Sites, Stage};
use engine::tipperary::{ComponentSheet, Components, Display, Feature, Place, Placement, Rules, Space, Tipperary, Way};

const SINGLES: [&str; 7] = ["M", "1", "2", "G", "D", "R", "B"];

/// Returns a game with landscape tiles of one space each, named after their terrain.
///
/// The first hometown is `. # # 1 / G # # R / . # # .`.
fn game() -> Tipperary {
    let rows: String = SINGLES.iter().map(|single| format!("{single},,{single},,\n")).collect();
    let fillers: String = (0..40).map(|number| format!("z{number},,M M M,,\n")).collect();
    let text = format!("id,shape,grid,back,provenance\n{rows}{fillers}");
    let components = Components::parse(&[(ComponentSheet::Landscape, Path::new("test"), &text)]).expect("a valid file");
    let hometowns = ["H1A", "H2A"].map(|id| components.hometown_by_name(id).expect("it is there"));
    Tipperary::new(Arc::new(components), Arc::new(Rules::printed(2)), &hometowns).expect("a valid set-up")
}

fn display(game: &Tipperary, spaces: &[(&str, i16, i16)]) -> Display {
    let components = game.components();
    let mut display = Display::of(components, game.hometowns()[0]);
    for &(name, x, y) in spaces {
        let tile = components.landscape().by_name(name).expect("a tile");
        display.lay(components, Placement { tile, way: Way::AS_PRINTED, corner: Place::new(x, y) });
    }
    display
}

fn features(spaces: &[(&str, i16, i16)], owned: Holdings) -> Features {
    let game = game();
    let hometown = game.components().hometown(game.hometowns()[0]);
    Features::of(&game, hometown, &display(&game, spaces), owned)
}

#[test]
fn the_hometown_alone() {
    let expected = Features {
        // The town, or the eastern four spaces above it.
        area: 6,
        // Eight spaces less half a gap in four by two.
        dense: 30,
        // All nine less three quarters.
        loose: 33,
        spaces: 9,
        // Nine squares with eleven edges between them.
        outline: 4 * 9 - 2 * 11,
        flock: 1,
        flock_open: 2,
        track_left: 3,
        for_distillery: 3,
        unexplored: 18,
        ..Features::default()
    };
    assert_eq!(features(&[], Holdings::default()), expected);
}

#[test]
fn owned_pieces_count() {
    let owned = Holdings { barrel: 5, towers: 2, bonus_due: 1, ..Holdings::default() };
    let found = features(&[], owned);
    assert_eq!((found.whiskey, found.track_left, found.towers, found.bonus_due), (17, 1, 2, 1));
    // Two gaps more make three by three of the town and the east, or four by two with one.
    assert_eq!(found.area, 9);
}

#[test]
fn holes_slots_and_nooks() {
    // West of the town: a hole at (-1, 2), closed by a row above it.
    let hole = features(&[("M", 0, 3), ("M", -1, 3), ("M", -2, 3), ("M", -2, 2)], Holdings::default());
    assert_eq!((hole.holes, hole.slots), (1, 0));
    // Without the last one: a slot would need another empty place with one way out; here it is open to the west.
    let nook = features(&[("M", 0, 3), ("M", -1, 3)], Holdings::default());
    assert_eq!((nook.holes, nook.slots, nook.nooks), (0, 0, 1));
    // Two places together: (-1, 2) and (-2, 2).
    let slot = features(
        &[("M", 0, 3), ("M", -1, 3), ("M", -2, 3), ("M", -3, 3), ("M", -3, 2), ("M", -2, 1)],
        Holdings::default(),
    );
    assert_eq!((slot.holes, slot.slots), (0, 1));
}

#[test]
fn flocks_and_meadows() {
    let found = features(&[("2", 2, 3), ("M", 3, 3), ("1", 0, 3)], Holdings::default());
    assert_eq!((found.flock, found.second_flock), (3, 1));
    assert_eq!((found.meadows, found.flock_meadows), (1, 1));
}

#[test]
fn due_sheep_are_placed_where_they_join_most() {
    // Between the flocks of 3 and of 1.
    let spaces = [("2", 2, 3), ("M", 1, 3), ("1", 0, 3), ("M", 0, -1)];
    assert_eq!(features(&spaces, Holdings { sheep_due: 1, ..Holdings::default() }).flock, 5);
    let two = features(&spaces, Holdings { sheep_due: 3, ..Holdings::default() });
    assert_eq!((two.flock, two.meadows, two.sheep_lost), (5, 0, 1));
}

#[test]
fn places_for_whiskey_lines_and_sites() {
    let found = features(&[("D", 0, 3)], Holdings::default());
    assert_eq!(found.for_grain, 3);
    // The hometown's ruin at (2, 1); another one east of it leaves two ends of which one is empty.
    let found = features(&[("R", 3, 1)], Holdings::default());
    assert_eq!(found.for_ruin, 1);
    let found = features(&[("B", 0, 3)], Holdings::default());
    assert_eq!(found.for_bog, 3);
    let found = features(&[("B", 0, 3), ("B", 0, 4)], Holdings::default());
    assert_eq!(found.for_bog, 0, "a site is there");
}

#[test]
fn worth_is_the_sum_of_products() {
    let features = Features { area: 2, flock: 3, ..Features::default() };
    let weights = Features { area: 1000, flock: 10, spaces: 7, ..Features::default() };
    assert_eq!(features.times(&weights), 2030);
    assert_eq!(Features::NAMES.len(), features.numbers().count());
}

#[test]
fn the_appraisal_is_linear_in_its_numbers() {
    use agents::tipperary::appraisal::{Estate, FutureValue};
    let judgements = Judgements::calibrated();
    crate::random_games::random_game(3, 2, |game, position, seat| {
        let to_come = usize::from(position.round % 5);
        let estate = Estate::new(FutureValue::new(&judgements, game, position, seat, to_come), position, seat);
        let mut stage = judgements.stage(to_come).clone();
        let products = stage.numbers_mut().zip(estate.regressors()).map(|(number, count)| *number * count);
        assert_eq!(products.sum::<i32>(), estate.worth());
    });
}

#[test]
fn the_quick_measure_counts_neighbours() {
    let game = game();
    let display = display(&game, &[]);
    let sites = Sites::of(&game, game.components().hometown(game.hometowns()[0]), &display, 0);
    let gain = |feature, x, y| sites.gain_of(Place::new(x, y), Space { feature, symbol: false });
    let meadow = gain(Feature::Meadow, -2, 1);
    assert_eq!(gain(Feature::Distillery, -2, 1) - meadow, 3000, "beside the grain field");
    assert_eq!(gain(Feature::Grain, -2, 1), meadow, "no distillery is there");
    assert!(gain(Feature::Meadow, -1, 0) > gain(Feature::Meadow, 0, -1), "two contacts are better than one");
    let corner = Place::new(-2, 1);
    let tile = game.components().landscape().tile(game.components().landscape().by_name("D").expect("a tile"));
    assert_eq!(sites.gain(corner, tile.front()), gain(Feature::Distillery, -2, 1));
}

#[test]
fn the_committed_judgement_is_read_and_written() {
    let judgements = Judgements::calibrated();
    let text = judgements.to_json();
    assert_eq!(Judgements::from_json(&text).expect("as written"), *judgements);
    assert_eq!(judgements.stages.len(), STAGES);
    assert!(Judgements::from_json(&text.replace("outline", "outlines")).is_err());
    // After the last placement only scores count.
    assert_eq!(judgements.stage(0).weights.area, 1000);
    assert_eq!(judgements.stage(0).weights.outline, 0);
    assert_eq!(judgements.stage(99), judgements.stage(STAGES - 1));
}

#[test]
fn standings_go_from_a_lag_to_a_lead() {
    let standings = [(0, 9), (0, 6), (0, 5), (3, 3), (4, 3), (5, 3), (9, 3), (20, 3)];
    assert_eq!(standings.map(|(own, rival)| Stage::standing(own, rival)), [0, 0, 0, 3, 3, 4, 6, 6]);
}
