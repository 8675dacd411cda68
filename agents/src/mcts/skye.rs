//! What the search knows of Isle of Skye.

use engine::random::{Random, below};
use engine::skye::{Action, Offer, Phase, Placement, Public, Skye, View};
use engine::{Game, MAX_SEATS, Seat};

use super::knowledge::{Knowledge, Values};
use crate::appraisal::{Estate, MilliVp, Outlook, TileGains, VP};
use crate::greedy::{best_offer, best_purchase, greedy_action, ranked_offers};

/// Candidates, policy and appraisal after the greedy player.
#[derive(Copy, Clone, Debug)]
pub struct SkyeKnowledge {
    /// How many rounds a simulation lasts, the current one included.
    pub rounds: u8,
    /// How many candidates are looked at.
    pub candidates: usize,
    /// How simulations are played.
    pub rollout: Rollout,
}

/// How simulations are played.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Rollout {
    /// As the greedy player plays.
    Greedy,
    /// At random.
    Random,
}

/// What tiles would gain whom: in the round of the root for all simulations, in later rounds for one.
#[derive(Clone, Debug)]
pub struct SkyeMemo {
    root_round: u8,
    searcher: Option<Seat>,
    root: TileGains,
    later: TileGains,
}

impl SkyeMemo {
    /// The gains of the position's round.
    fn gains(&mut self, position: &Public) -> &mut TileGains {
        if position.round == self.root_round { &mut self.root } else { &mut self.later }
    }
}

impl Knowledge<Skye> for SkyeKnowledge {
    type Memo = SkyeMemo;

    fn memo(&self, root: &Public) -> SkyeMemo {
        SkyeMemo {
            root_round: root.round,
            searcher: root.phase.seat(),
            root: TileGains::default(),
            later: TileGains::default(),
        }
    }

    fn begin_simulation(&self, memo: &mut SkyeMemo) {
        memo.later.forget();
    }

    fn candidates(&self, game: &Skye, view: &View<'_>, memo: &mut SkyeMemo) -> Vec<Action> {
        let position = game.public(view);
        match position.phase {
            Phase::Price(seat) => self.offers(game, position, seat, memo),
            Phase::Buy(seat) => purchases(game, position, seat, memo.gains(position)),
            Phase::Build(seat) => self.placements(game, position, seat),
            Phase::Draw | Phase::Over => panic!("nobody decides in phase {:?}", position.phase),
        }
    }

    fn policy(&self, game: &Skye, view: &View<'_>, memo: &mut SkyeMemo, random: &mut Random) -> Action {
        let position = game.public(view);
        if self.rollout == Rollout::Random {
            return game.random_action(position, random);
        }
        match position.phase {
            Phase::Price(seat) if memo.searcher == Some(seat) => {
                Action::Offer(best_offer(game, position, seat, memo.gains(position)))
            }
            // Others' offers cannot be foreseen exactly: one of the best few.
            Phase::Price(seat) => {
                let offers = ranked_offers(game, position, seat, OFFERS_OF_OTHERS, memo.gains(position));
                Action::Offer(offers[below(random, offers.len() as u32) as usize].offer)
            }
            Phase::Buy(_) | Phase::Build(_) | Phase::Draw | Phase::Over => {
                greedy_action(game, position, memo.gains(position))
            }
        }
    }

    fn is_horizon(&self, _game: &Skye, root: &Public, position: &Public) -> bool {
        position.round - root.round >= self.rounds
    }

    fn values(&self, game: &Skye, position: &Public) -> Values {
        let mut worth = [MilliVp::MIN; MAX_SEATS];
        for seat in Seat::all(position.seats()) {
            worth[seat.index()] = seat_worth(game, position, seat);
        }
        let mut values = [0.0; MAX_SEATS];
        for seat in Seat::all(position.seats()) {
            let others = Seat::all(position.seats()).filter(|&other| other != seat);
            let best_other = others.map(|other| worth[other.index()]).max().unwrap_or(0);
            let lead = f64::from(worth[seat.index()] - best_other) / f64::from(LEAD);
            values[seat.index()] = 0.5 + 0.5 * lead / (1.0 + lead.abs());
            if position.phase == Phase::Over {
                values[seat.index()] = 0.5 * values[seat.index()] + 0.5 * game.outcome(position).win_share(seat);
            }
        }
        values
    }
}

/// How many of their best offers others choose among in a simulation.
const OFFERS_OF_OTHERS: usize = 8;

/// A lead that makes three quarters of a win.
const LEAD: MilliVp = 10 * VP;

impl SkyeKnowledge {
    /// The best offers by the greedy player's measure, no two within 2 gold of each other.
    fn offers(&self, game: &Skye, position: &Public, seat: Seat, memo: &mut SkyeMemo) -> Vec<Action> {
        let mut chosen: Vec<Offer> = Vec::new();
        for priced in ranked_offers(game, position, seat, usize::MAX, memo.gains(position)) {
            if chosen.len() == self.candidates {
                break;
            }
            if chosen.iter().all(|other| distance(other, &priced.offer) >= 2) {
                chosen.push(priced.offer);
            }
        }
        chosen.into_iter().map(Action::Offer).collect()
    }

    /// The placements that gain most.
    fn placements(&self, game: &Skye, position: &Public, seat: Seat) -> Vec<Action> {
        let outlook = Outlook::new(game, position, seat);
        let player = position.player(seat);
        let estate = Estate::new(&outlook, &player.territory);
        let mut gains: Vec<(Placement, MilliVp)> =
            player.to_build.iter().flat_map(|&tile| estate.gains(tile)).collect();
        gains.sort_by_key(|&(_, gain)| std::cmp::Reverse(gain));
        gains.into_iter().take(self.candidates).map(|(placement, _)| Action::Place(placement)).collect()
    }
}

/// Gold by which two offers differ; offers that discard different tiles are far apart.
fn distance(a: &Offer, b: &Offer) -> u16 {
    if a.discard() != b.discard() {
        return u16::MAX;
    }
    a.prices.iter().zip(b.prices).map(|(a, b)| a.abs_diff(b)).sum()
}

/// All purchases and the pass, greedy's choice first.
fn purchases(game: &Skye, position: &Public, seat: Seat, gains: &mut TileGains) -> Vec<Action> {
    let best = best_purchase(game, position, seat, gains);
    let all = game.purchases(position, seat).map(|(from, tile, _)| Action::Buy { from, tile });
    let others = all.chain([Action::Pass]).filter(|action| *action != best);
    std::iter::once(best).chain(others).collect()
}

/// Victory points, what the territory will bring, and gold.
fn seat_worth(game: &Skye, position: &Public, seat: Seat) -> MilliVp {
    let player = position.player(seat);
    let vp = VP * MilliVp::from(player.vp);
    if position.phase == Phase::Over {
        return vp;
    }
    let outlook = Outlook::new(game, position, seat);
    vp + Estate::new(&outlook, &player.territory).worth() + outlook.gold() * MilliVp::from(player.gold)
}
