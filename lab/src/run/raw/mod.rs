//! Raw tables read back: block by block, with the lines and rows that playing the blocks gives, or column by column.
//!
//! [`RawReader`] cuts tables into blocks; [`RowReader`] turns a block's lines into rows. Results that are computed from these are those of
//! the run, since every value that enters a result is in the tables in full: fractions are written so that their whole-number parts can be
//! told.

mod blocks;
mod columns;
mod file;
mod rows;

pub use blocks::{RawBlock, RawReader};
pub use columns::RawStream;
pub use file::{RawFolder, compress, find, open, path_of};
pub use rows::RowReader;
