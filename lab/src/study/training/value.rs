//! Training of the nets that estimate win probabilities between rounds.
//!
//! Plays games of self-play in pieces that are kept, then fits a net to their results. A game only provides the
//! features of a position: see [`Learnable`].

use std::path::Path;
use std::slice;

use agents::net::{ContestRow, Contests, ONE, Training};
use agents::value::{Evaluation, GameFamily, Learnable, MILLI, SeatFeatures};
use agents::{Agent, AgentSpec, net};
use engine::random::{below, mix};
use engine::{Game, Seat};
use serde::{Deserialize, Serialize};

use super::pieces::Pieces;
use super::{HELD_OUT, in_words, play_rounds, repeatable};
use crate::base::error::{Error, Result};
use crate::base::ordered::Workers;
use crate::play::exec_options::ExecOptions;
use crate::play::numbered_games::{game_seed, treatment_seed};
use crate::study::of_game::{Trained, TrainingOrder};
use crate::subject::Setup;

/// Plays the games that are missing from the folder, and trains; or measures the evaluation that the order names.
///
/// Half of the games have the first of the settings, the others any; the first must have all parts in play that any
/// other has. The agent with the spec `slips_like` takes the decisions that are slips.
///
/// # Errors
/// If the games of an agent are not repeatable, one of its files does not cover all settings, the evaluation to measure
/// is not one for the game and number of players, the folder contains anything else or cannot be written, threads
/// cannot be created, or on Ctrl-C; finished pieces are kept.
pub fn train<S: Setup>(
    order: &TrainingOrder,
    settings: &[S],
    slips_like: &str,
    folder: &Path,
    exec: ExecOptions,
) -> Result<Trained>
where
    S::Game: Learnable,
{
    let agent = repeatable("--agent", &order.agent, settings)?;
    let slips_like = repeatable("--slips", slips_like, settings)?;
    let known = settings[0].game(&settings[0].treatment(0, treatment_seed(order.seed, 0))).family();
    let plan = TrainingPlan { order, settings, agent, slips_like, known };
    let measured = order.measured.as_ref().map(|text| plan.read(text)).transpose()?;
    let [mut learned, held_out] = plan.examples(folder, exec)?;
    match measured {
        Some(evaluation) => {
            learned.extend(held_out);
            let losses = losses(&learned, "positions", &slopes::<S::Game>(&learned), &evaluation);
            Ok(Trained { file: evaluation.to_json(), report: losses })
        }
        None => {
            let evaluation = plan.fit(&learned, &held_out)?;
            let losses = losses(&held_out, "of other games", &evaluation.slopes, &evaluation);
            let report = format!("learned from {} positions; {losses}", learned.len());
            Ok(Trained { file: evaluation.to_json(), report })
        }
    }
}

/// The plan for training an evaluation.
struct TrainingPlan<'a, S> {
    order: &'a TrainingOrder,
    settings: &'a [S],
    agent: AgentSpec,
    slips_like: AgentSpec,
    /// The games for which the evaluation is trained.
    known: GameFamily,
}

impl<S: Setup> TrainingPlan<'_, S>
where
    S::Game: Learnable,
{
    /// Reads an evaluation for these games.
    fn read(&self, file: &str) -> Result<Evaluation> {
        let evaluation = Evaluation::from_json::<S::Game>(file).map_err(|error| Error::input("--try", &error, ""))?;
        let (found, wanted) = (evaluation.known.players, self.known.players);
        if found != wanted {
            let what = format_args!("knows games of {found} players; accepted: of {wanted}");
            return Err(Error::input("--try", what, ""));
        }
        Ok(evaluation)
    }

    /// Plays the games that are missing from the folder; returns the examples of all games in it.
    ///
    /// They are those to learn from, and those held out.
    fn examples(&self, folder: &Path, exec: ExecOptions) -> Result<[Vec<Snapshot>; 2]> {
        let workers = Workers::new(exec.threads)?;
        let agents = [&self.agent, &self.slips_like].map(|agent| agent.build(S::KINDS));
        let pieces = Pieces::open(folder, &self.of_play(), self.order.games, |number| {
            serde_json::to_string(&self.snapshots(number, &agents)).map_err(Error::of_machine)
        })?;
        Pieces::fill(slice::from_ref(&pieces), &workers, exec.quiet)?;
        let mut examples = [Vec::new(), Vec::new()];
        pieces.examples(
            &workers,
            || (),
            |(), number, line, of_piece: &mut [Vec<Snapshot>; 2]| {
                let is_held_out = mix([number]).is_multiple_of(HELD_OUT);
                of_piece[usize::from(is_held_out)].extend(serde_json::from_str::<Vec<Snapshot>>(line).ok()?);
                Some(())
            },
            |of_piece| examples.iter_mut().zip(of_piece).for_each(|(all, more)| all.extend(more)),
        )?;
        Ok(examples)
    }

    /// Plays a game and returns its snapshots, one before every round but the first.
    fn snapshots(&self, number: u64, [agent, slips_like]: &[Box<dyn Agent<S::Game>>; 2]) -> Vec<Snapshot> {
        let Self { order: TrainingOrder { slips, seed, .. }, settings, known, .. } = self;
        let any = number % 2 == 1;
        let setting = &settings[if any { (mix([number, *seed]) % settings.len() as u64) as usize } else { 0 }];
        let game = setting.game(&setting.treatment(number, treatment_seed(*seed, number)));
        let (mut snapshots, mut cache) = (Vec::new(), S::Game::new_cache());
        let ending = play_rounds(
            &game,
            &game_seed(*seed, number, known.players),
            |position, seat, rng| {
                let decides = if below(rng, 100) < *slips { slips_like } else { agent };
                decides.choose(&game, &game.view(position, seat), rng).action
            },
            |position, to_come| {
                let seats = Seat::all(game.seats()).map(|seat| (0.0, game.features(position, seat, &mut cache)));
                snapshots.push(Snapshot { to_come, seats: seats.collect() });
            },
        );
        for Snapshot { seats, .. } in &mut snapshots {
            for (seat, (share, _)) in Seat::all(game.seats()).zip(seats) {
                *share = ending.win_share(seat) as f32;
            }
        }
        snapshots
    }

    /// Fits an evaluation.
    fn fit(&self, learned: &[Snapshot], held_out: &[Snapshot]) -> Result<Evaluation> {
        if learned.is_empty() || held_out.is_empty() {
            return Err(Error::input("--games", "too few to hold some out", ""));
        }
        let TrainingOrder { hidden, epochs, seed, .. } = *self.order;
        let training = Training { hidden, epochs, decay: 1.0, seed, ..Training::default() };
        let slopes = slopes::<S::Game>(learned);
        let contests = contests(learned, S::Game::width(&self.known.modules), &slopes);
        let net = net::train(&contests, &training, |_, _| {}).map_err(Error::of_machine)?;
        Ok(Evaluation { trained_on: self.in_words(), known: self.known.clone(), slopes, net })
    }

    /// Describes how games are played, without their number.
    fn of_play(&self) -> String {
        let Self { order: TrainingOrder { slips, seed, .. }, known, agent, slips_like, .. } = self;
        let agent = in_words(agent);
        format!("self-play of {agent}\n{known}\nslips {slips} % like {slips_like}\nseed {seed}\n")
    }

    /// Describes the games on which an evaluation is trained.
    fn in_words(&self) -> String {
        let Self { order: TrainingOrder { games, slips, seed, .. }, known, agent, slips_like, .. } = self;
        let players = known.players;
        format!("{games} games of {players} {agent}, {slips} % of the decisions by {slips_like}, seed {seed}")
    }
}

