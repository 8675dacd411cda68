//! `scoring.csv`: the VP from scoring tiles by agent.

use engine::skye::{ScoringSet, ScoringTile, Slot};

use crate::skye::notes::raw_columns::{notes_of, scoring};
use crate::skye::setting::Setting;
use lab::forms::column::Column;
use lab::schedule::Schedule;
use lab::subject::Accumulator;
use lab::subject::rows::Rows;
use lab::tables::by_agent::{ByAgent, Estimator, Sums};
use stats::sum::{Sum, impl_sum};
use stats::{Estimate, Ratio};

/// One scoring tile for one agent or for all.
#[derive(Clone, Debug)]
pub struct ScoringRow {
    pub agent: Option<usize>,
    pub scoring: ScoringTile,
    pub clusters: u64,
    pub seat_games: u64,
    pub vp: Estimate,
    pub vp_sd: Option<f64>,
    pub winners_share: Estimate,
}

impl ScoringRow {
    /// The columns in order.
    pub const COLUMNS: &[Column<Self>] = &[
        Column::<Self>::agent("agent", |row| row.agent).meaning("name of the agent; `all` for all agents together"),
        Column::<Self>::text("scoring", |row, line| line.display(row.scoring)).meaning("scoring tile"),
        Column::<Self>::count("clusters", "clusters", |row| Some(row.clusters))
            .meaning("seeds with this tile; intervals are clustered by seed"),
        Column::<Self>::count("seat_games", "seats", |row| Some(row.seat_games))
            .meaning("number of the agent's seats in games with this tile"),
        Column::<Self>::mean("vp", "VP", |row| row.vp).meaning("mean VP per game from this tile"),
        Column::<Self>::number("vp_sd", "VP", |row| row.vp_sd)
            .meaning("standard deviation of the VP from this tile between seats"),
        Column::<Self>::estimate("winners_share", "fraction", |row| row.winners_share)
            .meaning("VP from this tile as a share of final VP, where the agent won or shared the win"),
    ];
}

/// Integer sums over seats.
#[derive(Copy, Clone, Default, Debug)]
pub struct AwardSums {
    seats: u64,
    vp: u64,
    vp_squared: u64,
    winners_tile_vp: u64,
    winners_vp: u64,
}

impl_sum!(AwardSums: seats, vp, vp_squared, winners_tile_vp, winners_vp);

impl AwardSums {
    /// The sample standard deviation. Integer sums stay exact until the last step.
    fn standard_deviation(&self) -> Option<f64> {
        let (seats, vp, squared) = (u128::from(self.seats), u128::from(self.vp), u128::from(self.vp_squared));
        let scaled = (seats * squared - vp * vp) as f64;
        (seats > 1).then(|| (scaled / (seats * (seats - 1)) as f64).sqrt())
    }
}

/// One scoring tile over clusters.
#[derive(Copy, Clone, Default, Debug)]
pub struct Awards {
    sums: AwardSums,
    vp: Ratio,
    winners_share: Ratio,
}

impl Estimator for Awards {
    type Sums = AwardSums;

    fn push(&mut self, cluster: &AwardSums) {
        self.sums.add(cluster);
        self.vp.push(cluster.vp as f64, cluster.seats as f64);
        self.winners_share.push(cluster.winners_tile_vp as f64, cluster.winners_vp as f64);
    }
}

/// All agents and the four slots of one block or cluster, which has a single scoring set.
#[derive(Clone, Default, Debug)]
pub struct AwardsBySlot {
    by_agent: Sums<Awards>,
    set: Option<ScoringSet>,
}

impl_sum!(AwardsBySlot: by_agent);

/// All scoring tiles over all clusters so far.
#[derive(Clone, Debug)]
pub struct Scorings {
    by_agent: ByAgent<Awards>,
    /// The printed scoring tiles, then the user's own.
    tiles: Vec<ScoringTile>,
}

impl Scorings {
    /// Creates totals without clusters.
    pub fn new(schedule: &Schedule, setting: &Setting) -> Self {
        let own = setting.own_tiles().iter().copied();
        let tiles: Vec<ScoringTile> = ScoringTile::ALL.into_iter().chain(own).collect();
        Self { by_agent: ByAgent::new(schedule.agents.len(), tiles.len()), tiles }
    }
}

impl Accumulator for Scorings {
    type Sums = AwardsBySlot;

    fn sums(&self) -> AwardsBySlot {
        AwardsBySlot { by_agent: self.by_agent.sums_of(Slot::ALL.len()), set: None }
    }

    fn add(&self, sums: &mut AwardsBySlot, rows: &Rows) {
        sums.set = Some(scoring(rows).0);
        for (row, notes) in rows.seats.iter().zip(&notes_of(rows).seats) {
            for (sums, vp) in sums.by_agent[row.agent].iter_mut().zip(notes.vp_by_slot.map(u64::from)) {
                let [winners_tile_vp, winners_vp] = match row.rank {
                    1 => [vp, u64::try_from(row.points).expect("VP are never below 0")],
                    _ => [0, 0],
                };
                sums.add(&AwardSums { seats: 1, vp, vp_squared: vp * vp, winners_tile_vp, winners_vp });
            }
        }
    }

    fn close(&mut self, cluster: &AwardsBySlot) {
        let Some(set) = cluster.set else { return };
        let sums = cluster.by_agent.iter().map(|slots| {
            let mut tiles = vec![AwardSums::default(); self.tiles.len()];
            set.iter().zip(slots).for_each(|(tile, slot)| tiles[tile.index()].add(slot));
            tiles
        });
        let sums = sums.collect();
        self.by_agent.close(&sums);
    }
}

impl Scorings {
    /// Returns the table: every agent, then all together; tiles that never occurred are omitted.
    pub fn rows(&self) -> Vec<ScoringRow> {
        let rows = self.by_agent.rows(|agent, tile, of| ScoringRow {
            agent,
            scoring: self.tiles[tile],
            clusters: of.vp.blocks(),
            seat_games: of.sums.seats,
            vp: of.vp.amount(),
            vp_sd: of.sums.standard_deviation(),
            winners_share: of.winners_share.amount().within(0.0, 1.0),
        });
        rows.into_iter().filter(|row| row.seat_games > 0).collect()
    }
}
