//! Measures how much stronger the search would be without one of its limitations ("walls").
//!
//! Run it with `cargo run --release -p agents --example ceiling -- WALL mcts:iterations=400 mcts:iterations=400 2 0..400`:
//! a wall to remove, the agent that is helped, the agent in all other seats, the number of players, and games. Walls:
//!
//! - `none`: nothing is removed, for comparison.
//! - `offers`: the helped search knows the offers that the others are about to make.
//! - `guesses=AGENT`: it samples the others' offers from this agent (without peeking: the agent gets their views).
//! - `purchases=AGENT`: in its simulations of this round this agent decides the others' purchases (slow: it is asked
//!   every time).
//! - `price=AGENT`, `buy=AGENT`, `build=AGENT`: another agent makes the decisions of this phase, such as one with many
//!   more iterations.
//!
//! This is not play by the rules: an agent never sees hidden offers. The 95 % confidence interval treats games as
//! independent. Since all seats in turn play the same deal, it is too wide rather than too narrow.

use agents::search::{Mcts, SearchBudget, SearchDomain, SearchReport, Values, Variant};
use agents::skye::{KINDS, SkyeCache, SkyeDomain};
use agents::{Agent, AgentSpec};
use engine::random::{Random, below, mix, random};
use engine::skye::{Action, Modules, Offer, Phase, Position, Public, Rules, ScoringTile, Skye, View};
use engine::{Game, MAX_SEATS, Seat, Turn};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [wall, helped, other, players, games] = &words[..] else { panic!("wall agent agent players games") };
    let players: usize = players.parse().expect("players");
    let (first, last) = games.split_once("..").expect("games as 0..400");
    let wall = Wall::read(wall, helped);
    let (helped, other) = (agent(helped), agent(other));
    let games = first.parse::<u64>().expect("a game")..last.parse().expect("a game");
    let wins: Vec<f64> = games.map(|game| play(&wall, &*helped, &*other, players, game)).collect();
    let count = wins.len() as f64;
    let mean = wins.iter().sum::<f64>() / count;
    let variance = wins.iter().map(|win| (win - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    println!("{:.1} ± {:.1} % of {count} games", 100.0 * mean, 196.0 * (variance / count).sqrt());
}

fn agent(spec: &str) -> Box<dyn Agent<Skye>> {
    AgentSpec::read(spec, &KINDS).expect("an agent").build(&KINDS)
}

/// What is taken away.
enum Wall {
    None,
    Offers { iterations: u64 },
    Guesses { iterations: u64, by: Box<dyn Agent<Skye>> },
    Purchases { iterations: u64, by: Box<dyn Agent<Skye>> },
    Phase { is_left: fn(Phase) -> bool, to: Box<dyn Agent<Skye>> },
}

impl Wall {
    fn read(word: &str, helped: &str) -> Self {
        let iterations = || {
            let number = helped.strip_prefix("mcts:iterations=").expect("the helped agent is mcts:iterations=N");
            number.parse().expect("iterations")
        };
        match word.split_once('=').unwrap_or((word, "")) {
            ("none", "") => Self::None,
            ("offers", "") => Self::Offers { iterations: iterations() },
            ("guesses", by) => Self::Guesses { iterations: iterations(), by: agent(by) },
            ("purchases", by) => Self::Purchases { iterations: iterations(), by: agent(by) },
            ("price", to) => Self::Phase { is_left: |phase| matches!(phase, Phase::Price(_)), to: agent(to) },
            ("buy", to) => Self::Phase { is_left: |phase| matches!(phase, Phase::Buy(_)), to: agent(to) },
            ("build", to) => Self::Phase { is_left: |phase| matches!(phase, Phase::Build(_)), to: agent(to) },
            _ => panic!("unknown wall {word}"),
        }
    }
}

/// The search's domain, with more knowledge than it may have.
struct Knowing<'a> {
    domain: SkyeDomain,
    offers: [Vec<Offer>; MAX_SEATS],
    purchases: Option<&'a dyn Agent<Skye>>,
}

impl SearchDomain<Skye> for Knowing<'_> {
    type Cache = SkyeCache;

    fn cache(&self, root: &Public) -> SkyeCache {
        let mut cache = self.domain.cache(root);
        if matches!(root.phase, Phase::Price(_)) && self.offers.iter().any(|offers| !offers.is_empty()) {
            cache.take_guesses(self.offers.clone());
        }
        cache
    }

    fn guess(&self, game: &Skye, root: &Public, cache: &mut SkyeCache, random: &mut Random) {
        self.domain.guess(game, root, cache, random);
    }

    fn candidates(&self, game: &Skye, view: &View<'_>, cache: &mut SkyeCache, random: &mut Random) -> Vec<Action> {
        self.domain.candidates(game, view, cache, random)
    }

    fn policy(&self, game: &Skye, view: &View<'_>, cache: &mut SkyeCache, random: &mut Random) -> Action {
        let position = game.public(view);
        match (self.purchases, position.phase) {
            (Some(by), Phase::Buy(_)) if cache.is_other(position) => by.choose(game, view, random).action,
            _ => self.domain.policy(game, view, cache, random),
        }
    }

    fn expectation(
        &self,
        game: &Skye,
        view: &View<'_>,
        budget: SearchBudget<'_>,
        random: &mut Random,
    ) -> Option<SearchReport<Action>> {
        let known = self.offers.iter().any(|offers| !offers.is_empty()).then_some(&self.offers);
        self.domain.expected_offer(game, view, known, budget, random)
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
        cache: &mut SkyeCache,
        random: &mut Random,
    ) -> Option<Vec<(Action, f64)>> {
        self.domain.plans(game, view, cache, random)
    }

    fn values(&self, game: &Skye, position: &Public, cache: &mut SkyeCache) -> Values {
        self.domain.values(game, position, cache)
    }
}

