//! Records in which one event is missing, extra, or not what the rules make of those before: the check names that event.

use serde_json::{Value, json};

use super::damaged_record::{DamagedRecord, check_field};
use super::played::check_line;

fn one_more(value: &Value) -> Value {
    json!(value.as_i64().expect("a whole number") + 1)
}

/// Removes the last event of the first run of a kind; the fault is found where it is missing.
#[track_caller]
fn check_missing(kind: &str) {
    let mut record = DamagedRecord::of_kind(kind);
    let last = record.last_of_first_run(kind);
    record.events_mut().remove(last);
    record.check_fault_at(last);
}

/// Repeats the last event of the first run of a kind; the second one is too many.
#[track_caller]
fn check_extra(kind: &str) {
    let mut record = DamagedRecord::of_kind(kind);
    let last = record.last_of_first_run(kind);
    let again = record.events()[last].clone();
    record.events_mut().insert(last + 1, again);
    record.check_fault_at(last + 1);
}

#[test]
fn amounts() {
    for (kind, field) in [
        ("income", "castle"),
        ("income", "whisky"),
        ("income", "catch_up"),
        ("income", "gold"),
        ("buy", "price"),
        ("keep", "lost"),
        ("score", "vp"),
        ("score", "total"),
        ("scroll", "vp"),
        ("gold_vp", "gold"),
        ("gold_vp", "vp"),
        ("result", "vp"),
        ("result", "gold"),
        ("result", "rank"),
        ("round", "round"),
    ] {
        check_field(kind, field, one_more);
        check_field(kind, field, |_| json!(-1));
        check_field(kind, field, |_| json!(i64::MAX));
    }
}

#[test]
fn the_fault_says_what_was_expected_and_found() {
    let (expected, found) = check_field("score", "vp", |vp| json!(vp.as_i64().expect("a number") + 7));
    let [expected, found] = [expected, found].map(|event| serde_json::from_str::<Value>(&event).expect("an event"));
    assert_eq!(one_more(&expected["vp"]).as_i64().map(|vp| vp + 6), found["vp"].as_i64());
    assert_eq!((&expected["seat"], &expected["slot"]), (&found["seat"], &found["slot"]));
}

#[test]
fn names() {
    check_field("draw", "tiles", |_| json!(["L01", "L02", "L99"]));
    check_field("draw", "tiles", |_| json!(["L01", "L02", "L01"]));
    check_field("draw", "tiles", |_| json!(["L01", "L02", "castle"]));
    check_field("price", "discard", |_| json!("L99"));
    check_field("buy", "tile", |_| json!("L99"));
    check_field("keep", "tile", |_| json!("L99"));
    check_field("place", "tile", |_| json!("castle"));
    check_field("return", "tile", |_| json!("L99"));
    check_field("score", "slot", |_| json!("E"));
    check_field("score", "scoring", |_| json!("sheeps"));
    check_field("scroll", "tile", |_| json!("L99"));
    check_field("scroll", "kind", |_| json!("farms"));
    check_field("scroll", "doubled", |doubled| json!(!doubled.as_bool().expect("a truth value")));
}

#[test]
fn seats_that_are_not_at_the_table() {
    for kind in
        ["income", "draw", "price", "pass", "buy", "keep", "place", "return", "score", "scroll", "gold_vp", "result"]
    {
        for seat in [5, -1, 255, 256, i64::MAX] {
            check_field(kind, "seat", |_| json!(seat));
        }
    }
    check_field("round", "start", |_| json!(3));
    check_field("round", "start", |_| json!(-1));
    check_field("buy", "from", |_| json!(9));
}

#[test]
fn missing_and_extra_events() {
    for kind in [
        "round", "income", "draw", "price", "pass", "buy", "keep", "place", "return", "score", "scroll", "gold_vp",
        "result",
    ] {
        check_extra(kind);
        // Where these are missing, other seats' events may stand as well.
        if kind != "draw" && kind != "gold_vp" {
            check_missing(kind);
        }
    }
}

