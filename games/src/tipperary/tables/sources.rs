//! `sources.csv`: the sources of VP, and their shares of the winners' lead.

use std::sync::Arc;

use crate::tipperary::notes::raw_columns::{SOURCES, notes_of};
use lab::subject::rows::Rows;
use lab::tables::ratio_table::Estimator::{Amount, Clusters, Count, Difference, P, PartOfAmount, Q};
use lab::tables::ratio_table::Shown::{Number, Percent};
use lab::tables::ratio_table::{ItemSums, RatioColumn, RatioTable, Summary};

/// The lead of winners over those who do not win the game.
const LEAD: [&str; 2] = ["lead", "won"];

/// The table.
pub const TABLE: RatioTable = RatioTable {
    keys: &[["source", "source of VP"]],
    items: |_| SOURCES.iter().map(|source| vec![(*source).to_owned()]).collect(),
    // Only games that are not won by everybody have a lead.
    sums: &["seats", "vp", "vp of all sources", "wins", "vp of winners", "won", "lead", "lead of all sources"],
    add: |_| Arc::new(add_game),
    columns: &[
        RatioColumn::new(Clusters, "clusters", "clusters", ["seats", "seats"])
            .meaning("seeds played; intervals are clustered by seed"),
        RatioColumn::new(Count, "seat_games", "seats", ["seats", "seats"])
            .meaning("number of the agent's seats in all games"),
        RatioColumn::new(Amount, "vp", "VP", ["vp", "seats"])
            .meaning("mean VP per player and game from this source")
            .shown(Number("all", 1)),
        RatioColumn::new(PartOfAmount, "vp_share", "fraction", ["vp", "vp of all sources"])
            .meaning("VP from this source as a share of all VP"),
        RatioColumn::new(Amount, "winners_vp", "VP", ["vp of winners", "wins"])
            .meaning("mean VP from this source when the agent wins; a shared win counts by its share")
            .unchecked(),
        RatioColumn::new(Difference, "lead", "VP", LEAD)
            .meaning("VP from this source when the agent wins, minus the mean of those who do not win the game")
            .shown(Number("winners' lead", 1)),
        RatioColumn::new(Difference, "lead_share", "fraction", ["lead", "lead of all sources"])
            .meaning("share of this source in the winners' lead over all sources; the shares add up to 1")
            .shown(Percent("of their lead"))
            .unchecked(),
        RatioColumn::new(P, "lead_p", "", LEAD)
            .meaning("p value for winners having as many VP from this source as others"),
        RatioColumn::new(Q, "lead_q", "", LEAD)
            .meaning("p value adjusted for the number of the agent's rows (Benjamini & Hochberg)"),
    ],
    summary: Summary::ItemsByAgent("Mean VP by source per player and game, and the lead of winners"),
    ..RatioTable::EMPTY
};

fn add_game(rows: &Rows, sums: &mut ItemSums<'_>) {
    let vp = |seat: usize| notes_of(rows).seats[seat].vp.map(f64::from);
    let losers: Vec<usize> = rows.seats.iter().filter(|seat| seat.rank > 1).map(|seat| seat.seat).collect();
    for seat in &rows.seats {
        let (own, wins) = (vp(seat.seat), seat.win_share);
        let mut leads = [0.0; SOURCES.len()];
        if !losers.is_empty() {
            for (source, lead) in leads.iter_mut().enumerate() {
                let others: f64 = losers.iter().map(|&loser| vp(loser)[source]).sum();
                *lead = wins * (own[source] - others / losers.len() as f64);
            }
        }
        let (won, whole) = (if losers.is_empty() { 0.0 } else { wins }, leads.iter().sum());
        for (source, vp) in own.into_iter().enumerate() {
            let amounts = [1.0, vp, seat.points.into(), wins, wins * vp, won, leads[source], whole];
            sums.add(seat.agent, source, &amounts);
        }
    }
}
