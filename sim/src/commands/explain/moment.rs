//! One decision of a record, found again.

use std::path::Path;

use engine::random::{Random, random};
use engine::skye::Position;

use crate::check::{Decided, Fault, GameFault, find_game, watch_line};
use crate::error::{Error, Result};
use crate::plain::one_line;
use crate::record::Header;
use crate::seeds::GameSeed;
use crate::tile_set::TileSet;

/// A decision, and the position in which it was taken.
pub struct Moment {
    /// The game's set-up.
    pub header: Header,
    /// The position before the decision; offers made before it in turn order are in.
    pub position: Position,
    /// What was decided.
    pub decided: Decided,
}

impl Moment {
    /// Finds the decision that is event `event` (from 0) of game `game` (from 1).
    ///
    /// # Errors
    /// If the file cannot be read, has not so many games, the game does not keep the rules, or the event is no decision.
    pub fn find(file: &Path, game: u64, event: u64, known: &[TileSet]) -> Result<Self> {
        let of_file = |fault: Fault| Error::input(one_line(&fault.to_string()));
        let (place, line) = find_game(file, game).map_err(of_file)?;
        let of_game = |what| of_file(Fault { file: file.to_path_buf(), place: Some(place), what });
        let mut found = None;
        let mut keep = |position: &Position, decided: Decided| {
            if decided.event as u64 == event {
                found = Some((*position, decided));
            }
        };
        let (header, events) = watch_line(&line, known, &mut keep).map_err(of_game)?;
        let accepted = format!(
            "--event: found {event}; accepted: one of the {events} events, from 0, that is a price, buy, pass or place"
        );
        let (position, decided) = found.ok_or_else(|| of_game(GameFault::Record(accepted)))?;
        Ok(Self { header, position, decided })
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
