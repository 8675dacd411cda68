//! `hometowns.csv` and `tiles.csv`: effects of having a side of a hometown, or of taking a landscape tile.
//!
//! Seats with an item are compared with seats of the same agent without it in the same cluster, whose tiles are drawn
//! alike.
//!
//! This is the fixed-effects regression of a seat's result on having the item, with a constant for each cluster and
//! agent and an interval over clusters (Wooldridge 2010, Econometric Analysis of Cross Section and Panel Data, section
//! 10.5). So neither an agent's strength nor the luck of a cluster can be mistaken for an effect. If chance decides who
//! has the item, it estimates a causal effect. If players choose, it only describes the results of those who chose the
//! item.

use std::sync::Arc;

use crate::tipperary::notes::raw_columns::{dealt, notes_of};
use crate::tipperary::setting::Setting;
use lab::subject::rows::SeatRow;
use lab::tables::ratio_table::Estimator::{Clusters, Count, Difference, P, Q, Rank, Share, Shrunk};
use lab::tables::ratio_table::Shown::{Number, Points};
use lab::tables::ratio_table::{ItemSums, RatioColumn, RatioTable, Summary};

/// The sums over an agent's seats, then its variation and covariations within a cluster.
const SUMS: &[&str] =
    &["seats", "seats with", "vp", "vp with", "wins", "wins with", "variation", "vp covariation", "wins covariation"];

/// The effect on VP and on wins.
const VP: [&str; 2] = ["vp covariation", "variation"];
const WINS: [&str; 2] = ["wins covariation", "variation"];

/// The columns of effects, given the meanings of those on VP and on wins.
const fn effects(vp: &'static str, wins: &'static str) -> [RatioColumn; 8] {
    [
        RatioColumn::new(Difference, "vp", "VP", VP).meaning(vp).shown(Number("VP", 2)).unchecked(),
        RatioColumn::new(P, "vp_p", "", VP).meaning("p value for no difference in VP"),
        RatioColumn::new(Q, "vp_q", "", VP)
            .meaning("p value adjusted for the number of the agent's rows (Benjamini & Hochberg)")
            .shown(Number("q", 3)),
        RatioColumn::new(Shrunk, "vp_shrunk", "VP", VP).meaning("difference in VP shrunk towards 0 (empirical Bayes)"),
        RatioColumn::new(Rank, "rank", "", VP).meaning("rank by shrunk difference, 1 for the most VP"),
        RatioColumn::new(Difference, "wins", "fraction", WINS).meaning(wins).shown(Points("wins")).unchecked(),
        RatioColumn::new(P, "wins_p", "", WINS).meaning("p value for no difference in win share"),
        RatioColumn::new(Q, "wins_q", "", WINS)
            .meaning("p value adjusted for the number of the agent's rows")
            .shown(Number("q", 3)),
    ]
}

/// The table of hometowns: all sides that were dealt.
pub const HOMETOWNS: RatioTable = RatioTable {
    keys: &[["hometown", "hometown and its side"]],
    items: |subject| hometowns(subject.setup()).into_iter().map(|id| vec![id]).collect(),
    omits_empty: true,
    sums: SUMS,
    add: |subject| {
        let ids = hometowns(subject.setup());
        Arc::new(move |rows, sums| {
            for (item, id) in ids.iter().enumerate().filter(|(_, id)| dealt(rows).ids().any(|other| other == *id)) {
                rows.seats.iter().for_each(|seat| add_seat(sums, item, seat, dealt(rows).id(seat.seat) == id));
            }
        })
    },
    derive: covariation,
    columns: &[
        RatioColumn::new(Clusters, "clusters", "clusters", ["variation", "variation"])
            .meaning("seeds in which some of the agent's seats have it and others do not"),
        RatioColumn::new(Count, "seat_games", "seats", ["seats with", "seats with"])
            .meaning("number of the agent's seats with it")
            .shown(Number("seats", 0)),
    ],
    more: &effects(
        "final VP with it minus those of the same agent's seats with other hometowns, same seed",
        "win share with it minus that of the same agent's seats with other hometowns, same seed",
    ),
    summary: Summary::Items("Hometowns: difference from the same agent's other seats on the same draws"),
    ..RatioTable::EMPTY
};

fn hometowns(setting: &Setting) -> Vec<String> {
    let components = setting.components();
    components.all_hometowns().map(|hometown| components.hometown(hometown).id.clone()).collect()
}

