//! A game before it starts: components, rules, hometowns.

use std::sync::Arc;

use crate::tipperary::{AREAS, Components, Hometown, HometownId, Hometowns, Public, Rules, RulesError};
use crate::{MAX_SEATS, Seat};

/// A set-up game of Tipperary: what stays the same from the first spin to the final scoring.
///
/// Cheap to clone.
///
/// ```
/// use engine::tipperary::Tipperary;
/// use engine::{Game, Seat, Turn};
///
/// let game = Tipperary::dealt(3, 7)?;
/// let mut position = game.start(Seat::new(0));
/// assert_eq!(game.turn(&position), Turn::Chance, "the wheel is to be spun");
/// game.resolve_chance(&mut position, 1);
/// assert_eq!(game.turn(&position), Turn::Seat(Seat::new(0)));
/// # Ok::<(), engine::tipperary::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tipperary {
    components: Arc<Components>,
    rules: Arc<Rules>,
    hometowns: Hometowns,
}

/// A set-up that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SetupError {
    #[error("players: found {0}; accepted: 2 to 5")]
    Players(usize),
    #[error("hometowns `{0}` and `{1}` are sides of the same hometown; every player needs a different one")]
    SameHometown(String, String),
    #[error("{0}")]
    Rules(#[from] RulesError),
    #[error(
        "the file of landscape tiles has {found} tiles; {players} players over {rounds} rounds need at least {needed}"
    )]
    TooFewTiles { found: usize, players: usize, rounds: u16, needed: usize },
}

impl Tipperary {
    /// Sets up a game with these hometowns by seat.
    ///
    /// # Errors
    /// If the number of players is not 2 to 5, two of them have the same hometown, a rule is out of its range, or there are too few
    /// landscape tiles.
    pub fn new(components: Arc<Components>, rules: Arc<Rules>, hometowns: &[HometownId]) -> Result<Self, SetupError> {
        let players = hometowns.len();
        Self::check(&components, &rules, players)?;
        let wheel = |id: HometownId| components.hometown(id).wheel;
        for (index, &own) in hometowns.iter().enumerate() {
            if let Some(&other) = hometowns[..index].iter().find(|&&other| wheel(other) == wheel(own)) {
                let [first, second] = [other, own].map(|id| components.hometown(id).id.clone());
                return Err(SetupError::SameHometown(first, second));
            }
        }
        Ok(Self { hometowns: hometowns.iter().copied().collect(), components, rules })
    }

    /// Checks that this many players can play with these components and rules.
    ///
    /// # Errors
    /// As [`new`](Self::new), hometowns aside.
    pub fn check(components: &Components, rules: &Rules, players: usize) -> Result<(), SetupError> {
        if !(2..=MAX_SEATS).contains(&players) {
            return Err(SetupError::Players(players));
        }
        rules.validate()?;
        // All areas are filled once, and later one tile is drawn for each taken.
        let (found, rounds) = (components.landscape().len(), rules.rounds);
        let needed = 2 * AREAS + players * (usize::from(rounds) - 1);
        if found < needed {
            return Err(SetupError::TooFewTiles { found, players, rounds, needed });
        }
        Ok(())
    }

    /// The printed game with the shipped components, which are reconstructed, and with hometowns dealt by this seed.
    ///
    /// # Errors
    /// If the number of players is not 2 to 5.
    pub fn dealt(players: usize, seed: u64) -> Result<Self, SetupError> {
        let (components, rules) = (Components::shipped(), Arc::new(Rules::printed(players)));
        Self::check(&components, &rules, players)?;
        let hometowns = components.deal(players, seed);
        Self::new(components, rules, &hometowns)
    }

    /// Number of players.
    #[inline]
    pub(super) fn players(&self) -> usize {
        self.hometowns.len()
    }

    /// The components in play.
    #[inline]
    pub fn components(&self) -> &Components {
        &self.components
    }

    /// The rules in play.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The hometowns by seat.
    #[inline]
    pub fn hometowns(&self) -> &[HometownId] {
        &self.hometowns
    }

    /// The hometown of a seat.
    #[inline]
    pub fn hometown(&self, seat: Seat) -> &Hometown {
        self.components.hometown(self.hometowns[seat.index()])
    }

    /// The area that a seat's crest points to.
    #[inline]
    pub fn area(&self, position: &Public, seat: Seat) -> usize {
        (self.hometown(seat).wheel + usize::from(position.shift)) % AREAS
    }
}
