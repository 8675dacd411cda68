//! What the search knows about Isle of Skye.

use std::cmp::Reverse;
use std::sync::Arc;

use engine::random::{Random, below};
use engine::skye::{Action, Offer, Phase, Public, Skye, View};
use engine::{Game, MAX_SEATS, Seat};

use crate::search::{Knowledge, Values};
use crate::skye::appraisal::{Estate, MilliVp, Outlook, TileGains, VP};
use crate::skye::forecast::{self, JointGains};
use crate::skye::greedy::{Brain, PricedOffer, best_offer, greedy_action, likely_offer, ranked_offers};
use crate::skye::value::Evaluation;

/// Candidates, policy and appraisal modelled on the greedy player.
#[derive(Clone, Debug)]
pub struct SkyeKnowledge {
    /// The greedy player that it starts from: its choice is the first candidate, and its judgement appraises.
    pub brain: Brain,
    /// How many rounds a simulation lasts, the current one included.
    pub rounds: u8,
    /// How many candidates are considered.
    pub candidates: usize,
    /// How simulations are played.
    pub rollout: Rollout,
    /// How others are expected to trade in the round of the root, in greedy simulations of games without modules.
    pub others: Others,
    /// How the end of a simulation is appraised.
    pub leaf: Leaf,
}

/// How others are expected to trade.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Others {
    /// By the brain's rules.
    Greedy,
    /// By what purchases lead to once all tiles are laid, the likelier the better.
    Forecast,
}

/// How the end of a simulation is appraised, if the game is not over.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// By the lead in linear worth.
    Appraisal,
    /// By the chances to win that a net sees; as `Appraisal` in games that it was not trained on.
    Learned,
}

/// How simulations are played.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Rollout {
    /// As greedy players do: in the round of the root others offer what is guessed and all buy by the brain's rule; otherwise, for speed,
    /// everything follows the first preset's rules and the brain's judgement.
    Greedy,
    /// At random.
    Random,
}

/// What is found of territories, for all simulations, in the root's round and in later ones. Also what others may offer.
#[derive(Clone, Debug)]
pub struct SkyeMemo {
    root_round: u8,
    searcher: Option<Seat>,
    root: TileGains,
    later: TileGains,
    joint: JointGains,
    has_guessed: bool,
    /// By seat, guesses at its offer in the round of the root, all equally likely.
    guesses: [Vec<Offer>; MAX_SEATS],
}

impl SkyeMemo {
    /// Forgets what has been found, but keeps the guesses.
    pub fn forget(&mut self) {
        self.root.forget();
        self.later.forget();
        self.joint = JointGains::default();
    }

    /// Whether there are guesses at what others offer.
    pub fn has_guessed(&self) -> bool {
        self.has_guessed
    }

    /// Takes these for the guesses, by seat.
    pub fn take_guesses(&mut self, guesses: [Vec<Offer>; MAX_SEATS]) {
        (self.guesses, self.has_guessed) = (guesses, true);
    }

    /// Whether another seat than the one that searches decides here, in the round of the root.
    pub fn is_other(&self, position: &Public) -> bool {
        position.round == self.root_round && position.phase.seat() != self.searcher
    }

