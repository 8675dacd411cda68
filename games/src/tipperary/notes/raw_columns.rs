//! The rows of raw tables: the notes of a game.

use engine::Seat;
use engine::tipperary::Score;
use engine::tipperary::sizes::AREAS;
use interface::tipperary::hometowns::HometownDeal;

use lab::forms::column::Type::{Integer, Text};
use lab::forms::column_group::ColumnGroup::Named;
use lab::subject::raw_row::CellCode::{Derived, Known};
use lab::subject::raw_row::{Amount, SeatNumber, Signed, raw_cells, raw_row};
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

/// Returns the hometowns of a game.
#[inline]
pub fn dealt(rows: &Rows) -> &HometownDeal {
    rows.treatment.get()
}

/// The names of the sources of VP in columns.
pub const SOURCES: [&str; 6] = Score::PARTS;

raw_row! {
    /// The notes of one game: a row of `games.csv`.
    GameNotes {
        [
            BLOCK, CLUSTER, GAME, SEED, ROTATION, PLAYERS, FIRST_START,
            column(Integer, "rounds", "rounds", "rounds played", Known(|game, _, _, line| line.index(game.rounds))),
            WINNERS, MARGIN, SPREAD,
            column(Integer, "sheep", "sheep", "wooden sheep placed", Derived(|game| game.sum(|seat| seat.sheep))),
            column(Integer, "towers", "towers", "towers gained", Derived(|game| game.sum(|seat| seat.towers))),
            column(Integer, "bonus_tiles", "tiles", "bonus tiles placed", Derived(|game| game.sum(|seat| seat.bonus_tiles))),
            column(Integer, "lost_sheep", "sheep", "wooden sheep that were due but not available", Derived(|game| {
                game.sum(|seat| seat.lost_sheep)
            })),
            column(Integer, "lost_towers", "towers", "towers that were due but not available", Derived(|game| {
                game.sum(|seat| seat.lost_towers)
            })),
            column(Integer, "lost_bonus_tiles", "tiles", "bonus tiles that were due but not available", Derived(|game| {
                game.sum(|seat| seat.lost_bonus_tiles)
            })),
        ]
    }
    with {
        /// The number of rounds under the rules.
        rounds: usize,
        /// The number of rounds begun.
        begun: usize,
        /// For `seats.csv`, by seat.
        seats: Vec<SeatNotes>,
        /// For `placements.csv`, in turn order.
        placements: Vec<PlacementRow>,
    }
}

impl GameNotes {
    /// Sums an amount over the seats.
    pub fn sum(&self, amount: impl Fn(&SeatNotes) -> u16) -> i64 {
        self.seats.iter().map(|seat| i64::from(amount(seat))).sum()
    }

    /// Returns the current turn of this seat, if it is the last turn begun.
    pub fn turn_of(&mut self, seat: Seat) -> Option<&mut PlacementRow> {
        self.placements.last_mut().filter(|turn| turn.seat == seat.index())
    }
}

raw_row! {
    /// One player of a game: a row of `seats.csv`.
    #[derive(Copy)]
    SeatNotes in GameNotes.seats {
        [
            BLOCK, CLUSTER, GAME, SEAT, AGENT,
            column(Text, "hometown", "", "the player's hometown and its side, the same for the seat in all rotations",
                Known(|_, rows, at, line| line.plain(dealt(rows).id(at.row)))),
            VP.meaning("final score: VP from all sources"),
        ]
        vp[Named(&SOURCES)]: Amount, "VP", "VP from this source";
        [RANK, WIN_SHARE, SEAT_MARGIN]
        tiles: Amount, "tiles", "landscape tiles laid";
        pairs: Amount, "pairs", "new pairs of grain field and distillery, each a step on the whiskey track";
        whiskey_steps: Amount, "spaces", "final space of the barrel: pairs, up to the end of the track";
        sheep: Amount, "sheep", "wooden sheep placed";
        lost_sheep: Amount, "sheep", "wooden sheep that were due but not available";
        towers: Amount, "towers", "towers gained (lines of ruins, while the supply lasts)";
        lost_towers: Amount, "towers", "towers that were due but not available";
        placed_towers: Amount, "towers", "towers placed after the last round";
        stops: Amount, "decisions", "1 if towers were forgone after the last round, otherwise 0";
        [column(Integer, "sites", "sites", "protected sites, each of which earns a bonus tile", Derived(|seat| seat.sites().into()))]
        bonus_tiles: Amount, "tiles", "bonus tiles placed";
        lost_bonus_tiles: Amount, "tiles", "bonus tiles that were due but not available";
        marker_rounds: Amount, "rounds", "number of rounds at the end of which the player held the marker";
        spaces: Amount, "spaces", "covered places of the display, including the hometown's";
        holes: Amount, "places", "empty places that the display encloses";
        width: Amount, "spaces", "columns of the largest rectangle, of the first one for ties";
        height: Amount, "spaces", "rows of that rectangle";
        [DECISIONS, SEARCHED, ITERATIONS, FAULTS]
    }
}

impl SeatNotes {
    /// Returns the number of protected sites, each with a bonus tile gained or lost.
    pub fn sites(&self) -> u16 {
        self.bonus_tiles + self.lost_bonus_tiles
    }
}

raw_cells! {
    /// A round, from 1.
    Round(u8, Integer) |round, line| line.whole(round) => |cells, rows| cells.up_to(notes_of(rows).rounds);
    /// An area of the game board.
    Area(usize, Integer) |area, line| line.index(area) => |cells, _| cells.below(AREAS);
    /// The number of a landscape tile in its file.
    Tile(usize, Text) |tile, line| line.piece(tile) => |cells, _| cells.piece("a landscape tile");
    /// A clockwise rotation in quarter turns.
    Rotation(usize, Integer) |quarters, line| line.plain(DEGREES[quarters]) => |cells, _| cells.word(&DEGREES);
    /// 0 or 1.
    Flag(usize, Integer) |flag, line| line.index(flag) => |cells, _| cells.below(2);
}

/// The clockwise turns of a tile, in degrees.
const DEGREES: [&str; 4] = ["0", "90", "180", "270"];

raw_row! {
    /// One landscape tile taken and placed, with the gains of the turn: a row of `placements.csv`.
    #[derive(Copy)]
    PlacementRow in GameNotes.placements {
        [BLOCK, GAME]
        round: Round, "round", "round, from 1";
        turn: SeatNumber, "turns", "number of earlier turns in the round";
        seat: SeatNumber, "seat", "seat whose turn it is";
        [agent_on(|turn| turn.seat)]
        area: Area, "area", "area of the game board to which the player's crest points, 0 to 4 clockwise";
        tile: Tile, "", "landscape tile taken";
        left: Tile, "", "other tile of the area, which stays there";
        x: Signed, "column", "westernmost column of the placed tile; the south-west town space is column 0, row 0";
        y: Signed, "row", "southernmost row of the placed tile";
        rotation: Rotation, "degrees", "clockwise rotation of the tile, after turning it over";
        flip: Flag, "", "1 if the tile is turned over, otherwise 0";
        pairs: Amount, "pairs", "new pairs of grain field and distillery in this turn, including those by bonus tiles";
        sheep: Amount, "sheep", "wooden sheep placed in this turn";
        towers: Amount, "towers", "towers gained in this turn";
        bonus_tiles: Amount, "tiles", "bonus tiles placed in this turn";
        lost: Amount, "pieces", "wooden sheep, towers and bonus tiles that were due in this turn but not available";
    }
}
