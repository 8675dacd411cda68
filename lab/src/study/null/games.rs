//! The games of a null experiment, of which wins may be dropped, and tiles and circles exchanged.

use engine::Seat;
use engine::random::{Random, RngExt, mix, random};

use super::{KEPT, NullExperiment};
use crate::experiment::Experiment;
use crate::play::roster::{self, AnyRoster};
use crate::play::row_collector::RowCollector;
use crate::schedule::{blocks, circle};
use crate::subject::accumulator::Accumulators;
use crate::subject::means::OutcomeMeans;
use crate::subject::null_check::Null;
use crate::subject::outcome::{LEVERAGE, place};
use crate::subject::rows::{Rows, SeatRow};
use crate::subject::treatment::Treatment;
use crate::tables::comparison::Comparison;
use crate::tables::measures::Measure;
use crate::tables::totals::{BlockSums, Totals, accumulators};

/// A null experiment played once, and its comparison with another, if any.
pub(super) struct NullRun<'a> {
    pub of: &'a NullExperiment,
    pub totals: Totals,
    pub comparison: Option<Comparison>,
    /// The win shares of the first agent and its seats, by cluster.
    pub shares: Vec<(f64, u64)>,
}

impl NullExperiment {
    pub fn played(&self, seed: u64) -> NullRun<'_> {
        let mut rng = random(mix([seed, KEPT.to_bits()]));
        let mut first = NullGames::of(&self.experiment, seed);
        let mut second = self.experiment.compare.as_deref().map(|second| NullGames::of(second, seed));
        let mut totals = Totals::new(&self.experiment.schedule, &*self.experiment.subject);
        let leverage = place(self.experiment.info().outcomes, LEVERAGE);
        let mut comparison = second.is_some().then(|| {
            let measure = Measure::of_outcome(self.experiment.info(), LEVERAGE).expect("every game has it");
            Comparison::new(vec![measure])
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
        NullRun { of: self, totals, comparison, shares }
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
