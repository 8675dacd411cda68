//! Tables with people who read their lines from a script.

use std::path::PathBuf;

use agents::{Agent, AgentKind, AgentSpec};
use engine::skye::{Module, Modules, ScoringTile, Skye};
use engine::tipperary::{Components, Rules, Tipperary};
use engine::{Game, Seat, Turn};
use interface::human_input::listed;
use interface::picture_play::PicturePlay;
use interface::record::RecordHeading;
use interface::record_format::RecordFormat;
use interface::saved::SavedGame;
use interface::seeds::GameSeed;
use interface::session::{Session, Step, decide};
use interface::skye::scoring_set::Scoring;
use interface::skye::tile_set::TileSet;
use interface::tipperary::hometowns::HometownDeal;
use interface::tipperary::sheets::Sheets;
use interface::{skye, tipperary};
use lab::people::{Adviser, HumanSession, SessionEnd, SessionPlayer, Terminal};
use tempfile::TempDir;

/// What people are called in the list of a table's players.
pub const HUMAN: &str = "human";

/// A game and who plays it.
pub struct Table<G: Game + RecordFormat> {
    pub game: G,
    pub seed: GameSeed,
    pub heading: RecordHeading,
    pub library: G::Library,
    kinds: &'static [AgentKind<G>],
    home: TempDir,
}

/// How far a script came.
pub struct Outcome {
    pub end: Result<SessionEnd, String>,
    /// What was shown.
    pub text: String,
    /// The record of the game so far.
    pub record: String,
}

fn seed(number: u64, seats: usize) -> GameSeed {
    GameSeed { draws: number, thinking: number + 1000, first: Seat::new(number as usize % seats) }
}

fn heading(seed: &GameSeed, specs: &[&str], keys: serde_json::Map<String, serde_json::Value>) -> RecordHeading {
    let players = specs.iter().enumerate().map(|(seat, spec)| format!("{spec}{seat}")).collect();
    RecordHeading { seed: seed.text(&""), players, specs: specs.iter().map(|&spec| spec.to_owned()).collect(), keys }
}

/// Isle of Skye with these modules and players.
pub fn isle(modules: &[Module], specs: &[&str], number: u64) -> Table<Skye> {
    let scoring = [ScoringTile::Sheep, ScoringTile::Squares, ScoringTile::MostGold, ScoringTile::Harbours];
    let modules: Modules = modules.iter().copied().collect();
    let game = Skye::printed_with(specs.len(), scoring, modules).unwrap();
    let keys = skye::record::keys(&TileSet::printed(), game.rules(), None, Scoring(scoring), specs.len());
    let seed = seed(number, specs.len());
    Table {
        heading: heading(&seed, specs, keys),
        game,
        seed,
        library: skye::tile_set::Library::shipped(),
        kinds: &agents::skye::KINDS,
        home: TempDir::new().unwrap(),
    }
}

/// Tipperary with these players.
pub fn county(specs: &[&str], number: u64) -> Table<Tipperary> {
    let (components, rules) = (Components::shipped(), Rules::printed(specs.len()));
    let hometowns = components.deal(specs.len(), number);
    let keys = tipperary::record::keys(&Sheets::reconstructed(), &rules, HometownDeal::of(&components, &hometowns));
    let seed = seed(number, specs.len());
    Table {
        heading: heading(&seed, specs, keys),
        game: Tipperary::new(components, rules.into(), &hometowns).unwrap(),
        seed,
        library: tipperary::sheets::Library::shipped(),
        kinds: &agents::tipperary::KINDS,
        home: TempDir::new().unwrap(),
    }
}

/// How a script spells things.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum ExecOptions {
    /// With coordinates and nothing else.
    Plain,
    /// With numbers, small letters, questions, hints and things taken back.
    Chatty,
}

impl<G: PicturePlay> Table<G> {
    fn agent(&self, spec: &str) -> Box<dyn Agent<G>> {
        AgentSpec::read(spec, self.kinds).unwrap().build(self.kinds)
    }

    /// By seat; none for people.
    fn agents(&self) -> Vec<Option<Box<dyn Agent<G>>>> {
        let agent = |spec: &String| (spec != HUMAN).then(|| self.agent(spec));
        self.heading.specs.iter().map(agent).collect()
    }

