//! Work on many threads, results in order, memory bounded.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Mutex, PoisonError, mpsc};

use rayon::ThreadPool;

use crate::base::error::{Error, Result};
use crate::base::interrupt::Interrupt;

/// How many items per thread may be started and not yet consumed: enough that one slow block holds up nobody.
const WINDOW_PER_THREAD: u64 = 64;

/// A pool with this many threads, or one for each core.
///
/// # Errors
/// If threads cannot be made.
pub fn pool(threads: Option<usize>) -> Result<ThreadPool> {
    let threads = threads.unwrap_or(0);
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(Error::other)
}

/// Works on items on all threads of the pool, and consumes the results here in the order of the items.
///
/// Items are made here, every thread makes a worker and takes the next item as soon as it is free. At most a fixed number of results for
/// each thread wait for an earlier one, however many items there are. After an interrupt nothing is started; what is in progress is
/// finished and consumed, so that no finished work is lost.
///
/// # Errors
/// The first error of an item or of `consume`; nothing is consumed after it. [`Error::Interrupted`] after an interrupt, unless it came
/// when everything was in progress.
///
/// # Panics
/// If a worker panics, with its panic.
pub fn for_each<I: Send, W, T: Send>(
    pool: &ThreadPool,
    interrupt: &Interrupt,
    items: impl IntoIterator<Item = Result<I>>,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, I) -> T + Sync,
    mut consume: impl FnMut(T) -> Result<()>,
) -> Result<()> {
    for_each_until(pool, interrupt, items, worker, work, |result| consume(result).map(ControlFlow::Continue))
}

