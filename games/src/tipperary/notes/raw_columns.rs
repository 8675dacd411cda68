//! The notes of a game, with the columns of `seats.csv` and `placements.csv`.

use engine::Seat;
use engine::tipperary::Score;
use engine::tipperary::sizes::AREAS;
use interface::tipperary::hometowns::HometownDeal;

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

/// Returns the hometowns of a game.
#[inline]
pub fn dealt(rows: &Rows) -> &HometownDeal {
    rows.treatment.get()
}

/// The names of the sources of VP in columns.
pub const SOURCES: [&str; 6] = Score::PARTS;

/// The notes of one game.
#[derive(Clone, Default, Debug)]
pub struct GameNotes {
    /// The number of rounds under the rules.
    pub rounds: usize,
    /// The number of rounds begun.
    pub begun: usize,
    /// For `seats.csv`, by seat.
    pub seats: Vec<SeatNotes>,
    /// For `placements.csv`, in turn order.
    pub placements: Vec<PlacementRow>,
}

/// One player of a game: a row of `seats.csv`.
#[derive(Copy, Clone, Default, Debug)]
pub struct SeatNotes {
    pub vp_by_source: [u16; SOURCES.len()],
    pub tiles: u16,
    pub pairs: u16,
    pub whiskey_steps: u16,
    pub sheep: u16,
    pub lost_sheep: u16,
    pub towers: u16,
    pub lost_towers: u16,
    pub placed_towers: u16,
    pub stops: u16,
    pub bonus: u16,
    pub lost_bonus: u16,
    pub marker_rounds: u16,
    pub spaces: u16,
    pub holes: u16,
    pub width: u16,
    pub height: u16,
}

impl SeatNotes {
    /// The columns in order.
    pub const COLUMNS: &[RawColumn] = &[
        columns::BLOCK,
        columns::CLUSTER,
        columns::GAME,
        columns::SEAT,
        columns::AGENT,
        RawColumn::known(Type::Text, "hometown", "", |rows, at, line| line.plain(dealt(rows).id(at.row)))
            .meaning("the player's hometown and its side, the same for the seat in all rotations"),
        columns::points("final score: VP from all sources"),
        RawColumn::amount("vp", "VP", noted!(GameNotes.seats.vp_by_source[part]))
            .meaning("VP from this source")
            .for_each(ColumnGroup::Named(&SOURCES)),
        columns::RANK,
        columns::WIN_SHARE,
        columns::SEAT_MARGIN,
        RawColumn::amount("tiles", "tiles", noted!(GameNotes.seats.tiles)).meaning("landscape tiles laid"),
        RawColumn::amount("pairs", "pairs", noted!(GameNotes.seats.pairs))
            .meaning("new pairs of grain field and distillery, each a step on the whiskey track"),
        RawColumn::amount("whiskey_steps", "spaces", noted!(GameNotes.seats.whiskey_steps))
            .meaning("final space of the barrel: pairs, up to the end of the track"),
        RawColumn::amount("sheep", "sheep", noted!(GameNotes.seats.sheep)).meaning("wooden sheep placed"),
        RawColumn::amount("lost_sheep", "sheep", noted!(GameNotes.seats.lost_sheep))
            .meaning("wooden sheep that were due but not available"),
        RawColumn::amount("towers", "towers", noted!(GameNotes.seats.towers))
            .meaning("towers gained (lines of ruins, while the supply lasts)"),
        RawColumn::amount("lost_towers", "towers", noted!(GameNotes.seats.lost_towers))
            .meaning("towers that were due but not available"),
        RawColumn::amount("placed_towers", "towers", noted!(GameNotes.seats.placed_towers))
            .meaning("towers placed after the last round"),
        RawColumn::amount("stops", "decisions", noted!(GameNotes.seats.stops))
            .meaning("1 if towers were forgone after the last round, otherwise 0"),
        RawColumn::derived("sites", "sites", |rows, at| i64::from(notes_of(rows).seats[at.row].sites()))
            .meaning("protected sites, each of which earns a bonus tile"),
        RawColumn::amount("bonus_tiles", "tiles", noted!(GameNotes.seats.bonus)).meaning("bonus tiles placed"),
        RawColumn::amount("lost_bonus_tiles", "tiles", noted!(GameNotes.seats.lost_bonus))
            .meaning("bonus tiles that were due but not available"),
        RawColumn::amount("marker_rounds", "rounds", noted!(GameNotes.seats.marker_rounds))
            .meaning("number of rounds at the end of which the player held the marker"),
        RawColumn::amount("spaces", "spaces", noted!(GameNotes.seats.spaces))
            .meaning("covered places of the display, including the hometown's"),
        RawColumn::amount("holes", "places", noted!(GameNotes.seats.holes))
            .meaning("empty places that the display encloses"),
        RawColumn::amount("width", "spaces", noted!(GameNotes.seats.width))
            .meaning("columns of the largest rectangle, of the first one for ties"),
        RawColumn::amount("height", "spaces", noted!(GameNotes.seats.height)).meaning("rows of that rectangle"),
        columns::DECISIONS,
        columns::SEARCHED,
        columns::ITERATIONS,
        columns::FAULTS,
    ];
}

impl SeatNotes {
    /// Returns the number of protected sites, each with a bonus tile gained or lost.
    pub fn sites(&self) -> u16 {
        self.bonus + self.lost_bonus
    }
}

/// The clockwise turns of a tile, in degrees.
const DEGREES: [&str; 4] = ["0", "90", "180", "270"];

