//! Compares an agent's chances to win with what came of them.
//!
//! Run it with `cargo run --release -p agents --example calibration -- skye 2 mcts:iterations=24 0..10000`: a game
//! (`skye`, `modules` for Isle of Skye with all of them, or `tipperary`), players, the agent that takes all seats, and
//! games. The table has one decision of each game, all equally likely: the chance to win with the chosen action, in ten
//! bins, and the seat's win share with its 95 % interval. Further rows have one decision of each game among those of a
//! round, and among those at which every candidate is shown as lost, or as won.
//!
//! Beside it are the [`CalibrationNumbers`](agents::search::CalibrationNumbers) that fit all decisions best. The shipped
//! ones were found with `mcts:iterations=50,value=agents/data/value_2.json` and its like, those of Tipperary with 24
//! iterations, since a search with nets from files shows the chances that it finds.

use agents::search::{agree, bounded};
use agents::{Agent, AgentKind, AgentSpec, skye, tipperary};
use engine::random::{below, mix, random};
use engine::skye::{Module, Modules, Rules, ScoringTile, Skye};
use engine::tipperary::Tipperary;
use engine::{Game, Seat, Turn};
use stats::Clusters;
use stats::share::share_interval;
use stats::symmetric::{Cholesky, Symmetric, dot};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, players, spec, games] = &words[..] else { panic!("skye|modules|tipperary players agent games") };
    let players: usize = players.parse().expect("players");
    let (from, to) = games.split_once("..").expect("games as 0..400");
    let games = from.parse::<u64>().expect("a game")..to.parse().expect("a game");
    let played = match game.as_str() {
        "skye" | "modules" => {
            let modules = if game == "skye" { Modules::NONE } else { Module::ALL.into_iter().collect() };
            play(spec, &skye::KINDS, games, skye::value::rounds_to_come, |seed| deal(players, modules, seed))
        }
        "tipperary" => play(spec, &tipperary::KINDS, games, tipperary::value::rounds_to_come, |seed| {
            Tipperary::dealt(players, seed).expect("a set-up")
        }),
        _ => panic!("{game} is no game"),
    };
    println!("decisions,chance_from,chance_to,games,chance,win_share,win_share_lo,win_share_hi");
    let one_each = |wanted: &dyn Fn(&Decided) -> bool| {
        let one = |(game, decisions): (u64, &Vec<Decided>)| {
            let decisions: Vec<&Decided> = decisions.iter().filter(|decided| wanted(decided)).collect();
            let number = below(&mut random(mix([game, 5])), decisions.len().max(1) as u32);
            decisions.get(number as usize).map(|decided| **decided)
        };
        (0..).zip(&played).filter_map(one).collect::<Vec<Decided>>()
    };
    let all = one_each(&|_| true);
    for bin in 0..10 {
        let within = |decided: &&Decided| (decided.chance * 10.0).min(9.0) as usize == bin;
        row("all", [bin as f64 / 10.0, (bin + 1) as f64 / 10.0], all.iter().filter(within));
    }
    let rounds = played.iter().flatten().map(|decided| decided.to_come).max().unwrap_or(0);
    for round in 1..=rounds {
        let of_round = one_each(&|decided| decided.to_come == rounds + 1 - round);
        row(&format!("round {round}"), [0.0, 1.0], of_round.iter());
    }
    for chance in [0.0, 1.0] {
        let over = one_each(&|decided| decided.is_over && decided.chance == chance);
        row("decided", [chance; 2], over.iter());
    }
    // In Tipperary playouts that all agree decide nothing, and only the last two of twelve rounds differ.
    let is_tipperary = game == "tipperary";
    let shifts = if is_tipperary { 3 } else { rounds };
    for is_secret in [true, false] {
        let open = played
            .iter()
            .flatten()
            .filter(|decided| decided.is_secret == is_secret && (is_tipperary || !decided.is_over) && !decided.is_last);
        if let Some(fitted) = fit(&open.copied().collect::<Vec<_>>(), shifts) {
            let of = if is_secret { "secret decisions" } else { "other decisions" };
            let [win, loss, shifts @ ..] = &fitted[..] else { panic!("two weights at least") };
            let shifts: Vec<String> = shifts.iter().map(|shift| format!("{shift:.3}")).collect();
            eprintln!("{of}: ({win:.3}, {loss:.3}, &[{}])", shifts.join(", "));
        }
    }
}

/// A decision and its game's end.
#[derive(Copy, Clone)]
struct Decided {
    is_secret: bool,
    /// Rounds to come, with this one.
    to_come: usize,
    /// True if all candidates are shown as lost, or as won.
    is_over: bool,
    /// True if the game ended with it, so that its chance is sure.
    is_last: bool,
    /// The chance shown.
    chance: f64,
    win_share: f64,
}

