//! A game in progress, decided from outside.

use std::sync::Arc;

use engine::random::random;
use engine::{Game, Seat, Turn};
use interface::json;
use interface::protocol::{Protocol, SeatResult};
use interface::record::{OpenRecord, RecordHeading};
use interface::record_format::RecordFormat;
use interface::seeds::GameSeed;
use interface::session::Session;
use lab::base::error::{Error, Result};
use lab::subject::LibraryOf;
use learning::encoding::{Encoding, decode, encode};
use report::html::viewer::board;
use report::html::viewer::staged::{PieceStyle, StagedGame};
use serde_json::{Value, json};

use super::game_source::{DealtGame, GameSource, Lab, TableSetup};
use super::traits::{GameTable, LiveGame, Seed};

/// A game in progress.
pub struct SessionGame<S: Lab> {
    session: Session<S::Game>,
    heading: RecordHeading,
    draws: u64,
}

impl<S: Lab> SessionGame<S> {
    /// Before the first decision.
    pub fn begin(dealt: &DealtGame<S>) -> Self {
        let DealtGame { game, seed, text, keys } = dealt;
        let players = (0..game.seats()).map(|seat| format!("player-{seat}")).collect();
        let heading = RecordHeading { seed: text.clone(), players, specs: Vec::new(), keys: keys.clone() };
        let mut session = Session::new(game.clone(), seed.first);
        session.draw(seed.draws);
        Self { session, heading, draws: seed.draws }
    }

    /// Takes a decision and resolves the chance after it.
    pub fn act(&mut self, action: <S::Game as Game>::Action) -> Result<()> {
        self.session.act(action).map_err(Error::of_input)?;
        self.session.draw(self.draws);
        Ok(())
    }

    fn seat_of(&self, seat: usize) -> Result<Seat> {
        let seats = self.session.game().seats();
        let found = Seat::all(seats).find(|other| other.index() == seat);
        found.ok_or_else(|| Error::input("seat", format_args!("found {seat}"), format_args!("0 to {}", seats - 1)))
    }

    /// The action that JSON spells.
    fn read(&self, action: &Value) -> Result<<S::Game as Game>::Action> {
        if self.session.turn() == Turn::Over {
            return Err(Error::input("", "the game is over", "no action"));
        }
        self.session.game().read_choice(self.session.position(), action).map_err(Error::of_input)
    }
}

impl<S: Lab> LiveGame for SessionGame<S> {
    fn seat(&self) -> Option<usize> {
        match self.session.turn() {
            Turn::Seat(seat) => Some(seat.index()),
            Turn::Chance | Turn::Over => None,
        }
    }

