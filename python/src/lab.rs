//! The games behind traits that know no game, so that Python's classes can hold any.

use std::collections::BTreeMap;
use std::sync::Arc;

use agents::{Agent, Decision as Decided};
use engine::random::{Random, random};
use engine::{Ending, Game, Seat, Turn};
use interface::digest::sha256;
use interface::protocol::SeatResult;
use interface::record::{self, Heading, Opened};
use interface::seeds::GameSeed;
use interface::session::Session;
use interface::speech::Speech;
use interface::spoken::Spoken;
use interface::told::Told;
use learning::encoding::{Encoding, Next, decode, encode, options_of, shown};
use learning::{Batch, Course, Options};
use serde_json::{Map, Value, json};
use sim::base::error::{Error, Result};
use sim::base::time::clock;
use sim::base::{interrupt, ordered};
use sim::games::GameName;
use sim::lab::config::{Config, check_flag};
use sim::lab::play::arena;
use sim::lab::play::numbered_games::{game_seed, treatment_seed};
use sim::lab::schedule::contestant::Contestant;
use sim::lab::shown::Shown;
use sim::lab::wire::{LibraryOf, Wire};
use sim::report::html::viewer::board;
use sim::report::html::viewer::staged::{PieceLook, Staged};

/// A game that this package can do everything with.
pub trait Lab: Wire<Game: Encoding<Chance: Send + Sync> + Speech + Told> + Shown {}

impl Lab for sim::skye::setting::Setting {}
impl Lab for sim::tipperary::setting::Setting {}

/// What the messages of the command line call a game that no config describes.
const FILE: &str = "the printed game";

/// What decides chance, as Python gives it.
#[derive(Clone, Debug)]
pub enum Seed {
    /// A master seed: its first game.
    Number(u64),
    /// The seed of a record, or any other text.
    Text(String),
}

impl Seed {
    /// As a master seed.
    pub fn master(&self) -> u64 {
        match self {
            Self::Number(number) => *number,
            Self::Text(text) => u64::from_str_radix(&sha256(text)[..16], 16).expect("hexadecimal digits"),
        }
    }
}

/// A game as it is set up.
pub trait Table: Send + Sync {
    /// Its name.
    fn name(&self) -> &'static str;
    /// Number of players.
    fn players(&self) -> usize;
    /// Modules in play.
    fn modules(&self) -> Vec<&'static str>;
    /// Begins a game.
    fn start(&self, seed: &Seed) -> Result<Box<dyn Played>>;
    /// The name of its encoding, choices, numbers of an observation, planes with rows and columns.
    fn encoding(&self) -> (&'static str, usize, usize, [usize; 3]);
    /// One decision, from a view.
    fn decision(&self, view: &str) -> Result<Box<dyn Deciding>>;
    /// One game in small steps.
    fn course(&self, seed: &Seed) -> Result<Box<dyn Steps>>;
    /// Many of them; agents by specs decide for the seats from 1 on.
    fn batch(&self, envs: usize, seed: &Seed, opponents: Option<&[String]>, threads: usize) -> Result<Box<dyn Many>>;
    /// Plays games, one after the other or on threads, and gives each to `take`, in order.
    fn play(&self, order: &PlayOrder<'_>, take: &mut (dyn FnMut(PlayedGame) -> Result<()> + Send)) -> Result<()>;
    /// The game as the protocol describes it, if it is one game and not several.
    fn set_up(&self) -> Option<String>;
    /// Names and specs of all agents.
    fn agents(&self) -> Vec<(&'static str, &'static str)>;
}

/// Games to be played.
pub struct PlayOrder<'a> {
    /// Who plays, by seat.
    pub agents: &'a [Player<'a>],
    /// How many games.
    pub games: u64,
    /// The master seed.
    pub seed: &'a Seed,
    /// How many threads; none for all in this one.
    pub threads: Option<usize>,
    /// Whether records are wanted.
    pub is_recording: bool,
}

