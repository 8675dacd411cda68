//! Bisection, the only root finder of this crate that needs just the sign of a function.

/// Halves an interval around the point where `is_below` changes from true to false; returns its ends.
///
/// `low` is the end where it is true; it may be the larger number. Stops early if no floating-point number lies between
/// the ends.
pub fn bisect(mut low: f64, mut high: f64, steps: u32, is_below: impl Fn(f64) -> bool) -> (f64, f64) {
    for _ in 0..steps {
        let middle = (low + high) / 2.0;
        if middle == low || middle == high {
            break;
        }
        *(if is_below(middle) { &mut low } else { &mut high }) = middle;
    }
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_of_two_to_the_last_digit_from_either_side() {
        let (low, high) = bisect(0.0, 2.0, 100, |x| x * x < 2.0);
        assert!(low * low < 2.0 && high * high >= 2.0 && high - low < 1e-15, "{low} {high}");
        assert_eq!(bisect(2.0, 0.0, 100, |x| x * x >= 2.0), (high, low));
        assert_eq!(bisect(0.0, 8.0, 2, |x| x < 3.0), (2.0, 4.0));
    }
}
