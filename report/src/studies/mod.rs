//! The reports of studies of several variants: findings, tables and figures, written to a study's folder.

pub mod columns;

pub mod sensitivity;

pub mod tune;

use std::path::Path;

use lab::base::error::Result;
use lab::experiment::Experiment;
use lab::figure::data::Figure;
use lab::forms::compression::table_file;
use lab::run::manifest::MANIFEST;
use lab::study::folder::{StudyFolder, manifest};
use lab::tables::frame::TextTable;
use serde_json::Value;

use crate::figure::draw::{Drawing, FigureStyle, alone};
use crate::html::{files, page};
use crate::shell::quoted;
use crate::terminal::table::PrintedTable;

/// A file of a study: its name and content.
pub type StudyFile = (String, Vec<u8>);

/// The results of a study, for a terminal, a page and the study's folder.
pub struct StudyReport {
    /// The title.
    pub title: String,
    /// The facts about the games played, each with its name.
    pub facts: Vec<(&'static str, String)>,
    /// The findings in sentences.
    pub findings: Vec<String>,
    /// The table for a terminal; `None` if the findings say everything.
    pub table: Option<PrintedTable>,
    /// The figures of the page.
    pub figures: Vec<Figure>,
    /// The tables and configs to keep in the folder.
    pub files: Vec<StudyFile>,
}

/// The entry of a study in its manifest.
pub struct StudyEntry<'a> {
    /// The command, `tune` or `sensitivity`.
    pub name: &'static str,
    /// The description that distinguishes the study from others.
    pub description: String,
    /// The experiment that is varied.
    pub base: &'a Experiment,
    /// The study's own keys.
    pub keys: Value,
    /// The number of games played.
    pub games: u64,
}

impl StudyReport {
    /// Writes the tables, the figures, the page and, last, the manifest, which completes the folder.
    ///
    /// The page gives the command with only the config's file name, so that it does not depend on the config's folder.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(&self, entry: StudyEntry<'_>, folder: StudyFolder, config: &Path) -> Result<()> {
        let mut files = self.files.clone();
        for (figure, view) in self.figures.iter().flat_map(|figure| figure.views.iter().map(move |view| (figure, view)))
        {
            let drawn = alone(&Drawing::of(figure, view), &FigureStyle::default());
            files.push((format!("{}-{}.svg", figure.name, view.label), drawn.into_bytes()));
        }
        let StudyEntry { name, description, base, keys, games } = entry;
        let command = format!("sim {name} {}", quoted(&config.file_name().unwrap_or_default().to_string_lossy()));
        let page = page::of_study(&self.title, &self.facts, &self.findings, &self.figures, &command);
        files.push(("report.html".to_owned(), page.into_bytes()));
        files.push((MANIFEST.to_owned(), manifest(name, &description, base, keys, games, &files)));
        folder.complete(&files)
    }
}

/// A row of a table, each cell with the name of its column.
pub type NamedCells = Vec<(String, String)>;

/// Makes a table of rows with the same columns.
pub fn table(rows: impl IntoIterator<Item = NamedCells>) -> TextTable {
    let mut cells = TextTable::default();
    for row in rows {
        let (header, row) = row.into_iter().unzip();
        cells.header = header;
        cells.rows.push(row);
    }
    cells
}

/// Encodes a table as a CSV file.
pub fn csv_file(name: &str, cells: &TextTable) -> StudyFile {
    (table_file(name), files::csv(cells))
}

/// Labels cells with their columns.
pub fn named<const N: usize>(cells: [(&str, String); N]) -> impl Iterator<Item = (String, String)> {
    cells.into_iter().map(|(name, cell)| (name.to_owned(), cell))
}

/// Formats a number for a table; a missing number gives an empty cell.
pub fn number(number: Option<f64>) -> String {
    number.map_or_else(String::new, |number| format!("{number:.6}"))
}

/// Formats a flag for a table.
pub fn yes_no(flag: bool) -> String {
    if flag { "yes" } else { "no" }.to_owned()
}
