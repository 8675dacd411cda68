//! Strengths of agents, against statsmodels.

use stats::thurstone::Comparisons;

use crate::{close, fixture};

#[test]
fn strengths_are_those_of_a_probit_regression() {
    let mut comparisons = Comparisons::new(6);
    for row in fixture("rankings_data.csv") {
        let ranking: Vec<(u8, usize)> =
            row.iter().enumerate().map(|(rank, agent)| (rank as u8 + 1, agent.parse().unwrap())).collect();
        comparisons.add(&ranking);
    }
    let strengths = comparisons.strengths(&[0.0; 6]).unwrap();
    for row in fixture("rankings_expected.csv") {
        close(strengths[row[0].parse::<usize>().unwrap()], &row[1], "strength");
    }
}
