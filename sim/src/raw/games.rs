//! A line of `games.csv`.

use engine::MAX_SEATS;
use engine::skye::Slot;
use engine::skye::rules::MAX_ROUNDS;

use super::cells::{Cells, Fault};
use crate::experiment::Experiment;
use crate::fixtures::Fixture;
use crate::rows::{GameRow, SeatSet};
use crate::seeds::{GameSeed, GameSeedError};

const SCORING: [&str; Slot::ALL.len()] = ["scoring_a", "scoring_b", "scoring_c", "scoring_d"];

/// Columns that are sums over the seats.
const SUMS: usize = 6;

/// Reads a game. Who sits where is not in this table.
pub fn read(cells: &mut Cells<'_>, experiment: &Experiment, block: u64) -> Result<GameRow, Fault> {
    cells.expect_whole("block", block)?;
    let game = cells.whole("game")?;
    let seed = cells.parse("seed", |text| text.parse().map_err(|error: GameSeedError| error.to_string()))?;
    let rotation = cells.whole::<u16>("rotation")?.into();
    cells.expect_whole("players", experiment.players as u64)?;
    chance(cells, &seed)?;
    let rounds = experiment.rules.round_count();
    cells.expect_whole("rounds", rounds as u64)?;
    let row = GameRow {
        fixture: Fixture { game, block, rotation, agents: [0; MAX_SEATS], seed },
        players: experiment.players,
        rounds,
        winners: winners(cells, experiment.players)?,
        margin: cells.signed("margin")?,
        spread: cells.signed("spread")?,
        lead_changes: cells.whole("lead_changes")?,
        last_lead_change: cells.whole::<u16>("last_lead_change")?.into(),
        leaders: leaders(cells)?,
    };
    (0..SUMS).for_each(|_| _ = cells.bytes());
    Ok(row)
}

/// What the seed says once more.
fn chance(cells: &mut Cells<'_>, seed: &GameSeed) -> Result<(), Fault> {
    SCORING.into_iter().zip(seed.scoring).try_for_each(|(column, tile)| cells.expect(column, tile.name()))?;
    cells.expect_whole("first_start", seed.first.index() as u64)
}

fn winners(cells: &mut Cells<'_>, players: usize) -> Result<SeatSet, Fault> {
    let winners = cells.seats("winners")?;
    let seats: Vec<String> = winners.iter().map(|seat| seat.to_string()).collect();
    let is_possible = !winners.is_empty() && winners.iter().all(|seat| seat.index() < players);
    if is_possible { Ok(winners) } else { Err(Fault::new("winners", seats.join("+"), "one or more seats of the game")) }
}

fn leaders(cells: &mut Cells<'_>) -> Result<[SeatSet; MAX_ROUNDS], Fault> {
    let mut leaders = [SeatSet::default(); MAX_ROUNDS];
    for seats in &mut leaders {
        *seats = cells.seats("leaders")?;
    }
    Ok(leaders)
}
