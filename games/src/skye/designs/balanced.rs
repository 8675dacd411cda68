//! Block designs of block size four: smallest lists with every pair, or triple, equally often.
//!
//! They exist for the sizes of pools of scoring tiles. From 18 indices on they are developed by the method of
//! differences (Bose 1939, Annals of Eugenics 9): each base set represents all sets obtained from it by adding a number
//! modulo a prime. Base sets come in classes that contain every index equally often. They are ordered so that no index
//! is ever ahead of another by more than one set.

use super::geometry;

/// The numbers of indices for which such sets exist.
pub const SIZES: [usize; 4] = [geometry::POINTS, 18, 22, 24];

/// Returns the smallest list with every pair equally often; `None` for counts outside [`SIZES`].
pub fn pairs(count: usize) -> Option<Vec<[usize; 4]>> {
    match count {
        geometry::POINTS => Some(geometry::affine()),
        18 => Some(OF_18.pairs()),
        22 => Some(PAIRS_OF_22.sets()),
        24 => Some(OF_24.pairs()),
        _ => None,
    }
}

/// Returns the smallest list with every triple equally often; `None` for counts outside [`SIZES`].
///
/// Except for 22 indices, it begins with the list of [`pairs`].
pub fn triples(count: usize) -> Option<Vec<[usize; 4]>> {
    match count {
        geometry::POINTS => Some(geometry::quadruples()),
        18 => Some(OF_18.sets()),
        22 => Some(TRIPLES_OF_22.sets()),
        24 => Some(OF_24.sets()),
        _ => None,
    }
}

/// Sets developed from base sets.
///
/// Indices are rows of residues: 0 to m-1 is the first row, m to 2m-1 the second, and so on. Arithmetic on residues
/// leaves an index in its row; an index after the last row is fixed.
struct Development {
    /// The prime m.
    modulus: usize,
    /// The number of rows.
    rows: usize,
    /// The factors by which residues are multiplied, in turn.
    factors: &'static [usize],
    /// The classes of base sets; each letter is an index, with `a` for 0.
    classes: &'static [&'static str],
}

/// Pairs 6 times, triples 3 times.
///
/// The sets are the quadruples with cross-ratio -1 of the projective line over 17 elements, whose group treats all
/// triples of points alike (Hughes 1965, American Journal of Mathematics 87). The 17 translates of each class contain
/// every pair 6 times.
const OF_18: Development = Development {
    modulus: 17,
    rows: 1,
    factors: &[1],
    classes: &[
        "ahim cgjn boqr efkl dhjp adfi gopr kmnq bcel",
        "afgh cdkm ilnp ejqr bdmo aijo bcfg ehlp knqr",
        "ahmq dglo bfjr iknp cefm aghn bcep dioq jklr",
        "agip cmno bejk flqr dhim anoq cgjp belr dfhk",
    ],
};

/// Pairs twice.
const PAIRS_OF_22: Development = Development {
    modulus: 7,
    rows: 3,
    factors: &[1],
    classes: &["dgiu abnr hjpq fmsv klot cefi aost dmpv ghkn bjlq ceru"],
};

/// Triples once, pairs 10 times: a Steiner quadruple system.
///
/// See Hanani (1960, Canadian Journal of Mathematics 12).
const TRIPLES_OF_22: Development = Development {
    modulus: 7,
    rows: 3,
    factors: &[1],
    classes: &[
        "adlm cjqv efkt ghns bopu eipr adqt bcfi glov hmsu jknr",
        "acnt ekpv dgmu blqs hijo fjrv aips cefu glnq bhkm dort",
        "ajmt ckns ehpq bilo dfru acgv efhi bglp djkt mnoq rsuv",
        "ajpq cdtu enrv bhos fikl eghm agiu cktv bdfm jnps loqr",
        "alop cejr dgqs bfnt hikv kmtu abcu deil gjpv fhmq nors",
    ],
};

/// Pairs 3 times, triples 3 times: six base sets under the maps x → rx + t.
///
/// Here r is a square modulo 23. For each r the sets contain every pair 3 times; each group of six consecutive sets,
/// starting at a multiple of six, contains every index once.
const OF_24: Development = Development {
    modulus: 23,
    rows: 1,
    factors: &[1, 2, 4, 8, 16, 9, 18, 13, 3, 6, 12],
    classes: &["acfg eprs bilq kmtx jouv dhnw"],
};

