//! The prospect after a trade, summed over all possible purchases.

use std::borrow::Cow;

use engine::skye::{DRAWN, Offer, Public, Skye, Tablet};
use engine::{MAX_SEATS, Seat};
use tinyvec::ArrayVec;

use super::joint::{JointGuess, JointGuesses};
use crate::net::{ONE, chances};
use crate::search::{Prospect, Values};
use crate::skye::domain::trade::{Trade, Wares};
use crate::skye::greedy::own_place;
use crate::skye::opponents::Standings;
use crate::skye::{Appraisals, Buyer, MarketState, SkyeCache, SkyeDomain};
use crate::{first_best, index_at};

/// Purchases less likely than this are left out.
const LEAST: f64 = 0.01;

/// The rest of a trade.
///
/// Others buy by the habits of buyers, the searching seat makes its best purchase, and then everybody builds.
pub(super) struct TradeSum<'a> {
    domain: &'a SkyeDomain,
    pub game: &'a Skye,
    pub position: &'a Public,
    /// The seat whose prospect is summed.
    pub own: Seat,
    pub wares: Wares<'a>,
    /// All seats in turn order.
    buyers: ArrayVec<[Seat; MAX_SEATS]>,
    standings: Standings,
}

impl<'a> TradeSum<'a> {
    /// Starts a sum for the searching seat, of the tiles drawn.
    pub fn new(
        domain: &'a SkyeDomain,
        game: &'a Skye,
        position: &'a Public,
        own: Seat,
        gains: &mut Appraisals,
    ) -> Self {
        let wares = Wares::drawn(game, position, gains);
        let (buyers, standings) = (position.turn_order().collect(), Standings::of(game, position, gains));
        Self { domain, game, position, own, wares, buyers, standings }
    }

    /// The trade after a seat has taken the own tiles that it may take and had better keep.
    fn after_taking_own(&self, mut trade: Trade, seat: Seat) -> Trade {
        let player = self.position.player(seat);
        for _ in player.own_taken..player.tablets.of(Tablet::OwnTile) {
            let prices = trade.market_state.prices[seat.index()];
            let places = (0..DRAWN).filter(|&place| prices[place] > 0);
            match own_place(&self.wares.market, &trade.market_state, places, self.position, seat) {
                Some(place) => trade = trade.after_taking(&self.wares, seat.index(), place),
                None => break,
            }
        }
        trade
    }

    /// The searching seat's prospect once all have bought.
    fn end(&self, trade: &Trade, cache: &mut SkyeCache) -> Prospect {
        let holdings = trade.holdings(&self.wares);
        self.domain.prospects(self.game, self.position, holdings, cache)[self.own.index()]
    }

    /// Returns the searching seat's prospect if these seats are still to buy.
    ///
    /// With two players all purchases are summed. With more, one purchase of each other seat is sampled, which `luck`
    /// decides by seat, with the ends of all as control variates, and the searching seat expects later buyers to buy by
    /// surplus.
    pub fn prospect(&self, trade: &Trade, buyers: &[Seat], luck: &[f64; MAX_SEATS], cache: &mut SkyeCache) -> Prospect {
        let Self { domain, game, position, own, wares, .. } = self;
        let Some((&buyer, later)) = buyers.split_first() else { return self.end(trade, cache) };
        let trade = &self.after_taking_own(*trade, buyer);
        let options = wares.market.options(buyer.index(), &trade.market_state);
        if options.len() == 1 {
            return self.prospect(trade, later, luck, cache);
        }
        let after = |number: usize| trade.after(wares, buyer.index(), options[number]);
        if buyer == *own && (later.is_empty() || self.is_summed()) {
            let prospects = (0..options.len()).map(|number| self.prospect(&after(number), later, luck, cache));
            return first_best(prospects, |prospect| prospect.value).expect("a pass at least");
        }
        let ends = domain.ends(game, position, wares, trade, buyer, cache);
        let odds: Vec<f64> = ends.iter().map(|end| end[buyer.index()].value).collect();
        if buyer == *own {
            let best = first_best(0..options.len(), |&number| odds[number]).expect("a pass at least");
            return self.prospect(&after(best), later, luck, cache);
        }
        let weights = self.weights(trade, buyer, &odds, cache);
        if !self.is_summed() {
            let number = index_at(weights.iter().copied(), luck[buyer.index()]).unwrap_or(0);
            let sampled = self.prospect(&after(number), later, luck, cache);
            // What each purchase would differ by from the sampled one, if later buyers bought by surplus.
            let own_end = |end: &Values| end[own.index()];
            let variates = ends.iter().map(|end| own_end(end).plus(-1.0, own_end(&ends[number])));
            return weights.iter().zip(variates).fold(sampled, |sum, (&weight, variate)| sum.plus(weight, variate));
        }
        let likely = weights.iter().copied().enumerate().filter(|(_, weight)| *weight >= LEAST);
        let (sum, all) = likely.fold((Prospect::default(), 0.0), |(sum, all), (number, weight)| {
            (sum.plus(weight, self.prospect(&after(number), later, luck, cache)), all + weight)
        });
        sum.over(all)
    }

