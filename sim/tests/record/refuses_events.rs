//! Records in which one event is wrong: the check names that event.

use engine::skye::Event;
use serde_json::{Value, json};
use sim::check::{GameFault, check_line};

use crate::common::{known, random_game};

/// A valid record to be spoiled.
struct Victim(Value);

impl Victim {
    /// The first game of three that has an event like this.
    fn with(is_wanted: impl Fn(&Value) -> bool) -> Self {
        let record = |number| Self(serde_json::from_str(&random_game(3, number).line).expect("JSON"));
        (0..500).map(record).find(|victim| victim.events().iter().any(&is_wanted)).expect("such a game is not rare")
    }

    fn of_kind(kind: &str) -> Self {
        if kind == "return" { Self::with_a_return() } else { Self::with(|event| event["e"] == kind) }
    }

    /// Tiles that cannot be placed are rare: one game of four in a thousand.
    fn with_a_return() -> Self {
        let is_return = |event: &Event| matches!(event, Event::Return { .. });
        let mut games = (0..20_000).map(|number| random_game(4, number));
        let game = games.find(|game| game.events.iter().any(is_return)).expect("such a game is not that rare");
        Self(serde_json::from_str(&game.line).expect("JSON"))
    }

    fn events(&self) -> &Vec<Value> {
        self.0["events"].as_array().expect("a list")
    }

    fn events_mut(&mut self) -> &mut Vec<Value> {
        self.0["events"].as_array_mut().expect("a list")
    }

    fn find(&self, is_wanted: impl Fn(&Value) -> bool) -> usize {
        self.events().iter().position(is_wanted).expect("such an event")
    }

    fn first(&self, kind: &str) -> usize {
        self.find(|event| event["e"] == kind)
    }

    fn last_of_first_run(&self, kind: &str) -> usize {
        let first = self.first(kind);
        first + self.events()[first..].iter().take_while(|event| event["e"] == kind).count() - 1
    }

    fn nth(&self, kind: &str, number: usize) -> usize {
        let of_kind = self.events().iter().enumerate().filter(|(_, event)| event["e"] == kind);
        of_kind.map(|(index, _)| index).nth(number).expect("so many events of this kind")
    }

    /// Checks, and returns what was expected and found at this event.
    #[track_caller]
    fn check_fault_at(&self, wanted: usize) -> (String, String) {
        match check_line(&self.0.to_string(), &known()) {
            Err(GameFault::Event { index, expected, found }) => {
                assert_eq!(index, wanted, "expected {expected}; found {found}");
                (expected, found)
            }
            Err(fault @ GameFault::Record(_)) => panic!("the whole record is refused: {fault}"),
            Ok(_) => panic!("no fault is found"),
        }
    }
}

/// Changes one field of the first event of a kind; exactly this event must be found.
#[track_caller]
fn check_field(kind: &str, field: &str, change: impl Fn(&Value) -> Value) -> (String, String) {
    let mut victim = Victim::of_kind(kind);
    let index = victim.first(kind);
    let event = &mut victim.events_mut()[index];
    let changed = change(&event[field]);
    assert_ne!(event[field], changed, "nothing was changed");
    event[field] = changed;
    victim.check_fault_at(index)
}

fn one_more(value: &Value) -> Value {
    json!(value.as_i64().expect("a whole number") + 1)
}

/// Removes the last event of the first run of a kind; the fault is found where it is missing.
#[track_caller]
fn check_missing(kind: &str) {
    let mut victim = Victim::of_kind(kind);
    let last = victim.last_of_first_run(kind);
    victim.events_mut().remove(last);
    victim.check_fault_at(last);
}

/// Repeats the last event of the first run of a kind; the second one is too many.
#[track_caller]
fn check_extra(kind: &str) {
    let mut victim = Victim::of_kind(kind);
    let last = victim.last_of_first_run(kind);
    let again = victim.events()[last].clone();
    victim.events_mut().insert(last + 1, again);
    victim.check_fault_at(last + 1);
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
    let mut victim = Victim::of_kind("gold_vp");
    let exchange = victim.first("gold_vp");
    victim.events_mut().remove(exchange);
    victim.check_fault_at(victim.first("result"));
}

