//! A table for Python: made from a config or a set-up of the protocol, and its games.

use std::sync::Arc;

use engine::{Game, Seat, Turn};
use interface::protocol::Protocol;
use interface::record;
use interface::record_format::RecordFormat;
use lab::base::error::{Error, Result};
use lab::config::{Config, check_flag};
use learning::encoding::Encoding;
use learning::feature_list::ObservedNumber;
use serde_json::Value;

use super::competing;
use super::game_source::{GameSource, Lab, TableSetup};
use super::playing;
use super::seated::{answer, build, contestants, guided};
use super::session_game::SessionGame;
use super::stepwise::{StepwiseBatch, StepwiseDecision, StepwiseGame};
use super::traits::{
    BatchSteps, DecisionSteps, GameSteps, GameTable, LiveGame, MatchOrder, MatchTables, Origin, PlayOrder, PlayedGame,
    SearchOrder, Seed,
};

/// The name in the command line's messages for a game without a config.
pub const FILE: &str = "the printed game";

/// The table of a config's values, perhaps with four named scoring tiles.
///
/// # Errors
/// As the command line's.
pub fn table(values: &Value, scoring: Option<&[String]>) -> Result<Arc<dyn GameTable>> {
    fn of<S: Lab>(config: &Config, values: &Value, scoring: Option<&[String]>) -> Result<Arc<dyn GameTable>> {
        let (subject, players) = config.set_up(S::INFO)?;
        let subject: S = subject.setup::<S>().clone();
        let named = |names: &[String]| {
            check_flag(S::INFO, "scoring")?;
            let fault = |error: String| Error::input("scoring", &error, "");
            let treatment = subject.named(&names.join("+")).map_err(fault)?;
            subject.accepts(&treatment).map_err(fault)?;
            Ok(treatment)
        };
        let treatment = scoring.map(named).transpose()?;
        let own = subject.files().into_iter().filter(|file| !file.is_shipped);
        let files = own.map(|file| file.path.to_string()).collect();
        let config = Some(Arc::new((values.clone(), scoring.map(<[String]>::to_vec))));
        Ok(Arc::new(TableSetup::<S> { players, source: GameSource::Drawn(subject, treatment), config, files }))
    }
    let config = Config::of_values(FILE, values);
    ::games::for_game!(::games::of_config(&config)? => of(&config, values, scoring))
}

/// The table of a game in the protocol's format.
///
/// # Errors
/// The first fault.
pub fn table_of_set_up(set_up: &Value, files: &[String]) -> Result<Arc<dyn GameTable>> {
    fn of<S: Lab>(set_up: &Value, files: &[String]) -> Result<Arc<dyn GameTable>> {
        let game: S::Game = record::read_set_up(&set_up.to_string(), &S::library(files)?).map_err(Error::of_input)?;
        let keys =
            S::Game::RECORD_KEYS.iter().filter_map(|key| Some(((*key).to_owned(), set_up.get(key)?.clone()))).collect();
        Ok(Arc::new(TableSetup::<S>::of_game(game, keys, files.into())))
    }
    let name = set_up.get("game").and_then(Value::as_str).unwrap_or(::games::NAMES[0]);
    ::games::for_game!(::games::of_flag(name)? => of(set_up, files))
}

/// A game, a position of it, and the seat to move.
type SeenPosition<'a, G> = (&'a G, <G as Game>::Position, Seat);

impl<S: Lab> TableSetup<S> {
    /// The game of a view, the position as the seat to move knows it, and that seat.
    fn seen(&self, view: &str) -> Result<SeenPosition<'_, S::Game>> {
        let GameSource::Set(game, _) = &self.source else {
            return Err(Error::input("view", "found one without a game", "a view with its `game`"));
        };
        let (position, seat) = game.read_view(view).map_err(|error| Error::input("view", &error, ""))?;
        if game.turn(&position) != Turn::Seat(seat) {
            return Err(Error::input("view", format_args!("it is not the turn of its seat {seat}"), ""));
        }
        Ok((game, position, seat))
    }
}

