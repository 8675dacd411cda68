//! The six phases of a round and the final scoring, as printed.

use std::iter;

use tinyvec::ArrayVec;

use super::action::{Action, DRAWN, Offer};
use super::event::Event;
use super::position::{ForSale, Phase, Player, Position, Public};
use super::set_up::Skye;
use crate::game::{Ending, MAX_SEATS, Seat};
use crate::random::{below, chance};
use crate::skye::printed::rules::Slot;
use crate::skye::printed::tiles::TileId;
use crate::skye::territory::ground::Placement;
use crate::skye::territory::scoring::{Survey, award};

/// The number within its round of the chance event that draws tiles.
const DRAW: u32 = 0;

/// The tiles that every seat draws in one round.
pub type Draws = ArrayVec<[[TileId; DRAWN]; MAX_SEATS]>;

impl Skye {
    /// Performs a legal action.
    pub(super) fn perform(&self, position: &mut Position, action: Action, tell: &mut impl FnMut(Event)) {
        match (position.phase, action) {
            (Phase::Price(seat), Action::Offer(offer)) => self.commit_offer(position, seat, offer, tell),
            (Phase::Buy(seat), Action::Buy { from, tile }) => self.trade(position, seat, Some((from, tile)), tell),
            (Phase::Buy(seat), Action::Pass) => self.trade(position, seat, None, tell),
            (Phase::Build(seat), Action::Place(placement)) => self.build(position, seat, placement, tell),
            (phase, action) => panic!("{action:?} in phase {phase:?}"),
        }
    }

    /// What is drawn this round with this seed.
    ///
    /// Seed and round give one random order of all tiles. Each seat in turn draws the first three still in the bag, so
    /// that games with the same seed draw nearly the same tiles, no matter who plays. It is the first chance event of its round.
    ///
    /// # Panics
    /// If the bag has too few tiles, which never happens in a game.
    pub fn draws(&self, position: &Public, seed: u64) -> Draws {
        let mut order = chance(seed, position.round, DRAW);
        let mut bag = position.bag;
        assert!(bag.len() >= DRAWN * position.seats(), "{} tiles are too few to draw from", bag.len());
        let count = self.tiles().len() as u32;
        // The order of first appearance in a stream of uniform tiles is a uniform order; only what is drawn gets shuffled.
        let mut next = || loop {
            let tile = TileId::new(1 + below(&mut order, count) as usize);
            if bag.has(tile) {
                bag.take(tile);
                return tile;
            }
        };
        (0..position.seats()).map(|_| [next(), next(), next()]).collect()
    }

    /// Starts a round: phase 1, income, and the draw of phase 2.
    ///
    /// # Panics
    /// If no round starts in this position, or a tile is not in the bag.
    pub fn begin_round(&self, position: &mut Position, draws: &Draws, tell: &mut impl FnMut(Event)) {
        assert_eq!(position.phase, Phase::Draw, "tiles are drawn when a round begins");
        tell(Event::Round { round: position.round, start: position.start });
        self.pay_income(position, tell);
        for (seat, &tiles) in Seat::all(position.seats()).zip(draws) {
            for tile in tiles {
                assert!(position.bag.has(tile), "tile {} is not in the bag", self.tiles().name(tile));
                position.public.bag.take(tile);
            }
            position.public.player_mut(seat).drawn = tiles.into();
            tell(Event::Draw { seat, tiles });
        }
        position.public.phase = Phase::Price(position.start);
    }

    /// Phase 1.
    fn pay_income(&self, position: &mut Position, tell: &mut impl FnMut(Event)) {
        let per_player_ahead = self.rules().round(position.round).catch_up;
        for seat in Seat::all(position.seats()) {
            let castle = self.rules().castle_income;
            let whisky = Survey::of(self.tiles(), &position.player(seat).territory).whisky_income();
            // Rulebook: for each player with more victory points.
            let own_vp = position.player(seat).vp;
            let ahead = position.players.iter().filter(|other| other.vp > own_vp).count() as u16;
            let catch_up = per_player_ahead * ahead;
            let player = position.public.player_mut(seat);
            player.gold += castle + whisky + catch_up;
            tell(Event::Income { seat, castle, whisky, catch_up, gold: player.gold });
        }
    }