/// Takes an action as JSON, or says what is wrong with it.
pub type Accept<'a> = &'a mut dyn FnMut(&Value) -> Result<(), String>;

/// Decides from view, legal actions and the decision's seed, the first two as JSON, and passes an action that is accepted; otherwise the
/// function does not return.
pub type Asked<'a> = dyn Fn(&Arc<dyn Table>, &str, &str, u64, Accept<'_>) + Send + Sync + 'a;

/// Who plays.
pub enum Player<'a> {
    /// An agent of the program, perhaps NAME=SPEC.
    Spec(String),
    /// Somebody who is asked, with a name.
    Asked(String, &'a Asked<'a>),
}

/// A finished game.
pub struct PlayedGame {
    /// Its number, from 0.
    pub number: u64,
    /// What reproduces it.
    pub seed: String,
    /// How it ended.
    pub ending: Ending,
    /// Its record, if it was wanted.
    pub record: Option<String>,
}

/// A game in progress.
pub trait Played: Send + Sync {
    /// Who moves; nobody when it is over.
    fn seat(&self) -> Option<usize>;
    /// What is decided.
    fn decision(&self) -> Option<&'static str>;
    /// All legal actions as JSON.
    fn legal_actions(&self) -> String;
    /// What the protocol says is legal, as JSON.
    fn legal(&self) -> String;
    /// Takes a decision.
    fn apply(&mut self, action: &Value) -> Result<()>;
    /// The same again.
    fn copy(&self) -> Box<dyn Played>;
    /// What a seat may know, as JSON.
    fn view(&self, seat: usize) -> Result<String>;
    /// What has happened, as JSON.
    fn events(&self, seat: Option<usize>) -> Result<String>;
    /// How it ended, as JSON; an empty list before.
    fn results(&self) -> String;
    /// The record so far, as JSON.
    fn record(&self, players: Option<Vec<String>>) -> Result<String>;
    /// A drawing as SVG.
    fn svg(&self, seat: Option<usize>) -> Result<String>;
    /// Its game.
    fn table(&self) -> Arc<dyn Table>;
    /// The choices that lead to an action.
    fn encode(&self, action: &Value) -> Result<Vec<usize>>;
    /// The action that choices lead to, as JSON.
    fn decode(&self, numbers: &[i64]) -> Result<String>;
    /// What a seat sees, all zeros before.
    fn observe(&self, seat: usize, out: &mut [f32]) -> Result<()>;
    /// What reproduces it.
    fn seed(&self) -> &str;
    /// Takes a random decision, whatever was decided before with this seed.
    fn act_randomly(&mut self, seed: u64) -> Result<()>;
}

/// A decision in small steps.
pub trait Deciding: Send + Sync {
    /// What is seen; all zeros before.
    fn observe(&self, out: &mut [f32]);
    /// What can be chosen.
    fn options(&self) -> &Options;
    /// Chooses.
    fn choose(&mut self, number: i64) -> Result<()>;
    /// The action as JSON, when it is decided.
    fn action(&self) -> Option<String>;
}

/// A game in small steps.
pub trait Steps: Send + Sync {
    /// Who chooses.
    fn mover(&self) -> Option<usize>;
    /// What can be chosen.
    fn options(&self) -> &Options;
    /// What else could be chosen that has no number.
    fn outside(&self) -> usize;
    /// Chooses.
    fn choose(&mut self, number: i64) -> Result<()>;
    /// What a seat sees, all zeros before.
    fn observe(&mut self, seat: usize, out: &mut [f32]);
    /// Each seat's share of the win less its equal share, if the game is over.
    fn rewards(&self) -> Option<Vec<f64>>;
    /// Victory points, if it is over.
    fn points(&self) -> Option<Vec<i32>>;
    /// The game in progress, without what is chosen of a decision.
    fn played(&self) -> Result<Box<dyn Played>>;
}

