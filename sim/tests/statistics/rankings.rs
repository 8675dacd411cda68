//! Plackett-Luce worths, against choix.

use sim::stats::plackett_luce::Choices;

use crate::fixture;

#[test]
fn worths_are_those_of_choix() {
    let mut choices = Choices::new(6);
    for row in fixture("rankings_data.csv") {
        let ranking: Vec<(u8, usize)> =
            row.iter().enumerate().map(|(rank, agent)| (rank as u8 + 1, agent.parse().unwrap())).collect();
        choices.add(&ranking);
    }
    let worths = choices.worths(&[1.0; 6]).unwrap();
    for row in fixture("rankings_expected.csv") {
        let (found, expected) =
            (400.0 * worths[row[0].parse::<usize>().unwrap()].log10(), row[1].parse::<f64>().unwrap());
        assert!((found - expected).abs() < 1e-4, "{row:?}: {found}");
    }
}
