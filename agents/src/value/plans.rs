//! Plans of a search, by the worth of their actions.

use std::cmp::Reverse;

use super::MILLI;
use crate::net::chances;

/// The most plans that are ranked by worth.
const PLANS: usize = 4;

/// The best actions by worth in thousandths of a VP, each VP making one e times as likely; of equal actions the best counts.
pub(crate) fn likely_plans<A: PartialEq>(weighed: Vec<(A, i32)>) -> Vec<(A, f64)> {
    let mut best: Vec<(A, i32)> = Vec::new();
    for (action, worth) in weighed {
        match best.iter_mut().find(|(known, _)| *known == action) {
            Some((_, most)) => *most = worth.max(*most),
            None => best.push((action, worth)),
        }
    }
    best.sort_by_key(|&(_, worth)| Reverse(worth));
    best.truncate(PLANS);
    let (actions, worths): (Vec<A>, Vec<i32>) = best.into_iter().unzip();
    actions.into_iter().zip(chances(worths.into_iter(), 1.0, MILLI)).collect()
}
