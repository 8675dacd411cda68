//! What the agents' thinking costs in fixed positions: `cargo bench -p agents`.
//!
//! Positions come from games of greedy players with fixed seeds.

use agents::skye::appraisal::{Appraisals, Estate, Judgements, Outlook};
use agents::skye::{KINDS, greedy};
use agents::{Agent, AgentSpec};
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput};
use engine::random::random;
use engine::skye::{Phase, Position, ScoringTile, Skye};
use engine::{Game, Seat, Turn};

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let benches: [fn(&mut Criterion); 7] = [estate, gain, offer, purchase, building, search, game];
    benches.into_iter().for_each(|bench| bench(&mut criterion));
    criterion.final_summary();
}

/// Rounds and numbers of players that are looked at.
const CASES: [(u8, usize); 4] = [(2, 4), (4, 2), (4, 4), (4, 5)];

/// Measures in the first such position of each case, from the seat to move.
fn each(c: &mut Criterion, name: &str, is_wanted: fn(Phase) -> bool, run: fn(&mut Group<'_>, BenchmarkId, &Case)) {
    let mut group = c.benchmark_group(name);
    for (round, players) in CASES {
        let game = printed(players);
        let position = play_until(&game, 1, |position| position.round == round && is_wanted(position.phase));
        let seat = position.phase.seat().expect("somebody decides");
        run(
            &mut group,
            BenchmarkId::from_parameter(format!("round {round}, {players} players")),
            &Case { game, position, seat },
        );
    }
}

type Group<'a> = BenchmarkGroup<'a, criterion::measurement::WallTime>;

struct Case {
    game: Skye,
    position: Position,
    seat: Seat,
}

fn estate(c: &mut Criterion) {
    each(c, "estate", is_building, |group, id, case| {
        group.bench_function(id, |bencher| {
            bencher.iter(|| {
                let outlook = Outlook::by(&Judgements::calibrated(), &case.game, &case.position, case.seat);
                Estate::new(outlook, &case.position.player(case.seat).territory).worth()
            });
        });
    });
}

/// All placements of one tile; elements are placements.
fn gain(c: &mut Criterion) {
    each(c, "gain of a placement", is_building, |group, id, case| {
        let player = case.position.player(case.seat);
        let outlook = Outlook::by(&Judgements::calibrated(), &case.game, &case.position, case.seat);
        let estate = Estate::new(outlook, &player.territory);
        let tile = player.to_build[0];
        group.throughput(Throughput::Elements(player.territory.placements_of(case.game.tiles(), tile).count() as u64));
        group.bench_function(id, |bencher| {
            bencher.iter(|| {
                estate.for_each_gain(tile, |placement, gain| {
                    std::hint::black_box((placement, gain));
                });
            });
        });
    });
}

fn offer(c: &mut Criterion) {
    each(c, "best offer", is_pricing, |group, id, Case { game, position, seat }| {
        group.bench_function(id, |bencher| {
            bencher.iter(|| greedy::best_offer(game, position, *seat, &mut Appraisals::by(Judgements::calibrated())));
        });
    });
}

fn purchase(c: &mut Criterion) {
    each(c, "greedy purchase", is_buying, |group, id, case| bench_choice(group, id, case, "greedy"));
}

fn building(c: &mut Criterion) {
    each(c, "greedy placement", is_building, |group, id, case| bench_choice(group, id, case, "greedy"));
}

/// Elements are iterations, as many as were used.
fn search(c: &mut Criterion) {
    each(c, "search", is_pricing, |group, id, case| bench_choice(group, id, case, "mcts:iterations=64"));
}

fn bench_choice(group: &mut Group<'_>, id: BenchmarkId, case: &Case, spec: &str) {
    let Case { game, position, seat } = case;
    let agent = AgentSpec::read(spec, &KINDS).expect("a registered agent").build(&KINDS);
    let view = game.view(position, *seat);
    let iterations = agent.choose(game, &view, &mut random(1)).iterations;
    group.throughput(Throughput::Elements(iterations.max(1)));
    group.bench_function(id, |bencher| bencher.iter(|| agent.choose(game, &view, &mut random(1))));
}

fn game(c: &mut Criterion) {
    let mut group = c.benchmark_group("greedy game");
    for players in 2..=5 {
        let (game, mut number) = (printed(players), 0);
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

fn play_until(game: &Skye, seed: u64, is_reached: impl Fn(&Position) -> bool) -> Position {
    let agent: Box<dyn Agent<Skye>> = AgentSpec::read("greedy", &KINDS).expect("a registered agent").build(&KINDS);
    let mut position = game.start(Seat::new(0));
    while !is_reached(&position) {
        match game.turn(&position) {
            Turn::Over => break,
            Turn::Chance => game.resolve_chance(&mut position, seed),
            Turn::Seat(seat) => {
                let action = agent.choose(game, &game.view(&position, seat), &mut random(seed)).action;
                game.apply(&mut position, action);
            }
        }
    }
    position
}

fn is_pricing(phase: Phase) -> bool {
    matches!(phase, Phase::Price(_))
}

fn is_buying(phase: Phase) -> bool {
    matches!(phase, Phase::Buy(_))
}

fn is_building(phase: Phase) -> bool {
    matches!(phase, Phase::Build(_))
}
