//! The course of games: the state of agents after each round, and when games are decided.

use super::single_view;
use lab::base::error::Result;
use lab::figure::data::{Axis, Chart, Curve, DataSource, Figure, Lines, Point, Subplot};
use lab::figure::of_run::{cells, table};
use lab::forms::numbers::{percent, with_half_width};
use lab::run::finished_run::FinishedRun;
use lab::subject::raw::SEATS;
use lab::tables::frame::FrameRow;
use stats::{Estimate, Welford};

/// The section of the page.
const SECTION: &str = "Course";

/// The figures of this section; empty if the game has no running score.
pub fn figures(run: &FinishedRun) -> Result<Vec<Figure>> {
    let mut figures = Vec::from_iter(decided(run)?);
    figures.extend(by_round(run)?);
    Ok(figures)
}

/// The win share of the leaders after each round.
fn decided(run: &FinishedRun) -> Result<Option<Figure>> {
    let question = "When is a game decided?";
    let frame = match table(run, "balance")? {
        Ok(frame) => frame,
        Err(why) => return Ok(Some(Figure::missing("decided", SECTION, question, why))),
    };
    let rows = frame.rows().filter_map(|row| Some((row.text("metric").strip_prefix("decided_")?.parse().ok()?, row)));
    let rows: Vec<(u32, FrameRow<'_>)> = rows.collect();
    if rows.is_empty() {
        return Ok(None);
    }
    let mut points = Vec::new();
    for (round, row) in &rows {
        let up = row.estimate("value")?;
        points.push(Point { across: f64::from(*round), tip: format!("after round {round}: {}", percent(&up)), up });
    }
    let last = points.last().map(|point| percent(&point.up)).unwrap_or_default();
    let first = points.first().map(|point| percent(&point.up)).unwrap_or_default();
    let even = 1.0 / run.experiment.players as f64;
    let chart = Lines {
        across: Axis::plain("round"),
        is_log: false,
        up: Axis::percent("win share of the leader in VP after the round"),
        rule: Some((even, format!("even, {:.1} %", 100.0 * even))),
        series: Vec::new(),
        panels: vec![Subplot { title: "all agents".to_owned(), lines: vec![Curve { series: 0, points, mark: None }] }],
    };
    let answer = format!(
        "The leader after round 1 wins {first}, the leader after the last round {last}; the final scoring decides the rest."
    );
    let columns = ["metric", "unit", "clusters", "value", "value_lo", "value_hi", "meaning"];
    let table = frame.cells(rows.into_iter().map(|(_, row)| row), &columns);
    let view = single_view(Some(answer), Chart::Lines(chart), table, DataSource::Result("balance.csv"));
    Ok(Some(
        Figure::of("decided", SECTION, question, view)
            .note("Tied leaders count with their mean. Bands are 95 % intervals over seeds."),
    ))
}

/// The mean of each column by agent and round, one figure for each column.
fn by_round(run: &FinishedRun) -> Result<Vec<Figure>> {
    let by_round = run.experiment.info().by_round;
    let mut figures = Vec::new();
    for ((column, what), agents) in by_round.iter().zip(means(run)?) {
        let name = if *column == by_round[0].0 { "course" } else { "course-means" };
        let question = format!("How do agents compare in {what} after each round?");
        match agents {
            None => {
                let why = format!("Needs the raw table {SEATS}.csv, which this folder does not have.");
                figures.push(Figure::missing(name, SECTION, question, why));
            }
            Some(agents) if agents.iter().all(Vec::is_empty) => {}
            Some(agents) => figures.push(of_column(run, name, (column, what), question, &agents)),
        }
    }
    Ok(figures)
}

fn of_column(
    run: &FinishedRun,
    name: &'static str,
    (column, what): (&str, &str),
    question: String,
    agents: &[Vec<Estimate>],
) -> Figure {
    let (mut series, mut lines, mut rows) = (Vec::new(), Vec::new(), Vec::new());
    for (agent, rounds) in run.experiment.agents.iter().zip(agents) {
        let mut points = Vec::new();
        for (up, round) in rounds.iter().zip(1_u32..) {
            let tip = format!("{}, round {round}: {} {what}", agent.name, with_half_width(up, 1.0, 1, ""));
            points.push(Point { across: f64::from(round), up: *up, tip });
            let numbers = [up.value, up.low(), up.high()];
            let numbers = numbers.map(|number| number.map_or(String::new(), |number| format!("{number:.6}")));
            rows.push([agent.name.clone(), round.to_string()].into_iter().chain(numbers).collect());
        }
        lines.push(Curve { series: series.len(), points, mark: None });
        series.push(agent.name.clone());
    }
    let (low, high) = (format!("{column}_lo"), format!("{column}_hi"));
    let table = cells(&["agent", "round", column, &low, &high], rows);
    let chart = Lines {
        across: Axis::plain("round"),
        is_log: false,
        up: Axis::plain(format!("mean {what} at the end of the round")),
        rule: None,
        series,
        panels: vec![Subplot { title: String::new(), lines }],
    };
    let view = single_view(None, Chart::Lines(chart), table, DataSource::Raw("seats.csv"));
    Figure::of(name, SECTION, question, view).note("Bands are 95 % intervals over seeds.")
}

/// The means of each column by agent and round; `None` without raw tables.
fn means(run: &FinishedRun) -> Result<Vec<Option<Vec<Vec<Estimate>>>>> {
    let Some(mut seats) = run.stream(SEATS)? else { return Ok(vec![None; run.experiment.info().by_round.len()]) };
    let schedule = &run.experiment.schedule;
    let columns: Vec<Vec<usize>> =
        run.experiment.info().by_round.iter().map(|(name, _)| seats.numbered(name)).collect();
    let (Some(block), Some(agent)) = (seats.column("block"), seats.column("agent")) else {
        return Ok(vec![None; run.experiment.info().by_round.len()]);
    };
    let names: Vec<&str> = schedule.names().collect();
    let width: usize = columns.iter().map(Vec::len).sum();
    let flat: Vec<usize> = columns.concat();
    let mut totals = vec![vec![Welford::default(); width]; names.len()];
    let mut sums = vec![vec![(0_i64, 0_u32); width]; names.len()];
    let (mut cluster, mut blocks, mut last) = (None, 0, None);
    while seats.advance()? {
        let number = seats.number(block)? as u64;
        let now = schedule.cluster_of(number);
        if cluster != Some(now) {
            close(&mut sums, &mut totals, blocks == schedule.lineups());
            (cluster, blocks) = (Some(now), 0);
        }
        blocks += u64::from(last != Some(number));
        last = Some(number);
        let name = seats.cell(agent);
        let place = names.iter().position(|known| known.as_bytes() == name);
        let place = place.ok_or_else(|| seats.fault(agent, &format!("one of {}", names.join(", "))))?;
        for (sum, column) in sums[place].iter_mut().zip(&flat) {
            if let Some(amount) = seats.whole(*column)? {
                *sum = (sum.0 + amount, sum.1 + 1);
            }
        }
    }
    close(&mut sums, &mut totals, blocks == schedule.lineups());
    let (mut first, mut means) = (0, Vec::new());
    for columns in columns {
        let range = first..first + columns.len();
        first = range.end;
        let of_agents = totals.iter().map(|totals| {
            let rounds = totals[range.clone()].iter().take_while(|total| total.count() > 0);
            rounds.map(Welford::estimate).collect()
        });
        means.push(Some(of_agents.collect()));
    }
    Ok(means)
}

/// Adds the means of a cluster if it is whole, and clears the sums.
fn close(sums: &mut [Vec<(i64, u32)>], totals: &mut [Vec<Welford>], is_whole: bool) {
    for (sum, total) in sums.iter_mut().flatten().zip(totals.iter_mut().flatten()) {
        if is_whole && sum.1 > 0 {
            total.push(sum.0 as f64 / f64::from(sum.1));
        }
        *sum = (0, 0);
    }
}
