//! The rules of territories written a second time: slow, with maps, from the text of a tile file, sharing nothing with the engine but
//! names of tiles and directions.

use std::collections::{BTreeMap, BTreeSet};

/// A place, x to the east and y to the north of the castle.
pub type At = (i32, i32);

/// North, east, south and west.
const STEPS: [At; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// One tile as it lies.
#[derive(Clone, PartialEq, Debug)]
pub struct NaiveTile {
    /// Terrain letters, clockwise from north.
    edges: Vec<char>,
    /// Every area: its terrain, its edges (0 north to 3 west), and its features by name with their counts.
    areas: BTreeSet<(char, BTreeSet<usize>, BTreeMap<String, i32>)>,
    /// Every road: its exits.
    roads: BTreeSet<BTreeSet<usize>>,
}

impl NaiveTile {
    /// From the columns of a tile file.
    fn from_row(row: &str) -> Self {
        let columns: Vec<&str> = row.split(',').collect();
        let edges: Vec<char> = columns[1].chars().collect();
        let side = |letter: char| "NESW".find(letter).expect("an edge");
        // Edges are in one area if one can walk from one to the other over common corners and joins.
        let adjacent = |a: usize, b: usize| {
            edges[a] == edges[b]
                && ((a + 1) % 4 == b
                    || (b + 1) % 4 == a
                    || (columns[2].contains("NS") && a.is_multiple_of(2) && b.is_multiple_of(2))
                    || (columns[2].contains("EW") && a % 2 == 1 && b % 2 == 1))
        };
        let reach = |from: usize| {
            let mut seen = BTreeSet::from([from]);
            for _ in 0..4 {
                let more: Vec<usize> = (0..4).filter(|&b| seen.iter().any(|&a| adjacent(a, b))).collect();
                seen.extend(more);
            }
            seen
        };
        let words: Vec<(&str, &str)> =
            columns[5].split_whitespace().map(|word| word.split_once('@').expect("@")).collect();
        let features = |members: &BTreeSet<usize>| {
            let mut counts = BTreeMap::new();
            for (what, whither) in &words {
                let is_here = if *whither == "inner" {
                    members.is_empty()
                } else {
                    members.contains(&side(whither.chars().next().expect("a letter")))
                };
                if is_here {
                    let (kind, count) = what.split_once('*').unwrap_or((what, "1"));
                    *counts.entry(kind.to_owned()).or_insert(0) += count.parse::<i32>().expect("a count");
                }
            }
            counts
        };
        let mut areas: BTreeSet<_> = (0..4).map(|edge| (edges[edge], reach(edge), features(&reach(edge)))).collect();
        areas.extend(columns[3].chars().map(|inner| (inner, BTreeSet::new(), features(&BTreeSet::new()))));
        let groups = columns[4].split('|').filter(|group| !group.is_empty());
        let roads = groups.map(|group| group.chars().map(side).collect()).collect();
        Self { edges, areas, roads }
    }

    fn turned(&self, quarters: usize) -> Self {
        let turn =
            |sides: &BTreeSet<usize>| sides.iter().map(|side| (side + quarters) % 4).collect::<BTreeSet<usize>>();
        Self {
            edges: (0..4).map(|side| self.edges[(side + 4 - quarters) % 4]).collect(),
            areas: self
                .areas
                .iter()
                .map(|(terrain, sides, features)| (*terrain, turn(sides), features.clone()))
                .collect(),
            roads: self.roads.iter().map(turn).collect(),
        }
    }

    fn count(&self, feature: &str) -> i32 {
        self.areas.iter().filter_map(|(_, _, features)| features.get(feature)).sum()
    }
}

/// All tiles of a file by name, with the castle.
pub fn naive_tiles(text: &str) -> BTreeMap<String, NaiveTile> {
    let castle = "castle,PWPM,NS,,NSW,,";
    let rows = text.lines().skip(1).filter(|line| !line.is_empty()).chain([castle]);
    rows.map(|row| (row.split(',').next().expect("an id").to_owned(), NaiveTile::from_row(row))).collect()
}

/// One area of a territory.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct NaiveArea {
    pub terrain: char,
    pub tiles: BTreeSet<At>,
    pub open_edges: i32,
    pub brochs: i32,
    pub ships: i32,
    pub lighthouses: i32,
    /// The scrolls in it by what they count.
    pub scrolls: Vec<String>,
}

