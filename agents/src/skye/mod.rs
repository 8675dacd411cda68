//! The agents for Isle of Skye.

pub mod appraisal;

pub mod value;

mod rule_of_thumb;
pub use rule_of_thumb::RuleOfThumb;

pub mod market;

pub mod opponents;

pub mod greedy;
pub use greedy::Greedy;

mod domain;
pub use domain::{OpponentModel, Rollout, SkyeCache, SkyeDomain};

mod habit_dataset;
pub use habit_dataset::{Choice, FeatureExtractor, HabitDataset, PredictionScore, energy_score};

mod mcts;
pub use mcts::mcts;

mod insider;
pub use insider::Insider;

mod sales;
pub use sales::expected_sales;

mod secrets;
pub use secrets::SECRETS;

use engine::skye::Skye;

use crate::random;
use crate::spec::kind::AgentKind;

/// All kinds of agents that a spec can name, weakest first.
///
/// To add one, write its file, name it above and add its kind here.
pub static KINDS: [AgentKind<Skye>; 4] = [random::kind(), rule_of_thumb::KIND, greedy::KIND, mcts::KIND];