    fn decision(&self) -> Option<&'static str> {
        self.session.game().decision(self.session.position())
    }

    fn legal_actions(&self) -> String {
        let (game, position) = (self.session.game(), self.session.position());
        let actions = self.session.legal_actions().into_iter().map(|action| game.write_action(position, action));
        actions.collect::<Value>().to_string()
    }

    fn legal(&self) -> String {
        self.session.game().write_legal(self.session.position()).to_string()
    }

    fn apply(&mut self, action: &Value) -> Result<()> {
        self.act(self.read(action)?)
    }

    fn copy(&self) -> Box<dyn LiveGame> {
        let Self { session, heading, draws } = self;
        Box::new(Self { session: session.clone(), heading: heading.clone(), draws: *draws })
    }

    fn view(&self, seat: usize) -> Result<String> {
        let view = self.session.view(self.seat_of(seat)?);
        Ok(self.session.game().write_view(&view).get().to_owned())
    }

    fn events(&self, seat: Option<usize>) -> Result<String> {
        let seat = seat.map(|seat| self.seat_of(seat)).transpose()?;
        let game = self.session.game();
        let events: Vec<_> = self.session.events(seat);
        let spelled: Vec<_> = events.iter().map(|event| game.encoded(event)).collect();
        serde_json::to_string(&spelled).map_err(Error::of_machine)
    }

    fn results(&self) -> String {
        let results = self.session.ending().map(|ending| SeatResult::all(&ending)).unwrap_or_default();
        results
            .into_iter()
            .map(|SeatResult { seat, vp, rank }| json!({"seat": seat, "vp": vp, "rank": rank}))
            .collect::<Value>()
            .to_string()
    }

    fn record(&self, players: Option<Vec<String>>) -> Result<String> {
        let mut heading = self.heading.clone();
        if let Some(players) = players {
            if players.len() != heading.players.len() {
                let (found, wanted) = (players.len(), heading.players.len());
                return Err(Error::input("players", format_args!("found {found} names"), wanted));
            }
            heading.players = players;
        }
        Ok(self.session.record(&heading))
    }

    fn svg(&self, seat: Option<usize>) -> Result<String> {
        let seat = seat.map(|seat| self.seat_of(seat)).transpose()?;
        let staged = StagedGame::of_session(&self.session, &self.heading, seat);
        let last = staged.steps.len().saturating_sub(1);
        Ok(board::alone(&staged, last, &PieceStyle::of::<S::Game>()))
    }

    fn table(&self) -> Arc<dyn GameTable> {
        let game = self.session.game().clone();
        Arc::new(TableSetup::<S> { players: game.seats(), source: GameSource::Set(game, self.heading.keys.clone()) })
    }

    fn encode(&self, action: &Value) -> Result<Vec<usize>> {
        let action = self.read(action)?;
        encode(self.session.game(), self.session.position(), action).map_err(Error::of_input)
    }

    fn decode(&self, numbers: &[i64]) -> Result<String> {
        if self.session.turn() == Turn::Over {
            return Err(Error::input("", "the game is over", "no action"));
        }
        let (game, position) = (self.session.game(), self.session.position());
        let action = decode(game, position, numbers).map_err(Error::of_input)?;
        Ok(game.write_action(position, action).to_string())
    }

    fn observe(&self, seat: usize, out: &mut [f32]) -> Result<()> {
        let (seat, game) = (self.seat_of(seat)?, self.session.game());
        let chosen = (self.session.turn() == Turn::Seat(seat)).then(Default::default);
        game.observe(&self.session.view(seat), chosen.as_ref(), &mut Default::default(), out);
        Ok(())
    }

    fn seed(&self) -> &str {
        &self.heading.seed
    }

    fn act_randomly(&mut self, seed: u64) -> Result<()> {
        let action = self.session.random_action(&mut random(seed));
        self.act(action.ok_or_else(|| Error::input("", "the game is over", "no action"))?)
    }
}

/// The game of a record up to its end.
///
/// # Errors
/// The first fault.
pub fn read_record(line: &str, files: &[String]) -> Result<Box<dyn LiveGame>> {
    fn of<S: Lab>(line: &str, files: &[String]) -> Result<Box<dyn LiveGame>> {
        let library: LibraryOf<S> = S::library(files)?;
        let fault = |error: interface::event_cursor::GameFault| Error::of_input(error).in_one_line();
        let opened = OpenRecord::<S::Game>::read(line, &library).map_err(fault)?;
        let (session, _) = Session::of(&opened).map_err(fault)?;
        let heading = opened.header.heading;
        let draws = match GameSeed::split(&heading.seed) {
            Some((seed, _)) => seed.draws,
            None => Seed::Text(heading.seed.clone()).master(),
        };
        let mut position = SessionGame::<S> { session, heading, draws };
        // The chance events that are beyond the record.
        position.session.draw(draws);
        Ok(Box::new(position))
    }
    let value: Value = json::read(line).map_err(|error| Error::input("not a record", &error, ""))?;
    let name = value.get("game").and_then(Value::as_str).unwrap_or(::games::NAMES[0]).to_owned();
    ::games::for_game!(::games::of_flag(&name)? => of(line, files))
}
