//! A line of `offers.csv`.

use std::collections::HashMap;

use engine::Seat;
use engine::skye::TileId;

use super::cells::{Cells, Fault};
use super::seats::agent;
use crate::experiment::Experiment;
use crate::rows::{Fate, GameRow, OfferRow};

/// Tiles by their id in the file.
pub struct TileIds(HashMap<String, TileId>);

impl TileIds {
    /// Of the tiles of an experiment.
    pub fn of(experiment: &Experiment) -> Self {
        let tiles = &experiment.tiles.tiles;
        Self(tiles.landscape().map(|tile| (tiles.name(tile).to_owned(), tile)).collect())
    }
}

const OUTCOMES: [&str; 3] = ["discarded", "sold", "kept"];

/// Reads a drawn tile.
pub fn read(
    cells: &mut Cells<'_>,
    experiment: &Experiment,
    tiles: &TileIds,
    game: &GameRow,
) -> Result<OfferRow, Fault> {
    cells.expect_whole("block", game.fixture.block)?;
    cells.expect_whole("game", game.fixture.game)?;
    let round = cells.round(game.rounds)?;
    let seat = cells.below("seat", game.players)?;
    let agent = agent(cells, experiment, game, seat)?;
    let tile = cells.parse("tile", |id| tiles.0.get(id).copied().ok_or_else(|| "a tile of this run".to_owned()))?;
    let price = cells.bytes();
    let gold = cells.whole("gold")?;
    let outcome = cells.word("outcome", &OUTCOMES)?;
    let (fate, price) = match outcome {
        1 => (Fate::Sold(Seat::new(cells.below("buyer", game.players)?)), Cells::of(price).whole("price")?),
        _ => {
            cells.expect("buyer", "")?;
            kept_or_discarded(outcome, price)?
        }
    };
    // The gain follows from price and outcome.
    cells.bytes();
    Ok(OfferRow { block: game.fixture.block, game: game.fixture.game, round, seat, agent, tile, price, gold, fate })
}

fn kept_or_discarded(outcome: usize, price: &[u8]) -> Result<(Fate, u16), Fault> {
    let mut price = Cells::of(price);
    match outcome {
        0 => price.expect("price", "").map(|()| (Fate::Discarded, 0)),
        _ => price.whole("price").map(|price| (Fate::Kept, price)),
    }
}
