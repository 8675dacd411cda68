//! Agents that are external programs, using the protocol of [`interface::protocol`].

mod spec;
pub use spec::{OnFault, ProgramSpec, READY_MS, check_option};

mod fault;
pub use fault::{Fault, Times};

pub mod conversation;

mod pool;
pub use pool::{Account, MayNotRepeat, Pool, ProgramAgent, SharedFailure};