/// The table of landscape tiles: those taken rather than the other one of their area.
pub const TILES: RatioTable = RatioTable {
    keys: &[["tile", "landscape tile"]],
    items: |subject| subject.setup::<Setting>().tile_ids().into_iter().map(|id| vec![id]).collect(),
    omits_empty: true,
    sums: SUMS,
    add: |_| {
        Arc::new(|rows, sums| {
            for row in &notes_of(rows).placements {
                add_seat(sums, row.tile, &rows.seats[row.seat], true);
                add_seat(sums, row.left, &rows.seats[row.seat], false);
            }
        })
    },
    derive: covariation,
    columns: &[
        RatioColumn::new(Clusters, "clusters", "clusters", ["variation", "variation"])
            .meaning("seeds in which the agent takes it in some turns and leaves it in others"),
        RatioColumn::new(Count, "offers", "turns", ["seats", "seats"])
            .meaning("number of turns in which it was one of the two tiles of the player's area"),
        RatioColumn::new(Count, "taken", "turns", ["seats with", "seats with"])
            .meaning("number of turns in which it was taken"),
        RatioColumn::new(Share, "taken_share", "fraction", ["seats with", "seats"])
            .meaning("share of these turns in which it was taken")
            .unchecked(),
    ],
    more: &effects(
        "final VP if taken minus final VP if left by the same agent, same seed; an effect if agents choose at random, otherwise an association",
        "win share if taken minus win share if left by the same agent, same seed",
    ),
    ..RatioTable::EMPTY
};

/// Adds a seat that has or does not have an item.
fn add_seat(sums: &mut ItemSums<'_>, item: usize, seat: &SeatRow, has_it: bool) {
    let (has_it, vp) = (f64::from(u8::from(has_it)), f64::from(seat.points));
    sums.add(seat.agent, item, &[1.0, has_it, vp, has_it * vp, seat.win_share, has_it * seat.win_share]);
}

/// Computes the variation of having the item, and its covariation with VP and with wins.
///
/// The variation is 0 if all seats or none have it.
fn covariation(sums: &mut [f64]) {
    let [seats, with, vp, vp_with, wins, wins_with] = [0, 1, 2, 3, 4, 5].map(|place| sums[place]);
    if seats > 0.0 {
        let share = with / seats;
        sums[6..].copy_from_slice(&[with * (seats - with) / seats, vp_with - share * vp, wins_with - share * wins]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stats::Ratio;

    /// The effect on VP, from clusters of agents of seats that have the item or not, with their VP.
    fn effect(clusters: &[&[&[(bool, i32)]]]) -> Ratio {
        let mut ratio = Ratio::default();
        for agents in clusters {
            let mut together = [0.0; 2];
            for seats in *agents {
                let mut sums = [0.0; SUMS.len()];
                for (agent_seat, (has_it, points)) in seats.iter().enumerate() {
                    let seat = SeatRow { seat: agent_seat, points: *points, ..SeatRow::default() };
                    add_seat(&mut ItemSums::new(&mut sums, 1, SUMS.len()), 0, &seat, *has_it);
                }
                covariation(&mut sums);
                together[0] += sums[7];
                together[1] += sums[6];
            }
            ratio.push(together[0], together[1]);
        }
        ratio
    }

    #[test]
    fn a_contrast_by_hand() {
        // In the first cluster 30 with against 20 and 24 without: 8 more. In the second 11 against 10: 1 more.
        // By least squares with a constant for each: (8 · 2/3 + 1 · 1/2) / (2/3 + 1/2) = 5.
        let found = effect(&[&[&[(true, 30), (false, 20), (false, 24)]], &[&[(true, 11), (false, 10)]]]);
        assert!((found.estimate().value.unwrap() - 5.0).abs() < 1e-12);
        assert_eq!(found.blocks(), 2);
    }

    #[test]
    fn strength_of_agents_is_no_effect() {
        // The strong agent has it in two of three seats and the weak one in one; nobody gains by it.
        let agents: [&[(bool, i32)]; 2] =
            [&[(true, 50), (true, 50), (false, 50)], &[(true, 20), (false, 20), (false, 20)]];
        let found = effect(&[&agents[..]; 5]);
        assert!(found.estimate().value.unwrap().abs() < 1e-9);
    }

    #[test]
    fn where_all_have_it_or_none_nothing_is_known() {
        let found = effect(&[&[&[(true, 0), (true, 1), (true, 2)]]]);
        assert_eq!((found.blocks(), found.estimate().value), (0, None));
    }
}
