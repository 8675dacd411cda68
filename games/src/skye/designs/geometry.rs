//! Sets of four with even coverage, over indices.

/// Points of the affine space of dimension 4 over two elements; sums are exclusive ors.
pub const POINTS: usize = 16;

/// Lines of the affine plane of order 4, the first of [`quadruples`].
const AFFINE_LINES: usize = 20;

/// Lines through one point of that plane.
const SPREAD: usize = 5;

/// The three points of a plane through the origin besides it; their sum is 0.
type Plane = [usize; 3];

/// All 140 sets {a, b, c, d} of points with sum 0: for each plane through the origin its four translates. They contain every triple once
/// and every pair seven times: a Steiner quadruple system (Hanani 1960, Canadian Journal of Mathematics 12).
///
/// The planes are in an order in which every five share nothing but the origin (a spread), so their 20 translates have every pair of points
/// once: seven affine planes of order 4 in a row. Such an order is a solution of Kirkman's schoolgirl problem.
pub fn quadruples() -> Vec<[usize; 4]> {
    let planes = planes();
    let mut chosen = Vec::new();
    assert!(arrange(&planes, &mut chosen), "the projective space of dimension 3 has a packing");
    chosen.into_iter().flat_map(translates).collect()
}

/// The 20 lines of the affine plane of order 4: every pair of points once, and every four in a row, from a multiple of four, every point.
pub fn affine() -> Vec<[usize; 4]> {
    quadruples()[..AFFINE_LINES].to_vec()
}

/// The 35 planes through the origin.
fn planes() -> Vec<Plane> {
    let pairs = (1..POINTS).flat_map(|a| (a + 1..POINTS).map(move |b| [a, b, a ^ b]));
    pairs.filter(|[_, b, c]| c > b).collect()
}

/// Appends all planes not chosen yet, so that every five in a row share nothing; whether that was possible.
fn arrange(planes: &[Plane], chosen: &mut Vec<Plane>) -> bool {
    if chosen.len() == planes.len() {
        return true;
    }
    let spread = &chosen[chosen.len() - chosen.len() % SPREAD..];
    let is_covered = |point: &usize| spread.iter().flatten().any(|other| other == point);
    let next = (1..POINTS).find(|point| !is_covered(point)).expect("a spread of fewer than five covers not all");
    let candidates: Vec<Plane> = planes
        .iter()
        .filter(|plane| plane.contains(&next) && !plane.iter().any(is_covered) && !chosen.contains(plane))
        .copied()
        .collect();
    candidates.into_iter().any(|plane| {
        chosen.push(plane);
        let done = arrange(planes, chosen);
        if !done {
            chosen.pop();
        }
        done
    })
}

/// A plane through the origin and the three parallel to it, each in ascending order.
fn translates([a, b, c]: Plane) -> Vec<[usize; 4]> {
    let sets = (0..POINTS).map(|shift| {
        let mut set = [shift, shift ^ a, shift ^ b, shift ^ c];
        set.sort_unstable();
        (shift, set)
    });
    sets.filter(|(shift, set)| set[0] == *shift).map(|(_, set)| set).collect()
}

/// All sets of four of this many indices, in alphabetic order.
fn subsets(count: usize) -> Vec<[usize; 4]> {
    let mut sets = Vec::new();
    for a in 0..count {
        for b in a + 1..count {
            for c in b + 1..count {
                sets.extend((c + 1..count).map(|d| [a, b, c, d]));
            }
        }
    }
    sets
}

/// The same, neighbours far apart in alphabetic order, so that the first of them have indices from everywhere.
pub fn strided_subsets(count: usize) -> Vec<[usize; 4]> {
    let all = subsets(count);
    let stride = stride(all.len());
    (0..all.len()).map(|position| all[position * stride % all.len()]).collect()
}

/// A step that visits this many places, each once, and spreads every stretch of the way over all: near the golden section, without
/// a common divisor.
pub fn stride(count: usize) -> usize {
    let golden = (count * 618).div_ceil(1000);
    (golden..).find(|step| greatest_common_divisor(*step, count) == 1).expect("there are primes")
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quadruples_sum_to_nothing_in_an_order_of_spreads() {
        let sets = quadruples();
        assert_eq!(sets.len(), 140);
        assert!(sets.iter().all(|[a, b, c, d]| a < b && b < c && c < d && a ^ b ^ c ^ d == 0));
        for plane in sets.chunks(AFFINE_LINES) {
            let through_origin: Vec<usize> =
                plane.iter().filter(|set| set[0] == 0).flat_map(|set| set[1..].to_vec()).collect();
            let mut sorted = through_origin.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (1..POINTS).collect::<Vec<_>>());
        }
    }

    #[test]
    fn subsets_are_counted() {
        assert_eq!([3, 4, 5, 16].map(|count| subsets(count).len()), [0, 1, 5, 1820]);
    }

    #[test]
    fn a_stride_visits_every_place() {
        for count in [1, 2, 5, 15, 35, 1820] {
            let step = stride(count);
            let mut seen: Vec<usize> = (0..count).map(|position| position * step % count).collect();
            seen.sort_unstable();
            assert_eq!(seen, (0..count).collect::<Vec<_>>());
        }
    }
}
