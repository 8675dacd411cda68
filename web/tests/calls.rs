//! The program behind the page, called as the page calls it.

use std::collections::BTreeSet;

use engine::skye::Skye;
use engine::tipperary::Tipperary;
use interface::record::check_line;
use interface::skye::tile_set::Library;
use interface::tipperary::sheets;
use serde_json::{Value, json};
use web::call::answer;

fn ask(call: Value) -> Result<Value, String> {
    let said: Value = serde_json::from_str(&answer(&call.to_string())).expect("an answer is JSON");
    said["error"].as_str().map_or_else(|| Ok(said["ok"].clone()), |error| Err(error.to_owned()))
}

#[track_caller]
fn get(call: Value) -> Value {
    ask(call).unwrap_or_else(|error| panic!("{error}"))
}

fn begin(link: &Value, chance: u64) -> Value {
    get(json!({"do": "begin", "link": link.to_string(), "chance": format!("{chance:016x}")}))
}

/// The first thing that the person to move may do, or the cheapest offer.
fn first(state: &Value) -> Value {
    match state["offer"].as_object() {
        Some(offer) => {
            let tiles = offer["tiles"].as_array().expect("tiles");
            json!({"e": "price", "discard": tiles[2], "prices": [[tiles[0], 1], [tiles[1], 1]]})
        }
        None => state["choices"][0]["action"].clone(),
    }
}

/// Plays to the end, people by their first possibility, and returns the record. `seen` gets every look of every person.
fn play(people: &[usize], mut seen: impl FnMut(Option<usize>, &Value)) -> String {
    loop {
        let state = get(json!({"do": "look", "viewer": null}));
        seen(None, &state);
        if state["over"] == true {
            return get(json!({"do": "record"})).as_str().expect("a line").to_owned();
        }
        match state["turn"].as_u64().map(|turn| turn as usize).filter(|turn| people.contains(turn)) {
            None => drop(get(json!({"do": "next", "explain": false}))),
            Some(turn) => {
                let own = get(json!({"do": "look", "viewer": turn}));
                seen(Some(turn), &own);
                get(json!({"do": "act", "seat": turn, "action": first(&own)}));
            }
        }
    }
}

#[test]
fn games_of_people_and_agents_end_in_records_that_keep_the_rules() {
    for seats in 2..=5 {
        let players: Vec<&str> = ["Ada=human", "greedy", "Ben=human", "random", "rule-of-thumb"][..seats].to_vec();
        begin(&json!({"page": 1, "game": "skye", "players": players}), 7);
        let people: Vec<usize> = [0, 2].into_iter().filter(|seat| *seat < seats).collect();
        let record = play(&people, |_, _| {});
        assert!(check_line::<Skye>(&record, &Library::shipped()).is_ok_and(|events| events > 50), "{seats}: {record}");
    }
    let modules = ["druids", "tunnels", "bonus", "borderlands"];
    begin(&json!({"page": 1, "game": "skye", "modules": modules, "players": ["Ada=human", "greedy"]}), 8);
    check_line::<Skye>(&play(&[0], |_, _| {}), &Library::shipped()).expect("a game with all modules");
    begin(&json!({"page": 1, "game": "tipperary", "players": ["Ada=human", "greedy", "area-first"]}), 9);
    check_line::<Tipperary>(&play(&[0], |_, _| {}), &sheets::Library::shipped()).expect("a game of Tipperary");
}

#[test]
fn no_offer_of_others_is_in_an_answer_before_its_reveal() {
    begin(&json!({"page": 1, "game": "skye", "players": ["Ada=human", "greedy", "Ben=human"]}), 11);
    let mut secret_looks = 0;
    play(&[0, 2], |viewer, state| {
        if state["secret"] != true {
            return;
        }
        secret_looks += 1;
        // An offer is a step that asks prices, and cards with the text of its prices.
        let secret = state["steps"].as_array().into_iter().flatten().filter(|step| step["x"] == true);
        let is_new = |step: &&Value| {
            step["c"].as_array().into_iter().flatten().any(|change| change[0] == "C") && !has_reveal(state)
        };
        for step in secret.filter(is_new) {
            assert_eq!(step["s"].as_u64().map(|seat| seat as usize), viewer, "{step}");
        }
    });
    assert!(secret_looks > 20);
}

fn has_reveal(state: &Value) -> bool {
    state["steps"].to_string().contains("[\"R\"]")
}

#[test]
fn pictures_come_once_and_before_they_are_needed() {
    begin(&json!({"page": 1, "game": "skye", "players": ["Ada=human", "greedy"]}), 12);
    let mut known: BTreeSet<String> = BTreeSet::new();
    play(&[0], |_, state| {
        for piece in state["pieces"].as_object().expect("pictures").keys() {
            assert!(known.insert(piece.clone()), "{piece} a second time");
        }
        let changes =
            state["steps"].as_array().into_iter().flatten().flat_map(|step| step["c"].as_array().into_iter().flatten());
        for change in changes {
            let piece = match change[0].as_str() {
                Some("L") => &change[4],
                Some("C") => &change[3],
                _ => continue,
            };
            assert!(known.contains(&piece.to_string()), "{change}");
        }
    });
}

