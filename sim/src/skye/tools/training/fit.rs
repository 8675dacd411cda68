//! From how games ended to an evaluation.

use agents::net::{Contestant, Contests, ONE, train};
use agents::skye::appraisal::{MilliVp, VP};
use agents::skye::value::{Evaluation, NUMBERS, STAGES};
use engine::random::mix;

use super::plan::TrainingPlan;
use super::spots::Spot;
use crate::base::error::{Error, Result};
use crate::lab::study::{Held, Trained};

/// Spots to learn from, and others to see what was learned.
#[derive(Default)]
pub struct Examples {
    learned: Vec<Spot>,
    held_out: Vec<Spot>,
}

/// One game in this many is held out.
const HELD_OUT: u64 = 10;

impl Examples {
    /// Adds a game.
    pub fn add(&mut self, number: u64, spots: Vec<Spot>) {
        let is_held_out = mix([number]).is_multiple_of(HELD_OUT);
        if is_held_out { &mut self.held_out } else { &mut self.learned }.extend(spots);
    }

    /// Trains by the plan.
    ///
    /// # Errors
    /// If there are too few games.
    pub fn fit(&self, plan: &TrainingPlan) -> Result<Trained> {
        if self.learned.is_empty() || self.held_out.is_empty() {
            return Err(Error::input("--games: too few to hold some out"));
        }
        let slopes = std::array::from_fn(|to_come| slope(&self.learned, to_come));
        let [learned, held_out] = [&self.learned, &self.held_out].map(|spots| contests(spots, &slopes));
        let net = train(&learned, &plan.training, |_, _| {}).map_err(Error::other)?;
        let held = Held {
            learned: learned.len(),
            held_out: held_out.len(),
            even: libm::log(plan.players as f64),
            linear: held_out.loss(|_| 0.0),
            evaluation: held_out.loss_of(&net),
        };
        let evaluation = Evaluation { trained_on: plan.in_words(), players: plan.players, slopes, net };
        Ok(Trained { file: evaluation.to_toml(), held })
    }
}

/// What a VP of linear worth scores, in units of 1/`ONE`: the most likely slope, by Newton's method.
fn slope(spots: &[Spot], to_come: usize) -> i32 {
    let spots = || spots.iter().filter(|spot| usize::from(spot.to_come) == to_come);
    let mut slope = 0.1;
    for _ in 0..STEPS {
        let (mut first, mut second) = (0.0, 1e-9);
        for spot in spots() {
            let worths: Vec<f64> = spot.seats.iter().map(|seat| in_vp(seat.worth - spot.seats[0].worth)).collect();
            let weights: Vec<f64> = worths.iter().map(|worth| libm::exp((slope * worth).clamp(-50.0, 50.0))).collect();
            let all: f64 = weights.iter().sum();
            let mean = |of: &dyn Fn(f64) -> f64| {
                worths.iter().zip(&weights).map(|(&worth, weight)| of(worth) * weight).sum::<f64>() / all
            };
            let expected = mean(&|worth| worth);
            let won: f64 = spot.seats.iter().zip(&worths).map(|(seat, worth)| f64::from(seat.share) * worth).sum();
            first += won - expected;
            second += mean(&|worth| (worth - expected) * (worth - expected));
        }
        slope += (first / second).clamp(-0.1, 0.1);
    }
    // With few games a slope can be without bounds.
    (slope.clamp(0.0, 2.0) * f64::from(ONE)).round() as i32
}

/// Steps of Newton's method.
const STEPS: usize = 20;

fn in_vp(worth: MilliVp) -> f64 {
    f64::from(worth) / f64::from(VP)
}

/// The seats of each spot compete for the win.
fn contests(spots: &[Spot], slopes: &[i32; STAGES]) -> Contests {
    let mut contests = Contests::new(NUMBERS);
    for spot in spots {
        let slope = f64::from(slopes[usize::from(spot.to_come)]) / f64::from(ONE);
        contests.add(spot.seats.iter().map(|seat| Contestant {
            row: &seat.row,
            given: (slope * in_vp(seat.worth - spot.seats[0].worth)) as f32,
            share: seat.share,
        }));
    }
    contests
}
