//! Work on many threads with results in order and bounded memory.

use std::collections::BTreeSet;
use std::error::Error as _;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use rayon::ThreadPool;

use crate::base::error::{Error, Result};
use crate::base::interrupt::{Interrupt, install_handler};

/// The number of started and unconsumed items per thread: enough that a slow item delays no other.
const WINDOW_PER_THREAD: u64 = 16;

/// The number of threads that play for each one that collects: as many random games are played in the time that all
/// their raw tables take to be hashed, written and summed up.
const PLAYERS_PER_COLLECTOR: usize = 4;

/// The maximum number of threads that collect, since one result has about as many parts of equal size.
const MOST_COLLECTORS: usize = 8;

/// Creates a pool with this many threads, or one for each core.
///
/// # Errors
/// If threads cannot be created.
pub fn pool(threads: Option<usize>) -> Result<ThreadPool> {
    let threads = threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZero::get));
    let built = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    built.map_err(|error| {
        let error = error.source().map_or_else(|| error.to_string(), ToString::to_string);
        Error::machine(
            format_args!("cannot start {threads} threads"),
            format_args!("{error}; accepted: fewer (--threads)"),
        )
    })
}

/// Creates the threads that collect the results of `threads` others, several parts of one result side by side.
///
/// # Errors
/// If threads cannot be created.
pub fn collectors(threads: usize) -> Result<ThreadPool> {
    pool(Some(threads.div_ceil(PLAYERS_PER_COLLECTOR).min(MOST_COLLECTORS)))
}

/// Threads for work that Ctrl-C ends in good order.
pub struct Workers {
    pool: ThreadPool,
    interrupt: &'static Interrupt,
}

impl Workers {
    /// Creates this many threads, or one for each core, and handles Ctrl-C.
    ///
    /// # Errors
    /// If threads cannot be created or signals not handled.
    pub fn new(threads: Option<usize>) -> Result<Self> {
        Ok(Self { interrupt: install_handler()?, pool: pool(threads)? })
    }

    /// Returns the number of threads.
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Fails after Ctrl-C.
    ///
    /// # Errors
    /// [`Error::Interrupted`] after Ctrl-C.
    pub fn check(&self) -> Result<()> {
        self.interrupt.check()
    }

    /// Does some work on each item, and consumes the results here in order, as [`until`](Self::until) does.
    ///
    /// # Errors
    /// As for [`until`](Self::until).
    pub fn each<I: Send, T: Send>(
        &self,
        items: impl IntoIterator<Item = I>,
        work: impl Fn(I) -> Result<T> + Sync,
        consume: impl FnMut(T) -> Result<()>,
    ) -> Result<()> {
        self.each_with(items, || (), |(), item| work(item), consume)
    }

    /// Does the same, with something that every thread makes for itself.
    ///
    /// # Errors
    /// As for [`until`](Self::until).
    pub fn each_with<I: Send, W, T: Send>(
        &self,
        items: impl IntoIterator<Item = I>,
        own: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, I) -> Result<T> + Sync,
        mut consume: impl FnMut(T) -> Result<()>,
    ) -> Result<()> {
        let consume = |result| consume(result).map(ControlFlow::Continue);
        self.until(items.into_iter().map(Ok), own, work, consume)
    }

    /// Works on items on all threads, and consumes the results here in order of the items, until `consume` breaks.
    ///
    /// Items are created here; every thread makes something for itself and takes the next item as soon as it is free.
    /// For each thread at most a fixed number of results wait for an earlier one, however many items there are. After
    /// an interrupt nothing is started; items in progress are finished and consumed, so that no finished work is lost.
    ///
    /// # Errors
    /// The first error of an item, of `work` or of `consume`; nothing is consumed after it. [`Error::Interrupted`] after
    /// an interrupt, unless all items were already in progress.
    ///
    /// # Panics
    /// If a worker panics, with its panic.
    pub fn until<I: Send, W, T: Send>(
        &self,
        items: impl IntoIterator<Item = Result<I>>,
        own: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, I) -> Result<T> + Sync,
        mut consume: impl FnMut(T) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        let window = WINDOW_PER_THREAD * self.threads() as u64;
        let (begun, finished) = (Places::new(window), Places::new(window));
        let mut items = items.into_iter();
        let begin = &mut |number| Ok(items.next().transpose()?.map(|item| begun.put(number, item)));
        let serve = &|next: &mut dyn FnMut() -> Option<u64>, finish: &dyn Fn(u64) -> bool| {
            let mut own = own();
            while let Some(number) = next() {
                let item = begun.take(number);
                // A panic is passed on like a result, so that it ends the run instead of leaving a gap.
                finished.put(number, catch_unwind(AssertUnwindSafe(|| work(&mut own, item))));
                if !finish(number) {
                    return;
                }
            }
        };
        let end = &mut |number| consume(finished.take(number).unwrap_or_else(|panic| resume_unwind(panic))?);
        in_order(&self.pool, self.interrupt, window, begin, serve, end)
    }
}

