//! Checks that a program follows the protocol: every requirement is tested, and nothing else.

use std::fmt::Display;
use std::time::{Duration, Instant};

use agents::AgentSpec;
use engine::random::{mix, random};
use engine::{Game, MAX_SEATS, Seat};
use interface::protocol::{Message, Protocol, ProtocolError, Ready, SeatResult, VERSION};
use interface::record::write_set_up;
use serde_json::Value;
use serde_json::value::RawValue;

use super::of_game::Study;
use crate::base::error::Result;
use crate::base::plain_text::one_line;
use crate::base::process::{NoAnswer, Process};
use crate::base::time::clock;
use crate::play::arena::play_by;
use crate::programs::conversation::{LegalAnswer, Questions, ToldGame, Unanswered, greet, greeting, unready};
use crate::programs::{ProgramSpec, READY_MS};
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

impl<S: Setup> DecisionSample<S> {
    /// Asks a program about it.
    fn put_to(&self, tried: &mut TestedProcess, seed: u64, also: &[(&str, Value)]) -> Found<Value> {
        let Self { game, set_up, number, position, seat, .. } = self;
        let told = ToldGame { game, number: *number, set_up };
        Ok(tried.ask(&told, position, *seat, seed, also)?.written.action)
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
        let (mut rng, mut found) = (random(mix([number, PLAY])), None);
        play_by(
            &game,
            Seat::new(number as usize % game.seats()),
            mix([number, DRAWS]),
            |position, seat, _| {
                let decision = game.decision(position).unwrap_or("");
                if found.is_none() && samples.iter().all(|sample| sample.decision != decision) {
                    found = Some((position.clone(), seat, decision));
                }
                agent.choose(&game, &game.view(position, seat), &mut rng).action
            },
            |_| {},
        );
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
    process: Found<Process>,
    questions: Questions,
    /// The last question.
    sent: String,
}

/// What a step has found, or a complaint about the program.
type Found<T> = std::result::Result<T, String>;

impl TestedProcess {
    fn process(&mut self) -> Found<&mut Process> {
        self.process.as_mut().map_err(|why| not_tried(why))
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
    fn tell(&mut self, line: &str) -> Found<()> {
        let told = self.process()?.tell(line, Some(TO_END));
        told.map_err(|why| self.lose(&why))
    }

    /// Checks that it sends nothing.
    fn is_silent(&mut self) -> Found<()> {
        match self.process()?.unasked_output(SILENCE) {
            Ok(None) => Ok(()),
            Ok(Some(line)) => Err(format!("unasked: {line}")),
            Err(why) => Err(self.lose(&why)),
        }
    }

    /// Explains why it has not given a right answer; it may be asked again if it has given another one.
    fn complaint(&mut self, why: Unanswered, words: fn(&NoAnswer) -> String) -> String {
        match why {
            Unanswered::Wrong { line, error } => format!("{line}: {error}"),
            // There may be more output.
            Unanswered::NoAnswer(why @ (NoAnswer::Unasked(_) | NoAnswer::TooLong(_) | NoAnswer::NoText(_))) => {
                let _ = self.process().map(|process| process.unasked_output(SILENCE));
                why.to_string()
            }
            Unanswered::NoAnswer(why) => self.lose(&words(&why)),
        }
    }

    /// Asks for a decision. The question also has the keys of `also`, which no agent knows.
    fn ask<G: Protocol>(
        &mut self,
        told: &ToldGame<'_, G>,
        position: &G::Position,
        seat: Seat,
        seed: u64,
        also: &[(&str, Value)],
    ) -> Found<LegalAnswer<G::Action>> {
        self.sent = self.questions.write(told, &told.game.view(position, seat), seed);
        if !also.is_empty() {
            let mut message: serde_json::Map<String, Value> = serde_json::from_str(&self.sent).expect("an object");
            message.extend(also.iter().map(|(key, value)| ((*key).to_owned(), value.clone())));
            self.sent = Value::from(message).to_string();
        }
        let process = self.process.as_mut().map_err(|why| not_tried(why))?;
        let asked = self.questions.ask(process, told, position, &self.sent);
        asked.map_err(|why| {
            if let Unanswered::Wrong { error, .. } = &why {
                let _ = self.tell(&self.questions.refusal(error).line());
            }
            self.complaint(why, NoAnswer::to_string)
        })
    }

    /// Checks that it ends in time.
    fn ends(&mut self) -> Found<String> {
        let ended = self.process()?.ended(TO_END);
        self.process = Err("it was told to end".to_owned());
        ended.ok_or_else(|| format!("it is still running after {} s", TO_END.as_secs()))
    }
}

fn not_tried(why: &str) -> String {
    format!("not tried, because {why}")
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
            first.questions.games.insert(*number);
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
        let also = [("mood", Value::from("good")), ("more", serde_json::json!({"of": ["that"]}))];
        let found = sample.put_to(&mut first, SEED, &also).map(|action| action.to_string());
        self.step("ignores unknown keys", &first.sent, "a legal action", found)?;
        let unknown = r#"{"m":"weather","sun":true}"#;
        self.silence(&mut first, "does not answer a message that it does not know", unknown, Some(sample))?;
        self.several_games(&mut first, &samples)?;
        for (place, subject) in subjects.iter().enumerate() {
            self.whole_game(&mut first, subject, (subjects.len() - place) as u32)?;
        }
        // A second process in the same state, which has not seen the exchanges of the first.
        if self.has_time(self.spec.ready + 2 * self.limit + 2 * TO_END) {
            let mut second = match &first.process {
                Err(why) => self.process(Err(why.clone())),
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
        let quit = Message::Quit.line();
        let told = first.is_silent().and_then(|()| first.tell(&quit));
        self.ends(&mut first, "ends when told to", &quit, told)
    }

    fn has_time(&self, needed: Duration) -> bool {
        self.begun.elapsed() + needed <= self.in_all
    }

    fn step(
        &mut self,
        name: impl Into<String>,
        sent: &str,
        expected: impl Into<String>,
        found: Found<String>,
    ) -> Result<()> {
        let found = Some(found.map_err(|found| one_line(&found)));
        (self.tell)(CheckStep { name: name.into(), sent: sent.to_owned(), expected: expected.into(), found })
    }

    fn process(&self, process: Found<Process>) -> TestedProcess {
        TestedProcess { process, questions: Questions::new(Some(self.limit), TO_END), sent: String::new() }
    }

    fn start<S: Setup>(&mut self, name: &str) -> Result<(TestedProcess, Option<Ready>)> {
        let (sent, ready_ms) = (greeting(self.spec, S::INFO.name), self.spec.ready.as_millis());
        let expected = format!("{{\"m\":\"ready\",\"protocol\":{VERSION},…}} within {ready_ms} ms");
        let mut tried = self.process(Process::start(&self.spec.program).map_err(|why| why.to_string()));
        let greeted = match &mut tried.process {
            Ok(process) => greet(process, &sent, self.spec).map_err(|why| tried.complaint(why, unready)),
            Err(why) => Err(why.clone()),
        };
        if greeted.is_err() {
            tried.process = Err("it was not ready".to_owned());
        }
        let (ready, line) = greeted.map_or_else(|why| (None, Err(why)), |(ready, line)| (Some(ready), Ok(line)));
        self.step(name, &sent, expected, line)?;
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
        let found = sample.put_to(tried, SEED, &[]).and_then(|action| match expected {
            Some(expected) if *expected != action => Err(action.to_string()),
            _ => Ok(action),
        });
        let limit = self.limit.as_millis();
        let expected = expected.map_or_else(|| format!("a legal action within {limit} ms"), Value::to_string);
        self.step(name, &tried.sent, expected, found.as_ref().map(Value::to_string).map_err(String::clone))?;
        Ok(found.ok())
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
            Some(sample) => sample.put_to(tried, SEED, &[]).map(drop),
            None => Ok(()),
        });
        let sent = if sent.is_empty() { "nothing" } else { sent };
        let expected = if then.is_some() { "silence, and an answer to the next question" } else { "silence" };
        self.step(name, sent, expected, found.map(|()| expected.to_owned()))
    }

