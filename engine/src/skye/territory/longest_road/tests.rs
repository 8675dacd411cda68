//! The longest route of graphs counted by hand, of random ones, and how long it takes.

use super::search::Search;
use super::{RoadGraph, WALK_STEPS};
use crate::random::{Random, below, random};

fn longest<const R: usize>(tiles: [u8; R], crossings: &[(u8, u8)], entrances: &[(u8, u8)]) -> u16 {
    checked(&RoadGraph { tiles: tiles.to_vec(), crossings: crossings.to_vec(), entrances: entrances.to_vec() })
}

/// The longest route, by the frontier method alone and by depth-first search alone as well.
fn checked(graph: &RoadGraph) -> u16 {
    let longest = graph.longest();
    for walk_steps in [0, usize::MAX] {
        let mut search = Search::new(graph);
        search.run(walk_steps);
        assert_eq!(search.best, u32::from(longest), "with {walk_steps} steps of depth-first search: {graph:?}");
    }
    longest
}

#[test]
fn longest_of_single_roads() {
    assert_eq!(longest([], &[], &[]), 0);
    assert_eq!(longest([0], &[], &[]), 1);
    assert_eq!(longest([0, 1, 1], &[], &[]), 1);
}

#[test]
fn longest_leaves_out_side_branches() {
    // 0-1-2-3, straight on.
    assert_eq!(longest([0, 1, 2, 3], &[(0, 1), (1, 2), (2, 3)], &[]), 4);
    // And with 4 beside 1, then also 5 behind that.
    assert_eq!(longest([0, 1, 2, 3, 4], &[(0, 1), (1, 2), (2, 3), (1, 4)], &[]), 4);
    assert_eq!(longest([0, 1, 2, 3, 4, 5], &[(0, 1), (1, 2), (2, 3), (1, 4), (4, 5)], &[]), 5);
    // Two separate networks.
    assert_eq!(longest([0, 1, 2, 3, 4], &[(0, 1), (2, 3), (3, 4)], &[]), 3);
}

#[test]
fn longest_goes_round() {
    let ring = [(0, 1), (1, 2), (2, 3), (3, 0)];
    assert_eq!(longest([0, 1, 2, 3], &ring, &[]), 4);
    // A ring with a tail, like a P; then two tails at the same place, of which one is lost; then two at different places: into the
    // ring by one, out by the other, and on the way only one side of it.
    assert_eq!(longest([0, 1, 2, 3, 4, 5], &[&ring[..], &[(0, 4), (4, 5)]].concat(), &[]), 6);
    assert_eq!(longest([0, 1, 2, 3, 4, 5], &[&ring[..], &[(0, 4), (0, 5)]].concat(), &[]), 6);
    assert_eq!(longest([0, 1, 2, 3, 4, 5], &[&ring[..], &[(0, 4), (1, 5)]].concat(), &[]), 6);
    assert_eq!(longest([0, 1, 2, 3, 4, 5, 6], &[&ring[..], &[(0, 4), (2, 5), (5, 6)]].concat(), &[]), 6);
    assert_eq!(longest([0, 1, 2, 3, 4, 5, 6], &[&ring[..], &[(0, 4), (0, 5), (0, 6)]].concat(), &[]), 6);
    // Two rings that share a crossroads: a figure eight, passed in one go, and with a tail at one ring.
    let eight = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (4, 5), (5, 6), (6, 0)];
    assert_eq!(longest([0, 1, 2, 3, 4, 5, 6], &eight, &[]), 7);
    assert_eq!(longest([0, 1, 2, 3, 4, 5, 6, 7], &[&eight[..], &[(5, 7)]].concat(), &[]), 8);
}

#[test]
fn longest_on_ladders() {
    // Two rows of n tiles, all neighbours joined: up and down along the rungs to every tile.
    let ladder = |n: u8| {
        let rows = (1..n).flat_map(|x| [(x - 1, x), (n + x - 1, n + x)]);
        RoadGraph {
            tiles: (0..2 * n).collect(),
            crossings: rows.chain((0..n).map(|x| (x, n + x))).collect(),
            entrances: vec![],
        }
    };
    for n in 1..=6 {
        assert_eq!(checked(&ladder(n)), u16::from(2 * n));
    }
    assert_eq!(ladder(21).longest(), 42);
    // A comb: one row, with a tooth at every tile. Both ends are teeth.
    let comb = |n: u8| {
        let teeth = (0..n).map(|x| (x, n + x));
        RoadGraph {
            tiles: (0..2 * n).collect(),
            crossings: (1..n).map(|x| (x - 1, x)).chain(teeth).collect(),
            entrances: vec![],
        }
    };
    assert_eq!(checked(&comb(5)), 7);
    assert_eq!(comb(21).longest(), 23);
}

#[test]
fn longest_counts_a_tile_once() {
    // Roads 1 and 3 are on one tile, which the route comes to twice.
    assert_eq!(longest([0, 1, 2, 1, 3], &[(0, 1), (1, 2), (2, 3), (3, 4)], &[]), 4);
    // 1-0-1 is longer in roads, but 3-0-1 in tiles.
    assert_eq!(longest([0, 1, 1, 2], &[(0, 1), (0, 2), (0, 3)], &[]), 3);
}

