//! One short game, its record and how it is told. `UPDATE_GOLDEN=1 cargo test` writes both anew.

use std::sync::Arc;

use engine::skye::rules::RoundRule;
use engine::skye::{Rules, Skye, Slot, Tiles};
use sim::arena;
use sim::casual::game_seed;
use sim::check::check_line;
use sim::seeds::GameSeed;
use sim::tell::Narrator;
use sim::tile_set::TileSet;

use crate::common::{known, play};
use crate::golden::check_golden;

/// Two rounds for two players, all slots scored.
fn short_game() -> (Skye, GameSeed) {
    let round = |slots: [Slot; 2], catch_up| RoundRule { scores: slots.into_iter().collect(), catch_up };
    let rounds = [round([Slot::A, Slot::B], 0), round([Slot::C, Slot::D], 2)].into_iter().collect();
    let rules = Rules { rounds, castle_income: 8, ..Rules::printed(2) };
    let seed = game_seed(1, 4, 2, None);
    (Skye::new(Tiles::printed(), Arc::new(rules), seed.scoring, 2).expect("a valid set-up"), seed)
}

#[test]
fn the_record() {
    let (game, seed) = short_game();
    let line = play(game, &TileSet::printed(), seed).line;
    check_line(&line, &known()).expect("the rules are kept");
    check_golden("short_game.jsonl", &format!("{line}\n"));
}

#[test]
fn the_narrative() {
    let (game, seed) = short_game();
    let players = ["random".to_owned(), "random".to_owned()];
    let mut coloured = Vec::new();
    let mut narrator = Narrator::new(&game, &players, &seed, &mut coloured);
    arena::play(&game, &seed, &[&agents::RandomAgent, &agents::RandomAgent], &mut narrator);
    narrator.finish().expect("memory can be written");
    let coloured = String::from_utf8(coloured).expect("text");
    let plain = anstream::adapter::strip_str(&coloured).to_string();
    assert_ne!(plain, coloured, "there is colour to be stripped");
    check_golden("short_game.txt", &plain);
}

#[test]
fn a_narrator_that_cannot_write_says_so_at_the_end() {
    let (game, seed) = short_game();
    let players = ["random".to_owned(), "random".to_owned()];
    let mut too_small = [0u8; 100];
    let mut narrator = Narrator::new(&game, &players, &seed, &mut too_small[..]);
    arena::play(&game, &seed, &[&agents::RandomAgent, &agents::RandomAgent], &mut narrator);
    assert!(narrator.finish().is_err());
}
