//! A line of `games.csv`.

use engine::skye::Slot;
use engine::skye::rules::MAX_ROUNDS;

use super::cells::{Cells, Fault};
use crate::experiment::Experiment;
use crate::fixtures::Fixture;
use crate::rows::{GameRow, SeatSet};
use crate::seeds::GameSeed;

const SCORING: [&str; Slot::ALL.len()] = ["scoring_a", "scoring_b", "scoring_c", "scoring_d"];

/// Columns that are sums over the seats.
const SUMS: usize = 6;

/// Reads the game of this fixture.
pub fn read(cells: &mut Cells<'_>, experiment: &Experiment, fixture: &Fixture) -> Result<GameRow, Fault> {
    let (players, rounds) = (experiment.players, experiment.rules.round_count());
    cells.expect_whole("block", fixture.block)?;
    cells.expect_whole("cluster", experiment.cluster_of(fixture.block))?;
    cells.expect_whole("game", fixture.game)?;
    cells.expect("seed", &fixture.seed.to_string())?;
    cells.expect_whole("rotation", fixture.rotation as u64)?;
    cells.expect_whole("players", players as u64)?;
    chance(cells, &fixture.seed)?;
    cells.expect_whole("rounds", rounds as u64)?;
    let row = GameRow {
        fixture: *fixture,
        players,
        rounds,
        winners: cells.some_seats("winners", players)?,
        margin: cells.signed("margin")?,
        spread: cells.signed("spread")?,
        lead_changes: cells.below("lead_changes", rounds + 1)? as u32,
        last_lead_change: cells.below("last_lead_change", rounds + 2)?,
        leaders: leaders(cells, players, rounds)?,
    };
    (0..SUMS).for_each(|_| _ = cells.bytes());
    Ok(row)
}

/// What the seed says once more.
fn chance(cells: &mut Cells<'_>, seed: &GameSeed) -> Result<(), Fault> {
    SCORING.into_iter().zip(seed.scoring).try_for_each(|(column, tile)| cells.expect(column, tile.name()))?;
    cells.expect_whole("first_start", seed.first.index() as u64)
}

fn leaders(cells: &mut Cells<'_>, players: usize, rounds: usize) -> Result<[SeatSet; MAX_ROUNDS], Fault> {
    let mut leaders = [SeatSet::default(); MAX_ROUNDS];
    leaders[..rounds].iter_mut().try_for_each(|seats| {
        *seats = cells.some_seats("leaders", players)?;
        Ok(())
    })?;
    (rounds..MAX_ROUNDS).try_for_each(|_| cells.expect("leaders", ""))?;
    Ok(leaders)
}