#[test]
fn a_missing_exchange_of_gold_is_found_at_the_results() {
    let mut record = DamagedRecord::of_kind("gold_vp");
    let exchange = record.first("gold_vp");
    record.events_mut().remove(exchange);
    record.check_fault_at(record.first("result"));
}

#[test]
fn a_missing_draw_is_found_at_the_offer_that_needs_it() {
    let mut record = DamagedRecord::of_kind("draw");
    let draw = record.first("draw");
    let seat = record.events_mut().remove(draw)["seat"].clone();
    record.check_fault_at(record.find(|event| event["e"] == "price" && event["seat"] == seat));
}

#[test]
fn something_after_the_end_and_nothing_at_all() {
    let mut record = DamagedRecord::of_kind("result");
    let count = record.events().len();
    record.events_mut().push(json!({"e": "round", "round": 7, "start": 0}));
    assert_eq!(record.check_fault_at(count).0, "the end of the record");
    record.events_mut().truncate(count - 1);
    assert_eq!(record.check_fault_at(count - 1).1, "the end of the record");
    record.events_mut().clear();
    record.check_fault_at(0);
}

#[test]
fn wrong_types_and_missing_fields() {
    check_field("income", "gold", |_| json!("5"));
    check_field("income", "gold", |_| json!(5.5));
    check_field("income", "gold", |_| json!(1e300));
    check_field("income", "gold", |_| json!(u64::MAX));
    check_field("income", "gold", |_| json!(null));
    check_field("draw", "tiles", |_| json!(["L01", "L02"]));
    check_field("draw", "tiles", |_| json!("L01"));
    check_field("draw", "tiles", |_| json!([1, 2, 3]));
    check_field("price", "prices", |_| json!([["L01", 1]]));
    check_field("price", "prices", |_| json!([["L01"], ["L02"]]));
    check_field("place", "tile", |_| json!(1));
    check_field("scroll", "doubled", |_| json!(1));
    check_field("score", "e", |_| json!("scored"));
    check_field("score", "e", |_| json!(7));
    let mut record = DamagedRecord::of_kind("buy");
    let index = record.first("buy");
    record.events_mut()[index].as_object_mut().expect("an object").remove("price");
    let (expected, found) = record.check_fault_at(index);
    assert!(expected.contains("`price`") && found.contains("buy"), "{expected}; {found}");
    for broken in [json!(null), json!([]), json!("pass"), json!({}), json!({"seat": 0})] {
        record.events_mut()[index] = broken;
        record.check_fault_at(index);
    }
}

#[test]
fn a_field_twice() {
    let line = DamagedRecord::of_kind("pass").0.to_string();
    let twice = line.replacen("\"e\":\"pass\",", "\"e\":\"pass\",\"seat\":0,", 1);
    assert_ne!(line, twice);
    let fault = check_line(&twice).expect_err("a field is there twice").to_string();
    assert!(fault.contains("field `seat` twice"), "{fault}");
}

#[test]
fn slots_out_of_order() {
    let mut record = DamagedRecord::with(|event| event["e"] == "round" && event["round"] == 3);
    let round = record.find(|event| event["e"] == "round" && event["round"] == 3);
    let index = round + record.events()[round..].iter().position(|event| event["e"] == "score").expect("scores");
    // Round 3 scores A, then C, each for three seats.
    record.events_mut()[index..index + 6].rotate_left(3);
    record.check_fault_at(index);
}

#[test]
fn the_exchange_of_gold_before_the_scrolls() {
    let mut record = DamagedRecord::of_kind("scroll");
    let index = record.first("scroll");
    let seat = record.events()[index]["seat"].clone();
    let exchange = record.find(|event| event["e"] == "gold_vp" && event["seat"] == seat);
    let early = record.events_mut().remove(exchange);
    record.events_mut().insert(index, early);
    let (expected, _) = record.check_fault_at(index);
    assert!(expected.contains("scroll"), "{expected}");
}

#[test]
fn the_wrong_starting_player() {
    let mut record = DamagedRecord::of_kind("round");
    let second = record.nth("round", 1);
    let start = record.events()[second]["start"].as_i64().expect("a seat");
    record.events_mut()[second]["start"] = json!((start + 1) % 3);
    record.check_fault_at(second);
}
