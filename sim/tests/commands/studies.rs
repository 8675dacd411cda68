//! `sim compare`, `sim plan` and `sim dev null`.

use crate::test_folder::{TestFolder, number};

fn pair_of_runs(more: &[&str]) -> TestFolder {
    let folder = TestFolder::new();
    folder.succeed(&["run", "t.toml", "--out", "a"]);
    folder.succeed(&[&["run", "t.toml", "--out", "b"], more].concat());
    folder
}

#[test]
fn runs_are_compared_seed_by_seed() {
    let folder = pair_of_runs(&["--set", "rules.castle-income=9"]);
    let printed = folder.succeed(&["compare", "a", "b", "--out", "c.csv"]);
    let words = ["castle-income 9 in place of 5", "gold traded", "win share", "rule", "table in c.csv"];
    assert!(words.iter().all(|word| printed.contains(word)), "{printed}");
    let table = folder.table("c.csv");
    let [first, second] = ["a", "b"].map(|subfolder| folder.table(&format!("{subfolder}/seats.csv")));
    let block_means = |rows: &[std::collections::BTreeMap<String, String>]| -> Vec<f64> {
        rows.chunks(9).map(|block| block.iter().map(|row| number(row, "vp")).sum::<f64>() / 9.0).collect()
    };
    let differences: Vec<f64> =
        block_means(&second).iter().zip(block_means(&first)).map(|(second, first)| second - first).collect();
    let mean = differences.iter().sum::<f64>() / 12.0;
    let variance = differences.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / 11.0;
    let row = table.iter().find(|row| row["measure"] == "vp" && row["agent"] == "all").unwrap();
    assert!((number(row, "difference") - mean).abs() < 2e-6);
    let half = 2.200_985_160_082_949 * (variance / 12.0).sqrt();
    assert!((number(row, "difference_lo") - (mean - half)).abs() < 2e-6);
    assert!(folder.refuse(&["compare", "a", "b", "--out", "c.csv"]).contains("found a file"));
}

#[test]
fn a_run_that_plays_the_same_is_not_compared() {
    let error = pair_of_runs(&[]).refuse(&["compare", "a", "b"]);
    assert!(error.contains("found the same games as in a; accepted: a run with other rules"), "{error}");
}

#[test]
fn only_the_same_blocks_are_compared() {
    for (more, words) in [
        (["--seed", "6"], ["seed: found 6", "accepted: 5"]),
        (["--set", "blocks=6"], ["blocks: found 6", "accepted: 12"]),
        (["--set", "lineup=fixed"], ["lineup: found fixed", "accepted: rotate"]),
    ] {
        let error = pair_of_runs(&more).refuse(&["compare", "a", "b"]);
        assert!(words.iter().all(|word| error.contains(word)), "{error}");
    }
}

#[test]
fn a_plan_says_games_time_disk_and_what_can_be_found() {
    let folder = TestFolder::new();
    let printed = folder.succeed(&["plan", "t.toml", "--set", "blocks=560", "--set", "scoring.design=quadruples"]);
    for word in [
        "1680 games",
        "560 seeds",
        "140 of 16 scoring tiles; each tile is in 35 of them, each pair in 7, each triple in 1.",
        "560 combinations occurs 1 time",
        "MB of raw tables",
        "90 %",
        "win share of rule",
    ] {
        assert!(printed.contains(word), "no `{word}` in: {printed}");
    }
    assert_eq!(folder.names(), ["t.toml"]);
    let printed = folder.succeed(&["plan", "t.toml", "--set", "blocks=1"]);
    assert!(printed.contains("Too few seeds"), "{printed}");
    assert!(folder.refuse(&["plan", "t.toml", "--set", "blocks=0"]).contains("found 0"));
}

