//! A game at a table: its players, their views, and their possible actions.

use std::collections::BTreeSet;
use std::ops::Deref;

use agents::Agent;
use engine::random::{mix, random};
use engine::skye::{Module, Skye};
use engine::tipperary::{ComponentSheet, Tipperary};
use engine::{Game, Seat, Turn};
use interface::components::ComponentFile;
use interface::link::{Dealt, GameLink, PERSON, agent};
use interface::narrate::Narrate;
use interface::picture_play::{PicturePlay, Target};
use interface::protocol::SeatResult;
use interface::record::{OpenRecord, RecordHeading};
use interface::saved::{self, SavedGame};
use interface::seeds::GameSeed;
use interface::session::{Session, Step, decide};
use interface::skye::scoring_set::{OwnTiles, SCORING_TILES};
use interface::skye::tile_set::{Library, TileSet, module_key, shipped};
use interface::stage::{self, StageStep};
use interface::tipperary::sheets::{self, Sheets};
use interface::weighing::{ActionEvaluation, considered, ranked};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::call::GivenFile;

/// The number of actions in a hint.
const LISTED: usize = 6;

/// The stream of random numbers for hints, separate from those of players.
const HINT: u64 = 0x6869_6e74;

/// The operations of a page on a table, for any game.
pub trait Play {
    /// Returns everything that stays the same during the game.
    fn introduce(&self) -> Value;

    /// Returns the table as a person sees it, or the public view.
    ///
    /// Steps and pictures are only included if they were not sent before.
    fn look(&mut self, viewer: Option<usize>) -> Result<Value, String>;

    /// Makes a decision for a person.
    fn act(&mut self, seat: usize, action: &Value) -> Result<(), String>;

    /// Advances chance or an agent.
    ///
    /// Returns the agent's evaluation, if it is asked for and no person plays.
    fn next(&mut self, explain: bool) -> Result<Value, String>;

    /// Undoes a person's last decision.
    fn undo(&mut self) -> Result<(), String>;

    /// Returns an agent's decision in place of the person to move, with its reasons.
    fn hint(&mut self, agent: &str) -> Result<Value, String>;

    /// The saved game.
    fn save(&self) -> String;

    /// The record, once the game is over.
    fn record(&self) -> Result<String, String>;
}

/// A game whose component files a page may bring.
pub trait Components: PicturePlay {
    /// The shipped files, and those of the given ones that belong to this game.
    ///
    /// # Errors
    /// A description of the fault of a file that is not valid.
    fn library(given: &[GivenFile]) -> Result<Self::Library, String>;
}

/// A given file as a component, under one of these keys.
fn component(file: &GivenFile, key: &'static str) -> Option<ComponentFile> {
    let is_it = file.key == key;
    is_it.then(|| ComponentFile { is_shipped: false, ..ComponentFile::built_in(key, &file.name, &file.text) })
}

impl Components for Skye {
    fn library(given: &[GivenFile]) -> Result<Library, String> {
        let mut library = Library::shipped();
        for file in given {
            if let Some(file) = component(file, interface::skye::tile_set::TILES) {
                TileSet::of(file.clone(), Vec::new())?;
                library.landscape.push(file);
            }
            if let Some(own) = component(file, SCORING_TILES) {
                library.scoring.push(OwnTiles::of_page(own, &file.scoring)?);
            }
            for module in Module::WITH_TILES {
                if let Some(file) = component(file, module_key(module)) {
                    TileSet::of(shipped(0), vec![(module, file.clone())])?;
                    library.of_modules.push((module, file));
                }
            }
        }
        Ok(library)
    }
}

impl Components for Tipperary {
    fn library(given: &[GivenFile]) -> Result<sheets::Library, String> {
        let mut library = sheets::Library::shipped();
        for sheet in ComponentSheet::ALL {
            let own: Vec<ComponentFile> = given.iter().filter_map(|file| component(file, sheets::key(sheet))).collect();
            Sheets::of_users(&own)?;
            library.files[sheet as usize].extend(own);
        }
        Ok(library)
    }
}

