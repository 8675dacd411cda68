//! A second implementation, as simple as possible: displays as maps of entries, everything counted anew.

mod referee;

pub use referee::referee;

use std::collections::BTreeSet;

use engine::tipperary::{Components, Place, Placement, TileId, Way};

use crate::drawing::Picture;

/// The spaces of a tile lying like this, with its corner here. Tiles are read from their grid as printed.
pub fn spaces(components: &Components, placement: Placement) -> Vec<(Place, String)> {
    let grid = components.landscape().tile(placement.tile).front();
    let mut spaces: Vec<(i16, i16, String)> =
        grid.spaces.iter().map(|space| (space.x, space.y, space.space.to_string())).collect();
    if placement.way.flip() {
        spaces.iter_mut().for_each(|(x, ..)| *x = -*x);
    }
    for _ in 0..placement.way.degrees() / 90 {
        spaces.iter_mut().for_each(|(x, y, _)| (*x, *y) = (*y, -*x));
    }
    let west = spaces.iter().map(|(x, ..)| *x).min().expect("spaces");
    let south = spaces.iter().map(|(_, y, _)| *y).min().expect("spaces");
    let corner = placement.corner;
    spaces.into_iter().map(|(x, y, entry)| (Place::new(x - west + corner.x, y - south + corner.y), entry)).collect()
}

/// Every placement of a tile on a display, one for each distinct way of lying.
pub fn placements(components: &Components, picture: &Picture, tile: TileId) -> Vec<Placement> {
    let range = |of: fn(&Place) -> i16| {
        let low = picture.keys().map(of).min().expect("a hometown");
        let high = picture.keys().map(of).max().expect("a hometown");
        low - 7..=high + 7
    };
    let mut found = Vec::new();
    let mut seen: BTreeSet<Vec<(Place, String)>> = BTreeSet::new();
    for flip in [false, true] {
        for degrees in [0, 90, 180, 270] {
            let way = Way::new(flip, degrees).expect("a way");
            for y in range(|place| place.y) {
                for x in range(|place| place.x) {
                    let placement = Placement { tile, way, corner: Place::new(x, y) };
                    let mut spaces = spaces(components, placement);
                    spaces.sort();
                    let is_empty = |place: &Place| !picture.contains_key(place);
                    let touches = |place: &Place| place.neighbours().iter().any(|next| picture.contains_key(next));
                    let fits = spaces.iter().all(|(place, _)| is_empty(place));
                    if fits && spaces.iter().any(|(place, _)| touches(place)) && seen.insert(spaces) {
                        found.push(placement);
                    }
                }
            }
        }
    }
    found
}

/// Places hanging together by edges, group by group.
pub fn groups(mut places: BTreeSet<Place>) -> Vec<BTreeSet<Place>> {
    let mut groups = Vec::new();
    while let Some(first) = places.pop_first() {
        let mut group = BTreeSet::from([first]);
        let mut open = vec![first];
        while let Some(place) = open.pop() {
            for next in place.neighbours() {
                if places.remove(&next) {
                    group.insert(next);
                    open.push(next);
                }
            }
        }
        groups.push(group);
    }
    groups
}

/// All places that show this.
pub fn showing(picture: &Picture, is_shown: impl Fn(&str) -> bool) -> BTreeSet<Place> {
    picture.iter().filter(|(_, entry)| is_shown(entry.trim_end_matches('*'))).map(|(place, _)| *place).collect()
}

/// Sheep of the largest flock.
pub fn largest_flock(picture: &Picture) -> u16 {
    let sheep = |place: &Place| match picture[place].as_str() {
        "s" => 1,
        entry => entry.trim_end_matches('*').parse().unwrap_or(0),
    };
    let pastures = showing(picture, |entry| entry == "s" || entry.parse::<u16>().is_ok());
    groups(pastures).iter().map(|flock| flock.iter().map(sheep).sum()).max().unwrap_or(0)
}

/// Pairs of neighbours of which one shows a grain field and one a distillery.
pub fn pairs(picture: &Picture) -> usize {
    let fields = showing(picture, |entry| entry == "G");
    let distilleries = showing(picture, |entry| entry == "D");
    fields.iter().flat_map(|place| place.neighbours()).filter(|next| distilleries.contains(next)).count()
}

/// Rows and columns of three ruins or more, as long as they go.
pub fn lines(picture: &Picture) -> BTreeSet<Vec<Place>> {
    let ruins = showing(picture, |entry| entry == "R");
    let mut lines = BTreeSet::new();
    for &ruin in &ruins {
        for (dx, dy) in [(1, 0), (0, 1)] {
            if ruins.contains(&ruin.offset(-dx, -dy)) {
                continue;
            }
            let line: Vec<Place> =
                (0..).map(|step| ruin.offset(step * dx, step * dy)).take_while(|place| ruins.contains(place)).collect();
            if line.len() >= 3 {
                lines.insert(line);
            }
        }
    }
    lines
}

/// Groups of two bogs or more.
pub fn sites(picture: &Picture) -> Vec<BTreeSet<Place>> {
    groups(showing(picture, |entry| entry == "B")).into_iter().filter(|group| group.len() >= 2).collect()
}

/// Lines that contain none from before.
pub fn new_lines(before: &Picture, after: &Picture) -> usize {
    let old = lines(before);
    let is_new = |line: &&Vec<Place>| !old.iter().any(|old| old.iter().all(|place| line.contains(place)));
    lines(after).iter().filter(is_new).count()
}

/// Sites that contain none from before.
pub fn new_sites(before: &Picture, after: &Picture) -> usize {
    let old = sites(before);
    sites(after).iter().filter(|site| !old.iter().any(|old| old.is_subset(site))).count()
}

/// Places of the largest full rectangle: every corner and every size is tried.
pub fn largest_rectangle(places: &BTreeSet<Place>) -> u16 {
    let mut best = 0;
    for &corner in places {
        let mut most = u16::MAX;
        for height in 1.. {
            let row = (0..).take_while(|&dx| places.contains(&corner.offset(dx, height - 1))).count() as u16;
            most = most.min(row);
            if most == 0 {
                break;
            }
            best = best.max(most * height as u16);
        }
    }
    best
}
