//! How the telling of a game is divided.

use engine::skye::Event;

/// Part of the telling: a heading, and the events under it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Section {
    /// The start of a round, which is its own heading.
    Round,
    /// Phase 1.
    Income,
    /// Phases 2 and 3.
    Offers,
    /// Phase 4, and what is kept after it.
    Trade,
    /// Phase 5.
    Building,
    /// Phase 6.
    Scoring,
    /// Scrolls and gold.
    FinalScoring,
    /// The ranking.
    Result,
}

impl Section {
    /// Where an event is told: a change of the dolmen board where the telling is now.
    pub fn of(event: &Event, now: Self) -> Self {
        match event {
            Event::Round { .. } => Self::Round,
            Event::VpBarrels { .. } | Event::Income { .. } => Self::Income,
            Event::Draw { .. } | Event::Price { .. } => Self::Offers,
            Event::Buy { .. }
            | Event::BuyOwn { .. }
            | Event::BuyDruid { .. }
            | Event::Bag { .. }
            | Event::Pass { .. }
            | Event::Keep { .. } => Self::Trade,
            Event::Place { .. }
            | Event::Tablet { .. }
            | Event::Flip { .. }
            | Event::Return { .. }
            | Event::Remove { .. } => Self::Building,
            Event::Score { .. } => Self::Scoring,
            Event::Scroll { .. } | Event::ScoreAgain { .. } | Event::GoldVp { .. } => Self::FinalScoring,
            Event::Result { .. } => Self::Result,
            Event::Dolmen { .. } => now,
        }
    }

    /// Its heading.
    pub fn heading(self) -> &'static str {
        match self {
            Self::Round => "Round",
            Self::Income => "Income",
            Self::Offers => "Offers",
            Self::Trade => "Trade",
            Self::Building => "Building",
            Self::Scoring => "Scoring",
            Self::FinalScoring => "Final scoring",
            Self::Result => "Result",
        }
    }
}
