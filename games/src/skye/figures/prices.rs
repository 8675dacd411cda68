//! Figures of prices, sales and losses round by round.

use lab::base::error::Result;
use lab::figure::data::{Axis, Chart, Curve, DataSource, Figure, FigureView, Lines, NumberFormat, Point, Subplot};
use lab::figure::of_run::table;
use lab::forms::labels::ALL;
use lab::forms::numbers::{percent, with_half_width};
use lab::run::finished_run::FinishedRun;
use lab::tables::frame::Frame;
use stats::Estimate;

/// The section of the page.
pub const SECTION: &str = "Prices";

/// A column of `pricing.csv` round by round.
struct PriceMeasure {
    name: &'static str,
    question: &'static str,
    column: &'static str,
    title: &'static str,
    form: NumberFormat,
}

const MEASURES: [PriceMeasure; 3] = [
    PriceMeasure {
        name: "prices",
        question: "What does a tile cost, round by round?",
        column: "price",
        title: "mean price asked for an offered tile, gold",
        form: NumberFormat::Plain,
    },
    PriceMeasure {
        name: "sold",
        question: "How many of the offered tiles sell?",
        column: "sold_share",
        title: "share of offered tiles that were bought",
        form: NumberFormat::Percent,
    },
    PriceMeasure {
        name: "burnt",
        question: "How much gold is lost on tiles that nobody buys?",
        column: "burnt",
        title: "stakes lost per player and round, gold",
        form: NumberFormat::Plain,
    },
];

/// One figure for each measure.
pub fn figures(run: &FinishedRun) -> Result<Vec<Figure>> {
    let frame = match table(run, "pricing")? {
        Ok(frame) => frame,
        Err(why) => return Ok(vec![Figure::missing(MEASURES[0].name, SECTION, MEASURES[0].question, why)]),
    };
    let names: Vec<String> = run.experiment.names().map(str::to_owned).collect();
    MEASURES.iter().map(|measure| figure(&frame, &names, measure)).collect()
}

fn text(measure: &PriceMeasure, estimate: &Estimate) -> String {
    match measure.form {
        NumberFormat::Percent => percent(estimate),
        NumberFormat::Plain | NumberFormat::Points => with_half_width(estimate, 1.0, 2, " gold"),
    }
}

fn figure(frame: &Frame, names: &[String], measure: &PriceMeasure) -> Result<Figure> {
    let panels = names.iter().map(|name| {
        let rows = frame.rows().filter(|row| row.text("agent") == name && row.text("round") != ALL);
        let points = rows.map(|row| {
            let (round, up) = (row.whole("round")?, row.estimate(measure.column)?);
            Ok(Point { across: round as f64, tip: format!("round {round}: {}", text(measure, &up)), up })
        });
        let points = points.collect::<Result<Vec<_>>>()?;
        Ok(Subplot { title: name.clone(), lines: vec![Curve { series: 0, points, mark: None }] })
    });
    let mut parts = Vec::new();
    for name in names {
        let all = frame.rows().find(|row| row.text("agent") == name && row.text("round") == ALL);
        let Some(row) = all else { continue };
        parts.push(format!("{name} {}", text(measure, &row.estimate(measure.column)?)));
    }
    let (column, low, high) = columns(frame, measure.column);
    let wanted = ["agent", "round", "clusters", "offers", &column, &low, &high];
    let chart = Lines {
        across: Axis::plain("round"),
        is_log: false,
        up: Axis::of(measure.title, measure.form),
        rule: None,
        series: Vec::new(),
        panels: panels.collect::<Result<_>>()?,
    };
    let view = FigureView {
        label: String::new(),
        answer: (!parts.is_empty()).then(|| format!("Over all rounds: {}.", parts.join(", "))),
        chart: Chart::Lines(chart),
        table: frame.cells(frame.rows(), &wanted),
        source: DataSource::Result("pricing.csv"),
    };
    Ok(Figure::of(measure.name, SECTION, measure.question, view).note("Bands are 95 % intervals over seeds."))
}

/// The columns of an estimate, whose name may end in `_mean`.
fn columns(frame: &Frame, column: &str) -> (String, String, String) {
    let value = if frame.has(column) { column.to_owned() } else { format!("{column}_mean") };
    (value, format!("{column}_lo"), format!("{column}_hi"))
}
