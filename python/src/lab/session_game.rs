//! A game in progress, with decisions from outside.

use std::sync::Arc;

use engine::random::{Random, mix, random};
use engine::{Game, Seat, Turn};
use interface::json;
use interface::protocol::{Protocol, SeatResult};
use interface::record::{OpenRecord, RecordHeading};
use interface::record_format::RecordFormat;
use interface::seeds::GameSeed;
use interface::session::{Session, Step};
use lab::base::error::{Error, Result};
use lab::subject::LibraryOf;
use learning::encoding::{ChoiceResult, Encoding, decode, encode, options_of};
use report::html::viewer::board;
use report::html::viewer::staged::{PieceStyle, StagedGame};
use serde_json::{Value, json};

use super::game_source::{DealtGame, Lab, TableSetup};
use super::seated::{answer, asked, guided};
use super::stepwise::StepwiseGame;
use super::traits::{ChoiceRows, GameSteps, GameTable, LiveGame, PickledGame, SearchOrder, Seed};

/// A game in progress.
#[derive(Clone)]
pub struct SessionGame<S: Lab> {
    session: Session<S::Game>,
    heading: RecordHeading,
    draws: u64,
    files: Arc<[String]>,
}

impl<S: Lab> SessionGame<S> {
    /// Before the first decision.
    pub fn begin(dealt: &DealtGame<S>) -> Self {
        let DealtGame { game, seed, text, keys, files } = dealt;
        let players = (0..game.seats()).map(|seat| format!("player-{seat}")).collect();
        let heading = RecordHeading { seed: text.clone(), players, specs: Vec::new(), keys: keys.clone() };
        let mut session = Session::new(game.clone(), seed.first);
        session.draw(seed.draws);
        Self { session, heading, draws: seed.draws, files: Arc::clone(files) }
    }

    /// The game and its session.
    pub fn session(&self) -> &Session<S::Game> {
        &self.session
    }

    /// The seed of future events.
    pub fn seed_ahead(&self) -> GameSeed {
        let thinking = GameSeed::split(&self.heading.seed).map_or(0, |(seed, _)| seed.thinking);
        GameSeed { draws: self.draws, thinking, first: self.session.first() }
    }

    /// Makes a decision and resolves the chance after it.
    pub fn act(&mut self, action: <S::Game as Game>::Action) -> Result<()> {
        self.session.act(action).map_err(Error::of_input)?;
        self.session.draw(self.draws);
        Ok(())
    }

    /// Takes all chance and all of the agents' random numbers from here on from these seeds.
    pub fn reseed(&mut self, draws: u64, thinking: u64) {
        let treatment = GameSeed::split(&self.heading.seed).map_or("", |(_, treatment)| treatment);
        self.heading.seed = GameSeed { draws, thinking, first: self.session.first() }.text(&treatment);
        self.draws = draws;
    }

    fn seat_of(&self, seat: usize) -> Result<Seat> {
        let seats = self.session.game().seats();
        let found = Seat::all(seats).find(|other| other.index() == seat);
        found.ok_or_else(|| Error::input("seat", format_args!("found {seat}"), format_args!("0 to {}", seats - 1)))
    }

    /// The seat that decides.
    fn deciding(&self) -> Result<Seat> {
        match self.session.turn() {
            Turn::Seat(seat) => Ok(seat),
            Turn::Chance | Turn::Over => Err(Error::input("", "the game is over", "a position where somebody decides")),
        }
    }

    /// The decisions so far, each with the number of steps before it.
    fn actions(&self) -> impl Iterator<Item = (usize, <S::Game as Game>::Action)> {
        let steps = self.session.steps()[..self.session.at()].iter().enumerate();
        steps.filter_map(|(at, step)| match step {
            Step::Action(_, action) => Some((at, *action)),
            Step::Chance(_) => None,
        })
    }

    /// Reads an action from JSON.
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
        Box::new(self.clone())
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
        let (game, keys) = (self.session.game().clone(), self.heading.keys.clone());
        Arc::new(TableSetup::<S>::of_game(game, keys, Arc::clone(&self.files)))
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

    fn ask(&self, spec: &str, seed: u64) -> Result<String> {
        let view = self.session.view(self.deciding()?);
        let (agent, searches) = asked::<S>(spec, self.session.game())?;
        Ok(answer::<S>(self.session.game(), &view, (&agent, searches), seed))
    }

    fn search(&self, order: &SearchOrder) -> Result<String> {
        let view = self.session.view(self.deciding()?);
        let agent = guided::<S>(order, self.session.game())?;
        Ok(answer::<S>(self.session.game(), &view, (&agent, true), order.seed))
    }

