//! Null experiments: experiments with known true effects, played many times to measure error rates.
//!
//! With identical agents under different names, nothing differs. With two identical agents among others, these two do
//! not differ. With unequal agents whose scoring tiles and circles are exchanged between seeds after the games, neither
//! tiles nor neighbours have an effect.

use std::collections::BTreeMap;
use std::path::Path;

use engine::random::{Random, RngExt, mix, random};
use engine::{MAX_SEATS, Seat};
use rayon::prelude::*;
use statrs::distribution::{Binomial, DiscreteCDF};

use crate::base::error::Result;
use crate::config::{Overrides, parse};
use crate::experiment::Experiment;
use crate::forms::numbers::list;
use crate::forms::passage::all_lists;
use crate::play::roster::{self, AnyRoster};
use crate::play::row_collector::RowCollector;
use crate::schedule::lineup::Lineup;
use crate::schedule::{blocks, circle, stop};
use crate::subject::accumulator::Accumulators;
use crate::subject::means::OutcomeMeans;
use crate::subject::null_check::{Null, NullCheck, NullDesign, NullResult, RATE};
use crate::subject::outcome::{LEVERAGE, place};
use crate::subject::rows::{Rows, SeatRow};
use crate::subject::treatment::Treatment;
use crate::subject::{GameInfo, OwnMetrics, RunSums};
use crate::tables::agents::Strengths;
use crate::tables::balance::Balance;
use crate::tables::measures::Measure;
use crate::tables::neighbours::Neighbours;
use crate::tables::pairs::Pairs;
use crate::tables::ratings::Ratings;
use crate::tables::ratio_table::OwnRatios;
use crate::tables::seat_advantage::SeatAdvantageRow;
use crate::tables::seat_advantage::TurnOrderTotals;
use crate::tables::sequential::Sequences;
use crate::tables::totals::{BlockSums, Totals, accumulators};
use crate::tables::{comparison, pairs, seat_advantage, stopping};
use stats::mean::Shares;
use stats::sequential::{Looks, SequentialTest, TestDecision};
use stats::{Estimate, Welford};

/// The indices of the two identical agents among others.
const TWINS: (usize, usize) = (0, 1);

/// The probability that a win is kept in the experiment of rare wins.
const KEPT: f64 = 0.1;

/// An experiment with known true effects.
struct NullExperiment {
    null: Null,
    experiment: Experiment,
    /// The probability that a win is kept.
    ///
    /// Known win shares far from equality are made from equal agents by drawing lots after a game. This preserves the
    /// correlation of the games of a block, and gives an exactly known share.
    kept: f64,
}

/// Returns experiments of two identical agents among others, and of unequal agents.
///
/// They have 3 to 5 players, with one agent for each seat and with one more.
fn unequal_experiments(game: &GameInfo) -> Vec<(String, String, Null)> {
    let Some((twin, others)) = game.null_agents.split_first() else { return Vec::new() };
    let agents = |twins: usize, count: usize| -> Vec<&str> {
        [twin].into_iter().cycle().take(twins).chain(others).copied().take(count).collect()
    };
    let mut experiments = Vec::new();
    for players in 3..=MAX_SEATS {
        for (lineup, more, seeds) in [(Lineup::Rotate, 0, 40), (Lineup::RoundRobin, 1, 24)] {
            let name = format!("{} with two equal of {players} players", lineup.name());
            let config = config_of(game, &agents(2, players + more), players, lineup, seeds, "");
            experiments.push((name, config, Null::Twins));
        }
    }
    for (players, lineup, more, seeds) in [(4, Lineup::Rotate, 0, 80), (3, Lineup::RoundRobin, 1, 40)] {
        let name = format!("{} of {players} players with seeds exchanged", lineup.name());
        let config = config_of(game, &agents(1, players + more), players, lineup, seeds, "");
        experiments.push((name, config, Null::Exchanged));
    }
    experiments
}

/// Returns the config of an experiment of agents with these specs; `keys` are further lines.
pub(super) fn config_of(
    game: &GameInfo,
    specs: &[&str],
    players: usize,
    lineup: Lineup,
    seeds: u64,
    keys: &str,
) -> String {
    let agents = specs.iter().enumerate().map(|(index, spec)| format!("{{ name = \"a{index}\", spec = \"{spec}\" }}"));
    format!(
        "name = \"null\"\ngame = \"{}\"\nplayers = {players}\nblocks = {}\nlineup = \"{}\"\nagents = [{}]\n{keys}\n",
        game.name,
        seeds * lineup.count(specs.len(), players),
        lineup.name(),
        list(agents)
    )
}

