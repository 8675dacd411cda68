//! Raw tables read back, block by block: the same lines and rows that playing the blocks gives.
//!
//! [`RawReader`] cuts tables into blocks; [`RowReader`] turns a block's lines into rows. Results that are computed from these are those of
//! the run, since every value that enters a result is in the tables in full: fractions are written so that their whole-number parts can be
//! told.

mod reader;
mod rows;
mod source;
mod stream;

pub use reader::{RawBlock, RawReader};
pub use rows::RowReader;
pub use source::{RawFolder, SCHEMA};
pub use stream::RawStream;
