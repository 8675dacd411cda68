//! Reading files of components: what is accepted, and the exact fault of what is not.

use std::path::Path;

use engine::tipperary::{ComponentSheet, Components, Feature, TileFileError};

const FILE: &str = "my/tiles.csv";

const LANDSCAPE: &str = "id,shape,grid,back,provenance";
const BONUS: &str = "id,grid,provenance";
const HOMETOWNS: &str = "id,wheel,side,name,grid,provenance";

const ENTRIES: &str = "M, 1 to 9, G, D, R, B, C1 to C9, each also with `*`, or `.`";
const TOGETHER: &str = "spaces connected by their edges";
const OUTER: &str = "spaces in every outer row and column";

fn parse(sheet: ComponentSheet, text: &str) -> Result<Components, TileFileError> {
    Components::parse(&[(sheet, Path::new(FILE), text)])
}

/// Checks the message of a whole file, without the file's name.
#[track_caller]
fn refused(sheet: ComponentSheet, text: &str, message: &str) {
    let error = parse(sheet, text).expect_err("it is refused").to_string();
    assert_eq!(error, format!("{FILE}:{message}"));
}

/// One landscape tile `a` with this grid and back.
#[track_caller]
fn refused_tile(grid: &str, back: &str, message: &str) {
    refused(
        ComponentSheet::Landscape,
        &format!("{LANDSCAPE}\na,,{grid},{back},\n"),
        &format!("2, tile a, column {message}"),
    );
}

/// One bonus tile `a`.
#[track_caller]
fn refused_bonus(grid: &str, message: &str) {
    refused(ComponentSheet::Bonus, &format!("{BONUS}\na,{grid},\n"), &format!("2, tile a, column {message}"));
}

/// The shipped hometowns with another grid of H1A.
#[track_caller]
fn refused_hometown(grid: &str, message: &str) {
    let text = ComponentSheet::Hometowns.shipped().replace(". # # 1 / G # # R / . # # .", grid);
    refused(ComponentSheet::Hometowns, &text, &format!("2, tile H1A, column grid: {message}"));
}

#[test]
fn another_header() {
    let message = "1: found the header `id,grid,provenance`; accepted: `id,shape,grid,back,provenance`";
    refused(ComponentSheet::Landscape, &format!("{BONUS}\na,M,\n"), message);
    let message = "1: found the header `id,shape,grid,back,provenance`; accepted: `id,grid,provenance`";
    refused(ComponentSheet::Bonus, &format!("{LANDSCAPE}\na,,M,,\n"), message);
    let message = "1: found the header `id`; accepted: `id,wheel,side,name,grid,provenance`";
    refused(ComponentSheet::Hometowns, "id\n", message);
}

#[test]
fn another_number_of_columns() {
    refused(
        ComponentSheet::Landscape,
        &format!("{LANDSCAPE}\na,,M,\n"),
        "2: found 4 columns; accepted: 5 columns of UTF-8 text",
    );
    refused(
        ComponentSheet::Bonus,
        &format!("{BONUS}\na,M,,\n"),
        "2: found 4 columns; accepted: 3 columns of UTF-8 text",
    );
    let message = "2: found 1 columns; accepted: 6 columns of UTF-8 text";
    refused(ComponentSheet::Hometowns, &format!("{HOMETOWNS}\nH1A\n"), message);
}

#[test]
fn an_id_used_twice() {
    let message = "3, tile a, column id: found `a`, already the id of row 1; accepted: a unique id";
    refused(ComponentSheet::Landscape, &format!("{LANDSCAPE}\na,,M,,\na,,R,,\n"), message);
    refused(ComponentSheet::Bonus, &format!("{BONUS}\na,M,\na,R,\n"), message);
}

#[test]
fn an_id_that_needs_quotes() {
    let message = "2, tile a b, column id: found `a b`; accepted: 1 to 32 letters, digits, `-` or `_`";
    refused(ComponentSheet::Bonus, &format!("{BONUS}\na b,M,\n"), message);
    let message = "2, column id: found ``; accepted: 1 to 32 letters, digits, `-` or `_`";
    refused(ComponentSheet::Bonus, &format!("{BONUS}\n,M,\n"), message);
}

