//! The turns of a round, the sheep phase, and the end.

use tinyvec::ArrayVec;

use super::Tell;
use super::position::Position;
use crate::tipperary::{
    Action, BonusId, Chance, Effects, Event, Lost, Phase, Place, Placement, Public, RoundChance, Tipperary,
};
use crate::{Ending, MAX_SEATS, Seat};

impl Tipperary {
    /// Performs a legal action.
    pub(super) fn perform(&self, position: &mut Position, action: Action, tell: &mut impl Tell) {
        match (position.phase, action) {
            (Phase::Place(seat), Action::Place(placement)) => self.take_and_lay(position, seat, placement, tell),
            (Phase::Sheep(seat), Action::Sheep(place)) => self.place_sheep(position, seat, place, tell),
            (Phase::Bonus(seat, tile), Action::Bonus(place)) => self.place_bonus(position, seat, tile, place, tell),
            (Phase::Tower(seat), Action::Tower(place)) => self.place_tower(position, seat, place, tell),
            (Phase::Tower(seat), Action::Stop) => self.stop(position, seat, tell),
            (phase, action) => panic!("{action:?} in phase {phase:?}"),
        }
    }

    /// Settles the pending chance event with this outcome.
    pub(super) fn meet_chance(&self, position: &mut Position, chance: &Chance, tell: &mut impl Tell) {
        match chance {
            Chance::Round(decided) => self.begin_round(position, decided, tell),
            Chance::Bonus(tile) => self.draw_bonus(position, *tile, tell),
        }
    }

    /// Starts a round: fills the areas and spins the wheel.
    ///
    /// # Panics
    /// If no round starts in this position, areas do not get two tiles each, or a tile is not in the bag.
    pub fn begin_round(&self, position: &mut Position, decided: &RoundChance, tell: &mut impl FnMut(&Position, Event)) {
        assert_eq!(position.phase, Phase::Spin, "areas are filled when a round begins");
        let (round, start) = (position.round, position.start);
        tell(position, Event::Round { round, start });
        for (index, &tiles) in decided.fills.iter().enumerate().filter(|(_, tiles)| !tiles.is_empty()) {
            for tile in tiles {
                assert!(position.bag.has(tile), "tile {} is not in the bag", tile.index());
                position.bag.take(tile);
                position.areas[index].push(tile);
            }
            tell(position, Event::Fill { area: index as u8, tiles });
        }
        assert!(position.areas.iter().all(|area| area.len() == area.capacity()), "every area has two tiles");
        position.shift = decided.shift;
        position.phase = Phase::Place(start);
        tell(position, Event::Spin { shift: decided.shift });
    }

    fn take_and_lay(&self, position: &mut Position, seat: Seat, placement: Placement, tell: &mut impl Tell) {
        let area = self.area(position, seat);
        let tiles = &mut position.areas[area];
        let index = tiles.iter().position(|&tile| tile == placement.tile);
        let index = index.unwrap_or_else(|| panic!("tile {} is not in area {area}", placement.tile.index()));
        let tile = tiles.remove(index);
        let left = tiles[0];
        tell(position, Event::Take { seat, area: area as u8, tile, left });
        let effects = position.player_mut(seat).display.lay(self.components(), placement);
        tell(position, Event::Place { seat, placement });
        self.bring(position, seat, effects, tell);
    }

    /// Applies the immediate effects of a tile, then continues with the next thing due.
    fn bring(&self, position: &mut Position, seat: Seat, effects: Effects, tell: &mut impl Tell) {
        position.sheep_due += u16::from(effects.symbols);
        position.bonus_due += u16::from(effects.sites);
        if effects.pairs > 0 {
            self.make_whiskey(position, seat, effects.pairs, tell);
        }
        for _ in 0..effects.lines {
            // Ruling: a tower that the supply does not have is lost for good.
            if position.towers == 0 {
                tell(position, Event::Lost { seat, what: Lost::Tower });
                continue;
            }
            position.towers -= 1;
            let player = position.player_mut(seat);
            player.towers += 1;
            let towers = player.towers;
            tell(position, Event::Tower { seat, towers });
        }
        self.go_on(position, seat, tell);
    }

    fn make_whiskey(&self, position: &mut Position, seat: Seat, pairs: u8, tell: &mut impl Tell) {
        let track = &self.rules().whiskey_track;
        let from = usize::from(position.player(seat).barrel);
        // Ruling: on the last space further steps are lost.
        let to = (from + usize::from(pairs)).min(track.len() - 1);
        position.player_mut(seat).barrel = to as u8;
        // Rulebook: onto or past a space with a sheep.
        position.sheep_due += track[from + 1..=to.max(from)].iter().filter(|space| space.sheep).count() as u16;
        tell(position, Event::Whiskey { seat, pairs, space: to as u8, vp: track[to].vp });
    }

