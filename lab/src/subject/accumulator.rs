//! The sums behind result tables: over each block, over each cluster, then over clusters in order.

use std::any::Any;
use std::fmt::{self, Debug};

use rayon::prelude::*;

use super::rows::Rows;
use stats::sum::Sum;

/// Sums behind result tables. They depend only on rows. They may grow with
/// different treatments, but not with the number of games.
pub trait Accumulator: Clone + Send + Sync + 'static {
    /// The sums over the games of a block or a cluster.
    type Sums: Sum + Clone + Send + Sync + 'static;

    /// Returns the sums of an empty block.
    fn sums(&self) -> Self::Sums;
    /// Adds a game.
    fn add(&self, sums: &mut Self::Sums, rows: &Rows);
    /// Adds a cluster. Clusters come in order, because sums of fractions depend on it.
    fn close(&mut self, cluster: &Self::Sums);
}

/// Accumulators of different types, with at most one of each.
#[derive(Clone, Default)]
pub struct Accumulators(Vec<Box<dyn AnyAccumulator>>);

/// The sums of all accumulators over one block or cluster.
pub struct AllSums(Vec<Box<dyn AnySums>>);

impl Accumulators {
    /// Adds an accumulator.
    #[must_use]
    pub fn with(mut self, accumulator: impl Accumulator) -> Self {
        self.0.push(Box::new(accumulator));
        self
    }

    /// Adds the accumulators of another list.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }

    /// Returns the accumulator of a type.
    ///
    /// # Panics
    /// If there is none.
    pub fn get<A: Accumulator>(&self) -> &A {
        let found = self.0.iter().find_map(|one| (&**one as &dyn Any).downcast_ref());
        found.expect("an accumulator of this type")
    }

    /// Returns the sums of a block that has not begun.
    pub fn sums(&self) -> AllSums {
        AllSums(self.0.iter().map(|one| one.sums()).collect())
    }

    /// Adds a game to the sums of its block.
    pub fn add(&self, sums: &mut AllSums, rows: &Rows) {
        self.0.iter().zip(&mut sums.0).for_each(|(one, sums)| one.add(&mut **sums, rows));
    }

    /// Adds clusters; several of them on the threads of the current pool, the accumulators side by side.
    pub fn close(&mut self, clusters: &[&AllSums]) {
        if let [cluster] = clusters {
            return self.0.iter_mut().zip(&cluster.0).for_each(|(one, sums)| one.close(&**sums));
        }
        let each = self.0.par_iter_mut().enumerate();
        each.for_each(|(place, one)| clusters.iter().for_each(|cluster| one.close(&*cluster.0[place])));
    }
}

impl AllSums {
    /// Returns the sums of the accumulator of this type.
    ///
    /// # Panics
    /// If there is none.
    pub fn get<A: Accumulator>(&self) -> &A::Sums {
        let found = self.0.iter().find_map(|one| (&**one as &dyn Any).downcast_ref::<SumsOf<A>>());
        &found.expect("an accumulator of this type").0
    }
}

impl Clone for AllSums {
    fn clone(&self) -> Self {
        Self(self.0.iter().map(|sums| sums.boxed_clone()).collect())
    }
}

impl Sum for AllSums {
    fn add(&mut self, more: &Self) {
        self.0.iter_mut().zip(&more.0).for_each(|(sums, more)| sums.add_sums(&**more));
    }
}

impl Debug for Accumulators {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} accumulators", self.0.len())
    }
}

impl Debug for AllSums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sums of {} accumulators", self.0.len())
    }
}

impl Clone for Box<dyn AnyAccumulator> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}

/// An accumulator of any type.
trait AnyAccumulator: Any + Send + Sync {
    fn boxed_clone(&self) -> Box<dyn AnyAccumulator>;
    fn sums(&self) -> Box<dyn AnySums>;
    fn add(&self, sums: &mut dyn AnySums, rows: &Rows);
    fn close(&mut self, cluster: &dyn AnySums);
}

/// The sums of an accumulator of any type.
trait AnySums: Any + Send + Sync {
    fn boxed_clone(&self) -> Box<dyn AnySums>;
    fn add_sums(&mut self, more: &dyn AnySums);
}

/// The sums of an accumulator, told apart from those of another one with sums of the same type.
struct SumsOf<A: Accumulator>(A::Sums);

const MIXED_UP: &str = "sums of this accumulator";

impl<A: Accumulator> AnyAccumulator for A {
    fn boxed_clone(&self) -> Box<dyn AnyAccumulator> {
        Box::new(self.clone())
    }

    fn sums(&self) -> Box<dyn AnySums> {
        Box::new(SumsOf::<A>(Accumulator::sums(self)))
    }

    fn add(&self, sums: &mut dyn AnySums, rows: &Rows) {
        let sums: &mut SumsOf<A> = (sums as &mut dyn Any).downcast_mut().expect(MIXED_UP);
        Accumulator::add(self, &mut sums.0, rows);
    }

    fn close(&mut self, cluster: &dyn AnySums) {
        let sums: &SumsOf<A> = (cluster as &dyn Any).downcast_ref().expect(MIXED_UP);
        Accumulator::close(self, &sums.0);
    }
}

impl<A: Accumulator> AnySums for SumsOf<A> {
    fn boxed_clone(&self) -> Box<dyn AnySums> {
        Box::new(Self(self.0.clone()))
    }

    fn add_sums(&mut self, more: &dyn AnySums) {
        let more: &Self = (more as &dyn Any).downcast_ref().expect(MIXED_UP);
        self.0.add(&more.0);
    }
}
