//! The rows of a block, from its lines.

use std::path::{Path, PathBuf};

use super::blocks::{RawBlock, rows_in_game};
use super::file::path_of;
use crate::base::error::{Error, Result};
use crate::experiment::Experiment;
use crate::forms::cells::{CellFault, CellReader};
use crate::forms::column_group::ColumnGroup;
use crate::forms::labels::Labels;
use crate::schedule::Schedule;
use crate::schedule::blocks::{self, Fixture};
use crate::subject::Subject;
use crate::subject::raw::{RawTable, is_always_written};
use crate::subject::raw_column::read_raw_row;
use crate::subject::rows::Rows;

/// A reader of an experiment's blocks.
pub struct RowReader<'a> {
    experiment: &'a Experiment,
    /// The folder of the tables, for error messages.
    folder: PathBuf,
    labels: Labels,
}

impl<'a> RowReader<'a> {
    /// Creates a reader for tables in this folder.
    pub fn new(experiment: &'a Experiment, folder: &Path) -> Self {
        Self { experiment, folder: folder.to_path_buf(), labels: experiment.labels() }
    }

    /// Reads the games of a block, in order. Tables that were not read have no rows.
    ///
    /// # Errors
    /// If a row could not have been written there by a run.
    pub fn games(&self, block: &RawBlock) -> Result<Vec<Rows>, Error> {
        self.read(block).map_err(|LineError { table, line, fault }| {
            let path = path_of(&self.folder, table);
            Error::input(format_args!("{}:{line}", path.display()), &fault, "")
        })
    }

    fn read(&self, block: &RawBlock) -> Result<Vec<Rows>, LineError> {
        let tables = self.experiment.info().raw_tables.iter().enumerate().map(|(place, table)| UnreadLines {
            table,
            schedule: &self.experiment.schedule,
            subject: &*self.experiment.subject,
            labels: &self.labels,
            lines: block.lines.get(place).map_or(&[][..], Vec::as_slice),
            next: block.first_lines.get(place).copied().unwrap_or(0),
            rows_in_game: rows_in_game(self.experiment, table),
        });
        let mut tables: Vec<UnreadLines<'_>> = tables.collect();
        let fixtures = blocks::block(self.experiment, block.number);
        let games = fixtures.map(|fixture| self.read_game(&fixture, &mut tables)).collect::<Result<_, _>>()?;
        tables.iter_mut().try_for_each(UnreadLines::end)?;
        Ok(games)
    }

    fn read_game(&self, fixture: &Fixture, tables: &mut [UnreadLines<'_>]) -> Result<Rows, LineError> {
        let treatment = self.experiment.treatment(fixture);
        let mut rows = self.experiment.subject.rows(*fixture, self.experiment.players, treatment);
        tables.iter_mut().try_for_each(|table| table.read_game(&mut rows))?;
        Ok(rows)
    }
}

/// The remaining lines of one table in a block.
struct UnreadLines<'a> {
    table: &'static RawTable,
    schedule: &'a Schedule,
    subject: &'a dyn Subject,
    labels: &'a Labels,
    lines: &'a [u8],
    /// The number of the next line in the file.
    next: u64,
    /// The number of rows of a game; `None` if it depends on play.
    rows_in_game: Option<u64>,
}

impl UnreadLines<'_> {
    /// Reads the rows of one game.
    fn read_game(&mut self, rows: &mut Rows) -> Result<(), LineError> {
        let is_absent = self.lines.is_empty() && !is_always_written(self.table.name);
        match self.rows_in_game {
            Some(count) if !is_absent => (0..count as usize).try_for_each(|row| self.read_row(rows, row)),
            Some(_) => Ok(()),
            None => {
                let fixture = &rows.game.fixture;
                let first = format!("{},{},", fixture.block, fixture.game);
                let mut row = 0;
                while self.lines.starts_with(first.as_bytes()) {
                    self.read_row(rows, row)?;
                    row += 1;
                }
                Ok(())
            }
        }
    }

    fn read_row(&mut self, rows: &mut Rows, row: usize) -> Result<(), LineError> {
        let end = self.lines.iter().position(|&byte| byte == b'\n').unwrap_or(self.lines.len());
        let mut cells = CellReader::of(&self.lines[..end], self.labels);
        self.lines = self.lines.get(end + 1..).unwrap_or_default();
        let (table, line) = (self.table.name, self.next);
        self.next += 1;
        (self.table.add_row)(rows);
        let read = read_raw_row(self.table.columns_of(self.schedule, self.subject), rows, row, &mut cells)
            .and_then(|()| cells.end());
        read.map_err(|fault| LineError { table, line, fault })
    }

    /// Checks that every line belonged to a game.
    fn end(&mut self) -> Result<(), LineError> {
        if self.lines.is_empty() {
            return Ok(());
        }
        let mut cells = CellReader::of(self.lines, self.labels);
        cells.enter("game", ColumnGroup::Single, 0);
        cells.bytes();
        let fault = cells.bytes();
        let fault = cells.fault(fault, "a game of this block, in order");
        Err(LineError { table: self.table.name, line: self.next, fault })
    }
}

/// An error in a line of a table.
struct LineError {
    table: &'static str,
    line: u64,
    fault: CellFault,
}
