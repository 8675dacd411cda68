//! The clock for agents that limit their time.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Time since this was first called.
pub fn clock() -> Duration {
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed()
}