/// Many games in small steps.
pub trait Many: Send + Sync {
    /// Environments, players, choices, numbers of an observation, planes.
    fn shape(&self) -> (usize, usize, usize, usize, [usize; 3]);
    /// Fills what is seen, what can be chosen, and who chooses.
    fn observe(&mut self, vectors: Option<&mut [f32]>, masks: &mut [i8], movers: &mut [i8]);
    /// Fills the boards of those who choose.
    fn planes(&self, out: &mut [u8]);
    /// Chooses everywhere; whether all was done before `is_over` said so.
    fn step(
        &mut self,
        choices: &[i32],
        rewards: &mut [f32],
        done: &mut [bool],
        is_over: &mut dyn FnMut() -> bool,
    ) -> Result<bool>;
    /// Steps, games, choices and decisions that did not fit.
    fn counts(&self) -> [u64; 4];
    /// Seeds of the games under way.
    fn seeds(&self) -> Vec<String>;
}

/// The table that a config's values describe; four scoring tiles may be named besides.
///
/// # Errors
/// As the command line's.
pub fn table(values: &Value, scoring: Option<&[String]>) -> Result<Arc<dyn Table>> {
    fn of<S: Lab>(config: &Config, scoring: Option<&[String]>) -> Result<Arc<dyn Table>> {
        let (subject, players): (S, usize) = config.set_up()?;
        let named = |names: &[String]| {
            check_flag::<S>("scoring")?;
            let fault = |error: String| Error::input(format!("scoring: {error}"));
            let treatment: S::Treatment = subject.named(&names.join("+")).map_err(fault)?;
            subject.accepts(treatment).map_err(fault)?;
            Ok(treatment)
        };
        let treatment = scoring.map(named).transpose()?;
        Ok(Arc::new(Laid::<S> { players, deal: Deal::Drawn(subject, treatment) }))
    }
    let config = Config::of_values(FILE, values);
    sim::for_game!(GameName::of_config(&config)? => of(&config, scoring))
}

/// The table of a game that the protocol describes.
///
/// # Errors
/// The first fault.
pub fn table_of_set_up(set_up: &Value, files: &[String]) -> Result<Arc<dyn Table>> {
    fn of<S: Lab>(set_up: &Value, files: &[String]) -> Result<Arc<dyn Table>> {
        let game: S::Game = record::read_set_up(&set_up.to_string(), &S::library(files)?).map_err(Error::input)?;
        let own = |key: &&str| Some(((*key).to_owned(), set_up.get(key)?.clone()));
        let keys = S::Game::RECORD_KEYS.iter().filter_map(own).collect();
        Ok(Arc::new(Laid::<S> { players: game.seats(), deal: Deal::Set(game, keys) }))
    }
    let name = set_up.get("game").and_then(Value::as_str).unwrap_or(GameName::NAMES[0]);
    sim::for_game!(GameName::of_flag(name)? => of(set_up, files))
}

/// The game of a record, as far as the record leads.
///
/// # Errors
/// The first fault.
pub fn read_record(line: &str, files: &[String]) -> Result<Box<dyn Played>> {
    fn of<S: Lab>(line: &str, files: &[String]) -> Result<Box<dyn Played>> {
        let library: LibraryOf<S> = S::library(files)?;
        let fault = |error: interface::ahead::GameFault| Error::input(error).in_one_line();
        let opened = Opened::<S::Game>::read(line, &library).map_err(fault)?;
        let (session, _) = Session::of(&opened).map_err(fault)?;
        let heading = opened.header.heading;
        let draws = match GameSeed::split(&heading.seed) {
            Some((seed, _)) => seed.draws,
            None => Seed::Text(heading.seed.clone()).master(),
        };
        let mut position = InPlay::<S> { session, heading, draws };
        // Whatever chance the record does not tell any more.
        position.session.draw(draws);
        Ok(Box::new(position))
    }
    let value: Value = serde_json::from_str(line).map_err(|error| Error::input(format!("not a record: {error}")))?;
    let name = value.get("game").and_then(Value::as_str).unwrap_or(GameName::NAMES[0]).to_owned();
    sim::for_game!(GameName::of_flag(&name)? => of(line, files))
}

