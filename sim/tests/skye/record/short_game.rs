//! One short game, its record and how it is told. `SNAPSHOTS=overwrite cargo test` writes both anew.

use std::sync::Arc;

use agents::RandomAgent;
use engine::skye::rules::RoundRule;
use engine::skye::{Rules, Slot};
use games::skye::setting::Setting;
use interface::narrate::Narrate;
use lab::play::arena;
use snapbox::{assert_data_eq, file};

use super::played::{Played, check_line, play_numbered};

/// Two rounds for two players, all slots scored.
fn short_game() -> Played {
    let round = |slots: [Slot; 2], catch_up| RoundRule { scores: slots.into_iter().collect(), catch_up };
    let rounds = [round([Slot::A, Slot::B], 0), round([Slot::C, Slot::D], 2)].into_iter().collect();
    let rules = Rules { rounds, castle_income: 8, ..Rules::printed(2) };
    play_numbered(Setting { rules: Arc::new(rules), ..Setting::printed(2) }, 1, 4)
}

#[test]
fn the_record() {
    let line = short_game().line;
    check_line(&line).expect("the rules are kept");
    assert_data_eq!(format!("{line}\n"), file!["../../golden/short_game.jsonl": Text].raw());
}

#[test]
fn the_narrative() {
    let Played { setting, seed, scoring, .. } = short_game();
    let game = setting.set_up(scoring).expect("a valid set-up");
    let players = ["random".to_owned(), "random".to_owned()];
    let mut coloured = String::new();
    let say = Box::new(|line: &str| coloured += &format!("{line}\n"));
    let mut narrator = game.narrator(&players, &seed.text(&scoring), say);
    arena::play(&game, &seed, &[&RandomAgent, &RandomAgent], &mut narrator).expect("both decide");
    drop(narrator);
    let plain = anstream::adapter::strip_str(&coloured).to_string();
    assert_ne!(plain, coloured, "there is colour to be stripped");
    assert_data_eq!(plain, file!["../../golden/short_game.txt"].raw());
}
