//! Reading tile files: what is accepted, and the exact fault of what is not.

use std::path::Path;

use engine::skye::tile_files::TileFileError;
use engine::skye::{Feature, Rotation, ScrollKind, Terrain, Tiles};

use crate::drawing::HEADER;

const FILE: &str = "my/tiles.csv";

const ID: &str = "1 to 32 letters, digits, `-` or `_`; `castle` is taken";
const EDGES: &str = "four letters out of P, M, W";
const JOINS: &str = "`NS`, `EW`, `NSEW` or nothing";
const EQUAL_JOINS: &str = "joins between opposite edges of one terrain";
const ONE_JOIN: &str = "at most one join through the middle between different terrains";
const INNER: &str = "P, M, W or nothing";
const ROADS: &str = "groups of edges N, E, S, W separated by `|`, every edge at most once";
const WORD: &str = "`kind@area`, `kind*count@area` or `scroll:kind@area`; area N, E, S, W or inner";
const AREA: &str = "an area named by one of its edges, N, E, S or W, or `inner` where the tile has one";
const FEATURE: &str = "a feature out of sheep, cattle, farm, broch, lighthouse, ship, whisky, or a scroll";
const SCROLL: &str = "a scroll of sheep, cattle, farm, broch, lighthouse, ship, whisky";
const ONE_SCROLL: &str = "a scroll at most once in an area";
const ONE_FEATURE: &str = "every feature at most once in an area, with its count";
const COUNT: &str = "a count from 1 to 9";
const SEVEN_COLUMNS: &str = "7 columns of UTF-8 text";

fn parse(text: &str) -> Result<Tiles, TileFileError> {
    Tiles::parse(Path::new(FILE), text)
}

#[track_caller]
fn parse_rows(rows: &str) -> Tiles {
    parse(&format!("{HEADER}\n{rows}\n")).unwrap_or_else(|error| panic!("{error}"))
}

