//! Runs: the same bytes however they are played.

use lab::play::exec_options::ExecOptions;
use lab::play::roster;
use lab::play::tournament;
use lab::run::job::RunOptions;
use lab::schedule::shards::Part;
use lab::study::merge::{merge_into, united};
use lab::study::verification::verify;

use super::workshop::{QUIET, Workshop, experiment, order};

#[test]
fn a_run_leaves_the_tables_of_any_game_and_its_own() {
    let shop = Workshop::new();
    shop.run(&experiment(&[]), "out");
    let names: Vec<String> = shop.results("out").into_keys().collect();
    let wanted = "agents balance games lots manifest neighbours pairs prices rating_differences ratings seat_advantage seats sequential";
    assert_eq!(names.join(" ").replace(".csv", "").replace(".json", ""), wanted);
    let text: String = shop.results("out").into_values().map(|content| String::from_utf8(content).unwrap()).collect();
    let strange = ["tile", "gold", "scoring", "skye"].into_iter().find(|word| text.to_lowercase().contains(word));
    assert_eq!(strange, None, "a word of another game");
}

#[test]
fn without_its_own_raw_table_there_is_no_table_of_it() {
    let shop = Workshop::new();
    shop.run(&experiment(&["tables=[]"]), "out");
    shop.run(&experiment(&[]), "all");
    let (few, all) = (shop.results("out"), shop.results("all"));
    let missing: Vec<&str> = all.keys().filter(|name| !few.contains_key(*name)).map(String::as_str).collect();
    assert_eq!(missing, ["lots.csv", "prices.csv"]);
    assert!(few.iter().all(|(name, content)| name == "manifest.json" || all[name] == *content));
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let (shop, experiment) = (Workshop::new(), experiment(&[]));
    for (folder, threads) in [("one", 1), ("three", 3)] {
        let exec = ExecOptions { threads: Some(threads), quiet: true };
        shop.play(&experiment, &RunOptions { exec, ..order(shop.path(folder)) });
    }
    assert_eq!(shop.results("one"), shop.results("three"));
}

#[test]
fn shards_are_merged_to_the_bytes_of_the_whole() {
    let (shop, experiment) = (Workshop::new(), experiment(&["compress=gzip"]));
    shop.run(&experiment, "whole");
    let shards = [("third", 3), ("first", 1), ("second", 2)];
    for (folder, shard) in shards {
        shop.play(&experiment, &RunOptions { part: Part::shard(shard, 3), ..order(shop.path(folder)) });
    }
    let kept: Vec<_> = shards.iter().map(|(folder, _)| shop.kept(folder)).collect();
    let part = united(&kept, false).unwrap();
    assert!(part.is_whole());
    merge_into(&kept, &part, &shop.path("merged"), QUIET).unwrap();
    assert_eq!(shop.results("merged"), shop.results("whole"));
}

#[test]
fn it_ends_when_it_is_enough() {
    let rule = "stop={ rule = \"sequential\", agent = \"seeker\", alternative = 0.5, alpha = 0.25, beta = 0.25 }";
    let (shop, experiment) = (Workshop::new(), experiment(&["blocks=2000", rule]));
    let finished = shop.run(&experiment, "out");
    assert!(finished.experiment.blocks < 2000 && finished.experiment.blocks.is_multiple_of(4));
    assert_eq!(shop.table("out/games.csv").len() as u64, 3 * finished.experiment.blocks);
    let report = verify(&shop.kept("out"), 0, QUIET).unwrap();
    assert!(report.faults.is_empty(), "{:?}", report.faults);
    let in_memory = tournament::play(&experiment, &*roster::of_experiment(&experiment), QUIET).unwrap();
    assert_eq!(in_memory.blocks, finished.experiment.blocks);
}
