//! Games of self-play, and what their positions say about what things are worth.

use agents::Agent;
use agents::skye::appraisal::{Estate, Judgements, Outlook, Stage, VP};
use engine::skye::{Phase, Position, Skye};
use engine::{Game, Seat, Turn};

use crate::stats::least_squares::LeastSquares;
use interface::seeds::GameSeed;

/// Numbers of a stage that are fitted.
pub fn numbers() -> usize {
    Stage::default().numbers_mut().count()
}

/// Samples by rounds to come: before every round but the first, of each seat.
pub type Samples = Vec<LeastSquares>;

/// No samples.
pub fn none(rounds: usize) -> Samples {
    (0..rounds).map(|_| LeastSquares::new(numbers())).collect()
}

/// Plays a game with one agent in all seats and adds its samples.
pub fn play(game: &Skye, seed: &GameSeed, agent: &dyn Agent<Skye>, samples: &mut Samples) {
    let (end, between) = positions(game, seed, agent);
    for position in between {
        let to_come = game.rules().round_count() + 1 - usize::from(position.round);
        for seat in Seat::all(game.seats()) {
            let (sure, regressors) = Appraised::new(game, &position, seat).regressors();
            let earned = f64::from(end.player(seat).vp) - f64::from(position.player(seat).vp);
            samples[to_come].add(&regressors, f64::from(VP) * earned - sure);
        }
    }
}

/// The end of a game, and the position before every round but the first.
fn positions(game: &Skye, seed: &GameSeed, agent: &dyn Agent<Skye>) -> (Position, Vec<Position>) {
    let (mut position, mut between, mut decisions) = (game.start(seed.first), Vec::new(), 0);
    loop {
        match game.turn(&position) {
            Turn::Over => return (position, between),
            Turn::Chance => {
                if position.phase == Phase::Draw && position.round > 1 {
                    between.push(position.clone());
                }
                game.resolve_chance(&mut position, seed.draws);
            }
            Turn::Seat(seat) => {
                let decision = agent.choose(game, &game.view(&position, seat), &mut seed.thinking_of(seat, decisions));
                game.apply(&mut position, decision.action);
                decisions += 1;
            }
        }
    }
}

/// A seat's position between two rounds, appraised with one number at a time: since the appraisal is linear, that shows how often
/// each number counts.
struct Appraised<'a> {
    game: &'a Skye,
    position: &'a Position,
    seat: Seat,
}

impl<'a> Appraised<'a> {
    fn new(game: &'a Skye, position: &'a Position, seat: Seat) -> Self {
        assert_eq!(position.phase, Phase::Draw, "samples are taken between rounds");
        Self { game, position, seat }
    }

    /// What is certain, in thousandths of a VP, and what one thousandth of each number adds.
    fn regressors(&self) -> (f64, Vec<f64>) {
        let sure = self.worth(Stage::default());
        let each = |number: usize| {
            let mut stage = Stage::default();
            *stage.numbers_mut().nth(number).expect("a number of the stage") = VP;
            (self.worth(stage) - sure) / f64::from(VP)
        };
        (sure, (0..numbers()).map(each).collect())
    }

    fn worth(&self, stage: Stage) -> f64 {
        let judgements = Judgements::uniform(stage);
        let outlook = Outlook::by(&judgements, self.game, self.position, self.seat);
        let player = self.position.player(self.seat);
        f64::from(Estate::new(&outlook, &player.territory).worth()) + f64::from(outlook.gold()) * f64::from(player.gold)
    }
}
