//! Means with t intervals, against scipy.

use stats::Welford;

use crate::{close, fixture};

#[test]
fn t_intervals_and_p_values_are_those_of_scipy() {
    for row in fixture("means.csv") {
        let mut stream = Welford::default();
        row[0].split(' ').for_each(|number| stream.push(number.parse().unwrap()));
        let estimate = stream.estimate();
        close(estimate.low().unwrap(), &row[2], "low");
        close(estimate.high().unwrap(), &row[3], "high");
        close(stream.p_value(row[1].parse().unwrap()).unwrap(), &row[4], "p");
    }
}