/// A table with a game and its players.
pub struct Table<G: Game> {
    session: Session<G>,
    seed: GameSeed,
    heading: RecordHeading,
    reconstructed: Vec<&'static str>,
    /// By seat; `None` for a person.
    agents: Vec<Option<Box<dyn Agent<G>>>>,
    /// True for a record, which is only viewed.
    is_record: bool,
    /// The steps that the page already has.
    sent: Vec<StageStep>,
    /// The pieces whose pictures the page already has.
    drawn: BTreeSet<usize>,
}

/// A possible action of the person to move.
#[derive(Serialize)]
struct Choice {
    action: Value,
    words: String,
    #[serde(flatten)]
    target: Target,
    /// Its changes of the own counters: number, before, after.
    counters: Vec<(usize, i64, i64)>,
    /// Its changes of the own awards, likewise.
    awards: Vec<(usize, i64, i64)>,
}

/// An agent's decision, and the actions that it weighed.
#[derive(Serialize)]
struct Thought {
    seat: usize,
    action: Value,
    words: String,
    #[serde(flatten)]
    target: Target,
    iterations: u64,
    measure: &'static str,
    weighed: Vec<WeighedTarget>,
    /// The pictures that the page does not have.
    pieces: Map<String, Value>,
}

/// An evaluated action, and where it is clicked.
#[derive(Serialize)]
struct WeighedTarget {
    #[serde(flatten)]
    evaluation: ActionEvaluation,
    #[serde(flatten)]
    target: Target,
}

impl<G: Components> Table<G> {
    /// Begins the game of a link.
    ///
    /// # Errors
    /// A description of why it cannot be played.
    pub fn begin(link: &str, chance: u64, files: &[GivenFile]) -> Result<Self, String> {
        let library = G::library(files)?;
        let Dealt { header, seed } = GameLink::read::<G>(link, &library)?.dealt(chance, &library)?;
        let session = Session::new(header.game, seed.first);
        Self::of(session, seed, header.heading, header.reconstructed)
    }

    /// Opens a saved game, or a record to view.
    ///
    /// # Errors
    /// A description of the fault.
    pub fn open(line: &str, files: &[GivenFile]) -> Result<Self, String> {
        let library = G::library(files)?;
        if line.starts_with(saved::BEGINNING) {
            let saved = SavedGame::<G>::read(line, &library)?;
            let (header, seed) = (saved.header.clone(), saved.seed);
            let session = Session::new(header.game, seed.first);
            let mut table = Self::of(session, seed, header.heading, header.reconstructed)?;
            table.session = saved
                .resume(|session, seat| decide(session, &seed, seat, table.agents[seat.index()].as_deref()?).ok())?;
            return Ok(table);
        }
        let opened = OpenRecord::<G>::read(line, &library).map_err(|fault| fault.to_string())?;
        let (session, _) = Session::of(&opened).map_err(|fault| fault.to_string())?;
        let header = opened.header;
        let agents = header.heading.players.iter().map(|_| None).collect();
        let seed = GameSeed { draws: 0, thinking: 0, first: Seat::default() };
        let (heading, reconstructed) = (header.heading, header.reconstructed);
        let (sent, drawn) = (Vec::new(), BTreeSet::new());
        Ok(Self { session, seed, heading, reconstructed, agents, is_record: true, sent, drawn })
    }

    fn of(
        session: Session<G>,
        seed: GameSeed,
        heading: RecordHeading,
        reconstructed: Vec<&'static str>,
    ) -> Result<Self, String> {
        let agents = heading.specs.iter().map(|spec| match spec.as_str() {
            PERSON => Ok(None),
            spec => agent(spec, session.game()).map(Some),
        });
        let agents = agents.collect::<Result<_, _>>()?;
        let (sent, drawn) = (Vec::new(), BTreeSet::new());
        Ok(Self { session, seed, heading, reconstructed, agents, is_record: false, sent, drawn })
    }

