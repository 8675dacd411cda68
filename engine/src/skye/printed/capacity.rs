//! Whether a territory has room for all that its tiles can add up to.

use super::feature::Feature;
use super::sizes::{LARGEST_COUNT, MAX_AREAS, MAX_TERRITORY};
use super::tile::Tile;

/// More than a territory has room for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what}: a territory of {tiles} tiles of this tile file could have {found}; accepted: at most {accepted}")]
pub struct TooMuch {
    /// A feature, or areas.
    pub what: &'static str,
    /// Tiles in the territory, the castle included.
    pub tiles: usize,
    /// The most that so many tiles can have.
    pub found: usize,
    /// The most that there is room for.
    pub accepted: usize,
}

/// Checks that a territory of this many tiles has room for whatever it could have, where `printed` is the castle and then all
/// landscape tiles.
///
/// # Errors
/// The first feature that it could have too much of, or areas.
pub(super) fn check(printed: &[Tile], tiles: usize) -> Result<(), TooMuch> {
    let (castle, landscape) = printed.split_first().expect("a castle");
    let most = |of_tile: &dyn Fn(&Tile) -> usize| {
        let mut counts: Vec<usize> = landscape.iter().map(of_tile).collect();
        counts.sort_unstable();
        of_tile(castle) + counts.iter().rev().take(tiles - 1).sum::<usize>()
    };
    let check =
        |what, found, accepted| if found <= accepted { Ok(()) } else { Err(TooMuch { what, tiles, found, accepted }) };
    for feature in Feature::ALL {
        let found = most(&|tile| usize::from(tile.features.of(feature)));
        check(feature.name(), found, usize::from(LARGEST_COUNT))?;
    }
    // Every tile but the castle shares an area with a neighbour.
    check("areas", most(&|tile| tile.areas.len() - 1) + 1, MAX_AREAS)
}

/// The most tiles in a territory that has room for whatever it could have.
pub(super) fn roomy_size(printed: &[Tile]) -> usize {
    (2..=MAX_TERRITORY).rev().find(|&tiles| check(printed, tiles).is_ok()).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::tile_file::COLUMNS;
    use super::super::tiles::Tiles;
    use super::*;

    /// This many equal tiles with these columns after the id.
    fn equal_tiles(count: usize, columns: &str) -> Tiles {
        let rows: String = (0..count).map(|number| format!("t{number},{columns}\n")).collect();
        Tiles::parse(Path::new("made-up"), &format!("{}\n{rows}", COLUMNS.join(","))).expect("valid tiles")
    }

    #[track_caller]
    fn check_refused(tiles: &Tiles, size: usize, wanted: &str) {
        assert_eq!(tiles.check_capacity(size - 1), Ok(()), "one tile less");
        assert_eq!(tiles.check_capacity(size).expect_err("too much").to_string(), wanted);
    }

    #[test]
    fn features_that_could_not_be_counted_are_refused() {
        let wanted = "sheep: a territory of 30 tiles of this tile file could have 261; accepted: at most 255";
        check_refused(&equal_tiles(42, "PPPP,,,,sheep*9@N,"), 30, wanted);
        let fewer = equal_tiles(28, "PPPP,,,,sheep*9@N,");
        assert_eq!(fewer.check_capacity(MAX_TERRITORY), Ok(()), "no more than 252 sheep in the file");
    }

    #[test]
    fn areas_that_have_no_room_are_refused() {
        let wanted = "areas: a territory of 33 tiles of this tile file could have 131; accepted: at most 130";
        check_refused(&equal_tiles(42, "PMPM,,W,,,"), 33, wanted);
        assert_eq!(equal_tiles(42, "PMPM,,,,,").check_capacity(MAX_TERRITORY), Ok(()), "four areas on every tile");
    }

    #[test]
    fn the_base_game_has_room_for_any_tiles() {
        let most = 1 + 3 * super::super::sizes::MAX_ROUNDS;
        let most_of_all = "PMPM,,P,,sheep*9@inner broch*9@E,";
        assert_eq!(equal_tiles(42, most_of_all).check_capacity(most), Ok(()));
        assert_eq!(
            Tiles::printed().check_capacity(MAX_TERRITORY),
            Ok(()),
            "the printed tiles and every expansion's room"
        );
    }
}
