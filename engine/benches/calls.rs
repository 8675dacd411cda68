//! The engine's hot calls in fixed positions: `cargo bench -p engine`.
//!
//! Positions come from games of uniformly random players with fixed seeds, since the engine knows no others. For one more row, write
//! a function that calls [`each`].

use std::hint::black_box;

use criterion::{BatchSize, BenchmarkId, Criterion};
use engine::random::random;
use engine::skye::{Phase, Position, ScoringTile, Skye};
use engine::{Game, Seat, Turn};

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let benches: [fn(&mut Criterion); 8] =
        [legal_placements, legal_offers, placement, round_start, scoring, copy, determinization, game];
    benches.into_iter().for_each(|bench| bench(&mut criterion));
    criterion.final_summary();
}

/// Rounds and numbers of players that are looked at.
const CASES: [(u8, usize); 5] = [(2, 4), (4, 2), (4, 4), (4, 5), (5, 4)];

/// Measures `run` once in every position of this phase, for every case. It is given a copy that it may change.
fn each<T>(
    c: &mut Criterion,
    name: &str,
    is_wanted: fn(&Position) -> bool,
    mut run: impl FnMut(&Skye, &mut Position) -> T,
) {
    let mut group = c.benchmark_group(name);
    for (round, players) in CASES {
        let game = printed(players);
        let position = reach(&game, round, is_wanted);
        let id = BenchmarkId::from_parameter(format!("round {round}, {players} players"));
        group.bench_function(id, |bencher| {
            bencher.iter_batched_ref(|| position.clone(), |position| run(&game, position), BatchSize::SmallInput);
        });
    }
}

fn legal_placements(c: &mut Criterion) {
    let mut actions = Vec::new();
    each(c, "legal placements", is_building, |game, position| {
        game.legal_actions(position, &mut actions);
        actions.len()
    });
}

fn legal_offers(c: &mut Criterion) {
    let mut actions = Vec::new();
    each(c, "legal offers", is_pricing, |game, position| {
        game.legal_actions(position, &mut actions);
        actions.len()
    });
}

/// With the choice of a placement, which takes part of the time; see `random placement` in `sim dev bench`.
fn placement(c: &mut Criterion) {
    each(c, "random placement laid", is_building, |game, position| {
        let action = game.random_action(position, &mut random(3));
        game.apply(position, action);
    });
}

fn round_start(c: &mut Criterion) {
    each(c, "round start", is_drawing, |game, position| game.resolve_chance(position, 5));
}

fn scoring(c: &mut Criterion) {
    each(c, "scoring", is_building, |game, position| game.score_round(position, &mut |_, _| {}));
}

fn copy(c: &mut Criterion) {
    each(c, "copy", is_building, |_, position| black_box(position).clone());
}

fn determinization(c: &mut Criterion) {
    let mut rng = random(2);
    each(c, "determinization", is_pricing, |game, position| {
        let Phase::Price(seat) = position.phase else { unreachable!("the phase that was asked for") };
        game.determinize_uniformly(&game.view(position, seat), &mut rng)
    });
}

fn game(c: &mut Criterion) {
    let mut group = c.benchmark_group("random game");
    for players in 2..=5 {
        let game = printed(players);
        let mut number = 0;
        group.bench_function(BenchmarkId::from_parameter(format!("{players} players")), |bencher| {
            bencher.iter(|| {
                number += 1;
                play_until(&game, number, |_| false)
            });
        });
    }
}

/// Four scoring tiles of different kinds: areas, roads, shapes, a comparison.
fn printed(players: usize) -> Skye {
    use ScoringTile::{Columns, CompletedAreas, MostShips, RoadCattle};
    Skye::printed(players, [Columns, CompletedAreas, MostShips, RoadCattle]).expect("a valid set-up")
}

/// The first such position of a round in a random game.
fn reach(game: &Skye, round: u8, is_wanted: fn(&Position) -> bool) -> Position {
    play_until(game, 1, |position| position.round == round && is_wanted(position))
}

fn play_until(game: &Skye, seed: u64, is_reached: impl Fn(&Position) -> bool) -> Position {
    let mut rng = random(seed);
    let mut position = game.start(Seat::new(0));
    while !is_reached(&position) {
        match game.turn(&position) {
            Turn::Over => break,
            Turn::Chance => game.resolve_chance(&mut position, seed),
            Turn::Seat(_) => {
                let action = game.random_action(&position, &mut rng);
                game.apply(&mut position, action);
            }
        }
    }
    position
}

/// The last seat is to make its offer: everything that can be hidden is.
fn is_pricing(position: &Position) -> bool {
    position.phase.seat() == position.turn_order().last() && matches!(position.phase, Phase::Price(_))
}

fn is_building(position: &Position) -> bool {
    matches!(position.phase, Phase::Build(_))
}

fn is_drawing(position: &Position) -> bool {
    position.phase == Phase::Draw
}
