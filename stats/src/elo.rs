//! A share of points in Elo points, plain and normalized, as those who test engines report it.

use super::Estimate;

/// Elo points of which 400 are odds of 10 to 1, for each unit of the natural logarithm of odds.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// The Elo difference of two players of whom one has this share of the points, with the ends of the share's interval. Empty for a share of
/// all or nothing.
pub fn elo(share: &Estimate) -> Estimate {
    let is_finite = |share: f64| 0.0 < share && share < 1.0;
    let all = [share.value, share.low(), share.high()];
    let points = |share: f64| POINTS * libm::log(share / (1.0 - share));
    if all.into_iter().flatten().all(is_finite) { share.map(points) } else { Estimate::default() }
}

/// The same in units of how far the points of single games are spread: (share - 1/2) / σ · 800 / ln 10, which is the plain difference where
/// no game is drawn and few points separate the players (Van den Bergh 2019, Comments on Normalized Elo). It says how many games it takes to tell
/// the players apart, whatever the share of draws.
///
/// `deviation` is σ: where games come in pairs or larger clusters, the standard deviation of clusters' means times the root of their games.
pub fn normalized_elo(share: &Estimate, deviation: f64) -> Estimate {
    share.map(|share| (share - 0.5) / deviation * 2.0 * POINTS)
}

/// The likelihood of superiority: how sure it is that a share is above one half, by the two-sided p value of its being that.
pub fn superiority(share: f64, p: f64) -> f64 {
    if share > 0.5 { 1.0 - p / 2.0 } else { p / 2.0 }
}
