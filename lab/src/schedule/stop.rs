//! Early stopping: the condition under which an experiment ends before its last block.

use stats::sequential::SequentialTest;

engine::named_enum! {
    /// A mean over an agent's seats.
    pub enum AgentMeasure {
        /// The win share of one seat.
        WinShare = "win-share",
        /// The final VP.
        Vp = "vp",
        /// The VP minus those of the best other player.
        Margin = "margin",
    }
}

impl AgentMeasure {
    /// The name in sentences.
    pub fn title(self) -> String {
        if self == Self::Vp { "VP".to_owned() } else { self.name().replace('-', " ") }
    }
}

/// The minimum number of clusters before a half-width is checked.
pub const MIN_CLUSTERS: u64 = 30;

/// The condition for early stopping.
#[derive(Clone, PartialEq, Debug)]
pub struct Stop {
    /// The maximum number of blocks.
    pub most_blocks: u64,
    /// The index of the agent concerned.
    pub agent: usize,
    /// The stopping rule.
    pub rule: StopRule,
}

/// A stopping rule.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum StopRule {
    /// The half-width of the interval of the agent's mean is at most this.
    HalfWidth(AgentMeasure, f64),
    /// A sequential test of the agent's win share has decided.
    Sequential(SequentialTest),
}

impl StopRule {
    /// The names of rules in configs; `fixed` stands for no rule.
    pub const NAMES: [&'static str; 3] = ["fixed", "half-width", "sequential"];
}
