//! Chances to win, by a net that was trained on self-play.

use std::sync::LazyLock;

use engine::skye::{Phase, Public, Rules, ScoringTile, Skye};
use engine::{Game, MAX_SEATS, Seat};
use serde::{Deserialize, Serialize};

use super::features::{LAND, NUMBERS, land, linear_worth, rounds_to_come, standing};
use crate::net::{Net, NetError, NetFile, chances};
use crate::search::Values;
use crate::skye::appraisal::{Appraisals, MilliVp, VP};

/// Numbers of rounds to come that have a slope, from 0; chances are known from 1 on.
pub const STAGES: usize = 6;

/// What is known of the chances to win at tables of one size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// What it was trained on, in words.
    pub trained_on: String,
    /// The number of players.
    pub players: usize,
    /// By rounds to come, the score of a VP of linear worth, in units of 1/[`ONE`](crate::net::ONE).
    pub slopes: [i32; STAGES],
    /// Adds to a seat's score, by its [`row`](super::row).
    pub net: Net,
}

/// Why an evaluation is rejected.
#[derive(Debug, thiserror::Error)]
pub enum EvaluationError {
    /// It is not in the format of evaluations.
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    /// Its net is rejected.
    #[error(transparent)]
    Net(#[from] NetError),
    /// Its net has other inputs.
    #[error("a net of {found} inputs; seats have {NUMBERS}")]
    Inputs {
        /// The net's inputs.
        found: usize,
    },
}

/// An evaluation as stored in its file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EvaluationFile {
    trained_on: String,
    players: usize,
    slopes: [i32; STAGES],
    net: NetFile,
}

/// The committed files, by number of players.
const FILES: [&str; 4] = [
    include_str!("../../../data/value_2.toml"),
    include_str!("../../../data/value_3.toml"),
    include_str!("../../../data/value_4.toml"),
    include_str!("../../../data/value_5.toml"),
];

/// The rules of the games that they know, by number of players.
static PRINTED: LazyLock<[Rules; FILES.len()]> =
    LazyLock::new(|| std::array::from_fn(|index| Rules::printed(index + 2)));

/// Whether every scoring tile is one of the base game or says the same, and no two of them say the same.
fn has_known_tiles(game: &Skye) -> bool {
    let twins = game.scoring().map(ScoringTile::twin);
    let is_known = |twin: &Option<ScoringTile>| twin.is_some_and(|tile| tile.module().is_none());
    twins.iter().all(is_known) && (1..twins.len()).all(|index| !twins[..index].contains(&twins[index]))
}

/// What they hold.
static LEARNED: LazyLock<Vec<Evaluation>> = LazyLock::new(|| {
    let read = |text| Evaluation::from_toml(text).expect("the committed data files are tested");
    FILES.map(read).into()
});

impl Evaluation {
    /// All committed ones, by number of players.
    pub fn committed() -> &'static [Self] {
        &LEARNED
    }

    /// The committed one that knows games like this, with their number of players, modules, rules and
    /// scoring tiles, if there is one.
    pub fn of(game: &Skye) -> Option<&'static Self> {
        let players = game.seats();
        let is_printed = PRINTED.get(players - 2).is_some_and(|printed| game.rules() == printed);
        let is_known = is_printed && has_known_tiles(game);
        LEARNED.iter().find(|evaluation| is_known && evaluation.players == players)
    }

    /// The chance of every seat to win, if it is between two rounds. `gains` must be used with one evaluation only.
    pub fn chances(&self, game: &Skye, position: &Public, gains: &mut Appraisals) -> Option<Values> {
        let to_come = rounds_to_come(game, position);
        if position.phase != Phase::Draw || !(1..STAGES).contains(&to_come) {
            return None;
        }
        let mut scores = [0; MAX_SEATS];
        for seat in Seat::all(position.seats()) {
            scores[seat.index()] = self.score(game, position, seat, gains);
        }
        let mut values = [0.0; MAX_SEATS];
        let scores = scores[..position.seats()].iter().copied();
        values.iter_mut().zip(chances(scores)).for_each(|(value, chance)| *value = chance);
        Some(values)
    }

    /// A seat's score, in units of 1/[`ONE`](crate::net::ONE).
    pub fn score(&self, game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals) -> i32 {
        let per_gold = gains.per_gold(game, position);
        let (territory, mut begun) = gains.begun(game, position, seat, |estate| {
            let mut begun = self.net.begin();
            self.net.add(&mut begun, 0, &land(game, position, seat, estate));
            begun
        });
        self.net.add(&mut begun, LAND, &standing(game, position, seat, territory, per_gold));
        let worth = linear_worth(position, seat, territory, per_gold);
        self.net.finish(&begun) + self.given(rounds_to_come(game, position), worth)
    }

    /// What linear worth scores, in units of 1/[`ONE`](crate::net::ONE).
    fn given(&self, to_come: usize, worth: MilliVp) -> i32 {
        (i64::from(worth) * i64::from(self.slopes[to_come]) / i64::from(VP)) as i32
    }

    /// Reads what [`to_toml`](Self::to_toml) has written.
    ///
    /// # Errors
    /// If it is no evaluation, or damaged.
    pub fn from_toml(text: &str) -> Result<Self, EvaluationError> {
        let EvaluationFile { trained_on, players, slopes, net } = toml::from_str(text)?;
        let net: Net = net.try_into()?;
        if net.inputs() != NUMBERS {
            return Err(EvaluationError::Inputs { found: net.inputs() });
        }
        Ok(Self { trained_on, players, slopes, net })
    }

    /// The data file.
    pub fn to_toml(&self) -> String {
        let Self { trained_on, players, slopes, net } = self;
        let file = EvaluationFile {
            trained_on: trained_on.clone(),
            players: *players,
            slopes: *slopes,
            net: NetFile::from(net),
        };
        toml::to_string(&file).expect("plain numbers")
    }
}
