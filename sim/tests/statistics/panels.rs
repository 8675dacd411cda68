//! Panels of known heterogeneity: how often the interval for a kind of player not seen holds its true effect.

use engine::random::{Random, RngExt, mix, random};
use rayon::prelude::*;
use sim::stats::normal_quantile;
use sim::stats::random_effects::pooled;

/// A standard normal number.
fn normal(dice: &mut Random) -> f64 {
    normal_quantile(dice.random_range(1e-12..1.0 - 1e-12))
}

/// How often the prediction, and the interval of the mean, hold in 1,000 panels of so many kinds, whose true effects spread by `tau` around 1
/// and are each estimated with errors around `error`.
fn held(kinds: usize, tau: f64, error: f64) -> [u32; 2] {
    let of_panel = |panel: u64| {
        let dice = &mut random(mix([panel, kinds as u64, tau.to_bits()]));
        let source = |dice: &mut Random| {
            let (truth, own) = (1.0 + tau * normal(dice), error * dice.random_range(0.7..1.3));
            (truth, (truth + own * normal(dice), own))
        };
        let sources: Vec<(f64, f64)> = (0..kinds).map(|_| source(dice).1).collect();
        let (left_out, _) = source(dice);
        let pooled = pooled(&sources).unwrap();
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

/// By `statsmodels`: `combine_effects` with `method_re="iterated"`, the variance of Paule and Mandel; `fixtures/make.py` made it.
#[test]
fn pooling_agrees_with_another_implementation() {
    for row in super::fixture("panels.csv") {
        let numbers = |cell: &str| -> Vec<f64> { cell.split(' ').map(|number| number.parse().unwrap()).collect() };
        let (effects, errors, expected) = (numbers(&row[0]), numbers(&row[1]), numbers(&row[2]));
        let found = pooled(&effects.iter().copied().zip(errors).collect::<Vec<_>>()).unwrap();
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
