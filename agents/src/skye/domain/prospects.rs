//! The value of the end of a round for all seats, by their tiles to lay and their gold.
//!
//! The building of one seat does not depend on that of others. So the end of a seat with given tiles is computed once
//! for all trades that lead there: the round is played out for this seat alone, by a quick greedy player, and the ends
//! of all seats are combined. Majorities, which depend on all seats, are scored then.

use engine::skye::territory::scoring::pay;
use engine::skye::{Countable, Payment, Pays, Phase, Position, Public, Skye, Slot, Survey, Territory, TileId};
use engine::{Game, MAX_SEATS, Seat, mix};
use tinyvec::ArrayVec;

use crate::search::{SearchDomain, Values};
use crate::skye::{SkyeCache, SkyeDomain};

/// The tiles that a seat has to lay, in any order, and its gold.
pub(super) type Holding = (ArrayVec<[TileId; MOST_TILES]>, u16);

/// More tiles than a seat has to lay in any round.
pub(super) const MOST_TILES: usize = 8;

/// The most ends, and the most values, that are cached.
const MOST_ENDS: usize = 1 << 12;
const MOST_VALUES: usize = 1 << 16;

impl SkyeDomain {
    /// Returns the value of the end of the round for all seats with these holdings.
    pub(super) fn prospects(
        &self,
        game: &Skye,
        position: &Public,
        holdings: ArrayVec<[Holding; MAX_SEATS]>,
        cache: &mut SkyeCache,
    ) -> Values {
        let scores_gold = scores_gold(game, position);
        let mut keys = [0; MAX_SEATS];
        for ((seat, (tiles, gold)), key) in (0..).zip(&holdings).zip(&mut keys) {
            let counted = if scores_gold { u64::from(*gold) } else { 0 };
            let of_tiles = tiles.iter().map(|tile| mix([tile.index() as u64])).fold(0, u64::wrapping_add);
            *key = mix([seat, counted, of_tiles]);
        }
        let all = keys.iter().zip(&holdings).fold(0, |all, (&key, (_, gold))| mix([all, key, (*gold).into()]));
        if let Some(values) = cache.prospects.values.get(&all) {
            return *values;
        }
        if cache.prospects.ends.len() > MOST_ENDS {
            cache.prospects.ends.clear();
        }
        for (index, (holding, &key)) in holdings.iter().zip(&keys).enumerate() {
            if !cache.prospects.ends.contains_key(&key) {
                let end = end_of_round(game, position, Seat::new(index), holding, cache);
                let mut player = end.players[index];
                let gold = |seat: usize| if seat == index { holding.1 } else { cache.root_gold[seat] };
                let among = (0..).zip(&end.players).map(|(seat, player)| (&player.territory, gold(seat)));
                player.vp -= majorities(game, position, among)[index];
                cache.prospects.ends.insert(key, player);
                cache.prospects.together.get_or_insert((end, [0; MAX_SEATS]));
            }
        }
        let (mut together, had) = cache.prospects.together.take().expect("there is an end of each seat");
        // After the final exchange, the remainder of the gold.
        let is_over = together.phase == Phase::Over;
        together.set_up(|public| {
            for (index, (_, gold)) in holdings.iter().enumerate() {
                let player = &mut public.players[index];
                if had[index] != keys[index] {
                    *player = cache.prospects.ends[&keys[index]];
                }
                if !is_over {
                    player.gold = *gold;
                }
            }
            if scored(game, position).any(has_majority) {
                let among = public.players.iter().zip(&holdings).map(|(player, (_, gold))| (&player.territory, *gold));
                let paid = majorities(game, position, among);
                for ((player, key), vp) in public.players.iter_mut().zip(&keys).zip(paid) {
                    player.vp = cache.prospects.ends[key].vp + vp;
                }
            }
        });
        let values = self.values(game, &together, cache);
        if cache.prospects.values.len() == MOST_VALUES {
            cache.prospects.values.clear();
        }
        cache.prospects.values.insert(all, values);
        cache.prospects.together = Some((together, keys));
        values
    }
}

/// The payments of the scoring tiles that score at the end of this round.
fn scored<'g>(game: &'g Skye, position: &Public) -> impl Iterator<Item = &'g Payment> {
    game.rules().round(position.round).scores.iter().map(|slot| game.payment_at(slot))
}

/// Returns whether a payment compares the seats.
fn has_majority(payment: &Payment) -> bool {
    payment.parts.iter().any(|part| matches!(part.pays, Pays::Most(_)))
}

/// The VP of scoring tiles with majorities at the end of this round, by seat, for these territories and this gold.
fn majorities<'t>(
    game: &Skye,
    position: &Public,
    seats: impl Iterator<Item = (&'t Territory, u16)> + Clone,
) -> [u16; MAX_SEATS] {
    let mut paid = [0; MAX_SEATS];
    for payment in scored(game, position).filter(|payment| has_majority(payment)) {
        let surveyed = seats.clone().map(|(territory, gold)| (Survey::of(game.tiles(), territory), gold));
        paid.iter_mut().zip(pay(payment, surveyed)).for_each(|(paid, vp)| *paid += vp);
    }
    paid
}

/// Returns whether what a seat has at the end of the round depends on its gold before.
fn scores_gold(game: &Skye, position: &Public) -> bool {
    let counts_gold = |payment: &Payment| {
        payment.parts.iter().any(|part| matches!(part.tally, Countable::Gold | Countable::BestScroll))
    };
    // A cap that is reached changes what seats build for, in any round.
    let is_capped_by_gold = |slot| {
        let payment = game.payment_at(slot);
        payment.is_capped() && counts_gold(payment)
    };
    usize::from(position.round) == game.rules().round_count()
        || scored(game, position).any(counts_gold)
        || Slot::ALL.into_iter().any(is_capped_by_gold)
}

/// The position at the end of the round if only this seat lays tiles, but for the others' borderland tiles.
///
/// The others have their gold at the root.
fn end_of_round(game: &Skye, position: &Public, seat: Seat, holding: &Holding, cache: &mut SkyeCache) -> Position {
    let (tiles, gold) = holding;
    let mut public = position.clone();
    for (player, gold) in public.players.iter_mut().zip(cache.root_gold) {
        player.gold = gold;
        player.drawn.clear();
        player.display.clear();
        player.to_build.clear();
    }
    public.phase = Phase::Build(seat);
    let player = &mut public.players[seat.index()];
    player.to_build.extend(tiles.iter().copied());
    player.to_build.sort_unstable();
    player.gold = *gold;
    let mut end = Position::shown(public, seat, None, Vec::new());
    game.begin_building(&mut end, seat, &mut |_, _| {});
    while let Phase::Build(seat) = end.phase {
        cache.plan(game, &end, seat).iter().for_each(|&action| game.apply(&mut end, action));
    }
    end
}
