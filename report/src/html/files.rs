//! Figures as files: the drawing and its numbers.

use lab::tables::frame::TextTable;
use std::fs;
use std::path::Path;

use super::run_report::RunReport;
use crate::figure::draw::{BEGINNING, Drawing, FigureStyle, alone};
use lab::base::error::{Error, Result};
use lab::base::files::exists;
use lab::base::output::{Destination, check_ours, replace};
use lab::figure::data::{Figure, FigureView};

/// Checks that the figures of these runs would overwrite only earlier figures and their tables.
///
/// # Errors
/// If they would overwrite anything else.
pub fn check(reports: &[RunReport], folder: &Path) -> Result<()> {
    named(reports).try_for_each(|(name, ..)| {
        let [drawing, table] = ["svg", "csv"].map(|ending| folder.join(format!("{name}.{ending}")));
        check_ours(&drawing, BEGINNING)?;
        // A table next to a figure belongs to it.
        if exists(&drawing)? { Destination::of(&table).map(drop) } else { check_ours(&table, "") }
    })
}

/// Writes each figure of these runs to a folder, as `NAME.svg` with `NAME.csv`; returns the number.
///
/// # Errors
/// If `folder` is not a folder, or something cannot be written.
pub fn write(reports: &[RunReport], folder: &Path, style: &FigureStyle) -> Result<usize> {
    fs::create_dir_all(folder).map_err(|error| Error::of_path(folder, &error, "a folder (--figures)"))?;
    let mut count = 0;
    for (name, figure, view) in named(reports) {
        replace(&folder.join(format!("{name}.svg")), alone(&Drawing::of(figure, view), style).as_bytes())?;
        replace(&folder.join(format!("{name}.csv")), &csv(&view.table))?;
        count += 1;
    }
    Ok(count)
}

/// Every view of every figure, with the base name of its files.
fn named(reports: &[RunReport]) -> impl Iterator<Item = (String, &Figure, &FigureView)> {
    let views = reports.iter().enumerate().flat_map(|(number, report)| {
        let views = report.figures.iter().flat_map(|figure| figure.views.iter().map(move |view| (figure, view)));
        views.map(move |(figure, view)| (number, figure, view))
    });
    views.map(move |(number, figure, view)| {
        let run = if reports.len() > 1 { format!("{}-", number + 1) } else { String::new() };
        (format!("{run}{}", name(figure, view)), figure, view)
    })
}

/// The base name of a view's files.
fn name(figure: &Figure, view: &FigureView) -> String {
    if view.label.is_empty() { figure.name.to_owned() } else { format!("{}-{}", figure.name, view.label) }
}

/// Encodes a table as CSV.
pub(crate) fn csv(cells: &TextTable) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let rows = [&cells.header].into_iter().chain(&cells.rows);
    rows.for_each(|row| writer.write_record(row).expect("memory, and rows as wide as the header"));
    writer.into_inner().expect("memory")
}