#[test]
fn a_missing_draw_is_found_at_the_offer_that_needs_it() {
    let mut victim = Victim::of_kind("draw");
    let draw = victim.first("draw");
    let seat = victim.events_mut().remove(draw)["seat"].clone();
    victim.check_fault_at(victim.find(|event| event["e"] == "price" && event["seat"] == seat));
}

#[test]
fn something_after_the_end_and_nothing_at_all() {
    let mut victim = Victim::of_kind("result");
    let count = victim.events().len();
    victim.events_mut().push(json!({"e": "round", "round": 7, "start": 0}));
    assert_eq!(victim.check_fault_at(count).0, "the end of the record");
    victim.events_mut().truncate(count - 1);
    assert_eq!(victim.check_fault_at(count - 1).1, "the end of the record");
    victim.events_mut().clear();
    victim.check_fault_at(0);
}

#[test]
fn wrong_types_and_missing_fields() {
    check_field("income", "gold", |_| json!("5"));
    check_field("income", "gold", |_| json!(5.0));
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
    let mut victim = Victim::of_kind("buy");
    let index = victim.first("buy");
    victim.events_mut()[index].as_object_mut().expect("an object").remove("price");
    let (expected, found) = victim.check_fault_at(index);
    assert!(expected.contains("`price`") && found.contains("buy"), "{expected}; {found}");
    for broken in [json!(null), json!([]), json!("pass"), json!({}), json!({"seat": 0})] {
        victim.events_mut()[index] = broken;
        victim.check_fault_at(index);
    }
}

#[test]
fn a_field_twice() {
    let line = Victim::of_kind("pass").0.to_string();
    let twice = line.replacen("\"e\":\"pass\",", "\"e\":\"pass\",\"seat\":0,", 1);
    assert_ne!(line, twice);
    let fault = check_line(&twice, &known()).expect_err("a field is there twice").to_string();
    assert!(fault.contains("field `seat` twice"), "{fault}");
}

#[test]
fn draws_of_tiles_that_are_not_in_the_bag() {
    let mut victim = Victim::of_kind("place");
    let laid = victim.events()[victim.first("place")]["tile"].clone();
    let second_round = victim.nth("draw", 3);
    victim.events_mut()[second_round]["tiles"][0] = laid;
    assert!(victim.check_fault_at(second_round).0.contains("out of the bag"));

    let mut victim = Victim::of_kind("draw");
    let (first, second) = (victim.nth("draw", 0), victim.nth("draw", 1));
    let drawn = victim.events()[first]["tiles"].clone();
    victim.events_mut()[second]["tiles"] = drawn;
    victim.check_fault_at(second);
}

/// Changes the first offer of a game.
#[track_caller]
fn check_offer(change: impl Fn(&mut Value, i64)) {
    let mut victim = Victim::of_kind("price");
    let index = victim.first("price");
    let seat = victim.events()[index]["seat"].clone();
    let income = victim.find(|event| event["e"] == "income" && event["seat"] == seat);
    let gold = victim.events()[income]["gold"].as_i64().expect("a number");
    change(&mut victim.events_mut()[index], gold);
    victim.check_fault_at(index);
}

#[test]
fn offers() {
    check_offer(|offer, gold| offer["prices"][0][1] = json!(gold));
    check_offer(|offer, gold| offer["prices"][0][1] = json!(gold + 1));
    check_offer(|offer, _| offer["prices"][1][1] = json!(0));
    check_offer(|offer, _| offer["prices"][1][1] = json!(-3));
    check_offer(|offer, _| offer["prices"][1][1] = json!(65_537));
    check_offer(|offer, _| offer["discard"] = offer["prices"][0][0].clone());
    check_offer(|offer, _| offer["prices"][0][0] = offer["discard"].clone());
    check_offer(|offer, _| offer["prices"][0][0] = offer["prices"][1][0].clone());
}

#[test]
fn an_offer_before_the_draw() {
    let mut victim = Victim::of_kind("price");
    let index = victim.first("draw");
    let seat = victim.events()[index]["seat"].clone();
    let price = victim.find(|event| event["e"] == "price" && event["seat"] == seat);
    let early = victim.events_mut().remove(price);
    victim.events_mut().insert(index, early);
    victim.check_fault_at(index);
}

