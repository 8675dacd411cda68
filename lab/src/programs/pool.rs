//! The processes of one external program, and a game in which it plays.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use agents::{Agent, Decision, DecisionError};
use engine::random::Random;
use engine::{Ending, Game, MAX_SEATS};
use interface::protocol::Protocol;
use serde_json::value::RawValue;

use super::conversation::{Conversation, ToldGame};
use super::fault::{Fault, Times};
use super::spec::{OnFault, ProgramSpec};
use crate::base::time::clock;

/// The number of consecutive failed starts after which a program is not started again.
const MOST_FAILED_STARTS: u32 = 3;

/// The time after which a missing answer is reported.
const PATIENCE: Duration = Duration::from_secs(3);

/// The state shared by all programs of an experiment: after one fails permanently, all stop.
#[derive(Default, Debug)]
pub struct SharedFailure {
    failure: OnceLock<String>,
    waiting: Mutex<Vec<Waiting>>,
}

/// An unanswered question: the agent, and the time since it was asked.
#[derive(Debug)]
struct Waiting {
    agent: String,
    since: Instant,
}

impl SharedFailure {
    /// Returns the program that has been silent unusually long, and the time.
    pub fn stalled(&self) -> Option<(String, Duration)> {
        let waiting = locked(&self.waiting);
        let longest = waiting.iter().min_by_key(|waiting| waiting.since)?;
        let time = longest.since.elapsed();
        (time > PATIENCE).then(|| (longest.agent.clone(), time))
    }

    /// Asks while recording which program is waited for.
    fn asking<T>(&self, agent: &str, ask: impl FnOnce() -> T) -> T {
        let since = Instant::now();
        locked(&self.waiting).push(Waiting { agent: agent.to_owned(), since });
        let answer = ask();
        let mut waiting = locked(&self.waiting);
        if let Some(place) = waiting.iter().position(|other| other.since == since && other.agent == agent) {
            waiting.swap_remove(place);
        }
        answer
    }

    /// Fails if a program has failed permanently.
    fn check(&self) -> Result<(), DecisionError> {
        self.failure.get().map_or(Ok(()), |failure| Err(DecisionError(failure.clone())))
    }

    /// Stops all programs for this reason; an earlier reason takes precedence.
    fn end(&self, why: impl FnOnce() -> String) -> DecisionError {
        DecisionError(self.failure.get_or_init(why).clone())
    }
}

/// A program whose games may not be repeatable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MayNotRepeat {
    /// Its spec.
    pub agent: String,
    /// The fault in its declaration of being deterministic, if any.
    pub why: Option<String>,
}

/// Formats it as a sentence.
impl fmt::Display for MayNotRepeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { agent, why } = self;
        write!(f, "`{agent}` does not say that it is deterministic, so its games may not be repeatable")?;
        why.as_ref().map_or(Ok(()), |why| write!(f, " ({why})"))
    }
}

/// The processes of a program for one game: as many as are asked simultaneously.
///
/// When this is dropped, all of them have ended.
pub struct Pool<G: Game> {
    spec: ProgramSpec,
    /// The name of the game.
    game: &'static str,
    /// The agent that substitutes for it if it fails.
    substitute: Option<Box<dyn Agent<G>>>,
    idle: Mutex<Vec<Conversation>>,
    failed_starts: AtomicU32,
    stop: Arc<SharedFailure>,
}

impl<G: Protocol> Pool<G> {
    /// Creates a pool without processes.
    pub fn new(
        spec: &ProgramSpec,
        game: &'static str,
        kinds: &'static [agents::AgentKind<G>],
        stop: &Arc<SharedFailure>,
    ) -> Self {
        let substitute = match &spec.on_fault {
            OnFault::Stop => None,
            OnFault::Instead(agent) => Some(agent.build_with(kinds, clock)),
        };
        let (idle, failed_starts) = (Mutex::default(), AtomicU32::new(0));
        Self { spec: spec.clone(), game, substitute, idle, failed_starts, stop: Arc::clone(stop) }
    }

    /// Starts a process unless there is one; returns its declaration if games may not be repeatable.
    ///
    /// # Errors
    /// If it does not start and has no substitute.
    pub fn handshake(&self) -> Result<Option<MayNotRepeat>, DecisionError> {
        let agent = self.spec.to_string();
        match self.free() {
            Ok(conversation) => {
                let is_deterministic = self.spec.is_deterministic || conversation.ready.deterministic;
                self.give_back(conversation);
                Ok((!is_deterministic).then_some(MayNotRepeat { agent, why: None }))
            }
            Err(fault) if self.substitute.is_some() => {
                let why = Some(fault.line());
                Ok((!self.spec.is_deterministic).then_some(MayNotRepeat { agent, why }))
            }
            Err(fault) => Err(self.stop.end(|| self.complaint(&fault))),
        }
    }

