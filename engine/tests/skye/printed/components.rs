//! What lies in the box: the two shipped tile files, counted by an independent script from the transcription, the castle and the board.

use std::path::Path;
use std::sync::Arc;

use engine::skye::{
    Feature, Place, Placement, Rotation, Rules, SIDES, ScrollKind, Side, Slot, Terrain, Territory, TileId, Tiles,
};

use crate::drawing::HEADER;

/// Returns the base game's tiles with the 13 disputed tiles in their other reading.
fn other_reading() -> Arc<Tiles> {
    let (name, text) = Tiles::SHIPPED[1];
    Arc::new(Tiles::parse(Path::new(name), text).expect("a shipped file"))
}

/// The tiles on which the transcriptions differ.
const DISPUTED: [&str; 13] =
    ["L02", "L16", "L18", "L20", "L39", "L47", "L48", "L51", "L52", "L58", "L61", "L68", "L71"];

/// The text of the rows of a shipped file, split into columns.
fn rows(which: usize) -> Vec<Vec<&'static str>> {
    let (head, body) = Tiles::SHIPPED[which].1.split_once('\n').expect("a header");
    assert_eq!(head.trim_end(), HEADER);
    body.lines().map(|line| line.split(',').collect()).collect()
}

fn total(tiles: &Tiles, feature: Feature) -> u16 {
    tiles.landscape().map(|tile| tiles.as_printed(tile).features.of(feature)).sum()
}

fn tiles_with(tiles: &Tiles, feature: Feature) -> usize {
    tiles.landscape().filter(|&tile| tiles.as_printed(tile).features.of(feature) > 0).count()
}

fn edges_of(tiles: &Tiles, terrain: Terrain) -> usize {
    tiles.landscape().flat_map(|tile| tiles.as_printed(tile).edges).filter(|&edge| edge == terrain).count()
}

fn areas_of(tiles: &Tiles, terrain: Terrain) -> usize {
    let areas = tiles.landscape().flat_map(|tile| tiles.as_printed(tile).areas);
    areas.filter(|area| area.terrain == terrain).count()
}

fn exits(tiles: &Tiles) -> usize {
    tiles.landscape().map(|tile| tiles.as_printed(tile).exits.len()).sum()
}

#[test]
fn both_files_have_the_73_tiles_in_order() {
    let expected: Vec<String> = (1..=73).map(|number| format!("L{number:02}")).collect();
    for tiles in [Tiles::printed(), other_reading()] {
        assert_eq!(tiles.len(), 73);
        assert_eq!(tiles.landscape().map(|tile| tiles.name(tile).to_owned()).collect::<Vec<_>>(), expected);
    }
    assert_eq!(Tiles::SHIPPED.map(|(name, _)| name), ["printed", "other-reading"]);
}

#[test]
fn features_of_the_printed_tiles() {
    let tiles = Tiles::printed();
    let expected = [
        (Feature::Sheep, 28, 21),
        (Feature::Cattle, 15, 14),
        (Feature::Farm, 15, 15),
        (Feature::Broch, 14, 14),
        (Feature::Lighthouse, 15, 15),
        (Feature::Ship, 28, 22),
        (Feature::Whisky, 27, 27),
    ];
    for (feature, count, on_tiles) in expected {
        assert_eq!((total(&tiles, feature), tiles_with(&tiles, feature)), (count, on_tiles), "{feature}");
    }
}

#[test]
fn features_of_the_other_reading() {
    // One sheep less on each of L16, L47 and L48, one ship less on L58.
    let tiles = other_reading();
    let expected = [
        (Feature::Sheep, 25, 19),
        (Feature::Cattle, 15, 14),
        (Feature::Farm, 15, 15),
        (Feature::Broch, 14, 14),
        (Feature::Lighthouse, 15, 15),
        (Feature::Ship, 27, 22),
        (Feature::Whisky, 27, 27),
    ];
    for (feature, count, on_tiles) in expected {
        assert_eq!((total(&tiles, feature), tiles_with(&tiles, feature)), (count, on_tiles), "{feature}");
    }
}

