//! How good the end of a round is for everybody, by the tiles that seats have then and their gold.
//!
//! What seats build does not depend on each other. So it is looked at once what becomes of a seat with these tiles, however many trades lead there: the
//! round is played out for this seat alone, as a quick greedy player; and what became of all seats is put together. What is lost is that points for
//! the most of something are those that a seat gets if the others lay nothing.

use engine::random::mix;
use engine::skye::{Phase, Player, Position, Public, Skye, TileId};
use engine::{Game, MAX_SEATS, Seat};
use tinyvec::ArrayVec;

use super::{SkyeKnowledge, SkyeMemo};
use crate::key_map::KeyMap;
use crate::search::{Knowledge, Values};

/// The tiles that a seat lays, in any order, and the gold that it has then.
pub(super) type Holding = (ArrayVec<[TileId; MOST_TILES]>, u16);

/// At most so many tiles of a seat are looked at.
const MOST_TILES: usize = 8;

/// What has been found. It is valid in one round, until a tile is laid.
#[derive(Clone, Debug, Default)]
pub(super) struct Prospects {
    /// By seat and tiles, what becomes of the seat.
    ends: KeyMap<u64, Player>,
    /// By what everybody has, how good the end of the round is.
    values: KeyMap<u64, Values>,
    /// A position at the end of the round, and which ends its seats have.
    together: Option<(Position, [u64; MAX_SEATS])>,
}

/// The most ends, and the most values, that are kept.
const MOST_ENDS: usize = 1 << 12;
const MOST_VALUES: usize = 1 << 16;

impl SkyeKnowledge {
    /// How good the end of the round is for everybody if seats have this then.
    pub(super) fn prospects(
        &self,
        game: &Skye,
        position: &Public,
        mut holdings: ArrayVec<[Holding; MAX_SEATS]>,
        memo: &mut SkyeMemo,
    ) -> Values {
        // In the last round gold turns into points.
        let is_last = usize::from(position.round) == game.rules().round_count();
        let mut keys = [0; MAX_SEATS];
        for ((seat, (tiles, gold)), key) in (0..).zip(holdings.iter_mut()).zip(&mut keys) {
            tiles.sort_unstable();
            let counted = if is_last { u64::from(*gold) } else { 0 };
            *key = tiles.iter().fold(mix([seat, counted]), |key, tile| mix([key, tile.index() as u64]));
        }
        let all = keys.iter().zip(&holdings).fold(0, |all, (&key, (_, gold))| mix([all, key, (*gold).into()]));
        if let Some(values) = memo.prospects.values.get(&all) {
            return *values;
        }
        if memo.prospects.ends.len() > MOST_ENDS {
            memo.prospects.ends.clear();
        }
        for (index, (holding, &key)) in holdings.iter().zip(&keys).enumerate() {
            if !memo.prospects.ends.contains_key(&key) {
                let end = end_of_round(game, position, Seat::new(index), holding, memo);
                memo.prospects.ends.insert(key, end.players[index].clone());
                memo.prospects.together.get_or_insert((end, [0; MAX_SEATS]));
            }
        }
        let (mut together, mut had) = memo.prospects.together.take().expect("there is an end of each seat");
        together.set_up(|public| {
            for (index, (_, gold)) in holdings.iter().enumerate() {
                let player = &mut public.players[index];
                if had[index] != keys[index]
                    && let Some(end) = memo.prospects.ends.get(&keys[index])
                {
                    player.clone_from(end);
                }
                player.gold = *gold;
            }
        });
        had = keys;
        let values = self.values(game, &together, memo);
        if memo.prospects.values.len() == MOST_VALUES {
            memo.prospects.values.clear();
        }
        memo.prospects.values.insert(all, values);
        memo.prospects.together = Some((together, had));
        values
    }
}

/// The position at the end of the round, if this seat alone lays tiles.
fn end_of_round(game: &Skye, position: &Public, seat: Seat, (tiles, gold): &Holding, memo: &mut SkyeMemo) -> Position {
    let mut end = game.start(position.start);
    end.set_up(|public| {
        *public = position.clone();
        for player in &mut public.players {
            player.drawn.clear();
            player.display.clear();
            player.to_build.clear();
        }
        public.phase = Phase::Build(seat);
        let player = &mut public.players[seat.index()];
        player.to_build.extend(tiles.iter().copied());
        player.gold = *gold;
    });
    game.begin_building(&mut end, seat, &mut |_, _| {});
    while let Phase::Build(_) = end.phase {
        let action = memo.quick_action(game, &end);
        game.apply(&mut end, action);
    }
    end
}
