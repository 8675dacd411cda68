//! `sim explain`: what an agent thinks of one decision of a record.

use serde_json::Value;

use crate::workshop::Workshop;

/// The events of the only game of `g.jsonl`.
fn events(shop: &Workshop) -> Vec<Value> {
    let record: Value = serde_json::from_str(&std::fs::read_to_string(shop.path("g.jsonl")).unwrap()).unwrap();
    record["events"].as_array().unwrap().clone()
}

fn is_decision(event: &Value) -> bool {
    ["price", "buy", "pass", "place"].contains(&event["e"].as_str().unwrap())
}

#[test]
fn without_an_event_all_decisions_are_listed_with_their_numbers() {
    let shop = Workshop::new();
    shop.succeed(&["play", "a=greedy:preset=first", "b=random", "--seed", "4", "--record", "g.jsonl"]);
    let decisions: Vec<usize> =
        events(&shop).iter().enumerate().filter(|(_, event)| is_decision(event)).map(|(index, _)| index).collect();
    let listed = shop.succeed(&["explain", "g.jsonl"]);
    let numbers: Vec<usize> =
        listed.lines().filter_map(|line| line.split(['│', '┆']).nth(1)?.trim().parse().ok()).collect();
    assert_eq!(numbers, decisions);
}

#[test]
fn an_agent_explains_what_it_did_itself() {
    let shop = Workshop::new();
    let agents = ["greedy", "mcts:iterations=30,depth=1"];
    shop.succeed(&["play", agents[0], agents[1], "--seed", "4", "--record", "g.jsonl"]);
    let mut explained = 0;
    for (index, event) in events(&shop).iter().enumerate().filter(|(_, event)| is_decision(event)) {
        let agent = agents[event["seat"].as_u64().unwrap() as usize];
        let words = ["explain", "g.jsonl", "--event", &index.to_string(), "--agent", agent, "--json"];
        let report: Value = serde_json::from_str(&shop.succeed(&words)).unwrap();
        assert_eq!(report["chosen"], report["recorded"], "event {index}");
        let weighed = report["weighed"].as_array().unwrap();
        assert_eq!(weighed[0]["action"], report["chosen"], "what is chosen comes first, event {index}");
        explained += 1;
    }
    assert!(explained > 40, "{explained}");
}