#[test]
fn two_scrolls_of_each_kind() {
    for tiles in [Tiles::printed(), other_reading()] {
        let mut kinds: Vec<ScrollKind> = tiles
            .landscape()
            .flat_map(|tile| tiles.as_printed(tile).scrolls().map(|(_, kind)| kind).collect::<Vec<_>>())
            .collect();
        kinds.sort_unstable();
        assert_eq!(kinds, ScrollKind::base().iter().map(|&kind| [kind; 2]).collect::<Vec<_>>().concat());
    }
}

#[test]
fn terrain_of_edges_and_areas() {
    // 107 + 89 + 96 edges are 4 on each of 73 tiles.
    for tiles in [Tiles::printed(), other_reading()] {
        assert_eq!(Terrain::ALL.map(|terrain| edges_of(&tiles, terrain)), [107, 89, 96]);
    }
    assert_eq!(Terrain::ALL.map(|terrain| areas_of(&Tiles::printed(), terrain)), [69, 64, 64]);
    // L20 has its mountain joined instead of its pasture, L51 no join, L71 its pasture: one pasture more and one mountain less.
    assert_eq!(Terrain::ALL.map(|terrain| areas_of(&other_reading(), terrain)), [70, 63, 64]);
}

#[test]
fn areas_inside_tiles() {
    let tiles = Tiles::printed();
    let inside = |terrain| {
        let has = |tile: &TileId| {
            tiles.as_printed(*tile).areas.iter().any(|area| area.edges.is_empty() && area.terrain == terrain)
        };
        tiles.landscape().filter(has).map(|tile| tiles.name(tile)).collect::<Vec<_>>()
    };
    assert_eq!(inside(Terrain::Pasture), ["L15", "L40", "L42", "L73"]);
    assert_eq!(inside(Terrain::Mountain), ["L07", "L11", "L45", "L65"]);
    assert_eq!(inside(Terrain::Water), ["L09", "L35", "L57", "L64", "L68"]);
}

#[test]
fn road_exits_and_separate_roads() {
    let tiles = Tiles::printed();
    assert_eq!(exits(&tiles), 122);
    // One exit less on each of L02, L18, L39, L52, L61 and L68.
    assert_eq!(exits(&other_reading()), 116);
    let with_roads = |count| {
        let has = |tile: &TileId| tiles.as_printed(*tile).roads.len() == count;
        tiles.landscape().filter(has).count()
    };
    assert_eq!([0, 1, 2, 3].map(with_roads), [17, 54, 2, 0]);
    let separate = |tile: &TileId| tiles.as_printed(*tile).roads.len() == 2;
    let separate: Vec<TileId> = tiles.landscape().filter(separate).collect();
    assert_eq!(separate.iter().map(|&tile| tiles.name(tile)).collect::<Vec<_>>(), ["L33", "L36"]);
}

#[test]
fn the_readings_differ_in_exactly_the_disputed_tiles() {
    for (printed, other) in rows(0).into_iter().zip(rows(1)) {
        let is_disputed = DISPUTED.contains(&printed[0]);
        assert_eq!(printed[0], other[0]);
        assert_eq!(printed[1], other[1], "nobody disputes an edge: {}", printed[0]);
        assert_eq!(printed[1..6] != other[1..6], is_disputed, "{}", printed[0]);
        assert_eq!(!printed[6].is_empty(), is_disputed, "{} has a remark", printed[0]);
        assert_eq!(!other[6].is_empty(), is_disputed, "{} has a remark", other[0]);
    }
    let (printed, other) = (Tiles::printed(), other_reading());
    let differing = printed.landscape().filter(|&tile| printed.as_printed(tile) != other.as_printed(tile));
    assert_eq!(differing.map(|tile| printed.name(tile)).collect::<Vec<_>>(), DISPUTED);
}

#[test]
fn the_same_half_round_are_five_tiles() {
    // Tiles that look the same when turned by 180 degrees: opposite edges, roads and features agree. None looks the same by 90.
    let tiles = Tiles::printed();
    let ways = |count| {
        let has = |tile: &TileId| tiles.as_printed(*tile).distinct_rotations().count() == count;
        tiles.landscape().filter(has).map(|tile| tiles.name(tile)).collect::<Vec<_>>()
    };
    assert_eq!(ways(1), [""; 0]);
    assert_eq!(ways(2), ["L24", "L31", "L41", "L60", "L67"]);
    assert_eq!(ways(3), [""; 0]);
    assert_eq!(ways(4).len(), 68);
}

