//! A game before it starts: tiles, rules, scoring tiles and number of players.

use std::sync::Arc;

use crate::game::MAX_SEATS;
use crate::skye::printed::capacity::TooMuch;
use crate::skye::printed::rules::{Rules, RulesError, Slot};
use crate::skye::printed::scoring_tile::ScoringTile;
use crate::skye::printed::tiles::Tiles;

/// The scoring tiles on the four spaces of the board, A to D.
pub type ScoringSet = [ScoringTile; Slot::ALL.len()];

/// A set-up game of Isle of Skye: what stays the same from the first income to the final scoring. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Skye {
    tiles: Arc<Tiles>,
    rules: Arc<Rules>,
    scoring: ScoringSet,
    players: usize,
}

/// A set-up that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SetupError {
    #[error("players: found {0}; accepted: 2 to 5")]
    Players(usize),
    #[error("scoring tile `{0}` is chosen twice; every slot needs a different one")]
    RepeatedScoringTile(ScoringTile),
    #[error("{0}")]
    Rules(#[from] RulesError),
    #[error("the tile file has {found} tiles; {players} players over {rounds} rounds need at least {needed}")]
    TooFewTiles { found: usize, players: usize, rounds: usize, needed: usize },
    #[error("{0}")]
    TooMuch(#[from] TooMuch),
}

impl Skye {
    /// Sets up a game.
    ///
    /// # Errors
    /// If the number of players is not 2 to 5, a scoring tile is chosen twice, a rule is out of its range, there are too few tiles, or a territory
    /// could have more of something than there is room for.
    pub fn new(tiles: Arc<Tiles>, rules: Arc<Rules>, scoring: ScoringSet, players: usize) -> Result<Self, SetupError> {
        if !(2..=MAX_SEATS).contains(&players) {
            return Err(SetupError::Players(players));
        }
        if let Some(index) = (1..scoring.len()).find(|&index| scoring[..index].contains(&scoring[index])) {
            return Err(SetupError::RepeatedScoringTile(scoring[index]));
        }
        rules.validate()?;
        // Each round removes at most two tiles per player from the bag for good, and needs three per player in it.
        let rounds = rules.round_count();
        let needed = players * (2 * rounds + 1);
        if tiles.len() < needed {
            return Err(SetupError::TooFewTiles { found: tiles.len(), players, rounds, needed });
        }
        tiles.check_capacity(rules.largest_territory())?;
        Ok(Self { tiles, rules, scoring, players })
    }

    /// The printed game.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn printed(players: usize, scoring: ScoringSet) -> Result<Self, SetupError> {
        Self::new(Tiles::printed(), Arc::new(Rules::printed(players)), scoring, players)
    }

    /// Number of players.
    #[inline]
    pub(super) fn players(&self) -> usize {
        self.players
    }

    /// The tiles in play.
    #[inline]
    pub fn tiles(&self) -> &Tiles {
        &self.tiles
    }

    /// The rules in play.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The scoring tiles on A to D.
    #[inline]
    pub fn scoring(&self) -> ScoringSet {
        self.scoring
    }

    /// The scoring tile on one space.
    #[inline]
    pub fn scoring_at(&self, slot: Slot) -> ScoringTile {
        self.scoring[slot.index()]
    }
}
