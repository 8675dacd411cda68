//! The tables of Tipperary in the summary of a run.

use super::contrast::ContrastRow;
use super::sources::SourceRow;
use crate::tipperary::notes::raw_columns::SOURCES;
use lab::forms::labels::ALL;
use lab::forms::numbers::{percent, plain, with_half_width};
use lab::forms::passage::Passage;
use lab::schedule::Schedule;

/// Returns the VP by source; with several agents, a column for each.
pub fn sources(schedule: &Schedule, rows: &[SourceRow]) -> Passage {
    let agents = Some(schedule.agents.len()).filter(|count| *count > 1).unwrap_or(0);
    let names = schedule.agents[..agents].iter().map(|agent| agent.name.as_str());
    let header = ["source"].into_iter().chain(names).chain([ALL, "winners' lead", "of their lead"]);
    Passage {
        title: "Mean VP by source per player and game, and the lead of winners",
        header: header.map(str::to_owned).collect(),
        texts: 1,
        rows: rows
            .iter()
            .filter(|row| row.agent.is_none())
            .map(|all| {
                let mut cells = vec![SOURCES[all.source].to_owned()];
                cells.extend((0..agents).map(|agent| {
                    let row = rows.iter().find(|row| row.agent == Some(agent) && row.source == all.source);
                    row.map_or(String::new(), |row| with_half_width(&row.vp, 1.0, 1, ""))
                }));
                cells.push(with_half_width(&all.vp, 1.0, 1, ""));
                cells.push(with_half_width(&all.lead, 1.0, 1, ""));
                cells.push(percent(&all.lead_share));
                cells
            })
            .collect(),
    }
}

/// Returns the effect of each side of a hometown, over all agents.
pub fn hometowns(rows: &[ContrastRow]) -> Passage {
    Passage {
        title: "Hometowns: difference from the same agent's other seats on the same draws",
        header: ["hometown", "seats", "VP", "q", "wins", "q"].map(str::to_owned).into(),
        texts: 1,
        rows: rows
            .iter()
            .filter(|row| row.agent.is_none() && row.seats_with > 0)
            .map(|row| {
                vec![
                    row.name.clone(),
                    row.seats_with.to_string(),
                    with_half_width(&row.vp.effect, 1.0, 2, ""),
                    plain(row.vp.q, 3),
                    with_half_width(&row.wins.effect, 100.0, 1, " points"),
                    plain(row.wins.q, 3),
                ]
            })
            .collect(),
    }
}
