//! The six phases of a round and the final scoring, as printed.

mod building;
mod druids;
mod scoring;
mod trading;

use tinyvec::ArrayVec;

use super::Tell;
use super::position::{ForSale, Found, Uncovered};
use crate::random::chance;
use crate::skye::{
    Action, DOLMEN_SPACES, Drawn, Event, Module, Offer, PastTrade, Phase, Position, Public, Skye, Survey,
};
use crate::{MAX_SEATS, Seat};

pub use building::{MAX_TO_LAY, TilesToLay};
pub(super) use scoring::final_ranking;

/// The number within its round of the chance event that draws tiles.
const DRAW: u32 = 0;

/// The tiles that every seat draws in one round.
pub type Draws = ArrayVec<[Drawn; MAX_SEATS]>;

/// The outcome of one chance event.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Chance {
    /// At the beginning of a round.
    Round {
        /// The Druid tiles uncovered before it.
        ///
        /// Five before the first round, then one; none if all are uncovered, or without Druid tiles.
        uncovered: Uncovered,
        /// The tiles that every seat draws.
        draws: Draws,
    },
    /// The Druid tile uncovered after a purchase; `None` if all are.
    Uncovered(Uncovered),
    /// The tiles drawn by the bag action.
    Found(Found),
}

impl Skye {
    /// Performs a legal action.
    pub(super) fn perform(&self, position: &mut Position, action: Action, tell: &mut impl Tell) {
        match (position.phase, action) {
            (Phase::Price(seat), Action::Offer(offer)) => self.commit_offer(position, seat, offer, tell),
            (Phase::Buy(seat), Action::TakeOwn { tile }) => self.take_own(position, seat, tile, tell),
            (Phase::Buy(seat), Action::Buy { from, tile }) => self.trade(position, seat, Some((from, tile)), tell),
            (Phase::Buy(seat), Action::Pass) => self.trade(position, seat, None, tell),
            (Phase::BuyAgain(seat), Action::BuyDruid { space }) => self.buy_druid(position, seat, space, tell),
            (Phase::BuyAgain(seat), Action::DrawFromBag) => self.pay_for_bag_action(position, seat),
            (Phase::BuyAgain(seat), Action::Pass) => {
                tell(position, Event::Pass { seat });
                self.end_second_turn(position, seat, tell);
            }
            (Phase::KeepDrawn(seat), Action::KeepDrawn { tile }) => self.keep_drawn(position, seat, tile, tell),
            (Phase::Build(seat), Action::Place(placement)) => self.build(position, seat, placement, tell),
            (Phase::Build(seat), Action::EndBuilding) => self.end_building(position, seat, tell),
            (phase, action) => panic!("{action:?} in phase {phase:?}"),
        }
    }

    /// Draws the outcome of the pending chance event with this seed.
    #[inline]
    pub(super) fn chance_of(&self, position: &Public, seed: u64) -> Chance {
        match position.phase {
            Phase::Draw if self.has(Module::Druids) => {
                let next = if position.round == 1 { DOLMEN_SPACES } else { 1 };
                let uncovered = self.next_druids(position, seed, next);
                Chance::Round { uncovered, draws: self.draws(position, seed) }
            }
            Phase::Draw => Chance::Round { uncovered: Uncovered::new(), draws: self.draws(position, seed) },
            Phase::Uncover(_) => Chance::Uncovered(self.next_druids(position, seed, 1)),
            Phase::DrawFromBag(seat) => Chance::Found(self.bag_action(position, seat, seed)),
            Phase::Price(_)
            | Phase::Buy(_)
            | Phase::BuyAgain(_)
            | Phase::KeepDrawn(_)
            | Phase::Build(_)
            | Phase::Over => panic!("no chance event is due in phase {:?}", position.phase),
        }
    }

    /// Settles the pending chance event with this outcome.
    #[inline]
    pub(super) fn meet_chance(&self, position: &mut Position, chance: &Chance, tell: &mut impl Tell) {
        match (position.phase, chance) {
            (Phase::Draw, Chance::Round { uncovered, draws }) => {
                if self.has(Module::Druids) {
                    self.prepare_dolmen(position, uncovered, tell);
                }
                self.begin_round(position, draws, tell);
            }
            (Phase::Uncover(seat), Chance::Uncovered(next)) => self.uncover_next(position, seat, next, tell),
            (Phase::DrawFromBag(seat), Chance::Found(found)) => self.find_in_bag(position, seat, *found),
            (phase, chance) => panic!("{chance:?} in phase {phase:?}"),
        }
    }