    fn determinize(&self, seat: usize, seed: u64, has_habits: bool) -> Result<Box<dyn LiveGame>> {
        let (seat, game, mut hidden) = (self.seat_of(seat)?, self.session.game(), Vec::new());
        let model = &mut |before: &<S::Game as Game>::View<'_>, random: &mut Random| {
            let action = if has_habits {
                S::habitual(game, before, random)
            } else {
                game.random_action(game.public(before), random)
            };
            hidden.push((game.viewer(before), action));
            action
        };
        game.determinize(&self.session.view(seat), &mut random(mix([seed, 0])), model);
        let session = self.session.with_secrets(&hidden);
        let mut other = Self { session, ..self.clone() };
        // The old seed would reveal future chance.
        other.reseed(mix([seed, 1]), mix([seed, 2]));
        Ok(Box::new(other))
    }

    fn stepper(&self) -> Box<dyn GameSteps> {
        Box::new(StepwiseGame::of_session(self.clone()))
    }

    fn moves(&self) -> Result<Vec<(Box<dyn LiveGame>, String)>> {
        let game = self.session.game();
        let moves = self.actions().map(|(at, action)| {
            let mut before = self.clone();
            before.session.go_to(at);
            let written = game.write_action(before.session.position(), action).to_string();
            let before: Box<dyn LiveGame> = Box::new(before);
            (before, written)
        });
        Ok(moves.collect())
    }

    fn choices(&self, has_vector: bool, has_planes: bool, searches: Option<&[Value]>) -> Result<ChoiceRows> {
        let (game, mut rows, mut cache) = (self.session.game(), ChoiceRows::default(), Default::default());
        let ending = self.session.ending();
        if let Some(searches) = searches.filter(|searches| searches.len() != self.decided()) {
            let (found, wanted) = (searches.len(), self.decided());
            return Err(Error::input(
                "searches",
                format_args!("found {found}"),
                format_args!("{wanted}, one a decision"),
            ));
        }
        let mut searches = searches.map(|searches| searches.iter());
        self.session.show_decisions(|position, seat, action| {
            let search = searches.as_mut().map(|searches| searches.next().expect("they are as many"));
            let Ok(numbers) = encode(game, position, action) else { return };
            let mut searched = search.map(|search| visited(game, position, search));
            let mut numbers = numbers.into_iter();
            let mut chosen = <S::Game as Encoding>::PartialAction::default();
            loop {
                let options = options_of(game, position, &chosen);
                let number = options.only().or_else(|| numbers.next()).expect("they lead to the action");
                if options.only().is_none() {
                    let view = game.view(position, seat);
                    if has_planes {
                        let begin = rows.planes.len();
                        rows.planes.resize(begin + S::Game::PLANES.iter().product::<usize>(), 0);
                        game.planes(&view, &mut rows.planes[begin..]);
                    }
                    if has_vector {
                        let begin = rows.observations.len();
                        rows.observations.resize(begin + S::Game::OBSERVATION, 0.0);
                        game.observe(&view, Some(&chosen), &mut cache, &mut rows.observations[begin..]);
                    }
                    let begin = rows.masks.len();
                    rows.masks.resize(begin + S::Game::ACTIONS, 0);
                    options.write(&mut rows.masks[begin..]);
                    if let Some(searched) = &searched {
                        rows.visits.resize(begin + S::Game::ACTIONS, 0);
                        let next = |&(action, visits)| Some((game.number(position, &chosen, action)?, visits));
                        let next = searched.iter().filter_map(next).filter(|(number, _)| options.has(*number));
                        next.for_each(|(number, visits): (usize, i32)| rows.visits[begin + number] += visits);
                    }
                    rows.choices.push(number as i32);
                    rows.seats.push(seat.index() as i8);
                    let share = ending.as_ref().map(|ending| ending.win_share(seat) - 1.0 / game.seats() as f64);
                    rows.results.push(share.map_or(f32::NAN, |share| share as f32));
                }
                if let Some(searched) = &mut searched {
                    searched.retain(|(action, _)| game.number(position, &chosen, *action) == Some(number));
                }
                match game.choose(position, chosen, number) {
                    ChoiceResult::Choose(next) => chosen = next,
                    ChoiceResult::Act(_) => return,
                }
            }
        });
        Ok(rows)
    }

    fn decided(&self) -> usize {
        self.actions().count()
    }

    fn pickled(&self) -> Result<PickledGame> {
        let (record, files) = (self.record(None)?, self.files.to_vec());
        let told = read_record(&record, &files)?.decided();
        let game = self.session.game();
        let mut untold = Vec::new();
        for (at, action) in self.actions().skip(told) {
            let mut before = self.session.clone();
            before.go_to(at);
            untold.push(game.write_action(before.position(), action).to_string());
        }
        Ok(PickledGame { record, untold, files })
    }
}

/// The actions that were searched, each with its visits.
fn visited<G: Protocol>(game: &G, position: &G::Public, search: &Value) -> Vec<(G::Action, i32)> {
    let entries = search.get("actions").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let read = |entry: &Value| {
        let action = game.read_choice(position, entry.get("action")?).ok()?;
        Some((action, i32::try_from(entry.get("visits")?.as_u64()?).ok()?))
    };
    entries.iter().filter_map(read).collect()
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
        let mut position = SessionGame::<S> { session, heading, draws, files: files.into() };
        // Draws the chance events beyond the record.
        position.session.draw(draws);
        Ok(Box::new(position))
    }
    let value: Value = json::read(line).map_err(|error| Error::input("not a record", &error, ""))?;
    let name = value.get("game").and_then(Value::as_str).unwrap_or(::games::NAMES[0]).to_owned();
    ::games::for_game!(::games::of_flag(&name)? => of(line, files))
}
