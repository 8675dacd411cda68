//! Runs that pages are made of.

use crate::test_folder::TestFolder;

/// Four agents with a running score, all raw tables, and scoring tiles often enough for their effects.
pub const RUN: &str = r#"name = "four"
players = 4
blocks = 60
seed = 2
lineup = "rotate"
scoring = { include = ["squares", "sheep", "columns", "most-gold", "road-tiles"] }
agents = [
    { name = "rule", spec = "rule-of-thumb" },
    { name = "two", spec = "random" },
    { name = "a-name-that-is-as-long-as-a-name-can-be-and-not-longer", spec = "random" },
    { name = "four", spec = "random" },
]
"#;

/// A run of the config in the folder `out`, and its page.
pub fn reported() -> (TestFolder, String) {
    let folder = run();
    folder.succeed(&["report", "out", "--figures", "figures", "--quiet"]);
    let page = folder.read("out/report.html");
    (folder, page)
}

/// A run of the config in the folder `out`.
pub fn run() -> TestFolder {
    let folder = TestFolder::new();
    folder.write("four.toml", RUN);
    folder.succeed(&["run", "four.toml", "--out", "out", "--quiet"]);
    folder
}
