//! How a game is shown to people in a terminal.

pub mod canvas;

use engine::{Game, Seat};

use super::play::arena::Observer;
use super::subject::{ActionOf, PositionOf, Subject};

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
}