/// The same until `consume` breaks; what was started beyond that is not consumed.
///
/// # Errors
/// As [`for_each`].
///
/// # Panics
/// As [`for_each`].
pub fn for_each_until<I: Send, W, T: Send>(
    pool: &ThreadPool,
    interrupt: &Interrupt,
    items: impl IntoIterator<Item = Result<I>>,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, I) -> T + Sync,
    mut consume: impl FnMut(T) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let threads = pool.current_num_threads();
    let window = WINDOW_PER_THREAD * threads as u64;
    let (begin, queue) = mpsc::channel();
    let (finish, finished) = mpsc::channel();
    let queue = Mutex::new(queue);
    // Nothing that was taken is dropped: what is started before an interrupt is a run of items without gaps.
    let next = || {
        let queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
        if interrupt.is_requested() { None } else { queue.recv().ok() }
    };
    let serve = |finish: mpsc::Sender<_>| {
        let mut worker = worker();
        while let Some((number, item)) = next() {
            // A panic travels like a result, so that it ends the run instead of leaving a gap to wait for.
            let result = catch_unwind(AssertUnwindSafe(|| work(&mut worker, item)));
            if finish.send((number, result)).is_err() {
                return;
            }
        }
    };
    let (mut items, serve) = (items.into_iter(), &serve);
    pool.in_place_scope(|scope| {
        for finish in vec![finish; threads] {
            scope.spawn(move |_| serve(finish));
        }
        // When this closure returns or unwinds, both channels close, and the workers end after their current item.
        let (mut begin, finished) = (Some(begin), finished);
        let (mut begun, mut early) = (0, BTreeMap::new());
        let mut end = Err(Error::Interrupted);
        for due in 0.. {
            while let Some(queue) = begin.as_ref().filter(|_| begun < due + window) {
                let item = if interrupt.is_requested() { Some(Err(Error::Interrupted)) } else { items.next() };
                if let Some(Ok(item)) = item {
                    queue.send((begun, item)).expect("the receiver outlives the scope");
                    begun += 1;
                } else {
                    // Workers do not wait for more.
                    begin = None;
                    end = item.transpose().map(drop);
                }
            }
            let result = loop {
                match early.remove(&due) {
                    Some(result) => break result,
                    None => match finished.recv() {
                        Ok((number, result)) => drop(early.insert(number, result)),
                        // All workers have ended: there are no more items, or they were interrupted.
                        Err(_) if due == begun => return end,
                        Err(_) => return Err(Error::Interrupted),
                    },
                }
            };
            if consume(result.unwrap_or_else(|panic| resume_unwind(panic)))?.is_break() {
                break;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    fn numbers(count: u64) -> impl Iterator<Item = Result<u64>> {
        (0..count).map(Ok)
    }

    #[test]
    fn results_come_in_order_for_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let mut seen = Vec::new();
            let take = |result: (u64, u64)| {
                seen.push(result);
                Ok(())
            };
            let square = |(): &mut (), number| (number, number * number);
            let pool = pool(Some(threads)).unwrap();
            for_each(&pool, &Interrupt::default(), numbers(1000), || (), square, take).unwrap();
            assert!(seen.iter().enumerate().all(|(index, &(n, square))| n == index as u64 && square == n * n));
            assert_eq!(seen.len(), 1000);
        }
    }

    #[test]
    fn enough_is_the_same_for_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let (worked, mut taken) = (AtomicU64::new(0), 0);
            let work = |(): &mut (), number| {
                worked.fetch_add(1, Ordering::Relaxed);
                number
            };
            let take = |number: u64| {
                taken += 1;
                Ok(if number == 99 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            };
            let pool = pool(Some(threads)).unwrap();
            for_each_until(&pool, &Interrupt::default(), numbers(1_000_000), || (), work, take).unwrap();
            assert_eq!(taken, 100);
            assert!(worked.into_inner() < 1000);
        }
    }

    #[test]
    fn an_error_ends_it_early() {
        let worked = AtomicU64::new(0);
        let work = |(): &mut (), number| {
            worked.fetch_add(1, Ordering::Relaxed);
            number
        };
        let fail = |number| if number == 3 { Err(Error::other("full")) } else { Ok(()) };
        let result = for_each(&pool(Some(2)).unwrap(), &Interrupt::default(), numbers(1_000_000), || (), work, fail);
        assert_eq!(result.unwrap_err().to_string(), "full");
        assert!(worked.into_inner() < 1000);
    }

    #[test]
    fn an_item_that_cannot_be_had_ends_it_too() {
        let items = numbers(10).chain([Err(Error::other("torn"))]).chain(numbers(10));
        let result = for_each(&pool(Some(2)).unwrap(), &Interrupt::default(), items, || (), |(), _| (), |()| Ok(()));
        assert_eq!(result.unwrap_err().to_string(), "torn");
    }

    #[test]
    fn no_more_than_the_window_is_begun_ahead() {
        let (begun, consumed) = (AtomicU64::new(0), AtomicU64::new(0));
        let work = |(): &mut (), _| {
            let already = begun.fetch_add(1, Ordering::SeqCst);
            already.saturating_sub(consumed.load(Ordering::SeqCst))
        };
        let take = |ahead| {
            consumed.fetch_add(1, Ordering::SeqCst);
            assert!(ahead <= 2 * WINDOW_PER_THREAD, "{ahead} ahead");
            Ok(())
        };
        for_each(&pool(Some(2)).unwrap(), &Interrupt::default(), numbers(5000), || (), work, take).unwrap();
    }

    #[test]
    fn a_panic_in_a_worker_is_passed_on() {
        let run = || {
            let work = |(): &mut (), number| assert_ne!(number, 4, "four");
            for_each(&pool(Some(2)).unwrap(), &Interrupt::default(), numbers(10), || (), work, |()| Ok(()))
        };
        let panic = catch_unwind(AssertUnwindSafe(run)).unwrap_err();
        assert!(panic.downcast_ref::<String>().unwrap().contains("four"));
    }

    #[test]
    fn what_is_begun_before_an_interrupt_is_finished_and_consumed() {
        for threads in [1, 2, 5] {
            let (interrupt, begun) = (Interrupt::default(), AtomicU64::new(0));
            let work = |(): &mut (), number| {
                begun.fetch_add(1, Ordering::SeqCst);
                if number == 20 {
                    interrupt.request();
                }
                number
            };
            let mut consumed = Vec::new();
            let take = |number| {
                consumed.push(number);
                Ok(())
            };
            let result = for_each(&pool(Some(threads)).unwrap(), &interrupt, numbers(1_000_000), || (), work, take);
            assert!(matches!(result, Err(Error::Interrupted)));
            assert_eq!(consumed, (0..begun.into_inner()).collect::<Vec<_>>());
            // Others may each have started one more while number 20 was in progress.
            assert!((21..1000).contains(&consumed.len()), "{}", consumed.len());
        }
    }

    #[test]
    fn an_interrupt_when_all_is_begun_changes_nothing() {
        let interrupt = Interrupt::default();
        let work = |(): &mut (), number| {
            if number == 9 {
                interrupt.request();
            }
        };
        for_each(&pool(Some(2)).unwrap(), &interrupt, numbers(10), || (), work, |()| Ok(())).unwrap();
    }

    #[test]
    fn an_interrupt_before_the_beginning_begins_nothing() {
        let interrupt = Interrupt::default();
        assert!(interrupt.request() && !interrupt.request());
        let work = |(): &mut (), _| panic!("begun");
        let result = for_each(&pool(Some(2)).unwrap(), &interrupt, numbers(10), || (), work, |()| Ok(()));
        assert!(matches!(result, Err(Error::Interrupted)));
    }
}
