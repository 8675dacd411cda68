//! A line of `scores.csv`.

use engine::skye::Slot;

use super::cells::{Cells, Fault};
use super::seats::agent;
use crate::experiment::Experiment;
use crate::fixtures::Fixture;
use crate::rows::{GameRow, ScoreRow};

const SLOTS: [&str; Slot::ALL.len()] = ["A", "B", "C", "D"];

/// Reads what one player scored for one scoring tile.
pub fn read(cells: &mut Cells<'_>, experiment: &Experiment, game: &GameRow) -> Result<ScoreRow, Fault> {
    cells.expect_whole("block", game.fixture.block)?;
    cells.expect_whole("game", game.fixture.game)?;
    let round = cells.round(game.rounds)?;
    let slot = Slot::ALL[cells.word("slot", &SLOTS)?];
    let scoring = game.fixture.seed.scoring[slot.index()];
    cells.expect("scoring", scoring.name())?;
    let seat = cells.below("seat", game.players)?;
    let agent = agent(cells, experiment, game, seat)?;
    let Fixture { block, game, .. } = game.fixture;
    Ok(ScoreRow {
        block,
        game,
        round,
        slot,
        scoring,
        seat,
        agent,
        vp: cells.whole("vp")?,
        total: cells.whole("total")?,
    })
}
