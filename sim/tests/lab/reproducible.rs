//! Same config, same bytes: whatever the threads, the folder, the noise.

use crate::test_folder::{CONFIG, TestFolder};

#[test]
fn threads_folder_and_quiet_change_nothing() {
    let folder = TestFolder::new();
    folder.write("t.toml", &CONFIG.replace("blocks = 12", "blocks = 150"));
    folder.succeed(&["run", "t.toml", "--out", "a", "--threads", "1"]);
    folder.succeed(&["run", "t.toml", "--out", "deep/er/b", "--threads", "2", "--quiet"]);
    folder.succeed(&["run", "t.toml", "--threads", "5"]);
    let expected = folder.results("a");
    assert_eq!(expected.len(), 17);
    assert_eq!(folder.results("deep/er/b"), expected);
    assert_eq!(folder.results("runs/small-5"), expected);
}

#[test]
fn the_seed_flag_counts_before_set_before_the_file() {
    let folder = TestFolder::new();
    folder.succeed(&["run", "t.toml", "--out", "flag", "--seed", "8", "--set", "seed=7"]);
    folder.succeed(&["run", "t.toml", "--out", "set", "--set", "seed=7"]);
    folder.succeed(&["run", "t.toml", "--out", "file"]);
    let seed = |subfolder: &str| {
        let manifest: serde_json::Value = serde_json::from_slice(&folder.files(subfolder)["manifest.json"]).unwrap();
        manifest["config"]["seed"].as_u64().unwrap()
    };
    assert_eq!([seed("flag"), seed("set"), seed("file")], [8, 7, 5]);
    assert_ne!(folder.files("flag")["games.csv"], folder.files("set")["games.csv"]);
}

#[test]
fn fewer_blocks_are_the_beginning_of_more() {
    let folder = TestFolder::new();
    folder.succeed(&["run", "t.toml", "--out", "more"]);
    folder.succeed(&["run", "t.toml", "--out", "fewer", "--set", "blocks=5"]);
    let (more, fewer) = (folder.files("more"), folder.files("fewer"));
    for table in ["games.csv", "seats.csv", "offers.csv", "scores.csv"] {
        assert!(more[table].starts_with(&fewer[table]) && more[table].len() > fewer[table].len(), "{table}");
    }
}
