//! Play with pictures: the display of decisions besides steps, and where actions are clicked.

use agents::AgentKind;
use engine::Seat;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::human_input::HumanInput;
use crate::json::Keys;
use crate::record_format::RecordFormat;
use crate::stage::PlacedPiece;

/// A game that people play with pictures.
pub trait PicturePlay: HumanInput + RecordFormat {
    /// The agents that may take seats.
    const KINDS: &'static [AgentKind<Self>];

    /// The key of a record for the components that chance deals before the game.
    const DEALT: &'static str;

    /// Fills in the keys for everything that chance deals before the game, unless they are there.
    ///
    /// # Errors
    /// If the keys do not determine the pool to deal from.
    fn deal(
        keys: &mut Map<String, Value>,
        modules: &[String],
        players: usize,
        library: &Self::Library,
        seed: u64,
    ) -> Result<(), String>;

    /// Lists the choices instead of dealing, each with its meaning; empty if there are none.
    fn dealt_choices(_modules: &[String]) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// The text of the deal, as in the seed of a record.
    fn treatment(&self) -> String;

    /// The rules that differ from the printed ones, in the format of records.
    fn changed_rules(&self) -> Option<Value>;

    /// The same, with changes by the keys of the game's record to components that are not dealt.
    ///
    /// # Errors
    /// If the keys name files that the library does not have.
    fn canonical_rules(&self, _keys: &Keys, _library: &Self::Library) -> Result<Option<Value>, String> {
        Ok(self.changed_rules())
    }

    /// The rules that can be changed, in the order of forms, for this many players with these modules.
    fn rule_fields(players: usize, modules: &[String]) -> Vec<RuleField>;

    /// The rules of a form's values by key, in the format of records.
    fn rules_of_form(values: Map<String, Value>, players: usize, modules: &[String]) -> Value;

    /// The number of rounds that are played.
    fn rounds(&self) -> usize;

    /// A seat's amounts of the counters of the [stage](crate::narrate::Narrate::stage).
    fn counters(&self, public: &Self::Public, seat: Seat) -> Vec<i64>;

    /// The present pay of each award of the stage, by award and seat.
    fn awards(&self, public: &Self::Public) -> Vec<Vec<i64>>;

    /// Describes when each award is paid next.
    fn award_times(&self, public: &Self::Public) -> Vec<String>;

    /// Returns the place on the table where this legal action is clicked.
    fn target(&self, public: &Self::Public, action: Self::Action) -> Target;

    /// Returns whether an event is an effect of an action itself, rather than of the game after it.
    fn is_effect(&self, event: &Self::Event) -> bool;

    /// Asks the seat to move in one sentence, for somebody who clicks.
    fn prompt(&self, view: &Self::View<'_>) -> String;

    /// Lists the pieces in the middle of the table.
    fn middle(&self, public: &Self::Public) -> Vec<PieceGroup>;

    /// Lists a seat's possessions that its board and counters do not show.
    fn belongings(&self, public: &Self::Public, seat: Seat) -> Vec<String>;
}

/// The place on the table where an action is clicked.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// The board of the seat to move.
    Board(BoardTarget),
    /// A card before a seat.
    Card {
        /// Before whom.
        seat: usize,
        /// The piece on it.
        piece: usize,
    },
    /// A button, with a picture if it is about a piece.
    Button {
        /// The piece.
        piece: Option<usize>,
    },
}

/// A way to lay something on a board.
#[derive(Clone, Debug, Serialize)]
pub struct BoardTarget {
    /// The piece that is laid.
    pub hand: usize,
    /// The place that is clicked: columns to the east, rows to the north.
    pub at: (i32, i32),
    /// Its orientation, such as `90 flip`; empty if there is only one.
    pub way: String,
    /// The pieces on the board afterwards: column, row, piece and quarter turns of each.
    pub shown: Vec<(i32, i32, usize, usize)>,
}

impl BoardTarget {
    /// A piece that lies on one place.
    pub fn of_one(PlacedPiece { x, y, piece, turns, .. }: PlacedPiece, way: String) -> Self {
        Self { hand: piece, at: (x, y), way, shown: vec![(x, y, piece, turns)] }
    }
}

/// Pieces that lie together, such as tiles for sale.
#[derive(Clone, Debug, Serialize)]
pub struct PieceGroup {
    /// What they are.
    pub title: String,
    /// Each with a text, such as its price.
    pub pieces: Vec<(usize, String)>,
}

/// A rule in a form.
#[derive(Clone, Debug, Serialize)]
pub struct RuleField {
    /// Its key.
    pub key: &'static str,
    /// Its meaning.
    pub meaning: String,
    /// Its printed value.
    pub printed: Value,
    /// The least and the greatest accepted number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<(u16, u16)>,
    /// The accepted settings, if they are few.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<Value>,
}
