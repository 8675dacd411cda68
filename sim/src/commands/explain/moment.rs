//! The decisions of a recorded game, found again.

use std::path::Path;
use std::rc::Rc;

use engine::random::{Random, random};
use engine::skye::Position;

use crate::check::{Decided, Fault, find_game, watch_line};
use crate::error::{Error, Result};
use crate::record::Header;
use crate::seeds::GameSeed;
use crate::tile_set::TileSet;

/// A decision, and the position in which it was taken.
pub struct Moment {
    /// The game's set-up.
    pub header: Rc<Header>,
    /// The position before the decision; offers made before it in turn order are in.
    pub position: Position,
    /// What was decided.
    pub decided: Decided,
}

impl Moment {
    /// All decisions of game `game` (from 1), in their order.
    ///
    /// # Errors
    /// If the file cannot be read, has not so many games, or the game does not keep the rules.
    pub fn all(file: &Path, game: u64, known: &[TileSet]) -> Result<Vec<Self>> {
        let of_file = |fault: Fault| Error::input(fault.to_string()).in_one_line();
        let (place, line) = find_game(file, game).map_err(of_file)?;
        let of_game = |what| of_file(Fault { file: file.to_path_buf(), place: Some(place), what });
        let mut found = Vec::new();
        let mut keep = |position: &Position, decided: Decided| found.push((*position, decided));
        let (header, _) = watch_line(&line, known, &mut keep).map_err(of_game)?;
        let header = Rc::new(header);
        let moment = |(position, decided)| Self { header: Rc::clone(&header), position, decided };
        Ok(found.into_iter().map(moment).collect())
    }

    /// The decision that is event `event` (from 0) of game `game`.
    ///
    /// # Errors
    /// As [`all`](Self::all); also if the event is no decision.
    pub fn find(file: &Path, game: u64, event: u64, known: &[TileSet]) -> Result<Self> {
        let found = Self::all(file, game, known)?.into_iter().find(|moment| moment.decided.event as u64 == event);
        found.ok_or_else(|| {
            let accepted = "one that is a price, buy, pass or place; without --event all are listed";
            Error::input(format!("{}: game {game}, --event: found {event}; accepted: {accepted}", file.display()))
        })
    }

    /// The name of the player that decided.
    pub fn player(&self) -> &str {
        &self.header.players[self.decided.seat.index()]
    }

    /// The random source that the player had for this decision; any one, if the record's seed is not of this program.
    pub fn thinking(&self) -> Random {
        let seed = self.header.seed.parse::<GameSeed>();
        seed.map_or_else(|_| random(0), |seed| seed.thinking_of(self.decided.seat, self.decided.number))
    }
}
