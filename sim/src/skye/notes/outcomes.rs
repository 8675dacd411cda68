//! What is measured of its games: the outcomes of any game, and gold and tiles.

use super::games::sum;
use super::rows::SkyeRows;
use crate::lab::subject::outcome::{self, Outcome};

/// All outcomes in the order of tables.
pub const OUTCOMES: &[Outcome<SkyeRows>] = &[
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
        of: |rows| Some(sum(rows, |seat| seat.earned) as f64),
    },
    Outcome {
        name: "sold_share",
        title: "share of offered tiles sold",
        unit: "fraction",
        meaning: "share of offered tiles that were bought",
        of: |rows| {
            let (sold, kept) = (sum(rows, |seat| seat.sold) as f64, sum(rows, |seat| seat.kept) as f64);
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
        meaning: "stakes lost on kept tiles by all players",
        of: |rows| Some(sum(rows, |seat| seat.burnt) as f64),
    },
    Outcome {
        name: "gold_catch_up",
        title: "catch-up gold",
        unit: "gold",
        meaning: "catch-up income of all players",
        of: |rows| Some(sum(rows, |seat| seat.catch_up_income) as f64),
    },
];

/// Those that effects of scoring tiles are estimated for: the first ones, up to leverage.
pub const WITH_EFFECTS: usize = 10;
