//! Reading the four scoring tiles of a game by their names.

use engine::skye::scoring_tile::UnknownScoringTile;
use engine::skye::{ScoringSet, ScoringTile};

/// Adds the scoring tile of this name to others, all of them different.
///
/// # Errors
/// If there is none of this name, or it is among them already.
pub fn add(tiles: &mut Vec<ScoringTile>, name: &str) -> Result<(), String> {
    let tile: ScoringTile = name.parse().map_err(|error: UnknownScoringTile| error.to_string())?;
    if tiles.contains(&tile) {
        return Err(format!("found `{tile}` a second time; accepted: every scoring tile at most once"));
    }
    tiles.push(tile);
    Ok(())
}

/// The scoring tiles for the slots A to D.
///
/// # Errors
/// If they are not four.
pub fn of(tiles: Vec<ScoringTile>) -> Result<ScoringSet, String> {
    let fault = |tiles: Vec<_>| format!("found {} scoring tiles; accepted: four, for the slots A to D", tiles.len());
    tiles.try_into().map_err(fault)
}

/// Reads four scoring tiles for the slots A to D, written with a mark between them.
///
/// # Errors
/// The first that is unknown or there twice, or if they are not four.
pub fn parse(text: &str, mark: char) -> Result<ScoringSet, String> {
    let mut tiles = Vec::new();
    text.split(mark).try_for_each(|name| add(&mut tiles, name.trim()))?;
    of(tiles)
}
