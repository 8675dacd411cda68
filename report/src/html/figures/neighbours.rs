//! The effect of sitting next to a given agent.

use super::single_view;
use crate::terminal::findings::{beside, neighbours};
use lab::base::error::Result;
use lab::figure::data::{Axis, Chart, DataSource, Dots, Figure};
use lab::figure::of_run::{row, table};
use lab::forms::column::ResultRow;
use lab::forms::numbers::{FALSE_FINDINGS, with_half_width};
use lab::run::finished_run::FinishedRun;
use lab::schedule::circle::NeighbourSide;
use lab::tables::frame::FrameRow;
use lab::tables::neighbours::{NAME, NeighbourRow, vary};
use stats::{Estimate, Interval};

/// The maximum number of rows in the chart; the table below it has all.
const MOST_ROWS: usize = 24;

/// The neighbours with the largest effects; `None` if seating does not vary.
pub fn figure(run: &FinishedRun) -> Result<Option<Figure>> {
    if !vary(&run.experiment) {
        return Ok(None);
    }
    let (section, question) = ("Seats", "What is a place right before or after another agent worth?");
    let frame = match table(run, NAME)? {
        Ok(frame) => frame,
        Err(why) => return Ok(Some(Figure::missing(NAME, section, question, why))),
    };
    let read = frame.rows().map(|row| NeighbourRow::read(&row, &run.experiment)).collect::<Result<Vec<_>>>()?;
    let answer = neighbours(&run.experiment, &read);
    let mut shown: Vec<&NeighbourRow> =
        read.iter().filter(|row| run.experiment.players > 3 || row.side == NeighbourSide::After).collect();
    shown.sort_by(|one, two| {
        let [one, two] = [one, two].map(|row| row.win_share_difference.map_or(0.0, f64::abs));
        two.total_cmp(&one)
    });
    shown.truncate(MOST_ROWS);
    let dots = shown.iter().map(|of| {
        let interval = of.ci_lo.zip(of.ci_hi).map(|(low, high)| Interval { low, high });
        let estimate = Estimate { value: of.win_share_difference, interval };
        let is_hollow = of.q.is_none_or(|q| q >= FALSE_FINDINGS);
        row(&beside(&run.experiment, of), estimate, is_hollow, with_half_width(&estimate, 100.0, 1, " points"))
    });
    let chart = Dots {
        axis: Some(Axis::percent("difference in win share, percentage points")),
        rule: Some((0.0, "no difference".to_owned())),
        hollow: Some("q ≥ 0.05, not significant"),
        rows: dots.collect(),
        ..Dots::default()
    };
    let rows: Vec<FrameRow<'_>> = frame.rows().collect();
    let columns: Vec<&str> = NeighbourRow::COLUMNS.iter().map(|column| column.heading.name).collect();
    let table = frame.cells(rows, &columns);
    let view = single_view(answer, Chart::Dots(chart), table, DataSource::Result("neighbours.csv"));
    let note = "Win share of an agent in this place, minus its win share with the same neighbour elsewhere at the table. q is the p value adjusted \
                for the number of rows; the intervals are not adjusted for multiple comparisons.";
    Ok(Some(Figure::of(NAME, section, question, view).note(note)))
}
