//! Benchmarks of the engine's hot calls and of searches.

pub mod typical_positions;

mod calls;

mod timing;

mod searches;

use self::calls::{Call, Caller};
use self::typical_positions::TypicalPositions;
use lab::study::{CallTime, EngineCalls, SearchRate};

impl EngineCalls for TypicalPositions {
    fn sums(&self, calls: u64) -> Vec<(&'static str, u64)> {
        let mut caller = Caller::new(self);
        Call::ALL.map(|call| (call.name(), sum(&mut caller, call, calls))).into()
    }

    fn times(&self, players: usize) -> Vec<CallTime> {
        timing::measure(self, players)
    }

    fn searches(&self, players: usize) -> Vec<SearchRate> {
        searches::measure(self, players)
    }
}

/// Sums the results of this many calls, cycling through the typical positions.
fn sum(caller: &mut Caller<'_>, call: Call, mut left: u64) -> u64 {
    let mut sum: u64 = 0;
    while left > 0 {
        let count = left.min(caller.prepare(call) as u64);
        sum = sum.wrapping_add(caller.make(call, count as usize));
        left -= count;
    }
    sum
}
