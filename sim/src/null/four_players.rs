//! Four identical agents: shares far from a half, and findings about several agents and places at once.

use agents::Agent;
use engine::Seat;
use engine::random::{Random, RngExt, mix, random};
use engine::skye::Skye;

use super::{RATE, misses};
use crate::arena::play;
use crate::error::{Error, Result};
use crate::experiment::Experiment;
use crate::findings::{places_that_matter, told_apart};
use crate::fixtures;
use crate::rows::GameRows;
use crate::tables::agents as table_of_agents;
use crate::tables::{pairs, seat_advantage};
use crate::telemetry::Telemetry;

/// How likely a win is kept where wins are made rare.
const KEPT: f64 = 0.1;

/// What is found in one repetition; nothing where a method gives no answer.
#[derive(Copy, Clone, Default, Debug)]
pub struct Found {
    /// The interval of an agent's win share misses a quarter.
    pub win_share: Option<bool>,
    /// The interval of how often an agent is ahead of another misses a half.
    pub ahead: Option<bool>,
    /// The same, by p value.
    pub ahead_p: Option<bool>,
    /// The findings tell any two agents apart.
    pub told_apart: Option<bool>,
    /// The findings call any place of the first round significant, where lots are drawn for places after the game.
    pub places: Option<bool>,
    /// The interval of a win share misses 2.5 %, where lots are drawn for wins: one in ten is kept.
    pub rare: Option<bool>,
}

/// Plays the experiment once and asks.
///
/// Win shares far from those of equal agents are not known of any agents. So they are made of equal ones: what is drawn by lot after a game
/// leaves what the games of a block have in common, and has a share that is known exactly.
///
/// # Errors
/// If the experiment is not one of several agents.
pub fn played(experiment: &Experiment, seed: u64) -> Result<Found> {
    let experiment = &Experiment { seed, ..experiment.clone() };
    let built = experiment.build_agents();
    let (mut telemetry, mut dice) = (Telemetry::new(), random(mix([seed, KEPT.to_bits()])));
    let mut tables = Tables::new(experiment);
    for block in 0..experiment.blocks {
        let games = fixtures::block(experiment, block).map(|fixture| {
            let game = experiment.game(fixture.seed.scoring).expect("an experiment is checked before it runs");
            let seated: Vec<&dyn Agent<Skye>> =
                fixture.agents[..experiment.players].iter().map(|&agent| &*built[agent]).collect();
            telemetry.rows_of(&game, &fixture, |watch| play(&game, &fixture.seed, &seated, watch)).clone()
        });
        tables.add_block(experiment, games, &mut dice);
    }
    tables.found(1.0 / experiment.players as f64)
}

struct Tables {
    agents: table_of_agents::Totals,
    pairs: pairs::Totals,
    /// With places by lot.
    places: seat_advantage::Totals,
    /// With wins by lot.
    rare: table_of_agents::Totals,
}

impl Tables {
    fn new(experiment: &Experiment) -> Self {
        Self {
            agents: table_of_agents::Totals::new(experiment),
            pairs: pairs::Totals::new(experiment),
            places: seat_advantage::Totals::new(experiment),
            rare: table_of_agents::Totals::new(experiment),
        }
    }

    fn add_block(&mut self, experiment: &Experiment, games: impl Iterator<Item = GameRows>, dice: &mut Random) {
        let mut agents = table_of_agents::BlockSums::new(experiment);
        let (mut pairs, mut places) = (pairs::BlockSums::default(), seat_advantage::BlockSums::new(experiment));
        let mut rare = agents.clone();
        let mut scoring = None;
        for mut rows in games {
            scoring = Some(rows.game.fixture.seed.scoring);
            agents.add(&rows);
            pairs.add(0, &rows);
            draw_first(&mut rows, dice);
            places.add(&rows);
            draw_wins(&mut rows, dice);
            rare.add(&rows);
        }
        let scoring = scoring.expect("a block has games");
        self.agents.add(&agents, &scoring);
        self.pairs.add(&pairs, &scoring);
        self.places.add(&places);
        self.rare.add(&rare, &scoring);
    }

    fn found(&self, fair: f64) -> Result<Found> {
        let pairs = self.pairs.rows();
        let pair = pairs.first().ok_or_else(|| Error::other("the null experiment is one of several agents"))?;
        Ok(Found {
            win_share: misses(&self.agents.rows()[0].win_share, fair),
            ahead: misses(&pair.ahead, 0.5),
            ahead_p: pair.ahead_p.map(|p| p < RATE),
            told_apart: told_apart(&pairs).map(|count| count > 0),
            places: places_that_matter(&self.places.rows()).map(|count| count > 0),
            rare: misses(&self.rare.rows()[0].win_share, KEPT * fair),
        })
    }
}

/// Draws who began.
fn draw_first(rows: &mut GameRows, dice: &mut Random) {
    let first = dice.random_range(0..rows.seats.len());
    rows.game.fixture.seed.first = Seat::all(rows.seats.len()).nth(first).expect("one of them");
}

/// Draws which wins are kept.
fn draw_wins(rows: &mut GameRows, dice: &mut Random) {
    rows.seats.iter_mut().for_each(|seat| seat.win_share *= f64::from(u8::from(dice.random_bool(KEPT))));
}