/// Prints what came of these decisions, each of a game of its own.
fn row<'a>(name: &str, [from, to]: [f64; 2], decisions: impl Iterator<Item = &'a Decided> + Clone) {
    let count = decisions.clone().count();
    if count == 0 {
        return;
    }
    let mean = |of: fn(&Decided) -> f64| decisions.clone().map(of).sum::<f64>() / count as f64;
    let (chance, wins) = (mean(|decided| decided.chance), mean(|decided| decided.win_share));
    let squares: f64 = decisions.clone().map(|decided| (decided.win_share - wins).powi(2)).sum();
    let (variance, games) = (squares / (count.max(2) - 1) as f64, count as u64);
    print!("{name},{from},{to},{games},{chance:.4},{wins:.4}");
    match share_interval(wins, variance, Clusters { count: games, blocks: games, games }) {
        Some(interval) => println!(",{:.4},{:.4}", interval.low, interval.high),
        None => println!(",,"),
    }
}

/// The most likely calibration, by Newton's method: two weights, and shifts by the rounds to come, the last one for all
/// earlier rounds.
///
/// `None` without enough decisions.
fn fit(decisions: &[Decided], shifts: usize) -> Option<Vec<f64>> {
    let mut fitted = vec![0.0; 2 + shifts];
    fitted[..2].fill(1.0);
    for _ in 0..100 {
        let (mut gradient, mut hessian) = (vec![0.0; fitted.len()], Symmetric::zeros(fitted.len()));
        for &Decided { chance, win_share, to_come, .. } in decisions {
            let found = bounded(chance);
            let mut row = vec![0.0; fitted.len()];
            (row[0], row[1], row[1 + to_come.min(shifts)]) = (found.ln(), -(1.0 - found).ln(), 1.0);
            let chance = 1.0 / (1.0 + (-dot(&row, &fitted)).exp());
            gradient.iter_mut().zip(&row).for_each(|(sum, number)| *sum += (win_share - chance) * number);
            hessian.add_products(chance * (1.0 - chance), &row);
        }
        for (weight, step) in fitted.iter_mut().zip(Cholesky::new(&hessian).solve(gradient)) {
            // Whole steps may go beyond where the sum has a maximum.
            *weight += step.clamp(-0.2, 0.2);
        }
    }
    (!decisions.is_empty() && fitted.iter().all(|weight| weight.is_finite())).then_some(fitted)
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
    to_come: impl Fn(&G, &G::Public) -> usize + Sync,
    deal: impl Fn(u64) -> G + Sync,
) -> Vec<Vec<Decided>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let share = |first: u64| {
        let mut read = AgentSpec::read(spec, kinds).expect("an agent");
        let files: Vec<_> = read.files().map(|(key, path)| (key, std::fs::read_to_string(path))).collect();
        files.into_iter().for_each(|(key, text)| read.give(key, text.expect("a file").into()).expect("a net"));
        let agent = read.build(kinds);
        let games = (games.start + first..games.end).step_by(threads);
        games.map(|seed| (seed, play_one(&deal(seed), &*agent, &to_come, seed))).collect::<Vec<_>>()
    };
    let mut played: Vec<(u64, Vec<Decided>)> = std::thread::scope(|scope| {
        let share = &share;
        let threads: Vec<_> = (0..threads as u64).map(|first| scope.spawn(move || share(first))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a thread")).collect()
    });
    played.sort_by_key(|(seed, _)| *seed);
    played.into_iter().map(|(_, decisions)| decisions).collect()
}

fn play_one<G: Game>(
    game: &G,
    agent: &dyn Agent<G>,
    to_come: impl Fn(&G, &G::Public) -> usize,
    seed: u64,
) -> Vec<Decided> {
    let (mut position, mut decisions) = (game.start(Seat::new(0)), Vec::new());
    for number in 0.. {
        match game.turn(&position) {
            Turn::Over => break,
            Turn::Chance => game.resolve_chance(&mut position, seed),
            Turn::Seat(seat) => {
                let is_secret = game.is_secret(&position);
                let to_come = to_come(game, game.public(&game.view(&position, seat)));
                let explained = agent.explain(game, &game.view(&position, seat), &mut random(mix([seed, 3, number])));
                let action = explained.decision.action;
                game.apply(&mut position, action);
                let is_last = game.turn(&position) == Turn::Over;
                let tried = explained.weighed.iter().filter(|weighed| weighed.value.is_some());
                if let Some(chosen) = tried.clone().position(|weighed| weighed.action == action) {
                    let visits = tried.clone().map(|weighed| weighed.visits).sum();
                    let found: Vec<f64> = tried.filter_map(|weighed| weighed.value).collect();
                    let (is_over, chance) = (agree(found.iter().copied(), visits), found[chosen]);
                    decisions.push((seat, Decided { is_secret, to_come, is_over, is_last, chance, win_share: 0.0 }));
                }
            }
        }
    }
    let outcome = game.outcome(&position);
    decisions.iter().map(|&(seat, decided)| Decided { win_share: outcome.win_share(seat), ..decided }).collect()
}
