//! The figures for Tipperary in the report of a run: sources of VP, and effects of hometowns.

use lab::base::error::Result;
use lab::figure::data::{Axis, Chart, Dots, Figure};
use lab::figure::table_figure::{Drawn, TableFigure, dot_rows, sorted};
use lab::forms::labels::ALL;
use lab::forms::numbers::{FALSE_FINDINGS, counted, with_half_width};
use lab::run::finished_run::FinishedRun;
use lab::tables::frame::FrameRow;

/// The section of the page.
const SECTION: &str = "Counties";

/// A figure of differences in VP over all agents, with one row per item.
struct Differences {
    figure: TableFigure,
    /// The columns of the item, of the difference, and of its q value.
    columns: [&'static str; 3],
    axis: &'static str,
}

const DIFFERENCES: [Differences; 2] = [
    Differences {
        figure: TableFigure {
            name: "sources",
            section: SECTION,
            question: "Which source of VP wins?",
            table: "sources",
            columns: "agent source clusters seat_games lead* lead_q",
            note: "The lead of winners shows where games are decided, which need not be where most VP come from.",
        },
        columns: ["source", "lead", "lead_q"],
        axis: "lead of winners over the others of their game in VP from this source",
    },
    Differences {
        figure: TableFigure {
            name: "hometowns",
            section: SECTION,
            question: "Is any side of a hometown better?",
            table: "hometowns",
            columns: "agent hometown clusters seat_games vp* vp_q",
            note: "Hometowns are dealt at random, so these are effects, of the components in play (reconstructed unless you supply your own).",
        },
        columns: ["hometown", "vp", "vp_q"],
        axis: "VP with it minus VP of the same agent's other seats with the same seeds",
    },
];

/// Returns all figures.
///
/// # Errors
/// If a table cannot be read, or was changed after the run.
pub fn figures(run: &FinishedRun) -> Result<Vec<Figure>> {
    let mut figures = Vec::new();
    for differences in &DIFFERENCES {
        figures.extend(differences.draw(run)?);
    }
    Ok(figures)
}

impl Differences {
    fn draw(&self, run: &FinishedRun) -> Result<Option<Figure>> {
        let [item, difference, q] = self.columns;
        self.figure.draw(run, |frame| {
            let rows = sorted(frame.rows().filter(|row| row.text("agent") == ALL), difference)?;
            let chart = Dots {
                axis: Some(Axis::plain(self.axis)),
                rule: Some((0.0, "no difference".to_owned())),
                rows: dot_rows(&rows, item, difference, Some(q), |vp| with_half_width(vp, 1.0, 2, " VP"))?,
                hollow: Some("not significant"),
                ..Dots::default()
            };
            Ok(Drawn { answer: self.answer(&rows)?, chart: Some(Chart::Dots(chart)), rows: frame.rows().collect() })
        })
    }

    /// Returns all rows significant among all of the table, or the row with the largest difference; `None` without rows.
    fn answer(&self, rows: &[FrameRow<'_>]) -> Result<Option<String>> {
        let [item, difference, q] = self.columns;
        let Some(first) = rows.first() else { return Ok(None) };
        let words = |row: &FrameRow<'_>| {
            let most = with_half_width(&row.estimate(difference)?, 1.0, 1, " VP");
            Ok(format!("{}, {most}, over {}", row.text(item), counted(row.whole("clusters")?, "seed")))
        };
        let mut found = Vec::new();
        for row in rows {
            if row.number(q)?.is_some_and(|q| q < FALSE_FINDINGS) {
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