    /// One of the guesses at what a seat offers, if there are any for this round.
    fn drawn_guess(&self, round: u8, seat: Seat, random: &mut Random) -> Option<Offer> {
        let guesses = &self.guesses[seat.index()];
        let is_guessed = round == self.root_round && !guesses.is_empty();
        is_guessed.then(|| guesses[below(random, guesses.len() as u32) as usize])
    }

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
            root: TileGains::by(Arc::clone(&self.brain.judgements)),
            later: TileGains::by(Arc::clone(&self.brain.judgements)).hurried(),
            joint: JointGains::default(),
            has_guessed: false,
            guesses: std::array::from_fn(|_| Vec::new()),
        }
    }

    fn guess(&self, game: &Skye, root: &Public, memo: &mut SkyeMemo, random: &mut Random) {
        let Phase::Price(searcher) = root.phase else { return };
        if memo.has_guessed {
            return;
        }
        memo.has_guessed = true;
        if self.rollout == Rollout::Random {
            return;
        }
        let others = || Seat::all(root.seats()).filter(|&other| other != searcher);
        for other in others() {
            memo.guesses[other.index()] = self.greedy_offers(game, root, other, memo, random);
        }
        if self.others(game) == Others::Forecast {
            let own = self.greedy_offers(game, root, searcher, memo, random);
            let greedy = std::mem::replace(&mut memo.guesses[searcher.index()], own);
            let found: Vec<_> = others().map(|other| self.searched_offers(game, root, other, memo, random)).collect();
            memo.guesses[searcher.index()] = greedy;
            others().zip(found).for_each(|(other, found)| memo.guesses[other.index()].extend(found));
        }
    }

    fn candidates(&self, game: &Skye, view: &View<'_>, memo: &mut SkyeMemo, random: &mut Random) -> Vec<Action> {
        let position = game.public(view);
        let is_foreseen = self.others(game) == Others::Forecast && position.round == memo.root_round;
        let gains = memo.gains(position);
        let first = self.brain.action(game, position, gains, random);
        let mut candidates = vec![first];
        match position.phase {
            Phase::Price(seat) if is_foreseen => {
                self.guess(game, position, memo, random);
                let responses = self.responses(game, position, seat, memo, random);
                let offers = far_apart(responses, Vec::new(), self.candidates - 1);
                candidates = offers.into_iter().map(Action::Offer).collect();
                if !candidates.contains(&first) {
                    candidates.push(first);
                }
            }
            Phase::Price(seat) => {
                let ranked = ranked_offers(game, position, seat, usize::MAX, gains);
                let Action::Offer(first) = first else { panic!("{first:?} is no offer") };
                let offers = far_apart(ranked, vec![first], self.candidates);
                candidates = offers.into_iter().map(Action::Offer).collect();
            }
            Phase::Buy(seat) => add_purchases(&mut candidates, game, position, seat),
            Phase::BuyAgain(_) | Phase::KeepDrawn(_) => add_all(&mut candidates, game, position),
            Phase::Build(seat) => self.add_placements(&mut candidates, game, position, seat),
            Phase::Draw | Phase::Uncover(_) | Phase::DrawFromBag(_) | Phase::Over => {
                panic!("nobody decides in phase {:?}", position.phase)
            }
        }
        candidates
    }

    fn policy(&self, game: &Skye, view: &View<'_>, memo: &mut SkyeMemo, random: &mut Random) -> Action {
        let position = game.public(view);
        if self.rollout == Rollout::Random {
            return game.random_action(position, random);
        }
        match position.phase {
            Phase::Price(seat) => Action::Offer(match memo.drawn_guess(position.round, seat, random) {
                Some(guess) => guess,
                None if memo.searcher == Some(seat) => best_offer(game, position, seat, memo.gains(position)),
                None => likely_offer(game, position, seat, memo.gains(position), random),
            }),
            Phase::Buy(seat) if position.round == memo.root_round => match self.others(game) {
                Others::Greedy => self.brain.buying.purchase(game, position, seat, &mut memo.root),
                Others::Forecast if memo.searcher == Some(seat) => {
                    forecast::best_purchase(game, position, seat, &mut memo.root, &mut memo.joint)
                }
                Others::Forecast => {
                    forecast::likely_purchase(game, position, seat, &mut memo.root, &mut memo.joint, random)
                }
            },
            Phase::Buy(_)
            | Phase::BuyAgain(_)
            | Phase::KeepDrawn(_)
            | Phase::Build(_)
            | Phase::Draw
            | Phase::Uncover(_)
            | Phase::DrawFromBag(_)
            | Phase::Over => greedy_action(game, position, memo.gains(position)),
        }
    }

    fn is_horizon(&self, _game: &Skye, root: &Public, position: &Public) -> bool {
        position.round - root.round >= self.rounds
    }

    /// Until tiles are drawn again.
    fn is_plannable(&self, _game: &Skye, root: &Public, position: &Public) -> bool {
        position.round == root.round
    }

    fn values(&self, game: &Skye, position: &Public, memo: &mut SkyeMemo) -> Values {
        if let Some(chances) = self.learned_chances(game, position, memo) {
            return chances;
        }
        let mut worth = [MilliVp::MIN; MAX_SEATS];
        for seat in Seat::all(position.seats()) {
            worth[seat.index()] = seat_worth(game, position, seat, memo.gains(position));
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

/// Guesses at another seat's offer by the brain's own rule; one if the rule leaves nothing to chance.
const BY_RULE: usize = 12;

/// Further guesses, the best by the table's measure: nobody can be predicted exactly.
const BY_TABLE: usize = 6;

/// How many samples a guess takes if the brain's rule is the sampled response: fewer than its own offers, since there are many guesses.
const GUESS_SAMPLES: usize = 8;

/// Guesses at another seat's offer among those that a search looks at: the best by the table, and responses.
const LOOKED_AT: usize = 15;
const RESPONSES: usize = 5;

/// How many guesses at the offers of all others together own offers are compared by.
const TOGETHER: usize = 16;

/// A lead that counts as three quarters of a win.
const LEAD: MilliVp = 10 * VP;

impl SkyeKnowledge {
    /// How others are expected to trade in this game. The forecast knows nothing of the second buy turn, nor of what only modules bring.
    fn others(&self, game: &Skye) -> Others {
        if game.rules().modules.is_empty() { self.others } else { Others::Greedy }
    }

    /// Offers that the greedy player makes, and the best by its first preset's table.
    fn greedy_offers(
        &self,
        game: &Skye,
        root: &Public,
        seat: Seat,
        memo: &mut SkyeMemo,
        random: &mut Random,
    ) -> Vec<Offer> {
        let pricing = self.brain.pricing.with_samples(GUESS_SAMPLES);
        let by_rule = if pricing.is_certain() { 1 } else { BY_RULE };
        let mut offers: Vec<Offer> =
            (0..by_rule).map(|_| pricing.offer(game, root, seat, &mut memo.root, random)).collect();
        let by_table = ranked_offers(game, root, seat, BY_TABLE, &mut memo.root);
        offers.extend(by_table.into_iter().map(|ranked| ranked.offer));
        offers
    }

    /// Offers that players that search look at: the best by the table, and with two players those that do best against the guesses.
    fn searched_offers(
        &self,
        game: &Skye,
        root: &Public,
        seat: Seat,
        memo: &mut SkyeMemo,
        random: &mut Random,
    ) -> Vec<Offer> {
        let ranked = ranked_offers(game, root, seat, usize::MAX, &mut memo.root);
        let mut offers = far_apart(ranked, Vec::new(), LOOKED_AT);
        // With more players they would take longer to find than they are worth.
        if root.seats() == 2 {
            let responses = self.responses(game, root, seat, memo, random);
            offers.extend(far_apart(responses, Vec::new(), RESPONSES));
        }
        offers
    }

    /// The offers that do best against the guesses, best first.
    fn responses(
        &self,
        game: &Skye,
        position: &Public,
        seat: Seat,
        memo: &mut SkyeMemo,
        random: &mut Random,
    ) -> Vec<PricedOffer> {
        let seats = || Seat::all(position.seats());
        let mut together = || seats().map(|other| memo.drawn_guess(position.round, other, random)).collect();
        let guesses: Vec<Vec<Option<Offer>>> = (0..TOGETHER).map(|_| together()).collect();
        forecast::responses(game, position, seat, &guesses, &mut memo.root, &mut memo.joint, random)
    }

    /// The chances to win between two rounds, if it has learned them for this game.
    fn learned_chances(&self, game: &Skye, position: &Public, memo: &mut SkyeMemo) -> Option<Values> {
        match self.leaf {
            Leaf::Appraisal => None,
            Leaf::Learned => Evaluation::of(game)?.chances(game, position, memo.gains(position)),
        }
    }

    /// Adds the placements that gain the most.
    fn add_placements(&self, candidates: &mut Vec<Action>, game: &Skye, position: &Public, seat: Seat) {
        let outlook = Outlook::by(&self.brain.judgements, game, position, seat);
        let player = position.player(seat);
        let estate = Estate::new(&outlook, &player.territory);
        let mut gains: Vec<(Action, MilliVp)> = Vec::new();
        for tile in game.tiles_to_lay(player) {
            let option = outlook.option_worth(tile);
            estate.for_each_gain(tile, |placement, gain| gains.push((Action::Place(placement), gain - option)));
        }
        gains.extend(game.may_end_building(player).then_some((Action::EndBuilding, 0)));
        gains.sort_by_key(|&(_, gain)| Reverse(gain));
        let first = candidates[0];
        let others = gains.into_iter().map(|(action, _)| action).filter(|action| *action != first);
        candidates.extend(others.take(self.candidates - 1));
    }
}

/// Victory points, what the territory will bring, and gold.
fn seat_worth(game: &Skye, position: &Public, seat: Seat, gains: &mut TileGains) -> MilliVp {
    let player = position.player(seat);
    let vp = VP * MilliVp::from(player.vp);
    if position.phase == Phase::Over {
        return vp;
    }
    vp + gains.worth(game, position, seat) + gains.per_gold(game, position) * MilliVp::from(player.gold)
}

/// These offers and more of them, best first, up to `count`, no two less than 2 gold apart.
fn far_apart(ranked: Vec<PricedOffer>, mut offers: Vec<Offer>, count: usize) -> Vec<Offer> {
    for PricedOffer { offer, .. } in ranked {
        if offers.len() == count {
            break;
        }
        if offers.iter().all(|other| distance(other, &offer) >= 2) {
            offers.push(offer);
        }
    }
    offers
}

/// Gold by which two offers differ; offers that discard different tiles are far apart.
fn distance(a: &Offer, b: &Offer) -> u16 {
    if a.discard() != b.discard() {
        return u16::MAX;
    }
    a.prices().iter().zip(b.prices()).map(|(a, b)| a.abs_diff(b)).sum()
}

/// Adds everything that is legal.
fn add_all(candidates: &mut Vec<Action>, game: &Skye, position: &Public) {
    let first = candidates[0];
    let mut all = Vec::new();
    game.legal_actions(position, &mut all);
    candidates.extend(all.into_iter().filter(|action| *action != first));
}

/// Adds all purchases, the own tiles that can be taken, and the pass.
fn add_purchases(candidates: &mut Vec<Action>, game: &Skye, position: &Public, seat: Seat) {
    let first = candidates[0];
    let all = game.purchases(position, seat).map(|(from, tile, _)| Action::Buy { from, tile });
    let own = position.player(seat).own_to_take().map(|tile| Action::TakeOwn { tile });
    candidates.extend(all.chain(own).chain([Action::Pass]).filter(|action| *action != first));
}
