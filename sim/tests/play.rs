//! `sim play` and `sim check` as a user meets them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn sim(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sim")).current_dir(folder).args(arguments).output().expect("the program starts")
}

/// Standard output of a command that ends well.
#[track_caller]
fn check_done(folder: &Path, arguments: &[&str]) -> String {
    let output = sim(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Standard error of a command that meets bad input.
#[track_caller]
fn check_bad_input(folder: &Path, arguments: &[&str], wanted: &str) -> String {
    let output = sim(folder, arguments);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert!(message.contains(wanted), "`{wanted}` is not in: {message}");
    message
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("a file that was written")
}

const SET: &str = "sheep,squares,columns,harbours";

#[test]
fn a_game_is_told_without_colour_into_a_pipe() {
    let told = check_done(folder().path(), &["play", "random", "greedy", "random", "--scoring", SET]);
    for words in [
        "3 players",
        "game seed ",
        "A sheep",
        "Round 6 of 6, scores BCD",
        "Territory of 1 greedy",
        "Result",
        "score hash ",
    ] {
        assert!(told.contains(words), "`{words}` is missing");
    }
    assert!(!told.contains('\u{1b}'));
    assert!(told.lines().all(|line| line.chars().count() < 120));
}

#[test]
fn records_do_not_depend_on_threads_and_pass_the_check() {
    let folder = folder();
    for threads in ["1", "3"] {
        let name = format!("{threads}.jsonl");
        check_done(
            folder.path(),
            &["play", "random", "random", "random", "--games", "300", "--record", &name, "--threads", threads],
        );
    }
    assert_eq!(read(folder.path(), "1.jsonl"), read(folder.path(), "3.jsonl"));
    let checked = check_done(folder.path(), &["check", "1.jsonl", "3.jsonl"]);
    assert!(checked.starts_with("1.jsonl: 300 games, ") && checked.contains("\n3.jsonl: 300 games, "), "{checked}");
}

#[test]
fn the_game_seed_of_a_record_gives_it_again() {
    let folder = folder();
    let play = |more: &[&str]| check_done(folder.path(), &[&["play", "random", "greedy"], more].concat());
    play(&["--games", "5", "--seed", "9", "--record", "all.jsonl"]);
    let fourth = read(folder.path(), "all.jsonl").lines().nth(3).expect("five games").to_owned();
    let seed = fourth.split("\"seed\":\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a seed");
    play(&["--game-seed", seed, "--record", "again.jsonl"]);
    assert_eq!(read(folder.path(), "again.jsonl"), format!("{fourth}\n"));
    assert!(play(&["--game-seed", seed]).contains(seed), "a told game names its seed");
}

#[test]
fn names_of_agents_go_into_records_beside_their_specs() {
    let folder = folder();
    let agents = ["left=random", "mcts:iterations=2", "right=greedy:preset=first"];
    let printed = check_done(folder.path(), &[&["play"], &agents[..], &["--record", "g.jsonl"]].concat());
    let record = read(folder.path(), "g.jsonl");
    assert!(record.contains(r#""players":["left","mcts:iterations=2","right"],"#), "{record}");
    assert!(record.contains(r#""specs":["random","mcts:iterations=2","greedy:preset=first"],"#), "{record}");
    assert!(printed.contains("VP  left"), "{printed}");
    check_done(folder.path(), &["check", "g.jsonl"]);
}

#[test]
fn rules_and_tiles_come_from_a_config_for_as_many_players() {
    let folder = folder();
    let agents = "agents = [{ name = \"a\", spec = \"random\" }, { name = \"b\", spec = \"random\" }]";
    let config = format!(
        "name = \"t\"\nplayers = 2\nblocks = 1\ntiles = \"other-reading\"\n{agents}\n[rules]\ngold-per-vp = 3\n"
    );
    fs::write(folder.path().join("t.toml"), config).expect("a writable folder");
    let two = ["play", "random", "greedy", "--config", "t.toml"];
    check_done(folder.path(), &[&two[..], &["--record", "g.jsonl"]].concat());
    let record = read(folder.path(), "g.jsonl");
    assert!(record.contains("\"gold-per-vp\":3") && record.contains("\"other-reading\""), "{record}");
    check_done(folder.path(), &["check", "g.jsonl"]);
    let three = ["play", "random", "random", "random", "--config", "t.toml"];
    check_bad_input(folder.path(), &three, "--config t.toml: found 3 agents; accepted: 2");
    check_bad_input(folder.path(), &[&two[..], &["--tiles", "printed"]].concat(), "--tiles");
    check_bad_input(folder.path(), &["play", "random", "random", "--config", "none.toml"], "none.toml");
}

#[test]
fn a_tile_file_with_too_few_tiles_is_named() {
    let folder = folder();
    let header = "id,edges,joins,inner,roads,features,disputed";
    let rows: String = (0..20).map(|number| format!("T{number},PPMM,,,,,\n")).collect();
    fs::write(folder.path().join("few.csv"), format!("{header}\n{rows}")).expect("a writable folder");
    let wanted = "--tiles few.csv: the tile file has 20 tiles";
    check_bad_input(folder.path(), &["play", "random", "random", "--tiles", "few.csv"], wanted);
}

#[test]
fn play_and_bench_print_the_same_hash() {
    let folder = folder();
    let hash = |text: String| text.lines().find(|line| line.starts_with("score hash ")).map(str::to_owned);
    let agents = ["random"; 4];
    let played = hash(check_done(folder.path(), &[&["play"], &agents[..], &["--games", "25", "--seed", "3"]].concat()));
    let bench = ["bench", "--only", "random", "--players", "4", "--games", "25", "--seed", "3"];
    assert_eq!(played, hash(check_done(folder.path(), &bench)));
    assert!(played.is_some());
}

#[test]
fn other_tiles_are_recorded_and_must_be_known_to_the_check() {
    let folder = folder();
    let file = engine::skye::Tiles::SHIPPED[0].1.replace("L01,PPMM", "X01,PPMM");
    fs::write(folder.path().join("mine.csv"), file).expect("a writable folder");
    check_done(folder.path(), &["play", "random", "random", "--tiles", "mine.csv", "--record", "mine.jsonl"]);
    check_done(folder.path(), &["play", "random", "random", "--tiles", "other-reading", "--record", "other.jsonl"]);
    assert!(read(folder.path(), "mine.jsonl").contains("\"tiles\":{\"name\":\"mine.csv\","));
    check_done(folder.path(), &["check", "other.jsonl"]);
    check_done(folder.path(), &["check", "mine.jsonl", "--tiles", "mine.csv"]);
    check_bad_input(folder.path(), &["check", "mine.jsonl"], "mine.jsonl:1, game 1, key `tiles`: found `mine.csv`");
}

#[test]
fn a_file_with_results_is_not_overwritten() {
    let folder = folder();
    fs::write(folder.path().join("kept.jsonl"), "precious\n").expect("a writable folder");
    check_bad_input(folder.path(), &["play", "random", "random", "--record", "kept.jsonl"], "kept.jsonl");
    assert_eq!(read(folder.path(), "kept.jsonl"), "precious\n");
    check_bad_input(
        folder.path(),
        &["play", "random", "random", "--record", "no/such/folder.jsonl"],
        "no/such/folder.jsonl",
    );
}

#[test]
fn bad_arguments_of_play() {
    let folder = folder();
    let seed = "00000000000000ff-0000000000000001-2-sheep+squares+columns+harbours";
    let cases: [(&[&str], &str); 15] = [
        (&["random"], "2 values"),
        (&["random"; 6], "random"),
        (&["random", "randon"], "did you mean `random`?"),
        (&["random", "a:b=random"], "no agent is called `a`"),
        (&["random", "random:depth=2"], "has no key `depth`"),
        (&["random", "random", "--games", "0"], "--games"),
        (&["random", "random", "--threads", "0"], "--threads"),
        (&["random", "random", "--scoring", "sheep,squares,columns"], "'--scoring <a,b,c,d>': found 3 scoring tiles"),
        (
            &["random", "random", "--scoring", "sheep,sheep,columns,squares"],
            "'--scoring <a,b,c,d>': found `sheep` a second time",
        ),
        (&["random", "random", "--scoring", "sheeps,squares,columns,harbours"], "did you mean `sheep`?"),
        (&["random", "random", "--game-seed", "7"], "game seed: found `7`"),
        (&["random", "random", "--game-seed", seed], "first seat 2"),
        (&["random", "random", "random", "--game-seed", seed, "--seed", "1"], "--seed"),
        (&["random", "random", "random", "--game-seed", seed, "--games", "2"], "--games 2"),
        (
            &["random", "random", "random", "--game-seed", seed, "--scoring", "squares,sheep,columns,harbours"],
            "--scoring",
        ),
    ];
    for (arguments, wanted) in cases {
        let all = [&["play"], arguments, &["--record", "never.jsonl"]].concat();
        check_bad_input(folder.path(), &all, wanted);
        assert!(!folder.path().join("never.jsonl").exists(), "{arguments:?} left a file");
    }
    check_bad_input(folder.path(), &["play", "random", "random", "--tiles", "none.csv"], "none.csv");
}

#[test]
fn a_wrong_record_is_bad_input_and_other_files_are_still_checked() {
    let folder = folder();
    check_done(folder.path(), &["play", "random", "random", "--games", "3", "--record", "right.jsonl"]);
    let wrong = read(folder.path(), "right.jsonl").replacen("\"castle\":5", "\"castle\":4", 1);
    fs::write(folder.path().join("wrong.jsonl"), wrong).expect("a writable folder");
    let output = sim(folder.path(), &["check", "wrong.jsonl", "right.jsonl"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("right.jsonl: 3 games, "));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        message.contains("wrong.jsonl:1, game 1, event 1: expected {") && message.contains("; found {"),
        "{message}"
    );
    check_bad_input(folder.path(), &["check"], "FILE.jsonl");
    check_bad_input(folder.path(), &["check", "absent.jsonl"], "absent.jsonl");
}

/// The events of the first recorded game that are decisions of this seat: their indices.
fn decisions_of(record: &str, seat: u64) -> Vec<usize> {
    let game: serde_json::Value = serde_json::from_str(record.lines().next().expect("a game")).expect("JSON");
    let events = game["events"].as_array().expect("a list").iter().enumerate();
    let is_own = |event: &serde_json::Value| {
        event["seat"] == seat && ["price", "buy", "pass", "place"].iter().any(|kind| event["e"] == *kind)
    };
    events.filter(|(_, event)| is_own(event)).map(|(index, _)| index).collect()
}

#[test]
fn an_agent_explains_what_it_did_in_a_recorded_game() {
    check_explained("mcts:iterations=24", "rule-of-thumb");
    check_explained("greedy", "mcts:iterations=8");
}

#[track_caller]
fn check_explained(agent: &str, other: &str) {
    let folder = folder();
    check_done(folder.path(), &["play", agent, other, "random", "--games", "1", "--seed", "3", "--record", "g.jsonl"]);
    let own = decisions_of(&read(folder.path(), "g.jsonl"), 0);
    for event in own.iter().step_by(5) {
        let event = event.to_string();
        let ask = ["explain", "g.jsonl", "--event", &event, "--agent", agent];
        let told = check_done(folder.path(), &[&ask[..], &["--json"]].concat());
        let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
        // Its random source is that of the game, so it comes to the same decision.
        assert_eq!(told["chosen"], told["recorded"], "{told}");
        assert_eq!(told["player"], agent);
        assert_eq!(told["weighed"][0]["action"], told["chosen"], "what is chosen comes first: {told}");
        let weights =
            told["weighed"].as_array().expect("a list").iter().map(|line| line["weight"].as_f64().expect("a number"));
        assert!((weights.sum::<f64>() - 1.0).abs() < 1e-6, "{told}");
        assert!(check_done(folder.path(), &ask).contains("chosen  "));
    }
}

#[test]
fn without_an_event_all_decisions_are_listed_with_their_numbers() {
    let folder = folder();
    check_done(folder.path(), &["play", "greedy", "random", "--games", "1", "--record", "g.jsonl"]);
    let record = read(folder.path(), "g.jsonl");
    let mut decisions = [decisions_of(&record, 0), decisions_of(&record, 1)].concat();
    decisions.sort_unstable();
    let listed = check_done(folder.path(), &["explain", "g.jsonl"]);
    let numbers = listed.lines().filter_map(|line| line.split(['│', '┆']).nth(1)?.trim().parse().ok());
    assert_eq!(numbers.collect::<Vec<usize>>(), decisions);
}

#[test]
fn an_offer_is_explained_with_the_chances_of_a_sale() {
    let folder = folder();
    check_done(folder.path(), &["play", "greedy", "random", "--games", "1", "--record", "g.jsonl"]);
    let first = decisions_of(&read(folder.path(), "g.jsonl"), 0)[0].to_string();
    let ask = ["explain", "g.jsonl", "--event", &first, "--agent", "mcts:iterations=24", "--json"];
    let told: serde_json::Value = serde_json::from_str(&check_done(folder.path(), &ask)).expect("JSON");
    for line in told["weighed"].as_array().expect("a list") {
        let chances = line["sale_chances"].as_array().expect("two tiles are priced");
        assert_eq!(chances.len(), 2, "{line}");
        assert!(chances.iter().all(|chance| (0.0..=1.0).contains(&chance[1].as_f64().expect("a share"))), "{line}");
    }
}

#[test]
fn what_cannot_be_explained_is_said() {
    let folder = folder();
    check_done(folder.path(), &["play", "random", "random", "--games", "2", "--record", "g.jsonl"]);
    let ask = |game: &str, event: &str| {
        let ask = ["explain", "g.jsonl", "--game", game, "--event", event, "--agent", "mcts:iterations=8"];
        check_bad_input(folder.path(), &ask, "g.jsonl")
    };
    assert!(ask("3", "5").contains("--game: found 3; accepted: 1 to 2"));
    assert!(ask("1", "0").contains("--event: found 0; accepted: one that is a price, buy, pass or place"));
    assert!(ask("1", "9999").contains("--event: found 9999"));
}

#[test]
fn drawn_tiles_are_appraised() {
    let folder = folder();
    check_done(folder.path(), &["play", "greedy", "rule-of-thumb", "greedy", "--games", "2", "--record", "g.jsonl"]);
    let printed = check_done(folder.path(), &["appraise", "g.jsonl", "g.jsonl"]);
    let mut reader = csv::Reader::from_reader(printed.as_bytes());
    let column = |name: &str| printed.lines().next().expect("a header").split(',').position(|other| other == name);
    let [game, price, buyer, own, per_gold, safe] =
        ["game", "price", "buyer", "own_vp", "vp_per_gold", "safe_price"].map(|name| column(name).expect(name));
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    // Two files of two games, six rounds, three players, three tiles of which one is discarded.
    assert_eq!(rows.len(), 2 * 2 * 6 * 3 * 3);
    assert_eq!(rows.iter().filter(|row| row[price].is_empty()).count(), rows.len() / 3);
    assert_eq!(rows[..rows.len() / 2], rows[rows.len() / 2..]);
    let record = read(folder.path(), "g.jsonl");
    let bought = record.lines().map(|line| line.matches(r#""e":"buy""#).count()).sum::<usize>();
    assert_eq!(rows.iter().filter(|row| !row[buyer].is_empty()).count(), 2 * bought);
    assert_eq!(rows.iter().map(|row| &row[game]).max(), Some("2"));
    for row in &rows {
        let number = |column: usize| row[column].parse::<f64>().expect("a number");
        assert!(number(own) >= 0.0 && number(per_gold) > 0.0 && number(safe) >= 0.0, "{row:?}");
        assert!(row[buyer].is_empty() || !row[price].is_empty(), "a discarded tile is not sold: {row:?}");
    }
}
