//! Records: what is played is accepted and gives the same game again; what was spoiled is found at its event.

use std::sync::OnceLock;

use engine::tipperary::Tipperary;
use games::tipperary::setting::Setting;
use interface::event_cursor::GameFault;
use interface::record::check_line;
use lab::subject::Setup;
use serde_json::{Value, json};

use crate::folder;

/// Games of three under rules by which everything happens, losses included: half of them with tiles that are all straight and have a ruin, so
/// that there are lines.
fn games() -> &'static Vec<Value> {
    static GAMES: OnceLock<Vec<Value>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let folder = folder();
        let few = ["--set", "rules.wooden-sheep=6", "--set", "rules.towers=2", "--set", "rules.rounds=9"];
        let play = ["play", "random", "random", "area-first", "--game", "tipperary", "--games", "60"];
        folder.succeed(&[&play[..], &few, &["--record", "a.jsonl"]].concat());
        folder.succeed(&[&play[..], &few, &["--tiles", "landscape=alike", "--record", "b.jsonl"]].concat());
        let lines = folder.read("a.jsonl") + &folder.read("b.jsonl");
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    })
}

fn fault_of(game: &Value) -> Option<GameFault> {
    let library = Setting::library(&[]).unwrap();
    check_line::<Tipperary>(&game.to_string(), &library).err()
}

fn events(game: &Value) -> &Vec<Value> {
    game["events"].as_array().unwrap()
}

fn events_mut(game: &mut Value) -> &mut Vec<Value> {
    game["events"].as_array_mut().unwrap()
}

/// The first game with an event of this kind, and the event's index.
#[track_caller]
fn record_with(kind: &str) -> (Value, usize) {
    let place = |game: &Value| events(game).iter().position(|event| event["e"] == kind);
    let found = games().iter().find_map(|game| Some((game.clone(), place(game)?)));
    found.unwrap_or_else(|| panic!("no game has an event {kind}"))
}

/// What was expected and found at this event, which must be the first fault.
#[track_caller]
fn check_fault_at(game: &Value, wanted: usize) -> (String, String) {
    match fault_of(game) {
        Some(GameFault::Event { index, expected, found }) => {
            assert_eq!(index, wanted, "expected {expected}; found {found}");
            (expected, found)
        }
        other => panic!("{other:?}"),
    }
}

/// Changes one field of the first event of a kind; exactly this event must be found.
#[track_caller]
fn check_field(kind: &str, field: &str, value: Value) -> (String, String) {
    let (mut game, index) = record_with(kind);
    let event = &mut events_mut(&mut game)[index];
    assert_ne!(event[field], value, "nothing was changed");
    event[field] = value;
    check_fault_at(&game, index)
}

const KINDS: [&str; 16] = [
    "round",
    "fill",
    "spin",
    "take",
    "place",
    "whiskey",
    "tower",
    "sheep",
    "bonus",
    "bonus_place",
    "lost",
    "flocks",
    "tower_place",
    "stop",
    "score",
    "result",
];

#[test]
fn what_is_played_is_accepted_and_has_every_kind_of_event() {
    for game in games() {
        assert_eq!(fault_of(game), None);
    }
    for kind in KINDS {
        record_with(kind);
    }
}

