//! `sets.csv`: all sets of four scoring tiles that were played.

use engine::skye::ScoringTile;

use super::cells::ScoringCells;
use crate::skye::notes::outcomes::OUTCOMES;
use lab::subject::outcome::{FIRST_START_WIN, MARGIN, VP, place};
use lab::tables::result_row::{AgentOrEmpty, Count, CountOrEmpty, Estimated, Number, Text, result_row};
use stats::Welford;
use stats::multiple::{ranks, shrink};

result_row! {
    /// One set of scoring tiles.
    SetRow {
        tiles: Text, "", "four scoring tiles separated by spaces, regardless of their slots";
        clusters: Count, "clusters", "seeds with this set";
        vp: Estimated, "VP", "mean final VP of all players";
        vp_shrunk: Number, "VP",
            "`vp` shrunk towards the mean of all sets (empirical Bayes); empty if no set occurred twice";
        rank: CountOrEmpty, "", "rank by shrunk VP, 1 for the highest";
        margin: Number, "VP", "mean VP of the best player minus VP of the second best";
        first_start_win: Number, "wins", "mean win share of the starting player of the first round";
        best_agent: AgentOrEmpty, "", "agent with the highest win share per seat; empty for a tie";
        best_win_share: Number, "wins per seat", "win share of that agent with this set";
    }
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
