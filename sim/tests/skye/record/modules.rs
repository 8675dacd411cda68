//! Records of games with modules: those of every set of modules pass, and every event of a module that is spoiled is found.

use engine::skye::{Module, Modules};
use games::skye::setting::Setting;
use serde_json::{Value, json};

use super::damaged_record::DamagedRecord;
use super::played::{check_line, play_numbered};

#[test]
fn games_with_every_set_of_modules_pass() {
    for modules in Modules::all_sets() {
        for players in 2..=5 {
            for number in 0..3 {
                let line = play_numbered(Setting::printed_with(players, modules), 1, number).line;
                let events = check_line(&line).unwrap_or_else(|fault| panic!("{fault}\n{line}"));
                let record: Value = serde_json::from_str(&line).expect("JSON");
                assert_eq!(events, record["events"].as_array().expect("a list").len());
                let names: Vec<&str> = modules.iter().map(Module::name).collect();
                assert_eq!(record["modules"], json!(names));
                // The label stands in summaries and manifests; a record names only files of a user's.
                assert_eq!(record.get("module_tiles"), None);
            }
        }
    }
}

/// The first game with all modules that has an event like this, and the event's place.
fn damaged(is_wanted: impl Fn(&Value) -> bool) -> (DamagedRecord, usize) {
    let setting = Setting::printed_with(3, Module::ALL.into_iter().collect());
    let record =
        |number| DamagedRecord(serde_json::from_str(&play_numbered(setting.clone(), 1, number).line).expect("JSON"));
    let found = (0..2000).map(record).find(|damaged| damaged.events().iter().any(&is_wanted));
    let damaged = found.expect("such a game is not that rare");
    let index = damaged.find(is_wanted);
    (damaged, index)
}

/// Changes one field of the first event like this; exactly this event must be found.
#[track_caller]
fn check_changed(is_wanted: impl Fn(&Value) -> bool, field: &str, change: impl Fn(&Value) -> Value) {
    let (mut damaged, index) = damaged(is_wanted);
    let event = &mut damaged.events_mut()[index];
    let changed = change(&event[field]);
    assert_ne!(event[field], changed, "nothing was changed");
    event[field] = changed;
    damaged.check_fault_at(index);
}

fn one_more(value: &Value) -> Value {
    json!(value.as_i64().expect("a whole number") + 1)
}

#[test]
fn amounts() {
    for (kind, field) in [
        ("vp_barrels", "vp"),
        ("vp_barrels", "total"),
        ("buy", "paid"),
        ("buy", "received"),
        ("buy_own", "lost"),
        ("buy_druid", "cost"),
        ("buy_druid", "surcharge"),
        ("buy_druid", "price"),
        ("bag", "paid"),
        ("score_again", "vp"),
    ] {
        check_changed(|event| event["e"] == kind, field, one_more);
        check_changed(|event| event["e"] == kind, field, |_| json!(-1));
        check_changed(|event| event["e"] == kind, field, |_| json!("1"));
    }
}

#[test]
fn names() {
    for (kind, field, other) in [
        ("dolmen", "drawn", json!(["D99"])),
        ("dolmen", "removed", json!(["D01"])),
        ("dolmen", "board", json!([null, null, null, null, null])),
        ("buy_own", "tile", json!("L99")),
        ("buy_druid", "tile", json!("D99")),
        ("buy_druid", "space", json!(5)),
        ("bag", "tiles", json!([])),
        ("bag", "kept", json!("L99")),
        ("tablet", "tile", json!("D99")),
        ("tablet", "tablet", json!("discount-3")),
        ("flip", "tile", json!("B7")),
        ("score_again", "tile", json!("D99")),
        ("score_again", "kind", json!("flat-5")),
    ] {
        check_changed(|event| event["e"] == kind, field, |_| other.clone());
    }
}

#[test]
fn seats_that_are_not_at_the_table() {
    for kind in ["vp_barrels", "buy_own", "buy_druid", "bag", "tablet", "flip", "score_again"] {
        check_changed(|event| event["e"] == kind, "seat", |_| json!(3));
    }
}

#[test]
fn another_scroll_than_the_best_one() {
    check_changed(|event| event["scoring"] == "scroll-of-choice", "tile", |_| json!("L99"));
    let is_new = |event: &Value| event["e"] == "scroll" && event["tile"].as_str().is_some_and(|id| id.starts_with('D'));
    check_changed(is_new, "vp", one_more);
    check_changed(is_new, "kind", |_| json!("sheep"));
}

#[test]
fn events_that_are_missing() {
    for kind in ["vp_barrels", "tablet", "flip", "score_again"] {
        let (mut damaged, index) = damaged(|event| event["e"] == kind);
        let run = damaged.events()[index..].iter().take_while(|event| event["e"] == kind).count();
        let last = index + run - 1;
        damaged.events_mut().remove(last);
        damaged.check_fault_at(last);
    }
}
