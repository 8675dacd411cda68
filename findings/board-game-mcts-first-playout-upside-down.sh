#!/usr/bin/env bash
# board-game 0.8.2 (cargo) with rand 0.8.8, 2026-11-29: MCTS counts the first playout of every new node for the wrong player.
#
# Behaviour: mcts_build_tree() from the empty board of tic-tac-toe, exploration weight 2, many seeds. A node's wdl() is documented as seen by the
# player who made its move, so the moves of X should be worth, on average, what Tree::wdl() says the board is worth to X. With nine iterations
# each move has one playout, and the moves come out as bad as the board is good: the centre, the best in 20,000 plain playouts, is the worst.
# The next visits of a node count for the right player: after 18 iterations good and bad cancel out, and with many visits values near the truth.
# But few nodes get many: after 90 iterations three of four have one visit, and which of them is tried next depends on that value.
#
# Seen (values from -1 to 1, for X):
#   playouts: centre 0.50, corners 0.36, edges 0.19
#   9 iterations: centre -0.50, corners -0.35, edges -0.21
#   9 iterations: board 0.30, its moves -0.30
#   18 iterations: board 0.30, its moves -0.00
#   90 iterations: board 0.31, its moves 0.24
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir src
cat > Cargo.toml <<'END'
[package]
name = "seen"
version = "0.0.0"
edition = "2021"

[dependencies]
board-game = "=0.8.2"
rand = { version = "=0.8.8", features = ["small_rng"] }

[profile.dev]
debug = false
END
cat > src/main.rs <<'END'
use board_game::ai::mcts::mcts_build_tree;
use board_game::board::{Board, Outcome, Player};
use board_game::games::ttt::TTTBoard;
use board_game::util::coord::Coord3;
use rand::{rngs::SmallRng, SeedableRng};

/// 0 for the centre, 1 for a corner, 2 for an edge.
fn place(cell: Coord3) -> usize {
    match (cell.x(), cell.y()) {
        (1, 1) => 0,
        (1, _) | (_, 1) => 2,
        _ => 1,
    }
}

fn print_places(name: &str, sums: [(f64, f64); 3]) {
    let [centre, corners, edges] = sums.map(|(sum, count)| sum / count);
    println!("{name}: centre {centre:.2}, corners {corners:.2}, edges {edges:.2}");
}

fn main() {
    let empty = TTTBoard::default();
    let mut places = [(0.0, 0.0); 3];
    for seed in 0..20_000 {
        let rng = &mut SmallRng::seed_from_u64(seed);
        let mut board = empty.clone();
        let first = board.random_available_move(rng).unwrap();
        board.play(first).unwrap();
        while !board.is_done() {
            let next = board.random_available_move(rng).unwrap();
            board.play(next).unwrap();
        }
        let sums = &mut places[place(first)];
        sums.1 += 1.0;
        sums.0 += match board.outcome().unwrap() {
            Outcome::WonBy(Player::A) => 1.0,
            Outcome::WonBy(Player::B) => -1.0,
            Outcome::Draw => 0.0,
        };
    }
    print_places("playouts", places);
    for (iterations, seeds) in [(9, 20_000), (18, 20_000), (90, 4_000)] {
        let mut places = [(0.0, 0.0); 3];
        let mut board = 0.0;
        for seed in 0..seeds {
            let tree = mcts_build_tree(&empty, iterations, 2.0, &mut SmallRng::seed_from_u64(seed));
            board += f64::from(tree.wdl().value());
            for node in tree[0].children.unwrap() {
                let sums = &mut places[place(tree[node].last_move.unwrap())];
                sums.0 += f64::from(tree[node].wdl().value()) * tree[node].visits as f64;
                sums.1 += tree[node].visits as f64;
            }
        }
        let name = format!("{iterations} iterations");
        if iterations == 9 {
            print_places(&name, places);
        }
        let moves = places.iter().map(|sums| sums.0).sum::<f64>() / places.iter().map(|sums| sums.1).sum::<f64>();
        println!("{name}: board {:.2}, its moves {moves:.2}", board / seeds as f64);
    }
}
END
seen=$(CARGO_TARGET_DIR="$folder/target" cargo run --quiet)
echo "$seen"
[ "$seen" = "playouts: centre 0.50, corners 0.36, edges 0.19
9 iterations: centre -0.50, corners -0.35, edges -0.21
9 iterations: board 0.30, its moves -0.30
18 iterations: board 0.30, its moves -0.00
90 iterations: board 0.31, its moves 0.24" ]
