//! One round's trade on tables: what purchases lead to once all tiles are laid.

use engine::random::Random;
use engine::skye::action::DRAWN;
use engine::skye::feature::FeatureCounts;
use engine::skye::{Offer, Public, Rotation, Skye, TileId};
use engine::{MAX_SEATS, Seat};
use tinyvec::ArrayVec;

use super::joint_gains::JointGains;
use crate::choice::first_best;
use crate::choice::{drawn, weight};
use crate::skye::appraisal::{Appraisals, MilliVp, Outlook, VP};
use crate::skye::greedy::{Market, Purchase, Stalls};

/// A purchase is e times as likely as one whose lead is smaller by this much.
const TEMPERATURE: MilliVp = 5 * VP / 2;

/// The pass and the purchases that a seat may make: at most all that is on display elsewhere.
const MAX_OPTIONS: usize = 1 + (MAX_SEATS - 1) * (DRAWN - 1);

/// The pass and the purchases that a seat may make, each with the lead that it brings.
type Options = ArrayVec<[(Option<Purchase>, MilliVp); MAX_OPTIONS]>;

/// What is for sale, and who has bought what.
#[derive(Copy, Clone, Debug)]
pub struct Standing {
    /// What is for sale, and everybody's gold.
    pub stalls: Stalls,
    /// By seat what it has bought.
    pub bought: [Option<Purchase>; MAX_SEATS],
}

impl Standing {
    /// Nothing bought yet.
    pub fn new(stalls: Stalls) -> Self {
        Self { stalls, bought: [None; MAX_SEATS] }
    }

    /// The same with an offer laid out.
    #[must_use]
    pub fn with_offer(mut self, seat: Seat, offer: &Offer) -> Self {
        self.stalls.lay_out(seat, offer);
        self
    }
}

/// What all tiles in play in one round are worth to everybody, alone and together.
pub struct Trade<'a> {
    position: &'a Public,
    market: Market,
    tiles: [[Option<TileId>; DRAWN]; MAX_SEATS],
    /// Features of the tiles, and of everybody's territory with the tiles that are to be built anyway.
    features: [[FeatureCounts; DRAWN]; MAX_SEATS],
    base: [FeatureCounts; MAX_SEATS],
    outlooks: Vec<Outlook<'a>>,
    /// By seat, own tiles kept as bits, and tile bought: the joint gain, where it is known.
    gains: [[[Option<MilliVp>; 1 + MAX_SEATS * DRAWN]; 1 << DRAWN]; MAX_SEATS],
}

impl<'a> Trade<'a> {
    /// The trade of the tiles drawn.
    pub fn of_drawn(game: &'a Skye, position: &'a Public, gains: &mut Appraisals) -> Self {
        let market = Market::of_drawn(game, position, gains);
        let features = |tile: TileId| game.tiles().tile(tile, Rotation::ALL[0]).features;
        let mut trade = Self {
            position,
            market,
            tiles: Default::default(),
            features: Default::default(),
            base: Default::default(),
            outlooks: Vec::with_capacity(position.seats()),
            gains: [[[None; 1 + MAX_SEATS * DRAWN]; 1 << DRAWN]; MAX_SEATS],
        };
        for (index, player) in position.players.iter().enumerate() {
            for (place, tile) in player.drawn.into_iter().enumerate() {
                trade.tiles[index][place] = Some(tile);
                trade.features[index][place] = features(tile);
            }
            trade.base[index] = player.territory.features();
            player.to_build.iter().for_each(|&tile| trade.base[index].add_all(&features(tile)));
            trade.outlooks.push(Outlook::by(gains.judgements(), game, position, Seat::new(index)));
        }
        trade
    }

    /// The additive market.
    pub fn market(&self) -> &Market {
        &self.market
    }

    /// A pass and every purchase that the buyer can pay for, each with the buyer's lead over the mean of the others at the end of the round.
    /// The seats that follow are expected to buy by surplus.
    fn options(&mut self, joint: &mut JointGains, standing: &Standing, buyer: usize, later: &[usize]) -> Options {
        let mut options = Options::new();
        let lead = self.lead_after(joint, standing, buyer, None, later);
        options.push((None, lead));
        let purchases: ArrayVec<[Purchase; MAX_OPTIONS]> = self.market.purchases(buyer, &standing.stalls).collect();
        for purchase in purchases {
            let lead = self.lead_after(joint, standing, buyer, Some(purchase), later);
            options.push((Some(purchase), lead));
        }
        options
    }

