//! What a player builds: where tiles may lie, and what each scoring tile awards.

mod laying;
mod placements;

mod borderlands;
mod tunnels;

mod scoring_tiles;
mod scrolls;

use std::collections::BTreeSet;

use engine::skye::{Placement, Survey, Territory};

use crate::naive::{At, NaiveArea, NaiveSurvey};

/// Where a tile lies, for the second implementation.
pub fn at(laid: Placement) -> At {
    (i32::from(laid.place.x), i32::from(laid.place.y))
}

/// All areas in the form of the second implementation, ascending, without their scrolls.
pub fn areas_of(survey: &Survey<'_>) -> Vec<NaiveArea> {
    let territory = survey.territory();
    let places = |tiles: engine::skye::territory::laid_tiles::TileIndexSet| {
        tiles.iter().map(|number| at(territory.placement(number))).collect()
    };
    let areas = survey.areas().iter().map(|area| NaiveArea {
        terrain: area.terrain().letter(),
        tiles: places(area.tiles()),
        open_edges: i32::from(area.open_edges()),
        brochs: i32::from(area.brochs()),
        cattle: i32::from(area.cattle()),
        ships: i32::from(area.ships()),
        lighthouses: i32::from(area.lighthouses()),
        scrolls: Vec::new(),
    });
    let mut areas: Vec<NaiveArea> = areas.collect();
    areas.sort();
    areas
}

/// The areas that the second implementation finds, without their scrolls.
pub fn areas_without_scrolls(naive: &NaiveSurvey<'_>) -> Vec<NaiveArea> {
    let mut areas = naive.areas.clone();
    areas.iter_mut().for_each(|area| area.scrolls.clear());
    areas.sort();
    areas
}

/// The places of all tiles connected to the castle.
pub fn connected_places(territory: &Territory) -> BTreeSet<At> {
    territory.roads().iter().map(|number| at(territory.placement(number))).collect()
}
