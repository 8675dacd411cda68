//! Games on a page: three functions that JavaScript calls, with JSON both ways.
//!
//! The page in `web/page` holds no rules: it sends calls and draws what comes back. One instance holds one table.

pub mod call;

mod lists;

mod table;

// Only there: elsewhere `free` would take the place of the C library's.
#[cfg(target_family = "wasm")]
mod exports;
