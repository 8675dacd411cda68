//! Isle of Skye as `learn-1`: 386 choices for all numbers of players and all modules.

pub mod choices;

mod observation;

mod outlook;

mod names;

use engine::Game;
use engine::skye::action::DRAWN;
use engine::skye::position::Borderlands;
use engine::skye::rules::PriceLimits;
use engine::skye::{Action, Offer, Phase, Place, Placement, Player, Public, Rotation, Skye, TileId, View};

use self::choices::{
    BAG, BUY, CELL, CELLS, DISCARD, DONE, DRUID, KEEP, MOST_FOUND, MOST_PRICE, OWN, PASS, PRICE, REACH, ROTATION, SIDE,
    TILE, TILES_TO_BUILD, cell, place,
};
use crate::action_mask::ActionMask;
use crate::afterstates::Afterstates;
use crate::encoding::{ChoiceResult, ChoiceResultOf, Encoding};
use crate::numbers::ObservedNumber;

pub use observation::{OBSERVATION, ObservationCache, PLANES};

/// The part of an offer or a placement that has been chosen.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct PartialAction {
    /// The discarded one of the first three drawn tiles.
    pub discard: Option<u8>,
    /// The price of the first of the other two, in gold.
    pub price: Option<u16>,
    /// The tile to lay, as a choice.
    pub tile: Option<u8>,
    /// The place where it is laid.
    pub place: Option<Place>,
}

impl Encoding for Skye {
    const NAME: &'static str = "learn-1";
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
        match position.phase {
            Phase::Draw | Phase::Uncover(_) | Phase::DrawFromBag(_) | Phase::Over => 0,
            Phase::Price(seat) => price_options(position.player(seat), self.rules().prices, chosen, options),
            Phase::Buy(seat) => {
                options.insert(PASS);
                let (buyer, seats) = (position.player(seat), self.seats());
                for beside in 1..seats {
                    let seller = position.player(seat.clockwise(beside, seats));
                    for (slot, sale) in seller.display.iter().enumerate() {
                        if buyer.payment(sale.price) <= buyer.gold {
                            options.insert(BUY + 2 * (beside - 1) + slot);
                        }
                    }
                }
                (0..buyer.own_to_take().count()).for_each(|slot| options.insert(OWN + slot));
                0
            }
            Phase::BuyAgain(seat) => {
                options.insert(PASS);
                self.affordable_druids(position, seat)
                    .for_each(|(space, ..)| options.insert(DRUID + usize::from(space)));
                if self.may_draw_from_bag(position, seat) {
                    options.insert(BAG);
                }
                0
            }
            Phase::KeepDrawn(_) => {
                (0..position.found.len()).for_each(|slot| options.insert(KEEP + slot));
                0
            }
            Phase::Build(seat) => self.build_options(position.player(seat), chosen, options),
        }
    }

    fn choose(&self, position: &Public, chosen: PartialAction, number: usize) -> ChoiceResultOf<Self> {
        let Some(seat) = position.phase.seat() else { panic!("nobody decides in phase {:?}", position.phase) };
        let player = position.player(seat);
        match number {
            DISCARD..PRICE => ChoiceResult::Choose(PartialAction { discard: Some((number - DISCARD) as u8), ..chosen }),
            PRICE..PASS => {
                let price = (number - PRICE + 1) as u16;
                match (chosen.discard, chosen.price) {
                    (Some(discard), Some(first)) => {
                        ChoiceResult::Act(Action::Offer(Offer::new(usize::from(discard), [first, price])))
                    }
                    _ => ChoiceResult::Choose(PartialAction { price: Some(price), ..chosen }),
                }
            }
            PASS => ChoiceResult::Act(Action::Pass),
            BUY..OWN => {
                let (beside, slot) = ((number - BUY) / 2 + 1, (number - BUY) % 2);
                let from = seat.clockwise(beside, self.seats());
                ChoiceResult::Act(Action::Buy { from, tile: position.player(from).display[slot].tile })
            }
            OWN..DRUID => ChoiceResult::Act(Action::TakeOwn { tile: player.display[number - OWN].tile }),
            DRUID..BAG => ChoiceResult::Act(Action::BuyDruid { space: (number - DRUID) as u8 }),
            BAG => ChoiceResult::Act(Action::DrawFromBag),
            KEEP..TILE => ChoiceResult::Act(Action::KeepDrawn { tile: position.found[number - KEEP] }),
            TILE..DONE => ChoiceResult::Choose(PartialAction { tile: Some((number - TILE) as u8), ..chosen }),
            DONE => ChoiceResult::Act(Action::EndBuilding),
            CELL..ROTATION => ChoiceResult::Choose(PartialAction { place: Some(place(number - CELL)), ..chosen }),
            _ => {
                let tile = chosen.tile.and_then(|tile| self.tile_of(player, usize::from(tile)));
                let (tile, place) = tile.zip(chosen.place).expect("a rotation comes after tile and place");
                ChoiceResult::Act(Action::Place(Placement { tile, place, rotation: Rotation::ALL[number - ROTATION] }))
            }
        }
    }

    fn number(&self, position: &Public, chosen: &PartialAction, action: Action) -> Option<usize> {
        let seat = position.phase.seat()?;
        let player = position.player(seat);
        match action {
            Action::Offer(offer) => match (chosen.discard, chosen.price) {
                (None, _) if offer.priced().iter().any(|(place, _)| *place >= DRAWN) => None,
                (None, _) => offer.discards(DRAWN).next().map(|discard| DISCARD + discard),
                (Some(_), price) => {
                    let mut prices = offer.prices().into_iter().filter(|price| *price > 0);
                    let price = prices.nth(usize::from(price.is_some()))?;
                    (price <= MOST_PRICE).then(|| PRICE + usize::from(price) - 1)
                }
            },
            Action::Pass => Some(PASS),
            Action::Buy { from, tile } => {
                let beside = from.steps_from(seat, self.seats());
                let slot = position.player(from).display.iter().position(|sale| sale.tile == tile)?;
                Some(BUY + 2 * beside.checked_sub(1)? + slot)
            }
            Action::TakeOwn { tile } => Some(OWN + player.display.iter().position(|sale| sale.tile == tile)?),
            Action::BuyDruid { space } => Some(DRUID + usize::from(space)),
            Action::DrawFromBag => Some(BAG),
            Action::KeepDrawn { tile } => Some(KEEP + position.found.iter().position(|found| *found == tile)?),
            Action::EndBuilding => Some(DONE),
            Action::Place(placement) => match (chosen.tile, chosen.place) {
                (None, _) => (0..DONE - TILE)
                    .find(|number| self.tile_of(player, *number) == Some(placement.tile))
                    .map(|number| TILE + number),
                (Some(_), None) => cell(placement.place).map(|cell| CELL + cell),
                (Some(_), Some(_)) => Some(ROTATION + placement.rotation.quarter_turns()),
            },
        }
    }

    fn observe(&self, view: &View<'_>, chosen: Option<&PartialAction>, cache: &mut ObservationCache, out: &mut [f32]) {
        observation::observe(self, view, chosen, cache, out);
    }

    fn afterstates(&self, view: &View<'_>, chosen: &PartialAction, list: &mut Afterstates) {
        outlook::afterstates(self, view, chosen, list);
    }

    fn planes(&self, view: &View<'_>, out: &mut [u8]) {
        observation::planes(self, view, out);
    }
}

