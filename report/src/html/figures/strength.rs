//! The strength of agents: win shares, points, ratings and pairs.

use super::even;
use crate::terminal::findings;
use lab::base::error::Result;
use lab::figure::data::{Axis, Chart, Dots, Figure, Matrix, MatrixCell, NumberFormat};
use lab::figure::table_figure::{Drawn, TableFigure, dot_rows, sorted};
use lab::forms::labels::ALL;
use lab::forms::numbers::{FALSE_FINDINGS, percent, with_half_width};
use lab::run::finished_run::FinishedRun;
use lab::schedule::Schedule;
use lab::tables::pairs::{PairRow, tested};
use lab::tables::ratings::{DifferenceRow, RatingRow};

/// The section of the page.
const SECTION: &str = "Strength";

const WIN_SHARES: TableFigure = TableFigure {
    name: "win-share",
    section: SECTION,
    question: "Which agent wins most often, and how certain is it?",
    table: "agents",
    columns: "agent spec clusters games win_share*",
    note: "Lines are 95 % intervals over seeds (blocks that share their luck); there is none with too few seeds or no variation.",
};

const POINTS: TableFigure = TableFigure {
    name: "points",
    section: SECTION,
    question: "How many points does each agent score?",
    table: "agents",
    columns: "agent spec clusters games vp* margin*",
    note: "",
};

const RATINGS: TableFigure = TableFigure {
    name: "ratings",
    section: SECTION,
    question: "How far apart are the agents on one scale?",
    table: "ratings",
    columns: "agent clusters rating* rating_se first rank first_lo first_hi misfit* misfit_q",
    note: "There is no interval with fewer than 20 seeds. Elo points, in pairs.csv, are another scale.",
};

const PAIRS: TableFigure = TableFigure {
    name: "pairs",
    section: SECTION,
    question: "Which agents rank ahead of which?",
    table: "pairs",
    columns: "agent other clusters games ahead* ahead_p vp_difference* vp_difference_p",
    note: "Share of rankings in which the agent on the left is ahead of the one at the top; ties count one half. Differences are tested with a false \
           discovery rate of 5 % over all pairs; the intervals are not adjusted for multiple comparisons.",
};

/// The figures of this section; only the points for an agent that plays itself.
pub fn figures(run: &FinishedRun) -> Result<Vec<Figure>> {
    let figures = if run.experiment.agents.len() == 1 {
        vec![points(run)?]
    } else {
        vec![win_shares(run)?, points(run)?, ratings(run)?, pairs(run)?]
    };
    Ok(figures.into_iter().flatten().collect())
}

fn win_shares(run: &FinishedRun) -> Result<Option<Figure>> {
    WIN_SHARES.draw(run, |frame| {
        let rows = sorted(frame.rows(), "win_share")?;
        let rule = even(run);
        let answer = match &rows[..] {
            [first, _, ..] => {
                let (agent, won) = (first.text("agent"), percent(&first.estimate("win_share")?));
                let even = 100.0 * rule.0;
                Some(format!("{agent} won {won} of its games per seat; equal players would win {even:.1} %."))
            }
            _ => None,
        };
        let chart = Dots {
            axis: Some(Axis::percent("wins per seat, shared wins counting in parts")),
            rule: Some(rule),
            rows: dot_rows(&rows, "agent", "win_share", None, percent)?,
            ..Dots::default()
        };
        Ok(Drawn { answer, chart: Some(Chart::Dots(chart)), rows })
    })
}

fn points(run: &FinishedRun) -> Result<Option<Figure>> {
    POINTS.draw(run, |frame| {
        let rows = sorted(frame.rows(), "vp")?;
        let dots = dot_rows(&rows, "agent", "vp", None, |estimate| with_half_width(estimate, 1.0, 1, " VP"))?;
        let chart = Dots { axis: Some(Axis::plain("mean final VP")), rows: dots, ..Dots::default() };
        Ok(Drawn { answer: None, chart: Some(Chart::Dots(chart)), rows })
    })
}

fn ratings(run: &FinishedRun) -> Result<Option<Figure>> {
    RATINGS.draw(run, |frame| {
        let rows = sorted(frame.rows(), "rating")?;
        let read = rows.iter().map(|row| RatingRow::read(row, &run.experiment)).collect::<Result<Vec<_>>>()?;
        let apart = match run.result("rating_differences")? {
            Some(frame) => {
                frame.rows().map(|row| DifferenceRow::read(&row, &run.experiment)).collect::<Result<Vec<_>>>()?
            }
            None => Vec::new(),
        };
        let told = [
            findings::ratings(&run.experiment, read.clone()),
            findings::misfits(&run.experiment, &read),
            findings::rating_gaps(&run.experiment, read, &apart),
        ];
        let answer = Some(told.into_iter().flatten().collect::<Vec<_>>().join(" "));
        if rows.iter().all(|row| row.text("rating").is_empty()) {
            return Ok(Drawn { answer, ..Drawn::NONE });
        }
        let chart = Dots {
            axis: Some(Axis::plain("rating points")),
            rule: Some((0.0, "mean of all".to_owned())),
            rows: dot_rows(&rows, "agent", "rating", None, |estimate| with_half_width(estimate, 1.0, 0, ""))?,
            ..Dots::default()
        };
        Ok(Drawn { answer, chart: Some(Chart::Dots(chart)), rows })
    })
}

fn pairs(run: &FinishedRun) -> Result<Option<Figure>> {
    let schedule: &Schedule = &run.experiment;
    PAIRS.draw(run, |frame| {
        let read = frame.rows().map(|row| PairRow::read(&row, schedule)).collect::<Result<Vec<_>>>()?;
        let names: Vec<String> = schedule.names().map(str::to_owned).collect();
        let last = names.len().saturating_sub(1);
        let mut fields = vec![vec![None; last]; last];
        let tests = tested(&read);
        for pair in read.iter().filter(|pair| pair.lineup.is_none() && pair.other > 0 && pair.agent < last) {
            let is_open = tests
                .iter()
                .any(|(other, q)| (other.agent, other.other) == (pair.agent, pair.other) && *q >= FALSE_FINDINGS);
            fields[pair.agent][pair.other - 1] = field(pair, &names, is_open);
        }
        let chart = Matrix {
            rows: names[..last].to_vec(),
            columns: names[names.len() - last..].to_vec(),
            fields,
            middle: 0.5,
            form: NumberFormat::Percent,
            ends: ["the agent at the top ranks ahead".to_owned(), "the agent on the left ranks ahead".to_owned()],
            furthest: 0.0,
        };
        let rows = frame.rows().filter(|row| row.text("lineup") == ALL).collect();
        Ok(Drawn { answer: findings::rivals(schedule, &read), chart: Some(Chart::Matrix(chart)), rows })
    })
}

fn field(pair: &PairRow, names: &[String], is_open: bool) -> Option<MatrixCell> {
    let value = pair.ahead.value?;
    let text = format!("{:.0} %", 100.0 * value);
    let stands = if is_open { ", not significant" } else { "" };
    let tip = format!("{} ahead of {}: {}{stands}", names[pair.agent], names[pair.other], percent(&pair.ahead));
    Some(MatrixCell { value, text, short: "", tip })
}
