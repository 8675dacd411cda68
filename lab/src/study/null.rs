//! Null experiments: experiments in which it is known what there is to find, played over and over.
//!
//! Identical agents under different names: nothing. Two identical agents beside others: nothing between these two. Unequal agents whose
//! scoring tiles and circles are exchanged between seeds after the games: nothing that tiles or neighbours do.

use std::collections::BTreeMap;
use std::path::Path;

use engine::random::{Random, RngExt, mix, random};
use engine::{MAX_SEATS, Seat};
use rayon::prelude::*;
use statrs::distribution::{Binomial, DiscreteCDF};

use crate::base::error::Result;
use crate::config::{Overrides, parse};
use crate::experiment::Experiment;
use crate::forms::passage::all_lists;
use crate::play::roster::{self, AnyRoster};
use crate::play::telemetry::Telemetry;
use crate::schedule::lineup::Lineup;
use crate::schedule::{blocks, circle, stop};
use crate::subject::accumulator::Accumulators;
use crate::subject::cells::TreatmentCells;
use crate::subject::null_check::{Null, NullCheck, NullResult, RATE};
use crate::subject::outcome::LEVERAGE;
use crate::subject::rows::{Rows, SeatRow};
use crate::subject::treatment::Treatment;
use crate::subject::{GameInfo, OwnMetrics, RunSums};
use crate::tables::agents::Strengths;
use crate::tables::balance::Balance;
use crate::tables::measures::Measure;
use crate::tables::neighbours::Neighbours;
use crate::tables::pairs::Pairs;
use crate::tables::ratings::Ratings;
use crate::tables::seat_advantage::Positions;
use crate::tables::seat_advantage::SeatAdvantageRow;
use crate::tables::sequential::Sequences;
use crate::tables::totals::{BlockSums, Totals, accumulators};
use crate::tables::{comparison, pairs, seat_advantage, stopping};
use stats::mean::Shares;
use stats::sequential::{Decision, Looks, SequentialTest};
use stats::{Estimate, Welford};

/// The numbers of the two identical agents beside others.
const TWINS: (usize, usize) = (0, 1);

/// How likely a win is to be kept in the experiment of rare wins.
const KEPT: f64 = 0.1;

/// An experiment in which it is known what there is to find.
struct NullExperiment {
    name: String,
    null: Null,
    experiment: Experiment,
    /// How likely a win is to be kept: for no agents are win shares far from equality known, so they are made from equal agents. Drawing lots
    /// after a game preserves what the games of a block have in common, and gives a share that is known exactly.
    kept: f64,
}

/// Two identical agents beside others, at 3 to 5 players with one agent for each seat and with one more; and unequal agents.
fn of_unequal_agents(game: &GameInfo) -> Vec<(String, String, Null)> {
    let Some((twin, others)) = game.null_agents.split_first() else { return Vec::new() };
    let config = |agents: &[&str], players: usize, lineup: Lineup, seeds: u64| {
        let agent = |(index, spec): (usize, &&str)| format!("{{ name = \"a{index}\", spec = \"{spec}\" }}");
        let listed: Vec<String> = agents.iter().enumerate().map(agent).collect();
        format!(
            "name = \"null\"\ngame = \"{}\"\nplayers = {players}\nblocks = {}\nlineup = \"{}\"\nagents = [{}]\n",
            game.name,
            seeds * lineup.count(agents.len(), players),
            lineup.name(),
            listed.join(", ")
        )
    };
    let agents = |twins: usize, count: usize| -> Vec<&str> {
        [twin].into_iter().cycle().take(twins).chain(others).copied().take(count).collect()
    };
    let mut experiments = Vec::new();
    for players in 3..=MAX_SEATS {
        for (lineup, more, seeds) in [(Lineup::Rotate, 0, 40), (Lineup::RoundRobin, 1, 24)] {
            let name = format!("{} with two equal of {players} players", lineup.name());
            experiments.push((name, config(&agents(2, players + more), players, lineup, seeds), Null::Twins));
        }
    }
    for (players, lineup, more, seeds) in [(4, Lineup::Rotate, 0, 80), (3, Lineup::RoundRobin, 1, 40)] {
        let name = format!("{} of {players} players with seeds exchanged", lineup.name());
        experiments.push((name, config(&agents(1, players + more), players, lineup, seeds), Null::Exchanged));
    }
    experiments
}