/// A table of a game.
struct Laid<S: Lab> {
    players: usize,
    deal: Deal<S>,
}

/// Which games are played at it.
#[derive(Clone)]
enum Deal<S: Lab> {
    /// Those of a subject, perhaps all with one treatment.
    Drawn(S, Option<S::Treatment>),
    /// One, with what only records of this game say.
    Set(S::Game, Map<String, Value>),
}

/// A game that was dealt.
struct Dealt<S: Lab> {
    game: S::Game,
    seed: GameSeed,
    text: String,
    keys: Map<String, Value>,
}

impl<S: Lab> Deal<S> {
    /// Game number `number` of a master seed.
    fn numbered(&self, master: u64, number: u64, players: usize) -> Dealt<S> {
        let seed = game_seed(master, number, players);
        match self {
            Self::Drawn(subject, treatment) => {
                let drawn = || subject.treatment(number, treatment_seed(master, number));
                Self::with(subject, seed, treatment.unwrap_or_else(drawn))
            }
            Self::Set(game, keys) => {
                Dealt { game: game.clone(), seed, text: seed.text(&String::new()), keys: keys.clone() }
            }
        }
    }

    fn with(subject: &S, seed: GameSeed, treatment: S::Treatment) -> Dealt<S> {
        let (game, text, keys) = (subject.game(treatment), seed.text(&treatment), subject.record_keys(treatment));
        Dealt { game, seed, text, keys }
    }

    /// The game that a seed gives.
    fn of(&self, seed: &Seed, players: usize) -> Result<Dealt<S>> {
        let Seed::Text(text) = seed else { return Ok(self.numbered(seed.master(), 0, players)) };
        let Some((game_seed, rest)) = GameSeed::split(text) else {
            return Ok(self.numbered(seed.master(), 0, players));
        };
        if game_seed.first.index() >= players {
            let first = game_seed.first;
            return Err(Error::input(format!("seed: found first seat {first}, but there are {players} players")));
        }
        match self {
            Self::Drawn(subject, fixed) => {
                let fault = |error: String| Error::input(format!("seed: {error}"));
                let read =
                    GameSeed::read_by(text, |named| subject.named(named)).map_err(|error| fault(error.to_string()));
                let treatment = match (rest.is_empty(), fixed) {
                    (true, Some(fixed)) => *fixed,
                    _ => read?.1,
                };
                subject.accepts(treatment).map_err(fault)?;
                if fixed.is_some_and(|fixed| fixed != treatment) {
                    return Err(fault("it names other scoring tiles than `scoring`; leave `scoring` out".to_owned()));
                }
                Ok(Self::with(subject, game_seed, treatment))
            }
            Self::Set(game, keys) => {
                Ok(Dealt { game: game.clone(), seed: game_seed, text: text.clone(), keys: keys.clone() })
            }
        }
    }
}

impl<S: Lab> Laid<S> {
    /// Reads agents by specs.
    fn contestants(&self, specs: &[String]) -> Result<Vec<Contestant>> {
        let read = |text: &String| {
            Contestant::read(text, S::kinds(), &[]).map_err(|error| Error::input(format!("agent `{text}`: {error}")))
        };
        specs.iter().map(read).collect()
    }
}

fn build<S: Lab>(contestant: &Contestant) -> Box<dyn Agent<S::Game>> {
    contestant.spec.own().expect("no programs were offered").build_with(S::kinds(), clock)
}

