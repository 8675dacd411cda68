//! Compares an agent's chances to win with what came of them.
//!
//! Run it with `cargo run --release -p agents --example calibration -- skye 2 mcts:iterations=24 0..10000`: a game
//! (`skye`, `modules` for Isle of Skye with all of them, or `tipperary`), players, the agent that takes all seats, and
//! games. The table has one decision of each game, all equally likely: the chance to win with the chosen action, in ten
//! bins, the seat's win share, and their difference with its 95 % interval.
//!
//! Beside it are the numbers of a [`Calibration`] that fit all decisions best. The shipped ones were found with
//! `mcts:iterations=24,value=agents/data/value_2.json` and its like, since a search with nets from files shows the chances
//! that it finds.

use agents::search::Calibration;
use agents::{Agent, AgentKind, AgentSpec, skye, tipperary};
use engine::random::{below, mix, random};
use engine::skye::{Module, Modules, Rules, ScoringTile, Skye};
use engine::tipperary::Tipperary;
use engine::{Game, Seat, Turn};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, players, spec, games] = &words[..] else { panic!("skye|modules|tipperary players agent games") };
    let players: usize = players.parse().expect("players");
    let (from, to) = games.split_once("..").expect("games as 0..400");
    let games = from.parse::<u64>().expect("a game")..to.parse().expect("a game");
    let played = match game.as_str() {
        "skye" => play(spec, &skye::KINDS, games, |seed| deal(players, Modules::NONE, seed)),
        "modules" => play(spec, &skye::KINDS, games, |seed| deal(players, Module::ALL.into_iter().collect(), seed)),
        "tipperary" => play(spec, &tipperary::KINDS, games, |seed| Tipperary::dealt(players, seed).expect("a set-up")),
        _ => panic!("{game} is no game"),
    };
    let one = |(game, decisions): (usize, &Vec<Decided>)| {
        let number = below(&mut random(mix([game as u64, 5])), decisions.len().max(1) as u32);
        decisions.get(number as usize).copied()
    };
    table(&played.iter().enumerate().filter_map(one).collect::<Vec<_>>());
    for is_secret in [true, false] {
        let open = played.iter().flatten().filter(|decided| decided.is_secret == is_secret && !decided.is_over);
        if let Some(fitted) = fit(&open.copied().collect::<Vec<_>>()) {
            eprintln!("{}: {fitted:.3?}", if is_secret { "secret decisions" } else { "other decisions" });
        }
    }
}

/// A decision and its game's end.
#[derive(Copy, Clone)]
struct Decided {
    is_secret: bool,
    /// True if all candidates lead to the same end.
    is_over: bool,
    /// The chance shown, and the same within what its playouts can tell.
    chance: f64,
    bounded: f64,
    win_share: f64,
}

fn table(decisions: &[Decided]) {
    println!("chance_from,decisions,chance,win_share,difference,difference_lo,difference_hi");
    for bin in 0..10 {
        let within = decisions.iter().filter(|decided| (decided.chance * 10.0).min(9.0) as usize == bin);
        let count = within.clone().count() as f64;
        let mean = |of: fn(&Decided) -> f64| within.clone().map(of).sum::<f64>() / count;
        let (chance, wins) = (mean(|decided| decided.chance), mean(|decided| decided.win_share));
        let squares: f64 = within.clone().map(|decided| (decided.win_share - wins).powi(2)).sum();
        let (off, error) = (wins - chance, 1.96 * (squares / (count - 1.0) / count).sqrt());
        let (from, low, high) = (bin as f64 / 10.0, off - error, off + error);
        println!("{from},{count},{chance:.4},{wins:.4},{off:.4},{low:.4},{high:.4}");
    }
}

