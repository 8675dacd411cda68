//! Games on a page: three functions that JavaScript calls, with JSON in both directions.
//!
//! The page in `web/page` contains no rules: it sends calls and draws the answers. One instance holds one table.

pub mod call;

mod lists;

mod table;

// Only on this target: elsewhere `free` would replace the C library's.
#[cfg(target_family = "wasm")]
mod exports;
