//! `seats.csv`: one row per player and game.

use engine::skye::rules::MAX_ROUNDS;
use engine::skye::tile_files::DOLMEN_SPACES;
use engine::skye::{ScrollKind, Slot, Tablet};

use super::rows::SkyeRows;
use crate::lab::forms::column::RawColumn;
use crate::lab::forms::over::Over;
use crate::lab::subject::columns;

/// The kinds of stone tablets as columns name them.
const TABLETS: [&str; Tablet::ALL.len()] = ["score_again", "own_tile", "bag_draw", "discount_1", "discount_2"];

/// The spaces of the dolmen board as columns name them.
const SPACE_NAMES: [&str; DOLMEN_SPACES] = ["0", "1", "2", "3", "4"];

/// The kinds of scrolls as columns name them.
const SCROLLS: [&str; ScrollKind::ALL.len()] = [
    "sheep",
    "cattle",
    "farm",
    "broch",
    "lighthouse",
    "ship",
    "whisky",
    "completed_pastures",
    "completed_mountains",
    "completed_waters",
    "building_sets",
    "longest_road",
    "harbours",
    "gold",
    "flat_3",
    "flat_4",
    "animal_pairs",
    "rows",
    "columns",
    "completed_areas",
    "lines",
];

/// A group of columns that is an array among a seat's notes.
macro_rules! amounts {
    ($name:literal, $unit:literal, $meaning:literal, $field:ident $(.$part:ident)?, $over:expr) => {
        RawColumn::<SkyeRows>::integer(
            $name,
            $unit,
            $meaning,
            |rows, at, line| line.whole(rows.notes.seats[at.row].$field[at.part]$(.$part)?),
            |rows, at, cells| cells.whole().map(|amount| rows.notes.seats[at.row].$field[at.part]$(.$part)? = amount),
        )
        .for_each($over)
    };
}

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
    amounts!("tablets", "tablets", "stone tablets of this kind taken", tablets, Over::Named(&TABLETS))
        .only_with("druids"),
    RawColumn::<SkyeRows>::integer(
        "first_tablet",
        "round",
        "round in which the first stone tablet of this kind was taken; empty if there was none",
        |rows, at, line| match rows.notes.seats[at.row].first_tablet[at.part] {
            0 => {}
            round => line.whole(round),
        },
        |rows, at, cells| {
            let round = cells.whole_or_empty()?;
            rows.notes.seats[at.row].first_tablet[at.part] = round.unwrap_or(0);
            Ok(())
        },
    )
    .for_each(Over::Named(&TABLETS))
    .only_with("druids"),
    amounts!(
        "druids_space",
        "tiles",
        "Druid tiles bought from this space of the dolmen board, 0 on the left",
        by_space.tiles,
        Over::Named(&SPACE_NAMES)
    )
    .only_with("druids"),
    amounts!(
        "spent_space",
        "gold",
        "paid for Druid tiles from this space, printed cost and surcharge",
        by_space.paid,
        Over::Named(&SPACE_NAMES)
    )
    .only_with("druids"),
    amount!("bag_tiles", "tiles", "tiles drawn in bag actions, of which one each was kept", bag_tiles)
        .only_with("druids"),
    amount!("discounted", "tiles", "tiles bought for less than their price, with tablets", discounted)
        .only_with("druids"),
    amount!("saved", "gold", "gold that tablets took off the prices of tiles bought", saved).only_with("druids"),
    amounts!("vp_scroll", "VP", "VP from scrolls of this kind", vp_by_scroll, Over::Named(&SCROLLS))
        .only_with("druids"),
    amount!("borderlands", "tiles", "borderland tiles laid, which are among the tiles", borderlands)
        .only_with("borderlands"),
    RawColumn::<SkyeRows>::integer(
        "borderlands_round",
        "tiles",
        "borderland tiles laid in this round",
        |rows, at, line| {
            if at.part < rows.running.rounds() {
                line.whole(rows.notes.seats[at.row].borderlands_by_round[at.part]);
            }
        },
        |rows, at, cells| {
            if at.part >= rows.running.rounds() {
                return cells.expect("");
            }
            rows.notes.seats[at.row].borderlands_by_round[at.part] = cells.whole()?;
            Ok(())
        },
    )
    .for_each(Over::Numbered(MAX_ROUNDS))
    .only_with("borderlands"),
    amount!("flips", "tiles", "borderland tiles turned over", flips).only_with("borderlands"),
    columns::decisions(),
    columns::searched(),
    columns::iterations(),
];
