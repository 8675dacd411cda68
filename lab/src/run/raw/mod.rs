//! Reading raw tables: block by block, with the same lines and rows as playing the blocks gives, or column by column.
//!
//! [`RawReader`] cuts tables into blocks. [`RowReader`] turns a block's lines into rows. Results computed from these rows equal those of
//! the run, since the tables hold every value that enters a result exactly: fractions are written so that the integers behind them can be
//! recovered.

mod blocks;
mod columns;
mod file;
mod rows;

pub use blocks::{RawBlock, RawReader};
pub use columns::RawStream;
pub use file::{RawFolder, compress, find, open, path_of};
pub use rows::RowReader;