    /// Phase 2: commits a secret offer; the last one reveals all.
    pub(super) fn commit_offer(&self, position: &mut Position, seat: Seat, offer: Offer, tell: &mut impl FnMut(Event)) {
        let player = position.player(seat);
        assert!(offer.is_legal(player.gold), "seat {seat}: {offer:?} with {} gold", player.gold);
        tell(Event::Price { seat, tiles: drawn_tiles(player), offer });
        position.offers[seat.index()] = Some(offer);
        match position.next_in_turn(seat) {
            Some(next) => position.public.phase = Phase::Price(next),
            None => reveal_offers(position),
        }
    }

    /// Phase 4: a purchase or a pass; after the last one, unsold tiles are kept.
    pub(super) fn trade(
        &self,
        position: &mut Position,
        seat: Seat,
        purchase: Option<(Seat, TileId)>,
        tell: &mut impl FnMut(Event),
    ) {
        match purchase {
            Some((from, tile)) => buy(position, seat, from, tile, tell),
            None => tell(Event::Pass { seat }),
        }
        match position.next_in_turn(seat) {
            Some(next) => position.public.phase = Phase::Buy(next),
            None => {
                keep_unsold(position, tell);
                self.begin_building(position, position.start, tell);
            }
        }
    }

    /// Phase 5: lays one tile.
    pub(super) fn build(
        &self,
        position: &mut Position,
        seat: Seat,
        placement: Placement,
        tell: &mut impl FnMut(Event),
    ) {
        let player = position.public.player_mut(seat);
        let index = player.to_build.iter().position(|&tile| tile == placement.tile);
        player.to_build.remove(index.expect("a tile received this round"));
        player.territory.lay(self.tiles(), placement);
        tell(Event::Place { seat, placement });
        self.begin_building(position, seat, tell);
    }

    /// Finds the next seat, starting with `first`, that can lay a tile; tiles that cannot be laid go back to the bag.
    fn begin_building(&self, position: &mut Position, first: Seat, tell: &mut impl FnMut(Event)) {
        let mut seat = first;
        loop {
            let player = position.player(seat);
            if player.to_build.iter().any(|&tile| player.territory.can_place(self.tiles(), tile)) {
                position.public.phase = Phase::Build(seat);
                return;
            }
            // Ruling: they go back only when none of the remaining tiles can be placed.
            for tile in std::mem::take(&mut position.public.player_mut(seat).to_build) {
                position.public.bag.put(tile);
                tell(Event::Return { seat, tile });
            }
            match position.next_in_turn(seat) {
                Some(next) => seat = next,
                None => return self.end_round(position, tell),
            }
        }
    }

    /// Phase 6, and after the last round the final scoring.
    fn end_round(&self, position: &mut Position, tell: &mut impl FnMut(Event)) {
        self.score_round(position, tell);
        if usize::from(position.round) == self.rules().round_count() {
            self.score_end(position, tell);
            position.public.phase = Phase::Over;
        } else {
            position.public.round += 1;
            // Ruling: the marker passes clockwise each round.
            position.public.start = position.start.clockwise(1, position.seats());
            position.public.phase = Phase::Draw;
        }
    }

