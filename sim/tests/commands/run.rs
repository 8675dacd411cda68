//! `sim run`: the folder, the manifest, the summary, the shipped configs.

use serde_json::Value;

use crate::test_folder::{TestFolder, text};

fn manifest(folder: &TestFolder, subfolder: &str) -> Value {
    serde_json::from_slice(&folder.files(subfolder)["manifest.json"]).unwrap()
}

#[test]
fn a_folder_holds_all_tables_and_nothing_else() {
    let folder = TestFolder::new();
    folder.succeed(&["run", "t.toml", "--out", "out"]);
    let files: Vec<String> = folder.files("out").into_keys().collect();
    let strength = [
        "agents.csv",
        "neighbours.csv",
        "pairs.csv",
        "rating_differences.csv",
        "ratings.csv",
        "seat_advantage.csv",
        "sequential.csv",
    ];
    let game = ["balance.csv", "effects.csv", "pricing.csv", "scoring.csv", "sets.csv"];
    let raw = ["games.csv", "offers.csv", "scores.csv", "seats.csv"];
    let mut expected = [&strength[..], &game, &raw, &["manifest.json", "timing.json"]].concat();
    expected.sort_unstable();
    assert_eq!(files, expected);
}

#[test]
fn tables_that_are_not_asked_for_are_left_out_and_named() {
    let folder = TestFolder::new();
    folder.succeed(&["run", "t.toml", "--out", "out", "--set", "tables=[]"]);
    let files: Vec<String> = folder.files("out").into_keys().collect();
    assert!(["offers.csv", "scores.csv", "pricing.csv"].iter().all(|name| !files.contains(&(*name).to_owned())));
    assert!(["games.csv", "seats.csv", "agents.csv"].iter().all(|name| files.contains(&(*name).to_owned())));
    let left_out: Vec<Value> = manifest(&folder, "out")["left_out"].as_array().unwrap().clone();
    let names: Vec<&str> = left_out.iter().map(|table| table["file"].as_str().unwrap()).collect();
    assert_eq!(names, ["offers.csv", "scores.csv", "pricing.csv"]);
    assert!(left_out[2]["why"].as_str().unwrap().contains("offers.csv"));
}

#[test]
fn the_choice_of_tables_changes_no_other_file() {
    let folder = TestFolder::new();
    folder.succeed(&["run", "t.toml", "--out", "all"]);
    folder.succeed(&["run", "t.toml", "--out", "few", "--set", "tables=[\"games\"]"]);
    for (name, bytes) in folder.files("few") {
        assert!(name.ends_with(".json") || folder.files("all")[&name] == bytes, "{name}");
    }
}

#[test]
fn the_manifest_says_how_to_make_it_again() {
    let folder = TestFolder::new();
    folder.succeed(&["run", "t.toml", "--out", "out"]);
    let found = manifest(&folder, "out");
    assert_eq!(
        (found["schema"].as_u64(), found["blocks"].as_u64(), found["games"].as_u64()),
        (Some(4), Some(12), Some(36))
    );
    assert_eq!(found["config_sha256"].as_str().unwrap().len(), 64);
    assert_eq!(found["config"]["rules"]["catch-up"], Value::from(vec![0, 0, 1, 2, 3, 4]));
    assert_eq!(found["config"]["agents"][2]["spec"], "rule-of-thumb");
    assert_eq!(found["config"]["tiles"], "printed");
    assert_eq!((&found["complete"], &found["part"]), (&Value::Bool(true), &Value::Null));
    let seats = &found["tables"][1];
    assert_eq!((seats["file"].as_str(), seats["rows"].as_u64()), (Some("seats.csv"), Some(108)));
    let bytes = &folder.files("out")["seats.csv"];
    assert_eq!(
        (seats["bytes"].as_u64(), &seats["sha256"]),
        (Some(bytes.len() as u64), &Value::from(interface::digest::sha256(bytes)))
    );
}

#[test]
fn the_manifest_names_program_version_and_source_revision() {
    let folder = TestFolder::new();
    folder.succeed(&["run", "t.toml", "--out", "out"]);
    let found = manifest(&folder, "out");
    assert_eq!((found["program"].as_str(), found["version"].as_str()), (Some("sim"), Some(env!("CARGO_PKG_VERSION"))));
    let revision = found["revision"].as_str().unwrap();
    let commit = revision.strip_suffix("-dirty").unwrap_or(revision);
    let is_hexadecimal =
        |text: &str, digits| text.len() >= digits && text.chars().all(|digit| digit.is_ascii_hexdigit());
    // Without git it is a hash of the source.
    let is_hash = revision.strip_prefix("source-").is_some_and(|hash| is_hexadecimal(hash, 20));
    assert!(is_hash || is_hexadecimal(commit, 40), "{revision}");
}

