//! A game for viewing, as plain data: the things on the table, and their changes in every step.
//!
//! A viewer needs nothing else.

use std::fmt;

use engine::Seat;
use maud::{Markup, html};
use serde::{Serialize, Serializer};

use crate::narrate::Narrate;
use crate::record_format::RecordFormat;
use crate::session::Session;

/// The part of the stage that stays the same through a game.
#[derive(Clone, Default, Debug, Serialize)]
pub struct StageSetup {
    /// The counters that every player has, most important first, such as points.
    pub counters: Vec<&'static str>,
    /// The awards of points, each with an explanation.
    pub awards: Vec<(String, String)>,
    /// The meaning of these points at a step, such as those up to it.
    pub counted: &'static str,
}

/// A symbol in pictures, with its meaning.
#[derive(Clone, Debug)]
pub struct Sign {
    /// The symbol, in a square of 100 by 100.
    pub picture: Markup,
    /// Its meaning.
    pub meaning: String,
    /// The modules whose pieces show it; empty for the base game.
    pub modules: &'static [&'static str],
}

/// One thing that happens.
///
/// Its JSON, for pages, has one-letter keys and leaves out empty fields and awards of 0 points.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct StageStep {
    /// The step in words.
    #[serde(rename = "w")]
    pub words: String,
    /// The round, from 1; 0 before the first.
    #[serde(rename = "r")]
    pub round: u64,
    /// The player that acts or is affected; `None` if there is none.
    #[serde(rename = "s", skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// True if only that player knows of it until [`Change::Reveal`].
    #[serde(rename = "x", skip_serializing_if = "std::ops::Not::not")]
    pub is_secret: bool,
    /// The changes on the table.
    #[serde(rename = "c", skip_serializing_if = "Vec::is_empty", serialize_with = "real_changes")]
    pub changes: Vec<Change>,
}

impl StageStep {
    /// The pieces that it shows.
    pub fn pieces(&self) -> impl Iterator<Item = usize> {
        self.changes.iter().filter_map(|change| match change {
            Change::Lay(laid) => Some(laid.piece),
            Change::Card(_, _, card) => Some(card.piece),
            Change::Count(..) | Change::Award(..) | Change::Clear | Change::Reveal => None,
        })
    }
}

fn real_changes<S: Serializer>(changes: &[Change], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(changes.iter().filter(|change| !matches!(change, Change::Award(_, _, 0))))
}

/// A change of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// A piece now lies on a player's board, in place of any other there.
    Lay(PlacedPiece),
    /// A player's amount of a counter: seat, number of the counter, amount.
    Count(usize, usize, i64),
    /// Points for a player: seat, number of the award, points.
    Award(usize, usize, i64),
    /// A card before a player: seat, place from the left, card.
    Card(usize, usize, Card),
    /// All players' cards are removed.
    Clear,
    /// The secrets are revealed to all.
    Reveal,
}

/// A list of a letter and its arguments.
impl Serialize for Change {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Lay(PlacedPiece { seat, x, y, piece, turns }) => {
                ("L", seat, x, y, piece, turns).serialize(serializer)
            }
            Self::Count(seat, counter, amount) => ("N", seat, counter, amount).serialize(serializer),
            Self::Award(seat, award, points) => ("A", seat, award, points).serialize(serializer),
            Self::Card(seat, place, Card { piece, text, is_secret }) => {
                ("C", seat, place, piece, text, u8::from(*is_secret)).serialize(serializer)
            }
            Self::Clear => ["0"].serialize(serializer),
            Self::Reveal => ["R"].serialize(serializer),
        }
    }
}

