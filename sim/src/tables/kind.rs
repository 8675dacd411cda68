//! Which tables there are.

/// A table with one row for everything that happened.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RawTable {
    /// One row per game.
    Games,
    /// One row per player and game.
    Seats,
    /// One row per drawn tile.
    Offers,
    /// One row per player, round and scoring tile.
    Scores,
}

impl RawTable {
    /// All raw tables in order.
    pub const ALL: [Self; 4] = [Self::Games, Self::Seats, Self::Offers, Self::Scores];

    /// The name in configs; the file's name without its ending.
    pub fn name(self) -> &'static str {
        match self {
            Self::Games => "games",
            Self::Seats => "seats",
            Self::Offers => "offers",
            Self::Scores => "scores",
        }
    }

    /// Whether it is written even if a config does not ask for it.
    pub fn is_always_written(self) -> bool {
        match self {
            Self::Games | Self::Seats => true,
            Self::Offers | Self::Scores => false,
        }
    }
}

/// A table with estimates over all blocks.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ResultTable {
    /// How strong the agents are.
    Agents,
    /// What the scoring tiles award to whom.
    Scoring,
    /// What the agents ask for tiles and what they get.
    Pricing,
    /// How each two agents compare.
    Pairs,
    /// What it is worth to begin.
    SeatAdvantage,
    /// The strength of agents on one scale.
    Ratings,
    /// What scoring tiles do to the game.
    Effects,
    /// Each four scoring tiles that were played together.
    Sets,
    /// What kind of game it is.
    Balance,
    /// What was known when.
    Sequential,
}

impl ResultTable {
    /// All result tables in order.
    pub const ALL: [Self; 10] = [
        Self::Agents,
        Self::Scoring,
        Self::Pricing,
        Self::Pairs,
        Self::SeatAdvantage,
        Self::Ratings,
        Self::Effects,
        Self::Sets,
        Self::Balance,
        Self::Sequential,
    ];

    /// The file's name without its ending.
    pub fn name(self) -> &'static str {
        match self {
            Self::Agents => "agents",
            Self::Scoring => "scoring",
            Self::Pricing => "pricing",
            Self::Pairs => "pairs",
            Self::SeatAdvantage => "seat_advantage",
            Self::Ratings => "ratings",
            Self::Effects => "effects",
            Self::Sets => "sets",
            Self::Balance => "balance",
            Self::Sequential => "sequential",
        }
    }

    /// The raw tables that it can be computed from.
    pub fn needs(self) -> &'static [RawTable] {
        match self {
            Self::Agents | Self::Pairs | Self::Ratings | Self::Sequential => &[RawTable::Seats],
            Self::SeatAdvantage | Self::Scoring | Self::Effects | Self::Sets | Self::Balance => {
                &[RawTable::Games, RawTable::Seats]
            }
            Self::Pricing => &[RawTable::Offers],
        }
    }
}
