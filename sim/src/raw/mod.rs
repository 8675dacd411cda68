//! Raw tables read back, block by block: the same lines and rows that playing the blocks gives.
//!
//! [`RawReader`] cuts tables into blocks; [`RowReader`] turns a block's lines into rows. Results that are computed from these are those of
//! the run, since every value that enters a result stands in the tables in full: fractions are written as their whole-number parts can be told.

mod cells;
mod games;
mod offers;
mod reader;
mod rows;
mod scores;
mod seats;

pub use cells::{Cells, Fault};
pub use reader::{Lines, RawBlock, RawReader, rows_in_game};
pub use rows::RowReader;
