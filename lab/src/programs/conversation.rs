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

/// A process that has completed the handshake.
pub struct Conversation {
    process: Process,
    /// Its answer to the handshake.
    pub ready: Ready,
    limit: Option<Duration>,
    /// The time limit for reading a set-up if answers have no limit.
    patience: Duration,
    questions: u64,
    /// The games of which it was notified.
    games: BTreeSet<u64>,
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
        let move_ms = spec.limit.map_or(0, |limit| limit.as_millis() as u64);
        let request = Message::Hello { protocol: VERSION, game, options: &spec.options, move_ms }.line();
        let plain = |what: String, answer, stderr_tail| Fault {
            what,
            request: request.clone(),
            answer,
            stderr_tail,
            is_alive: false,
        };
        let mut process = Process::start(&spec.program).map_err(|why| plain(why.to_string(), None, String::new()))?;
        let answer = process.ask(&request, Some(spec.ready));
        let answer = answer.map_err(|why| {
            process.give_up();
            plain(unready(&why), why.line(), process.stderr_tail())
        })?;
        let ready = Ready::read(&answer);
        let ready = ready.map_err(|why| plain(why.to_string(), Some(answer), process.stderr_tail()))?;
        let (limit, games, counted) = (spec.limit, BTreeSet::new(), Duration::ZERO);
        Ok(Self { process, ready, limit, patience: spec.ready, questions: 0, games, counted, is_given_up: false })
    }

    /// Asks for a decision in a game with this number and set-up; returns it with the answer time.
    ///
    /// # Errors
    /// The program's fault.
    pub fn ask<G: Protocol>(
        &mut self,
        game: &G,
        (number, set_up): (u64, &RawValue),
        view: &G::View<'_>,
        random: &Random,
    ) -> Result<(Decision<G::Action>, Duration), Fault> {
        let (public, seat) = (game.public(view), game.viewer(view).index());
        let (decision, view) = (game.decision(public).unwrap_or(""), game.write_view(view));
        let legal = game.write_legal(public);
        let (id, seed) = (self.questions, seed_text(random.seed()));
        let question = Question { id, game: number, seat, seed, decision, view: &view, legal: &legal };
        let (answer, time) = self.put(question, set_up)?;
        let read = Answer::read(&answer, id);
        let read = read.and_then(|answer| {
            let action = game.read_choice(public, &answer.action)?;
            Ok(Decision { action, iterations: answer.iterations })
        });
        match read {
            Ok(decision) => Ok((decision, time)),
            // The question is formatted again only here, because it is rarely shown.
            Err(complaint) => {
                let seed = seed_text(random.seed());
                let question = Question { id, game: number, seat, seed, decision, view: &view, legal: &legal };
                Err(self.refuse(id, &complaint, Message::Choose(question).line(), Some(answer)))
            }
        }
    }

    /// Sends a question, preceded by its game if that is new; returns the raw answer and its time.
    ///
    /// # Errors
    /// If there is no answer.
    pub fn put(&mut self, question: Question<'_>, set_up: &RawValue) -> Result<(String, Duration), Fault> {
        let (id, game) = (question.id, question.game);
        self.introduce(game, set_up)?;
        self.questions = id + 1;
        let request = Message::Choose(question).line();
        let begun = Instant::now();
        match self.process.ask(&request, self.limit) {
            Ok(answer) => Ok((answer, begun.elapsed())),
            Err(why) => {
                // A program that is still reading is informed of the error in its output.
                if let Some(found) = why.line() {
                    let complaint = ProtocolError::new("", &found, "one line of at most 1 MiB for each question");
                    let fault = self.refuse(id, &complaint, request, Some(found));
                    self.process.give_up();
                    return Err(Fault { what: why.to_string(), is_alive: false, ..fault });
                }
                Err(self.give_up(&why, request))
            }
        }
    }

    /// Notifies it of a game, once.
    fn introduce(&mut self, game: u64, set_up: &RawValue) -> Result<(), Fault> {
        if !self.games.insert(game) {
            return Ok(());
        }
        if self.games.len() > MOST_GAMES {
            self.games.pop_first();
        }
        self.tell(&Message::Game { game, set_up }, self.limit.unwrap_or(self.patience).max(TO_LISTEN))
    }

    /// Notifies it of the end of a game, if it knows the game; returns whether it reads.
    pub fn over(&mut self, game: u64, ending: &Ending) -> bool {
        let results = SeatResult::all(ending);
        !self.games.remove(&game) || self.tell(&Message::Over { game, results }, TO_LISTEN).is_ok()
    }

    /// Returns the processor time since the last call; zero where the system does not provide it.
    pub fn processor_time(&mut self) -> Duration {
        let used = self.process.processor_time().unwrap_or(self.counted);
        let more = used.saturating_sub(self.counted);
        self.counted = used;
        more
    }

    /// Returns the last part of its standard error.
    pub fn stderr_tail(&mut self) -> String {
        self.process.stderr_tail()
    }

    /// Returns the number of its next question.
    pub fn next_id(&self) -> u64 {
        self.questions
    }

    /// Sends a message that needs no answer.
    ///
    /// # Errors
    /// If it is not read in time.
    pub fn tell(&mut self, message: &Message<'_>, limit: Duration) -> Result<(), Fault> {
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

    /// Informs it of the error in its answer.
    fn refuse(&mut self, id: u64, complaint: &ProtocolError, request: String, answer: Option<String>) -> Fault {
        let ProtocolError { field, found, accepted } = complaint;
        let sent = self.tell(&Message::Error { id, field, found, accepted }, TO_LISTEN);
        let stderr_tail = self.process.stderr_tail();
        Fault { what: complaint.to_string(), request, answer, stderr_tail, is_alive: sent.is_ok() }
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