    /// Finds the next thing due to a player, or ends the turn.
    fn go_on(&self, position: &mut Position, seat: Seat, tell: &mut impl Tell) {
        // Ruling: all wooden sheep before any bonus tile.
        while position.sheep_due > 0 {
            if position.sheep > 0 && position.player(seat).display.has_free_meadow() {
                position.phase = Phase::Sheep(seat);
                return;
            }
            position.sheep_due -= 1;
            tell(position, Event::Lost { seat, what: Lost::Sheep });
        }
        while position.bonus_due > 0 {
            if !position.bonus.is_empty() {
                position.phase = Phase::DrawBonus(seat);
                return;
            }
            position.bonus_due -= 1;
            tell(position, Event::Lost { seat, what: Lost::Bonus });
        }
        match position.next_in_turn(seat) {
            Some(next) => position.phase = Phase::Place(next),
            None => self.end_round(position, tell),
        }
    }

    fn place_sheep(&self, position: &mut Position, seat: Seat, place: Place, tell: &mut impl Tell) {
        position.sheep -= 1;
        position.sheep_due -= 1;
        position.player_mut(seat).display.place_sheep(place);
        tell(position, Event::Sheep { seat, place });
        self.go_on(position, seat, tell);
    }

    /// Draws a bonus tile that is due.
    ///
    /// # Panics
    /// If none is due, or this one is not left.
    pub fn draw_bonus(&self, position: &mut Position, tile: BonusId, tell: &mut impl FnMut(&Position, Event)) {
        let Phase::DrawBonus(seat) = position.phase else { panic!("no bonus tile is due") };
        assert!(position.bonus.has(tile), "bonus tile {} is not left", tile.index());
        position.bonus.take(tile);
        position.phase = Phase::Bonus(seat, tile);
        tell(position, Event::Bonus { seat, tile });
    }

    fn place_bonus(&self, position: &mut Position, seat: Seat, tile: BonusId, place: Place, tell: &mut impl Tell) {
        position.bonus_due -= 1;
        let effects = position.player_mut(seat).display.place_bonus(self.components(), tile, place);
        tell(position, Event::BonusPlace { seat, tile, place });
        self.bring(position, seat, effects, tell);
    }

    /// Plays the sheep phase, then starts the next round or ends the game.
    fn end_round(&self, position: &mut Position, tell: &mut impl Tell) {
        let flocks: ArrayVec<[u16; MAX_SEATS]> =
            position.players.iter().map(|player| player.display.largest_flock()).collect();
        position.marker = marker_after(position.marker, &flocks);
        tell(position, Event::Flocks { flocks, holder: position.marker });
        if u16::from(position.round) == self.rules().rounds {
            self.next_to_place_towers(position, Some(position.start), tell);
        } else {
            position.round += 1;
            position.start = position.start.clockwise(1, position.seats());
            position.phase = Phase::Spin;
        }
    }

    /// Finds the first seat from this one on with a tower to place.
    ///
    /// If there is none, does the final scoring.
    fn next_to_place_towers(&self, position: &mut Position, from: Option<Seat>, tell: &mut impl Tell) {
        let mut next = from;
        while let Some(seat) = next {
            if position.player(seat).towers > 0 {
                position.phase = Phase::Tower(seat);
                return;
            }
            next = position.next_in_turn(seat);
        }
        self.score_end(position, tell);
    }

    fn place_tower(&self, position: &mut Position, seat: Seat, place: Place, tell: &mut impl Tell) {
        let player = position.player_mut(seat);
        player.towers -= 1;
        player.display.place_tower(place);
        tell(position, Event::TowerPlace { seat, place });
        self.next_to_place_towers(position, Some(seat), tell);
    }

    fn stop(&self, position: &mut Position, seat: Seat, tell: &mut impl Tell) {
        tell(position, Event::Stop { seat, towers: position.player(seat).towers });
        self.next_to_place_towers(position, position.next_in_turn(seat), tell);
    }

    fn score_end(&self, position: &mut Position, tell: &mut impl Tell) {
        position.phase = Phase::Over;
        for seat in Seat::all(position.seats()) {
            let score = self.score(position, seat);
            position.scores.push(score);
            tell(position, Event::Score { seat, score });
        }
        let ending = ending(position);
        for seat in Seat::all(position.seats()) {
            let (vp, rank) = (position.scores[seat.index()].vp(), ending.ranks[seat.index()]);
            tell(position, Event::Result { seat, vp, rank });
        }
    }
}

/// Returns the ending of a game with the final scores: the most VP win, and ties share the victory.
pub(super) fn ending(position: &Public) -> Ending {
    let points: ArrayVec<[i32; MAX_SEATS]> = position.scores.iter().map(|score| i32::from(score.vp())).collect();
    Ending::ranked(&points, &[0; MAX_SEATS][..points.len()])
}

/// Returns the holder of the marker after a sheep phase with these largest flocks, by seat.
fn marker_after(holder: Option<Seat>, flocks: &[u16]) -> Option<Seat> {
    let largest = flocks.iter().copied().max().unwrap_or(0);
    let has_largest = |seat: &Seat| flocks[seat.index()] == largest;
    let mut tied = Seat::all(flocks.len()).filter(has_largest);
    match (tied.next(), tied.next()) {
        (Some(alone), None) => Some(alone),
        // Rulebook: in a tie it stays with its holder if among those tied, and otherwise in the supply.
        _ => holder.filter(has_largest),
    }
}