/// A territory as a map.
#[derive(Clone)]
pub struct NaiveTerritory {
    pub laid: BTreeMap<At, NaiveTile>,
}

fn beside((x, y): At, side: usize) -> At {
    (x + STEPS[side].0, y + STEPS[side].1)
}

impl NaiveTerritory {
    pub fn castle(tiles: &BTreeMap<String, NaiveTile>) -> Self {
        Self { laid: BTreeMap::from([((0, 0), tiles["castle"].clone())]) }
    }

    pub fn lay(&mut self, tile: &NaiveTile, at: At, quarters: usize) {
        assert!(self.laid.insert(at, tile.turned(quarters)).is_none(), "{at:?} is taken");
    }

    /// Every place and number of quarter turns, ascending, in which the tile may be laid.
    pub fn placements(&self, tile: &NaiveTile) -> Vec<(At, usize)> {
        let turns: Vec<NaiveTile> = (0..4).map(|quarters| tile.turned(quarters)).collect();
        let distinct: Vec<usize> = (0..4).filter(|&quarters| !turns[..quarters].contains(&turns[quarters])).collect();
        let mut found = Vec::new();
        for x in -30..=30 {
            for y in -30..=30 {
                let fitting = distinct.iter().filter(|&&quarters| self.fits(&turns[quarters], (x, y)));
                found.extend(fitting.map(|&quarters| ((x, y), quarters)));
            }
        }
        found
    }

    fn fits(&self, turned: &NaiveTile, at: At) -> bool {
        let mut neighbours = 0;
        for side in 0..4 {
            if let Some(other) = self.laid.get(&beside(at, side)) {
                neighbours += 1;
                if turned.edges[side] != other.edges[(side + 2) % 4] {
                    return false;
                }
            }
        }
        neighbours > 0 && !self.laid.contains_key(&at)
    }

    /// Every area, found by flooding from each part of each tile.
    pub fn areas(&self) -> Vec<NaiveArea> {
        let parts: Vec<(At, usize)> =
            self.laid.iter().flat_map(|(&at, tile)| (0..tile.areas.len()).map(move |part| (at, part))).collect();
        let part = |&(at, part): &(At, usize)| self.laid[&at].areas.iter().nth(part).expect("a part");
        let mut seen = BTreeSet::new();
        let mut areas = Vec::new();
        for &start in &parts {
            if seen.contains(&start) {
                continue;
            }
            let (terrain, _, _) = part(&start);
            let mut area = NaiveArea {
                terrain: *terrain,
                tiles: BTreeSet::new(),
                open_edges: 0,
                brochs: 0,
                ships: 0,
                lighthouses: 0,
                scrolls: Vec::new(),
            };
            let mut waiting = vec![start];
            while let Some(here) = waiting.pop() {
                if !seen.insert(here) {
                    continue;
                }
                let (_, sides, features) = part(&here);
                area.tiles.insert(here.0);
                let of = |kind| features.get(kind).copied().unwrap_or(0);
                area.brochs += of("broch");
                area.ships += of("ship");
                area.lighthouses += of("lighthouse");
                area.scrolls.extend(features.keys().filter_map(|kind| kind.strip_prefix("scroll:")).map(str::to_owned));
                for &side in sides {
                    let there = beside(here.0, side);
                    match self.laid.get(&there) {
                        None => area.open_edges += 1,
                        Some(tile) => {
                            let meets = tile.areas.iter().position(|(_, sides, _)| sides.contains(&((side + 2) % 4)));
                            waiting.push((there, meets.expect("every edge is in an area")));
                        }
                    }
                }
            }
            area.scrolls.sort();
            areas.push(area);
        }
        areas.sort();
        areas
    }

