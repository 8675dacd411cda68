//! The notes of a game, with the columns of `seats.csv`, `offers.csv` and `scores.csv`.

use engine::Seat;
use engine::skye::rules::MAX_ROUNDS;
use engine::skye::tile_files::DOLMEN_SPACES;
use engine::skye::{ScrollKind, Slot, Tablet};
use interface::skye::scoring_set::Scoring;

use lab::forms::column::Type;
use lab::forms::column_group::ColumnGroup;
use lab::subject::columns;
use lab::subject::raw_column::{RawColumn, noted};
use lab::subject::rows::Rows;

/// Returns the notes of a game.
#[inline]
pub fn notes_of(rows: &Rows) -> &GameNotes {
    rows.notes()
}

/// Returns the notes of a game, to be modified.
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
    /// The number of rounds under the rules.
    pub rounds: usize,
    /// The number of tiles that each player draws in a round.
    pub drawn: usize,
    /// The index of the first borderland tile; all tiles from it on are borderland tiles.
    pub first_borderland: usize,
    /// For `seats.csv`, by seat.
    pub seats: Vec<SeatNotes>,
    /// For `offers.csv`, by round, seat and order of drawing.
    pub offers: Vec<OfferRow>,
    /// For `scores.csv`, in the order of scoring.
    pub scores: Vec<ScoreRow>,
}

/// The names of the kinds of stone tablets in columns.
const TABLETS: [&str; Tablet::ALL.len()] = ["score_again", "own_tile", "bag_draw", "discount_1", "discount_2"];

/// The names of the spaces of the dolmen board in columns.
const SPACE_NAMES: [&str; DOLMEN_SPACES] = ["0", "1", "2", "3", "4"];

/// The names of the kinds of scrolls in columns.
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

/// One player of a game: a row of `seats.csv`. Amounts of gold and VP are totals over the game.
#[derive(Copy, Clone, Default, Debug)]
#[expect(missing_docs, reason = "`COLUMNS` says what they mean")]
pub struct SeatNotes {
    pub vp_by_slot: [u16; Slot::ALL.len()],
    pub vp_scrolls: u16,
    pub vp_gold: u16,
    pub gold_by_round: [u16; MAX_ROUNDS],
    pub tiles: u16,
    pub completed_areas: u16,
    pub bought: u16,
    pub sold: u16,
    pub kept: u16,
    pub returned: u16,
    pub spent: u16,
    pub earned: u16,
    pub burnt: u16,
    pub castle_income: u16,
    pub whisky_income: u16,
    pub catch_up_income: u16,
    pub gold_left: u16,
    pub vp_barrels: u16,
    pub vp_again: u16,
    pub druids: u16,
    pub spent_druids: u16,
    pub bag_actions: u16,
    pub spent_bag: u16,
    pub taken: u16,
    pub removed: u16,
    pub tablets: [u16; TABLETS.len()],
    pub first_tablet: [Option<u16>; TABLETS.len()],
    pub druids_by_space: [u16; DOLMEN_SPACES],
    pub spent_by_space: [u16; DOLMEN_SPACES],
    pub bag_tiles: u16,
    pub discounted: u16,
    pub saved: u16,
    pub vp_by_scroll: [u16; SCROLLS.len()],
    pub borderlands: u16,
    pub borderlands_by_round: [u16; MAX_ROUNDS],
    pub flips: u16,
}