    fn several_games<S: Setup>(&mut self, tried: &mut TestedProcess, samples: &[DecisionSample<S>]) -> Result<()> {
        let asked: Vec<&DecisionSample<S>> = samples.iter().rev().take(2).chain(samples.last()).collect();
        let mut found = Ok(());
        for sample in &asked {
            found = found.and(sample.put_to(tried, SEED + 1, &[]).map(drop));
        }
        let games: Vec<String> = asked.iter().map(|sample| sample.number.to_string()).collect();
        let name = format!("answers questions of several games in turn ({})", games.join(", "));
        self.step(name, &tried.sent, "legal actions", found.map(|()| "legal actions".to_owned()))
    }

    /// Plays a game with the program in all seats while time allows, sharing the time with other games.
    fn whole_game<S: Setup>(&mut self, tried: &mut TestedProcess, subject: &S, others: u32) -> Result<()> {
        let reserve = self.spec.ready + 3 * self.limit + 2 * TO_END;
        let left = self.in_all.saturating_sub(self.begun.elapsed() + reserve) / others;
        let (begun, number) = (Instant::now(), GAMES + u64::from(others));
        let (game, set_up) = set_up(subject, number);
        let told = ToldGame { game: &game, number, set_up: &set_up };
        let (mut rng, mut asked, mut decisions) = (random(mix([number, PLAY])), 0_u64, 0_u64);
        let mut found = tried.process().map(drop);
        tried.sent = "nothing".to_owned();
        let ending = play_by(
            &game,
            Seat::new(0),
            mix([number, DRAWS]),
            |position, seat, before| {
                decisions = before + 1;
                let action = game.random_action(position, &mut rng);
                if found.is_err() || begun.elapsed() + self.limit > left {
                    return action;
                }
                asked += 1;
                match tried.ask(&told, position, seat, mix([SEED, decisions]), &[]) {
                    Ok(answer) => answer.action,
                    Err(why) => {
                        let decision = game.decision(position).unwrap_or("");
                        found = Err(format!("at question {asked}, `{decision}`: {why}"));
                        action
                    }
                }
            },
            |_| {},
        );
        let name = format!("plays all seats of a game of {} players", game.seats());
        if asked == 0 && found.is_ok() {
            let (sent, expected) = ("nothing, because time is up".to_owned(), "legal actions".to_owned());
            return (self.tell)(CheckStep { name, sent, expected, found: None });
        }
        let over = Message::Over { game: number, results: SeatResult::all(&ending) }.line();
        tried.questions.games.remove(&number);
        let found = found.and_then(|()| tried.tell(&over)).and_then(|()| tried.is_silent());
        if found.is_ok() {
            tried.sent = format!("{asked} of {decisions} questions, then {over}");
        }
        self.step(
            name,
            &tried.sent,
            "legal actions, and silence at the end",
            found.map(|()| format!("{asked} legal actions")),
        )
    }

