//! The second buy turn of the Druids: a Druid tile, a draw from the bag, or nothing.

use engine::Seat;
use engine::skye::{Action, DOLMEN_SPACES, Module, Public, Skye, TileId};

use crate::first_best;
use crate::skye::greedy::ActionWorths;
use crate::skye::{Appraisals, MilliVp, Outlook};

/// Something that can be bought in the second buy turn.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Ware {
    /// The action that buys it.
    action: Action,
    /// The tile; for a draw from the bag, the tile of the sample with a gain nearest to the expected one.
    tile: TileId,
    /// Its price in gold.
    price: u16,
    /// The gain, before the price.
    gain: MilliVp,
}

impl Ware {
    fn surplus(&self, per_gold: MilliVp) -> MilliVp {
        self.gain - per_gold * MilliVp::from(self.price)
    }
}

/// Everything on offer in the second buy turn now, for any amount of gold.
///
/// Empty without the Druids, or if they are ignored.
fn wares(game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals) -> Vec<Ware> {
    if !game.has(Module::Druids) || gains.judgements().ignored.druids {
        return Vec::new();
    }
    let druids: Vec<(usize, TileId)> =
        (0..DOLMEN_SPACES).filter_map(|space| Some((space, position.dolmen.board[space]?))).collect();
    let ignores_bag = gains.is_hurried() || gains.judgements().ignored.bag;
    let sample = if ignores_bag { Vec::new() } else { bag_sample(game, position) };
    // All together, which is fastest.
    let tiles: Vec<TileId> = druids.iter().map(|&(_, tile)| tile).chain(sample).collect();
    let found = gains.of(game, position, seat, &tiles);
    let (of_druids, of_sample) = found.split_at(druids.len());
    let mut wares: Vec<Ware> = druids
        .iter()
        .zip(of_druids)
        .map(|(&(space, tile), &gain)| {
            let action = Action::BuyDruid { space: space as u8 };
            Ware { action, tile, price: position.dolmen.price(game.tiles(), space).expect("a tile on the space"), gain }
        })
        .collect();
    if !of_sample.is_empty() {
        let tablets = position.player(seat).tablets;
        let gain = best_of_draws(of_sample, tablets.bag_tiles());
        let near = |&number: &usize| -(of_sample[number] - gain).abs();
        let tile = tiles[druids.len() + first_best(0..of_sample.len(), near).expect("a tile of the sample")];
        wares.push(Ware { action: Action::DrawFromBag, tile, price: tablets.bag_cost(), gain });
    }
    wares
}

/// The number of tiles that represent the bag.
const BAG_SAMPLE: usize = 8;

/// Some of the tiles in the bag, evenly spread over the order of the tile file.
///
/// The sample changes only when one of its tiles leaves the bag.
fn bag_sample(game: &Skye, position: &Public) -> Vec<TileId> {
    let step = game.tiles().len().div_ceil(BAG_SAMPLE);
    let all: Vec<TileId> = game.tiles().in_bag().collect();
    all.chunks(step).filter_map(|part| part.iter().copied().find(|&tile| position.bag.has(tile))).collect()
}

/// The expected maximum of this number of independent draws from a sample.
fn best_of_draws(sample: &[MilliVp], draws: usize) -> MilliVp {
    let mut sorted = sample.to_vec();
    sorted.sort_unstable();
    let count = sorted.len() as f64;
    // The maximum is at most number i (from 1, ascending) with chance (i/n)^draws.
    let at_most = |number: usize| libm::pow(number as f64 / count, draws as f64);
    let parts = sorted.iter().enumerate().map(|(index, &gain)| f64::from(gain) * (at_most(index + 1) - at_most(index)));
    parts.sum::<f64>() as MilliVp
}

/// A pass and every legal purchase of the second buy turn, with their worth.
///
/// A purchase is worth its surplus, and the best surplus that next round's second turn then still offers.
pub fn second_purchases(game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals) -> ActionWorths {
    let is_legal = |ware: &Ware| match ware.action {
        Action::DrawFromBag => game.may_draw_from_bag(position, seat),
        _ => ware.price <= position.player(seat).gold,
    };
    let (pass, wares) = priced(game, position, seat, gains);
    let bought = wares.into_iter().filter(|(ware, _)| is_legal(ware)).map(|(ware, worth)| (ware.action, worth));
    std::iter::once((Action::Pass, pass)).chain(bought).collect()
}

/// The worth of a pass, and all wares with the worth of buying each.
fn priced(game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals) -> (MilliVp, Vec<(Ware, MilliVp)>) {
    let wares = wares(game, position, seat, gains);
    let gold = gains.per_gold(game, position);
    let next = next_surpluses(game, position, &wares, gains);
    let best_next = |bought: Option<usize>| {
        let left = next.iter().enumerate().filter(|(number, _)| Some(*number) != bought);
        left.map(|(_, &surplus)| surplus).fold(0, MilliVp::max)
    };
    let bought = |(number, &ware): (usize, &Ware)| (ware, ware.surplus(gold) + best_next(Some(number)));
    (best_next(None), wares.iter().enumerate().map(bought).collect())
}

