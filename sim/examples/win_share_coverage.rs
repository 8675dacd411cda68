//! How often the interval of a win share misses it, by players, blocks, share and what the games of a block have in common: one line of CSV
//! for each, and which limits they are in. Arguments: experiments for each line (2,000), and a method (`ours`).
//!
//! `cargo run --release -p sim --example win_share_coverage -- 2000 ours`

#[path = "../tests/statistics/coverage.rs"]
mod coverage;

use coverage::{Cell, Dependence, Found, METHODS, simulate};
use rayon::prelude::*;

const DEPENDENCES: [Dependence; 5] =
    [Dependence::Independent, Dependence::Ties, Dependence::Balanced, Dependence::Together, Dependence::Alike];
const PLAYERS: [u64; 4] = [2, 3, 4, 5];
const BLOCKS: [u64; 7] = [20, 30, 60, 100, 250, 500, 1000];
const SHARES: [f64; 9] = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 1.0 / 3.0, 0.5];

fn main() {
    let mut words = std::env::args().skip(1);
    let experiments = words.next().map_or(2000, |word| word.parse().expect("a number of experiments"));
    let name = words.next().unwrap_or_else(|| METHODS[0].0.to_owned());
    let (_, method) = METHODS.into_iter().find(|(method, _)| *method == name).expect("the name of a method");
    println!("dependence,players,blocks,share,below,above,half_width,clopper_pearson_half_width");
    for dependence in DEPENDENCES {
        let found: Vec<(Cell, Found)> =
            cells(dependence).into_par_iter().map(|cell| (cell, simulate(&cell, experiments, method))).collect();
        found.iter().for_each(print);
        summarise(dependence, &found);
    }
}

fn cells(dependence: Dependence) -> Vec<Cell> {
    let shares = |players, blocks| SHARES.map(|share| Cell { players, blocks, share, dependence });
    PLAYERS.iter().flat_map(|players| BLOCKS.iter().flat_map(move |blocks| shares(*players, *blocks))).collect()
}

fn print((cell, found): &(Cell, Found)) {
    let Cell { players, blocks, share, dependence } = cell;
    let Found { below, above, half_width, exact_half_width } = found;
    println!(
        "{dependence:?},{players},{blocks},{share:.6},{below:.4},{above:.4},{half_width:.6},{exact_half_width:.6}"
    );
}

/// A line for those with many wins and one for the others, on the error stream.
fn summarise(dependence: Dependence, all: &[(Cell, Found)]) {
    for has_many in [true, false] {
        let found: Vec<&Found> =
            all.iter().filter(|(cell, _)| cell.has_many_wins() == has_many).map(|(_, found)| found).collect();
        let misses = || found.iter().map(|found| 100.0 * found.misses());
        let longer = found.iter().filter(|found| found.half_width > found.exact_half_width).count();
        eprintln!(
            "{:11} blocks x share {:12} {:3} cells: misses {:.2} to {:.2} %, mean {:.2}; {} above 5.5, {} below 4; {longer} longer",
            format!("{dependence:?}"),
            if has_many { "at least 10" } else { "below 10" },
            found.len(),
            misses().fold(f64::INFINITY, f64::min),
            misses().fold(0.0, f64::max),
            misses().sum::<f64>() / found.len() as f64,
            misses().filter(|misses| *misses > 5.5).count(),
            misses().filter(|misses| *misses < 4.0).count(),
        );
    }
}
