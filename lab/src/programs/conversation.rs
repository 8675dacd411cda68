//! A conversation with one process.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use agents::Decision;
use engine::Ending;
use engine::random::Random;
use interface::protocol::{Answer, Message, Protocol, ProtocolError, Question, Ready, SeatResult, VERSION, seed_text};
use serde_json::value::RawValue;

use super::fault::Fault;
use super::spec::ProgramSpec;
use crate::base::process::{NoAnswer, Process};

/// The time limit for reading a message that needs no answer.
const TO_LISTEN: Duration = Duration::from_secs(1);

/// The number of games remembered by a conversation before the first ones are forgotten.
const MOST_GAMES: usize = 1000;

/// A game about which a program is asked.
pub struct ToldGame<'a, G> {
    /// The game.
    pub game: &'a G,
    /// Its number.
    pub number: u64,
    /// Its set-up.
    pub set_up: &'a RawValue,
}

/// A legal answer.
pub struct LegalAnswer<A> {
    /// The action.
    pub action: A,
    /// The answer as it was written.
    pub written: Answer,
    /// The time that it took.
    pub time: Duration,
}

/// The reason why a process has not given a right answer.
pub enum Unanswered {
    /// There is none.
    NoAnswer(NoAnswer),
    /// It is wrong.
    Wrong {
        /// The answer.
        line: String,
        /// The error in it.
        error: ProtocolError,
    },
}

/// Returns the greeting by which a program is told this game and its options.
pub fn greeting(spec: &ProgramSpec, game: &str) -> String {
    let move_ms = spec.limit.map_or(0, |limit| limit.as_millis() as u64);
    Message::Hello { protocol: VERSION, game, options: &spec.options, move_ms }.line()
}

/// Greets a process, and waits until it is ready; returns its answer also as it was written.
///
/// # Errors
/// If it does not become ready in time.
pub fn greet(process: &mut Process, greeting: &str, spec: &ProgramSpec) -> Result<(Ready, String), Unanswered> {
    let line = process.ask(greeting, Some(spec.ready)).map_err(Unanswered::NoAnswer)?;
    match Ready::read(&line) {
        Ok(ready) => Ok((ready, line)),
        Err(error) => Err(Unanswered::Wrong { line, error }),
    }
}

/// Questions to one process, of which it knows the games.
pub struct Questions {
    /// The number of the next one.
    next_id: u64,
    /// The games of which it was notified.
    pub games: BTreeSet<u64>,
    /// The time limit of answers, if they have one.
    limit: Option<Duration>,
    /// The time limit for reading a set-up.
    to_listen: Duration,
}

impl Questions {
    /// Begins without any, with these time limits for answers, if they have one, and for reading a set-up.
    pub fn new(limit: Option<Duration>, to_listen: Duration) -> Self {
        Self { next_id: 0, games: BTreeSet::new(), limit, to_listen }
    }

    /// Writes the next question: the decision in this view, with this seed.
    pub fn write<G: Protocol>(&mut self, told: &ToldGame<'_, G>, view: &G::View<'_>, seed: u64) -> String {
        let ToldGame { game, number, .. } = *told;
        let (public, seat, seed, id) = (game.public(view), game.viewer(view).index(), seed_text(seed), self.next_id);
        let (decision, view) = (game.decision(public).unwrap_or(""), &game.write_view(view));
        let legal = &game.write_legal(public);
        self.next_id += 1;
        let question = Question { id, game: number, seat, seed, decision, view, legal };
        Message::Choose(question).line()
    }

    /// Returns the number of the last question.
    fn last_id(&self) -> u64 {
        self.next_id.saturating_sub(1)
    }

    /// Returns the message about the error in the answer to the last question.
    pub fn refusal<'e>(&self, error: &'e ProtocolError) -> Message<'e> {
        let ProtocolError { field, found, accepted } = error;
        Message::Error { id: self.last_id(), field, found, accepted }
    }

    /// Asks the last question, about this position, preceded by its game if that is new.
    ///
    /// # Errors
    /// If there is no legal answer.
    pub fn ask<G: Protocol>(
        &mut self,
        process: &mut Process,
        told: &ToldGame<'_, G>,
        position: &G::Public,
        question: &str,
    ) -> Result<LegalAnswer<G::Action>, Unanswered> {
        let ToldGame { game, number, set_up } = *told;
        if self.games.insert(number) {
            if self.games.len() > MOST_GAMES {
                self.games.pop_first();
            }
            let introduction = Message::Game { game: number, set_up }.line();
            process.tell(&introduction, Some(self.to_listen)).map_err(Unanswered::NoAnswer)?;
        }
        let begun = Instant::now();
        let line = process.ask(question, self.limit).map_err(Unanswered::NoAnswer)?;
        let time = begun.elapsed();
        let read = Answer::read(&line, self.last_id());
        match read.and_then(|written| Ok((game.read_choice(position, &written.action)?, written))) {
            Ok((action, written)) => Ok(LegalAnswer { action, written, time }),
            Err(error) => Err(Unanswered::Wrong { line, error }),
        }
    }
}

