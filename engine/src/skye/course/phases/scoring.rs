//! Phase 6 and the final scoring.

use tinyvec::ArrayVec;

use crate::skye::course::Tell;
use crate::skye::territory::scoring::pay;
use crate::skye::{Event, Position, Public, ScoringTile, Scroll, Skye, Survey, Tablet, TileId};
use crate::{Ending, MAX_SEATS, Seat};

impl Skye {
    /// Phase 6: awards the VP of this round's scoring tiles for the territories as they are now.
    pub fn score_round(&self, position: &mut Position, tell: &mut impl FnMut(&Position, Event)) {
        let scores = self.rules().round(position.round).scores;
        // No scoring tile affects the award of another.
        for slot in scores.iter() {
            let scoring = self.scoring_at(slot);
            let seats =
                position.players.iter().map(|player| (Survey::of(self.tiles(), &player.territory), player.gold));
            let paid = pay(self.payment_at(slot), seats);
            for (seat, vp) in Seat::all(position.seats()).zip(paid) {
                let player = position.public.player_mut(seat);
                player.vp += vp;
                let total = player.vp;
                let scroll = self.scroll_of_choice(position, seat, scoring);
                tell(position, Event::Score { seat, slot, scoring, vp, total, scroll });
            }
        }
    }

    /// Returns the tile whose scroll is scored with `scroll-of-choice`.
    ///
    /// It always has the scroll that is worth most.
    #[inline]
    fn scroll_of_choice(&self, position: &Public, seat: Seat, scoring: ScoringTile) -> Option<TileId> {
        if scoring != ScoringTile::ScrollOfChoice {
            return None;
        }
        let player = position.player(seat);
        Survey::of(self.tiles(), &player.territory).best_scroll(player.gold).map(|scroll| scroll.tile)
    }

    /// The final scoring: scrolls, gold, ranks.
    pub(super) fn score_end(&self, position: &mut Position, tell: &mut impl Tell) {
        for seat in Seat::all(position.seats()) {
            self.score_scrolls(position, seat, tell);
            let player = position.player(seat);
            let again = player.tablets.of(Tablet::ScoreAgain);
            if again > 0
                && let Some(scroll) = Survey::of(self.tiles(), &player.territory).best_single_scroll(player.gold)
            {
                for _ in 0..again {
                    position.public.player_mut(seat).vp += scroll.single;
                    let (tile, kind) = (scroll.tile, scroll.kind);
                    tell(position, Event::ScoreAgain { seat, tile, kind, vp: scroll.single });
                }
            }
            let player = position.public.player_mut(seat);
            let gold = player.gold;
            let vp = gold / self.rules().gold_per_vp;
            player.vp += vp;
            player.gold %= self.rules().gold_per_vp;
            tell(position, Event::GoldVp { seat, gold, vp });
        }
        let outcome = final_ranking(position);
        for (seat, &rank) in Seat::all(position.seats()).zip(&outcome.ranks) {
            let player = position.player(seat);
            tell(position, Event::Result { seat, vp: player.vp, gold: player.gold, rank });
        }
    }
}

/// The most scrolls that are found before their events are reported.
///
/// Each event is reported with a position that includes its VP.
const SCROLLS_AT_ONCE: usize = 6;

impl Skye {
    fn score_scrolls(&self, position: &mut Position, seat: Seat, tell: &mut impl Tell) {
        let mut scored = 0;
        loop {
            let mut next: [Option<Scroll>; SCROLLS_AT_ONCE] = [None; SCROLLS_AT_ONCE];
            let player = position.player(seat);
            let scrolls = Survey::of(self.tiles(), &player.territory);
            let scrolls = scrolls.scrolls(player.gold).skip(scored);
            let mut found = 0;
            for (place, scroll) in next.iter_mut().zip(scrolls) {
                *place = Some(scroll);
                found += 1;
            }
            for scroll in next.into_iter().flatten() {
                position.public.player_mut(seat).vp += scroll.vp;
                tell(position, Event::Scroll { seat, scroll });
            }
            scored += found;
            if found < SCROLLS_AT_ONCE {
                return;
            }
        }
    }
}

/// Ruling: ranks by VP, then by gold left after the exchange; ties after that are shared.
pub(in crate::skye::course) fn final_ranking(position: &Public) -> Ending {
    let points: ArrayVec<[i32; MAX_SEATS]> = position.players.iter().map(|player| i32::from(player.vp)).collect();
    let gold: ArrayVec<[i32; MAX_SEATS]> = position.players.iter().map(|player| i32::from(player.gold)).collect();
    Ending::ranked(&points, &gold)
}
