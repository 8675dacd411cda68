//! The strength of agents: win shares, points, ratings and pairs.

use super::single_view;
use crate::terminal::findings;
use lab::base::error::Result;
use lab::figure::data::{Axis, Chart, DataSource, DotRow, Dots, Figure, FigureView, Matrix, MatrixCell, NumberFormat};
use lab::figure::of_run::{row, sorted, table};
use lab::forms::labels::ALL;
use lab::forms::numbers::{FALSE_FINDINGS, percent, with_half_width};
use lab::run::finished_run::FinishedRun;
use lab::schedule::Schedule;
use lab::tables::frame::{Frame, FrameRow};
use lab::tables::pairs::{PairRow, tested};
use lab::tables::ratings::{DifferenceRow, RatingRow};
use stats::Estimate;

/// The section of the page.
const SECTION: &str = "Strength";

/// The figures of this section; only the points for an agent that plays itself.
pub fn figures(run: &FinishedRun) -> Result<Vec<Figure>> {
    if run.experiment.agents.len() == 1 {
        return Ok(vec![points(run)?]);
    }
    Ok(vec![win_shares(run)?, points(run)?, ratings(run)?, pairs(run)?])
}

/// The columns of `agents.csv` that identify a row.
const ABOUT: [&str; 4] = ["agent", "spec", "clusters", "games"];

fn win_shares(run: &FinishedRun) -> Result<Figure> {
    let question = "Which agent wins most often, and how certain is it?";
    let name = "win-share";
    let frame = match table(run, "agents")? {
        Ok(frame) => frame,
        Err(why) => return Ok(Figure::missing(name, SECTION, question, why)),
    };
    let rows = sorted(frame.rows().collect(), |row| row.estimate("win_share"))?;
    let even = 1.0 / run.experiment.players as f64;
    let chart = Dots {
        axis: Some(Axis::percent("wins per seat, shared wins counting in parts")),
        rule: Some((even, format!("even: {:.1} %", 100.0 * even))),
        rows: of_agents(&rows, "win_share", percent)?,
        ..Dots::default()
    };
    let answer = most(&rows, "win_share", percent)?
        .map(|most| format!("{most} of its games per seat; equal players would win {:.1} %.", 100.0 * even));
    let columns = [&ABOUT[..], &["win_share", "win_share_lo", "win_share_hi"]].concat();
    let view = view(&frame, rows, &columns, "agents.csv", answer, Chart::Dots(chart));
    Ok(Figure::of(name, SECTION, question, view).note(INTERVALS))
}

/// The note on intervals.
const INTERVALS: &str = "Lines are 95 % intervals over seeds (blocks that share their luck); there is none with too few seeds or no variation.";

fn points(run: &FinishedRun) -> Result<Figure> {
    let question = "How many points does each agent score?";
    let name = "points";
    let frame = match table(run, "agents")? {
        Ok(frame) => frame,
        Err(why) => return Ok(Figure::missing(name, SECTION, question, why)),
    };
    let rows = sorted(frame.rows().collect(), |row| row.estimate("vp"))?;
    let dots = of_agents(&rows, "vp", |estimate| with_half_width(estimate, 1.0, 1, " VP"))?;
    let chart = Dots { axis: Some(Axis::plain("mean final VP")), rows: dots, ..Dots::default() };
    let columns = [&ABOUT[..], &["vp_mean", "vp_lo", "vp_hi", "margin_mean", "margin_lo", "margin_hi"]].concat();
    let view = view(&frame, rows, &columns, "agents.csv", None, Chart::Dots(chart));
    Ok(Figure::of(name, SECTION, question, view))
}

