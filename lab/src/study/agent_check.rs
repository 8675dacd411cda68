//! Checks that a program follows the protocol: every requirement is tested, and nothing else.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::time::{Duration, Instant};

use agents::AgentSpec;
use engine::random::{mix, random};
use engine::{Ending, Game, MAX_SEATS, Seat, Turn};
use interface::protocol::{Answer, Message, Protocol, ProtocolError, Question, Ready, SeatResult, VERSION, seed_text};
use interface::record::write_set_up;
use serde_json::Value;
use serde_json::value::RawValue;

use super::of_game::Study;
use crate::base::error::Result;
use crate::base::plain_text::one_line;
use crate::base::process::{NoAnswer, Process};
use crate::base::time::clock;
use crate::programs::{ProgramSpec, READY_MS, unready};
use crate::subject::Setup;

/// A step of the check, with its result.
#[derive(Clone, Debug)]
pub struct CheckStep {
    /// The behaviour to be tested.
    pub name: String,
    /// The line that was sent.
    pub sent: String,
    /// The expected result.
    pub expected: String,
    /// The result, `Ok` if as expected; `None` if there was no time for the step.
    pub found: Option<Result<String, String>>,
}

/// The time to wait for unexpected output.
const SILENCE: Duration = Duration::from_millis(100);

/// The time limit for the program to end when told to.
const TO_END: Duration = Duration::from_secs(2);

/// The maximum duration of the whole check, unless the time limit of answers is very long.
const IN_ALL: Duration = Duration::from_secs(36);

/// The number of answers for which there is time even if each uses its time limit.
const ANSWERS: u32 = 18;

/// The maximum number of processes started.
const STARTS: u32 = 3;

/// The maximum number of games searched for decisions.
const GAMES: u64 = 200;

/// Tests a program in games of these set-ups, one for each number of players.
///
/// `tell` receives every step.
///
/// # Errors
/// If `tell` fails.
pub fn check<S: Study>(
    spec: &ProgramSpec,
    subjects: &[S],
    tell: &mut dyn FnMut(CheckStep) -> Result<()>,
) -> Result<()> {
    let limit = spec.limit.unwrap_or(IN_ALL);
    // If the program needs more time to get ready, the check is extended by it for each process started.
    let more = spec.ready.saturating_sub(Duration::from_millis(READY_MS));
    let in_all = IN_ALL.max(ANSWERS * limit) + STARTS * more;
    Checker { spec, limit, begun: Instant::now(), in_all, tell }.all(subjects)
}

/// A decision in a game about which the program is asked.
struct DecisionSample<S: Setup> {
    game: S::Game,
    set_up: Box<RawValue>,
    /// The number of the game.
    number: u64,
    position: <S::Game as Game>::Position,
    seat: Seat,
    decision: &'static str,
}

/// A decision in a game, by reference.
struct DecisionRef<'a, G: Game> {
    game: &'a G,
    set_up: &'a RawValue,
    number: u64,
    position: &'a G::Position,
    seat: Seat,
}

impl<S: Setup> DecisionSample<S> {
    fn decision_ref(&self) -> DecisionRef<'_, S::Game> {
        let Self { game, set_up, number, position, seat, .. } = self;
        DecisionRef { game, set_up, number: *number, position, seat: *seat }
    }
}

/// Sets up the game with this number.
fn set_up<S: Setup>(subject: &S, number: u64) -> (S::Game, Box<RawValue>) {
    let treatment = subject.treatment(number, mix([number, TREATMENT]));
    let game = subject.game(&treatment);
    let set_up = write_set_up(&game, subject.record_keys(&treatment));
    (game, set_up)
}

/// The purposes of random numbers.
const TREATMENT: u64 = 1;
const DRAWS: u64 = 2;
const PLAY: u64 = 3;

