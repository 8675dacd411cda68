//! A hidden coin, which a search that assumes perfect information believes it can guess.

use std::ops::Deref;

use crate::planning;
use agents::search::{SearchBudget, SearchDomain, Values, halving, pimc};
use engine::random::{Random, below, random};
use engine::{Ending, Game, Seat, Turn};

/// The player keeps 0.6 of a win, or guesses the coin for all of it.
#[derive(Clone, Debug)]
struct Coin;

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Move {
    Keep,
    Guess,
    Heads,
    Tails,
}

/// The public part.
#[derive(Clone, PartialEq, Debug)]
struct Open {
    moves: Vec<Move>,
}

#[derive(Clone, PartialEq, Debug)]
struct Toss {
    open: Open,
    /// Revealed at the end.
    is_heads: bool,
}

impl Deref for Toss {
    type Target = Open;

    fn deref(&self) -> &Open {
        &self.open
    }
}

impl Game for Coin {
    type Public = Open;
    type Position = Toss;
    type Action = Move;
    type View<'p> = &'p Open;
    type Event = ();
    type Chance = ();

    fn seats(&self) -> usize {
        1
    }

    fn start(&self, _: Seat) -> Toss {
        Toss { open: Open { moves: Vec::new() }, is_heads: true }
    }

    fn turn(&self, open: &Open) -> Turn {
        match open.moves[..] {
            [] | [Move::Guess] => Turn::Seat(Seat::new(0)),
            _ => Turn::Over,
        }
    }

    fn is_secret(&self, _: &Open) -> bool {
        false
    }

    fn legal_actions(&self, open: &Open, actions: &mut Vec<Move>) {
        *actions = if open.moves.is_empty() { vec![Move::Keep, Move::Guess] } else { vec![Move::Heads, Move::Tails] };
    }

    fn is_legal(&self, open: &Open, action: Move) -> bool {
        open.moves.is_empty() == matches!(action, Move::Keep | Move::Guess)
    }

    fn random_action(&self, open: &Open, random: &mut Random) -> Move {
        let mut actions = Vec::new();
        self.legal_actions(open, &mut actions);
        actions[below(random, 2) as usize]
    }

    fn apply_telling(&self, toss: &mut Toss, action: Move, _: &mut impl FnMut(&Toss, ())) {
        toss.open.moves.push(action);
    }

    fn draw(&self, _: &Open, _: u64) {}

    fn settle_telling(&self, _: &mut Toss, (): &(), _: &mut impl FnMut(&Toss, ())) {}

    fn outcome(&self, _: &Open) -> Ending {
        Ending::ranked(&[0], &[0])
    }

    fn view<'p>(&self, toss: &'p Toss, _: Seat) -> &'p Open {
        &toss.open
    }

    fn viewer(&self, _: &&Open) -> Seat {
        Seat::new(0)
    }

    fn public<'v>(&self, view: &'v &Open) -> &'v Open {
        view
    }

    fn determinize(&self, view: &&Open, random: &mut Random, _: &mut impl FnMut(&&Open, &mut Random) -> Move) -> Toss {
        Toss { open: (*view).clone(), is_heads: below(random, 2) == 0 }
    }
}

/// Plays at random; evaluates the guess at the end.
struct Rules;

impl SearchDomain<Coin> for Rules {
    type Cache = ();

    fn cache(&self, _: &Open) {}

    fn candidates(&self, game: &Coin, view: &&Open, (): &mut (), _: &mut Random) -> Vec<Move> {
        let mut actions = Vec::new();
        game.legal_actions(view, &mut actions);
        actions
    }

    fn policy(&self, game: &Coin, view: &&Open, (): &mut (), random: &mut Random) -> Move {
        game.random_action(view, random)
    }

    fn values(&self, _: &Coin, _: &Open, (): &mut ()) -> Values {
        unreachable!("the coin is looked at")
    }

    fn values_of(&self, _: &Coin, tosses: &[Toss], (): &mut ()) -> Vec<Values> {
        let value = |toss: &Toss| match toss.moves.last() {
            Some(Move::Keep) => 0.6,
            last => f64::from(u8::from((last == Some(&Move::Heads)) == toss.is_heads)),
        };
        tosses.iter().map(|toss| [value(toss), 0.0, 0.0, 0.0, 0.0].map(Into::into)).collect()
    }
}

#[test]
fn a_tree_does_not_plan_for_what_it_cannot_see() {
    let (toss, budget) = (Coin.start(Seat::new(0)), SearchBudget::Iterations(400));
    let view = Coin.view(&toss, Seat::new(0));
    let mut fused = 0;
    for seed in 0..20 {
        let found = halving(&Coin, &Rules, &view, planning(budget), &mut random(seed));
        assert_eq!(found.chosen, Move::Keep, "seed {seed}: {found:?}");
        fused += u32::from(pimc(&Coin, &Rules, &view, budget, &mut random(seed)).chosen == Move::Guess);
    }
    // Strategy fusion, the known fault of searches that assume perfect information.
    assert!(fused > 15, "PIMC guesses with {fused} of 20 seeds");
}
