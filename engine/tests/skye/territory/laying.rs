//! What is not allowed cannot be laid, and the number by which a territory is found again.

use std::collections::HashMap;

use engine::skye::{Place, Placement, Rotation, Territory, Tiles};

/// Whether this panics.
fn panics(act: impl FnOnce() + std::panic::UnwindSafe) -> bool {
    std::panic::catch_unwind(act).is_err()
}

#[test]
fn what_is_not_allowed_cannot_be_laid() {
    let tiles = Tiles::printed();
    let tile = tiles.landscape().next().expect("the first tile");
    let castle = Territory::castle(&tiles);
    for (x, y) in [(0, 0), (0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (0, 2)] {
        for rotation in Rotation::ALL {
            let placement = Placement { tile, place: Place { x, y }, rotation };
            let lay = || {
                let mut territory = castle;
                territory.lay(&tiles, placement);
            };
            assert_eq!(panics(lay), !castle.allows(&tiles, placement), "{placement:?}");
        }
    }
}

#[test]
fn the_key_tells_what_lies_where_whatever_was_laid_first() {
    let tiles = Tiles::printed();
    let castle = Territory::castle(&tiles);
    let laid = |territory: &Territory, placement: Placement| {
        let mut after = *territory;
        after.lay(&tiles, placement);
        after
    };
    let some: Vec<_> = tiles.landscape().take(10).collect();
    let (mut seen, mut swapped) = (HashMap::new(), 0);
    for (number, &a) in some.iter().enumerate() {
        for (&b, first) in some[number + 1..].iter().flat_map(|b| castle.placements_of(&tiles, a).map(move |a| (b, a)))
        {
            let with_first = laid(&castle, first);
            for second in with_first.placements_of(&tiles, b) {
                let key = laid(&with_first, second).key();
                assert_eq!(
                    *seen.entry(key).or_insert([first, second]),
                    [first, second],
                    "two territories with one key"
                );
                if castle.allows(&tiles, second) {
                    swapped += 1;
                    assert_eq!(laid(&laid(&castle, second), first).key(), key, "{first:?} and {second:?}");
                }
            }
        }
    }
    assert!(seen.len() > 1000 && swapped > 100, "{} pairs, {swapped} in both orders", seen.len());
}
