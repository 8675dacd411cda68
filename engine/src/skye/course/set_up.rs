//! A game before it starts: tiles, rules, scoring tiles and number of players.

use std::sync::Arc;

use crate::MAX_SEATS;
use crate::skye::printed::sizes::LARGEST_COUNT;
use crate::skye::{
    Countable, Feature, FeatureSet, Module, Modules, PRICED, Payment, Pays, Rules, ScoringTile, Slot, Tiles,
};
use crate::tipperary::RulesError;

/// The scoring tiles on the four spaces of the board, A to D.
pub type ScoringSet = [ScoringTile; Slot::ALL.len()];

/// A set-up game of Isle of Skye: what stays the same from the first income to the final scoring.
///
/// Cheap to clone.
///
/// ```
/// use engine::skye::{ScoringTile, Skye};
/// use engine::{Game, Seat};
///
/// use ScoringTile::{Columns, Harbours, Sheep, Squares};
/// let game = Skye::printed(2, [Sheep, Squares, Columns, Harbours])?;
/// let position = game.start(Seat::new(0));
/// assert_eq!((position.round, position.seats()), (1, 2));
/// assert_eq!(Skye::printed(2, [Sheep, Sheep, Columns, Harbours]).unwrap_err().to_string(),
///     "scoring tile `sheep` is chosen twice; every slot needs a different one");
/// # Ok::<(), engine::skye::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Skye {
    tiles: Arc<Tiles>,
    rules: Arc<Rules>,
    scoring: ScoringSet,
    about: ScoringTopics,
    players: usize,
}

/// The combined subjects of the scoring tiles in play.
#[derive(Copy, Clone, Debug, Default)]
pub struct ScoringTopics {
    /// The features of which majorities are compared.
    pub compared: FeatureSet,
    /// True if gold held pays, or is compared.
    pub gold: bool,
    /// True if a tile has a cap.
    pub caps: bool,
}

impl ScoringTopics {
    fn of(rules: &Rules, scoring: ScoringSet) -> Self {
        let mut about = Self::default();
        for payment in scoring.iter().map(|&tile| rules.payment(tile)) {
            about.caps |= payment.is_capped();
            for part in &payment.parts {
                match (part.tally, part.pays) {
                    (Countable::Gold, _) => about.gold = true,
                    (Countable::Feature(feature), Pays::Most(_)) => about.compared.extend([feature]),
                    _ => {}
                }
            }
        }
        about
    }
}

/// A set-up that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SetupError {
    #[error("players: found {0}; accepted: 2 to 5")]
    Players(usize),
    #[error("scoring tile `{0}` is chosen twice; every slot needs a different one")]
    RepeatedScoringTile(ScoringTile),
    #[error("scoring tile `{0}` needs the module `{1}`")]
    ScoringTileNotInPlay(ScoringTile, Module),
    #[error("the module `{0}` is in play without its tiles")]
    NoModuleTiles(Module),
    #[error("{0}")]
    Rules(#[from] RulesError),
    #[error("the tile file has {found} tiles; {players} players over {rounds} rounds need at least {needed}")]
    TooFewTiles { found: usize, players: usize, rounds: usize, needed: usize },
    #[error("the tile file contains tiles of the module `{0}`, which is not in play")]
    ModuleNotInPlay(Module),
    #[error("a territory could show {found} of `{feature}`; accepted: at most {most}")]
    TooManyFeatures { feature: Feature, found: u16, most: u16 },
}

impl Skye {
    /// Sets up a game.
    ///
    /// # Errors
    /// If the number of players is not 2 to 5, a scoring tile is chosen twice or not in play, the modules in play are
    /// not those that have tiles, a rule is out of its range, there are too few tiles, or their features could overflow
    /// the counts.
    pub fn new(tiles: Arc<Tiles>, rules: Arc<Rules>, scoring: ScoringSet, players: usize) -> Result<Self, SetupError> {
        if !(2..=MAX_SEATS).contains(&players) {
            return Err(SetupError::Players(players));
        }
        if let Some(index) = (1..scoring.len()).find(|&index| scoring[..index].contains(&scoring[index])) {
            return Err(SetupError::RepeatedScoringTile(scoring[index]));
        }
        for tile in scoring {
            if let Some(module) = tile.module().filter(|&module| !rules.modules.has(module)) {
                return Err(SetupError::ScoringTileNotInPlay(tile, module));
            }
        }
        if let Some(module) = rules.modules.iter().find(|&module| !tiles.have(module)) {
            return Err(SetupError::NoModuleTiles(module));
        }
        if let Some(module) =
            Module::WITH_TILES.into_iter().find(|module| tiles.have(*module) && !rules.modules.has(*module))
        {
            return Err(SetupError::ModuleNotInPlay(module));
        }
        rules.validate()?;
        // Each round removes at most two tiles per player from the bag for good, but needs all that it draws to be
        // there.
        let rounds = rules.round_count();
        let needed = players * (PRICED * (rounds - 1) + usize::from(rules.tiles_drawn));
        if tiles.len() < needed {
            return Err(SetupError::TooFewTiles { found: tiles.len(), players, rounds, needed });
        }
        // Counts of a whole territory are kept in small words.
        for feature in Feature::ALL {
            let found = tiles.most_of(feature, rounds * rules.tiles_per_round());
            if found > LARGEST_COUNT {
                return Err(SetupError::TooManyFeatures { feature, found, most: LARGEST_COUNT });
            }
        }
        let about = ScoringTopics::of(&rules, scoring);
        Ok(Self { tiles, rules, scoring, about, players })
    }

    /// The printed game.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn printed(players: usize, scoring: ScoringSet) -> Result<Self, SetupError> {
        Self::new(Tiles::printed(), Arc::new(Rules::printed(players)), scoring, players)
    }

    /// The printed game with modules, whose tiles are reconstructed.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn printed_with(players: usize, scoring: ScoringSet, modules: Modules) -> Result<Self, SetupError> {
        let rules = Rules::with_modules(players, modules);
        Self::new(Tiles::printed_with(modules), Arc::new(rules), scoring, players)
    }

    /// Returns whether this is the same set-up, or a clone of it.
    ///
    /// False for another one, even if that is equal.
    pub fn is_same(&self, other: &Self) -> bool {
        let parts = (Arc::ptr_eq(&self.tiles, &other.tiles), Arc::ptr_eq(&self.rules, &other.rules));
        parts == (true, true) && self.scoring == other.scoring && self.players == other.players
    }

    /// Returns whether a module is in play.
    #[inline]
    pub fn has(&self, module: Module) -> bool {
        self.rules.modules.has(module)
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

    /// Returns the subjects of the scoring tiles.
    #[inline]
    pub fn about(&self) -> ScoringTopics {
        self.about
    }

    /// Returns what the scoring tile on one space pays for.
    #[inline]
    pub fn payment_at(&self, slot: Slot) -> &Payment {
        self.rules.payment(self.scoring_at(slot))
    }

    /// The scoring tile on one space.
    #[inline]
    pub fn scoring_at(&self, slot: Slot) -> ScoringTile {
        self.scoring[slot.index()]
    }
}
