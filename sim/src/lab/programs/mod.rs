//! Agents that are other programs, asked by the protocol of [`interface::protocol`].

mod spec;
pub use spec::{OnFault, ProgramSpec, check_option};

mod fault;
pub use fault::{Fault, Times};

mod conversation;
pub use conversation::Conversation;

mod pool;
pub use pool::{Account, MayNotRepeat, Pool, Stop, Visit};