/// Returns each tile's surplus a round later, times the chance that it is still there; 0 if it leaves.
///
/// A Druid tile moves on by one space and costs one gold less; the one on the last space leaves. A draw from the bag is
/// always possible, so it is no reason to wait.
fn next_surpluses(game: &Skye, position: &Public, wares: &[Ware], gains: &Appraisals) -> Vec<MilliVp> {
    let to_come = MilliVp::from(Outlook::rounds_to_come(game, position));
    let gold = gains.per_gold(game, position);
    let stays = Outlook::stage(gains.judgements(), game, position).expansions.stays;
    let is_there = (1..position.seats()).fold(1000, |chance, _| chance * stays / 1000);
    wares
        .iter()
        .map(|ware| match ware.action {
            Action::BuyDruid { space } if usize::from(space) + 1 < DOLMEN_SPACES && to_come > 0 => {
                // One round fewer in which it earns something.
                let gain = ware.gain * to_come / (to_come + 1);
                (gain - gold * MilliVp::from(ware.price.saturating_sub(1))).max(0) * is_there / 1000
            }
            _ => 0,
        })
        .collect()
}

/// A prediction of one seat's second buy turn before the first, as if no tile were uncovered meanwhile.
#[derive(Clone, Debug, Default)]
pub struct ForeseenTurn {
    /// The worth of a pass.
    pass: MilliVp,
    wares: Vec<(Ware, MilliVp)>,
}

impl ForeseenTurn {
    /// Predicts the turn of this seat; without the Druids nothing can be bought in it.
    pub fn of(game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals) -> Self {
        let (pass, mut wares) = priced(game, position, seat, gains);
        let mut rich = position.clone();
        rich.players[seat.index()].gold = u16::MAX;
        wares.retain(|(ware, _)| ware.action != Action::DrawFromBag || game.may_draw_from_bag(&rich, seat));
        Self { pass, wares }
    }

    /// Returns the best of the tiles not taken, and its price, with this much gold; `None` for a pass.
    pub fn purchase(&self, gold: u16, taken: &[TileId]) -> Option<(TileId, u16)> {
        let is_there = |ware: &Ware| ware.action == Action::DrawFromBag || !taken.contains(&ware.tile);
        let possible =
            self.wares.iter().filter(|(ware, worth)| ware.price <= gold && *worth > self.pass && is_there(ware));
        first_best(possible, |(_, worth)| *worth).map(|(ware, _)| (ware.tile, ware.price))
    }
}

/// The worth of the second buy turn to a seat, by the gold left for it, from 0.
///
/// With more gold than listed, the last entry applies. Empty without a second buy turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SecondTurn(pub(crate) Vec<MilliVp>);

impl SecondTurn {
    /// Its expected worth before or during the first buy turn.
    pub fn ahead(game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals) -> Self {
        if gains.is_hurried() {
            return Self::default();
        }
        let wares = wares(game, position, seat, gains);
        if wares.is_empty() {
            return Self::default();
        }
        let gold = gains.per_gold(game, position);
        let highest = wares.iter().map(|ware| ware.price).max().unwrap_or(0);
        let before = position.turn_order().take_while(|&other| other != seat).count();
        // The chance in thousandths that earlier seats leave a tile: each takes one in three of those worth taking.
        let left = (0..before).fold(1000, |chance, _| chance * 2 / 3);
        let mut ranked: Vec<(MilliVp, u16, bool)> = wares
            .iter()
            .map(|ware| (ware.surplus(gold), ware.price, ware.action == Action::DrawFromBag))
            .filter(|&(surplus, ..)| surplus > 0)
            .collect();
        ranked.sort_unstable_by_key(|&(surplus, price, _)| (-surplus, price));
        let saving = Outlook::stage(gains.judgements(), game, position).expansions.saving;
        Self((0..=highest).map(|cash| expected_best(&ranked, cash, left) * saving / 1000).collect())
    }

    /// Returns whether there is no second buy turn.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns its worth with this much gold.
    #[inline]
    pub fn worth(&self, gold: u16) -> MilliVp {
        let last = self.0.len().saturating_sub(1);
        self.0.get(usize::from(gold).min(last)).copied().unwrap_or(0)
    }
}

/// The mean surplus of the best ware, best first, that is affordable and still there.
///
/// A draw from the bag always is.
fn expected_best(ranked: &[(MilliVp, u16, bool)], cash: u16, left: MilliVp) -> MilliVp {
    let (mut worth, mut none_so_far) = (0, 1000);
    for &(surplus, _, is_certain) in ranked.iter().filter(|&&(_, price, _)| price <= cash) {
        let here = if is_certain { 1000 } else { left };
        worth += i64::from(surplus) * i64::from(none_so_far) * i64::from(here) / 1_000_000;
        none_so_far = none_so_far * (1000 - here) / 1000;
    }
    worth as MilliVp
}

#[cfg(test)]
mod tests {
    use engine::random::random;
    use engine::skye::{Modules, Phase, ScoringTile, Tablet, Tablets};
    use engine::{Game, Turn};

    use super::*;
    use crate::skye::appraisal::Judgements;

