//! Effects of having an item, such as a side of a hometown.
//!
//! Seats with it are compared with seats of the same agent without it in the same cluster, whose tiles are drawn alike.
//!
//! This is the fixed-effects regression of a seat's result on having the item, with a constant for each cluster and
//! agent and an interval over clusters (Wooldridge 2010, Econometric Analysis of Cross Section and Panel Data, section
//! 10.5). So neither an agent's strength nor the luck of a cluster can be mistaken for an effect. If chance decides who
//! has the item, it estimates a causal effect. If players choose, it only describes the results of those who chose the
//! item.

use lab::tables::by_agent::{ByAgent, Estimator};
use stats::multiple::{q_values, ranks, shrink};
use stats::sum::impl_sum;
use stats::{Estimate, Ratio};

/// The seats of one agent with and without an item, in one block or cluster.
#[derive(Copy, Clone, Default, Debug)]
pub struct Split {
    seats: u64,
    seats_with: u64,
    vp: i64,
    vp_with: i64,
    wins: f64,
    wins_with: f64,
}

impl_sum!(Split: seats, seats_with, vp, vp_with, wins, wins_with);

impl Split {
    /// Adds a seat with its final VP and win share.
    pub fn add_seat(&mut self, has_it: bool, vp: i32, win_share: f64) {
        self.seats += 1;
        self.vp += i64::from(vp);
        self.wins += win_share;
        if has_it {
            self.seats_with += 1;
            self.vp_with += i64::from(vp);
            self.wins_with += win_share;
        }
    }

    /// Returns the variation of having the item, and its covariation with VP and with wins.
    ///
    /// The variation is 0 if all seats or none have it.
    fn spread(&self) -> SplitVariation {
        let (seats, seats_with) = (self.seats, self.seats_with);
        let share = if seats == 0 { 0.0 } else { seats_with as f64 / seats as f64 };
        let products = (seats_with * (seats - seats_with)) as f64;
        SplitVariation {
            seats,
            seats_with,
            variation: if seats == 0 { 0.0 } else { products / seats as f64 },
            vp: self.vp_with as f64 - share * self.vp as f64,
            wins: self.wins_with - share * self.wins,
        }
    }
}

/// All items for all agents in one block or cluster, by agent and then by item.
pub type Splits = Vec<Vec<Split>>;

/// The variation of having an item within agents in one cluster.
#[derive(Copy, Clone, Default, Debug)]
struct SplitVariation {
    seats: u64,
    seats_with: u64,
    variation: f64,
    vp: f64,
    wins: f64,
}

impl_sum!(SplitVariation: seats, seats_with, variation, vp, wins);

/// One item over clusters.
#[derive(Copy, Clone, Default, Debug)]
struct ContrastRatios {
    seats: u64,
    seats_with: u64,
    share: Ratio,
    vp: Ratio,
    wins: Ratio,
}

impl Estimator for ContrastRatios {
    type Sums = SplitVariation;

    fn push(&mut self, &SplitVariation { seats, seats_with, variation, vp, wins }: &SplitVariation) {
        self.seats += seats;
        self.seats_with += seats_with;
        self.share.push(seats_with as f64, seats as f64);
        self.vp.push(vp, variation);
        self.wins.push(wins, variation);
    }
}

/// All items over all clusters so far.
#[derive(Clone, Debug)]
pub struct Contrasts {
    /// The names of the items in tables.
    names: Vec<String>,
    agents: usize,
    contrasts: ByAgent<ContrastRatios>,
}

/// One item for one agent or for all.
#[derive(Clone, Debug)]
pub struct ContrastRow {
    /// The agent's number; `None` for all agents.
    pub agent: Option<usize>,
    /// The name of the item.
    pub name: String,
    /// The number of informative clusters.
    pub clusters: u64,
    /// The number of seats that could have the item.
    pub seats: u64,
    /// The number of these seats that had it.
    pub seats_with: u64,
    /// The share of these seats.
    pub share: Estimate,
    /// The effect on VP.
    pub vp: ContrastEffect,
    /// The effect on the win share.
    pub wins: ContrastEffect,
}

