//! The measures specific to Isle of Skye, for tuning, panels and sensitivity studies.

use engine::skye::ScoringTile;

use super::raw_columns::{notes_of, scoring};
use crate::skye::setting::Setting;
use lab::subject::gauges::{OwnGauge, ValueSum};
use lab::subject::rows::Rows;

/// The gauges.
pub const GAUGES: &[OwnGauge] = &[OwnGauge {
    name: "scoring-vp",
    unit: "VP",
    meaning: "VP of a player from a scoring tile in games where it is in play, minus the mean over all scoring tiles",
    title: "VP with",
    mean: "the mean of all scoring tiles",
    parts: |subject| {
        let setting: &Setting = subject.setup();
        let own = setting.own_tiles().iter().copied();
        ScoringTile::ALL.into_iter().chain(own).map(|tile| tile.name().to_owned()).collect()
    },
    add: add_scoring_tiles,
}];

fn add_scoring_tiles(rows: &Rows, tallies: &mut [ValueSum]) {
    for (slot, tile) in scoring(rows).0.iter().enumerate() {
        notes_of(rows).seats.iter().for_each(|seat| tallies[tile.index()].add(f64::from(seat.vp_slot[slot])));
    }
}
