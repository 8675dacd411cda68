//! Hometowns: the nine spaces with which a display begins.

use super::grid::GridFault;
use super::sizes::{HOMETOWN_SPACES, TOWN_HEIGHT, TOWN_WIDTH};
use crate::tipperary::{Feature, Grid, GridSpace, Place, Space};

/// The places around each of the printed hometowns, as the rulebook counts them.
pub const PRINTED_AROUND: usize = 18;

/// One side of a hometown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hometown {
    /// Its id, as in records.
    pub id: String,
    /// The place of its crest on the wheel, 0 to 4 clockwise.
    pub wheel: usize,
    /// `A` or `B`.
    pub side: char,
    /// The town's name; empty if it is not known.
    pub name: String,
    /// The spaces of town and landscape.
    pub grid: Grid,
    /// The place of each space in a display.
    pub spaces: Vec<(Place, Space)>,
    /// All places around it, diagonal ones too, ascending.
    pub around: Vec<Place>,
}

impl Hometown {
    pub(super) fn new(id: String, wheel: usize, side: char, name: String, grid: Grid) -> Result<Self, GridFault> {
        check(&grid)?;
        let origin = grid.spaces.iter().find(|space| space.space.feature == Feature::Town).expect("there is a town");
        let place = |space: &GridSpace| Place::new(space.x - origin.x, space.y - origin.y);
        let spaces: Vec<(Place, Space)> = grid.spaces.iter().map(|space| (place(space), space.space)).collect();
        let mut around: Vec<Place> = spaces
            .iter()
            .flat_map(|(own, _)| own.around())
            .filter(|place| spaces.iter().all(|(own, _)| own != place))
            .collect();
        around.sort_unstable();
        around.dedup();
        Ok(Self { id, wheel, side, name, grid, spaces, around })
    }
}

fn check(grid: &Grid) -> Result<(), GridFault> {
    let towns: Vec<_> = grid.spaces.iter().filter(|space| space.space.feature == Feature::Town).collect();
    let (town, others) = (towns.len(), grid.spaces.len() - towns.len());
    if town != TOWN_WIDTH * TOWN_HEIGHT || grid.spaces.len() != HOMETOWN_SPACES {
        let accepted = "six town spaces and three others".to_owned();
        return Err((format!("{town} town spaces and {others} others"), accepted));
    }
    // Spaces are in order, so the first is the south-west one if they are a block.
    let in_block = |space: &&&GridSpace| {
        let (dx, dy) = (space.x - towns[0].x, space.y - towns[0].y);
        (0..TOWN_WIDTH as i16).contains(&dx) && (0..TOWN_HEIGHT as i16).contains(&dy)
    };
    if !towns.iter().all(|space| in_block(&space)) {
        let accepted = format!("a town {TOWN_WIDTH} wide and {TOWN_HEIGHT} high");
        return Err(("town spaces in another shape".to_owned(), accepted));
    }
    if grid.symbols() > 0 {
        return Err(("a sheep symbol".to_owned(), "no `*`: nothing is placed at set-up".to_owned()));
    }
    Ok(())
}
