//! The judgement of the rest of a game: evaluation weights, by rounds to come.

use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

use super::Features;

/// Thousandths of a victory point.
pub type MilliVp = i32;

/// One victory point.
pub const VP: MilliVp = 1000;

/// The number of stages: rounds to come that are distinguished, from 0.
///
/// More rounds count as the last stage.
pub const STAGES: usize = 12;

/// Numbers of players, from 2.
const PLAYER_COUNTS: usize = 4;

/// Leads and lags in sheep are distinguished up to this number, in steps of two.
const LEAD: i32 = 6;

/// Standings for the marker: from a lag of `LEAD` sheep to a lead of as many.
pub const LEADS: usize = LEAD as usize + 1;

/// A judgement for every number of rounds to come.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judgements {
    /// By rounds to come: placements that each player will still make.
    pub stages: [Stage; STAGES],
}

/// The numbers for one number of rounds to come, in thousandths of a VP.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Stage {
    /// Worth of one of each feature.
    pub weights: Features,
    /// Worth of the prospect of the marker, by number of players from 2 and by standing.
    ///
    /// The standing is the own largest flock minus the best other's.
    pub marker: [[MilliVp; LEADS]; PLAYER_COUNTS],
}

impl Judgements {
    /// Returns the start of calibration: present points count in full, and the rest is set by hand.
    pub fn by_hand() -> Arc<Self> {
        static BY_HAND: LazyLock<Arc<Judgements>> =
            LazyLock::new(|| Arc::new(Judgements { stages: std::array::from_fn(by_hand) }));
        Arc::clone(&BY_HAND)
    }

    /// The judgements calibrated on self-play, from the committed data file.
    pub fn calibrated() -> Arc<Self> {
        static CALIBRATED: LazyLock<Arc<Judgements>> = LazyLock::new(|| {
            let text = include_str!("../../../data/tipperary_judgement.json");
            Arc::new(Judgements::from_json(text).expect("the committed data file is tested"))
        });
        Arc::clone(&CALIBRATED)
    }

    /// Reads a data file.
    ///
    /// # Errors
    /// If a number is missing, unknown or of the wrong type; the message says where.
    pub fn from_json(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The data file.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("plain numbers") + "\n"
    }

    /// The numbers for this number of rounds to come.
    pub fn stage(&self, to_come: usize) -> &Stage {
        &self.stages[to_come.min(STAGES - 1)]
    }
}

impl Stage {
    /// The row of [`marker`](Self::marker) for `own` sheep against a best other flock of `rival`.
    pub fn standing(own: i32, rival: i32) -> usize {
        ((own - rival).clamp(-LEAD, LEAD) + LEAD) as usize / 2
    }

    /// Returns the worth of the prospect of the marker.
    pub fn marker(&self, players: usize, own: i32, rival: i32) -> MilliVp {
        self.marker[players - 2][Self::standing(own, rival)]
    }

    /// Every number that is fitted: the appraisal is linear in each.
    pub fn numbers_mut(&mut self) -> impl Iterator<Item = &mut MilliVp> {
        self.weights.numbers_mut().chain(self.marker.as_flattened_mut())
    }
}

/// The estimates by hand.
fn by_hand(to_come: usize) -> Stage {
    let left = to_come as MilliVp;
    let share = |most: MilliVp| most * left.min(6) / 6;
    let weights = Features {
        // Present points are safe, but growth counts more while there is time for it.
        area: 1000 - share(700),
        dense: share(150),
        loose: share(100),
        spaces: share(200),
        outline: -share(250),
        holes: -share(1500),
        slots: -share(1000),
        nooks: -share(150),
        flock: 1000,
        flock_open: share(100),
        flock_meadows: share(150),
        second_flock: share(200),
        meadows: share(50),
        whiskey: 1000,
        track_left: 0,
        for_grain: share(250),
        for_distillery: share(250),
        for_ruin: share(400),
        for_bog: share(300),
        towers: share(1500),
        bonus_due: 1500 + share(1500),
        sheep_lost: 0,
        unexplored: -share(150),
        explored: 5000,
        stones: 1000,
    };
    // Chance that the marker is won from each standing.
    let chances = [50, 100, 250, 450, 700, 850, 930];
    let marker = std::array::from_fn(|_| chances.map(|chance| 5 * chance));
    Stage { weights, marker }
}
