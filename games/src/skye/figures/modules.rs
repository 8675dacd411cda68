//! Figures of the use of modules and its results.

use lab::base::error::Result;
use lab::figure::data::{Axis, Chart, DataSource, Dot, DotRow, Dots, Figure, FigureView};
use lab::figure::of_run::row;
use lab::forms::labels::ALL;
use lab::forms::numbers::{percent, with_half_width};
use lab::run::finished_run::FinishedRun;
use lab::tables::frame::{Frame, FrameRow};

/// The section of the page.
const SECTION: &str = "Modules";

/// The tables, and their figures.
const MODULES: &str = "modules";
const TABLETS: &str = "tablets";

/// Returns the figures of the modules in play, of both runs in a comparison; none in the base game.
pub fn figures(run: &FinishedRun) -> Result<Vec<Figure>> {
    let (mut figures, second) = (of_run(run)?, run.second_apart()?);
    let Some(second) = second else { return Ok(figures) };
    for figure in of_run(&second)? {
        let Some(own) = figures.iter().position(|own| own.name == figure.name) else { continue };
        figures[own].notes.push("Of the first run.".to_owned());
        let name = if figure.name == TABLETS { "tablets-second" } else { "modules-second" };
        figures.push(Figure { name, ..figure.of_second() });
    }
    Ok(figures)
}

fn of_run(run: &FinishedRun) -> Result<Vec<Figure>> {
    let mut figures = Vec::new();
    if let Some(frame) = run.result(MODULES)? {
        figures.extend(used(&frame)?);
    }
    if let Some(frame) = run.result(TABLETS)? {
        figures.push(tablets(&frame)?);
    }
    Ok(figures)
}

fn of_all(frame: &Frame) -> Vec<FrameRow<'_>> {
    frame.rows().filter(|row| row.text("agent") == ALL).collect()
}

/// Returns the figure of the use of modules and their VP, with a view for each.
fn used(frame: &Frame) -> Result<Option<Figure>> {
    let mut views = Vec::new();
    for (column, title) in [("count", "times per player and game"), ("vp", "VP per player and game")] {
        let mut dots = Vec::new();
        for of in of_all(frame) {
            let estimate = of.estimate(column)?;
            if estimate.value.is_some() {
                let label = format!("{}: {}", of.text("about"), of.text("what"));
                dots.push(row(&label, estimate, false, with_half_width(&estimate, 1.0, 2, "")));
            }
        }
        if !dots.is_empty() {
            let axis = Some(Axis::plain(title.to_owned()));
            let low = format!("{column}_lo");
            let high = format!("{column}_hi");
            views.push(FigureView {
                label: column.to_owned(),
                answer: None,
                chart: Chart::Dots(Dots { axis, rows: dots, ..Dots::default() }),
                table: frame
                    .cells(of_all(frame), &["agent", "about", "what", "clusters", "seat_games", column, &low, &high]),
                source: DataSource::Result("modules.csv"),
            });
        }
    }
    let question = "How do players use the modules, and what do they gain?".to_owned();
    let notes = vec!["Means per player and game over all agents, with 95 % intervals over seeds.".to_owned()];
    Ok((!views.is_empty()).then_some(Figure { name: MODULES, section: SECTION, question, views, notes }))
}

/// Returns the figure of the win shares of seats with and without each tablet.
fn tablets(frame: &Frame) -> Result<Figure> {
    let mut dots = Vec::new();
    for row in of_all(frame) {
        let both = [("with", "win_share_with"), ("without", "win_share_without")];
        let both = both.into_iter().enumerate().map(|(series, (name, column))| {
            let estimate = row.estimate(column)?;
            Ok(Dot { series, estimate, is_hollow: false, text: format!("{name}: {}", percent(&estimate)) })
        });
        let both = both.collect::<Result<Vec<_>>>()?;
        dots.push(DotRow { label: row.text("tablet").to_owned(), dots: both });
    }
    let chart = Dots {
        axis: Some(Axis::percent("wins per seat")),
        series: vec!["with one".to_owned(), "without".to_owned()],
        rows: dots,
        ..Dots::default()
    };
    let columns = [
        "tablet",
        "clusters",
        "seat_games",
        "seats_with",
        "taken",
        "win_share_with",
        "win_share_with_lo",
        "win_share_with_hi",
        "win_share_without",
        "win_share_without_lo",
        "win_share_without_hi",
    ];
    let table = frame.cells(of_all(frame), &columns);
    let view = FigureView {
        label: String::new(),
        answer: None,
        chart: Chart::Dots(chart),
        table,
        source: DataSource::Result("tablets.csv"),
    };
    let note = "An association, not an effect: players who can afford the tile, or take it early, may do well for other \
         reasons.";
    Ok(Figure::of(TABLETS, SECTION, "How do seats with a stone tablet do?", view).note(note))
}
