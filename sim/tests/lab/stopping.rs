//! `[stop]`: a run that ends once it has seen enough, at the same block whatever happens to it.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::test_folder::{TestFolder, number};

/// Two equal agents, at most 3,000 seeds.
const CONFIG: &str = r#"name = "stopping"
players = 2
blocks = 3000
tables = []
agents = [{ name = "one", spec = "random" }, { name = "two", spec = "random" }]
[stop]
rule = "sequential"
agent = "two"
alternative = 0.6
"#;

fn folder() -> TestFolder {
    let folder = TestFolder::new();
    folder.write("t.toml", CONFIG);
    folder
}

fn manifest(folder: &TestFolder, subfolder: &str) -> Value {
    serde_json::from_slice(&folder.files(subfolder)["manifest.json"]).unwrap()
}

/// Means of the two games of each block, for the second agent.
fn block_means(folder: &TestFolder, column: &str) -> Vec<f64> {
    let rows = folder.table("out/seats.csv");
    let own: Vec<f64> = rows.iter().filter(|row| row["agent"] == "two").map(|row| number(row, column)).collect();
    own.chunks(2).map(|games| (games[0] + games[1]) / 2.0).collect()
}

fn mean_and_variance(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    (mean, numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0))
}

#[test]
fn a_sequential_test_ends_it_at_its_first_decision() {
    let folder = folder();
    let printed = folder.succeed(&["run", "t.toml", "--out", "out"]);
    let means = block_means(&folder, "win_share");
    let decides = |count: usize| {
        // Wald's test for the games that the clusters are worth, two in each.
        let (mean, variance) = mean_and_variance(&means[..count]);
        let (count, games) = (count as f64, 2.0 * count as f64);
        let expected = games * mean * (1.0 - mean);
        let caution = 4.0 / (1.0 + expected / 8.0);
        let design_effect = (games * games * variance / count + caution) / (expected + caution) * (1.0 + 2.0 / count);
        let ratio = games / design_effect * (mean * 1.2_f64.ln() + (1.0 - mean) * 0.8_f64.ln());
        games * 0.55 * 0.45 >= 12.0 && ratio.abs() >= (0.95_f64 / 0.05).ln()
    };
    assert!((20..means.len()).all(|count| !decides(count)) && decides(means.len()), "{}", means.len());
    assert!((21..1500).contains(&means.len()), "{}", means.len());
    assert!(printed.contains(&format!("Stopped after {} of at most 3000 seeds", means.len())), "{printed}");
    assert!(printed.contains("win share of two 0.600 against 0.500") && printed.contains("hypothesis is accepted"));
    let (manifest, table) = (manifest(&folder, "out"), folder.table("out/sequential.csv"));
    assert_eq!(
        (manifest["blocks"].as_u64(), manifest["config"]["blocks"].as_u64()),
        (Some(means.len() as u64), Some(3000))
    );
    let last = table.iter().rfind(|row| row["agent"] == "two").unwrap();
    assert_eq!([&last["clusters"], &last["decision"]], [&means.len().to_string(), "null"]);
    assert_eq!((number(last, "null"), number(last, "alternative")), (0.5, 0.6));
    assert!(number(last, "win_share_lo") < 0.5 && number(last, "win_share_hi") > 0.5);
}

#[test]
fn the_end_is_the_same_for_any_threads_and_can_be_gone_on_from() {
    let folder = folder();
    for (subfolder, threads) in [("a", "1"), ("b", "2"), ("c", "7")] {
        folder.succeed(&["run", "t.toml", "--out", subfolder, "--threads", threads, "--quiet"]);
    }
    let expected = folder.results("a");
    assert_eq!(folder.results("b"), expected);
    assert_eq!(folder.results("c"), expected);
    let blocks = manifest(&folder, "a")["blocks"].as_u64().unwrap();
    let again = folder.succeed(&["run", "t.toml", "--out", "a", "--resume"]);
    assert!(again.contains(&format!("complete already: kept {blocks} of {blocks} blocks")), "{again}");
    folder.succeed(&["analyse", "a"]);
    folder.succeed(&["verify", "a"]);
    assert_eq!(folder.results("a"), expected);
    let games = 2 * blocks;
    folder.succeed(&["replay", "a", "--game", &(games - 1).to_string()]);
    let error = folder.refuse(&["replay", "a", "--game", &games.to_string()]);
    assert!(error.contains(&format!("accepted: 0 to {}", games - 1)), "{error}");
}

#[cfg(unix)]
#[test]
fn killed_it_ends_in_the_same_place() {
    use crate::running::{Running, until};
    let folder = folder();
    let words =
        ["run", "t.toml", "--quiet", "--set", "agents.0.spec=greedy:pricing=table", "--set", "stop.alternative=0.1"];
    let into = |subfolder| [&words[..], &["--set", "stop.null=0.001", "--resume", "--out", subfolder]].concat();
    folder.succeed(&into("alone"));
    for _ in 0..4 {
        let mut run = Running::start(&folder, &into("killed"));
        let journal = || std::fs::metadata(folder.path("killed/.partial/journal.jsonl")).map_or(0, |data| data.len());
        let before = journal();
        until("it has come further", || journal() > before || run.has_ended());
        run.signal("KILL");
        run.end();
    }
    folder.succeed(&into("killed"));
    assert_eq!(folder.results("killed"), folder.results("alone"));
}

#[test]
fn a_half_width_ends_it_when_the_interval_is_narrow() {
    let folder = folder();
    let rule = ["--set", "stop={rule=\"half-width\",agent=\"two\",measure=\"vp\",half-width=1}"];
    let printed = folder.succeed(&[&["run", "t.toml", "--out", "out"], &rule[..]].concat());
    assert!(printed.contains("interval of VP of two ± 1") && printed.contains("reached"), "{printed}");
    let row = &folder.table("out/agents.csv")[1];
    let half = |row: &BTreeMap<String, String>| (number(row, "vp_hi") - number(row, "vp_lo")) / 2.0;
    assert!(half(row) <= 1.0 && half(row) > 0.85, "{}", half(row));
    let printed = folder.succeed(&[&["run", "t.toml", "--out", "few", "--set", "blocks=40"], &rule[..]].concat());
    assert!(printed.contains("Stopped after 40 of at most 40 seeds") && printed.contains("not reached"), "{printed}");
}

#[test]
fn shards_and_bad_rules_are_refused() {
    let folder = folder();
    let error = folder.refuse(&["run", "t.toml", "--shard", "1/2"]);
    assert!(error.contains("found 1/2, and `[stop]`") && error.contains("or no --shard"), "{error}");
    for (set, expected) in [
        ("stop.agent=three", "`stop.agent`: found `three`"),
        ("stop.alternative=0.5", "`stop.alternative`: found 0.5; accepted: a win share at least 0.001 above"),
        ("stop.alternative=2", "accepted: a number from 0.001 to 0.999"),
        ("stop.alpha=0", "`stop.alpha`: found 0; accepted: a number from 0.000001 to 0.25"),
        ("stop.half-width=0.1", "unknown key `stop.half-width`"),
        ("stop.rule=half-width", "unknown key `stop.alternative`"),
        ("stop={rule=\"half-width\"}", "key `stop.half-width` is missing"),
        ("stop.rule=soon", "found `soon`; accepted: fixed, half-width, sequential"),
    ] {
        let error = folder.refuse(&["run", "t.toml", "--set", set]);
        assert!(error.contains(expected), "{set}: {error}");
    }
    assert_eq!(folder.names(), ["t.toml"]);
}