/// Those of any game: the default design at 2 to 5 players, and rare wins.
fn of_any_game(game: &GameInfo) -> Vec<(&'static str, String, f64)> {
    let config = |players: usize, blocks: u64| {
        let agent = |name: &char| format!("{{ name = \"{name}\", spec = \"random\" }}");
        let agents: Vec<String> = ('a'..='e').take(players).map(|name| agent(&name)).collect();
        format!(
            "name = \"null\"\ngame = \"{}\"\nplayers = {players}\nblocks = {blocks}\nagents = [{}]\n",
            game.name,
            agents.join(", ")
        )
    };
    vec![
        ("2 players", config(2, 40), 1.0),
        ("3 players", config(3, 40), 1.0),
        ("4 players", config(4, 40), 1.0),
        ("5 players", config(5, 40), 1.0),
        ("rare wins of 4 players", config(4, 150), KEPT),
    ]
}

/// Plays all null experiments `repetitions` times with seeds from `seed` on, and tries every method on each.
///
/// # Errors
/// If an experiment of the game's is none of two agents or more.
pub fn verdicts(game: &'static GameInfo, repetitions: u64, seed: u64) -> Result<Vec<Verdict>> {
    let own = game.null_experiments.iter().map(|(name, config)| (*name, (*config).to_owned(), 1.0));
    let identical = of_any_game(game).into_iter().chain(own);
    let identical = identical.map(|(name, config, kept)| (name.to_owned(), config, Null::Identical, kept));
    let unequal = of_unequal_agents(game).into_iter().map(|(name, config, null)| (name, config, null, 1.0));
    let experiments = identical.chain(unequal).map(|(name, config, null, kept)| {
        let experiment = parse(game, "null experiment", &config, Path::new(""), &Overrides::default())?;
        Ok(NullExperiment { name, null, experiment, kept })
    });
    let experiments: Vec<NullExperiment> = experiments.collect::<Result<_>>()?;
    let mut tallies = Vec::new();
    for experiment in &experiments {
        let played: Vec<Vec<NullCheck>> = (0..repetitions)
            .into_par_iter()
            .map(|repetition| experiment.played(mix([seed, repetition])).checks(repetition as usize))
            .collect();
        tallies.extend(Tally::of(&experiment.name, &played));
    }
    Ok(tallies.iter().map(|tally| tally.verdict(tallies.len())).collect())
}

/// An experiment played once, and what it is compared with.
struct Played<'a> {
    experiment: &'a Experiment,
    null: Null,
    kept: f64,
    totals: Totals,
    comparison: Option<comparison::Comparison>,
    /// Win shares of the first agent, cluster by cluster.
    shares: Vec<(f64, u64)>,
}

impl NullExperiment {
    fn played(&self, seed: u64) -> Played<'_> {
        let mut rng = random(mix([seed, KEPT.to_bits()]));
        let mut first = Games::of(&self.experiment, seed);
        let mut second = self.experiment.compare.as_deref().map(|second| Games::of(second, seed));
        let mut totals = Totals::new(&self.experiment.schedule, &*self.experiment.subject);
        let leverage = totals.tables.get::<TreatmentCells>().place(LEVERAGE);
        let measures = || vec![Measure::of_outcome(self.experiment.info(), LEVERAGE).expect("every game has it")];
        let mut comparison = second.is_some().then(|| comparison::Comparison::new(measures()));
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
                    &[one.tables.get::<TreatmentCells>().mean(leverage)],
                    &[two.tables.get::<TreatmentCells>().mean(leverage)],
                );
            }
            totals.add(&one);
        }
        Played { experiment: &self.experiment, null: self.null, kept: self.kept, totals, comparison, shares }
    }

    /// All blocks, each with the treatment and the circles of another seed; `None` where nothing is exchanged.
    fn exchanged(&self, games: &mut Games, seed: u64) -> Option<Vec<Vec<Rows>>> {
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

    /// Draws lots by how many places the turn order of a block is shifted, so that no place in it matters, and which wins are kept.
    fn draw(&self, games: &mut [Rows], rng: &mut Random) {
        let players = self.experiment.players;
        let shift = rng.random_range(0..players);
        for rows in games {
            let first = &mut rows.game.fixture.seed.first;
            *first = Seat::all(players).nth((first.index() + shift) % players).expect("one of them");
            if self.kept < 1.0 {
                let kept = |rng: &mut Random| f64::from(u8::from(rng.random_bool(self.kept)));
                rows.seats.iter_mut().for_each(|seat| seat.win_share *= kept(rng));
            }
        }
    }
}

