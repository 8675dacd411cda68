//! Who plays, and which games.

use agents::skye::KINDS;
use std::sync::Arc;

use agents::Agent;
use engine::Outcome;
use engine::skye::{Rules, ScoringSet, SetupError, Skye};

use super::PlayArgs;
use crate::arena::{self, Observer};
use crate::casual::game_seed;
use crate::clock::clock;
use crate::config::{self, Overrides};
use crate::contestant::Contestant;
use crate::error::{Error, Result};
use crate::record::{self, Setting};
use crate::seeds::GameSeed;
use crate::tile_set::TileSet;

/// The master seed if none is given.
const DEFAULT_SEED: u64 = 1;

/// The validated arguments: agents by seat, tiles, rules, and a seed for every game.
pub struct Table {
    agents: Vec<Box<dyn Agent<Skye>>>,
    contestants: Vec<Contestant>,
    /// Their names, by seat.
    players: Vec<String>,
    tiles: TileSet,
    rules: Arc<Rules>,
    games: Games,
}

/// Which games are played.
enum Games {
    /// The one of this seed.
    One(GameSeed),
    /// Numbered games of a master seed.
    Numbered { master: u64, scoring: Option<ScoringSet> },
}

impl Table {
    /// Sets everything up.
    ///
    /// # Errors
    /// If arguments contradict each other, or no game can be played with them.
    pub fn lay(args: &PlayArgs) -> Result<Self> {
        let (rules, tiles) = rules_and_tiles(args)?;
        let table = Self {
            agents: args.agents.iter().map(|agent| agent.spec.build_with(&KINDS, clock)).collect(),
            contestants: args.agents.clone(),
            players: args.agents.iter().map(|agent| agent.name.clone()).collect(),
            tiles,
            rules,
            games: Games::of(args)?,
        };
        table.set_up(&table.seed(0)).map_err(|error| table.complain(&error))?;
        Ok(table)
    }

    /// Agents' names by seat.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// The set-up and the seed of one game.
    pub fn game(&self, number: u64) -> (Skye, GameSeed) {
        let seed = self.seed(number);
        (self.set_up(&seed).expect("games differ in their scoring tiles only"), seed)
    }

    /// Plays a game.
    pub fn play(&self, game: &Skye, seed: &GameSeed, observer: &mut impl Observer) -> Outcome {
        let agents: Vec<&dyn Agent<Skye>> = self.agents.iter().map(|agent| &**agent).collect();
        arena::play(game, seed, &agents, observer)
    }

    /// Plays a game and records it.
    pub fn record(&self, game: &Skye, seed: &GameSeed) -> (Outcome, String) {
        let mut events = Vec::new();
        let outcome = self.play(game, seed, &mut events);
        (outcome, record::line(&Setting { game, tiles: &self.tiles, players: &self.contestants }, seed, &events))
    }

    fn seed(&self, number: u64) -> GameSeed {
        match self.games {
            Games::One(seed) => seed,
            Games::Numbered { master, scoring } => game_seed(master, number, self.players.len(), scoring),
        }
    }

    fn set_up(&self, seed: &GameSeed) -> std::result::Result<Skye, SetupError> {
        Skye::new(Arc::clone(&self.tiles.tiles), Arc::clone(&self.rules), seed.scoring, self.players.len())
    }

    /// A fault of the set-up with what brought it in. The rest has been checked before.
    fn complain(&self, error: &SetupError) -> Error {
        match error {
            SetupError::TooFewTiles { .. } => Error::input(format!("--tiles {}: {error}", self.tiles.name)),
            SetupError::Players(_) | SetupError::RepeatedScoringTile(_) | SetupError::Rules(_) => Error::input(error),
        }
    }
}

/// The printed ones, unless another tile file or a config is given.
fn rules_and_tiles(args: &PlayArgs) -> Result<(Arc<Rules>, TileSet)> {
    let players = args.agents.len();
    let Some(path) = &args.config else {
        let tiles = args.tiles.as_deref().map_or_else(|| Ok(TileSet::printed()), TileSet::find)?;
        return Ok((Arc::new(Rules::printed(players)), tiles));
    };
    let experiment = config::load(path, &Overrides { set: args.set.clone(), seed: None })?;
    if experiment.players != players {
        let (path, wanted) = (path.display(), experiment.players);
        return Err(Error::input(format!(
            "--config {path}: found {players} agents; accepted: {wanted}, its `players`"
        )));
    }
    Ok((experiment.rules, experiment.tiles))
}

impl Games {
    fn of(args: &PlayArgs) -> Result<Self> {
        let Some(seed) = args.game_seed else {
            return Ok(Self::Numbered { master: args.seed.unwrap_or(DEFAULT_SEED), scoring: args.scoring });
        };
        if args.games != 1 {
            return Err(Error::input(format!("--game-seed is one game; found --games {}", args.games)));
        }
        if args.scoring.is_some_and(|scoring| scoring != seed.scoring) {
            return Err(Error::input("--game-seed and --scoring name different scoring tiles; leave --scoring out"));
        }
        if seed.first.index() >= args.agents.len() {
            let (first, players) = (seed.first, args.agents.len());
            return Err(Error::input(format!("--game-seed: found first seat {first}, but there are {players} agents")));
        }
        Ok(Self::One(seed))
    }
}
