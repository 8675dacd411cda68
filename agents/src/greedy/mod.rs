//! The greedy player: takes the best it sees now, by the appraisal of tiles, territories and gold.

mod building;
mod buying;
mod pricing;

use engine::Game;
use engine::random::Random;
use engine::skye::{Action, Phase, Public, Skye, View};

use crate::appraisal::TileGains;
use crate::kind::{Accepted, Key, Kind};
use crate::{Agent, Decision};

pub use building::best_building;
pub use buying::best_purchase;
pub use pricing::{PricedOffer, best_offer, ranked_offers};

/// Registration.
pub(crate) const KIND: Kind = Kind {
    name: "greedy",
    summary: "the best action now by an appraisal of tiles, territories and gold",
    keys: &[Key {
        name: "preset",
        meaning: "which version plays; `first` never changes, as a yardstick",
        default: "first",
        accepted: Accepted::Word(&["first"]),
    }],
    build: |_| Box::new(Greedy),
};

/// Takes the best action by the appraisal; draws no random numbers.
#[derive(Copy, Clone, Debug)]
pub struct Greedy;

impl Agent<Skye> for Greedy {
    fn choose(&self, game: &Skye, view: &View<'_>, _random: &mut Random) -> Decision<Action> {
        Decision::at_once(greedy_action(game, game.public(view), &mut TileGains::default()))
    }
}

/// What the greedy player does as the seat to move. Looks at public information and the seat's own only.
///
/// `gains` must hold for this game and its territories; what tiles would gain whom is kept there.
pub fn greedy_action(game: &Skye, position: &Public, gains: &mut TileGains) -> Action {
    match position.phase {
        Phase::Price(seat) => Action::Offer(best_offer(game, position, seat, gains)),
        Phase::Buy(seat) => best_purchase(game, position, seat, gains),
        Phase::Build(seat) => Action::Place(best_building(game, position, seat).placement),
        Phase::Draw | Phase::Over => panic!("nobody decides in phase {:?}", position.phase),
    }
}