/// The default search with this additional knowledge.
fn knowing<'a>(
    iterations: u64,
    offers: [Vec<Offer>; MAX_SEATS],
    purchases: Option<&'a dyn Agent<Skye>>,
) -> Mcts<Knowing<'a>> {
    let domain = Knowing { domain: SkyeDomain::of_search(), offers, purchases };
    Mcts { variant: Variant::Tree, iterations, timer: None, early_stopping: false, domain }
}

/// The win share of the helped agent in one game.
fn play(wall: &Wall, helped: &dyn Agent<Skye>, other: &dyn Agent<Skye>, players: usize, seed: u64) -> f64 {
    let mut pool = Rules::with_modules(players, Modules::NONE).scoring_pool();
    // Games with all seats in turn share a deal and a seed.
    let deal = mix([1, seed / players as u64]);
    let mut rng = random(deal);
    let scoring: [ScoringTile; 4] =
        std::array::from_fn(|_| pool.swap_remove(below(&mut rng, pool.len() as u32) as usize));
    let game = Skye::printed_with(players, scoring, Modules::NONE).expect("a valid set-up");
    let own = Seat::new((seed % players as u64) as usize);
    let mut position = game.start(Seat::new(0));
    loop {
        match game.turn(&position) {
            Turn::Over => return game.outcome(&position).win_share(own),
            Turn::Chance => game.resolve_chance(&mut position, deal),
            Turn::Seat(seat) => {
                // The same decision gets the same random numbers each time it is asked for.
                let thinking =
                    |seat: Seat| random(mix([deal, position.round.into(), seat.index() as u64, phase(&position)]));
                let view = game.view(&position, seat);
                let action = if seat != own {
                    other.choose(&game, &view, &mut thinking(seat)).action
                } else {
                    let rng = &mut thinking(seat);
                    match wall {
                        Wall::Phase { is_left, to } if is_left(position.phase) => to.choose(&game, &view, rng).action,
                        Wall::Offers { iterations } if matches!(position.phase, Phase::Price(_)) => {
                            let offers =
                                offers(&game, &position, own, other, thinking).map(|offer| offer.into_iter().collect());
                            Agent::choose(&knowing(*iterations, offers, None), &game, &view, rng).action
                        }
                        Wall::Guesses { iterations, by } if matches!(position.phase, Phase::Price(_)) => {
                            let mut guesses: [Vec<Offer>; MAX_SEATS] = Default::default();
                            for number in 0..GUESSES {
                                let rng = |seat: Seat| {
                                    random(mix([deal, position.round.into(), seat.index() as u64, number, 17]))
                                };
                                let blank = without_offers(&game, &view);
                                for (guesses, offer) in guesses.iter_mut().zip(offers(&game, &blank, own, &**by, rng)) {
                                    guesses.extend(offer);
                                }
                            }
                            Agent::choose(&knowing(*iterations, guesses, None), &game, &view, rng).action
                        }
                        Wall::Purchases { iterations, by } => {
                            let search = knowing(*iterations, Default::default(), Some(&**by));
                            Agent::choose(&search, &game, &view, rng).action
                        }
                        _ => helped.choose(&game, &view, rng).action,
                    }
                };
                game.apply(&mut position, action);
            }
        }
    }
}

/// The number of times that the agent is asked for its offer.
const GUESSES: u64 = 8;

/// The position before anybody has made an offer.
fn without_offers(game: &Skye, view: &View<'_>) -> Position {
    let mut public = game.public(view).clone();
    public.phase = Phase::Price(public.start);
    let mut position = game.start(public.start);
    position.set_up(|blank| *blank = public);
    position
}

/// A number for the phase and its progress.
fn phase(position: &Position) -> u64 {
    let built: usize = position.players.iter().map(|player| player.to_build.len()).sum();
    (built as u64) << 8 | u64::from(matches!(position.phase, Phase::Price(_)))
}

/// The offers that all others will make.
fn offers(
    game: &Skye,
    position: &Position,
    own: Seat,
    other: &dyn Agent<Skye>,
    thinking: impl Fn(Seat) -> Random,
) -> [Option<Offer>; MAX_SEATS] {
    let mut offers: [Option<Offer>; MAX_SEATS] = [None; MAX_SEATS];
    for seat in Seat::all(position.seats()).filter(|&seat| seat != own) {
        offers[seat.index()] = position.offer(seat);
    }
    let mut position = position.clone();
    while let Phase::Price(seat) = position.phase {
        if seat == own {
            // Any offer will do: nobody sees it.
            let action = game.random_action(&position, &mut thinking(seat));
            game.apply(&mut position, action);
            continue;
        }
        let action = other.choose(game, &game.view(&position, seat), &mut thinking(seat)).action;
        let Action::Offer(offer) = action else { panic!("{action:?} is no offer") };
        offers[seat.index()] = Some(offer);
        game.apply(&mut position, action);
    }
    offers
}