impl SeatNotes {
    /// The columns in order.
    pub const COLUMNS: &[RawColumn] = &[
        columns::BLOCK,
        columns::CLUSTER,
        columns::GAME,
        columns::SEAT,
        columns::AGENT,
        columns::points("final score: VP from slots, scrolls and gold"),
        RawColumn::amount("vp_slot", "VP", noted!(GameNotes.seats.vp_by_slot[part]))
            .meaning("VP from the scoring tile on this slot")
            .for_each(ColumnGroup::Lettered(Slot::ALL.len())),
        RawColumn::amount("vp_scrolls", "VP", noted!(GameNotes.seats.vp_scrolls)).meaning("VP from scrolls"),
        RawColumn::amount("vp_gold", "VP", noted!(GameNotes.seats.vp_gold))
            .meaning("VP from the final exchange of gold"),
        columns::RANK,
        columns::WIN_SHARE,
        columns::SEAT_MARGIN,
        RawColumn::amount("gold_round", "gold", noted!(GameNotes.seats.gold_by_round[part]))
            .meaning("gold held at the end of this round")
            .for_each_round(MAX_ROUNDS),
        columns::points_by_round(MAX_ROUNDS),
        RawColumn::amount("tiles", "tiles", noted!(GameNotes.seats.tiles))
            .meaning("landscape tiles laid, without the castle"),
        RawColumn::amount("completed_areas", "areas", noted!(GameNotes.seats.completed_areas))
            .meaning("completed areas at the end"),
        RawColumn::amount("bought", "tiles", noted!(GameNotes.seats.bought)).meaning("tiles bought"),
        RawColumn::amount("sold", "tiles", noted!(GameNotes.seats.sold)).meaning("tiles sold"),
        RawColumn::amount("kept", "tiles", noted!(GameNotes.seats.kept)).meaning("own tiles kept unsold"),
        RawColumn::amount("returned", "tiles", noted!(GameNotes.seats.returned))
            .meaning("tiles that fitted nowhere and went back to the bag"),
        RawColumn::amount("spent", "gold", noted!(GameNotes.seats.spent))
            .meaning("gold paid for tiles of other players"),
        RawColumn::amount("earned", "gold", noted!(GameNotes.seats.earned))
            .meaning("gold received for sold tiles, without the returned stake"),
        RawColumn::amount("burnt", "gold", noted!(GameNotes.seats.burnt)).meaning("stakes lost on kept tiles"),
        RawColumn::amount("income_castle", "gold", noted!(GameNotes.seats.castle_income))
            .meaning("income from the castle"),
        RawColumn::amount("income_whisky", "gold", noted!(GameNotes.seats.whisky_income))
            .meaning("income from connected whisky"),
        RawColumn::amount("income_catch_up", "gold", noted!(GameNotes.seats.catch_up_income))
            .meaning("catch-up gold, for each player ahead of this one"),
        RawColumn::amount("gold_left", "gold", noted!(GameNotes.seats.gold_left))
            .meaning("gold left after the final exchange, which breaks ties"),
        RawColumn::amount("vp_barrels", "VP", noted!(GameNotes.seats.vp_barrels))
            .meaning("VP from VP barrels")
            .only_with("tunnels"),
        RawColumn::amount("vp_again", "VP", noted!(GameNotes.seats.vp_again))
            .meaning("VP from scrolls scored again by tablets")
            .only_with("druids"),
        RawColumn::amount("druids", "tiles", noted!(GameNotes.seats.druids))
            .meaning("Druid tiles bought")
            .only_with("druids"),
        RawColumn::amount("spent_druids", "gold", noted!(GameNotes.seats.spent_druids))
            .meaning("gold paid for Druid tiles")
            .only_with("druids"),
        RawColumn::amount("bag_actions", "actions", noted!(GameNotes.seats.bag_actions))
            .meaning("bag actions, each of which yields one tile")
            .only_with("druids"),
        RawColumn::amount("spent_bag", "gold", noted!(GameNotes.seats.spent_bag))
            .meaning("gold paid for bag actions")
            .only_with("druids"),
        RawColumn::amount("taken", "tiles", noted!(GameNotes.seats.taken))
            .meaning("own tiles taken with tablets, included in `kept`")
            .only_with("druids"),
        RawColumn::amount("removed", "tiles", noted!(GameNotes.seats.removed))
            .meaning("Druid tiles that fitted nowhere and left the game")
            .only_with("druids"),
        RawColumn::amount("tablets", "tablets", noted!(GameNotes.seats.tablets[part]))
            .meaning("stone tablets of this kind taken")
            .for_each(ColumnGroup::Named(&TABLETS))
            .only_with("druids"),
        RawColumn::new(
            Type::Integer,
            "first_tablet",
            "round",
            |rows, at, line| {
                notes_of(rows).seats[at.row].first_tablet[at.part].into_iter().for_each(|number| line.whole(number));
            },
            |rows, at, cells| {
                cells.whole_or_empty().map(|number| notes_mut(rows).seats[at.row].first_tablet[at.part] = number)
            },
        )
        .meaning("round in which the first stone tablet of this kind was taken; empty if there was none")
        .for_each(ColumnGroup::Named(&TABLETS))
        .only_with("druids"),
        RawColumn::amount("druids_space", "tiles", noted!(GameNotes.seats.druids_by_space[part]))
            .meaning("Druid tiles bought from this space of the dolmen board, 0 on the left")
            .for_each(ColumnGroup::Named(&SPACE_NAMES))
            .only_with("druids"),
        RawColumn::amount("spent_space", "gold", noted!(GameNotes.seats.spent_by_space[part]))
            .meaning("gold paid for Druid tiles from this space: printed cost and surcharge")
            .for_each(ColumnGroup::Named(&SPACE_NAMES))
            .only_with("druids"),
        RawColumn::amount("bag_tiles", "tiles", noted!(GameNotes.seats.bag_tiles))
            .meaning("tiles drawn in bag actions, one of which was kept each time")
            .only_with("druids"),
        RawColumn::amount("discounted", "tiles", noted!(GameNotes.seats.discounted))
            .meaning("tiles bought at a discount from tablets")
            .only_with("druids"),
        RawColumn::amount("saved", "gold", noted!(GameNotes.seats.saved))
            .meaning("gold saved by discounts from tablets")
            .only_with("druids"),
        RawColumn::amount("vp_scroll", "VP", noted!(GameNotes.seats.vp_by_scroll[part]))
            .meaning("VP from scrolls of this kind")
            .for_each(ColumnGroup::Named(&SCROLLS))
            .only_with("druids"),
        RawColumn::amount("borderlands", "tiles", noted!(GameNotes.seats.borderlands))
            .meaning("borderland tiles laid, included in `tiles`")
            .only_with("borderlands"),
        RawColumn::amount("borderlands_round", "tiles", noted!(GameNotes.seats.borderlands_by_round[part]))
            .meaning("borderland tiles laid in this round")
            .for_each_round(MAX_ROUNDS)
            .only_with("borderlands"),
        RawColumn::amount("flips", "tiles", noted!(GameNotes.seats.flips))
            .meaning("borderland tiles turned over")
            .only_with("borderlands"),
        columns::DECISIONS,
        columns::SEARCHED,
        columns::ITERATIONS,
        columns::FAULTS,
    ];
}

