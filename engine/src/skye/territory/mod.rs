//! A player's territory: the tiles laid so far, and their consequences.

pub mod laid_tiles;

pub mod areas;
pub mod longest_road;
pub mod roads;
pub mod shape;

mod frontier;

pub mod scoring;

use std::ops::Deref;
use std::sync::OnceLock;

use super::printed::demand::Rotations;
use super::{Areas, Edges, FeatureCounts, Place, Placement, SIDES, TileId, TileIndexSet, Tiles};
use areas::Contact;
use frontier::{Frontier, Gap};
use laid_tiles::LaidTiles;
use roads::RoadNetwork;

/// All tiles that a player has laid, to which it derefs, and frequently needed facts about them.
///
/// A plain value of 2.5 kB; the default value does not even have a castle.
///
/// ```
/// use engine::skye::{Territory, Tiles};
///
/// let tiles = Tiles::printed();
/// let mut territory = Territory::castle(&tiles);
/// let tile = tiles.all().nth(1).expect("there are tiles");
/// let placement = territory.placements_of(&tiles, tile).next().expect("it fits");
/// territory.lay(&tiles, placement);
/// assert_eq!(territory.len(), 2);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Territory {
    laid_tiles: LaidTiles,
    frontier: Frontier,
    /// All features shown.
    features: FeatureCounts,
    roads: RoadNetwork,
    /// The tiles with tunnel entrances.
    with_tunnels: TileIndexSet,
    areas: Areas,
}

impl Deref for Territory {
    type Target = LaidTiles;

    #[inline]
    fn deref(&self) -> &LaidTiles {
        &self.laid_tiles
    }
}

impl Territory {
    /// Just the castle. It is the same for all tiles, so it is laid once and then copied.
    pub fn castle(tiles: &Tiles) -> Self {
        static CASTLE: OnceLock<Territory> = OnceLock::new();
        *CASTLE.get_or_init(|| {
            let mut territory = Self::default();
            territory.lay(tiles, Placement::CASTLE);
            territory
        })
    }

    /// The empty places next to a tile, ascending.
    ///
    /// Those beside a curved side follow, where only a curved side may be laid.
    pub fn frontier(&self) -> impl Iterator<Item = Place> + '_ {
        self.frontier.gaps().iter().chain(self.frontier.beside_curves()).map(|gap| gap.place())
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

    /// The tiles with tunnel entrances, by index.
    pub fn with_tunnels(&self) -> TileIndexSet {
        self.with_tunnels
    }

    /// The tiles that roads connect to the castle.
    #[inline]
    pub fn roads(&self) -> &RoadNetwork {
        &self.roads
    }

    /// The empty places where only a curved side may be laid, for a tile that has one.
    #[inline]
    fn beside_curves_for(&self, tiles: &Tiles, tile: TileId) -> &[Gap] {
        if tiles.is_borderland(tile) { self.frontier.beside_curves() } else { &[] }
    }

