//! A game to look at, as plain data: what is on the table, and how every step changes it.
//!
//! A viewer needs to know nothing else.

use maud::{Markup, html};

/// The part of the stage that stays the same through a game.
#[derive(Clone, Default, Debug)]
pub struct StageSetup {
    /// The things that every player has a number of, the most important first, such as points.
    pub counters: Vec<&'static str>,
    /// The things that points are awarded for, with an explanation each.
    pub awards: Vec<(String, String)>,
    /// Which points these are at a step, such as those up to it.
    pub counted: &'static str,
}

/// One thing that happens.
#[derive(Clone, Default, Debug)]
pub struct StageStep {
    /// The step in words.
    pub words: String,
    /// The round, from 1; 0 before the first.
    pub round: u64,
    /// The player that acts or is affected; `None` if no player is.
    pub seat: Option<usize>,
    /// True if only that player knows of it until [`Change::Reveal`].
    pub is_secret: bool,
    /// The changes on the table.
    pub changes: Vec<Change>,
}

/// A change of what is on the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// A piece lies on a player's board now, in place of what lay there.
    Lay(PlacedPiece),
    /// A player has this much of what the stage counts: seat, number of the counter, amount.
    Count(usize, usize, i64),
    /// Points for a player: seat, number of the award, points.
    Award(usize, usize, i64),
    /// A card before a player: seat, place from the left, card.
    Card(usize, usize, Card),
    /// The cards before all players go away.
    Clear,
    /// The secrets become known to all.
    Reveal,
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
    /// Which piece, by a number of the game's.
    pub piece: usize,
    /// Quarter turns clockwise.
    pub turns: usize,
}

/// A piece before a player that is not on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// Which piece, by a number of the game's.
    pub piece: usize,
    /// The text on it, such as a price.
    pub text: String,
    /// True if only the player knows the text until [`Change::Reveal`].
    pub is_secret: bool,
}

/// A piece as a picture in a square of 100 by 100, north up, without a frame.
pub struct Picture {
    /// Its name.
    pub name: String,
    /// Its picture.
    pub svg: Markup,
}

impl Picture {
    /// Draws an empty picture.
    pub fn nothing() -> Markup {
        html! {}
    }
}
