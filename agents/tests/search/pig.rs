//! The dice game Pig: chance before every decision, and no fixed number of rounds.
//!
//! The player to move rolls. A 1 ends the turn with nothing; anything else is added to the pot, and then the player rolls again or
//! banks the pot, which ends the turn. The first to bank enough wins.

use std::ops::Deref;

use engine::random::{Random, below, mix, random};
use engine::{Ending, Game, Seat, Turn};

#[derive(Clone, Debug)]
pub struct Pig {
    /// The points needed to win.
    pub goal: u16,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PigPosition {
    pub banked: [u16; 2],
    pub pot: u16,
    pub to_move: Seat,
    pub rolls: u64,
    pub is_rolled: bool,
}

/// All is public.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Open(pub PigPosition);

impl Deref for Open {
    type Target = PigPosition;

    fn deref(&self) -> &PigPosition {
        &self.0
    }
}

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Choice {
    Bank,
    Roll,
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub struct PigView<'p>(Seat, &'p PigPosition);

fn end_turn(position: &mut PigPosition) {
    (position.pot, position.is_rolled) = (0, false);
    position.to_move = position.to_move.clockwise(1, 2);
}

impl Game for Pig {
    type Public = PigPosition;
    type Position = Open;
    type Action = Choice;
    type View<'p> = PigView<'p>;
    type Event = u16;
    type Chance = u16;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self, first: Seat) -> Open {
        Open(PigPosition { banked: [0; 2], pot: 0, to_move: first, rolls: 0, is_rolled: false })
    }

    fn turn(&self, position: &PigPosition) -> Turn {
        match position.is_rolled {
            _ if position.banked.iter().any(|&banked| banked >= self.goal) => Turn::Over,
            false => Turn::Chance,
            true => Turn::Seat(position.to_move),
        }
    }

    fn is_secret(&self, _: &PigPosition) -> bool {
        false
    }

    fn legal_actions(&self, position: &PigPosition, actions: &mut Vec<Choice>) {
        actions.clear();
        if let Turn::Seat(_) = self.turn(position) {
            actions.extend([Choice::Bank, Choice::Roll]);
        }
    }

    fn is_legal(&self, position: &PigPosition, _: Choice) -> bool {
        matches!(self.turn(position), Turn::Seat(_))
    }

    fn random_action(&self, _: &PigPosition, random: &mut Random) -> Choice {
        [Choice::Bank, Choice::Roll][below(random, 2) as usize]
    }

    fn apply_telling(&self, Open(position): &mut Open, choice: Choice, _: &mut impl FnMut(&Open, u16)) {
        match choice {
            Choice::Roll => position.is_rolled = false,
            Choice::Bank => {
                position.banked[position.to_move.index()] += position.pot;
                end_turn(position);
            }
        }
    }

    fn draw(&self, position: &PigPosition, seed: u64) -> u16 {
        1 + below(&mut random(mix([seed, position.rolls + 1])), 6) as u16
    }

    fn settle_telling(&self, open: &mut Open, &eyes: &u16, tell: &mut impl FnMut(&Open, u16)) {
        let position = &mut open.0;
        position.rolls += 1;
        match eyes {
            1 => end_turn(position),
            more => (position.pot, position.is_rolled) = (position.pot + more, true),
        }
        tell(open, eyes);
    }

    fn outcome(&self, position: &PigPosition) -> Ending {
        Ending::ranked(&position.banked.map(i32::from), &[0, 0])
    }

    fn view<'p>(&self, position: &'p Open, seat: Seat) -> PigView<'p> {
        PigView(seat, &position.0)
    }

    fn viewer(&self, view: &PigView<'_>) -> Seat {
        view.0
    }

    fn public<'v>(&self, view: &'v PigView<'_>) -> &'v PigPosition {
        view.1
    }

    fn determinize(
        &self,
        view: &PigView<'_>,
        _: &mut Random,
        _: &mut impl FnMut(&PigView<'_>, &mut Random) -> Choice,
    ) -> Open {
        Open(*view.1)
    }
}

#[test]
fn pig_is_a_game() {
    (0..20).for_each(|seed| engine::contract::check(&Pig { goal: 20 }, seed));
}
