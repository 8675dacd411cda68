//! The duration of the engine's calls.

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::calls::{Call, Caller};
use super::typical_positions::TypicalPositions;
use lab::base::time::MedianRange;
use lab::study::CallTime;

/// The time spent in calls per repeat, without preparation.
const REPEAT: Duration = Duration::from_millis(12);

/// The number of repeats, after a warm-up.
const REPEATS: usize = 7;

/// Measures all calls with this many players on the current thread.
pub fn measure(typical_positions: &TypicalPositions, players: usize) -> Vec<CallTime> {
    let mut caller = Caller::new(typical_positions);
    let times = Call::ALL.map(|call| {
        repeat(&mut caller, call);
        let time_ns = MedianRange::of((0..REPEATS).map(|_| repeat(&mut caller, call)));
        CallTime { call: call.name(), players, time_ns }
    });
    times.into()
}

/// Returns nanoseconds per call. The clock is read once per batch of two dozen or more positions.
fn repeat(caller: &mut Caller<'_>, call: Call) -> f64 {
    let (mut calls, mut spent) = (0, Duration::ZERO);
    while spent < REPEAT {
        let count = caller.prepare(call);
        let begun = Instant::now();
        black_box(caller.make(call, count));
        spent += begun.elapsed();
        calls += count;
    }
    spent.as_secs_f64() * 1e9 / calls as f64
}
