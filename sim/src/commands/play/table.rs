//! Who plays, and which games.

use std::sync::Arc;

use agents::Agent;
use engine::Outcome;
use engine::skye::{Rules, Skye};

use super::PlayArgs;
use crate::arena::{self, Observer};
use crate::casual::game_seed;
use crate::error::{Error, Result};
use crate::record::{self, Setting};
use crate::seeds::GameSeed;
use crate::tile_set::TileSet;

/// The master seed if none is given.
const DEFAULT_SEED: u64 = 1;

/// The validated arguments: agents by seat, tiles, rules, and a seed for every game.
pub struct Table {
    agents: Vec<Box<dyn Agent<Skye>>>,
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
    Numbered { master: u64, scoring: Option<engine::skye::ScoringSet> },
}

impl Table {
    /// Sets everything up.
    ///
    /// # Errors
    /// If arguments contradict each other, or no game can be played with them.
    pub fn lay(args: &PlayArgs) -> Result<Self> {
        let table = Self {
            agents: args.agents.iter().map(agents::AgentSpec::build).collect(),
            players: args.agents.iter().map(ToString::to_string).collect(),
            tiles: args.tiles.as_deref().map_or_else(|| Ok(TileSet::printed()), TileSet::find)?,
            rules: Arc::new(Rules::printed(args.agents.len())),
            games: Games::of(args)?,
        };
        table.set_up(&table.seed(0)).map_err(Error::input)?;
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
        (outcome, record::line(&Setting { game, tiles: &self.tiles, players: &self.players }, seed, &events))
    }

    fn seed(&self, number: u64) -> GameSeed {
        match self.games {
            Games::One(seed) => seed,
            Games::Numbered { master, scoring } => game_seed(master, number, self.players.len(), scoring),
        }
    }

    fn set_up(&self, seed: &GameSeed) -> std::result::Result<Skye, engine::skye::SetupError> {
        Skye::new(Arc::clone(&self.tiles.tiles), Arc::clone(&self.rules), seed.scoring, self.players.len())
    }
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
