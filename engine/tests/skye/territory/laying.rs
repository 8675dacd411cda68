//! What is not allowed cannot be laid.

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
