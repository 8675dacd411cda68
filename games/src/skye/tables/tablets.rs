//! `tablets.csv`: stone tablets taken by agent and round, and results of seats with and without them.
//!
//! The differences are associations, not effects: players who can afford the tile, or place it early, may do well for
//! other reasons.

use std::sync::Arc;

use engine::skye::{Module, Tablet};

use crate::skye::notes::raw_columns::notes_of;
use lab::subject::rows::Rows;
use lab::tables::ratio_table::Estimator::{Amount, Clusters, Count, Share};
use lab::tables::ratio_table::Shown::{Number, Percent};
use lab::tables::ratio_table::{ItemSums, RatioColumn, RatioTable, Summary};

/// The table.
pub const TABLETS: RatioTable = RatioTable {
    keys: &[["tablet", "kind of stone tablet"]],
    items: |subject| {
        let kinds = if subject.has_part(Module::Druids.name()) { &Tablet::ALL[..] } else { &[] };
        kinds.iter().map(|kind| vec![kind.to_string()]).collect()
    },
    sums: &["seats", "taken", "rounds", "with", "wins with", "vp with", "without", "wins without", "vp without"],
    add: |_| Arc::new(add_game),
    columns: &[
        RatioColumn::new(Clusters, "clusters", "clusters", ["seats", "seats"]).meaning("seeds played; intervals are clustered by seed"),
        RatioColumn::new(Count, "seat_games", "seats", ["seats", "seats"]).meaning("number of the agent's seats in all games"),
        RatioColumn::new(Count, "seats_with", "seats", ["with", "with"]).meaning("number of these seats that took at least one"),
        RatioColumn::new(Amount, "taken", "tablets", ["taken", "seats"]).meaning("mean number taken per player and game")
            .shown(Number("taken", 2)),
        RatioColumn::new(Amount, "round", "round", ["rounds", "with"]).meaning("mean round of the first one, over players who took any")
        .shown(Number("round", 1)),
        RatioColumn::new(Share, "win_share_with", "fraction", ["wins with", "with"]).meaning("mean win share of seats that took one; an association, not an effect, because such players may do well \
             for other reasons")
        .shown(Percent("wins with")),
        RatioColumn::new(Share, "win_share_without", "fraction", ["wins without", "without"]).meaning("mean win share of seats that took none; an association, not an effect")
        .shown(Percent("wins without"))
        .unchecked(),
        RatioColumn::new(Amount, "vp_with", "VP", ["vp with", "with"]).meaning("mean final VP of seats that took one; an association, not an effect")
        .shown(Number("VP with", 1)),
        RatioColumn::new(Amount, "vp_without", "VP", ["vp without", "without"]).meaning("mean final VP of seats that took none; an association, not an effect")
        .shown(Number("VP without", 1))
        .unchecked(),
    ],
    summary: Summary::Items("Stone tablets: seats with and without (an association, not an effect)"),
    ..RatioTable::EMPTY
};

fn add_game(rows: &Rows, sums: &mut ItemSums<'_>) {
    for (seat, notes) in rows.seats.iter().zip(&notes_of(rows).seats) {
        for (kind, &taken) in notes.tablets.iter().enumerate() {
            let round = notes.first_tablet[kind].unwrap_or(0);
            let result = [1.0, seat.win_share, seat.points.into()];
            let [with, without] = if taken > 0 { [result, [0.0; 3]] } else { [[0.0; 3], result] };
            sums.add(seat.agent, kind, &[&[1.0, taken.into(), round.into()], &with[..], &without].concat());
        }
    }
}