    /// Phase 6: the VP of this round's scoring tiles, as the territories are now.
    pub fn score_round(&self, position: &mut Position, tell: &mut impl FnMut(Event)) {
        let scores = self.rules().round(position.round).scores;
        let mut measured = [[0; MAX_SEATS]; Slot::ALL.len()];
        for (index, player) in position.players.iter().enumerate() {
            let survey = Survey::of(self.tiles(), &player.territory);
            for slot in scores.iter() {
                measured[slot.index()][index] = survey.measure(self.scoring_at(slot), player.gold);
            }
        }
        for slot in scores.iter() {
            let scoring = self.scoring_at(slot);
            let awarded = award(scoring, &measured[slot.index()][..position.seats()]);
            for (seat, vp) in Seat::all(position.seats()).zip(awarded) {
                let player = position.public.player_mut(seat);
                player.vp += vp;
                tell(Event::Score { seat, slot, scoring, vp, total: player.vp });
            }
        }
    }

    /// The final scoring: scrolls, gold, ranks.
    fn score_end(&self, position: &mut Position, tell: &mut impl FnMut(Event)) {
        for seat in Seat::all(position.seats()) {
            let player = position.public.player_mut(seat);
            let mut vp = player.vp;
            let survey = Survey::of(self.tiles(), &player.territory);
            for scroll in survey.scrolls() {
                vp += scroll.vp;
                tell(Event::Scroll { seat, scroll });
            }
            let gold_vp = player.gold / self.rules().gold_per_vp;
            tell(Event::GoldVp { seat, gold: player.gold, vp: gold_vp });
            player.vp = vp + gold_vp;
            player.gold %= self.rules().gold_per_vp;
        }
        let outcome = final_ranking(position);
        for (seat, &rank) in Seat::all(position.seats()).zip(&outcome.ranks) {
            let player = position.player(seat);
            tell(Event::Result { seat, vp: player.vp, gold: player.gold, rank });
        }
    }
}

/// Ruling: VP, then gold left after the exchange, then shared.
pub(super) fn final_ranking(position: &Public) -> Ending {
    let points: ArrayVec<[i32; MAX_SEATS]> = position.players.iter().map(|player| i32::from(player.vp)).collect();
    let gold: ArrayVec<[i32; MAX_SEATS]> = position.players.iter().map(|player| i32::from(player.gold)).collect();
    Ending::ranked(&points, &gold)
}

fn drawn_tiles(player: &Player) -> [TileId; DRAWN] {
    player.drawn.into_inner()
}

/// Phase 3: all offers become public, discards go back to the bag, stakes are placed on the tiles.
fn reveal_offers(position: &mut Position) {
    for seat in Seat::all(position.seats()) {
        let offer = position.offers[seat.index()].take().unwrap_or_else(|| panic!("seat {seat} has made no offer"));
        let Public { players, bag, .. } = &mut position.public;
        let player = &mut players[seat.index()];
        for (tile, price) in iter::zip(drawn_tiles(player), offer.prices()) {
            if price == 0 {
                bag.put(tile);
            } else {
                player.display.push(ForSale { tile, price });
            }
        }
        player.gold -= offer.stake();
        player.drawn.clear();
    }
    position.public.phase = Phase::Buy(position.start);
}

fn buy(position: &mut Position, seat: Seat, from: Seat, tile: TileId, tell: &mut impl FnMut(Event)) {
    assert_ne!(seat, from, "nobody buys from themselves");
    let seller = position.public.player_mut(from);
    let index = seller.display.iter().position(|offered| offered.tile == tile).expect("a tile on display");
    let price = seller.display.remove(index).price;
    // Rulebook: the seller gets the payment, and at once the stake back.
    seller.gold += 2 * price;
    let buyer = position.public.player_mut(seat);
    buyer.gold = buyer.gold.checked_sub(price).expect("gold for the price");
    buyer.to_build.push(tile);
    tell(Event::Buy { seat, from, tile, price });
}

/// Unsold tiles are kept once all buying is done; their stakes are lost.
fn keep_unsold(position: &mut Position, tell: &mut impl FnMut(Event)) {
    for seat in Seat::all(position.seats()) {
        let player = position.public.player_mut(seat);
        for ForSale { tile, price } in std::mem::take(&mut player.display) {
            player.to_build.push(tile);
            tell(Event::Keep { seat, tile, lost: price });
        }
    }
}
