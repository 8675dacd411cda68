//! A search that knows its opponents: it asks a copy of them for their offers and purchases.

use std::sync::Arc;

use engine::random::random;
use engine::skye::{Action, Offer, Phase, Skye, View};
use engine::{Game, MAX_SEATS, Random, RandomSource, below, mix};

use super::{SkyeCache, SkyeDomain};
use crate::Agent;
use crate::search::{Mcts, Variant};

/// A copy of the agent in all other seats.
///
/// Before a search makes an offer it asks for the others' offers instead of guessing; before it buys, it asks for the
/// purchases of the seats after it. The copy gets the same views as in the game, so nothing hidden leaks.
#[derive(Clone)]
pub struct Insider(Arc<dyn Agent<Skye>>);

/// The number of times that an opponent is asked for its offer, each with different random numbers.
const OFFERS: u64 = 16;

/// The number of times that it is asked for its purchase at one position, and the number of positions.
const PURCHASES: u64 = 4;
const MOST_POSITIONS: usize = 16;

impl Insider {
    /// The default search against this opponent, with a number of iterations for each decision.
    ///
    /// The opponent's own iterations are not counted.
    pub fn search(opponent: Arc<dyn Agent<Skye>>, iterations: u64) -> Mcts<SkyeDomain> {
        let domain = SkyeDomain { insider: Some(Self(opponent)), ..SkyeDomain::of_search() };
        Mcts { variant: Variant::Tree, iterations, timer: None, early_stopping: false, threads: 1, domain }
    }

    /// Returns the opponent's actions here, asked this number of times.
    fn answers(&self, game: &Skye, view: &View<'_>, times: u64, rng: &mut Random) -> Vec<Action> {
        let luck = rng.next_u64();
        (0..times).map(|number| self.0.choose(game, view, &mut random(mix([luck, number]))).action).collect()
    }

    /// By seat, the offers that the opponent would make there.
    pub(super) fn offers(&self, game: &Skye, view: &View<'_>, rng: &mut Random) -> [Vec<Offer>; MAX_SEATS] {
        let mut offers: [Vec<Offer>; MAX_SEATS] = Default::default();
        let mut ask = |hidden: &View<'_>, rng: &mut Random| {
            let answers = self.answers(game, hidden, OFFERS, rng);
            let offer = |action: &Action| match action {
                Action::Offer(offer) => *offer,
                other => panic!("{other:?} is no offer"),
            };
            offers[game.viewer(hidden).index()] = answers.iter().map(offer).collect();
            answers[0]
        };
        // The seats that are asked before this one, and those after it.
        let mut position = game.determinize(view, rng, &mut ask);
        let own = game.random_action(&position, rng);
        game.apply(&mut position, own);
        while let Phase::Price(seat) = position.phase {
            let offer = ask(&game.view(&position, seat), rng);
            game.apply(&mut position, offer);
        }
        offers
    }

    /// One of the opponent's purchases here, in the trade in which the searching seat buys.
    ///
    /// `None` for the searching seat, and if it has already been asked at enough positions.
    pub(super) fn purchase(
        &self,
        game: &Skye,
        view: &View<'_>,
        cache: &mut SkyeCache,
        rng: &mut Random,
    ) -> Option<Action> {
        let position = game.public(view);
        let is_later_buyer = matches!(position.phase, Phase::Buy(seat) if cache.searcher != Some(seat));
        if !cache.is_buying || !is_later_buyer || position.round != cache.root_round {
            return None;
        }
        let known = cache.asked.iter().position(|(known, _)| known == position);
        if known.is_none() && cache.asked.len() == MOST_POSITIONS {
            return None;
        }
        let index = known.unwrap_or_else(|| {
            cache.asked.push((position.clone(), self.answers(game, view, PURCHASES, rng)));
            cache.asked.len() - 1
        });
        let answers = &cache.asked[index].1;
        Some(answers[below(rng, answers.len() as u32) as usize])
    }
}
