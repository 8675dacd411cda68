//! Who plays, and which games.

use agents::Agent;
use engine::Ending;
use interface::observer::{Events, Observer};
use interface::seeds::GameSeed;

use super::args::PlayArgs;
use crate::base::clock::clock;
use crate::base::error::{Error, Result};
use crate::lab::config::{Config, check_flag};
use crate::lab::play::arena;
use crate::lab::play::numbered_games::{game_seed, treatment_seed};
use crate::lab::schedule::contestant::Contestant;
use crate::lab::subject::Subject;
use crate::lab::wire::{Wire, Written};

/// The master seed if none is given.
const DEFAULT_SEED: u64 = 1;

/// The validated arguments: agents by seat, the game as it is set up, and a seed for every game.
pub struct Table<S: Subject> {
    agents: Vec<Box<dyn Agent<S::Game>>>,
    contestants: Vec<Contestant>,
    /// Their names, by seat.
    players: Vec<String>,
    subject: S,
    games: Games<S::Treatment>,
}

/// Which games are played.
enum Games<T> {
    /// The one with this seed.
    One(GameSeed, T),
    /// Numbered games of a master seed.
    Numbered { master: u64, treatment: Option<T> },
}

/// A game about to be played.
pub struct Seated<S: Subject> {
    /// The game.
    pub game: S::Game,
    seed: GameSeed,
    treatment: S::Treatment,
}

impl<S: Subject> Seated<S> {
    /// What reproduces it.
    pub fn text(&self) -> String {
        self.seed.text(&self.treatment)
    }
}

impl<S: Wire> Table<S> {
    /// Sets everything up.
    ///
    /// # Errors
    /// If arguments contradict each other, or no game can be played with them.
    pub fn lay(args: &PlayArgs, config: &Config) -> Result<Self> {
        let read = |text: &String| {
            Contestant::read(text, S::kinds()).map_err(|error| Error::input(format!("agent `{text}`: {error}")))
        };
        let contestants: Vec<Contestant> = args.agents.iter().map(read).collect::<Result<_>>()?;
        let subject: S = config.components(contestants.len())?;
        args.scoring.as_ref().map_or(Ok(()), |_| check_flag::<S>("scoring"))?;
        let games = Games::of(args, contestants.len())?;
        let flag = if args.game_seed.is_some() { "--game-seed" } else { "--scoring" };
        let named = games.named().map_or(Ok(()), |named| subject.accepts(named));
        named.map_err(|error| Error::input(format!("{flag}: {error}")))?;
        Ok(Self {
            agents: contestants.iter().map(|agent| agent.spec.build_with(S::kinds(), clock)).collect(),
            players: contestants.iter().map(|agent| agent.name.clone()).collect(),
            subject,
            games,
            contestants,
        })
    }

    /// Agents' names by seat.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// Parts of the game whose components are only reconstructed.
    pub fn reconstructed(&self) -> Vec<&'static str> {
        self.subject.reconstructed()
    }

    /// One game by its number.
    pub fn game(&self, number: u64) -> Seated<S> {
        let (seed, treatment) = match self.games {
            Games::One(seed, treatment) => (seed, treatment),
            Games::Numbered { master, treatment } => {
                let drawn = || self.subject.treatment(number, treatment_seed(master, number));
                (game_seed(master, number, self.players.len()), treatment.unwrap_or_else(drawn))
            }
        };
        Seated { game: self.subject.game(treatment), seed, treatment }
    }

    /// Plays a game.
    pub fn play(&self, game: &Seated<S>, observer: &mut (impl Observer<S::Game> + ?Sized)) -> Ending {
        let agents: Vec<&dyn Agent<S::Game>> = self.agents.iter().map(|agent| &**agent).collect();
        arena::play(&game.game, &game.seed, &agents, observer)
    }

    /// Plays a game and records it.
    pub fn record(&self, game: &Seated<S>) -> (Ending, String) {
        let mut events = Events::default();
        let outcome = self.play(game, &mut events);
        let written = Written { subject: &self.subject, players: &self.contestants };
        (outcome, written.line(&game.game, &game.seed, game.treatment, &events.0))
    }
}

impl<T: Copy + PartialEq + std::str::FromStr<Err = String>> Games<T> {
    /// The treatment that the command line names.
    fn named(&self) -> Option<T> {
        match *self {
            Self::One(_, treatment) => Some(treatment),
            Self::Numbered { treatment, .. } => treatment,
        }
    }

    fn of(args: &PlayArgs, players: usize) -> Result<Self> {
        let scoring = args.scoring.as_ref();
        let treatment = scoring.map(|scoring| scoring.replace(',', "+").parse()).transpose();
        let treatment = treatment.map_err(|error| Error::input(format!("--scoring: {error}")))?;
        let Some(text) = &args.game_seed else {
            return Ok(Self::Numbered { master: args.seed.unwrap_or(DEFAULT_SEED), treatment });
        };
        let (seed, drawn) = GameSeed::read(text).map_err(|error| Error::input(format!("--game-seed: {error}")))?;
        if args.games != 1 {
            return Err(Error::input(format!("--game-seed is one game; found --games {}", args.games)));
        }
        if treatment.is_some_and(|treatment| treatment != drawn) {
            return Err(Error::input("--game-seed and --scoring name different scoring tiles; leave --scoring out"));
        }
        if seed.first.index() >= players {
            let first = seed.first;
            return Err(Error::input(format!("--game-seed: found first seat {first}, but there are {players} agents")));
        }
        Ok(Self::One(seed, drawn))
    }
}
