//! Data sets of decisions, to which the habits of players are fitted.
//!
//! A decision is a choice among options: the tile to discard, the price of another one, the purchase. Each option is
//! stored as the features of the nets of [`Habits`], with the chosen one marked, and habits are fitted by maximum
//! likelihood.

use engine::skye::{Action, Offer, Phase, Position, Skye};
use engine::{Game, Seat, Turn};

use super::opponents::{DISCARD, PRICE, PURCHASE, TradeAhead};
use super::{Appraisals, Habits, Offerer, Shortlist, SkyeDomain};
use crate::first_best;
use crate::net::{ContestRow, Contests, Net, NetError, Training, train};
use crate::search::SearchDomain;

/// Options as rows of features, and the chosen one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// A row for each option.
    pub options: Vec<Vec<i16>>,
    /// The index of the one chosen.
    pub chosen: usize,
}

/// The choices in some decisions.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct HabitDataset {
    /// Tiles to discard.
    pub discards: Vec<Choice>,
    /// Prices.
    pub prices: Vec<Choice>,
    /// Passes and purchases, with the search's values after each.
    pub purchases: Vec<Choice>,
    /// The same purchases without these values.
    pub heuristic_purchases: Vec<Choice>,
    /// The number of prices that the model does not consider, so that nothing is learned from them.
    pub unconsidered: u64,
}

impl HabitDataset {
    /// Adds the decision that a seat is about to make.
    ///
    /// Nothing is added if more tiles are drawn than printed.
    ///
    /// # Panics
    /// If it is not the seat's turn.
    pub fn note(&mut self, game: &Skye, position: &Position, action: Action, extractor: &mut FeatureExtractor) {
        let Turn::Seat(seat) = game.turn(position) else { panic!("nobody decides here") };
        match action {
            Action::Offer(offer) => {
                extractor.offerer(game, position, seat, |offerer| self.note_offer(offerer, offer));
            }
            Action::Buy { .. } | Action::Pass if matches!(position.phase, Phase::Buy(_)) => {
                self.note_purchase(game, position, seat, action, &extractor.domain);
            }
            _ => {}
        }
    }

    fn note_offer(&mut self, offerer: &Offerer, offer: Offer) {
        let (discard, prices) = offerer.steps(&offer);
        let discards = offerer.discards();
        if !discards.is_empty() {
            self.discards.push(Choice { options: discards.iter().map(|row| row.to_vec()).collect(), chosen: discard });
        }
        for ((tiles, given), price) in prices {
            let prices = offerer.prices(tiles[0], given);
            let options: Vec<Vec<i16>> =
                prices.clone().map(|price| offerer.price_row(tiles, price, given).to_vec()).collect();
            match prices.into_iter().position(|other| other == price) {
                Some(chosen) if options.len() > 1 => self.prices.push(Choice { options, chosen }),
                Some(_) => {}
                None => self.unconsidered += 1,
            }
        }
    }

    fn note_purchase(&mut self, game: &Skye, position: &Position, seat: Seat, action: Action, domain: &SkyeDomain) {
        if game.purchases(position, seat).next().is_none() {
            return;
        }
        let mut cache = domain.cache(position);
        let view = game.view(position, seat);
        let (buyer, values) = domain.played_out(game, &view, &mut cache);
        let chosen = buyer.actions().position(|option| option == action).expect("a legal action is an option");
        for (choices, values) in [(&mut self.purchases, Some(&values[..])), (&mut self.heuristic_purchases, None)] {
            choices.push(Choice { options: buyer.rows(values).iter().map(|row| row.to_vec()).collect(), chosen });
        }
    }

    /// Adds others.
    pub fn extend(&mut self, others: Self) {
        self.discards.extend(others.discards);
        self.prices.extend(others.prices);
        self.purchases.extend(others.purchases);
        self.heuristic_purchases.extend(others.heuristic_purchases);
        self.unconsidered += others.unconsidered;
    }

    /// Returns whether there are choices of each kind to learn from.
    pub fn suffice(&self) -> bool {
        [&self.discards, &self.prices, &self.purchases].iter().all(|choices| !choices.is_empty())
    }

