//! The tables of a finished run as files that other programs read faster: one for each table, typed.

use std::path::Path;

use crate::base::error::{Error, Result};
use crate::base::files::exists;
use crate::base::interrupt;
use crate::base::output::{Destination, not_ours};
use crate::forms::column::{Entry, Type};
use crate::forms::parquet::{Cell, ParquetWriter, is_ours};
use crate::run::finished_run::FinishedRun;
use crate::run::folder::fault;
use crate::run::manifest::{VERSION, config_sha256, dictionaries};
use crate::run::raw::{RawFolder, RawStream};
use crate::run::unfinished::replace_written;
use crate::subject::Subject;

/// Rows between two looks at whether Ctrl-C was pressed.
const ROWS_AT_ONCE: u64 = 1 << 12;

/// Writes each table that the run's folder has as `NAME.parquet` into a folder, in place of earlier ones; the names of the files, with the rows
/// of each.
///
/// # Errors
/// If the folder has no table, one is not as the run left it, a file of that name is not this program's, or one cannot be written. Then
/// nothing was replaced. Also if Ctrl-C is pressed.
pub fn to_parquet<S: Subject>(kept: &FinishedRun<S>, folder: &Path) -> Result<Vec<(String, u64)>> {
    let tables: Vec<Table<'_>> = dictionaries::<S>()
        .into_iter()
        .map(|(name, dictionary)| Table::open(kept, name, dictionary))
        .filter_map(Result::transpose)
        .collect::<Result<_>>()?;
    if tables.is_empty() {
        let shown = kept.folder.display();
        return Err(Error::input(format!("{shown}: found no tables; accepted: the folder of a run with some")));
    }
    let names: Vec<String> = tables.iter().map(|table| format!("{}.parquet", table.name)).collect();
    for name in &names {
        check_ours(&folder.join(name))?;
    }
    let notes = notes(kept);
    let mut unwritten = tables.into_iter();
    let mut rows = Vec::new();
    replace_written(&kept.experiment, folder, &names, |_, path| {
        rows.extend(unwritten.next().map(|table| table.write(path, &notes)).transpose()?);
        Ok(())
    })?;
    Ok(names.into_iter().zip(rows).collect())
}

/// Makes sure that nothing but an earlier export is replaced.
fn check_ours(path: &Path) -> Result<()> {
    // Also where a link leads; a device or a pipe is not read.
    Destination::of_file(path)?;
    if !exists(path)? || is_ours(path).map_err(|error| Error::of_path(path, &error, ""))? {
        return Ok(());
    }
    Err(not_ours(path))
}

/// What a file says about the run that its table is from. Where the run's folder is, and when it was played, is no part of it.
fn notes<S: Subject>(kept: &FinishedRun<S>) -> Vec<(&'static str, String)> {
    let [seed, blocks, games] = kept.counts.map(|count| count.to_string());
    vec![
        ("game", S::NAME.to_owned()),
        ("name", kept.experiment.name.clone()),
        ("seed", seed),
        ("blocks", blocks),
        ("games", games),
        ("part", kept.part.to_string()),
        ("version", kept.origin.version.clone()),
        ("revision", kept.origin.revision.clone()),
        ("config_sha256", config_sha256(&kept.config)),
        ("config", kept.config.to_string()),
    ]
}

/// A table to be written.
struct Table<'a> {
    name: &'static str,
    from: RawStream<'a>,
    /// Its columns, as the file has them.
    columns: Vec<Entry>,
}

impl<'a> Table<'a> {
    /// Nothing if the folder does not have it. Raw tables must be those of the manifest.
    fn open<S: Subject>(kept: &'a FinishedRun<S>, name: &'static str, dictionary: Vec<Entry>) -> Result<Option<Self>> {
        let is_raw = S::raw_tables().iter().any(|table| table.name == name);
        let folder = if is_raw { kept.raw(kept.edited) } else { RawFolder::fresh(&kept.folder) };
        let Some(from) = RawStream::open(folder, name)? else { return Ok(None) };
        let entry = |column: &str| {
            let found = dictionary.iter().find(|entry| entry.name == column).cloned();
            found.ok_or_else(|| {
                let shown = kept.folder.join(name).with_extension("csv");
                let fault = format!("{}:1: found the column `{}`", shown.display(), column.escape_debug());
                Error::input(format!("{fault}; accepted: those of `sim list columns`"))
            })
        };
        let columns = from.columns()?.into_iter().map(entry).collect::<Result<_>>()?;
        Ok(Some(Self { name, from, columns }))
    }

    /// Writes it; how many rows it has.
    fn write(mut self, path: &Path, notes: &[(&str, String)]) -> Result<u64> {
        let unwritable = |error| fault(path, error);
        let notes = [&[("table", self.name.to_owned())], notes].concat();
        let mut to = ParquetWriter::new(path, VERSION, &self.columns, &notes).map_err(unwritable)?;
        let interrupt = interrupt::install_handler()?;
        let mut rows = 0;
        while self.from.advance()? {
            for (place, entry) in self.columns.iter().enumerate() {
                to.add(place, cell(&self.from, place, entry.kind)?);
            }
            to.end_row().map_err(unwritable)?;
            rows += 1;
            if rows % ROWS_AT_ONCE == 0 {
                interrupt.check()?;
            }
        }
        to.finish().map_err(unwritable)?;
        Ok(rows)
    }
}

/// A cell of the present row.
fn cell<'a>(row: &'a RawStream<'_>, column: usize, kind: Type) -> Result<Cell<'a>> {
    let text = Some(row.cell(column)).filter(|cell| !cell.is_empty());
    let text = text.map(|cell| str::from_utf8(cell).map_err(|_| row.fault(column, "UTF-8"))).transpose()?;
    Ok(match kind {
        Type::Integer => Cell::Integer(row.whole(column)?),
        Type::Float => {
            let number = |text: &str| text.parse().map_err(|_| row.fault(column, "a number, or nothing"));
            Cell::Float(text.map(number).transpose()?)
        }
        Type::Text => Cell::Text(text),
    })
}