/// The agent in the first row, as `NAME won 67.2 ± 8.4 %`; `None` if there is only one.
fn most(rows: &[FrameRow<'_>], column: &str, text: impl Fn(&Estimate) -> String) -> Result<Option<String>> {
    let [first, _, ..] = rows else { return Ok(None) };
    Ok(Some(format!("{} won {}", first.text("agent"), text(&first.estimate(column)?))))
}

fn of_agents(rows: &[FrameRow<'_>], column: &str, text: impl Fn(&Estimate) -> String) -> Result<Vec<DotRow>> {
    let mut dots = Vec::new();
    for of in rows {
        let estimate = of.estimate(column)?;
        dots.push(row(of.text("agent"), estimate, false, text(&estimate)));
    }
    Ok(dots)
}

fn view(
    frame: &Frame,
    rows: Vec<FrameRow<'_>>,
    columns: &[&str],
    file: &'static str,
    answer: Option<String>,
    chart: Chart,
) -> FigureView {
    single_view(answer, chart, frame.cells(rows, columns), DataSource::Result(file))
}

fn ratings(run: &FinishedRun) -> Result<Figure> {
    let question = "How far apart are the agents on one scale?";
    let name = "ratings";
    let frame = match table(run, "ratings")? {
        Ok(frame) => frame,
        Err(why) => return Ok(Figure::missing(name, SECTION, question, why)),
    };
    let rows = sorted(frame.rows().collect(), |row| row.estimate("rating"))?;
    let read = rows.iter().map(|row| RatingRow::read(row, &run.experiment)).collect::<Result<Vec<_>>>()?;
    let apart = match table(run, "rating_differences")? {
        Ok(frame) => frame.rows().map(|row| DifferenceRow::read(&row, &run.experiment)).collect::<Result<Vec<_>>>()?,
        Err(_) => Vec::new(),
    };
    let told = [
        findings::ratings(&run.experiment, read.clone()),
        findings::misfits(&run.experiment, &read),
        findings::rating_gaps(&run.experiment, read, &apart),
    ];
    let answer = told.into_iter().flatten().collect::<Vec<_>>().join(" ");
    if rows.iter().all(|row| row.text("rating").is_empty()) {
        return Ok(Figure::missing(name, SECTION, question, answer));
    }
    // Tables of earlier versions contain ratings of another model.
    let scale = if frame.has("misfit") { "rating points" } else { "Elo points; 400 more are odds of 10 to 1" };
    let chart = Dots {
        axis: Some(Axis::plain(scale)),
        rule: Some((0.0, "mean of all".to_owned())),
        rows: of_agents(&rows, "rating", |estimate| with_half_width(estimate, 1.0, 0, ""))?,
        ..Dots::default()
    };
    let rating = ["agent", "clusters", "rating", "rating_lo", "rating_hi", "rating_se", "first", "rank"];
    let columns = [&rating[..], &["first_lo", "first_hi", "misfit", "misfit_lo", "misfit_hi", "misfit_q"]].concat();
    let view = view(&frame, rows, &columns, "ratings.csv", Some(answer), Chart::Dots(chart));
    Ok(Figure::of(name, SECTION, question, view)
        .note("There is no interval with fewer than 20 seeds. Elo points, in pairs.csv, are another scale."))
}

fn pairs(run: &FinishedRun) -> Result<Figure> {
    let question = "Which agents rank ahead of which?";
    let name = "pairs";
    let frame = match table(run, "pairs")? {
        Ok(frame) => frame,
        Err(why) => return Ok(Figure::missing(name, SECTION, question, why)),
    };
    let schedule: &Schedule = &run.experiment;
    let read = frame.rows().map(|row| PairRow::read(&row, schedule)).collect::<Result<Vec<_>>>()?;
    let names: Vec<String> = schedule.names().map(str::to_owned).collect();
    let last = names.len().saturating_sub(1);
    let open: Vec<(usize, usize)> =
        tested(&read).iter().filter(|(_, q)| *q >= FALSE_FINDINGS).map(|(pair, _)| (pair.agent, pair.other)).collect();
    let mut fields = vec![vec![None; last]; last];
    for pair in read.iter().filter(|pair| pair.lineup.is_none() && pair.other > 0 && pair.agent < last) {
        fields[pair.agent][pair.other - 1] = field(pair, &names, open.contains(&(pair.agent, pair.other)));
    }
    let chart = Matrix {
        rows: names.iter().take(last).cloned().collect(),
        columns: names.iter().skip(1).cloned().collect(),
        fields,
        middle: 0.5,
        form: NumberFormat::Percent,
        ends: ["the agent at the top ranks ahead".to_owned(), "the agent on the left ranks ahead".to_owned()],
        furthest: 0.0,
    };
    let columns = [
        "agent",
        "other",
        "clusters",
        "games",
        "ahead",
        "ahead_lo",
        "ahead_hi",
        "ahead_p",
        "vp_difference",
        "vp_difference_lo",
        "vp_difference_hi",
        "vp_difference_p",
    ];
    let rows: Vec<FrameRow<'_>> = frame.rows().filter(|row| row.text("lineup") == ALL).collect();
    let answer = findings::rivals(schedule, &read);
    let view = view(&frame, rows, &columns, "pairs.csv", answer, Chart::Matrix(chart));
    Ok(Figure::of(name, SECTION, question, view).note(
        "Share of rankings in which the agent on the left is ahead of the one at the top; ties count one half. Differences are tested with a false \
         discovery rate of 5 % over all pairs; the intervals are not adjusted for multiple comparisons.",
    ))
}

fn field(pair: &PairRow, names: &[String], is_open: bool) -> Option<MatrixCell> {
    let value = pair.ahead.value?;
    let text = format!("{:.0} %", 100.0 * value);
    let stands = if is_open { ", not significant" } else { "" };
    let tip = format!("{} ahead of {}: {}{stands}", names[pair.agent], names[pair.other], percent(&pair.ahead));
    Some(MatrixCell { value, text, short: "", tip })
}
