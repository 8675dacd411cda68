//! The columns that only the tile files of modules have.

use super::columns::find_area;
use super::{DruidTile, Entry, check_name};
use crate::skye::printed::tile::{Special, Tunnel};
use crate::skye::{Edges, MAX_BORDERLANDS, MAX_COUNT, Side, Tablet, Terrain, TileArea};
use crate::tile_file::{Fault, TileRow, fault};

/// Columns of Druid tiles.
pub(super) const DRUID_COLUMNS: [&str; 4] = ["cost", "tablet", "template", "provenance"];

/// Columns of tunnel tiles.
pub(super) const TUNNEL_COLUMNS: [&str; 4] = ["tunnels", "vp_barrels", "template", "provenance"];

/// Columns of borderland tiles.
pub(super) const BORDERLAND_COLUMNS: [&str; 5] = ["tile", "side", "straight", "curved", "provenance"];

/// Columns that are for information only.
pub(super) const INFORMATION: [&str; 3] = ["disputed", "template", "provenance"];

/// Spaces of the dolmen board, and therefore the fewest Druid tiles.
pub const DOLMEN_SPACES: usize = 5;

/// The largest printed cost.
const MAX_COST: u16 = 99;

/// Cost and tablet of a Druid tile.
pub(super) fn druid(row: &TileRow<'_>) -> Result<DruidTile, Fault> {
    let cost = row.get("cost");
    let is_plain = !cost.is_empty() && cost.bytes().all(|digit| digit.is_ascii_digit());
    let found = cost.parse().ok().filter(|cost| is_plain && *cost <= MAX_COST);
    let cost = found.ok_or_else(|| fault("cost", cost, format!("a whole number from 0 to {MAX_COST}")))?;
    let tablet = match row.get("tablet") {
        "" => None,
        name => Some(Tablet::from_name(name).ok_or_else(|| {
            let names = Tablet::ALL.map(Tablet::name).join("`, `");
            fault("tablet", name, format!("`{names}` or nothing"))
        })?),
    };
    if row.get("features").matches("scroll:").count() > 1 {
        return Err(fault("features", row.get("features"), "at most one scroll on a Druid tile"));
    }
    Ok(DruidTile { cost, tablet })
}

/// Entrances and VP barrels of a tunnel tile with these areas and roads.
pub(super) fn tunnels(row: &TileRow<'_>, areas: &[TileArea], roads: &[Edges]) -> Result<Special, Fault> {
    let mut special = Special::default();
    for word in row.get("tunnels").split_whitespace() {
        let fault = |accepted: &str| fault("tunnels", word, accepted);
        let (exit, whither) =
            word.split_once('@').ok_or_else(|| fault("`exit@area`, as in `E@S`; area N, E, S, W or inner"))?;
        let side = one_side(exit).ok_or_else(|| fault("an exit N, E, S or W before the `@`"))?;
        let road = roads.iter().copied().find(|road| road.has(side));
        let road = road.ok_or_else(|| fault("an exit that one of the tile's roads has"))?;
        let area = area_of(areas, whither).ok_or_else(|| fault("an area named by one of its edges, or `inner`"))?;
        if area.terrain != Terrain::Mountain {
            return Err(fault("a mountain area"));
        }
        if special.tunnels.iter().any(|other| (other.road, other.range) == (road, area.edges)) {
            return Err(fault("every entrance once: this road already has one into this area"));
        }
        if special.tunnels.try_push(Tunnel { road, range: area.edges, area: 0 }).is_some() {
            return Err(fault("at most four entrances on a tile"));
        }
    }
    if special.tunnels.is_empty() {
        return Err(("tunnels", "no entrance".to_owned(), "at least one word `exit@area`".to_owned()));
    }
    let barrels = row.get("vp_barrels");
    if !barrels.is_empty() {
        let fault = |accepted: &str| fault("vp_barrels", barrels, accepted);
        let (count, whither) = barrels.split_once('@').ok_or_else(|| fault("`count@area`, as in `1@S`, or nothing"))?;
        if !count.parse().is_ok_and(|count: u8| (1..=MAX_COUNT).contains(&count)) {
            return Err(fault(&format!("a count from 1 to {MAX_COUNT} before the `@`")));
        }
        let area = area_of(areas, whither).ok_or_else(|| fault("an area named by one of its edges, or `inner`"))?;
        if area.terrain == Terrain::Water {
            return Err(fault("barrels in pasture or mountain"));
        }
        (special.vp_barrels, special.vp_barrels_in) = (true, area.edges);
    }
    Ok(special)
}

