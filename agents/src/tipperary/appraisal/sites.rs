//! The gain at each empty place, by the space that a tile has there: a quick measure of placements.

use engine::tipperary::{Display, Feature, Grid, Hometown, Place, Space, Tipperary};

use super::land::{BOG, DISTILLERY, EMPTY, GRAIN, Land, MARGIN, MEADOW, PASTURE};
use super::{MilliVp, VP};

/// Columns of the table: any feature, and the additional gains of some.
const ANY: usize = 0;
const PASTURE_HERE: usize = 1;
const GRAIN_HERE: usize = 2;
const DISTILLERY_HERE: usize = 3;
const RUIN_HERE: usize = 4;
const BOG_HERE: usize = 5;
const COLUMNS: usize = 6;

/// The worth of an edge shared with the display: compact displays have full rectangles.
const CONTACT: MilliVp = 550;
/// A gap of the target rectangle.
const GAP: MilliVp = 900;
/// A place around the hometown.
const AROUND: MilliVp = 150;
/// A step on the whiskey track.
const STEP: MilliVp = 3 * VP;
/// A new line of ruins.
const LINE: MilliVp = 2500;
/// A new protected site.
const SITE: MilliVp = 3 * VP;
/// A sheep symbol.
const SYMBOL: MilliVp = 1200;
/// A sheep that joins no flock, and one that joins one.
const SHEEP: [MilliVp; 2] = [250, 1000];
/// Any space at all: larger tiles are better.
const SPACE: MilliVp = 350;

/// The gain at each place in and around a display.
///
/// The gain by a tile is the sum over its spaces, as if each were alone.
#[derive(Clone, Debug)]
pub struct Sites {
    low: Place,
    stride: usize,
    table: Vec<[MilliVp; COLUMNS]>,
}

/// The distance around the box that a tile beside the display can reach.
const REACH: usize = engine::tipperary::sizes::MAX_TILE_SPACES;

impl Sites {
    /// Examines every place that a tile can reach.
    pub fn of(game: &Tipperary, hometown: &Hometown, display: &Display, barrel: usize) -> Self {
        let land = Land::of(display);
        let (low, _) = display.bounds();
        let (stride, rows) = (land.width + 2 * REACH, land.height + 2 * REACH);
        let low = low.offset(-(REACH as i16), -(REACH as i16));
        let mut sites = Self { low, stride, table: vec![[SPACE, 0, 0, 0, 0, 0]; stride * rows] };
        let steps_left = game.rules().whiskey_track.len() - 1 - barrel;
        for number in land.box_and_rim() {
            let contacts = land.contacts(number);
            match land.kinds[number] {
                EMPTY if contacts > 0 => {
                    *sites.at(land.place(number)) = row(&land, number, SPACE + CONTACT * contacts, steps_left);
                }
                // A bonus tile can cover it.
                MEADOW => *sites.at(land.place(number)) = row(&land, number, 0, steps_left),
                _ => {}
            }
        }
        // The target rectangle may have large gaps, or only small ones.
        for gap in [1, 2] {
            let (_, aim) = land.densest(4, gap);
            land.gaps(aim).for_each(|gap| sites.at(land.place(gap))[ANY] += GAP / 2);
        }
        for place in hometown.around.iter().filter(|&&place| display.at(place).is_none()) {
            sites.at(*place)[ANY] += AROUND;
        }
        sites
    }

    fn number(&self, place: Place) -> usize {
        (place.y - self.low.y) as usize * self.stride + (place.x - self.low.x) as usize
    }

    fn at(&mut self, place: Place) -> &mut [MilliVp; COLUMNS] {
        let number = self.number(place);
        &mut self.table[number]
    }

    /// Returns the gain by a tile in this orientation with its corner here, beside the display.
    pub fn gain(&self, corner: Place, grid: &Grid) -> MilliVp {
        let corner = self.number(corner);
        let spaces = grid.spaces.iter();
        spaces.map(|space| self.of_space(corner + space.y as usize * self.stride + space.x as usize, space.space)).sum()
    }

    /// Returns the gain by one space here.
    pub fn gain_of(&self, place: Place, space: Space) -> MilliVp {
        self.of_space(self.number(place), space)
    }

    fn of_space(&self, number: usize, space: Space) -> MilliVp {
        let row = &self.table[number];
        let symbol = if space.symbol { SYMBOL } else { 0 };
        let special = match space.feature {
            Feature::Meadow | Feature::Town => 0,
            Feature::Pasture(sheep) => row[PASTURE_HERE].max(SHEEP[0]) * MilliVp::from(sheep),
            Feature::Grain => row[GRAIN_HERE],
            Feature::Distillery => row[DISTILLERY_HERE],
            Feature::Ruin => row[RUIN_HERE],
            Feature::Bog => row[BOG_HERE],
            Feature::Stones(vp) => MilliVp::from(vp) * VP,
        };
        row[ANY] + special + symbol
    }
}

fn row(land: &Land, number: usize, any: MilliVp, steps_left: usize) -> [MilliVp; COLUMNS] {
    let step = if steps_left > 0 { STEP } else { 0 };
    let pasture = land.neighbours(number).into_iter().any(|next| land.kinds[next] & PASTURE != 0);
    let mut row = [0; COLUMNS];
    row[ANY] = any;
    row[PASTURE_HERE] = SHEEP[usize::from(pasture)];
    row[GRAIN_HERE] = step * land.beside(number, DISTILLERY);
    row[DISTILLERY_HERE] = step * land.beside(number, GRAIN);
    row[RUIN_HERE] = LINE * land.lines_completed(number);
    row[BOG_HERE] = SITE * MilliVp::from(land.beside(number, BOG) > 0 && land.creates_site(number));
    row
}

const _: () = assert!(MARGIN < REACH, "every place of a land is one of the sites");