impl<S: Lab> Table for Laid<S> {
    fn name(&self) -> &'static str {
        S::NAME
    }

    fn players(&self) -> usize {
        self.players
    }

    fn modules(&self) -> Vec<&'static str> {
        match &self.deal {
            Deal::Set(game, _) => game.modules(),
            Deal::Drawn(subject, _) => S::parts().into_iter().filter(|part| subject.has_part(part)).collect(),
        }
    }

    fn start(&self, seed: &Seed) -> Result<Box<dyn Played>> {
        Ok(Box::new(InPlay::begin(&self.deal.of(seed, self.players)?)))
    }

    fn encoding(&self) -> (&'static str, usize, usize, [usize; 3]) {
        (<S::Game as Encoding>::NAME, S::Game::ACTIONS, S::Game::OBSERVATION, S::Game::PLANES)
    }

    fn decision(&self, view: &str) -> Result<Box<dyn Deciding>> {
        let Deal::Set(game, _) = &self.deal else {
            return Err(Error::input("view: found one of no certain game; accepted: a view with its `game`"));
        };
        let (position, seat) = game.read_view(view).map_err(|error| Error::input(format!("view: {error}")))?;
        if game.turn(&position) != Turn::Seat(seat) {
            return Err(Error::input(format!("view: it is not the turn of its seat {seat}")));
        }
        let mut decision = InSteps::<S::Game> {
            game: game.clone(),
            position,
            seat,
            chosen: Default::default(),
            options: Options::default(),
            action: None,
        };
        decision.go_on()?;
        Ok(Box::new(decision))
    }

    fn course(&self, seed: &Seed) -> Result<Box<dyn Steps>> {
        let dealt = self.deal.of(seed, self.players)?;
        Ok(Box::new(OneCourse { course: Course::begin(dealt.game.clone(), dealt.seed, &[]), dealt }))
    }

    fn batch(&self, envs: usize, seed: &Seed, opponents: Option<&[String]>, threads: usize) -> Result<Box<dyn Many>> {
        let agents = match opponents {
            None => Vec::new(),
            Some(specs) if specs.len() + 1 == self.players => {
                let own = std::iter::once(None);
                own.chain(self.contestants(specs)?.iter().map(|agent| Some(build::<S>(agent)))).collect()
            }
            Some(specs) => {
                let (found, wanted) = (specs.len(), self.players - 1);
                return Err(Error::input(format!(
                    "opponents: found {found}; accepted: {wanted}, for the seats from 1 on"
                )));
            }
        };
        let (deal, master, players) = (self.deal.clone(), seed.master(), self.players);
        let dealt = move |number| {
            let Dealt { game, seed, .. } = deal.numbered(master, number, players);
            (game, seed)
        };
        let pool = (threads > 1).then(|| ordered::pool(Some(threads))).transpose()?;
        let batch = Batch::begin(Box::new(dealt), agents, players, envs, pool);
        Ok(Box::new(Several { batch, deal: self.deal.clone(), master }))
    }

    fn play(&self, order: &PlayOrder<'_>, take: &mut (dyn FnMut(PlayedGame) -> Result<()> + Send)) -> Result<()> {
        let mut seated: Vec<Seated<'_, S>> = Vec::new();
        for player in order.agents {
            seated.push(match player {
                Player::Spec(text) => {
                    let contestant = self.contestants(std::slice::from_ref(text))?.remove(0);
                    Seated::Agent(build::<S>(&contestant), contestant)
                }
                Player::Asked(name, ask) => Seated::Asked(name, *ask),
            });
        }
        let master = order.seed.master();
        let is_recording = order.is_recording;
        let play = |number: u64| {
            let dealt = match (order.games, order.seed) {
                // A record's seed gives its game.
                (1, seed @ Seed::Text(_)) => self.deal.of(seed, self.players)?,
                _ => self.deal.numbered(master, number, self.players),
            };
            play_one(&seated, number, &dealt, is_recording)
        };
        let interrupt = interrupt::heed()?;
        let Some(threads) = order.threads else {
            return (0..order.games).try_for_each(|number| {
                interrupt.check()?;
                take(play(number)?)
            });
        };
        let pool = ordered::pool(Some(threads))?;
        ordered::for_each(
            &pool,
            interrupt,
            (0..order.games).map(Ok),
            || (),
            |(): &mut (), number| play(number),
            |played| take(played?),
        )
    }

    fn set_up(&self) -> Option<String> {
        match &self.deal {
            Deal::Set(game, keys) => Some(record::write_set_up(game, keys.clone()).get().to_owned()),
            Deal::Drawn(subject, Some(treatment)) => {
                let keys = subject.record_keys(*treatment);
                Some(record::write_set_up(&subject.game(*treatment), keys).get().to_owned())
            }
            Deal::Drawn(_, None) => None,
        }
    }

    fn agents(&self) -> Vec<(&'static str, &'static str)> {
        S::kinds().iter().map(|kind| (kind.face.name, kind.face.summary)).collect()
    }
}

