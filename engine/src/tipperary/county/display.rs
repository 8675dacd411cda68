//! A player's display.

use tinyvec::ArrayVec;

use super::cover::PackedCell;
use super::ground::Ground;
use crate::tipperary::printed::landscape::TurnedTile;
use crate::tipperary::printed::sizes::HOMETOWN_SPACES;
use crate::tipperary::{
    BonusId, Components, Cover, Effects, Feature, Grid, Hometown, HometownId, Place, Placement, Rectangle, Space,
    TileId,
};
use crate::{Random, below};

/// The hometown and everything laid around it.
///
/// Nothing is ever removed, and whatever covers a meadow stays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Display {
    hometown: HometownId,
    ground: Ground,
    tiles: Vec<Placement>,
    bonus: Vec<(BonusId, Place)>,
    /// Meadows on which a wooden sheep may be placed.
    free_meadows: u16,
    spaces: u16,
    largest_flock: u16,
    stones: u16,
}

impl Display {
    /// Just the hometown.
    pub fn of(components: &Components, hometown: HometownId) -> Self {
        let printed = components.hometown(hometown);
        let west = printed.spaces.iter().map(|(place, _)| place.x).min().unwrap_or(0);
        let south = printed.spaces.iter().map(|(place, _)| place.y).min().unwrap_or(0);
        let ground = Ground::new(west, south, printed.grid.width as usize, printed.grid.height as usize);
        let mut display = Self {
            hometown,
            ground,
            tiles: Vec::new(),
            bonus: Vec::new(),
            free_meadows: 0,
            spaces: 0,
            largest_flock: 0,
            stones: 0,
        };
        // Rulebook: nothing is triggered at set-up.
        display.cover(printed.spaces.iter().copied());
        display
    }

    /// Its hometown.
    #[inline]
    pub fn hometown(&self) -> HometownId {
        self.hometown
    }

    /// The landscape tiles in the order laid.
    pub fn tiles(&self) -> &[Placement] {
        &self.tiles
    }

    /// The bonus tiles in the order placed.
    pub fn bonus_tiles(&self) -> &[(BonusId, Place)] {
        &self.bonus
    }

    /// Returns the cover of a place; `None` if it is empty.
    pub fn at(&self, place: Place) -> Option<Cover> {
        self.ground.number(place).and_then(|number| self.ground.cell(number).cover())
    }

    /// Returns whether a place is empty and shares an edge with the display.
    pub fn is_beside(&self, place: Place) -> bool {
        self.ground.number(place).is_some_and(|number| self.ground.cell(number) == PackedCell::BESIDE)
    }

    /// The south-west and the north-east place of the box around it.
    pub fn bounds(&self) -> (Place, Place) {
        self.ground.bounds()
    }

