//! The four scoring tiles of a game: reading them by name, and varying them in a design.

use std::fmt;
use std::str::FromStr;

use engine::random::{below, random};
use engine::skye::scoring_tile::UnknownScoringTile;
use engine::skye::{Payment, ScoringSet, ScoringTile, Slot};
use serde::{Deserialize, Serialize};

use crate::components::ComponentFile;

/// The key of the file of own scoring tiles in configs.
pub const SCORING_TILES: &str = "scoring-tiles";

/// Scoring tiles that a user's file defines.
#[derive(Clone, Debug)]
pub struct OwnTiles {
    /// The file.
    pub file: ComponentFile,
    /// Its tiles, in its order.
    pub tiles: Vec<ScoringTile>,
}

/// An own scoring tile, in the form that a page holds.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FiledTile {
    /// Its name.
    pub name: String,
    /// Its description.
    pub text: String,
    payment: Payment,
}

impl OwnTiles {
    /// The tiles for a page.
    pub fn filed(&self) -> Vec<FiledTile> {
        let filed = |tile: &ScoringTile| FiledTile {
            name: tile.name().to_owned(),
            text: tile.text().to_owned(),
            payment: tile.printed(),
        };
        self.tiles.iter().map(filed).collect()
    }

    /// The tiles of a page, from this file.
    ///
    /// # Errors
    /// If a file cannot define them.
    pub fn of_page(file: ComponentFile, filed: &[FiledTile]) -> Result<Self, String> {
        if filed.len() > ScoringTile::MOST_OWN || !filed.iter().all(|tile| tile.payment.is_valid()) {
            return Err(format!("found no scoring tiles in `{}`; accepted: a page written by `sim page`", file.name));
        }
        let tiles = filed.iter().enumerate();
        let tiles = tiles.map(|(number, tile)| ScoringTile::own(number, &tile.name, &tile.text, tile.payment));
        Ok(Self { file, tiles: tiles.collect() })
    }
}

/// The scoring tiles on A to D, as a treatment that a design varies.
///
/// Its text is like `sheep+squares+columns+harbours`.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Scoring(pub ScoringSet);

impl fmt::Display for Scoring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d] = self.0;
        write!(f, "{a}+{b}+{c}+{d}")
    }
}

/// Reads the names of printed tiles.
impl FromStr for Scoring {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::named(text, &[])
    }
}

impl Scoring {
    /// The tiles that a text names: printed ones or these own ones.
    ///
    /// # Errors
    /// If there are not four different ones.
    pub fn named(text: &str, own: &[ScoringTile]) -> Result<Self, String> {
        let mut tiles = Vec::new();
        text.split('+').try_for_each(|name| add(&mut tiles, name.trim(), own))?;
        of(tiles).map(Self)
    }
}

/// Adds the scoring tile with this name, printed or own, to a list without duplicates.
///
/// # Errors
/// If there is no such tile, or the list already has it.
pub fn add(tiles: &mut Vec<ScoringTile>, name: &str, own: &[ScoringTile]) -> Result<(), String> {
    let tile = ScoringTile::named(name, own).map_err(|error: UnknownScoringTile| error.to_string())?;
    if tiles.contains(&tile) {
        return Err(format!("found `{tile}` a second time; accepted: every scoring tile at most once"));
    }
    tiles.push(tile);
    Ok(())
}

/// Explains why a scoring tile is not available.
pub fn not_in_play(tile: ScoringTile) -> String {
    match tile.module() {
        Some(module) => format!("the scoring tile `{tile}` needs `{module}` among the `modules`"),
        None => format!("the scoring tile `{tile}` is in no file of `scoring-tiles` in play"),
    }
}

/// The scoring tiles for the slots A to D.
///
/// # Errors
/// If there are not four.
pub fn of(tiles: Vec<ScoringTile>) -> Result<ScoringSet, String> {
    tiles
        .try_into()
        .map_err(|tiles: Vec<_>| format!("found {} scoring tiles; accepted: four, for the slots A to D", tiles.len()))
}

/// Four different tiles of the pool, uniformly, in a random slot order.
///
/// # Panics
/// If the pool has fewer than four tiles.
pub fn random_set(pool: &[ScoringTile], seed: u64) -> ScoringSet {
    let mut rng = random(seed);
    let mut rest = pool.to_vec();
    Slot::ALL.map(|_| rest.remove(below(&mut rng, rest.len() as u32) as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_read_as_it_is_written() {
        let text = "sheep+squares+columns+harbours";
        assert_eq!(text.parse::<Scoring>().unwrap().to_string(), text);
    }

    #[test]
    fn scoring_tiles_that_do_not_make_a_set_are_told() {
        let error = |text: &str| text.parse::<Scoring>().unwrap_err();
        assert!(error("sheeps+squares+columns+harbours").contains("did you mean `sheep`?"));
        assert!(error("sheep+sheep+columns+harbours").contains("found `sheep` a second time"));
        assert!(error("sheep+squares+columns").contains("found 3 scoring tiles"));
    }
}
