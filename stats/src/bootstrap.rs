//! Weights of clusters in the replicates of a bootstrap.

use engine::random::{RandomSource, random};

/// The number of bootstrap replicates.
pub const REPLICATES: usize = 200;

/// P(X ≤ k) for a Poisson variable of mean 1, times 2^64.
///
/// Beyond the last k, X is taken to be k + 1.
const CUMULATIVE: [u64; 12] = cumulative();

const fn cumulative() -> [u64; 12] {
    // e^-1 · 2^64, rounded down.
    let mut probability: u64 = 6_786_177_901_268_885_274;
    let mut sums = [probability; 12];
    let mut k = 1;
    while k < sums.len() {
        probability /= k as u64;
        sums[k] = sums[k - 1] + probability;
        k += 1;
    }
    sums
}

/// The weight of a cluster in each replicate: independent Poisson variables of mean 1.
///
/// For many clusters this amounts to drawing them with replacement (Hanley & MacGibbon 2006, Computer Methods and
/// Programs in Biomedicine 83), without having to keep them.
pub fn poisson_weights(seed: u64) -> [u8; REPLICATES] {
    let mut rng = random(seed);
    std::array::from_fn(|_| {
        let draw = rng.next_u64();
        CUMULATIVE.iter().filter(|bound| draw >= **bound).count() as u8
    })
}

/// The smaller weight of [`positive_weights`], (3 - √5) / 2.
const SMALLER: f64 = 0.381_966_011_250_105_1;

/// The probability of the smaller weight, (√5 + 1) / (2 √5), times 2^64.
const P_SMALLER: u64 = (0.723_606_797_749_979 * 18_446_744_073_709_551_616.0) as u64;

/// The weight of a cluster in each replicate: one of two positive numbers, with mean, variance and skewness 1.
///
/// No cluster is ever left out, so an estimate that needs rare events exists in every replicate if it exists at all
/// (Mammen 1993, Annals of Statistics 21; for estimating equations Chatterjee & Bose 2005, Annals of Statistics 33).
pub fn positive_weights(seed: u64) -> [f64; REPLICATES] {
    let mut rng = random(seed);
    std::array::from_fn(|_| if rng.next_u64() < P_SMALLER { SMALLER } else { 3.0 - SMALLER })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_have_mean_and_variance_1() {
        let poisson = (0..500).flat_map(poisson_weights).map(f64::from).collect();
        let numbers: [Vec<f64>; 2] = [poisson, (0..500).flat_map(positive_weights).collect()];
        for numbers in numbers {
            let count = numbers.len() as f64;
            let mean = numbers.iter().sum::<f64>() / count;
            let moment = |power| numbers.iter().map(|number| (number - mean).powi(power)).sum::<f64>() / count;
            let (variance, third) = (moment(2), moment(3));
            // 100,000 numbers: standard errors of at most 0.003, 0.0055 and 0.03.
            assert!((mean - 1.0).abs() < 0.015 && (variance - 1.0).abs() < 0.03, "{mean} {variance}");
            assert!((third - 1.0).abs() < 0.15, "{third}");
        }
    }

    #[test]
    fn clusters_have_weights_of_their_own() {
        assert_ne!(poisson_weights(1), poisson_weights(2));
        assert_eq!(poisson_weights(1), poisson_weights(1));
        assert_ne!(positive_weights(1), positive_weights(2));
    }
}
