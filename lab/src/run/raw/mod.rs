//! Reading raw tables: column by column, or block by block with the same lines and rows as in play.
//!
//! [`RawReader`] splits tables into blocks. [`RowReader`] turns a block's lines into rows. Results computed from these
//! rows equal those of the run, because the tables contain the exact values behind all results: the integers behind
//! fractions can be recovered.

mod blocks;
mod columns;
mod file;
mod rows;

pub use blocks::{RawBlock, RawReader};
pub use columns::RawStream;
pub use file::{RawFolder, compress, find, open, path_of};
pub use rows::RowReader;
