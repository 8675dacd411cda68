//! `pricing.csv`: the prices that agents ask for tiles, and their revenues, by round.

use std::sync::Arc;

use crate::skye::notes::raw_columns::notes_of;
use crate::skye::setting::Setting;
use lab::forms::labels::ALL;
use lab::subject::rows::Rows;
use lab::tables::ratio_table::Estimator::{Clusters, Count, Mean, Share};
use lab::tables::ratio_table::Shown::{Number, Percent};
use lab::tables::ratio_table::{ItemSums, RatioColumn, RatioTable, Summary};

/// The number of tiles offered per seat and round.
const OFFERS_PER_SEAT: f64 = 2.0;

/// The table.
pub const PRICING: RatioTable = RatioTable {
    keys: &[["round", "round, from 1; `all` for all rounds"]],
    items: |subject| {
        let rounds = 1..=subject.setup::<Setting>().rules.round_count();
        rounds.map(|round| vec![round.to_string()]).chain([vec![ALL.to_owned()]]).collect()
    },
    has_all: false,
    sums: &["offers", "price", "sold", "revenue", "burnt", "turns"],
    add: |_| Arc::new(add_game),
    derive: |sums| sums[5] = (sums[0] / OFFERS_PER_SEAT).floor(),
    columns: &[
        RatioColumn::new(Clusters, "clusters", "clusters", ["offers", "offers"])
            .meaning("seeds played; intervals are clustered by seed"),
        RatioColumn::new(Count, "offers", "tiles", ["offers", "offers"])
            .meaning("tiles offered (drawn and not discarded)"),
        RatioColumn::new(Mean, "price", "gold", ["price", "offers"])
            .meaning("mean price of an offered tile")
            .shown(Number("price", 2)),
        RatioColumn::new(Share, "sold_share", "fraction", ["sold", "offers"])
            .meaning("share of offered tiles that were bought")
            .shown(Percent("sold")),
        RatioColumn::new(Mean, "revenue", "gold per round", ["revenue", "turns"])
            .meaning("gold received for sold tiles per player and round")
            .shown(Number("revenue/round", 2)),
        RatioColumn::new(Mean, "burnt", "gold per round", ["burnt", "turns"])
            .meaning("stakes lost on kept tiles per player and round")
            .shown(Number("burnt/round", 2)),
    ],
    summary: Summary::Agents("Pricing, all rounds"),
    ..RatioTable::EMPTY
};

fn add_game(rows: &Rows, sums: &mut ItemSums<'_>) {
    for offer in &notes_of(rows).offers {
        let Some(price) = offer.price else { continue };
        let amounts = [1, price, offer.is_sold().into(), offer.revenue(), offer.burnt()].map(f64::from);
        for round in [usize::from(offer.round) - 1, rows.running.rounds()] {
            sums.add(rows.seats[offer.seat].agent, round, &amounts);
        }
    }
}
