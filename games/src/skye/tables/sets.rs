//! `sets.csv`: all sets of four scoring tiles that were played.

use engine::skye::ScoringTile;

use super::cells::ScoringCells;
use crate::skye::notes::games::OUTCOMES;
use lab::forms::column::Column;
use lab::subject::outcome::{FIRST_START_WIN, MARGIN, VP, place};
use stats::multiple::{ranks, shrink};
use stats::{Estimate, Welford};

/// One set of scoring tiles.
#[derive(Clone, Debug)]
pub struct SetRow {
    pub tiles: String,
    pub clusters: u64,
    pub vp: Estimate,
    pub vp_shrunk: Option<f64>,
    pub rank: Option<u64>,
    pub margin: Option<f64>,
    pub first_start_win: Option<f64>,
    pub best_agent: Option<usize>,
    pub best_win_share: Option<f64>,
}

impl SetRow {
    /// The columns in order.
    pub const COLUMNS: &[Column<Self>] = &[
        Column::<Self>::text("tiles", |row, line| line.display(&row.tiles))
            .meaning("four scoring tiles separated by spaces, regardless of their slots"),
        Column::<Self>::count("clusters", "clusters", |row| Some(row.clusters)).meaning("seeds with this set"),
        Column::<Self>::estimate("vp", "VP", |row| row.vp).meaning("mean final VP of all players"),
        Column::<Self>::number("vp_shrunk", "VP", |row| row.vp_shrunk)
            .meaning("`vp` shrunk towards the mean of all sets (empirical Bayes); empty if no set occurred twice"),
        Column::<Self>::count("rank", "", |row| row.rank).meaning("rank by shrunk VP, 1 for the highest"),
        Column::<Self>::number("margin", "VP", |row| row.margin)
            .meaning("mean VP of the best player minus VP of the second best"),
        Column::<Self>::number("first_start_win", "wins", |row| row.first_start_win)
            .meaning("mean win share of the starting player of the first round"),
        Column::<Self>::text("best_agent", |row, line| {
            row.best_agent.iter().for_each(|agent| line.agent(Some(*agent)));
        })
        .meaning("agent with the highest win share per seat; empty for a tie"),
        Column::<Self>::number("best_win_share", "wins per seat", |row| row.best_win_share)
            .meaning("win share of that agent with this set"),
    ];
}

/// Returns the table: every set that occurred, ordered by its tiles.
pub fn rows(cells: &ScoringCells) -> Vec<SetRow> {
    let [vp, margin, first_start_win] = [VP, MARGIN, FIRST_START_WIN].map(|outcome| place(OUTCOMES, outcome));
    let sets = cells.by_set();
    let shrunk = shrunk(&sets.iter().map(|(_, streams)| streams[vp]).collect::<Vec<_>>(), &cells.together(vp));
    let ranks = shrunk.as_ref().map(|vp| ranks(vp));
    sets.iter()
        .enumerate()
        .map(|(index, (tiles, streams))| {
            let best = best_agent(cells.win_shares().map(|place| streams[place].mean()));
            SetRow {
                tiles: tiles.map(ScoringTile::name).join(" "),
                clusters: streams[vp].count(),
                vp: streams[vp].estimate(),
                vp_shrunk: shrunk.as_ref().map(|vp| vp[index]),
                rank: ranks.as_ref().map(|ranks| ranks[index]),
                margin: streams[margin].mean(),
                first_start_win: streams[first_start_win].mean(),
                best_agent: best.map(|(agent, _)| agent),
                best_win_share: best.map(|(_, share)| share),
            }
        })
        .collect()
}

/// Returns the agent with the highest win share, and that; `None` for a tie or one agent.
fn best_agent(shares: impl Iterator<Item = Option<f64>>) -> Option<(usize, f64)> {
    let mut shares: Vec<(usize, f64)> = shares.enumerate().filter_map(|(agent, share)| Some((agent, share?))).collect();
    shares.sort_by(|one, two| two.1.total_cmp(&one.1));
    let [best, second, ..] = shares[..] else { return None };
    // Shares of one win have rounding errors that the tables do not have.
    (best.1 > second.1 + 1e-9).then_some(best)
}

/// Returns the mean of each set, shrunk towards that of all clusters; `None` if no set was repeated.
///
/// The standard errors come from the variance within sets, which is assumed to be the same for all.
fn shrunk(sets: &[Welford], together: &Welford) -> Option<Vec<f64>> {
    let df = together.count().checked_sub(sets.len() as u64).filter(|df| *df > 0)?;
    let mean_of = |set: &Welford| set.mean().unwrap_or(0.0);
    let within: f64 = sets.iter().map(|set| set.squares_around(mean_of(set))).sum();
    let centre = together.mean()?;
    let off: Vec<f64> = sets.iter().map(|set| mean_of(set) - centre).collect();
    let errors: Vec<f64> = sets.iter().map(|set| (within / df as f64 / set.count() as f64).sqrt()).collect();
    Some(shrink(&off, &errors).into_iter().map(|off| centre + off).collect())
}
