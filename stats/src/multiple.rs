//! Multiple testing, shrinkage and ranks for many estimates.

/// The q value of each p value: the smallest false discovery rate at which its test is significant.
///
/// Uses the procedure of Benjamini & Hochberg (1995, Journal of the Royal Statistical Society B 57) with the adjusted
/// values of Yekutieli & Benjamini (1999).
///
/// ```
/// # use stats::multiple::q_values;
/// let q = q_values(&[0.01, 0.2, 0.02, 0.04]);
/// // 4 · 0.01 / 1 = 4 · 0.02 / 2 = 0.04; 4 · 0.04 / 3 = 0.053: two of four are significant at 5 %.
/// assert_eq!(q.iter().filter(|q| **q < 0.05).count(), 2);
/// ```
pub fn q_values(p: &[f64]) -> Vec<f64> {
    let count = p.len();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&one, &two| p[two].total_cmp(&p[one]));
    let mut q = vec![1.0; count];
    let mut least = 1.0_f64;
    for (above, &index) in order.iter().enumerate() {
        least = least.min(p[index] * count as f64 / (count - above) as f64);
        q[index] = least;
    }
    q
}

/// The q values of those p values that exist, adjusted for their number.
pub fn known_q_values(p: impl IntoIterator<Item = Option<f64>>) -> Vec<Option<f64>> {
    let p: Vec<Option<f64>> = p.into_iter().collect();
    let mut q = q_values(&p.iter().flatten().copied().collect::<Vec<_>>()).into_iter();
    p.into_iter().map(|p| p.and_then(|_| q.next())).collect()
}

/// Shrinks effects towards 0 by empirical Bayes: b τ² / (τ² + s²), where s are the standard errors.
///
/// The variance τ² of the true effects is the excess of the effects' squares over their squared errors (Efron & Morris
/// 1975, Journal of the American Statistical Association 70).
pub fn shrink(effects: &[f64], errors: &[f64]) -> Vec<f64> {
    let excess: f64 = effects.iter().zip(errors).map(|(effect, error)| effect * effect - error * error).sum();
    let own = (excess / effects.len() as f64).max(0.0);
    if own > 0.0 {
        effects.iter().zip(errors).map(|(effect, error)| effect * (own / (own + error * error))).collect()
    } else {
        effects.iter().map(|effect| effect * 0.0).collect()
    }
}

/// The rank of each number, with 1 for the largest. Equal numbers share the better rank.
pub fn ranks(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|number| 1 + numbers.iter().filter(|other| *other > number).count() as u64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn q_values_of_the_paper_of_1995() {
        // Table 1's 15 p values: at 5 %, the first four are findings, the fifth has 15 · 0.0201 / 5.
        let p = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
            0.7590, 1.0,
        ];
        let q = q_values(&p);
        assert_eq!(q.iter().filter(|q| **q <= 0.05).count(), 4);
        assert!((q[4] - 15.0 * 0.0201 / 5.0).abs() < 1e-12);
        assert!(q.is_sorted() && q[14] == 1.0);
    }

    #[test]
    fn order_does_not_matter_and_nothing_is_nothing() {
        assert_eq!(q_values(&[0.04, 0.01]), [0.04, 0.02]);
        assert!(q_values(&[]).is_empty());
        // A missing p value is not counted.
        assert_eq!(known_q_values([Some(0.04), None, Some(0.01)]), [Some(0.04), None, Some(0.02)]);
    }

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
