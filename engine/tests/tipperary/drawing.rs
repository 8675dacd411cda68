//! Displays drawn as text.
//!
//! Rows go from north to south, entries are separated by blanks. An entry is one of tile files (`M`, `2`, `G`, `D`, `R`, `B`, `C3`, `.`), and also:
//!
//! | entry | place |
//! |---|---|
//! | `#`, `o` | the hometown: its town, and three stone circles of 1 east of it |
//! | `m` | a meadow that is a bonus tile |
//! | `s` | a meadow with a wooden sheep |
//! | `T` | a tower |

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use engine::tipperary::{ComponentSheet, Components, Cover, Display, Effects, Place, Placement, Way};

/// A drawing's entries by place; empty ones are left out.
pub type Picture = BTreeMap<Place, String>;

/// A display with what it is built from.
pub struct Drawing {
    pub components: Arc<Components>,
    pub display: Display,
}

/// The hometown of drawings.
pub const HOMETOWN: &str = "H1A";

/// Everything that one space may show.
const SINGLES: [&str; 15] = ["M", "1", "2", "3", "9", "G", "D", "R", "B", "C1", "C2", "C3", "C4", "C9", "M*"];

/// The shipped components, but for landscape tiles: one for each single space, named like it, and these with their names; and for the
/// hometown of drawings. A single space with a star is named with an `x` in its place.
pub fn components(tiles: &[(&str, &str)]) -> Arc<Components> {
    let mut landscape = String::from("id,shape,grid,back,provenance\n");
    for single in SINGLES {
        landscape += &format!("{},,{single},,\n", single.replace('*', "x"));
    }
    tiles.iter().for_each(|(id, grid)| landscape += &format!("{id},,{grid},,\n"));
    let plain = |line: &str| match line.strip_prefix("H1A,") {
        Some(_) => "H1A,0,A,,# # C1 / # # C1 / # # C1,test".to_owned(),
        None => line.to_owned(),
    };
    let hometowns: Vec<String> = ComponentSheet::Hometowns.shipped().lines().map(plain).collect();
    let files = [
        (ComponentSheet::Landscape, Path::new("landscape"), landscape.as_str()),
        (ComponentSheet::Hometowns, Path::new("hometowns"), &hometowns.join("\n")),
    ];
    Arc::new(Components::parse(&files).unwrap_or_else(|error| panic!("{error}")))
}

/// Reads a drawing.
#[track_caller]
pub fn picture(text: &str) -> Picture {
    let rows: Vec<Vec<&str>> =
        text.lines().map(|row| row.split_whitespace().collect()).filter(|row: &Vec<&str>| !row.is_empty()).collect();
    let entries = || {
        let rows = rows.iter().rev().enumerate();
        rows.flat_map(|(y, row)| row.iter().enumerate().map(move |(x, &entry)| (x as i16, y as i16, entry)))
    };
    let origin = entries().filter(|(.., entry)| *entry == "#").map(|(x, y, _)| Place::new(x, y)).min();
    let origin = origin.expect("a drawing shows the town");
    entries()
        .filter(|(.., entry)| *entry != ".")
        .map(|(x, y, entry)| (Place::new(x - origin.x, y - origin.y), entry.to_owned()))
        .collect()
}

/// Builds a drawn display.
#[track_caller]
pub fn draw(text: &str) -> Drawing {
    let components = components(&[]);
    let display = build(&components, &picture(text));
    Drawing { components, display }
}

/// Covers every place of a picture, each beside one before it.
#[track_caller]
pub fn build(components: &Components, picture: &Picture) -> Display {
    let mut display = Display::of(components, components.hometown_by_name(HOMETOWN).expect("it is there"));
    let is_home = |entry: &str| entry == "#" || entry == "o";
    let mut waiting: Vec<(&Place, &String)> = picture.iter().filter(|(_, entry)| !is_home(entry)).collect();
    while !waiting.is_empty() {
        let next = waiting.iter().position(|(place, _)| display.is_beside(**place));
        let (place, entry) = waiting.remove(next.unwrap_or_else(|| panic!("apart from the display: {waiting:?}")));
        put(components, &mut display, *place, entry);
    }
    let home = picture.iter().filter(|(_, entry)| is_home(entry)).count();
    assert_eq!(home, 9, "a drawing shows the whole hometown");
    let plain: Picture = picture.iter().map(|(place, entry)| (*place, entry.replace('*', ""))).collect();
    assert_eq!(look(&display), plain);
    display
}

fn put(components: &Components, display: &mut Display, place: Place, entry: &str) {
    let lay = |display: &mut Display, single: &str| {
        let tile = components.landscape().by_name(single).unwrap_or_else(|| panic!("no entry `{single}`"));
        display.lay(components, Placement { tile, way: Way::AS_PRINTED, corner: place });
    };
    match entry {
        "T" => display.place_tower(place),
        "m" => {
            let meadow = components.bonus_by_name("F01").expect("the shipped file has a meadow");
            display.place_bonus(components, meadow, place);
        }
        "s" => {
            lay(display, "M");
            display.place_sheep(place);
        }
        entry => lay(display, &entry.replace('*', "x")),
    }
}

/// The picture of a display.
pub fn look(display: &Display) -> Picture {
    let hometown = |place: &Place| place.x == 2 && (0..3).contains(&place.y);
    let entry = |place: &Place, cover| match cover {
        Cover::Town => "#".to_owned(),
        Cover::Stones(1) if hometown(place) => "o".to_owned(),
        Cover::Stones(vp) => format!("C{vp}"),
        Cover::Meadow { bonus: false } => "M".to_owned(),
        Cover::Meadow { bonus: true } => "m".to_owned(),
        Cover::Pasture(sheep) => sheep.to_string(),
        Cover::WoodenSheep => "s".to_owned(),
        Cover::Grain => "G".to_owned(),
        Cover::Distillery => "D".to_owned(),
        Cover::Ruin => "R".to_owned(),
        Cover::Bog => "B".to_owned(),
        Cover::Tower => "T".to_owned(),
    };
    display.covered().map(|(place, cover)| (place, entry(&place, cover))).collect()
}

/// Lays the one tile that is in the second drawing and not in the first, and checks what it brings: sheep symbols, pairs, lines, sites.
#[track_caller]
pub fn check_new(before: &str, after: &str, [symbols, pairs, lines, sites]: [u8; 4]) {
    let (before, after) = (picture(before), picture(after));
    let new: Picture = after.into_iter().filter(|(place, _)| !before.contains_key(place)).collect();
    let (west, east) = (new.keys().map(|place| place.x).min(), new.keys().map(|place| place.x).max());
    let (south, north) = (new.keys().map(|place| place.y).min(), new.keys().map(|place| place.y).max());
    let (Some(west), Some(east), Some(south), Some(north)) = (west, east, south, north) else {
        panic!("nothing is new")
    };
    let entry = |x, y| new.get(&Place::new(x, y)).map_or(".", String::as_str);
    let row = |y| (west..=east).map(|x| entry(x, y)).collect::<Vec<_>>().join(" ");
    let grid = (south..=north).rev().map(row).collect::<Vec<_>>().join(" / ");
    let components = components(&[("new", &grid)]);
    let mut display = build(&components, &before);
    let tile = components.landscape().by_name("new").expect("it is there");
    let found = display.lay(&components, Placement { tile, way: Way::AS_PRINTED, corner: Place::new(west, south) });
    assert_eq!(found, Effects { symbols, pairs, lines, sites }, "of {grid}");
}