/// Checks the fault of a whole file.
#[track_caller]
fn check_file(text: &str, (line, tile, column): (u64, &str, &'static str), found: &str, accepted: &str) {
    let expected = TileFileError {
        file: FILE.into(),
        line,
        tile: tile.to_owned(),
        column,
        found: found.to_owned(),
        accepted: accepted.to_owned(),
    };
    assert_eq!(parse(text).map(|_| "a valid file"), Err(expected), "{text}");
}

/// Checks the fault of a file whose second tile is this row.
#[track_caller]
fn check_row(row: &str, tile: &str, column: &'static str, found: &str, accepted: &str) {
    check_file(&format!("{HEADER}\nfirst,PPPP,,,,,\n{row}\n"), (3, tile, column), found, accepted);
}

/// Checks the fault of one column of an otherwise valid tile `x`, given from `edges` on.
#[track_caller]
fn check_column(columns: &str, column: &'static str, found: &str, accepted: &str) {
    let missing = ",".repeat(6 - columns.split(',').count());
    check_row(&format!("x,{columns}{missing}"), "x", column, found, accepted);
}

/// Checks the fault of one feature word on tile `x`: pasture north, water east, mountain south, water west, and water inside.
#[track_caller]
fn check_feature(word: &str, accepted: &str) {
    check_column(&format!("PWMW,,W,,{word}"), "features", &format!("`{word}`"), accepted);
}

#[test]
fn a_minimal_file_is_one_tile() {
    let tiles = parse_rows("x,PMWP,,,,,");
    assert_eq!(tiles.len(), 1);
    let tile = tiles.by_name("x").expect("the tile");
    assert_eq!(tiles.name(tile), "x");
    let printed = tiles.as_printed(tile);
    assert_eq!(printed.edges, [Terrain::Pasture, Terrain::Mountain, Terrain::Water, Terrain::Pasture]);
    assert_eq!(printed.areas.len(), 3, "north and west share a corner");
    assert!(printed.roads.is_empty() && printed.exits.is_empty());
    assert!(Feature::ALL.iter().all(|&feature| printed.features.of(feature) == 0));
}

#[test]
fn a_full_row_is_read_to_the_last_word() {
    let tiles =
        parse_rows("x,MPMW,NS,P,N|SW,broch*2@S scroll:ship@N whisky*3@N ship@W sheep*9@inner scroll:ship@E,\"a, b\"");
    let printed = tiles.as_printed(tiles.by_name("x").expect("the tile"));
    // Mountain north and south in one, pasture east, water west, pasture inside.
    assert_eq!(printed.areas.len(), 4);
    assert_eq!(printed.roads.len(), 2);
    assert_eq!(printed.exits.len(), 3);
    let counts = Feature::ALL.map(|feature| printed.features.of(feature));
    // Sheep 9, brochs 2, ships 1, and barrels on one tile.
    assert_eq!(counts, [9, 0, 0, 2, 0, 1, 1]);
    assert_eq!(printed.scrolls().map(|(_, kind)| kind).collect::<Vec<_>>(), [ScrollKind::Ship; 2]);
}

#[test]
fn windows_line_ends_and_empty_lines_are_fine() {
    let text = format!("{HEADER}\r\nx,PPPP,,,,,\r\n\r\ny,MMMM,,,,,\r\n");
    assert_eq!(parse(&text).expect("a valid file").len(), 2);
}

#[test]
fn edges_at_a_corner_are_one_area_and_opposite_ones_are_not() {
    let areas = |row: &str| {
        let tiles = parse_rows(row);
        tiles.as_printed(tiles.by_name("x").expect("the tile")).areas.len()
    };
    assert_eq!(areas("x,PPPP,,,,,"), 1);
    assert_eq!(areas("x,PPPM,,,,,"), 2, "north and south are tied through the east");
    assert_eq!(areas("x,PPMM,,,,,"), 2);
    assert_eq!(areas("x,PMPM,,,,,"), 4);
    assert_eq!(areas("x,PMPM,NS,,,,"), 3);
    assert_eq!(areas("x,PMPM,EW,,,,"), 3);
    assert_eq!(areas("x,PMPW,,,,,"), 4);
    assert_eq!(areas("x,PMPW,NS,P,,,"), 4, "the area inside stays apart");
    assert_eq!(areas("x,PPPP,NSEW,,,,"), 1);
}

#[test]
fn fault_no_text_at_all() {
    check_file("", (1, "", ""), "the header ``", &format!("`{HEADER}`"));
}

#[test]
fn fault_header() {
    check_file("id,edges\nx,PPPP\n", (1, "", ""), "the header `id,edges`", &format!("`{HEADER}`"));
    let swapped = "edges,id,joins,inner,roads,features,disputed";
    check_file(swapped, (1, "", ""), &format!("the header `{swapped}`"), &format!("`{HEADER}`"));
}

#[test]
fn fault_no_tile() {
    check_file(&format!("{HEADER}\n"), (1, "", ""), "no tile", "1 to 255 tiles");
}

#[test]
fn fault_missing_columns() {
    check_row("x,PPPP", "", "", "2 columns", SEVEN_COLUMNS);
    check_row("x,PPPP,,,,sheep@N", "", "", "6 columns", SEVEN_COLUMNS);
}

#[test]
fn fault_too_many_columns() {
    check_row("x,PPPP,,,,sheep@N,remark,", "", "", "8 columns", SEVEN_COLUMNS);
}

#[test]
fn fault_id_empty() {
    check_row(",PPPP,,,,,", "", "id", "``", ID);
}

#[test]
fn fault_id_taken_by_the_castle() {
    check_row("castle,PPPP,,,,,", "castle", "id", "`castle`", ID);
}

#[test]
fn fault_id_with_other_characters() {
    check_row("a b,PPPP,,,,,", "a b", "id", "`a b`", ID);
    check_row("ä,PPPP,,,,,", "ä", "id", "`ä`", ID);
}

#[test]
fn fault_id_too_long() {
    let id = "i".repeat(33);
    check_row(&format!("{id},PPPP,,,,,"), &id, "id", &format!("`{id}`"), ID);
    assert_eq!(parse_rows(&format!("{},PPPP,,,,,", "i".repeat(32))).len(), 1);
}

#[test]
fn fault_id_twice() {
    check_row("first,MMMM,,,,,", "first", "id", "`first`, already the id of tile 1", "a unique id");
}

#[test]
fn fault_edges_of_wrong_length() {
    check_column("PPM", "edges", "`PPM`", EDGES);
    check_column("PPMMW", "edges", "`PPMMW`", EDGES);
    check_column("", "edges", "``", EDGES);
}

#[test]
fn fault_edges_of_wrong_letters() {
    check_column("PPMX", "edges", "`PPMX`", EDGES);
    check_column("ppmm", "edges", "`ppmm`", EDGES);
    check_column("P MM", "edges", "`P MM`", EDGES);
}

#[test]
fn fault_joins_unknown() {
    check_column("PPPP,NE", "joins", "`NE`", JOINS);
    check_column("PPPP,EWNS", "joins", "`EWNS`", JOINS);
}

#[test]
fn fault_joins_between_different_terrains() {
    check_column("PMWM,NS", "joins", "`NS`, but the north and south edges differ in terrain", EQUAL_JOINS);
    check_column("PMPW,EW", "joins", "`EW`, but the east and west edges differ in terrain", EQUAL_JOINS);
    check_column("PMPW,NSEW", "joins", "`NSEW`, but the east and west edges differ in terrain", EQUAL_JOINS);
}

#[test]
fn fault_joins_that_cross() {
    check_column("PMPM,NSEW", "joins", "`NSEW`, two areas that would cross", ONE_JOIN);
}

#[test]
fn fault_inner() {
    check_column("PPPP,,X", "inner", "`X`", INNER);
    check_column("PPPP,,MW", "inner", "`MW`", INNER);
    check_column("PPPP,,m", "inner", "`m`", INNER);
}

#[test]
fn fault_roads_unknown_edge() {
    check_column("PPPP,,,NX", "roads", "`NX`", ROADS);
    check_column("PPPP,,,n", "roads", "`n`", ROADS);
    check_column("PPPP,,,N S", "roads", "`N S`", ROADS);
}

#[test]
fn fault_roads_repeated_edge() {
    check_column("PPPP,,,NN", "roads", "`NN`", ROADS);
    check_column("PPPP,,,NE|SN", "roads", "`NE|SN`", ROADS);
}

#[test]
fn fault_roads_empty_group() {
    check_column("PPPP,,,N||S", "roads", "`N||S`", ROADS);
    check_column("PPPP,,,|", "roads", "`|`", ROADS);
    check_column("PPPP,,,N|", "roads", "`N|`", ROADS);
}

#[test]
fn fault_feature_without_area() {
    check_feature("sheep", WORD);
    check_feature("scroll:sheep", WORD);
}

#[test]
fn fault_feature_unknown() {
    check_feature("goat@N", FEATURE);
    check_feature("Sheep@N", FEATURE);
    check_feature("@N", FEATURE);
}

#[test]
fn fault_feature_at_a_missing_area() {
    check_feature("sheep@X", AREA);
    check_feature("sheep@NW", AREA);
    check_feature("sheep@", AREA);
    check_feature("sheep@N@N", AREA);
    check_column("PWMW,,,,ship@inner", "features", "`ship@inner`", AREA);
}

#[test]
fn fault_feature_in_the_wrong_terrain() {
    check_feature("sheep@S", "sheep in pasture");
    check_feature("cattle@E", "cattle in pasture");
    check_feature("farm@inner", "farm in pasture");
    check_feature("broch@N", "broch in mountain");
    check_feature("ship@N", "ship in water");
    check_feature("lighthouse@S", "lighthouse in water");
    check_feature("whisky@W", "whisky in pasture or mountain");
}

#[test]
fn fault_feature_count() {
    check_feature("sheep*0@N", COUNT);
    check_feature("sheep*10@N", COUNT);
    check_feature("sheep*256@N", COUNT);
    check_feature("sheep*-1@N", COUNT);
    check_feature("sheep*@N", COUNT);
    check_feature("sheep*two@N", COUNT);
}

#[test]
fn fault_feature_twice_in_one_area() {
    check_column("PPWW,,,,sheep@N sheep*2@E", "features", "`sheep*2@E`", ONE_FEATURE);
    // In different areas they may stand.
    assert_eq!(parse_rows("x,PWPW,,,,sheep@N sheep@S,").len(), 1);
}

#[test]
fn fault_feature_too_often_on_one_tile() {
    // Counts of a whole territory stay below 256 only if no tile shows more than nine.
    let accepted = "at most 9 of a feature on one tile";
    check_column("PMPM,,P,,sheep*5@N sheep*4@S sheep@inner", "features", "`sheep@inner`", accepted);
    let tiles = parse_rows("x,PMPM,,P,,sheep*4@N sheep*4@S sheep@inner,");
    assert_eq!(tiles.as_printed(tiles.by_name("x").expect("the tile")).features.of(Feature::Sheep), 9);
}

#[test]
fn fault_scroll_unknown() {
    check_feature("scroll:goat@N", SCROLL);
    check_feature("scroll:@N", SCROLL);
    check_feature("scroll:sheep*2@N", SCROLL);
}

#[test]
fn fault_scroll_twice_in_one_area() {
    check_column("PPWW,,,,scroll:ship@N scroll:ship@E", "features", "`scroll:ship@E`", ONE_SCROLL);
}

#[test]
fn fault_256_tiles() {
    let rows = |count: usize| (1..=count).map(|row| format!("t{row},PPPP,,,,,\n")).collect::<String>();
    assert_eq!(parse_rows(&rows(255)).len(), 255);
    check_file(&format!("{HEADER}\n{}", rows(256)), (257, "t256", ""), "tile number 256", "at most 255 tiles");
}

#[test]
fn faults_name_the_line_of_the_file() {
    // An empty line counts as a line, and so does a line break within quotes.
    let text = format!("{HEADER}\na,PPPP,,,,,\n\nb,PPP,,,,,\n");
    check_file(&text, (4, "b", "edges"), "`PPP`", EDGES);
    let text = format!("{HEADER}\r\na,PPPP,,,,,\"two\r\nlines\"\r\nb,PPP,,,,,\r\n");
    check_file(&text, (4, "b", "edges"), "`PPP`", EDGES);
    // So it is behind a byte order mark.
    let text = format!("\u{feff}{HEADER}\na,PPPP,,,,,\n\n\nb,PPP,,,,,\n");
    check_file(&text, (5, "b", "edges"), "`PPP`", EDGES);
    let text = format!("{HEADER}\na,PPPP,,,,,\n\nb,PPPP\n");
    check_file(&text, (4, "", ""), "2 columns", SEVEN_COLUMNS);
}

#[test]
fn the_first_of_several_faults_is_told() {
    check_row("x,PPPX,ZZ,Y,X,goat@N,", "x", "edges", "`PPPX`", EDGES);
}

#[test]
fn faults_read_as_one_line() {
    let message = |text: &str| parse(text).expect_err("a fault").to_string();
    assert_eq!(
        message(&format!("{HEADER}\nb,PPP,,,,,\n")),
        "my/tiles.csv:2, tile b, column edges: found `PPP`; accepted: four letters out of P, M, W"
    );
    assert_eq!(message(&format!("{HEADER}\n")), "my/tiles.csv:1: found no tile; accepted: 1 to 255 tiles");
}

#[test]
fn names_are_found_by_id_only() {
    let tiles = parse_rows("x,PPPP,,,,,");
    assert_eq!(tiles.by_name("X"), None);
    assert_eq!(tiles.by_name("castle"), None, "the castle is no landscape tile");
    assert_eq!(tiles.tile(tiles.by_name("x").expect("the tile"), Rotation::NONE).edges, [Terrain::Pasture; 4]);
}