#[test]
fn trade_out_of_turn() {
    let mut victim = Victim::of_kind("pass");
    let index = victim.find(|event| event["e"] == "pass" || event["e"] == "buy");
    victim.events_mut().swap(index, index + 1);
    victim.check_fault_at(index);
}

#[test]
fn building_out_of_turn() {
    let mut victim = Victim::of_kind("place");
    let first = victim.first("place");
    let builder = victim.events()[first]["seat"].clone();
    let next =
        first + victim.events()[first..].iter().position(|event| event["seat"] != builder).expect("others build");
    assert_eq!(victim.events()[next]["e"], "place");
    victim.events_mut().swap(next - 1, next);
    victim.check_fault_at(next - 1);
}

#[test]
fn purchases_from_oneself_and_of_what_is_not_offered() {
    let mut victim = Victim::of_kind("buy");
    let index = victim.first("buy");
    let seat = victim.events()[index]["seat"].clone();
    let own = victim.events()[..index].iter().rposition(|event| event["e"] == "price" && event["seat"] == seat);
    let own = victim.events()[own.expect("the buyer's offer")]["prices"][0].clone();
    victim.events_mut()[index] = json!({"e": "buy", "seat": seat, "from": seat, "tile": own[0], "price": own[1]});
    let (expected, _) = victim.check_fault_at(index);
    assert!(expected.contains("a pass or a purchase of seat"), "{expected}");

    let mut victim = Victim::of_kind("buy");
    let index = victim.first("buy");
    let from = victim.events()[index]["from"].clone();
    let offer = victim.events()[..index].iter().rposition(|event| event["e"] == "price" && event["seat"] == from);
    let discard = victim.events()[offer.expect("the seller's offer")]["discard"].clone();
    victim.events_mut()[index]["tile"] = discard;
    victim.check_fault_at(index);
}

#[test]
fn a_purchase_beyond_ones_gold() {
    // A pass where another player's tile costs more than the passer has left.
    let mut found = 0;
    for number in 0..60 {
        let victim = Victim(serde_json::from_str(&random_game(2, number).line).expect("JSON"));
        // Round 1: 5 gold, and what is not staked is left.
        let first = victim.find(|event| event["e"] == "pass" || event["e"] == "buy");
        let seat = victim.events()[first]["seat"].as_u64().expect("a seat") as usize;
        let offers: Vec<&Value> = victim.events()[..first].iter().filter(|event| event["e"] == "price").collect();
        let of = |seat: usize| &offers.iter().find(|offer| offer["seat"] == seat).expect("an offer")["prices"];
        let staked: i64 = (0..2).map(|index| of(seat)[index][1].as_i64().expect("gold")).sum();
        let wanted = of(1 - seat)[0].clone();
        if wanted[1].as_i64().expect("gold") > 5 - staked {
            let mut spoiled = Victim(victim.0.clone());
            let buy = json!({"e": "buy", "seat": seat, "from": 1 - seat, "tile": wanted[0], "price": wanted[1]});
            spoiled.events_mut()[first] = buy;
            spoiled.check_fault_at(first);
            found += 1;
        }
        check_line(&victim.0.to_string(), &known()).expect("the game itself is right");
    }
    assert!(found > 10, "only {found} games had a tile too dear");
}

#[test]
fn illegal_placements() {
    check_field("place", "x", |_| json!(50));
    check_field("place", "y", |_| json!(-128));
    check_field("place", "x", |_| json!(256));
    check_field("place", "rotation", |_| json!(45));
    check_field("place", "rotation", |_| json!(360));
    check_field("place", "rotation", |_| json!(-90));
    let mut victim = Victim::of_kind("place");
    let index = victim.first("place");
    victim.events_mut()[index]["x"] = json!(0);
    victim.events_mut()[index]["y"] = json!(0);
    let (expected, _) = victim.check_fault_at(index);
    assert!(expected.starts_with("a placement of seat"), "{expected}");
}

