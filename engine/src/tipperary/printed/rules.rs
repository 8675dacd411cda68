//! The settings of the game that are data: rounds, whiskey track, supplies, VP.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::sizes::{MAX_ROUNDS, MAX_SUPPLY, MAX_TRACK};

pub use crate::rules_error::RulesError;

/// A space of the whiskey track.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct TrackSpace {
    /// The VP for the barrel here at the end.
    pub vp: u16,
    /// True if moving onto or past it earns a wooden sheep.
    pub sheep: bool,
}

impl TrackSpace {
    /// VP that are accepted.
    pub const VP: RangeInclusive<u16> = 0..=999;
}

/// As in configs and records: the value, and `*` for a sheep.
impl fmt::Display for TrackSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.vp, if self.sheep { "*" } else { "" })
    }
}

impl FromStr for TrackSpace {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        let (number, sheep) = text.strip_suffix('*').map_or((text, false), |number| (number, true));
        let is_plain = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
        let vp = number.parse().ok().filter(|vp| is_plain && Self::VP.contains(vp));
        let fault = || RulesError {
            setting: "whiskey-track",
            found: format!("`{text}`"),
            accepted: format!("a whole number from {} to {}, with `*` for a sheep", Self::VP.start(), Self::VP.end()),
        };
        Ok(Self { vp: vp.ok_or_else(fault)?, sheep })
    }
}

/// The settings of the rules of one game.
///
/// [`Rules::printed`] is the printed game; change fields and [`validate`](Rules::validate) for experiments on the
/// rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Rounds of a game.
    pub rounds: u16,
    /// The whiskey track from its start.
    pub whiskey_track: Vec<TrackSpace>,
    /// Wooden sheep in the supply.
    pub wooden_sheep: u16,
    /// Towers in the supply.
    pub towers: u16,
    /// VP for the holder of the "Largest Flock" marker.
    pub marker_vp: u16,
    /// VP for a hometown with every place around it covered.
    pub exploration_vp: u16,
}

impl Rules {
    /// Accepted numbers of rounds, if there are enough tiles for them.
    pub const ROUNDS: RangeInclusive<u16> = 1..=MAX_ROUNDS;
    /// Accepted supplies of wooden sheep and of towers.
    pub const SUPPLY: RangeInclusive<u16> = 0..=MAX_SUPPLY;
    /// Accepted VP for the marker and for exploration.
    pub const VP: RangeInclusive<u16> = 0..=999;

    /// The printed game for this many players.
    ///
    /// Track values between and after those in the rulebook are not known.
    pub fn printed(players: usize) -> Self {
        Self {
            // Rulebook: the river's side with 12 rounds is for 2 to 4 players, that with 10 for 5.
            rounds: if players == 5 { 10 } else { 12 },
            whiskey_track: [0, 3, 6, 10, 13, 17, 21]
                .map(|vp| TrackSpace { vp, sheep: [6, 13, 21].contains(&vp) })
                .to_vec(),
            wooden_sheep: 24,
            towers: 12,
            marker_vp: 5,
            exploration_vp: 5,
        }
    }

    /// Checks every setting.
    ///
    /// # Errors
    /// The first setting out of its range.
    pub fn validate(&self) -> Result<(), RulesError> {
        let check = RulesError::check;
        check("rounds", self.rounds, &Self::ROUNDS)?;
        let track = |found: String, accepted: String| Err(RulesError { setting: "whiskey-track", found, accepted });
        match &self.whiskey_track[..] {
            [] => return track("no space".to_owned(), format!("1 to {MAX_TRACK} spaces, the start included")),
            [start, ..] if start.sheep => {
                return track(format!("`{start}` at the start"), "a start without `*`".to_owned());
            }
            spaces if spaces.len() > MAX_TRACK => {
                return track(
                    format!("{} spaces", spaces.len()),
                    format!("1 to {MAX_TRACK} spaces, the start included"),
                );
            }
            spaces => spaces.iter().try_for_each(|space| check("whiskey-track", space.vp, &TrackSpace::VP))?,
        }
        check("wooden-sheep", self.wooden_sheep, &Self::SUPPLY)?;
        check("towers", self.towers, &Self::SUPPLY)?;
        check("marker-vp", self.marker_vp, &Self::VP)?;
        check("exploration-vp", self.exploration_vp, &Self::VP)
    }
}
