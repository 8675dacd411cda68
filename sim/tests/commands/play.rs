//! `sim play` and `sim check` as a user meets them.

use serde_json::Value;

use crate::test_folder::TestFolder;

const SET: &str = "sheep,squares,columns,harbours";

#[test]
fn a_game_is_told_without_colour_into_a_pipe() {
    let told = TestFolder::new().succeed(&["play", "random", "greedy", "random", "--scoring", SET]);
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
    let folder = TestFolder::new();
    for threads in ["1", "3"] {
        let name = format!("{threads}.jsonl");
        folder.succeed(&[
            "play",
            "random",
            "random",
            "random",
            "--games",
            "300",
            "--record",
            &name,
            "--threads",
            threads,
        ]);
    }
    assert_eq!(folder.read("1.jsonl"), folder.read("3.jsonl"));
    let checked = folder.succeed(&["check", "1.jsonl", "3.jsonl"]);
    assert!(checked.starts_with("1.jsonl: 300 games, ") && checked.contains("\n3.jsonl: 300 games, "), "{checked}");
}

#[test]
fn the_game_seed_of_a_record_gives_it_again() {
    let folder = TestFolder::new();
    let play = |more: &[&str]| folder.succeed(&[&["play", "random", "greedy"], more].concat());
    play(&["--games", "5", "--seed", "9", "--record", "all.jsonl"]);
    let fourth = folder.read("all.jsonl").lines().nth(3).expect("five games").to_owned();
    let seed = fourth.split("\"seed\":\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a seed");
    play(&["--game-seed", seed, "--record", "again.jsonl"]);
    assert_eq!(folder.read("again.jsonl"), format!("{fourth}\n"));
    assert!(play(&["--game-seed", seed]).contains(seed), "a told game names its seed");
}

#[test]
fn chosen_scoring_tiles_change_nothing_else() {
    let folder = TestFolder::new();
    let seeds = |more: &[&str], file: &str| -> Vec<String> {
        folder.succeed(&[&["play", "random", "random", "--games", "5", "--record", file], more].concat());
        let games = folder.read(file);
        let seed = |line: &str| serde_json::from_str::<Value>(line).unwrap()["seed"].as_str().unwrap().to_owned();
        games.lines().map(seed).collect()
    };
    let (drawn, chosen) = (seeds(&[], "drawn.jsonl"), seeds(&["--scoring", SET], "chosen.jsonl"));
    for (drawn, chosen) in drawn.iter().zip(&chosen) {
        let [drawn, chosen] = [drawn, chosen].map(|seed| seed.splitn(4, '-').collect::<Vec<_>>());
        assert_eq!(drawn[..3], chosen[..3]);
        assert!(drawn[3] != chosen[3] && chosen[3] == SET.replace(',', "+"), "{drawn:?} {chosen:?}");
    }
}

