//! Raw tables, with one row for each occurrence of one kind in a game.

use super::raw_row::{RawColumn, RawRow};
use super::rows::Rows;
use crate::experiment::Experiment;
use crate::forms::cells::{CellFault, CellReader};
use crate::forms::column::ColumnEntry;
use crate::forms::column_group::ColumnGroup;
use crate::forms::line::Line;

/// A raw table of a game.
pub struct RawTable {
    /// The name in configs; also the file name without extension.
    pub name: &'static str,
    /// Returns the number of its rows per game; `None` if that depends on play.
    ///
    /// The latter starts with the columns `block` and `game`, by which its rows are found.
    pub rows: Option<fn(&Experiment) -> u64>,
    /// Returns the dictionary of its columns in an experiment, or of all possible columns.
    pub dictionary: fn(Option<&Experiment>) -> Vec<ColumnEntry>,
    /// Writes the lines of a finished game.
    pub write: fn(&Experiment, &Rows, &mut Line<'_>),
    /// Reads the row with this index in its game, cell by cell.
    pub read: fn(&Experiment, &mut Rows, usize, &mut CellReader<'_>) -> Result<(), CellFault>,
}

impl RawTable {
    /// Creates the table of these rows.
    pub const fn new<R: RawRow>(name: &'static str, rows: Option<fn(&Experiment) -> u64>) -> Self {
        Self { name, rows, dictionary: dictionary::<R>, write: write::<R>, read: read::<R> }
    }

    /// Creates the table with one row per game, which is the game's notes.
    pub const fn games<R: RawRow>() -> Self {
        Self::new::<R>(GAMES, Some(|_| 1))
    }

    /// Creates the table with one row per player and game.
    pub const fn seats<R: RawRow>() -> Self {
        Self::new::<R>(SEATS, Some(|experiment| experiment.players as u64))
    }
}

/// Returns the columns, in an experiment without those of parts of the game not in play.
fn columns<R: RawRow>(experiment: Option<&Experiment>) -> impl Iterator<Item = &'static RawColumn<R>> {
    R::COLUMNS.iter().filter(move |column| match (experiment, column.part) {
        (Some(experiment), Some(PROGRAMS)) => experiment.has_programs(),
        (Some(experiment), Some(part)) => experiment.subject.has_part(part),
        (None, _) | (_, None) => true,
    })
}

/// Returns the number of columns in a group: as many as the experiment's games have rounds, or all that are possible.
fn width(over: ColumnGroup, experiment: Option<&Experiment>) -> usize {
    match (over, experiment) {
        (ColumnGroup::Rounds(most), Some(experiment)) => experiment.subject.rounds().min(most),
        _ => over.count(),
    }
}

fn dictionary<R: RawRow>(experiment: Option<&Experiment>) -> Vec<ColumnEntry> {
    let columns = columns::<R>(experiment).map(|column| column.heading);
    columns.flat_map(|heading| heading.entries().take(width(heading.over, experiment))).collect()
}

fn write<R: RawRow>(experiment: &Experiment, rows: &Rows, line: &mut Line<'_>) {
    let columns: Vec<&RawColumn<R>> = columns(Some(experiment)).collect();
    for (index, row) in R::list(rows).iter().enumerate() {
        for column in &columns {
            column.write(row, rows, index, width(column.heading.over, Some(experiment)), line);
        }
        line.end();
    }
}

fn read<R: RawRow>(
    experiment: &Experiment,
    rows: &mut Rows,
    index: usize,
    cells: &mut CellReader<'_>,
) -> Result<(), CellFault> {
    let mut row = std::mem::take(R::place(rows, index));
    for column in columns(Some(experiment)) {
        column.read(&mut row, rows, index, width(column.heading.over, Some(experiment)), cells)?;
    }
    *R::place(rows, index) = row;
    Ok(())
}

/// The name of the table with one row per game, which every run has.
pub const GAMES: &str = "games";

/// The name of the table with one row per player and game, which every run has.
pub const SEATS: &str = "seats";

/// The part of an experiment that is in play if an agent is an external program.
pub const PROGRAMS: &str = "programs";

/// Returns whether a table is always written, even if not listed in the config.
pub fn is_always_written(table: &str) -> bool {
    table == GAMES || table == SEATS
}