#[test]
fn the_seed_of_a_record_gives_the_game_again_with_its_hometowns() {
    let folder = folder();
    let agents = ["greedy", "random", "area-first", "mcts:iterations=6"];
    folder.succeed(&[&["play"], &agents[..], &["--game", "tipperary", "--games", "2", "--record", "g.jsonl"]].concat());
    let lines = folder.read("g.jsonl");
    let line = lines.lines().nth(1).unwrap();
    let record: Value = serde_json::from_str(line).unwrap();
    let seed = record["seed"].as_str().unwrap();
    let hometowns: Vec<&str> = record["hometowns"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(seed.ends_with(&hometowns.join("+")), "{seed}: {hometowns:?}");
    folder.succeed(
        &[&["play"], &agents[..], &["--game", "tipperary", "--game-seed", seed, "--record", "h.jsonl"]].concat(),
    );
    assert_eq!(folder.read("h.jsonl"), format!("{line}\n"));
}

#[test]
fn a_missing_and_a_repeated_event_are_found_where_they_are() {
    for kind in KINDS {
        let (game, index) = record_with(kind);
        let mut without = game.clone();
        events_mut(&mut without).remove(index);
        // One of two equal events may be missing: then it is the last of them.
        let last =
            index + events(&game)[index..].iter().take_while(|event| **event == events(&game)[index]).count() - 1;
        check_fault_at(&without, last);
        let mut twice = game;
        let again = events(&twice)[index].clone();
        events_mut(&mut twice).insert(index, again);
        match fault_of(&twice) {
            Some(GameFault::Event { index: found, .. }) => assert!(found > index && found <= last + 1, "{kind}"),
            other => panic!("{kind}: {other:?}"),
        }
    }
}

#[test]
fn wrong_amounts_names_and_places() {
    for (kind, field, value) in [
        ("round", "round", json!(2)),
        ("fill", "area", json!(5)),
        ("fill", "tiles", json!(["T01"])),
        ("fill", "tiles", json!(["T01", "T01"])),
        ("fill", "tiles", json!(["T01", "T99"])),
        ("spin", "shift", json!(5)),
        ("spin", "shift", json!(-1)),
        ("take", "area", json!(9)),
        ("take", "tile", json!("T00")),
        ("take", "left", json!("T00")),
        ("place", "x", json!(40)),
        ("place", "x", json!(i64::MAX)),
        ("place", "y", json!(-32768)),
        ("place", "rotation", json!(45)),
        ("place", "tile", json!("T00")),
        ("whiskey", "pairs", json!(9)),
        ("whiskey", "space", json!(0)),
        ("whiskey", "vp", json!(1)),
        ("tower", "towers", json!(7)),
        ("sheep", "x", json!(60)),
        ("bonus", "tile", json!("F99")),
        ("bonus_place", "tile", json!("F99")),
        ("bonus_place", "y", json!(77)),
        ("lost", "what", json!("barrel")),
        ("flocks", "flocks", json!([1, 2])),
        ("flocks", "holder", json!(4)),
        ("tower_place", "x", json!(60)),
        ("stop", "towers", json!(9)),
        ("score", "area", json!(1)),
        ("score", "vp", json!(0)),
        ("result", "vp", json!(0)),
        ("result", "rank", json!(5)),
    ] {
        check_field(kind, field, value);
    }
}

#[test]
fn seats_that_are_not_at_the_table_and_other_types() {
    for kind in ["take", "place", "whiskey", "tower", "sheep", "bonus", "bonus_place", "lost", "score", "result"] {
        for seat in [json!(3), json!(-1), json!(i64::MAX), json!("0"), json!(null), json!(0.5)] {
            check_field(kind, "seat", seat);
        }
    }
    check_field("place", "flip", json!(1));
    check_field("round", "start", json!(3));
    check_field("score", "e", json!("scored"));
    let (mut game, index) = record_with("spin");
    for broken in [json!(null), json!([]), json!({}), json!("spin"), json!({"e": "spin"})] {
        events_mut(&mut game)[index] = broken;
        check_fault_at(&game, index);
    }
}

#[test]
fn a_way_of_lying_that_equals_an_earlier_one_is_refused() {
    // A straight tile of three different spaces lies the same after turning it over and by 180 degrees more.
    let straight = |event: &Value| event["e"] == "place" && event["tile"] == "T03" && event["flip"] == false;
    let found = games().iter().find_map(|game| Some((game.clone(), events(game).iter().position(straight)?)));
    let (mut game, index) = found.expect("T03 is laid in some game");
    let event = &mut events_mut(&mut game)[index];
    let rotation = event["rotation"].as_i64().unwrap();
    event["flip"] = json!(true);
    event["rotation"] = json!((rotation + 180) % 360);
    let (expected, found) = check_fault_at(&game, index);
    assert!(expected.contains("places T03") && found.contains("true"), "{expected}; {found}");
}

#[test]
fn keys_that_are_wrong_say_what_is_accepted() {
    for (key, value, wanted) in [
        ("hometowns", json!(["H1A", "H1B", "H2A"]), "sides of the same hometown"),
        ("hometowns", json!(["H1A", "H2B"]), "found 2 hometowns; accepted: 3"),
        ("hometowns", json!(["H1A", "H2B", "H9A"]), "found `H9A`"),
        ("hometowns", json!(7), "key `hometowns`: found 7"),
        ("rules", json!({"round": 3}), "rounds, whiskey-track"),
        ("rules", json!({"rounds": 27}), "found 27; accepted: a whole number from 1 to 26"),
        ("rules", json!({"whiskey-track": ["3x"]}), "found `3x`; accepted: a whole number"),
        ("rules", json!({"whiskey-track": []}), "found no space"),
        ("tiles", json!({"trees": {}}), "landscape, bonus, hometowns"),
        ("tiles", json!({"bonus": {"name": "x", "sha256": "00"}}), "`x` with SHA-256 00"),
        ("modules", json!(["druids"]), "no expansion is known"),
        ("players", json!(["a"]), "found 3 hometowns; accepted: 1"),
        ("game", json!("skye"), "found \"skye\""),
    ] {
        let mut game = games()[0].clone();
        game[key] = value;
        match fault_of(&game) {
            Some(GameFault::Record(text)) => assert!(text.contains(wanted), "{key}: {text}"),
            other => panic!("{key}: {other:?}"),
        }
    }
}

#[test]
fn a_fault_names_file_line_game_event_and_what_was_expected_and_found() {
    let folder = folder();
    let (mut game, index) = record_with("flocks");
    events_mut(&mut game)[index]["holder"] = json!(7);
    folder.write("g.jsonl", &format!("{}\n\n{game}\n", games()[0]));
    let error = folder.refuse(&["check", "g.jsonl"]);
    let wanted = format!("g.jsonl:3, game 2, event {index}: expected {{\"e\":\"flocks\"");
    assert!(error.contains(&wanted) && error.contains("\"holder\":7"), "{error}");
}