/// An effect with its tests.
#[derive(Copy, Clone, Default, Debug)]
pub struct ContrastEffect {
    /// The effect.
    pub effect: Estimate,
    /// The p value of the hypothesis of no effect.
    pub p: Option<f64>,
    /// The q value among the effects of the same agent.
    pub q: Option<f64>,
    /// The effect, shrunk towards 0 according to its error.
    pub shrunk: Option<f64>,
    /// The rank by the shrunk effect, 1 for the largest.
    pub rank: Option<u64>,
}

impl Contrasts {
    /// Starts without clusters, for this many agents and items of these names.
    pub fn new(agents: usize, names: Vec<String>) -> Self {
        Self { contrasts: ByAgent::new(agents, names.len()), agents, names }
    }

    /// Returns the names of all items, by index.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns empty sums for a block.
    pub fn sums(&self) -> Splits {
        vec![vec![Split::default(); self.names.len()]; self.agents]
    }

    /// Adds a cluster.
    pub fn close(&mut self, cluster: &Splits) {
        self.contrasts.close(&cluster.iter().map(|splits| splits.iter().map(Split::spread).collect()).collect());
    }

    /// Returns the table: all possible items for every agent, then for all together.
    pub fn rows(&self) -> Vec<ContrastRow> {
        let contrasts = self.contrasts.rows(|agent, thing, of| (agent, thing, *of));
        let mut rows = Vec::new();
        // The tests of each agent, or of all together, are adjusted for multiplicity.
        for all in contrasts.chunks(self.names.len().max(1)) {
            let (vp, wins) = (effects(all.iter().map(|(.., of)| &of.vp)), effects(all.iter().map(|(.., of)| &of.wins)));
            for (&(agent, thing, of), (vp, wins)) in all.iter().zip(vp.into_iter().zip(wins)) {
                rows.push(ContrastRow {
                    agent,
                    name: self.names[thing].clone(),
                    clusters: of.vp.blocks(),
                    seats: of.seats,
                    seats_with: of.seats_with,
                    share: of.share.share(),
                    vp,
                    wins,
                });
            }
        }
        rows.retain(|row| row.seats > 0);
        rows
    }
}

/// Estimates effects, with tests adjusted for multiplicity.
fn effects<'r>(ratios: impl Iterator<Item = &'r Ratio>) -> Vec<ContrastEffect> {
    let ratios: Vec<&Ratio> = ratios.collect();
    let effects = ratios.iter();
    let effects = effects.map(|ratio| ContrastEffect {
        effect: ratio.estimate(),
        p: ratio.p_value(0.0),
        ..ContrastEffect::default()
    });
    let mut effects: Vec<ContrastEffect> = effects.collect();
    let tested: Vec<usize> = (0..effects.len()).filter(|&index| effects[index].p.is_some()).collect();
    let p: Vec<f64> = tested.iter().filter_map(|&index| effects[index].p).collect();
    let values: Vec<f64> = tested.iter().filter_map(|&index| effects[index].effect.value).collect();
    let errors: Vec<f64> = tested.iter().filter_map(|&index| ratios[index].error()).collect();
    let shrunk = shrink(&values, &errors);
    for (((index, q), shrunk), rank) in tested.iter().zip(q_values(&p)).zip(&shrunk).zip(ranks(&shrunk)) {
        let effect = &mut effects[*index];
        (effect.q, effect.shrunk, effect.rank) = (Some(q), Some(*shrunk), Some(rank));
    }
    effects
}

