//! Circles: the seating order of unequal agents around a table.
//!
//! A block plays the rotations of one circle, so that every agent takes every seat but keeps its neighbours. If the
//! circle were always the same, the agent behind a weak player would benefit in every block. Circles are therefore
//! drawn at random, like the tiles.

use engine::MAX_SEATS;
use engine::random::{RngExt, below, mix, random};

use super::seeds::{Purpose, seed};

engine::named_enum! {
    /// The method of choosing the circle of a block, for line-ups with one agent per seat.
    pub enum Circle {
        /// Drawn for each cluster and set of agents, every circle equally often.
        Drawn = ("drawn", "a seating order for each seed and choice of agents, all orders equally often"),
        /// Always the order of the agents in the config.
        Listed = ("listed", "always the order in the config, so every agent keeps its neighbours"),
    }
}

engine::named_enum! {
    /// The side of a neighbour, in turn order.
    pub enum NeighbourSide {
        /// It moves right before the neighbour.
        Before = "before",
        /// It moves right after the neighbour.
        After = "after",
    }
}

/// Returns the seating order of agents in this cluster, as indices into their list, starting with 0.
///
/// Among (players - 1)! consecutive clusters each circle occurs once, in an order that the master seed shuffles for
/// every line-up. A circle and its reverse are drawn consecutively: after two clusters, every agent has been before
/// each of the others as often as behind.
pub fn drawn(players: usize, master: u64, cluster: u64, lineup: u64) -> [usize; MAX_SEATS] {
    let mut pairs = up_to_reversal(players);
    let circles = 2 * pairs.len() as u64;
    let rng = &mut random(mix([seed(master, cluster / circles, Purpose::Circle), lineup]));
    let turn = (cluster % circles) as usize;
    // A Fisher–Yates shuffle up to the pair of this cluster; for each pair on the way it draws which of both circles
    // comes first.
    let mut is_reversed = false;
    for place in 0..=turn / 2 {
        let chosen = place + below(rng, (pairs.len() - place) as u32) as usize;
        pairs.swap(place, chosen);
        is_reversed = rng.random();
    }
    let mut circle = pairs[turn / 2];
    if is_reversed == turn.is_multiple_of(2) {
        circle[1..players].reverse();
    }
    circle
}

/// Returns all circles that begin with 0, one of each circle and its reverse.
///
/// # Panics
/// With fewer than three players, who have only one circle.
fn up_to_reversal(players: usize) -> Vec<[usize; MAX_SEATS]> {
    assert!(players >= 3, "a circle of {players}");
    let mut circles = vec![[0; MAX_SEATS]];
    for place in 1..players {
        circles = circles
            .into_iter()
            .flat_map(|circle: [usize; MAX_SEATS]| {
                (1..players).filter(move |agent| !circle[1..place].contains(agent)).map(move |agent| {
                    let mut longer = circle;
                    longer[place] = agent;
                    longer
                })
            })
            .collect();
    }
    circles.retain(|circle| circle[1] < circle[players - 1]);
    circles
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn every_circle_comes_once_in_each_group_of_clusters() {
        for (players, circles) in [(3, 2), (4, 6), (5, 24)] {
            for group in 0..20 {
                let of_group: BTreeSet<[usize; MAX_SEATS]> =
                    (0..circles).map(|turn| drawn(players, 7, group * circles + turn, 0)).collect();
                assert_eq!(of_group.len() as u64, circles, "{players} players, group {group}");
                assert!(of_group.iter().all(|circle| {
                    circle[0] == 0 && circle[..players].iter().collect::<BTreeSet<_>>().len() == players
                }));
            }
        }
    }

    #[test]
    fn a_circle_and_its_reverse_follow_each_other() {
        for players in 3..=5 {
            for pair in 0..40 {
                let [one, mut other] = [2 * pair, 2 * pair + 1].map(|cluster| drawn(players, 3, cluster, 1));
                other[1..players].reverse();
                assert_eq!(one, other);
            }
        }
    }

    #[test]
    fn the_first_clusters_may_have_any_circle() {
        for (players, circles) in [(3, 2), (4, 6), (5, 24)] {
            for cluster in [0, 1, 4] {
                let mut counts: BTreeMap<[usize; MAX_SEATS], u32> = BTreeMap::new();
                (0..6000).for_each(|master| *counts.entry(drawn(players, master, cluster, 0)).or_default() += 1);
                assert_eq!(counts.len(), circles);
                let expected = 6000.0 / circles as f64;
                // Five standard errors.
                assert!(
                    counts.values().all(|&count| (f64::from(count) - expected).abs() < 5.0 * expected.sqrt()),
                    "{players} players, cluster {cluster}: {counts:?}"
                );
            }
        }
    }

    #[test]
    fn line_ups_and_seeds_have_orders_of_their_own() {
        let order = |master, lineup| (0..24).map(|cluster| drawn(5, master, cluster, lineup)).collect::<Vec<_>>();
        assert_ne!(order(1, 0), order(1, 1));
        assert_ne!(order(1, 0), order(2, 0));
        assert_eq!(order(1, 0), order(1, 0));
    }
}
