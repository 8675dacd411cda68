//! Isle of Skye as a [`Game`].

use tinyvec::ArrayVec;

use super::phases::MAX_TO_LAY;
use super::position::{Borderlands, Dolmen, Found};
use crate::skye::{
    Action, Bag, Chance, DOLMEN_SPACES, Event, Offer, PRICED, Phase, Player, Position, Public, Skye, Territory, TileId,
    View, phases,
};
use crate::{Ending, Game, MAX_SEATS, Random, Seat, Turn, below};

/// A purchase that can be made: the seller, the tile and its price.
type Purchases = ArrayVec<[(Seat, TileId, u16); PRICED * (MAX_SEATS - 1)]>;

impl Skye {
    /// Every purchase the seat could make now, as seller, tile and price.
    ///
    /// Tablets may reduce the gold to pay ([`Player::payment`]). Ascending by seller and tile.
    pub fn purchases(&self, position: &Public, seat: Seat) -> impl Iterator<Item = (Seat, TileId, u16)> + use<> {
        self.list_purchases(position, seat).into_iter()
    }

    #[inline]
    fn list_purchases(&self, position: &Public, seat: Seat) -> Purchases {
        let buyer = position.player(seat);
        let highest = buyer.gold.saturating_add(buyer.tablets.discount());
        let mut purchases = Purchases::new();
        for (from, seller) in Seat::all(position.seats()).zip(&position.players) {
            if from == seat {
                continue;
            }
            let first = purchases.len();
            for sale in seller.display.iter().filter(|sale| sale.price <= highest) {
                purchases.push((from, sale.tile, sale.price));
            }
            // At most two, in the order drawn.
            if let [a, b] = &mut purchases[first..]
                && a.1 > b.1
            {
                std::mem::swap(a, b);
            }
        }
        purchases
    }
}

impl Game for Skye {
    type Public = Public;
    type Position = Position;
    type Action = Action;
    type View<'p> = View<'p>;
    type Event = Event;
    type Chance = Chance;

    fn seats(&self) -> usize {
        self.players()
    }

    fn start(&self, first: Seat) -> Position {
        let player = Player::starting(Territory::castle(self.tiles()), Borderlands::all(self.tiles()));
        let mut players = vec![player; self.seats()];
        for (seat, gold) in Seat::in_turn_order(first, self.seats()).zip(self.rules().start_gold) {
            players[seat.index()].gold = gold;
        }
        let public = Public {
            round: 1,
            start: first,
            phase: Phase::Draw,
            bag: Bag::full(self.tiles()),
            dolmen: Dolmen { board: [None; DOLMEN_SPACES], stack: self.tiles().druids().collect() },
            found: Found::new(),
            players,
        };
        Position { public, offers: [None; MAX_SEATS], trades: Vec::with_capacity(self.rules().round_count()) }
    }

    #[inline]
    fn turn(&self, position: &Public) -> Turn {
        match position.phase.seat() {
            Some(seat) => Turn::Seat(seat),
            None if position.phase == Phase::Over => Turn::Over,
            None => Turn::Chance,
        }
    }

    #[inline]
    fn is_secret(&self, position: &Public) -> bool {
        matches!(position.phase, Phase::Price(_))
    }

    fn legal_actions(&self, position: &Public, actions: &mut Vec<Action>) {
        actions.clear();
        match position.phase {
            Phase::Draw | Phase::Uncover(_) | Phase::DrawFromBag(_) | Phase::Over => {}
            Phase::Price(seat) => {
                let Player { drawn, gold, .. } = position.player(seat);
                // Internal iteration over nested iterators is faster than external iteration.
                Offer::all(drawn.len(), *gold, self.rules().prices)
                    .for_each(|offer| actions.push(Action::Offer(offer)));
            }
            Phase::Buy(seat) => {
                actions.extend(self.purchases(position, seat).map(|(from, tile, _)| Action::Buy { from, tile }));
                actions.push(Action::Pass);
                let own = actions.len();
                actions.extend(position.player(seat).own_to_take().map(|tile| Action::TakeOwn { tile }));
                actions[own..].sort_unstable();
            }
            Phase::BuyAgain(seat) => {
                actions.push(Action::Pass);
                actions.extend(self.affordable_druids(position, seat).map(|(space, ..)| Action::BuyDruid { space }));
                actions.extend(self.may_draw_from_bag(position, seat).then_some(Action::DrawFromBag));
            }
            Phase::KeepDrawn(_) => {
                actions.extend(position.found.iter().map(|&tile| Action::KeepDrawn { tile }));
                actions.sort_unstable();
            }
            Phase::Build(seat) => {
                let player = position.player(seat);
                let mut to_lay = self.tiles_to_lay(player);
                to_lay.sort_unstable();
                for tile in to_lay {
                    let first = actions.len();
                    actions.extend(player.territory.placements_of(self.tiles(), tile).map(Action::Place));
                    if self.tiles().is_borderland(tile) {
                        // Places beside curved sides come last, so the placements are not sorted yet.
                        actions[first..].sort_unstable();
                    }
                }
                actions.extend(self.may_end_building(player).then_some(Action::EndBuilding));
            }
        }
    }

