//! A line of `scores.csv`.

use engine::skye::Slot;
use engine::skye::scoring_tile::UnknownScoringTile;

use super::cells::{Cells, Fault};
use super::seats::agent;
use crate::experiment::Experiment;
use crate::rows::{GameRow, ScoreRow};

const SLOTS: [&str; Slot::ALL.len()] = ["A", "B", "C", "D"];

/// Reads what one player scored for one scoring tile.
pub fn read(cells: &mut Cells<'_>, experiment: &Experiment, game: &GameRow) -> Result<ScoreRow, Fault> {
    cells.expect_whole("block", game.fixture.block)?;
    cells.expect_whole("game", game.fixture.game)?;
    Ok(ScoreRow {
        block: game.fixture.block,
        game: game.fixture.game,
        round: cells.round(game.rounds)?,
        slot: Slot::ALL[cells.word("slot", &SLOTS)?],
        scoring: cells.parse("scoring", |name| name.parse().map_err(|error: UnknownScoringTile| error.to_string()))?,
        seat: cells.below("seat", game.players)?,
        agent: agent(cells, experiment)?,
        vp: cells.whole("vp")?,
        total: cells.whole("total")?,
    })
}
