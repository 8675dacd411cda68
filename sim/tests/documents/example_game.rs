//! The example game of `docs/adding_a_game.md`.

use std::fs;

use crate::page::{Page, root};

/// Removes all whitespace.
fn compact(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

/// Returns the source of the example game with its tests, without whitespace.
fn source() -> String {
    let folder = root().join("sim/tests/lab/toy");
    let files = [folder.clone(), folder.join("tests")].map(|folder| fs::read_dir(folder).unwrap());
    let paths = files.into_iter().flatten().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    paths.map(|path| compact(&fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn code_of_the_page_is_in_the_example_game() {
    let (source, mut count) = (source(), 0);
    for block in Page::at("docs/adding_a_game.md").blocks().into_iter().filter(|block| block.what.language == "rust") {
        count += 1;
        assert!(source.contains(&compact(&block.what.text)), "line {}: {}", block.line, block.what.text);
    }
    assert!(count > 3, "{count} blocks");
}
