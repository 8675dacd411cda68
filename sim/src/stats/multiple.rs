//! Many tests at once.

/// The q value of each p value: the smallest share of false discoveries at which it would be among the findings (Benjamini & Hochberg 1995,
/// Journal of the Royal Statistical Society B 57; adjusted as by Yekutieli & Benjamini 1999).
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
    }
}
