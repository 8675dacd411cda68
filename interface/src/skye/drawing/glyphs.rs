//! The characters in drawings.

use engine::skye::scroll::ScrollCriterion;
use engine::skye::tile::{Edges, Tile, TileArea};
use engine::skye::{Feature, SIDES, ScrollKind, Side, Tablet, Terrain};

use crate::skye::drawing::ink::Ink;

/// A short text and its colour.
pub type Label = (String, Ink);

/// One short text for every kind of feature and every scroll.
pub fn labels(area: &TileArea, is_completed: bool) -> Vec<Label> {
    let counted = Feature::ALL.into_iter().map(|feature| (feature, area.features.of(feature)));
    let features = counted.filter(|(_, count)| *count > 0).map(|(feature, count)| match count {
        1 => (letter(feature).to_string(), Ink::Feature),
        _ => (format!("{count}{}", letter(feature)), Ink::Feature),
    });
    let (mark, ink) = if is_completed { ('◆', Ink::CompletedScroll) } else { ('§', Ink::Feature) };
    let scrolls = area.scrolls().map(|kind| (format!("{mark}{}", scroll(kind)), ink));
    scrolls.chain(features).collect()
}

/// Returns the character of a terrain.
pub fn glyph(terrain: Terrain) -> char {
    match terrain {
        Terrain::Pasture => '.',
        Terrain::Mountain => '^',
        Terrain::Water => '~',
    }
}

/// Returns the letter of a feature.
fn letter(feature: Feature) -> char {
    match feature {
        Feature::Sheep => 's',
        Feature::Cattle => 'c',
        Feature::Farm => 'F',
        Feature::Broch => 'B',
        Feature::Lighthouse => 'L',
        Feature::Ship => 'S',
        Feature::Whisky => 'w',
    }
}

/// Returns the character after a scroll's mark, for the thing that it counts.
fn scroll(kind: ScrollKind) -> char {
    match kind.counts() {
        ScrollCriterion::Feature(feature) => letter(feature),
        ScrollCriterion::Completed(Some(terrain)) => glyph(terrain),
        ScrollCriterion::Completed(None) => '*',
        ScrollCriterion::BuildingSets => 'T',
        ScrollCriterion::LongestRoad => '=',
        ScrollCriterion::Harbours => 'H',
        ScrollCriterion::Gold => '$',
        ScrollCriterion::Flat(vp) => char::from_digit(u32::from(vp), 10).unwrap_or('#'),
        ScrollCriterion::AnimalPairs => '&',
        ScrollCriterion::Rows => '-',
        ScrollCriterion::Columns => '|',
        ScrollCriterion::RowsAndColumns => '+',
    }
}

/// Returns the character of a stone tablet.
pub fn tablet(tablet: Tablet) -> char {
    match tablet {
        Tablet::ScoreAgain => 'A',
        Tablet::OwnTile => 'O',
        Tablet::BagDraw => 'B',
        Tablet::Discount1 => '1',
        Tablet::Discount2 => '2',
    }
}

/// Labels the features of this area that only tiles of modules have.
///
/// They are VP barrels and tunnel entrances, with an exit of the road if the tile has several.
pub fn special_labels(tile: &Tile, part: usize) -> Vec<Label> {
    let has_barrels = tile.special.vp_barrels && tile.special.vp_barrels_in == tile.areas[part].edges;
    let barrels = has_barrels.then(|| ("v".to_owned(), Ink::Feature));
    let entrances = tile.special.tunnels.iter().filter(|tunnel| usize::from(tunnel.area) == part).map(|tunnel| {
        let exit = tunnel.road.iter().next().filter(|_| tile.roads.len() > 1);
        (format!("∩{}", exit.map_or(String::new(), |side| side.letter().to_string())), Ink::Road)
    });
    entrances.chain(barrels).collect()
}

/// Returns the character of a tile's middle, where its roads meet; `None` if there are no roads.
pub fn crossing(roads: &[Edges]) -> Option<char> {
    /// By bits for north, east, south and west; a single exit ends at the middle.
    const MEETING: [char; 16] = ['·', '╨', '╞', '╚', '╥', '║', '╔', '╠', '╡', '╝', '═', '╩', '╗', '╣', '╦', '╬'];
    match roads {
        [] => None,
        [road] => {
            Some(MEETING[SIDES.into_iter().filter(|&side| road.has(side)).map(|side| 1 << side.index()).sum::<usize>()])
        }
        [first, second] if first.len() == 2 && second.len() == 2 => Some(two_roads(*first)),
        _ => Some('·'),
    }
}

/// Two roads with two exits each cross without meeting; this is one of them.
fn two_roads(road: Edges) -> char {
    if road.joins(Side::North, Side::South) || road.joins(Side::East, Side::West) {
        '╫'
    } else if road.joins(Side::North, Side::West) || road.joins(Side::East, Side::South) {
        '╱'
    } else {
        '╲'
    }
}