/// Finds one of each kind of decision in games of fast agents with these set-ups.
///
/// Each comes from a different game and, if possible, a different number of players. They are in the order in which
/// they were found.
fn samples<S: Study>(subjects: &[S]) -> Vec<DecisionSample<S>> {
    let agents = S::quick_agents();
    let specs = agents.iter().map(|text| AgentSpec::read(text, S::KINDS).expect("an agent of the game"));
    let agents: Vec<_> = specs.map(|spec| spec.build_with(S::KINDS, clock)).collect();
    let mut samples: Vec<DecisionSample<S>> = Vec::new();
    for number in 0..GAMES {
        let (game, set_up) = set_up(&subjects[number as usize % subjects.len()], number);
        if game.decisions().len() == samples.len() {
            break;
        }
        let agent = &agents[(number as usize / subjects.len()) % agents.len()];
        let mut rng = random(mix([number, PLAY]));
        let mut position = game.start(Seat::new(number as usize % game.seats()));
        let mut found = None;
        loop {
            match game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => game.resolve_chance(&mut position, mix([number, DRAWS])),
                Turn::Seat(seat) => {
                    let decision = game.decision(&position).unwrap_or("");
                    if found.is_none() && samples.iter().all(|sample| sample.decision != decision) {
                        found = Some((position.clone(), seat, decision));
                    }
                    let action = agent.choose(&game, &game.view(&position, seat), &mut rng).action;
                    game.apply(&mut position, action);
                }
            }
        }
        samples.extend(found.map(|(position, seat, decision)| DecisionSample {
            game,
            set_up,
            number,
            position,
            seat,
            decision,
        }));
    }
    samples
}

/// A process under test.
struct TestedProcess {
    /// The process, or the reason why it has ended or was abandoned.
    process: std::result::Result<Process, String>,
    games: BTreeSet<u64>,
    next_id: u64,
}

/// A question and its answer: the action as written, or a complaint about it.
struct Exchange {
    sent: String,
    found: std::result::Result<Value, String>,
}

impl TestedProcess {
    fn process(&mut self) -> std::result::Result<&mut Process, String> {
        self.process.as_mut().map_err(|why| format!("not tried, because {why}"))
    }

    /// Abandons the process; returns the reason with the last line of its standard error.
    fn lose(&mut self, why: &dyn Display) -> String {
        if let Ok(process) = &mut self.process {
            process.give_up();
            let stderr_tail = process.stderr_tail();
            let last = stderr_tail.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
            let last = if last.is_empty() { String::new() } else { format!(" (standard error: {last})") };
            self.process = Err(format!("{why}, in an earlier step"));
            return format!("{why}{last}");
        }
        why.to_string()
    }

    /// Sends a line that needs no answer.
    fn tell(&mut self, line: &str) -> std::result::Result<(), String> {
        let told = self.process()?.tell(line, Some(TO_END));
        told.map_err(|why| self.lose(&why))
    }

    /// Checks that it sends nothing.
    fn is_silent(&mut self) -> std::result::Result<(), String> {
        match self.process()?.unasked_output(SILENCE) {
            Ok(None) => Ok(()),
            Ok(Some(line)) => Err(format!("unasked: {line}")),
            Err(why) => Err(self.lose(&why)),
        }
    }

    /// Sends a line and waits for an answer of any content. `words` explains the lack of an answer.
    fn ask_line(
        &mut self,
        line: &str,
        limit: Duration,
        words: fn(&NoAnswer) -> String,
    ) -> std::result::Result<String, String> {
        let asked = self.process()?.ask(line, Some(limit));
        asked.map_err(|why| match why {
            // There may be more output.
            NoAnswer::Unasked(_) | NoAnswer::TooLong(_) | NoAnswer::NoText(_) => {
                let _ = self.process().map(|process| process.unasked_output(SILENCE));
                why.to_string()
            }
            why => self.lose(&words(&why)),
        })
    }

    /// Asks for a decision. The question also has the keys of `also`, which no agent knows.
    fn ask<G: Protocol>(
        &mut self,
        decision_ref: &DecisionRef<'_, G>,
        seed: u64,
        also: &[(&str, Value)],
        limit: Duration,
    ) -> Exchange {
        let DecisionRef { game, set_up, number, position, seat } = decision_ref;
        let decision = game.decision(position).unwrap_or("");
        let (view, legal) = (game.write_view(&game.view(position, *seat)), game.write_legal(position));
        let id = self.next_id;
        self.next_id += 1;
        let question = Question {
            id,
            game: *number,
            seat: seat.index(),
            seed: seed_text(seed),
            decision,
            view: &view,
            legal: &legal,
        };
        let mut sent = Message::Choose(question).line();
        if !also.is_empty() {
            let mut message: serde_json::Map<String, Value> = serde_json::from_str(&sent).expect("an object");
            message.extend(also.iter().map(|(key, value)| ((*key).to_owned(), value.clone())));
            sent = Value::from(message).to_string();
        }
        let introduced = if self.games.insert(*number) {
            self.tell(&Message::Game { game: *number, set_up }.line())
        } else {
            Ok(())
        };
        let answered = introduced.and_then(|()| self.ask_line(&sent, limit, NoAnswer::to_string));
        let found = answered.and_then(|line| {
            let read = Answer::read(&line, id);
            let read = read.and_then(|answer| game.read_choice(position, &answer.action).map(|_| answer.action));
            read.map_err(|complaint| {
                let ProtocolError { field, found, accepted } = &complaint;
                let _ = self.tell(&Message::Error { id, field, found, accepted }.line());
                format!("{line}: {complaint}")
            })
        });
        Exchange { sent, found }
    }