#[test]
fn an_entry_not_listed() {
    for entry in ["X", "0", "10", "C", "C0", "C10", "m", "M**", "*", "-", "..", "1M"] {
        refused_tile(&format!("M {entry}"), "", &format!("grid: found `{entry}`; accepted: {ENTRIES}"));
    }
}

#[test]
fn rows_of_different_length() {
    refused_tile("M M / M", "", "grid: found rows of 2 and 1 entries; accepted: rows of one length");
}

#[test]
fn an_empty_grid() {
    refused_tile("", "", "grid: found ``; accepted: spaces separated by blanks, rows by ` / `");
    refused_tile("M / ", "", "grid: found rows of 1 and 0 entries; accepted: rows of one length");
}

#[test]
fn an_empty_outer_row() {
    let message = format!("grid: found an empty outer row or column; accepted: {OUTER}");
    refused_tile("M M / . .", "", &message);
    refused_tile(". . / M M", "", &message);
}

#[test]
fn an_empty_outer_column() {
    let message = format!("grid: found an empty outer row or column; accepted: {OUTER}");
    refused_tile("M . / M .", "", &message);
    refused_tile(". M / . M", "", &message);
    refused_tile(".", "", &message);
}

#[test]
fn spaces_that_do_not_hang_together() {
    let message = format!("grid: found spaces apart from the others; accepted: {TOGETHER}");
    refused_tile("M . / . M", "", &message);
    refused_tile("M . M", "", &message);
    refused_tile("M M . . / . . M M", "", &message);
}

#[test]
fn more_than_six_spaces() {
    refused_tile("M M M M M M M", "", "grid: found 7 spaces; accepted: at most 6");
}

#[test]
fn a_landscape_tile_with_a_town_space() {
    refused_tile("M #", "", "grid: found a town space; accepted: `#` in hometowns only");
}

#[test]
fn a_back_of_another_outline() {
    let message = "back: found `M M / M .`; accepted: the outline of the front in a mirror";
    refused_tile("M M / M .", "M M / M .", message);
    refused_tile("M M", "M", "back: found `M`; accepted: the outline of the front in a mirror");
}

#[test]
fn a_back_with_other_faults() {
    refused_tile("M M", "M X", &format!("back: found `X`; accepted: {ENTRIES}"));
    refused_tile("M M", "M #", "back: found a town space; accepted: `#` in hometowns only");
}

#[test]
fn a_file_without_landscape_tiles() {
    refused(ComponentSheet::Landscape, LANDSCAPE, "1: found no tile; accepted: 1 to 255 tiles");
}

#[test]
fn too_many_tiles() {
    let rows: String = (0..256).map(|number| format!("t{number},,M,,\n")).collect();
    let message = "257, tile t255: found row 256; accepted: at most 255 rows";
    refused(ComponentSheet::Landscape, &format!("{LANDSCAPE}\n{rows}"), message);
    let rows: String = (0..65).map(|number| format!("t{number},M,\n")).collect();
    refused(
        ComponentSheet::Bonus,
        &format!("{BONUS}\n{rows}"),
        "66, tile t64: found row 65; accepted: at most 64 rows",
    );
}

#[test]
fn a_bonus_tile_of_two_spaces() {
    refused_bonus("M M", "grid: found 2 spaces; accepted: at most 1");
}

#[test]
fn a_bonus_tile_that_is_a_town() {
    refused_bonus("#", "grid: found a town space; accepted: `#` in hometowns only");
}

#[test]
fn a_hometown_with_too_few_or_too_many_town_spaces() {
    let accepted = "accepted: six town spaces and three others";
    refused_hometown("# # 1 / G # # / # M M", &format!("found 5 town spaces and 4 others; {accepted}"));
    refused_hometown("# # # / G # # / # # M", &format!("found 7 town spaces and 2 others; {accepted}"));
    refused_hometown("# # 1 / # # 1 / # # .", &format!("found 6 town spaces and 2 others; {accepted}"));
    refused_hometown("# # 1 1 / # # 1 1 / # # . .", "found 10 spaces; accepted: at most 9");
}

#[test]
fn a_town_that_is_no_block() {
    refused_hometown("# # # / # # # / M M M", "found town spaces in another shape; accepted: a town 2 wide and 3 high");
}

#[test]
fn a_hometown_with_a_symbol() {
    refused_hometown("# # 1* / # # 1 / # # 1", "found a sheep symbol; accepted: no `*`: nothing is placed at set-up");
}