#[test]
fn a_saved_game_goes_on_to_the_same_record() {
    let link = json!({"page": 1, "game": "skye", "players": ["Ada=human", "greedy", "random"]});
    begin(&link, 13);
    let whole = play(&[0], |_, _| {});
    begin(&link, 13);
    for _ in 0..40 {
        let state = get(json!({"do": "look", "viewer": 0}));
        match state["turn"].as_u64() {
            Some(0) => get(json!({"do": "act", "seat": 0, "action": first(&state)})),
            _ => get(json!({"do": "next", "explain": false})),
        };
    }
    let saved = get(json!({"do": "save"}));
    get(json!({"do": "open", "line": saved}));
    assert_eq!(play(&[0], |_, _| {}), whole);
    let shown = get(json!({"do": "open", "line": whole}));
    assert_eq!(shown["record"], true);
    let state = get(json!({"do": "look", "viewer": null}));
    assert!(state["over"] == true && state["results"].as_array().is_some_and(|seats| seats.len() == 3));
}

#[test]
fn the_last_decision_is_taken_back_until_something_new_was_seen() {
    begin(&json!({"page": 1, "game": "skye", "players": ["Ada=human", "Ben=human"]}), 14);
    get(json!({"do": "next", "explain": false}));
    let look = |viewer: Option<u64>| get(json!({"do": "look", "viewer": viewer}));
    let before = look(None)["turn"].as_u64();
    get(json!({"do": "act", "seat": before, "action": first(&look(before))}));
    assert_eq!(look(None)["undo"], true);
    get(json!({"do": "undo"}));
    assert_eq!(look(None)["turn"].as_u64(), before);
    for _ in 0..2 {
        let turn = look(None)["turn"].as_u64();
        get(json!({"do": "act", "seat": turn, "action": first(&look(turn))}));
    }
    // The second offer has revealed both.
    assert_eq!(look(None)["undo"], false);
    assert!(ask(json!({"do": "undo"})).unwrap_err().contains("cannot be undone"));
}

#[test]
fn a_hint_says_what_an_agent_would_do_and_why() {
    begin(&json!({"page": 1, "game": "skye", "players": ["Ada=human", "greedy"]}), 15);
    while get(json!({"do": "look", "viewer": null}))["turn"] != 0 {
        get(json!({"do": "next", "explain": false}));
    }
    let hint = get(json!({"do": "hint", "agent": "mcts:iterations=50"}));
    assert_eq!(hint["action"]["e"], "price");
    assert!(hint["weighed"].as_array().is_some_and(|all| !all.is_empty() && all[0]["sale_chances"].is_array()));
    assert_eq!(hint["button"], json!({"piece": null}), "an offer has no place");
    get(json!({"do": "act", "seat": 0, "action": hint["action"]}));
}

#[test]
fn a_hint_for_a_placement_has_the_places_of_choices() {
    begin(&json!({"page": 1, "game": "tipperary", "players": ["Ada=human", "greedy"]}), 15);
    while get(json!({"do": "look", "viewer": null}))["turn"] != 0 {
        get(json!({"do": "next", "explain": false}));
    }
    let choices = get(json!({"do": "look", "viewer": 0}))["choices"].clone();
    let hint = get(json!({"do": "hint", "agent": "greedy"}));
    let is_choice = |of: &Value| choices.as_array().unwrap().iter().any(|choice| choice["board"] == of["board"]);
    assert!(hint["board"].is_object() && is_choice(&hint));
    let weighed = hint["weighed"].as_array().unwrap();
    assert!(weighed.len() > 1 && weighed.iter().all(is_choice));
}

#[test]
fn placements_say_what_they_would_change() {
    begin(&json!({"page": 1, "game": "skye", "players": ["Ada=human", "greedy"]}), 16);
    let mut changing = 0;
    play(&[0], |_, state| {
        for choice in state["choices"].as_array().into_iter().flatten().filter(|choice| choice["board"].is_object()) {
            for award in choice["awards"].as_array().expect("awards") {
                let (number, before) = (award[0].as_u64().expect("a number") as usize, &award[1]);
                assert_eq!(&state["now"][number][0], before);
                changing += 1;
            }
        }
    });
    assert!(changing > 0);
}

