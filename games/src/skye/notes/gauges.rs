//! What tuning, panels and sensitivity can ask of Isle of Skye alone.

use engine::skye::ScoringTile;

use super::rows::SkyeRows;
use crate::skye::setting::Setting;
use lab::subject::gauge::{OwnGauge, Tally};

/// The gauges.
pub const GAUGES: &[OwnGauge<SkyeRows, Setting>] = &[OwnGauge {
    name: "scoring-vp",
    unit: "VP",
    meaning: "VP that a player has with a scoring tile in games where it is in play, less the mean over all scoring tiles",
    title: "VP with",
    mean: "the mean of all scoring tiles",
    parts: |setting| {
        let own = setting.own.iter().flat_map(|own| own.tiles.clone());
        ScoringTile::ALL.into_iter().chain(own).map(|tile| tile.name().to_owned()).collect()
    },
    add: add_scoring_tiles,
}];

fn add_scoring_tiles(rows: &SkyeRows, tallies: &mut [Tally]) {
    for (slot, tile) in rows.treatment.0.iter().enumerate() {
        rows.notes.seats.iter().for_each(|seat| tallies[tile.index()].add(f64::from(seat.vp_by_slot[slot])));
    }
}
