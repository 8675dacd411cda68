//! The notes of a game, with the columns of `seats.csv` and `placements.csv`.

use engine::Seat;
use engine::tipperary::score::Score;
use engine::tipperary::sizes::AREAS;
use interface::tipperary::hometowns::HometownDeal;

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

/// Returns the hometowns of a game.
#[inline]
pub fn dealt(rows: &Rows) -> &HometownDeal {
    rows.treatment.get()
}

/// The sources of VP, as columns name them.
pub const SOURCES: [&str; 6] = Score::PARTS;

/// The notes of one game.
#[derive(Clone, Default, Debug)]
pub struct GameNotes {
    /// Rounds that the rules have.
    pub rounds: usize,
    /// Rounds begun.
    pub begun: usize,
    /// For `seats.csv`, by seat.
    pub seats: Vec<SeatNotes>,
    /// For `placements.csv`, in turn order.
    pub placements: Vec<PlacementRow>,
}

noted! {
    /// One player of a game: a row of `seats.csv`.
    struct SeatNotes in GameNotes.seats, |rows, at, cells| {
        + columns::block();
        + columns::cluster();
        + columns::game();
        + columns::seat();
        + columns::agent();
        + RawColumn::new(
            Type::Text,
            "hometown",
            "",
            "the player's hometown and its side, which belong to the seat in all rotations",
            |rows, at, line| line.plain(dealt(rows).id(at.row)),
            Reading::Known,
        );
        + columns::points("final score: VP of all sources");
        vp_by_source: [u16; SOURCES.len()] as Integer("vp", "VP", "VP from this source"), for Over::Named(&SOURCES);
        + columns::rank();
        + columns::win_share();
        + columns::seat_margin();
        tiles: u16 as Integer("tiles", "tiles", "landscape tiles laid");
        pairs: u16 as Integer("pairs", "pairs", "new pairs of grain field and distillery, a step on the whiskey track for each");
        whiskey_steps: u16 as Integer("whiskey_steps", "spaces", "space of the barrel at the end: pairs as far as the track goes");
        sheep: u16 as Integer("sheep", "sheep", "wooden sheep placed");
        lost_sheep: u16 as Integer("lost_sheep", "sheep", "wooden sheep that were due but not to be had");
        towers: u16 as Integer("towers", "towers", "towers gained: lines of ruins, while the supply lasts");
        lost_towers: u16 as Integer("lost_towers", "towers", "towers that were due when the supply was empty");
        placed_towers: u16 as Integer("placed_towers", "towers", "towers placed after the last round");
        stops: u16 as Integer("stops", "decisions", "1 if towers were forgone after the last round, otherwise 0");
        + RawColumn::new(
            Type::Integer,
            "sites",
            "sites",
            "protected sites: a bonus tile was due for each",
            |rows, at, line| line.whole(notes_of(rows).seats[at.row].sites()),
            Reading::Skipped,
        );
        bonus: u16 as Integer("bonus_tiles", "tiles", "bonus tiles placed");
        lost_bonus: u16 as Integer("lost_bonus_tiles", "tiles", "bonus tiles that were due when none was left");
        marker_rounds: u16 as Integer("marker_rounds", "rounds", "rounds at whose end the player held the marker");
        spaces: u16 as Integer("spaces", "spaces", "covered places of the display, the hometown's included");
        holes: u16 as Integer("holes", "places", "empty places that the display encloses");
        width: u16 as Integer("width", "spaces", "columns of the largest rectangle, the first of several");
        height: u16 as Integer("height", "spaces", "its rows");
        + columns::decisions();
        + columns::searched();
        + columns::iterations();
        + columns::faults();
    }
}

impl SeatNotes {
    /// Returns the number of protected sites: a bonus tile for each, or a lost one.
    pub fn sites(&self) -> u16 {
        self.bonus + self.lost_bonus
    }
}

/// The clockwise turns of a tile, in degrees.
const DEGREES: [&str; 4] = ["0", "90", "180", "270"];

noted! {
    /// One landscape tile taken and laid, with what its turn brought: a row of `placements.csv`.
    struct PlacementRow in GameNotes.placements, |rows, at, cells| {
        + columns::block();
        + columns::game();
        round: u8 as Integer("round", "round", "round, from 1"), read cells.up_to(notes_of(rows).rounds);
        turn: usize as Integer("turn", "turns", "turns of the round before this one"), read cells.below(rows.game.players);
        seat: usize as Integer("seat", "seat", "whose turn it is"), read cells.below(rows.game.players);
        + columns::agent_on!(|rows, at| notes_of(rows).placements[at.row].seat);
        area: usize as Integer(
            "area", "area", "area of the game board that the player's crest points to, 0 to 4 clockwise"
        ), read cells.below(AREAS);
        /// The tile's number in its file.
        tile: usize as Text("tile", "", "the landscape tile taken"),
            write |tile: usize, line: &mut Line<'_>| line.piece(tile), read cells.piece("a landscape tile");
        /// That of the other one.
        left: usize as Text("left", "", "the other tile of the area, which stays there"),
            write |tile: usize, line: &mut Line<'_>| line.piece(tile), read cells.piece("a landscape tile");
        x: i32 as Integer("x", "column", "westernmost column of the tile as it lies; the south-west town space lies in column 0 and row 0");
        y: i32 as Integer("y", "row", "southernmost row of the tile as it lies");
        /// The clockwise turn in quarters.
        quarters: usize as Integer("rotation", "degrees", "clockwise turn of the tile, after turning it over"),
            write |quarters: usize, line: &mut Line<'_>| line.plain(DEGREES[quarters]), read cells.word(&DEGREES);
        flip: usize as Integer("flip", "", "1 if the tile is turned over, otherwise 0"), read cells.below(2);
        pairs: u16 as Integer("pairs", "pairs", "new pairs of grain field and distillery in this turn, those by bonus tiles included");
        sheep: u16 as Integer("sheep", "sheep", "wooden sheep placed in this turn");
        towers: u16 as Integer("towers", "towers", "towers gained in this turn");
        bonus: u16 as Integer("bonus_tiles", "tiles", "bonus tiles placed in this turn");
        lost: u16 as Integer("lost", "pieces", "wooden sheep, towers and bonus tiles that were due in this turn but not to be had");
    }
}

impl GameNotes {
    /// Returns the current turn of this seat, if it is the last one that was begun.
    pub fn turn_of(&mut self, seat: Seat) -> Option<&mut PlacementRow> {
        self.placements.last_mut().filter(|turn| turn.seat == seat.index())
    }
}
