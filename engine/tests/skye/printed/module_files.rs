//! Reading the tile files of modules: what is accepted, and the exact fault of what is not.

use std::path::Path;

use engine::skye::tile_files::TileFileError;
use engine::skye::{Feature, Module, ScrollKind, Tablet, Tiles};

const DRUIDS: &str = "id,edges,joins,inner,roads,features,disputed,cost,tablet,template,provenance";
const TUNNELS: &str = "id,edges,joins,inner,roads,features,disputed,tunnels,vp_barrels,template,provenance";
const BORDERLANDS: &str = "id,edges,joins,inner,roads,features,disputed,tile,side,straight,curved,provenance";

fn parse(module: Module, text: &str) -> Result<Tiles, TileFileError> {
    let file = Path::new("module.csv");
    Tiles::parse_with(Path::new("printed"), Tiles::SHIPPED[0].1, &[(module, file, text)])
}

/// Checks the fault of a whole file.
#[track_caller]
fn check(module: Module, text: &str, (line, tile, column): (u64, &str, &'static str), found: &str, accepted: &str) {
    let expected = TileFileError {
        file: "module.csv".into(),
        line,
        tile: tile.to_owned(),
        column,
        found: found.to_owned(),
        accepted: accepted.to_owned(),
    };
    assert_eq!(parse(module, text).map(|_| "a valid file"), Err(expected), "{text}");
}

#[test]
fn faults_of_druid_tiles() {
    let cost = "a whole number from 0 to 99";
    let tablets = "`score-again`, `own-tile`, `bag-draw`, `discount-1`, `discount-2` or nothing";
    for (row, column, found, accepted) in [
        ("x,PPPP,,,,,,,,,", "cost", "``", cost),
        ("x,PPPP,,,,,,-1,,,", "cost", "`-1`", cost),
        ("x,PPPP,,,,,,+1,,,", "cost", "`+1`", cost),
        ("x,PPPP,,,,,,100,,,", "cost", "`100`", cost),
        ("x,PPPP,,,,,,1.5,,,", "cost", "`1.5`", cost),
        ("x,PPPP,,,,,,two,,,", "cost", "`two`", cost),
        ("x,PPPP,,,,,,1,discount,,", "tablet", "`discount`", tablets),
        ("x,PPPP,,,,,,1,Own-Tile,,", "tablet", "`Own-Tile`", tablets),
        (
            "x,PPPP,,P,,scroll:gold@N scroll:flat-3@inner,,1,,,",
            "features",
            "`scroll:gold@N scroll:flat-3@inner`",
            "at most one scroll on a Druid tile",
        ),
        ("x,PPP,,,,,,1,,,", "edges", "`PPP`", "four letters out of P, M, W"),
        ("L01,PPPP,,,,,,1,,,", "id", "`L01`, already the id of a tile of another file", "a unique id"),
        ("d1,PPPP,,,,,,1,,,", "id", "`d1`, already the id of tile 1", "a unique id"),
    ] {
        let text = format!("{DRUIDS}\nd1,PPPP,,,,,,0,,,\n{row}\n");
        check(Module::Druids, &text, (3, row.split(',').next().expect("an id"), column), found, accepted);
    }
}

#[test]
fn fault_too_few_druid_tiles() {
    let rows = |count: usize| (1..=count).map(|row| format!("d{row},PPPP,,,,,,0,,,\n")).collect::<String>();
    let text = format!("{DRUIDS}\n{}", rows(4));
    check(Module::Druids, &text, (5, "", ""), "4 tiles", "at least 5 Druid tiles");
    assert_eq!(parse(Module::Druids, &format!("{DRUIDS}\n{}", rows(5))).expect("valid").druids().count(), 5);
}

#[test]
fn faults_of_tunnel_tiles() {
    let word = "`exit@area`, as in `E@S`; area N, E, S, W or inner";
    let area = "an area named by one of its edges, or `inner`";
    let barrels = "`count@area`, as in `1@S`, or nothing";
    let count = "a count from 1 to 9 before the `@`";
    // Tile x: mountain north, pasture east, mountain south, water west; roads to the east and to the south and north.
    for (tunnels, vp_barrels, column, found, accepted) in [
        ("", "", "tunnels", "no entrance", "at least one word `exit@area`"),
        ("E", "", "tunnels", "`E`", word),
        ("X@N", "", "tunnels", "`X@N`", "an exit N, E, S or W before the `@`"),
        ("NS@N", "", "tunnels", "`NS@N`", "an exit N, E, S or W before the `@`"),
        ("@N", "", "tunnels", "`@N`", "an exit N, E, S or W before the `@`"),
        ("W@N", "", "tunnels", "`W@N`", "an exit that one of the tile's roads has"),
        ("E@X", "", "tunnels", "`E@X`", area),
        ("E@inner", "", "tunnels", "`E@inner`", area),
        ("E@", "", "tunnels", "`E@`", area),
        ("E@E", "", "tunnels", "`E@E`", "a mountain area"),
        ("E@W", "", "tunnels", "`E@W`", "a mountain area"),
        ("E@N E@N", "", "tunnels", "`E@N`", "every entrance once: this road already has one into this area"),
        ("N@N S@N", "", "tunnels", "`S@N`", "every entrance once: this road already has one into this area"),
        ("E@N", "1", "vp_barrels", "`1`", barrels),
        ("E@N", "0@N", "vp_barrels", "`0@N`", count),
        ("E@N", "10@N", "vp_barrels", "`10@N`", count),
        ("E@N", "@N", "vp_barrels", "`@N`", count),
        ("E@N", "one@N", "vp_barrels", "`one@N`", count),
        ("E@N", "1@X", "vp_barrels", "`1@X`", area),
        ("E@N", "1@W", "vp_barrels", "`1@W`", "barrels in pasture or mountain"),
    ] {
        let text = format!("{TUNNELS}\nx,MPMW,,,E|NS,,,{tunnels},{vp_barrels},,\n");
        check(Module::Tunnels, &text, (2, "x", column), found, accepted);
    }
}

#[test]
fn fault_a_druid_scroll_on_a_tunnel_tile() {
    let text = format!("{TUNNELS}\nx,MPMW,,,E,scroll:gold@N,,E@N,,,\n");
    let accepted = "a scroll of sheep, cattle, farm, broch, lighthouse, ship, whisky";
    check(Module::Tunnels, &text, (2, "x", "features"), "`scroll:gold@N`", accepted);
}

#[test]
fn faults_of_borderland_tiles() {
    let corner = "two edges that share a corner, such as `SW`";
    for (columns, column, found, accepted) in [
        ("PPPP,,,,,,b,front,,NE,", "straight", "``", corner),
        ("PPPP,,,,,,b,front,S,NE,", "straight", "`S`", corner),
        ("PPPP,,,,,,b,front,NS,EW,", "straight", "`NS`", corner),
        ("PPPP,,,,,,b,front,SS,NE,", "straight", "`SS`", corner),
        ("PPPP,,,,,,b,front,SWN,E,", "straight", "`SWN`", corner),
        ("PPPP,,,,,,b,front,SW,NX,", "curved", "`NX`", corner),
        ("PPPP,,,,,,b,front,SW,,", "curved", "``", corner),
        (
            "PPPP,,,,,,b,front,SW,WN,",
            "curved",
            "`WN`, beside the straight edges `SW`",
            "the two edges that are not straight",
        ),
        (
            "PPPP,,,N,,,b,front,SW,NE,",
            "roads",
            "`N`, with an exit on a curved side",
            "exits on the straight edges only",
        ),
        (
            "PPPP,,,SW|E,,,b,front,SW,NE,",
            "roads",
            "`SW|E`, with an exit on a curved side",
            "exits on the straight edges only",
        ),
        ("PPPP,,,,,,b,up,SW,NE,", "side", "`up`", "`front` or `back`"),
        ("PPPP,,,,,,b,,SW,NE,", "side", "``", "`front` or `back`"),
        ("PPPP,,,,,,,front,SW,NE,", "tile", "``", "1 to 32 letters, digits, `-` or `_`; `castle` is taken"),
        ("PPPP,,,,,,castle,front,SW,NE,", "tile", "`castle`", "1 to 32 letters, digits, `-` or `_`; `castle` is taken"),
        (
            "PPPP,,,,,,L01,front,SW,NE,",
            "tile",
            "`L01`, already the id of a tile of another file",
            "a name that is not the id of a tile in another file",
        ),
        ("PPPP,,,,,,a,front,SW,NE,", "side", "a second front of `a`", "every tile with one front and one back"),
        ("PPPP,,,,scroll:sheep@N,,b,front,SW,NE,", "features", "`scroll:sheep@N`", "no scroll on a borderland tile"),
    ] {
        let text = format!("{BORDERLANDS}\naF,PPPP,,,,,,a,front,SW,NE,\nx,{columns}\n");
        check(Module::Borderlands, &text, (3, "x", column), found, accepted);
    }
}

#[test]
fn faults_of_the_two_sides_name_their_line() {
    let front = "aF,PPPM,,W,S,,,a,front,SW,NE,";
    let both = "both sides of every tile";
    let text = format!("{BORDERLANDS}\n{front}\nbF,PPPP,,,,,,b,front,SW,NE,\nbB,PPPP,,,,,,b,back,SW,NE,\n");
    check(Module::Borderlands, &text, (2, "a", "side"), "a front without a back", both);
    let text =
        format!("{BORDERLANDS}\naB,PPPP,,,,,,a,back,SW,NE,\nbF,PPPP,,,,,,b,front,SW,NE,\nbB,PPPP,,,,,,b,back,SW,NE,\n");
    check(Module::Borderlands, &text, (2, "a", "side"), "a back without a front", both);
    let accepted = "front and back with the same edges, joins, inner area, straight and curved sides";
    for back in [
        "aB,PPPP,,W,S,,,a,back,SW,NE,",
        "aB,PPPM,,,S,,,a,back,SW,NE,",
        "aB,PPPM,,M,S,,,a,back,SW,NE,",
        "aB,PPPM,,W,S,,,a,back,NE,SW,",
    ] {
        let text = format!("{BORDERLANDS}\n{front}\n{back}\n").replace(",S,,,a,back,NE", ",,,,a,back,NE");
        check(Module::Borderlands, &text, (3, "a", "edges"), "a front and a back that differ", accepted);
    }
}

#[test]
fn fault_seven_borderland_tiles() {
    let tile = |number: usize| {
        format!("f{number},PPPP,,,,,,b{number},front,SW,NE,\nk{number},PPPP,,,,,,b{number},back,SW,NE,\n")
    };
    let tiles = |count: usize| format!("{BORDERLANDS}\n{}", (1..=count).map(tile).collect::<String>());
    assert_eq!(parse(Module::Borderlands, &tiles(6)).expect("valid").borderlands().count(), 6);
    let place = (14, "f7", "tile");
    check(Module::Borderlands, &tiles(7), place, "`b7`, tile number 7", "at most 6 borderland tiles");
}

#[test]
fn faults_of_headers() {
    for (module, header, missing) in [
        (Module::Druids, DRUIDS, "cost"),
        (Module::Tunnels, TUNNELS, "tunnels"),
        (Module::Borderlands, BORDERLANDS, "side"),
    ] {
        let without = header.replace(&format!(",{missing}"), "");
        let accepted = format!("the column `{missing}` once; columns are {}", header.replace(',', ", "));
        check(module, &without, (1, "", ""), &format!("the header `{without}`"), &accepted);
        let twice = format!("{header},{missing}");
        check(module, &twice, (1, "", ""), &format!("the header `{twice}`"), &accepted);
        let unknown = format!("{header},colour");
        check(module, &unknown, (1, "", ""), "the column `colour`", &header.replace(',', ", "));
    }
}

#[test]
fn fault_no_tile_of_a_module() {
    check(Module::Tunnels, &format!("{TUNNELS}\n"), (1, "", ""), "no tile", "1 to 255 tiles");
}

#[test]
fn columns_may_come_in_any_order_and_without_those_for_information() {
    let text = "tunnels,edges,id,features,roads,inner,joins,vp_barrels\nE@N,MPMW,x,,E,,,2@N\n";
    let tiles = parse(Module::Tunnels, text).expect("valid");
    let tile = tiles.as_printed(tiles.by_name("x").expect("x"));
    assert_eq!(
        (tile.special.tunnels.len(), tile.special.vp_barrels, tile.features.of(Feature::Whisky) > 0, tile.gold_barrels),
        (1, true, true, false)
    );
}

#[test]
fn a_row_of_a_borderland_file_may_have_the_name_of_its_tile() {
    for (front, back) in [("a", "x"), ("x", "a")] {
        let text = format!("{BORDERLANDS}\n{front},PPPP,,,,,,a,front,SW,NE,\n{back},PPPP,,,,,,a,back,SW,NE,\n");
        assert_eq!(parse(Module::Borderlands, &text).expect("valid").borderlands().count(), 1);
    }
}

#[test]
fn all_kinds_of_scroll_and_tablet_are_read() {
    let kinds = ScrollKind::ALL.map(|kind| format!("s-{kind},PPPP,,,,scroll:{kind}@N,,1,,,\n")).concat();
    let tablets = Tablet::ALL.map(|tablet| format!("t-{tablet},PPPP,,,,,,1,{tablet},,\n")).concat();
    let tiles = parse(Module::Druids, &format!("{DRUIDS}\n{kinds}{tablets}")).expect("valid");
    let found = |tile| tiles.as_printed(tile).scrolls().map(|(_, kind)| kind).next();
    assert_eq!(tiles.druids().filter_map(found).collect::<Vec<_>>(), ScrollKind::ALL);
    let found = |tile| tiles.druid(tile).expect("a Druid tile").tablet;
    assert_eq!(tiles.druids().filter_map(found).collect::<Vec<_>>(), Tablet::ALL);
}

#[test]
fn vp_barrels_that_stand_elsewhere_look_different() {
    // x is the same half round but for its barrels; y has none.
    let text = format!("{TUNNELS}\nx,PMPM,,,N|S,,,N@E S@W,1@E,,\ny,PMPM,,,N|S,,,N@E S@W,,,\n");
    let tiles = parse(Module::Tunnels, &text).expect("valid");
    let rotations = |name| tiles.as_printed(tiles.by_name(name).expect("a tile")).distinct_rotations().count();
    assert_eq!((rotations("x"), rotations("y")), (4, 2));
}

#[test]
fn the_shipped_files() {
    let tiles = Tiles::printed_with(Module::ALL.into_iter().collect());
    let counts =
        (tiles.landscape().count(), tiles.tunnels().count(), tiles.druids().count(), tiles.borderlands().count());
    assert_eq!((counts, tiles.len()), ((73, 12, 36, 6), 85));
    // Two of every tablet, two of every kind of scroll of the Druids but for the flat ones, rows and columns, which share.
    for tablet in Tablet::ALL {
        let brings = |tile: &_| tiles.druid(*tile).is_some_and(|druid| druid.tablet == Some(tablet));
        assert_eq!(tiles.druids().filter(brings).count(), 2, "{tablet}");
    }
    let costs: Vec<u16> = tiles.druids().map(|tile| tiles.druid(tile).expect("a Druid tile").cost).collect();
    assert_eq!((costs.iter().min(), costs.iter().max()), (Some(&0), Some(&8)));
    for front in tiles.borderlands() {
        let back = tiles.back_of(front).expect("a back");
        assert_eq!((tiles.name(front), tiles.back_of(back)), (tiles.name(back), None));
        assert_eq!(tiles.by_name(tiles.name(front)), Some(front));
    }
}
