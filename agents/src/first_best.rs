//! The choice rule that all agents share: the best, or the first among equals.

/// The item with the largest key; the first among equals. The library's `max_by_key` takes the last.
pub(crate) fn first_best<T, K: PartialOrd>(items: impl Iterator<Item = T>, key: impl Fn(&T) -> K) -> Option<T> {
    items.reduce(|best, next| if key(&next) > key(&best) { next } else { best })
}