#[test]
fn a_plan_says_how_many_blocks_a_wanted_precision_needs() {
    let folder = TestFolder::new();
    let plan = |want: &str, of: &str| {
        let printed =
            folder.succeed(&["plan", "t.toml", "--set", "blocks=4000", "--seconds", "1", "--want", want, "--of", of]);
        printed.lines().last().unwrap().to_owned()
    };
    let wanted = plan("±1.5", "rule.vp");
    let (_, blocks) = wanted.split_once("--set ").unwrap();
    folder.succeed(&["run", "t.toml", "--out", "a", "--set", blocks, "--quiet"]);
    let agents = folder.table("a/agents.csv");
    let row = agents.iter().find(|row| row["agent"] == "rule").unwrap();
    let half_width = (number(row, "vp_hi") - number(row, "vp_lo")) / 2.0;
    assert!((half_width / 1.5 - 1.0).abs() < 0.3, "{wanted} {half_width}");
    for of in ["rule.vp-one.vp", "one.vp-rule.vp", "rule.win-share", "two.margin"] {
        let wanted = plan("0.9", of);
        assert!(wanted.starts_with(&format!("A difference of 0.9 of {of} from a known value needs ")), "{wanted}");
    }
    assert!(plan("±1e-9", "rule.vp").contains("more than the"), "no run is as long");
    folder.assert_refused(&["plan", "t.toml", "--want", "±1", "--of", "rule.gold"], "accepted: ");
    folder.assert_refused(&["plan", "t.toml", "--want", "±1", "--of", "rule.win-share"], "a share below 1");
    folder.assert_refused(&["plan", "t.toml", "--want", "±0", "--of", "rule.vp"], "accepted: a half-width");
    folder.assert_refused(&["plan", "t.toml", "--want", "±1"], "--of");
}

/// The number of MB before these words of a plan.
fn megabytes(plan: &str, words: &str) -> f64 {
    let (before, _) = plan.split_once(&format!(" MB {words}")).unwrap_or_else(|| panic!("{plan}"));
    before.rsplit(' ').next().unwrap().parse().unwrap()
}

#[test]
fn a_plan_counts_the_digits_of_a_longer_run() {
    let folder = TestFolder::new();
    let longer = ["t.toml", "--set", "blocks=1500"];
    let planned = megabytes(&folder.succeed(&[&["plan"], &longer[..]].concat()), "of raw tables");
    folder.succeed(&[&["run", "--out", "a"], &longer[..]].concat());
    let sizes = ["games", "seats", "offers", "scores"].map(|table| folder.read(&format!("a/{table}.csv")).len());
    let found = sizes.iter().sum::<usize>() as f64 / 1e6;
    // Without the digits it would be 3 % too low.
    assert!((planned / found - 1.0).abs() < 0.01, "{planned} {found}");
}

#[test]
fn a_plan_says_the_memory_for_all_sets_of_scoring_tiles() {
    let folder = TestFolder::new();
    let memory = |blocks: &str, modules: &str| {
        megabytes(
            &folder.succeed(&["plan", "t.toml", "--seconds", "1", "--set", blocks, "--set", modules]),
            "of memory",
        )
    };
    let [none, all] = ["modules=[]", "modules=[\"druids\", \"tunnels\", \"bonus\", \"borderlands\"]"];
    let [short, long, longer, modules] = [
        memory("blocks=12", none),
        memory("blocks=43_680", none),
        memory("blocks=1_000_000", none),
        memory("blocks=1_000_000", all),
    ];
    assert!(short < long && long == longer && longer < 64.0, "{short} {long} {longer}");
    // 24 tiles lie on four slots in 255,024 ways, 16 in 43,680.
    assert!(((modules - short) / (longer - short) - 255_024.0 / 43_680.0).abs() < 0.02, "{modules}");
}

#[test]
fn a_plan_includes_what_a_panel_takes() {
    let folder = TestFolder::new();
    let plan = ["plan", "t.toml", "--seconds", "1", "--cores", "1", "--price", "1000", "--set", "blocks=90000"];
    let panel =
        ["--set", "panel=[\"random\", \"greedy:pricing=keep\", \"greedy\"]", "--set", "compare.rules.castle-income=4"];
    // The price is that of all core hours.
    let price = |printed: &str| {
        let (_, rest) = printed.split_once("and costs ").unwrap_or_else(|| panic!("{printed}"));
        rest.split(' ').next().unwrap().parse::<f64>().unwrap()
    };
    let alone = folder.succeed(&plan);
    let with_panel = folder.succeed(&[&plan[..], &panel].concat());
    assert!(!alone.contains("for the panel") && with_panel.contains("of that for the panel"), "{alone} {with_panel}");
    assert!(with_panel.contains("repeated with each of 3 kinds of players, as `panel` asks.\n"), "{with_panel}");
    // Two runs of each kind, one of which takes far longer than the agents of the config.
    assert!(price(&with_panel) > 5.0 * price(&alone), "{alone} {with_panel}");
}

#[test]
fn statistics_find_nothing_between_identical_agents() {
    let printed = TestFolder::new().succeed(&["dev", "null", "--repetitions", "3"]);
    assert!(printed.lines().count() > 300, "{printed}");
    assert!(printed.lines().skip(1).all(|line| line.ends_with(",yes")), "{printed}");
}
