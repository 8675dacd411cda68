//! `tablets.csv`: stone tablets taken by agent and round, and the results of seats with and without one.
//!
//! This is an association and not an effect: players who can afford the tile, or place it early, may do well for other reasons.

use engine::skye::{Module, Tablet};

use crate::skye::notes::rows::notes_of;
use crate::skye::setting::Setting;
use lab::schedule::Schedule;
use lab::subject::Accumulator;
use lab::subject::rows::Rows;
use lab::tables::by_agent::{ByAgent, Estimator, Sums};
use lab::tables::row::{AgentName, Count, Estimated, Word, rows};
use stats::sum::{Sum, sums};
use stats::{Estimate, Ratio};

rows! {
    /// One kind of tablet for one agent, or for all.
    struct TabletRow {
        agent: Option<usize> as AgentName("agent", "", "name of the agent; `all` for all together");
        tablet: Tablet as Word("tablet", "", "the kind of stone tablet");
        clusters: u64 as Count("clusters", "clusters", "seeds played; every interval is over clusters");
        seat_games: u64 as Count("seat_games", "seats", "the agent's seats in all games");
        seats_with: u64 as Count("seats_with", "seats", "those of them that took one or more");
        taken: Estimate as Estimated("taken", "tablets", "how many one player took in a game");
        round: Estimate as Estimated("round", "round", "mean round in which a player who took one took the first");
        win_share_with: Estimate as Estimated(
            "win_share_with",
            "fraction",
            "mean win share of seats that took one: an association, not its effect, since who takes one may do well for other reasons"
        );
        win_share_without: Estimate as Estimated(
            "win_share_without", "fraction", "mean win share of seats that took none: an association, as before"
        );
        vp_with: Estimate as Estimated("vp_with", "VP", "mean final VP of seats that took one: an association, not its effect");
        vp_without: Estimate as Estimated("vp_without", "VP", "mean final VP of seats that took none: an association, not its effect");
    }
}

sums! {
    /// Seats that took a tablet of one kind, or those that did not.
    #[derive(Copy)]
    struct Group {
        seats: u64,
        win_share: f64,
        vp: i64,
    }
}

sums! {
    /// One kind over seats.
    #[derive(Copy)]
    pub struct TabletSums {
        taken: u64,
        rounds: u64,
        /// With and without.
        groups: [Group; 2],
    }
}

/// One kind over clusters.
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

/// All kinds over all clusters so far.
#[derive(Clone, Debug)]
pub struct TabletUse(ByAgent<TabletMeans>);

/// Returns the number of agents that there are sums for: 0 without tablets.
fn agents(schedule: &Schedule, setting: &Setting) -> usize {
    if setting.rules.modules.has(Module::Druids) { schedule.agents.len() } else { 0 }
}

impl TabletUse {
    /// No clusters yet.
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
    /// Returns the table: for every agent all kinds, then for all together.
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
