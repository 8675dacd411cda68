//! Controlled means, against statsmodels.

use stats::control::ControlVariates;

use crate::{close, fixture};

#[test]
fn mean_interval_and_variance_are_those_of_statsmodels() {
    let mut controlled = ControlVariates::new(&[4.0 / 7.0; 7]);
    for row in fixture("regression_data.csv").iter().step_by(2) {
        let tiles: Vec<usize> = row[..4].iter().map(|cell| cell.parse().unwrap()).collect();
        controlled.push(row[4].parse().unwrap(), &tiles);
    }
    let found = controlled.estimate();
    let numbers = [found.estimate.value, found.estimate.low(), found.estimate.high(), found.variance_ratio];
    for (number, expected) in numbers.into_iter().zip(&fixture("controlled_expected.csv")[0]) {
        close(number.unwrap(), expected, "controlled mean");
    }
}
