//! `agents.csv`: how strong the agents are, over clusters of blocks.

use super::row::{AgentName, Count, Estimated, Mean, Number, rows};
use crate::forms::column::{Column, text};
use crate::schedule::Schedule;
use crate::schedule::stop::AgentMeasure;
use crate::subject::rows::{Rows, SeatRow};
use crate::subject::{Accumulator, Subject};
use stats::control::ControlVariates;
use stats::sum::{Sum, sums};
use stats::{Clusters, Estimate, Welford};

rows! {
    /// One agent over all clusters.
    struct AgentRow {
        agent: usize as AgentName("agent", "", "name of the agent");
        + text("spec", "which agent it is, with its settings", |row, _, line| line.spec(row.agent));
        clusters: u64 as Count("clusters", "clusters", "seeds played; every interval is over clusters");
        blocks: u64 as Count("blocks", "blocks", "blocks played, one for each seed and line-up");
        games: u64 as Count("games", "games", "games that it took part in");
        seat_games: u64 as Count("seat_games", "seats", "its seats in these games");
        win_share: Estimate as Estimated("win_share", "wins per seat", "mean over clusters; a win shared by k counts 1/k for each");
        /// The standard error of that, by the spread of clusters alone; tables have the interval, which knows more.
        win_share_error: Option<f64>;
        vp: Estimate as Mean("vp", "VP", "mean final score");
        margin: Estimate as Mean("margin", "VP", "mean of its VP less those of the best other player");
        iterations: Option<f64> as Number(
            "iterations_mean", "iterations", "mean of the searched decisions; empty if the agent does not search"
        );
        vp_controlled: Estimate as Estimated("vp_controlled", "VP", CONTROLLED);
        vp_variance_ratio: Option<f64> as Number("vp_variance_ratio", "", RATIO);
        margin_controlled: Estimate as Estimated("margin_controlled", "VP", CONTROLLED);
        margin_variance_ratio: Option<f64> as Number("margin_variance_ratio", "", RATIO);
        faults: u64 as Count(
            "faults", "decisions",
            "decisions that another agent took, since the program failed; only where an agent of the run is a program"
        );
    }
}

/// The columns that the table has in an experiment.
pub fn columns(schedule: Option<&Schedule>) -> &'static [Column<AgentRow>] {
    let all = AgentRow::COLUMNS;
    // Faults come last.
    if schedule.is_none_or(Schedule::has_programs) { all } else { &all[..all.len() - 1] }
}

/// Describes a controlled mean.
pub const CONTROLLED: &str =
    "mean with the luck of the draw of scoring tiles taken out: where all are in play as often as expected";

/// What its variance is compared with.
pub const RATIO: &str =
    "variance of the controlled mean over that of the plain one: so much is left of it, and of the games that it takes";

sums! {
    /// One agent in one block or cluster.
    #[derive(Copy)]
    struct Played {
        blocks: u64,
        games: u64,
        seat_games: u64,
        win_share: f64,
        vp: i64,
        margin: i64,
        searched: u64,
        iterations: u64,
        faults: u64,
        ;
        last_game: Option<u64>,
    }
}

impl Played {
    fn add_seat(&mut self, game: u64, row: &SeatRow) {
        self.blocks = 1;
        self.games += u64::from(self.last_game != Some(game));
        self.last_game = Some(game);
        self.seat_games += 1;
        self.win_share += row.win_share;
        self.vp += i64::from(row.points);
        self.margin += i64::from(row.margin);
        self.searched += row.searched;
        self.iterations += row.iterations;
        self.faults += row.faults;
    }
}

sums! {
    /// All agents in one block or cluster.
    pub struct AllPlayed {
        agents: Vec<Played>,
        ;
        /// The variates of its treatment that are 1, as bits.
        ones: u64,
    }
}

impl AllPlayed {
    /// Of so many agents, before the first game.
    pub fn new(agents: usize) -> Self {
        Self { agents: vec![Played::default(); agents], ones: 0 }
    }

