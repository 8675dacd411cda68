//! Estimates of several items for each agent, and for all together.

use stats::sum::Sum;

/// An estimator from sums over clusters, which come in order.
pub trait Estimator: Clone + Default {
    /// The sums over one cluster.
    type Sums: Sum + Default;

    /// Adds the next cluster.
    fn push(&mut self, cluster: &Self::Sums);
}

/// The sums of one block or cluster, by agent and then by item.
pub type Sums<E> = Vec<Vec<<E as Estimator>::Sums>>;

/// Estimates over all clusters so far, by agent and then by item.
#[derive(Clone, Debug)]
pub struct ByAgent<E> {
    by_agent: Vec<Vec<E>>,
    together: Vec<E>,
}

impl<E: Estimator> ByAgent<E> {
    /// Creates estimates without clusters, for this many agents and items.
    pub fn new(agents: usize, things: usize) -> Self {
        let together = vec![E::default(); things];
        Self { by_agent: vec![together.clone(); agents], together }
    }

    /// Returns the sums of an empty block.
    pub fn sums(&self) -> Sums<E> {
        self.sums_of(self.together.len())
    }

    /// Returns the same for a different number of items.
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

    /// Returns the rows of a table: all items for every agent, then for all together.
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
