//! `sim list` and `sim completions`.

use std::collections::BTreeSet;
use std::fs;

use crate::test_folder::TestFolder;

#[test]
fn every_list_has_what_configs_need() {
    let folder = TestFolder::new();
    for (what, words) in [
        ("agents", ["random", "rule-of-thumb"]),
        ("scoring", ["squares", "largest-lake"]),
        ("lineups", ["round-robin", "one-against"]),
        ("designs", ["quadruples", "153 of 18"]),
        ("slot-orders", ["cyclic", "even"]),
        ("scoring", ["open-water", "(druids)"]),
        ("modules", ["scroll-of-choice", "tiles: 36, RECONSTRUCTED"]),
        ("tile-files", ["printed", "other-reading"]),
        ("tile-files", ["reconstructed", "borderlands"]),
        ("tiles", ["id,edges,joins", "L73"]),
        ("other-tiles", ["id,edges,joins", "L73"]),
    ] {
        let printed = folder.succeed(&["list", what]);
        assert!(words.iter().all(|word| printed.contains(word)), "{what}: {printed}");
    }
}

#[test]
fn files_of_scoring_tiles_are_checked_and_listed() {
    let folder = TestFolder::new();
    folder.write(
        "wool.toml",
        "[[tile]]\nname = \"wool\"\ntext = \"2 VP for each sheep\"\ncounts = \"sheep\"\npoints = 2\n",
    );
    assert_eq!(
        folder.succeed(&["list", "scoring", "--scoring-tiles", "wool.toml"]),
        "wool             2 VP for each sheep\n"
    );
    folder.write("wool.toml", "[[tile]]\nname = \"wool\"\ncounts = \"wool\"\npoints = 2\n");
    let refused = folder.refuse(&["list", "scoring", "--scoring-tiles", "wool.toml"]);
    assert!(refused.contains("wool.toml:3: `tile.counts`: found `wool`"), "{refused}");
}

#[test]
fn listed_tiles_are_a_tile_file() {
    let folder = TestFolder::new();
    folder.write("mine.csv", &folder.succeed(&["list", "tiles"]));
    folder.succeed(&["run", "t.toml", "--out", "a", "--set", "blocks=2"]);
    folder.succeed(&["run", "t.toml", "--out", "b", "--set", "blocks=2", "--set", "tiles=mine.csv"]);
    assert_eq!(folder.files("a")["seats.csv"], folder.files("b")["seats.csv"]);
}

#[test]
fn listed_tiles_of_modules_are_tile_files() {
    let folder = TestFolder::new();
    for (module, id) in [("druids", "D36"), ("tunnels", "T12"), ("borderlands", "B6")] {
        let file = folder.succeed(&["list", "tiles", "--modules", module]);
        assert!(file.starts_with("id,edges,joins") && file.contains(id) && file.contains("reconstructed"), "{file}");
        folder.write("mine.csv", &file);
        let play = ["play", "random", "random", "--games", "3", "--modules", module];
        let own = format!("{module}=mine.csv");
        let hash = |printed: String| printed.lines().last().unwrap().to_owned();
        let given = folder.succeed(&[&play[..], &["--module-tiles", &own]].concat());
        assert!(!given.contains("RECONSTRUCTED"), "{given}");
        let shipped = folder.succeed(&play);
        assert!(shipped.contains("RECONSTRUCTED"), "{shipped}");
        assert_eq!(hash(given), hash(shipped));
    }
}

/// The committed schema, which editors read.
fn committed() -> String {
    fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/schema.json")).unwrap()
}

#[test]
fn the_committed_schema_is_the_program_s() {
    let schema = TestFolder::new().succeed(&["list", "schema"]);
    assert!(schema == committed(), "update it by `sim list schema > configs/schema.json`");
}

#[test]
fn the_schema_has_every_key_that_the_reader_takes() {
    let schema: serde_json::Value = serde_json::from_str(&committed()).unwrap();
    for (game, name) in [(&schema["else"], "skye"), (&schema["then"], "tipperary")] {
        let folder = TestFolder::new();
        let mut names: Vec<&String> = game["properties"].as_object().unwrap().keys().collect();
        // The keys that the reader names when it is given another.
        folder.write("t.toml", &format!("game = \"{name}\"\nzzz = 1\n"));
        let error = folder.refuse(&["run", "t.toml"]);
        let accepted = error.split_once("accepted: ").unwrap().1.trim();
        let mut accepted: Vec<&str> = accepted.split(", ").collect();
        names.sort();
        accepted.sort_unstable();
        assert_eq!(names, accepted, "{error}");
    }
}

/// Agents of both games, a game, a module.
const VALUES: [&str; 4] = ["rule-of-thumb", "area-first", "tipperary", "borderlands"];

#[test]
fn shells_get_their_scripts() {
    let folder = TestFolder::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = folder.succeed(&["completions", shell]);
        assert!(script.contains("fingerprint"), "{shell}");
        // Scripts for the other two complete no values.
        let values = if ["bash", "zsh", "fish"].contains(&shell) { &VALUES[..] } else { &[] };
        values.iter().for_each(|value| assert!(script.contains(value), "{shell}: {value}"));
    }
}

#[test]
fn the_page_on_tables_has_every_table_and_no_other() {
    let folder = TestFolder::new();
    let mut listed = BTreeSet::new();
    for game in ["skye", "tipperary"] {
        let printed = folder.succeed(&["list", "columns", "--game", game]);
        let mut reader = csv::Reader::from_reader(printed.as_bytes());
        listed.extend(reader.records().map(|record| format!("{}.csv", &record.unwrap()[0])));
    }
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/tables.md")).unwrap();
    // A line about a table begins with its name.
    let names = page.lines().filter_map(|line| line.strip_prefix("- `")?.split_once("`:"));
    let on_page: BTreeSet<String> =
        names.map(|(name, _)| name.to_owned()).filter(|name| name.ends_with(".csv")).collect();
    assert_eq!(on_page, listed);
}

#[test]
fn the_lists_are_listed() {
    let folder = TestFolder::new();
    for game in ["skye", "tipperary"] {
        let listed = folder.succeed(&["list", "--game", game]);
        let names: Vec<&str> = listed.lines().map(|line| line.split(' ').next().unwrap()).collect();
        assert!(names.contains(&"agents") && names.contains(&"schema"), "{listed}");
        assert_eq!(names.contains(&"hometowns"), game == "tipperary", "{listed}");
        names.iter().for_each(|name| drop(folder.succeed(&["list", name, "--game", game])));
    }
    assert_eq!(folder.succeed(&["list"]), folder.succeed(&["list", "--game", "skye"]));
}

#[test]
fn the_nearest_command_or_value_is_suggested() {
    let folder = TestFolder::new();
    for (words, wanted) in [
        (&["rnu"][..], "'run'"),
        (&["reprot"], "'report'"),
        (&["anaylse"], "'analyse'"),
        (&["agent-chek"], "'agent-check'"),
        (&["list", "agnets"], "'agents'"),
    ] {
        let output = folder.sim(words);
        let error = crate::test_folder::text(&output.stderr);
        assert_eq!(output.status.code(), Some(2));
        let tip = error.lines().find(|line| line.trim_start().starts_with("tip: ")).unwrap_or_default();
        assert!(tip.contains(wanted), "{words:?}: {error}");
    }
}