/// Seats the agents of a game around the table as `circle` says for rotation 0, whatever happened before.
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

/// The first agent's mean win share, and its seats.
fn share_of_first(games: &[Rows]) -> (f64, u64) {
    let seats = || games.iter().flat_map(|rows| rows.seats.iter().filter(|row| row.agent == 0));
    let count = seats().count();
    (seats().map(|row| row.win_share).sum::<f64>() / count as f64, count as u64)
}

/// Plays the blocks of an experiment under another seed.
struct Games {
    experiment: Experiment,
    roster: Box<dyn AnyRoster>,
    tables: Accumulators,
    telemetry: Telemetry,
}

impl Games {
    fn of(experiment: &Experiment, seed: u64) -> Self {
        let mut experiment = experiment.clone();
        experiment.schedule.seed = seed;
        let tables = accumulators(&experiment.schedule, &*experiment.subject);
        Self { roster: roster::of_experiment(&experiment), tables, experiment, telemetry: Telemetry::default() }
    }

    /// The games of a block.
    fn block(&mut self, block: u64) -> Vec<Rows> {
        let Self { experiment, roster, telemetry, .. } = self;
        let rows = |fixture| {
            let played = telemetry.play(experiment, &fixture, &**roster, &mut ());
            played.expect("agents of the game decide").0.clone()
        };
        blocks::block(experiment, block).map(rows).collect()
    }

    fn sums(&self, games: &[Rows]) -> BlockSums {
        let mut sums = BlockSums::new(&self.tables);
        games.iter().for_each(|rows| sums.add(&self.tables, rows));
        sums
    }
}

impl Played<'_> {
    /// The first agent's win shares as they came in, until `is_over` says so.
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

