//! A matrix game: two players secretly choose a row and a column, once. It is zero-sum.
//!
//! Its solution can be a mixed strategy, which a search for a single best answer cannot find.

use std::convert::Infallible;
use std::ops::Deref;

use crate::{Ending, Game, Random, Seat, Turn, below};

/// A matrix game, given by the payoff of seat 0 for each row and column.
#[derive(Clone, Debug)]
pub struct MatrixGame {
    /// Rows of equal length.
    pub payoffs: Vec<Vec<i32>>,
}

/// The part of a matrix game that both seats may know.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct MatrixPublic {
    /// The number of seats that have chosen.
    pub chosen: usize,
    /// The payoff of seat 0, once both have chosen.
    pub payoff: Option<i32>,
}

/// A state of a matrix game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct MatrixPosition {
    /// The part that both seats may know.
    pub public: MatrixPublic,
    /// The row, if it is chosen and not yet revealed.
    pub row: Option<usize>,
}

impl Deref for MatrixPosition {
    type Target = MatrixPublic;

    fn deref(&self) -> &MatrixPublic {
        &self.public
    }
}

/// One seat's view of a matrix game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct MatrixView<'p> {
    seat: Seat,
    public: &'p MatrixPublic,
    own_row: Option<usize>,
}

impl MatrixGame {
    fn choices(&self, seat: Seat) -> usize {
        if seat.index() == 0 { self.payoffs.len() } else { self.payoffs[0].len() }
    }
}

impl Game for MatrixGame {
    type Public = MatrixPublic;
    type Position = MatrixPosition;
    type Action = usize;
    type View<'p> = MatrixView<'p>;
    type Event = i32;
    type Chance = Infallible;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self, _first: Seat) -> MatrixPosition {
        MatrixPosition { public: MatrixPublic { chosen: 0, payoff: None }, row: None }
    }

    fn turn(&self, position: &MatrixPublic) -> Turn {
        if position.payoff.is_some() { Turn::Over } else { Turn::Seat(Seat::new(position.chosen)) }
    }

    fn is_secret(&self, position: &MatrixPublic) -> bool {
        position.payoff.is_none()
    }

    fn legal_actions(&self, position: &MatrixPublic, actions: &mut Vec<usize>) {
        actions.clear();
        if let Turn::Seat(seat) = self.turn(position) {
            actions.extend(0..self.choices(seat));
        }
    }

    fn is_legal(&self, position: &MatrixPublic, action: usize) -> bool {
        matches!(self.turn(position), Turn::Seat(seat) if action < self.choices(seat))
    }

    fn random_action(&self, position: &MatrixPublic, random: &mut Random) -> usize {
        below(random, self.choices(Seat::new(position.chosen)) as u32) as usize
    }

    fn apply_telling(&self, position: &mut MatrixPosition, action: usize, tell: &mut impl FnMut(&MatrixPosition, i32)) {
        assert!(self.is_legal(position, action), "choice {action}");
        position.public.chosen += 1;
        match position.row.take() {
            None => position.row = Some(action),
            Some(row) => {
                position.public.payoff = Some(self.payoffs[row][action]);
                tell(position, self.payoffs[row][action]);
            }
        }
    }

    fn draw(&self, _: &MatrixPublic, _seed: u64) -> Infallible {
        panic!("no chance is in a matrix game");
    }

    fn settle_telling(&self, _: &mut MatrixPosition, chance: &Infallible, _: &mut impl FnMut(&MatrixPosition, i32)) {
        match *chance {}
    }

    fn outcome(&self, position: &MatrixPublic) -> Ending {
        let payoff = position.payoff.expect("both have chosen");
        Ending::ranked(&[payoff, -payoff], &[0, 0])
    }

    fn view<'p>(&self, position: &'p MatrixPosition, seat: Seat) -> MatrixView<'p> {
        MatrixView { seat, public: &position.public, own_row: position.row.filter(|_| seat.index() == 0) }
    }

    fn viewer(&self, view: &MatrixView<'_>) -> Seat {
        view.seat
    }

    fn public<'v>(&self, view: &'v MatrixView<'_>) -> &'v MatrixPublic {
        view.public
    }

    fn determinize(
        &self,
        view: &MatrixView<'_>,
        random: &mut Random,
        model: &mut impl FnMut(&MatrixView<'_>, &mut Random) -> usize,
    ) -> MatrixPosition {
        let is_hidden = view.public.chosen == 1 && view.public.payoff.is_none() && view.seat.index() == 1;
        let before = MatrixPublic { chosen: 0, payoff: None };
        let mut guess = || model(&MatrixView { seat: Seat::new(0), public: &before, own_row: None }, random);
        MatrixPosition { public: *view.public, row: if is_hidden { Some(guess()) } else { view.own_row } }
    }
}