    /// Fits habits by maximum likelihood.
    ///
    /// # Errors
    /// If a net cannot be written in whole numbers.
    ///
    /// # Panics
    /// If they do not [`suffice`](Self::suffice).
    pub fn habits(&self, training: &Training, trained_on: String) -> Result<Habits, NetError> {
        let fit = |contests: Contests| train(&contests, training, |_, _| ());
        let purchases = self.purchases.iter().chain(&self.heuristic_purchases);
        Ok(Habits {
            trained_on,
            discards: fit(contests(DISCARD, &self.discards))?,
            prices: fit(contests(PRICE, &self.prices))?,
            purchases: fit(contests(PURCHASE, purchases))?,
        })
    }

    /// Scores these habits' predictions of each kind of choice, by name.
    ///
    /// Kinds without choices are left out.
    pub fn prediction_scores(&self, habits: &Habits) -> Vec<(&'static str, PredictionScore)> {
        let kinds = [
            ("discards", &self.discards, &habits.discards),
            ("prices", &self.prices, &habits.prices),
            ("purchases", &self.purchases, &habits.purchases),
            ("heuristic purchases", &self.heuristic_purchases, &habits.purchases),
        ];
        let kinds = kinds.into_iter().filter(|(_, choices, _)| !choices.is_empty());
        kinds.map(|(name, choices, net)| (name, PredictionScore::of(net, choices))).collect()
    }
}

/// Extracts features of decisions, and caches appraisals of territories.
pub struct FeatureExtractor {
    domain: SkyeDomain,
    gains: Appraisals,
}

impl Default for FeatureExtractor {
    fn default() -> Self {
        let domain = SkyeDomain::of_search();
        let gains = Appraisals::by(domain.brain.judgements.clone());
        Self { domain, gains }
    }
}

impl FeatureExtractor {
    /// Calls a function with a seat's possible offers; `None` if more tiles are drawn than printed.
    pub fn offerer<T>(
        &mut self,
        game: &Skye,
        position: &Position,
        seat: Seat,
        show: impl FnOnce(&mut Offerer) -> T,
    ) -> Option<T> {
        let gains = &mut self.gains;
        gains.forget();
        if Shortlist::of(game, position, gains).is_shorter() {
            return None;
        }
        Some(show(TradeAhead::offerer(game, position, seat, gains)))
    }
}

/// The quality of predictions.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct PredictionScore {
    /// The number of choices.
    pub choices: usize,
    /// The mean negative log-probability of the chosen options.
    pub loss: f64,
    /// The same for uniform predictions.
    pub uniform: f64,
    /// The share of choices whose chosen option was thought likeliest.
    pub hits: f64,
}

impl PredictionScore {
    fn of(net: &Net, choices: &[Choice]) -> Self {
        let hits = choices.iter().filter(|choice| {
            let scores: Vec<i32> = choice.options.iter().map(|row| net.score(row)).collect();
            first_best(0..scores.len(), |&option| scores[option]) == Some(choice.chosen)
        });
        let (hits, contests) = (hits.count(), contests(net.inputs(), choices));
        Self {
            choices: choices.len(),
            loss: contests.loss_of(net),
            uniform: contests.loss(|_| 0.0),
            hits: hits as f64 / choices.len() as f64,
        }
    }
}

/// Makes contests of choices: the options of each compete.
fn contests<'c>(width: usize, choices: impl IntoIterator<Item = &'c Choice>) -> Contests {
    let mut contests = Contests::new(width);
    for Choice { options, chosen } in choices {
        contests.add(options.iter().enumerate().map(|(option, row)| ContestRow {
            row,
            given: 0.0,
            share: f32::from(u8::from(option == *chosen)),
        }));
    }
    contests
}

/// Returns the energy score of guesses at an offer, in gold.
///
/// It is the mean distance from the offer, minus half of the mean distance between guesses.
///
/// Lower is better: the guesses are a better predictive sample (Gneiting & Raftery 2007, Strictly Proper Scoring
/// Rules).
pub fn energy_score(guesses: &[Offer], offer: &Offer) -> f64 {
    let count = guesses.len() as f64;
    let to = guesses.iter().map(|guess| distance(guess, offer)).sum::<f64>() / count;
    let between = guesses.iter().flat_map(|a| guesses.iter().map(move |b| distance(a, b))).sum::<f64>();
    to - 0.5 * between / (count * count)
}

/// Returns the Euclidean distance of the prices.
fn distance(a: &Offer, b: &Offer) -> f64 {
    let squares = a.prices().into_iter().zip(b.prices()).map(|(a, b)| (f64::from(a) - f64::from(b)).powi(2));
    squares.sum::<f64>().sqrt()
}
