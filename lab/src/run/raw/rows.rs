//! The rows of a block, from its lines.

use std::path::{Path, PathBuf};

use super::blocks::RawBlock;
use super::file::path_of;
use crate::base::error::{Error, Result};
use crate::experiment::Experiment;
use crate::forms::cells::{CellFault, CellReader};
use crate::forms::column_group::ColumnGroup;
use crate::forms::labels::Labels;
use crate::schedule::blocks::{self, Fixture};
use crate::subject::raw::{RawTable, is_always_written};
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
    pub fn games(&self, block: &RawBlock) -> Result<Vec<Rows>> {
        let tables = self.experiment.info().raw_tables.iter().enumerate().map(|(place, table)| UnreadLines {
            reader: self,
            table,
            lines: block.lines.get(place).map_or(&[][..], Vec::as_slice),
            next: block.first_lines.get(place).copied().unwrap_or(0),
        });
        let mut tables: Vec<UnreadLines<'_>> = tables.collect();
        let fixtures = blocks::block(self.experiment, block.number);
        let games = fixtures.map(|fixture| self.read_game(&fixture, &mut tables)).collect::<Result<_>>()?;
        tables.iter().try_for_each(UnreadLines::end)?;
        Ok(games)
    }

    fn read_game(&self, fixture: &Fixture, tables: &mut [UnreadLines<'_>]) -> Result<Rows> {
        let subject = &self.experiment.subject;
        let mut rows = subject.rows(*fixture, self.experiment.players, self.experiment.treatment(fixture));
        rows.running.resize(subject.rounds());
        tables.iter_mut().try_for_each(|table| table.read_game(&mut rows))?;
        Ok(rows)
    }
}

/// The remaining lines of one table in a block.
struct UnreadLines<'a> {
    reader: &'a RowReader<'a>,
    table: &'static RawTable,
    lines: &'a [u8],
    /// The number of the next line in the file.
    next: u64,
}

impl UnreadLines<'_> {
    /// Reads the rows of one game.
    fn read_game(&mut self, rows: &mut Rows) -> Result<()> {
        let is_absent = self.lines.is_empty() && !is_always_written(self.table.name);
        match self.table.rows {
            Some(_) if is_absent => Ok(()),
            Some(count) => (0..count(self.reader.experiment) as usize).try_for_each(|row| self.read_row(rows, row)),
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

    fn read_row(&mut self, rows: &mut Rows, row: usize) -> Result<()> {
        let end = self.lines.iter().position(|&byte| byte == b'\n').unwrap_or(self.lines.len());
        let mut cells = CellReader::of(&self.lines[..end], &self.reader.labels);
        let read = (self.table.read)(self.reader.experiment, rows, row, &mut cells).and_then(|()| cells.end());
        read.map_err(|fault| self.error(&fault))?;
        self.lines = self.lines.get(end + 1..).unwrap_or_default();
        self.next += 1;
        Ok(())
    }

    /// Checks that every line belonged to a game.
    fn end(&self) -> Result<()> {
        if self.lines.is_empty() {
            return Ok(());
        }
        let mut cells = CellReader::of(self.lines, &self.reader.labels);
        cells.enter("game", ColumnGroup::Single, 0);
        cells.bytes();
        let game = cells.bytes();
        Err(self.error(&cells.fault(game, "a game of this block, in order")))
    }

    /// Creates the error of the next line.
    fn error(&self, fault: &CellFault) -> Error {
        let path = path_of(&self.reader.folder, self.table.name);
        Error::input(format_args!("{}:{}", path.display(), self.next), fault, "")
    }
}
