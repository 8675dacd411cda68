//! The greedy player's evaluation of one action, in parts.

use engine::skye::{Action, DRAWN, Offer, Phase, Placement, Public, Skye, TileId};
use engine::{Random, Seat};

use super::buying::foresight_market;
use super::pricing::guessed_offers;
use super::{Brain, Buying, Pricing};
use crate::ValuePart;
use crate::skye::appraisal::{NAMED_PARTS, part_names, worth_in_parts};
use crate::skye::{Appraisals, Market, MarketState, MilliVp, Outlook, Purchase, VP, later_buyers};

/// Worth by part of the territory.
type Parts = [MilliVp; NAMED_PARTS];

/// The parts of an action's value, in thousandths of a VP, while they are added up.
struct Ledger<'a> {
    game: &'a Skye,
    position: &'a Public,
    seat: Seat,
    gains: &'a mut Appraisals,
    /// The territory as it is.
    land: Parts,
    /// The territory with expected tiles, before and after the action.
    sums: [[f64; NAMED_PARTS]; 2],
    /// The worth of borderland tiles that could be laid later.
    options: [f64; 2],
    /// The other parts: name, before and after.
    others: Vec<(&'static str, [f64; 2])>,
}

impl<'a> Ledger<'a> {
    fn new(game: &'a Skye, position: &'a Public, seat: Seat, gains: &'a mut Appraisals) -> Self {
        let land = worth_in_parts(gains.judgements(), game, position, seat, &position.player(seat).territory);
        let sums = [land.map(f64::from); 2];
        Self { game, position, seat, gains, land, sums, options: [0.0; 2], others: Vec::new() }
    }

    /// Returns the addition of a placement to each part.
    fn added(&self, placement: Placement) -> Parts {
        let mut after = self.position.player(self.seat).territory;
        after.lay_and_flip(self.game.tiles(), placement, |_| {});
        let after = worth_in_parts(self.gains.judgements(), self.game, self.position, self.seat, &after);
        std::array::from_fn(|part| after[part] - self.land[part])
    }

    /// Adds a placement to the territory after the action.
    fn lay(&mut self, placement: Placement) {
        let outlook = Outlook::by(self.gains.judgements(), self.game, self.position, self.seat);
        self.add(&self.added(placement), outlook.option_worth(placement.tile), [0.0, 1.0]);
    }

    /// Adds a tile where it gains the most, with these shares before and after the action.
    fn gain(&mut self, tile: TileId, shares: [f64; 2]) {
        let best = self.gains.best_placement(self.game, self.position, self.seat, &[tile]);
        if let Some((placement, gain)) = best {
            let added = self.added(placement);
            self.add(&added, added.iter().sum::<MilliVp>() - gain, shares);
        }
    }

    fn add(&mut self, added: &Parts, option: MilliVp, shares: [f64; 2]) {
        for (side, share) in shares.into_iter().enumerate() {
            self.sums[side].iter_mut().zip(added).for_each(|(sum, part)| *sum += share * f64::from(*part));
            self.options[side] -= share * f64::from(option);
        }
    }

    /// Returns the change of all parts together.
    fn change(&self) -> f64 {
        let change = |[before, after]: [f64; 2]| after - before;
        let [before, after] = self.sums.map(|sums| sums.iter().sum());
        change([before, after]) + change(self.options) + self.others.iter().map(|(_, part)| change(*part)).sum::<f64>()
    }

    /// Adds a part with the rest of a value.
    fn rest(&mut self, name: &'static str, value: Option<MilliVp>) {
        if let Some(value) = value {
            self.others.push((name, [0.0, f64::from(value) - self.change()]));
        }
    }

    /// Adds a seat's outcome of a market with this end, with this share, and the seat's purchases.
    fn trade(&mut self, market: &Market, end: &MarketState, purchases: &[Purchase], [before, after]: [f64; 2]) {
        let own = self.seat.index();
        let kept = (0..DRAWN).filter(|&place| end.prices[own][place] > 0).map(|place| (own, place));
        let (player, shares) = (|seat: usize| &self.position.players[seat], [before, after]);
        let tiles = purchases.iter().copied().chain(kept).map(|(from, place)| match market.drawn {
            0 => player(from).display[place].tile,
            _ => player(from).drawn[place],
        });
        tiles.collect::<Vec<_>>().into_iter().for_each(|tile| self.gain(tile, shares));
        let worth = market.worth(end);
        let others = (worth[..market.seats].iter().sum::<MilliVp>() - worth[own]) / market.rivals();
        let parts = [
            ("gold", market.per_gold * MilliVp::from(end.gold[own])),
            ("second buy turn", market.second_worth(own, end.gold[own])),
            ("the others (mean, counts against)", -others),
        ];
        for (name, worth) in parts {
            let known = self.others.iter().position(|(known, _)| *known == name);
            let index = known.unwrap_or_else(|| {
                self.others.push((name, [0.0; 2]));
                self.others.len() - 1
            });
            let sides = &mut self.others[index].1;
            sides.iter_mut().zip(shares).for_each(|(side, share)| *side += share * f64::from(worth));
        }
    }

