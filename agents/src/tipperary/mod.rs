//! The players of Tipperary.

pub mod appraisal;

mod area_first;
pub use area_first::AreaFirst;

pub mod greedy;
pub use greedy::Greedy;

pub mod value;

mod domain;
pub use domain::{Rollout, TipperaryDomain};

pub use domain::mcts;

use engine::tipperary::Tipperary;

use crate::{AgentKind, random};

/// All kinds of agents that a spec can name, weakest first.
///
/// To add one, write its file, name it above and add its kind here.
pub static KINDS: [AgentKind<Tipperary>; 4] = [random::kind(), area_first::KIND, greedy::KIND, domain::KIND];