impl Played<'_> {
    /// What each method finds. Of rows that are many, such as places and outcomes, each repetition asks another.
    pub fn checks(&self, repetition: usize) -> Vec<NullCheck> {
        let summed = RunSums::new(self.experiment, &self.totals.tables);
        let subject = &self.experiment.subject;
        let metrics = subject.metrics(&summed);
        let (own_lists, own) = subject.null_checks(&summed, &metrics, (self.null, repetition));
        let of_any = match self.null {
            Null::Identical => self.lists(),
            Null::Twins => self.lists_of_twins(),
            Null::Exchanged => self.lists_of_exchanged(),
        };
        let lists: Vec<NullCheck> = of_any.into_iter().chain(own_lists).collect();
        let any = lists.iter().any(|check| check.found() == Some(true));
        let summary = NullCheck::at_most(
            "summary: anything found in any list where nothing differs",
            all_lists(lists.len()),
            Some(any),
        );
        let groups = match self.null {
            Null::Twins => return self.of_twins().into_iter().chain(lists).chain([summary]).collect(),
            Null::Exchanged => return lists.into_iter().chain([summary]).collect(),
            Null::Identical => [
                self.of_agents(),
                self.of_pairs(repetition),
                self.of_places(repetition),
                self.of_the_game(metrics, repetition),
                self.of_stopping(),
            ],
        };
        groups.into_iter().flatten().chain(own).chain(lists).chain([summary]).collect()
    }

    /// The win share of a seat.
    fn share(&self) -> f64 {
        self.kept / self.experiment.players as f64
    }

    fn of_agents(&self) -> Vec<NullCheck> {
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

    /// What tables say of two identical agents beside others.
    fn of_twins(&self) -> Vec<NullCheck> {
        let tables = &self.totals.tables;
        let (pairs, apart) = (tables.get::<Pairs>().rows(self.experiment), tables.get::<Ratings>().differences());
        let agents = tables.get::<Strengths>().rows();
        let pair = pairs.iter().find(|row| (row.agent, row.other) == TWINS && row.lineup.is_none()).expect("they meet");
        let apart = apart.iter().find(|row| (row.agent, row.other) == TWINS);
        let gap = apart.map_or(Estimate::default(), |row| row.difference);
        vec![
            NullCheck::covers("agents.csv: interval of win_share of one of two equal", 0, agents[0].win_share),
            NullCheck::covers("agents.csv: interval of vp of one of two equal", 0, agents[0].vp),
            NullCheck::exact("pairs.csv: ahead_p of two equal", is_found(pair.ahead_p)),
            NullCheck::exact("pairs.csv: vp_difference_p of two equal", is_found(pair.vp_difference_p)),
            NullCheck::misses("pairs.csv: interval of ahead of two equal", &pair.ahead, 0.5),
            NullCheck::misses("rating_differences.csv: interval of difference of two equal", &gap, 0.0),
        ]
    }

    fn of_pairs(&self, repetition: usize) -> Vec<NullCheck> {
        let tables = &self.totals.tables;
        let (pairs, apart) = (tables.get::<Pairs>().rows(self.experiment), tables.get::<Ratings>().differences());
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
        let places = self.totals.tables.get::<Positions>().rows();
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
        let rows = tables.get::<Balance>().rows(self.experiment.info(), tables.get(), own);
        let named = |name: &str| rows.iter().find(|row| row.name == name).map_or(Estimate::default(), |row| row.value);
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
        let compared = self.comparison.iter().map(|_| NullCheck::exact("comparison.csv: p of leverage", is_found(p)));
        checks.into_iter().chain(compared).collect()
    }

    fn of_stopping(&self) -> Vec<NullCheck> {
        let share = self.share();
        let table = self.totals.tables.get::<Sequences>().rows();
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

    /// The lists that a summary quotes, by what they say of two identical agents beside others, and of places.
    fn lists_of_twins(&self) -> Vec<NullCheck> {
        let tables = &self.totals.tables;
        let is_found = |q: Option<f64>| q.map(|q| q < RATE);
        let pairs = tables.get::<Pairs>().rows(self.experiment);
        let tested = pairs::tested(&pairs);
        let pair = tested.iter().find(|(row, _)| (row.agent, row.other) == TWINS).map(|(_, q)| *q);
        let differences = tables.get::<Ratings>().differences();
        let rating = differences.iter().find(|row| (row.agent, row.other) == TWINS).and_then(|row| row.q);
        vec![
            NullCheck::at_most("findings: two equal agents differ in rating", RATE, is_found(rating)),
            NullCheck::at_most("findings: two equal agents told apart", RATE, is_found(pair)),
            NullCheck::at_most("findings: any place in the turn order matters", RATE, self.any_place()),
        ]
    }

    /// The lists about neighbours and places, where neither matters.
    fn lists_of_exchanged(&self) -> Vec<NullCheck> {
        let rows = self.totals.tables.get::<Neighbours>().rows();
        let q: Vec<f64> = rows.iter().filter_map(|row| row.q).collect();
        let vp_q: Vec<f64> = rows.iter().filter_map(|row| row.vp_q).collect();
        let any = |q: &[f64]| (!q.is_empty()).then(|| q.iter().any(|q| *q < RATE));
        vec![
            NullCheck::at_most("findings: any neighbour matters", RATE, any(&q)),
            NullCheck::at_most("neighbours.csv: any vp_q", RATE, any(&vp_q)),
            NullCheck::at_most("findings: any place in the turn order matters", RATE, self.any_place()),
        ]
    }

    /// Whether any place in the turn order is said to matter.
    fn any_place(&self) -> Option<bool> {
        let places = self.totals.tables.get::<Positions>().rows();
        let q: Vec<f64> = seat_advantage::tested(&places)?.into_iter().map(|(_, q)| q).collect();
        (!q.is_empty()).then(|| q.iter().any(|q| *q < RATE))
    }

    /// The lists that a summary quotes, and in which nothing differs.
    fn lists(&self) -> Vec<NullCheck> {
        let tables = &self.totals.tables;
        let any = |q: Option<Vec<f64>>| q.filter(|q| !q.is_empty()).map(|q| q.iter().any(|q| *q < RATE));
        let pairs = tables.get::<Pairs>().rows(self.experiment);
        let of_ratings = tables.get::<Ratings>().differences().iter().filter_map(|row| row.q).collect();
        let of_misfits = tables.get::<Ratings>().rows().iter().filter_map(|row| row.misfit_q).collect();
        let of_pairs = pairs::tested(&pairs).into_iter().map(|(_, q)| q).collect();
        let misfits = || {
            let method = "findings: any agent's wins differ from what ratings predict";
            NullCheck::at_most(method, RATE, any(Some(of_misfits)))
        };
        let lists = [
            NullCheck::at_most("findings: any two agents differ in rating", RATE, any(Some(of_ratings))),
            NullCheck::at_most("findings: any two agents told apart", RATE, any(Some(of_pairs))),
            NullCheck::at_most("findings: any place in the turn order matters", RATE, self.any_place()),
        ];
        // Ratings of two agents always fit.
        let more = (self.experiment.agents.len() > 2).then(misfits);
        lists.into_iter().chain(more).collect()
    }
}

/// Of many, another in each repetition.
fn in_turn<T>(rows: &[T], repetition: usize) -> &T {
    &rows[repetition % rows.len()]
}

fn is_found(p: Option<f64>) -> Option<bool> {
    p.map(|p| p < RATE)
}

/// The confidence that all rates lie in their bands together.
const BAND: f64 = 0.99;

/// How a method did.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The experiment.
    pub experiment: String,
    /// What the method is.
    pub method: &'static str,
    /// How often it may find something.
    pub rate: f64,
    /// Repetitions in which it found something.
    pub found: u64,
    /// Repetitions in which it gave an answer.
    pub repetitions: u64,
    /// The fewest and the most findings that chance allows for.
    pub band: (u64, u64),
}

