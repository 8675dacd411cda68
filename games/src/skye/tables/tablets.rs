//! `tablets.csv`: stone tablets taken by agent and round, and results of seats with and without them.
//!
//! The differences are associations, not effects: players who can afford the tile, or place it early, may do well for
//! other reasons.

use engine::skye::{Module, Tablet};

use crate::skye::notes::raw_columns::notes_of;
use crate::skye::setting::Setting;
use lab::forms::column::Column;
use lab::schedule::Schedule;
use lab::subject::Accumulator;
use lab::subject::rows::Rows;
use lab::tables::by_agent::{ByAgent, Estimator, Sums};
use stats::sum::{Sum, impl_sum};
use stats::{Estimate, Ratio};

/// One kind of tablet for one agent or for all.
#[derive(Clone, Debug)]
pub struct TabletRow {
    pub agent: Option<usize>,
    pub tablet: Tablet,
    pub clusters: u64,
    pub seat_games: u64,
    pub seats_with: u64,
    pub taken: Estimate,
    pub round: Estimate,
    pub win_share_with: Estimate,
    pub win_share_without: Estimate,
    pub vp_with: Estimate,
    pub vp_without: Estimate,
}

impl TabletRow {
    /// The columns in order.
    pub const COLUMNS: &[Column<Self>] = &[
        Column::<Self>::agent("agent", |row| row.agent).meaning("name of the agent; `all` for all agents together"),
        Column::<Self>::text("tablet", |row, line| line.display(row.tablet)).meaning("kind of stone tablet"),
        Column::<Self>::count("clusters", "clusters", |row| Some(row.clusters))
            .meaning("seeds played; intervals are clustered by seed"),
        Column::<Self>::count("seat_games", "seats", |row| Some(row.seat_games))
            .meaning("number of the agent's seats in all games"),
        Column::<Self>::count("seats_with", "seats", |row| Some(row.seats_with))
            .meaning("number of these seats that took at least one"),
        Column::<Self>::estimate("taken", "tablets", |row| row.taken).meaning("mean number taken per player and game"),
        Column::<Self>::estimate("round", "round", |row| row.round)
            .meaning("mean round of the first one, over players who took any"),
        Column::<Self>::estimate("win_share_with", "fraction", |row| row.win_share_with).meaning(
            "mean win share of seats that took one; an association, not an effect, because such players may do well \
             for other reasons",
        ),
        Column::<Self>::estimate("win_share_without", "fraction", |row| row.win_share_without)
            .meaning("mean win share of seats that took none; an association, not an effect"),
        Column::<Self>::estimate("vp_with", "VP", |row| row.vp_with)
            .meaning("mean final VP of seats that took one; an association, not an effect"),
        Column::<Self>::estimate("vp_without", "VP", |row| row.vp_without)
            .meaning("mean final VP of seats that took none; an association, not an effect"),
    ];
}

/// Seats that took a tablet of one kind, or seats that did not.
#[derive(Copy, Clone, Default, Debug)]
struct Group {
    seats: u64,
    win_share: f64,
    vp: i64,
}

impl_sum!(Group: seats, win_share, vp);

/// One kind of tablet over seats.
#[derive(Copy, Clone, Default, Debug)]
pub struct TabletSums {
    taken: u64,
    rounds: u64,
    /// The seats with and without a tablet.
    groups: [Group; 2],
}

impl_sum!(TabletSums: taken, rounds, groups);

/// One kind of tablet over clusters.
#[derive(Copy, Clone, Default, Debug)]
pub struct TabletMeans {
    seats: u64,
    seats_with: u64,
    taken: Ratio,
    round: Ratio,
    win_share: [Ratio; 2],
    vp: [Ratio; 2],
}

impl Estimator for TabletMeans {
    type Sums = TabletSums;

    fn push(&mut self, TabletSums { taken, rounds, groups }: &TabletSums) {
        let seats = groups[0].seats + groups[1].seats;
        self.seats += seats;
        self.seats_with += groups[0].seats;
        self.taken.push(*taken as f64, seats as f64);
        self.round.push(*rounds as f64, groups[0].seats as f64);
        for (index, group) in groups.iter().enumerate() {
            self.win_share[index].push(group.win_share, group.seats as f64);
            self.vp[index].push(group.vp as f64, group.seats as f64);
        }
    }
}

/// All kinds of tablets over all clusters so far.
#[derive(Clone, Debug)]
pub struct TabletUse(ByAgent<TabletMeans>);

/// Returns the number of agents with sums: 0 in games without tablets.
fn agents(schedule: &Schedule, setting: &Setting) -> usize {
    if setting.rules.modules.has(Module::Druids) { schedule.agents.len() } else { 0 }
}

impl TabletUse {
    /// Creates sums without clusters.
    pub fn new(schedule: &Schedule, setting: &Setting) -> Self {
        Self(ByAgent::new(agents(schedule, setting), Tablet::ALL.len()))
    }
}

impl Accumulator for TabletUse {
    type Sums = Sums<TabletMeans>;

    fn sums(&self) -> Self::Sums {
        self.0.sums()
    }

    fn add(&self, sums: &mut Self::Sums, rows: &Rows) {
        for (seat, notes) in rows.seats.iter().zip(&notes_of(rows).seats) {
            let Some(kinds) = sums.get_mut(seat.agent) else { return };
            for (kind, sums) in kinds.iter_mut().enumerate() {
                let taken = notes.tablets[kind];
                sums.taken += u64::from(taken);
                sums.rounds += u64::from(notes.first_tablet[kind].unwrap_or(0));
                let group = Group { seats: 1, win_share: seat.win_share, vp: seat.points.into() };
                sums.groups[usize::from(taken == 0)].add(&group);
            }
        }
    }

    fn close(&mut self, cluster: &Self::Sums) {
        self.0.close(cluster);
    }
}

impl TabletUse {
    /// Returns the table: all kinds for every agent, then for all together.
    pub fn rows(&self) -> Vec<TabletRow> {
        self.0.rows(|agent, kind, of| {
            let ([win_share_with, win_share_without], [vp_with, vp_without]) =
                (of.win_share.map(|share| share.share()), of.vp.map(|vp| vp.amount()));
            TabletRow {
                agent,
                tablet: Tablet::ALL[kind],
                clusters: of.taken.blocks(),
                seat_games: of.seats,
                seats_with: of.seats_with,
                taken: of.taken.amount(),
                round: of.round.amount(),
                win_share_with,
                win_share_without,
                vp_with,
                vp_without,
            }
        })
    }
}