#[test]
fn longest_goes_through_ranges() {
    // One entrance leads nowhere, two join the roads, of three one is left over.
    let pairs = [(0, 1), (2, 3), (4, 5)];
    let tiles = [0, 1, 2, 3, 4, 5];
    assert_eq!(longest(tiles, &pairs, &[(1, 0)]), 2);
    assert_eq!(longest(tiles, &pairs, &[(1, 0), (2, 1)]), 2);
    assert_eq!(longest(tiles, &pairs, &[(1, 0), (2, 0)]), 4);
    assert_eq!(longest(tiles, &pairs, &[(1, 0), (2, 0), (4, 0)]), 4);
    // The third road has two entrances: there and back again. Both roads' ends are then far ends.
    assert_eq!(longest(tiles, &pairs, &[(1, 0), (2, 0), (4, 0), (4, 0)]), 5);
    assert_eq!(longest(tiles, &pairs, &[(1, 0), (2, 0), (4, 0), (5, 0)]), 6);
    // A loop of one road through a range adds nothing, and no harm.
    assert_eq!(longest([0, 1], &[(0, 1)], &[(0, 0), (0, 0)]), 2);
    // Two ranges in a row.
    assert_eq!(longest(tiles, &pairs, &[(1, 0), (2, 0), (3, 1), (4, 1)]), 6);
}

#[test]
fn longest_passes_a_range_twice() {
    // 0-1 into the range, out at 2, along 2-3 to its other end and in again, out at 4 and on to 5.
    let pairs = [(0, 1), (2, 3), (4, 5)];
    assert_eq!(longest([0, 1, 2, 3, 4, 5], &pairs, &[(1, 0), (2, 0), (3, 0), (4, 0)]), 6);
    // With four dead ends it is passed once: the route has two ends.
    assert_eq!(longest([0, 1, 2, 3], &[], &[(0, 0), (1, 0), (2, 0), (3, 0)]), 2);
}

#[test]
fn longest_uses_parallel_crossings_once_each() {
    assert_eq!(longest([0, 1, 2], &[(0, 1), (0, 1), (0, 2)], &[]), 3);
    assert_eq!(longest([0, 1, 2, 3], &[(0, 1), (1, 2), (1, 2), (1, 3)], &[]), 4);
    assert_eq!(longest([0, 1, 2, 3], &[(0, 1), (1, 2), (1, 3)], &[]), 3);
}

/// The longest route by trying all sets of edges.
fn by_subsets(graph: &RoadGraph) -> u16 {
    let range = |range: u8| graph.tiles.len() + usize::from(range);
    let edges: Vec<(usize, usize)> = (graph.crossings.iter().map(|&(a, b)| (usize::from(a), usize::from(b))))
        .chain(graph.entrances.iter().map(|&(road, number)| (usize::from(road), range(number))))
        .collect();
    let mut longest = u32::from(!graph.tiles.is_empty());
    for set in 1u32..1 << edges.len() {
        let chosen = (0..edges.len()).filter(|edge| set >> edge & 1 == 1).map(|edge| edges[edge]);
        let (mut odd, mut nodes) = (0u64, 0u64);
        for (a, b) in chosen.clone() {
            odd ^= 1 << a ^ 1 << b;
            nodes |= 1 << a | 1 << b;
        }
        if odd.count_ones() > 2 {
            continue;
        }
        let mut reached = nodes & nodes.wrapping_neg();
        for _ in 0..edges.len() {
            for (a, b) in chosen.clone() {
                if (reached >> a | reached >> b) & 1 == 1 {
                    reached |= 1 << a | 1 << b;
                }
            }
        }
        if reached == nodes {
            let roads = (0..graph.tiles.len()).filter(|road| nodes >> road & 1 == 1);
            let tiles = roads.fold(0u64, |tiles, road| tiles | 1 << graph.tiles[road]);
            longest = longest.max(tiles.count_ones());
        }
    }
    longest as u16
}

#[test]
fn longest_is_that_of_all_sets_of_edges() {
    for seed in 0..4000 {
        let random = &mut random(seed);
        let roads = 2 + below(random, 8) as u8;
        let tiles = 2 + below(random, u32::from(roads) - 1);
        let mut graph =
            RoadGraph { tiles: (0..roads).map(|_| below(random, tiles) as u8).collect(), ..RoadGraph::default() };
        let road = |random: &mut Random| below(random, u32::from(roads)) as u8;
        for _ in 0..below(random, 10) {
            let (a, b) = (road(random), road(random));
            if graph.tiles[usize::from(a)] != graph.tiles[usize::from(b)] {
                graph.crossings.push((a, b));
            }
        }
        let ranges = below(random, 3);
        for _ in 0..2 * ranges + below(random, 2) {
            graph.entrances.push((road(random), below(random, ranges.max(1)) as u8));
        }
        assert_eq!(checked(&graph), by_subsets(&graph), "{graph:?}");
    }
}

