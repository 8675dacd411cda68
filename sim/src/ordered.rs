//! Work on many threads, results in order, memory bounded.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use rayon::ThreadPool;

use crate::error::{Error, Result};
use crate::interrupt::Interrupt;

/// How many numbers for each thread may be begun and not yet consumed: enough that one slow block stops nobody.
const WINDOW_PER_THREAD: u64 = 64;

/// A pool with so many threads, or one for each core.
///
/// # Errors
/// If threads cannot be made.
pub fn pool(threads: Option<usize>) -> Result<ThreadPool> {
    let threads = threads.unwrap_or(0);
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(Error::other)
}

/// Works on the numbers below `count` on all threads of the pool, and consumes the results here in ascending order.
///
/// Every thread makes a worker and takes the next number as soon as it is free. At most a fixed number of results for each
/// thread wait for an earlier one, whatever `count` is. After an interrupt nothing is begun or consumed; what is under way is finished.
///
/// # Errors
/// The first error of `consume`; nothing is consumed after it. [`Error::Interrupted`] after an interrupt.
///
/// # Panics
/// If a worker panics, with its panic.
pub fn for_each<W, T: Send>(
    pool: &ThreadPool,
    interrupt: &Interrupt,
    count: u64,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, u64) -> T + Sync,
    mut consume: impl FnMut(u64, T) -> Result<()>,
) -> Result<()> {
    let (send_number, numbers) = mpsc::channel();
    let (send_result, results) = mpsc::channel();
    let numbers = Mutex::new(numbers);
    pool.in_place_scope(|scope| {
        for _ in 0..pool.current_num_threads() {
            let (send_result, numbers, worker, work) = (send_result.clone(), &numbers, &worker, &work);
            scope.spawn(move |_| serve(interrupt, numbers, &send_result, worker(), work));
        }
        // Only workers hold senders now: should all of them die, nobody waits for results.
        drop(send_result);
        // When this closure returns or unwinds, both channels close, and the workers end with what they are at.
        let (send_number, results) = (send_number, results);
        let window = WINDOW_PER_THREAD * pool.current_num_threads() as u64;
        let begin = |number: u64| send_number.send(number).expect("the receiver outlives the scope");
        (0..count.min(window)).for_each(begin);
        let mut early = BTreeMap::new();
        for due in 0..count {
            let result: Option<thread::Result<T>> = wait_for(due, &mut early, &results);
            interrupt.check()?;
            let result = result.expect("a worker lives until all is done or it is interrupted");
            consume(due, result.unwrap_or_else(|panic| resume_unwind(panic)))?;
            if due + window < count {
                begin(due + window);
            }
        }
        Ok(())
    })
}

/// Works on numbers as long as there are any, somebody wants the results and there is no interrupt.
fn serve<W, T>(
    interrupt: &Interrupt,
    numbers: &Mutex<mpsc::Receiver<u64>>,
    results: &mpsc::Sender<(u64, thread::Result<T>)>,
    mut worker: W,
    work: &impl Fn(&mut W, u64) -> T,
) {
    let next = || numbers.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok(number) = next()
        && !interrupt.is_requested()
    {
        // A panic travels like a result, so that it ends the run instead of leaving a gap to wait for.
        let result = catch_unwind(AssertUnwindSafe(|| work(&mut worker, number)));
        if results.send((number, result)).is_err() {
            return;
        }
    }
}

/// The result of this number; those that come before it wait in `early`. Nothing if all workers have ended without it.
fn wait_for<T>(due: u64, early: &mut BTreeMap<u64, T>, results: &mpsc::Receiver<(u64, T)>) -> Option<T> {
    loop {
        match early.remove(&due) {
            Some(result) => return Some(result),
            None => early.extend([results.recv().ok()?]),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn results_come_in_order_for_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let mut seen = Vec::new();
            let take = |number, result: u64| {
                seen.push((number, result));
                Ok(())
            };
            for_each(
                &pool(Some(threads)).unwrap(),
                &Interrupt::default(),
                1000,
                || (),
                |(), number| number * number,
                take,
            )
            .unwrap();
            assert!(seen.iter().enumerate().all(|(index, &(n, square))| n == index as u64 && square == n * n));
            assert_eq!(seen.len(), 1000);
        }
    }

    #[test]
    fn an_error_ends_it_early() {
        let worked = AtomicU64::new(0);
        let work = |(): &mut (), _| worked.fetch_add(1, Ordering::Relaxed);
        let fail = |number, _| if number == 3 { Err(Error::other("full")) } else { Ok(()) };
        let result = for_each(&pool(Some(2)).unwrap(), &Interrupt::default(), 1_000_000, || (), work, fail);
        assert_eq!(result.unwrap_err().to_string(), "full");
        assert!(worked.into_inner() < 1000);
    }

    #[test]
    fn no_more_than_the_window_is_begun_ahead() {
        let (begun, consumed) = (AtomicU64::new(0), AtomicU64::new(0));
        let work = |(): &mut (), _| {
            let already = begun.fetch_add(1, Ordering::SeqCst);
            already.saturating_sub(consumed.load(Ordering::SeqCst))
        };
        let take = |_, ahead| {
            consumed.fetch_add(1, Ordering::SeqCst);
            assert!(ahead <= 2 * WINDOW_PER_THREAD, "{ahead} ahead");
            Ok(())
        };
        for_each(&pool(Some(2)).unwrap(), &Interrupt::default(), 5000, || (), work, take).unwrap();
    }

    #[test]
    fn a_panic_in_a_worker_is_passed_on() {
        let run = || {
            for_each(
                &pool(Some(2)).unwrap(),
                &Interrupt::default(),
                10,
                || (),
                |(), n| assert_ne!(n, 4, "four"),
                |_, ()| Ok(()),
            )
        };
        let panic = catch_unwind(AssertUnwindSafe(run)).unwrap_err();
        assert!(panic.downcast_ref::<String>().unwrap().contains("four"));
    }

    #[test]
    fn an_interrupt_ends_it_with_what_is_under_way() {
        for threads in [1, 2, 5] {
            let (interrupt, begun) = (Interrupt::default(), AtomicU64::new(0));
            let work = |(): &mut (), number| {
                begun.fetch_add(1, Ordering::SeqCst);
                if number == 20 {
                    interrupt.request();
                }
            };
            let mut consumed = 0;
            let take = |_, ()| {
                consumed += 1;
                Ok(())
            };
            let result = for_each(&pool(Some(threads)).unwrap(), &interrupt, 1_000_000, || (), work, take);
            assert!(matches!(result, Err(Error::Interrupted)));
            assert!(consumed <= 20, "{consumed} consumed");
            // Others may have begun one more each while number 20 was at work.
            assert!(begun.into_inner() < 1000);
        }
    }

    #[test]
    fn an_interrupt_before_the_beginning_begins_nothing() {
        let interrupt = Interrupt::default();
        assert!(interrupt.request() && !interrupt.request());
        let work = |(): &mut (), _| panic!("begun");
        let result = for_each(&pool(Some(2)).unwrap(), &interrupt, 10, || (), work, |_, ()| Ok(()));
        assert!(matches!(result, Err(Error::Interrupted)));
    }
}
