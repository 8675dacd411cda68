//! Shares of points expressed as Elo differences, plain and normalised, as in matches of engines.

use super::Estimate;

/// Elo points per unit of the natural logarithm of odds: 400 points are odds of 10 to 1.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// The Elo difference of two players, from one player's share of points.
///
/// The interval is that of the share, transformed. Both are `None` if the share or an end of its interval is 0 or 1.
///
/// ```
/// # use stats::{Estimate, elo::elo};
/// let difference = elo(&Estimate { value: Some(10.0 / 11.0), interval: None });
/// assert!((difference.value.unwrap() - 400.0).abs() < 1e-9);
/// ```
pub fn elo(share: &Estimate) -> Estimate {
    let all = [share.value, share.low(), share.high()];
    if !all.into_iter().flatten().all(|share| 0.0 < share && share < 1.0) {
        return Estimate::default();
    }
    share.map(|share| POINTS * libm::log(share / (1.0 - share)))
}

/// The normalised Elo difference: in units of the standard deviation σ of a single game's points.
///
/// It is (share - 1/2) / σ · 800 / ln 10, which equals the plain difference if no game is drawn and the players are
/// close (Van den Bergh 2019, Comments on Normalized Elo). It determines how many games are needed to tell the players
/// apart, whatever the share of draws. If games come in pairs or larger clusters, `deviation` is the standard deviation
/// of the clusters' means times the square root of their number of games.
pub fn normalized_elo(share: &Estimate, deviation: f64) -> Estimate {
    share.map(|share| (share - 0.5) / deviation * 2.0 * POINTS)
}

/// The likelihood of superiority: 1 minus the one-sided p value of a share of one half.
///
/// `p` is the two-sided p value of that hypothesis.
pub fn superiority(share: f64, p: f64) -> f64 {
    if share > 0.5 { 1.0 - p / 2.0 } else { p / 2.0 }
}
