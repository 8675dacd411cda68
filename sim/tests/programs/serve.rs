//! `sim serve`: the program's own agents, asked by another program.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use agents::{Agent, AgentSpec};
use engine::random::mix;
use engine::skye::{Module, Modules};
use engine::{Ending, Game, Seat, Turn};
use games::skye::setting::Setting;
use interface::protocol::Protocol;
use interface::record::write_set_up;
use interface::seeds::GameSeed;
use lab::base::process::Program;
use lab::programs::conversation::{Conversation, ToldGame};
use lab::programs::{OnFault, ProgramSpec, READY_MS};
use lab::subject::Setup;

fn served(spec: &str) -> ProgramSpec {
    let own = env!("CARGO_BIN_EXE_sim");
    let words = [own, "serve", spec].map(str::to_owned).to_vec();
    let program = Program { words, memory: None, launcher: Some(own.into()) };
    ProgramSpec {
        name: "served".to_owned(),
        program,
        options: [].into(),
        limit: None,
        on_fault: OnFault::Stop,
        ready: Duration::from_millis(READY_MS),
        is_deterministic: false,
    }
}

/// Plays a game; checks that the served agent decides like the agent itself from the same view and seed.
#[track_caller]
fn check_game<S: Setup>(subject: &S, spec: &str, seed: u64) -> Ending
where
    S::Game: Protocol,
{
    let treatment = subject.treatment(seed, mix([seed, 7]));
    let game = subject.game(&treatment);
    let set_up = write_set_up(&game, subject.record_keys(&treatment));
    let agent: Box<dyn Agent<S::Game>> = AgentSpec::read(spec, S::KINDS).unwrap().build(S::KINDS);
    let mut conversation = Conversation::begin(&served(spec), S::INFO.name).unwrap_or_else(|fault| panic!("{fault:?}"));
    assert!(conversation.ready.deterministic);
    let seed = GameSeed { draws: seed, thinking: mix([seed, 9]), first: Seat::new(1) };
    let (mut position, mut decisions) = (game.start(seed.first), 0);
    loop {
        match game.turn(&position) {
            Turn::Over => break,
            Turn::Chance => game.resolve_chance(&mut position, seed.draws),
            Turn::Seat(seat) => {
                let random = seed.thinking_of(seat, decisions);
                let direct = {
                    let view = game.view(&position, seat);
                    let told = ToldGame { game: &game, number: 3, set_up: &set_up };
                    let told = conversation.ask(&told, &view, &random);
                    let told = told.unwrap_or_else(|fault| panic!("{fault:?}"));
                    let direct = agent.choose(&game, &view, &mut random.clone());
                    assert_eq!(told.0, direct, "decision {decisions} of {spec}");
                    direct
                };
                game.apply(&mut position, direct.action);
                decisions += 1;
            }
        }
    }
    let ending = game.outcome(&position);
    conversation.over(3, &ending);
    ending
}

#[test]
fn agents_of_isle_of_skye_choose_as_they_do_directly() {
    let all: Modules = Module::ALL.into_iter().collect();
    for (players, modules, spec) in [
        (2, Modules::NONE, "mcts:iterations=6"),
        (3, Modules::NONE, "greedy:pricing=share"),
        (4, all, "greedy"),
        (5, all, "rule-of-thumb"),
        (5, Modules::NONE, "random"),
    ] {
        check_game(&Setting::printed_with(players, modules), spec, 11);
    }
}

#[test]
fn agents_of_tipperary_choose_as_they_do_directly() {
    for (players, spec) in [(2, "greedy"), (5, "random")] {
        check_game(&games::tipperary::setting::Setting::printed(players), spec, 12);
    }
}

fn serve(words: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sim"));
    let mut child = command
        .arg("serve")
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

const HELLO: &str = r#"{"m":"hello","protocol":1,"game":"skye","options":{"pricing":"share"},"move_ms":0,"more":1}"#;

#[test]
fn options_are_settings_and_what_is_not_known_is_skipped() {
    let output = serve(&["greedy"], &format!("\n{HELLO}\n \n{{\"m\":\"mood\",\"good\":true}}\n{{\"m\":\"quit\"}}\n"));
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(told.trim(), r#"{"m":"ready","protocol":1,"name":"greedy:pricing=share","deterministic":true}"#);
    assert!(output.status.success());
}

#[test]
fn options_may_complete_a_spec() {
    let hello = r#"{"m":"hello","protocol":1,"game":"skye","options":{"pricing":"fixed"}}"#;
    let output = serve(&["greedy:price=7"], hello);
    assert!(String::from_utf8(output.stdout).unwrap().contains(r#""name":"greedy:price=7,pricing=fixed""#));
}

#[test]
fn what_cannot_be_served_is_told_in_one_line() {
    for (words, input, wanted) in [
        (&["gredy"][..], HELLO, "did you mean `greedy`?"),
        (&["random"], HELLO, "takes none"),
        (&["greedy", "--game", "tipperary"], HELLO, "differs from --game"),
        (&["greedy", "--game", "chess"], "", "tipperary"),
        (&["greedy"], "hello", "found hello"),
        (&["greedy"], r#"{"m":"hello","protocol":2,"game":"skye"}"#, "protocol 1"),
        (
            &["greedy"],
            r#"{"m":"hello","protocol":1,"game":"chess"}"#,
            r#"standard input:1: found {"m":"hello","protocol":1,"game":"chess"}; `game`; accepted: skye, tipperary"#,
        ),
        (&["greedy"], &format!("{HELLO}\n\nnonsense"), "standard input:3: found nonsense; "),
        (
            &["mcts"],
            r#"{"m":"hello","protocol":1,"game":"skye","options":{"iterations":"0"}}"#,
            "standard input:1, `options`: agent `mcts`, key `iterations`",
        ),
        (&["greedy"], &format!("{HELLO}\n{{\"m\":\"choose\",\"id\":1,\"game\":4}}"), "not announced"),
        (
            &["greedy"],
            &format!("{HELLO}\n{{\"m\":\"game\",\"game\":4,\"set_up\":{{\"game\":\"skye\"}}}}"),
            "`modules` is missing",
        ),
    ] {
        let output = serve(words, input);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?} {input}: {error}");
        assert!(error.contains(wanted) && error.lines().count() == 1, "{words:?} {input}: {error}");
    }
}
