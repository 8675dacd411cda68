//! The figures for Tipperary in the report of a run: sources of VP, and effects of hometowns.

use lab::base::error::Result;
use lab::figure::data::{Axis, Chart, DataSource, Dots, Figure, FigureView};
use lab::figure::of_run::{row, sorted, table};
use lab::forms::labels::ALL;
use lab::forms::numbers::{FALSE_FINDINGS, counted, with_half_width};
use lab::run::finished_run::FinishedRun;
use lab::tables::frame::{Frame, FrameRow};

/// The section of the page.
const SECTION: &str = "Counties";

/// Returns all figures.
///
/// # Errors
/// If a table cannot be read, or was changed after the run.
pub fn figures(run: &FinishedRun) -> Result<Vec<Figure>> {
    Ok(vec![SOURCES.figure(run)?, HOMETOWNS.figure(run)?])
}

/// A figure of differences in VP over all agents, with one row per item.
struct Differences {
    name: &'static str,
    question: &'static str,
    table: &'static str,
    file: &'static str,
    /// The columns of the item, of the difference, and of its q value.
    columns: [&'static str; 3],
    axis: &'static str,
    note: &'static str,
}

const SOURCES: Differences = Differences {
    name: "sources",
    question: "Which source of VP wins?",
    table: "sources",
    file: "sources.csv",
    columns: ["source", "lead", "lead_q"],
    axis: "lead of winners over the others of their game in VP from this source",
    note: "The lead of winners shows where games are decided, which need not be where most VP come from.",
};

const HOMETOWNS: Differences = Differences {
    name: "hometowns",
    question: "Is any side of a hometown better?",
    table: "hometowns",
    file: "hometowns.csv",
    columns: ["hometown", "vp", "vp_q"],
    axis: "VP with it minus VP of the same agent's other seats with the same seeds",
    note: "Hometowns are dealt at random, so these are effects, of the components in play (reconstructed unless you supply your own).",
};

impl Differences {
    fn figure(&self, run: &FinishedRun) -> Result<Figure> {
        let frame = match table(run, self.table)? {
            Ok(frame) => frame,
            Err(why) => return Ok(Figure::missing(self.name, SECTION, self.question, why)),
        };
        let [_, difference, _] = self.columns;
        let rows = frame.rows().filter(|row| row.text("agent") == ALL).collect();
        let rows = sorted(rows, |row| row.estimate(difference))?;
        let view = self.view(&frame, &rows)?;
        Ok(Figure::of(self.name, SECTION, self.question, view).note(self.note))
    }

    fn view(&self, frame: &Frame, rows: &[FrameRow<'_>]) -> Result<FigureView> {
        let [thing, difference, q] = self.columns;
        let chart = Dots {
            axis: Some(Axis::plain(self.axis.to_owned())),
            rule: Some((0.0, "no difference".to_owned())),
            rows: rows
                .iter()
                .map(|of| {
                    let estimate = of.estimate(difference)?;
                    Ok(row(of.text(thing), estimate, !self.stands_out(of)?, with_half_width(&estimate, 1.0, 2, " VP")))
                })
                .collect::<Result<_>>()?,
            hollow: Some("not significant"),
            ..Dots::default()
        };
        let answer = self.answer(rows)?;
        let [low, high] = ["_lo", "_hi"].map(|end| format!("{difference}{end}"));
        let columns = ["agent", thing, "clusters", "seat_games", difference, &low, &high, q];
        let table = frame.cells(frame.rows(), &columns);
        Ok(FigureView {
            label: String::new(),
            answer,
            chart: Chart::Dots(chart),
            table,
            source: DataSource::Result(self.file),
        })
    }

    /// Returns whether a row differs significantly from 0, adjusted for all rows of its table.
    fn stands_out(&self, row: &FrameRow<'_>) -> Result<bool> {
        let [_, _, q] = self.columns;
        Ok(row.number(q)?.is_some_and(|q| q < FALSE_FINDINGS))
    }

    /// Returns all significant rows, or the row with the largest difference; `None` without rows.
    fn answer(&self, rows: &[FrameRow<'_>]) -> Result<Option<String>> {
        let [thing, difference, _] = self.columns;
        let Some(first) = rows.first() else { return Ok(None) };
        let words = |row: &FrameRow<'_>| {
            let most = with_half_width(&row.estimate(difference)?, 1.0, 1, " VP");
            Ok(format!("{}, {most}, over {}", row.text(thing), counted(row.whole("clusters")?, "seed")))
        };
        let mut found = Vec::new();
        for row in rows {
            if self.stands_out(row)? {
                found.push(words(row)?);
            }
        }
        Ok(Some(if found.is_empty() {
            format!("Not shown; the largest difference, {}, is not significant.", words(first)?)
        } else {
            format!("From most to least: {}.", found.join("; "))
        }))
    }
}
