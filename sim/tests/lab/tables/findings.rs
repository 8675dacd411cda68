//! What the summary of a run says was found, and what was not.

use crate::workshop::Workshop;

/// The summary of a run of two agents, by their specs.
fn summary(specs: [&str; 2], blocks: usize) -> String {
    let shop = Workshop::new();
    let agents: Vec<String> = ["one", "two"]
        .iter()
        .zip(specs)
        .map(|(name, spec)| format!("[[agents]]\nname = \"{name}\"\nspec = \"{spec}\"\n"))
        .collect();
    shop.write("two.toml", &format!("name = \"two\"\nplayers = 2\nblocks = {blocks}\nseed = 5\n{}", agents.concat()));
    shop.succeed(&["run", "two.toml", "--out", "out", "--quiet"])
}

const DIFFER: &str = "Every two agents differ in how often they rank before each other.";

#[test]
fn identical_agents_without_luck_are_not_told_apart() {
    // With the same draws on both seats each wins once or both tie, so all clusters agree on one half.
    let text = summary(["greedy:preset=first"; 2], 12);
    assert!(text.contains("Not told apart: one and two (one ahead in 50.0"), "{text}");
}

#[test]
fn two_clusters_that_agree_show_nothing() {
    let text = summary(["rule-of-thumb", "random"], 2);
    assert!(text.contains("Not told apart: one and two (one ahead in 100.0"), "{text}");
}

#[test]
fn agents_that_differ_are_told_apart_by_enough_clusters() {
    let text = summary(["rule-of-thumb", "random"], 24);
    assert!(text.contains(DIFFER), "{text}");
}
