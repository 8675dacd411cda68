//! All roads of a territory, connected to the castle or not.
//!
//! They tell at once which tiles a new one connects.

mod tunnels;

use engine::skye::tile::MAX_ROADS_PER_TILE;
use engine::skye::{Edges, MAX_TERRITORY, SIDES, Side, Territory, Tile, TileIndexSet, Tiles};

/// The most road parts; each is on one tile.
const MAX_PARTS: usize = MAX_TERRITORY * MAX_ROADS_PER_TILE;

/// A road's id: the number of its first part, in the order of the tiles.
///
/// The castle's road is the first part of the first tile.
pub(super) type RoadId = u8;

/// The castle's road.
pub(super) const CASTLE: RoadId = 0;

/// No road leaves here.
pub(super) const NONE: RoadId = RoadId::MAX;

const _: () = assert!(MAX_PARTS <= NONE as usize, "an id for every road");

/// The roads of a territory.
#[derive(Clone, Debug)]
pub(super) struct RoadParts {
    /// By id; nothing more is added to roads that were merged into others.
    roads: Vec<Road>,
    /// For every tile and side the part of a road that leaves there.
    leaving: [[RoadId; SIDES.len()]; MAX_TERRITORY],
    /// The mountain areas with tunnel entrances, each with the road that all its entrances belong to.
    ranges: Vec<(usize, RoadId)>,
}

/// One road.
#[derive(Copy, Clone, Debug)]
struct Road {
    /// Its tiles.
    tiles: TileIndexSet,
    /// Its exits that face an empty place.
    open: u8,
    /// The road that it was merged into.
    into: Option<RoadId>,
}

/// The changes of the castle's road by a new tile.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct RoadChange {
    /// True if the new tile is connected.
    pub connects: bool,
    /// Tiles laid earlier that become connected, and perhaps some that are already.
    pub tiles: TileIndexSet,
    /// Open exits gained; negative if lost.
    pub open: i32,
}

impl RoadParts {
    /// Finds the roads, tile by tile; tunnels join roads, unless they are ignored.
    pub fn of(tiles: &Tiles, territory: &Territory, sees_tunnels: bool) -> Self {
        let leaving = [[NONE; SIDES.len()]; MAX_TERRITORY];
        let mut roads = Self { roads: Vec::with_capacity(2 * territory.len()), leaving, ranges: Vec::new() };
        for (index, tile) in territory.tiles(tiles).enumerate() {
            roads.add(territory, index, tile);
        }
        if sees_tunnels && !territory.with_tunnels().is_empty() {
            roads.join_through_tunnels(tiles, territory);
        }
        roads
    }

    /// Tiles connected to the castle, the castle included.
    pub fn connected(&self) -> TileIndexSet {
        self.roads[usize::from(CASTLE)].tiles
    }

    /// Exits of the castle's road that face an empty place.
    pub fn open_exits(&self) -> u16 {
        u16::from(self.roads[usize::from(CASTLE)].open)
    }

    /// The road that leaves this tile on this side.
    pub fn leaving(&self, tile: usize, side: Side) -> RoadId {
        let mut road = self.leaving[tile][side.index()];
        while let Some(&Road { into: Some(kept), .. }) = self.roads.get(usize::from(road)) {
            road = kept;
        }
        road
    }

    fn add(&mut self, territory: &Territory, index: usize, tile: &Tile) {
        for exits in &tile.roads {
            exits.iter().for_each(|side| self.leaving[index][side.index()] = self.roads.len() as RoadId);
            self.roads.push(Road { tiles: TileIndexSet::NONE.with(index), open: 0, into: None });
        }
        for side in tile.exits.iter() {
            let own = self.leaving(index, side);
            match territory.neighbour(index, side) {
                None => self.roads[usize::from(own)].open += 1,
                // No road leaves a tile that is not added yet.
                Some(other) => match self.leaving(other, side.opposite()) {
                    NONE => {}
                    met => self.join(own, met),
                },
            }
        }
    }

    /// Joins two roads into the one with the smaller id.
    fn join(&mut self, a: RoadId, b: RoadId) {
        let (kept, gone) = (a.min(b), a.max(b));
        if kept == gone {
            return;
        }
        let Road { tiles, open, ref mut into } = self.roads[usize::from(gone)];
        *into = Some(kept);
        let road = &mut self.roads[usize::from(kept)];
        road.tiles.insert_all(tiles);
        road.open += open;
    }

    /// Returns the changes by a tile that meets these roads, by side, with neighbours on the closed sides.
    #[inline]
    pub fn change(&self, tile: &Tile, met: &[RoadId; 4], closed: Edges) -> RoadChange {
        if met.iter().all(|&road| road != CASTLE) {
            return RoadChange::default();
        }
        // The sides on which a road of the castle faces the tile, and the tile's roads that belong to it.
        let mut reached: Edges = sides_where(met, |road| road == CASTLE);
        let mut own = Edges::NONE;
        while let Some(road) = tile.roads.iter().find(|road| road.meets(reached) && !own.meets(**road)) {
            own = own.union(*road);
            let joined = SIDES.map(|side| if road.has(side) { met[side.index()] } else { NONE });
            reached = reached.union(sides_where(met, |other| joined.contains(&other)));
        }
        let mut change =
            RoadChange { connects: !own.is_empty(), tiles: TileIndexSet::NONE, open: -(reached.len() as i32) };
        for (number, &road) in met.iter().enumerate() {
            let is_new = road != CASTLE && reached.has(SIDES[number]) && !met[..number].contains(&road);
            if is_new {
                let Road { tiles, open, .. } = self.roads[usize::from(road)];
                change.tiles.insert_all(tiles);
                change.open += i32::from(open);
            }
        }
        change.open += own.iter().filter(|&side| !closed.has(side)).count() as i32;
        change
    }
}

fn sides_where(met: &[RoadId; 4], test: impl Fn(RoadId) -> bool) -> Edges {
    SIDES.into_iter().filter(|side| met[side.index()] != NONE && test(met[side.index()])).collect()
}
