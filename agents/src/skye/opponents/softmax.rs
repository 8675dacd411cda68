//! Probabilities of options by their scores.
//!
//! They are proportional to the exponential of score times inverse temperature.

use crate::net::ONE;

/// The weight of the likeliest option.
const LIKELIEST: f64 = (1 << 16) as f64;

/// Options with their weights, by scores in units of 1/[`ONE`].
pub(crate) fn weighed<T: Copy>(scored: &[(T, i32)], inverse_temperature: f64) -> impl Iterator<Item = (T, u32)> {
    let most = scored.iter().map(|&(_, score)| score).max().unwrap_or(0);
    scored.iter().map(move |&(option, score)| {
        (option, (libm::exp(inverse_temperature * f64::from(score - most) / f64::from(ONE)) * LIKELIEST) as u32)
    })
}

/// Options with their chances, which sum to 1.
pub(crate) fn chances_of<T: Copy>(scored: &[(T, i32)], inverse_temperature: f64) -> impl Iterator<Item = (T, f64)> {
    let most = scored.iter().map(|&(_, score)| score).max().unwrap_or(0);
    let weight = move |score: i32| libm::exp(inverse_temperature * f64::from(score - most) / f64::from(ONE));
    let sum: f64 = scored.iter().map(|&(_, score)| weight(score)).sum();
    scored.iter().map(move |&(option, score)| (option, weight(score) / sum))
}

/// The smallest logarithm of a chance, however far apart scores are.
const LEAST_LOG_CHANCE: f64 = -700.0;

/// The log-probability of an option, by inverse temperature; 0 if it is not among these.
pub(super) fn log_chances<T: PartialEq, const N: usize>(
    scored: &[(T, i32)],
    chosen: T,
    inverse_temperatures: [f64; N],
) -> [f64; N] {
    let Some((_, chosen)) = scored.iter().find(|(option, _)| *option == chosen) else { return [0.0; N] };
    inverse_temperatures.map(|inverse_temperature| {
        let weight = |score: i32| libm::exp(inverse_temperature * f64::from(score - chosen) / f64::from(ONE));
        (-libm::log(scored.iter().map(|&(_, score)| weight(score)).sum())).max(LEAST_LOG_CHANCE)
    })
}
