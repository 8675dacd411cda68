//! The shipped components: sums, and what the rulebook says of them.

use engine::tipperary::{Components, Feature, Place};

/// How many spaces of all landscape tiles show this.
fn count(is_counted: impl Fn(Feature) -> bool + Copy) -> usize {
    let components = Components::shipped();
    let landscape = components.landscape();
    landscape.all().map(|tile| landscape.tile(tile).front().count(is_counted)).sum()
}

#[test]
fn landscape_tiles_by_size() {
    let components = Components::shipped();
    let landscape = components.landscape();
    let sizes = [3, 4, 5, 6]
        .map(|size| landscape.all().filter(|&tile| landscape.tile(tile).front().spaces.len() == size).count());
    assert_eq!((landscape.len(), sizes), (60, [6, 16, 26, 12]));
    assert_eq!(count(|_| true), 284);
}

#[test]
fn landscape_tiles_by_feature() {
    assert_eq!(count(|feature| feature == Feature::Meadow), 88);
    assert_eq!([1, 2].map(|sheep| count(|feature| feature == Feature::Pasture(sheep))), [54, 24]);
    assert_eq!(count(|feature| feature == Feature::Ruin), 40);
    assert_eq!(count(|feature| feature == Feature::Bog), 28);
    assert_eq!(count(|feature| feature == Feature::Grain), 22);
    assert_eq!(count(|feature| feature == Feature::Distillery), 14);
    assert_eq!([1, 2, 3, 4].map(|vp| count(|feature| feature == Feature::Stones(vp))), [2, 6, 4, 2]);
}

#[test]
fn landscape_tiles_have_14_sheep_symbols() {
    let components = Components::shipped();
    let landscape = components.landscape();
    assert_eq!(landscape.all().map(|tile| landscape.tile(tile).front().symbols()).sum::<usize>(), 14);
}

#[test]
fn bonus_tiles() {
    let components = Components::shipped();
    let all: Vec<String> = components.all_bonus().map(|tile| components.bonus(tile).space.to_string()).collect();
    assert_eq!(all, ["M", "1", "2", "2", "G", "G", "D", "D", "R", "R", "B", "C2"]);
}

#[test]
fn hometowns_have_18_places_around() {
    let components = Components::shipped();
    for id in components.all_hometowns() {
        assert_eq!(components.hometown(id).around.len(), 18, "{}", components.hometown(id).id);
    }
    assert_eq!(components.warnings(), Vec::<String>::new());
}

#[test]
fn the_south_west_town_space_is_the_origin() {
    let components = Components::shipped();
    for id in components.all_hometowns() {
        let spaces = &components.hometown(id).spaces;
        let towns: Vec<Place> =
            spaces.iter().filter(|(_, space)| space.feature == Feature::Town).map(|(place, _)| *place).collect();
        let block = [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)].map(|(x, y)| Place::new(x, y));
        assert_eq!(towns, block);
    }
}

#[test]
fn hometowns_lie_as_drawn() {
    let components = Components::shipped();
    let outer = |id: &str| -> Vec<(i16, i16, String)> {
        let spaces = &components.hometown(components.hometown_by_name(id).expect("it is there")).spaces;
        let outer = spaces.iter().filter(|(_, space)| space.feature != Feature::Town);
        outer.map(|(place, space)| (place.x, place.y, space.to_string())).collect()
    };
    let entry = |x, y, text: &str| (x, y, text.to_owned());
    assert_eq!(outer("H1A"), [entry(-1, 1, "G"), entry(2, 1, "R"), entry(2, 2, "1")]);
    assert_eq!(outer("H2A"), [entry(0, -1, "B"), entry(2, 1, "D"), entry(2, 2, "M")]);
    assert_eq!(outer("H5A"), [entry(2, 1, "G"), entry(2, 2, "B"), entry(1, 3, "M")]);
}

#[test]
fn names_are_found() {
    let components = Components::shipped();
    assert_eq!(components.landscape().by_name("T60").map(|tile| tile.index()), Some(59));
    assert_eq!(components.bonus_by_name("F12").map(|tile| tile.index()), Some(11));
    assert_eq!(components.hometown_by_name("H5B").map(|hometown| hometown.index()), Some(9));
    assert_eq!(components.landscape().by_name("F01"), None);
    assert_eq!(components.bonus_by_name("f01"), None);
}

#[test]
fn no_shipped_tile_has_an_effect_by_itself() {
    use engine::tipperary::{Display, Effects, Placement, Way};
    let components = Components::shipped();
    // Far from the hometown's features: along a row of stone circles there are none.
    let drawing = crate::drawing::components(&[]);
    let home = drawing.hometown_by_name(crate::drawing::HOMETOWN).expect("it is there");
    let display = Display::of(&drawing, home);
    assert_eq!(display.spaces(), 9);
    for tile in components.landscape().all() {
        let mut display = display.clone();
        let corner = display.corners(components.landscape().tile(tile).front()).next().expect("a place");
        let symbols = components.landscape().tile(tile).front().symbols() as u8;
        let found = display.lay(&components, Placement { tile, way: Way::AS_PRINTED, corner });
        assert_eq!(found, Effects { symbols, ..Effects::default() });
    }
}
