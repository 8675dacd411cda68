//! What a player builds: the tiles laid so far, and what follows from them.

pub mod ground;

pub mod areas;
pub mod roads;
pub mod shape;

mod frontier;

pub mod scoring;

use std::ops::Deref;

use areas::Areas;
use frontier::Frontier;
use ground::{Ground, Placement};
use roads::RoadNetwork;

use crate::skye::printed::demand::Demand;
use crate::skye::printed::feature::FeatureCounts;
use crate::skye::printed::place::{Place, SIDES};
use crate::skye::printed::tiles::{TileId, Tiles};

/// All tiles that a player has laid, which it derefs to, and what follows from them and is needed often. A plain value of
/// 2.5 kB; the default value does not even have a castle.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Territory {
    ground: Ground,
    frontier: Frontier,
    /// All features shown.
    features: FeatureCounts,
    roads: RoadNetwork,
    areas: Areas,
}

impl Deref for Territory {
    type Target = Ground;

    #[inline]
    fn deref(&self) -> &Ground {
        &self.ground
    }
}

impl Territory {
    /// Just the castle.
    pub fn castle(tiles: &Tiles) -> Self {
        let mut territory = Self::default();
        territory.lay(tiles, Placement::CASTLE);
        territory
    }

    /// The empty places next to a tile, ascending.
    pub fn frontier(&self) -> impl ExactSizeIterator<Item = Place> + '_ {
        self.frontier.gaps().iter().map(|gap| gap.place())
    }

    /// All features that the tiles show; whisky once for every tile with barrels.
    #[inline]
    pub fn features(&self) -> FeatureCounts {
        self.features
    }

    /// The areas.
    #[inline]
    pub fn areas(&self) -> &Areas {
        &self.areas
    }

    /// The tiles that roads connect to the castle.
    #[inline]
    pub fn roads(&self) -> &RoadNetwork {
        &self.roads
    }

    /// All ways in which the tile can be laid, ascending.
    #[inline]
    pub fn placements_of<'a>(&'a self, tiles: &'a Tiles, tile: TileId) -> impl Iterator<Item = Placement> + 'a {
        let fitting = tiles.fitting_of(tile);
        self.frontier.gaps().iter().flat_map(move |gap| {
            let place = gap.place();
            fitting.at(gap.demand()).iter().map(move |rotation| Placement { tile, place, rotation })
        })
    }

    /// As [`placements_of`](Self::placements_of), each with the number of its place in [`frontier`](Self::frontier).
    #[inline]
    pub fn placements_by_gap<'a>(
        &'a self,
        tiles: &'a Tiles,
        tile: TileId,
    ) -> impl Iterator<Item = (usize, Placement)> + 'a {
        let fitting = tiles.fitting_of(tile);
        self.frontier.gaps().iter().enumerate().flat_map(move |(number, gap)| {
            let place = gap.place();
            fitting.at(gap.demand()).iter().map(move |rotation| (number, Placement { tile, place, rotation }))
        })
    }

    /// How many ways there are to lay the tile.
    #[inline]
    pub fn count_placements(&self, tiles: &Tiles, tile: TileId) -> usize {
        let fitting = tiles.fitting_of(tile);
        self.frontier.gaps().iter().map(|gap| fitting.at(gap.demand()).len()).sum()
    }

    /// Placement number `number`, from 0, of [`placements_of`](Self::placements_of).
    ///
    /// # Panics
    /// If there are fewer.
    #[inline]
    pub fn nth_placement(&self, tiles: &Tiles, tile: TileId, mut number: usize) -> Placement {
        let fitting = tiles.fitting_of(tile);
        for gap in self.frontier.gaps() {
            let rotations = fitting.at(gap.demand());
            if number < rotations.len() {
                let rotation = rotations.iter().nth(number).expect("number is below the length");
                return Placement { tile, place: gap.place(), rotation };
            }
            number -= rotations.len();
        }
        panic!("tile {} has no such placement", tiles.name(tile));
    }

    /// Whether the tile can be laid at all.
    #[inline]
    pub fn can_place(&self, tiles: &Tiles, tile: TileId) -> bool {
        let fitting = tiles.fitting_of(tile);
        self.frontier.gaps().iter().any(|gap| !fitting.at(gap.demand()).is_empty())
    }

    /// Whether this placement keeps the rules: next to a tile, equal terrain on every common edge, and the smallest of equal rotations.
    #[inline]
    pub fn allows(&self, tiles: &Tiles, placement: Placement) -> bool {
        let gap = self.frontier.at(placement.place);
        gap.is_some_and(|gap| tiles.fitting_of(placement.tile).at(gap.demand()).has(placement.rotation))
    }

    /// Lays a tile. The first one of a territory, the castle in a game, meets nothing and may be laid anywhere.
    ///
    /// # Panics
    /// If it may not be laid there: see [`allows`](Self::allows).
    pub fn lay(&mut self, tiles: &Tiles, placement: Placement) {
        let Placement { tile, place, rotation } = placement;
        let demand = self.frontier.surround(place, tiles.tile(tile, rotation));
        let fits = |demand: Demand| tiles.fitting_of(tile).at(demand).has(rotation);
        assert!(self.is_empty() || demand.is_some_and(fits), "{placement:?} does not fit");
        self.add(tiles, placement, demand.unwrap_or_default());
    }

    /// Adds a tile that meets this demand, and so has a neighbour on every side that demands something.
    fn add(&mut self, tiles: &Tiles, placement: Placement, demand: Demand) {
        let number = self.ground.len();
        let tile = tiles.tile(placement.tile, placement.rotation);
        self.ground.push(placement);
        let mut contacts = [None; 4];
        for side in SIDES.into_iter().filter(|&side| demand.asks(side)) {
            let neighbour = self.ground.at(placement.place.neighbour(side)).expect("what demands is a tile");
            self.ground.join(number, side, neighbour);
            let facing = self.ground.tile(tiles, neighbour).area_at[side.opposite().index()];
            contacts[side.index()] = Some((neighbour, usize::from(facing)));
        }
        self.features.add_all(&tile.features);
        self.roads.add(tiles, &self.ground, number);
        self.areas.add(tile, number, contacts);
    }
}
