//! What tiles cost, what sells, and what is lost.

use lab::base::error::Result;
use lab::figure::data::{Axis, Chart, Curve, DataSource, Figure, FigureView, Lines, NumberFormat, Point, Subplot};
use lab::figure::of_run::table;
use lab::forms::labels::ALL;
use lab::forms::numbers::{percent, with_half_width};
use lab::run::finished_run::FinishedRun;
use lab::tables::frame::{Frame, FrameRow};
use stats::Estimate;

/// The part of the page.
pub const SECTION: &str = "Prices";

/// A column of `pricing.csv` round by round.
struct Asked {
    name: &'static str,
    question: &'static str,
    column: &'static str,
    title: &'static str,
    form: NumberFormat,
}

const ASKED: [Asked; 3] = [
    Asked {
        name: "prices",
        question: "What does a tile cost, round by round?",
        column: "price",
        title: "mean price asked for an offered tile, gold",
        form: NumberFormat::Plain,
    },
    Asked {
        name: "sold",
        question: "How many of the offered tiles sell?",
        column: "sold_share",
        title: "share of offered tiles that were bought",
        form: NumberFormat::Percent,
    },
    Asked {
        name: "burnt",
        question: "How much gold is lost on tiles that nobody buys?",
        column: "burnt",
        title: "stakes lost by one player in one round, gold",
        form: NumberFormat::Plain,
    },
];

/// One figure for each.
pub fn figures(run: &FinishedRun) -> Result<Vec<Figure>> {
    let frame = match table(run, "pricing")? {
        Ok(frame) => frame,
        Err(why) => return Ok(vec![Figure::missing(ASKED[0].name, SECTION, ASKED[0].question, why)]),
    };
    let names: Vec<String> = run.experiment.names().map(str::to_owned).collect();
    ASKED.iter().map(|asked| figure(&frame, &names, asked)).collect()
}

fn text(asked: &Asked, estimate: &Estimate) -> String {
    match asked.form {
        NumberFormat::Percent => percent(estimate),
        NumberFormat::Plain | NumberFormat::Points => with_half_width(estimate, 1.0, 2, " gold"),
    }
}

fn figure(frame: &Frame, names: &[String], asked: &Asked) -> Result<Figure> {
    let panel = |name: &String| {
        let rows = frame.rows().filter(|row| row.text("agent") == name && row.text("round") != ALL);
        let point = |row: FrameRow<'_>| {
            let (round, up) = (row.whole("round")?, row.estimate(asked.column)?);
            Ok(Point { across: round as f64, tip: format!("round {round}: {}", text(asked, &up)), up })
        };
        let points = rows.map(point).collect::<Result<Vec<_>>>()?;
        Ok(Subplot { title: name.clone(), lines: vec![Curve { series: 0, points, mark: None }] })
    };
    let of_all = |name: &String| frame.rows().find(|row| row.text("agent") == name && row.text("round") == ALL);
    let mut parts = Vec::new();
    for (name, row) in names.iter().filter_map(|name| Some((name, of_all(name)?))) {
        parts.push(format!("{name} {}", text(asked, &row.estimate(asked.column)?)));
    }
    let (column, low, high) = columns(frame, asked.column);
    let wanted = ["agent", "round", "clusters", "offers", &column, &low, &high];
    let chart = Lines {
        across: Axis::plain("round"),
        is_log: false,
        up: Axis::of(asked.title, asked.form),
        rule: None,
        series: Vec::new(),
        panels: names.iter().map(panel).collect::<Result<_>>()?,
    };
    let view = FigureView {
        label: String::new(),
        answer: (!parts.is_empty()).then(|| format!("Over all rounds: {}.", parts.join(", "))),
        chart: Chart::Lines(chart),
        table: frame.cells(frame.rows(), &wanted),
        source: DataSource::Result("pricing.csv"),
    };
    Ok(Figure::of(asked.name, SECTION, asked.question, view).note("Bands are 95 % intervals over seeds."))
}

/// The columns of an estimate, which may be called a mean.
fn columns(frame: &Frame, column: &str) -> (String, String, String) {
    let value = if frame.has(column) { column.to_owned() } else { format!("{column}_mean") };
    (value, format!("{column}_lo"), format!("{column}_hi"))
}
