//! The tables of Isle of Skye in the summary of a run.

use super::effects::{EffectRow, Term};
use lab::forms::column::Row;
use lab::forms::labels::ALL;
use lab::forms::numbers::{with_half_width, with_sign};
use lab::forms::passage::Passage;
use lab::schedule::Schedule;
use stats::Estimate;

/// The minimum number of seeds with a scoring tile for its interval to be shown.
///
/// Sentences say that nothing is known from fewer.
pub const FEWEST: u64 = 5;

/// Returns a mean over this many seeds, without its interval if they are too few.
pub fn known(mean: &Estimate, seeds: u64) -> Estimate {
    Estimate { interval: mean.interval.filter(|_| seeds >= FEWEST), ..*mean }
}

/// Returns the VP from scoring tiles in descending order, and their effects on a player's VP, if known.
///
/// `rows` are those of `scoring.csv`. With several agents, there is a column for each.
pub fn scoring(schedule: &Schedule, rows: &[Row], effects: &[EffectRow]) -> Passage {
    let agents = Some(schedule.agents.len()).filter(|count| *count > 1).unwrap_or(0);
    let names = schedule.agents[..agents].iter().map(|agent| agent.name.as_str());
    let header = ["scoring tile", "seeds"].into_iter().chain(names).chain([ALL, "of the winner's VP"]);
    let header = header.chain((!effects.is_empty()).then_some("changes a player's VP by"));
    let mut together: Vec<&Row> = rows.iter().filter(|row| row.agent("agent").is_none()).collect();
    together.sort_by(|a, b| b.value("vp").unwrap_or(0.0).total_cmp(&a.value("vp").unwrap_or(0.0)));
    let mean = |row: &Row| with_half_width(&known(&row.estimate("vp"), row.count("clusters")), 1.0, 1, "");
    let mut lines = Vec::new();
    for all in together {
        let tile = all.text("scoring");
        let mut cells = vec![tile.to_owned(), all.count("clusters").to_string()];
        for agent in 0..agents {
            let row = rows.iter().find(|row| row.agent("agent") == Some(agent) && row.text("scoring") == tile);
            cells.push(row.map_or(String::new(), mean));
        }
        cells.push(mean(all));
        cells.push(all.value("winners_share").map_or(String::new(), |share| format!("{:.0} %", 100.0 * share)));
        if !effects.is_empty() {
            let effect = effects.iter().find(|row| matches!(row.term, Term::Tile(own) if own.name() == tile));
            cells.push(effect.map_or(String::new(), |row| with_sign(&row.estimate(), 1.0, 1, "")));
        }
        lines.push(cells);
    }
    Passage {
        title: match effects {
            [] => "Mean VP per game from scoring tiles, by agent",
            _ => "Scoring tiles: mean VP per game by agent, and the change of a player's VP relative to the mean tile",
        },
        header: header.map(str::to_owned).collect(),
        texts: 1,
        rows: lines,
    }
}
