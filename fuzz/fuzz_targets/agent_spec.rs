//! Agents' specs. What is accepted can be built, and is written in a way that means the same.
#![no_main]

use agents::AgentSpec;
use agents::skye::KINDS;
use libfuzzer_sys::fuzz_target;

use lab::base::time::clock;

fuzz_target!(|text: &str| {
    let Ok(spec) = AgentSpec::read(text, &KINDS) else { return };
    let again: AgentSpec = AgentSpec::read(&spec.to_string(), &KINDS).expect("what was accepted once");
    assert_eq!(again.to_string(), spec.to_string());
    drop(spec.build_with(&KINDS, clock));
});
