//! Sets of four indices with even coverage.

/// The number of points of the affine space of dimension 4 over two elements; addition is XOR.
pub const POINTS: usize = 16;

/// The number of lines of the affine plane of order 4, the first of [`quadruples`].
const AFFINE_LINES: usize = 20;

/// The number of lines through one point of that plane.
const SPREAD: usize = 5;

/// The three points of a plane through the origin other than the origin; their sum is 0.
type Plane = [usize; 3];

/// All 140 sets of four points with sum 0: the four translates of each plane through the origin.
///
/// They contain every triple once and every pair seven times: a Steiner quadruple system (Hanani 1960, Canadian Journal
/// of Mathematics 12).
///
/// The planes are ordered so that every five have only the origin in common (a spread). Their 20 translates therefore
/// contain every pair of points once: seven consecutive affine planes of order 4. Such an order is a solution of
/// Kirkman's schoolgirl problem.
pub fn quadruples() -> Vec<[usize; 4]> {
    let planes = planes();
    let mut chosen = Vec::new();
    assert!(arrange(&planes, &mut chosen), "the projective space of dimension 3 has a packing");
    chosen.into_iter().flat_map(translates).collect()
}

/// The 20 lines of the affine plane of order 4, which contain every pair of points once.
///
/// Each group of four consecutive lines, starting at a multiple of four, contains every point.
pub fn affine() -> Vec<[usize; 4]> {
    quadruples()[..AFFINE_LINES].to_vec()
}

/// The 35 planes through the origin.
fn planes() -> Vec<Plane> {
    let pairs = (1..POINTS).flat_map(|a| (a + 1..POINTS).map(move |b| [a, b, a ^ b]));
    pairs.filter(|[_, b, c]| c > b).collect()
}

/// Appends all remaining planes so that every five in a row are disjoint; returns whether it could.
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

/// A plane through the origin and the three planes parallel to it, each in ascending order.
fn translates([a, b, c]: Plane) -> Vec<[usize; 4]> {
    let sets = (0..POINTS).map(|shift| {
        let mut set = [shift, shift ^ a, shift ^ b, shift ^ c];
        set.sort_unstable();
        (shift, set)
    });
    sets.filter(|(shift, set)| set[0] == *shift).map(|(_, set)| set).collect()
}

/// All sets of four of this many indices, in lexicographic order.
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

/// The same sets with neighbours far apart in lexicographic order, so that any first part is diverse.
pub fn strided_subsets(count: usize) -> Vec<[usize; 4]> {
    let all = subsets(count);
    let stride = stride(all.len());
    (0..all.len()).map(|position| all[position * stride % all.len()]).collect()
}

/// A step that reaches each of this many places once and spreads any stretch evenly over them.
///
/// It is close to the golden section of the count, and coprime to it.
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
