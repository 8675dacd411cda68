//! The effect of a change, seed by seed.

use super::single_view;
use crate::terminal::comparison::{difference, sentence, stands_out};
use lab::base::error::Result;
use lab::config::effective::compared;
use lab::figure::data::{COMPARISON, Chart, DataSource, Dots, Figure};
use lab::figure::of_run::row;
use lab::run::finished_run::FinishedRun;
use lab::schedule::Schedule;
use lab::tables::comparison::ComparisonRow;
use lab::tables::frame::{Frame, FrameRow};

/// The effect of `[compare]`; `None` in a run without that section.
pub fn figure(run: &FinishedRun) -> Result<Option<Figure>> {
    let Some(frame) = run.result("comparison")? else { return Ok(None) };
    let schedule: &Schedule = &run.experiment;
    let read = ComparisonRow::read_all(run.experiment.info(), frame.rows(), schedule)?;
    let (rows, read): (Vec<FrameRow<'_>>, Vec<ComparisonRow>) =
        frame.rows().zip(read).filter(|(_, read)| read.is_said).unzip();
    let changes = compared(run.experiment.info(), &run.config).unwrap_or_default();
    let answer = sentence(schedule, &changes, &read);
    let columns = [
        "measure",
        "agent",
        "part",
        "clusters",
        "first",
        "second",
        "difference",
        "difference_lo",
        "difference_hi",
        "p",
        "q",
    ];
    let dots = read.iter().map(|of| row(&of.about(schedule), of.difference, !stands_out(of), difference(of))).collect();
    let chart = Dots {
        rule: Some((0.0, "no difference".to_owned())),
        rows: dots,
        hollow: Some("q ≥ 0.05, not significant"),
        ..Dots::default()
    };
    let table = Frame::cells(&frame, rows, &columns);
    let view = single_view(Some(answer), Chart::Dots(chart), table, DataSource::Result("comparison.csv"));
    let question = "What are the effects of the change?";
    let note = "Second run minus first, paired by seed, with 95 % intervals over seeds. Each row has its own scale, centred on no difference. Places \
                are those of the first round's turn order. q is the p value adjusted for the number of rows; differences with q below 0.05 are \
                significant.";
    Ok(Some(Figure::of(COMPARISON, "Comparison", question, view).note(note)))
}