    /// Every covered place and what lies there, from south to north and from west to east.
    pub fn covered(&self) -> impl Iterator<Item = (Place, Cover)> + '_ {
        self.ground.all().filter_map(|(number, cell)| Some((self.ground.place(number), cell.cover()?)))
    }

    /// Number of covered places.
    #[inline]
    pub fn spaces(&self) -> u16 {
        self.spaces
    }

    /// Returns whether a landscape tile may be laid like this.
    pub fn allows(&self, components: &Components, placement: Placement) -> bool {
        let grid = components.landscape().tile(placement.tile).lying(placement.way);
        grid.zip(self.ground.number(placement.corner)).is_some_and(|(grid, corner)| self.ground.fits(corner, grid))
    }

    /// Every way to lay a tile, ascending.
    pub fn placements<'d>(&'d self, components: &'d Components, tile: TileId) -> impl Iterator<Item = Placement> + 'd {
        let ways = components.landscape().tile(tile).ways.iter();
        ways.flat_map(move |lying| {
            self.corners(&lying.grid).map(move |corner| Placement { tile, way: lying.way, corner })
        })
    }

    /// The places where the corner of a tile in this orientation may lie, ascending.
    pub fn corners<'d>(&'d self, grid: &'d Grid) -> impl Iterator<Item = Place> + 'd {
        self.ground.fitting(grid).map(|corner| self.ground.place(corner))
    }

    /// Counts the ways to lay a tile.
    pub fn count_placements(&self, components: &Components, tile: TileId) -> usize {
        let ways = components.landscape().tile(tile).ways.iter();
        ways.map(|lying| self.ground.count_fitting(&lying.grid)).sum()
    }

    /// One of the ways to lay one of these tiles, uniformly at random.
    pub fn random_placement(&self, components: &Components, tiles: &[TileId], random: &mut Random) -> Placement {
        let ways = |tile: TileId| &components.landscape().tile(tile).ways;
        let corners = self.ground.corners() as u32;
        let all = tiles.iter().map(|&tile| ways(tile).len() as u32).sum::<u32>() * corners;
        // Draws places until one fits; about one in ten does.
        loop {
            let drawn = below(random, all);
            let (mut way, corner) = ((drawn / corners) as usize, (drawn % corners) as usize);
            for &tile in tiles {
                match ways(tile).get(way) {
                    Some(TurnedTile { way, grid }) if self.ground.fits(corner, grid) => {
                        return Placement { tile, way: *way, corner: self.ground.place(corner) };
                    }
                    Some(_) => break,
                    None => way -= ways(tile).len(),
                }
            }
        }
    }

    /// Lays a tile.
    ///
    /// # Panics
    /// If it may not lie there.
    pub fn lay(&mut self, components: &Components, placement: Placement) -> Effects {
        assert!(self.allows(components, placement), "{placement} does not fit");
        let grid = components.landscape().tile(placement.tile).lying(placement.way).expect("it fits");
        self.tiles.push(placement);
        self.cover(grid.spaces.iter().map(|space| (placement.corner.offset(space.x, space.y), space.space)))
    }

    /// Covers places with spaces of one tile, and finds their effects.
    fn cover(&mut self, spaces: impl Iterator<Item = (Place, Space)> + Clone) -> Effects {
        let places = || spaces.clone().map(|(place, _)| place);
        let low = places().reduce(|a, b| Place::new(a.x.min(b.x), a.y.min(b.y))).expect("a tile has spaces");
        let high = places().reduce(|a, b| Place::new(a.x.max(b.x), a.y.max(b.y))).expect("a tile has spaces");
        self.ground.include(low, high);
        let mut new = ArrayVec::<[usize; HOMETOWN_SPACES]>::new();
        let mut symbols = 0;
        for (place, space) in spaces {
            let number = self.number(place);
            self.put(number, PackedCell::of(space.feature));
            symbols += u8::from(space.symbol);
            if let Feature::Stones(vp) = space.feature {
                self.stones += u16::from(vp);
            }
            new.push(number);
        }
        self.largest_flock = self.largest_flock.max(self.ground.largest_flock_at(new.iter().copied()));
        let ground = &self.ground;
        Effects { symbols, pairs: ground.new_pairs(&new), lines: ground.new_lines(&new), sites: ground.new_sites(&new) }
    }

    /// Covers an empty place or a meadow.
    fn put(&mut self, number: usize, cell: PackedCell) {
        let is_free = |cell| matches!(cell, PackedCell::MEADOW | PackedCell::BONUS_MEADOW);
        let before = self.ground.cell(number);
        self.free_meadows -= u16::from(is_free(before));
        self.free_meadows += u16::from(is_free(cell));
        self.spaces += u16::from(!before.is_covered());
        self.ground.cover(number, cell);
    }

    fn number(&self, place: Place) -> usize {
        self.ground.number(place).unwrap_or_else(|| panic!("{place} is far from the display"))
    }

    /// Returns whether there is a meadow without a wooden sheep.
    #[inline]
    pub fn has_free_meadow(&self) -> bool {
        self.free_meadows > 0
    }

    /// The meadows without a wooden sheep, ascending.
    pub fn free_meadows(&self) -> impl Iterator<Item = Place> + '_ {
        self.places(takes_sheep)
    }

    /// Returns whether a wooden sheep may be placed here.
    pub fn takes_sheep(&self, place: Place) -> bool {
        self.is(place, takes_sheep)
    }

    /// One of the meadows without a wooden sheep, uniformly at random.
    pub fn random_free_meadow(&self, random: &mut Random) -> Place {
        self.random_place(random, takes_sheep)
    }

    /// Places a wooden sheep.
    ///
    /// # Panics
    /// If there is no free meadow.
    pub fn place_sheep(&mut self, place: Place) {
        assert!(self.takes_sheep(place), "no free meadow is at {place}");
        let number = self.number(place);
        self.put(number, PackedCell::WOODEN_SHEEP);
        self.largest_flock = self.largest_flock.max(self.ground.largest_flock_at([number].into_iter()));
    }

    /// The places for a bonus tile, ascending.
    ///
    /// They are those beside the display, and free meadows that are not bonus tiles.
    pub fn bonus_places(&self) -> impl Iterator<Item = Place> + '_ {
        self.places(takes_bonus)
    }

    /// Returns whether a bonus tile may be placed here.
    pub fn takes_bonus(&self, place: Place) -> bool {
        self.is(place, takes_bonus)
    }

    /// One of the places for a bonus tile, uniformly at random.
    pub fn random_bonus_place(&self, random: &mut Random) -> Place {
        self.random_place(random, takes_bonus)
    }

    /// Places a bonus tile.
    ///
    /// # Panics
    /// If it may not lie there.
    pub fn place_bonus(&mut self, components: &Components, tile: BonusId, place: Place) -> Effects {
        assert!(self.takes_bonus(place), "no bonus tile can lie at {place}");
        self.bonus.push((tile, place));
        let space = components.bonus(tile).space;
        let effects = self.cover([(place, space)].into_iter());
        if space.feature == Feature::Meadow {
            let number = self.number(place);
            self.put(number, PackedCell::BONUS_MEADOW);
        }
        effects
    }

    /// The places for a tower, ascending: those beside the display.
    pub fn tower_places(&self) -> impl Iterator<Item = Place> + '_ {
        self.places(takes_tower)
    }

    /// One of the places for a tower, uniformly at random.
    pub fn random_tower_place(&self, random: &mut Random) -> Place {
        self.random_place(random, takes_tower)
    }

    /// Counts the places for a tower.
    pub fn count_tower_places(&self) -> usize {
        self.tower_places().count()
    }

    /// Places a tower.
    ///
    /// # Panics
    /// If the place is not beside the display.
    pub fn place_tower(&mut self, place: Place) {
        assert!(self.is_beside(place), "no tower can stand at {place}");
        self.ground.include(place, place);
        let number = self.number(place);
        self.put(number, PackedCell::TOWER);
    }

    /// Sets the size of the largest flock so far.
    ///
    /// A display that was laid in another order than in its game needs this.
    pub fn remember_flock(&mut self, sheep: u16) {
        self.largest_flock = sheep;
    }

    /// Sheep of the largest flock.
    #[inline]
    pub fn largest_flock(&self) -> u16 {
        self.largest_flock
    }

    /// VP of all stone circles.
    #[inline]
    pub fn stones(&self) -> u16 {
        self.stones
    }

    /// The largest rectangle without gaps.
    ///
    /// Ties go to the first that a scan from south to north and from west to east completes.
    pub fn largest_rectangle(&self) -> Rectangle {
        self.ground.largest_rectangle()
    }

    /// Returns whether every place around the display's own hometown, this one, is covered.
    pub fn is_explored(&self, hometown: &Hometown) -> bool {
        hometown.around.iter().all(|&place| self.is(place, PackedCell::is_covered))
    }

    fn is(&self, place: Place, is_wanted: impl Fn(PackedCell) -> bool) -> bool {
        self.ground.number(place).is_some_and(|number| is_wanted(self.ground.cell(number)))
    }

    fn places<'d>(&'d self, is_wanted: impl Fn(PackedCell) -> bool + 'd) -> impl Iterator<Item = Place> + 'd {
        let wanted = self.ground.all().filter(move |&(_, cell)| is_wanted(cell));
        wanted.map(|(number, _)| self.ground.place(number))
    }

    /// Draws places until one is wanted; at least one must be.
    fn random_place(&self, random: &mut Random, is_wanted: impl Fn(PackedCell) -> bool) -> Place {
        loop {
            let number = below(random, self.ground.corners() as u32) as usize;
            if is_wanted(self.ground.cell(number)) {
                return self.ground.place(number);
            }
        }
    }
}

fn takes_sheep(cell: PackedCell) -> bool {
    matches!(cell, PackedCell::MEADOW | PackedCell::BONUS_MEADOW)
}

fn takes_bonus(cell: PackedCell) -> bool {
    // Rulebook: onto a meadow space without sheep or bonus tile.
    matches!(cell, PackedCell::BESIDE | PackedCell::MEADOW)
}

fn takes_tower(cell: PackedCell) -> bool {
    cell == PackedCell::BESIDE
}
