//! Runs: the same bytes however they are played.

use lab::play::exec_options::ExecOptions;
use lab::play::roster;
use lab::play::tournament;
use lab::run::job::RunOptions;
use lab::schedule::shards::Part;
use lab::study::merge::{merge_into, united};
use lab::study::verification::verify;

use super::test_folder::{QUIET, TestFolder, experiment, order};

#[test]
fn a_run_leaves_the_tables_of_any_game_and_its_own() {
    let folder = TestFolder::new();
    folder.run(&experiment(&[]), "out");
    let names: Vec<String> = folder.results("out").into_keys().collect();
    let wanted = "agents balance games lots manifest neighbours pairs prices rating_differences ratings seat_advantage seats sequential";
    assert_eq!(names.join(" ").replace(".csv", "").replace(".json", ""), wanted);
    let text: String = folder.results("out").into_values().map(|content| String::from_utf8(content).unwrap()).collect();
    let strange = ["tile", "gold", "scoring", "skye"].into_iter().find(|word| text.to_lowercase().contains(word));
    assert_eq!(strange, None, "a word of another game");
}

#[test]
fn without_its_own_raw_table_there_is_no_table_of_it() {
    let folder = TestFolder::new();
    folder.run(&experiment(&["tables=[]"]), "out");
    folder.run(&experiment(&[]), "all");
    let (few, all) = (folder.results("out"), folder.results("all"));
    let missing: Vec<&str> = all.keys().filter(|name| !few.contains_key(*name)).map(String::as_str).collect();
    assert_eq!(missing, ["lots.csv", "prices.csv"]);
    assert!(few.iter().all(|(name, content)| name == "manifest.json" || all[name] == *content));
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let (folder, experiment) = (TestFolder::new(), experiment(&[]));
    for (subfolder, threads) in [("one", 1), ("three", 3)] {
        let exec = ExecOptions { threads: Some(threads), quiet: true };
        folder.play(&experiment, &RunOptions { exec, ..order(folder.path(subfolder)) });
    }
    assert_eq!(folder.results("one"), folder.results("three"));
}

#[test]
fn shards_are_merged_to_the_bytes_of_the_whole() {
    let (folder, experiment) = (TestFolder::new(), experiment(&["compress=gzip"]));
    folder.run(&experiment, "whole");
    let shards = [("third", 3), ("first", 1), ("second", 2)];
    for (subfolder, shard) in shards {
        folder.play(&experiment, &RunOptions { part: Part::shard(shard, 3), ..order(folder.path(subfolder)) });
    }
    let kept: Vec<_> = shards.iter().map(|(subfolder, _)| folder.kept(subfolder)).collect();
    let part = united(&kept).unwrap();
    assert!(part.is_whole());
    merge_into(&kept, &part, &folder.path("merged"), QUIET).unwrap();
    assert_eq!(folder.results("merged"), folder.results("whole"));
}

#[test]
fn it_ends_when_it_is_enough() {
    let rule = "stop={ rule = \"sequential\", agent = \"seeker\", alternative = 0.5, alpha = 0.25, beta = 0.25 }";
    let (folder, experiment) = (TestFolder::new(), experiment(&["blocks=2000", rule]));
    let finished = folder.run(&experiment, "out");
    assert!(finished.experiment.blocks < 2000 && finished.experiment.blocks.is_multiple_of(4));
    assert_eq!(folder.table("out/games.csv").len() as u64, 3 * finished.experiment.blocks);
    let report = verify(&folder.kept("out"), 0, QUIET).unwrap();
    assert!(report.faults.is_empty(), "{:?}", report.faults);
    let in_memory = tournament::play(&experiment, &*roster::of_experiment(&experiment), QUIET).unwrap();
    assert_eq!(in_memory.blocks, finished.experiment.blocks);
}
