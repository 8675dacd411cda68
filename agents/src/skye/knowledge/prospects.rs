//! How good the end of the round is for a seat, by the tiles that it has then and its gold.
//!
//! What seats build does not depend on each other, and their chances to win nearly follow from scores of their own. So what a seat has is looked at
//! once, however many trades lead there: the round is played out for this seat alone, as a quick greedy player.

use engine::skye::{Phase, Position, Public, Skye, TileId};
use engine::random::mix;
use engine::{Game, Seat};

use super::{SkyeKnowledge, SkyeMemo, seat_worth};
use crate::key_map::KeyMap;
use crate::net::ONE;
use crate::skye::appraisal::{MilliVp, VP};
use crate::skye::value;

/// What has been found. It is valid in one round, until a tile is laid.
#[derive(Clone, Debug, Default)]
pub(super) struct Prospects {
    /// By seat and tiles.
    ends: KeyMap<u64, Position>,
    /// By seat, tiles and gold: scores in units of 1/[`ONE`].
    scores: KeyMap<u64, i32>,
}

/// The most of either that is kept.
const MOST_ENDS: usize = 1 << 11;
const MOST_SCORES: usize = 1 << 16;

/// Where no chances are learned, so much worth is a score of 1.
const WORTH_OF_ONE: MilliVp = 5 * VP;

impl SkyeKnowledge {
    /// The score of a seat that will lay these tiles and have this much gold, in units of 1/[`ONE`]: chances to win are about the softmax of scores.
    pub(super) fn prospect(
        &self,
        game: &Skye,
        position: &Public,
        seat: Seat,
        tiles: impl Iterator<Item = TileId> + Clone,
        gold: u16,
        memo: &mut SkyeMemo,
    ) -> i32 {
        let key = tiles.clone().fold(mix([seat.index() as u64]), |key, tile| mix([key, tile.index() as u64]));
        let with_gold = mix([key, gold.into()]);
        if let Some(score) = memo.prospects.scores.get(&with_gold) {
            return *score;
        }
        let mut end = match memo.prospects.ends.remove(&key) {
            Some(end) => end,
            None => end_of_round(game, position, seat, tiles, memo),
        };
        end.set_up(|public| public.players[seat.index()].gold = gold);
        let score = self.score(game, &end, seat, memo);
        let Prospects { ends, scores } = &mut memo.prospects;
        if ends.len() == MOST_ENDS {
            ends.clear();
        }
        if scores.len() == MOST_SCORES {
            scores.clear();
        }
        ends.insert(key, end);
        scores.insert(with_gold, score);
        score
    }

    fn score(&self, game: &Skye, end: &Public, seat: Seat, memo: &mut SkyeMemo) -> i32 {
        let learned = self.leaf.evaluation(game, value::of).filter(|_| end.phase == Phase::Draw);
        let gains = memo.gains(end);
        match learned {
            Some(evaluation) => value::score(evaluation, game, end, seat, gains),
            None => (i64::from(seat_worth(game, end, seat, gains)) * i64::from(ONE) / i64::from(WORTH_OF_ONE)) as i32,
        }
    }
}

/// The position at the end of the round, if this seat alone lays tiles.
fn end_of_round(
    game: &Skye,
    position: &Public,
    seat: Seat,
    tiles: impl Iterator<Item = TileId>,
    memo: &mut SkyeMemo,
) -> Position {
    let mut end = game.start(position.start);
    end.set_up(|public| {
        *public = position.clone();
        for player in &mut public.players {
            player.drawn.clear();
            player.display.clear();
            player.to_build.clear();
        }
        public.phase = Phase::Build(seat);
        public.players[seat.index()].to_build.extend(tiles);
    });
    game.begin_building(&mut end, seat, &mut |_, _| {});
    while let Phase::Build(_) = end.phase {
        let action = memo.quick_action(game, &end);
        game.apply(&mut end, action);
    }
    end
}
