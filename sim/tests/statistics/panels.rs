//! Panels of known heterogeneity: how often the interval for a kind of player not seen holds its true effect.

use engine::random::{Random, RngExt, mix, random};
use rayon::prelude::*;
use stats::cluster_estimate::ClusterEstimate;
use stats::normal_quantile;
use stats::random_effects::SourceEffects;

/// A standard normal number.
fn normal(rng: &mut Random) -> f64 {
    normal_quantile(rng.random_range(1e-12..1.0 - 1e-12))
}

/// How often the prediction, and the interval of the mean, hold in 1,000 panels of so many kinds, whose true effects spread by `tau` around 1
/// and are each estimated with errors around `error`.
fn held(kinds: usize, tau: f64, error: f64) -> [u32; 2] {
    let of_panel = |panel: u64| {
        let rng = &mut random(mix([panel, kinds as u64, tau.to_bits()]));
        let source = |rng: &mut Random| {
            let (truth, own) = (1.0 + tau * normal(rng), error * rng.random_range(0.7..1.3));
            (truth, (truth + own * normal(rng), own))
        };
        let sources: Vec<(f64, f64)> = (0..kinds).map(|_| source(rng).1).collect();
        let (left_out, _) = source(rng);
        let pooled = SourceEffects::independent(&sources).pool().unwrap();
        let (low, high) = (pooled.effect.low().unwrap(), pooled.effect.high().unwrap());
        let holds = pooled.prediction.low <= left_out && left_out <= pooled.prediction.high;
        [u32::from(holds), u32::from(low <= 1.0 && 1.0 <= high)]
    };
    let held: Vec<[u32; 2]> = (0..1000).into_par_iter().map(of_panel).collect();
    [0, 1].map(|which| held.iter().map(|panel| panel[which]).sum())
}

#[test]
fn the_interval_for_a_player_not_seen_holds() {
    for (kinds, tau, error) in [(8, 1.0, 0.1), (8, 1.0, 0.5)] {
        let [prediction, mean] = held(kinds, tau, error);
        println!("{kinds} kinds, tau {tau}, error {error}: {prediction} {mean}");
        assert!((935..=965).contains(&prediction), "{kinds} {tau} {error}: {prediction}");
        assert!((930..=970).contains(&mean), "{kinds} {tau} {error}: {mean}");
    }
}

#[test]
fn without_heterogeneity_it_is_too_wide_rather_than_too_short() {
    let [prediction, mean] = held(8, 0.0, 0.3);
    println!("no tau: {prediction} {mean}");
    assert!(prediction >= 950 && mean >= 945, "{prediction} {mean}");
}

/// How often, in 1,000 panels of so many kinds that play the same so many seeds, the interval of the mean misses the truth, the mean is
/// found, kinds are found to differ, and the prediction misses a kind not seen: their errors correlate by `correlation`, and their true effects
/// spread by `tau` around 0.
fn on_the_same_seeds(kinds: usize, seeds: usize, correlation: f64, tau: f64) -> [u32; 4] {
    let of_panel = |panel: u64| {
        let rng = &mut random(mix([panel, kinds as u64, seeds as u64, tau.to_bits(), correlation.to_bits()]));
        let truths: Vec<f64> = (0..kinds).map(|_| tau * normal(rng)).collect();
        // Kinds vary by unlike amounts.
        let spreads: Vec<f64> = (0..kinds).map(|_| rng.random_range(0.7..1.4) * (seeds as f64).sqrt()).collect();
        let mut values = vec![Vec::new(); kinds];
        for _ in 0..seeds {
            let common = normal(rng);
            for ((truth, spread), values) in truths.iter().zip(&spreads).zip(&mut values) {
                let own = correlation.sqrt() * common + (1.0 - correlation).sqrt() * normal(rng);
                values.push(Some(truth + spread * own));
            }
        }
        let traced: Vec<ClusterEstimate> =
            values.iter().map(|values| ClusterEstimate::mean(values.iter().copied()).unwrap()).collect();
        let pooled = SourceEffects::of_clusters(&traced).pool().unwrap();
        let left_out = tau * normal(rng);
        let misses = |low: f64, high: f64, truth: f64| u32::from(truth < low || truth > high);
        [
            misses(pooled.effect.low().unwrap(), pooled.effect.high().unwrap(), 0.0),
            u32::from(pooled.p < 0.05),
            u32::from(pooled.heterogeneity_p < 0.05),
            misses(pooled.prediction.low, pooled.prediction.high, left_out),
        ]
    };
    let all: Vec<[u32; 4]> = (0..1000).into_par_iter().map(of_panel).collect();
    [0, 1, 2, 3].map(|which| all.iter().map(|panel| panel[which]).sum())
}

#[test]
fn kinds_that_play_the_same_seeds_are_not_believed_to_be_independent() {
    for (kinds, seeds, correlation) in [(9, 100, 0.6), (9, 25, 0.6), (3, 40, 0.6)] {
        let found = on_the_same_seeds(kinds, seeds, correlation, 0.0);
        println!("{kinds} kinds, {seeds} seeds, correlation {correlation}: {found:?}");
        let [misses, mean, differ, _] = found;
        assert_eq!(misses, mean, "the interval and the p value agree");
        // 5 % of 1,000, give or take three standard errors; fewer where little is known of a spread that is not there.
        assert!(misses <= 71, "{kinds} {seeds} {correlation}: {misses}");
        assert!((25..=71).contains(&differ), "{kinds} {seeds} {correlation}: {differ}");
    }
}

#[test]
fn a_spread_between_kinds_is_found_through_what_seeds_have_in_common() {
    for (correlation, tau) in [(0.6, 1.0), (0.0, 1.0)] {
        let found = on_the_same_seeds(9, 100, correlation, tau);
        println!("correlation {correlation}, tau {tau}: {found:?}");
        let [misses, _, differ, unseen] = found;
        assert!((25..=71).contains(&misses), "{correlation} {tau}: {misses}");
        assert!((25..=71).contains(&unseen), "{correlation} {tau}: {unseen}");
        assert!(differ > 400, "{correlation} {tau}: {differ}");
    }
}

/// By `statsmodels`: `combine_effects` with `method_re="iterated"`, the variance of Paule and Mandel; `fixtures/make.py` made it.
#[test]
fn pooling_agrees_with_another_implementation() {
    for row in super::fixture("panels.csv") {
        let numbers = |cell: &str| -> Vec<f64> { cell.split(' ').map(|number| number.parse().unwrap()).collect() };
        let (effects, errors, expected) = (numbers(&row[0]), numbers(&row[1]), numbers(&row[2]));
        let sources: Vec<(f64, f64)> = effects.iter().copied().zip(errors).collect();
        let found = SourceEffects::independent(&sources).pool().unwrap();
        let [mean, low, high, tau] = expected[..] else { panic!("{row:?}") };
        let near = |one: f64, other: f64| assert!((one - other).abs() < 1e-6, "{row:?}: {one}, {other}");
        near(found.effect.value.unwrap(), mean);
        near(found.tau, tau);
        if tau > 0.0 {
            near(found.effect.low().unwrap(), low);
            near(found.effect.high().unwrap(), high);
        }
    }
}
