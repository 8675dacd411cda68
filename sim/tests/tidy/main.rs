//! How the house is kept: which room may know which.

mod house;
mod imports;

use std::collections::BTreeSet;

use house::{House, Source};

/// The rooms of `sim`, each of which may import those before it only.
const ROOMS: &[&str] = &["base", "stats", "figure", "lab", "skye", "tipperary", "report", "games", "commands"];

/// The rooms of `interface` in their order.
const INTERFACE: &[&str] = &[
    "digest",
    "json",
    "seeds",
    "components",
    "rule",
    "observer",
    "event",
    "ahead",
    "spoken",
    "replay",
    "speech",
    "protocol",
    "record",
    "session",
    "canvas",
    "stage",
    "told",
    "weighing",
    "typed",
    "saved",
    "skye",
    "tipperary",
];

/// The rooms of the laboratory in their order.
const LAB: &[&str] = &[
    "forms",
    "programs",
    "schedule",
    "subject",
    "experiment",
    "config",
    "tables",
    "wire",
    "play",
    "run",
    "study",
    "shown",
    "people",
];

/// The rooms of `sim` that know no game.
const OF_NO_GAME: &[&str] = &["base/", "stats/", "figure/", "lab/", "report/"];

/// What `interface` must not reach for: it also runs where there are no files, threads or clocks.
const OF_SYSTEMS: &[&str] = &["std::fs", "std::io", "std::net", "std::process", "std::thread", "std::time", "std::env"];

/// The games, by the names that their rooms have.
const GAMES: &[&str] = &["skye", "tipperary"];

fn houses() -> [(&'static str, House); 4] {
    ["engine", "agents", "interface", "sim"].map(|name| (name, House::read(name)))
}

#[test]
fn what_is_of_any_game_names_none() {
    assert_eq!(House::read("sim").naming(OF_NO_GAME, GAMES), Vec::<String>::new());
    let rooms = INTERFACE.iter().filter(|room| !GAMES.contains(room)).map(|room| format!("{room}."));
    let rooms: Vec<String> = rooms.collect();
    let rooms: Vec<&str> = rooms.iter().map(String::as_str).collect();
    assert_eq!(House::read("interface").naming(&rooms, GAMES), Vec::<String>::new());
}

#[test]
fn the_interface_needs_no_system() {
    assert_eq!(House::read("interface").naming(&[""], OF_SYSTEMS), Vec::<String>::new());
}

#[test]
fn no_room_imports_a_later_one() {
    assert_eq!(House::read("interface").out_of_order("", INTERFACE), Vec::<String>::new());
    let house = House::read("sim");
    assert_eq!(house.out_of_order("", ROOMS), Vec::<String>::new());
    assert_eq!(house.out_of_order("lab/", LAB), Vec::<String>::new());
}

#[test]
fn the_order_of_rooms_is_that_of_all_there_are() {
    let (interface, sim) = (House::read("interface"), House::read("sim"));
    for (house, folder, order) in [(&interface, "", INTERFACE), (&sim, "", ROOMS), (&sim, "lab/", LAB)] {
        let named: BTreeSet<&str> = order.iter().copied().collect();
        let doors = BTreeSet::from(["main", "lib", "mod"]);
        let found: BTreeSet<&str> = house.entries(folder).difference(&doors).copied().collect();
        assert_eq!(found, named, "{folder}");
    }
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    for (name, house) in houses() {
        assert_eq!(house.circles(), Vec::<Vec<String>>::new(), "{name}");
    }
}

#[test]
fn no_folders_import_each_other_in_a_circle() {
    for (name, house) in houses() {
        assert_eq!(house.circles_of_folders(), Vec::<Vec<String>>::new(), "{name}");
    }
}

fn made_up(files: &[(&str, &str)]) -> House {
    House::new(files.iter().map(|(path, text)| Source { path: (*path).to_owned(), text: (*text).to_owned() }).collect())
}

#[test]
fn a_game_is_found_in_code_and_comments_but_not_in_tests() {
    let house = made_up(&[
        ("lab/mod.rs", "//! Nothing.\n#[cfg(test)]\nmod tests { use agents::skye; }"),
        ("lab/run.rs", "use engine::skye::Rules;"),
        ("lab/forms.rs", "// As in Isle of Skye.\nfn f() {}"),
        ("commands/list.rs", "use engine::skye::Rules;"),
    ]);
    assert_eq!(house.naming(OF_NO_GAME, GAMES), ["lab/forms.rs:1 names `skye`", "lab/run.rs:1 names `skye`"]);
}

#[test]
fn circles_are_found_however_an_import_is_spelled() {
    let circle = |a: &str, b: &str| {
        let house =
            made_up(&[("lib.rs", "pub mod r;"), ("r/mod.rs", "pub mod a; mod b;"), ("r/a.rs", a), ("r/b.rs", b)]);
        house.circles()
    };
    let found = [["r/a.rs".to_owned(), "r/b.rs".to_owned()].to_vec()];
    assert_eq!(circle("use super::b::B;", "use crate::r::a::A;"), found);
    assert_eq!(circle("use crate::{r::{b::{B, C as D}}};", "fn f() -> super::a::A { todo!() }"), found);
    assert_eq!(circle("use super::b::*;", "m! { $crate::r::a::A }"), found);
    assert_eq!(circle("use super::b::B;", "pub(in crate::r) fn f() {}"), Vec::<Vec<String>>::new());
    let with_parent = made_up(&[
        ("lib.rs", "mod r;"),
        ("r/mod.rs", "mod a; pub use a::A; pub struct B;"),
        ("r/a.rs", "pub struct A(super::B);"),
    ]);
    assert_eq!(with_parent.circles(), [["r/a.rs".to_owned(), "r/mod.rs".to_owned()].to_vec()]);
}

#[test]
fn rooms_that_look_back_are_found() {
    let house = made_up(&[
        ("lib.rs", ""),
        ("base/mod.rs", "use crate::lab::run::Run;"),
        ("lab/run.rs", "use crate::base::Error; use crate::base::{self, Other};"),
    ]);
    assert_eq!(house.out_of_order("", ROOMS), ["base/mod.rs imports lab/run.rs"]);
    let folders = made_up(&[
        ("lib.rs", ""),
        ("a/one.rs", "use crate::b::three::X;"),
        ("a/two.rs", ""),
        ("b/three.rs", ""),
        ("b/four.rs", "use crate::a::two::Y;"),
    ]);
    assert_eq!(folders.circles(), Vec::<Vec<String>>::new());
    assert_eq!(folders.circles_of_folders(), [["a".to_owned(), "b".to_owned()].to_vec()]);
}
