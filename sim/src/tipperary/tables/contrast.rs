//! What it does to have something, such as one side of a hometown: seats with it against seats of the same agent without it in the same
//! cluster, whose tiles are drawn alike.
//!
//! This is the regression of a seat's result on having it, with a constant for each cluster and agent, and its interval is over clusters
//! (Wooldridge 2010, Econometric Analysis of Cross Section and Panel Data, section 10.5): so neither an agent's strength nor the luck of a
//! cluster can be mistaken for an effect. It estimates what having it does where chance decides who has it. Where players choose, it tells how
//! those do who chose it.

use crate::lab::forms::column::{Column, float, integer, text};
use crate::stats::multiple::q_values;
use crate::stats::shrink::{ranks, shrink};
use crate::stats::{Estimate, Ratio};

/// Seats with and without one thing, of one agent in one block or cluster.
#[derive(Copy, Clone, Default, Debug)]
pub struct Split {
    seats: u64,
    seats_with: u64,
    vp: i64,
    vp_with: i64,
    wins: f64,
    wins_with: f64,
}

impl Split {
    /// Adds a seat with these final VP and this share of the win.
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

    fn add(&mut self, other: &Self) {
        self.seats += other.seats;
        self.seats_with += other.seats_with;
        self.vp += other.vp;
        self.vp_with += other.vp_with;
        self.wins += other.wins;
        self.wins_with += other.wins_with;
    }

    /// How much having it varies: 0 where all seats have it, or none.
    fn variation(&self) -> f64 {
        let without = self.seats - self.seats_with;
        if self.seats == 0 { 0.0 } else { (self.seats_with * without) as f64 / self.seats as f64 }
    }

    /// How it varies together with VP and with wins.
    fn covariation(&self) -> [f64; 2] {
        let share = if self.seats == 0 { 0.0 } else { self.seats_with as f64 / self.seats as f64 };
        [self.vp_with as f64 - share * self.vp as f64, self.wins_with - share * self.wins]
    }
}

/// All things for all agents in one block or cluster: by agent, then thing.
#[derive(Clone, Debug)]
pub struct Splits(Vec<Vec<Split>>);

impl Splits {
    /// For so many agents and things.
    pub fn new(agents: usize, things: usize) -> Self {
        Self(vec![vec![Split::default(); things]; agents])
    }

    /// One thing for one agent.
    pub fn of(&mut self, agent: usize, thing: usize) -> &mut Split {
        &mut self.0[agent][thing]
    }

    /// Adds another block of the cluster.
    pub fn merge(&mut self, block: &Self) {
        for (things, more) in self.0.iter_mut().zip(&block.0) {
            things.iter_mut().zip(more).for_each(|(split, more)| split.add(more));
        }
    }
}

/// One thing for one agent, or for all, over clusters.
#[derive(Copy, Clone, Default, Debug)]
struct Contrast {
    seats: u64,
    seats_with: u64,
    share: Ratio,
    vp: Ratio,
    wins: Ratio,
}

impl Contrast {
    /// Adds a cluster: those of one agent, or of all.
    fn add<'s>(&mut self, splits: impl Iterator<Item = &'s Split>) {
        let (mut seats, mut with, mut vp, mut wins, mut variation) = (0, 0, 0.0, 0.0, 0.0);
        for split in splits {
            seats += split.seats;
            with += split.seats_with;
            let [of_vp, of_wins] = split.covariation();
            vp += of_vp;
            wins += of_wins;
            variation += split.variation();
        }
        self.seats += seats;
        self.seats_with += with;
        self.share.push(with as f64, seats as f64);
        self.vp.push(vp, variation);
        self.wins.push(wins, variation);
    }
}

/// All things over all clusters so far.
#[derive(Clone, Debug)]
pub struct Contrasts {
    by_agent: Vec<Vec<Contrast>>,
    together: Vec<Contrast>,
}

/// One thing for one agent, or for all.
#[derive(Clone, Debug)]
pub struct ContrastRow {
    /// The agent's number, or nothing for all agents.
    pub agent: Option<usize>,
    /// The number of the thing.
    pub thing: usize,
    /// Clusters that tell something about it.
    pub clusters: u64,
    /// Seats that could have it.
    pub seats: u64,
    /// Those of them that had it.
    pub seats_with: u64,
    /// Their share.
    pub share: Estimate,
    /// What having it does to VP.
    pub vp: Effect,
    /// What it does to the share of the win.
    pub wins: Effect,
}

/// A row with what tables call its thing.
pub type Named = (String, ContrastRow);

/// Whose row it is.
pub const AGENT: Column<Named> =
    text("agent", "name of the agent; `all` for all together", |(_, row), _, line| line.agent(row.agent));

/// The q value of the effect on VP.
pub const VP_Q: Column<Named> =
    float("vp_q", "", "the same corrected for the agent's other rows (Benjamini & Hochberg)", |(_, row), _, line| {
        line.float(row.vp.q);
    });

/// The effect on VP as far as chance alone could not have made it.
pub const VP_SHRUNK: Column<Named> = float(
    "vp_shrunk",
    "VP",
    "the difference in VP pulled towards 0 by as much as chance alone makes",
    |(_, row), _, line| line.float(row.vp.shrunk),
);

/// The rank by that.
pub const RANK: Column<Named> = integer("rank", "", "rank by that, 1 for the most VP", |(_, row), _, line| {
    row.vp.rank.into_iter().for_each(|rank| line.count(rank));
});

