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

/// Defines a set of small things as the bits of a word, by the number of a thing and the thing with a number.
#[macro_export]
macro_rules! bit_set {
    (
        $(#[$meta:meta])*
        $visibility:vis struct $set:ident($word:ty) of $item:ty, |$one:ident| $bit:expr, |$number:ident| $item_of:expr
    ) => {
        $(#[$meta])*
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        $visibility struct $set($word);

        #[allow(dead_code, reason = "not every set is used in every way")]
        impl $set {
            /// The empty set.
            pub const NONE: Self = Self(0);

            /// Returns whether this one is in the set.
            #[inline]
            pub fn has(self, $one: $item) -> bool {
                self.0 >> $bit & 1 == 1
            }

            /// The set with this one added.
            #[inline]
            #[must_use]
            pub fn with(self, $one: $item) -> Self {
                Self(self.0 | 1 << $bit)
            }

            /// All in the set, in order.
            #[inline]
            pub fn iter(self) -> impl Iterator<Item = $item> + Clone {
                $crate::bits::ones(self.0).map(|$number| $item_of)
            }

            /// Returns how many are in the set.
            #[inline]
            pub fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Returns whether the set is empty.
            #[inline]
            pub fn is_empty(self) -> bool {
                self.0 == 0
            }
        }

        impl Extend<$item> for $set {
            #[inline]
            fn extend<I: IntoIterator<Item = $item>>(&mut self, items: I) {
                items.into_iter().for_each(|item| *self = self.with(item));
            }
        }

        impl FromIterator<$item> for $set {
            #[inline]
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                items.into_iter().fold(Self::NONE, Self::with)
            }
        }
    };
}
