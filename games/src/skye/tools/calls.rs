//! The engine's hot calls.

use std::hint::black_box;

use engine::random::{Random, RandomSource, random};
use engine::skye::{Action, Phase, Position};
use engine::{Game, Seat, Turn};

use super::typical_positions::{TypicalPosition, TypicalPositions};

/// A measured call.
struct Call {
    /// Its name, which is also that of its function.
    name: &'static str,
    /// The positions in which it is measured.
    positions: fn(&TypicalPositions) -> &[TypicalPosition],
    /// Makes it in a fresh copy of a typical position.
    make: fn(&TypicalPosition, &mut Position, &mut CallTools) -> u64,
}

/// What calls use besides positions.
struct CallTools {
    actions: Vec<Action>,
    rng: Random,
}

impl Call {
    /// All calls.
    const ALL: [Self; 10] = [
        Self { name: "legal_placements", positions: |typical| &typical.building, make: legal_placements },
        Self { name: "legal_offers", positions: |typical| &typical.pricing, make: legal_offers },
        Self { name: "random_placement", positions: |typical| &typical.building, make: random_placement },
        Self { name: "placement", positions: |typical| &typical.building, make: placement },
        Self { name: "round_start", positions: |typical| &typical.drawing, make: round_start },
        Self { name: "scoring", positions: |typical| &typical.building, make: scoring },
        Self { name: "copy", positions: |typical| &typical.building, make: copy },
        Self { name: "determinization", positions: |typical| &typical.pricing, make: determinization },
        Self { name: "rollout_to_end", positions: |typical| &typical.opening, make: rollout_to_end },
        Self { name: "rollout_to_next_round", positions: |typical| &typical.opening, make: rollout_to_next_round },
    ];
}

/// Makes every call this many times, cycling through fresh copies of its positions.
///
/// Returns the name of each call with the sum of its results.
pub fn sums(typical_positions: &TypicalPositions, calls: u64) -> Vec<(&'static str, u64)> {
    let mut tools = CallTools { actions: Vec::with_capacity(1 << 16), rng: random(1) };
    Call::ALL
        .iter()
        .map(|call| {
            let all = (call.positions)(typical_positions).iter().cycle().take(calls as usize);
            let results = all.map(|typical| (call.make)(typical, &mut typical.position.clone(), &mut tools));
            (call.name, results.fold(0, u64::wrapping_add))
        })
        .collect()
}

// Each call is a separate function, so that a profiler can attribute its cost; `.ci/instructions` finds them by name.
// Identical functions would be merged.

#[inline(never)]
fn legal_placements(typical: &TypicalPosition, position: &mut Position, tools: &mut CallTools) -> u64 {
    assert!(matches!(position.phase, Phase::Build(_)), "placements are listed where somebody builds");
    typical.game.legal_actions(position, &mut tools.actions);
    tools.actions.len() as u64
}

#[inline(never)]
fn legal_offers(typical: &TypicalPosition, position: &mut Position, tools: &mut CallTools) -> u64 {
    assert!(matches!(position.phase, Phase::Price(_)), "offers are listed where somebody makes one");
    typical.game.legal_actions(position, &mut tools.actions);
    tools.actions.len() as u64
}

#[inline(never)]
fn random_placement(typical: &TypicalPosition, position: &mut Position, tools: &mut CallTools) -> u64 {
    match typical.game.random_action(position, &mut tools.rng) {
        Action::Place(placement) => placement.tile.index() as u64,
        other => panic!("{other:?} in phase {:?}", position.phase),
    }
}

#[inline(never)]
fn placement(typical: &TypicalPosition, position: &mut Position, _: &mut CallTools) -> u64 {
    typical.game.apply(position, typical.decision.expect("somebody builds"));
    u64::from(black_box(position).round)
}

#[inline(never)]
fn round_start(typical: &TypicalPosition, position: &mut Position, _: &mut CallTools) -> u64 {
    typical.game.resolve_chance(position, typical.seed);
    u64::from(position.player(position.start).gold)
}

#[inline(never)]
fn scoring(typical: &TypicalPosition, position: &mut Position, _: &mut CallTools) -> u64 {
    typical.game.score_round(position, &mut |_, _| {});
    u64::from(position.player(position.start).vp)
}

#[inline(never)]
fn copy(typical: &TypicalPosition, position: &mut Position, _: &mut CallTools) -> u64 {
    *position = black_box(typical).position.clone();
    u64::from(black_box(position).round)
}

#[inline(never)]
fn determinization(typical: &TypicalPosition, position: &mut Position, tools: &mut CallTools) -> u64 {
    let guess = determinized(typical, position, &mut tools.rng);
    u64::from(black_box(&guess).round)
}

#[inline(never)]
fn rollout_to_end(typical: &TypicalPosition, position: &mut Position, tools: &mut CallTools) -> u64 {
    rollout(typical, position, u8::MAX, &mut tools.rng)
}

#[inline(never)]
fn rollout_to_next_round(typical: &TypicalPosition, position: &mut Position, tools: &mut CallTools) -> u64 {
    rollout(typical, position, position.round + 2, &mut tools.rng)
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
