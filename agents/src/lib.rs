//! The players. They know the rules, and nothing of files, threads or clocks.
//!
//! An [`Agent`] decides from a view. An [`AgentSpec`] such as `mcts:iterations=400` names one; [`KINDS`] lists all.
//!
//! ```
//! let spec: agents::AgentSpec = "random".parse()?;
//! assert_eq!(spec.kind().name, "random");
//! let error = "randon".parse::<agents::AgentSpec>().unwrap_err();
//! assert!(error.to_string().starts_with("no agent is called `randon`; did you mean `random`? accepted: random, "));
//! # Ok::<(), agents::SpecError>(())
//! ```

mod agent;
pub use agent::{Agent, Decision, Explanation, Weighed};

pub mod kind;

mod first_best;

pub mod appraisal;

mod random;
pub use random::RandomAgent;

mod rule_of_thumb;
pub use rule_of_thumb::RuleOfThumb;

pub mod greedy;
pub use greedy::Greedy;

mod sales;
pub use sales::expected_sales;

pub mod mcts;
pub use mcts::Mcts;

mod registry;
pub use registry::KINDS;

pub mod spec;
pub use spec::{AgentSpec, SpecError};