    /// As [`frontier`](Self::frontier), each place with the sides on which there are tiles.
    #[inline]
    pub fn surroundings(&self) -> impl Iterator<Item = (Place, Edges)> + '_ {
        let gaps = self.frontier.gaps().iter().chain(self.frontier.beside_curves());
        gaps.map(|gap| (gap.place(), gap.demand().sides().union(gap.curves())))
    }

    /// For each place of [`frontier`](Self::frontier) the rotations in which the tile can be laid there.
    #[inline]
    pub fn rotations_by_gap<'a>(&'a self, tiles: &'a Tiles, tile: TileId) -> impl Iterator<Item = Rotations> + 'a {
        let fitting = tiles.fitting_of(tile);
        let plain = self.frontier.gaps().iter().map(|gap| fitting.at(gap.demand()));
        let beside_curves = self.frontier.beside_curves().iter();
        let is_borderland = tiles.is_borderland(tile);
        plain.chain(beside_curves.map(move |gap| match is_borderland {
            true => gap.rotations_beside_curves(tiles, tile),
            false => Rotations::default(),
        }))
    }

    /// All ways in which the tile can be laid.
    ///
    /// The order is that of places in [`frontier`](Self::frontier), then of rotations.
    #[inline]
    pub fn placements_of<'a>(&'a self, tiles: &'a Tiles, tile: TileId) -> impl Iterator<Item = Placement> + 'a {
        self.frontier().zip(self.rotations_by_gap(tiles, tile)).flat_map(move |(place, rotations)| {
            rotations.iter().map(move |rotation| Placement { tile, place, rotation })
        })
    }

    /// Counts the ways to lay the tile.
    #[inline]
    pub fn count_placements(&self, tiles: &Tiles, tile: TileId) -> usize {
        let fitting = tiles.fitting_of(tile);
        let plain: usize = self.frontier.gaps().iter().map(|gap| fitting.at(gap.demand()).len()).sum();
        let beside_curves = self.beside_curves_for(tiles, tile).iter();
        plain + beside_curves.map(|gap| gap.rotations_beside_curves(tiles, tile).len()).sum::<usize>()
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
        let mut beside_curves = self.beside_curves_for(tiles, tile).iter().flat_map(|gap| {
            let rotations = gap.rotations_beside_curves(tiles, tile);
            rotations.iter().map(|rotation| Placement { tile, place: gap.place(), rotation })
        });
        beside_curves.nth(number).unwrap_or_else(|| panic!("tile {} has no such placement", tiles.name(tile)))
    }

    /// Returns whether the tile can be laid at all.
    #[inline]
    pub fn can_place(&self, tiles: &Tiles, tile: TileId) -> bool {
        let fitting = tiles.fitting_of(tile);
        for gap in self.frontier.gaps() {
            if !fitting.at(gap.demand()).is_empty() {
                return true;
            }
        }
        tiles.is_borderland(tile) && self.can_place_beside_curves(tiles, tile)
    }

    fn can_place_beside_curves(&self, tiles: &Tiles, tile: TileId) -> bool {
        self.frontier.beside_curves().iter().any(|gap| !gap.rotations_beside_curves(tiles, tile).is_empty())
    }

    /// Returns whether this placement is legal.
    ///
    /// It must have a straight side next to a straight one, equal terrain on every common edge, no curved side against
    /// a straight one, and the smallest of equal rotations.
    #[inline]
    pub fn allows(&self, tiles: &Tiles, placement: Placement) -> bool {
        let gap = self.frontier.at(placement.place);
        gap.is_some_and(|gap| gap.rotations_of(tiles, placement.tile).has(placement.rotation))
    }

    /// Lays a tile.
    ///
    /// The first one of a territory, the castle in a game, has no neighbours and may be laid anywhere.
    ///
    /// # Panics
    /// If it may not be laid there: see [`allows`](Self::allows).
    pub fn lay(&mut self, tiles: &Tiles, placement: Placement) {
        let Placement { tile, place, rotation } = placement;
        let gap = self.frontier.surround(place, tiles.tile(tile, rotation));
        let fits = |gap: Gap| gap.rotations_of(tiles, tile).has(rotation);
        assert!(self.is_empty() || gap.is_some_and(fits), "{placement:?} does not fit");
        self.add(tiles, placement, gap.unwrap_or_default());
    }

    /// Lays a tile, and turns over the borderland tiles that are then due, in the order of their ids.
    ///
    /// Reports each of them, front up.
    ///
    /// # Panics
    /// As [`lay`](Self::lay).
    pub fn lay_and_flip(&mut self, tiles: &Tiles, placement: Placement, mut tell: impl FnMut(TileId)) {
        self.lay(tiles, placement);
        let due = self.due_to_flip(tiles, self.len() - 1);
        let mut due: Vec<(usize, TileId)> = due.map(|index| (index, self.placement(index).tile)).collect();
        due.sort_by_key(|&(_, tile)| tiles.name(tile));
        for (index, tile) in due {
            self.flip(tiles, index);
            tell(tile);
        }
    }

    /// Adds a tile where this gap was.
    fn add(&mut self, tiles: &Tiles, placement: Placement, gap: Gap) {
        let number = self.laid_tiles.len();
        let tile = tiles.tile(placement.tile, placement.rotation);
        self.laid_tiles.push(placement);
        let contacts = gap.demand().sides().iter().map(|side| {
            let other = self.laid_tiles.join(number, side);
            let other_part = self.laid_tiles.tile(tiles, other).area_at[side.opposite().index()];
            Contact { part: tile.area_at[side.index()], other: other as u8, other_part }
        });
        self.areas.add(tile, number, contacts);
        for side in gap.curves().iter() {
            // Two curved sides lie side by side, but share no edge.
            self.laid_tiles.join(number, side);
        }
        self.features.add_all(&tile.features);
        if number == 0 || tile.exits.meets(gap.demand().sides()) {
            self.roads.add(tiles, &self.laid_tiles, number);
        }
        if !tile.special.tunnels.is_empty() {
            self.with_tunnels.insert(number);
        }
        if !self.with_tunnels.is_empty() {
            self.roads.go_through_tunnels(tiles, &self.laid_tiles, &self.areas, self.with_tunnels);
        }
    }

    /// The borderland tiles that must be turned over because the tile with this index was laid.
    ///
    /// They lie front up, and all their straight sides touch tiles. The tile itself can be one of them.
    pub fn due_to_flip(&self, tiles: &Tiles, laid: usize) -> impl Iterator<Item = usize> {
        let around = SIDES.into_iter().filter_map(move |side| self.laid_tiles.neighbour(laid, side));
        std::iter::once(laid).chain(around).filter(move |&index| {
            let placement = self.laid_tiles.placement(index);
            let curved = tiles.tile(placement.tile, placement.rotation).special.curved;
            tiles.borderland(placement.tile).is_some()
                && SIDES.into_iter().all(|side| curved.has(side) || self.laid_tiles.neighbour(index, side).is_some())
        })
    }

    /// Turns over the borderland tile with this index.
    ///
    /// Its place, edges and areas stay; its features and roads are now those of its back.
    ///
    /// # Panics
    /// If it is no borderland tile that lies front up.
    pub fn flip(&mut self, tiles: &Tiles, index: usize) {
        let Placement { tile, rotation, .. } = self.laid_tiles.placement(index);
        let back = tiles.back_of(tile).expect("a borderland tile that lies front up");
        let (old, new) = (tiles.tile(tile, rotation), tiles.tile(back, rotation));
        self.laid_tiles.replace(index, back);
        self.areas.exchange(index, old, new);
        self.features.exchange(&old.features, &new.features);
        if old.roads != new.roads {
            self.roads = RoadNetwork::of(tiles, &self.laid_tiles);
            self.roads.go_through_tunnels(tiles, &self.laid_tiles, &self.areas, self.with_tunnels);
        }
    }
}