    /// Returns whether all purchases are summed, and none is sampled.
    fn is_summed(&self) -> bool {
        self.position.seats() == 2
    }

    /// The seats whose purchases are sampled.
    pub fn followed(&self) -> Vec<Seat> {
        let others = self.own.others(self.position.seats());
        others.filter(|_| !self.is_summed()).collect()
    }

    /// Returns the prospect with an offer against a guess at the others.
    pub fn of_offer(&self, offer: Offer, guess: &JointGuess, cache: &mut SkyeCache) -> Prospect {
        let offers = guess.offers.iter().copied().chain([(self.own, offer)]);
        self.prospect(&Trade::of_offers(self.position, offers), &self.buyers, &guess.luck, cache)
    }

    /// Returns the mean prospect with an offer against guesses.
    pub fn mean(&self, offer: Offer, guesses: &JointGuesses, cache: &mut SkyeCache) -> Prospect {
        let guesses = guesses.found.iter();
        let (sum, count) = guesses.fold((Prospect::default(), 0.0), |(sum, all), guess| {
            let count = f64::from(guess.count);
            (sum.plus(count, self.of_offer(offer, guess, cache)), all + count)
        });
        sum.over(count)
    }

    /// The chances of another seat's options.
    fn weights(&self, trade: &Trade, buyer: Seat, odds: &[f64], cache: &SkyeCache) -> Vec<f64> {
        let market = Cow::Borrowed(&*self.wares.market);
        // As displayed before any purchase, since earlier purchases are no longer visible.
        let market_state = MarketState { bought: Default::default(), ..trade.market_state };
        let habits = &self.domain.brain.habits.purchases;
        let buyer_in_trade = Buyer::by(self.game, self.position, buyer, market, market_state, &self.standings);
        let scores = buyer_in_trade.scores(habits, Some(odds));
        chances(scores.iter().copied(), cache.inverse_temperatures[buyer.index()].purchases, ONE).collect()
    }
}

#[cfg(test)]
mod tests {
    use engine::random::{Random, RandomSource, random};
    use engine::skye::{Action, Modules, Phase, Position, PriceLimits, ScoringTile};
    use engine::{Game, Turn};

    use super::*;
    use crate::search::SearchDomain;

    /// Reports positions in which all are about to make offers, with random offers.
    fn for_each_trade(players: usize, games: u64, mut show: impl FnMut(&Skye, &Position, Vec<(Seat, Offer)>)) {
        let scoring = [ScoringTile::Squares, ScoringTile::Sheep, ScoringTile::Columns, ScoringTile::RoadTiles];
        let game = Skye::printed_with(players, scoring, Modules::NONE).expect("a valid set-up");
        for seed in 0..games {
            let (mut position, mut rng) = (game.start(Seat::new(0)), random(seed));
            loop {
                match game.turn(&position) {
                    Turn::Over => break,
                    Turn::Chance => game.resolve_chance(&mut position, seed),
                    Turn::Seat(seat) => {
                        if position.phase == Phase::Price(position.start) {
                            show(&game, &position, offers(&position, &mut rng));
                        }
                        let action = if let Phase::Price(_) = position.phase {
                            Action::Offer(offer(&position, seat, &mut rng))
                        } else {
                            game.random_action(&position, &mut rng)
                        };
                        game.apply(&mut position, action);
                    }
                }
            }
        }
    }

    fn offers(position: &Position, rng: &mut Random) -> Vec<(Seat, Offer)> {
        position.turn_order().map(|seat| (seat, offer(position, seat, rng))).collect()
    }

    /// A cheap offer, so that many tiles are bought.
    fn offer(position: &Position, seat: Seat, rng: &mut Random) -> Offer {
        Offer::random(3, position.player(seat).gold.min(8), PriceLimits::PRINTED, rng)
    }

