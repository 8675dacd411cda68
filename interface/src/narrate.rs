//! Narration of a game to people: in words, and drawn step by step.

use anstream::adapter::strip_str;
use engine::{Game, Seat};
use maud::Markup;

use crate::observer::Observer;
use crate::stage::{Component, Picture, ScoringExample, Sign, StageSetup, StageStep};

/// Takes one line after the other.
pub type Say<'a> = Box<dyn FnMut(&str) + 'a>;

/// A game in words.
pub trait Narrate: Game {
    /// A narrator of a game while it is played: who plays, what happens, who wins.
    ///
    /// Colours are ANSI codes.
    fn narrator<'a>(&'a self, players: &'a [String], seed: &str, say: Say<'a>) -> impl Observer<Self> + 'a;

    /// The round of a position, from 1.
    fn round(position: &Self::Position) -> u64;

    /// Words the means of a seat that is to decide, briefly.
    fn means(position: &Self::Position, seat: Seat) -> String;

    /// Words an action of a seat that is to decide.
    fn action(&self, position: &Self::Position, seat: Seat, action: Self::Action) -> String;

    /// Estimates the chance that each piece that a decision offers is sold, under its name.
    ///
    /// Empty for other decisions.
    fn sale_chances(&self, _view: &Self::View<'_>, _action: Self::Action) -> Vec<(String, f64)> {
        Vec::new()
    }

    /// Returns the part of a game that stays the same while it is looked at.
    fn stage(&self) -> StageSetup {
        StageSetup::default()
    }

    /// An observer that makes a step of every event; by default, of every line of the narrator.
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

    /// A piece that steps lay down.
    fn picture(&self, _piece: usize) -> Picture {
        Picture { name: String::new(), svg: Picture::nothing() }
    }

    /// Draws the component of this name, such as a tile as printed; `None` if there is none.
    fn component(&self, _name: &str) -> Option<Component> {
        None
    }

    /// Finds what a seat has laid that counts for the points of this name, and what it would be paid now.
    ///
    /// # Errors
    /// What is wrong with the name, and what is accepted.
    fn scoring_example(&self, _position: &Self::Position, _seat: Seat, name: &str) -> Result<ScoringExample, String> {
        Err(format!("found `{name}`; nothing in this game can be pointed out"))
    }

    /// Draws the icons that several pictures use, each with an id.
    fn icons() -> Markup {
        Picture::nothing()
    }

    /// Explains the pictures.
    fn legend() -> Vec<Sign> {
        Vec::new()
    }

    /// The colours of pictures, as CSS for light paper, then what differs on dark.
    const COLOURS: [&'static str; 2] = ["", ""];
}
