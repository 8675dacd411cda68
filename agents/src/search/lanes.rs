//! Work that several threads share.

use rayon::prelude::*;

/// Returns the results of some work on each item, in order.
///
/// Each worker takes a share of the items, on a thread of its own unless it is the only one.
pub(crate) fn side_by_side<W: Send, T: Send, R: Send>(
    workers: &mut [W],
    mut items: Vec<T>,
    work: impl Fn(&mut W, T) -> R + Sync,
) -> Vec<R> {
    if let [worker] = workers {
        return items.into_iter().map(|item| work(worker, item)).collect();
    }
    let each = items.len().div_ceil(workers.len());
    let mut share = || items.drain(..each.min(items.len())).collect();
    let shares: Vec<Vec<T>> = workers.iter().map(|_| share()).collect();
    let done = |(worker, share): (&mut W, Vec<T>)| share.into_iter().map(|item| work(worker, item)).collect::<Vec<R>>();
    workers.par_iter_mut().zip(shares).flat_map_iter(done).collect()
}
