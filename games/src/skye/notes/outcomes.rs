//! The outcomes: the common ones, gold and tiles.

use super::raw_columns::notes_of;
use lab::subject::outcome::{self, Outcome};

/// All outcomes in the order of tables.
pub const OUTCOMES: &[Outcome] = &[
    outcome::vp(),
    outcome::winner_vp(),
    outcome::margin(),
    outcome::spread(),
    outcome::first_start_win(),
    outcome::leader_win(),
    outcome::lead_changes(),
    Outcome {
        name: "gold_traded",
        title: "gold traded",
        unit: "gold",
        meaning: "gold paid by players to players",
        of: |rows| Some(notes_of(rows).sum(|seat| seat.earned) as f64),
    },
    Outcome {
        name: "sold_share",
        title: "share of offered tiles sold",
        unit: "fraction",
        meaning: "share of offered tiles that were bought",
        of: |rows| {
            let (sold, kept) =
                (notes_of(rows).sum(|seat| seat.sold) as f64, notes_of(rows).sum(|seat| seat.kept) as f64);
            Some(sold / (sold + kept))
        },
    },
    outcome::leverage(),
    outcome::last_lead_change(),
    outcome::drama(),
    outcome::gini(),
    Outcome {
        name: "gold_burnt",
        title: "gold lost on unsold tiles",
        unit: "gold",
        meaning: "stakes lost on kept tiles, over all players",
        of: |rows| Some(notes_of(rows).sum(|seat| seat.burnt) as f64),
    },
    Outcome {
        name: "gold_catch_up",
        title: "catch-up gold",
        unit: "gold",
        meaning: "catch-up income of all players",
        of: |rows| Some(notes_of(rows).sum(|seat| seat.income_catch_up) as f64),
    },
];

/// The number of outcomes with estimated effects of scoring tiles: the first ones, up to leverage.
pub const WITH_EFFECTS: usize = 10;
