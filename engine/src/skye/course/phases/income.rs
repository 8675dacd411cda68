//! Phase 1: VP barrels and income.

use super::super::event::Event;
use super::super::position::Position;
use super::super::set_up::Skye;
use crate::game::Seat;
use crate::skye::printed::modules::Module;
use crate::skye::territory::scoring::Survey;

impl Skye {
    /// Phase 1.
    pub(super) fn pay_income(&self, position: &mut Position, tell: &mut impl FnMut(&Position, Event)) {
        if self.has(Module::Tunnels) {
            self.score_vp_barrels(position, tell);
        }
        let per_player_ahead = self.rules().round(position.round).catch_up;
        for seat in Seat::all(position.seats()) {
            let castle = self.rules().castle_income;
            let whisky = Survey::of(self.tiles(), &position.player(seat).territory).barrel_income(self.rules());
            // Rulebook: for each player with more victory points.
            let own_vp = position.player(seat).vp;
            let ahead = position.players.iter().filter(|other| other.vp > own_vp).count() as u16;
            let catch_up = per_player_ahead * ahead;
            let player = position.public.player_mut(seat);
            player.gold += castle + whisky + catch_up;
            let gold = player.gold;
            tell(position, Event::Income { seat, castle, whisky, catch_up, gold });
        }
    }

    /// Scores all VP barrels (Tunnels).
    ///
    /// Nobody has received gold yet, so they count for the catch-up gold.
    fn score_vp_barrels(&self, position: &mut Position, tell: &mut impl FnMut(&Position, Event)) {
        for seat in Seat::all(position.seats()) {
            let vp = Survey::of(self.tiles(), &position.player(seat).territory).vp_barrels();
            let player = position.public.player_mut(seat);
            player.vp += vp;
            let total = player.vp;
            tell(position, Event::VpBarrels { seat, vp, total });
        }
    }
}
