//! The effect of a change, seed by seed.

use crate::terminal::comparison::{difference, sentence, stands_out};
use lab::base::error::Result;
use lab::config::effective::compared;
use lab::figure::data::{COMPARISON, Chart, Dots, Figure};
use lab::figure::table_figure::{Drawn, TableFigure, dot_row};
use lab::run::finished_run::FinishedRun;
use lab::schedule::Schedule;
use lab::tables::comparison::ComparisonRow;
use lab::tables::frame::FrameRow;

const EFFECTS: TableFigure = TableFigure {
    name: COMPARISON,
    section: "Comparison",
    question: "What are the effects of the change?",
    table: "comparison",
    columns: "measure agent part clusters first second difference* p q",
    note: "Second run minus first, paired by seed, with 95 % intervals over seeds. Each row has its own scale, centred on no difference. Places \
           are those of the first round's turn order. q is the p value adjusted for the number of rows; differences with q below 0.05 are \
           significant.",
};

/// The effect of `[compare]`; `None` in a run without that section.
pub fn figure(run: &FinishedRun) -> Result<Option<Figure>> {
    if run.result(EFFECTS.table)?.is_none() {
        return Ok(None);
    }
    let schedule: &Schedule = &run.experiment;
    EFFECTS.draw(run, |frame| {
        let read = ComparisonRow::read_all(run.experiment.info(), frame.rows(), schedule)?;
        let (rows, read): (Vec<FrameRow<'_>>, Vec<ComparisonRow>) =
            frame.rows().zip(read).filter(|(_, read)| read.is_said).unzip();
        let changes = compared(run.experiment.info(), &run.config).unwrap_or_default();
        let dot = |of: &ComparisonRow| dot_row(&of.about(schedule), of.difference, !stands_out(of), difference(of));
        let chart = Dots {
            rule: Some((0.0, "no difference".to_owned())),
            rows: read.iter().map(dot).collect(),
            hollow: Some("q ≥ 0.05, not significant"),
            ..Dots::default()
        };
        Ok(Drawn { answer: Some(sentence(schedule, &changes, &read)), chart: Some(Chart::Dots(chart)), rows })
    })
}
