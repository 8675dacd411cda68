//! `seats.csv`: one row per player and game.

use engine::skye::rules::MAX_ROUNDS;
use engine::skye::{Slot, Tablet};

use super::rows::SkyeRows;
use crate::lab::forms::column::RawColumn;
use crate::lab::forms::over::Over;
use crate::lab::subject::columns;

/// The kinds of stone tablets as columns name them.
const TABLETS: [&str; Tablet::ALL.len()] = ["score_again", "own_tile", "bag_draw", "discount_1", "discount_2"];

/// A column that is a field of a seat's notes.
macro_rules! amount {
    ($name:literal, $unit:literal, $meaning:literal, $field:ident) => {
        RawColumn::<SkyeRows>::integer(
            $name,
            $unit,
            $meaning,
            |rows, at, line| line.whole(rows.notes.seats[at.row].$field),
            |rows, at, cells| cells.whole().map(|amount| rows.notes.seats[at.row].$field = amount),
        )
    };
}

/// The columns in order.
pub const COLUMNS: &[RawColumn<SkyeRows>] = &[
    columns::block(),
    columns::cluster(),
    columns::game(),
    columns::seat(),
    columns::agent(),
    columns::points("final score: VP of the slots, of scrolls and for gold"),
    RawColumn::<SkyeRows>::integer(
        "vp_slot",
        "VP",
        "VP from the scoring tile on this slot",
        |rows, at, line| line.whole(rows.notes.seats[at.row].vp_by_slot[at.part]),
        |rows, at, cells| cells.whole().map(|vp| rows.notes.seats[at.row].vp_by_slot[at.part] = vp),
    )
    .for_each(Over::Lettered(Slot::ALL.len())),
    amount!("vp_scrolls", "VP", "VP from scrolls", vp_scrolls),
    amount!("vp_gold", "VP", "VP from the final exchange of gold", vp_gold),
    columns::rank(),
    columns::win_share(),
    columns::seat_margin(),
    RawColumn::<SkyeRows>::integer(
        "gold_round",
        "gold",
        "gold held at the end of this round",
        |rows, at, line| {
            if at.part < rows.running.rounds() {
                line.whole(rows.notes.seats[at.row].gold_by_round[at.part]);
            }
        },
        |rows, at, cells| {
            if at.part >= rows.running.rounds() {
                return cells.expect("");
            }
            rows.notes.seats[at.row].gold_by_round[at.part] = cells.whole()?;
            Ok(())
        },
    )
    .for_each(Over::Numbered(MAX_ROUNDS)),
    columns::points_by_round(MAX_ROUNDS),
    amount!("tiles", "tiles", "landscape tiles laid, the castle not counted", tiles),
    amount!("completed_areas", "areas", "completed areas at the end", completed_areas),
    amount!("bought", "tiles", "tiles bought", bought),
    amount!("sold", "tiles", "tiles sold", sold),
    amount!("kept", "tiles", "own tiles kept unsold", kept),
    amount!("returned", "tiles", "tiles that fitted nowhere and went back to the bag", returned),
    amount!("spent", "gold", "paid for tiles of other players", spent),
    amount!("earned", "gold", "received for sold tiles, the stake that comes back not counted", earned),
    amount!("burnt", "gold", "stakes lost on kept tiles", burnt),
    amount!("income_castle", "gold", "income from the castle", castle_income),
    amount!("income_whisky", "gold", "income from connected whisky", whisky_income),
    amount!("income_catch_up", "gold", "catch-up gold: for each player who is ahead of this one", catch_up_income),
    amount!("gold_left", "gold", "gold left after the final exchange, which breaks ties", gold_left),
    amount!("vp_barrels", "VP", "VP from VP barrels", vp_barrels).only_with("tunnels"),
    amount!("vp_again", "VP", "VP from scrolls that score-again tablets count once more", vp_again).only_with("druids"),
    amount!("druids", "tiles", "Druid tiles bought", druids).only_with("druids"),
    amount!("spent_druids", "gold", "paid for Druid tiles", spent_druids).only_with("druids"),
    amount!("bag_actions", "actions", "bag actions, each of which brings a tile", bag_actions).only_with("druids"),
    amount!("spent_bag", "gold", "paid for bag actions", spent_bag).only_with("druids"),
    amount!("taken", "tiles", "own tiles taken with tablets, which are among those kept", taken).only_with("druids"),
    amount!("removed", "tiles", "Druid tiles that fitted nowhere and left the game", removed).only_with("druids"),
    RawColumn::<SkyeRows>::integer(
        "tablets",
        "tablets",
        "stone tablets of this kind taken",
        |rows, at, line| line.whole(rows.notes.seats[at.row].tablets[at.part]),
        |rows, at, cells| cells.whole().map(|count| rows.notes.seats[at.row].tablets[at.part] = count),
    )
    .for_each(Over::Named(&TABLETS))
    .only_with("druids"),
    amount!("borderlands", "tiles", "borderland tiles laid, which are among the tiles", borderlands)
        .only_with("borderlands"),
    amount!("flips", "tiles", "borderland tiles turned over", flips).only_with("borderlands"),
    columns::decisions(),
    columns::searched(),
    columns::iterations(),
];
