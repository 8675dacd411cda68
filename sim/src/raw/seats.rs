//! A line of `seats.csv`.

use engine::skye::Slot;
use engine::skye::rules::MAX_ROUNDS;

use super::cells::{Cells, Fault};
use crate::experiment::Experiment;
use crate::rows::{GameRow, SeatRow};

const VP_SLOT: [&str; Slot::ALL.len()] = ["vp_slot_a", "vp_slot_b", "vp_slot_c", "vp_slot_d"];

/// The share of none, and of one among so many winners.
const WIN_SHARES: [&str; 6] = ["0.000000", "1.000000", "0.500000", "0.333333", "0.250000", "0.200000"];

/// Reads the seat of this number. Its win share is not taken with the decimals that it is written with: the winners say it exactly.
pub fn read(cells: &mut Cells<'_>, experiment: &Experiment, game: &GameRow, seat: usize) -> Result<SeatRow, Fault> {
    cells.expect_whole("block", game.fixture.block)?;
    cells.expect_whole("cluster", experiment.cluster_of(game.fixture.block))?;
    cells.expect_whole("game", game.fixture.game)?;
    cells.expect_whole("seat", seat as u64)?;
    Ok(SeatRow {
        block: game.fixture.block,
        game: game.fixture.game,
        seat,
        agent: agent(cells, experiment, game, seat)?,
        vp: cells.whole("vp")?,
        vp_by_slot: vp_by_slot(cells)?,
        vp_scrolls: cells.whole("vp_scrolls")?,
        vp_gold: cells.whole("vp_gold")?,
        rank: cells.rank(game.players)?,
        win_share: win_share(cells)?,
        margin: cells.signed("margin")?,
        rounds: game.rounds,
        gold_by_round: by_round(cells, "gold_round", game.rounds)?,
        vp_by_round: by_round(cells, "vp_round", game.rounds)?,
        tiles: cells.whole("tiles")?,
        completed_areas: cells.whole("completed_areas")?,
        bought: cells.whole("bought")?,
        sold: cells.whole("sold")?,
        kept: cells.whole("kept")?,
        returned: cells.whole("returned")?,
        spent: cells.whole("spent")?,
        earned: cells.whole("earned")?,
        burnt: cells.whole("burnt")?,
        castle_income: cells.whole("income_castle")?,
        whisky_income: cells.whole("income_whisky")?,
        catch_up_income: cells.whole("income_catch_up")?,
        gold_left: cells.whole("gold_left")?,
        decisions: cells.whole("decisions")?,
        searched: cells.whole("searched")?,
        iterations: cells.whole("iterations")?,
    })
}

/// The number of the agent that sits there, whose name must stand here.
pub fn agent(cells: &mut Cells<'_>, experiment: &Experiment, game: &GameRow, seat: usize) -> Result<usize, Fault> {
    let agent = game.fixture.agents[seat];
    cells.expect("agent", &experiment.agents[agent].name)?;
    Ok(agent)
}

fn vp_by_slot(cells: &mut Cells<'_>) -> Result<[u16; Slot::ALL.len()], Fault> {
    let mut vp = [0; Slot::ALL.len()];
    for (vp, column) in vp.iter_mut().zip(VP_SLOT) {
        *vp = cells.whole(column)?;
    }
    Ok(vp)
}

fn win_share(cells: &mut Cells<'_>) -> Result<f64, Fault> {
    let winners = cells.word("win_share", &WIN_SHARES)?;
    Ok(if winners == 0 { 0.0 } else { 1.0 / winners as f64 })
}

fn by_round(cells: &mut Cells<'_>, column: &'static str, rounds: usize) -> Result<[u16; MAX_ROUNDS], Fault> {
    let mut amounts = [0; MAX_ROUNDS];
    for (round, amount) in amounts.iter_mut().enumerate() {
        if round < rounds {
            *amount = cells.whole(column)?;
        } else {
            cells.expect(column, "")?;
        }
    }
    Ok(amounts)
}