#[test]
fn a_larger_rotation_that_lies_the_same() {
    // L41 is pasture, water, pasture, water, joined through the middle, without a road: half a turn changes nothing.
    let mut victim = Victim::with(|event| event["e"] == "place" && event["tile"] == "L41");
    let index = victim.find(|event| event["e"] == "place" && event["tile"] == "L41");
    let smaller = victim.events()[index]["rotation"].as_i64().expect("degrees");
    assert!(smaller < 180);
    victim.events_mut()[index]["rotation"] = json!(smaller + 180);
    victim.check_fault_at(index);
}

#[test]
fn a_tile_on_unequal_terrain() {
    let mut wrong = 0;
    for number in 0..10 {
        let mut victim = Victim(serde_json::from_str(&random_game(2, number).line).expect("JSON"));
        let index = victim.first("place");
        let [tile, x, y] = ["tile", "x", "y"].map(|field| victim.events()[index][field].clone());
        for rotation in [0, 90, 180, 270] {
            victim.events_mut()[index]["rotation"] = json!(rotation);
            let fits = fits_the_castle(&tile, &x, &y, rotation);
            if !fits {
                victim.check_fault_at(index);
                wrong += 1;
            }
        }
    }
    assert!(wrong > 10);
}

/// Whether the first tile of a game meets the castle's terrain.
fn fits_the_castle(tile: &Value, x: &Value, y: &Value, rotation: i64) -> bool {
    let edges = engine::skye::Tiles::printed();
    let id = edges.by_name(tile.as_str().expect("an id")).expect("a tile");
    let printed = edges.as_printed(id).edges.map(engine::skye::Terrain::letter);
    // The edge that faces the castle, which has pasture north and south, water east and mountain west.
    let (facing, wanted) = match (x.as_i64(), y.as_i64()) {
        (Some(0), Some(1)) => (2, 'P'),
        (Some(0), Some(-1)) => (0, 'P'),
        (Some(1), Some(0)) => (3, 'W'),
        (Some(-1), Some(0)) => (1, 'M'),
        other => panic!("the first tile lies beside the castle, not at {other:?}"),
    };
    printed[(facing + 4 - rotation as usize / 90) % 4] == wanted
}

#[test]
fn a_return_although_the_tile_can_be_placed() {
    let mut victim = Victim::of_kind("place");
    let index = victim.first("place");
    let event = &mut victim.events_mut()[index];
    *event = json!({"e": "return", "seat": event["seat"], "tile": event["tile"]});
    let (expected, found) = victim.check_fault_at(index);
    assert!(expected.starts_with("a placement of seat") && found.contains("return"), "{expected}; {found}");
}

#[test]
fn a_placement_instead_of_a_return() {
    let mut victim = Victim::of_kind("return");
    let index = victim.first("return");
    let event = &mut victim.events_mut()[index];
    *event = json!({"e": "place", "seat": event["seat"], "tile": event["tile"], "x": 1, "y": 0, "rotation": 0});
    victim.check_fault_at(index);
}

#[test]
fn slots_out_of_order() {
    let mut victim = Victim::with(|event| event["e"] == "round" && event["round"] == 3);
    let round = victim.find(|event| event["e"] == "round" && event["round"] == 3);
    let index = round + victim.events()[round..].iter().position(|event| event["e"] == "score").expect("scores");
    // Round 3 scores A, then C, each for three seats.
    victim.events_mut()[index..index + 6].rotate_left(3);
    victim.check_fault_at(index);
}

#[test]
fn the_exchange_of_gold_before_the_scrolls() {
    let mut victim = Victim::of_kind("scroll");
    let index = victim.first("scroll");
    let seat = victim.events()[index]["seat"].clone();
    let exchange = victim.find(|event| event["e"] == "gold_vp" && event["seat"] == seat);
    let early = victim.events_mut().remove(exchange);
    victim.events_mut().insert(index, early);
    let (expected, _) = victim.check_fault_at(index);
    assert!(expected.contains("scroll"), "{expected}");
}

#[test]
fn the_wrong_starting_player() {
    let mut victim = Victim::of_kind("round");
    let second = victim.nth("round", 1);
    let start = victim.events()[second]["start"].as_i64().expect("a seat");
    victim.events_mut()[second]["start"] = json!((start + 1) % 3);
    victim.check_fault_at(second);
}
