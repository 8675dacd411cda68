//! Agents that are other programs, asked by the protocol of [`interface::protocol`].

use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};

use engine::Ending;
use engine::random::Random;
use interface::protocol::{Answer, Message, Question, Ready, SeatResult, VERSION, seed_text};
use interface::speech::{Complaint, Speech};
use serde_json::value::RawValue;

use crate::base::process::{NoAnswer, Process, Program};

/// An agent that is a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramSpec {
    /// What it is called in specs.
    pub name: String,
    /// What is started.
    pub program: Program,
    /// Texts that it is told at the beginning.
    pub options: BTreeMap<String, String>,
    /// The time for an answer.
    pub limit: Option<Duration>,
    /// Whether somebody vouches that it uses no chance but the seeds that it is given.
    pub is_deterministic: bool,
}

/// As in tables and records: `NAME` or `NAME:key=value,…`.
impl fmt::Display for ProgramSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options: Vec<String> = self.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let text = if options.is_empty() { self.name.clone() } else { format!("{}:{}", self.name, options.join(",")) };
        f.pad(&text)
    }
}

/// How long a program may take until it is ready.
const TO_BE_READY: Duration = Duration::from_secs(10);

/// What a program did wrong.
#[derive(Clone, Debug)]
pub struct Fault {
    /// In words.
    pub what: String,
    /// What it was told.
    pub request: String,
    /// What it said, if it did.
    pub answer: Option<String>,
    /// The end of what it wrote to standard error.
    pub complaints: String,
    /// Whether it can be asked again: it runs, and only its answer was wrong.
    pub is_alive: bool,
}

/// A process that is ready.
pub struct Conversation {
    process: Process,
    /// What it said when it was ready.
    pub ready: Ready,
    limit: Option<Duration>,
    questions: u64,
    /// The game that it was last told of.
    game: Option<u64>,
    /// How long its answers took.
    pub times: Times,
}

/// How long answers took.
#[derive(Copy, Clone, Default, Debug)]
pub struct Times {
    /// Answers.
    pub answers: u64,
    /// All together.
    pub total: Duration,
    /// The longest.
    pub longest: Duration,
}

impl Times {
    /// Adds an answer.
    fn note(&mut self, time: Duration) {
        self.answers += 1;
        self.total += time;
        self.longest = self.longest.max(time);
    }

    /// Adds others.
    pub fn add(&mut self, other: &Self) {
        self.answers += other.answers;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }
}

impl Conversation {
    /// Starts a process for this game, and waits until it is ready.
    ///
    /// # Errors
    /// If it is not, in time.
    pub fn begin(spec: &ProgramSpec, game: &str) -> Result<Self, Fault> {
        let move_ms = spec.limit.map_or(0, |limit| limit.as_millis() as u64);
        let request = Message::Hello { protocol: VERSION, game, options: &spec.options, move_ms }.line();
        let plain = |what: String, answer, complaints| Fault {
            what,
            request: request.clone(),
            answer,
            complaints,
            is_alive: false,
        };
        let mut process = Process::start(&spec.program).map_err(|why| plain(why.to_string(), None, String::new()))?;
        let answer = process.ask(&request, Some(TO_BE_READY));
        let answer = answer.map_err(|why| plain(why.to_string(), None, process.complaints()))?;
        let ready = Ready::read(&answer);
        let ready = ready.map_err(|why| plain(why.to_string(), Some(answer), process.complaints()))?;
        Ok(Self { process, ready, limit: spec.limit, questions: 0, game: None, times: Times::default() })
    }

    /// Asks for a decision of a game with this number and set-up.
    ///
    /// # Errors
    /// What the program does wrong.
    pub fn ask<G: Speech>(
        &mut self,
        game: &G,
        (number, set_up): (u64, &RawValue),
        view: &G::View<'_>,
        random: &Random,
    ) -> Result<(G::Action, u64), Fault> {
        if self.game != Some(number) {
            self.tell(&Message::Game { game: number, set_up })?;
            self.game = Some(number);
        }
        let public = game.public(view);
        let (id, legal) = (self.questions, game.write_legal(public));
        self.questions += 1;
        let question = Question {
            id,
            game: number,
            seat: game.viewer(view).index(),
            seed: seed_text(random.seed()),
            decision: game.decision(public).unwrap_or(""),
            view: &game.write_view(view),
            legal: &legal,
        };
        let request = Message::Choose(question).line();
        let begun = Instant::now();
        let answer = self.process.ask(&request, self.limit);
        let answer = answer.map_err(|why| self.silence(&why, request.clone()))?;
        self.times.note(begun.elapsed());
        let read = Answer::read(&answer, id);
        let read = read.and_then(|answer| Ok((game.read_choice(public, &answer.action)?, answer.iterations)));
        read.map_err(|complaint| self.refuse(id, &complaint, request, answer))
    }

    /// Tells it how a game ended, if it knows of it.
    pub fn over(&mut self, game: u64, ending: &Ending) {
        if self.game == Some(game) {
            // Nothing depends on whether it still listens: the next question will tell.
            let _ = self.tell(&Message::Over { game, results: SeatResult::all(ending) });
        }
    }

    /// Processor time of the process, where the system tells.
    pub fn processor_time(&self) -> Option<Duration> {
        self.process.processor_time()
    }

    fn tell(&mut self, message: &Message<'_>) -> Result<(), Fault> {
        let line = message.line();
        let told = self.process.tell(&line, Some(self.limit.unwrap_or(TO_BE_READY).max(TO_BE_READY)));
        told.map_err(|why| self.silence(&why, line))
    }

    fn silence(&mut self, why: &NoAnswer, request: String) -> Fault {
        let answer = match why {
            NoAnswer::Unasked(line) => Some(line.clone()),
            _ => None,
        };
        Fault { what: why.to_string(), request, answer, complaints: self.process.complaints(), is_alive: false }
    }

    /// Tells it what is wrong with its answer.
    fn refuse(&mut self, id: u64, complaint: &Complaint, request: String, answer: String) -> Fault {
        let Complaint { field, found, accepted } = complaint;
        let told = self.tell(&Message::Error { id, field, found, accepted });
        let complaints = self.process.complaints();
        Fault { what: complaint.to_string(), request, answer: Some(answer), complaints, is_alive: told.is_ok() }
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        let _ = self.process.tell(&Message::Quit.line(), Some(Duration::from_millis(50)));
    }
}
