//! The rows of raw tables: the notes of a game.

use engine::skye::rules::MAX_ROUNDS;
use engine::skye::tile_files::DOLMEN_SPACES;
use engine::skye::{ScrollKind, Slot, Tablet};
use interface::skye::scoring_set::Scoring;

use lab::forms::column::Type::{Integer, Text};
use lab::forms::column_group::ColumnGroup::{Lettered, Named, Rounds};
use lab::subject::raw_row::CellCode::{Derived, Known, Stored};
use lab::subject::raw_row::{Amount, OrEmpty, RawCell, SeatNumber, raw_cells, raw_row};
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

raw_row! {
    /// The notes of one game: a row of `games.csv`.
    GameNotes {
        [
            BLOCK, CLUSTER, GAME, SEED, ROTATION, PLAYERS,
            column(Text, "scoring", "", "scoring tile on this slot", Known(|_, rows, at, line| {
                line.plain(scoring(rows).0[at.part].name());
            })).each(Lettered(Slot::ALL.len())),
            FIRST_START, ROUNDS, WINNERS, MARGIN, SPREAD, LEAD_CHANGES, LAST_LEAD_CHANGE, LEADERS.each(Rounds(MAX_ROUNDS)),
            column(Integer, "tiles_sold", "tiles", "tiles bought by players", Derived(|game| game.sum(|seat| seat.sold))),
            column(Integer, "tiles_kept", "tiles", "unsold tiles kept for their stake", Derived(|game| game.sum(|seat| seat.kept))),
            column(Integer, "tiles_returned", "tiles", "tiles that fitted nowhere and went back to the bag", Derived(|game| {
                game.sum(|seat| seat.returned)
            })),
            column(Integer, "gold_traded", "gold", "gold paid by players to players", Derived(|game| game.sum(|seat| seat.earned))),
            column(Integer, "gold_burnt", "gold", "stakes lost on kept tiles", Derived(|game| game.sum(|seat| seat.burnt))),
            column(Integer, "gold_catch_up", "gold", "catch-up income of all players", Derived(|game| {
                game.sum(|seat| seat.income_catch_up)
            })),
        ]
    }
    with {
        /// The number of tiles that each player draws in a round.
        drawn: usize,
        /// The index of the first borderland tile; all tiles from it on are borderland tiles.
        first_borderland: usize,
        /// For `seats.csv`, by seat.
        seats: Vec<SeatNotes>,
        /// For `offers.csv`, by round, seat and order of drawing.
        offers: Vec<OfferRow>,
        /// For `scores.csv`, in the order of scoring.
        scores: Vec<ScoreRow>,
    }
}

