//! Narration of a game for people: in words, and as drawn steps.

use anstream::adapter::strip_str;
use engine::{Game, Seat};
use maud::Markup;

use crate::observer::Observer;
use crate::stage::{Component, Picture, ScoringExample, Sign, StageSetup, StageStep};

/// Takes one line after the other.
pub type Say<'a> = Box<dyn FnMut(&str) + 'a>;

/// A game in words.
pub trait Narrate: Game {
    /// Returns a narrator of a game: players, events, winners.
    ///
    /// It says nothing that some player may not know; an empty seed is not told. Colours are ANSI codes.
    fn narrator<'a>(&'a self, players: &'a [String], seed: &str, say: Say<'a>) -> impl Observer<Self> + 'a;

    /// The round of a position, from 1.
    fn round(position: &Self::Position) -> u64;

    /// Describes briefly the resources of a seat that is to decide.
    fn means(position: &Self::Position, seat: Seat) -> String;

    /// Describes an action of a seat that is to decide.
    fn action(&self, position: &Self::Position, seat: Seat, action: Self::Action) -> String;

    /// Estimates for each piece that a decision offers, by name, the chance that it is sold.
    ///
    /// Empty for other decisions.
    fn sale_chances(&self, _view: &Self::View<'_>, _action: Self::Action) -> Vec<(String, f64)> {
        Vec::new()
    }

    /// Returns the part of the stage that stays the same during a game.
    fn stage(&self) -> StageSetup {
        StageSetup::default()
    }

    /// Returns an observer that makes a step of every event; by default, of every line of the narrator.
    fn stager<'a>(
        &'a self,
        players: &'a [String],
        mut take: Box<dyn FnMut(StageStep) + 'a>,
    ) -> impl Observer<Self> + 'a {
        let say = Box::new(move |line: &str| {
            let words = strip_str(line).to_string().trim().to_owned();
            if !words.is_empty() {
                take(StageStep { words, ..StageStep::default() });
            }
        });
        self.narrator(players, "", say)
    }

    /// Draws a piece that steps lay down.
    fn picture(&self, _piece: usize) -> Picture {
        Picture { name: String::new(), svg: Picture::nothing() }
    }

    /// Draws the component of this name, such as a tile as printed; `None` if there is none.
    fn component(&self, _name: &str) -> Option<Component> {
        None
    }

    /// Finds everything of a seat that counts for the points of this name, and its pay now.
    ///
    /// # Errors
    /// The fault of the name, and the accepted names.
    fn scoring_example(&self, _position: &Self::Position, _seat: Seat, name: &str) -> Result<ScoringExample, String> {
        Err(format!("found `{name}`; nothing can be marked in this game"))
    }

    /// Draws the icons that several pictures use, each with an id.
    fn icons() -> Markup {
        Picture::nothing()
    }

    /// Explains the pictures.
    fn legend() -> Vec<Sign> {
        Vec::new()
    }

    /// The colours of pictures, as CSS: all for light paper, then the differences for dark paper.
    const COLOURS: [&'static str; 2] = ["", ""];
}
