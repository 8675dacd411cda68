//! Null experiments: identical agents under different names, over and over. What the statistics should find in them is known: nothing.

pub mod verdict;

mod checks;

use std::path::Path;

use engine::Seat;
use engine::random::{Random, RngExt, mix, random};
use rayon::prelude::*;

use self::verdict::{Tally, Verdict};
use crate::base::error::Result;
use crate::lab::config::{Overrides, parse};
use crate::lab::experiment::Experiment;
use crate::lab::play::arena::{play, seated};
use crate::lab::play::telemetry::Telemetry;
use crate::lab::schedule::blocks;
use crate::lab::subject::null_check::NullCheck;
use crate::lab::subject::outcome::LEVERAGE;
use crate::lab::subject::rows::Rows;
use crate::lab::subject::{RowsOf, Subject};
use crate::lab::tables::comparison;
use crate::lab::tables::measures::Measure;
use crate::lab::tables::totals::{BlockSums, Totals};
use crate::stats::share::Shares;

/// How likely a win is to be kept in the experiment of rare wins.
const KEPT: f64 = 0.1;

/// An experiment of identical agents.
struct NullExperiment<S: Subject> {
    name: &'static str,
    experiment: Experiment<S>,
    /// How likely a win is to be kept: for no agents are win shares far from equality known, so they are made from equal agents. Drawing lots
    /// after a game preserves what the games of a block have in common, and gives a share that is known exactly.
    kept: f64,
}

/// Those of any game: the default design at 2 to 5 players, and rare wins.
fn of_any_game<S: Subject>() -> Vec<(&'static str, String, f64)> {
    let config = |players: usize, blocks: u64| {
        let agent = |name: &char| format!("{{ name = \"{name}\", spec = \"random\" }}");
        let agents: Vec<String> = ('a'..='e').take(players).map(|name| agent(&name)).collect();
        format!(
            "name = \"null\"\ngame = \"{}\"\nplayers = {players}\nblocks = {blocks}\nagents = [{}]\n",
            S::NAME,
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
pub fn verdicts<S: Subject>(repetitions: u64, seed: u64) -> Result<Vec<Verdict>> {
    let own = S::NULL_EXPERIMENTS.iter().map(|(name, config)| (*name, (*config).to_owned(), 1.0));
    let experiments = of_any_game::<S>().into_iter().chain(own).map(|(name, config, kept)| {
        let experiment = parse::<S>("null experiment", &config, Path::new(""), &Overrides::default())?;
        Ok(NullExperiment { name, experiment, kept })
    });
    let experiments: Vec<NullExperiment<S>> = experiments.collect::<Result<_>>()?;
    let mut tallies = Vec::new();
    for experiment in &experiments {
        let played: Vec<Vec<NullCheck>> = (0..repetitions)
            .into_par_iter()
            .map(|repetition| experiment.played(mix([seed, repetition])).checks(repetition as usize))
            .collect();
        tallies.extend(Tally::of(experiment.name, &played));
    }
    Ok(tallies.iter().map(|tally| tally.verdict(tallies.len())).collect())
}

/// An experiment played once, and what it is compared with.
struct Played<'a, S: Subject> {
    experiment: &'a Experiment<S>,
    kept: f64,
    totals: Totals<S>,
    comparison: Option<comparison::Comparison>,
    /// Win shares of the first agent, cluster by cluster.
    shares: Vec<(f64, u64)>,
}

impl<S: Subject> NullExperiment<S> {
    fn played(&self, seed: u64) -> Played<'_, S> {
        let mut dice = random(mix([seed, KEPT.to_bits()]));
        let mut first = Games::of(&self.experiment, seed);
        let mut second = self.experiment.compare.as_deref().map(|second| Games::of(second, seed));
        let mut totals = Totals::new(&self.experiment.schedule, &self.experiment.subject);
        let leverage = totals.tables.cells.place(LEVERAGE);
        let measures = || vec![Measure::Outcome(leverage)];
        let mut comparison = second.is_some().then(|| comparison::Comparison::new::<S>(measures()));
        let mut shares = Vec::new();
        for block in 0..self.experiment.blocks {
            let mut games = first.block(block);
            self.draw(&mut games, &mut dice);
            let one = first.sums(&games);
            shares.push(share_of_first(&games));
            if let (Some(second), Some(comparison)) = (&mut second, &mut comparison) {
                let games = second.block(block);
                let two = second.sums(&games);
                comparison.add(&[one.tables.cells.mean(leverage)], &[two.tables.cells.mean(leverage)]);
            }
            totals.add(&one);
        }
        Played { experiment: &self.experiment, kept: self.kept, totals, comparison, shares }
    }

    /// Draws lots by how many places the turn order of a block is shifted, so that no place in it matters, and which wins are kept.
    fn draw(&self, games: &mut [RowsOf<S>], dice: &mut Random) {
        let players = self.experiment.players;
        let shift = dice.random_range(0..players);
        for rows in games {
            let first = &mut rows.game.fixture.seed.first;
            *first = Seat::all(players).nth((first.index() + shift) % players).expect("one of them");
            if self.kept < 1.0 {
                let kept = |dice: &mut Random| f64::from(u8::from(dice.random_bool(self.kept)));
                rows.seats.iter_mut().for_each(|seat| seat.win_share *= kept(dice));
            }
        }
    }
}

/// The first agent's mean win share, and its seats.
fn share_of_first<T, N>(games: &[Rows<T, N>]) -> (f64, u64) {
    let seats = || games.iter().flat_map(|rows| rows.seats.iter().filter(|row| row.agent == 0));
    let count = seats().count();
    (seats().map(|row| row.win_share).sum::<f64>() / count as f64, count as u64)
}

/// Plays the blocks of an experiment under another seed.
struct Games<S: Subject> {
    experiment: Experiment<S>,
    agents: Vec<Box<dyn agents::Agent<S::Game>>>,
    telemetry: Telemetry<S>,
}

impl<S: Subject> Games<S> {
    fn of(experiment: &Experiment<S>, seed: u64) -> Self {
        let mut experiment = experiment.clone();
        experiment.schedule.seed = seed;
        Self { agents: experiment.build_agents(), experiment, telemetry: Telemetry::new() }
    }

    /// The games of a block.
    fn block(&mut self, block: u64) -> Vec<RowsOf<S>> {
        let Self { experiment, agents, telemetry } = self;
        let played = blocks::block(experiment, block).map(|fixture| {
            let seated = seated(agents, &fixture.agents[..experiment.players]);
            telemetry.rows_of(experiment, &fixture, |game, watch| play(game, &fixture.seed, &seated, watch)).clone()
        });
        played.collect()
    }

    fn sums(&self, games: &[RowsOf<S>]) -> BlockSums<S> {
        let mut sums = BlockSums::new(&self.experiment.schedule, &self.experiment.subject);
        games.iter().for_each(|rows| sums.add(rows));
        sums
    }
}

impl<S: Subject> Played<'_, S> {
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
