//! The engine's hot calls.

use std::hint::black_box;

use engine::random::{Random, RandomSource, random};
use engine::skye::{Action, Phase, Position};
use engine::{Game, Seat, Turn};

use super::typical_positions::{TypicalPosition, TypicalPositions};

/// A measured call.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Call {
    /// List all legal placements of all tiles that a seat has to place.
    LegalPlacements,
    /// List all legal offers.
    LegalOffers,
    /// Choose a placement uniformly at random, without listing placements.
    RandomPlacement,
    /// Place a tile.
    Placement,
    /// Pay income and draw.
    RoundStart,
    /// Award the VP of a round's scoring tiles to all players.
    Scoring,
    /// Copy a position.
    Copy,
    /// Take the view of the last seat that makes an offer, and fill in hidden information at random.
    Determinization,
    /// A determinization in the first round, then random play to the end of the game.
    RolloutToEnd,
    /// The same, up to the end of the second round.
    RolloutToNextRound,
}

impl Call {
    /// All calls.
    pub const ALL: [Self; 10] = [
        Self::LegalPlacements,
        Self::LegalOffers,
        Self::RandomPlacement,
        Self::Placement,
        Self::RoundStart,
        Self::Scoring,
        Self::Copy,
        Self::Determinization,
        Self::RolloutToEnd,
        Self::RolloutToNextRound,
    ];

    /// Returns its name, which is also that of its function.
    pub fn name(self) -> &'static str {
        match self {
            Self::LegalPlacements => "legal_placements",
            Self::LegalOffers => "legal_offers",
            Self::RandomPlacement => "random_placement",
            Self::Placement => "placement",
            Self::RoundStart => "round_start",
            Self::Scoring => "scoring",
            Self::Copy => "copy",
            Self::Determinization => "determinization",
            Self::RolloutToEnd => "rollout_to_end",
            Self::RolloutToNextRound => "rollout_to_next_round",
        }
    }

    /// Returns the positions in which it is measured.
    fn typical_positions(self, typical_positions: &TypicalPositions) -> &[TypicalPosition] {
        match self {
            Self::LegalPlacements | Self::RandomPlacement | Self::Placement | Self::Scoring | Self::Copy => {
                &typical_positions.building
            }
            Self::LegalOffers | Self::Determinization => &typical_positions.pricing,
            Self::RoundStart => &typical_positions.drawing,
            Self::RolloutToEnd | Self::RolloutToNextRound => &typical_positions.opening,
        }
    }
}

/// The state used by calls.
pub struct Caller<'a> {
    typical_positions: &'a TypicalPositions,
    /// Fresh copies of the positions, to be modified by calls.
    positions: Vec<Position>,
    actions: Vec<Action>,
    rng: Random,
}

impl<'a> Caller<'a> {
    /// Prepares calls in these positions.
    pub fn new(typical_positions: &'a TypicalPositions) -> Self {
        Self { typical_positions, positions: Vec::new(), actions: Vec::with_capacity(1 << 16), rng: random(1) }
    }

    /// Prepares fresh positions for a call; returns their number.
    pub fn prepare(&mut self, call: Call) -> usize {
        self.positions.clear();
        let typical_positions = call.typical_positions(self.typical_positions).iter();
        self.positions.extend(typical_positions.map(|typical| typical.position.clone()));
        self.positions.len()
    }

    /// Makes the call in the first `count` positions, once in each; returns the sum of the calls' results.
    pub fn make(&mut self, call: Call, count: usize) -> u64 {
        let Self { typical_positions, positions, actions, rng } = self;
        let typical_positions = &call.typical_positions(typical_positions)[..count];
        let calls = typical_positions.iter().zip(positions);
        calls.map(|(typical, position)| make(call, typical, position, actions, rng)).fold(0, u64::wrapping_add)
    }
}