    /// What an offer is expected to lead to: the seat's lead over the mean of the others at the end of the round. The seat itself buys what gives
    /// it the largest lead; the others buy an option the more likely, the larger the lead it gives them.
    pub fn expected(
        &mut self,
        joint: &mut JointGains,
        standing: &Standing,
        seat: usize,
        buyers: &[usize],
        random: &mut Random,
    ) -> MilliVp {
        let Some((&buyer, later)) = buyers.split_first() else {
            let worth = self.worth(joint, standing);
            return self.market.advantage(seat, &worth);
        };
        let options = self.options(joint, standing, buyer, later);
        let mut after = |purchase, trade: &mut Self, random: &mut Random| {
            let standing = trade.after(standing, buyer, purchase);
            trade.expected(joint, &standing, seat, later, random)
        };
        if buyer == seat {
            let best = first_best(options.into_iter(), |(_, lead)| *lead).expect("a pass at least").0;
            return after(best, self, random);
        }
        let options = weighed(&options);
        if self.market.seats > 2 {
            return after(drawn(&options, random), self, random);
        }
        let all: i64 = options.iter().map(|&(_, weight)| i64::from(weight)).sum();
        let mut sum = 0;
        for (purchase, weight) in options {
            if weight > 0 {
                sum += i64::from(weight) * i64::from(after(purchase, self, random));
            }
        }
        (sum / all) as MilliVp
    }

    fn after(&self, standing: &Standing, buyer: usize, purchase: Option<Purchase>) -> Standing {
        let mut standing = *standing;
        standing.bought[buyer] = purchase;
        if let Some(purchase) = purchase {
            self.market.buy(buyer, purchase, &mut standing.stalls);
        }
        standing
    }

    fn lead_after(
        &mut self,
        joint: &mut JointGains,
        standing: &Standing,
        buyer: usize,
        purchase: Option<Purchase>,
        later: &[usize],
    ) -> MilliVp {
        let mut standing = self.after(standing, buyer, purchase);
        for &next in later {
            let choice = self.market.choice(next, &standing.stalls);
            standing = self.after(&standing, next, choice);
        }
        let worth = self.worth(joint, &standing);
        self.market.advantage(buyer, &worth)
    }

    /// By seat, what its tiles and its gold add up to.
    fn worth(&mut self, joint: &mut JointGains, standing: &Standing) -> [MilliVp; MAX_SEATS] {
        let seats = self.market.seats;
        let mut worth = [0; MAX_SEATS];
        let mut features = self.base;
        for index in 0..seats {
            let prices = &standing.stalls.prices[index];
            let mut kept = 0;
            for place in (0..DRAWN).filter(|&place| prices[place] > 0) {
                kept |= 1 << place;
                features[index].add_all(&self.features[index][place]);
            }
            if let Some((from, place)) = standing.bought[index] {
                features[index].add_all(&self.features[from][place]);
            }
            let gain = self.gain(joint, index, kept, standing.bought[index]);
            worth[index] = gain + self.market.per_gold * MilliVp::from(standing.stalls.gold[index]);
        }
        for (index, worth) in worth.iter_mut().enumerate().take(seats) {
            let others = features[..seats].iter().enumerate().filter(|&(other, _)| other != index);
            *worth += self.outlooks[index].majority_change(features[index], others.map(|(_, &features)| features));
        }
        worth
    }

    fn gain(&mut self, joint: &mut JointGains, seat: usize, kept: usize, bought: Option<Purchase>) -> MilliVp {
        let known = &mut self.gains[seat][kept][bought.map_or(0, |(from, place)| 1 + from * DRAWN + place)];
        if let Some(gain) = *known {
            return gain;
        }
        let player = self.position.player(Seat::new(seat));
        let mut tiles: Vec<TileId> = player.to_build.to_vec();
        tiles.extend((0..DRAWN).filter(|place| kept >> place & 1 > 0).filter_map(|place| self.tiles[seat][place]));
        tiles.extend(bought.and_then(|(from, place)| self.tiles[from][place]));
        let gain = joint.of(seat, &self.outlooks[seat], &player.territory, &mut tiles);
        *known = Some(gain);
        gain
    }
}

/// How likely each option is, in proportion.
fn weighed(options: &Options) -> ArrayVec<[(Option<Purchase>, u32); MAX_OPTIONS]> {
    let most = options.iter().map(|&(_, lead)| lead).max().expect("a pass at least");
    let log_likelihood = |lead: MilliVp| f64::from(lead - most) / f64::from(TEMPERATURE);
    options.iter().map(|&(purchase, lead)| (purchase, weight(log_likelihood(lead)))).collect()
}
