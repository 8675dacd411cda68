//! Lines that mean nothing cost nothing and are answered.

use std::collections::BTreeSet;

use engine::skye::Module;
use interface::picture_play::PicturePlay;

use crate::table::{ExecOptions, HUMAN, Table, county, isle};

/// More than 200 kinds of lines that no decision takes.
fn wrong_lines() -> Vec<String> {
    let words = [
        "",
        "L",
        "L0",
        "L99",
        "T99",
        "pass",
        "-1",
        "1e3",
        "ä",
        "\u{1b}[2J",
        "\"",
        "null",
        "{}",
        "0x1",
        "∞",
        "L21;",
        "--",
    ];
    let forms = [
        "fly {}",
        "buy {} now",
        "{} {} {} {} {}",
        "1 2 3 4 {}",
        "{},{},{}",
        "L1 0, {} 0",
        "place {}",
        "undo {} x",
        "hint {} x",
        "quit {} x",
        "save",
        "look nowhere {}",
        "? {} x",
        "legend {} x",
        "pass {} x",
        "{} 90 flip flip",
        "done {} x",
        "own {} x",
        "druid {} x",
        "keep {} x",
        "stop {} x",
    ];
    let all = forms.iter().flat_map(|form| words.iter().map(move |word| form.replace("{}", word)));
    let lines: BTreeSet<String> = all.map(|line| line.trim().to_owned()).filter(|line| !is_right(line)).collect();
    let mut lines: Vec<String> = lines.into_iter().collect();
    lines.extend(["x".repeat(5000), "9".repeat(400), "a ".repeat(300), "\u{0}".to_owned(), "pass\u{0}".to_owned()]);
    lines
}

/// What is a line of its own, or could be one.
fn is_right(line: &str) -> bool {
    let words = ["quit", "undo", "hint", "legend", "pass", "done", "stop", "help", "?", ""];
    line.split_whitespace().count() < 2 && words.contains(&line) || line.starts_with("save ")
}

/// A few wrong lines before every right one.
#[track_caller]
fn check_free<G: PicturePlay>(table: &Table<G>) {
    let wrong = wrong_lines();
    assert!(wrong.len() > 200, "{}", wrong.len());
    let session = table.played("random");
    let right = table.script(&session, ExecOptions::Plain);
    let each = wrong.len() / right.len() + 1;
    let mut rest = wrong.iter().cycle();
    let mut said = 0;
    let mut lines = Vec::new();
    for line in right {
        lines.extend(rest.by_ref().take(each).cloned());
        said += each;
        lines.push(line);
    }
    assert!(said >= wrong.len());
    let outcome = table.sit(table.fresh(), &lines, false);
    assert!(outcome.record == session.record(&table.heading), "{}", outcome.text);
    let answers = outcome.text.matches("accepted:").count();
    assert!(answers >= said, "{answers} answers to {said} lines");
    assert!(!outcome.text.contains('\u{1b}') && !outcome.text.contains('\u{0}'));
}

#[test]
fn they_change_nothing_in_isle_of_skye() {
    check_free(&isle(&[], &[HUMAN, "random"], 1));
    check_free(&isle(&Module::ALL, &["random", HUMAN, "random"], 2));
}

#[test]
fn they_change_nothing_in_tipperary() {
    check_free(&county(&[HUMAN, "random"], 3));
}