/// The most likely calibration, by Newton's method; `None` without enough decisions.
fn fit(decisions: &[Decided]) -> Option<Calibration> {
    let mut fitted = [1.0, 1.0, 0.0];
    for _ in 0..50 {
        let (mut gradient, mut hessian) = ([0.0; 3], [[0.0; 3]; 3]);
        for &Decided { bounded, win_share, .. } in decisions {
            let row = [bounded.ln(), -(1.0 - bounded).ln(), 1.0];
            let odds: f64 = row.iter().zip(fitted).map(|(number, weight)| number * weight).sum();
            let chance = 1.0 / (1.0 + (-odds).exp());
            for one in 0..3 {
                gradient[one] += (win_share - chance) * row[one];
                (0..3).for_each(|other| hessian[one][other] += chance * (1.0 - chance) * row[one] * row[other]);
            }
        }
        for (weight, step) in fitted.iter_mut().zip(solve(hessian, gradient)?) {
            *weight += step;
        }
    }
    let [win, loss, shift] = fitted;
    fitted.iter().all(|weight| weight.is_finite()).then_some(Calibration { win, loss, shift })
}

/// Solves three linear equations by elimination.
fn solve(mut matrix: [[f64; 3]; 3], mut right: [f64; 3]) -> Option<[f64; 3]> {
    for pivot in 0..3 {
        let scale = matrix[pivot][pivot];
        if scale.abs() < 1e-9 {
            return None;
        }
        for row in (0..3).filter(|row| *row != pivot) {
            let factor = matrix[row][pivot] / scale;
            (0..3).for_each(|column| matrix[row][column] -= factor * matrix[pivot][column]);
            right[row] -= factor * right[pivot];
        }
    }
    Some(std::array::from_fn(|row| right[row] / matrix[row][row]))
}

/// A game with random scoring tiles.
fn deal(players: usize, modules: Modules, seed: u64) -> Skye {
    let (mut pool, mut rng) = (Rules::with_modules(players, modules).scoring_pool(), random(mix([seed, 1])));
    let tiles: [ScoringTile; 4] =
        std::array::from_fn(|_| pool.swap_remove(below(&mut rng, pool.len() as u32) as usize));
    Skye::printed_with(players, tiles, modules).expect("a valid set-up")
}

/// The decisions of each game, without those that had no choice.
fn play<G: Game>(
    spec: &str,
    kinds: &'static [AgentKind<G>],
    games: std::ops::Range<u64>,
    deal: impl Fn(u64) -> G + Sync,
) -> Vec<Vec<Decided>> {
    let share = |first: u64| {
        let agent = AgentSpec::read(spec, kinds).expect("an agent").build(kinds);
        let games = (games.start + first..games.end).step_by(THREADS);
        games.map(|seed| play_one(&deal(seed), &*agent, seed)).collect::<Vec<_>>()
    };
    std::thread::scope(|scope| {
        let share = &share;
        let threads: Vec<_> = (0..THREADS as u64).map(|first| scope.spawn(move || share(first))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a thread")).collect()
    })
}

/// The number of threads.
const THREADS: usize = 2;

fn play_one<G: Game>(game: &G, agent: &dyn Agent<G>, seed: u64) -> Vec<Decided> {
    let (mut position, mut decisions) = (game.start(Seat::new(0)), Vec::new());
    for number in 0.. {
        match game.turn(&position) {
            Turn::Over => break,
            Turn::Chance => game.resolve_chance(&mut position, seed),
            Turn::Seat(seat) => {
                let is_secret = game.is_secret(&position);
                let explained = agent.explain(game, &game.view(&position, seat), &mut random(mix([seed, 3, number])));
                let action = explained.decision.action;
                let tried = explained.weighed.iter().filter(|weighed| weighed.value.is_some());
                if let Some(chosen) = tried.clone().position(|weighed| weighed.action == action) {
                    let found: Vec<_> = tried.filter_map(|weighed| Some((weighed.value?, weighed.visits))).collect();
                    let (is_over, (chance, _)) = (Calibration::is_decided(&found), found[chosen]);
                    let (bounded, _) = Calibration::new(1.0, 1.0, 0.0).came_true(&found)[chosen];
                    decisions.push((seat, Decided { is_secret, is_over, chance, bounded, win_share: 0.0 }));
                }
                game.apply(&mut position, action);
            }
        }
    }
    let outcome = game.outcome(&position);
    decisions.iter().map(|&(seat, decided)| Decided { win_share: outcome.win_share(seat), ..decided }).collect()
}