/// The experiments of any game.
const DESIGNS: [NullDesign; 4] = [
    NullDesign::new("2 players", 2, 40, ""),
    NullDesign::new("3 players", 3, 40, ""),
    NullDesign::new("4 players", 4, 40, ""),
    NullDesign::new("5 players", 5, 40, ""),
];

/// The experiment of rare wins.
const RARE_WINS: NullDesign = NullDesign::new("rare wins of 4 players", 4, 150, "");

/// Plays all null experiments `repetitions` times with seeds from `seed` on, and applies every method.
///
/// # Errors
/// If an experiment of the game is not valid.
pub fn verdicts(game: &'static GameInfo, repetitions: u64, seed: u64) -> Result<Vec<MethodVerdict>> {
    let mut experiments = Vec::new();
    let all_kept = |design| (design, 1.0);
    let own = game.null_experiments.iter().map(all_kept);
    for (design, kept) in DESIGNS.iter().map(all_kept).chain([(&RARE_WINS, KEPT)]).chain(own) {
        let NullDesign { name, players, blocks, keys } = *design;
        let config = config_of(game, &vec!["random"; players], players, Lineup::Rotate, blocks, keys);
        experiments.push((name.to_owned(), config, Null::Identical, kept));
    }
    experiments.extend(unequal_experiments(game).into_iter().map(|(name, config, null)| (name, config, null, 1.0)));
    let mut played = Vec::new();
    for (name, config, null, kept) in experiments {
        let experiment = parse(game, "null experiment", &config, Path::new(""), &Overrides::default())?;
        let experiment = NullExperiment { null, experiment, kept };
        let checks: Vec<Vec<NullCheck>> = (0..repetitions)
            .into_par_iter()
            .map(|repetition| experiment.played(mix([seed, repetition])).checks(repetition as usize))
            .collect();
        played.push((name, checks));
    }
    Ok(MethodTally::verdicts(&played))
}

/// A null experiment played once, and its comparison with another, if any.
struct NullRun<'a> {
    experiment: &'a Experiment,
    null: Null,
    kept: f64,
    totals: Totals,
    comparison: Option<comparison::Comparison>,
    /// The win shares of the first agent and its seats, by cluster.
    shares: Vec<(f64, u64)>,
}

impl NullExperiment {
    fn played(&self, seed: u64) -> NullRun<'_> {
        let mut rng = random(mix([seed, KEPT.to_bits()]));
        let mut first = NullGames::of(&self.experiment, seed);
        let mut second = self.experiment.compare.as_deref().map(|second| NullGames::of(second, seed));
        let mut totals = Totals::new(&self.experiment.schedule, &*self.experiment.subject);
        let leverage = place(self.experiment.info().outcomes, LEVERAGE);
        let mut comparison = second.is_some().then(|| {
            let measure = Measure::of_outcome(self.experiment.info(), LEVERAGE).expect("every game has it");
            comparison::Comparison::new(vec![measure])
        });
        let mut shares = Vec::new();
        let exchanged = self.exchanged(&mut first, seed);
        for block in 0..self.experiment.blocks {
            let mut games = match &exchanged {
                Some(blocks) => blocks[block as usize].clone(),
                None => first.block(block),
            };
            self.draw(&mut games, &mut rng);
            let one = first.sums(&games);
            shares.push(share_of_first(&games));
            if let (Some(second), Some(comparison)) = (&mut second, &mut comparison) {
                let games = second.block(block);
                let two = second.sums(&games);
                comparison.add(
                    &[one.tables.get::<OutcomeMeans>().mean(leverage)],
                    &[two.tables.get::<OutcomeMeans>().mean(leverage)],
                );
            }
            totals.add(&[one]);
        }
        NullRun { experiment: &self.experiment, null: self.null, kept: self.kept, totals, comparison, shares }
    }

    /// Plays all blocks and exchanges treatments and circles between seeds; `None` without exchange.
    fn exchanged(&self, games: &mut NullGames, seed: u64) -> Option<Vec<Vec<Rows>>> {
        if self.null != Null::Exchanged {
            return None;
        }
        let schedule = &self.experiment.schedule;
        let mut blocks: Vec<Vec<Rows>> = (0..schedule.blocks).map(|block| games.block(block)).collect();
        let rng = &mut random(mix([seed, schedule.blocks]));
        let mut treatments: Vec<Treatment> =
            blocks.iter().step_by(schedule.lineups() as usize).map(|games| games[0].treatment.clone()).collect();
        for place in (1..treatments.len()).rev() {
            treatments.swap(place, rng.random_range(0..=place));
        }
        let master = rng.random();
        for (block, games) in blocks.iter_mut().enumerate() {
            let block = block as u64;
            let (cluster, lineup) = (schedule.cluster_of(block), schedule.lineup_of(block));
            let circle = circle::drawn(schedule.players, master, cluster, lineup);
            let listed = schedule.seated(lineup);
            for rows in games {
                rows.treatment = treatments[cluster as usize].clone();
                reseat(rows, |seat| listed[circle[seat]]);
            }
        }
        Some(blocks)
    }

    /// Rotates a block's turn order at random, so that places have no effect, and draws the kept wins.
    fn draw(&self, games: &mut [Rows], rng: &mut Random) {
        let players = self.experiment.players;
        let shift = rng.random_range(0..players);
        for rows in games {
            let first = &mut rows.game.fixture.seed.first;
            *first = Seat::all(players).nth((first.index() + shift) % players).expect("one of them");
            if self.kept < 1.0 {
                for seat in &mut rows.seats {
                    seat.win_share *= f64::from(u8::from(rng.random_bool(self.kept)));
                }
            }
        }
    }
}

