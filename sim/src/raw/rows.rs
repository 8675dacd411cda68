//! From a block's lines to the rows of its games.

use std::path::{Path, PathBuf};

use super::cells::{Cells, Fault};
use super::offers::TileIds;
use super::reader::{RawBlock, rows_in_game};
use super::{games, offers, scores, seats};
use crate::compression::path_of;
use crate::error::Error;
use crate::experiment::Experiment;
use crate::fixtures;
use crate::rows::GameRows;
use crate::tables::RawTable;

/// Reads blocks of an experiment.
pub struct RowReader<'a> {
    experiment: &'a Experiment,
    /// Where the tables lie, for errors.
    folder: PathBuf,
    tiles: TileIds,
}

impl<'a> RowReader<'a> {
    /// For tables that lie in this folder.
    pub fn new(experiment: &'a Experiment, folder: &Path) -> Self {
        Self { experiment, folder: folder.to_path_buf(), tiles: TileIds::of(experiment) }
    }

    /// The games of a block in order. Tables that were not read have no rows.
    ///
    /// # Errors
    /// If a row is not one that a run writes in this place.
    pub fn games(&self, block: &RawBlock) -> Result<Vec<GameRows>, Error> {
        self.read(block).map_err(|Place { table, line, fault }| {
            let path = path_of(&self.folder, table);
            Error::input(format!("{}:{line}: {fault}", path.display()))
        })
    }

    fn read(&self, block: &RawBlock) -> Placed<Vec<GameRows>> {
        let [mut games, mut seats, mut offers, mut scores] = RawTable::ALL.map(|table| Rest {
            table,
            lines: &block.lines[table as usize],
            next: block.first_lines[table as usize],
            rows_in_game: rows_in_game(self.experiment, table),
        });
        let experiment = self.experiment;
        let mut all = Vec::new();
        for fixture in fixtures::block(experiment, block.number) {
            let game = games.row(|cells| games::read(cells, experiment, &fixture))?;
            let seats = seats.rows(|cells, seat| seats::read(cells, experiment, &game, seat))?;
            let offers = offers.rows(|cells, _| offers::read(cells, experiment, &self.tiles, &game))?;
            let scores = scores.rows(|cells, _| scores::read(cells, experiment, &game))?;
            all.push(GameRows { game, seats, offers, scores });
        }
        Ok(all)
    }
}

/// The lines of one table in a block that were not read yet.
struct Rest<'a> {
    table: RawTable,
    lines: &'a [u8],
    /// The number of the next line in its file.
    next: u64,
    rows_in_game: u64,
}

impl<'a> Rest<'a> {
    /// The rows of one game, read by their cells and number in it.
    fn rows<R>(&mut self, read: impl Fn(&mut Cells<'a>, usize) -> Result<R, Fault>) -> Placed<Vec<R>> {
        let is_absent = self.lines.is_empty() && !self.table.is_always_written();
        let count = if is_absent { 0 } else { self.rows_in_game as usize };
        (0..count).map(|number| self.row(|cells| read(cells, number))).collect()
    }

    fn row<R>(&mut self, read: impl FnOnce(&mut Cells<'a>) -> Result<R, Fault>) -> Placed<R> {
        let end = self.lines.iter().position(|&byte| byte == b'\n').unwrap_or(self.lines.len());
        let mut cells = Cells::of(&self.lines[..end]);
        self.lines = self.lines.get(end + 1..).unwrap_or_default();
        let (table, line) = (self.table, self.next);
        self.next += 1;
        let row = read(&mut cells).and_then(|row| cells.end().map(|()| row));
        row.map_err(|fault| Place { table, line, fault })
    }
}

/// A fault in a line of a table.
struct Place {
    table: RawTable,
    line: u64,
    fault: Fault,
}

type Placed<T> = Result<T, Place>;
