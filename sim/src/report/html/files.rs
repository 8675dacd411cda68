//! Figures as files of their own: the drawing, and the numbers in it.

use std::fs;
use std::path::Path;

use super::run_report::RunReport;
use crate::base::error::{Error, Result};
use crate::figure::data::{Cells, Figure, View};
use crate::figure::draw::{Drawing, Look, alone};

/// Writes every figure of these runs into a folder, as `NAME.svg` with `NAME.csv`; returns how many.
///
/// # Errors
/// If the folder is no folder, or something cannot be written.
pub fn write(reports: &[RunReport], folder: &Path, look: &Look) -> Result<usize> {
    let fault =
        |path: &Path, error| Error::input(format!("{}: {error}; accepted: a folder (--figures)", path.display()));
    fs::create_dir_all(folder).map_err(|error| fault(folder, error))?;
    let mut count = 0;
    for (number, report) in reports.iter().enumerate() {
        for (figure, view) in
            report.figures.iter().flat_map(|figure| figure.views.iter().map(move |view| (figure, view)))
        {
            let run = if reports.len() > 1 { format!("{}-", number + 1) } else { String::new() };
            let name = format!("{run}{}", name(figure, view));
            let write = |ending: &str, bytes: &[u8]| {
                let path = folder.join(format!("{name}.{ending}"));
                fs::write(&path, bytes).map_err(|error| Error::other(format!("{}: {error}", path.display())))
            };
            write("svg", alone(&Drawing::of(figure, view), look).as_bytes())?;
            write("csv", &csv(&view.table))?;
            count += 1;
        }
    }
    Ok(count)
}

/// The name of a view's files.
fn name(figure: &Figure, view: &View) -> String {
    if view.label.is_empty() { figure.name.to_owned() } else { format!("{}-{}", figure.name, view.label) }
}

fn csv(cells: &Cells) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let rows = [&cells.header].into_iter().chain(&cells.rows);
    rows.for_each(|row| writer.write_record(row).expect("memory, and rows as wide as the header"));
    writer.into_inner().expect("memory")
}