/// Reseats the agents of a game in the order that `circle` gives for rotation 0.
fn reseat(rows: &mut Rows, circle: impl Fn(usize) -> usize) {
    let (players, rotation) = (rows.game.players, rows.game.fixture.rotation);
    let before = rows.seats.clone();
    for seat in 0..players {
        let agent = circle((seat + players - rotation) % players);
        rows.game.fixture.agents[seat] = agent;
        let row = before.iter().find(|row| row.agent == agent).expect("every agent has a seat");
        rows.seats[seat] = SeatRow { seat, ..*row };
    }
    rows.game.winners = Seat::all(players).filter(|seat| rows.seats[seat.index()].rank == 1).collect();
}

/// Returns the first agent's mean win share, and its number of seats.
fn share_of_first(games: &[Rows]) -> (f64, u64) {
    let seats = games.iter().flat_map(|rows| &rows.seats).filter(|row| row.agent == 0);
    let shares: Vec<f64> = seats.map(|row| row.win_share).collect();
    (shares.iter().sum::<f64>() / shares.len() as f64, shares.len() as u64)
}

/// Plays the blocks of an experiment under another seed.
struct NullGames {
    experiment: Experiment,
    roster: Box<dyn AnyRoster>,
    tables: Accumulators,
    collector: RowCollector,
}

impl NullGames {
    fn of(experiment: &Experiment, seed: u64) -> Self {
        let mut experiment = experiment.clone();
        experiment.schedule.seed = seed;
        let tables = accumulators(&experiment.schedule, &*experiment.subject);
        Self { roster: roster::of_experiment(&experiment), tables, experiment, collector: RowCollector::default() }
    }

    /// Plays the games of a block.
    fn block(&mut self, block: u64) -> Vec<Rows> {
        let Self { experiment, roster, collector, .. } = self;
        let games = blocks::block(experiment, block).map(|fixture| {
            let played = collector.play(experiment, &fixture, &**roster, &mut ());
            played.expect("agents of the game decide").0.clone()
        });
        games.collect()
    }

    fn sums(&self, games: &[Rows]) -> BlockSums {
        let mut sums = BlockSums::new(&self.tables);
        games.iter().for_each(|rows| sums.add(&self.tables, rows));
        sums
    }
}

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
}

/// The half-width at which a stop rule ends play: reached after 30 to 80 clusters.
const HALF_WIDTH: f64 = 0.1;