#[test]
fn names_of_agents_go_into_records_beside_their_specs() {
    let folder = TestFolder::new();
    let agents = ["left=random", "mcts:iterations=2", "right=greedy:pricing=keep"];
    let printed = folder.succeed(&[&["play"], &agents[..], &["--record", "g.jsonl"]].concat());
    let record = folder.read("g.jsonl");
    assert!(record.contains(r#""players":["left","mcts:iterations=2","right"],"#), "{record}");
    assert!(record.contains(r#""specs":["random","mcts:iterations=2","greedy:pricing=keep"],"#), "{record}");
    assert!(printed.contains("VP  left"), "{printed}");
    folder.succeed(&["check", "g.jsonl"]);
}

#[test]
fn rules_and_tiles_come_from_a_config_for_as_many_players() {
    let folder = TestFolder::new();
    let agents = "agents = [{ name = \"a\", spec = \"random\" }, { name = \"b\", spec = \"random\" }]";
    let config = format!(
        "name = \"t\"\nplayers = 2\nblocks = 1\ntiles = \"other-reading\"\n{agents}\n[rules]\ngold-per-vp = 3\n"
    );
    folder.write("t.toml", &config);
    let two = ["play", "random", "greedy", "--config", "t.toml"];
    folder.succeed(&[&two[..], &["--record", "g.jsonl"]].concat());
    let record = folder.read("g.jsonl");
    assert!(record.contains("\"gold-per-vp\":3") && record.contains("\"other-reading\""), "{record}");
    folder.succeed(&["check", "g.jsonl"]);
    let three = ["play", "random", "random", "random", "--config", "t.toml"];
    folder.assert_refused(&three, "t.toml: found 3 agents; accepted: 2, its `players`");
    // A flag overrides the config.
    folder.succeed(&[&two[..], &["--tiles", "printed", "--record", "p.jsonl"]].concat());
    assert!(!folder.read("p.jsonl").contains("\"tiles\":{\"name\""));
    folder.succeed(&[&two[..], &["--set", "rules.gold-per-vp=4", "--record", "s.jsonl"]].concat());
    assert!(folder.read("s.jsonl").contains("\"gold-per-vp\":4"));
    folder.assert_refused(&["play", "random", "random", "--config", "none.toml"], "none.toml");
}

#[test]
fn a_tile_file_with_too_few_tiles_is_named() {
    let folder = TestFolder::new();
    let header = "id,edges,joins,inner,roads,features,disputed";
    let rows: String = (0..20).map(|number| format!("T{number},PPMM,,,,,\n")).collect();
    folder.write("few.csv", &format!("{header}\n{rows}"));
    let wanted = "--tiles few.csv: `tiles`: the tile file has 20 tiles";
    folder.assert_refused(&["play", "random", "random", "--tiles", "few.csv"], wanted);
}

#[test]
fn play_and_bench_print_the_same_hash() {
    let folder = TestFolder::new();
    let hash = |text: String| text.lines().find(|line| line.starts_with("score hash ")).map(str::to_owned);
    let agents = ["random"; 4];
    let played = hash(folder.succeed(&[&["play"], &agents[..], &["--games", "25", "--seed", "3"]].concat()));
    let bench = ["dev", "bench", "--only", "random", "--players", "4", "--games", "25", "--seed", "3"];
    assert_eq!(played, hash(folder.succeed(&bench)));
    assert!(played.is_some());
}

#[test]
fn other_tiles_are_recorded_and_must_be_known_to_the_check() {
    let folder = TestFolder::new();
    let file = engine::skye::Tiles::SHIPPED[0].1.replace("L01,PPMM", "X01,PPMM");
    folder.write("mine.csv", &file);
    folder.succeed(&["play", "random", "random", "--tiles", "mine.csv", "--record", "mine.jsonl"]);
    folder.succeed(&["play", "random", "random", "--tiles", "other-reading", "--record", "other.jsonl"]);
    assert!(folder.read("mine.jsonl").contains("\"tiles\":{\"name\":\"mine.csv\","));
    folder.succeed(&["check", "other.jsonl"]);
    folder.succeed(&["check", "mine.jsonl", "--tiles", "mine.csv"]);
    folder.assert_refused(&["check", "mine.jsonl"], "mine.jsonl:1, game 1, key `tiles`: found `mine.csv`");
}

#[test]
fn a_file_with_results_is_not_overwritten() {
    let folder = TestFolder::new();
    folder.write("kept.jsonl", "precious\n");
    folder.assert_refused(&["play", "random", "random", "--record", "kept.jsonl"], "kept.jsonl");
    assert_eq!(folder.read("kept.jsonl"), "precious\n");
    folder.assert_refused(&["play", "random", "random", "--record", "no/such/folder.jsonl"], "no/such/folder.jsonl");
}

#[test]
fn bad_arguments_of_play() {
    let folder = TestFolder::new();
    let seed = "00000000000000ff-0000000000000001-2-sheep+squares+columns+harbours";
    let cases: [(&[&str], &str); 15] = [
        (&["random"], "2 values"),
        (&["random"; 6], "random"),
        (&["random", "randon"], "did you mean `random`?"),
        (&["random", "a:b=random"], "no agent is called `a`"),
        (&["random", "random:depth=2"], "has no key `depth`"),
        (&["random", "random", "--games", "0"], "--games"),
        (&["random", "random", "--threads", "0"], "--threads"),
        (&["random", "random", "--scoring", "sheep,squares,columns"], "--scoring: found 3 scoring tiles"),
        (&["random", "random", "--scoring", "sheep,sheep,columns,squares"], "--scoring: found `sheep` a second time"),
        (&["random", "random", "--scoring", "sheeps,squares,columns,harbours"], "did you mean `sheep`?"),
        (&["random", "random", "--game-seed", "7"], "--game-seed: found `7`"),
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
        folder.assert_refused(&all, wanted);
        assert!(!folder.path("never.jsonl").exists(), "{arguments:?} left a file");
    }
    folder.assert_refused(&["play", "random", "random", "--tiles", "none.csv"], "none.csv");
}

#[test]
fn a_wrong_record_is_bad_input_and_other_files_are_still_checked() {
    let folder = TestFolder::new();
    folder.succeed(&["play", "random", "random", "--games", "3", "--record", "right.jsonl"]);
    let wrong = folder.read("right.jsonl").replacen("\"castle\":5", "\"castle\":4", 1);
    folder.write("wrong.jsonl", &wrong);
    let output = folder.sim(&["check", "wrong.jsonl", "right.jsonl"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("right.jsonl: 3 games, "));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        message.contains("wrong.jsonl:1, game 1, event 1: expected {") && message.contains("; found {"),
        "{message}"
    );
    folder.assert_refused(&["check"], "FILE.jsonl");
    folder.assert_refused(&["check", "absent.jsonl"], "absent.jsonl");
}

#[test]
fn people_and_programs_are_among_what_is_accepted() {
    let folder = TestFolder::new();
    let all = "accepted: random, rule-of-thumb, greedy, mcts, human";
    for (words, wanted) in [
        (&["play", "hunan", "greedy"][..], format!("did you mean `human`? {all}")),
        (&["play", "me=hunan", "greedy"], format!("did you mean `human`? {all}")),
        (&["play", "human", "gredy"], format!("did you mean `greedy`? {all}")),
        (
            &["play", "mind", "greedy", "--command", "mine=x"],
            "accepted: random, rule-of-thumb, greedy, mcts, mine, human".to_owned(),
        ),
        (
            &["match", "mind", "greedy", "--command", "mine=x"],
            "did you mean `mine`? accepted: random, rule-of-thumb, greedy, mcts, mine\n".to_owned(),
        ),
        (
            &["play", "hunan", "greedy", "--game", "tipperary"],
            "accepted: random, area-first, greedy, mcts, human".to_owned(),
        ),
    ] {
        let error = folder.refuse(words);
        assert!(error.contains(&wanted), "{words:?}: {error}");
    }
}
