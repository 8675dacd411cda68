//! Training of the nets that estimate win probabilities between rounds.
//!
//! Plays games of self-play in pieces that are kept, then fits a net to their results. A game only provides the
//! features of a position: see [`Learnable`].

use std::path::Path;

use agents::net::{ContestRow, Contests, ONE, Training};
use agents::value::{Evaluation, GameFamily, Learnable, MILLI, SeatFeatures};
use agents::{Agent, AgentSpec, net};
use engine::random::{below, mix};
use engine::{Seat, Turn};
use interface::seeds::GameSeed;

use super::pieces::Pieces;
use super::{HELD_OUT, in_words, repeatable};
use crate::base::error::{Error, Result};
use crate::base::progress::Progress;
use crate::base::{interrupt, ordered};
use crate::play::exec_options::ExecOptions;
use crate::play::numbered_games::{game_seed, treatment_seed};
use crate::study::of_game::{PredictionLoss, TrainedEvaluation, TrainingOrder};
use crate::subject::Setup;

/// Plays the games that are missing from the folder, and trains.
///
/// Returns the evaluation, and its loss on held-out games.
///
/// # Errors
/// If the folder contains anything else, cannot be written, threads cannot be created, or on Ctrl-C; finished pieces
/// are kept.
pub fn train<S: Setup>(plan: &TrainingPlan<S>, folder: &Path, exec: ExecOptions) -> Result<TrainedEvaluation>
where
    S::Game: Learnable,
{
    let examples = play(plan, folder, exec)?;
    examples.fit(plan)
}

/// Plays the same games, and measures the loss of an evaluation, whatever its training games.
///
/// # Errors
/// As for [`train`]; also if the file is not an evaluation for the game and number of players.
pub fn try_out<S: Setup>(plan: &TrainingPlan<S>, file: &str, folder: &Path, exec: ExecOptions) -> Result<PredictionLoss>
where
    S::Game: Learnable,
{
    let fault = |why: String| Error::input("--try", &why, "");
    let evaluation = Evaluation::from_json::<S::Game>(file).map_err(|error| fault(error.to_string()))?;
    let (found, wanted) = (evaluation.known.players, plan.known.players);
    if found != wanted {
        return Err(fault(format!("knows games of {found} players; accepted: of {wanted}")));
    }
    let Examples { mut learned, held_out, .. } = play(plan, folder, exec)?;
    learned.extend(held_out);
    let slopes = slopes::<S::Game>(&learned);
    Ok(PredictionLoss {
        positions: learned.len(),
        even: libm::log(wanted as f64),
        linear: contests(&learned, 0, &slopes).loss(|_| 0.0),
        evaluation: contests(&learned, evaluation.net.inputs(), &evaluation.slopes).loss_of(&evaluation.net),
    })
}

/// Plays the games that are missing from the folder, and returns the examples of all games in it.
fn play<S: Setup>(plan: &TrainingPlan<S>, folder: &Path, exec: ExecOptions) -> Result<Examples>
where
    S::Game: Learnable,
{
    let interrupt = interrupt::install_handler()?;
    let pool = ordered::pool(exec.threads)?;
    let pieces = Pieces::open(folder, &plan.of_play(), plan.games)?;
    let progress = Progress::of_games(plan.games, exec.quiet);
    let agents = [&plan.agent, &plan.slips_like].map(|agent| agent.build(S::KINDS));
    progress.begin_at(pieces.games_kept()?);
    pieces.play((&pool, interrupt), &progress, |number| {
        let setting = plan.setting(number);
        let game = setting.game(&setting.treatment(number, treatment_seed(plan.seed, number)));
        let seed = game_seed(plan.seed, number, plan.known.players);
        let snapshots = play_snapshots(&game, &seed, [&*agents[0], &*agents[1]], plan.slips);
        let mut bytes = vec![snapshots.len() as u8];
        snapshots.iter().for_each(|snapshot| snapshot.write(&mut bytes));
        Ok(bytes)
    })?;
    let width = S::Game::width(&plan.known.modules);
    let mut examples = Examples { width, ..Examples::default() };
    for piece in 0..pieces.count() {
        let bytes = pieces.read(piece)?;
        let mut rest = &bytes[..];
        for number in pieces.games_of(piece) {
            examples.add(number, snapshots(&mut rest).ok_or_else(|| pieces.damage(piece))?);
        }
    }
    interrupt.check()?;
    Ok(examples)
}

