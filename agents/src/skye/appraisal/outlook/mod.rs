//! The outlook: everything that the rest of the game pays for, as one seat sees it.

pub(crate) mod expansions;
pub(crate) mod judgement;
mod money;
pub(crate) mod prices;

use std::sync::Arc;

use engine::skye::{
    Area, Countable, Feature, FeatureCounts, Payment, Pays, Phase, Public, Rules, Skye, Slot, Survey, TileId,
};
use engine::{Game, Seat, mix};

use super::{Judgements, MilliVp, ScoringsLeft, Stage, VP};
use judgement::standing;
use money::Money;
use prices::{Future, MajorityPrices, SummaryPrices, edges};

/// The first round with a scoring to come, and the first one whose scoring counts as later.
#[inline]
fn first_scorings(game: &Skye, position: &Public) -> (u8, u8) {
    // Between rounds the position's next round has not started, and at the end none is left.
    let is_over = position.phase == Phase::Over;
    let from = if is_over { game.rules().round_count() as u8 + 1 } else { position.round };
    let is_due = position.phase == Phase::Draw;
    (from, if is_due { from } else { from + 1 })
}

/// The number of rounds to come in a judgement's table.
///
/// For a game with more rounds than the printed one it is capped at the largest.
fn known_stage(game: &Skye, to_come: u8) -> u8 {
    let printed = Rules::printed_rounds(game.seats());
    if game.rules().round_count() > printed { to_come.min(printed as u8 - 1) } else { to_come }
}

/// The payment of each slot's scoring tile, and its scorings left.
type Scorings<'g> = [(&'g Payment, ScoringsLeft); Slot::ALL.len()];

/// The rest of a game, the same for every seat.
#[derive(Copy, Clone, Debug)]
struct RestOfGame<'j, 'g> {
    game: &'g Skye,
    /// The first round with a scoring to come, and the first one whose scoring counts as later.
    first_scorings: (u8, u8),
    /// Rounds to come in which tiles will still be laid.
    to_come: u8,
    /// The judgement of that number of rounds.
    stage: &'j Stage,
    /// The rules on gold; `None` if they are the printed ones.
    money: Option<Money>,
}

impl<'j, 'g> RestOfGame<'j, 'g> {
    fn of(judgements: &'j Judgements, game: &'g Skye, position: &Public) -> Self {
        let to_come = Outlook::rounds_to_come(game, position);
        Self {
            game,
            first_scorings: first_scorings(game, position),
            to_come,
            stage: judgements.of(game).stage(known_stage(game, to_come)),
            money: Money::unprinted(game),
        }
    }

    fn scorings(&self) -> Scorings<'g> {
        let (from, later_from) = self.first_scorings;
        let scorings = |slot, from| self.game.rules().scorings_from(slot, from) as MilliVp;
        let left = |slot| ScoringsLeft { all: scorings(slot, from), later: scorings(slot, later_from) };
        Slot::ALL.map(|slot| (self.game.payment_at(slot), left(slot)))
    }

    /// Worth of one gold.
    fn per_gold(&self) -> MilliVp {
        let mut gold = self.money.map_or(self.stage.gold, |money| money.worth(self.stage.gold));
        if !self.game.about().gold {
            return gold;
        }
        for (payment, times) in self.scorings().iter().filter(|(_, times)| times.all > 0) {
            for part in payment.parts.iter().filter(|part| part.tally == Countable::Gold) {
                gold += prices::gold_worth(part, payment.cap, times.all, self.stage);
            }
        }
        gold
    }
}

/// The payments of the rest of a game that are the same for all seats.
#[derive(Clone, Debug)]
struct Terms {
    gold: MilliVp,
    prices: Arc<SummaryPrices>,
    has_modules: bool,
    reached: MilliVp,
}

impl Terms {
    /// The terms by a judgement, if the caps of these slots are reached and only the first `slots` score.
    fn by(
        judgements: &Judgements,
        game: &Skye,
        position: &Public,
        reached: [bool; Slot::ALL.len()],
        slots: usize,
    ) -> Self {
        let rest = RestOfGame::of(judgements, game, position);
        let (gold, scorings, RestOfGame { to_come, stage, .. }) = (rest.per_gold(), rest.scorings(), rest);
        let has_modules = !game.rules().modules.is_empty();
        let future = Future { to_come, gold, vp_barrels_earn_gold: game.rules().vp_barrels_earn_gold, has_modules };
        let scoring = || scorings.into_iter().zip(reached).take(slots);
        let open = scoring().filter(|(_, reached)| !reached).map(|(scoring, _)| scoring);
        let mut prices = SummaryPrices::new(stage, open, future);
        prices.ignore(judgements.ignored);
        let capped = scoring().filter(|(_, reached)| *reached);
        let reached = capped.map(|((payment, times), _)| VP * MilliVp::from(payment.cap) * times.all).sum();
        let has_modules = has_modules || prices.has_more();
        Self { gold, prices: Arc::new(prices), has_modules, reached }
    }
}

/// The terms used so far in one game under one judgement, by the facts that they depend on.
///
/// There are few.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownTerms(Vec<(TermsKey, Terms)>);

/// The first scorings to come, and the slots whose caps are reached.
type TermsKey = ((u8, u8), [bool; Slot::ALL.len()]);

impl KnownTerms {
    /// The outlook of `seat`.
    pub fn outlook(&mut self, judgements: &Judgements, game: &Skye, position: &Public, seat: Seat) -> Outlook {
        let reached = caps_reached(game, position, seat);
        let key = (first_scorings(game, position), reached);
        let index = self.0.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
            self.0.push((key, Terms::by(judgements, game, position, reached, Slot::ALL.len())));
            self.0.len() - 1
        });
        Outlook::on(self.0[index].1.clone(), game, position, seat)
    }
}

