//! `sets.csv`: all sets of four scoring tiles that were played.

use engine::skye::{ScoringSet, ScoringTile};
use interface::skye::scoring_set::Scoring;

use lab::forms::column::Column;
use lab::subject::cells::{TreatmentCell, TreatmentCells};
use lab::subject::outcome::VP;
use stats::Estimate;
use stats::multiple::{ranks, shrink};

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

/// Merges cells with the same four tiles, regardless of slots; sorts the tiles as in tables.
fn by_set(cells: &TreatmentCells) -> Vec<(ScoringSet, TreatmentCell)> {
    let merged = cells.merged(|treatment| {
        let Scoring(mut tiles) = *treatment.get();
        tiles.sort_unstable();
        tiles
    });
    merged.into_iter().collect()
}

/// Returns the table: every set that occurred, ordered by its tiles.
pub fn rows(cells: &TreatmentCells) -> Vec<SetRow> {
    let sets = by_set(cells);
    let [vp, margin, first_start_win] = [VP, "margin", "first_start_win"].map(|outcome| cells.place(outcome));
    let shrunk = shrunk_vp(cells, &sets);
    let ranks = shrunk.as_ref().map(|vp| ranks(vp));
    sets.iter()
        .enumerate()
        .map(|(index, (tiles, cell))| SetRow {
            tiles: tiles.map(ScoringTile::name).join(" "),
            clusters: cell.outcome(vp).count(),
            vp: cell.outcome(vp).estimate(),
            vp_shrunk: shrunk.as_ref().map(|vp| vp[index]),
            rank: ranks.as_ref().map(|ranks| ranks[index]),
            margin: cell.outcome(margin).mean(),
            first_start_win: cell.outcome(first_start_win).mean(),
            best_agent: cell.best_agent().map(|(agent, _)| agent),
            best_win_share: cell.best_agent().map(|(_, share)| share),
        })
        .collect()
}

/// Returns the mean VP of each set, shrunk towards the overall mean; `None` if no set was repeated.
///
/// The standard errors come from the variance within sets, which is assumed to be the same for all.
fn shrunk_vp(cells: &TreatmentCells, sets: &[(ScoringSet, TreatmentCell)]) -> Option<Vec<f64>> {
    let place = cells.place(VP);
    let vp = |cell: &TreatmentCell| cell.outcome(place);
    let together = vp(&cells.together());
    let df = together.count().checked_sub(sets.len() as u64).filter(|df| *df > 0)?;
    let mean_of = |cell: &TreatmentCell| vp(cell).mean().unwrap_or(0.0);
    let within: f64 = sets.iter().map(|(_, cell)| vp(cell).squares_around(mean_of(cell))).sum();
    let centre = together.mean()?;
    let off: Vec<f64> = sets.iter().map(|(_, cell)| mean_of(cell) - centre).collect();
    let errors = sets.iter().map(|(_, cell)| (within / df as f64 / vp(cell).count() as f64).sqrt());
    let errors: Vec<f64> = errors.collect();
    Some(shrink(&off, &errors).into_iter().map(|off| centre + off).collect())
}
