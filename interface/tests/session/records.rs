//! Records that end anywhere: opened, stepped through, shown and written again.

use engine::Seat;
use engine::skye::Module;
use interface::event_cursor::GameFault;
use interface::narrate::Narrate;
use interface::record::check_line;
use interface::record_format::RecordFormat;
use interface::session::Session;
use interface::stage::{Change, StageStep};
use serde_json::Value;

use crate::{Set, county, isle};

/// What is told of a game up to its position, and its steps on the table.
fn shown<G: RecordFormat + Narrate>(
    session: &Session<G>,
    players: &[String],
) -> (Vec<String>, Vec<(String, Vec<Change>)>) {
    let (mut lines, mut steps) = (Vec::new(), Vec::new());
    session.show(&mut session.game().narrator(players, "", Box::new(|line| lines.push(line.to_owned()))));
    let take = Box::new(|step: StageStep| steps.push((step.words, step.changes)));
    session.show(&mut session.game().stager(players, take));
    (lines, steps)
}

/// Every cut of a record is opened; it leads to a position of the game, from which the record can be written again as far as it went.
fn check_cuts<G: RecordFormat + Narrate>(set: &Set<G>, seed: u64) {
    let (mut played, first) = (set.played(seed), Seat::new(seed as usize % set.game.seats()));
    let line = played.record(&set.heading);
    check_line::<G>(&line, &set.library).unwrap();
    let (lines, steps) = shown(&played, &set.heading.players);
    let record: Value = serde_json::from_str(&line).unwrap();
    let events = record["events"].as_array().unwrap();
    let cut = |count: usize| {
        let mut cut = record.clone();
        cut["events"] = events[..count].into();
        cut.to_string()
    };
    let mut last = 0;
    for count in 0..=events.len() {
        let (session, reached) = set.read(&cut(count), |opened| Session::of(&opened)).unwrap();
        assert!(session.at() >= last, "{count}: {} after {last} steps", session.at());
        last = session.at();
        played.go_to(session.at());
        if reached.first == first {
            assert!(session.position() == played.position(), "{count} events");
        } else {
            // The first event that tells who begins is missing.
            assert!(count < 2 && session.at() == 0, "{count} events");
        }
        let (told, staged) = shown(&session, &set.heading.players);
        assert_eq!(told[..], lines[..told.len()], "{count} events");
        assert_eq!(staged[..], steps[..staged.len()], "{count} events");
        assert!(staged.len() + reached.beyond.len() >= count, "{count} events");
        match reached.missing {
            None => assert_eq!(count, events.len()),
            Some(GameFault::Event { index, .. }) => assert_eq!(index, count),
            Some(GameFault::Record(fault)) => panic!("{fault}"),
        }
        let again = session.record(&set.heading);
        let (written, reached) = set.read(&again, |opened| Session::of(&opened)).unwrap();
        assert_eq!(written.steps(), session.steps(), "{count} events");
        assert!(reached.beyond.is_empty(), "{count} events");
    }
    assert_eq!(last, played.steps().len());
}

#[test]
fn a_record_may_end_anywhere() {
    check_cuts(&isle(2, &[]), 1);
    check_cuts(&isle(3, &Module::ALL), 2);
    check_cuts(&county(3), 4);
}

/// Castle and barrels pay in each round what the steps before it count as a seat's income.
#[test]
fn the_income_on_the_table_is_what_the_next_round_pays() {
    let mut from_barrels = 0;
    for (modules, seed) in [(&[][..], 1), (&Module::ALL[..], 2), (&Module::ALL[..], 3)] {
        let set = isle(3, modules);
        let played = set.played(seed);
        let record: Value = serde_json::from_str(&played.record(&set.heading)).unwrap();
        let (_, steps) = shown(&played, &set.heading.players);
        let mut shown = [0; 3];
        for (event, (_, changes)) in record["events"].as_array().unwrap().iter().zip(steps) {
            if event["e"] == "income" {
                let [castle, whisky] = ["castle", "whisky"].map(|part| event[part].as_i64().unwrap());
                assert_eq!(shown[event["seat"].as_u64().unwrap() as usize], castle + whisky, "{event}");
                from_barrels += whisky;
            }
            for change in changes {
                if let Change::Count(seat, 2, income) = change {
                    shown[seat] = income;
                }
            }
        }
    }
    assert!(from_barrels > 10, "{from_barrels}");
}

/// A game of three of Isle of Skye, the first round's draws and offers in this order of the seats, seat 1 first.
fn record(order: &[(&str, usize)], set: &Set<engine::skye::Skye>) -> String {
    let mut record: Value = serde_json::from_str(&set.played(4).record(&set.heading)).unwrap();
    let events = record["events"].as_array().unwrap();
    let find = |(kind, seat): &(&str, usize)| {
        events.iter().find(|event| event["e"] == *kind && event["seat"] == *seat).unwrap().clone()
    };
    let before = events.iter().take_while(|event| event["e"] != "draw").cloned();
    let events: Vec<Value> = before.chain(order.iter().map(find)).collect();
    record["events"] = events.into();
    record.to_string()
}

#[test]
fn what_is_known_beyond_the_position_is_told() {
    let set = isle(3, &[]);
    // Seat 1 begins, and only the offer of seat 2 is known.
    let order = [("draw", 2), ("price", 2), ("draw", 0), ("draw", 1)];
    let (session, reached) = set.read(&record(&order, &set), |opened| Session::of(&opened)).unwrap();
    assert_eq!(session.turn(), engine::Turn::Seat(Seat::new(1)));
    assert_eq!((session.at(), reached.beyond), (1, vec![5]));
    // One draw is missing, so chance has not decided.
    let order = [("draw", 2), ("draw", 1), ("price", 1)];
    let (session, reached) = set.read(&record(&order, &set), |opened| Session::of(&opened)).unwrap();
    assert_eq!((session.turn(), session.at()), (engine::Turn::Chance, 0));
    assert_eq!(reached.beyond, [0, 1, 2, 3, 4, 5, 6]);
    assert!(reached.missing.unwrap().to_string().contains("a draw of seat 0 or price of seat 2"));
}

#[test]
fn an_event_that_breaks_the_rules_is_told_in_unfinished_records_too() {
    let set = isle(3, &[]);
    let record = record(&[("draw", 2), ("draw", 0), ("draw", 1)], &set);
    let forged = record.replacen("\"gold\":5", "\"gold\":6", 1);
    assert_ne!(record, forged);
    let fault = set.read(&forged, |opened| Session::of(&opened)).map(drop).unwrap_err();
    assert!(fault.to_string().starts_with("event 1: expected"), "{fault}");
}