    /// Sends an error. The program may continue or end.
    fn error<S: Setup>(&mut self, tried: &mut TestedProcess, sample: &DecisionSample<S>) -> Result<()> {
        let test = ProtocolError::new("action", &"a correct answer", "the same; this is only a test");
        let line = tried.questions.refusal(&test).line();
        let was_alive = tried.process.is_ok();
        let silent = tried.tell(&line).and_then(|()| tried.is_silent());
        let asked = silent.and_then(|()| sample.put_to(tried, SEED, &[]));
        let has_ended = was_alive && tried.process.is_err();
        let found = if has_ended { Ok("it has ended".to_owned()) } else { asked.map(|action| action.to_string()) };
        self.step("does not answer an error", &line, "silence; then it may continue or end", found)
    }

    /// Checks that it ends in time after it was told to.
    fn ends(&mut self, tried: &mut TestedProcess, name: &str, sent: &str, told: Found<()>) -> Result<()> {
        let found = told.and_then(|()| tried.ends());
        self.step(name, sent, format!("it ends within {} s", TO_END.as_secs()), found)
    }

    fn end_of_input(&mut self, tried: &mut TestedProcess) -> Result<()> {
        let told = tried.process().map(Process::end_input);
        self.ends(tried, "ends when its input ends", "the end of standard input", told)
    }
}

/// The numbers of players to test.
pub fn players() -> std::ops::RangeInclusive<usize> {
    2..=MAX_SEATS
}
