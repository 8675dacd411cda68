//! Files and set-ups that are no valid records: the fault names file, line, game and key.

use std::fs;

use engine::random::{below, random};
use interface::event_cursor::GameFault;
use lab::wire::files::RecordCounts;
use serde_json::{Value, json};

use super::played::{check_file, check_line, random_game};

fn valid() -> Value {
    serde_json::from_str(&random_game(2, 0).line).expect("JSON")
}

/// Checks a line whose fault is not in an event.
#[track_caller]
fn check_refused(line: &str, wanted: &[&str]) {
    match check_line(line) {
        Err(GameFault::Record(message)) => {
            wanted.iter().for_each(|words| assert!(message.contains(words), "`{words}` is not in: {message}"));
        }
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn check_key(key: &str, value: Value, wanted: &[&str]) {
    let mut record = valid();
    record[key] = value;
    check_refused(&record.to_string(), wanted);
}

#[test]
fn every_listed_key_is_needed_once() {
    for key in ["record", "game", "seed", "modules", "players", "scoring", "events"] {
        let mut record = valid();
        record.as_object_mut().expect("an object").remove(key);
        check_refused(&record.to_string(), &[&format!("`{key}` is missing")]);
        check_key(key, json!(null), &[key]);
        let twice = valid().to_string().replacen('{', &format!("{{\"{key}\":1,"), 1);
        check_refused(&twice, &["a second time", key]);
    }
}

#[test]
fn formats_that_are_not_known() {
    check_key("record", json!(2), &["`record`", "found 2", "accepted: 1"]);
    check_key("record", json!("1"), &["`record`"]);
    check_key("game", json!("chess"), &["`game`", "chess", "skye"]);
    check_key("modules", json!(["giants"]), &["`modules`", "giants", "druids"]);
    check_key("modules", json!(["tunnels", "druids"]), &["`modules`", "in this order"]);
    check_key("modules", json!(["bonus", "bonus"]), &["`modules`", "at most once"]);
    check_key("seed", json!(7), &["`seed`", "a string"]);
}

#[test]
fn players() {
    check_key("players", json!([]), &["players", "found 0", "2 to 5"]);
    check_key("players", json!(["a"]), &["players", "found 1"]);
    check_key("players", json!(["a", "b", "c", "d", "e", "f"]), &["players", "found 6"]);
    check_key("players", json!(["a", 2]), &["`players`"]);
    check_key("players", json!("a"), &["`players`"]);
}

#[test]
fn scoring_tiles() {
    let set = |a: &str| json!({"A": a, "B": "squares", "C": "columns", "D": "harbours"});
    check_key("scoring", set("sheeps"), &["`sheeps`", "did you mean `sheep`"]);
    check_key("scoring", set("squares"), &["`squares` is chosen twice"]);
    check_key("scoring", json!({"A": "sheep"}), &["`scoring`"]);
    check_key("scoring", json!(["sheep", "squares", "columns", "harbours"]), &["`scoring`"]);
}

#[test]
fn tile_files_and_rules_that_are_not_known() {
    check_key("tiles", json!(null), &["`tiles`"]);
    check_key("tiles", json!({"name": "mine", "sha256": "00"}), &["`mine`", "--tiles"]);
    check_key("rules", json!(null), &["`rules`"]);
    check_key("rules", json!({"free-beer": true}), &["`rules`"]);
    let rules = |income: i64, rounds: Value| json!({"castle-income": income, "gold-per-vp": 5, "rounds": rounds});
    let round = json!({"scores": "AB", "catch-up": 1});
    check_key("rules", rules(1, json!([round])), &["castle-income", "found 1"]);
    check_key("rules", rules(-1, json!([round])), &["`rules`"]);
    check_key("rules", rules(5, json!([])), &["rounds", "found 0"]);
    check_key("rules", rules(5, Value::Array(vec![round; 200])), &["200 rounds"]);
    check_key("rules", rules(5, json!([{"scores": "BA", "catch-up": 1}])), &["`BA`"]);
    check_key("rules", rules(5, json!([{"scores": "E", "catch-up": 1}])), &["`E`"]);
    check_key("rules", rules(5, json!([{"scores": "A"}])), &["`rules`"]);
}

#[test]
fn a_list_where_an_object_belongs() {
    check_key("tiles", json!(["printed", "00"]), &["`tiles`"]);
    for other in [
        json!({}),
        json!({"castle-income": 5, "lowest-price": 2}),
        json!({"start-gold-by-order": []}),
        json!({"lowest-price": "2"}),
        json!({"highest-price": 65535}),
        json!({"scoring-points": {"sheeps": 2}}),
        json!({"scoring-points": {"sheep": [1, 2]}}),
        json!({"scoring-points": {"rows": 2}}),
        json!({"scoring-caps": {"sheep": null}}),
        json!({"scoring-caps": 3}),
    ] {
        check_key("rules", other, &["`rules`"]);
    }
    check_key("rules", json!({"lowest-price": 3}), &["lowest-price", "found 3", "1 to 2"]);
    check_key("rules", json!({"scoring-points": {"sheep": 51}}), &["scoring-points", "found 51"]);
    check_key("rules", json!({"scoring-caps": {"sheep": 1000}}), &["scoring-caps", "found 1000"]);
    check_key("rules", json!([5, 5, []]), &["`rules`"]);
    check_key("rules", json!({"castle-income": 5, "gold-per-vp": 5, "rounds": [["A", 0]]}), &["`rules`"]);
    let keys = ["record", "game", "seed", "modules", "players", "scoring"];
    let values: Vec<Value> = keys.map(|key| valid()[key].clone()).into();
    check_refused(&Value::from(values).to_string(), &["an object"]);
}

#[test]
fn more_rounds_than_the_rules_have() {
    let mut record = valid();
    let short = json!({"castle-income": 5, "gold-per-vp": 5, "rounds": [{"scores": "A", "catch-up": 0}]});
    record["rules"] = short;
    assert!(matches!(check_line(&record.to_string()), Err(GameFault::Event { .. })));
}

#[test]
fn what_is_no_json_object() {
    let line = random_game(2, 0).line;
    check_refused(&line[..line.len() / 2], &["not a complete JSON object"]);
    check_refused(&line[..line.len() - 1], &["not a complete JSON object"]);
    check_refused(&format!("{line}{line}"), &["not a complete JSON object"]);
    for text in ["[]", "7", "null", "\"record\"", "[[[[", "{", "record"] {
        assert!(matches!(check_line(text), Err(GameFault::Record(_))), "{text}");
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(check_line(&deep).is_err());
    assert!(check_line(&line.replacen("\"events\":[", &format!("\"events\":[{deep},"), 1)).is_err());
}

/// Writes a file and returns the message of its fault.
fn fault_of(bytes: &[u8]) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("games.jsonl");
    fs::write(&path, bytes).expect("a writable folder");
    check_file(&path).expect_err("a fault").to_string()
}

#[test]
fn the_place_of_a_fault_in_a_file() {
    let [first, second] = [0, 1].map(|number| random_game(2, number).line);
    let wrong = second.replacen("\"castle\":5", "\"castle\":6", 1);
    let message = fault_of(format!("{first}\n\n{wrong}\n").as_bytes());
    assert!(message.contains("games.jsonl:3, game 2, event 1: expected {\"e\":\"income\""), "{message}");
    let message = fault_of(format!("{first}\n{}", &second[..300]).as_bytes());
    assert!(message.contains("games.jsonl:2, game 2, not a complete JSON object"), "{message}");
}

#[test]
fn bytes_that_are_not_text_and_lines_without_an_end() {
    let line = random_game(2, 0).line;
    let mut bytes = line.into_bytes();
    bytes[40] = 0xff;
    assert!(fault_of(&bytes).contains("not UTF-8"));
    assert!(fault_of(&vec![b' '; (16 << 20) + 5]).contains("a line of more than"));
}

#[test]
fn faults_of_a_whole_file_name_no_line() {
    for bytes in [&b""[..], b"\n\n"] {
        let fault = fault_of(bytes);
        assert!(fault.ends_with("games.jsonl: found no game; accepted: a game in a line"), "{fault}");
    }
    let missing = check_file("no/such/file.jsonl".as_ref()).expect_err("a fault").to_string();
    assert!(missing.starts_with("no/such/file.jsonl: "), "{missing}");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let fault = check_file(folder.path()).expect_err("a fault").to_string();
    assert!(fault.starts_with(&format!("{}: ", folder.path().display())), "{fault}");
}

#[test]
fn a_file_of_games_is_counted() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("games.jsonl");
    let lines: Vec<String> = (2..=5).map(|players| random_game(players, 3).line).collect();
    fs::write(&path, lines.join("\r\n")).expect("a writable folder");
    let events = (2..=5).map(|players| random_game(players, 3).events.len() as u64).sum();
    assert_eq!(check_file(&path).expect("no fault"), RecordCounts { games: 4, events });
}

/// Bytes and numbers changed at random: whatever comes of it, the check answers.
#[test]
fn damaged_records_never_end_in_a_panic() {
    let mut rng = random(5);
    let mut refused = 0;
    for number in 0..3000 {
        let mut bytes = random_game(2 + number as usize % 4, number / 100).line.into_bytes();
        for _ in 0..1 + below(&mut rng, 3) {
            let place = below(&mut rng, bytes.len() as u32) as usize;
            let digits: Vec<usize> =
                (place..bytes.len()).filter(|&index| bytes[index].is_ascii_digit()).take(1).collect();
            match (below(&mut rng, 4), digits.first()) {
                (0, _) => bytes[place] = below(&mut rng, 128) as u8,
                (1, Some(&digit)) => drop(bytes.splice(digit..digit, *b"99999")),
                (2, Some(&digit)) => drop(bytes.splice(digit..digit, *b"-")),
                (_, Some(&digit)) => bytes[digit] = b'0' + below(&mut rng, 10) as u8,
                (_, None) => bytes.truncate(place),
            }
        }
        let text = String::from_utf8(bytes).expect("ASCII stays ASCII");
        refused += usize::from(check_line(&text).is_err());
    }
    // Some changes hit a seed or a name, and some put a digit in its own place.
    assert!(refused > 2000, "{refused} of 3000 refused");
}
