//! `seats.csv`: one row per player and game.

use engine::skye::rules::MAX_ROUNDS;
use engine::skye::tile_files::DOLMEN_SPACES;
use engine::skye::{ScrollKind, Slot, Tablet};

use super::rows::SkyeRows;
use crate::lab::forms::field::noted;
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

noted! {
    /// One player of a game. Amounts of gold and VP are totals over the game.
    struct SeatNotes in SkyeRows, |rows, at, cells| rows.notes.seats[at.row], {
        + columns::block();
        + columns::cluster();
        + columns::game();
        + columns::seat();
        + columns::agent();
        + columns::points("final score: VP of the slots, of scrolls and for gold");
        vp_by_slot: [u16; Slot::ALL.len()] as Integer("vp_slot", "VP", "VP from the scoring tile on this slot"),
            for Over::Lettered(Slot::ALL.len());
        vp_scrolls: u16 as Integer("vp_scrolls", "VP", "VP from scrolls");
        vp_gold: u16 as Integer("vp_gold", "VP", "VP from the final exchange of gold");
        + columns::rank();
        + columns::win_share();
        + columns::seat_margin();
        gold_by_round: [u16; MAX_ROUNDS] as Integer("gold_round", "gold", "gold held at the end of this round"),
            for Over::Numbered(MAX_ROUNDS), if at.part < rows.running.rounds();
        + columns::points_by_round(MAX_ROUNDS);
        tiles: u16 as Integer("tiles", "tiles", "landscape tiles laid, the castle not counted");
        completed_areas: u16 as Integer("completed_areas", "areas", "completed areas at the end");
        bought: u16 as Integer("bought", "tiles", "tiles bought");
        sold: u16 as Integer("sold", "tiles", "tiles sold");
        kept: u16 as Integer("kept", "tiles", "own tiles kept unsold");
        returned: u16 as Integer("returned", "tiles", "tiles that fitted nowhere and went back to the bag");
        spent: u16 as Integer("spent", "gold", "paid for tiles of other players");
        earned: u16 as Integer("earned", "gold", "received for sold tiles, the stake that comes back not counted");
        burnt: u16 as Integer("burnt", "gold", "stakes lost on kept tiles");
        castle_income: u16 as Integer("income_castle", "gold", "income from the castle");
        whisky_income: u16 as Integer("income_whisky", "gold", "income from connected whisky");
        catch_up_income: u16 as Integer("income_catch_up", "gold", "catch-up gold: for each player who is ahead of this one");
        gold_left: u16 as Integer("gold_left", "gold", "gold left after the final exchange, which breaks ties");
        vp_barrels: u16 as Integer("vp_barrels", "VP", "VP from VP barrels"), only "tunnels";
        vp_again: u16 as Integer("vp_again", "VP", "VP from scrolls that score-again tablets count once more"), only "druids";
        druids: u16 as Integer("druids", "tiles", "Druid tiles bought"), only "druids";
        spent_druids: u16 as Integer("spent_druids", "gold", "paid for Druid tiles"), only "druids";
        bag_actions: u16 as Integer("bag_actions", "actions", "bag actions, each of which brings a tile"), only "druids";
        spent_bag: u16 as Integer("spent_bag", "gold", "paid for bag actions"), only "druids";
        taken: u16 as Integer("taken", "tiles", "own tiles taken with tablets, which are among those kept"), only "druids";
        removed: u16 as Integer("removed", "tiles", "Druid tiles that fitted nowhere and left the game"), only "druids";
        tablets: [u16; TABLETS.len()] as Integer("tablets", "tablets", "stone tablets of this kind taken"),
            for Over::Named(&TABLETS), only "druids";
        first_tablet: [Option<u16>; TABLETS.len()] as Integer(
            "first_tablet", "round", "round in which the first stone tablet of this kind was taken; empty if there was none"
        ), for Over::Named(&TABLETS), only "druids";
        druids_by_space: [u16; DOLMEN_SPACES] as Integer(
            "druids_space", "tiles", "Druid tiles bought from this space of the dolmen board, 0 on the left"
        ), for Over::Named(&SPACE_NAMES), only "druids";
        spent_by_space: [u16; DOLMEN_SPACES] as Integer(
            "spent_space", "gold", "paid for Druid tiles from this space, printed cost and surcharge"
        ), for Over::Named(&SPACE_NAMES), only "druids";
        bag_tiles: u16 as Integer("bag_tiles", "tiles", "tiles drawn in bag actions, of which one each was kept"), only "druids";
        discounted: u16 as Integer("discounted", "tiles", "tiles bought for less than their price, with tablets"), only "druids";
        saved: u16 as Integer("saved", "gold", "gold that tablets took off the prices of tiles bought"), only "druids";
        vp_by_scroll: [u16; SCROLLS.len()] as Integer("vp_scroll", "VP", "VP from scrolls of this kind"),
            for Over::Named(&SCROLLS), only "druids";
        borderlands: u16 as Integer("borderlands", "tiles", "borderland tiles laid, which are among the tiles"), only "borderlands";
        borderlands_by_round: [u16; MAX_ROUNDS] as Integer(
            "borderlands_round", "tiles", "borderland tiles laid in this round"
        ), for Over::Numbered(MAX_ROUNDS), if at.part < rows.running.rounds(), only "borderlands";
        flips: u16 as Integer("flips", "tiles", "borderland tiles turned over"), only "borderlands";
        + columns::decisions();
        + columns::searched();
        + columns::iterations();
    }
}
