//! Every kind of agent, weakest first. To add one, write its file and add its line here.

use crate::kind::Kind;

/// All kinds of agents that a spec can name.
pub static KINDS: &[Kind] = &[crate::random::KIND, crate::rule_of_thumb::KIND, crate::greedy::KIND, crate::mcts::KIND];