#[test]
fn a_wheel_without_such_a_place() {
    for wheel in ["5", "", "-1", "00", "x"] {
        let text = ComponentSheet::Hometowns.shipped().replace("H1A,0,", &format!("H1A,{wheel},"));
        let message = format!("2, tile H1A, column wheel: found `{wheel}`; accepted: 0 to 4");
        refused(ComponentSheet::Hometowns, &text, &message);
    }
}

#[test]
fn another_side() {
    let text = ComponentSheet::Hometowns.shipped().replace("H1A,0,A", "H1A,0,C");
    refused(ComponentSheet::Hometowns, &text, "2, tile H1A, column side: found `C`; accepted: `A` or `B`");
}

#[test]
fn a_side_twice() {
    let text = ComponentSheet::Hometowns.shipped().replace("H1B,0,B", "H1B,0,A");
    let message = "3, tile H1B, column side: found `A`, as of H1A at the same place 0 of the wheel; \
                   accepted: one side A and one side B at each place of the wheel";
    refused(ComponentSheet::Hometowns, &text, message);
}

#[test]
fn a_side_missing() {
    let lines: Vec<&str> = ComponentSheet::Hometowns.shipped().lines().take(10).collect();
    let message = "10: found 9 rows; accepted: sides A and B for each of the places 0 to 4 of the wheel";
    refused(ComponentSheet::Hometowns, &lines.join("\n"), message);
}

#[test]
fn an_eleventh_hometown() {
    let text = format!("{}H6A,0,A,,# # M / # # M / # # M,\n", ComponentSheet::Hometowns.shipped());
    refused(ComponentSheet::Hometowns, &text, "12, tile H6A: found row 11; accepted: at most 10 rows");
}

#[test]
fn a_hometown_with_other_surroundings_is_warned_of() {
    let text = ComponentSheet::Hometowns.shipped().replace(". # # 1 / G # # R / . # # .", "# # 1 / # # 1 / # # 1");
    let components = parse(ComponentSheet::Hometowns, &text).expect("it is accepted");
    assert_eq!(components.warnings(), ["hometown H1A has 16 places around it, not 18 as printed"]);
}

#[test]
fn shape_and_provenance_are_not_read_and_blanks_do_not_matter() {
    let text = format!("\u{feff}{LANDSCAPE}\r\na,whatever,  1*   C9/.  9 ,,\"printed, perhaps\"\r\n");
    let components = parse(ComponentSheet::Landscape, &text).expect("it is accepted");
    let landscape = components.landscape();
    let tile = landscape.tile(landscape.by_name("a").expect("it is there"));
    assert_eq!(tile.front().to_string(), "1* C9 / . 9");
    assert_eq!(tile.front().count(|feature| feature == Feature::Pasture(9)), 1);
}

#[test]
fn a_back_may_show_other_features() {
    let components = parse(ComponentSheet::Landscape, &format!("{LANDSCAPE}\na,,M R,D G,\n")).expect("it is accepted");
    let landscape = components.landscape();
    let tile = landscape.tile(landscape.by_name("a").expect("it is there"));
    assert_eq!(tile.ways.len(), 8);
    assert_eq!(tile.ways[4].grid.to_string(), "D G");
}

#[test]
fn a_symbol_on_a_bonus_tile_is_accepted() {
    let components = parse(ComponentSheet::Bonus, &format!("{BONUS}\na,B*,\n")).expect("it is accepted");
    let tile = components.bonus_by_name("a").expect("it is there");
    assert!(components.bonus(tile).space.symbol);
}

#[test]
fn no_bonus_tile_at_all_is_accepted() {
    assert_eq!(parse(ComponentSheet::Bonus, BONUS).expect("it is accepted").all_bonus().len(), 0);
}

#[test]
fn files_that_are_not_given_are_the_shipped_ones() {
    let components = parse(ComponentSheet::Bonus, &format!("{BONUS}\na,B,\n")).expect("it is accepted");
    assert_eq!((components.landscape().len(), components.all_hometowns().len()), (60, 10));
    assert_eq!(Components::parse(&[]).expect("they are tested"), *Components::shipped());
    assert_eq!(ComponentSheet::ALL.map(ComponentSheet::name), ["landscape", "bonus", "hometowns"]);
}
