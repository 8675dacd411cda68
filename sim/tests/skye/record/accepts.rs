//! Records that keep the rules pass, whatever freedom of the format they use.

use std::sync::Arc;

use engine::skye::{PriceLimits, Rules, ScoringTile};
use games::skye::setting::Setting;
use games::skye::setting::tile_files;
use interface::seeds::GameSeed;
use serde_json::Value;

use super::played::{check_line, play, play_numbered, random_game};

#[track_caller]
fn check_passes(line: &str) {
    let events = check_line(line).unwrap_or_else(|fault| panic!("{fault}\n{line}"));
    let record: Value = serde_json::from_str(line).expect("JSON");
    assert_eq!(events, record["events"].as_array().expect("a list").len());
}

#[test]
fn random_games_of_every_number_of_players() {
    for players in 2..=5 {
        (0..60).for_each(|number| check_passes(&random_game(players, number).line));
    }
}

#[test]
fn other_tiles_and_changed_rules() {
    let tiles = tile_files::find("other-reading").expect("shipped");
    for number in 0..20 {
        let rules = Rules { castle_income: 7, gold_per_vp: 3, ..Rules::printed(5) };
        let setting = Setting { tiles: tiles.clone(), rules: Arc::new(rules), ..Setting::printed(3) };
        let line = play_numbered(setting, 2, number).line;
        assert!(line.contains("\"tiles\":{\"name\":\"other-reading\",\"sha256\":\""));
        assert!(line.contains(
            "\"rules\":{\"castle-income\":7,\"gold-per-vp\":3,\"rounds\":[{\"scores\":\"AB\",\"catch-up\":0},"
        ));
        check_passes(&line);
    }
}

#[test]
fn what_designers_change_is_written_by_itself() {
    for number in 0..20 {
        let mut rules = Rules { start_gold: [0, 1, 4, 0, 0], ..Rules::printed(3) };
        rules.prices = PriceLimits { lowest: 2, highest: 6 };
        rules.payments[ScoringTile::Sheep.index()].parts[0].pays.points_mut()[0] = 3;
        rules.payments[ScoringTile::MostGold.index()].parts[0].pays.points_mut()[1] = 4;
        rules.payments[ScoringTile::Squares.index()].cap = 5;
        let line = play_numbered(Setting { rules: Arc::new(rules), ..Setting::printed(3) }, 2, number).line;
        let spelled = "\"rules\":{\"start-gold-by-order\":[0,1,4],\"lowest-price\":2,\"highest-price\":6,\
                       \"scoring-points\":{\"sheep\":3,\"most-gold\":[5,4]},\"scoring-caps\":{\"squares\":5}}";
        assert!(line.contains(spelled), "{line}");
        check_passes(&line);
        // All or none of the other rules.
        let whole = "\"rules\":{\"castle-income\":5,\"gold-per-vp\":5,\"rounds\":[";
        assert!(!line.contains(whole));
        check_passes(&line.replace("[0,1,4]", "[0,1,4,9,9]"));
    }
}

#[test]
fn games_with_any_number_of_tiles_drawn() {
    for (drawn, number) in [2, 4, 5].into_iter().flat_map(|drawn| (0..8).map(move |number| (drawn, number))) {
        let rules = Rules { tiles_drawn: drawn, ..Rules::printed(3) };
        let line = play_numbered(Setting { rules: Arc::new(rules), ..Setting::printed(3) }, 3, number).line;
        assert!(line.contains(&format!("\"rules\":{{\"tiles-drawn\":{drawn}}}")), "{line}");
        check_passes(&line);
        let mut record: Value = serde_json::from_str(&line).expect("JSON");
        let mut prices =
            record["events"].as_array_mut().expect("a list").iter_mut().filter(|event| event["e"] == "price");
        let discard = prices.next().expect("an offer")["discard"].as_array_mut().expect("a list");
        assert_eq!(discard.len(), usize::from(drawn) - 2, "one discard alone stands by itself");
        discard.reverse();
        check_passes(&record.to_string());
        // The record is of other rules.
        let fault = check_line(&line.replace(&format!("\"tiles-drawn\":{drawn}"), "\"lowest-price\":2")).unwrap_err();
        assert!(fault.to_string().contains("a draw of 3 tiles"), "{fault}");
    }
}

/// Reorders the events of a record and checks it again.
#[track_caller]
fn check_passes_reordered(players: usize, reorder: impl Fn(&mut Vec<Value>)) {
    let mut changed = 0;
    for number in 0..20 {
        let mut record: Value = serde_json::from_str(&random_game(players, number).line).expect("JSON");
        let events = record["events"].as_array_mut().expect("a list");
        let before = events.clone();
        reorder(events);
        changed += usize::from(*events != before);
        check_passes(&record.to_string());
    }
    assert!(changed > 0, "nothing was reordered");
}

fn kind(event: &Value) -> &str {
    event["e"].as_str().expect("a kind")
}

/// Sorts every longest run of events of these kinds by a key; events with equal keys keep their order.
fn sort_runs<K: Ord>(events: &mut [Value], kinds: &[&str], key: impl Fn(&Value) -> K) {
    for run in events.chunk_by_mut(|a, b| kinds.contains(&kind(a)) == kinds.contains(&kind(b))) {
        if kinds.contains(&kind(&run[0])) {
            run.sort_by_key(&key);
        }
    }
}

fn seat(event: &Value) -> i64 {
    event["seat"].as_i64().expect("a seat")
}

#[test]
fn draws_and_prices_in_any_order_of_the_seats() {
    check_passes_reordered(4, |events| sort_runs(events, &["draw", "price"], |event| -seat(event)));
    check_passes_reordered(4, |events| sort_runs(events, &["draw"], |event| -seat(event)));
    check_passes_reordered(3, |events| sort_runs(events, &["price"], |event| -seat(event)));
}

#[test]
fn seats_within_a_slot_in_any_order() {
    check_passes_reordered(5, |events| {
        sort_runs(events, &["score"], |event| (event["slot"].as_str().map(str::to_owned), -seat(event)));
    });
}

#[test]
fn income_and_unsold_tiles_in_any_order_of_the_seats() {
    check_passes_reordered(3, |events| sort_runs(events, &["income"], |event| -seat(event)));
    check_passes_reordered(4, |events| sort_runs(events, &["keep"], |event| -seat(event)));
}

#[test]
fn final_scoring_in_any_order_of_the_seats() {
    check_passes_reordered(4, |events| {
        sort_runs(events, &["scroll", "gold_vp"], |event| (kind(event) == "gold_vp", -seat(event)));
        sort_runs(events, &["result"], |event| -seat(event));
    });
}

#[test]
fn prices_in_any_order_of_the_tiles() {
    check_passes_reordered(2, |events| {
        let prices = events.iter_mut().filter(|event| kind(event) == "price");
        prices.for_each(|event| event["prices"].as_array_mut().expect("a list").reverse());
    });
}

#[test]
fn keys_that_the_format_does_not_list() {
    let mut record: Value = serde_json::from_str(&random_game(2, 0).line).expect("JSON");
    record["played_at"] = "a table".into();
    for event in record["events"].as_array_mut().expect("a list") {
        event["comment"] = serde_json::json!({"seat": [1, 2.5, null]});
    }
    check_passes(&record.to_string());
}

#[test]
fn the_seed_of_a_record_gives_the_same_record_again() {
    for players in 2..=5 {
        let first = random_game(players, 5);
        let (seed, scoring) = GameSeed::read(&first.seed.text(&first.scoring)).expect("a game seed");
        assert_eq!(play(first.setting, scoring, seed).line, first.line);
    }
}