/// Adds the options for the next step of an offer.
fn price_options(player: &Player, limits: PriceLimits, chosen: &PartialAction, options: &mut ActionMask) -> usize {
    let (drawn, gold) = (player.drawn.len(), player.gold);
    let highest = match (chosen.discard, chosen.price) {
        (None, _) => {
            // Of two tiles none is discarded, which counts as discarding the third; of more than three, only pairs
            // among the first three have numbers.
            let discards = if drawn < DRAWN { DISCARD + drawn..PRICE } else { DISCARD..PRICE };
            let pairs = drawn * (drawn - 1) / 2;
            let unnumbered = pairs - discards.len();
            discards.for_each(|number| options.insert(number));
            return unnumbered;
        }
        // Gold must be left for the other tile.
        (Some(_), None) => limits.most(gold),
        (Some(_), Some(first)) => limits.highest.min(gold - first),
    };
    let prices = limits.lowest..=highest.min(MOST_PRICE);
    prices.for_each(|price| options.insert(PRICE + usize::from(price) - 1));
    usize::from((highest + 1).saturating_sub(limits.lowest.max(MOST_PRICE + 1)))
}

/// A game that names its tiles to lay.
trait ToLay {
    /// The tile with this number among those to lay: those to build, then borderland tiles.
    fn tile_of(&self, player: &Player, number: usize) -> Option<TileId>;

    /// Adds the options for the next step of building.
    fn build_options(&self, player: &Player, chosen: &PartialAction, options: &mut ActionMask) -> usize;
}

impl ToLay for Skye {
    #[inline]
    fn tile_of(&self, player: &Player, number: usize) -> Option<TileId> {
        match number.checked_sub(TILES_TO_BUILD) {
            None => player.to_build.get(number).copied(),
            Some(borderland) => {
                may_lay(player.borderlands, borderland).then(|| self.tiles().borderlands().nth(borderland))?
            }
        }
    }

    fn build_options(&self, player: &Player, chosen: &PartialAction, options: &mut ActionMask) -> usize {
        let (tiles, territory) = (self.tiles(), &player.territory);
        let fitting = |tile: TileId| {
            let places = territory.frontier().zip(territory.rotations_by_gap(tiles, tile));
            places.filter(|(_, rotations)| !rotations.is_empty()).map(|(place, _)| cell(place))
        };
        let mut outside = 0;
        let tile = chosen.tile.and_then(|number| self.tile_of(player, usize::from(number)));
        match (tile, chosen.place) {
            (None, _) => {
                for number in 0..DONE - TILE {
                    let Some(tile) = self.tile_of(player, number) else { continue };
                    let mut cells = fitting(tile).peekable();
                    if cells.peek().is_none() {
                        continue;
                    }
                    if cells.any(|cell| cell.is_some()) { options.insert(TILE + number) } else { outside += 1 }
                }
                if self.may_end_building(player) {
                    options.insert(DONE);
                }
            }
            (Some(tile), None) => {
                for cell in fitting(tile) {
                    match cell {
                        Some(cell) => options.insert(CELL + cell),
                        None => outside += 1,
                    }
                }
            }
            (Some(tile), Some(place)) => {
                let allowed =
                    |rotation: &Rotation| territory.allows(tiles, Placement { tile, place, rotation: *rotation });
                let rotations = Rotation::ALL.into_iter().filter(allowed);
                rotations.for_each(|rotation| options.insert(ROTATION + rotation.quarter_turns()));
            }
        }
        outside
    }
}

/// Returns whether this borderland tile is left, and none has been laid in this round.
fn may_lay(borderlands: Borderlands, number: usize) -> bool {
    number < choices::MOST_BORDERLANDS && !borderlands.is_used() && borderlands.has(number)
}

const _: () = assert!(CELLS == SIDE * SIDE && SIDE == 2 * REACH as usize + 1, "cells are a square around the castle");
const _: () = assert!(MOST_FOUND == TILE - KEEP, "a choice for every tile drawn from the bag");