    pub fn is_person(&self, seat: Seat) -> bool {
        self.heading.specs[seat.index()] == HUMAN
    }

    /// A whole game in which people decide as this agent would.
    pub fn played(&self, in_place_of_people: &str) -> Session<G> {
        let mut session = Session::new(self.game.clone(), self.seed.first);
        let (stand_in, agents) = (self.agent(in_place_of_people), self.agents());
        loop {
            session.draw(self.seed.draws);
            let Turn::Seat(seat) = session.turn() else { return session };
            let agent = agents[seat.index()].as_deref().unwrap_or(&*stand_in);
            session.act(decide(&session, &self.seed, seat, agent).unwrap()).unwrap();
        }
    }

    /// The lines by which people play that game.
    pub fn script(&self, session: &Session<G>, exec: ExecOptions) -> Vec<String> {
        let (mut lines, mut number, mut decision) = (Vec::new(), 0, 0);
        // The steps that are decisions, so that it is known what follows them.
        let decisions: Vec<usize> =
            (0..session.steps().len()).filter(|&at| self.seat_of(session, at).is_some()).collect();
        session.show_decisions(|position, seat, action| {
            let at = decisions[decision];
            decision += 1;
            if !self.is_person(seat) {
                return;
            }
            number += 1;
            let view = self.game.view(position, seat);
            let plain = self.game.line(&view, action);
            if exec == ExecOptions::Plain {
                lines.push(plain);
                return;
            }
            let asides = ["?", "hint", "legend", ""];
            lines.push(asides[number % asides.len()].to_owned());
            if number % 7 == 0 {
                lines.push("save".to_owned());
            }
            let is_listed = number % 3 > 0 && self.game.form(&view).is_none();
            let line = match is_listed.then(|| listed(&self.game, &view)) {
                Some(all) => (1 + all.iter().position(|(other, _)| *other == action).unwrap()).to_string(),
                None => plain.to_lowercase(),
            };
            let is_followed = session.steps().get(at + 1).is_some() && self.seat_of(session, at + 1) == Some(seat);
            if is_followed && !self.game.is_secret(position) {
                lines.extend([plain, "undo".to_owned()]);
            }
            lines.push(line);
        });
        lines
    }

    fn seat_of(&self, session: &Session<G>, at: usize) -> Option<Seat> {
        match session.steps()[at] {
            Step::Action(seat, _) => Some(seat),
            Step::Chance(_) => None,
        }
    }

    pub fn save(&self) -> PathBuf {
        self.home.path().join("saved game")
    }

    pub fn fresh(&self) -> Session<G> {
        Session::new(self.game.clone(), self.seed.first)
    }

    /// The game that was saved.
    pub fn resumed(&self) -> Result<Session<G>, String> {
        self.resumed_from(&std::fs::read_to_string(self.save()).unwrap())
    }

    pub fn resumed_from(&self, text: &str) -> Result<Session<G>, String> {
        let saved = SavedGame::<G>::read(text.trim(), &self.library)?;
        assert_eq!(saved.header.heading, self.heading);
        let agents = self.agents();
        saved.resume(|session, seat| {
            let agent = agents[seat.index()].as_deref()?;
            Some(decide(session, &self.seed, seat, agent).unwrap())
        })
    }

    /// Lets people type these lines.
    pub fn sit(&self, session: Session<G>, lines: &[String], is_saved: bool) -> Outcome {
        let agents = self.agents();
        let players =
            agents.iter().map(|agent| agent.as_deref().map_or(SessionPlayer::Person, SessionPlayer::Agent)).collect();
        let adviser = Adviser { name: "greedy".to_owned(), agent: self.agent("greedy") };
        let save = is_saved.then(|| self.save());
        let mut human_session = HumanSession::new(session, self.seed, self.heading.clone(), players, adviser, save);
        let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let mut shown = Vec::new();
        let end =
            human_session.play(&mut Terminal::of(input.as_bytes(), &mut shown)).map_err(|error| error.to_string());
        let plain = anstream::adapter::strip_str(std::str::from_utf8(&shown).unwrap()).to_string();
        Outcome { end, text: plain, record: human_session.record() }
    }
}
