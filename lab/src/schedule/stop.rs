//! Early stopping: the condition of an experiment's end before its last block.

use stats::sequential::SequentialTest;

/// A mean over an agent's seats.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum AgentMeasure {
    /// Win share of one seat.
    WinShare,
    /// Final VP.
    Vp,
    /// VP minus those of the best other player.
    Margin,
}

impl AgentMeasure {
    /// All measures.
    pub const ALL: [Self; 3] = [Self::WinShare, Self::Vp, Self::Margin];

    /// The name in configs.
    pub fn name(self) -> &'static str {
        match self {
            Self::WinShare => "win-share",
            Self::Vp => "vp",
            Self::Margin => "margin",
        }
    }
}

/// The fewest clusters after which a half-width is checked.
pub const MIN_CLUSTERS: u64 = 30;

/// The condition for an early end.
#[derive(Clone, PartialEq, Debug)]
pub struct Stop {
    /// The most blocks that it has.
    pub most_blocks: u64,
    /// The number of the agent that it is about.
    pub agent: usize,
    /// The stopping rule.
    pub rule: StopRule,
}

/// A stopping rule.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum StopRule {
    /// An interval of the agent's mean that reaches no further than this to either side.
    HalfWidth(AgentMeasure, f64),
    /// A decision on the agent's win share.
    Sequential(SequentialTest),
}

impl StopRule {
    /// The names of rules in configs; `fixed` is none.
    pub const NAMES: [&'static str; 3] = ["fixed", "half-width", "sequential"];
}
