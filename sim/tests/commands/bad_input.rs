//! Bad input of every kind, and the answer to it: one clear error, exit code 2, and nothing written.
//!
//! `golden/bad_input.txt` has every input with its answer. A section begins with what is tried, the file that is changed (or `-`), and the
//! words after `sim`; a case is `old => new` in that file (`=>` and nothing: removed), or, without a file, what takes the place of `{}` in the words.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use snapbox::{assert_data_eq, file};

use crate::test_folder::{CONFIG, TestFolder, text};

const GOLDEN: &str = include_str!("../golden/bad_input.txt");

/// The fewest cases: as many as there once were.
const MIN_CASES: usize = 150;

#[test]
fn every_bad_input_has_its_answer() {
    let folder = stocked();
    let (mut found, mut section, mut cases) = (String::new(), None, 0);
    for line in GOLDEN.lines().filter(|line| !line.starts_with(ANSWER)) {
        found += &format!("{line}\n");
        match (line.strip_prefix("= "), section) {
            (Some(heading), _) => section = Some(Section::of(heading)),
            (None, Some(section)) if !line.is_empty() => {
                found += &format!("{ANSWER}{}\n", answer(&folder, section, line));
                cases += 1;
            }
            // Blank, or before the first section.
            (None, _) => {}
        }
    }
    assert_data_eq!(found.as_str(), file!["../golden/bad_input.txt"].raw());
    assert!(!found.contains(FAILED), "see bad_input.txt");
    assert!(cases >= MIN_CASES, "{cases}");
}

/// What stands before an answer.
const ANSWER: &str = "    ";

/// Several cases of one kind.
#[derive(Copy, Clone)]
struct Section<'a> {
    file: Option<&'a str>,
    words: &'a str,
}

impl<'a> Section<'a> {
    fn of(heading: &'a str) -> Self {
        let [_, file, words] = heading.split(" | ").collect::<Vec<_>>()[..] else { panic!("{heading}") };
        Self { file: Some(file).filter(|file| *file != "-"), words }
    }
}

/// What takes the place of a line in the config to bring all modules into play, with files of a user's.
const WITH_MODULES: &str = r#"blocks = 12
modules = ["druids", "tunnels", "bonus", "borderlands"]
module-tiles = { druids = "druids.csv", tunnels = "tunnels.csv", borderlands = "borderlands.csv" }"#;

/// A config of Tipperary with components of a user's.
const TIPPERARY: &str = r#"game = "tipperary"
name = "county"
players = 3
blocks = 2
hometowns = ["H3A", "H1B", "H5A"]
tables = ["games", "seats", "placements"]
tiles = { landscape = "land.csv", bonus = "bonus.csv", hometowns = "home.csv" }

[[agents]]
name = "one"
spec = "random"

[[agents]]
name = "two"
spec = "area-first"

[[agents]]
name = "three"
spec = "greedy"

[rules]
rounds = 8
whiskey-track = ["0", "3", "6*"]
"#;

/// A folder with everything that cases are about.
fn stocked() -> TestFolder {
    let folder = TestFolder::new();
    folder.write("mine.toml", &CONFIG.replace("blocks = 12", "blocks = 12\ntiles = \"mine.csv\""));
    folder.write("mine.csv", &folder.succeed(&["list", "other-tiles"]));
    folder.write("full.txt", "mine");
    let [semicolons, tabs] = [";", "\t"].map(|mark| format!("agent{mark}vp\none{mark}3\n"));
    let (twice, exchanged) = ("agent,vp,vp\none,3,4\n", "agent,vp,vp_lo,vp_hi\none,3,4,2\n");
    for (name, table) in
        [("semicolons", semicolons.as_str()), ("tabs", &tabs), ("twice", twice), ("exchanged", exchanged)]
    {
        folder.write(&format!("{name}.csv"), table);
    }
    folder.write("latin.toml", "");
    fs::write(folder.path("latin.toml"), b"name = \"caf\xe9\"").unwrap();
    fs::write(folder.path("large.toml"), vec![b'#'; 2 << 20]).unwrap();
    fs::write(folder.path("long.jsonl"), vec![b'['; 20 << 20]).unwrap();
    folder.succeed(&["play", "random", "random", "--seed", "3", "--record", "g.jsonl"]);
    let modules = "druids,tunnels,bonus,borderlands";
    folder.succeed(&["play", "random", "random", "--seed", "3", "--modules", modules, "--record", "m.jsonl"]);
    for module in ["druids", "tunnels", "borderlands"] {
        folder.write(&format!("{module}.csv"), &folder.succeed(&["list", "tiles", "--modules", module]));
    }
    folder.write("m.toml", &CONFIG.replace("blocks = 12", WITH_MODULES));
    folder.write("c.toml", TIPPERARY);
    for (file, list) in [("land.csv", "tiles"), ("bonus.csv", "bonus-tiles"), ("home.csv", "hometowns")] {
        folder.write(file, &folder.succeed(&["list", list, "--game", "tipperary"]));
    }
    folder.succeed(&["play", "random", "random", "--game", "tipperary", "--seed", "3", "--record", "c.jsonl"]);
    let run = |words: &[&str]| drop(folder.succeed(&[&["run", "t.toml", "--quiet"], words].concat()));
    run(&["--out", "out"]);
    run(&["--out", "seed-6", "--seed", "6"]);
    for shard in ["1/3", "2/3", "3/3", "3/4"] {
        run(&["--out", &format!("part-{}", shard.replace('/', "-of-")), "--shard", shard]);
    }
    run(&["--out", "part-of-6", "--shard", "3/3", "--seed", "6"]);
    // A run that was played to its end but could not be completed: one file was in the way.
    fs::create_dir_all(folder.path("unfinished/.partial/timing.json/x")).unwrap();
    assert_eq!(folder.sim(&["run", "t.toml", "--out", "unfinished"]).status.code(), Some(1));
    folder
}

