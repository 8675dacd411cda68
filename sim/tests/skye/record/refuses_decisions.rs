//! Records in which a draw or a decision breaks the rules: the check names that event.

use serde_json::{Value, json};

use super::damaged_record::{DamagedRecord, check_field};
use super::played::{check_line, random_game};

#[test]
fn draws_of_tiles_that_are_not_in_the_bag() {
    let mut record = DamagedRecord::of_kind("place");
    let laid = record.events()[record.first("place")]["tile"].clone();
    let second_round = record.nth("draw", 3);
    record.events_mut()[second_round]["tiles"][0] = laid;
    assert!(record.check_fault_at(second_round).0.contains("from the bag, which does not contain "));

    let mut record = DamagedRecord::of_kind("draw");
    let (first, second) = (record.nth("draw", 0), record.nth("draw", 1));
    let drawn = record.events()[first]["tiles"].clone();
    record.events_mut()[second]["tiles"] = drawn;
    record.check_fault_at(second);
}

/// Changes the first offer of a game.
#[track_caller]
fn check_offer(change: impl Fn(&mut Value, i64)) {
    let mut record = DamagedRecord::of_kind("price");
    let index = record.first("price");
    let seat = record.events()[index]["seat"].clone();
    let income = record.find(|event| event["e"] == "income" && event["seat"] == seat);
    let gold = record.events()[income]["gold"].as_i64().expect("a number");
    change(&mut record.events_mut()[index], gold);
    record.check_fault_at(index);
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
    let mut record = DamagedRecord::of_kind("price");
    let index = record.first("draw");
    let seat = record.events()[index]["seat"].clone();
    let price = record.find(|event| event["e"] == "price" && event["seat"] == seat);
    let early = record.events_mut().remove(price);
    record.events_mut().insert(index, early);
    record.check_fault_at(index);
}

#[test]
fn trade_out_of_turn() {
    let mut record = DamagedRecord::of_kind("pass");
    let index = record.find(|event| event["e"] == "pass" || event["e"] == "buy");
    record.events_mut().swap(index, index + 1);
    record.check_fault_at(index);
}

#[test]
fn building_out_of_turn() {
    let mut record = DamagedRecord::of_kind("place");
    let first = record.first("place");
    let builder = record.events()[first]["seat"].clone();
    let next =
        first + record.events()[first..].iter().position(|event| event["seat"] != builder).expect("others build");
    assert_eq!(record.events()[next]["e"], "place");
    record.events_mut().swap(next - 1, next);
    record.check_fault_at(next - 1);
}

#[test]
fn purchases_from_oneself_and_of_what_is_not_offered() {
    let mut record = DamagedRecord::of_kind("buy");
    let index = record.first("buy");
    let seat = record.events()[index]["seat"].clone();
    let own = record.events()[..index].iter().rposition(|event| event["e"] == "price" && event["seat"] == seat);
    let own = record.events()[own.expect("the buyer's offer")]["prices"][0].clone();
    record.events_mut()[index] = json!({"e": "buy", "seat": seat, "from": seat, "tile": own[0], "price": own[1]});
    let (expected, _) = record.check_fault_at(index);
    assert!(expected.contains("a pass or a purchase of seat"), "{expected}");

    let mut record = DamagedRecord::of_kind("buy");
    let index = record.first("buy");
    let from = record.events()[index]["from"].clone();
    let offer = record.events()[..index].iter().rposition(|event| event["e"] == "price" && event["seat"] == from);
    let discard = record.events()[offer.expect("the seller's offer")]["discard"].clone();
    record.events_mut()[index]["tile"] = discard;
    record.check_fault_at(index);
}

#[test]
fn a_purchase_beyond_ones_gold() {
    // A pass where another player's tile costs more than the passer has left.
    let mut found = 0;
    for number in 0..60 {
        let record = DamagedRecord(serde_json::from_str(&random_game(2, number).line).expect("JSON"));
        // Round 1: 5 gold, and what is not staked is left.
        let first = record.find(|event| event["e"] == "pass" || event["e"] == "buy");
        let seat = record.events()[first]["seat"].as_u64().expect("a seat") as usize;
        let offers: Vec<&Value> = record.events()[..first].iter().filter(|event| event["e"] == "price").collect();
        let of = |seat: usize| &offers.iter().find(|offer| offer["seat"] == seat).expect("an offer")["prices"];
        let staked: i64 = (0..2).map(|index| of(seat)[index][1].as_i64().expect("gold")).sum();
        let wanted = of(1 - seat)[0].clone();
        if wanted[1].as_i64().expect("gold") > 5 - staked {
            let mut spoiled = DamagedRecord(record.0.clone());
            let buy = json!({"e": "buy", "seat": seat, "from": 1 - seat, "tile": wanted[0], "price": wanted[1]});
            spoiled.events_mut()[first] = buy;
            spoiled.check_fault_at(first);
            found += 1;
        }
        check_line(&record.0.to_string()).expect("the game itself is right");
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
    let mut record = DamagedRecord::of_kind("place");
    let index = record.first("place");
    record.events_mut()[index]["x"] = json!(0);
    record.events_mut()[index]["y"] = json!(0);
    let (expected, _) = record.check_fault_at(index);
    assert!(expected.starts_with("a placement of seat"), "{expected}");
}

#[test]
fn a_larger_rotation_that_lies_the_same() {
    // L41 is pasture, water, pasture, water, joined through the middle, without a road: half a turn changes nothing.
    let mut record = DamagedRecord::with(|event| event["e"] == "place" && event["tile"] == "L41");
    let index = record.find(|event| event["e"] == "place" && event["tile"] == "L41");
    let smaller = record.events()[index]["rotation"].as_i64().expect("degrees");
    assert!(smaller < 180);
    record.events_mut()[index]["rotation"] = json!(smaller + 180);
    record.check_fault_at(index);
}

#[test]
fn a_tile_on_unequal_terrain() {
    let mut wrong = 0;
    for number in 0..10 {
        let mut record = DamagedRecord(serde_json::from_str(&random_game(2, number).line).expect("JSON"));
        let index = record.first("place");
        let [tile, x, y] = ["tile", "x", "y"].map(|field| record.events()[index][field].clone());
        for rotation in [0, 90, 180, 270] {
            record.events_mut()[index]["rotation"] = json!(rotation);
            let fits = fits_the_castle(&tile, &x, &y, rotation);
            if !fits {
                record.check_fault_at(index);
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
    // The edge that touches the castle, which has pasture north and south, water east and mountain west.
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
    let mut record = DamagedRecord::of_kind("place");
    let index = record.first("place");
    let event = &mut record.events_mut()[index];
    *event = json!({"e": "return", "seat": event["seat"], "tile": event["tile"]});
    let (expected, found) = record.check_fault_at(index);
    assert!(expected.starts_with("a placement of seat") && found.contains("return"), "{expected}; {found}");
}

#[test]
fn a_placement_instead_of_a_return() {
    let mut record = DamagedRecord::of_kind("return");
    let index = record.first("return");
    let event = &mut record.events_mut()[index];
    *event = json!({"e": "place", "seat": event["seat"], "tile": event["tile"], "x": 1, "y": 0, "rotation": 0});
    record.check_fault_at(index);
}
