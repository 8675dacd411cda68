//! Territories and tiles drawn as text.

use std::path::Path;

use anstream::adapter::strip_str;
use engine::skye::tile::Tile;
use engine::skye::{Feature, Place, Placement, Rotation, ScrollKind, Territory, TileId, Tiles};
use interface::skye::drawing;

/// A few tiles for the drawings, each with something awkward.
const TILE_FILE: &str = "\
id,edges,joins,inner,roads,features,disputed
A,PPPP,,,NW|ES,sheep*2@N,
B,PWPM,NS,,NS,cattle@N scroll:sheep@W broch@W,
C,WWWP,,M,,broch@inner whisky@inner,
D,PWWW,,,N,cattle@N farm@N whisky@N,
E,MMMM,,,NESW,scroll:whisky@N whisky@N broch*3@N,
S,PMPW,,,N,scroll:sheep@E scroll:ship@W,
";

fn tiles() -> Tiles {
    Tiles::parse(Path::new("test.csv"), TILE_FILE).expect("a valid tile file")
}

fn id(tiles: &Tiles, name: &str) -> TileId {
    tiles.by_name(name).expect("a tile")
}

#[track_caller]
fn check(lines: &[String], expected: &str) {
    let plain: Vec<String> = lines.iter().map(|line| strip_str(line).to_string().trim_end().to_owned()).collect();
    assert_eq!(plain.join("\n"), expected.trim_matches('\n'), "\n{}", plain.join("\n"));
}

#[track_caller]
fn check_territory(laid: &[(&str, i8, i8, u16)], expected: &str) {
    let tiles = tiles();
    let mut territory = Territory::castle(&tiles);
    for &(name, x, y, degrees) in laid {
        let rotation = Rotation::from_degrees(degrees).expect("a rotation");
        let placement = Placement { tile: id(&tiles, name), place: Place { x, y }, rotation };
        assert!(territory.allows(&tiles, placement), "{placement:?}");
        territory.lay(&tiles, placement);
    }
    check(&drawing::territory(&tiles, &territory), expected);
}

#[test]
fn tiles_in_a_row() {
    let tiles = tiles();
    let row: Vec<TileId> = tiles.landscape().take(5).collect();
    let expected = "
┌A────────┐ ┌B────────┐ ┌C────────┐ ┌D────────┐ ┌E────────┐
│.2s.║....│ │.c..║....│ │~~~~~~~~~│ │.c.F║w...│ │^§w^║3B^^│
│═══.╱.═══│ │^§sB║.~~~│ │...B^w~~~│ │~~~~╨~~~~│ │═══^╬^═══│
│....║....│ │....║....│ │~~~~~~~~~│ │~~~~~~~~~│ │^w^^║^^^^│
└─────────┘ └─────────┘ └─────────┘ └─────────┘ └─────────┘";
    check(&drawing::row(&tiles, &row), expected);
}

#[test]
fn the_castle_alone() {
    let expected = "
         0
    ┌castle───┐
    │....║....│
  0 │═══.╣.~~~│
    │....║....│
    └─────────┘";
    check_territory(&[], expected);
}

#[test]
fn roads_cross_borders_and_coordinates_may_be_negative() {
    let expected = "
        -1         0
              ┌B────────┐
              │.c..║....│
  1           │^§sB║.~~~│
              │....║....│
    ┌E────────┼castle───┤
    │^§w^║3B^^│....║....│
  0 │═══^╬^═══════.╣.~~~│
    │^w^^║^^^^│....║....│
    └─────────┼A───║────┤
              │.2s.║....│
 -1           │═══.╲.═══│
              │....║....│
              └─────────┘";
    check_territory(&[("B", 0, 1, 0), ("A", 0, -1, 90), ("E", -1, 0, 0)], expected);
}

#[test]
fn a_completed_scroll_is_marked() {
    // The castle's mountain and lake are each closed by one of the neighbours; their other areas are open.
    let expected = "
        -1         0         1
    ┌S────────┬castle───┬S────────┐
    │....║....│....║....│....║....│
  0 │~§S~╨◆s^^│═══.╣.~~~│~◆S~╨§s^^│
    │.........│....║....│.........│
    └─────────┴─────────┴─────────┘";
    check_territory(&[("S", -1, 0, 0), ("S", 1, 0, 0)], expected);
}

/// Every feature of a tile in its drawing, however it is turned.
#[test]
fn nothing_is_left_out_of_any_printed_tile() {
    let tiles = Tiles::printed();
    for tile in tiles.landscape() {
        for rotation in Rotation::ALL {
            let expected = letters_of(tiles.tile(tile, rotation));
            let mut territory = Territory::default();
            territory.lay(&tiles, Placement { tile, place: Place::CASTLE, rotation });
            let drawn: String =
                drawing::territory(&tiles, &territory)[2..5].iter().map(|line| strip_str(line).to_string()).collect();
            let mut letters: Vec<char> = drawn.chars().filter(|letter| "scFBLSw23§".contains(*letter)).collect();
            letters.sort_unstable();
            assert_eq!(letters, expected, "{} turned by {rotation}: {drawn}", tiles.name(tile));
        }
    }
}

/// What a scroll of the base game counts.
fn base_feature(kind: ScrollKind) -> Feature {
    Feature::from_name(kind.name()).expect("a kind of the base game")
}

fn letters_of(tile: &Tile) -> Vec<char> {
    let letter = |feature: Feature| match feature {
        Feature::Ship => 'S',
        Feature::Farm | Feature::Broch | Feature::Lighthouse => feature.name().to_uppercase().remove(0),
        Feature::Sheep | Feature::Cattle | Feature::Whisky => feature.name().to_owned().remove(0),
    };
    let mut letters: Vec<char> = tile.scrolls().flat_map(|(_, kind)| ['§', letter(base_feature(kind))]).collect();
    for area in &tile.areas {
        for feature in Feature::ALL {
            match area.features.of(feature) {
                0 => {}
                1 => letters.push(letter(feature)),
                count => letters.extend([char::from_digit(count.into(), 10).expect("a digit"), letter(feature)]),
            }
        }
    }
    letters.sort_unstable();
    letters
}
