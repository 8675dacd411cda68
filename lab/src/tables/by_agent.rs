//! Estimates of several things for each agent, and for all together.

use stats::sum::Sum;

/// An estimator of sums over clusters, which come in their order.
pub trait Estimator: Clone + Default {
    /// Sums over one cluster.
    type Sums: Sum + Default;

    /// Takes the next cluster.
    fn push(&mut self, cluster: &Self::Sums);
}

/// Sums of one block or cluster: by agent, then thing.
pub type Sums<E> = Vec<Vec<<E as Estimator>::Sums>>;

/// Estimates over all clusters so far: by agent, then thing.
#[derive(Clone, Debug)]
pub struct ByAgent<E> {
    by_agent: Vec<Vec<E>>,
    together: Vec<E>,
}

impl<E: Estimator> ByAgent<E> {
    /// Before the first cluster, of so many agents and things.
    pub fn new(agents: usize, things: usize) -> Self {
        let together = vec![E::default(); things];
        Self { by_agent: vec![together.clone(); agents], together }
    }

    /// Returns sums of a block that has not begun.
    pub fn sums(&self) -> Sums<E> {
        self.sums_of(self.together.len())
    }

    /// Returns the same for so many other things.
    pub fn sums_of(&self, things: usize) -> Sums<E> {
        vec![vec![E::Sums::default(); things]; self.by_agent.len()]
    }

    /// Adds a cluster.
    pub fn close(&mut self, cluster: &Sums<E>) {
        let mut together = vec![E::Sums::default(); self.together.len()];
        for (estimators, sums) in self.by_agent.iter_mut().zip(cluster) {
            push_all(estimators, sums);
            together.add(sums);
        }
        push_all(&mut self.together, &together);
    }

    /// A table: for every agent all things, then for all together.
    pub fn rows<R>(&self, row: impl Fn(Option<usize>, usize, &E) -> R) -> Vec<R> {
        let agents = self.by_agent.iter().enumerate().map(|(agent, things)| (Some(agent), things));
        let all = agents.chain([(None, &self.together)]);
        let row = &row;
        all.flat_map(|(agent, things)| things.iter().enumerate().map(move |(thing, of)| row(agent, thing, of)))
            .collect()
    }
}

fn push_all<E: Estimator>(estimators: &mut [E], sums: &[E::Sums]) {
    estimators.iter_mut().zip(sums).for_each(|(estimator, sums)| estimator.push(sums));
}