/// The payments of the rest of the game, as one seat sees them.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// The game.
    pub game: Skye,
    /// By feature, the largest count among the other seats, if a scoring tile compares it.
    rivals: [u16; Feature::ALL.len()],
    gold: MilliVp,
    pub(crate) prices: Arc<SummaryPrices>,
    /// True if something that only modules bring can count, such as rows.
    pub(crate) has_modules: bool,
    /// The VP of scoring tiles whose caps are already reached; no placement changes them.
    pub(crate) reached: MilliVp,
}

impl Outlook {
    /// The outlook of `seat` by a judgement. During a round its scoring is still to come.
    pub fn by(judgements: &Judgements, game: &Skye, position: &Public, seat: Seat) -> Self {
        KnownTerms::default().outlook(judgements, game, position, seat)
    }

    /// The same with only the first `slots` scoring tiles; gold has its worth with all of them.
    pub(super) fn of_first_slots(
        judgements: &Judgements,
        game: &Skye,
        position: &Public,
        seat: Seat,
        slots: usize,
    ) -> Self {
        let reached = caps_reached(game, position, seat);
        Self::on(Terms::by(judgements, game, position, reached, slots), game, position, seat)
    }

    /// The outlook of `seat` under these terms.
    fn on(terms: Terms, game: &Skye, position: &Public, seat: Seat) -> Self {
        let Terms { gold, prices, has_modules, reached } = terms;
        let mut rivals = [0; Feature::ALL.len()];
        for feature in prices.majorities.compared.iter() {
            rivals[feature as usize] = best_other(position, seat, feature);
        }
        Self { game: game.clone(), rivals, gold, prices, has_modules, reached }
    }

    /// A key that tells apart different outlooks by one judgement in one game.
    pub(crate) fn key(game: &Skye, position: &Public, seat: Seat) -> u64 {
        let (from, later_from) = first_scorings(game, position);
        // A count is below 256 and rounds are few, so the key has room for seven counts.
        let key = game.about().compared.iter().fold(u64::from(from) << 4 | u64::from(later_from), |key, feature| {
            key << u8::BITS | u64::from(best_other(position, seat, feature))
        });
        if !game.about().caps {
            return key;
        }
        caps_reached(game, position, seat).into_iter().fold(key, |key, reached| mix([key, reached.into()]))
    }

    /// Worth of one gold by a judgement, the same for every seat.
    pub fn per_gold(judgements: &Judgements, game: &Skye, position: &Public) -> MilliVp {
        RestOfGame::of(judgements, game, position).per_gold()
    }

    /// Returns the judgement of the rest of the game, the same for every seat.
    pub fn stage<'j>(judgements: &'j Judgements, game: &Skye, position: &Public) -> &'j Stage {
        RestOfGame::of(judgements, game, position).stage
    }

    /// Rounds to come in which tiles will still be laid, the same for every seat.
    pub fn rounds_to_come(game: &Skye, position: &Public) -> u8 {
        let (_, later_from) = first_scorings(game, position);
        (game.rules().round_count() as u8 + 1).saturating_sub(later_from)
    }

    /// Returns the worth lost by laying this tile now instead of later.
    ///
    /// A borderland tile is an option.
    #[inline]
    pub fn option_worth(&self, tile: TileId) -> MilliVp {
        if self.game.tiles().is_borderland(tile) { self.prices.borderland } else { 0 }
    }

    /// Worth of one gold.
    pub fn gold(&self) -> MilliVp {
        self.gold
    }

    /// Returns the VP of further scorings for each farm on a tile of this water area.
    #[inline]
    pub(crate) fn house_worth(&self, lake: &Area) -> MilliVp {
        self.prices.areas.lake_houses[edges(lake)]
    }

    /// Returns the weight of a scroll in this area, in thousandths.
    ///
    /// A scroll counts once, plus a second time by the chance that its area is completed.
    #[inline]
    pub fn scroll_weight(&self, area: &Area) -> MilliVp {
        self.prices.scroll[edges(area)]
    }

    /// Returns the worth of majorities for these numbers of features.
    #[inline]
    pub(crate) fn majority_worth(&self, features: FeatureCounts) -> MilliVp {
        let MajorityPrices { by_standing, compared } = &self.prices.majorities;
        if compared.is_empty() {
            return 0;
        }
        let each = compared.iter().map(|feature| {
            by_standing[feature as usize][standing(features.of(feature), self.rivals[feature as usize])]
        });
        each.sum()
    }
}

/// By slot, true if a scoring now would reach the tile's cap for the seat.
///
/// Majorities do not count for this.
fn caps_reached(game: &Skye, position: &Public, seat: Seat) -> [bool; Slot::ALL.len()] {
    if !game.about().caps {
        return [false; Slot::ALL.len()];
    }
    let player = position.player(seat);
    let survey = Survey::of(game.tiles(), &player.territory);
    Slot::ALL.map(|slot| {
        let payment = game.payment_at(slot);
        let alone = payment.parts.iter().filter(|part| !matches!(part.pays, Pays::Most(_)));
        payment.is_capped()
            && alone.map(|part| u32::from(survey.measure_part(part, player.gold))).sum::<u32>() >= payment.cap.into()
    })
}

fn best_other(position: &Public, seat: Seat, feature: Feature) -> u16 {
    let others = seat.others(position.seats());
    let counts = others.map(|other| position.player(other).territory.features().of(feature));
    counts.max().unwrap_or(0)
}