    fn is_person(&self, seat: Seat) -> bool {
        !self.is_record && self.agents[seat.index()].is_none()
    }

    fn has_people(&self) -> bool {
        Seat::all(self.agents.len()).any(|seat| self.is_person(seat))
    }

    /// The person who is to decide.
    fn mover(&self) -> Result<Seat, String> {
        match self.session.turn() {
            Turn::Seat(seat) if self.is_person(seat) => Ok(seat),
            _ => Err("it is no person's turn".to_owned()),
        }
    }

    /// The number of steps before a person's last decision.
    ///
    /// `None` if new information was revealed since.
    fn undo_to(&self) -> Option<usize> {
        let steps = &self.session.steps()[..self.session.at()];
        let last = steps.iter().rposition(|step| matches!(step, Step::Action(seat, _) if self.is_person(*seat)))?;
        let game = self.session.game();
        let mut before = self.session.clone();
        let mut is_secret_at = |at: usize| {
            before.go_to(at);
            game.is_secret(before.position())
        };
        // Nobody has seen the secret decisions of others since then.
        let is_unseen = (last + 1..steps.len()).all(|at| is_secret_at(at) && is_secret_at(at + 1));
        let reveals = is_secret_at(last) && !is_secret_at(last + 1);
        (is_unseen && !reveals).then_some(last)
    }

    /// All possible actions of the person to move, unless they are composed from parts.
    fn choices(&self, seat: Seat) -> Vec<Choice> {
        let game = self.session.game();
        let view = self.session.view(seat);
        let public = game.public(&view);
        // A position with the same view for the seat, so that no effect can depend on hidden information.
        let position = game.determinize_uniformly(&view, &mut random(0));
        let (counters, awards) = (game.counters(public, seat), game.awards(public));
        let own = |awards: &[Vec<i64>]| awards.iter().map(|seats| seats[seat.index()]).collect::<Vec<_>>();
        let changed = |before: &[i64], after: &[i64]| {
            let pairs = before.iter().zip(after).enumerate().filter(|(_, (before, after))| before != after);
            pairs.map(|(number, (before, after))| (number, *before, *after)).collect::<Vec<_>>()
        };
        let choice = |action| {
            let target = game.target(public, action);
            let after = effect(game, &position, action);
            let is_laid = matches!(target, Target::Board(_));
            Choice {
                action: game.write_action(public, action),
                words: game.action(&position, seat, action),
                counters: changed(&counters, &game.counters(&after, seat)),
                awards: if is_laid { changed(&own(&awards), &own(&game.awards(&after))) } else { Vec::new() },
                target,
            }
        };
        self.session.legal_actions().into_iter().map(choice).collect()
    }

    /// The steps that a viewer may see, from the first that the page does not have.
    fn new_steps(&mut self, viewer: Option<Seat>) -> (usize, Vec<StageStep>) {
        let steps = stage::steps(&self.session, &self.heading.players, viewer);
        let same = steps.iter().zip(&self.sent).take_while(|(step, sent)| step == sent).count();
        let new = steps[same..].to_vec();
        self.sent = steps;
        (same, new)
    }

    /// An agent's decision with the pictures that the page does not have.
    fn with_pictures(&mut self, mut thought: Thought) -> Value {
        let targets = thought.weighed.iter().map(|weighed| &weighed.target).chain([&thought.target]);
        let pieces: Vec<usize> = targets.flat_map(pieces_of_target).collect();
        thought.pieces = self.pictures(pieces);
        json!(thought)
    }

    /// The pictures of these pieces that the page does not have.
    fn pictures(&mut self, pieces: impl IntoIterator<Item = usize>) -> Map<String, Value> {
        let game = self.session.game();
        let new = pieces.into_iter().filter(|piece| self.drawn.insert(*piece));
        new.map(|piece| (piece.to_string(), json!(game.picture(piece)))).collect()
    }
}

