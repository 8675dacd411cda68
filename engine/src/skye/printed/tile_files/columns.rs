//! The columns that every tile file has.

use super::super::feature::{Feature, Terrain};
use super::super::place::{SIDES, Side};
use super::super::scroll::ScrollKind;
use super::super::sizes::MAX_COUNT;
use super::super::tile::{Edges, TileArea};
use crate::tile_file::{Fault, fault};

/// The terrain of the four edges.
pub(super) fn parse_edges(text: &str) -> Result<[Terrain; 4], Fault> {
    let terrains: Option<Vec<Terrain>> = text.chars().map(Terrain::from_letter).collect();
    let four = terrains.and_then(|terrains| terrains.try_into().ok());
    four.ok_or_else(|| fault("edges", text, "four letters out of P, M, W"))
}

/// The areas that touch an edge.
///
/// Edges of one terrain are joined at a common corner and through the middle where `joins` says so.
pub(super) fn parse_areas(edges: [Terrain; 4], joins: &str) -> Result<Vec<TileArea>, Fault> {
    let (north_south, east_west) = match joins {
        "" => (false, false),
        "NS" => (true, false),
        "EW" => (false, true),
        "NSEW" => (true, true),
        _ => return Err(fault("joins", joins, "`NS`, `EW`, `NSEW` or nothing")),
    };
    // Label every edge by the smallest edge of its area; two rounds of joining settle four edges.
    let mut label = [0, 1, 2, 3];
    let mut join = |a: Side, b: Side| {
        let (low, high) = (label[a.index()].min(label[b.index()]), label[a.index()].max(label[b.index()]));
        for other in &mut label {
            *other = if *other == high { low } else { *other };
        }
    };
    for side in SIDES {
        if edges[side.index()] == edges[side.clockwise().index()] {
            join(side, side.clockwise());
        }
    }
    for (wanted, a, b) in [(north_south, Side::North, Side::South), (east_west, Side::East, Side::West)] {
        if wanted && edges[a.index()] != edges[b.index()] {
            let sides = format!("{a:?} and {b:?}").to_lowercase();
            let found = format!("`{joins}`, but the {sides} edges differ in terrain");
            return Err(("joins", found, "joins between opposite edges of one terrain".to_owned()));
        }
        if wanted {
            join(a, b);
        }
    }
    if north_south && east_west && edges[0] != edges[1] {
        let accepted = "at most one join through the middle between different terrains".to_owned();
        return Err(("joins", "`NSEW`, two areas that would cross".to_owned(), accepted));
    }
    Ok(SIDES
        .into_iter()
        .filter_map(|smallest| {
            let members: Edges = SIDES.into_iter().filter(|side| label[side.index()] == smallest.index()).collect();
            (!members.is_empty()).then(|| TileArea::new(edges[smallest.index()], members))
        })
        .collect())
}

/// The terrain of the inner area, if there is one.
pub(super) fn parse_inner(text: &str) -> Result<Option<Terrain>, Fault> {
    let mut letters = text.chars();
    let inner = match (letters.next(), letters.next()) {
        (None, _) => return Ok(None),
        (Some(letter), None) => Terrain::from_letter(letter),
        (Some(_), Some(_)) => None,
    };
    inner.map(Some).ok_or_else(|| fault("inner", text, "P, M, W or nothing"))
}

/// The exits of every road.
pub(super) fn parse_roads(text: &str) -> Result<Vec<Edges>, Fault> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let mut taken = Edges::NONE;
    let roads = text.split('|').map(|group| {
        let mut road = Edges::NONE;
        for letter in group.chars() {
            let side = Side::from_letter(letter).filter(|&side| !taken.has(side))?;
            taken = taken.with(side);
            road = road.with(side);
        }
        Some(road).filter(|road| !road.is_empty())
    });
    let accepted = "groups of edges N, E, S, W separated by `|`, every edge at most once";
    roads.collect::<Option<_>>().ok_or_else(|| fault("roads", text, accepted))
}

/// Adds one word of the column `features` to the area that it names.
pub(super) fn add_feature(areas: &mut [TileArea], word: &str, scrolls: &[ScrollKind]) -> Result<(), Fault> {
    let fault = |accepted: &str| fault("features", word, accepted);
    let (what, whither) = word
        .split_once('@')
        .ok_or_else(|| fault("`kind@area`, `kind*count@area` or `scroll:kind@area`; area N, E, S, W or inner"))?;
    let area = find_area(areas, whither)
        .ok_or_else(|| fault("an area named by one of its edges, N, E, S or W, or `inner` where the tile has one"))?;
    if let Some(kind) = what.strip_prefix("scroll:") {
        let Some(&kind) = scrolls.iter().find(|known| known.name() == kind) else {
            let names: Vec<&str> = scrolls.iter().map(|kind| kind.name()).collect();
            let one = format!("a scroll of {}", names.join(", "));
            return Err(fault(if names.is_empty() { "no scroll on a borderland tile" } else { &one }));
        };
        return if area.add_scroll(kind) { Ok(()) } else { Err(fault("a scroll at most once in an area")) };
    }
    let (kind, count) = what.split_once('*').unwrap_or((what, "1"));
    let feature =
        Feature::from_name(kind).ok_or_else(|| fault(&format!("a feature out of {}, or a scroll", feature_names())))?;
    let count = count.parse().ok().filter(|count| (1..=MAX_COUNT).contains(count));
    let count: u8 = count.ok_or_else(|| fault(&format!("a count from 1 to {MAX_COUNT}")))?;
    if !feature.fits(area.terrain) {
        let home: Vec<&str> =
            Terrain::ALL.into_iter().filter(|&terrain| feature.fits(terrain)).map(Terrain::name).collect();
        return Err(fault(&format!("{feature} in {}", home.join(" or "))));
    }
    if area.features.of(feature) > 0 {
        return Err(fault("every feature at most once in an area, with its count"));
    }
    area.features.add(feature, count);
    if areas.iter().map(|area| area.features.of(feature)).sum::<u16>() > u16::from(MAX_COUNT) {
        return Err(fault(&format!("at most {MAX_COUNT} of a feature on one tile")));
    }
    Ok(())
}

/// The area with this edge, or the inner one.
pub(super) fn find_area<'a>(areas: &'a mut [TileArea], name: &str) -> Option<&'a mut TileArea> {
    if name == "inner" {
        return areas.iter_mut().find(|area| area.edges.is_empty());
    }
    let mut letters = name.chars();
    let side = Side::from_letter(letters.next()?)?;
    if letters.next().is_some() {
        return None;
    }
    areas.iter_mut().find(|area| area.edges.has(side))
}

fn feature_names() -> String {
    Feature::ALL.map(Feature::name).join(", ")
}
