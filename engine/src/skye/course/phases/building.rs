//! Phase 5: players lay their tiles.

use tinyvec::ArrayVec;

use crate::Seat;
use crate::skye::course::Tell;
use crate::skye::{
    Event, MAX_BORDERLANDS, MAX_TILES_PER_ROUND, Module, Phase, Placement, Player, Position, SIDES, Skye, TileId,
};

/// The most tiles that a player can choose from while building.
pub const MAX_TO_LAY: usize = MAX_TILES_PER_ROUND + MAX_BORDERLANDS;

/// Tiles that a player can choose from while building.
pub type TilesToLay = ArrayVec<[TileId; MAX_TO_LAY]>;

impl Skye {
    /// Returns whether any of the tiles that this player has to build can be laid.
    #[inline]
    fn can_lay(&self, player: &Player) -> bool {
        for &tile in &player.to_build {
            if player.territory.can_place(self.tiles(), tile) {
                return true;
            }
        }
        false
    }

    /// Returns whether this player may lay a borderland tile now.
    #[inline]
    fn can_lay_borderland(&self, player: &Player) -> bool {
        self.has(Module::Borderlands)
            && player.borderlands.to_lay(self.tiles()).any(|tile| player.territory.can_place(self.tiles(), tile))
    }

    /// The tiles that this player may lay now: those to be built, then borderland tiles.
    ///
    /// Some of them may fit nowhere.
    #[inline]
    pub fn tiles_to_lay(&self, player: &Player) -> TilesToLay {
        // Copies a length known at compile time, which is faster.
        let mut all = [TileId::default(); MAX_TO_LAY];
        all[..MAX_TILES_PER_ROUND].copy_from_slice(&player.to_build.into_inner());
        let mut tiles = TilesToLay::from_array_len(all, player.to_build.len());
        if self.has(Module::Borderlands) {
            tiles.extend(player.borderlands.to_lay(self.tiles()));
        }
        tiles
    }

    /// Returns whether a building player may stop: none of the tiles to be built fits.
    ///
    /// Borderland tiles need not be laid.
    #[inline]
    pub fn may_end_building(&self, player: &Player) -> bool {
        self.has(Module::Borderlands) && !self.can_lay(player)
    }

    /// Lays one tile.
    pub(super) fn build(&self, position: &mut Position, seat: Seat, placement: Placement, tell: &mut impl Tell) {
        let player = position.public.player_mut(seat);
        match self.tiles().borderland(placement.tile) {
            Some(number) => player.borderlands.lay(number),
            None => {
                let index = player.to_build.iter().position(|&tile| tile == placement.tile);
                player.to_build.remove(index.expect("a tile received this round"));
            }
        }
        let mut flipped = ArrayVec::<[TileId; 1 + SIDES.len()]>::new();
        if self.has(Module::Borderlands) {
            player.territory.lay_and_flip(self.tiles(), placement, |tile| flipped.push(tile));
        } else {
            player.territory.lay(self.tiles(), placement);
        }
        tell(position, Event::Place { seat, placement });
        if let Some(tablet) = self.tiles().druid(placement.tile).and_then(|druid| druid.tablet) {
            position.public.player_mut(seat).tablets.add(tablet);
            tell(position, Event::Tablet { seat, tile: placement.tile, tablet });
        }
        flipped.into_iter().for_each(|tile| tell(position, Event::Flip { seat, tile }));
        self.begin_building(position, seat, tell);
    }

    /// Finds the next seat, starting with `first`, that can lay a tile.
    ///
    /// Returns tiles that cannot be laid to the bag.
    pub fn begin_building(&self, position: &mut Position, first: Seat, tell: &mut impl FnMut(&Position, Event)) {
        let mut seat = first;
        loop {
            let player = position.player(seat);
            if self.can_lay(player) || self.can_lay_borderland(player) {
                position.public.phase = Phase::Build(seat);
                return;
            }
            // Ruling: they go back only when none of the remaining tiles can be placed.
            match self.leave_building(position, seat, tell) {
                Some(next) => seat = next,
                None => return self.end_round(position, tell),
            }
        }
    }

    /// Ends a player's building in this round, although a borderland tile would fit.
    pub(super) fn end_building(&self, position: &mut Position, seat: Seat, tell: &mut impl Tell) {
        match self.leave_building(position, seat, tell) {
            Some(next) => self.begin_building(position, next, tell),
            None => self.end_round(position, tell),
        }
    }

    /// Returns a player's tiles that cannot be laid to the bag; Druid tiles leave the game.
    ///
    /// Returns the seat that builds next, if any.
    fn leave_building(&self, position: &mut Position, seat: Seat, tell: &mut impl Tell) -> Option<Seat> {
        for tile in std::mem::take(&mut position.public.player_mut(seat).to_build) {
            if self.tiles().druid(tile).is_some() {
                tell(position, Event::Remove { seat, tile });
            } else {
                position.public.bag.put(tile);
                tell(position, Event::Return { seat, tile });
            }
        }
        position.next_in_turn(seat)
    }
}
