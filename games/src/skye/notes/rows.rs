//! The notes of a game, with the columns of `seats.csv`, `offers.csv` and `scores.csv`.

use engine::Seat;
use engine::skye::rules::MAX_ROUNDS;
use engine::skye::tile_files::DOLMEN_SPACES;
use engine::skye::{ScrollKind, Slot, Tablet};
use interface::skye::scoring_set::Scoring;

use lab::forms::column::Type;
use lab::forms::field::noted;
use lab::forms::line::Line;
use lab::forms::over::Over;
use lab::subject::columns;
use lab::subject::raw_column::{RawColumn, Reading};
use lab::subject::rows::Rows;

/// Returns the notes of a game.
#[inline]
pub fn notes_of(rows: &Rows) -> &GameNotes {
    rows.notes()
}

/// Returns the notes of a game to write in.
#[inline]
pub fn notes_mut(rows: &mut Rows) -> &mut GameNotes {
    rows.notes_mut()
}

/// Returns the scoring tiles of a game.
#[inline]
pub fn scoring(rows: &Rows) -> &Scoring {
    rows.treatment.get()
}

/// The notes of one game.
#[derive(Clone, Default, Debug)]
pub struct GameNotes {
    /// Rounds that the rules have.
    pub rounds: usize,
    /// Tiles that each player draws in a round.
    pub drawn: usize,
    /// The index of the first borderland tile; tiles before it are no borderland tiles.
    pub first_borderland: usize,
    /// For `seats.csv`, by seat.
    pub seats: Vec<SeatNotes>,
    /// For `offers.csv`, by round, seat and order drawn.
    pub offers: Vec<OfferRow>,
    /// For `scores.csv`, in the order of scoring.
    pub scores: Vec<ScoreRow>,
}

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
    /// One player of a game: a row of `seats.csv`. Amounts of gold and VP are totals over the game.
    struct SeatNotes in GameNotes.seats, |rows, at, cells| {
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
        + columns::faults();
    }
}

/// The fate of a drawn tile.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Fate {
    /// Back to the bag before the sale.
    #[default]
    Discarded,
    /// Bought by this seat.
    Sold {
        /// The price.
        price: u16,
        /// The buyer.
        buyer: Seat,
    },
    /// Kept, at the cost of its stake.
    Kept {
        /// The price, which was the stake.
        price: u16,
    },
}

noted! {
    /// One drawn tile: a row of `offers.csv`.
    struct OfferRow in GameNotes.offers, |rows, at, cells| {
        + columns::block();
        + columns::game();
        round: u8 as Integer("round", "round", "round, from 1"), read cells.up_to(notes_of(rows).rounds);
        seat: usize as Integer("seat", "seat", "who drew the tile"), read cells.below(rows.game.players);
        + columns::agent_on!(|rows, at| notes_of(rows).offers[at.row].seat);
        /// The tile's number in its file, the castle's being 0.
        tile: usize as Text("tile", "", "id of the tile in its file"),
            write |tile: usize, line: &mut Line<'_>| line.piece(tile), read cells.piece("a tile of this run");
        // Whether a tile was sold or kept is in a later column.
        + RawColumn::integer(
            "price",
            "gold",
            "price asked and staked; empty for the discarded tile",
            |rows, at, line| notes_of(rows).offers[at.row].price().into_iter().for_each(|price| line.whole(price)),
            |rows, at, cells| {
                let price = cells.whole_or_empty()?;
                notes_mut(rows).offers[at.row].fate = price.map_or(Fate::Discarded, |price| Fate::Kept { price });
                Ok(())
            },
        );
        gold: u16 as Integer("gold", "gold", "gold of the seat when it made its offer");
        /// Its fate.
        fate: Fate;
        + RawColumn::text(
            "outcome",
            "discarded, sold or kept",
            |rows, at, line| line.plain(notes_of(rows).offers[at.row].fate.name()),
            |rows, at, cells| {
                let offer = &mut notes_mut(rows).offers[at.row];
                let Some(price) = offer.price() else { return cells.expect(Fate::NAMES[0]) };
                if cells.word(&Fate::NAMES[1..])? == 0 {
                    offer.fate = Fate::Sold { price, buyer: Seat::default() };
                }
                Ok(())
            },
        );
        + RawColumn::integer(
            "buyer",
            "seat",
            "who bought it; empty if nobody did",
            |rows, at, line| {
                if let Fate::Sold { buyer, .. } = notes_of(rows).offers[at.row].fate {
                    line.index(buyer.index());
                }
            },
            |rows, at, cells| {
                let players = rows.game.players;
                match &mut notes_mut(rows).offers[at.row].fate {
                    Fate::Sold { buyer, .. } => cells.below(players).map(|seat| *buyer = Seat::new(seat)),
                    Fate::Discarded | Fate::Kept { .. } => cells.expect(""),
                }
            },
        );
        + RawColumn::new(
            Type::Integer,
            "gain",
            "gold",
            "what the offer changed: the price if sold, less the lost stake if kept",
            |rows, at, line| line.whole(notes_of(rows).offers[at.row].gain()),
            Reading::Skipped,
        );
    }
}

impl Fate {
    const NAMES: [&'static str; 3] = ["discarded", "sold", "kept"];

    fn name(self) -> &'static str {
        match self {
            Self::Discarded => Self::NAMES[0],
            Self::Sold { .. } => Self::NAMES[1],
            Self::Kept { .. } => Self::NAMES[2],
        }
    }
}

impl OfferRow {
    /// Returns the price asked and staked; `None` for a discarded tile.
    pub fn price(&self) -> Option<u16> {
        match self.fate {
            Fate::Discarded => None,
            Fate::Sold { price, .. } | Fate::Kept { price } => Some(price),
        }
    }

    /// Returns whether somebody bought it.
    pub fn is_sold(&self) -> bool {
        matches!(self.fate, Fate::Sold { .. })
    }

    /// Returns the gold asked that the maker gets: the price if it sold.
    pub fn revenue(&self) -> u16 {
        if let Fate::Sold { price, .. } = self.fate { price } else { 0 }
    }

    /// Returns the gold that the maker loses: the stake if it did not sell.
    pub fn burnt(&self) -> u16 {
        if let Fate::Kept { price } = self.fate { price } else { 0 }
    }

    fn gain(&self) -> i32 {
        i32::from(self.revenue()) - i32::from(self.burnt())
    }
}

/// The slots as columns name them.
const SLOTS: [&str; Slot::ALL.len()] = ["A", "B", "C", "D"];

noted! {
    /// VP of one player for one scoring tile after one round: a row of `scores.csv`.
    struct ScoreRow in GameNotes.scores, |rows, at, cells| {
        + columns::block();
        + columns::game();
        round: u8 as Integer("round", "round", "round, from 1"), read cells.up_to(notes_of(rows).rounds);
        slot: usize as Text("slot", "", "slot of the scoring tile, A to D"),
            write |slot: usize, line: &mut Line<'_>| line.plain(SLOTS[slot]), read cells.word(&SLOTS);
        + RawColumn::new(
            Type::Text,
            "scoring",
            "",
            "the scoring tile",
            |rows, at, line| line.plain(scoring(rows).0[notes_of(rows).scores[at.row].slot].name()),
            Reading::Known,
        );
        seat: usize as Integer("seat", "seat", "who scored"), read cells.below(rows.game.players);
        + columns::agent_on!(|rows, at| notes_of(rows).scores[at.row].seat);
        vp: u16 as Integer("vp", "VP", "VP awarded, perhaps 0");
        total: u16 as Integer("total", "VP", "score after it");
    }
}
