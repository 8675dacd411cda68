//! Figures of prices, sales and losses round by round.

use lab::base::error::Result;
use lab::figure::data::{Axis, Chart, Figure, Lines, Point, Subplot};
use lab::figure::table_figure::{Drawn, TableFigure, why_missing};
use lab::forms::labels::ALL;
use lab::forms::numbers::{percent, with_half_width};
use lab::run::finished_run::FinishedRun;
use lab::tables::frame::Frame;
use stats::Estimate;

/// The section of the page.
pub const SECTION: &str = "Prices";

/// A figure of a column of `pricing.csv` round by round.
struct PriceFigure {
    figure: TableFigure,
    column: &'static str,
    axis: fn() -> Axis,
    text: fn(&Estimate) -> String,
}

const PRICES: TableFigure = TableFigure {
    name: "prices",
    section: SECTION,
    question: "What does a tile cost, round by round?",
    table: "pricing",
    columns: "agent round clusters offers price*",
    note: "Bands are 95 % intervals over seeds.",
};

const FIGURES: [PriceFigure; 3] = [
    PriceFigure {
        figure: PRICES,
        column: "price",
        axis: || Axis::plain("mean price asked for an offered tile, gold"),
        text: gold,
    },
    PriceFigure {
        figure: TableFigure {
            name: "sold",
            question: "How many of the offered tiles sell?",
            columns: "agent round clusters offers sold_share*",
            ..PRICES
        },
        column: "sold_share",
        axis: || Axis::percent("share of offered tiles that were bought"),
        text: percent,
    },
    PriceFigure {
        figure: TableFigure {
            name: "burnt",
            question: "How much gold is lost on tiles that nobody buys?",
            columns: "agent round clusters offers burnt*",
            ..PRICES
        },
        column: "burnt",
        axis: || Axis::plain("stakes lost per player and round, gold"),
        text: gold,
    },
];

fn gold(estimate: &Estimate) -> String {
    with_half_width(estimate, 1.0, 2, " gold")
}

/// One figure for each column; only the first, with what is missing, without the table.
pub fn figures(run: &FinishedRun) -> Result<Vec<Figure>> {
    let Some(frame) = run.result(PRICES.table)? else {
        return Ok(vec![PRICES.missing(why_missing(run, PRICES.table))]);
    };
    let mut figures = Vec::new();
    for price in &FIGURES {
        figures.extend(price.figure.of(&frame, price.draw(run, &frame)?));
    }
    Ok(figures)
}

impl PriceFigure {
    fn draw<'a>(&self, run: &FinishedRun, frame: &'a Frame) -> Result<Drawn<'a>> {
        let (mut panels, mut parts) = (Vec::new(), Vec::new());
        for name in run.experiment.names() {
            let mut points = Vec::new();
            for row in frame.rows().filter(|row| row.text("agent") == name) {
                let up = row.estimate(self.column)?;
                if row.text("round") == ALL {
                    parts.push(format!("{name} {}", (self.text)(&up)));
                } else {
                    let round = row.whole("round")?;
                    let tip = format!("round {round}: {}", (self.text)(&up));
                    points.push(Point { across: round as f64, up, tip });
                }
            }
            panels.push(Subplot::of(name, points));
        }
        let answer = (!parts.is_empty()).then(|| format!("Over all rounds: {}.", parts.join(", ")));
        let chart = Lines { across: Axis::plain("round"), up: (self.axis)(), panels, ..Lines::default() };
        Ok(Drawn { answer, chart: Some(Chart::Lines(chart)), rows: frame.rows().collect() })
    }
}
