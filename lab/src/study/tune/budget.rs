//! The division of a game budget between candidates, rounds, the search and its verdict.

use crate::config::tune::Tune;
use crate::forms::numbers::counted;

/// The minimum number of clusters of a candidate before it can be dropped.
const LEAST_CLUSTERS: u64 = 10;

/// The minimum number of clusters of a verdict.
const LEAST_FRESH: u64 = 20;

/// The division of a budget of games.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The number of games in one cluster.
    pub cluster: u64,
    /// The number of games of the search.
    pub search: u64,
    /// The number of candidates tried; only some of them if the budget is small.
    pub candidates: u64,
    /// The number of candidates that are replayed on fresh seeds.
    pub finalists: u64,
    /// The number of other variants played on the same fresh seeds: the printed rules, or none.
    pub others: u64,
    /// The number of search rounds, each of which drops half of the candidates, or more if rounds are few.
    pub rounds: u32,
    /// The total number of games.
    pub games: u64,
}

/// Returns the number of halving rounds that reduce the candidates to the finalists.
fn rounds(candidates: u64, finalists: u64) -> u32 {
    let (mut left, mut rounds) = (candidates, 0);
    while left > finalists {
        left = left.div_ceil(2).max(finalists);
        rounds += 1;
    }
    rounds
}

impl Budget {
    /// Divides the games of a study with this number of combinations of values.
    ///
    /// One cluster takes `cluster` games, and `others` variants are also played on the finalists' seeds. As in
    /// sequential halving (Karnin, Koren & Somekh 2013, ICML), every round of the search takes the same number of
    /// games. Trying every combination has priority: if the budget is too small for all rounds of halving, there are
    /// fewer rounds. If it is too small for one round of all combinations, a sample of them is tried.
    ///
    /// # Errors
    /// If the budget is too small for a single round, or for a verdict. The error describes what is accepted.
    pub fn of(tune: &Tune, combinations: u64, cluster: u64, others: u64) -> Result<Self, String> {
        let finalists = (tune.finalists as u64).min(combinations);
        let fresh = (tune.games as f64 * tune.fresh) as u64;
        let search = if combinations > finalists { tune.games - fresh } else { 0 };
        let most_rounds = rounds(combinations, finalists);
        let rounds = (1..=most_rounds).rev().find(|&rounds| {
            let each = search / u64::from(rounds).saturating_mul(combinations).saturating_mul(cluster);
            each >= LEAST_CLUSTERS
        });
        let rounds = rounds.unwrap_or(most_rounds.min(1));
        let candidates = match rounds {
            0 => combinations,
            _ => combinations.min(search / (LEAST_CLUSTERS * cluster)),
        };
        let verdict = tune.games - search;
        let is_too_small =
            rounds > 0 && candidates <= finalists || verdict / ((finalists + others) * cluster) < LEAST_FRESH;
        if is_too_small {
            let search = if combinations > finalists { LEAST_CLUSTERS * (finalists + 1) * cluster } else { 0 };
            let for_search = search as f64 / (1.0 - tune.fresh);
            let for_verdict =
                (LEAST_FRESH * (finalists + others) * cluster) as f64 / if search > 0 { tune.fresh } else { 1.0 };
            let accepted = for_search.max(for_verdict).ceil() as u64 + 1;
            return Err(format!(
                "at least {accepted}, to compare {} and replay {finalists}, at {} a seed",
                counted(finalists + u64::from(combinations > finalists), "candidate"),
                counted(cluster, "game")
            ));
        }
        Ok(Self { cluster, search, candidates, finalists, others, rounds, games: tune.games })
    }

    /// Returns the number of clusters per candidate in the next round, with these games and rounds left.
    pub fn clusters(&self, games: u64, rounds: u32, candidates: u64) -> u64 {
        games / (u64::from(rounds) * candidates * self.cluster)
    }

    /// Returns the number of candidates kept by the first of the remaining rounds.
    ///
    /// It is half of them, or fewer if halving takes more rounds than are left; then each round drops the same share.
    pub fn kept(&self, candidates: usize, rounds_left: u32) -> usize {
        let (many, finalists) = (candidates as u64, self.finalists);
        let kept = if rounds(many, finalists) <= rounds_left {
            many.div_ceil(2)
        } else {
            let share = libm::pow(finalists as f64 / many as f64, 1.0 / f64::from(rounds_left));
            libm::ceil(many as f64 * share) as u64
        };
        // The last round ends with exactly the finalists, regardless of rounding.
        (if rounds_left == 1 { finalists } else { kept.max(finalists) }).min(many) as usize
    }

    /// Returns the number of fresh clusters per finalist or other variant after `search` games of search.
    pub fn fresh_clusters(&self, search: u64) -> u64 {
        (self.games - search) / ((self.finalists + self.others) * self.cluster)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tune(games: u64, finalists: usize) -> Tune {
        Tune { games, finalists, fresh: 0.5, knobs: Vec::new(), goals: Vec::new() }
    }

    #[test]
    fn halving_ends_with_the_finalists() {
        assert_eq!([rounds(7, 3), rounds(9, 1), rounds(13, 3), rounds(3, 3)], [2, 4, 3, 0]);
    }

    #[test]
    fn a_large_budget_tries_everything_and_a_small_one_a_sample() {
        let large = Budget::of(&tune(200_000, 3), 50, 5, 0).unwrap();
        assert_eq!((large.candidates, large.rounds, large.search), (50, 5, 100_000));
        // Each candidate needs 10 seeds of 5 games in every round: for half of the games all rounds but one, and then a sample in one.
        let middling = Budget::of(&tune(10_000, 3), 50, 5, 0).unwrap();
        assert_eq!((middling.candidates, middling.rounds), (50, 2));
        assert_eq!([middling.kept(50, 2), middling.kept(13, 1)], [13, 3], "a quarter each time");
        let small = Budget::of(&tune(4_000, 3), 50, 5, 0).unwrap();
        assert_eq!((small.candidates, small.rounds), (40, 1));
        assert_eq!(small.kept(40, 1), 3);
        assert_eq!(
            [large.kept(50, 5), large.kept(25, 4), large.kept(13, 3), large.kept(7, 2), large.kept(4, 1)],
            [25, 13, 7, 4, 3]
        );
        // With nothing to drop all games are those of the verdict.
        assert_eq!(Budget::of(&tune(600, 3), 2, 5, 0).unwrap().fresh_clusters(0), 60);
        assert_eq!(Budget::of(&tune(600, 3), 2, 5, 1).unwrap().fresh_clusters(0), 40, "the printed rules play too");
    }

    #[test]
    fn too_small_a_budget_says_what_would_do() {
        let accepted = Budget::of(&tune(100, 3), 50, 5, 0).unwrap_err();
        assert!(accepted.starts_with("at least 601, to compare 4 candidates"), "{accepted}");
        // As many combinations as can be counted.
        assert!(Budget::of(&tune(10_000, 3), u64::MAX, 5, 0).is_ok());
        assert!(Budget::of(&tune(601, 3), 50, 5, 0).is_ok());
    }
}
