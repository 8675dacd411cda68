//! The `sim` binary.

fn main() {}