/// One landscape tile taken and placed, with the gains of the turn: a row of `placements.csv`.
#[derive(Copy, Clone, Default, Debug)]
pub struct PlacementRow {
    pub round: u8,
    pub turn: usize,
    pub seat: usize,
    pub area: usize,
    /// The number of the tile in its file.
    pub tile: usize,
    /// The number of the other tile.
    pub left: usize,
    pub x: i32,
    pub y: i32,
    /// The clockwise rotation in quarter turns.
    pub quarters: usize,
    pub flip: usize,
    pub pairs: u16,
    pub sheep: u16,
    pub towers: u16,
    pub bonus: u16,
    pub lost: u16,
}

impl PlacementRow {
    /// The columns in order.
    pub const COLUMNS: &[RawColumn] = &[
        columns::BLOCK,
        columns::GAME,
        RawColumn::new(
            Type::Integer,
            "round",
            "round",
            |rows, at, line| line.whole(notes_of(rows).placements[at.row].round),
            |rows, at, cells| {
                cells.up_to(notes_of(rows).rounds).map(|number| notes_mut(rows).placements[at.row].round = number)
            },
        )
        .meaning("round, from 1"),
        RawColumn::new(
            Type::Integer,
            "turn",
            "turns",
            |rows, at, line| line.index(notes_of(rows).placements[at.row].turn),
            |rows, at, cells| {
                cells.below(rows.game.players).map(|number| notes_mut(rows).placements[at.row].turn = number)
            },
        )
        .meaning("number of earlier turns in the round"),
        RawColumn::new(
            Type::Integer,
            "seat",
            "seat",
            |rows, at, line| line.index(notes_of(rows).placements[at.row].seat),
            |rows, at, cells| {
                cells.below(rows.game.players).map(|number| notes_mut(rows).placements[at.row].seat = number)
            },
        )
        .meaning("seat whose turn it is"),
        columns::agent_on(|rows, at| notes_of(rows).placements[at.row].seat),
        RawColumn::new(
            Type::Integer,
            "area",
            "area",
            |rows, at, line| line.index(notes_of(rows).placements[at.row].area),
            |rows, at, cells| cells.below(AREAS).map(|number| notes_mut(rows).placements[at.row].area = number),
        )
        .meaning("area of the game board to which the player's crest points, 0 to 4 clockwise"),
        RawColumn::new(
            Type::Text,
            "tile",
            "",
            |rows, at, line| line.piece(notes_of(rows).placements[at.row].tile),
            |rows, at, cells| {
                cells.piece("a landscape tile").map(|index| notes_mut(rows).placements[at.row].tile = index)
            },
        )
        .meaning("landscape tile taken"),
        RawColumn::new(
            Type::Text,
            "left",
            "",
            |rows, at, line| line.piece(notes_of(rows).placements[at.row].left),
            |rows, at, cells| {
                cells.piece("a landscape tile").map(|index| notes_mut(rows).placements[at.row].left = index)
            },
        )
        .meaning("other tile of the area, which stays there"),
        RawColumn::new(
            Type::Integer,
            "x",
            "column",
            |rows, at, line| line.whole(notes_of(rows).placements[at.row].x),
            |rows, at, cells| cells.signed().map(|number| notes_mut(rows).placements[at.row].x = number),
        )
        .meaning("westernmost column of the placed tile; the south-west town space is column 0, row 0"),
        RawColumn::new(
            Type::Integer,
            "y",
            "row",
            |rows, at, line| line.whole(notes_of(rows).placements[at.row].y),
            |rows, at, cells| cells.signed().map(|number| notes_mut(rows).placements[at.row].y = number),
        )
        .meaning("southernmost row of the placed tile"),
        RawColumn::new(
            Type::Integer,
            "rotation",
            "degrees",
            |rows, at, line| line.plain(DEGREES[notes_of(rows).placements[at.row].quarters]),
            |rows, at, cells| cells.word(&DEGREES).map(|number| notes_mut(rows).placements[at.row].quarters = number),
        )
        .meaning("clockwise rotation of the tile, after turning it over"),
        RawColumn::new(
            Type::Integer,
            "flip",
            "",
            |rows, at, line| line.index(notes_of(rows).placements[at.row].flip),
            |rows, at, cells| cells.below(2).map(|number| notes_mut(rows).placements[at.row].flip = number),
        )
        .meaning("1 if the tile is turned over, otherwise 0"),
        RawColumn::amount("pairs", "pairs", noted!(GameNotes.placements.pairs))
            .meaning("new pairs of grain field and distillery in this turn, including those by bonus tiles"),
        RawColumn::amount("sheep", "sheep", noted!(GameNotes.placements.sheep))
            .meaning("wooden sheep placed in this turn"),
        RawColumn::amount("towers", "towers", noted!(GameNotes.placements.towers))
            .meaning("towers gained in this turn"),
        RawColumn::amount("bonus_tiles", "tiles", noted!(GameNotes.placements.bonus))
            .meaning("bonus tiles placed in this turn"),
        RawColumn::amount("lost", "pieces", noted!(GameNotes.placements.lost))
            .meaning("wooden sheep, towers and bonus tiles that were due in this turn but not available"),
    ];
}

impl GameNotes {
    /// Returns the current turn of this seat, if it is the last turn begun.
    pub fn turn_of(&mut self, seat: Seat) -> Option<&mut PlacementRow> {
        self.placements.last_mut().filter(|turn| turn.seat == seat.index())
    }
}
