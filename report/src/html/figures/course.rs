//! How games go: what players have after each round, and when games are decided.

use lab::base::error::Result;
use lab::figure::data::{Axis, Chart, Curve, DataSource, Figure, FigureView, Lines, Point, Subplot};
use lab::figure::of_run::{cells, table};
use lab::forms::numbers::{percent, with_half_width};
use lab::run::finished_run::FinishedRun;
use lab::subject::raw::SEATS;
use lab::tables::frame::FrameRow;
use stats::{Estimate, Welford};

/// The part of the page.
const SECTION: &str = "Course";

/// All of them; none where a game has no running score.
pub fn figures(run: &FinishedRun) -> Result<Vec<Figure>> {
    let mut figures = Vec::from_iter(decided(run)?);
    figures.extend(by_round(run)?);
    Ok(figures)
}

/// The share of the win of those who lead after each round.
fn decided(run: &FinishedRun) -> Result<Option<Figure>> {
    let question = "When is a game decided?";
    let frame = match table(run, "balance")? {
        Ok(frame) => frame,
        Err(why) => return Ok(Some(Figure::missing("decided", SECTION, question, why))),
    };
    let round = |row: &FrameRow<'_>| row.text("metric").strip_prefix("decided_").and_then(|round| round.parse().ok());
    let rows: Vec<(u32, FrameRow<'_>)> = frame.rows().filter_map(|row| Some((round(&row)?, row))).collect();
    if rows.is_empty() {
        return Ok(None);
    }
    let point = |(round, row): &(u32, FrameRow<'_>)| {
        let up = row.estimate("value")?;
        Ok(Point { across: f64::from(*round), tip: format!("after round {round}: {}", percent(&up)), up })
    };
    let points = rows.iter().map(point).collect::<Result<Vec<_>>>()?;
    let last = points.last().map(|point| percent(&point.up)).unwrap_or_default();
    let first = points.first().map(|point| percent(&point.up)).unwrap_or_default();
    let even = 1.0 / run.experiment.players as f64;
    let chart = Lines {
        across: Axis::plain("round"),
        is_log: false,
        up: Axis::percent("win share of those with most VP after the round"),
        rule: Some((even, format!("even, {:.1} %", 100.0 * even))),
        series: Vec::new(),
        panels: vec![Subplot { title: "all agents".to_owned(), lines: vec![Curve { series: 0, points, mark: None }] }],
    };
    let answer = format!(
        "Who leads after round 1 wins {first}, who leads after the last round {last}: the rest is decided by the final scoring."
    );
    let columns = ["metric", "unit", "clusters", "value", "value_lo", "value_hi", "meaning"];
    let table = frame.cells(rows.into_iter().map(|(_, row)| row), &columns);
    let view = FigureView {
        label: String::new(),
        answer: Some(answer),
        chart: Chart::Lines(chart),
        table,
        source: DataSource::Result("balance.csv"),
    };
    Ok(Some(Figure::of("decided", SECTION, question, view).note("Bands are 95 % intervals over seeds.")))
}

/// What each agent has after each round, one figure for each kind of column.
fn by_round(run: &FinishedRun) -> Result<Vec<Figure>> {
    let means = means(run)?;
    let figure = |((column, what), agents): (&(&'static str, &'static str), Option<Vec<Vec<Estimate>>>)| {
        let name = if *column == run.experiment.info().by_round[0].0 { "course" } else { "course-means" };
        let question = format!("How do agents stand in {what} after each round?");
        match agents {
            None => {
                let why = format!("Needs {SEATS}.csv, a raw table, which this folder does not have.");
                Some(Figure::missing(name, SECTION, question, why))
            }
            Some(agents) if agents.iter().all(Vec::is_empty) => None,
            Some(agents) => Some(of_column(run, name, (column, what), question, &agents)),
        }
    };
    Ok(run.experiment.info().by_round.iter().zip(means).filter_map(figure).collect())
}

fn of_column(
    run: &FinishedRun,
    name: &'static str,
    (column, what): (&str, &str),
    question: String,
    agents: &[Vec<Estimate>],
) -> Figure {
    let point = |(index, up): (usize, &Estimate)| {
        let words = with_half_width(up, 1.0, 1, "");
        Point { across: (index + 1) as f64, up: *up, tip: format!("round {}: {words} {what}", index + 1) }
    };
    let panel = |(agent, rounds): (usize, &Vec<Estimate>)| Subplot {
        title: run.experiment.agents[agent].name.clone(),
        lines: vec![Curve { series: 0, points: rounds.iter().enumerate().map(point).collect(), mark: None }],
    };
    let number = |number: Option<f64>| number.map_or(String::new(), |number| format!("{number:.6}"));
    let row = |agent: usize, round: usize, estimate: &Estimate| {
        let agent = run.experiment.agents[agent].name.clone();
        let numbers = [estimate.value, estimate.low(), estimate.high()].map(number);
        [agent, (round + 1).to_string()].into_iter().chain(numbers).collect()
    };
    let rows = agents.iter().enumerate();
    let rows = rows.flat_map(|(agent, rounds)| rounds.iter().enumerate().map(move |(round, of)| row(agent, round, of)));
    let (low, high) = (format!("{column}_lo"), format!("{column}_hi"));
    let table = cells(&["agent", "round", column, &low, &high], rows.collect());
    let chart = Lines {
        across: Axis::plain("round"),
        is_log: false,
        up: Axis::plain(format!("mean {what} at the end of the round")),
        rule: None,
        series: Vec::new(),
        panels: agents.iter().enumerate().map(panel).collect(),
    };
    let view = FigureView {
        label: String::new(),
        answer: None,
        chart: Chart::Lines(chart),
        table,
        source: DataSource::Raw("seats.csv"),
    };
    Figure::of(name, SECTION, question, view).note("Bands are 95 % intervals over seeds.")
}

/// For each kind of column, by agent and round; nothing without raw tables.
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
    let mut first = 0;
    let mut of_columns = |count: usize| {
        let range = first..first + count;
        first += count;
        let of_agent = |totals: &Vec<Welford>| {
            totals[range.clone()].iter().take_while(|total| total.count() > 0).map(Welford::estimate).collect()
        };
        Some(totals.iter().map(of_agent).collect())
    };
    Ok(columns.iter().map(|columns| of_columns(columns.len())).collect())
}

/// Adds a whole cluster; one that is not whole does not count.
fn close(sums: &mut [Vec<(i64, u32)>], totals: &mut [Vec<Welford>], is_whole: bool) {
    for (sum, total) in sums.iter_mut().flatten().zip(totals.iter_mut().flatten()) {
        if is_whole && sum.1 > 0 {
            total.push(sum.0 as f64 / f64::from(sum.1));
        }
        *sum = (0, 0);
    }
}
