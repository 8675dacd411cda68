//! A game that people left, to be continued later.
//!
//! It is saved as set-up, seed, players and decisions in one line of JSON.

use engine::{Seat, Turn};
use serde_json::{Map, Value};

use crate::json::{GAME, Keys, shortened};
use crate::protocol::Protocol;
use crate::record::{Header, MODULES, PLAYERS, RecordHeading, SEED, set_up};
use crate::record_format::RecordFormat;
use crate::seeds::GameSeed;
use crate::session::Session;

/// The version that is written and read.
const VERSION: u64 = 1;

/// The key of the version.
pub(crate) const SAVE: &str = "save";

/// The key of the players' specs.
const SPECS: &str = "specs";

/// The key of the decisions.
const DECISIONS: &str = "decisions";

/// The beginning of every saved game.
pub const BEGINNING: &str = "{\"save\":";

/// A saved game that was read. Its heading includes the players.
#[derive(Clone, Debug)]
pub struct SavedGame<G> {
    /// The set-up.
    pub header: Header<G>,
    /// The seed of chance.
    pub seed: GameSeed,
    /// The decisions, in order.
    decisions: Vec<(usize, Value)>,
}

/// Saves a game up to its position, as one line without its end.
///
/// Secrets that are not yet revealed are left out for seats that will make the same decision again.
pub fn line<G: RecordFormat + Protocol>(
    session: &Session<G>,
    heading: &RecordHeading,
    decides_again: impl Fn(Seat) -> bool,
) -> String {
    let game = session.game();
    // Secret decisions are committed seat by seat, so the unrevealed ones are the last.
    let mut decisions: Vec<(Seat, Value, bool)> = Vec::new();
    session.show_decisions(|position, seat, action| {
        let is_secret = game.is_secret(position);
        if !is_secret {
            decisions.iter_mut().for_each(|(_, _, is_secret)| *is_secret = false);
        }
        decisions.push((seat, game.write_action(position, action), is_secret));
    });
    let is_revealed = !game.is_secret(session.position());
    let kept = decisions.into_iter().filter(|(seat, _, is_secret)| is_revealed || !is_secret || !decides_again(*seat));
    let decisions: Vec<Value> = kept.map(|(seat, action, _)| Value::from(vec![seat.index().into(), action])).collect();
    let RecordHeading { seed, players, specs, keys } = heading;
    let before = [
        (SAVE, VERSION.into()),
        (GAME, G::NAME.into()),
        (SEED, seed.as_str().into()),
        (MODULES, game.modules().into()),
        (PLAYERS, players.as_slice().into()),
        (SPECS, specs.as_slice().into()),
    ];
    let before = before.into_iter().map(|(key, value): (&str, Value)| (key.to_owned(), value));
    let own = keys.iter().map(|(key, value)| (key.clone(), value.clone()));
    let all: Map<String, Value> = before.chain(own).chain([(DECISIONS.to_owned(), decisions.into())]).collect();
    Value::from(all).to_string()
}

impl<G: RecordFormat + Protocol> SavedGame<G> {
    /// The game in a line, with component files from this library.
    ///
    /// # Errors
    /// The first key that is missing or wrong.
    pub fn read(line: &str, library: &G::Library) -> Result<Self, String> {
        let own = [SAVE, GAME, SEED, MODULES, PLAYERS, SPECS, DECISIONS];
        let keys = Keys::parse(line, &[&own, G::RECORD_KEYS].concat())?;
        keys.expect(SAVE, VERSION.into())?;
        let mut header: Header<G> = set_up(&keys, library)?;
        let seats = header.game.seats();
        let specs: Vec<String> = keys.read(SPECS, "a list of player specs")?;
        if specs.len() != seats {
            return Err(format!(
                "key `{SPECS}`: found {} of them; accepted: {seats}, one for each player",
                specs.len()
            ));
        }
        header.heading.specs = specs;
        let decisions = keys.read(DECISIONS, "a list of [seat, action]")?;
        let seed = &header.heading.seed;
        let read = GameSeed::split(seed).map(|(seed, _)| seed).filter(|seed| seed.first.index() < seats);
        let accepted = "a seed of this program, with a first seat in the game";
        let seed = read.ok_or_else(|| format!("key `{SEED}`: found `{}`; accepted: {accepted}", shortened(seed)))?;
        Ok(Self { header, seed, decisions })
    }

    /// Restores the game; `decide` makes the decisions that were left out as secret.
    ///
    /// # Errors
    /// The first decision that is not possible.
    pub fn resume(&self, mut decide: impl FnMut(&Session<G>, Seat) -> Option<G::Action>) -> Result<Session<G>, String> {
        let mut session = Session::new(self.header.game.clone(), self.seed.first);
        let mut decisions = self.decisions.iter().enumerate().peekable();
        session.draw(self.seed.draws);
        while let Some((number, (seat, action))) = decisions.peek() {
            let place = format!("key `{DECISIONS}`, number {number} from 0");
            let Turn::Seat(mover) = session.turn() else {
                return Err(format!("{place}: found a decision; accepted: none, the game is over"));
            };
            let action = if mover.index() == *seat {
                let read = session.game().read_choice(session.position(), action);
                decisions.next();
                read.map_err(|error| format!("{place}: {error}"))?
            } else {
                let is_secret = session.game().is_secret(session.position());
                let decided = is_secret.then(|| decide(&session, mover)).flatten();
                decided.ok_or_else(|| format!("{place}: found one of seat {seat}; accepted: one of seat {mover}"))?
            };
            session.act(action).map_err(|error| format!("{place}: {error}"))?;
            session.draw(self.seed.draws);
        }
        Ok(session)
    }
}