/// The fate of a drawn tile.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Fate {
    /// Returned to the bag before the sale.
    #[default]
    Discarded,
    /// Bought by another seat.
    Sold {
        /// The price.
        price: u16,
        /// The buyer.
        buyer: Seat,
    },
    /// Kept by its owner, who lost the stake.
    Kept {
        /// The price, and hence the stake.
        price: u16,
    },
}

/// One drawn tile: a row of `offers.csv`.
#[derive(Copy, Clone, Default, Debug)]
#[expect(missing_docs, reason = "`COLUMNS` says what they mean")]
pub struct OfferRow {
    pub round: u8,
    pub seat: usize,
    /// The number of the tile in its file; 0 for the castle.
    pub tile: usize,
    pub gold: u16,
    /// Its fate.
    pub fate: Fate,
}

impl OfferRow {
    /// The columns in order.
    pub const COLUMNS: &[RawColumn] = &[
        columns::BLOCK,
        columns::GAME,
        RawColumn::new(
            Type::Integer,
            "round",
            "round",
            |rows, at, line| line.whole(notes_of(rows).offers[at.row].round),
            |rows, at, cells| {
                cells.up_to(notes_of(rows).rounds).map(|number| notes_mut(rows).offers[at.row].round = number)
            },
        )
        .meaning("round, from 1"),
        RawColumn::new(
            Type::Integer,
            "seat",
            "seat",
            |rows, at, line| line.index(notes_of(rows).offers[at.row].seat),
            |rows, at, cells| cells.below(rows.game.players).map(|number| notes_mut(rows).offers[at.row].seat = number),
        )
        .meaning("seat that drew the tile"),
        columns::agent_on(|rows, at| notes_of(rows).offers[at.row].seat),
        RawColumn::new(
            Type::Text,
            "tile",
            "",
            |rows, at, line| line.piece(notes_of(rows).offers[at.row].tile),
            |rows, at, cells| {
                cells.piece("a tile of this run").map(|index| notes_mut(rows).offers[at.row].tile = index)
            },
        )
        .meaning("id of the tile in its file"),
        // A later column says whether the tile was sold or kept.
        RawColumn::new(
            Type::Integer,
            "price",
            "gold",
            |rows, at, line| notes_of(rows).offers[at.row].price().into_iter().for_each(|price| line.whole(price)),
            |rows, at, cells| {
                let price = cells.whole_or_empty()?;
                notes_mut(rows).offers[at.row].fate = price.map_or(Fate::Discarded, |price| Fate::Kept { price });
                Ok(())
            },
        )
        .meaning("price asked and staked; empty for the discarded tile"),
        RawColumn::amount("gold", "gold", noted!(GameNotes.offers.gold))
            .meaning("gold of the seat when it made its offer"),
        RawColumn::new(
            Type::Text,
            "outcome",
            "",
            |rows, at, line| line.plain(notes_of(rows).offers[at.row].fate.name()),
            |rows, at, cells| {
                let offer = &mut notes_mut(rows).offers[at.row];
                let Some(price) = offer.price() else { return cells.expect(Fate::NAMES[0]) };
                if cells.word(&Fate::NAMES[1..])? == 0 {
                    offer.fate = Fate::Sold { price, buyer: Seat::default() };
                }
                Ok(())
            },
        )
        .meaning("discarded, sold or kept"),
        RawColumn::new(
            Type::Integer,
            "buyer",
            "seat",
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
        )
        .meaning("seat that bought the tile; empty if unsold"),
        RawColumn::derived("gain", "gold", |rows, at| i64::from(notes_of(rows).offers[at.row].gain()))
            .meaning("gain in gold: the price if sold, minus the lost stake if kept"),
    ];
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
    /// Returns the price, and hence the stake; `None` for a discarded tile.
    pub fn price(&self) -> Option<u16> {
        match self.fate {
            Fate::Discarded => None,
            Fate::Sold { price, .. } | Fate::Kept { price } => Some(price),
        }
    }