/// The public position after an action's direct effects, before the game goes on.
fn effect<G: PicturePlay>(game: &G, position: &G::Position, action: G::Action) -> G::Public {
    let (mut after, mut is_effect) = (position.clone(), true);
    let mut seen = position.deref().clone();
    game.apply_telling(&mut after, action, &mut |position, event| {
        is_effect &= game.is_effect(&event);
        if is_effect {
            seen = position.deref().clone();
        }
    });
    seen
}

/// The pieces that an action shows where it is clicked.
fn pieces_of_target(target: &Target) -> Vec<usize> {
    match target {
        Target::Board(target) => target.shown.iter().map(|(_, _, piece, _)| *piece).chain([target.hand]).collect(),
        Target::Card { piece, .. } => vec![*piece],
        Target::Button { piece } => piece.iter().copied().collect(),
    }
}

impl<G: Components> Play for Table<G> {
    fn introduce(&self) -> Value {
        let game = self.session.game();
        let stage = game.stage();
        let modules = game.modules();
        let legend = <G as Narrate>::legend().into_iter().filter(|sign| {
            sign.modules.is_empty() || sign.modules.iter().any(|of| modules.iter().any(|module| module == of))
        });
        let legend: Vec<(String, String)> = legend.map(|sign| (sign.picture.into_string(), sign.meaning)).collect();
        json!({
            "game": G::NAME,
            "players": self.heading.players,
            "specs": self.heading.specs,
            "people": Seat::all(self.agents.len()).map(|seat| self.is_person(seat)).collect::<Vec<_>>(),
            "record": self.is_record,
            "modules": game.modules(),
            "counters": stage.counters,
            "awards": stage.awards,
            "rules": game.changed_rules(),
            "reconstructed": self.reconstructed,
            "colours": G::COLOURS,
            "icons": G::icons().into_string(),
            "legend": legend,
            "rounds": game.rounds(),
        })
    }

    fn look(&mut self, viewer: Option<usize>) -> Result<Value, String> {
        let seats = self.agents.len();
        let viewer = viewer.map(|viewer| {
            let person = Seat::all(seats).find(|seat| seat.index() == viewer && self.is_person(*seat));
            person.ok_or_else(|| format!("found seat {viewer}; accepted: the seat of a person"))
        });
        let viewer = viewer.transpose()?;
        let turn = self.session.turn();
        let mover = match turn {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        };
        let (from, steps) = self.new_steps(viewer);
        let game = self.session.game();
        let public: &G::Public = self.session.position();
        let is_own = mover.is_some() && mover == viewer;
        let factors = game.write_factors(public).filter(|_| is_own);
        let choices = mover.filter(|_| is_own && factors.is_none()).map(|seat| self.choices(seat));
        let middle = game.middle(public);
        let prompt = mover.filter(|_| is_own).map(|seat| game.prompt(&self.session.view(seat)));
        let mut answer = json!({
            "turn": mover.map(Seat::index),
            "chance": turn == Turn::Chance,
            "over": turn == Turn::Over,
            "results": self.session.ending().map(|ending| SeatResult::all(&ending)),
            "secret": mover.is_some() && game.is_secret(public),
            "decision": game.decision(public),
            "prompt": prompt,
            "round": G::round(self.session.position()),
            "undo": self.undo_to().is_some(),
            "now": game.awards(public),
            "times": game.award_times(public),
            "middle": middle,
            "belongings": Seat::all(seats).map(|seat| game.belongings(public, seat)).collect::<Vec<_>>(),
            "offer": factors,
            "choices": choices,
            "from": from,
            "steps": steps,
        });
        let of_middle = middle.iter().flat_map(|group| group.pieces.iter().map(|(piece, _)| *piece));
        let of_choices = choices.iter().flatten().flat_map(|choice| pieces_of_target(&choice.target));
        let pieces: Vec<usize> = steps.iter().flat_map(StageStep::pieces).chain(of_middle).chain(of_choices).collect();
        answer["pieces"] = self.pictures(pieces).into();
        Ok(answer)
    }

