//! Confidence sequences and sequential tests of win shares over the course of a run.

use super::single_view;
use lab::base::error::Result;
use lab::figure::data::{Axis, Chart, Curve, DataSource, Figure, Lines, Point, Subplot};
use lab::figure::of_run::table;
use lab::forms::numbers::{counted, percent};
use lab::run::finished_run::FinishedRun;
use lab::tables::frame::{Frame, FrameRow};

/// The win shares over time; `None` without `[stop]`, or for an agent that plays itself, whose share is known.
pub fn figure(run: &FinishedRun) -> Result<Option<Figure>> {
    if run.experiment.stop.is_none() || run.experiment.agents.len() == 1 {
        return Ok(None);
    }
    let (name, section, question) = ("sequential", "Sequential", "Could the run have stopped earlier?");
    let frame = match table(run, "sequential")? {
        Ok(frame) => frame,
        Err(why) => return Ok(Some(Figure::missing(name, section, question, why))),
    };
    let names: Vec<String> = run.experiment.names().map(str::to_owned).collect();
    let mut panels = Vec::new();
    let mut decisions = Vec::new();
    for name in &names {
        let rows: Vec<FrameRow<'_>> = frame.rows().filter(|row| row.text("agent") == name).collect();
        let line = line(&rows)?;
        let decided = line.mark.as_ref().map(|(at, decision)| decision_in_words(name, &rows[*at], decision));
        decisions.extend(decided.transpose()?);
        panels.push(Subplot { title: name.clone(), lines: vec![line] });
    }
    let null = null(&frame)?;
    let chart = Lines {
        across: Axis::plain("seeds"),
        is_log: true,
        up: Axis::percent("win share so far"),
        rule: null.map(|null| (null, format!("null hypothesis, {:.1} %", 100.0 * null))),
        series: Vec::new(),
        panels,
    };
    let answer = match decisions[..] {
        [] => "The sequential test decides about no agent.".to_owned(),
        _ => format!("By the sequential test {}.", decisions.join("; ")),
    };
    let columns = [
        "clusters",
        "agent",
        "win_share",
        "win_share_lo",
        "win_share_hi",
        "null",
        "alternative",
        "log_ratio",
        "decision",
    ];
    let table = frame.cells(frame.rows(), &columns);
    let view = single_view(Some(answer), Chart::Lines(chart), table, DataSource::Result("sequential.csv"));
    let note = "Bands are 95 % confidence sequences: they are valid at all looks together, so at any stopping time. A ring marks the look at which \
                the sequential test decided between two win shares, with error rates of 5 % unless set in `[stop]`.";
    let stopped = "This run was stopped by `[stop]`. The intervals of all other figures are not adjusted for that; these bands need no adjustment.";
    Ok(Some(Figure::of(name, section, question, view).note(note).note(stopped)))
}

/// The decision of an agent's test in words, and the number of seeds at which it was made.
///
/// The agent wins more than one of the two hypothesised shares, or less than the other.
fn decision_in_words(name: &str, row: &FrameRow<'_>, decision: &str) -> Result<String> {
    let (null, alternative) = (row.number("null")?, row.number("alternative")?);
    let seeds = counted(row.whole("clusters")?, "seed");
    let is_upward = alternative > null;
    let (beyond, side) = match (decision == "null", is_upward) {
        (true, true) => (alternative, "less"),
        (true, false) => (alternative, "more"),
        (false, true) => (null, "more"),
        (false, false) => (null, "less"),
    };
    let beyond = 100.0 * beyond.unwrap_or_default();
    Ok(format!("{name} wins {side} than {beyond:.1} %, decided after {seeds}"))
}

/// The share under the null hypothesis, if it is the same for all agents.
fn null(frame: &Frame) -> Result<Option<f64>> {
    let nulls = frame.rows().map(|row| row.number("null")).collect::<Result<Vec<_>>>()?;
    let first = nulls.first().copied().flatten();
    Ok(first.filter(|_| nulls.iter().all(|null| *null == first)))
}

fn line(rows: &[FrameRow<'_>]) -> Result<Curve> {
    let mut points = Vec::new();
    for row in rows {
        let (clusters, up) = (row.whole("clusters")?, row.estimate("win_share")?);
        points.push(Point { across: clusters as f64, tip: format!("{clusters} seeds: {}", percent(&up)), up });
    }
    let decided = rows.iter().position(|row| !row.text("decision").is_empty());
    let mark = decided.map(|at| (at, rows[at].text("decision").to_owned()));
    Ok(Curve { series: 0, points, mark })
}