    /// The expectation over all purchases of others, on positions of the game.
    ///
    /// The searching seat makes its best purchase in expectation, or the one that is best if the others buy by surplus.
    fn played(
        domain: &SkyeDomain,
        game: &Skye,
        position: &Position,
        own: Seat,
        is_exact: bool,
        cache: &mut SkyeCache,
    ) -> f64 {
        let Phase::Buy(seat) = position.phase else {
            let holding =
                |seat: Seat| (position.player(seat).to_build.iter().copied().collect(), position.player(seat).gold);
            let holdings = Seat::all(position.seats()).map(holding).collect();
            return domain.prospects(game, position, holdings, cache)[own.index()].value;
        };
        let known = domain.trade_options(game, &game.view(position, seat), cache).clone();
        let mut after = |action: Action| {
            let mut after = position.clone();
            game.apply(&mut after, action);
            played(domain, game, &after, own, is_exact, cache)
        };
        if seat == own && !is_exact && position.turn_order().last() != Some(seat) {
            return after(known.best);
        }
        if seat == own {
            return known.options.iter().map(|&(action, _)| after(action)).fold(f64::MIN, f64::max);
        }
        let all: f64 = known.options.iter().map(|&(_, weight)| f64::from(weight)).sum();
        let chances = known.options.iter().map(|&(action, weight)| (action, f64::from(weight) / all));
        let likely = chances.filter(|&(_, chance)| !is_exact || chance >= LEAST);
        let (sum, all) =
            likely.fold((0.0, 0.0), |(sum, all), (action, chance)| (sum + chance * after(action), all + chance));
        sum / all
    }

    /// The position after these offers.
    fn revealed(game: &Skye, position: &Position, offers: &[(Seat, Offer)]) -> Position {
        let mut revealed = position.clone();
        offers.iter().for_each(|&(_, offer)| game.apply(&mut revealed, Action::Offer(offer)));
        revealed
    }

    fn sum<'a>(
        domain: &'a SkyeDomain,
        game: &'a Skye,
        position: &'a Position,
        own: Seat,
        cache: &mut SkyeCache,
    ) -> TradeSum<'a> {
        TradeSum::new(domain, game, position, own, &mut cache.root)
    }

    #[test]
    fn with_two_seats_a_sum_is_what_all_purchases_come_to() {
        let (domain, mut compared, mut differ, mut off) = (SkyeDomain::of_search(), 0, 0, 0);
        for_each_trade(2, 12, |game, position, offers| {
            for own in Seat::all(2) {
                let mut cache = domain.cache(position);
                let expected = played(&domain, game, &revealed(game, position, &offers), own, true, &mut cache);
                let mut cache = domain.cache(position);
                let buyers: Vec<Seat> = position.turn_order().collect();
                let trade = Trade::of_offers(position, offers.iter().copied());
                let sum = sum(&domain, game, position, own, &mut cache);
                let found = sum.prospect(&trade, &buyers, &[0.5; MAX_SEATS], &mut cache).value;
                // A purchase may be just below the limit in only one of the two ways.
                assert!((found - expected).abs() < LEAST, "{found} for {expected}");
                off += u32::from((found - expected).abs() > 1e-4);
                compared += 1;
                differ += u32::from((found - sum.end(&trade, &mut cache).value).abs() > 0.01);
            }
        });
        assert!(compared > 100 && differ > 50, "purchases matter in {differ} of {compared}");
        assert!(50 * off <= compared, "{off} of {compared} are another sum");
    }

    #[test]
    fn with_more_seats_the_paths_followed_come_to_the_sum() {
        let (domain, mut compared) = (SkyeDomain::of_search(), 0);
        for_each_trade(3, 1, |game, position, offers| {
            let own = Seat::new(usize::from(position.round) % 3);
            let mut cache = domain.cache(position);
            let expected = played(&domain, game, &revealed(game, position, &offers), own, false, &mut cache);
            let buyers: Vec<Seat> = position.turn_order().collect();
            let trade = Trade::of_offers(position, offers.iter().copied());
            let sum = sum(&domain, game, position, own, &mut cache);
            let mut rng = random(7);
            let mut luck = || std::array::from_fn(|_| f64::from(rng.next_u32()) / (f64::from(u32::MAX) + 1.0));
            let followed: Vec<f64> =
                (0..2000).map(|_| sum.prospect(&trade, &buyers, &luck(), &mut cache).value).collect();
            let mean = followed.iter().sum::<f64>() / 2000.0;
            let variance = followed.iter().map(|chance| (chance - mean) * (chance - mean)).sum::<f64>() / 2000.0;
            assert!((mean - expected).abs() < 5.0 * (variance / 2000.0).sqrt() + 1e-3, "{mean} for {expected}");
            compared += 1;
        });
        assert!(compared >= 5, "{compared} trades");
    }
}
