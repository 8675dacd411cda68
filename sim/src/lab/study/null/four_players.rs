//! Four identical agents: shares far from a half, and findings about several agents and places at once.

use engine::Seat;
use engine::random::{Random, RngExt, mix, random};

use super::verdict::{RATE, misses};
use crate::base::error::{Error, Result};
use crate::lab::experiment::Experiment;
use crate::lab::forms::numbers::FALSE_FINDINGS;
use crate::lab::play::arena::{play, seated};
use crate::lab::play::telemetry::Telemetry;
use crate::lab::schedule::{Schedule, blocks};
use crate::lab::subject::{Accumulator, NullCheck, RowsOf, Subject};
use crate::lab::tables::{agents, pairs, seat_advantage};

/// How likely a win is to be kept where wins are made rare.
const KEPT: f64 = 0.1;

/// The config of the experiment; with this many blocks there are just enough wins for a two-sided band.
pub fn config<S: Subject>() -> String {
    format!(
        "name = \"null\"
game = \"{}\"
players = 4
blocks = 40
tables = []
agents = [{{ name = \"a\", spec = \"random\" }}, {{ name = \"b\", spec = \"random\" }}, \
          {{ name = \"c\", spec = \"random\" }}, {{ name = \"d\", spec = \"random\" }}]
",
        S::NAME
    )
}

/// Plays the experiment once, and says what each method finds; nothing where it gives no answer.
///
/// For no agents are win shares far from equality known. So they are made from equal agents: drawing lots after a game
/// preserves what the games of a block have in common, and gives a share that is known exactly.
///
/// # Errors
/// If the experiment is not one of several agents.
pub fn checks<S: Subject>(experiment: &Experiment<S>, seed: u64) -> Result<Vec<NullCheck>> {
    let mut experiment = experiment.clone();
    experiment.schedule.seed = seed;
    let built = experiment.build_agents();
    let (mut telemetry, mut dice) = (Telemetry::new(), random(mix([seed, KEPT.to_bits()])));
    let (schedule, subject) = (&experiment.schedule, &experiment.subject);
    let mut found: (agents::Totals, pairs::Totals) = (begun(schedule, subject), begun(schedule, subject));
    let mut places: seat_advantage::Totals = begun(schedule, subject);
    let mut rare: agents::Totals = begun(schedule, subject);
    for block in 0..experiment.blocks {
        let played = blocks::block(&experiment, block).map(|fixture| {
            let seated = seated(&built, &fixture.agents[..experiment.players]);
            telemetry.rows_of(&experiment, &fixture, |game, watch| play(game, &fixture.seed, &seated, watch)).clone()
        });
        let mut games: Vec<RowsOf<S>> = played.collect();
        add_block(&mut found.0, &experiment, &games);
        add_block(&mut found.1, &experiment, &games);
        games.iter_mut().for_each(|rows| draw_first::<S>(rows, &mut dice));
        add_block(&mut places, &experiment, &games);
        games.iter_mut().for_each(|rows| draw_wins::<S>(rows, &mut dice));
        add_block(&mut rare, &experiment, &games);
    }
    let (agents, pairs) = (found.0.rows(), found.1.rows(schedule));
    let pair = pairs.first().ok_or_else(|| Error::other("the null experiment is one of several agents"))?;
    let exact = |method, found| NullCheck { method, is_bound: false, found };
    let bound = |method, found| NullCheck { method, is_bound: true, found };
    let told_apart = pairs::tested(&pairs).iter().any(|(_, q)| *q < FALSE_FINDINGS);
    let place_matters =
        seat_advantage::tested(&places.rows()).map(|tested| tested.iter().any(|(_, q)| *q < FALSE_FINDINGS));
    let fair = 1.0 / experiment.players as f64;
    Ok(vec![
        exact("agents.csv: interval of win_share misses 0.25 with four players", misses(&agents[0].win_share, fair)),
        exact("pairs.csv: interval of ahead misses 0.5 with four players", misses(&pair.ahead, 0.5)),
        exact("pairs.csv: ahead_p below 0.05 with four players", pair.ahead_p.map(|p| p < RATE)),
        bound(
            "agents.csv: interval of win_share misses 0.025 where lots keep one win in ten of four players",
            misses(&rare.rows()[0].win_share, KEPT * fair),
        ),
        bound("findings: any two of four agents told apart", Some(told_apart)),
        bound("findings: any place in the turn order of four players matters where it is drawn by lot", place_matters),
    ])
}

/// Totals before the first cluster.
fn begun<S: Subject, A: Accumulator<S>>(schedule: &Schedule, subject: &S) -> A {
    A::new(schedule, subject)
}

/// Adds a cluster of one block.
fn add_block<S: Subject, A: Accumulator<S>>(totals: &mut A, experiment: &Experiment<S>, games: &[RowsOf<S>]) {
    let mut sums = A::sums(&experiment.schedule, &experiment.subject);
    games.iter().for_each(|rows| A::add(&mut sums, rows));
    totals.close(&sums);
}

/// Draws who started.
fn draw_first<S: Subject>(rows: &mut RowsOf<S>, dice: &mut Random) {
    let first = dice.random_range(0..rows.seats.len());
    rows.game.fixture.seed.first = Seat::all(rows.seats.len()).nth(first).expect("one of them");
}

/// Draws which wins are kept.
fn draw_wins<S: Subject>(rows: &mut RowsOf<S>, dice: &mut Random) {
    rows.seats.iter_mut().for_each(|seat| seat.win_share *= f64::from(u8::from(dice.random_bool(KEPT))));
}
