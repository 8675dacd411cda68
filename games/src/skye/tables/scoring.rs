//! `scoring.csv`: the VP from scoring tiles by agent.

use std::sync::Arc;

use engine::skye::ScoringTile;

use crate::skye::notes::raw_columns::{notes_of, scoring};
use crate::skye::setting::Setting;
use lab::subject::rows::Rows;
use lab::tables::ratio_table::Estimator::{Clusters, Count, Deviation, Mean, PartOfAmount};
use lab::tables::ratio_table::{ItemSums, RatioColumn, RatioTable};

/// The table; tiles that never occurred have no rows.
pub const SCORING: RatioTable = RatioTable {
    keys: &[["scoring", "scoring tile"]],
    // The printed scoring tiles, then the user's own, by index.
    items: |subject| {
        let own = subject.setup::<Setting>().own_tiles().iter().copied();
        ScoringTile::ALL.into_iter().chain(own).map(|tile| vec![tile.to_string()]).collect()
    },
    omits_empty: true,
    sums: &["seats", "vp", "squared vp", "tile vp of winners", "vp of winners"],
    add: |_| Arc::new(add_game),
    columns: &[
        RatioColumn::new(Clusters, "clusters", "clusters", ["seats", "seats"])
            .meaning("seeds with this tile; intervals are clustered by seed"),
        RatioColumn::new(Count, "seat_games", "seats", ["seats", "seats"])
            .meaning("number of the agent's seats in games with this tile"),
        RatioColumn::new(Mean, "vp", "VP", ["vp", "seats"]).meaning("mean VP per game from this tile"),
        RatioColumn::new(Deviation, "vp_sd", "VP", ["vp", "squared vp"])
            .meaning("standard deviation of the VP from this tile between seats"),
        RatioColumn::new(PartOfAmount, "winners_share", "fraction", ["tile vp of winners", "vp of winners"])
            .meaning("VP from this tile as a share of final VP, where the agent won or shared the win"),
    ],
    ..RatioTable::EMPTY
};

fn add_game(rows: &Rows, sums: &mut ItemSums<'_>) {
    for (seat, notes) in rows.seats.iter().zip(&notes_of(rows).seats) {
        let is_winner = f64::from(u8::from(seat.rank == 1));
        for (tile, vp) in scoring(rows).0.iter().zip(notes.vp_slot.map(f64::from)) {
            let amounts = [1.0, vp, vp * vp, is_winner * vp, is_winner * f64::from(seat.points)];
            sums.add(seat.agent, tile.index(), &amounts);
        }
    }
}