/// Random territories with roads and ranges as a tile file could have them.
#[derive(Clone, Copy, Debug)]
struct Family {
    tiles: usize,
    /// The number of columns that they fill row by row; `None` if tiles are laid anywhere.
    columns: Option<i32>,
    /// Per cent of edges with an exit, and how many a tile has at most.
    exits: (u32, usize),
    /// Per cent of tiles whose exits are spread over two roads.
    separate: u32,
    /// The rough number of tiles of a range, and per cent of roads with an entrance; a quarter as many have a further one.
    ranges: (u32, u32),
}

impl Family {
    fn graph(self, random: &mut Random) -> RoadGraph {
        let happens = |random: &mut Random, per_cent| below(random, 100) < per_cent;
        let mut places = vec![(0, 0)];
        while places.len() < self.tiles {
            let place = match self.columns {
                Some(columns) => (places.len() as i32 % columns, places.len() as i32 / columns),
                None => {
                    let (x, y) = places[below(random, places.len() as u32) as usize];
                    let (dx, dy) = [(1, 0), (0, 1), (-1, 0), (0, -1)][below(random, 4) as usize];
                    (x + dx, y + dy)
                }
            };
            if !places.contains(&place) {
                places.push(place);
            }
        }

        let mut graph = RoadGraph::default();
        let mut road_at: Vec<[Option<u8>; 4]> = Vec::new();
        let mut range_of: Vec<u8> = Vec::new();
        let mut ranges = 0;
        for (tile, &(x, y)) in places.iter().enumerate() {
            let mut sides: Vec<usize> = (0..4).filter(|_| happens(random, self.exits.0)).collect();
            while sides.len() > self.exits.1 {
                sides.remove(below(random, sides.len() as u32) as usize);
            }
            let is_separate = happens(random, self.separate);
            let mut roads = [None; 2];
            let mut at = [None; 4];
            for side in sides {
                let road = &mut roads[if is_separate { below(random, 2) as usize } else { 0 }];
                at[side] = Some(*road.get_or_insert_with(|| {
                    graph.tiles.push(tile as u8);
                    graph.tiles.len() as u8 - 1
                }));
            }
            road_at.push(at);
            let near = places[..tile].iter().position(|&(u, v)| (u - x).abs() + (v - y).abs() == 1);
            let joined = near.filter(|_| below(random, self.ranges.0) > 0).map(|near| range_of[near]);
            let range = joined.unwrap_or(ranges);
            ranges += u8::from(joined.is_none());
            range_of.push(range);
            for road in roads.into_iter().flatten() {
                let per_cent = [self.ranges.1, self.ranges.1 / 4];
                graph.entrances.extend(per_cent.into_iter().filter(|&it| happens(random, it)).map(|_| (road, range)));
            }
        }
        for (tile, &(x, y)) in places.iter().enumerate() {
            for (place, out, back) in [((x + 1, y), 1, 3), ((x, y + 1), 0, 2)] {
                if let Some(other) = places.iter().position(|&other| other == place) {
                    graph.crossings.extend(road_at[tile][out].zip(road_at[other][back]));
                }
            }
        }
        graph
    }
}

/// The most steps in territories of a family, one for each seed, and the mean.
fn steps(family: Family, seeds: u64) -> [usize; 2] {
    let steps = |seed| {
        let mut search = Search::new(&family.graph(&mut random(seed)));
        search.run(WALK_STEPS);
        search.steps
    };
    let steps: Vec<usize> = (0..seeds).map(steps).collect();
    [steps.iter().copied().max().unwrap_or(0), steps.iter().sum::<usize>() / seeds as usize]
}

/// Checks the steps for families of territories with 43 tiles.
fn assert_steps(separate: u32, ranges: (u32, u32), seeds: u64, limit: usize) {
    for columns in [None, Some(2), Some(3), Some(4), Some(5), Some(6), Some(7)] {
        for exits in [(100, 4), (90, 4), (75, 4), (60, 4), (50, 4), (100, 3), (80, 3)] {
            let family = Family { tiles: 43, columns, exits, separate, ranges };
            let [most, mean] = steps(family, seeds);
            println!("{most:8} steps, mean {mean:6}, {family:?}");
            assert!(most < limit, "{most} steps: {family:?}");
        }
    }
}

#[test]
fn longest_takes_few_steps() {
    assert_steps(0, (1, 0), 40, 50_000);
    assert_steps(50, (1, 0), 40, 100_000);
}

#[test]
fn longest_takes_few_steps_with_ranges() {
    assert_steps(0, (2, 100), 10, 500_000);
    assert_steps(50, (3, 50), 10, 500_000);
    assert_steps(30, (12, 40), 10, 500_000);
    assert_steps(100, (4, 70), 10, 1_000_000);
    assert_steps(100, (2, 100), 10, 1_000_000);
}

#[test]
fn longest_is_found_by_both_methods() {
    for seed in 0..300 {
        for (tiles, exits) in [(12, (80, 4)), (14, (75, 3)), (20, (50, 4))] {
            let family = Family { tiles, columns: None, exits, separate: 40, ranges: (4, 25) };
            checked(&family.graph(&mut random(seed)));
        }
    }
}
