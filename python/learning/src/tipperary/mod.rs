//! Tipperary as `tipperary-1`: 636 choices for all numbers of players.

pub mod choices;

mod observation;

mod outlook;

mod names;

use engine::tipperary::landscape::TurnedTile;
use engine::tipperary::{Action, Phase, Place, Placement, Public, TileId, Tipperary, View, Way};

use self::choices::{CELL, SIDE, STOP, TILE, WAY, cell, place};
use crate::action_mask::ActionMask;
use crate::afterstates::Afterstates;
use crate::encoding::{ChoiceResult, ChoiceResultOf, Encoding};
use crate::numbers::ObservedNumber;

pub use observation::{OBSERVATION, ObservationCache, PLANES};

/// The part of a placement that has been chosen.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct PartialAction {
    /// The tile taken, of the two in the own area.
    pub tile: Option<u8>,
    /// The south-west corner of its bounding box.
    pub corner: Option<Place>,
}

/// The tile of a choice.
fn tile_of(game: &Tipperary, position: &Public, number: u8) -> Option<TileId> {
    let seat = position.phase.seat()?;
    position.areas[game.area(position, seat)].get(usize::from(number)).copied()
}

impl Encoding for Tipperary {
    const NAME: &'static str = "tipperary-1";
    const ACTIONS: usize = choices::COUNT;
    const OBSERVATION: usize = OBSERVATION;
    const BOARD: usize = outlook::BOARD;
    const PLANES: [usize; 3] = [PLANES, SIDE, SIDE];

    type PartialAction = PartialAction;
    type ObservationCache = ObservationCache;

    fn describe(number: usize) -> String {
        names::describe(number)
    }

    fn features() -> Vec<ObservedNumber> {
        observation::features()
    }

    fn options(&self, position: &Public, chosen: &PartialAction, options: &mut ActionMask) -> usize {
        let display = |seat| &position.player(seat).display;
        match position.phase {
            Phase::Spin | Phase::DrawBonus(_) | Phase::Over => 0,
            Phase::Place(_) => self.placement_options(position, chosen, options),
            Phase::Sheep(seat) => add_cells(display(seat).free_meadows(), options),
            Phase::Bonus(seat, _) => add_cells(display(seat).bonus_places(), options),
            Phase::Tower(seat) => {
                options.insert(STOP);
                add_cells(display(seat).tower_places(), options)
            }
        }
    }

    fn choose(&self, position: &Public, chosen: PartialAction, number: usize) -> ChoiceResultOf<Self> {
        match (position.phase, number) {
            (Phase::Place(_), TILE..STOP) => {
                ChoiceResult::Choose(PartialAction { tile: Some((number - TILE) as u8), ..chosen })
            }
            (_, STOP) => ChoiceResult::Act(Action::Stop),
            (Phase::Place(_), CELL..WAY) => {
                ChoiceResult::Choose(PartialAction { corner: Some(place(number - CELL)), ..chosen })
            }
            (Phase::Place(_), _) => {
                let tile = chosen.tile.and_then(|tile| tile_of(self, position, tile));
                let (tile, corner) = tile.zip(chosen.corner).expect("a way of lying comes after tile and place");
                ChoiceResult::Act(Action::Place(Placement { tile, way: Way::ALL[number - WAY], corner }))
            }
            (Phase::Sheep(_), _) => ChoiceResult::Act(Action::Sheep(place(number - CELL))),
            (Phase::Bonus(..), _) => ChoiceResult::Act(Action::Bonus(place(number - CELL))),
            (Phase::Tower(_), _) => ChoiceResult::Act(Action::Tower(place(number - CELL))),
            (phase @ (Phase::Spin | Phase::DrawBonus(_) | Phase::Over), _) => {
                panic!("nobody decides in phase {phase:?}")
            }
        }
    }

    fn number(&self, position: &Public, chosen: &PartialAction, action: Action) -> Option<usize> {
        match action {
            Action::Place(placement) => match (chosen.tile, chosen.corner) {
                (None, _) => (0..2)
                    .find(|number| tile_of(self, position, *number) == Some(placement.tile))
                    .map(|number| TILE + usize::from(number)),
                (Some(_), None) => cell(placement.corner).map(|cell| CELL + cell),
                (Some(_), Some(_)) => Some(WAY + placement.way.index()),
            },
            Action::Sheep(place) | Action::Bonus(place) | Action::Tower(place) => cell(place).map(|cell| CELL + cell),
            Action::Stop => Some(STOP),
        }
    }

    fn observe(&self, view: &View<'_>, chosen: Option<&PartialAction>, cache: &mut ObservationCache, out: &mut [f32]) {
        observation::observe(self, view, chosen, cache, out);
    }

    fn afterstates(&self, view: &View<'_>, chosen: &PartialAction, list: &mut Afterstates) {
        outlook::afterstates(self, view, chosen, list);
    }

    fn planes(&self, view: &View<'_>, out: &mut [u8]) {
        observation::planes(view, out);
    }
}

/// Adds the cells of these places; returns the number of places without one.
fn add_cells(places: impl Iterator<Item = Place>, options: &mut ActionMask) -> usize {
    let mut outside = 0;
    for place in places {
        match cell(place) {
            Some(cell) => options.insert(CELL + cell),
            None => outside += 1,
        }
    }
    outside
}

/// A game whose placements are taken in steps.
trait PlacementSteps {
    /// Adds the options for the next step of a placement.
    fn placement_options(&self, position: &Public, chosen: &PartialAction, options: &mut ActionMask) -> usize;
}

impl PlacementSteps for Tipperary {
    fn placement_options(&self, position: &Public, chosen: &PartialAction, options: &mut ActionMask) -> usize {
        let Some(seat) = position.phase.seat() else { return 0 };
        let display = &position.player(seat).display;
        let ways = |tile: TileId| &self.components().landscape().tile(tile).ways;
        let corners = |tile: TileId| ways(tile).iter().flat_map(|lying| display.corners(&lying.grid));
        let tile = chosen.tile.and_then(|number| tile_of(self, position, number));
        match (tile, chosen.corner) {
            (None, _) => {
                let mut outside = 0;
                for number in 0..2 {
                    let Some(tile) = tile_of(self, position, number) else { continue };
                    if corners(tile).any(|corner| cell(corner).is_some()) {
                        options.insert(TILE + usize::from(number));
                    } else {
                        outside += 1;
                    }
                }
                outside
            }
            (Some(tile), None) => add_cells(corners(tile), options),
            (Some(tile), Some(corner)) => {
                let fits =
                    |lying: &&TurnedTile| display.allows(self.components(), Placement { tile, way: lying.way, corner });
                ways(tile).iter().filter(fits).for_each(|lying| options.insert(WAY + lying.way.index()));
                0
            }
        }
    }
}