#[test]
fn a_link_has_one_canonical_form_and_a_wrong_one_is_a_sentence() {
    let link = |link: &str, form: Value| ask(json!({"do": "link", "link": link, "form": form}));
    let plain = r#"{"page":1,"game":"skye","players":["human","mcts"]}"#;
    assert_eq!(link(plain, Value::Null).unwrap()["line"], plain);
    let shuffled = r#"{ "players":["human","mcts"], "modules":[], "game":"skye", "page":1.0 }"#;
    assert_eq!(link(shuffled, Value::Null).unwrap()["line"], plain);
    // Rules as printed are no difference.
    assert_eq!(link(plain, json!({"castle-income": 5})).unwrap()["line"], plain);
    let changed = link(plain, json!({"castle-income": 4, "lowest-price": 2})).unwrap();
    assert_eq!(changed["link"]["rules"]["castle-income"], 4);
    assert_eq!(link(changed["line"].as_str().unwrap(), Value::Null).unwrap(), changed);
    for (wrong, wanted) in [
        ("", "no game"),
        ("[]", "no game"),
        (r#"{"page":1,"game":"chess","players":["human","human"]}"#, "chess"),
        (r#"{"page":2,"game":"skye","players":["human","human"]}"#, "`page`"),
        (r#"{"game":"skye","players":["human","human"]}"#, "`page` is missing"),
        (r#"{"page":1,"game":"skye","players":["human"]}"#, "2 to 5"),
        (r#"{"page":1,"game":"skye","players":["human","wizard"]}"#, "wizard"),
        (r#"{"page":1,"game":"skye","players":["human","mcts:time-ms=5"]}"#, "time-ms"),
        (r#"{"page":1,"game":"skye","players":["human","human"],"moduls":[]}"#, "`moduls`"),
        (r#"{"page":1,"page":1,"game":"skye","players":["human","human"]}"#, "twice"),
        (r#"{"page":1,"game":"skye","players":["human","human"],"modules":["dragons"]}"#, "dragons"),
        (r#"{"page":1,"game":"skye","players":["human","human"],"rules":{"castle-income":1}}"#, "castle-income"),
        (r#"{"page":1,"game":"skye","players":["human","human"],"scoring":{"A":"sheep"}}"#, "scoring"),
        (r#"{"page":1,"game":"skye","players":["human","human"],"seed":"1"}"#, "seed"),
        (r#"{"page":1,"game":"tipperary","players":["human","human"],"scoring":{}}"#, "scoring"),
        (r#"{"page":1,"game":"tipperary","players":["human","human"],"rules":{"rounds":99}}"#, "rounds"),
    ] {
        let error = link(wrong, Value::Null).unwrap_err();
        assert!(error.contains(wanted), "{wrong}: {error}");
    }
}

#[test]
fn own_scoring_tiles_are_dealt_scored_and_recorded() {
    let payment = |per: u64| json!({"parts": [{"tally": {"Feature": "Sheep"}, "pays": {"Each": {"points": 2, "per": per}}}], "cap": 999});
    let file = |per| json!([{"key": "scoring-tiles", "name": "own.toml", "text": "a", "scoring": [{"name": "flock", "text": "2 VP for each sheep", "payment": payment(per)}]}]);
    get(json!({"do": "files", "files": file(1)}));
    let lists = get(json!({"do": "lists", "game": "skye", "players": 2, "modules": [], "own": true}));
    assert_eq!(lists["choices"].as_array().unwrap().last().unwrap()[0], "flock");
    let sha256 = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb";
    let link = json!({"page": 1, "game": "skye", "players": ["random", "greedy"],
        "rules": {"scoring-points": {"flock": 4}}, "scoring_tiles": {"name": "own.toml", "sha256": sha256}});
    let canonical = get(json!({"do": "link", "link": link.to_string(), "form": null}));
    assert_eq!(canonical["link"]["rules"]["scoring-points"]["flock"], 4);
    let mut dealt = 0;
    for chance in 0..12 {
        begin(&link, chance);
        while ask(json!({"do": "next", "explain": false})).is_ok() {}
        let record: Value = serde_json::from_str(get(json!({"do": "record"})).as_str().unwrap()).unwrap();
        dealt += usize::from(record["scoring"].as_object().unwrap().values().any(|name| name == "flock"));
        assert_eq!(record["scoring_tiles"]["sha256"], sha256);
    }
    assert!(dealt > 0, "the own tile is among those that are drawn");
    let refused = ask(json!({"do": "files", "files": file(0)})).unwrap_err();
    assert!(refused.contains("`own.toml`"), "{refused}");
}

#[test]
fn calls_that_are_not_possible_are_refused() {
    begin(&json!({"page": 1, "game": "skye", "players": ["Ada=human", "greedy"]}), 17);
    for (call, wanted) in [
        (json!({"do": "look", "viewer": 1}), "the seat of a person"),
        (json!({"do": "record"}), "not over"),
        (json!({"do": "dance"}), "dance"),
        (
            json!({"do": "begin", "link": r#"{"page":1,"game":"skye","players":["human","mcts:time-ms=5"]}"#, "chance": "0"}),
            "time-ms",
        ),
        (
            json!({"do": "begin", "link": r#"{"page":1,"game":"skye","players":["human","wizard"]}"#, "chance": "0"}),
            "wizard",
        ),
    ] {
        let error = ask(call.clone()).unwrap_err();
        assert!(error.contains(wanted), "{call}: {error}");
    }
}
