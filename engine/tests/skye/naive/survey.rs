//! What the second implementation awards.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::{At, NaiveArea, NaiveTerritory, beside};

/// What a player holds besides the territory, and the one thing that is not written twice: what scrolls of the longest road
/// are worth.
#[derive(Copy, Clone, Default)]
pub struct Held {
    pub gold: i32,
    pub longest_road_vp: i32,
}

/// One scroll: its tile's name, what it counts, its VP undoubled and in all.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct NaiveScroll {
    pub tile: String,
    pub kind: String,
    pub single: i32,
    pub vp: i32,
}

/// A territory with its areas and what is connected to the castle.
pub struct NaiveSurvey<'a> {
    territory: &'a NaiveTerritory,
    /// Every area, ascending.
    pub areas: Vec<NaiveArea>,
    /// The places of all tiles connected to the castle.
    pub connected: BTreeSet<At>,
}

impl<'a> NaiveSurvey<'a> {
    pub fn of(territory: &'a NaiveTerritory) -> Self {
        let floods = territory.floods();
        let mut areas: Vec<NaiveArea> = floods.iter().map(|flood| territory.area(flood)).collect();
        areas.sort();
        Self { territory, areas, connected: territory.connected(&floods) }
    }

    fn total(&self, feature: &str) -> i32 {
        self.territory.laid.values().map(|tile| tile.count(feature)).sum()
    }

    fn with_barrels(&self) -> i32 {
        self.territory.laid.values().filter(|tile| tile.has_barrels()).count() as i32
    }

    /// Connected tiles that show one of these features.
    pub fn connected_with(&self, features: &[&str]) -> i32 {
        let shows = |at: &&At| features.iter().any(|feature| self.territory.laid[*at].count(feature) > 0);
        self.connected.iter().filter(shows).count() as i32
    }

    fn completed(&self, terrains: &str) -> impl Iterator<Item = &NaiveArea> {
        self.areas.iter().filter(move |area| area.open_edges == 0 && terrains.contains(area.terrain))
    }

    fn largest_completed(&self, terrain: &str) -> i32 {
        self.completed(terrain).map(|area| area.tiles.len() as i32).max().unwrap_or(0)
    }

    fn sets(&self, kinds: &[&str]) -> i32 {
        kinds.iter().map(|kind| self.total(kind)).min().expect("a kind")
    }

    fn harbours(&self) -> i32 {
        self.areas.iter().filter(|area| area.ships > 0 && area.lighthouses > 0).count() as i32
    }

    /// Columns (steps north) or rows (steps east) with three tiles one after another.
    fn lines(&self, step: At) -> i32 {
        let has = |at: At| self.territory.laid.contains_key(&at);
        let starts = self
            .territory
            .laid
            .keys()
            .filter(|&&(x, y)| has((x + step.0, y + step.1)) && has((x + 2 * step.0, y + 2 * step.1)));
        starts.map(|&(x, y)| if step.0 == 0 { x } else { y }).collect::<BTreeSet<i32>>().len() as i32
    }

    fn diagonal(&self) -> i32 {
        let laid = || self.territory.laid.keys();
        let up = |&(x, y): &At| laid().filter(|&&(a, b)| a - b == x - y).count();
        let down = |&(x, y): &At| laid().filter(|&&(a, b)| a + b == x + y).count();
        laid().map(|at| up(at).max(down(at)) as i32).max().expect("the castle")
    }

    fn farm_animals(&self) -> i32 {
        let laid = &self.territory.laid;
        let near_a_farm = |&(x, y): &At| {
            let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
            around.filter_map(|at| laid.get(&at)).any(|tile| tile.count("farm") > 0)
        };
        let near = laid.iter().filter(|(at, _)| near_a_farm(at));
        near.map(|(_, tile)| tile.count("sheep") + tile.count("cattle")).sum()
    }

    fn open_water_edges(&self) -> i32 {
        let laid = &self.territory.laid;
        let is_open = |at: At, side: usize| {
            let tile = &laid[&at];
            tile.edges[side] == 'W' && !tile.curved.contains(&side) && !laid.contains_key(&beside(at, side))
        };
        laid.keys().map(|&at| (0..4).filter(|&side| is_open(at, side)).count() as i32).sum()
    }

    fn lake_houses(&self) -> i32 {
        let at_lake = |at: &At| self.completed("W").any(|lake| lake.tiles.contains(at));
        self.territory.laid.iter().filter(|(at, _)| at_lake(at)).map(|(_, tile)| tile.count("farm")).sum()
    }