#[test]
fn a_config_to_start_from_is_written_once_and_can_be_played() {
    let folder = TestFolder::new();
    assert!(folder.succeed(&["new"]).contains("`sim run quickstart.toml` plays it"));
    assert!(folder.read("quickstart.toml").contains("#     sim run quickstart.toml"));
    std::fs::create_dir(folder.path("of mine")).unwrap();
    let printed = folder.succeed(&["new", "tipperary_quickstart", "--out", "of mine/first.toml"]);
    assert!(printed.contains("`sim run 'of mine/first.toml'`"), "{printed}");
    folder.succeed(&[
        "run",
        "of mine/first.toml",
        "--set",
        "blocks=1",
        "--set",
        "agents.2.spec=random",
        "--out",
        "out",
        "--quiet",
    ]);
    folder.write("quickstart.toml", "mine");
    assert!(folder.refuse(&["new"]).contains("quickstart.toml: ") && folder.read("quickstart.toml") == "mine");
    folder.assert_refused(&["new", "quickstrat"], "quickstart");
}

#[test]
fn foreign_files_are_left_alone() {
    let folder = TestFolder::new();
    std::fs::create_dir(folder.path("out")).unwrap();
    folder.write("out/notes.txt", "mine");
    folder.succeed(&["run", "t.toml", "--out", "out"]);
    assert_eq!(folder.files("out")["notes.txt"], b"mine");
}

#[test]
fn progress_is_silent_away_from_a_terminal_and_the_summary_is_plain() {
    let folder = TestFolder::new();
    let output = folder.sim(&["run", "t.toml", "--out", "out", "--quiet"]);
    assert_eq!(text(&output.stderr), "");
    let printed = text(&output.stdout);
    assert!(
        ["one", "rule", "36 games", "±", "most-", "tables in out"].iter().all(|word| printed.contains(word)),
        "{printed}"
    );
    assert!(!printed.contains('\u{1b}'), "no colours in a pipe");
}

/// What no table is written from is neither summed up nor told.
#[test]
fn both_games_are_summed_up_with_as_few_tables_as_possible() {
    for (game, left_out) in [("skye", "pricing"), ("tipperary", "tiles")] {
        let folder = TestFolder::new();
        let agents = "[[agents]]\nname = \"a\"\nspec = \"random\"\n\n[[agents]]\nname = \"b\"\nspec = \"random\"\n";
        let head = format!("name = \"few\"\ngame = \"{game}\"\nplayers = 2\nblocks = 30\ntables = []\n");
        folder.write("few.toml", &format!("{head}{agents}"));
        folder.succeed(&["run", "few.toml", "--out", "out"]);
        folder.succeed(&["analyse", "out"]);
        assert!(!folder.path(&format!("out/{left_out}.csv")).exists());
    }
}

#[test]
fn five_players_have_five_rounds() {
    let folder = TestFolder::new();
    let agents: String = (0..5).map(|agent| format!("[[agents]]\nname = \"a{agent}\"\nspec = \"random\"\n")).collect();
    folder.write("five.toml", &format!("name = \"five\"\nplayers = 5\nblocks = 2\n{agents}"));
    folder.succeed(&["run", "five.toml", "--out", "out"]);
    let games = folder.table("out/games.csv");
    assert!(
        games
            .iter()
            .all(|game| game["rounds"] == "5" && game.contains_key("leaders_5") && !game.contains_key("leaders_6"))
    );
    assert_eq!(folder.table("out/pricing.csv").len(), 5 * 6);
}

#[test]
fn scoring_sets_take_turns_and_exclusions_hold() {
    let folder = TestFolder::new();
    let sets = "scoring={design=\"fixed\",sets=[[\"sheep\",\"squares\",\"columns\",\"most-gold\"],[\"harbours\",\"sheep\",\"mountains\",\"columns\"]]}";
    folder.succeed(&["run", "t.toml", "--out", "fixed", "--set", sets]);
    let starts: Vec<String> =
        folder.table("fixed/games.csv").into_iter().map(|game| game["scoring_a"].clone()).collect();
    assert!(starts.iter().enumerate().all(|(game, tile)| tile == ["sheep", "harbours"][game / 3 % 2]), "{starts:?}");
    folder.succeed(&["run", "t.toml", "--out", "few", "--set", "scoring.exclude=[\"sheep\",\"squares\"]"]);
    let tiles: Vec<String> = folder.table("few/scoring.csv").into_iter().map(|row| row["scoring"].clone()).collect();
    assert!(!tiles.iter().any(|tile| tile == "sheep" || tile == "squares"));
}

