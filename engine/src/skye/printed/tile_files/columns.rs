//! The columns that every tile file has.

use super::super::feature::{Feature, Terrain};
use super::super::place::{SIDES, Side};
use super::super::scroll::ScrollKind;
use super::super::sizes::MAX_COUNT;
use super::super::tile::{Edges, TileArea};
use crate::tile_file::Fault;

/// The terrain of the four edges.
pub(super) fn parse_edges(text: &str) -> Result<[Terrain; 4], Fault> {
    let fault = || ("edges", format!("`{text}`"), "four letters out of P, M, W".to_owned());
    let terrains: Option<Vec<Terrain>> = text.chars().map(Terrain::from_letter).collect();
    terrains.ok_or_else(fault)?.try_into().map_err(|_| fault())
}

/// The areas that touch an edge: edges of one terrain are joined at a common corner and through the middle where `joins` says so.
pub(super) fn parse_areas(edges: [Terrain; 4], joins: &str) -> Result<Vec<TileArea>, Fault> {
    let (north_south, east_west) = match joins {
        "" => (false, false),
        "NS" => (true, false),
        "EW" => (false, true),
        "NSEW" => (true, true),
        _ => return Err(("joins", format!("`{joins}`"), "`NS`, `EW`, `NSEW` or nothing".to_owned())),
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
    let fault = || ("inner", format!("`{text}`"), "P, M, W or nothing".to_owned());
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (None, _) => Ok(None),
        (Some(letter), None) => Terrain::from_letter(letter).map(Some).ok_or_else(fault),
        (Some(_), Some(_)) => Err(fault()),
    }
}

/// The exits of every road.
pub(super) fn parse_roads(text: &str) -> Result<Vec<Edges>, Fault> {
    let accepted = "groups of edges N, E, S, W separated by `|`, every edge at most once".to_owned();
    let fault = || ("roads", format!("`{text}`"), accepted.clone());
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let mut taken = Edges::NONE;
    let mut roads = Vec::new();
    for group in text.split('|') {
        let mut road = Edges::NONE;
        for letter in group.chars() {
            let side = Side::from_letter(letter).ok_or_else(fault)?;
            if taken.has(side) {
                return Err(fault());
            }
            taken = taken.with(side);
            road = road.with(side);
        }
        if road.is_empty() {
            return Err(fault());
        }
        roads.push(road);
    }
    Ok(roads)
}

/// Adds one word of the column `features` to the area that it names.
pub(super) fn add_feature(areas: &mut [TileArea], word: &str, scrolls: &[ScrollKind]) -> Result<(), Fault> {
    let fault = |accepted: &str| ("features", format!("`{word}`"), accepted.to_owned());
    let (what, whither) = word
        .split_once('@')
        .ok_or_else(|| fault("`kind@area`, `kind*count@area` or `scroll:kind@area`; area N, E, S, W or inner"))?;
    let area = find_area(areas, whither)
        .ok_or_else(|| fault("an area named by one of its edges, N, E, S or W, or `inner` where the tile has one"))?;
    if let Some(kind) = what.strip_prefix("scroll:") {
        let accepted = || match scrolls {
            [] => fault("no scroll on a borderland tile"),
            _ => {
                fault(&format!("a scroll of {}", scrolls.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ")))
            }
        };
        let kind = scrolls.iter().copied().find(|known| known.name() == kind).ok_or_else(accepted)?;
        return if area.add_scroll(kind) { Ok(()) } else { Err(fault("a scroll at most once in an area")) };
    }
    let (kind, count) = what.split_once('*').unwrap_or((what, "1"));
    let feature =
        Feature::from_name(kind).ok_or_else(|| fault(&format!("a feature out of {}, or a scroll", feature_names())))?;
    let accepted_count = || fault(&format!("a count from 1 to {MAX_COUNT}"));
    let count: u8 = count.parse().map_err(|_| accepted_count())?;
    if !(1..=MAX_COUNT).contains(&count) {
        return Err(accepted_count());
    }
    if !feature.fits(area.terrain) {
        let home: Vec<&str> =
            Terrain::ALL.into_iter().filter(|&terrain| feature.fits(terrain)).map(terrain_name).collect();
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

fn terrain_name(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Pasture => "pasture",
        Terrain::Mountain => "mountain",
        Terrain::Water => "water",
    }
}