#[inline]
fn make(
    call: Call,
    typical: &TypicalPosition,
    position: &mut Position,
    actions: &mut Vec<Action>,
    rng: &mut Random,
) -> u64 {
    match call {
        Call::LegalPlacements => legal_placements(typical, position, actions),
        Call::LegalOffers => legal_offers(typical, position, actions),
        Call::RandomPlacement => random_placement(typical, position, rng),
        Call::Placement => placement(typical, position),
        Call::RoundStart => round_start(typical, position),
        Call::Scoring => scoring(typical, position),
        Call::Copy => copy(typical, position),
        Call::Determinization => determinization(typical, position, rng),
        Call::RolloutToEnd => rollout_to_end(typical, position, rng),
        Call::RolloutToNextRound => rollout_to_next_round(typical, position, rng),
    }
}

// Each call is a separate function, so that a profiler can attribute its cost; `.ci/instructions` finds them by name.
// Identical functions would be merged.

#[inline(never)]
fn legal_placements(typical: &TypicalPosition, position: &Position, actions: &mut Vec<Action>) -> u64 {
    assert!(matches!(position.phase, Phase::Build(_)), "placements are listed where somebody builds");
    typical.game.legal_actions(position, actions);
    actions.len() as u64
}

#[inline(never)]
fn legal_offers(typical: &TypicalPosition, position: &Position, actions: &mut Vec<Action>) -> u64 {
    assert!(matches!(position.phase, Phase::Price(_)), "offers are listed where somebody makes one");
    typical.game.legal_actions(position, actions);
    actions.len() as u64
}

#[inline(never)]
fn random_placement(typical: &TypicalPosition, position: &Position, rng: &mut Random) -> u64 {
    match typical.game.random_action(position, rng) {
        Action::Place(placement) => placement.tile.index() as u64,
        other => panic!("{other:?} in phase {:?}", position.phase),
    }
}

#[inline(never)]
fn placement(typical: &TypicalPosition, position: &mut Position) -> u64 {
    typical.game.apply(position, typical.decision.expect("somebody builds"));
    u64::from(black_box(position).round)
}

#[inline(never)]
fn round_start(typical: &TypicalPosition, position: &mut Position) -> u64 {
    typical.game.resolve_chance(position, typical.seed);
    u64::from(position.player(position.start).gold)
}

#[inline(never)]
fn scoring(typical: &TypicalPosition, position: &mut Position) -> u64 {
    typical.game.score_round(position, &mut |_, _| {});
    u64::from(position.player(position.start).vp)
}

#[inline(never)]
fn copy(typical: &TypicalPosition, position: &mut Position) -> u64 {
    *position = black_box(typical).position.clone();
    u64::from(black_box(position).round)
}

#[inline(never)]
fn determinization(typical: &TypicalPosition, position: &Position, rng: &mut Random) -> u64 {
    let guess = determinized(typical, position, rng);
    u64::from(black_box(&guess).round)
}

#[inline(never)]
fn rollout_to_end(typical: &TypicalPosition, position: &Position, rng: &mut Random) -> u64 {
    rollout(typical, position, u8::MAX, rng)
}

#[inline(never)]
fn rollout_to_next_round(typical: &TypicalPosition, position: &Position, rng: &mut Random) -> u64 {
    rollout(typical, position, position.round + 2, rng)
}

fn determinized(typical: &TypicalPosition, position: &Position, rng: &mut Random) -> Position {
    typical.game.determinize_uniformly(&typical.game.view(position, seat(position)), rng)
}

/// Plays at random from a determinized position until this round would start, or to the end.
fn rollout(typical: &TypicalPosition, position: &Position, until: u8, rng: &mut Random) -> u64 {
    let game = &typical.game;
    let mut guess = determinized(typical, position, rng);
    let chance = rng.next_u64();
    loop {
        match game.turn(&guess) {
            Turn::Over => break,
            Turn::Chance if guess.round == until => break,
            Turn::Chance => game.resolve_chance(&mut guess, chance),
            Turn::Seat(_) => {
                let action = game.random_action(&guess, rng);
                game.apply(&mut guess, action);
            }
        }
    }
    u64::from(guess.player(seat(position)).vp)
}

fn seat(position: &Position) -> Seat {
    position.phase.seat().unwrap_or_else(|| panic!("nobody decides in phase {:?}", position.phase))
}
