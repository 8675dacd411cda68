//! What the summary of a run says was found, and what was not.

use crate::test_folder::TestFolder;

/// The summary of a run of agents for two seats each, by their specs.
fn summary(specs: &[&str], blocks: usize) -> String {
    let folder = TestFolder::new();
    let names = ["one", "two", "three", "four", "five"];
    let agents: Vec<String> = names
        .iter()
        .zip(specs)
        .map(|(name, spec)| format!("[[agents]]\nname = \"{name}\"\nspec = \"{spec}\"\n"))
        .collect();
    let lineup = "lineup = \"round-robin\"\ntables = []";
    let head = format!("name = \"some\"\nplayers = 2\nblocks = {blocks}\nseed = 5\n{lineup}\n");
    folder.write("some.toml", &(head + &agents.concat()));
    folder.succeed(&["run", "some.toml", "--out", "out", "--quiet"])
}

#[test]
fn identical_agents_without_luck_are_not_told_apart() {
    // With the same draws on both seats each wins once or both tie, so all clusters agree on one half.
    let text = summary(&["greedy:pricing=table"; 2], 12);
    assert!(text.contains("Pairs without a significant difference: one ahead of two in 50.0"), "{text}");
}

#[test]
fn of_many_pairs_that_are_not_told_apart_the_closest_are_named() {
    let text = summary(&["random"; 5], 40);
    assert!(
        text.contains("Pairs without a significant difference: 10 of 10, all in pairs.csv; the closest: "),
        "{text}"
    );
    assert_eq!(text.matches(" ahead of ").count(), 6, "{text}");
}

#[test]
fn two_clusters_that_agree_show_nothing() {
    let text = summary(&["rule-of-thumb", "random"], 2);
    assert!(text.contains("Pairs without a significant difference: one ahead of two in 100.0"), "{text}");
}

#[test]
fn agents_that_differ_are_told_apart_by_enough_clusters_and_the_better_is_named() {
    for (specs, better) in
        [(["rule-of-thumb", "random"], "one ahead of two"), (["random", "rule-of-thumb"], "two ahead of one")]
    {
        let text = summary(&specs, 24);
        let told = text
            .lines()
            .find_map(|line| line.strip_prefix("In every pair, one ranks ahead significantly more often: "));
        let share = told.and_then(|told| told.strip_prefix(better)?.strip_prefix(" in ")?.split_once(' '));
        assert!(share.is_some_and(|(share, _)| share.parse::<f64>().is_ok_and(|share| share > 50.0)), "{text}");
    }
}

#[test]
fn nothing_is_found_of_what_is_always_the_same() {
    // The greedy player wins every game of two, so whoever starts wins every other game of each block.
    let folder = TestFolder::new();
    let agents =
        "[[agents]]\nname = \"one\"\nspec = \"greedy:pricing=table\"\n[[agents]]\nname = \"two\"\nspec = \"random\"\n";
    folder.write("some.toml", &format!("name = \"some\"\nplayers = 2\nblocks = 60\nseed = 5\n{agents}"));
    let text = folder.succeed(&["run", "some.toml", "--out", "out", "--quiet"]);
    let balance = folder.table("out/balance.csv");
    let row = |metric: &str| balance.iter().find(|row| row["metric"] == metric);
    assert_eq!(row("first_start_win").unwrap()["value"], "0.500000");
    assert!(!text.contains("wins of the first starting player"), "{text}");
    for absent in ["first_start_win_tile_share", "win_share_tile_share", "win_share_variance"] {
        assert!(row(absent).is_none(), "{absent}");
    }
    assert!(folder.table("out/effects.csv").iter().all(|row| row["outcome"] != "first_start_win"));
}
