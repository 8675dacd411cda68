//! A search that knows its opponents: it asks a copy of them for their offers and purchases.

use std::sync::Arc;

use engine::random::random;
use engine::skye::{Action, DRAWN, Offer, Phase, Public, Skye, View};
use engine::{Game, MAX_SEATS, Random, RandomSource, below, mix};

use super::{SkyeCache, SkyeDomain};
use crate::Agent;
use crate::search::{Effort, Mcts, SearchDomain, SearchReport, Values, Variant};

/// The domain of the default search, and the agent in all other seats.
///
/// Before it makes an offer it asks for the others' offers instead of guessing; before it buys, it asks for the
/// purchases of the seats after it. The copies get the same views as in the game, so nothing hidden leaks. In all else
/// it is the default search.
#[derive(Clone)]
pub struct Insider {
    domain: SkyeDomain,
    opponent: Arc<dyn Agent<Skye>>,
}

/// The number of times that an opponent is asked for its offer, each with different random numbers.
const OFFERS: u64 = 16;

/// The number of times that it is asked for its purchase at one position, and the number of positions.
const PURCHASES: u64 = 4;
const MOST_POSITIONS: usize = 16;

/// The results that all simulations share.
pub struct InsiderCache {
    common: SkyeCache,
    is_buying: bool,
    /// The opponent's actions at positions of the buying phase, all equally likely.
    purchases: Vec<(Public, Vec<Action>)>,
}

impl Insider {
    /// A search against this opponent, with a number of iterations for each decision.
    ///
    /// The opponent's own iterations are not counted.
    pub fn search(opponent: Arc<dyn Agent<Skye>>, iterations: u64) -> Mcts<Self> {
        let domain = Self { domain: SkyeDomain::of_search(), opponent };
        Mcts { variant: Variant::Tree, iterations, timer: None, early_stopping: false, threads: 1, domain }
    }

    /// Returns the opponent's actions here, asked this number of times.
    fn answers(&self, game: &Skye, view: &View<'_>, times: u64, rng: &mut Random) -> Vec<Action> {
        let luck = rng.next_u64();
        (0..times).map(|number| self.opponent.choose(game, view, &mut random(mix([luck, number]))).action).collect()
    }

    /// By seat, the offers that the opponent would make there.
    fn offers(&self, game: &Skye, view: &View<'_>, rng: &mut Random) -> [Vec<Offer>; MAX_SEATS] {
        let mut offers: [Vec<Offer>; MAX_SEATS] = Default::default();
        let mut ask = |hidden: &View<'_>, rng: &mut Random| {
            let answers = self.answers(game, hidden, OFFERS, rng);
            offers[game.viewer(hidden).index()] = answers
                .iter()
                .map(|action| match action {
                    Action::Offer(offer) => *offer,
                    other => panic!("{other:?} is no offer"),
                })
                .collect();
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

    /// One of the opponent's purchases here, unless it has already been asked at enough positions.
    fn purchase(&self, game: &Skye, view: &View<'_>, cache: &mut InsiderCache, rng: &mut Random) -> Option<Action> {
        let position = game.public(view);
        let known = cache.purchases.iter().position(|(known, _)| known == position);
        let index = match known {
            Some(index) => index,
            None if cache.purchases.len() == MOST_POSITIONS => return None,
            None => {
                let answers = self.answers(game, view, PURCHASES, rng);
                cache.purchases.push((position.clone(), answers));
                cache.purchases.len() - 1
            }
        };
        let answers = &cache.purchases[index].1;
        Some(answers[below(rng, answers.len() as u32) as usize])
    }
}

impl SearchDomain<Skye> for Insider {
    type Cache = InsiderCache;

    fn cache(&self, root: &Public) -> InsiderCache {
        let is_buying = matches!(root.phase, Phase::Buy(_));
        InsiderCache { common: self.domain.cache(root), is_buying, purchases: Vec::new() }
    }

    /// The opponent is asked before candidates are generated, so that they can respond to it.
    fn candidates(&self, game: &Skye, view: &View<'_>, cache: &mut InsiderCache, random: &mut Random) -> Vec<Action> {
        if matches!(game.public(view).phase, Phase::Price(_)) && !cache.common.has_guessed() {
            cache.common.take_guesses(self.offers(game, view, random));
        }
        self.domain.candidates(game, view, &mut cache.common, random)
    }

    fn policy(&self, game: &Skye, view: &View<'_>, cache: &mut InsiderCache, random: &mut Random) -> Action {
        let position = game.public(view);
        let is_asked = cache.is_buying && matches!(position.phase, Phase::Buy(_)) && cache.common.is_other(position);
        let asked = if is_asked { self.purchase(game, view, cache, random) } else { None };
        asked.unwrap_or_else(|| self.domain.policy(game, view, &mut cache.common, random))
    }

    fn expectation(
        &self,
        game: &Skye,
        view: &View<'_>,
        effort: Effort<'_>,
        random: &mut Random,
    ) -> Option<SearchReport<Action>> {
        let position = game.public(view);
        let is_offer = matches!(position.phase, Phase::Price(_)) && usize::from(game.rules().tiles_drawn) <= DRAWN;
        let known = is_offer.then(|| self.offers(game, view, random))?;
        self.domain.expected_offer(game, view, Some(&known), effort, random)
    }

    fn is_cutoff(&self, game: &Skye, root: &Public, position: &Public) -> bool {
        self.domain.is_cutoff(game, root, position)
    }

    fn is_plannable(&self, game: &Skye, root: &Public, position: &Public) -> bool {
        self.domain.is_plannable(game, root, position)
    }

    fn is_alike<'p>(&self, game: &Skye, one: &View<'p>, other: &View<'p>) -> bool {
        self.domain.is_alike(game, one, other)
    }

    fn plans(
        &self,
        game: &Skye,
        view: &View<'_>,
        cache: &mut InsiderCache,
        random: &mut Random,
    ) -> Option<Vec<(Action, f64)>> {
        self.domain.plans(game, view, &mut cache.common, random)
    }

    fn values(&self, game: &Skye, position: &Public, cache: &mut InsiderCache) -> Values {
        self.domain.values(game, position, &mut cache.common)
    }
}