    /// Adds a game.
    pub fn add_game(&mut self, rows: &Rows) {
        self.ones = rows.treatment.ones;
        rows.seats.iter().for_each(|row| self.agents[row.agent].add_seat(rows.game.fixture.game, row));
    }

    /// The mean of an agent's seats; nothing if it has none.
    pub fn mean(&self, agent: usize, measure: AgentMeasure) -> Option<f64> {
        let sums = &self.agents[agent];
        let sum = match measure {
            AgentMeasure::WinShare => sums.win_share,
            AgentMeasure::Vp => sums.vp as f64,
            AgentMeasure::Margin => sums.margin as f64,
        };
        (sums.seat_games > 0).then(|| sum / sums.seat_games as f64)
    }

    /// How many blocks and seats an agent's mean is taken over.
    pub fn blocks_and_seats(&self, agent: usize) -> (u64, u64) {
        (self.agents[agent].blocks, self.agents[agent].seat_games)
    }
}

/// The numbers of the variates that are 1.
pub fn variates_of(ones: u64) -> Vec<usize> {
    (0..u64::BITS as usize).filter(|variate| ones >> variate & 1 == 1).collect()
}

/// One agent over all clusters so far.
#[derive(Clone, Debug)]
struct Strength {
    sums: Played,
    win_share: Welford,
    vp: Welford,
    margin: Welford,
    vp_controlled: ControlVariates,
    margin_controlled: ControlVariates,
}

/// All agents over all clusters so far.
#[derive(Clone, Debug)]
pub struct Strengths(Vec<Strength>);

impl Strengths {
    /// No clusters yet.
    pub fn new(schedule: &Schedule, subject: &dyn Subject) -> Self {
        let controlled = ControlVariates::new(&subject.variates());
        let none = Strength {
            sums: Played::default(),
            win_share: Welford::default(),
            vp: Welford::default(),
            margin: Welford::default(),
            vp_controlled: controlled.clone(),
            margin_controlled: controlled,
        };
        Self(vec![none; schedule.agents.len()])
    }
}

impl Accumulator for Strengths {
    type Sums = AllPlayed;

    fn sums(&self) -> AllPlayed {
        AllPlayed::new(self.0.len())
    }

    fn add(&self, sums: &mut AllPlayed, rows: &Rows) {
        sums.add_game(rows);
    }

    fn close(&mut self, cluster: &AllPlayed) {
        let ones = variates_of(cluster.ones);
        for (total, sums) in self.0.iter_mut().zip(&cluster.agents).filter(|(_, sums)| sums.seat_games > 0) {
            let seats = sums.seat_games as f64;
            let (vp, margin) = (sums.vp as f64 / seats, sums.margin as f64 / seats);
            total.sums.add(sums);
            total.win_share.push(sums.win_share / seats);
            total.vp.push(vp);
            total.margin.push(margin);
            total.vp_controlled.push(vp, &ones);
            total.margin_controlled.push(margin, &ones);
        }
    }
}

impl Strengths {
    /// The table.
    pub fn rows(&self) -> Vec<AgentRow> {
        let row = |(agent, total): (usize, &Strength)| {
            let Strength { sums: Played { blocks, games, seat_games, searched, iterations, faults, .. }, .. } = *total;
            let (vp, margin) = (total.vp_controlled.estimate(), total.margin_controlled.estimate());
            let clusters = Clusters { count: total.win_share.count(), blocks, games: seat_games };
            AgentRow {
                agent,
                clusters: clusters.count,
                blocks,
                games,
                seat_games,
                win_share: total.win_share.share_estimate(clusters),
                win_share_error: total.win_share.variance().map(|variance| (variance / clusters.count as f64).sqrt()),
                vp: total.vp.estimate(),
                margin: total.margin.estimate(),
                iterations: (searched > 0).then(|| iterations as f64 / searched as f64),
                vp_controlled: vp.estimate,
                vp_variance_ratio: vp.variance_ratio,
                margin_controlled: margin.estimate,
                margin_variance_ratio: margin.variance_ratio,
                faults,
            }
        };
        self.0.iter().enumerate().map(row).collect()
    }
}