    #[test]
    fn the_best_of_some_draws_is_counted_by_hand() {
        let sample = [5000, 0, 10_000, 1000];
        // The best of two draws from four tiles is each, ascending, in 1, 3, 5 and 7 of 16 cases; of three in 1, 7, 19
        // and 37 of 64.
        assert_eq!(best_of_draws(&sample, 1), 16_000 / 4);
        assert_eq!(best_of_draws(&sample, 2), (3000 + 5 * 5000 + 7 * 10_000) / 16);
        assert_eq!(best_of_draws(&sample, 3), (7000 + 19 * 5000 + 37 * 10_000) / 64);
        assert_eq!(best_of_draws(&[-800, -400], 2), (-800 - 3 * 400) / 4, "one of them has to be kept");
        assert_eq!(best_of_draws(&[700], 4), 700);
    }

    #[test]
    fn the_best_that_is_left_is_counted_by_hand() {
        let (druid, dear, bag) = ((2000, 3, false), (3000, 6, false), (1000, 5, true));
        let ranked = [dear, druid, bag];
        // Each Druid tile is left in one case of two: the best in 1/2, else the second in 1/4, else the bag in 1/4.
        assert_eq!(expected_best(&ranked, 6, 500), 1500 + 500 + 250);
        assert_eq!(expected_best(&ranked, 5, 500), 1000 + 500, "the best is too dear");
        assert_eq!(expected_best(&ranked, 4, 500), 1000, "and so is the bag");
        assert_eq!(expected_best(&ranked, 2, 500), 0);
        assert_eq!(expected_best(&ranked, 6, 1000), 3000, "the first buyer finds everything");
        assert_eq!(expected_best(&ranked, 6, 0), 1000, "the bag is always there");
    }

    #[test]
    fn gold_is_worth_in_the_second_turn_what_the_last_entry_says() {
        let second = SecondTurn(vec![0, 100, 700]);
        assert_eq!([0, 1, 2, 3, 40].map(|gold| second.worth(gold)), [0, 100, 700, 700, 700]);
        assert_eq!(SecondTurn::default().worth(9), 0);
    }

    /// Appraises the bag for a seat with this many bag-draw tablets in every second buy turn of a game.
    ///
    /// The result is its price, what it gains, and what each tile of the sample gains.
    fn bags(tablets: u8) -> Vec<(u16, MilliVp, Vec<MilliVp>)> {
        let scoring = [ScoringTile::Squares, ScoringTile::Sheep, ScoringTile::Columns, ScoringTile::RoadTiles];
        let game = Skye::printed_with(3, scoring, Modules::from_iter([Module::Druids])).expect("a valid set-up");
        let (mut position, mut rng, mut bags) = (game.start(Seat::new(0)), random(3), Vec::new());
        loop {
            match game.turn(&position) {
                Turn::Over => return bags,
                Turn::Chance => game.resolve_chance(&mut position, 3),
                Turn::Seat(seat) => {
                    if let Phase::BuyAgain(_) = position.phase {
                        let mut public = game.public(&game.view(&position, seat)).clone();
                        public.players[seat.index()].tablets = Tablets::default();
                        (0..tablets).for_each(|_| public.players[seat.index()].tablets.add(Tablet::BagDraw));
                        let mut gains = Appraisals::by(Judgements::by_hand());
                        let wares = wares(&game, &public, seat, &mut gains);
                        let bag = wares.iter().find(|ware| ware.action == Action::DrawFromBag).expect("a bag");
                        let sample = bag_sample(&game, &public);
                        bags.push((bag.price, bag.gain, gains.of(&game, &public, seat, &sample)));
                    }
                    let action = game.random_action(&position, &mut rng);
                    game.apply(&mut position, action);
                }
            }
        }
    }

    #[test]
    fn the_bag_gains_the_mean_best_over_all_pairs_of_the_sample() {
        let bags = bags(0);
        assert_eq!(bags.len(), 18, "three seats in six rounds");
        for (price, gain, sample) in bags {
            assert_eq!(price, 5);
            assert!((6..=BAG_SAMPLE).contains(&sample.len()), "{} tiles stand for the bag", sample.len());
            let pairs = sample.iter().flat_map(|&a| sample.iter().map(move |&b| i64::from(a.max(b))));
            let count = (sample.len() * sample.len()) as i64;
            assert!((pairs.sum::<i64>() / count - i64::from(gain)).abs() <= 1, "{gain} by {sample:?}");
        }
    }

    #[test]
    fn a_bag_draw_tablet_makes_the_bag_cheaper_and_draws_one_tile_more() {
        for (price, gain, sample) in bags(1) {
            assert_eq!(price, 3);
            let pairs = || sample.iter().flat_map(|&a| sample.iter().map(move |&b| a.max(b)));
            let triples = pairs().flat_map(|best| sample.iter().map(move |&c| i64::from(best.max(c))));
            let count = sample.len().pow(3) as i64;
            assert!((triples.sum::<i64>() / count - i64::from(gain)).abs() <= 1, "{gain} by {sample:?}");
        }
        assert!(bags(3).iter().all(|&(price, ..)| price == 0), "three of them make it free");
    }
}