/// Describes the losses of predictions: the mean over positions of the negative log-probability of the result.
///
/// They are that of an evaluation, of linear worth with these slopes, and of equal win probabilities for all seats.
fn losses(snapshots: &[Snapshot], what: &str, slopes: &[i32], evaluation: &Evaluation) -> String {
    let Evaluation { net, known, .. } = evaluation;
    format!(
        "log loss on {} {what}: {:.4}, by linear worth {:.4}, with equal chances {:.4}",
        snapshots.len(),
        contests(snapshots, net.inputs(), &evaluation.slopes).loss_of(net),
        contests(snapshots, 0, slopes).loss(|_| 0.0),
        libm::log(known.players as f64),
    )
}

/// The features of a position between two rounds.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Snapshot {
    /// The number of rounds to come.
    to_come: usize,
    /// The final win share and the features of each seat.
    seats: Vec<(f32, SeatFeatures)>,
}

impl Snapshot {
    /// Returns each seat's lead over the first seat in linear worth, in VP.
    fn leads(&self) -> impl Iterator<Item = f64> {
        let (_, first) = &self.seats[0];
        self.seats.iter().map(|(_, seen)| f64::from(seen.worth - first.worth) / f64::from(MILLI))
    }
}

/// Fits the slopes of these snapshots by rounds to come.
fn slopes<G: Learnable>(snapshots: &[Snapshot]) -> Vec<i32> {
    (0..G::MAX_ROUNDS).map(|to_come| slope(snapshots, to_come)).collect()
}

/// Fits the score of one VP of linear worth, in units of 1/`ONE`.
///
/// It is the maximum-likelihood slope, computed by Newton's method.
fn slope(snapshots: &[Snapshot], to_come: usize) -> i32 {
    let mut slope = 0.1;
    for _ in 0..STEPS {
        let (mut first, mut second) = (0.0, 1e-9);
        for snapshot in snapshots.iter().filter(|snapshot| snapshot.to_come == to_come) {
            let worths: Vec<f64> = snapshot.leads().collect();
            let weights: Vec<f64> = worths.iter().map(|worth| libm::exp((slope * worth).clamp(-50.0, 50.0))).collect();
            let all: f64 = weights.iter().sum();
            let mean = |of: &dyn Fn(f64) -> f64| {
                worths.iter().zip(&weights).map(|(&worth, weight)| of(worth) * weight).sum::<f64>() / all
            };
            let expected = mean(&|worth| worth);
            let won: f64 =
                snapshot.seats.iter().zip(&worths).map(|((share, _), worth)| f64::from(*share) * worth).sum();
            first += won - expected;
            second += mean(&|worth| (worth - expected) * (worth - expected));
        }
        slope += (first / second).clamp(-0.1, 0.1);
    }
    // With few games a slope can be unbounded.
    (slope.clamp(0.0, 2.0) * f64::from(ONE)).round() as i32
}

/// The number of steps of Newton's method.
const STEPS: usize = 20;

/// Creates a contest from each snapshot, in which its seats compete for the win.
fn contests(snapshots: &[Snapshot], width: usize, slopes: &[i32]) -> Contests {
    let mut contests = Contests::new(width);
    for snapshot in snapshots {
        let slope = f64::from(slopes[snapshot.to_come]) / f64::from(ONE);
        contests.add(snapshot.seats.iter().zip(snapshot.leads()).map(|((share, seen), lead)| ContestRow {
            row: &seen.row[..width],
            given: (slope * lead) as f32,
            share: *share,
        }));
    }
    contests
}