    /// Checks that it ends in time.
    fn ends(&mut self) -> std::result::Result<String, String> {
        let ended = self.process()?.ended(TO_END);
        self.process = Err("it was told to end".to_owned());
        ended.ok_or_else(|| format!("it is still running after {} s", TO_END.as_secs()))
    }
}

/// The check of a program: the state shared by all steps.
struct Checker<'a> {
    spec: &'a ProgramSpec,
    limit: Duration,
    begun: Instant,
    in_all: Duration,
    tell: &'a mut dyn FnMut(CheckStep) -> Result<()>,
}

/// The seed of questions.
const SEED: u64 = 0x9f3c_62d1_7a0b_55e1;

impl Checker<'_> {
    fn all<S: Study>(mut self, subjects: &[S]) -> Result<()> {
        let samples = samples(subjects);
        let (mut first, ready) = self.start::<S>("starts and is ready")?;
        let is_deterministic = self.spec.is_deterministic || ready.is_some_and(|ready| ready.deterministic);
        self.silence::<S>(&mut first, "is silent until it is asked", "", None)?;
        if let Some(DecisionSample { number, set_up, .. }) = samples.first() {
            let told = Message::Game { game: *number, set_up }.line();
            first.games.insert(*number);
            self.silence::<S>(&mut first, "is silent when told of a game", &told, None)?;
        }
        let mut answers = Vec::new();
        for sample in &samples {
            let name = format!("decides `{}` at {} players", sample.decision, sample.game.seats());
            answers.push(self.question(&mut first, sample, &name, None)?);
        }
        let (Some(sample), Some(answer)) = (samples.first(), answers.first()) else { return Ok(()) };
        let answer = answer.as_ref().filter(|_| is_deterministic);
        if is_deterministic {
            self.question(&mut first, sample, "gives the same answer to the same question", answer)?;
        }
        self.unknown_keys(&mut first, sample)?;
        let unknown = r#"{"m":"weather","sun":true}"#;
        self.silence(&mut first, "does not answer a message that it does not know", unknown, Some(sample))?;
        self.several_games(&mut first, &samples)?;
        for (place, subject) in subjects.iter().enumerate() {
            self.whole_game(&mut first, subject, (subjects.len() - place) as u32)?;
        }
        // A second process in the same state, which has not seen the exchanges of the first.
        if self.has_time(self.spec.ready + 2 * self.limit + 2 * TO_END) {
            let mut second = match &first.process {
                Err(why) => TestedProcess { process: Err(why.clone()), games: BTreeSet::new(), next_id: 0 },
                Ok(_) => self.start::<S>("starts a second process beside the first")?.0,
            };
            let name = "answers in another process as in the first";
            self.question(
                &mut second,
                sample,
                if is_deterministic { name } else { "answers in another process" },
                answer,
            )?;
            self.error(&mut second, sample)?;
            if second.process.is_ok() {
                self.end_of_input(&mut second)?;
            } else if first.process.is_ok() && self.has_time(self.spec.ready + 2 * TO_END) {
                let (mut third, _) = self.start::<S>("starts a third process")?;
                self.end_of_input(&mut third)?;
            }
        }
        self.quit(&mut first)
    }

    fn has_time(&self, needed: Duration) -> bool {
        self.begun.elapsed() + needed <= self.in_all
    }

    fn step(
        &mut self,
        name: impl Into<String>,
        sent: &str,
        expected: impl Into<String>,
        found: std::result::Result<String, String>,
    ) -> Result<()> {
        let found = Some(found.map_err(|found| one_line(&found)));
        (self.tell)(CheckStep { name: name.into(), sent: sent.to_owned(), expected: expected.into(), found })
    }

    fn start<S: Setup>(&mut self, name: &str) -> Result<(TestedProcess, Option<Ready>)> {
        let (game, options) = (S::INFO.name, &self.spec.options);
        let hello = Message::Hello { protocol: VERSION, game, options, move_ms: self.limit.as_millis() as u64 }.line();
        let mut tried =
            TestedProcess { process: Err("it did not start".to_owned()), games: BTreeSet::new(), next_id: 0 };
        let answered = match Process::start(&self.spec.program) {
            Ok(process) => {
                tried.process = Ok(process);
                tried.ask_line(&hello, self.spec.ready, unready)
            }
            Err(why) => Err(why.to_string()),
        };
        let read = answered.and_then(|line| match Ready::read(&line) {
            Ok(ready) => Ok((ready, line)),
            Err(complaint) => Err(format!("{line}: {complaint}")),
        });
        if read.is_err() {
            tried.process = Err("it was not ready".to_owned());
        }
        let (ready, found) = match read {
            Ok((ready, line)) => (Some(ready), Ok(line)),
            Err(found) => (None, Err(found)),
        };
        let expected =
            format!("{{\"m\":\"ready\",\"protocol\":{VERSION},…}} within {} ms", self.spec.ready.as_millis());
        self.step(name, &hello, expected, found)?;
        Ok((tried, ready))
    }

    /// Asks one question, whose answer must equal `expected` if that is given. Returns a correct answer.
    fn question<S: Setup>(
        &mut self,
        tried: &mut TestedProcess,
        sample: &DecisionSample<S>,
        name: &str,
        expected: Option<&Value>,
    ) -> Result<Option<Value>> {
        let Exchange { sent, found } = tried.ask(&sample.decision_ref(), SEED, &[], self.limit);
        let found = found.and_then(|action| match expected {
            Some(expected) if *expected != action => Err(action.to_string()),
            _ => Ok(action),
        });
        let expected = match expected {
            Some(action) => action.to_string(),
            None => format!("a legal action within {} ms", self.limit.as_millis()),
        };
        let action = found.clone().ok();
        self.step(name, &sent, expected, found.map(|action| action.to_string()))?;
        Ok(action)
    }

    fn unknown_keys<S: Setup>(&mut self, tried: &mut TestedProcess, sample: &DecisionSample<S>) -> Result<()> {
        let also = [("mood", Value::from("good")), ("more", serde_json::json!({"of": ["that"]}))];
        let Exchange { sent, found } = tried.ask(&sample.decision_ref(), SEED, &also, self.limit);
        let name = "ignores unknown keys";
        self.step(name, &sent, "a legal action", found.map(|action| action.to_string()))
    }

    /// Sends a line that must not be answered, if any; then asks for a decision, if one is given.
    fn silence<S: Setup>(
        &mut self,
        tried: &mut TestedProcess,
        name: &str,
        sent: &str,
        then: Option<&DecisionSample<S>>,
    ) -> Result<()> {
        let told = if sent.is_empty() { Ok(()) } else { tried.tell(sent) };
        let found = told.and_then(|()| tried.is_silent()).and_then(|()| match then {
            Some(sample) => tried.ask(&sample.decision_ref(), SEED, &[], self.limit).found.map(drop),
            None => Ok(()),
        });
        let sent = if sent.is_empty() { "nothing" } else { sent };
        let expected = if then.is_some() { "silence, and an answer to the next question" } else { "silence" };
        self.step(name, sent, expected, found.map(|()| expected.to_owned()))
    }

    fn several_games<S: Setup>(&mut self, tried: &mut TestedProcess, samples: &[DecisionSample<S>]) -> Result<()> {
        let asked: Vec<&DecisionSample<S>> = samples.iter().rev().take(2).chain(samples.last()).collect();
        let mut all = String::new();
        let mut found = Ok(());
        for sample in &asked {
            let Exchange { sent, found: one } = tried.ask(&sample.decision_ref(), SEED + 1, &[], self.limit);
            all = sent;
            found = found.and(one.map(drop));
        }
        let games: Vec<String> = asked.iter().map(|sample| sample.number.to_string()).collect();
        let name = format!("answers questions of several games in turn ({})", games.join(", "));
        self.step(name, &all, "legal actions", found.map(|()| "legal actions".to_owned()))
    }

    /// Plays a game with the program in all seats while time allows, sharing the time with other games.
    fn whole_game<S: Setup>(&mut self, tried: &mut TestedProcess, subject: &S, others: u32) -> Result<()> {
        let reserve = self.spec.ready + 3 * self.limit + 2 * TO_END;
        let left = self.in_all.saturating_sub(self.begun.elapsed() + reserve) / others;
        let (begun, number) = (Instant::now(), GAMES + u64::from(others));
        let (game, set_up) = set_up(subject, number);
        let (mut rng, mut asked, mut decisions) = (random(mix([number, PLAY])), 0_u64, 0_u64);
        let mut position = game.start(Seat::new(0));
        let mut found = tried.process().map(drop);
        let mut last = String::new();
        let ending: Ending = loop {
            match game.turn(&position) {
                Turn::Over => break game.outcome(&position),
                Turn::Chance => game.resolve_chance(&mut position, mix([number, DRAWS])),
                Turn::Seat(seat) => {
                    decisions += 1;
                    let mut action = game.random_action(&position, &mut rng);
                    if found.is_ok() && begun.elapsed() + self.limit <= left {
                        let decision_ref =
                            DecisionRef { game: &game, set_up: &set_up, number, position: &position, seat };
                        let decision = game.decision(&position).unwrap_or("");
                        let answer = tried.ask(&decision_ref, mix([SEED, decisions]), &[], self.limit);
                        asked += 1;
                        last = answer.sent;
                        match answer.found.map(|written| game.read_choice(&position, &written)) {
                            Ok(Ok(chosen)) => action = chosen,
                            Ok(Err(complaint)) => found = Err(complaint.to_string()),
                            Err(why) => found = Err(format!("at question {asked}, `{decision}`: {why}")),
                        }
                    }
                    game.apply(&mut position, action);
                }
            }
        };
        let name = format!("plays all seats of a game of {} players", game.seats());
        if asked == 0 && found.is_ok() {
            let (sent, expected) = ("nothing, because time is up".to_owned(), "legal actions".to_owned());
            return (self.tell)(CheckStep { name, sent, expected, found: None });
        }
        let over = Message::Over { game: number, results: SeatResult::all(&ending) }.line();
        tried.games.remove(&number);
        let found = found.and_then(|()| tried.tell(&over)).and_then(|()| tried.is_silent());
        let sent = if found.is_ok() { format!("{asked} of {decisions} questions, then {over}") } else { last };
        let sent = if sent.is_empty() { "nothing".to_owned() } else { sent };
        self.step(
            name,
            &sent,
            "legal actions, and silence at the end",
            found.map(|()| format!("{asked} legal actions")),
        )
    }

    /// Sends an error. The program may continue or end.
    fn error<S: Setup>(&mut self, tried: &mut TestedProcess, sample: &DecisionSample<S>) -> Result<()> {
        let id = tried.next_id.saturating_sub(1);
        let (field, found, accepted) = ("action", "a correct answer", "the same; this is only a test");
        let line = Message::Error { id, field, found, accepted }.line();
        let before = tried.process().map(drop);
        let found = before.and_then(|()| {
            let told = tried.tell(&line).and_then(|()| tried.is_silent());
            match told {
                Ok(()) => {
                    let asked = tried.ask(&sample.decision_ref(), SEED, &[], self.limit).found;
                    if tried.process.is_err() {
                        return Ok("it has ended".to_owned());
                    }
                    asked.map(|action| action.to_string())
                }
                Err(_) if tried.process.is_err() => Ok("it has ended".to_owned()),
                Err(why) => Err(why),
            }
        });
        self.step("does not answer an error", &line, "silence; then it may continue or end", found)
    }

    fn end_of_input(&mut self, tried: &mut TestedProcess) -> Result<()> {
        let found = tried.process().map(Process::end_input).and_then(|()| tried.ends());
        let expected = format!("it ends within {} s", TO_END.as_secs());
        self.step("ends when its input ends", "the end of standard input", expected, found)
    }

    fn quit(&mut self, tried: &mut TestedProcess) -> Result<()> {
        let line = Message::Quit.line();
        let found = tried.is_silent().and_then(|()| tried.tell(&line)).and_then(|()| tried.ends());
        let expected = format!("it ends within {} s", TO_END.as_secs());
        self.step("ends when told to", &line, expected, found)
    }
}

/// The numbers of players to test.
pub fn players() -> std::ops::RangeInclusive<usize> {
    2..=MAX_SEATS
}