/// The finished items that wait for an earlier one, by number; never more than the window.
struct Places<T>(Vec<Mutex<Option<T>>>);

impl<T> Places<T> {
    fn new(window: u64) -> Places<T> {
        Places((0..window).map(|_| Mutex::new(None)).collect())
    }

    fn place(&self, number: u64) -> &Mutex<Option<T>> {
        &self.0[(number % self.0.len() as u64) as usize]
    }

    fn put(&self, number: u64, thing: T) {
        *self.place(number).lock().unwrap_or_else(PoisonError::into_inner) = Some(thing);
    }

    fn take(&self, number: u64) -> T {
        self.place(number).lock().unwrap_or_else(PoisonError::into_inner).take().expect("it was put there")
    }
}

/// The work of a thread: takes numbers until there are none, and reports each until told to stop.
type Serve<'a> = &'a (dyn Fn(&mut dyn FnMut() -> Option<u64>, &dyn Fn(u64) -> bool) + Sync);

/// Implements [`Workers::until`] on numbers instead of generic items, so that it is compiled once.
fn in_order(
    pool: &ThreadPool,
    interrupt: &Interrupt,
    window: u64,
    begin: &mut dyn FnMut(u64) -> Result<Option<()>>,
    serve: Serve<'_>,
    consume: &mut dyn FnMut(u64) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let (begun, queue) = mpsc::channel::<u64>();
    let (finish, finished) = mpsc::channel::<u64>();
    let queue = &Mutex::new(queue);
    // No received number is dropped, so the items started before an interrupt have no gaps.
    let next = move || {
        let queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
        if interrupt.is_requested() { None } else { queue.recv().ok() }
    };
    pool.in_place_scope(|scope| {
        for finish in vec![finish; pool.current_num_threads()] {
            scope.spawn(move |_| serve(&mut { next }, &|number| finish.send(number).is_ok()));
        }
        // When this closure returns or unwinds, both channels close, and the workers stop after their current item.
        let (mut queue, finished) = (Some(begun), finished);
        let (mut count, mut early) = (0, BTreeSet::new());
        let mut end = Err(Error::Interrupted);
        for due in 0.. {
            while let Some(open) = queue.as_ref().filter(|_| count < due + window) {
                let item = if interrupt.is_requested() { Err(Error::Interrupted) } else { begin(count) };
                if let Ok(Some(())) = item {
                    open.send(count).expect("the receiver outlives the scope");
                    count += 1;
                } else {
                    // Workers must not wait for more.
                    queue = None;
                    end = item.map(drop);
                }
            }
            while !early.remove(&due) {
                match finished.recv() {
                    Ok(number) => drop(early.insert(number)),
                    // All workers have stopped: there are no more items, or they were interrupted.
                    Err(_) if due == count => return end,
                    Err(_) => return Err(Error::Interrupted),
                }
            }
            if consume(due)?.is_break() {
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
    use crate::base::interrupt::SIGINT;

    /// Threads that nothing interrupts but the test.
    fn workers(threads: usize) -> Workers {
        Workers { pool: pool(Some(threads)).unwrap(), interrupt: Box::leak(Box::default()) }
    }

    #[test]
    fn results_come_in_order_for_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let mut seen = Vec::new();
            let take = |result: (u64, u64)| {
                seen.push(result);
                Ok(())
            };
            workers(threads).each(0..1000, |number| Ok((number, number * number)), take).unwrap();
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
                Ok(number)
            };
            let take = |number: u64| {
                taken += 1;
                Ok(if number == 99 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            };
            workers(threads).until((0..1_000_000).map(Ok), || (), work, take).unwrap();
            assert_eq!(taken, 100);
            assert!(worked.into_inner() < 1000);
        }
    }

    #[test]
    fn an_error_ends_it_early() {
        let worked = AtomicU64::new(0);
        let work = |number| {
            worked.fetch_add(1, Ordering::Relaxed);
            Ok(number)
        };
        let fail = |number| if number == 3 { Err(Error::of_machine("full")) } else { Ok(()) };
        let result = workers(2).each(0..1_000_000, work, fail);
        assert_eq!(result.unwrap_err().to_string(), "full");
        assert!(worked.into_inner() < 1000);
    }

    #[test]
    fn an_item_that_cannot_be_had_ends_it_too() {
        let items = (0..10).map(Ok).chain([Err(Error::of_machine("torn"))]).chain((0..10).map(Ok));
        let result = workers(2).until(items, || (), |(), _| Ok(()), |()| Ok(ControlFlow::Continue(())));
        assert_eq!(result.unwrap_err().to_string(), "torn");
    }

    #[test]
    fn no_more_than_the_window_is_begun_ahead() {
        let (begun, consumed) = (AtomicU64::new(0), AtomicU64::new(0));
        let work = |_| {
            let already = begun.fetch_add(1, Ordering::SeqCst);
            Ok(already.saturating_sub(consumed.load(Ordering::SeqCst)))
        };
        let take = |ahead| {
            consumed.fetch_add(1, Ordering::SeqCst);
            assert!(ahead <= 2 * WINDOW_PER_THREAD, "{ahead} ahead");
            Ok(())
        };
        workers(2).each(0..5000, work, take).unwrap();
    }

    #[test]
    fn a_panic_in_a_worker_is_passed_on() {
        let run = || {
            let work = |number| {
                assert_ne!(number, 4, "four");
                Ok(())
            };
            workers(2).each(0..10, work, |()| Ok(()))
        };
        let panic = catch_unwind(AssertUnwindSafe(run)).unwrap_err();
        assert!(panic.downcast_ref::<String>().unwrap().contains("four"));
    }

    #[test]
    fn what_is_begun_before_an_interrupt_is_finished_and_consumed() {
        for threads in [1, 2, 5] {
            let (workers, begun) = (workers(threads), AtomicU64::new(0));
            let work = |number| {
                begun.fetch_add(1, Ordering::SeqCst);
                if number == 20 {
                    workers.interrupt.request(SIGINT);
                }
                Ok(number)
            };
            let mut consumed = Vec::new();
            let take = |number| {
                consumed.push(number);
                Ok(())
            };
            let result = workers.each(0..1_000_000, work, take);
            assert!(matches!(result, Err(Error::Interrupted)));
            assert_eq!(consumed, (0..begun.into_inner()).collect::<Vec<_>>());
            // Others may each have started one more while number 20 was in progress.
            assert!((21..1000).contains(&consumed.len()), "{}", consumed.len());
        }
    }

    #[test]
    fn an_interrupt_when_all_is_begun_changes_nothing() {
        let workers = workers(2);
        let work = |number| {
            if number == 9 {
                workers.interrupt.request(SIGINT);
            }
            Ok(number)
        };
        let mut consumed = Vec::new();
        let take = |number| {
            consumed.push(number);
            Ok(())
        };
        workers.each(0..10, work, take).unwrap();
        assert_eq!(consumed, (0..10).collect::<Vec<_>>());
    }

    #[test]
    fn an_interrupt_before_the_beginning_begins_nothing() {
        let workers = workers(2);
        assert!(workers.interrupt.request(SIGINT) && !workers.interrupt.request(SIGINT));
        let result = workers.each(0..10, |_| -> Result<()> { panic!("begun") }, |()| Ok(()));
        assert!(matches!(result, Err(Error::Interrupted)));
    }
}
