//! A table as Python has it: read from a config or from what the protocol tells, and what is begun at it.

use std::sync::Arc;

use engine::{Game, Turn};
use interface::record;
use interface::protocol::Protocol;
use interface::record_format::RecordFormat;
use learning::encoding::Encoding;
use serde_json::Value;
use sim::base::error::{Error, Result};
use sim::games::GameName;
use sim::lab::config::{Config, check_flag};

use super::deal::{Deal, Lab, Laid};
use super::faces::{Deciding, Many, PlayOrder, Played, PlayedGame, Seed, Steps, Table};
use super::in_play::InPlay;
use super::in_steps::{InSteps, OneCourse, Several};
use super::playing::{self, build, contestants};

/// What the messages of the command line call a game that no config describes.
const FILE: &str = "the printed game";

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
        Ok(Box::new(InSteps::begin(game.clone(), position, seat)?))
    }

    fn course(&self, seed: &Seed) -> Result<Box<dyn Steps>> {
        Ok(Box::new(OneCourse::begin(self.deal.of(seed, self.players)?)))
    }

    fn batch(&self, envs: usize, seed: &Seed, opponents: Option<&[String]>, threads: usize) -> Result<Box<dyn Many>> {
        let agents = match opponents {
            None => Vec::new(),
            Some(specs) if specs.len() + 1 == self.players => {
                let own = std::iter::once(None);
                own.chain(contestants::<S>(specs)?.iter().map(|agent| Some(build::<S>(agent)))).collect()
            }
            Some(specs) => {
                let (found, wanted) = (specs.len(), self.players - 1);
                return Err(Error::input(format!(
                    "opponents: found {found}; accepted: {wanted}, for the seats from 1 on"
                )));
            }
        };
        Ok(Box::new(Several::begin(self, seed.master(), agents, envs, threads)?))
    }

    fn play(&self, order: &PlayOrder<'_>, take: &mut (dyn FnMut(PlayedGame) -> Result<()> + Send)) -> Result<()> {
        playing::play(self, order, take)
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
