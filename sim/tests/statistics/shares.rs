//! Intervals of shares of wins miss as often as they say. `examples/win_share_coverage.rs` looks at more cells, and at other methods.

use crate::coverage::{Cell, Dependence, Found, METHODS, simulate};

const EXPERIMENTS: u64 = 1000;

/// The limits of 5.5 % and 4 % with three standard errors of a cell's experiments added.
const MOST: f64 = 0.055 + 0.022;
const LEAST: f64 = 0.04 - 0.019;

fn cells(dependence: Dependence) -> Vec<Cell> {
    let wanted = [
        (2, 20, 0.5),
        (3, 60, 1.0 / 3.0),
        (4, 60, 0.25),
        (5, 60, 0.2),
        (4, 100, 0.1),
        (2, 250, 0.05),
        (5, 20, 0.005),
        (4, 20, 0.05),
        (3, 30, 0.1),
        (2, 60, 0.02),
    ];
    wanted.map(|(players, blocks, share)| Cell { players, blocks, share, dependence }).to_vec()
}

fn simulated(dependence: Dependence) -> Vec<(Cell, Found)> {
    let found = |cell: Cell| (cell, simulate(&cell, EXPERIMENTS, METHODS[0].1));
    cells(dependence).into_iter().map(found).collect()
}

/// Misses are rare enough, and intervals no longer than they need be.
#[track_caller]
fn check_most(found: &[(Cell, Found)]) {
    for (cell, found) in found {
        assert!(found.misses() <= MOST, "{cell:?} {found:?}");
        assert!(cell.has_many_wins() || found.half_width <= found.exact_half_width, "{cell:?} {found:?}");
    }
}

/// Misses are frequent enough in each cell, and over all cells within the limits themselves.
#[track_caller]
fn check_least(found: &[(Cell, Found)]) {
    let misses: Vec<f64> =
        found.iter().filter(|(cell, _)| cell.has_many_wins()).map(|(_, found)| found.misses()).collect();
    assert!(misses.iter().all(|misses| *misses >= LEAST), "{misses:?}");
    let mean = misses.iter().sum::<f64>() / misses.len() as f64;
    assert!((0.04..=0.055).contains(&mean), "{mean}");
}

#[test]
fn independent_games() {
    let found = simulated(Dependence::Independent);
    check_most(&found);
    check_least(&found);
}

#[test]
fn games_with_ties() {
    let found = simulated(Dependence::Ties);
    check_most(&found);
    check_least(&found);
}

#[test]
fn games_that_balance_each_other() {
    check_most(&simulated(Dependence::Balanced));
}

#[test]
fn games_that_go_together_need_some_wins() {
    for dependence in [Dependence::Together, Dependence::Alike] {
        for cell in cells(dependence).into_iter().filter(Cell::has_many_wins) {
            let found = simulate(&cell, EXPERIMENTS, METHODS[0].1);
            assert!((LEAST..=MOST).contains(&found.misses()), "{cell:?} {found:?}");
        }
    }
}

#[test]
fn what_is_too_long_or_too_short_is_found_out() {
    let cell = Cell { players: 4, blocks: 60, share: 0.25, dependence: Dependence::Independent };
    let of = |name: &str, cell: &Cell| {
        let (_, method) = METHODS.iter().find(|(method, _)| *method == name).unwrap();
        simulate(cell, EXPERIMENTS, *method)
    };
    let (before, now) = (of("wilson-plus-one", &cell), of("ours", &cell));
    assert!(before.misses() < 0.03 && before.half_width > 1.08 * now.half_width, "{before:?} {now:?}");
    let few = Cell { blocks: 60, share: 0.01, ..cell };
    assert!(of("student", &few).misses() > MOST);
}