    fn squares(&self) -> i32 {
        let has = |at: At| self.territory.laid.contains_key(&at);
        let corners = self.territory.laid.keys();
        corners.filter(|&&(x, y)| has((x + 1, y)) && has((x, y + 1)) && has((x + 1, y + 1))).count() as i32
    }

    /// VP of a scoring tile for this territory alone, and for a `most-*` tile the number that is compared.
    pub fn measure(&self, scoring: &str, held: Held) -> i32 {
        match scoring {
            "squares" => 2 * self.squares(),
            "completed-areas" => self.completed("PMW").count() as i32,
            "sheep" => self.total("sheep"),
            "large-areas" => 3 * self.completed("PMW").filter(|area| area.tiles.len() >= 3).count() as i32,
            "mountain-brochs" => self.areas.iter().map(|area| [0, 1, 3, 6][area.brochs.min(3) as usize]).sum(),
            "building-sets" => 5 * self.sets(&["broch", "farm", "lighthouse"]),
            "most-whisky" => self.with_barrels(),
            "most-ships" => self.total("ship"),
            "most-gold" => held.gold,
            "farm-animals" => self.farm_animals(),
            "road-cattle" => 2 * self.connected.iter().map(|at| self.territory.laid[at].count("cattle")).sum::<i32>(),
            "harbours" => 3 * self.harbours(),
            "road-tiles" => self.connected.len() as i32,
            "columns" => 3 * self.lines((0, 1)),
            "largest-lake" => 2 * self.largest_completed("W"),
            "mountains" => 2 * self.completed("M").count() as i32,
            "open-water" => self.open_water_edges() / 2,
            "largest-herd" => 2 * self.areas.iter().map(|area| area.cattle).max().expect("an area"),
            "most-lighthouses" => self.total("lighthouse"),
            "diagonal" => 2 * self.diagonal(),
            "largest-range" => 2 * self.largest_completed("M"),
            "lake-houses" => 3 * self.lake_houses(),
            "rows" => 3 * self.lines((1, 0)),
            "scroll-of-choice" => self.scrolls(held).iter().map(|scroll| scroll.vp).max().unwrap_or(0),
            _ => panic!("{scoring}"),
        }
    }

    fn worth(&self, kind: &str, held: Held) -> i32 {
        match kind {
            "sheep" | "ship" => self.total(kind) / 2,
            "whisky" => self.with_barrels() / 2,
            "cattle" | "farm" | "broch" | "lighthouse" => self.total(kind),
            "completed-pastures" => self.completed("P").count() as i32,
            "completed-mountains" => self.completed("M").count() as i32,
            "completed-waters" => self.completed("W").count() as i32,
            "completed-areas" => self.completed("PMW").count() as i32,
            "building-sets" => 2 * self.sets(&["broch", "farm", "lighthouse"]),
            "longest-road" => held.longest_road_vp,
            "harbours" => self.harbours(),
            "gold" => held.gold / 5,
            "flat-3" => 3,
            "flat-4" => 4,
            "animal-pairs" => self.sets(&["sheep", "cattle"]),
            "rows" => self.lines((1, 0)),
            "columns" => self.lines((0, 1)),
            "lines" => self.lines((1, 0)) + self.lines((0, 1)),
            _ => panic!("{kind}"),
        }
    }

    /// Every scroll, ascending.
    pub fn scrolls(&self, held: Held) -> Vec<NaiveScroll> {
        let mut scrolls = Vec::new();
        for area in &self.areas {
            for (tile, kind) in &area.scrolls {
                let single = self.worth(kind, held);
                let vp = if area.open_edges == 0 { 2 * single } else { single };
                scrolls.push(NaiveScroll { tile: tile.clone(), kind: kind.clone(), single, vp });
            }
        }
        scrolls.sort();
        scrolls
    }

    /// VP of all scrolls.
    pub fn scroll_vp(&self, held: Held) -> i32 {
        self.scrolls(held).iter().map(|scroll| scroll.vp).sum()
    }

    /// The best scroll by this worth: its tile's name and the worth; of equal ones the smallest name.
    pub fn best(&self, held: Held, worth: impl Fn(&NaiveScroll) -> i32) -> Option<(String, i32)> {
        let scrolls = self.scrolls(held);
        let best = scrolls.iter().max_by_key(|scroll| (worth(scroll), Reverse(&scroll.tile)))?;
        Some((best.tile.clone(), worth(best)))
    }
}