impl Development {
    /// All sets, each in ascending order.
    fn sets(&self) -> Vec<[usize; 4]> {
        let classes = self.factors.iter().flat_map(|factor| self.classes.iter().map(move |class| (*factor, *class)));
        classes.flat_map(|(factor, class)| self.translates(factor, class)).collect()
    }

    /// The sets of the first class, with the first factor.
    fn pairs(&self) -> Vec<[usize; 4]> {
        self.translates(self.factors[0], self.classes[0])
    }

    /// The sets of a class, multiplied by a factor, with each residue added in turn.
    fn translates(&self, factor: usize, class: &str) -> Vec<[usize; 4]> {
        let words = (0..self.modulus).flat_map(|summand| class.split(' ').map(move |word| (summand, word)));
        words.map(|(summand, word)| self.translate(word, factor, summand)).collect()
    }

    fn translate(&self, word: &str, factor: usize, summand: usize) -> [usize; 4] {
        let mut letters = word.bytes().map(|letter| self.image(usize::from(letter - b'a'), factor, summand));
        let mut set = [(); 4].map(|()| letters.next().expect("four letters"));
        set.sort_unstable();
        set
    }

    fn image(&self, index: usize, factor: usize, summand: usize) -> usize {
        let (row, residue) = (index / self.modulus, index % self.modulus);
        if row < self.rows { row * self.modulus + (residue * factor + summand) % self.modulus } else { index }
    }
}

#[cfg(test)]
mod tests {
    use super::super::balance::{occurrences, subsets};
    use super::super::slot_order;
    use super::*;

    /// The fewest sets that could contain every subset of a size equally often: smaller subsets must then be contained a whole number of
    /// times too.
    fn fewest(count: usize, size: usize) -> usize {
        let times = |times: usize, smaller: usize| {
            let (all, each) = (times * subsets(count - smaller, size - smaller), subsets(4 - smaller, size - smaller));
            all.is_multiple_of(each).then_some(all / each)
        };
        let possible = |lambda: &usize| (0..size).all(|smaller| times(*lambda, smaller).is_some());
        times((1..).find(possible).unwrap(), 0).unwrap()
    }

    #[track_caller]
    fn check(sets: &[[usize; 4]], count: usize, expected: [usize; 2], times: &[u32]) {
        let size = times.len();
        assert_eq!([sets.len(), fewest(count, size)], expected, "sets of {count}");
        for (smaller, times) in (1..).zip(times) {
            assert_eq!(occurrences(sets, count, smaller), *times..=*times, "subsets of {smaller} out of {count}");
        }
        // No set occurs twice, and each is in ascending order.
        assert_eq!(occurrences(sets, count, 4).into_inner().1, 1);
        assert!(sets.iter().all(|[a, b, c, d]| a < b && b < c && c < d && *d < count));
    }

    #[test]
    fn pairs_are_contained_equally_often_in_as_few_sets_as_possible() {
        for (count, sets, times) in [(16, 20, [5, 1]), (18, 153, [34, 6]), (22, 77, [14, 2]), (24, 138, [23, 3])] {
            check(&pairs(count).unwrap(), count, [sets; 2], &times);
        }
    }

    #[test]
    fn triples_are_contained_equally_often_in_as_few_sets_as_possible() {
        for (count, sets, times) in
            [(16, 140, [35, 7, 1]), (18, 612, [136, 24, 3]), (22, 385, [70, 10, 1]), (24, 1518, [253, 33, 3])]
        {
            check(&triples(count).unwrap(), count, [sets; 2], &times);
        }
    }

    #[test]
    fn after_any_number_of_sets_no_index_is_ahead_by_more_than_one() {
        for sets in SIZES.map(|count| [pairs(count).unwrap(), triples(count).unwrap()]).iter().flatten() {
            let count = 1 + sets.iter().flatten().max().unwrap();
            let mut times = vec![0; count];
            for set in sets.iter().chain(sets) {
                set.iter().for_each(|index| times[*index] += 1);
                assert!(times.iter().max().unwrap() - times.iter().min().unwrap() <= 1, "{count}: {times:?}");
            }
        }
    }