impl NullRun<'_> {
    /// Applies every method. In tables with many rows, each repetition checks a different one.
    pub fn checks(&self, repetition: usize) -> Vec<NullCheck> {
        let summed = RunSums::new(self.experiment, &self.totals.tables);
        let subject = &self.experiment.subject;
        let metrics = subject.metrics(&summed);
        let own = subject.null_checks(&summed, &metrics, self.null, repetition);
        let intervals = self.totals.tables.get::<OwnRatios>().null_checks(repetition);
        let of_any = match self.null {
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
        let groups = match self.null {
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
        self.kept / self.experiment.players as f64
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
        let (pairs, apart) = (tables.get::<Pairs>().rows(self.experiment), tables.get::<Ratings>().differences());
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
        let (pairs, apart) = (tables.get::<Pairs>().rows(self.experiment), tables.get::<Ratings>().differences());
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
        let rows = tables.get::<Balance>().rows(&RunSums::new(self.experiment, tables), own);
        let named =
            |name: &str| rows.iter().find(|row| row.metric == name).map_or(Estimate::default(), |row| row.value);
        let outcomes = self.experiment.info().outcomes;
        let outcome = repetition % outcomes.len();
        let round = repetition % self.experiment.subject.rounds().max(1);
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
        let pairs = tables.get::<Pairs>().rows(self.experiment);
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
        let (pairs, ratings) = (tables.get::<Pairs>().rows(self.experiment), tables.get::<Ratings>());
        let told_apart = pairs::tested(&pairs).into_iter().map(|(_, q)| Some(q));
        let mut lists = vec![
            NullCheck::any("findings: any two agents differ in rating", ratings.differences().iter().map(|row| row.q)),
            NullCheck::any("findings: any two agents told apart", told_apart),
            NullCheck::any("findings: any place in the turn order matters", self.places_q()),
        ];
        // Ratings of two agents always fit.
        if self.experiment.agents.len() > 2 {
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

/// The joint confidence level of all bands of rates.
const BAND: f64 = 0.99;

/// The error rate of a method in an experiment, compared with its nominal rate.
#[derive(Clone, Debug)]
pub struct MethodVerdict {
    /// The experiment.
    pub experiment: String,
    /// The method.
    pub method: String,
    /// Its nominal rate of findings.
    pub rate: f64,
    /// The number of repetitions with a finding.
    pub found: u64,
    /// The number of repetitions with an answer.
    pub repetitions: u64,
    /// The minimum and maximum numbers of findings consistent with chance.
    pub band: (u64, u64),
}

impl MethodVerdict {
    /// Returns whether the number of findings is within the band.
    pub fn holds(&self) -> bool {
        (self.band.0..=self.band.1).contains(&self.found)
    }
}

/// The number of findings of a method in all repetitions of an experiment.
pub(super) struct MethodTally<'c> {
    experiment: &'c str,
    check: &'c NullCheck,
    found: u64,
    repetitions: u64,
}

impl<'c> MethodTally<'c> {
    /// Compares the rates of all methods with their bands, given the checks of each experiment by repetition.
    ///
    /// The order of checks is the same in all repetitions.
    pub(super) fn verdicts(played: &'c [(String, Vec<Vec<NullCheck>>)]) -> Vec<MethodVerdict> {
        let mut tallies: Vec<Self> = Vec::new();
        for (experiment, repetitions) in played {
            for place in 0..repetitions.first().map_or(0, Vec::len) {
                let checks: Vec<&NullCheck> = repetitions.iter().map(|checks| &checks[place]).collect();
                tallies.push(Self::new(experiment, &checks));
            }
        }
        tallies.iter().map(|tally| tally.verdict(tallies.len())).collect()
    }

    fn new(experiment: &'c str, checks: &[&'c NullCheck]) -> Self {
        // By row of the table.
        let mut truths: BTreeMap<usize, Welford> = BTreeMap::new();
        for check in checks {
            if let NullResult::Interval(row, Estimate { value: Some(value), .. }) = check.answer {
                truths.entry(row).or_default().push(value);
            }
        }
        let (mut found, mut repetitions) = (0, 0);
        for check in checks {
            let is_found = match check.answer {
                NullResult::Nothing => None,
                NullResult::Found(found) => Some(found),
                NullResult::Interval(row, estimate) => {
                    let truth = truths.get(&row).and_then(Welford::mean).unwrap_or(0.0);
                    NullCheck::misses("", &estimate, truth).found()
                }
            };
            found += u64::from(is_found == Some(true));
            repetitions += u64::from(is_found.is_some());
        }
        Self { experiment, check: checks[0], found, repetitions }
    }

    /// Compares the rate with its band, which is adjusted for this number of tallies.
    fn verdict(&self, tallies: usize) -> MethodVerdict {
        let &Self { experiment, check, found, repetitions } = self;
        let beyond = (1.0 - BAND) / 2.0 / tallies as f64;
        let findings = Binomial::new(check.rate, repetitions).expect("a probability");
        let low = if check.is_bound { 0 } else { findings.inverse_cdf(beyond) };
        let band = (low, findings.inverse_cdf(1.0 - beyond));
        let (experiment, method) = (experiment.to_owned(), check.method.clone());
        MethodVerdict { experiment, method, rate: check.rate, found, repetitions, band }
    }
}
