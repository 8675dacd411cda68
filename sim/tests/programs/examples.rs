//! The agents in `examples/agents`: their answers are legal in whole games of both games, and they beat random players.

use std::process::{Command, Stdio};
use std::time::Duration;

use engine::random::random;
use engine::{Game, Seat, Turn};
use interface::record::write_set_up;
use interface::speech::Speech;
use sim::base::process::Program;
use sim::lab::programs::{Conversation, OnFault, ProgramSpec};
use sim::lab::wire::Wire;
use sim::skye::setting::Setting;

/// An example, if its language is installed.
fn example(language: &str, file: &str) -> Option<ProgramSpec> {
    let version = Command::new(language).arg("--version").stdout(Stdio::null()).status();
    if version.is_err() {
        println!("SKIPPED: {language} is not installed");
        return None;
    }
    let path = format!("{}/../examples/agents/{file}", env!("CARGO_MANIFEST_DIR"));
    let program = Program { words: vec![language.to_owned(), path], memory: None, launcher: None };
    let limit = Some(Duration::from_secs(10));
    Some(ProgramSpec {
        name: file.to_owned(),
        program,
        options: [].into(),
        limit,
        on_fault: OnFault::Stop,
        is_deterministic: true,
    })
}

/// The program's share of the wins in games against random players, each with another seat.
fn share<S: Wire>(subject: &S, spec: &ProgramSpec, games: u64) -> f64
where
    S::Game: Speech,
{
    let mut conversation = Conversation::begin(spec, S::NAME).unwrap_or_else(|fault| panic!("{fault:?}"));
    let mut share = 0.0;
    for number in 0..games {
        let treatment = subject.treatment(number, number);
        let game = subject.game(treatment);
        let set_up = write_set_up(&game, subject.record_keys(treatment));
        let own = Seat::new(number as usize % game.seats());
        let (mut position, mut dice) = (game.start(Seat::new(0)), random(number));
        loop {
            match game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => game.resolve_chance(&mut position, number),
                Turn::Seat(seat) => {
                    let action = if seat == own {
                        let told =
                            conversation.ask(&game, (number, &set_up), &game.view(&position, seat), &random(number));
                        told.unwrap_or_else(|fault| panic!("{fault:?}")).0.action
                    } else {
                        game.random_action(&position, &mut dice)
                    };
                    game.apply(&mut position, action);
                }
            }
        }
        let ending = game.outcome(&position);
        conversation.over(number, &ending);
        share += ending.win_share(own) / games as f64;
    }
    share
}

#[track_caller]
fn check(language: &str, file: &str) {
    let Some(spec) = example(language, file) else { return };
    // Far from an even share: 0.25 and 0.5.
    let skye = share(&Setting::printed(4), &spec, 24);
    let tipperary = share(&sim::tipperary::setting::Setting::printed(2), &spec, 12);
    assert!(skye > 0.5 && tipperary > 0.7, "{file}: {skye} {tipperary}");
}

#[test]
fn tidy_in_python_beats_random_players() {
    check("python3", "tidy.py");
}

#[test]
fn tidy_in_javascript_beats_random_players() {
    check("node", "tidy.js");
}
