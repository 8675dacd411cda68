//! What every method of the tables of any game says of an experiment of identical agents.

use super::Played;
use crate::lab::forms::passage::all_lists;
use crate::lab::schedule::stop;
use crate::lab::subject::null_check::{NullCheck, RATE};
use crate::lab::subject::{OwnMetrics, Subject};
use crate::lab::tables::seat_advantage::{self, SeatAdvantageRow};
use crate::lab::tables::{pairs, stopping};
use crate::stats::Estimate;
use crate::stats::sequential::{Decision, Looks, SequentialTest};

/// The half-width at which a stop rule ends play: reached after 30 to 80 clusters.
const HALF_WIDTH: f64 = 0.1;

impl<S: Subject> Played<'_, S> {
    /// What each method finds. Of rows that are many, such as places and outcomes, each repetition asks another.
    pub fn checks(&self, repetition: usize) -> Vec<NullCheck> {
        let summed = self.totals.tables.summed(self.experiment);
        let metrics = S::metrics(&summed);
        let (own_lists, own) = self.experiment.subject.null_checks(&summed, &metrics, repetition);
        let lists: Vec<NullCheck> = self.lists().into_iter().chain(own_lists).collect();
        let any = lists.iter().any(|check| check.found() == Some(true));
        let summary = NullCheck::at_most(
            "summary: anything found in any list where nothing differs",
            all_lists(lists.len()),
            Some(any),
        );
        let groups = [
            self.of_agents(),
            self.of_pairs(repetition),
            self.of_places(repetition),
            self.of_the_game(metrics, repetition),
            self.of_stopping(),
        ];
        groups.into_iter().flatten().chain(own).chain(lists).chain([summary]).collect()
    }

    /// The win share of a seat.
    fn share(&self) -> f64 {
        self.kept / self.experiment.players as f64
    }

    fn of_agents(&self) -> Vec<NullCheck> {
        let tables = &self.totals.tables;
        let (agents, ratings) = (tables.agents.rows(), tables.ratings.rows());
        let (agent, rating) = (&agents[0], &ratings[0]);
        vec![
            NullCheck::misses("agents.csv: interval of win_share", &agent.win_share, self.share()),
            NullCheck::covers("agents.csv: interval of vp", 0, agent.vp),
            NullCheck::covers("agents.csv: interval of margin", 0, agent.margin),
            NullCheck::covers("agents.csv: interval of vp_controlled", 0, agent.vp_controlled),
            NullCheck::misses("ratings.csv: interval of rating", &rating.rating, 0.0),
        ]
    }

    fn of_pairs(&self, repetition: usize) -> Vec<NullCheck> {
        let tables = &self.totals.tables;
        let (pairs, apart) = (tables.pairs.rows(self.experiment), tables.ratings.differences());
        let (pair, apart) = (in_turn(&pairs, repetition), in_turn(&apart, repetition));
        vec![
            NullCheck::exact("pairs.csv: ahead_p", is_found(pair.ahead_p)),
            NullCheck::exact("pairs.csv: vp_difference_p", is_found(pair.vp_difference_p)),
            NullCheck::misses("pairs.csv: interval of win_share", &pair.win_share, self.share()),
            NullCheck::misses("pairs.csv: interval of ahead", &pair.ahead, 0.5),
            NullCheck::misses("pairs.csv: interval of vp_difference", &pair.vp_difference, 0.0),
            NullCheck::misses("pairs.csv: interval of vp_difference_controlled", &pair.vp_difference_controlled, 0.0),
            NullCheck::misses("rating_differences.csv: interval of difference", &apart.difference, 0.0),
            NullCheck::at_most("rating_differences.csv: p", RATE, is_found(apart.p)),
        ]
    }

    fn of_places(&self, repetition: usize) -> Vec<NullCheck> {
        let places = self.totals.tables.seat_advantage.rows();
        let of = |is_it: fn(&SeatAdvantageRow) -> bool| -> Vec<SeatAdvantageRow> {
            places.iter().filter(|row| is_it(row)).cloned().collect()
        };
        let (all, single) = (of(|row| row.agent.is_none()), of(|row| row.agent == Some(0)));
        let (all, single) = (in_turn(&all, repetition), in_turn(&single, repetition));
        let share = self.share();
        vec![
            NullCheck::misses("seat_advantage.csv: interval of win_share, all agents", &all.win_share, share),
            NullCheck::misses("seat_advantage.csv: interval of win_difference, all agents", &all.win_difference, 0.0),
            NullCheck::at_most(
                "seat_advantage.csv: win_difference_p, all agents",
                RATE,
                is_found(all.win_difference_p),
            ),
            NullCheck::exact("seat_advantage.csv: vp_difference_p, all agents", is_found(all.vp_difference_p)),
            NullCheck::misses("seat_advantage.csv: interval of win_share, one agent", &single.win_share, share),
            NullCheck::misses("seat_advantage.csv: interval of win_difference, one agent", &single.win_difference, 0.0),
            NullCheck::at_most(
                "seat_advantage.csv: win_difference_p, one agent",
                RATE,
                is_found(single.win_difference_p),
            ),
        ]
    }

    /// `balance.csv`, and the comparison with another run if there is one.
    fn of_the_game(&self, own: OwnMetrics, repetition: usize) -> Vec<NullCheck> {
        let tables = &self.totals.tables;
        let rows = tables.balance.rows::<S>(&tables.cells, own);
        let named = |name: &str| rows.iter().find(|row| row.name == name).map_or(Estimate::default(), |row| row.value);
        let outcome = repetition % S::outcomes().len();
        let round = repetition % self.experiment.subject.rounds().max(1);
        let p = self.comparison.as_ref().and_then(|comparison| comparison.rows().first().and_then(|row| row.p));
        let checks = [
            NullCheck::covers("balance.csv: interval of an outcome", outcome, named(S::outcomes()[outcome].name)),
            NullCheck::covers("balance.csv: interval of decided", round, named(&format!("decided_{}", round + 1))),
            NullCheck::covers("balance.csv: interval of vp_seed_share", 0, named("vp_seed_share")),
            NullCheck::misses("balance.csv: interval of win_share_variance", &named("win_share_variance"), 0.0),
            NullCheck::misses("balance.csv: interval of vp_agent_share", &named("vp_agent_share"), 0.0),
            NullCheck::misses("balance.csv: interval of margin_agent_share", &named("margin_agent_share"), 0.0),
        ];
        let compared = self.comparison.iter().map(|_| NullCheck::exact("comparison.csv: p of leverage", is_found(p)));
        checks.into_iter().chain(compared).collect()
    }

    fn of_stopping(&self) -> Vec<NullCheck> {
        let share = self.share();
        let table = self.totals.tables.sequential.rows();
        let last = table.iter().rfind(|row| row.agent == 0);
        let decides = |s0: f64, s1: f64, wrong: Decision| {
            let test = SequentialTest { s0, s1, alpha: RATE, beta: RATE };
            let mut decision = None;
            let ended = self.until(|shares| {
                decision = test.decision(shares);
                decision.is_some()
            });
            Some(ended.is_some() && decision == Some(wrong))
        };
        let mut looks = Looks::from(stop::MIN_CLUSTERS);
        let ended =
            self.until(|shares| looks.is_due(shares.clusters().count) && stopping::is_narrow_share(shares, HALF_WIDTH));
        vec![
            NullCheck::at_most(
                "sequential test takes twice the true share for it",
                RATE,
                decides(share, (2.0 * share).min(0.5 * (1.0 + share)), Decision::Alternative),
            ),
            NullCheck::at_most(
                "sequential test takes half the true share for it",
                RATE,
                decides(share / 2.0, share, Decision::Null),
            ),
            // The interval only ever shrinks: if it ever missed, it still does at the end.
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

    /// The lists that a summary quotes, and in which nothing differs.
    fn lists(&self) -> Vec<NullCheck> {
        let tables = &self.totals.tables;
        let any = |q: Option<Vec<f64>>| q.filter(|q| !q.is_empty()).map(|q| q.iter().any(|q| *q < RATE));
        let pairs = tables.pairs.rows(self.experiment);
        let places = tables.seat_advantage.rows();
        let of_ratings = tables.ratings.differences().iter().filter_map(|row| row.q).collect();
        let of_pairs = pairs::tested(&pairs).into_iter().map(|(_, q)| q).collect();
        let of_places = seat_advantage::tested(&places).map(|tested| tested.into_iter().map(|(_, q)| q).collect());
        vec![
            NullCheck::at_most("findings: any two agents differ in rating", RATE, any(Some(of_ratings))),
            NullCheck::at_most("findings: any two agents told apart", RATE, any(Some(of_pairs))),
            NullCheck::at_most("findings: any place in the turn order matters", RATE, any(of_places)),
        ]
    }
}

/// Of many, another in each repetition.
fn in_turn<T>(rows: &[T], repetition: usize) -> &T {
    &rows[repetition % rows.len()]
}

fn is_found(p: Option<f64>) -> Option<bool> {
    p.map(|p| p < RATE)
}
