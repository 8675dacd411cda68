//! Agents that are other programs, asked by the protocol of [`interface::protocol`].

mod spec;
pub use spec::{Fault, OnFault, ProgramSpec, Times, check_option};

mod conversation;
pub use conversation::Conversation;

mod pool;
pub use pool::{Account, MayNotRepeat, Pool, Stop, Visit};