#[test]
fn a_design_decides_the_scoring_tiles_of_every_block() {
    let folder = TestFolder::new();
    let words = ["run", "t.toml", "--out", "out", "--set", "blocks=20", "--set", "scoring.design=affine"];
    folder.succeed(&words);
    let mut seen = std::collections::BTreeMap::new();
    for game in folder.table("out/games.csv") {
        for slot in ["a", "b", "c", "d"] {
            *seen.entry(game[&format!("scoring_{slot}")].clone()).or_insert(0) += 1;
        }
    }
    // Each of 16 tiles in 5 of 20 blocks, with three games in each.
    assert!(seen.len() == 16 && seen.values().all(|count| *count == 15), "{seen:?}");
    let config = &manifest(&folder, "out")["config"];
    assert_eq!(
        (&config["scoring"]["design"], &config["scoring"]["slots"]),
        (&Value::from("affine"), &Value::from("cyclic"))
    );
}

#[test]
fn words_on_the_command_line_are_texts_where_texts_are_wanted() {
    let folder = TestFolder::new();
    let words =
        ["--set", "name=5", "--set", "agents.0.name=x1e3", "--set", "agents.1.name=true-1", "--set", "blocks=2"];
    folder.succeed(&[&["run", "t.toml", "--out", "out"], &words[..]].concat());
    let config = &manifest(&folder, "out")["config"];
    assert_eq!((&config["name"], &config["blocks"]), (&Value::from("5"), &Value::from(2)));
    assert_eq!([0, 1].map(|agent| config["agents"][agent]["name"].as_str()), [Some("x1e3"), Some("true-1")]);
}

/// One for each line-up.
fn fewest_blocks(folder: &TestFolder, config: &str) -> String {
    let refused = folder.sim(&["run", config, "--set", "blocks=1", "--out", "t.toml/none"]);
    let error = String::from_utf8(refused.stderr).unwrap();
    error.split_once("such as ").map_or("1", |(_, rest)| rest.split(':').next().unwrap()).to_owned()
}

#[test]
fn shipped_configs_are_valid() {
    let folder = TestFolder::new();
    let configs = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs");
    let mut count = 0;
    let files = std::fs::read_dir(configs).unwrap().map(|entry| entry.unwrap().path());
    for path in files.filter(|path| path.extension().is_some_and(|ending| ending == "toml")) {
        let (name, subfolder) = (path.to_str().unwrap(), format!("out-{count}"));
        let text = std::fs::read_to_string(&path).unwrap();
        let blocks = format!("blocks={}", fewest_blocks(&folder, name));
        let mut words = vec!["run", name, "--out", &subfolder, "--set", &blocks];
        // The search agents play with a small budget here.
        let specs = text.lines().filter_map(|line| line.strip_prefix("spec = "));
        let cheap: Vec<String> = specs
            .enumerate()
            .filter(|(_, spec)| spec.contains("mcts"))
            .map(|(number, _)| format!("agents.{number}.spec=mcts:iterations=2"))
            .collect();
        cheap.iter().for_each(|set| words.extend(["--set", set]));
        folder.succeed(&words);
        count += 1;
    }
    assert!(count >= 4);
}

#[test]
fn of_runs_into_one_folder_at_once_one_succeeds_and_is_whole() {
    let folder = TestFolder::new();
    folder.succeed(&["run", "t.toml", "--out", "alone"]);
    let words = ["run", "t.toml", "--out", "cc", "--quiet"];
    let codes: Vec<Option<i32>> = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(|| folder.sim(&words).status.code())).collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    assert_eq!(codes.iter().filter(|code| **code == Some(0)).count(), 1, "{codes:?}");
    // While the folder is in use they fail, and once it holds results they are refused.
    assert_eq!(codes.iter().filter(|code| matches!(code, Some(1 | 2))).count(), 3, "{codes:?}");
    let (mut alone, mut together) = (folder.files("alone"), folder.files("cc"));
    assert!(alone.remove("timing.json").is_some() && together.remove("timing.json").is_some());
    assert_eq!(together, alone);
}
