//! The tables of Isle of Skye in the summary of a run.

use super::effects::{EffectRow, Term};
use super::modules::ModuleRow;
use super::pricing::PricingRow;
use super::scoring::ScoringRow;
use super::tablets::TabletRow;
use lab::forms::labels::ALL;
use lab::forms::numbers::{percent, with_half_width, with_sign};
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
/// With several agents, there is a column for each.
pub fn scoring(schedule: &Schedule, rows: &[ScoringRow], effects: &[EffectRow]) -> Passage {
    let agents = Some(schedule.agents.len()).filter(|count| *count > 1).unwrap_or(0);
    let names = schedule.agents[..agents].iter().map(|agent| agent.name.as_str());
    let header = ["scoring tile", "seeds"].into_iter().chain(names).chain([ALL, "of the winner's VP"]);
    let header = header.chain((!effects.is_empty()).then_some("changes a player's VP by"));
    let mut together: Vec<&ScoringRow> = rows.iter().filter(|row| row.agent.is_none()).collect();
    together.sort_by(|a, b| b.vp.value.unwrap_or(0.0).total_cmp(&a.vp.value.unwrap_or(0.0)));
    Passage {
        title: match effects {
            [] => "Mean VP per game from scoring tiles, by agent",
            _ => "Scoring tiles: mean VP per game by agent, and the change of a player's VP relative to the mean tile",
        },
        header: header.map(str::to_owned).collect(),
        texts: 1,
        rows: together
            .iter()
            .map(|all| {
                let mut cells = vec![all.scoring.to_string(), all.clusters.to_string()];
                cells.extend((0..agents).map(|agent| {
                    let row = rows.iter().find(|row| row.agent == Some(agent) && row.scoring == all.scoring);
                    row.map_or(String::new(), |row| with_half_width(&known(&row.vp, row.clusters), 1.0, 1, ""))
                }));
                cells.push(with_half_width(&known(&all.vp, all.clusters), 1.0, 1, ""));
                cells.push(all.winners_share.value.map_or(String::new(), |share| format!("{:.0} %", 100.0 * share)));
                if !effects.is_empty() {
                    let effect = effects.iter().find(|row| row.term == Term::Tile(all.scoring));
                    cells.push(effect.map_or(String::new(), |row| with_sign(&row.estimate(), 1.0, 1, "")));
                }
                cells
            })
            .collect(),
    }
}

/// Returns the prices by agent, over all rounds.
pub fn pricing(schedule: &Schedule, rows: &[PricingRow]) -> Passage {
    Passage {
        title: "Pricing, all rounds",
        header: ["agent", "price", "sold", "revenue/round", "burnt/round"].map(str::to_owned).into(),
        texts: 1,
        rows: rows
            .iter()
            .filter(|row| row.round.is_none())
            .map(|row| {
                vec![
                    schedule.agents[row.agent].name.clone(),
                    with_half_width(&row.price, 1.0, 2, ""),
                    percent(&row.sold),
                    with_half_width(&row.revenue, 1.0, 2, ""),
                    with_half_width(&row.burnt, 1.0, 2, ""),
                ]
            })
            .collect(),
    }
}

/// Returns the use of modules and the sources of VP, over all players; `None` in the base game.
pub fn modules(rows: &[ModuleRow]) -> Option<Passage> {
    let rows = rows.iter().filter(|row| row.agent.is_none()).map(|row| {
        let numbers = [&row.count, &row.gold, &row.vp].map(|estimate| with_half_width(estimate, 1.0, 2, ""));
        [row.item.about().to_owned(), row.item.name()].into_iter().chain(numbers).collect()
    });
    let rows: Vec<Vec<String>> = rows.collect();
    (!rows.is_empty()).then(|| Passage {
        title: "Modules, means per player and game",
        header: ["about", "what", "times", "gold each", "VP"].map(str::to_owned).into(),
        texts: 2,
        rows,
    })
}

/// Returns the results of seats with and without each tablet; `None` without tablets.
pub fn tablets(rows: &[TabletRow]) -> Option<Passage> {
    let rows = rows.iter().filter(|row| row.agent.is_none() && row.seat_games > 0).map(|row| {
        let [with, without] = [&row.win_share_with, &row.win_share_without];
        let [vp_with, vp_without] = [&row.vp_with, &row.vp_without].map(|vp| with_half_width(vp, 1.0, 1, ""));
        let round = with_half_width(&row.round, 1.0, 1, "");
        let taken = with_half_width(&row.taken, 1.0, 2, "");
        vec![row.tablet.to_string(), taken, round, percent(with), percent(without), vp_with, vp_without]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    (!rows.is_empty()).then(|| Passage {
        title: "Stone tablets: seats with and without (an association, not an effect)",
        header: ["tablet", "taken", "round", "wins with", "wins without", "VP with", "VP without"]
            .map(str::to_owned)
            .into(),
        texts: 1,
        rows,
    })
}
