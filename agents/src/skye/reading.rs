//! A search that finds out whom it plays, from the trades that it has seen.

use engine::random::{Random, mix, random};
use engine::skye::{Action, Offer, PastTrade, Phase, Position, Public, Skye, View};
use engine::{Game, MAX_SEATS, Seat};

use super::appraisal::Appraisals;
use super::greedy::Brain;
use super::knowledge::{SkyeKnowledge, Suspicion};
use crate::agent::{Agent, Decision, Explanation};
use crate::search::Mcts;

/// A search that judges by earlier trades how likely each of the others is the greedy player.
///
/// Only what the view shows is used, so nothing needs to be remembered.
pub struct Reader(pub Mcts<SkyeKnowledge>);

/// A kind of player, as the search tells them apart. What a player does in one round is taken to say nothing of what it does in another.
struct Trader {
    /// How likely a player is of this kind before it has traded.
    prior: f64,
    /// How likely its offer is one that the greedy player might make.
    offer: f64,
    /// How likely it buys what the greedy player would, where it can buy anything.
    purchase: f64,
}

const GREEDY: Trader = Trader { prior: 0.1, offer: 0.97, purchase: 0.98 };
/// One that buys as the greedy player, but makes other offers.
const GREEDY_BUYER: Trader = Trader { prior: 0.1, offer: 0.2, purchase: 0.98 };
/// One that searches. The purchases are measured at tables of two and of four; the offers lie between those of the best search measured and those
/// of the first, of which 13 and 29 % are such.
const SEARCHING: Trader = Trader { prior: 0.8, offer: 0.2, purchase: 0.54 };

/// How often the greedy player is asked for its offer, which depends on chance. The numbers above are for so many answers.
const ANSWERS: u64 = 8;

/// Hypotheses less likely than this are dropped.
const NEGLIGIBLE: f64 = 0.005;

/// How likely one seat is to be of each kind, in proportion.
#[derive(Copy, Clone)]
struct Likelihood {
    greedy: f64,
    greedy_buyer: f64,
    searching: f64,
}

impl Likelihood {
    /// Before the first trade.
    const PRIOR: Self = Self { greedy: GREEDY.prior, greedy_buyer: GREEDY_BUYER.prior, searching: SEARCHING.prior };

    fn suspicion(&self) -> Suspicion {
        let all = self.greedy + self.greedy_buyer + self.searching;
        Suspicion { offers: self.greedy / all, purchases: (self.greedy + self.greedy_buyer) / all }
    }

    /// Learns whether the seat did what the greedy player would have; `likely` is how likely a kind does so.
    fn learn(&mut self, was_greedy: bool, likely: impl Fn(&Trader) -> f64) {
        let given = |kind| if was_greedy { likely(kind) } else { 1.0 - likely(kind) };
        self.greedy *= given(&GREEDY);
        self.greedy_buyer *= given(&GREEDY_BUYER);
        self.searching *= given(&SEARCHING);
    }
}

impl Reader {
    /// The search for this decision.
    fn search(&self, game: &Skye, view: &View<'_>) -> Mcts<SkyeKnowledge> {
        let mut search = self.0.clone();
        // After the last purchase it makes no difference.
        if matches!(view.public().phase, Phase::Price(_) | Phase::Buy(_)) {
            search.knowledge.suspicions = self.suspicions(game, view);
        }
        search
    }

    /// How likely each of the others trades as the greedy player, by what it did in earlier rounds; in games with modules, as before the first
    /// trade.
    pub fn suspicions(&self, game: &Skye, view: &View<'_>) -> [Suspicion; MAX_SEATS] {
        let public = view.public();
        let mut likelihoods = [Likelihood::PRIOR; MAX_SEATS];
        let earlier = usize::from(public.round) - 1;
        for (trade, round) in view.trades().iter().take(earlier).zip(1..) {
            let Some(before) = trade.before(game, public, round) else { break };
            let mut gains = Appraisals::by(self.greedy().judgements.clone());
            let mut position = revealed(game, trade, &before);
            for seat in Seat::in_turn_order(trade.start, public.seats()) {
                let bought = purchase(trade, seat);
                let likelihood = &mut likelihoods[seat.index()];
                let suspicion = likelihood.suspicion();
                if seat != view.seat() && suspicion.offers > NEGLIGIBLE {
                    let would_offer = self.would_offer(game, trade, &before, seat, &mut gains);
                    likelihood.learn(would_offer, |kind| kind.offer);
                }
                let has_choice = game.purchases(&position, seat).next().is_some();
                if seat != view.seat() && suspicion.purchases > NEGLIGIBLE && has_choice {
                    let would_buy = self.greedy().buying.purchase(game, &position, seat, &mut gains) == bought;
                    likelihood.learn(would_buy, |kind| kind.purchase);
                }
                game.apply(&mut position, bought);
            }
        }
        likelihoods.map(|likelihood| likelihood.suspicion())
    }

    fn greedy(&self) -> &Brain {
        &self.0.knowledge.greedy
    }

    /// Whether the greedy player might have made the offer that this seat made.
    fn would_offer(&self, game: &Skye, trade: &PastTrade, before: &Public, seat: Seat, gains: &mut Appraisals) -> bool {
        let made = trade.seats[seat.index()].offer();
        let mut offer = |number| -> Offer {
            let dice = &mut random(mix([before.round.into(), seat.index() as u64, number]));
            self.greedy().pricing.offer(game, before, seat, gains, dice)
        };
        (0..ANSWERS).any(|number| offer(number) == made)
    }
}

/// The position in which the offers of a trade have just been revealed.
fn revealed(game: &Skye, trade: &PastTrade, before: &Public) -> Position {
    let mut position = game.start(before.start);
    position.set_up(|public| *public = before.clone());
    for seat in Seat::in_turn_order(trade.start, trade.seats.len()) {
        game.apply(&mut position, Action::Offer(trade.seats[seat.index()].offer()));
    }
    position
}

/// What a seat did when it was to buy.
fn purchase(trade: &PastTrade, buyer: Seat) -> Action {
    match trade.seats[buyer.index()].bought {
        Some((from, tile)) => Action::Buy { from, tile },
        None => Action::Pass,
    }
}

impl Agent<Skye> for Reader {
    fn choose(&self, game: &Skye, view: &View<'_>, random: &mut Random) -> Decision<Action> {
        self.search(game, view).choose(game, view, random)
    }

    fn objection(&self, game: &Skye) -> Option<String> {
        Agent::objection(&self.0, game)
    }

    fn explain(&self, game: &Skye, view: &View<'_>, random: &mut Random) -> Explanation<Action> {
        self.search(game, view).explain(game, view, random)
    }
}
