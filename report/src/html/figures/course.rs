//! The course of games: the state of agents after each round, and when games are decided.

use lab::base::error::Result;
use lab::figure::data::{Axis, Chart, Curve, DataSource, Figure, FigureView, Lines, Point, Subplot};
use lab::figure::table_figure::{Drawn, TableFigure};
use lab::forms::numbers::{percent, with_half_width};
use lab::run::finished_run::FinishedRun;
use lab::subject::raw::SEATS;
use lab::tables::frame::TextTable;
use stats::{Estimate, Welford};

/// The section of the page.
const SECTION: &str = "Course";

/// The figures of this section; empty if the game has no running score.
pub fn figures(run: &FinishedRun) -> Result<Vec<Figure>> {
    let mut figures = Vec::from_iter(decided(run)?);
    figures.extend(by_round(run)?);
    Ok(figures)
}

const DECIDED: TableFigure = TableFigure {
    name: "decided",
    section: SECTION,
    question: "When is a game decided?",
    table: "balance",
    columns: "metric unit clusters value* meaning",
    note: "Tied leaders count with their mean. Bands are 95 % intervals over seeds.",
};

/// The win share of the leaders after each round.
fn decided(run: &FinishedRun) -> Result<Option<Figure>> {
    DECIDED.draw(run, |frame| {
        let (mut rows, mut points) = (Vec::new(), Vec::new());
        for row in frame.rows() {
            let Some(round) = row.text("metric").strip_prefix("decided_") else { continue };
            let Ok(across) = round.parse() else { continue };
            let up = row.estimate("value")?;
            points.push(Point { across, tip: format!("after round {round}: {}", percent(&up)), up });
            rows.push(row);
        }
        let [Some(first), Some(last)] = [points.first(), points.last()] else { return Ok(Drawn::NONE) };
        let answer = format!(
            "The leader after round 1 wins {}, the leader after the last round {}; the final scoring decides the rest.",
            percent(&first.up),
            percent(&last.up)
        );
        let even = 1.0 / run.experiment.players as f64;
        let chart = Lines {
            across: Axis::plain("round"),
            up: Axis::percent("win share of the leader in VP after the round"),
            rule: Some((even, format!("even, {:.1} %", 100.0 * even))),
            panels: vec![Subplot::of("all agents", points)],
            ..Lines::default()
        };
        Ok(Drawn { answer: Some(answer), chart: Some(Chart::Lines(chart)), rows })
    })
}

/// The mean of each column by agent and round, one figure for each column.
fn by_round(run: &FinishedRun) -> Result<Vec<Figure>> {
    let by_round = run.experiment.info().by_round;
    let mut figures = Vec::new();
    for ((column, what), agents) in by_round.iter().zip(means(run)?) {
        let (views, note) = match agents {
            None => (Vec::new(), format!("Needs the raw table {SEATS}.csv, which this folder does not have.")),
            Some(agents) if agents.iter().all(Vec::is_empty) => continue,
            Some(agents) => {
                let note = "Bands are 95 % intervals over seeds.".to_owned();
                (vec![course_view(run, column, what, &agents)], note)
            }
        };
        let name = if *column == by_round[0].0 { "course" } else { "course-means" };
        let question = format!("How do agents compare in {what} after each round?");
        figures.push(Figure { name, section: SECTION, question, views, notes: vec![note] });
    }
    Ok(figures)
}

fn course_view(run: &FinishedRun, column: &str, what: &str, agents: &[Vec<Estimate>]) -> FigureView {
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
    let numbers = ["", "_lo", "_hi"].map(|end| format!("{column}{end}"));
    let header = ["agent".to_owned(), "round".to_owned()].into_iter().chain(numbers).collect();
    let chart = Lines {
        across: Axis::plain("round"),
        up: Axis::plain(format!("mean {what} at the end of the round")),
        series,
        panels: vec![Subplot { title: String::new(), lines }],
        ..Lines::default()
    };
    FigureView {
        label: String::new(),
        answer: None,
        chart: Chart::Lines(chart),
        table: TextTable { header, rows },
        source: DataSource::Raw(SEATS),
    }
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
