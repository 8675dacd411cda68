//! What holds whoever plays: a forest of effects by kind of player.

use crate::base::error::Result;
use crate::figure::data::{Axis, Chart, Dot, DotRow, Dots, Figure, PANEL, Source, View};
use crate::lab::run::finished_run::FinishedRun;
use crate::lab::subject::Subject;
use crate::lab::tables::frame::FrameRow;
use crate::lab::tables::panel::amount;
use crate::stats::{Estimate, Interval};

/// The effects of a panel; nothing in a run without one.
pub fn figure<S: Subject>(run: &FinishedRun<S>) -> Result<Option<Figure>> {
    let (Some(effects), Some(agents)) = (run.result("panel")?, run.result("panel_agents")?) else { return Ok(None) };
    let view = |effect: FrameRow<'_>| -> Result<View> {
        let (name, unit) = (effect.text("effect"), effect.text("unit"));
        let own: Vec<FrameRow<'_>> = agents.rows().filter(|row| row.text("effect") == name).collect();
        let null = effect.number("null")?.unwrap_or(0.0);
        let mut rows = Vec::new();
        for row in &own {
            let estimate = estimate(row, "estimate", ["ci_lo", "ci_hi"])?;
            rows.push(dots(row.text("agent"), estimate, null, unit));
        }
        rows.push(dots("all kinds, mean", estimate(&effect, "pooled", ["ci_lo", "ci_hi"])?, null, unit));
        rows.push(dots("a kind not seen", estimate(&effect, "pooled", ["pi_lo", "pi_hi"])?, null, unit));
        let title = if unit.is_empty() { name.to_owned() } else { format!("{name}, {unit}") };
        let axis = if matches!(unit, "wins" | "fraction") { Axis::percent(title) } else { Axis::plain(title) };
        let chart = Dots {
            axis: Some(axis),
            rule: Some((null, if null == 0.0 { "no effect" } else { "mean of all kinds" }.to_owned())),
            series: vec![String::new()],
            rows,
            hollow: Some(if null == 0.0 { "the interval holds 0" } else { "the interval holds the mean of all kinds" }),
        };
        Ok(View {
            label: name.replace([' ', '-'], "_"),
            answer: Some(format!("{name}: {}.", effect.text("finding"))),
            chart: Chart::Dots(chart),
            table: agents.cells(own, &["effect", "agent", "estimate", "ci_lo", "ci_hi", "clusters"]),
            source: Source::Result("panel_agents.csv"),
        })
    };
    let views = effects.rows().map(view).collect::<Result<Vec<_>>>()?;
    let note = "The same experiment by each kind of player; below them the mean over kinds (random effects, panel.csv) and where the effect with a \
                kind not seen lies. With `[compare]` the effect is what the change does, otherwise what a part is apart from the mean of all, \
                or a number of the whole game as it is.";
    let question = "Does it hold whoever plays?".to_owned();
    Ok(Some(Figure { name: PANEL, section: "Players", question, views, notes: vec![note.to_owned()] }))
}

fn estimate(row: &FrameRow<'_>, value: &str, [low, high]: [&str; 2]) -> Result<Estimate> {
    let interval = row.number(low)?.zip(row.number(high)?).map(|(low, high)| Interval { low, high });
    Ok(Estimate { value: row.number(value)?, interval })
}

fn dots(label: &str, estimate: Estimate, null: f64, unit: &str) -> DotRow {
    let is_hollow = estimate.interval.is_none_or(|Interval { low, high }| low <= null && high >= null);
    let dot = Dot { series: 0, estimate, is_hollow, text: amount(&estimate, unit) };
    DotRow { label: label.to_owned(), dots: vec![dot] }
}
