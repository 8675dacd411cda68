//! The families of designs.

use super::{balanced, geometry};

engine::named_enum! {
    /// A family of designs: the rule that determines the sets of a list.
    pub enum Family {
        /// The sets named in the config.
        Fixed = ("fixed", "the sets named in the config, one after the other"),
        /// Every pair equally often.
        Pairs = ("pairs",
            "every pair of tiles equally often, for effects of single tiles: 20 sets of 16 tiles (each pair once), 153 of 18 (6 \
             times), 77 of 22 (twice), 138 of 24 (3 times)"),
        /// Every triple equally often.
        Triples = ("triples",
            "every triple of tiles equally often, for effects of tiles and pairs: 140 sets of 16 tiles (each triple once, each \
             pair 7 times), 612 of 18 (3 and 24 times), 385 of 22 (once and 10 times), 1518 of 24 (3 and 33 times)"),
        /// The lines of the affine plane of order 4, which contain the pairs of 16 tiles.
        Affine = ("affine", "20 sets of 16 tiles with every pair exactly once: their `pairs`"),
        /// A Steiner quadruple system, which contains the triples of 16 tiles.
        Quadruples = ("quadruples", "140 sets of 16 tiles with every triple exactly once: their `triples`"),
        /// All sets.
        Full = ("full", "all sets: 1820 of 16 tiles, 3060 of 18, 7315 of 22, 10626 of 24"),
    }
}

impl Family {
    /// Returns the numbers of tiles for which it exists; `None` if it exists for every number.
    pub fn sizes(self) -> Option<&'static [usize]> {
        match self {
            Self::Fixed | Self::Full => None,
            Self::Affine | Self::Quadruples => Some(&[geometry::POINTS]),
            Self::Pairs | Self::Triples => Some(&balanced::SIZES),
        }
    }

    /// Returns its sets of this many tiles, as indices; `None` if the config names them or none exist.
    pub fn sets(self, count: usize) -> Option<Vec<[usize; 4]>> {
        match self {
            Self::Fixed => None,
            Self::Pairs => balanced::pairs(count),
            Self::Triples => balanced::triples(count),
            Self::Affine => (count == geometry::POINTS).then(geometry::affine),
            Self::Quadruples => (count == geometry::POINTS).then(geometry::quadruples),
            Self::Full => Some(geometry::strided_subsets(count)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_exist_for_the_sizes_that_are_named() {
        for family in Family::ALL {
            for count in 4..=26 {
                let exists = family.sizes().map_or(family == Family::Full, |sizes| sizes.contains(&count));
                assert_eq!(family.sets(count).is_some(), exists, "{family:?} of {count}");
            }
        }
    }

    #[test]
    fn meanings_tell_how_many_sets_there_are() {
        for family in [Family::Pairs, Family::Triples, Family::Full] {
            for count in balanced::SIZES {
                let sets = family.sets(count).unwrap().len();
                let words = [format!("{sets} of {count}"), format!("{sets} sets of {count} tiles")];
                assert!(words.iter().any(|words| family.meaning().contains(words)), "{family:?}: {words:?}");
            }
        }
    }
}