/// The sides that the curve of a borderland tile takes.
pub(super) fn curved(row: &TileRow<'_>, roads: &[Edges]) -> Result<Edges, Fault> {
    let two = |column: &'static str| {
        let text = row.get(column);
        let accepted = "two edges that share a corner, such as `SW`".to_owned();
        let sides: Option<Edges> = text.chars().map(Side::from_letter).collect();
        let share_a_corner = |edges: &Edges| edges.len() == 2 && edges.iter().any(|side| edges.has(side.clockwise()));
        sides.filter(|edges| text.len() == 2 && share_a_corner(edges)).ok_or((column, format!("`{text}`"), accepted))
    };
    let (straight, curved) = (two("straight")?, two("curved")?);
    if straight.meets(curved) {
        let found = format!("`{}`, beside the straight edges `{}`", row.get("curved"), row.get("straight"));
        return Err(("curved", found, "the two edges that are not straight".to_owned()));
    }
    if roads.iter().any(|road| road.meets(curved)) {
        let found = format!("`{}`, with an exit on a curved side", row.get("roads"));
        return Err(("roads", found, "exits on the straight edges only".to_owned()));
    }
    Ok(curved)
}

/// The id of a borderland tile, and whether the row is its back.
///
/// `taken` are the ids of other files; the ids of this file only name rows.
pub(super) fn side(row: &TileRow<'_>, taken: &[String], earlier: &[Entry]) -> Result<(String, bool), Fault> {
    let name = row.get("tile");
    check_name("tile", name)?;
    if taken.iter().any(|id| id == name) {
        return Err((
            "tile",
            format!("`{name}`, already the id of a tile of another file"),
            "a name that is not the id of a tile in another file".to_owned(),
        ));
    }
    let is_back = match row.get("side") {
        "front" => false,
        "back" => true,
        other => return Err(fault("side", other, "`front` or `back`")),
    };
    if earlier.iter().any(|entry| entry.name == name && entry.is_back == is_back) {
        let side = row.get("side");
        return Err((
            "side",
            format!("a second {side} of `{name}`"),
            "every tile with one front and one back".to_owned(),
        ));
    }
    let is_new = earlier.iter().all(|entry| entry.name != name);
    let fronts = earlier.iter().filter(|entry| !entry.is_back).count();
    if is_new && !is_back && fronts == MAX_BORDERLANDS {
        let found = format!("`{name}`, tile number {}", MAX_BORDERLANDS + 1);
        return Err(("tile", found, format!("at most {MAX_BORDERLANDS} borderland tiles")));
    }
    Ok((name.to_owned(), is_back))
}

/// All fronts, then all backs in the same order.
///
/// If they do not pair, the error is the line, the tile and the fault of its sides.
pub(super) fn paired(entries: Vec<Entry>) -> Result<Vec<Entry>, (u64, String, Fault)> {
    let (mut backs, mut fronts): (Vec<Entry>, Vec<Entry>) = entries.into_iter().partition(|entry| entry.is_back);
    if let Some(lone) = backs.iter().find(|back| fronts.iter().all(|front| front.name != back.name)) {
        return Err((
            lone.line,
            lone.name.clone(),
            ("side", "a back without a front".to_owned(), "both sides of every tile".to_owned()),
        ));
    }
    let mut all = fronts.clone();
    for front in fronts.drain(..) {
        let Some(index) = backs.iter().position(|back| back.name == front.name) else {
            let fault = ("side", "a front without a back".to_owned(), "both sides of every tile".to_owned());
            return Err((front.line, front.name, fault));
        };
        let back = backs.remove(index);
        let bounds = |entry: &Entry| {
            let areas: Vec<_> = entry.tile.areas.iter().map(|area| (area.edges, area.terrain)).collect();
            (entry.tile.edges, areas, entry.tile.special.curved)
        };
        if bounds(&front) != bounds(&back) {
            let accepted =
                "front and back with the same edges, joins, inner area, straight and curved sides".to_owned();
            return Err((back.line, front.name, ("edges", "a front and a back that differ".to_owned(), accepted)));
        }
        all.push(back);
    }
    Ok(all)
}

/// The side with this one letter.
fn one_side(text: &str) -> Option<Side> {
    let mut letters = text.chars();
    let side = Side::from_letter(letters.next()?)?;
    letters.next().is_none().then_some(side)
}

/// The area with this edge, or the inner one.
fn area_of(areas: &[TileArea], name: &str) -> Option<TileArea> {
    find_area(&mut areas.to_vec(), name).copied()
}
