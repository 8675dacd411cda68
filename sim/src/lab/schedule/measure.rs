//! What is measured over an agent's games, for `agents.csv` and for rules that end a run.

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
