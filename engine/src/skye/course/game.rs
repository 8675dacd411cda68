//! Isle of Skye as a [`Game`].

use super::action::{Action, Offer};
use super::event::Event;
use super::phases;
use super::position::{Bag, ForSale, Phase, Player, Position, Public};
use super::set_up::Skye;
use super::view::View;
use crate::game::{Ending, Game, MAX_SEATS, Seat, Turn};
use crate::random::{Random, below};
use crate::skye::printed::sizes::MAX_TILES_PER_ROUND;
use crate::skye::printed::tiles::TileId;
use crate::skye::territory::Territory;

impl Skye {
    /// Every purchase the seat could make now: the seller, the tile and the price, ascending by seller and tile.
    pub fn purchases<'a>(&self, position: &'a Public, seat: Seat) -> impl Iterator<Item = (Seat, TileId, u16)> + 'a {
        let gold = position.player(seat).gold;
        let sellers = Seat::all(position.seats()).filter(move |&from| from != seat);
        sellers.flat_map(move |from| {
            let display = &position.player(from).display;
            // At most two, in the order drawn.
            let is_descending = display.len() == 2 && display[0].tile > display[1].tile;
            let sales = (0..display.len()).map(move |index| display[if is_descending { 1 - index } else { index }]);
            sales.filter(move |sale| sale.price <= gold).map(move |sale| (from, sale.tile, sale.price))
        })
    }
}

impl Game for Skye {
    type Public = Public;
    type Position = Position;
    type Action = Action;
    type View<'p> = View<'p>;
    type Event = Event;

    fn seats(&self) -> usize {
        self.players()
    }

    fn start(&self, first: Seat) -> Position {
        let player = Player { territory: Territory::castle(self.tiles()), ..Player::default() };
        let public = Public {
            round: 1,
            start: first,
            phase: Phase::Draw,
            bag: Bag::full(self.tiles()),
            players: vec![player; self.seats()],
        };
        Position { public, offers: [None; MAX_SEATS] }
    }

    #[inline]
    fn turn(&self, position: &Public) -> Turn {
        match position.phase {
            Phase::Draw => Turn::Chance,
            Phase::Price(seat) | Phase::Buy(seat) | Phase::Build(seat) => Turn::Seat(seat),
            Phase::Over => Turn::Over,
        }
    }

    #[inline]
    fn is_secret(&self, position: &Public) -> bool {
        matches!(position.phase, Phase::Price(_))
    }

    fn legal_actions(&self, position: &Public, actions: &mut Vec<Action>) {
        actions.clear();
        match position.phase {
            Phase::Draw | Phase::Over => {}
            Phase::Price(seat) => actions.extend(Offer::all(position.player(seat).gold).map(Action::Offer)),
            Phase::Buy(seat) => {
                actions.extend(self.purchases(position, seat).map(|(from, tile, _)| Action::Buy { from, tile }));
                actions.push(Action::Pass);
            }
            Phase::Build(seat) => {
                let player = position.player(seat);
                let mut to_build = player.to_build;
                to_build.sort_unstable();
                for tile in to_build {
                    actions.extend(player.territory.placements_of(self.tiles(), tile).map(Action::Place));
                }
            }
        }
    }

    fn is_legal(&self, position: &Public, action: Action) -> bool {
        match (position.phase, action) {
            (Phase::Price(seat), Action::Offer(offer)) => offer.is_legal(position.player(seat).gold),
            (Phase::Buy(seat), Action::Buy { from, tile }) => {
                let gold = position.player(seat).gold;
                let is_offered = |sale: &ForSale| sale.tile == tile && sale.price <= gold;
                from != seat && from.index() < self.seats() && position.player(from).display.iter().any(is_offered)
            }
            (Phase::Buy(_), Action::Pass) => true,
            (Phase::Build(seat), Action::Place(placement)) => {
                let player = position.player(seat);
                player.to_build.contains(&placement.tile) && player.territory.allows(self.tiles(), placement)
            }
            (_, Action::Offer(_) | Action::Buy { .. } | Action::Pass | Action::Place(_)) => false,
        }
    }

    fn random_action(&self, position: &Public, random: &mut Random) -> Action {
        match position.phase {
            Phase::Price(seat) => Action::Offer(Offer::random(position.player(seat).gold, random)),
            Phase::Buy(seat) => {
                let count = self.purchases(position, seat).count() as u32;
                let choice = self.purchases(position, seat).nth(below(random, count + 1) as usize);
                choice.map_or(Action::Pass, |(from, tile, _)| Action::Buy { from, tile })
            }
            Phase::Build(seat) => {
                let Player { to_build, territory, .. } = position.player(seat);
                let mut counts = [0; MAX_TILES_PER_ROUND];
                for (count, &tile) in counts.iter_mut().zip(to_build) {
                    *count = territory.count_placements(self.tiles(), tile);
                }
                let mut number = below(random, counts.iter().sum::<usize>() as u32) as usize;
                for (&tile, count) in to_build.iter().zip(counts) {
                    if number < count {
                        return Action::Place(territory.nth_placement(self.tiles(), tile, number));
                    }
                    number -= count;
                }
                unreachable!("the number is below the sum of the counts")
            }
            Phase::Draw | Phase::Over => panic!("nobody decides in phase {:?}", position.phase),
        }
    }

    fn apply_telling(&self, position: &mut Position, action: Action, tell: &mut impl FnMut(Event)) {
        self.perform(position, action, tell);
    }

    fn resolve_chance_telling(&self, position: &mut Position, seed: u64, tell: &mut impl FnMut(Event)) {
        let draws = self.draws(position, seed);
        self.begin_round(position, &draws, tell);
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