    /// Returns whether another player bought it.
    pub fn is_sold(&self) -> bool {
        matches!(self.fate, Fate::Sold { .. })
    }

    /// Returns the price received by the seller; 0 if the tile did not sell.
    pub fn revenue(&self) -> u16 {
        if let Fate::Sold { price, .. } = self.fate { price } else { 0 }
    }

    /// Returns the stake lost by the seller; 0 if the tile sold.
    pub fn burnt(&self) -> u16 {
        if let Fate::Kept { price } = self.fate { price } else { 0 }
    }

    fn gain(&self) -> i32 {
        i32::from(self.revenue()) - i32::from(self.burnt())
    }
}

/// The names of the slots in columns.
const SLOTS: [&str; Slot::ALL.len()] = ["A", "B", "C", "D"];

/// The VP of one player for one scoring tile after one round: a row of `scores.csv`.
#[derive(Copy, Clone, Default, Debug)]
#[expect(missing_docs, reason = "`COLUMNS` says what they mean")]
pub struct ScoreRow {
    pub round: u8,
    pub slot: usize,
    pub seat: usize,
    pub vp: u16,
    pub total: u16,
}

impl ScoreRow {
    /// The columns in order.
    pub const COLUMNS: &[RawColumn] = &[
        columns::BLOCK,
        columns::GAME,
        RawColumn::new(
            Type::Integer,
            "round",
            "round",
            |rows, at, line| line.whole(notes_of(rows).scores[at.row].round),
            |rows, at, cells| {
                cells.up_to(notes_of(rows).rounds).map(|number| notes_mut(rows).scores[at.row].round = number)
            },
        )
        .meaning("round, from 1"),
        RawColumn::new(
            Type::Text,
            "slot",
            "",
            |rows, at, line| line.plain(SLOTS[notes_of(rows).scores[at.row].slot]),
            |rows, at, cells| cells.word(&SLOTS).map(|index| notes_mut(rows).scores[at.row].slot = index),
        )
        .meaning("slot of the scoring tile, A to D"),
        RawColumn::known(Type::Text, "scoring", "", |rows, at, line| {
            line.plain(scoring(rows).0[notes_of(rows).scores[at.row].slot].name());
        })
        .meaning("the scoring tile"),
        RawColumn::new(
            Type::Integer,
            "seat",
            "seat",
            |rows, at, line| line.index(notes_of(rows).scores[at.row].seat),
            |rows, at, cells| cells.below(rows.game.players).map(|number| notes_mut(rows).scores[at.row].seat = number),
        )
        .meaning("seat that scored"),
        columns::agent_on(|rows, at| notes_of(rows).scores[at.row].seat),
        RawColumn::amount("vp", "VP", noted!(GameNotes.scores.vp)).meaning("VP awarded, possibly 0"),
        RawColumn::amount("total", "VP", noted!(GameNotes.scores.total)).meaning("running score after this scoring"),
    ];
}