/// Changes the file, runs the binary, and puts everything back; the answer in a line.
#[track_caller]
fn answer(folder: &TestFolder, section: Section<'_>, case: &str) -> String {
    let case = case.replace("\\n", "\n").replace("\\r", "\r").replace("\\0", "\0");
    let original = section.file.map(|file| (folder.path(file), fs::read_to_string(folder.path(file)).unwrap()));
    if let Some((path, original)) = &original {
        let (old, new) = case.split_once(" => ").unwrap_or_else(|| panic!("no => in {case}"));
        if !original.contains(old) {
            return format!("{FAILED}: {path:?} has no {old:?}");
        }
        fs::write(path, original.replacen(old, new.trim_start(), 1)).unwrap();
    }
    let before = everything(&folder.path(""));
    let words =
        words(&if section.file.is_some() { section.words.to_owned() } else { section.words.replace("{}", &case) });
    let output = folder.sim(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let is_untouched = everything(&folder.path("")) == before;
    if let Some((path, original)) = original {
        fs::write(path, original).unwrap();
    }
    if !is_untouched {
        fs::remove_dir_all(folder.path("new")).unwrap();
    }
    let (error, code) = (text(&output.stderr), output.status.code());
    // Only errors of usage tell more than one line: then the first paragraph is the answer.
    let is_usage = error.contains("--help");
    let answer: Vec<&str> = error.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let is_told = is_usage || error.lines().count() == 1;
    match answer.join(" ").strip_prefix("error: ") {
        Some(answer) if is_untouched && is_told && code == Some(2) && output.stdout.is_empty() => {
            without_hashes(answer)
        }
        _ => format!("{FAILED}: exit code {code:?}, untouched: {is_untouched}, {:?}: {error:?}", text(&output.stdout)),
    }
}

/// What is written where the answer was not an error. No golden file may have it.
const FAILED: &str = "NOT REFUSED AS IT SHOULD BE";

/// Words with spaces between; a word in quotes can have spaces.
fn words(line: &str) -> Vec<String> {
    let quoted = line.split('"').enumerate();
    let pieces = quoted.flat_map(|(index, piece)| match index % 2 {
        0 => piece.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>(),
        _ => vec![piece.to_owned()],
    });
    pieces.collect()
}

/// Every file below a folder, with its length and when it was written.
fn everything(subfolder: &Path) -> BTreeMap<PathBuf, (u64, SystemTime)> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(subfolder).unwrap() {
        let (path, metadata) = entry.map(|entry| (entry.path(), entry.metadata().unwrap())).unwrap();
        if metadata.is_dir() {
            files.extend(everything(&path));
        } else {
            files.insert(path, (metadata.len(), metadata.modified().unwrap()));
        }
    }
    files
}

/// The same with the hashes left out, which differ with whatever else is in a file.
fn without_hashes(text: &str) -> String {
    let is_hash = |word: &str| word.len() == 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let shown = |word| if is_hash(word) { "…" } else { word };
    text.split_inclusive(|letter: char| !letter.is_ascii_alphanumeric())
        .map(|word| {
            let end = word.trim_end_matches(|letter: char| !letter.is_ascii_alphanumeric());
            format!("{}{}", shown(end), &word[end.len()..])
        })
        .collect()
}
