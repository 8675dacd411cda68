//! From a block's lines to the rows of its games.

use std::path::{Path, PathBuf};

use super::reader::{RawBlock, rows_in_game};
use crate::base::error::Error;
use crate::lab::experiment::Experiment;
use crate::lab::forms::cells::{CellFault, Cells};
use crate::lab::forms::column::read_raw_row;
use crate::lab::forms::labels::Labels;
use crate::lab::run::encoding::path_of;
use crate::lab::schedule::blocks::{self, Fixture};
use crate::lab::subject::raw::{RawTable, is_always_written};
use crate::lab::subject::rows::Rows;
use crate::lab::subject::{RowsOf, Subject};

/// Reads blocks of an experiment.
pub struct RowReader<'a, S: Subject> {
    experiment: &'a Experiment<S>,
    /// Where the tables are, for errors.
    folder: PathBuf,
    labels: Labels,
}

impl<'a, S: Subject> RowReader<'a, S> {
    /// For tables in this folder.
    pub fn new(experiment: &'a Experiment<S>, folder: &Path) -> Self {
        Self { experiment, folder: folder.to_path_buf(), labels: experiment.labels() }
    }

    /// The games of a block in order. Tables that were not read have no rows.
    ///
    /// # Errors
    /// If a row is not one that a run writes there.
    pub fn games(&self, block: &RawBlock) -> Result<Vec<RowsOf<S>>, Error> {
        self.read(block).map_err(|Misplaced { table, line, fault }| {
            let path = path_of(&self.folder, table);
            Error::input(format!("{}:{line}: {fault}", path.display()))
        })
    }

    fn read(&self, block: &RawBlock) -> Result<Vec<RowsOf<S>>, Misplaced> {
        let rest = |(place, table)| Rest {
            table,
            subject: &self.experiment.subject,
            labels: &self.labels,
            lines: block.lines.get(place).map_or(&[][..], Vec::as_slice),
            next: block.first_lines.get(place).copied().unwrap_or(0),
            rows_in_game: rows_in_game(self.experiment, table),
        };
        let mut tables: Vec<Rest<'_, S>> = S::raw_tables().iter().enumerate().map(rest).collect();
        let fixtures = blocks::block(self.experiment, block.number);
        let games = fixtures.map(|fixture| self.read_game(&fixture, &mut tables)).collect::<Result<_, _>>()?;
        tables.iter_mut().try_for_each(Rest::end)?;
        Ok(games)
    }

    fn read_game(&self, fixture: &Fixture, tables: &mut [Rest<'_, S>]) -> Result<RowsOf<S>, Misplaced> {
        let treatment = self.experiment.treatment(fixture);
        let mut rows = Rows::new(*fixture, self.experiment.players, treatment, S::Notes::default());
        self.experiment.subject.begin(&mut rows);
        tables.iter_mut().try_for_each(|table| table.read_game(&mut rows))?;
        Ok(rows)
    }
}

/// The lines of one table in a block that have not been read yet.
struct Rest<'a, S: Subject> {
    table: &'static RawTable<RowsOf<S>, S>,
    subject: &'a S,
    labels: &'a Labels,
    lines: &'a [u8],
    /// The number of the next line in its file.
    next: u64,
    /// Nothing where it depends on play.
    rows_in_game: Option<u64>,
}

impl<S: Subject> Rest<'_, S> {
    /// Reads the rows of one game into what is kept of it.
    fn read_game(&mut self, rows: &mut RowsOf<S>) -> Result<(), Misplaced> {
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

    fn read_row(&mut self, rows: &mut RowsOf<S>, row: usize) -> Result<(), Misplaced> {
        let end = self.lines.iter().position(|&byte| byte == b'\n').unwrap_or(self.lines.len());
        let mut cells = Cells::of(&self.lines[..end], self.labels);
        self.lines = self.lines.get(end + 1..).unwrap_or_default();
        let (table, line) = (self.table.name, self.next);
        self.next += 1;
        (self.table.add_row)(rows);
        let read = read_raw_row(self.table.columns_of(self.subject), rows, row, &mut cells).and_then(|()| cells.end());
        read.map_err(|fault| Misplaced { table, line, fault })
    }

    /// Makes sure that every line belonged to a game.
    fn end(&mut self) -> Result<(), Misplaced> {
        if self.lines.is_empty() {
            return Ok(());
        }
        let mut cells = Cells::of(self.lines, self.labels);
        cells.enter("game", crate::lab::forms::over::Over::Once, 0);
        cells.bytes();
        let fault = cells.bytes();
        let fault = cells.fault(fault, "a game of this block, in order");
        Err(Misplaced { table: self.table.name, line: self.next, fault })
    }
}

/// An error in a line of a table.
struct Misplaced {
    table: &'static str,
    line: u64,
    fault: CellFault,
}