impl GameNotes {
    /// Sums an amount over the seats.
    pub fn sum(&self, amount: impl Fn(&SeatNotes) -> u16) -> i64 {
        self.seats.iter().map(|seat| i64::from(amount(seat))).sum()
    }
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

raw_row! {
    /// One player of a game: a row of `seats.csv`. Amounts of gold and VP are totals over the game.
    #[derive(Copy)]
    SeatNotes in GameNotes.seats {
        [BLOCK, CLUSTER, GAME, SEAT, AGENT, VP.meaning("final score: VP from slots, scrolls and gold")]
        vp_slot[Lettered(Slot::ALL.len())]: Amount, "VP", "VP from the scoring tile on this slot";
        vp_scrolls: Amount, "VP", "VP from scrolls";
        vp_gold: Amount, "VP", "VP from the final exchange of gold";
        [RANK, WIN_SHARE, SEAT_MARGIN]
        gold_round[Rounds(MAX_ROUNDS)]: Amount, "gold", "gold held at the end of this round";
        [VP_BY_ROUND.each(Rounds(MAX_ROUNDS))]
        tiles: Amount, "tiles", "landscape tiles laid, without the castle";
        completed_areas: Amount, "areas", "completed areas at the end";
        bought: Amount, "tiles", "tiles bought";
        sold: Amount, "tiles", "tiles sold";
        kept: Amount, "tiles", "own tiles kept unsold";
        returned: Amount, "tiles", "tiles that fitted nowhere and went back to the bag";
        spent: Amount, "gold", "gold paid for tiles of other players";
        earned: Amount, "gold", "gold received for sold tiles, without the returned stake";
        burnt: Amount, "gold", "stakes lost on kept tiles";
        income_castle: Amount, "gold", "income from the castle";
        income_whisky: Amount, "gold", "income from connected whisky";
        income_catch_up: Amount, "gold", "catch-up gold, for each player ahead of this one";
        gold_left: Amount, "gold", "gold left after the final exchange, which breaks ties";
        vp_barrels: Amount, "VP", "VP from VP barrels" if "tunnels";
        vp_again: Amount, "VP", "VP from scrolls scored again by tablets" if "druids";
        druids: Amount, "tiles", "Druid tiles bought" if "druids";
        spent_druids: Amount, "gold", "gold paid for Druid tiles" if "druids";
        bag_actions: Amount, "actions", "bag actions, each of which yields one tile" if "druids";
        spent_bag: Amount, "gold", "gold paid for bag actions" if "druids";
        taken: Amount, "tiles", "own tiles taken with tablets, included in `kept`" if "druids";
        removed: Amount, "tiles", "Druid tiles that fitted nowhere and left the game" if "druids";
        tablets[Named(&TABLETS)]: Amount, "tablets", "stone tablets of this kind taken" if "druids";
        first_tablet[Named(&TABLETS)]: OrEmpty<Amount>, "round",
            "round in which the first stone tablet of this kind was taken; empty if there was none" if "druids";
        druids_space[Named(&SPACE_NAMES)]: Amount, "tiles",
            "Druid tiles bought from this space of the dolmen board, 0 on the left" if "druids";
        spent_space[Named(&SPACE_NAMES)]: Amount, "gold",
            "gold paid for Druid tiles from this space: printed cost and surcharge" if "druids";
        bag_tiles: Amount, "tiles", "tiles drawn in bag actions, one of which was kept each time" if "druids";
        discounted: Amount, "tiles", "tiles bought at a discount from tablets" if "druids";
        saved: Amount, "gold", "gold saved by discounts from tablets" if "druids";
        vp_scroll[Named(&SCROLLS)]: Amount, "VP", "VP from scrolls of this kind" if "druids";
        borderlands: Amount, "tiles", "borderland tiles laid, included in `tiles`" if "borderlands";
        borderlands_round[Rounds(MAX_ROUNDS)]: Amount, "tiles", "borderland tiles laid in this round" if "borderlands";
        flips: Amount, "tiles", "borderland tiles turned over" if "borderlands";
        [DECISIONS, SEARCHED, ITERATIONS, FAULTS]
    }
}

raw_cells! {
    /// A round, from 1.
    Round(u8, Integer) |round, line| line.whole(round) => |cells, rows| cells.up_to(rows.running.rounds());
    /// The number of a tile in its file; 0 for the castle.
    Tile(usize, Text) |tile, line| line.piece(tile) => |cells, _| cells.piece("a tile of this run");
    /// A slot for scoring tiles.
    SlotNumber(usize, Text) |slot, line| line.plain(SLOTS[slot]) => |cells, _| cells.word(&SLOTS);
}

/// The names of the slots in columns.
const SLOTS: [&str; Slot::ALL.len()] = ["A", "B", "C", "D"];

raw_row! {
    /// One drawn tile: a row of `offers.csv`.
    #[derive(Copy)]
    OfferRow in GameNotes.offers {
        [BLOCK, GAME]
        round: Round, "round", "round, from 1";
        seat: SeatNumber, "seat", "seat that drew the tile";
        [agent_on(|offer| offer.seat)]
        tile: Tile, "", "id of the tile in its file";
        price: OrEmpty<Amount>, "gold", "price asked and staked; empty for the discarded tile";
        gold: Amount, "gold", "gold of the seat when it made its offer";
        [
            column(Text, "outcome", "", "discarded, sold or kept", Stored(
                |offer, _, _, line| line.plain(offer.outcome()),
                |offer, _, _, cells| {
                    if offer.price.is_none() {
                        return cells.expect(DISCARDED);
                    }
                    // The next column says to whom it was sold.
                    offer.buyer = (cells.word(&[SOLD, KEPT])? == 0).then_some(0);
                    Ok(())
                },
            )),
            column(Integer, "buyer", "seat", "seat that bought the tile; empty if unsold", Stored(
                |offer, _, _, line| OrEmpty::<SeatNumber>::WRITE(offer.buyer, line),
                |offer, rows, _, cells| match &mut offer.buyer {
                    Some(buyer) => SeatNumber::READ(cells, rows).map(|seat| *buyer = seat),
                    None => cells.expect(""),
                },
            )),
            column(Integer, "gain", "gold", "gain in gold: the price if sold, minus the lost stake if kept", Derived(|offer| {
                i64::from(offer.revenue()) - i64::from(offer.burnt())
            })),
        ]
    }
    with {
        /// The seat that bought it; `None` if it was not offered or not sold.
        buyer: Option<usize>,
    }
}

const DISCARDED: &str = "discarded";
const SOLD: &str = "sold";
const KEPT: &str = "kept";

impl OfferRow {
    fn outcome(&self) -> &'static str {
        match (self.price, self.buyer) {
            (None, _) => DISCARDED,
            (Some(_), Some(_)) => SOLD,
            (Some(_), None) => KEPT,
        }
    }

    /// Returns whether another player bought it.
    pub fn is_sold(&self) -> bool {
        self.buyer.is_some()
    }

    /// Returns whether its owner kept it unsold, and lost the stake.
    pub fn is_kept(&self) -> bool {
        self.price.is_some() && !self.is_sold()
    }

    /// Returns the price received by the seller; 0 if the tile did not sell.
    pub fn revenue(&self) -> u16 {
        self.price.filter(|_| self.is_sold()).unwrap_or(0)
    }

    /// Returns the stake lost by the seller; 0 if the tile sold.
    pub fn burnt(&self) -> u16 {
        self.price.filter(|_| self.is_kept()).unwrap_or(0)
    }
}

raw_row! {
    /// The VP of one player for one scoring tile after one round: a row of `scores.csv`.
    #[derive(Copy)]
    ScoreRow in GameNotes.scores {
        [BLOCK, GAME]
        round: Round, "round", "round, from 1";
        slot: SlotNumber, "", "slot of the scoring tile, A to D";
        [column(Text, "scoring", "", "the scoring tile", Known(|score, rows, _, line| {
            line.plain(scoring(rows).0[score.slot].name());
        }))]
        seat: SeatNumber, "seat", "seat that scored";
        [agent_on(|score| score.seat)]
        vp: Amount, "VP", "VP awarded, possibly 0";
        total: Amount, "VP", "running score after this scoring";
    }
}