impl Verdict {
    /// Whether it found as often as it should.
    pub fn holds(&self) -> bool {
        (self.band.0..=self.band.1).contains(&self.found)
    }
}

/// What a method found in all repetitions of an experiment.
pub struct Tally {
    experiment: String,
    check: NullCheck,
    found: u64,
    repetitions: u64,
}

impl Tally {
    /// Of every method, in the order of the checks, which all repetitions have in common.
    pub fn of(experiment: &str, played: &[Vec<NullCheck>]) -> Vec<Self> {
        let methods = played.first().map_or(0, Vec::len);
        (0..methods).map(|place| Self::new(experiment, played.iter().map(|checks| checks[place]))).collect()
    }

    fn new(experiment: &str, checks: impl Iterator<Item = NullCheck> + Clone) -> Self {
        let check = checks.clone().next().expect("one repetition at least");
        // By row of the table.
        let mut truths: BTreeMap<usize, Welford> = BTreeMap::new();
        for check in checks.clone() {
            if let NullResult::Interval(row, Estimate { value: Some(value), .. }) = check.answer {
                truths.entry(row).or_default().push(value);
            }
        }
        let truth = |row: usize| truths.get(&row).and_then(Welford::mean).unwrap_or(0.0);
        let found = |check: NullCheck| match check.answer {
            NullResult::Nothing => None,
            NullResult::Found(found) => Some(found),
            NullResult::Interval(row, estimate) => NullCheck::misses(check.method, &estimate, truth(row)).found(),
        };
        let found: Vec<bool> = checks.filter_map(found).collect();
        let repetitions = found.len() as u64;
        Self {
            experiment: experiment.to_owned(),
            check,
            found: found.into_iter().filter(|found| *found).count() as u64,
            repetitions,
        }
    }

    /// The verdict, as one of this many.
    pub fn verdict(&self, tallies: usize) -> Verdict {
        let NullCheck { method, rate, is_bound, .. } = self.check;
        let beyond = (1.0 - BAND) / 2.0 / tallies as f64;
        let findings = Binomial::new(rate, self.repetitions).expect("a probability");
        let low = if is_bound { 0 } else { findings.inverse_cdf(beyond) };
        let band = (low, findings.inverse_cdf(1.0 - beyond));
        Verdict {
            experiment: self.experiment.clone(),
            method,
            rate,
            found: self.found,
            repetitions: self.repetitions,
            band,
        }
    }
}