    #[test]
    fn after_any_number_of_sets_pairs_are_not_far_apart() {
        let spread = |sets: Vec<[usize; 4]>, count: usize| {
            let mut times = vec![vec![0; count]; count];
            let after = |set: &[usize; 4]| {
                let pairs = (0..4).flat_map(|one| (0..one).map(move |other| (set[one], set[other])));
                pairs.for_each(|(one, other)| times[one][other] += 1);
                let all = || (0..count).flat_map(|one| times[one][..one].iter());
                all().max().unwrap() - all().min().unwrap()
            };
            sets.iter().map(after).max().unwrap()
        };
        assert_eq!(SIZES.map(|count| spread(pairs(count).unwrap(), count)), [1, 5, 2, 3]);
        assert_eq!(SIZES.map(|count| spread(triples(count).unwrap(), count)), [1, 6, 6, 3]);
    }

    #[test]
    fn triples_begin_with_pairs_and_have_every_pair_equally_often_again_and_again() {
        for count in [16, 18, 24] {
            let (pairs, triples) = (pairs(count).unwrap(), triples(count).unwrap());
            assert_eq!(pairs[..], triples[..pairs.len()]);
            for part in triples.chunks(pairs.len()) {
                assert_eq!(occurrences(part, count, 2), occurrences(&pairs, count, 2));
            }
        }
    }

    #[test]
    fn those_of_18_are_harmonic() {
        let harmonic = |[a, b, c, d]: [i32; 4]| {
            // The last point is at infinity.
            let line = |x: i32, y: i32| if y == 17 { -1 } else { x - y };
            (line(a, c) * line(b, d) + line(b, c) * line(a, d)) % 17 == 0
        };
        for [a, b, c, d] in triples(18).unwrap().into_iter().map(|set| set.map(|index| index as i32)) {
            assert!(harmonic([a, b, c, d]) || harmonic([a, c, b, d]) || harmonic([b, c, a, d]), "{a} {b} {c} {d}");
        }
    }

    const PRIME: u64 = 1_000_003;

    /// The rank of a matrix modulo a large prime, which is at most its rank.
    fn rank(rows: Vec<Vec<u64>>) -> usize {
        let mut basis: Vec<(usize, Vec<u64>)> = Vec::new();
        for mut row in rows {
            for (pivot, other) in &basis {
                let factor = PRIME - row[*pivot];
                row.iter_mut().zip(other).for_each(|(cell, other)| *cell = (*cell + factor * other) % PRIME);
            }
            let Some(pivot) = row.iter().position(|cell| *cell != 0) else { continue };
            let inverse = power(row[pivot], PRIME - 2);
            row.iter_mut().for_each(|cell| *cell = *cell * inverse % PRIME);
            basis.push((pivot, row));
        }
        basis.len()
    }

    fn power(base: u64, exponent: u64) -> u64 {
        match exponent {
            0 => 1,
            _ if exponent.is_multiple_of(2) => power(base * base % PRIME, exponent / 2),
            _ => base * power(base, exponent - 1) % PRIME,
        }
    }

    /// With cyclic shifts, in which a tile is on every slot as often next to each other tile, effects of slots cannot be mistaken for those
    /// of tiles and pairs.
    #[test]
    fn effects_of_pairs_and_of_slots_are_determined() {
        for count in SIZES {
            let triples = triples(count).unwrap();
            let with_pairs = triples.iter().map(|set| {
                let is_in = |a: usize, b: usize| u64::from(set.contains(&a) && set.contains(&b));
                (0..count).flat_map(|b| (0..b).map(move |a| is_in(a, b))).collect()
            });
            assert_eq!(rank(with_pairs.collect()), subsets(count, 2));
            for sets in [pairs(count).unwrap(), triples] {
                let laid = sets.iter().enumerate().map(|(position, set)| slot_order::mixed(*set, position));
                let on_slots = laid.flat_map(|set| {
                    [0, 1, 2, 3].map(|shift| {
                        let mut row = vec![0; 4 * count];
                        (0..4).for_each(|slot| row[4 * set[(slot + shift) % 4] + slot] = 1);
                        row
                    })
                });
                // On each of the four slots lies one tile: three equations.
                assert_eq!(rank(on_slots.collect()), 4 * count - 3);
            }
        }
    }
}
