//! How a game is shown to people: told in a terminal, drawn step by step in a page, and summed up in figures.

pub mod canvas;

pub mod figures;

pub mod stage;

pub mod weighing;

use anstream::adapter::strip_str;
use engine::{Game, Seat};
use maud::Markup;

use self::stage::{Picture, Stage, Step};
use super::play::arena::Observer;
use super::run::finished_run::FinishedRun;
use super::subject::{ActionOf, PositionOf, Subject};
use crate::base::error::Result;
use crate::figure::data::Figure;

/// Takes one line after the other.
pub type Say<'a> = Box<dyn FnMut(&str) + 'a>;

/// A game in words.
pub trait Shown: Subject {
    /// Somebody who tells a game while it is played: who plays, what happens, who wins. Colours are ANSI codes.
    fn narrator<'a>(
        game: &'a Self::Game,
        players: &'a [String],
        seed: &str,
        say: Say<'a>,
    ) -> impl Observer<Self::Game> + 'a;

    /// The round of a position, from 1.
    fn round(position: &PositionOf<Self>) -> u64;

    /// What a seat that is to decide has, in a few words.
    fn means(position: &PositionOf<Self>, seat: Seat) -> String;

    /// What a seat that is to decide may do.
    fn action(game: &Self::Game, position: &PositionOf<Self>, seat: Seat, action: ActionOf<Self>) -> String;

    /// How likely what a decision offers is sold, each piece under its name; nothing for other decisions.
    fn sale_chances(
        _game: &Self::Game,
        _view: &<Self::Game as Game>::View<'_>,
        _action: ActionOf<Self>,
    ) -> Vec<(String, f64)> {
        Vec::new()
    }

    /// What of a game stays the same while it is looked at.
    fn stage(_game: &Self::Game) -> Stage {
        Stage::default()
    }

    /// Somebody who makes a step of every event, to be looked at; if nothing else is said, of every line that is told.
    fn stager<'a>(
        game: &'a Self::Game,
        players: &'a [String],
        mut take: Box<dyn FnMut(Step) + 'a>,
    ) -> impl Observer<Self::Game> + 'a {
        let say = move |line: &str| {
            let words = strip_str(line).to_string().trim().to_owned();
            if !words.is_empty() {
                take(Step { words, ..Step::default() });
            }
        };
        Self::narrator(game, players, "", Box::new(say))
    }

    /// A piece that steps lay down.
    fn picture(_game: &Self::Game, _piece: usize) -> Picture {
        Picture { name: String::new(), svg: Picture::nothing() }
    }

    /// What several pictures use, each with an id.
    fn icons() -> Markup {
        Picture::nothing()
    }

    /// What is seen on pictures: something in a square of 100 by 100, and what it is.
    fn legend() -> Vec<(Markup, String)> {
        Vec::new()
    }

    /// What pictures are drawn with, as CSS for light paper, then what differs on dark.
    const COLOURS: [&'static str; 2] = ["", ""];

    /// The columns of `seats.csv` with a number after each round, each with what it is.
    const COURSE: &'static [(&'static str, &'static str)] = &[("vp_round", "VP")];

    /// Figures of its own in the report of a run.
    ///
    /// # Errors
    /// If a table cannot be read.
    fn figures(_run: &FinishedRun<Self>) -> Result<Vec<Figure>> {
        Ok(Vec::new())
    }
}
