//! One tile, from the text of its row.

use std::collections::{BTreeMap, BTreeSet};

/// Sides of a tile: 0 north, 1 east, 2 south, 3 west.
pub type Sides = BTreeSet<usize>;

/// One tile as it lies.
#[derive(Clone, PartialEq, Debug)]
pub struct NaiveTile {
    /// Its id in records.
    pub name: String,
    /// Terrain letters, clockwise from north.
    pub edges: Vec<char>,
    /// Every area: its terrain, its edges, and its features by name with their counts; VP barrels are the feature `vp`.
    pub areas: BTreeSet<(char, Sides, BTreeMap<String, i32>)>,
    /// Every road: its exits.
    pub roads: BTreeSet<Sides>,
    /// Every tunnel entrance: the exits of its road, the edges of its mountain area.
    pub tunnels: BTreeSet<(Sides, Sides)>,
    /// The sides that a curve takes.
    pub curved: Sides,
    /// The other side of a borderland tile that lies front up.
    pub back: Option<Box<NaiveTile>>,
}

fn side(letter: char) -> usize {
    "NESW".find(letter).expect("an edge")
}

fn sides(letters: &str) -> Sides {
    letters.chars().map(side).collect()
}

impl NaiveTile {
    /// From the columns of a tile file.
    fn from_row(header: &[&str], row: &str) -> Self {
        let fields: Vec<&str> = row.split(',').collect();
        let column = |name: &str| header.iter().position(|other| *other == name).map_or("", |index| fields[index]);
        let edges: Vec<char> = column("edges").chars().collect();
        let joins = column("joins");
        // Edges are in one area if one can walk from one to the other over common corners and joins.
        let adjacent = |a: usize, b: usize| {
            edges[a] == edges[b]
                && ((a + 1) % 4 == b
                    || (b + 1) % 4 == a
                    || (joins.contains("NS") && a.is_multiple_of(2) && b.is_multiple_of(2))
                    || (joins.contains("EW") && a % 2 == 1 && b % 2 == 1))
        };
        let reach = |from: usize| {
            let mut seen = BTreeSet::from([from]);
            for _ in 0..4 {
                let more: Vec<usize> = (0..4).filter(|&b| seen.iter().any(|&a| adjacent(a, b))).collect();
                seen.extend(more);
            }
            seen
        };
        let mut words: Vec<(String, &str)> = Vec::new();
        for word in column("features").split_whitespace() {
            let (what, whither) = word.split_once('@').expect("@");
            words.push((what.to_owned(), whither));
        }
        if let Some((count, whither)) = column("vp_barrels").split_once('@') {
            words.push((format!("vp*{count}"), whither));
        }
        let area = |whither: &str| {
            if whither == "inner" { Sides::new() } else { reach(sides(whither).pop_first().expect("a side")) }
        };
        let features = |members: &Sides| {
            let mut counts = BTreeMap::new();
            for (what, whither) in &words {
                if area(whither) == *members {
                    let (kind, count) = what.split_once('*').unwrap_or((what, "1"));
                    *counts.entry(kind.to_owned()).or_insert(0) += count.parse::<i32>().expect("a count");
                }
            }
            counts
        };
        let mut areas: BTreeSet<_> = (0..4).map(|edge| (edges[edge], reach(edge), features(&reach(edge)))).collect();
        areas.extend(column("inner").chars().map(|inner| (inner, Sides::new(), features(&Sides::new()))));
        let groups = column("roads").split('|').filter(|group| !group.is_empty());
        let roads: BTreeSet<Sides> = groups.map(sides).collect();
        let entrance = |word: &str| {
            let (exit, whither) = word.split_once('@').expect("@");
            let road = roads.iter().find(|road| road.is_superset(&sides(exit))).expect("a road with this exit");
            (road.clone(), area(whither))
        };
        let tunnels = column("tunnels").split_whitespace().map(entrance).collect();
        let name = if column("tile").is_empty() { column("id") } else { column("tile") };
        Self { name: name.to_owned(), edges, areas, roads, tunnels, curved: sides(column("curved")), back: None }
    }

    /// Turned clockwise by this many quarters.
    pub fn turned(&self, quarters: usize) -> Self {
        let turn = |sides: &Sides| sides.iter().map(|side| (side + quarters) % 4).collect::<Sides>();
        Self {
            name: self.name.clone(),
            edges: (0..4).map(|side| self.edges[(side + 4 - quarters) % 4]).collect(),
            areas: self
                .areas
                .iter()
                .map(|(terrain, sides, features)| (*terrain, turn(sides), features.clone()))
                .collect(),
            roads: self.roads.iter().map(turn).collect(),
            tunnels: self.tunnels.iter().map(|(road, range)| (turn(road), turn(range))).collect(),
            curved: turn(&self.curved),
            back: self.back.as_ref().map(|back| Box::new(back.turned(quarters))),
        }
    }

    /// How many of a feature it shows.
    pub fn count(&self, feature: &str) -> i32 {
        self.areas.iter().filter_map(|(_, _, features)| features.get(feature)).sum()
    }

    /// Whether it shows barrels of either kind.
    pub fn has_barrels(&self) -> bool {
        self.count("whisky") + self.count("vp") > 0
    }
}

/// All tiles of some files by name, with the castle; borderland tiles lie front up.
pub fn naive_tiles(texts: &[&str]) -> BTreeMap<String, NaiveTile> {
    let castle = NaiveTile::from_row(&["id", "edges", "joins", "inner", "roads"], "castle,PWPM,NS,,NSW");
    let mut tiles = BTreeMap::from([(castle.name.clone(), castle)]);
    for text in texts {
        let mut lines = text.lines().filter(|line| !line.is_empty());
        let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
        for row in lines {
            let tile = NaiveTile::from_row(&header, row);
            match tiles.get_mut(&tile.name) {
                // In the shipped files every front comes before its back.
                Some(front) => front.back = Some(Box::new(tile)),
                None => drop(tiles.insert(tile.name.clone(), tile)),
            }
        }
    }
    tiles
}
