//! What a null experiment checks of each table: intervals, p values and lists of findings.

use super::TWINS;
use super::games::NullRun;
use crate::forms::passage::all_lists;
use crate::schedule::stop;
use crate::subject::null_check::{Null, NullCheck, RATE};
use crate::subject::{OwnMetrics, RunSums};
use crate::tables::agents::Strengths;
use crate::tables::balance::Balance;
use crate::tables::neighbours::Neighbours;
use crate::tables::pairs::Pairs;
use crate::tables::ratings::Ratings;
use crate::tables::ratio_table::OwnRatios;
use crate::tables::seat_advantage::{SeatAdvantageRow, TurnOrderTotals};
use crate::tables::sequential::Sequences;
use crate::tables::{pairs, seat_advantage, stopping};
use stats::Estimate;
use stats::mean::Shares;
use stats::sequential::{Looks, SequentialTest, TestDecision};

/// The half-width at which a stop rule ends play: reached after 30 to 80 clusters.
const HALF_WIDTH: f64 = 0.1;

impl NullRun<'_> {
    /// Returns the first agent's win shares up to the cluster at which `is_over`; `None` if it never is.
    fn until(&self, mut is_over: impl FnMut(&Shares) -> bool) -> Option<Shares> {
        let mut shares = Shares::default();
        for (share, seats) in &self.shares {
            shares.push(*share, 1, *seats);
            if is_over(&shares) {
                return Some(shares);
            }
        }
        None
    }

    /// Applies every method. In tables with many rows, each repetition checks a different one.
    pub fn checks(&self, repetition: usize) -> Vec<NullCheck> {
        let summed = RunSums::new(&self.of.experiment, &self.totals.tables);
        let subject = &self.of.experiment.subject;
        let metrics = subject.metrics(&summed);
        let own = subject.null_checks(&summed, &metrics, self.of.null, repetition);
        let intervals = self.totals.tables.get::<OwnRatios>().null_checks(repetition);
        let of_any = match self.of.null {
            Null::Identical => self.check_lists(),
            Null::Twins => self.check_lists_of_twins(),
            Null::Exchanged => self.check_lists_of_exchanged(),
        };
        let lists: Vec<NullCheck> = of_any.into_iter().chain(own.lists).collect();
        let any = lists.iter().any(|check| check.found() == Some(true));
        let summary = NullCheck::at_most(
            "summary: anything found in any list where nothing differs",
            all_lists(lists.len()),
            Some(any),
        );
        let groups = match self.of.null {
            Null::Twins => return self.check_twins().into_iter().chain(lists).chain([summary]).collect(),
            Null::Exchanged => return lists.into_iter().chain([summary]).collect(),
            Null::Identical => [
                self.check_agents(),
                self.check_pairs(repetition),
                self.check_places(repetition),
                self.check_balance(metrics, repetition),
                self.check_stopping(),
            ],
        };
        groups.into_iter().flatten().chain(own.others).chain(intervals).chain(lists).chain([summary]).collect()
    }

    /// Returns the true win share of a seat.
    fn share(&self) -> f64 {
        self.of.kept / self.of.experiment.players as f64
    }

    fn check_agents(&self) -> Vec<NullCheck> {
        let tables = &self.totals.tables;
        let (agents, ratings) = (tables.get::<Strengths>().rows(), tables.get::<Ratings>().rows());
        let (agent, rating) = (&agents[0], &ratings[0]);
        vec![
            NullCheck::misses("agents.csv: interval of win_share", &agent.win_share, self.share()),
            NullCheck::covers("agents.csv: interval of vp", 0, agent.vp),
            NullCheck::covers("agents.csv: interval of margin", 0, agent.margin),
            NullCheck::covers("agents.csv: interval of vp_controlled", 0, agent.vp_controlled),
            NullCheck::misses("ratings.csv: interval of rating", &rating.rating, 0.0),
        ]
    }

    /// Returns checks of the tables' comparisons of two identical agents among others.
    fn check_twins(&self) -> Vec<NullCheck> {
        let tables = &self.totals.tables;
        let (pairs, apart) = (tables.get::<Pairs>().rows(&self.of.experiment), tables.get::<Ratings>().differences());
        let agents = tables.get::<Strengths>().rows();
        let pair = pairs.iter().find(|row| (row.agent, row.other) == TWINS && row.lineup.is_none()).expect("they meet");
        let apart = apart.iter().find(|row| (row.agent, row.other) == TWINS);
        let gap = apart.map_or(Estimate::default(), |row| row.difference);
        vec![
            NullCheck::covers("agents.csv: interval of win_share of one of two equal", 0, agents[0].win_share),
            NullCheck::covers("agents.csv: interval of vp of one of two equal", 0, agents[0].vp),
            NullCheck::exact("pairs.csv: ahead_p of two equal", pair.ahead_p),
            NullCheck::exact("pairs.csv: vp_difference_p of two equal", pair.vp_difference_p),
            NullCheck::misses("pairs.csv: interval of ahead of two equal", &pair.ahead, 0.5),
            NullCheck::misses("rating_differences.csv: interval of difference of two equal", &gap, 0.0),
        ]
    }

    fn check_pairs(&self, repetition: usize) -> Vec<NullCheck> {
        let tables = &self.totals.tables;
        let (pairs, apart) = (tables.get::<Pairs>().rows(&self.of.experiment), tables.get::<Ratings>().differences());
        let (pair, apart) = (in_turn(&pairs, repetition), in_turn(&apart, repetition));
        vec![
            NullCheck::exact("pairs.csv: ahead_p", pair.ahead_p),
            NullCheck::exact("pairs.csv: vp_difference_p", pair.vp_difference_p),
            NullCheck::misses("pairs.csv: interval of win_share", &pair.win_share, self.share()),
            NullCheck::misses("pairs.csv: interval of ahead", &pair.ahead, 0.5),
            NullCheck::misses("pairs.csv: interval of vp_difference", &pair.vp_difference, 0.0),
            NullCheck::misses("pairs.csv: interval of vp_difference_controlled", &pair.vp_difference_controlled, 0.0),
            NullCheck::misses("rating_differences.csv: interval of difference", &apart.difference, 0.0),
            NullCheck::small("rating_differences.csv: p", apart.p),
        ]
    }

    fn check_places(&self, repetition: usize) -> Vec<NullCheck> {
        let places = self.totals.tables.get::<TurnOrderTotals>().rows();
        let all: Vec<&SeatAdvantageRow> = places.iter().filter(|row| row.agent.is_none()).collect();
        let single: Vec<&SeatAdvantageRow> = places.iter().filter(|row| row.agent == Some(0)).collect();
        let (all, single) = (in_turn(&all, repetition), in_turn(&single, repetition));
        let share = self.share();
        vec![
            NullCheck::misses("seat_advantage.csv: interval of win_share, all agents", &all.win_share, share),
            NullCheck::misses("seat_advantage.csv: interval of win_difference, all agents", &all.win_difference, 0.0),
            NullCheck::small("seat_advantage.csv: win_difference_p, all agents", all.win_difference_p),
            NullCheck::exact("seat_advantage.csv: vp_difference_p, all agents", all.vp_difference_p),
            NullCheck::misses("seat_advantage.csv: interval of win_share, one agent", &single.win_share, share),
            NullCheck::misses("seat_advantage.csv: interval of win_difference, one agent", &single.win_difference, 0.0),
            NullCheck::small("seat_advantage.csv: win_difference_p, one agent", single.win_difference_p),
        ]
    }

    /// Returns checks of `balance.csv`, and of the comparison with another run, if any.
    fn check_balance(&self, own: OwnMetrics, repetition: usize) -> Vec<NullCheck> {
        let tables = &self.totals.tables;
        let rows = tables.get::<Balance>().rows(&RunSums::new(&self.of.experiment, tables), own);
        let named =
            |name: &str| rows.iter().find(|row| row.metric == name).map_or(Estimate::default(), |row| row.value);
        let outcomes = self.of.experiment.info().outcomes;
        let outcome = repetition % outcomes.len();
        let round = repetition % self.of.experiment.subject.rounds().max(1);
        let p = self.comparison.as_ref().and_then(|comparison| comparison.rows().first().and_then(|row| row.p));
        let checks = [
            NullCheck::covers("balance.csv: interval of an outcome", outcome, named(outcomes[outcome].name)),
            NullCheck::covers("balance.csv: interval of decided", round, named(&format!("decided_{}", round + 1))),
            NullCheck::covers("balance.csv: interval of vp_seed_share", 0, named("vp_seed_share")),
            NullCheck::misses("balance.csv: interval of win_share_variance", &named("win_share_variance"), 0.0),
            NullCheck::misses("balance.csv: interval of vp_agent_share", &named("vp_agent_share"), 0.0),
            NullCheck::misses("balance.csv: interval of margin_agent_share", &named("margin_agent_share"), 0.0),
        ];
        let compared = self.comparison.iter().map(|_| NullCheck::exact("comparison.csv: p of leverage", p));
        checks.into_iter().chain(compared).collect()
    }

    fn check_stopping(&self) -> Vec<NullCheck> {
        let share = self.share();
        let table = self.totals.tables.get::<Sequences>().rows();
        let last = table.iter().rfind(|row| row.agent == 0);
        let mut looks = Looks::from(stop::MIN_CLUSTERS);
        let ended =
            self.until(|shares| looks.is_due(shares.clusters().count) && stopping::is_narrow_share(shares, HALF_WIDTH));
        vec![
            NullCheck::at_most(
                "sequential test takes twice the true share for it",
                RATE,
                self.decides(share, (2.0 * share).min(0.5 * (1.0 + share)), TestDecision::Alternative),
            ),
            NullCheck::at_most(
                "sequential test takes half the true share for it",
                RATE,
                self.decides(share / 2.0, share, TestDecision::Null),
            ),
            // The interval only ever shrinks: if it has ever missed, it misses at the end.
            NullCheck::misses(
                "sequential.csv: any interval of the confidence sequence",
                &last.map_or(Estimate::default(), |row| row.win_share),
                share,
            ),
            NullCheck::misses(
                "agents.csv: interval of win_share where a half-width of 0.1 ends the run",
                &ended.map_or(Estimate::default(), |shares| shares.estimate()),
                share,
            ),
        ]
    }

    /// Returns whether the sequential test of two win shares makes the wrong decision.
    fn decides(&self, s0: f64, s1: f64, wrong: TestDecision) -> Option<bool> {
        let test = SequentialTest { s0, s1, alpha: RATE, beta: RATE };
        let mut decision = None;
        let ended = self.until(|shares| {
            decision = test.decision(shares);
            decision.is_some()
        });
        Some(ended.is_some() && decision == Some(wrong))
    }

    /// Returns checks of the summary's lists on two identical agents among others, and on places.
    fn check_lists_of_twins(&self) -> Vec<NullCheck> {
        let tables = &self.totals.tables;
        let pairs = tables.get::<Pairs>().rows(&self.of.experiment);
        let tested = pairs::tested(&pairs);
        let pair = tested.iter().find(|(row, _)| (row.agent, row.other) == TWINS).map(|(_, q)| *q);
        let differences = tables.get::<Ratings>().differences();
        let rating = differences.iter().find(|row| (row.agent, row.other) == TWINS).and_then(|row| row.q);
        vec![
            NullCheck::small("findings: two equal agents differ in rating", rating),
            NullCheck::small("findings: two equal agents told apart", pair),
            NullCheck::any("findings: any place in the turn order matters", self.places_q()),
        ]
    }

    /// Returns checks of the lists on neighbours and places, where neither has an effect.
    fn check_lists_of_exchanged(&self) -> Vec<NullCheck> {
        let rows = self.totals.tables.get::<Neighbours>().rows();
        vec![
            NullCheck::any("findings: any neighbour matters", rows.iter().map(|row| row.q)),
            NullCheck::any("neighbours.csv: any vp_q", rows.iter().map(|row| row.vp_q)),
            NullCheck::any("findings: any place in the turn order matters", self.places_q()),
        ]
    }

    /// Returns the q values of places in the turn order; empty if none was tested.
    fn places_q(&self) -> Vec<Option<f64>> {
        let places = self.totals.tables.get::<TurnOrderTotals>().rows();
        seat_advantage::tested(&places).into_iter().flatten().map(|(_, q)| Some(q)).collect()
    }

    /// Returns checks of the summary's lists if nothing differs.
    fn check_lists(&self) -> Vec<NullCheck> {
        let tables = &self.totals.tables;
        let (pairs, ratings) = (tables.get::<Pairs>().rows(&self.of.experiment), tables.get::<Ratings>());
        let told_apart = pairs::tested(&pairs).into_iter().map(|(_, q)| Some(q));
        let mut lists = vec![
            NullCheck::any("findings: any two agents differ in rating", ratings.differences().iter().map(|row| row.q)),
            NullCheck::any("findings: any two agents told apart", told_apart),
            NullCheck::any("findings: any place in the turn order matters", self.places_q()),
        ];
        // Ratings of two agents always fit.
        if self.of.experiment.agents.len() > 2 {
            let method = "findings: any agent's wins differ from what ratings predict";
            lists.push(NullCheck::any(method, ratings.rows().iter().map(|row| row.misfit_q)));
        }
        lists
    }
}

/// Returns one of the rows, a different one in each repetition.
fn in_turn<T>(rows: &[T], repetition: usize) -> &T {
    &rows[repetition % rows.len()]
}
