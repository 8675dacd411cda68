//! The decisions of a recorded game.

use std::path::Path;
use std::rc::Rc;

use engine::random::Random;
use interface::record::{Header, watch_line};
use interface::replay::Seen;
use interface::spoken::Decided;
use interface::told::Told;
use interface::weighing::thinking;

use crate::base::error::{Error, Result};
use crate::lab::shown::Shown;
use crate::lab::subject::{ActionOf, PositionOf};
use crate::lab::wire::files::RecordFault;
use crate::lab::wire::files::find_game;
use crate::lab::wire::{LibraryOf, Wire};

/// A decision, and the position in which it was taken.
pub struct DecisionPoint<S: Wire> {
    /// The game's set-up.
    pub header: Rc<Header<S::Game>>,
    /// The position before the decision; including secret choices made before it in turn order.
    pub position: PositionOf<S>,
    /// What was decided.
    pub decided: Decided<ActionOf<S>>,
}

impl<S: Wire + Shown> DecisionPoint<S> {
    /// All decisions of game `game` (from 1), in their order.
    ///
    /// # Errors
    /// If the file cannot be read or has fewer games, or the game breaks the rules.
    pub fn all(file: &Path, game: u64, library: &LibraryOf<S>) -> Result<Vec<Self>> {
        let of_file = |fault: RecordFault| Error::input(fault.to_string()).in_one_line();
        let (place, line) = find_game(file, game).map_err(of_file)?;
        let of_game = |what| of_file(RecordFault { file: file.to_path_buf(), place: Some(place), what });
        let mut found = Vec::new();
        let mut keep = |seen: Seen<'_, S::Game>| {
            if let Seen::Decision(position, decided) = seen {
                found.push((position.clone(), decided));
            }
        };
        let (header, _) = watch_line::<S::Game>(&line, library, &mut keep).map_err(of_game)?;
        let header = Rc::new(header);
        let point = |(position, decided)| Self { header: Rc::clone(&header), position, decided };
        Ok(found.into_iter().map(point).collect())
    }

    /// The decision that is event `event` (from 0) of game `game`.
    ///
    /// # Errors
    /// As [`all`](Self::all); also if the event is not a decision.
    pub fn find(file: &Path, game: u64, event: u64, library: &LibraryOf<S>) -> Result<Self> {
        let found = Self::all(file, game, library)?.into_iter().find(|point| point.decided.event as u64 == event);
        found.ok_or_else(|| {
            let accepted = "one that is a price, buy, pass or place; without --event all are listed";
            Error::input(format!("{}: game {game}, --event: found {event}; accepted: {accepted}", file.display()))
        })
    }

    /// The name of the player that decided.
    pub fn player(&self) -> &str {
        &self.header.heading.players[self.decided.seat.index()]
    }

    /// An action of the player that decided, in words.
    pub fn words(&self, action: ActionOf<S>) -> String {
        self.header.game.action(&self.position, self.decided.seat, action)
    }

    /// The random source that the player had for this decision; an arbitrary one if the record's seed is not this program's.
    pub fn thinking(&self) -> Random {
        thinking(&self.header, &self.decided)
    }
}
