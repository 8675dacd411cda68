//! The agents. They know the rules, but nothing about files or clocks.
//!
//! An [`Agent`] decides from a view. An [`AgentSpec`] such as `mcts:iterations=400` names one of a game's kinds of
//! agents, which are in a list such as [`skye::KINDS`]. [`random`] and [`search`] play any game.
//!
//! ```
//! use agents::{AgentSpec, skye};
//!
//! let spec = AgentSpec::read("random", &skye::KINDS)?;
//! assert_eq!(spec.schema().name, "random");
//! let error = AgentSpec::read("randon", &skye::KINDS).unwrap_err();
//! assert!(error.to_string().starts_with("no agent is called `randon`; did you mean `random`? accepted: random, "));
//! # Ok::<(), agents::SpecError>(())
//! ```

mod agent;
pub use agent::{Agent, Breakdown, Decision, DecisionError, Explanation, ValuePart, WeighedAction};

mod choice;
pub(crate) use choice::{drawn, first_best, index_at, narrowed, shuffle, unit, worthiest};

pub mod net;

pub mod spec;
pub(crate) use spec::kind::{AcceptedValues, SettingKey, Settings, words};
pub use spec::kind::{AgentKind, AgentSchema};
pub use spec::{AgentSpec, SpecError};

pub mod random;
pub use random::RandomAgent;

pub mod search;

mod temperature;
pub(crate) use temperature::{TEMPERATURE, at_temperature};

pub mod value;

pub mod exploit;

pub mod skye;
pub mod tipperary;
