//! Estimates pulled together by what all of them say about each.

/// Effects pulled towards 0 by as much as their errors make likely: b τ² / (τ² + s²), where the effects' own variance τ² is what
/// their squares exceed their squared errors by (Efron & Morris 1975, Journal of the American Statistical Association 70).
pub fn shrink(effects: &[f64], errors: &[f64]) -> Vec<f64> {
    let excess: f64 = effects.iter().zip(errors).map(|(effect, error)| effect * effect - error * error).sum();
    let own = (excess / effects.len() as f64).max(0.0);
    let factor = |error: f64| if own > 0.0 { own / (own + error * error) } else { 0.0 };
    effects.iter().zip(errors).map(|(effect, error)| effect * factor(*error)).collect()
}

/// The rank of each number, 1 for the largest; equal numbers share the better rank.
pub fn ranks(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|number| 1 + numbers.iter().filter(|other| *other > number).count() as u64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_no_larger_than_their_errors_vanish() {
        assert_eq!(shrink(&[1.0, -1.0], &[1.0, 1.0]), [0.0, 0.0]);
        assert_eq!(shrink(&[3.0, -3.0], &[0.0, 0.0]), [3.0, -3.0]);
        // Squares 9 on average, errors 1: τ² = 8, factor 8/9.
        assert_eq!(shrink(&[3.0, -3.0], &[1.0, 1.0]), [3.0 * (8.0 / 9.0), -3.0 * (8.0 / 9.0)]);
    }

    #[test]
    fn equal_numbers_share_a_rank() {
        assert_eq!(ranks(&[2.0, 5.0, 2.0, 1.0]), [2, 1, 2, 4]);
    }
}
