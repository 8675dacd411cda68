//! Typical positions in which the engine's calls are measured.

use agents::skye::KINDS;
use agents::{Agent, AgentSpec};
use engine::skye::{Action, Phase, Position, Public, Skye};
use engine::{Game, Seat, Turn};
use interface::seeds::GameSeed;

use crate::skye::setting::Setting;
use lab::play::numbered_games::{game_seed, treatment_seed};
use lab::subject::{Setup, Subject};

/// A position in a game.
pub struct TypicalPosition {
    /// The game.
    pub game: Skye,
    /// The position before the decision.
    pub position: Position,
    /// The decision taken in it; `None` at the start of a round.
    pub decision: Option<Action>,
    /// The seed of its draws.
    pub seed: u64,
}

/// Positions from games between strong players.
///
/// From each game there is one for each round except the first and the last.
#[derive(Default)]
pub struct TypicalPositions {
    /// The last seat of the first round is to make its offer; all other offers are hidden from it.
    pub opening: Vec<TypicalPosition>,
    /// A round is to start.
    pub drawing: Vec<TypicalPosition>,
    /// The last seat of a round is to make its offer; all other offers are hidden from it.
    pub pricing: Vec<TypicalPosition>,
    /// A tile is to be placed that is not the last of the round.
    pub building: Vec<TypicalPosition>,
}

/// The number of games from which positions are taken.
const GAMES: u64 = 8;

/// The player of these games: fast, and not affected by calibration and training.
const PLAYER: &str = "greedy:judgement=by-hand,pricing=table,buying=surplus,building=tile-by-tile";

impl TypicalPositions {
    /// Collects positions from games with this set-up.
    pub fn of(setting: &Setting, seed: u64) -> Self {
        let player = AgentSpec::read(PLAYER, &KINDS).expect("a registered agent");
        let player = player.build(&KINDS);
        let mut typical_positions = Self::default();
        for number in 0..GAMES {
            let game = setting.game(&setting.treatment(number, treatment_seed(seed, number)));
            typical_positions.add_game(number, &game, &game_seed(seed, number, setting.players), &*player);
        }
        typical_positions
    }

    fn add_game(&mut self, number: u64, game: &Skye, seed: &GameSeed, player: &dyn Agent<Skye>) {
        let mut round = Vec::new();
        let mut position = game.start(seed.first);
        for decisions in 0.. {
            let before = position.clone();
            let decision = match game.turn(&position) {
                Turn::Over => return,
                Turn::Chance => None,
                Turn::Seat(seat) => {
                    let mut random = seed.thinking_of(seat, decisions);
                    Some(player.choose(game, &game.view(&position, seat), &mut random).action)
                }
            };
            match decision {
                None => game.resolve_chance(&mut position, seed.draws),
                Some(action) => game.apply(&mut position, action),
            }
            round.push(TypicalPosition { game: game.clone(), position: before, decision, seed: seed.draws });
            if matches!(position.phase, Phase::Draw | Phase::Over) {
                self.add_round(number, std::mem::take(&mut round));
            }
        }
    }

    fn add_round(&mut self, number: u64, round: Vec<TypicalPosition>) {
        let Public { round: now, start, .. } = *round[0].position.public();
        let seats = round[0].position.seats();
        let last = Seat::in_turn_order(start, seats).last().expect("there are seats");
        let is_inner = (2..round[0].game.rules().round_count()).contains(&usize::from(now));
        let built = round.iter().filter(|typical| matches!(typical.position.phase, Phase::Build(_)));
        let placements = built.count().saturating_sub(1);
        let mut building = 0;
        for typical in round {
            match typical.position.phase {
                Phase::Price(seat) if seat == last && now == 1 => self.opening.push(typical),
                Phase::Price(seat) if seat == last && is_inner => self.pricing.push(typical),
                Phase::Draw if is_inner => self.drawing.push(typical),
                Phase::Build(_) if is_inner => {
                    // Use a different seat in every game.
                    if placements > 0 && building == number as usize % placements {
                        self.building.push(typical);
                    }
                    building += 1;
                }
                _ => {}
            }
        }
    }
}
