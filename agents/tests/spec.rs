//! Specs of agents: accepted ones, and errors.

use agents::AgentSpec;
use agents::skye::KINDS;
use agents::spec::kind::{AgentSchema, KeyCondition};

#[track_caller]
fn check_error(spec: &str, expected: &str) {
    let error = AgentSpec::read(spec, &KINDS).expect_err("the spec is bad");
    assert_eq!(error.to_string(), expected);
}

#[test]
fn every_kind_is_named_once_and_builds_with_its_defaults() {
    for (index, kind) in KINDS.iter().enumerate() {
        assert!(
            KINDS[..index].iter().all(|other| other.schema.name != kind.schema.name),
            "{} is there twice",
            kind.schema.name
        );
        let spec: AgentSpec = AgentSpec::read(kind.schema.name, &KINDS).expect("a name alone is a spec");
        spec.build(&KINDS);
    }
}

#[test]
fn every_default_is_accepted() {
    for kind in &KINDS {
        for key in kind.schema.keys {
            assert!(key.accepted.allows(key.default), "{}:{}={}", kind.schema.name, key.name, key.default);
        }
    }
}

#[test]
fn a_spec_prints_as_it_was_written() {
    for text in ["random", "greedy:pricing=table,buying=surplus", "mcts:iterations=50,rounds=1"] {
        assert_eq!(AgentSpec::read(text, &KINDS).expect("a valid spec").to_string(), text);
    }
}

/// Returns the names of all kinds of agents.
fn all_kinds() -> String {
    KINDS.iter().map(|kind| kind.schema.name).collect::<Vec<_>>().join(", ")
}

#[test]
fn an_unknown_agent_suggests_the_nearest_and_lists_all() {
    let all = all_kinds();
    check_error("gredy", &format!("no agent is called `gredy`; did you mean `greedy`? accepted: {all}"));
    check_error("", &format!("no agent is called ``; accepted: {all}"));
    check_error("alpha-beta", &format!("no agent is called `alpha-beta`; accepted: {all}"));
}

#[test]
fn an_unknown_key_suggests_the_nearest_and_lists_all() {
    let mcts = KINDS.iter().find(|kind| kind.schema.name == "mcts").expect("there is a search");
    let keys = mcts.schema.keys.iter().map(|key| key.name).collect::<Vec<_>>().join(", ");
    let near = format!("agent `mcts` has no key `iteration`; did you mean `iterations`? accepted: {keys}");
    check_error("mcts:iteration=5", &near);
    check_error("mcts:temperature=5", &format!("agent `mcts` has no key `temperature`; accepted: {keys}"));
    check_error("random:speed=5", "agent `random` has no key `speed`; it takes none");
}

#[test]
fn values_out_of_range_say_what_is_accepted() {
    let accepted = "a whole number from 1 to 1000000";
    for found in ["0", "-1", "x", "", "1000001", "4.5"] {
        let expected = format!("agent `mcts`, key `iterations`: found `{found}`; accepted: {accepted}");
        check_error(&format!("mcts:iterations={found}"), &expected);
    }
    check_error("greedy:building=b", "agent `greedy`, key `building`: found `b`; accepted: tile-by-tile, beam");
    let accepted =
        "nothing, or scrolls, roads, income, druids, bag, tablets, tunnels, borderlands, potential, joined by +";
    for found in ["roads+sheep", "nothing+roads", "roads+roads", "+roads", ""] {
        let expected = format!("agent `greedy`, key `ignore`: found `{found}`; accepted: {accepted}");
        check_error(&format!("greedy:ignore={found}"), &expected);
    }
}

#[test]
fn malformed_settings_are_refused() {
    check_error("mcts:", "agent `mcts`: `` is not of the form key=value");
    check_error("mcts:iterations", "agent `mcts`: `iterations` is not of the form key=value");
    check_error("mcts:rounds=1,rounds=2", "agent `mcts`: key `rounds` is given twice");
}

#[test]
fn a_key_without_effect_is_refused() {
    let refused = |spec: &str, agent: &str, key: &str, conditions: &str| {
        check_error(spec, &format!("agent `{agent}`: key `{key}` has an effect only with {conditions}"));
    };
    refused("greedy:price=7", "greedy", "price", "`pricing=fixed`");
    refused("greedy:share=20,pricing=fixed", "greedy", "share", "`pricing=share`");
    refused("greedy:samples=8,pricing=keep", "greedy", "samples", "`pricing=sampled`");
    refused("greedy:building=tile-by-tile,beam=8", "greedy", "beam", "`building=beam`");
    refused("greedy:buying=surplus,gold-of-two=80", "greedy", "gold-of-two", "`buying=foresight`");
    refused("mcts:iterations=100,time-ms=5", "mcts", "iterations", "`time-ms=0`");
}

#[test]
fn what_is_gone_is_refused_with_what_replaces_it() {
    for (spec, wanted) in [
        ("mcts:depth=2", "has no `depth` since 0.4; leave it out"),
        ("mcts:variant=duct", "has no `variant=duct` since 0.4; leave it out"),
        ("mcts:iterations=9,variant=regret", "has no `variant=regret` since 0.4"),
        ("mcts:rollout=greedy", "has no `rollout=greedy` since 0.4; leave it out"),
    ] {
        let error = AgentSpec::read(spec, &KINDS).expect_err("the spec is bad").to_string();
        assert!(error.contains(wanted), "{error}");
    }
}

#[test]
fn a_key_with_an_effect_is_accepted() {
    for spec in [
        "greedy:price=7,pricing=fixed",
        "greedy:pricing=share,share=20",
        "greedy:samples=8",
        "greedy:pricing=sampled,samples=8,building=beam,beam=3",
        "greedy:judgement=by-hand,pricing=keep,buying=never,building=tile-by-tile",
        "mcts:iterations=100,time-ms=00,variant=tree",
        "mcts:time-ms=5,rounds=1",
    ] {
        assert!(AgentSpec::read(spec, &KINDS).is_ok(), "{spec}");
    }
}

/// Conditions name existing keys and values.
#[test]
fn every_condition_can_be_met() {
    for AgentSchema { name, keys, .. } in KINDS.iter().map(|kind| &kind.schema) {
        for condition in keys.iter().flat_map(|key| key.only_with) {
            let KeyCondition::Is(other, value) = *condition;
            let other = keys.iter().find(|key| key.name == other).expect("a key of the same kind");
            assert!(other.accepted.allows(value), "{name}: {condition}");
        }
    }
}
