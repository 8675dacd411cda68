//! The effect of the turn order.

use super::single_view;
use crate::terminal::findings;
use lab::base::error::Result;
use lab::figure::data::{Axis, Chart, DataSource, Dots, Figure};
use lab::figure::of_run::{row, table};
use lab::forms::labels::ALL;
use lab::forms::numbers::{FALSE_FINDINGS, percent};
use lab::run::finished_run::FinishedRun;
use lab::tables::frame::FrameRow;
use lab::tables::seat_advantage::{SeatAdvantageRow, tested};

/// The win shares by place in the turn order.
pub fn figure(run: &FinishedRun) -> Result<Option<Figure>> {
    let (name, section, question) = ("seats", "Seats", "Is there an advantage in starting?");
    let frame = match table(run, "seat_advantage")? {
        Ok(frame) => frame,
        Err(why) => return Ok(Some(Figure::missing(name, section, question, why))),
    };
    let read = frame.rows().map(|row| SeatAdvantageRow::read(&row, &run.experiment)).collect::<Result<Vec<_>>>()?;
    let found: Vec<usize> =
        tested(&read).into_iter().flatten().filter(|(_, q)| *q < FALSE_FINDINGS).map(|(row, _)| row.position).collect();
    let dots = read.iter().filter(|row| row.agent.is_none()).map(|of| {
        row(findings::place(of.position), of.win_share, !found.contains(&of.position), percent(&of.win_share))
    });
    let even = 1.0 / run.experiment.players as f64;
    let chart = Dots {
        axis: Some(Axis::percent("wins per seat, all agents")),
        rule: Some((even, format!("even: {:.1} %", 100.0 * even))),
        hollow: Some("q ≥ 0.05, not significantly different from the other places"),
        rows: dots.collect(),
        ..Dots::default()
    };
    let rows: Vec<FrameRow<'_>> = frame.rows().filter(|row| row.text("agent") == ALL).collect();
    let columns = [
        "position",
        "clusters",
        "seat_games",
        "win_share",
        "win_share_lo",
        "win_share_hi",
        "win_difference",
        "win_difference_lo",
        "win_difference_hi",
        "win_difference_p",
        "vp",
        "vp_lo",
        "vp_hi",
    ];
    let answer = findings::places(&run.experiment, &read);
    let table = frame.cells(rows, &columns);
    let view = single_view(answer, Chart::Dots(chart), table, DataSource::Result("seat_advantage.csv"));
    let note = "By turn order in the first round. Differences are tested with a false discovery rate of 5 % over the places; the intervals are not adjusted for multiple comparisons.";
    Ok(Some(Figure::of(name, section, question, view).note(note)))
}
