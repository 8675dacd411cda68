//! What a change does, seed by seed.

use crate::base::error::Result;
use crate::figure::data::{Chart, DotRow, Dots, Figure, Source, View};
use crate::lab::forms::labels::ALL;
use crate::lab::forms::numbers::{FALSE_FINDINGS, with_half_width};
use crate::lab::run::finished_run::FinishedRun;
use crate::lab::shown::figures::row;
use crate::lab::subject::Subject;
use crate::lab::tables::frame::{Frame, FrameRow};

/// What `[compare]` changes; nothing in a run without it.
pub fn figure<S: Subject>(run: &FinishedRun<S>) -> Result<Option<Figure>> {
    let Some(frame) = run.result("comparison")? else { return Ok(None) };
    let rows: Vec<FrameRow<'_>> = frame.rows().filter(|row| !row.text("difference").is_empty()).collect();
    let dots = rows.iter().map(dots).collect::<Result<Vec<_>>>()?;
    let answer = answer(&rows)?;
    let columns =
        ["measure", "agent", "clusters", "first", "second", "difference", "difference_lo", "difference_hi", "p"];
    let chart = Dots {
        rule: Some((0.0, "no difference".to_owned())),
        rows: dots,
        hollow: Some("p ≥ 0.05, not adjusted for the number of measures"),
        ..Dots::default()
    };
    let table = Frame::cells(&frame, rows, &columns);
    let source = Source::Result("comparison.csv");
    let view = View { label: String::new(), answer, chart: Chart::Dots(chart), table, source };
    let question = "What does the change do?";
    let note = "Second run less first, paired by seed, with 95 % intervals over seeds. Each row has a scale of its own around no difference.";
    Ok(Some(Figure::of("comparison", "Comparison", question, view).note(note)))
}

fn dots(of: &FrameRow<'_>) -> Result<DotRow> {
    let estimate = of.estimate("difference")?;
    let about = match of.text("agent") {
        ALL => of.text("measure").to_owned(),
        agent => format!("{} of {agent}", of.text("measure")),
    };
    let is_open = of.number("p")?.is_none_or(|p| p >= FALSE_FINDINGS);
    Ok(row(&about, estimate, is_open, with_half_width(&estimate, 1.0, 3, "")))
}

fn answer(rows: &[FrameRow<'_>]) -> Result<Option<String>> {
    let p = rows.iter().map(|row| row.number("p")).collect::<Result<Vec<_>>>()?;
    let tested = p.iter().flatten().count();
    let found = p.iter().flatten().filter(|p| **p < FALSE_FINDINGS).count();
    Ok((tested > 0).then(|| {
        format!("{found} of {tested} measures that can be tested differ with p < 0.05, not adjusted for their number.")
    }))
}