/// The q value of the effect on wins.
pub const WINS_Q: Column<Named> =
    float("wins_q", "", "the same corrected for the agent's other rows", |(_, row), _, line| line.float(row.wins.q));

/// An effect with its tests.
#[derive(Copy, Clone, Default, Debug)]
pub struct Effect {
    /// The effect.
    pub effect: Estimate,
    /// The p value of the hypothesis that there is none.
    pub p: Option<f64>,
    /// The smallest rate of false discoveries, among the effects of the same agent, at which it is one.
    pub q: Option<f64>,
    /// The effect pulled towards 0, as far as chance alone could have made it.
    pub shrunk: Option<f64>,
    /// Its rank by that, 1 for the largest.
    pub rank: Option<u64>,
}

impl Contrasts {
    /// For so many agents and things.
    pub fn new(agents: usize, things: usize) -> Self {
        let together = vec![Contrast::default(); things];
        Self { by_agent: vec![together.clone(); agents], together }
    }

    /// Adds a cluster.
    pub fn close(&mut self, cluster: &Splits) {
        for (contrasts, splits) in self.by_agent.iter_mut().zip(&cluster.0) {
            contrasts.iter_mut().zip(splits).for_each(|(contrast, split)| contrast.add([split].into_iter()));
        }
        for (thing, contrast) in self.together.iter_mut().enumerate() {
            contrast.add(cluster.0.iter().map(|splits| &splits[thing]));
        }
    }

    /// The table: for every agent all things that it could have, then for all together.
    pub fn rows(&self, names: &[String]) -> Vec<Named> {
        let agents = self.by_agent.iter().enumerate().map(|(agent, contrasts)| (Some(agent), contrasts));
        let rows = agents.chain([(None, &self.together)]).flat_map(|(agent, contrasts)| rows_of(agent, contrasts));
        rows.filter(|row| row.seats > 0).map(|row| (names[row.thing].clone(), row)).collect()
    }
}

fn rows_of(agent: Option<usize>, contrasts: &[Contrast]) -> Vec<ContrastRow> {
    let vp = effects(contrasts.iter().map(|contrast| &contrast.vp));
    let wins = effects(contrasts.iter().map(|contrast| &contrast.wins));
    let row = |(thing, contrast): (usize, &Contrast)| ContrastRow {
        agent,
        thing,
        clusters: contrast.vp.blocks(),
        seats: contrast.seats,
        seats_with: contrast.seats_with,
        share: contrast.share.share(),
        vp: vp[thing],
        wins: wins[thing],
    };
    contrasts.iter().enumerate().map(row).collect()
}

/// Estimates with tests that are corrected for being many.
fn effects<'r>(ratios: impl Iterator<Item = &'r Ratio>) -> Vec<Effect> {
    let of = |ratio: &Ratio| Effect { effect: ratio.estimate(), p: ratio.p_value(0.0), ..Effect::default() };
    let ratios: Vec<&Ratio> = ratios.collect();
    let mut effects: Vec<Effect> = ratios.iter().map(|ratio| of(ratio)).collect();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> [String; 2] {
        ["one", "two"].map(str::to_owned)
    }

    #[test]
    fn a_contrast_by_hand() {
        // In the first cluster 30 with against 20 and 24 without: 8 more. In the second 11 against 10: 1 more.
        // By least squares with a constant for each: (8 · 2/3 + 1 · 1/2) / (2/3 + 1/2) = 5.
        let mut contrasts = Contrasts::new(1, 1);
        for seats in [&[(true, 30), (false, 20), (false, 24)][..], &[(true, 11), (false, 10)][..]] {
            let mut splits = Splits::new(1, 1);
            seats.iter().for_each(|(has_it, vp)| splits.of(0, 0).add_seat(*has_it, *vp, 0.5));
            contrasts.close(&splits);
        }
        let rows = contrasts.rows(&names());
        let first = &rows[0].1;
        assert_eq!((rows.len(), first.clusters, first.seats, first.seats_with), (2, 2, 5, 2));
        for (_, row) in rows {
            assert!((row.vp.effect.value.unwrap() - 5.0).abs() < 1e-12);
            assert!(row.wins.effect.value.unwrap().abs() < 1e-12);
        }
    }

    #[test]
    fn strength_of_agents_is_no_effect() {
        // The strong agent has it in two of three seats and the weak one in one; nobody gains by it.
        let mut contrasts = Contrasts::new(2, 1);
        for _ in 0..5 {
            let mut splits = Splits::new(2, 1);
            [true, true, false].iter().for_each(|has_it| splits.of(0, 0).add_seat(*has_it, 50, 1.0));
            [true, false, false].iter().for_each(|has_it| splits.of(1, 0).add_seat(*has_it, 20, 0.0));
            contrasts.close(&splits);
        }
        assert!(contrasts.rows(&names()).iter().all(|(_, row)| row.vp.effect.value.unwrap().abs() < 1e-9));
    }

    #[test]
    fn where_all_have_it_or_none_nothing_is_known() {
        let mut contrasts = Contrasts::new(1, 2);
        let mut splits = Splits::new(1, 2);
        (0..3).for_each(|vp| splits.of(0, 0).add_seat(true, vp, 0.0));
        contrasts.close(&splits);
        let rows = contrasts.rows(&names());
        assert_eq!((rows.len(), rows[0].1.seats_with, rows[0].1.clusters), (2, 3, 0));
        assert!(rows.iter().all(|(_, row)| row.vp.effect.value.is_none() && row.vp.q.is_none()));
    }
}