    /// The places of all tiles that roads connect to the castle, the castle included.
    pub fn connected(&self) -> BTreeSet<At> {
        let mut reached: BTreeSet<(At, BTreeSet<usize>)> =
            self.laid[&(0, 0)].roads.iter().map(|road| ((0, 0), road.clone())).collect();
        loop {
            let more: Vec<_> = reached
                .iter()
                .flat_map(|(at, road)| road.iter().map(move |&side| (beside(*at, side), (side + 2) % 4)))
                .filter_map(|(there, entry)| {
                    let road = self.laid.get(&there)?.roads.iter().find(|road| road.contains(&entry))?;
                    Some((there, road.clone()))
                })
                .collect();
            let before = reached.len();
            reached.extend(more);
            if reached.len() == before {
                break;
            }
        }
        reached.into_iter().map(|(at, _)| at).collect()
    }

    fn total(&self, feature: &str) -> i32 {
        self.laid.values().map(|tile| tile.count(feature)).sum()
    }

    fn tiles_with_whisky(&self) -> i32 {
        self.laid.values().filter(|tile| tile.count("whisky") > 0).count() as i32
    }

    /// Gold from whisky.
    pub fn whisky_income(&self) -> i32 {
        self.connected().iter().filter(|at| self.laid[at].count("whisky") > 0).count() as i32
    }

    /// VP of a scoring tile for this territory alone, and for a `most-*` tile the number that is compared.
    pub fn measure(&self, scoring: &str, gold: i32) -> i32 {
        let areas = self.areas();
        let completed: Vec<&NaiveArea> = areas.iter().filter(|area| area.open_edges == 0).collect();
        let has = |x: i32, y: i32| self.laid.contains_key(&(x, y));
        let span = -30..30;
        match scoring {
            "squares" => {
                let corners = span.clone().flat_map(|x| span.clone().map(move |y| (x, y)));
                2 * corners.filter(|&(x, y)| has(x, y) && has(x + 1, y) && has(x, y + 1) && has(x + 1, y + 1)).count()
                    as i32
            }
            "completed-areas" => completed.len() as i32,
            "sheep" => self.total("sheep"),
            "large-areas" => 3 * completed.iter().filter(|area| area.tiles.len() >= 3).count() as i32,
            "mountain-brochs" => areas.iter().map(|area| [0, 1, 3, 6][area.brochs.min(3) as usize]).sum(),
            "building-sets" => {
                5 * ["broch", "farm", "lighthouse"].map(|kind| self.total(kind)).into_iter().min().expect("three")
            }
            "most-whisky" => self.tiles_with_whisky(),
            "most-ships" => self.total("ship"),
            "most-gold" => gold,
            "farm-animals" => {
                let near_a_farm = |&(x, y): &At| {
                    (-1..=1).any(|dx| {
                        (-1..=1).any(|dy| self.laid.get(&(x + dx, y + dy)).is_some_and(|tile| tile.count("farm") > 0))
                    })
                };
                let near = self.laid.iter().filter(|(at, _)| near_a_farm(at));
                near.map(|(_, tile)| tile.count("sheep") + tile.count("cattle")).sum()
            }
            "road-cattle" => 2 * self.connected().iter().map(|at| self.laid[at].count("cattle")).sum::<i32>(),
            "harbours" => 3 * areas.iter().filter(|area| area.ships > 0 && area.lighthouses > 0).count() as i32,
            "road-tiles" => self.connected().len() as i32,
            "columns" => {
                let has_run = |&x: &i32| span.clone().any(|y| has(x, y) && has(x, y + 1) && has(x, y + 2));
                3 * span.clone().filter(has_run).count() as i32
            }
            "largest-lake" => {
                let lakes = completed.iter().filter(|area| area.terrain == 'W');
                2 * lakes.map(|area| area.tiles.len() as i32).max().unwrap_or(0)
            }
            "mountains" => 2 * completed.iter().filter(|area| area.terrain == 'M').count() as i32,
            _ => panic!("{scoring}"),
        }
    }

    /// VP of all scrolls.
    pub fn scroll_vp(&self) -> i32 {
        let worth = |kind: &str| match kind {
            "sheep" | "ship" => self.total(kind) / 2,
            "whisky" => self.tiles_with_whisky() / 2,
            _ => self.total(kind),
        };
        let areas = self.areas();
        let in_area = |area: &NaiveArea| {
            let single: i32 = area.scrolls.iter().map(|kind| worth(kind)).sum();
            if area.open_edges == 0 { 2 * single } else { single }
        };
        areas.iter().map(in_area).sum()
    }
}