/// Lists the steps of a game up to its position that a seat may know; without a seat, the public ones.
pub fn steps<G: RecordFormat + Narrate>(
    session: &Session<G>,
    players: &[String],
    viewer: Option<Seat>,
) -> Vec<StageStep> {
    let mut steps = Vec::new();
    session.show(&mut session.game().stager(players, Box::new(|step| steps.push(step))));
    let revealed = steps.iter().rposition(|step| step.changes.contains(&Change::Reveal));
    let unrevealed = steps.split_off(revealed.map_or(0, |last| last + 1)).into_iter();
    steps.extend(unrevealed.filter(|step| !step.is_secret || step.seat == viewer.map(Seat::index)));
    steps
}

/// A piece on a board.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PlacedPiece {
    /// Whose board.
    pub seat: usize,
    /// Columns to the east.
    pub x: i32,
    /// Rows to the north.
    pub y: i32,
    /// The piece, by its number in the game.
    pub piece: usize,
    /// Quarter turns clockwise.
    pub turns: usize,
}

/// A card: a piece of a player that is not on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// The piece, by its number in the game.
    pub piece: usize,
    /// The text on it, such as a price.
    pub text: String,
    /// True if only the player knows the text until [`Change::Reveal`].
    pub is_secret: bool,
}

/// A piece as a picture in a square of 100 by 100, north up, without a frame.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Its name.
    pub name: String,
    /// Its picture.
    pub svg: Markup,
}

/// A component as a picture of whole squares of 100 by 100, north up, with its outline.
pub struct Component {
    /// Its name.
    pub name: String,
    /// Its picture.
    pub svg: Markup,
    /// Squares across.
    pub width: u16,
    /// Squares down.
    pub height: u16,
}

/// The things on a board that count for some points.
///
/// Places are in units of boards: the square of column `x` and row `y` has its upper left corner at 100 `x`, -100 `y`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ScoringExample {
    /// The name of what pays.
    pub name: String,
    /// The total points.
    pub vp: u16,
    /// The things that are paid, each with its points.
    pub groups: Vec<ScoredGroup>,
}

/// Things on a board that are paid together.
#[derive(Clone, PartialEq, Debug)]
pub struct ScoredGroup {
    /// Closed paths as SVG; holes follow the even-odd rule.
    pub shapes: Vec<String>,
    /// The places that a line joins, for things that are apart.
    pub joined: Vec<(f64, f64)>,
    /// The points for the group; `None` if it has none of its own.
    pub vp: Option<u16>,
    /// The place of its points in the picture.
    pub at: (f64, f64),
}

/// Such as `sheep: 7 VP`.
impl fmt::Display for ScoringExample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} VP", self.name, self.vp)
    }
}

/// A point of a drawing.
pub(crate) type Point = (f64, f64);

impl ScoredGroup {
    /// Whole squares by their upper left corners.
    ///
    /// The points stand in the square nearest to the middle of all, at this place within it.
    pub(crate) fn squares(corners: &[Point], vp: Option<u16>, here: Point) -> Self {
        let shapes = corners.iter().map(|(x, y)| format!("M{x} {y}h100v100h-100z")).collect();
        let (x, y) = nearest(corners, middle(corners));
        Self { shapes, joined: Vec::new(), vp, at: (x + here.0, y + here.1) }
    }
}

/// The middle of some points.
pub(crate) fn middle(points: &[Point]) -> Point {
    let count = points.len().max(1) as f64;
    let mean = |of: fn(&Point) -> f64| points.iter().map(of).sum::<f64>() / count;
    (mean(|point| point.0), mean(|point| point.1))
}

/// The point nearest to another one; ties go to the first.
pub(crate) fn nearest(points: &[Point], to: Point) -> Point {
    let distance = |point: &Point| (point.0 - to.0).powi(2) + (point.1 - to.1).powi(2);
    points.iter().copied().min_by(|one, two| distance(one).total_cmp(&distance(two))).unwrap_or(to)
}

/// Its name and its picture.
impl Serialize for Picture {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.name, &self.svg.0).serialize(serializer)
    }
}

impl Picture {
    /// Draws an empty picture.
    pub fn nothing() -> Markup {
        html! {}
    }
}