#[test]
fn rotations_of_equal_look_leave_the_smaller() {
    let tiles = Tiles::printed();
    let degrees = |name| {
        let tile = tiles.by_name(name).expect("a printed tile");
        tiles.as_printed(tile).distinct_rotations().map(Rotation::degrees).collect::<Vec<_>>()
    };
    assert_eq!(degrees("L67"), [0, 90]);
    assert_eq!(degrees("L11"), [0, 90, 180, 270], "its lighthouse stands at the east water only");
    assert_eq!(degrees("L33"), [0, 90, 180, 270]);
}

#[test]
fn a_quarter_turn_moves_north_to_east() {
    let tiles = Tiles::printed();
    // L38 as printed: mountain north, pasture east and south, water west, road from north to east.
    let turned = tiles.tile(tiles.by_name("L38").expect("a printed tile"), Rotation::from_degrees(90).expect("a turn"));
    assert_eq!(turned.edges, [Terrain::Water, Terrain::Mountain, Terrain::Pasture, Terrain::Pasture]);
    assert_eq!(turned.exits.iter().collect::<Vec<_>>(), [Side::East, Side::South]);
    assert_eq!(turned.area_at[Side::South.index()], turned.area_at[Side::West.index()]);
}

#[test]
fn the_castle_as_printed() {
    let tiles = Tiles::printed();
    let territory = Territory::castle(&tiles);
    let expected = Placement { tile: TileId::CASTLE, place: Place { x: 0, y: 0 }, rotation: Rotation::NONE };
    assert_eq!(territory.placements().collect::<Vec<_>>(), [expected]);
    let castle = tiles.as_printed(TileId::CASTLE);
    assert_eq!(castle.edges, [Terrain::Pasture, Terrain::Water, Terrain::Pasture, Terrain::Mountain]);
    assert_eq!(castle.exits.iter().collect::<Vec<_>>(), [Side::North, Side::South, Side::West]);
    assert_eq!(castle.roads.len(), 1, "its three roads meet");
    assert_eq!(castle.area_at[Side::North.index()], castle.area_at[Side::South.index()]);
    assert_eq!(castle.areas.len(), 3);
    assert!(Feature::ALL.iter().all(|&feature| castle.features.of(feature) == 0));
    assert_eq!(castle.scrolls().count(), 0);
    assert_eq!(tiles.name(TileId::CASTLE), "castle");
}

/// The letters that score in each round, and its catch-up gold.
fn track(players: usize) -> Vec<(String, u16)> {
    let rules = Rules::printed(players);
    rules.rounds.iter().map(|round| (round.scores.iter().map(Slot::letter).collect(), round.catch_up)).collect()
}

#[test]
fn the_front_of_the_board() {
    let expected = [("A", 0), ("B", 0), ("AC", 1), ("BD", 2), ("ACD", 3), ("BCD", 4)];
    for players in 2..=4 {
        assert_eq!(track(players), expected.map(|(letters, gold)| (letters.to_owned(), gold)));
    }
}

#[test]
fn the_back_of_the_board_for_five_players() {
    let expected = [("AB", 0), ("AC", 0), ("BD", 1), ("ACD", 2), ("BCD", 3)];
    assert_eq!(track(5), expected.map(|(letters, gold)| (letters.to_owned(), gold)));
}

#[test]
fn every_slot_scores_three_times() {
    for players in 2..=5 {
        let rules = Rules::printed(players);
        for slot in Slot::ALL {
            assert_eq!(rules.scorings_from(slot, 1), 3, "{slot:?} with {players} players");
            assert_eq!(rules.scorings_from(slot, rules.round_count() as u8), usize::from(slot != Slot::A));
        }
        assert_eq!((rules.castle_income, rules.gold_per_vp), (5, 5));
    }
}

#[test]
fn sides_go_clockwise() {
    assert_eq!(SIDES.map(Side::letter), ['N', 'E', 'S', 'W']);
    assert_eq!(SIDES.map(Side::opposite).map(Side::letter), ['S', 'W', 'N', 'E']);
    assert_eq!(SIDES.map(Side::clockwise).map(Side::letter), ['E', 'S', 'W', 'N']);
    let around = SIDES.map(|side| Place::CASTLE.neighbour(side)).map(|place| (place.x, place.y));
    assert_eq!(around, [(0, 1), (1, 0), (0, -1), (-1, 0)]);
}
