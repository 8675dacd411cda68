//! The agents for Isle of Skye.

pub mod appraisal;
pub(crate) use appraisal::{Appraisals, Estate, Judgements, MilliVp, Outlook, VP};

pub mod value;

mod rule_of_thumb;
pub use rule_of_thumb::RuleOfThumb;

pub mod market;
pub(crate) use market::{Market, MarketState, Purchase, Shortlist, later_buyers};

pub mod opponents;
pub(crate) use opponents::{Buyer, Habits, InverseTemperature, Offerer};

pub mod greedy;
pub use greedy::Greedy;

mod domain;
pub use domain::{Insider, OpponentModel, Rollout, SkyeCache, SkyeDomain};

mod habit_dataset;
pub use habit_dataset::{Choice, FeatureExtractor, HabitDataset, PredictionScore, energy_score};

mod mcts;
pub use mcts::mcts;

mod sales;
pub use sales::expected_sales;

use engine::skye::{Action, Offer, Phase, Public, Skye, View};
use engine::{Game, Random};

use crate::exploit::Secrets;
use crate::{AgentKind, random};
use greedy::promising_offers;

/// All kinds of agents that a spec can name, weakest first.
///
/// To add one, write its file, name it above and add its kind here.
pub static KINDS: [AgentKind<Skye>; 4] = [random::kind(), rule_of_thumb::KIND, greedy::KIND, mcts::KIND];

/// Offers, which are answered by purchases.
pub static SECRETS: Secrets<Skye> = Secrets { candidates: offers, is_answer };

/// Offers near the others' limits, up to the number wanted, and then any others.
fn offers(game: &Skye, view: &View<'_>, count: usize, random: &mut Random) -> Vec<Action> {
    let position = game.public(view);
    let seat = view.seat();
    let (drawn, gold) = (position.player(seat).drawn.len(), position.player(seat).gold);
    let limits = game.rules().prices;
    let every = Offer::all(drawn, gold, limits).count();
    if every <= count {
        return Offer::all(drawn, gold, limits).map(Action::Offer).collect();
    }
    let mut gains = Appraisals::by(Judgements::calibrated());
    let shortlist = Shortlist::of(game, position, &mut gains);
    let market = Market::of_drawn(game, shortlist.public(), &mut gains);
    let widest = (0..=WIDEST)
        .map(|around| {
            let promising = promising_offers(&market, seat.index(), gold, around).into_iter();
            promising.map(|offer| shortlist.in_full(seat, offer)).collect::<Vec<_>>()
        })
        .take_while(|offers| offers.len() <= count)
        .last();
    let mut offers = widest.unwrap_or_default();
    while offers.len() < count {
        let other = Offer::random(drawn, gold, limits, random);
        if !offers.contains(&other) {
            offers.push(other);
        }
    }
    offers.into_iter().map(Action::Offer).collect()
}

/// The largest distance in gold at which prices still count as near the others' limits.
const WIDEST: MilliVp = 10;

/// The whole buying phase, Druid tiles included.
fn is_answer(position: &Public) -> bool {
    match position.phase {
        Phase::Buy(_) | Phase::BuyAgain(_) | Phase::Uncover(_) | Phase::DrawFromBag(_) | Phase::KeepDrawn(_) => true,
        Phase::Draw | Phase::Price(_) | Phase::Build(_) | Phase::Over => false,
    }
}
