//! Figures of the use of modules and its results.

use lab::base::error::Result;
use lab::figure::data::{Axis, Chart, Dot, DotRow, Dots, Figure, FigureView};
use lab::figure::table_figure::{Drawn, TableFigure, dot_row};
use lab::forms::labels::ALL;
use lab::forms::numbers::{percent, with_half_width};
use lab::run::finished_run::FinishedRun;
use lab::tables::frame::Frame;

/// The section of the page.
const SECTION: &str = "Modules";

const MODULES: TableFigure = TableFigure {
    name: "modules",
    section: SECTION,
    question: "How do players use the modules, and what do they gain?",
    table: "modules",
    columns: "",
    note: "Means per player and game over all agents, with 95 % intervals over seeds.",
};

/// The columns of the table, with their titles, and the columns below the chart.
const USES: [[&str; 3]; 2] = [
    ["count", "times per player and game", "agent about what clusters seat_games count*"],
    ["vp", "VP per player and game", "agent about what clusters seat_games vp*"],
];

const TABLETS: TableFigure = TableFigure {
    name: "tablets",
    section: SECTION,
    question: "How do seats with a stone tablet do?",
    table: "tablets",
    columns: "tablet clusters seat_games seats_with taken win_share_with win_share_with_lo win_share_with_hi \
              win_share_without win_share_without_lo win_share_without_hi",
    note: "An association, not an effect: players who can afford the tile, or take it early, may do well for other \
           reasons.",
};

/// Returns the figures of the modules in play, of both runs in a comparison; none in the base game.
pub fn figures(run: &FinishedRun) -> Result<Vec<Figure>> {
    let (mut figures, second) = (of_run(run)?, run.second_apart()?);
    let Some(second) = second else { return Ok(figures) };
    for figure in of_run(&second)? {
        let Some(own) = figures.iter().position(|own| own.name == figure.name) else { continue };
        figures[own].notes.push("Of the first run.".to_owned());
        let name = if figure.name == TABLETS.name { "tablets-second" } else { "modules-second" };
        figures.push(Figure { name, ..figure.of_second() });
    }
    Ok(figures)
}

fn of_run(run: &FinishedRun) -> Result<Vec<Figure>> {
    let mut figures = Vec::new();
    if let Some(frame) = run.result(MODULES.table)? {
        let views = used(&frame)?;
        if !views.is_empty() {
            figures.push(MODULES.with_views(views));
        }
    }
    if let Some(frame) = run.result(TABLETS.table)? {
        figures.extend(TABLETS.of(&frame, tablets(&frame)?));
    }
    Ok(figures)
}

/// Returns views of the use of modules and of their VP.
fn used(frame: &Frame) -> Result<Vec<FigureView>> {
    let mut views = Vec::new();
    for [column, title, columns] in USES {
        let mut rows = Vec::new();
        for row in frame.rows().filter(|row| row.text("agent") == ALL) {
            let estimate = row.estimate(column)?;
            if estimate.value.is_some() {
                let label = format!("{}: {}", row.text("about"), row.text("what"));
                rows.push(dot_row(&label, estimate, false, with_half_width(&estimate, 1.0, 2, "")));
            }
        }
        if !rows.is_empty() {
            let chart = Chart::Dots(Dots { axis: Some(Axis::plain(title)), rows, ..Dots::default() });
            let of_all = frame.rows().filter(|row| row.text("agent") == ALL);
            let view = TableFigure { columns, ..MODULES }.view(None, chart, frame, of_all);
            views.push(FigureView { label: column.to_owned(), ..view });
        }
    }
    Ok(views)
}

/// Draws the win shares of seats with and without each tablet.
fn tablets(frame: &Frame) -> Result<Drawn<'_>> {
    let (mut dots, mut rows) = (Vec::new(), Vec::new());
    for row in frame.rows().filter(|row| row.text("agent") == ALL) {
        let [with, without] = [row.estimate("win_share_with")?, row.estimate("win_share_without")?];
        let with = Dot { series: 0, estimate: with, is_hollow: false, text: format!("with: {}", percent(&with)) };
        let text = format!("without: {}", percent(&without));
        let without = Dot { series: 1, estimate: without, is_hollow: false, text };
        dots.push(DotRow { label: row.text("tablet").to_owned(), dots: vec![with, without] });
        rows.push(row);
    }
    let chart = Dots {
        axis: Some(Axis::percent("wins per seat")),
        series: vec!["with one".to_owned(), "without".to_owned()],
        rows: dots,
        ..Dots::default()
    };
    Ok(Drawn { answer: None, chart: Some(Chart::Dots(chart)), rows })
}