/// A process that has completed the handshake.
pub struct Conversation {
    process: Process,
    /// Its answer to the handshake.
    pub ready: Ready,
    questions: Questions,
    /// The processor time that has already been reported.
    counted: Duration,
    /// Whether it failed so badly that it is not even told to quit.
    is_given_up: bool,
}

impl Conversation {
    /// Starts a process for this game, and waits until it is ready.
    ///
    /// # Errors
    /// If it does not become ready in time.
    pub fn begin(spec: &ProgramSpec, game: &str) -> Result<Self, Fault> {
        let request = greeting(spec, game);
        let mut process = match Process::start(&spec.program) {
            Ok(process) => process,
            Err(why) => {
                let stderr_tail = String::new();
                return Err(Fault { what: why.to_string(), request, answer: None, stderr_tail, is_alive: false });
            }
        };
        let (what, answer) = match greet(&mut process, &request, spec) {
            Ok((ready, _)) => {
                let to_listen = spec.limit.unwrap_or(spec.ready).max(TO_LISTEN);
                let questions = Questions::new(spec.limit, to_listen);
                return Ok(Self { process, ready, questions, counted: Duration::ZERO, is_given_up: false });
            }
            Err(Unanswered::NoAnswer(why)) => {
                process.give_up();
                (unready(&why), why.line())
            }
            Err(Unanswered::Wrong { line, error }) => (error.to_string(), Some(line)),
        };
        Err(Fault { what, request, answer, stderr_tail: process.stderr_tail(), is_alive: false })
    }

    /// Asks for a decision; returns it with the answer time.
    ///
    /// # Errors
    /// The program's fault.
    pub fn ask<G: Protocol>(
        &mut self,
        told: &ToldGame<'_, G>,
        view: &G::View<'_>,
        random: &Random,
    ) -> Result<(Decision<G::Action>, Duration), Fault> {
        let question = self.questions.write(told, view, random.seed());
        match self.questions.ask(&mut self.process, told, told.game.public(view), &question) {
            Ok(LegalAnswer { action, written, time }) => {
                Ok((Decision { action, iterations: written.iterations }, time))
            }
            Err(Unanswered::Wrong { line, error }) => Err(self.refuse(question, &error, line)),
            Err(Unanswered::NoAnswer(why)) => match why.line() {
                // A program that is still reading is informed of the error in its output.
                Some(found) => {
                    let error = ProtocolError::new("", &found, "one line of at most 1 MiB for each question");
                    let fault = self.refuse(question, &error, found);
                    self.process.give_up();
                    Err(Fault { what: why.to_string(), is_alive: false, ..fault })
                }
                None => Err(self.give_up(&why, question)),
            },
        }
    }

    /// Notifies it of the end of a game, if it knows the game; returns whether it reads.
    pub fn over(&mut self, game: u64, ending: &Ending) -> bool {
        let results = SeatResult::all(ending);
        !self.questions.games.remove(&game) || self.tell(&Message::Over { game, results }, TO_LISTEN).is_ok()
    }

    /// Returns the processor time since the last call; zero where the system does not provide it.
    pub fn processor_time(&mut self) -> Duration {
        let used = self.process.processor_time().unwrap_or(self.counted);
        let more = used.saturating_sub(self.counted);
        self.counted = used;
        more
    }

    /// Sends a message that needs no answer.
    ///
    /// # Errors
    /// If it is not read in time.
    fn tell(&mut self, message: &Message<'_>, limit: Duration) -> Result<(), Fault> {
        let line = message.line();
        let sent = self.process.tell(&line, Some(limit));
        sent.map_err(|why| self.give_up(&why, line))
    }

    /// Gives up on the process and reports why.
    fn give_up(&mut self, why: &NoAnswer, request: String) -> Fault {
        self.process.give_up();
        self.is_given_up = true;
        let (answer, stderr_tail) = (why.line(), self.process.stderr_tail());
        Fault { what: why.to_string(), request, answer, stderr_tail, is_alive: false }
    }

    /// Informs it of the error in its last answer.
    fn refuse(&mut self, request: String, error: &ProtocolError, answer: String) -> Fault {
        let sent = self.tell(&self.questions.refusal(error), TO_LISTEN);
        let stderr_tail = self.process.stderr_tail();
        Fault { what: error.to_string(), request, answer: Some(answer), stderr_tail, is_alive: sent.is_ok() }
    }
}

/// Explains why a program is not ready, and names the key that gives it more time.
pub fn unready(why: &NoAnswer) -> String {
    match why {
        NoAnswer::Late(limit) => format!("it was not ready within {} ms, its `ready-ms`", limit.as_millis()),
        other => other.to_string(),
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        if !self.is_given_up {
            let _ = self.process.tell(&Message::Quit.line(), Some(Duration::from_millis(50)));
        }
    }
}