/// The plan for training an evaluation.
#[derive(Clone, Debug)]
pub struct TrainingPlan<S> {
    /// The games for which the evaluation is trained.
    pub known: GameFamily,
    /// The set-ups of the games: half of them use the first, the others any.
    pub settings: Vec<S>,
    /// The number of games to play.
    pub games: u64,
    /// The agent that plays them.
    pub agent: AgentSpec,
    /// The percentage of decisions taken by another agent, so that positions after mistakes occur too.
    pub slips: u32,
    /// The other agent.
    pub slips_like: AgentSpec,
    /// The master seed.
    pub seed: u64,
    /// The settings of the net's training.
    pub training: Training,
}

impl<S: Setup> TrainingPlan<S>
where
    S::Game: Learnable,
{
    /// Creates the plan for an order in these settings.
    ///
    /// The first setting must have all parts in play that any other has. The agent with the spec `slips_like` takes the
    /// decisions that are slips.
    ///
    /// # Errors
    /// If the games of the agent are not repeatable, or one of its files does not cover all settings.
    pub fn of(order: &TrainingOrder, settings: Vec<S>, slips_like: &str) -> Result<Self> {
        let TrainingOrder { games, slips, hidden, epochs, seed, .. } = *order;
        let training = Training { hidden, epochs, decay: 1.0, seed, ..Training::default() };
        let agent = repeatable("--agent", &order.agent, &settings)?;
        let slips_like = repeatable("--slips", slips_like, &settings)?;
        let known = settings[0].game(&settings[0].treatment(0, treatment_seed(seed, 0))).family();
        Ok(Self { known, settings, games, agent, slips, slips_like, seed, training })
    }

    /// Returns the setting of a game.
    fn setting(&self, number: u64) -> &S {
        let any = number % 2 == 1;
        &self.settings[if any { (mix([number, self.seed]) % self.settings.len() as u64) as usize } else { 0 }]
    }

    /// Describes how games are played, without their number.
    fn of_play(&self) -> String {
        let Self { known, agent, slips, slips_like, seed, .. } = self;
        let agent = in_words(agent);
        format!("self-play of {agent}\n{known}\nslips {slips} % like {slips_like}\nseed {seed}\n")
    }

    /// Describes the games on which an evaluation is trained.
    fn in_words(&self) -> String {
        let Self { known: GameFamily { players, .. }, games, agent, slips, slips_like, seed, .. } = self;
        format!("{games} games of {players} {agent}, {slips} % of the decisions by {slips_like}, seed {seed}")
    }
}

/// Reads the snapshots of a game from bytes.
fn snapshots(bytes: &mut &[u8]) -> Option<Vec<Snapshot>> {
    let [count] = take(bytes)?;
    (0..count).map(|_| Snapshot::read(bytes)).collect()
}

/// The features of a position between two rounds.
#[derive(Clone, PartialEq, Debug)]
struct Snapshot {
    /// The number of rounds to come.
    pub to_come: u8,
    /// The final win share and the features of each seat.
    pub seats: Vec<(f32, SeatFeatures)>,
}

/// Plays a game and returns its snapshots, one before every round but the first.
///
/// The second agent takes `slips` percent of the decisions.
fn play_snapshots<G: Learnable>(game: &G, seed: &GameSeed, agents: [&dyn Agent<G>; 2], slips: u32) -> Vec<Snapshot> {
    let (mut position, mut snapshots, mut decisions, mut begun) = (game.start(seed.first), Vec::new(), 0, false);
    let mut cache = G::new_cache();
    loop {
        match game.turn(&position) {
            Turn::Over => break,
            Turn::Chance => {
                if let Some(to_come) = game.rounds_to_come(&position) {
                    if begun && to_come < G::MAX_ROUNDS {
                        snapshots.push(snapshot(game, &position, to_come, &mut cache));
                    }
                    begun = true;
                }
                game.resolve_chance(&mut position, seed.draws);
            }
            Turn::Seat(seat) => {
                let mut thinking = seed.thinking_of(seat, decisions);
                let agent = agents[usize::from(below(&mut thinking, 100) < slips)];
                let decision = agent.choose(game, &game.view(&position, seat), &mut thinking);
                game.apply(&mut position, decision.action);
                decisions += 1;
            }
        }
    }
    let outcome = game.outcome(&position);
    for snapshot in &mut snapshots {
        for (seat, (share, _)) in Seat::all(game.seats()).zip(&mut snapshot.seats) {
            *share = outcome.win_share(seat) as f32;
        }
    }
    snapshots
}

