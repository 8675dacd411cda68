//! The effect of the turn order.

use crate::terminal::findings;
use lab::base::error::Result;
use lab::figure::data::{Axis, Chart, Dots, Figure};
use lab::figure::table_figure::{Drawn, TableFigure, dot_row};
use lab::forms::labels::ALL;
use lab::forms::numbers::{FALSE_FINDINGS, percent};
use lab::run::finished_run::FinishedRun;
use lab::tables::seat_advantage::{SeatAdvantageRow, tested};

const PLACES: TableFigure = TableFigure {
    name: "seats",
    section: "Seats",
    question: "Is there an advantage in starting?",
    table: "seat_advantage",
    columns: "position clusters seat_games win_share* win_difference* win_difference_p vp*",
    note: "By turn order in the first round. Differences are tested with a false discovery rate of 5 % over the places; the intervals are not adjusted for multiple comparisons.",
};

/// The win shares by place in the turn order.
pub fn figure(run: &FinishedRun) -> Result<Option<Figure>> {
    PLACES.draw(run, |frame| {
        let read = frame.rows().map(|row| SeatAdvantageRow::read(&row, &run.experiment)).collect::<Result<Vec<_>>>()?;
        let tests = tested(&read);
        let found: Vec<usize> =
            tests.into_iter().flatten().filter(|(_, q)| *q < FALSE_FINDINGS).map(|(row, _)| row.position).collect();
        let dots = read.iter().filter(|row| row.agent.is_none()).map(|of| {
            let is_hollow = !found.contains(&of.position);
            dot_row(findings::place(of.position), of.win_share, is_hollow, percent(&of.win_share))
        });
        let chart = Dots {
            axis: Some(Axis::percent("wins per seat, all agents")),
            rule: Some(super::even(run)),
            hollow: Some("q ≥ 0.05, not significantly different from the other places"),
            rows: dots.collect(),
            ..Dots::default()
        };
        let answer = findings::places(&run.experiment, &read);
        let rows = frame.rows().filter(|row| row.text("agent") == ALL).collect();
        Ok(Drawn { answer, chart: Some(Chart::Dots(chart)), rows })
    })
}
