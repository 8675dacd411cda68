//! Tipperary as a [`Game`], and views of it.

use tinyvec::ArrayVec;

use super::position::{Area, Position};
use super::turns;
use crate::tipperary::{AREAS, Action, Chance, Display, Event, Phase, Player, Public, Tipperary};
use crate::{Ending, Game, Random, Seat, Turn, below};

impl Tipperary {
    /// The two tiles that a seat chooses from, ascending.
    fn choice(&self, position: &Public, seat: Seat) -> Area {
        let mut tiles = position.areas[self.area(position, seat)];
        tiles.sort_unstable();
        tiles
    }
}

impl Game for Tipperary {
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
        let components = self.components();
        Position(Public {
            round: 1,
            start: first,
            phase: Phase::Spin,
            shift: 0,
            areas: [Area::new(); AREAS],
            bag: components.landscape().all().collect(),
            bonus: components.all_bonus().collect(),
            sheep: self.rules().wooden_sheep as u8,
            towers: self.rules().towers as u8,
            marker: None,
            sheep_due: 0,
            bonus_due: 0,
            scores: ArrayVec::new(),
            players: self
                .hometowns()
                .iter()
                .map(|&id| Player { display: Display::of(components, id), barrel: 0, towers: 0 })
                .collect(),
        })
    }

    #[inline]
    fn turn(&self, position: &Public) -> Turn {
        match position.phase {
            Phase::Spin | Phase::DrawBonus(_) => Turn::Chance,
            Phase::Place(seat) | Phase::Sheep(seat) | Phase::Bonus(seat, _) | Phase::Tower(seat) => Turn::Seat(seat),
            Phase::Over => Turn::Over,
        }
    }

    /// Never: every choice is open.
    #[inline]
    fn is_secret(&self, _: &Public) -> bool {
        false
    }

    fn legal_actions(&self, position: &Public, actions: &mut Vec<Action>) {
        actions.clear();
        match position.phase {
            Phase::Spin | Phase::DrawBonus(_) | Phase::Over => {}
            Phase::Place(seat) => {
                for tile in self.choice(position, seat) {
                    actions
                        .extend(position.player(seat).display.placements(self.components(), tile).map(Action::Place));
                }
            }
            Phase::Sheep(seat) => actions.extend(position.player(seat).display.free_meadows().map(Action::Sheep)),
            Phase::Bonus(seat, _) => actions.extend(position.player(seat).display.bonus_places().map(Action::Bonus)),
            Phase::Tower(seat) => {
                actions.extend(position.player(seat).display.tower_places().map(Action::Tower));
                actions.push(Action::Stop);
            }
        }
    }

    fn is_legal(&self, position: &Public, action: Action) -> bool {
        match (position.phase, action) {
            (Phase::Place(seat), Action::Place(placement)) => {
                position.areas[self.area(position, seat)].contains(&placement.tile)
                    && position.player(seat).display.allows(self.components(), placement)
            }
            (Phase::Sheep(seat), Action::Sheep(place)) => position.player(seat).display.takes_sheep(place),
            (Phase::Bonus(seat, _), Action::Bonus(place)) => position.player(seat).display.takes_bonus(place),
            (Phase::Tower(seat), Action::Tower(place)) => position.player(seat).display.is_beside(place),
            (Phase::Tower(_), Action::Stop) => true,
            (_, Action::Place(_) | Action::Sheep(_) | Action::Bonus(_) | Action::Tower(_) | Action::Stop) => false,
        }
    }

    fn random_action(&self, position: &Public, random: &mut Random) -> Action {
        match position.phase {
            Phase::Place(seat) => {
                let tiles = &position.areas[self.area(position, seat)];
                Action::Place(position.player(seat).display.random_placement(self.components(), tiles, random))
            }
            Phase::Sheep(seat) => Action::Sheep(position.player(seat).display.random_free_meadow(random)),
            Phase::Bonus(seat, _) => Action::Bonus(position.player(seat).display.random_bonus_place(random)),
            Phase::Tower(seat) => {
                let places = position.player(seat).display.count_tower_places() as u32;
                if below(random, places + 1) == places {
                    return Action::Stop;
                }
                Action::Tower(position.player(seat).display.random_tower_place(random))
            }
            Phase::Spin | Phase::DrawBonus(_) | Phase::Over => {
                panic!("nobody decides in phase {:?}", position.phase)
            }
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

    fn outcome(&self, position: &Public) -> Ending {
        assert_eq!(position.phase, Phase::Over, "a game has an outcome when it is over");
        turns::ending(position)
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

    /// Copies the position: nothing is hidden, so nothing is guessed.
    fn determinize(
        &self,
        view: &View<'_>,
        _random: &mut Random,
        _model: &mut impl FnMut(&View<'_>, &mut Random) -> Action,
    ) -> Position {
        Position(view.public().clone())
    }
}

/// A position as one seat sees it: all of it.
///
/// Only the future is hidden, and a position has no order of the bag or of bonus tiles that could be seen.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct View<'p> {
    seat: Seat,
    public: &'p Public,
}

impl<'p> View<'p> {
    /// Returns the view of a seat.
    #[inline]
    pub(super) fn of(position: &'p Position, seat: Seat) -> Self {
        Self { seat, public: position }
    }

    /// Whose view it is.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the part that every seat may know.
    #[inline]
    pub fn public(&self) -> &'p Public {
        self.public
    }
}
