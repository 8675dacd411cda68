//! Small sets as bits.

/// The indices of the set bits, ascending.
#[inline]
pub fn ones(word: impl Into<u64>) -> impl Iterator<Item = usize> + Clone {
    let mut left = word.into();
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let index = left.trailing_zeros();
            left &= left - 1;
            index as usize
        })
    })
}