    fn is_legal(&self, position: &Public, action: Action) -> bool {
        match (position.phase, action) {
            (Phase::Price(seat), Action::Offer(offer)) => {
                let Player { drawn, gold, .. } = position.player(seat);
                offer.is_legal(drawn.len(), *gold, self.rules().prices)
            }
            (Phase::Buy(seat), Action::Buy { from, tile }) => {
                let buyer = position.player(seat);
                from != seat
                    && from.index() < self.seats()
                    && position
                        .player(from)
                        .display
                        .iter()
                        .any(|sale| sale.tile == tile && buyer.payment(sale.price) <= buyer.gold)
            }
            (Phase::Buy(_) | Phase::BuyAgain(_), Action::Pass) => true,
            (Phase::Buy(seat), Action::TakeOwn { tile }) => {
                position.player(seat).own_to_take().any(|offered| offered == tile)
            }
            (Phase::BuyAgain(seat), Action::BuyDruid { space }) => {
                self.affordable_druid(position, seat, usize::from(space)).is_some()
            }
            (Phase::BuyAgain(seat), Action::DrawFromBag) => self.may_draw_from_bag(position, seat),
            (Phase::KeepDrawn(_), Action::KeepDrawn { tile }) => position.found.contains(&tile),
            (Phase::Build(seat), Action::Place(placement)) => {
                let player = position.player(seat);
                self.tiles_to_lay(player).contains(&placement.tile) && player.territory.allows(self.tiles(), placement)
            }
            (Phase::Build(seat), Action::EndBuilding) => self.may_end_building(position.player(seat)),
            (
                _,
                Action::Offer(_)
                | Action::Buy { .. }
                | Action::Pass
                | Action::Place(_)
                | Action::TakeOwn { .. }
                | Action::BuyDruid { .. }
                | Action::DrawFromBag
                | Action::KeepDrawn { .. }
                | Action::EndBuilding,
            ) => false,
        }
    }

    fn random_action(&self, position: &Public, random: &mut Random) -> Action {
        match position.phase {
            Phase::Price(seat) => {
                let Player { drawn, gold, .. } = position.player(seat);
                Action::Offer(Offer::random(drawn.len(), *gold, self.rules().prices, random))
            }
            Phase::Buy(seat) => {
                let player = position.player(seat);
                let purchases = self.list_purchases(position, seat);
                let number = below(random, (purchases.len() + player.own_to_take().count() + 1) as u32) as usize;
                match purchases.get(number) {
                    Some(&(from, tile, _)) => Action::Buy { from, tile },
                    None if number == purchases.len() => Action::Pass,
                    None => {
                        let tile = player.own_to_take().nth(number - purchases.len() - 1);
                        Action::TakeOwn { tile: tile.expect("the number is below the count") }
                    }
                }
            }
            Phase::BuyAgain(seat) => {
                let count = self.affordable_druids(position, seat).count();
                let choices = count + 1 + usize::from(self.may_draw_from_bag(position, seat));
                let number = below(random, choices as u32) as usize;
                match self.affordable_druids(position, seat).nth(number) {
                    Some((space, ..)) => Action::BuyDruid { space },
                    None if number == count => Action::Pass,
                    None => Action::DrawFromBag,
                }
            }
            Phase::KeepDrawn(_) => {
                Action::KeepDrawn { tile: position.found[below(random, position.found.len() as u32) as usize] }
            }
            Phase::Build(seat) => {
                let player = position.player(seat);
                let territory = &player.territory;
                let to_lay = self.tiles_to_lay(player);
                let mut counts = [0; MAX_TO_LAY];
                let mut total = u32::from(self.may_end_building(player));
                for (count, &tile) in counts.iter_mut().zip(&to_lay) {
                    *count = territory.count_placements(self.tiles(), tile) as u32;
                    total += *count;
                }
                let mut number = below(random, total);
                for (&tile, &count) in to_lay.iter().zip(&counts) {
                    if number < count {
                        return Action::Place(territory.nth_placement(self.tiles(), tile, number as usize));
                    }
                    number -= count;
                }
                Action::EndBuilding
            }
            Phase::Draw | Phase::Uncover(_) | Phase::DrawFromBag(_) | Phase::Over => position.phase.nobody_decides(),
        }
    }

    fn apply_telling(&self, position: &mut Position, action: Action, tell: &mut impl FnMut(&Position, Event)) {
        self.perform(position, action, tell);
    }

    #[inline]
    fn draw(&self, position: &Public, seed: u64) -> Chance {
        self.chance_of(position, seed)
    }

    fn settle_telling(&self, position: &mut Position, chance: &Chance, tell: &mut impl FnMut(&Position, Event)) {
        self.meet_chance(position, chance, tell);
    }

    // Compiled here, once and without events; the trait's own would be compiled where games are played, and less well.
    fn apply(&self, position: &mut Position, action: Action) {
        self.perform(position, action, &mut |_: &Position, _| {});
    }

    fn settle(&self, position: &mut Position, chance: &Chance) {
        self.meet_chance(position, chance, &mut |_: &Position, _| {});
    }

    fn resolve_chance(&self, position: &mut Position, seed: u64) {
        let chance = self.chance_of(position, seed);
        self.meet_chance(position, &chance, &mut |_: &Position, _| {});
    }

    fn outcome(&self, position: &Public) -> Ending {
        assert_eq!(position.phase, Phase::Over, "a game has an outcome when it is over");
        phases::final_ranking(position)
    }

    #[inline]
    fn view<'p>(&self, position: &'p Position, seat: Seat) -> View<'p> {
        View::of(position, seat)
    }

    fn viewer(&self, view: &View<'_>) -> Seat {
        view.seat()
    }

    #[inline]
    fn public<'v>(&self, view: &'v View<'_>) -> &'v Public {
        view.public()
    }

    fn determinize(
        &self,
        view: &View<'_>,
        random: &mut Random,
        model: &mut impl FnMut(&View<'_>, &mut Random) -> Action,
    ) -> Position {
        view.determinize(random, model)
    }
}