fn snapshot<G: Learnable>(game: &G, position: &G::Position, to_come: usize, cache: &mut G::Cache) -> Snapshot {
    let seats = Seat::all(game.seats()).map(|seat| (0.0, game.features(position, seat, cache)));
    Snapshot { to_come: to_come as u8, seats: seats.collect() }
}

impl Snapshot {
    /// Appends the encoded snapshot to bytes.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend([self.to_come, self.seats.len() as u8]);
        for (share, SeatFeatures { worth, row }) in &self.seats {
            bytes.extend(share.to_le_bytes());
            bytes.extend(worth.to_le_bytes());
            bytes.extend((row.len() as u16).to_le_bytes());
            row.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        }
    }

    /// Reads a snapshot from bytes; `None` if they are too few.
    pub fn read(bytes: &mut &[u8]) -> Option<Self> {
        let [to_come, seats] = take(bytes)?;
        let seats = (0..seats).map(|_| {
            let (share, worth) = (f32::from_le_bytes(take(bytes)?), i32::from_le_bytes(take(bytes)?));
            let width = u16::from_le_bytes(take(bytes)?);
            let row = (0..width).map(|_| Some(i16::from_le_bytes(take(bytes)?))).collect::<Option<_>>()?;
            Some((share, SeatFeatures { worth, row }))
        });
        Some(Self { to_come, seats: seats.collect::<Option<_>>()? })
    }

    /// Returns each seat's lead over the first seat in linear worth, in VP.
    fn leads(&self) -> impl Iterator<Item = f64> {
        let (_, first) = &self.seats[0];
        self.seats.iter().map(|(_, seen)| f64::from(seen.worth - first.worth) / f64::from(MILLI))
    }
}

/// Takes `N` bytes; `None` if there are fewer.
fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}

/// Snapshots to learn from, and held-out snapshots for testing.
#[derive(Default)]
struct Examples {
    /// The number of features of a seat used for learning.
    width: usize,
    learned: Vec<Snapshot>,
    held_out: Vec<Snapshot>,
}

impl Examples {
    /// Adds a game.
    pub fn add(&mut self, number: u64, snapshots: Vec<Snapshot>) {
        let is_held_out = mix([number]).is_multiple_of(HELD_OUT);
        if is_held_out { &mut self.held_out } else { &mut self.learned }.extend(snapshots);
    }

    /// Trains according to the plan.
    ///
    /// # Errors
    /// If there are too few games.
    pub fn fit<S: Setup>(&self, plan: &TrainingPlan<S>) -> Result<TrainedEvaluation>
    where
        S::Game: Learnable,
    {
        if self.learned.is_empty() || self.held_out.is_empty() {
            return Err(Error::input("--games", "too few to hold some out", ""));
        }
        let slopes = slopes::<S::Game>(&self.learned);
        let [learned, held_out] =
            [&self.learned, &self.held_out].map(|snapshots| contests(snapshots, self.width, &slopes));
        let net = net::train(&learned, &plan.training, |_, _| {}).map_err(Error::of_machine)?;
        let held = PredictionLoss {
            positions: held_out.len(),
            even: libm::log(plan.known.players as f64),
            linear: held_out.loss(|_| 0.0),
            evaluation: held_out.loss_of(&net),
        };
        let evaluation = Evaluation { trained_on: plan.in_words(), known: plan.known.clone(), slopes, net };
        Ok(TrainedEvaluation { file: evaluation.to_json(), learned: learned.len(), held })
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
        for snapshot in snapshots.iter().filter(|snapshot| usize::from(snapshot.to_come) == to_come) {
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
        let slope = f64::from(slopes[usize::from(snapshot.to_come)]) / f64::from(ONE);
        contests.add(snapshot.seats.iter().zip(snapshot.leads()).map(|((share, seen), lead)| ContestRow {
            row: &seen.row[..width],
            given: (slope * lead) as f32,
            share: *share,
        }));
    }
    contests
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let seat = |share| (share, SeatFeatures { worth: -12_345, row: (0..90).map(|number| 7 - number).collect() });
        let snapshot = Snapshot { to_come: 3, seats: vec![seat(0.5), seat(1.0)] };
        let mut bytes = Vec::new();
        snapshot.write(&mut bytes);
        let mut left = &bytes[..];
        assert_eq!(Snapshot::read(&mut left), Some(snapshot));
        assert!(left.is_empty());
        assert_eq!(Snapshot::read(&mut &bytes[..bytes.len() - 1]), None);
    }
}
