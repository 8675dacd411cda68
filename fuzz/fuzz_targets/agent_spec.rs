//! Agents' specs. What is accepted can be built, and is written in a way that means the same.
#![no_main]

use agents::AgentSpec;
use libfuzzer_sys::fuzz_target;
use sim::clock::clock;

fuzz_target!(|text: &str| {
    let Ok(spec) = text.parse::<AgentSpec>() else { return };
    let again: AgentSpec = spec.to_string().parse().expect("what was accepted once");
    assert_eq!(again.to_string(), spec.to_string());
    drop(spec.build_with(clock));
});
