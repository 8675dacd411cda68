//! The greedy player: takes the best it sees now, by the appraisal of tiles, territories and gold.

mod brain;
mod preset;
pub use preset::Preset;

mod market;
pub use market::{Market, Purchase, Stalls};

mod pricing;
pub use pricing::{PricedOffer, Pricing, best_offer, likely_offer, ranked_offers};

mod buying;
pub use buying::{Buying, best_purchase};

mod building;
pub use building::{Building, best_building};

mod kind;
pub(crate) use kind::KIND;

pub use brain::{Brain, greedy_action};

use std::sync::Arc;

use engine::Game;
use engine::random::Random;
use engine::skye::{Action, Skye, View};

use crate::appraisal::TileGains;
use crate::{Agent, Decision};

/// Takes the best action now.
#[derive(Clone, Debug)]
pub struct Greedy(pub Brain);

impl Agent<Skye> for Greedy {
    fn choose(&self, game: &Skye, view: &View<'_>, random: &mut Random) -> Decision<Action> {
        let mut gains = TileGains::by(Arc::clone(&self.0.judgements));
        Decision::at_once(self.0.action(game, game.public(view), &mut gains, random))
    }
}