    /// Draws the tiles of this round with this seed.
    ///
    /// Seed and round give one random order of all tiles. Each seat in turn draws the first ones still in the bag, so
    /// that games with the same seed draw nearly the same tiles, no matter who plays. It is the first chance event of its round.
    ///
    /// # Panics
    /// If the bag has too few tiles, which never happens in a game.
    pub fn draws(&self, position: &Public, seed: u64) -> Draws {
        let mut order = chance(seed, position.round, DRAW);
        let mut bag = position.bag;
        let drawn = usize::from(self.rules().tiles_drawn);
        assert!(bag.len() >= drawn * position.seats(), "{} tiles are too few to draw from", bag.len());
        let count = self.tiles().len() as u32;
        let mut draws = Draws::new();
        for _ in 0..position.seats() {
            let mut tiles = Drawn::from_array_len(Default::default(), drawn);
            tiles.iter_mut().for_each(|tile| *tile = bag.draw(&mut order, count));
            draws.push(tiles);
        }
        draws
    }

    /// Starts a round: phase 1, income, and the draw of phase 2.
    ///
    /// # Panics
    /// If no round starts in this position, or a tile is not in the bag.
    pub fn begin_round(&self, position: &mut Position, draws: &Draws, tell: &mut impl FnMut(&Position, Event)) {
        assert_eq!(position.phase, Phase::Draw, "tiles are drawn when a round begins");
        tell(position, Event::Round { round: position.round, start: position.start });
        self.pay_income(position, tell);
        for (seat, &tiles) in Seat::all(position.seats()).zip(draws) {
            for &tile in &tiles {
                assert!(position.bag.has(tile), "tile {} is not in the bag", self.tiles().name(tile));
                position.public.bag.take(tile);
            }
            let player = position.public.player_mut(seat);
            player.drawn = tiles;
            player.own_taken = 0;
            player.borderlands.begin_round();
            tell(position, Event::Draw { seat, tiles });
        }
        position.public.phase = Phase::Price(position.start);
    }

    /// Phase 2: commits a secret offer; the last one reveals all.
    pub(super) fn commit_offer(&self, position: &mut Position, seat: Seat, offer: Offer, tell: &mut impl Tell) {
        let player = position.player(seat);
        let tiles = player.drawn;
        let is_legal = offer.is_legal(tiles.len(), player.gold, self.rules().prices);
        assert!(is_legal, "seat {seat}: {offer:?} with {} gold", player.gold);
        position.offers[seat.index()] = Some(offer);
        match position.next_in_turn(seat) {
            Some(next) => position.public.phase = Phase::Price(next),
            None => reveal_offers(position),
        }
        tell(position, Event::Price { seat, tiles, offer });
    }

    /// Plays phase 6 and, after the last round, the final scoring.
    fn end_round(&self, position: &mut Position, tell: &mut impl Tell) {
        self.score_round(position, tell);
        if usize::from(position.round) == self.rules().round_count() {
            position.public.phase = Phase::Over;
            self.score_end(position, tell);
        } else {
            position.public.round += 1;
            // Ruling: the marker passes clockwise each round.
            position.public.start = position.start.clockwise(1, position.seats());
            position.public.phase = Phase::Draw;
        }
    }
}

/// Phase 3: reveals all offers, returns discards to the bag and places stakes on the tiles.
fn reveal_offers(position: &mut Position) {
    let trade = PastTrade::begun(position);
    position.trades.push(trade);
    for seat in Seat::all(position.seats()) {
        let offer = position.offers[seat.index()].take().unwrap_or_else(|| panic!("seat {seat} has made no offer"));
        let Public { players, bag, .. } = &mut position.public;
        let player = &mut players[seat.index()];
        let drawn = player.drawn;
        let priced = offer.priced();
        for (place, &tile) in drawn.iter().enumerate() {
            if place != priced[0].0 && place != priced[1].0 {
                bag.put(tile);
            }
        }
        player.display.extend(priced.map(|(place, price)| ForSale { tile: drawn[place], price }));
        player.gold -= offer.stake();
        player.drawn.clear();
    }
    position.public.phase = Phase::Buy(position.start);
}

impl Skye {
    /// Phase 1.
    pub(super) fn pay_income(&self, position: &mut Position, tell: &mut impl Tell) {
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
    fn score_vp_barrels(&self, position: &mut Position, tell: &mut impl Tell) {
        for seat in Seat::all(position.seats()) {
            let vp = Survey::of(self.tiles(), &position.player(seat).territory).vp_barrels();
            let player = position.public.player_mut(seat);
            player.vp += vp;
            let total = player.vp;
            tell(position, Event::VpBarrels { seat, vp, total });
        }
    }
}
