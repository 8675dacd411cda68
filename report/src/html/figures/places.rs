//! What places at the table are worth: in the turn order, and next to another agent.

use crate::terminal::findings;
use lab::base::error::Result;
use lab::figure::data::{Axis, Chart, Dots, Figure};
use lab::figure::table_figure::{Drawn, TableFigure, dot_row};
use lab::forms::labels::ALL;
use lab::forms::numbers::{FALSE_FINDINGS, percent, with_half_width};
use lab::run::finished_run::FinishedRun;
use lab::schedule::circle::NeighbourSide;
use lab::tables::neighbours::{NAME, NeighbourRow, vary};
use lab::tables::seat_advantage::{SeatAdvantageRow, tested};
use stats::{Estimate, Interval};

const PLACES: TableFigure = TableFigure {
    name: "seats",
    section: "Seats",
    question: "Is there an advantage in starting?",
    table: "seat_advantage",
    columns: "position clusters seat_games win_share* win_difference* win_difference_p vp*",
    note: "By turn order in the first round. Differences are tested with a false discovery rate of 5 % over the places; the intervals are not adjusted for multiple comparisons.",
};

/// The win shares by place in the turn order.
pub fn turn_order(run: &FinishedRun) -> Result<Option<Figure>> {
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

const NEIGHBOURS: TableFigure = TableFigure {
    name: NAME,
    section: "Seats",
    question: "What is a place right before or after another agent worth?",
    table: NAME,
    columns: "agent neighbour side games clusters win_share_difference ci_lo ci_hi q vp_difference vp_ci_lo vp_ci_hi vp_q",
    note: "Win share of an agent in this place, minus its win share with the same neighbour elsewhere at the table. q is the p value adjusted \
           for the number of rows; the intervals are not adjusted for multiple comparisons.",
};

/// The maximum number of rows in the chart; the table below it has all.
const MOST_ROWS: usize = 24;

/// The neighbours with the largest effects; `None` if seating does not vary.
pub fn neighbours(run: &FinishedRun) -> Result<Option<Figure>> {
    if !vary(&run.experiment) {
        return Ok(None);
    }
    NEIGHBOURS.draw(run, |frame| {
        let read = frame.rows().map(|row| NeighbourRow::read(&row, &run.experiment)).collect::<Result<Vec<_>>>()?;
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
            dot_row(
                &findings::beside(&run.experiment, of),
                estimate,
                is_hollow,
                with_half_width(&estimate, 100.0, 1, " points"),
            )
        });
        let chart = Dots {
            axis: Some(Axis::percent("difference in win share, percentage points")),
            rule: Some((0.0, "no difference".to_owned())),
            hollow: Some("q ≥ 0.05, not significant"),
            rows: dots.collect(),
            ..Dots::default()
        };
        let answer = findings::neighbours(&run.experiment, &read);
        Ok(Drawn { answer, chart: Some(Chart::Dots(chart)), rows: frame.rows().collect() })
    })
}