    fn act(&mut self, seat: usize, action: &Value) -> Result<(), String> {
        let mover = self.mover()?;
        if mover.index() != seat {
            return Err(format!("found a decision of seat {seat}; accepted: one of seat {mover}"));
        }
        let action = self.session.game().read_choice(self.session.position(), action);
        self.session.act(action.map_err(|error| error.to_string())?).map_err(|error| error.to_string())
    }

    fn next(&mut self, explain: bool) -> Result<Value, String> {
        match self.session.turn() {
            Turn::Chance => self.session.draw(self.seed.draws),
            Turn::Seat(seat) => {
                let Some(agent) = self.agents[seat.index()].as_deref() else {
                    return Err("it is a person's turn".to_owned());
                };
                if explain && !self.has_people() {
                    let random = self.seed.thinking_of(seat, self.session.decisions());
                    let (action, thought) = weighed(&self.session, seat, agent, &random);
                    let thought = self.with_pictures(thought);
                    self.session.act(action).map_err(|error| error.to_string())?;
                    return Ok(thought);
                }
                let action = decide(&self.session, &self.seed, seat, agent).map_err(|error| error.to_string())?;
                self.session.act(action).map_err(|error| error.to_string())?;
            }
            Turn::Over => return Err("the game is over".to_owned()),
        }
        Ok(Value::Null)
    }

    fn undo(&mut self) -> Result<(), String> {
        let to = self.undo_to();
        let to = to.ok_or("the last decision cannot be undone: something new has been revealed since")?;
        self.session.go_to(to);
        Ok(())
    }

    fn hint(&mut self, spec: &str) -> Result<Value, String> {
        let seat = self.mover()?;
        let agent = agent(spec, self.session.game())?;
        let seed = mix([self.seed.thinking, seat.index() as u64, self.session.at() as u64, HINT]);
        let (_, thought) = weighed(&self.session, seat, &*agent, &random(seed));
        Ok(self.with_pictures(thought))
    }

    fn save(&self) -> String {
        // An agent's secret decisions are left out, since it will make them again: so nobody can read them in the file.
        saved::line(&self.session, &self.heading, |seat| !self.is_person(seat))
    }

    fn record(&self) -> Result<String, String> {
        let is_over = self.session.ending().is_some();
        is_over.then(|| self.session.record(&self.heading)).ok_or_else(|| "the game is not over".to_owned())
    }
}

/// An agent's decision for the seat to move, and its evaluation.
fn weighed<G: PicturePlay>(
    session: &Session<G>,
    seat: Seat,
    agent: &dyn Agent<G>,
    rng: &engine::random::Random,
) -> (G::Action, Thought) {
    let (game, view) = (session.game(), session.view(seat));
    let public = game.public(&view);
    let explanation = agent.explain(game, &view, &mut rng.clone());
    // As for choices: no text can depend on hidden information.
    let position = game.determinize_uniformly(&view, &mut random(rng.seed()));
    let evaluations = considered(game, &position, seat, &view, &explanation).into_iter().zip(ranked(&explanation));
    let weighed = evaluations
        .take(LISTED)
        .map(|(evaluation, weighed)| WeighedTarget { evaluation, target: game.target(public, weighed.action) });
    let action = explanation.decision.action;
    let thought = Thought {
        seat: seat.index(),
        action: game.write_action(&position, action),
        words: game.action(&position, seat, action),
        target: game.target(public, action),
        iterations: explanation.decision.iterations,
        measure: explanation.measure,
        weighed: weighed.collect(),
        pieces: Map::new(),
    };
    (action, thought)
}