    /// Returns the program as an agent in a game with this number and set-up.
    pub fn agent(&self, number: u64, set_up: Arc<RawValue>) -> ProgramAgent<'_, G> {
        ProgramAgent { pool: self, number, set_up, state: Mutex::default() }
    }

    /// Returns an idle process, starting one if necessary.
    fn free(&self) -> Result<Conversation, Fault> {
        if let Some(conversation) = locked(&self.idle).pop() {
            return Ok(conversation);
        }
        if self.failed_starts.load(Ordering::Relaxed) >= MOST_FAILED_STARTS {
            let what = format!("it failed to start {MOST_FAILED_STARTS} times in a row and was not started again");
            let (request, stderr_tail) = (String::new(), String::new());
            return Err(Fault { what, request, answer: None, stderr_tail, is_alive: false });
        }
        let begun = self.stop.asking(&self.spec.name, || Conversation::begin(&self.spec, self.game));
        match begun {
            Ok(_) => self.failed_starts.store(0, Ordering::Relaxed),
            Err(_) => drop(self.failed_starts.fetch_add(1, Ordering::Relaxed)),
        }
        begun
    }

    fn give_back(&self, conversation: Conversation) {
        locked(&self.idle).push(conversation);
    }

    fn complaint(&self, fault: &Fault) -> String {
        format!("agent `{}`: {fault}", self.spec)
    }
}

/// The account of one seat of a program in a game.
#[derive(Copy, Clone, PartialEq, Default, Debug)]
pub struct Account {
    /// The number of decisions taken by a substitute.
    pub faults: u64,
    /// The answer times.
    pub times: Times,
    /// The processor time for the answers, where the system provides it.
    pub processor: Duration,
}

impl Account {
    /// Adds another account of the same seat.
    pub fn add(&mut self, other: &Self) {
        self.faults += other.faults;
        self.times.add(&other.times);
        self.processor += other.processor;
    }
}

/// A program in one game, with its own process for the duration of the game.
pub struct ProgramAgent<'a, G: Game> {
    pool: &'a Pool<G>,
    number: u64,
    set_up: Arc<RawValue>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    conversation: Option<Conversation>,
    accounts: [Account; MAX_SEATS],
}

impl<G: Protocol> ProgramAgent<'_, G> {
    /// Notifies the process of the end of the game; returns the account of each seat.
    pub fn over(&self, ending: &Ending) -> [Account; MAX_SEATS] {
        let State { conversation, mut accounts } = std::mem::take(&mut *locked(&self.state));
        let Some(mut conversation) = conversation else { return accounts };
        let answers: u64 = accounts.iter().map(|account| account.times.answers).sum();
        let used = conversation.processor_time();
        for account in accounts.iter_mut().filter(|account| !account.times.is_empty()) {
            account.processor += used.mul_f64(account.times.answers as f64 / answers as f64);
        }
        if conversation.over(self.number, ending) {
            self.pool.give_back(conversation);
        }
        accounts
    }

    /// Asks the process, starting one if necessary.
    fn ask(
        &self,
        state: &mut State,
        game: &G,
        view: &G::View<'_>,
        random: &Random,
    ) -> Result<Decision<G::Action>, Fault> {
        let mut conversation = match state.conversation.take() {
            Some(conversation) => conversation,
            None => self.pool.free()?,
        };
        let told = ToldGame { game, number: self.number, set_up: &self.set_up };
        let asked = self.pool.stop.asking(&self.pool.spec.name, || conversation.ask(&told, view, random));
        if asked.as_ref().map_or_else(|fault| fault.is_alive, |_| true) {
            state.conversation = Some(conversation);
        }
        asked.map(|(decision, time)| {
            state.accounts[game.viewer(view).index()].times.note(time);
            decision
        })
    }
}

impl<G: Game> Drop for ProgramAgent<'_, G> {
    /// Returns a healthy process to the pool.
    fn drop(&mut self) {
        let conversation = locked(&self.state).conversation.take();
        locked(&self.pool.idle).extend(conversation);
    }
}

impl<G: Protocol> Agent<G> for ProgramAgent<'_, G> {
    /// # Panics
    /// If the program fails; callers that allow for this use `try_choose`.
    fn choose(&self, game: &G, view: &G::View<'_>, random: &mut Random) -> Decision<G::Action> {
        self.try_choose(game, view, random).unwrap_or_else(|why| panic!("{why}"))
    }

    fn try_choose(
        &self,
        game: &G,
        view: &G::View<'_>,
        random: &mut Random,
    ) -> Result<Decision<G::Action>, DecisionError> {
        self.pool.stop.check()?;
        let mut state = locked(&self.state);
        let fault = match self.ask(&mut state, game, view, random) {
            Ok(decision) => return Ok(decision),
            Err(fault) => fault,
        };
        match &self.pool.substitute {
            Some(substitute) => {
                state.accounts[game.viewer(view).index()].faults += 1;
                substitute.try_choose(game, view, random)
            }
            None => Err(self.pool.stop.end(|| self.pool.complaint(&fault))),
        }
    }
}

impl<G: Game> Drop for Pool<G> {
    /// Ends all processes simultaneously.
    fn drop(&mut self) {
        let idle = std::mem::take(&mut *locked(&self.idle));
        std::thread::scope(|scope| {
            for conversation in idle {
                // If no thread can be started, the process ends here, because the closure is dropped.
                let _ = std::thread::Builder::new().spawn_scoped(scope, || drop(conversation));
            }
        });
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