    fn parts(self) -> Vec<ValuePart> {
        let land = part_names(self.game).into_iter().zip(0..);
        let land = land.map(|(name, part): (_, usize)| (name, self.sums.map(|sums| sums[part])));
        let options = ("borderland tiles laid instead of kept".to_owned(), self.options);
        let others = self.others.into_iter().map(|(name, sides)| (name.to_owned(), sides));
        let parts = land.chain(others).chain([options]).map(|(name, sides)| {
            let [before, after] = sides.map(|worth| worth / f64::from(VP));
            ValuePart { name, before, after }
        });
        parts.collect()
    }
}

impl Brain {
    /// Returns the parts of its rule's value of an action of the seat to move.
    ///
    /// "Before" is the position as it is, or for purchases as if nobody bought anything more. The sums "after" two
    /// compared actions differ as their values do. `None` if the rule has no parts, like formulas and tables of prices.
    ///
    /// With the same random source it evaluates as [`action`](Self::action) does.
    pub fn breakdown(
        &self,
        game: &Skye,
        position: &Public,
        action: Action,
        gains: &mut Appraisals,
        random: &mut Random,
    ) -> Option<Vec<ValuePart>> {
        let seat = position.phase.seat()?;
        let weighed = match position.phase {
            Phase::Build(_) | Phase::BuyAgain(_) => self.weighed(game, position, gains, random),
            _ => Vec::new(),
        };
        let values = weighed.into_iter().filter(|(other, _)| *other == action).map(|(_, worth)| worth);
        let value = values.max();
        let mut ledger = Ledger::new(game, position, seat, gains);
        match (position.phase, action) {
            (Phase::Build(_), Action::Place(placement)) => {
                ledger.lay(placement);
                ledger.rest("tiles that follow", value);
            }
            (Phase::Build(_), _) => {}
            (Phase::KeepDrawn(_), Action::KeepDrawn { tile }) => ledger.gain(tile, [0.0, 1.0]),
            (Phase::BuyAgain(_), _) => {
                second_purchase(&mut ledger, action);
                ledger.rest("the bag, and later Druid tiles", value);
            }
            (Phase::Buy(_), Action::Buy { .. } | Action::Pass) => purchase(&mut ledger, self.buying, action)?,
            (Phase::Price(_), Action::Offer(offer)) if position.player(seat).drawn.len() <= DRAWN => {
                let Pricing::Sampled { samples } = self.pricing else { return None };
                sampled_offer(&mut ledger, self, samples, &offer, random);
            }
            _ => return None,
        }
        Some(ledger.parts())
    }
}

/// Adds the consequences of a purchase, or a pass.
fn purchase(ledger: &mut Ledger<'_>, buying: Buying, action: Action) -> Option<()> {
    let Buying::Foresight { gold_of_two } = buying else { return None };
    let (position, seat) = (ledger.position, ledger.seat);
    let market = foresight_market(ledger.game, position, seat, gold_of_two, ledger.gains);
    let mut market_state = MarketState::on_display(position);
    ledger.trade(&market, &market_state, &[], [1.0, 0.0]);
    let bought = match action {
        Action::Buy { from, tile } => {
            let display = &position.player(from).display;
            Some((from.index(), display.iter().position(|sale| sale.tile == tile)?))
        }
        _ => None,
    };
    bought.iter().for_each(|purchase| market.buy(seat.index(), *purchase, &mut market_state));
    market.trade(&mut market_state, later_buyers(position, seat), |_, _| {});
    ledger.trade(&market, &market_state, bought.as_slice(), [0.0, 1.0]);
    Some(())
}

/// Adds the mean consequences of an offer over guesses at the other offers.
fn sampled_offer(ledger: &mut Ledger<'_>, brain: &Brain, samples: usize, offer: &Offer, random: &mut Random) {
    let (position, seat) = (ledger.position, ledger.seat);
    let (market, guesses) = guessed_offers(ledger.game, position, seat, ledger.gains, &brain.habits, samples, random);
    ledger.trade(&market, &MarketState::empty(position), &[], [1.0, 0.0]);
    for mut market_state in guesses {
        market_state.lay_out(seat, offer);
        let mut own = Vec::new();
        market.trade(&mut market_state, position.turn_order(), |buyer, purchase| {
            own.extend((buyer == seat.index()).then_some(purchase));
        });
        ledger.trade(&market, &market_state, &own, [0.0, 1.0 / samples as f64]);
    }
}

/// Adds the tile and the price of a purchase in the second buy turn.
fn second_purchase(ledger: &mut Ledger<'_>, action: Action) {
    let (game, position, player) = (ledger.game, ledger.position, ledger.position.player(ledger.seat));
    let paid = match action {
        Action::BuyDruid { space } => {
            let space = usize::from(space);
            position.dolmen.board[space].iter().for_each(|tile| ledger.gain(*tile, [0.0, 1.0]));
            position.dolmen.price(game.tiles(), space).unwrap_or(0)
        }
        Action::DrawFromBag => player.tablets.bag_cost(),
        _ => 0,
    };
    let per_gold = ledger.gains.per_gold(game, position);
    let gold = [player.gold, player.gold - paid].map(|gold| f64::from(per_gold * MilliVp::from(gold)));
    ledger.others.push(("gold", gold));
}
