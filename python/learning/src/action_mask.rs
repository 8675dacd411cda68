//! The action mask: the possible ones among the numbered choices.

use engine::bits::ones;

/// The number of words of 64 choices.
const WORDS: usize = 10;

/// The most choices of any encoding.
pub const MOST: usize = WORDS * u64::BITS as usize;

/// A set of choices.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct ActionMask([u64; WORDS]);

impl ActionMask {
    /// Adds one.
    ///
    /// # Panics
    /// If it is [`MOST`] or more.
    #[inline]
    pub fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// Returns whether this choice is possible.
    #[inline]
    pub fn has(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Converts the number of a choice; `None` unless it is possible.
    #[inline]
    pub fn find(&self, number: i64) -> Option<usize> {
        usize::try_from(number).ok().filter(|number| self.has(*number))
    }

    /// Returns the number of choices.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The only possible choice; `None` if there are none or several.
    #[inline]
    pub fn only(&self) -> Option<usize> {
        (self.len() == 1).then(|| self.iter().next()).flatten()
    }

    /// All of them, ascending.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| ones(word).map(move |bit| 64 * index + bit))
    }

    /// Writes a 1 for each of them into a mask of zeros.
    #[inline]
    pub fn write(&self, mask: &mut [i8]) {
        self.iter().for_each(|number| mask[number] = 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_what_was_put_in() {
        let mut options = ActionMask::default();
        assert!(options.is_empty() && options.only().is_none());
        options.insert(385);
        assert_eq!(options.only(), Some(385));
        options.insert(0);
        options.insert(0);
        options.insert(639);
        assert_eq!((options.len(), options.only(), options.has(1), options.has(9999)), (3, None, false, false));
        assert_eq!(options.iter().collect::<Vec<_>>(), [0, 385, 639]);
        assert_eq!([385, 1, -1, i64::MAX].map(|number| options.find(number)), [Some(385), None, None, None]);
        let mut mask = [0; MOST];
        options.write(&mut mask);
        assert_eq!(mask.iter().filter(|bit| **bit == 1).count(), 3);
    }
}
