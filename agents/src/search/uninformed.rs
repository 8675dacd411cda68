//! What can be known of any game: its rules.
//!
//! A position is worth the share of the win alone. With a part for the margin in points, of 10 % or 30 %, searches of 100 and 400 iterations
//! played sealed bids no better.

use engine::random::{Random, RandomSource, below, random};
use engine::{Game, Seat};

use super::knowledge::{Knowledge, Values};

/// Legal actions as candidates, play at random to the end, and the share of the win.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Uninformed {
    /// How many actions are looked at; of more, as many at random.
    pub candidates: usize,
}

/// The seed of the order in which actions are looked at, the same in all of a search's simulations: a tree has to meet actions again.
type Order = Option<u64>;

impl<G: Game> Knowledge<G> for Uninformed {
    type Memo = Order;

    fn memo(&self, _: &G::Public) -> Order {
        None
    }

    fn begin_simulation(&self, _: &mut Order) {}

    /// As many actions are drawn as are looked at. If no two are the same, there may be very many legal ones, which are not listed then.
    fn candidates(&self, game: &G, view: &G::View<'_>, memo: &mut Order, random: &mut Random) -> Vec<G::Action> {
        let position = game.public(view);
        let mut drawn = Vec::with_capacity(self.candidates);
        while drawn.len() < self.candidates {
            let action = game.random_action(position, random);
            if drawn.contains(&action) {
                return self.listed(game, position, drawn[0], memo, random);
            }
            drawn.push(action);
        }
        drawn
    }

    fn policy(&self, game: &G, view: &G::View<'_>, _: &mut Order, random: &mut Random) -> G::Action {
        game.random_action(game.public(view), random)
    }

    /// Never: without an appraisal a simulation lasts to the end.
    fn is_horizon(&self, _: &G, _: &G::Public, _: &G::Public) -> bool {
        false
    }

    /// Always: nothing is known of what would upset a plan.
    fn is_plannable(&self, _: &G, _: &G::Public, _: &G::Public) -> bool {
        true
    }

    fn values(&self, game: &G, position: &G::Public) -> Values {
        let outcome = game.outcome(position);
        let mut values = Values::default();
        for seat in Seat::all(game.seats()) {
            values[seat.index()] = outcome.win_share(seat);
        }
        values
    }
}

impl Uninformed {
    /// Legal actions in the order of this search, `first` before all others.
    fn listed<G: Game>(
        &self,
        game: &G,
        position: &G::Public,
        first: G::Action,
        order: &mut Order,
        dice: &mut Random,
    ) -> Vec<G::Action> {
        let mut actions = Vec::new();
        game.legal_actions(position, &mut actions);
        let is_root = order.is_none();
        shuffle(&mut actions, &mut random(*order.get_or_insert_with(|| dice.next_u64())));
        if is_root {
            // What it would do without search.
            let place = actions.iter().position(|&action| action == first).expect("a random action is legal");
            actions.swap(0, place);
        }
        actions.truncate(self.candidates);
        actions
    }
}

/// Puts items in a random order (Fisher & Yates).
fn shuffle<T>(items: &mut [T], dice: &mut Random) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(dice, last as u32 + 1) as usize);
    }
}
