//! The reports of studies of several variants: findings, tables and figures, written to a study's folder.

pub mod sensitivity;

pub mod tune;

use std::path::Path;

use lab::base::error::Result;
use lab::figure::data::Figure;
use lab::forms::column::{ColumnEntry, ResultRow, csv as table_of, dictionary};
use lab::forms::compression::table_file;
use lab::forms::labels::Labels;
use lab::play::exec_options::ExecOptions;
use lab::run::manifest::MANIFEST;
use lab::study::folder::{StudyFolder, manifest};
use lab::study::sensitivity::SensitivityRow;
use lab::study::trials::TrialStudy;
use lab::study::tune::{SearchResult, VerdictRow};
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
    /// The number of games played.
    pub games: u64,
    /// The study's own keys in its manifest.
    pub keys: Value,
}

/// A study with a command and a report.
pub trait ReportedStudy: TrialStudy {
    /// Returns the command.
    fn command(&self) -> &'static str;

    /// Plays the study and reports it.
    ///
    /// # Errors
    /// If an agent fails to decide, the journal cannot be written, threads cannot be created, or on Ctrl-C.
    fn report(&self, folder: &mut StudyFolder, exec: ExecOptions) -> Result<StudyReport>;

    /// Plays the study and completes its folder; `config` is the file from which it was read.
    ///
    /// # Errors
    /// As for [`report`](Self::report), and if a file cannot be written.
    fn complete(&self, mut folder: StudyFolder, config: &Path, exec: ExecOptions) -> Result<StudyReport> {
        let report = self.report(&mut folder, exec)?;
        folder.complete(&report.all_files(self, config))?;
        Ok(report)
    }
}

impl StudyReport {
    /// Returns the tables, the figures, the page and, last, the manifest, which completes the folder.
    ///
    /// The page gives the command with only the config's file name, so that it does not depend on the config's folder.
    fn all_files(&self, study: &(impl ReportedStudy + ?Sized), config: &Path) -> Vec<StudyFile> {
        let mut files = self.files.clone();
        for (figure, view) in self.figures.iter().flat_map(|figure| figure.views.iter().map(move |view| (figure, view)))
        {
            let drawn = alone(&Drawing::of(figure, view), &FigureStyle::default());
            files.push((format!("{}-{}.svg", figure.name, view.label), drawn.into_bytes()));
        }
        let config = config.file_name().unwrap_or_default().to_string_lossy();
        let command = format!("sim {} {}", study.command(), quoted(&config));
        let page = page::of_study(&self.title, &self.facts, &self.findings, &self.figures, &command);
        files.push(("report.html".to_owned(), page.into_bytes()));
        let (description, keys) = (study.description(), self.keys.clone());
        let manifest = manifest(study.command(), &description, study.base(), keys, self.games, &files);
        files.push((MANIFEST.to_owned(), manifest));
        files
    }
}

/// Returns the tables of studies with their columns, without those that are named after knobs and goals.
pub fn dictionaries() -> [(&'static str, Vec<ColumnEntry>); 3] {
    [
        (tune::CANDIDATES, dictionary(SearchResult::COLUMNS)),
        (tune::VERDICT, dictionary(VerdictRow::COLUMNS)),
        (sensitivity::TABLE, dictionary(SensitivityRow::COLUMNS)),
    ]
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

/// Returns the cells of a row that names no agent.
pub fn cells<R: ResultRow>(row: &R) -> NamedCells {
    let table = table_of(std::slice::from_ref(row), &Labels::default());
    let mut reader = csv::Reader::from_reader(&table[..]);
    let read = |record: csv::Result<csv::StringRecord>| record.expect("a table as it was written");
    let [header, cells] = [reader.headers().cloned(), reader.records().next().expect("one row")].map(read);
    header.iter().map(str::to_owned).zip(cells.iter().map(str::to_owned)).collect()
}

/// Returns the cells of these columns.
pub fn chosen(row: &NamedCells, columns: &[&str]) -> NamedCells {
    columns.iter().filter_map(|column| row.iter().find(|(name, _)| name == column).cloned()).collect()
}

/// Formats a number for a table; a missing number gives an empty cell.
pub fn number(number: Option<f64>) -> String {
    number.map_or_else(String::new, |number| format!("{number:.6}"))
}