impl<S: Lab> GameTable for TableSetup<S> {
    fn name(&self) -> &'static str {
        S::INFO.name
    }

    fn players(&self) -> usize {
        self.players
    }

    fn modules(&self) -> Vec<&'static str> {
        match &self.source {
            GameSource::Set(game, _) => game.modules(),
            GameSource::Drawn(subject, _) => {
                S::INFO.parts.iter().copied().filter(|part| subject.has_part(part)).collect()
            }
        }
    }

    fn start(&self, seed: &Seed) -> Result<Box<dyn LiveGame>> {
        Ok(Box::new(SessionGame::begin(&self.of(seed)?)))
    }

    fn encoding(&self) -> (&'static str, usize, usize, [usize; 3]) {
        (<S::Game as Encoding>::NAME, S::Game::ACTIONS, S::Game::OBSERVATION, S::Game::PLANES)
    }

    fn decision(&self, view: &str) -> Result<Box<dyn DecisionSteps>> {
        let (game, position, seat) = self.seen(view)?;
        Ok(Box::new(StepwiseDecision::begin(game.clone(), position, seat)?))
    }

    fn search(&self, view: &str, order: &SearchOrder) -> Result<String> {
        let (game, position, seat) = self.seen(view)?;
        let agent = guided::<S>(order, game)?;
        Ok(answer::<S>(game, &game.view(&position, seat), (&agent, true), order.seed))
    }

    fn environment(&self, seed: &Seed) -> Result<Box<dyn GameSteps>> {
        Ok(Box::new(StepwiseGame::begin(&self.of(seed)?)))
    }

    fn batch(
        &self,
        envs: usize,
        seed: &Seed,
        opponents: Option<&[String]>,
        threads: usize,
    ) -> Result<Box<dyn BatchSteps>> {
        let agents = match opponents {
            None => Vec::new(),
            Some(specs) if specs.len() + 1 == self.players => {
                let own = std::iter::once(None);
                own.chain(contestants::<S>(specs)?.iter().map(|agent| Some(build::<S>(agent)))).collect()
            }
            Some(specs) => {
                let (found, wanted) = (specs.len(), self.players - 1);
                return Err(Error::input(
                    "opponents",
                    format_args!("found {found}"),
                    format_args!("{wanted}, for the seats from 1 on"),
                ));
            }
        };
        Ok(Box::new(StepwiseBatch::begin(self, seed.master(), agents, envs, threads)?))
    }

    fn play(&self, order: &PlayOrder<'_>, take: &mut (dyn FnMut(PlayedGame) -> Result<()> + Send)) -> Result<()> {
        playing::play(self, order, take)
    }

    fn compete(&self, order: &MatchOrder<'_>) -> Result<MatchTables> {
        competing::compete(self, order)
    }

    fn files(&self) -> Vec<String> {
        self.files.to_vec()
    }

    fn origin(&self) -> Origin {
        match (self.config.as_deref(), self.set_up()) {
            (None, Some(set_up)) => Origin::SetUp(set_up, self.files.to_vec()),
            (config, _) => {
                let (values, scoring) = config.cloned().unwrap_or_default();
                Origin::Config(values.to_string(), scoring)
            }
        }
    }

    fn describe(&self, choice: usize) -> String {
        S::Game::describe(choice)
    }

    fn features(&self) -> Vec<ObservedNumber> {
        S::Game::features()
    }

    fn set_up(&self) -> Option<String> {
        match &self.source {
            GameSource::Set(game, keys) => Some(record::write_set_up(game, keys.clone()).get().to_owned()),
            GameSource::Drawn(subject, Some(treatment)) => {
                let keys = subject.record_keys(treatment);
                Some(record::write_set_up(&subject.game(treatment), keys).get().to_owned())
            }
            GameSource::Drawn(_, None) => None,
        }
    }

    fn agents(&self) -> Vec<(&'static str, &'static str)> {
        S::KINDS.iter().map(|kind| (kind.schema.name, kind.schema.summary)).collect()
    }
}
