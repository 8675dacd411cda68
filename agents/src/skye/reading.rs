//! A search that finds out whom it plays, from the trades that it has seen.

use engine::random::{Random, mix, random};
use engine::skye::{Action, Offer, PastTrade, Public, Skye, View};
use engine::{Game, Seat};

use super::appraisal::TileGains;
use super::greedy::Brain;
use super::knowledge::SkyeKnowledge;
use crate::agent::{Agent, Decision, Explanation};
use crate::search::Mcts;

/// Two searches, and whom the first one is for.
///
/// Once all others have traded as this greedy player would have, they are expected to go on so. Until then, and from the first purchase on that
/// it would not have made, they are expected to search. Only what the view shows is used, so nothing needs to be remembered.
pub(super) struct Reader {
    /// The player that others are compared with.
    pub model: Brain,
    /// For games against such players.
    pub against_greedy: Mcts<SkyeKnowledge>,
    /// For all other games.
    pub against_others: Mcts<SkyeKnowledge>,
}

/// How often the model is asked for its offer, which depends on chance: 97 % of its offers are among so many others of its own in the same
/// place, and 13 % of those of a search.
const TRIES: u64 = 8;

/// An offer that the model would hardly make outweighs so many that it would.
const MISS: f64 = 1.5;

impl Reader {
    fn search(&self, game: &Skye, view: &View<'_>) -> &Mcts<SkyeKnowledge> {
        if self.are_all_greedy(game, view) { &self.against_greedy } else { &self.against_others }
    }

    /// Whether every other seat bought as the model would have in all earlier rounds, and offered what it would have more often than not.
    fn are_all_greedy(&self, game: &Skye, view: &View<'_>) -> bool {
        let public = view.public();
        let earlier = usize::from(public.round) - 1;
        let trades = view.trades();
        if earlier == 0 || trades.len() < earlier {
            return false;
        }
        let rounds =
            trades[..earlier].iter().zip(1..).map(|(trade, round)| Some((trade, trade.before(game, public, round)?)));
        let Some(rounds) = rounds.collect::<Option<Vec<(&PastTrade, Public)>>>() else { return false };
        let others = || Seat::all(public.seats()).filter(|&seat| seat != view.seat());
        // Purchases first: they are quicker to compare.
        rounds.iter().all(|(trade, before)| self.would_buy(game, trade, before, view.seat()))
            && others().all(|seat| {
                let weigh = |(trade, before)| if self.would_offer(game, trade, before, seat) { 1.0 } else { -MISS };
                rounds.iter().map(|(trade, before)| weigh((*trade, before))).sum::<f64>() > 0.0
            })
    }

    /// Whether the model would have bought what everybody but the viewer bought in this trade.
    fn would_buy(&self, game: &Skye, trade: &PastTrade, before: &Public, viewer: Seat) -> bool {
        let mut gains = self.gains();
        let mut position = game.start(before.start);
        position.set_up(|public| *public = before.clone());
        let in_turn = || Seat::in_turn_order(trade.start, trade.seats.len());
        in_turn().for_each(|seat| game.apply(&mut position, Action::Offer(trade.seats[seat.index()].offer())));
        in_turn().all(|seat| {
            let action = match trade.seats[seat.index()].bought {
                Some((from, tile)) => Action::Buy { from, tile },
                None => Action::Pass,
            };
            let is_expected = seat == viewer || self.model.buying.purchase(game, &position, seat, &mut gains) == action;
            game.apply(&mut position, action);
            is_expected
        })
    }

    /// Whether the model might well have made the offer that this seat made.
    fn would_offer(&self, game: &Skye, trade: &PastTrade, before: &Public, seat: Seat) -> bool {
        let mut gains = self.gains();
        let made = trade.seats[seat.index()].offer();
        let mut offer = |number| -> Offer {
            let dice = &mut random(mix([before.round.into(), seat.index() as u64, number]));
            self.model.pricing.offer(game, before, seat, &mut gains, dice)
        };
        (0..TRIES).any(|number| offer(number) == made)
    }

    fn gains(&self) -> TileGains {
        TileGains::by(self.model.judgements.clone())
    }
}

impl Agent<Skye> for Reader {
    fn choose(&self, game: &Skye, view: &View<'_>, random: &mut Random) -> Decision<Action> {
        self.search(game, view).choose(game, view, random)
    }

    fn explain(&self, game: &Skye, view: &View<'_>, random: &mut Random) -> Explanation<Action> {
        self.search(game, view).explain(game, view, random)
    }
}
