//! The rules of territories written a second time: slow, with maps, from the text of a tile file, sharing nothing with the engine but
//! names of tiles and directions.

mod survey;
mod tile;

use std::collections::{BTreeMap, BTreeSet};

pub use survey::{Held, NaiveSurvey};
pub use tile::{NaiveTile, Sides, naive_tiles};

/// A place, x to the east and y to the north of the castle.
pub type At = (i32, i32);

/// North, east, south and west.
const STEPS: [At; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// One area of a tile in a territory: where the tile is, and which of its areas.
type PaymentPart = (At, usize);

/// One road of a territory: where its tile is, and its exits.
type Road = (At, Sides);

/// One area of a territory.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct NaiveArea {
    pub terrain: char,
    pub tiles: BTreeSet<At>,
    pub open_edges: i32,
    pub brochs: i32,
    pub cattle: i32,
    pub ships: i32,
    pub lighthouses: i32,
    /// The scrolls in it: the tile's name and what they count.
    pub scrolls: Vec<(String, String)>,
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

    /// Lays a tile, and turns over what is due; returns the names of the tiles turned over, in order.
    pub fn lay(&mut self, tile: &NaiveTile, at: At, quarters: usize) -> Vec<String> {
        assert!(self.laid.insert(at, tile.turned(quarters)).is_none(), "{at:?} is taken");
        let touches = |&at: &At, side: usize| self.laid.contains_key(&beside(at, side));
        let is_due = |(at, tile): &(&At, &NaiveTile)| {
            tile.back.is_some() && (0..4).all(|side| tile.curved.contains(&side) || touches(at, side))
        };
        let due: Vec<At> = self.laid.iter().filter(is_due).map(|(&at, _)| at).collect();
        let mut names = Vec::new();
        for at in due {
            let tile = self.laid.get_mut(&at).expect("a tile");
            *tile = *tile.back.take().expect("a back");
            names.push(tile.name.clone());
        }
        names.sort();
        names
    }

    /// Columns or rows that reach beyond all tiles by one.
    fn span(&self, coordinate: impl Fn(&At) -> i32) -> std::ops::RangeInclusive<i32> {
        let all = || self.laid.keys().map(&coordinate);
        all().min().expect("the castle") - 1..=all().max().expect("the castle") + 1
    }

    /// Every place and number of quarter turns, ascending, in which the tile may be laid.
    pub fn placements(&self, tile: &NaiveTile) -> Vec<(At, usize)> {
        let turns: Vec<NaiveTile> = (0..4).map(|quarters| tile.turned(quarters)).collect();
        let distinct: Vec<usize> = (0..4).filter(|&quarters| !turns[..quarters].contains(&turns[quarters])).collect();
        let mut found = Vec::new();
        for x in self.span(|at| at.0) {
            for y in self.span(|at| at.1) {
                let fitting = distinct.iter().filter(|&&quarters| self.fits(&turns[quarters], (x, y)));
                found.extend(fitting.map(|&quarters| ((x, y), quarters)));
            }
        }
        found
    }

    fn fits(&self, turned: &NaiveTile, at: At) -> bool {
        let mut straight = 0;
        for side in 0..4 {
            if let Some(other) = self.laid.get(&beside(at, side)) {
                match (turned.curved.contains(&side), other.curved.contains(&((side + 2) % 4))) {
                    (true, true) => {}
                    (false, false) if turned.edges[side] == other.edges[(side + 2) % 4] => straight += 1,
                    _ => return false,
                }
            }
        }
        straight > 0 && !self.laid.contains_key(&at)
    }

    /// The areas as sets of parts, found by flooding from each part of each tile over straight edges.
    fn floods(&self) -> Vec<BTreeSet<PaymentPart>> {
        let parts: Vec<PaymentPart> =
            self.laid.iter().flat_map(|(&at, tile)| (0..tile.areas.len()).map(move |part| (at, part))).collect();
        let mut floods: Vec<BTreeSet<PaymentPart>> = Vec::new();
        for start in parts {
            if floods.iter().any(|flood| flood.contains(&start)) {
                continue;
            }
            let mut flood = BTreeSet::new();
            let mut waiting = vec![start];
            while let Some((at, number)) = waiting.pop() {
                if !flood.insert((at, number)) {
                    continue;
                }
                let tile = &self.laid[&at];
                let (_, sides, _) = tile.areas.iter().nth(number).expect("a part");
                for &side in sides.difference(&tile.curved) {
                    let there = beside(at, side);
                    if let Some(other) = self.laid.get(&there) {
                        let meets = other.areas.iter().position(|(_, sides, _)| sides.contains(&((side + 2) % 4)));
                        waiting.push((there, meets.expect("every edge is in an area")));
                    }
                }
            }
            floods.push(flood);
        }
        floods
    }

    /// What one area is made of.
    fn area(&self, flood: &BTreeSet<PaymentPart>) -> NaiveArea {
        let parts = || flood.iter().map(|&(at, part)| (at, self.laid[&at].areas.iter().nth(part).expect("a part")));
        let total = |kind: &str| parts().filter_map(|(_, (_, _, features))| features.get(kind)).sum();
        let is_open =
            |at: At, side: usize| !self.laid[&at].curved.contains(&side) && !self.laid.contains_key(&beside(at, side));
        let open = |(at, (_, sides, _)): (At, &(char, Sides, _))| {
            sides.iter().filter(|&&side| is_open(at, side)).count() as i32
        };
        let mut scrolls: Vec<(String, String)> = Vec::new();
        for (at, (_, _, features)) in parts() {
            let kinds = features.keys().filter_map(|kind| kind.strip_prefix("scroll:"));
            scrolls.extend(kinds.map(|kind| (self.laid[&at].name.clone(), kind.to_owned())));
        }
        NaiveArea {
            terrain: parts().next().expect("a part").1.0,
            tiles: parts().map(|(at, _)| at).collect(),
            open_edges: parts().map(open).sum(),
            brochs: total("broch"),
            cattle: total("cattle"),
            ships: total("ship"),
            lighthouses: total("lighthouse"),
            scrolls,
        }
    }

    /// The places of all tiles that roads and tunnels connect to the castle, the castle included.
    fn connected(&self, floods: &[BTreeSet<PaymentPart>]) -> BTreeSet<At> {
        // Every entrance: its road, and the number of the area that it leads into.
        let mut entrances: Vec<(Road, usize)> = Vec::new();
        for (&at, tile) in &self.laid {
            for (road, range) in &tile.tunnels {
                let part = tile.areas.iter().position(|(terrain, sides, _)| (terrain, sides) == (&'M', range));
                let part = (at, part.expect("a mountain"));
                let flood = floods.iter().position(|flood| flood.contains(&part)).expect("an area");
                entrances.push(((at, road.clone()), flood));
            }
        }
        let mut reached: BTreeSet<Road> = self.laid[&(0, 0)].roads.iter().map(|road| ((0, 0), road.clone())).collect();
        loop {
            let mut more: Vec<Road> = Vec::new();
            for (at, road) in &reached {
                for &side in road {
                    let there = beside(*at, side);
                    let roads = self.laid.get(&there).into_iter().flat_map(|tile| &tile.roads);
                    more.extend(
                        roads.filter(|road| road.contains(&((side + 2) % 4))).map(|road| (there, road.clone())),
                    );
                }
            }
            for (from, range) in &entrances {
                if reached.contains(from) {
                    more.extend(entrances.iter().filter(|(_, other)| other == range).map(|(road, _)| road.clone()));
                }
            }
            let before = reached.len();
            reached.extend(more);
            if reached.len() == before {
                return reached.into_iter().map(|(at, _)| at).collect();
            }
        }
    }
}