/// Who sits at the table.
enum Seated<'a, S: Lab> {
    Agent(Box<dyn Agent<S::Game>>, Contestant),
    Asked(&'a str, &'a Asked<'a>),
}

/// Somebody who is asked, in one game.
struct Caller<'a> {
    ask: &'a Asked<'a>,
    table: Arc<dyn Table>,
}

impl<G: Speech> Agent<G> for Caller<'_> {
    fn choose(&self, game: &G, view: &G::View<'_>, random: &mut Random) -> Decided<G::Action> {
        let public = game.public(view);
        let (seen, legal) = (game.write_view(view), game.write_legal(public).to_string());
        let mut decided = None;
        let mut accept = |answer: &Value| match game.read_choice(public, answer) {
            Ok(action) => {
                decided = Some(action);
                Ok(())
            }
            Err(complaint) => {
                let (seat, decision) = (game.viewer(view), game.decision(public).unwrap_or_default());
                Err(format!("the agent of seat {seat}, decision {decision}: {complaint}"))
            }
        };
        (self.ask)(&self.table, seen.get(), &legal, random.seed(), &mut accept);
        Decided::at_once(decided.expect("it returns with an action that was accepted"))
    }
}

fn play_one<S: Lab>(seated: &[Seated<'_, S>], number: u64, dealt: &Dealt<S>, is_recording: bool) -> Result<PlayedGame> {
    let Dealt { game, seed, text, keys } = dealt;
    let table = || -> Arc<dyn Table> {
        Arc::new(Laid::<S> { players: game.seats(), deal: Deal::Set(game.clone(), keys.clone()) })
    };
    let callers: BTreeMap<usize, Caller<'_>> = seated
        .iter()
        .enumerate()
        .filter_map(|(seat, who)| match who {
            Seated::Asked(_, ask) => Some((seat, Caller { ask: *ask, table: table() })),
            Seated::Agent(..) => None,
        })
        .collect();
    let agents: Vec<&dyn Agent<S::Game>> = seated
        .iter()
        .enumerate()
        .map(|(seat, who)| match who {
            Seated::Agent(agent, _) => &**agent,
            Seated::Asked(..) => &callers[&seat] as &dyn Agent<S::Game>,
        })
        .collect();
    if !is_recording {
        let ending = arena::play(game, seed, &agents, &mut ()).map_err(Error::undecided)?;
        return Ok(PlayedGame { number, seed: text.clone(), ending, record: None });
    }
    let mut events = interface::observer::Events::default();
    let ending = arena::play(game, seed, &agents, &mut events).map_err(Error::undecided)?;
    let of = |name: fn(&Seated<'_, S>) -> String| seated.iter().map(name).collect();
    let heading = Heading {
        seed: text.clone(),
        players: of(|who| match who {
            Seated::Agent(_, contestant) => contestant.name.clone(),
            Seated::Asked(name, ..) => (*name).to_owned(),
        }),
        specs: of(|who| match who {
            Seated::Agent(_, contestant) => contestant.spec.to_string(),
            Seated::Asked(name, ..) => (*name).to_owned(),
        }),
        keys: keys.clone(),
    };
    let record = Some(record::line(game, &heading, &events.0));
    Ok(PlayedGame { number, seed: text.clone(), ending, record })
}

/// A game in progress.
struct InPlay<S: Lab> {
    session: Session<S::Game>,
    heading: Heading,
    draws: u64,
}

impl<S: Lab> InPlay<S> {
    /// Before the first decision.
    fn begin(dealt: &Dealt<S>) -> Self {
        let Dealt { game, seed, text, keys } = dealt;
        let players = (0..game.seats()).map(|seat| format!("player-{seat}")).collect();
        let heading = Heading { seed: text.clone(), players, specs: Vec::new(), keys: keys.clone() };
        let mut session = Session::new(game.clone(), seed.first);
        session.draw(seed.draws);
        Self { session, heading, draws: seed.draws }
    }

    fn act(&mut self, action: <S::Game as Game>::Action) -> Result<()> {
        self.session.act(action).map_err(Error::input)?;
        self.session.draw(self.draws);
        Ok(())
    }

    fn seat_of(&self, seat: usize) -> Result<Seat> {
        let seats = self.session.game().seats();
        let found = Seat::all(seats).find(|other| other.index() == seat);
        found.ok_or_else(|| Error::input(format!("seat: found {seat}; accepted: 0 to {}", seats - 1)))
    }

    /// The action that JSON spells.
    fn read(&self, action: &Value) -> Result<<S::Game as Game>::Action> {
        if self.session.turn() == Turn::Over {
            return Err(Error::input("the game is over; accepted: no action"));
        }
        self.session.game().read_choice(self.session.position(), action).map_err(Error::input)
    }
}

impl<S: Lab> Played for InPlay<S> {
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

    fn copy(&self) -> Box<dyn Played> {
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
        let spelled: Vec<_> = events.iter().map(|event| game.spelled(event)).collect();
        serde_json::to_string(&spelled).map_err(Error::other)
    }

    fn results(&self) -> String {
        let results = self.session.ending().map(|ending| SeatResult::all(&ending)).unwrap_or_default();
        let result = |SeatResult { seat, vp, rank }: SeatResult| json!({"seat": seat, "vp": vp, "rank": rank});
        results.into_iter().map(result).collect::<Value>().to_string()
    }

    fn record(&self, players: Option<Vec<String>>) -> Result<String> {
        let mut heading = self.heading.clone();
        if let Some(players) = players {
            if players.len() != heading.players.len() {
                let (found, wanted) = (players.len(), heading.players.len());
                return Err(Error::input(format!("players: found {found} names; accepted: {wanted}")));
            }
            heading.players = players;
        }
        Ok(self.session.record(&heading))
    }

    fn svg(&self, seat: Option<usize>) -> Result<String> {
        let seat = seat.map(|seat| self.seat_of(seat)).transpose()?;
        let staged = Staged::of_session(&self.session, &self.heading, seat);
        let last = staged.steps.len().saturating_sub(1);
        Ok(board::alone(&staged, last, &PieceLook::of::<S::Game>()))
    }

    fn table(&self) -> Arc<dyn Table> {
        let game = self.session.game().clone();
        Arc::new(Laid::<S> { players: game.seats(), deal: Deal::Set(game, self.heading.keys.clone()) })
    }

    fn encode(&self, action: &Value) -> Result<Vec<usize>> {
        let action = self.read(action)?;
        encode(self.session.game(), self.session.position(), action).map_err(Error::input)
    }

    fn decode(&self, numbers: &[i64]) -> Result<String> {
        if self.session.turn() == Turn::Over {
            return Err(Error::input("the game is over; accepted: no action"));
        }
        let (game, position) = (self.session.game(), self.session.position());
        let action = decode(game, position, numbers).map_err(Error::input)?;
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
        self.act(action.ok_or_else(|| Error::input("the game is over; accepted: no action"))?)
    }
}

/// A decision in small steps.
struct InSteps<G: Encoding> {
    game: G,
    position: G::Position,
    seat: Seat,
    chosen: G::Chosen,
    options: Options,
    action: Option<G::Action>,
}

impl<G: Encoding> InSteps<G> {
    /// Chooses what is forced.
    fn go_on(&mut self) -> Result<()> {
        while self.action.is_none() {
            self.options = options_of(&self.game, &self.position, &self.chosen);
            match self.options.only() {
                Some(only) => self.take(only),
                None if self.options.is_empty() => {
                    return Err(Error::input("view: nothing that its seat may do fits into the encoding"));
                }
                None => return Ok(()),
            }
        }
        self.options = Options::default();
        Ok(())
    }

    fn take(&mut self, number: usize) {
        match self.game.choose(&self.position, self.chosen, number) {
            Next::Choose(next) => self.chosen = next,
            Next::Act(action) => self.action = Some(action),
        }
    }
}

impl<G: Encoding + Speech> Deciding for InSteps<G> {
    fn observe(&self, out: &mut [f32]) {
        let view = self.game.view(&self.position, self.seat);
        self.game.observe(&view, Some(&self.chosen), &mut Default::default(), out);
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn choose(&mut self, number: i64) -> Result<()> {
        let possible = usize::try_from(number).ok().filter(|number| self.options.has(*number));
        let accepted = || match self.action {
            Some(_) => "nothing, it is decided".to_owned(),
            None => shown(&self.options),
        };
        let possible =
            possible.ok_or_else(|| Error::input(format!("choice: found {number}; accepted: {}", accepted())))?;
        self.take(possible);
        self.go_on()
    }

    fn action(&self) -> Option<String> {
        Some(self.game.write_action(&self.position, self.action?).to_string())
    }
}

/// A game in small steps.
struct OneCourse<S: Lab> {
    course: Course<S::Game>,
    dealt: Dealt<S>,
}

impl<S: Lab> Steps for OneCourse<S> {
    fn mover(&self) -> Option<usize> {
        self.course.mover().map(Seat::index)
    }

    fn options(&self) -> &Options {
        self.course.options()
    }

    fn outside(&self) -> usize {
        self.course.outside_now()
    }

    fn choose(&mut self, number: i64) -> Result<()> {
        let number = self.course.check(number).map_err(|refused| Error::input(format!("action: {refused}")))?;
        self.course.choose(number, &[]);
        Ok(())
    }

    fn observe(&mut self, seat: usize, out: &mut [f32]) {
        self.course.observe_as(Seat::new(seat), out);
    }

    fn rewards(&self) -> Option<Vec<f64>> {
        let ending = self.course.ending()?;
        let seats = self.course.game().seats();
        Some(Seat::all(seats).map(|seat| ending.win_share(seat) - 1.0 / seats as f64).collect())
    }

    fn points(&self) -> Option<Vec<i32>> {
        Some(self.course.ending()?.points.to_vec())
    }

    fn played(&self) -> Result<Box<dyn Played>> {
        let mut played = InPlay::begin(&self.dealt);
        self.course.actions().iter().try_for_each(|action| played.act(*action))?;
        Ok(Box::new(played))
    }
}

/// Many games in small steps.
struct Several<S: Lab> {
    batch: Batch<S::Game>,
    deal: Deal<S>,
    master: u64,
}

impl<S: Lab> Many for Several<S> {
    fn shape(&self) -> (usize, usize, usize, usize, [usize; 3]) {
        (self.batch.len(), self.batch.players(), S::Game::ACTIONS, S::Game::OBSERVATION, S::Game::PLANES)
    }

    fn observe(&mut self, vectors: Option<&mut [f32]>, masks: &mut [i8], movers: &mut [i8]) {
        self.batch.observe(vectors, masks, movers);
    }

    fn planes(&self, out: &mut [u8]) {
        self.batch.planes(out);
    }

    fn step(
        &mut self,
        choices: &[i32],
        rewards: &mut [f32],
        done: &mut [bool],
        is_over: &mut dyn FnMut() -> bool,
    ) -> Result<bool> {
        let stepped = self.batch.step(choices, rewards, done, is_over);
        stepped.map_err(|fault| Error::input(format!("actions.{}: {}", fault.environment, fault.refused)))
    }

    fn counts(&self) -> [u64; 4] {
        let outside = self.batch.outside;
        [self.batch.steps, self.batch.games, outside.choices, outside.decisions]
    }

    fn seeds(&self) -> Vec<String> {
        let text = |number: &u64| self.deal.numbered(self.master, *number, self.batch.players()).text;
        self.batch.numbers().iter().map(text).collect()
    }
}