/// The columns of a table of contrasts, given the name of its items and the meanings of its numbers.
macro_rules! columns {
    ($thing:expr; $clusters:expr; [$($seats:expr),+ $(,)?]; vp $vp:expr, $vp_p:expr; wins $wins:expr, $wins_p:expr) => {
        &[
            Column::<ContrastRow>::agent("agent", |row| row.agent).meaning("name of the agent; `all` for all agents together"),
            Column::<ContrastRow>::text($thing.0, |row, line| line.plain(&row.name)).meaning($thing.1),
            Column::<ContrastRow>::count("clusters", "clusters", |row| Some(row.clusters)).meaning($clusters),
            $($seats,)+
            Column::<ContrastRow>::estimate("vp", "VP", |row| row.vp.effect).meaning($vp),
            Column::<ContrastRow>::probability("vp_p", |row| row.vp.p).meaning($vp_p),
            Column::<ContrastRow>::probability("vp_q", |row| row.vp.q)
                .meaning("p value adjusted for the number of the agent's rows (Benjamini & Hochberg)"),
            Column::<ContrastRow>::number("vp_shrunk", "VP", |row| row.vp.shrunk)
                .meaning("difference in VP shrunk towards 0 (empirical Bayes)"),
            Column::<ContrastRow>::count("rank", "", |row| row.vp.rank).meaning("rank by shrunk difference, 1 for the most VP"),
            Column::<ContrastRow>::estimate("wins", "fraction", |row| row.wins.effect).meaning($wins),
            Column::<ContrastRow>::probability("wins_p", |row| row.wins.p).meaning($wins_p),
            Column::<ContrastRow>::probability("wins_q", |row| row.wins.q).meaning("p value adjusted for the number of the agent's rows"),
        ]
    };
}
pub(super) use columns;

#[cfg(test)]
mod tests {
    use super::*;

    fn contrasts(agents: usize, things: usize) -> Contrasts {
        Contrasts::new(agents, (0..things).map(|thing| thing.to_string()).collect())
    }

    #[test]
    fn a_contrast_by_hand() {
        // In the first cluster 30 with against 20 and 24 without: 8 more. In the second 11 against 10: 1 more.
        // By least squares with a constant for each: (8 · 2/3 + 1 · 1/2) / (2/3 + 1/2) = 5.
        let mut contrasts = contrasts(1, 1);
        for seats in [&[(true, 30), (false, 20), (false, 24)][..], &[(true, 11), (false, 10)][..]] {
            let mut splits = contrasts.sums();
            seats.iter().for_each(|(has_it, vp)| splits[0][0].add_seat(*has_it, *vp, 0.5));
            contrasts.close(&splits);
        }
        let rows = contrasts.rows();
        let first = &rows[0];
        assert_eq!((rows.len(), first.clusters, first.seats, first.seats_with), (2, 2, 5, 2));
        for row in rows {
            assert!((row.vp.effect.value.unwrap() - 5.0).abs() < 1e-12);
            assert!(row.wins.effect.value.unwrap().abs() < 1e-12);
        }
    }

    #[test]
    fn strength_of_agents_is_no_effect() {
        // The strong agent has it in two of three seats and the weak one in one; nobody gains by it.
        let mut contrasts = contrasts(2, 1);
        for _ in 0..5 {
            let mut splits = contrasts.sums();
            [true, true, false].iter().for_each(|has_it| splits[0][0].add_seat(*has_it, 50, 1.0));
            [true, false, false].iter().for_each(|has_it| splits[1][0].add_seat(*has_it, 20, 0.0));
            contrasts.close(&splits);
        }
        assert!(contrasts.rows().iter().all(|row| row.vp.effect.value.unwrap().abs() < 1e-9));
    }

    #[test]
    fn where_all_have_it_or_none_nothing_is_known() {
        let mut contrasts = contrasts(1, 2);
        let mut splits = contrasts.sums();
        (0..3).for_each(|vp| splits[0][0].add_seat(true, vp, 0.0));
        contrasts.close(&splits);
        let rows = contrasts.rows();
        assert_eq!((rows.len(), rows[0].seats_with, rows[0].clusters), (2, 3, 0));
        assert!(rows.iter().all(|row| row.vp.effect.value.is_none() && row.vp.q.is_none()));
    }
}
