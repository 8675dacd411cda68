//! What documents show of the program's output is what it prints.
//!
//! A block `console` begins with `$ sim …` and goes on with what that prints; `...` stands for lines that are left out and `[..]` for a part of a
//! line. A block that begins with `...` shows more of the same output. The commands of a page are run in their order in one folder. Times are not
//! compared. With `SNAPSHOTS=overwrite`, blocks that leave nothing out are written anew.

use std::{fs, thread};

use snapbox::Assert;
use snapbox::assert::{Action, DEFAULT_ACTION_ENV};

use crate::page::{Page, Placed, documents, root};
use crate::test_folder::TestFolder;

/// A block, with what is printed where it stands.
struct Shown {
    line: usize,
    /// The command's line, if the block has it.
    command: Option<String>,
    /// What the page says.
    expected: String,
    /// What the program says.
    printed: String,
}

/// The blocks of a page that show output. Its commands are run.
fn shown(page: &Page) -> Vec<Shown> {
    let folder = TestFolder::new();
    std::os::unix::fs::symlink(root().canonicalize().unwrap().join("configs"), folder.path("configs")).unwrap();
    let mut all: Vec<Shown> = Vec::new();
    for Placed { line, what } in page.blocks().into_iter().filter(|block| block.what.language == "console") {
        let (first, rest) = what.text.split_once('\n').unwrap_or((&what.text, ""));
        let (command, expected, printed) = match first.strip_prefix("$ ") {
            Some(command) => (Some(first.to_owned()), rest, output(&folder, command)),
            None => {
                let before = all.last().unwrap_or_else(|| panic!("{}:{line}: no `$ sim …`", page.path));
                (None, what.text.as_str(), before.printed.clone())
            }
        };
        all.push(Shown { line, command, expected: expected.to_owned(), printed });
    }
    all
}

fn output(folder: &TestFolder, command: &str) -> String {
    let words = shlex::split(command).expect("words of a shell");
    assert_eq!(words[0], "sim", "{command}");
    folder.succeed(&words[1..].iter().map(String::as_str).collect::<Vec<_>>())
}

/// A text without times: the last column of a table whose head says µs, and how long a run took.
fn without_times(text: &str) -> String {
    let mut is_timed = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        is_timed = line.contains("µs/decision") || is_timed && line.starts_with(['│', '╞']);
        let cut = match (is_timed, line.rfind('┆')) {
            (true, Some(last)) if !line.contains("µs") => &line[..last],
            _ => line,
        };
        let of_speed = cut.split_once(" s on ").filter(|_| cut.contains("games/s"));
        lines.push(of_speed.map_or(cut, |_| "some time").trim_end().to_owned());
    }
    lines.join("\n").trim_end().to_owned()
}

/// How the output differs from the page, if it does.
fn difference(shown: &Shown) -> Option<String> {
    let [printed, expected] = [&shown.printed, &shown.expected].map(|text| without_times(text));
    // What goes on leaves out whatever follows it, too.
    let expected = if shown.command.is_none() { format!("{expected}\n...") } else { expected };
    let assert = Assert::new().action(Action::Verify);
    assert.try_eq(None, printed.into(), expected.into()).err().map(|error| error.to_string())
}

fn leaves_out(text: &str) -> bool {
    text.contains("[..]") || text.lines().any(|line| line == "...")
}

fn differences(page: &Page) -> Vec<String> {
    let mut text = page.text.clone();
    let mut found = Vec::new();
    for shown in shown(page) {
        let Some(difference) = difference(&shown) else { continue };
        found.push(format!("{}:{}: {difference}", page.path, shown.line));
        if let Some(command) = shown.command.filter(|_| !leaves_out(&shown.expected)) {
            text = text.replace(&format!("{command}\n{}", shown.expected), &format!("{command}\n{}", shown.printed));
        }
    }
    if Action::with_env_var(DEFAULT_ACTION_ENV) == Some(Action::Overwrite) && text != page.text {
        fs::write(root().join(&page.path), text).expect("a document that can be written");
    }
    found
}

#[test]
fn documents_show_what_is_printed() {
    let pages = documents();
    let count: usize = pages.iter().flat_map(Page::blocks).filter(|block| block.what.language == "console").count();
    assert!(count > 5, "{count} outputs");
    let found: Vec<String> = thread::scope(|scope| {
        // A page takes as long as its slowest commands; none waits for another.
        let all: Vec<_> = pages.iter().map(|page| scope.spawn(|| differences(page))).collect();
        all.into_iter().flat_map(|page| page.join().expect("commands that succeed")).collect()
    });
    assert!(found.is_empty(), "{}\nif that is meant, run the tests with SNAPSHOTS=overwrite", found.join("\n"));
}

/// That it is what the program prints, the test above says.
#[test]
fn a_fingerprint_is_a_hash_for_each_kind_of_game() {
    let text = Page::at("docs/commands.md").text;
    let shown = text.split_once("$ sim dev fingerprint\n").unwrap().1.split_once("\n```").unwrap().0;
    let [base, modules, tipperary] = shown.lines().collect::<Vec<_>>()[..] else { panic!("{shown}") };
    assert_eq!(base.len(), 16);
    assert!(base.chars().all(|digit| digit.is_ascii_hexdigit()));
    let (hash, names) = modules.split_once("  ").unwrap();
    assert_eq!((hash.len(), names), (16, "druids+tunnels+bonus+borderlands"));
    assert_ne!(hash, base);
    assert!(tipperary.len() == 16 + 2 + 9 && tipperary.ends_with("  tipperary"), "{tipperary}");
}

#[test]
fn an_output_that_is_not_what_is_printed_is_found() {
    let page = |output: &str| Page::new("docs/page.md", &format!("```console\n$ sim list modules\n{output}\n```\n"));
    assert_eq!(differences(&page("druids [..]\n...")), Vec::<String>::new());
    assert_eq!(differences(&page("...\nbonus[..]\n...")), Vec::<String>::new());
    assert_eq!(differences(&page("droids [..]\n...")).len(), 1);
    assert_eq!(differences(&page("druids [..]")).len(), 1);
}

#[test]
fn times_are_left_out_and_nothing_else() {
    let table = "│ a ┆ wins ┆ µs/decision │\n│ x ┆ 1 ┆ 3.5 │\n9.5 s on 2 threads, 16.8 games/s\n│ x ┆ 1 ┆ 3.5 │";
    assert_eq!(without_times(table), "│ a ┆ wins ┆ µs/decision │\n│ x ┆ 1\nsome time\n│ x ┆ 1 ┆ 3.5 │");
}
