//! Confidence sequences and sequential tests of win shares over the course of a run.

use lab::base::error::Result;
use lab::figure::data::{Axis, Chart, Curve, Figure, Lines, Point, Subplot};
use lab::figure::table_figure::{Drawn, TableFigure};
use lab::forms::numbers::{counted, percent};
use lab::run::finished_run::FinishedRun;
use lab::tables::frame::{Frame, FrameRow};

const SEQUENTIAL: TableFigure = TableFigure {
    name: "sequential",
    section: "Sequential",
    question: "Could the run have stopped earlier?",
    table: "sequential",
    columns: "clusters agent win_share* null alternative log_ratio decision",
    note: "Bands are 95 % confidence sequences: they are valid at all looks together, so at any stopping time. A ring marks the look at which \
           the sequential test decided between two win shares, with error rates of 5 % unless set in `[stop]`.",
};

/// The note on the run's other figures.
const STOPPED: &str = "This run was stopped by `[stop]`. The intervals of all other figures are not adjusted for that; these bands need no adjustment.";

/// The win shares over time; `None` without `[stop]`, or for an agent that plays itself, whose share is known.
pub fn figure(run: &FinishedRun) -> Result<Option<Figure>> {
    if run.experiment.stop.is_none() || run.experiment.agents.len() == 1 {
        return Ok(None);
    }
    let figure = SEQUENTIAL.draw(run, |frame| {
        let (mut panels, mut decisions) = (Vec::new(), Vec::new());
        for name in run.experiment.names() {
            let rows: Vec<FrameRow<'_>> = frame.rows().filter(|row| row.text("agent") == name).collect();
            let line = line(&rows)?;
            if let Some((at, decision)) = &line.mark {
                decisions.push(decision_in_words(name, &rows[*at], decision)?);
            }
            panels.push(Subplot { title: name.to_owned(), lines: vec![line] });
        }
        let chart = Lines {
            across: Axis::plain("seeds"),
            is_log: true,
            up: Axis::percent("win share so far"),
            rule: null(frame)?.map(|null| (null, format!("null hypothesis, {:.1} %", 100.0 * null))),
            panels,
            ..Lines::default()
        };
        let answer = match decisions[..] {
            [] => "The sequential test decides about no agent.".to_owned(),
            _ => format!("By the sequential test {}.", decisions.join("; ")),
        };
        Ok(Drawn { answer: Some(answer), chart: Some(Chart::Lines(chart)), rows: frame.rows().collect() })
    })?;
    Ok(figure.map(|figure| if figure.views.is_empty() { figure } else { figure.note(STOPPED) }))
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
