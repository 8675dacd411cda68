//! Search of any game by its rules alone.
//!
//! The value of a position is its win share alone. Counting the margin in points for 10 % or 30 % made searches of 100
//! and 400 iterations no stronger in sealed bids.

use engine::{Game, Random, Seat};

use super::{SearchDomain, Values};
use crate::shuffle;

/// Legal actions as candidates, random play to the end, and the win share.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct UninformedDomain {
    /// The number of actions that are considered; a random sample if there are more.
    pub candidates: usize,
}

impl<G: Game> SearchDomain<G> for UninformedDomain {
    type Cache = ();

    fn cache(&self, _: &G::Public) {}

    /// Samples the actions that are considered.
    ///
    /// If no two samples are equal, there may be very many legal actions, so they are not listed.
    fn candidates(&self, game: &G, view: &G::View<'_>, (): &mut (), random: &mut Random) -> Vec<G::Action> {
        let position = game.public(view);
        let mut drawn = Vec::with_capacity(self.candidates);
        while drawn.len() < self.candidates {
            let action = game.random_action(position, random);
            if drawn.contains(&action) {
                let mut actions = Vec::new();
                game.legal_actions(position, &mut actions);
                shuffle(&mut actions, random);
                // The action that it would take without search.
                let place = actions.iter().position(|action| *action == drawn[0]).expect("a random action is legal");
                actions.swap(0, place);
                actions.truncate(self.candidates);
                return actions;
            }
            drawn.push(action);
        }
        drawn
    }

    fn policy(&self, game: &G, view: &G::View<'_>, (): &mut (), random: &mut Random) -> G::Action {
        game.random_action(game.public(view), random)
    }

    fn values(&self, game: &G, position: &G::Public, (): &mut ()) -> Values {
        let outcome = game.outcome(position);
        let mut values = Values::default();
        for seat in Seat::all(game.seats()) {
            values[seat.index()] = outcome.win_share(seat).into();
        }
        values
    }
}
