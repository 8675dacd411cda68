//! Every kind of bad input is one clear error, exit code 2, and nothing written.

use crate::workshop::{CONFIG, Workshop, text};

/// The error that a config meets; nothing may be left behind.
#[track_caller]
fn error_of(config: &str, more: &[&str]) -> String {
    let shop = Workshop::new();
    shop.write("t.toml", config);
    let error = shop.refuse(&[&["run", "t.toml", "--out", "out"], more].concat());
    assert_eq!(shop.names(), ["t.toml"]);
    error
}

/// The small config with one line changed must be refused, with all these words in the error.
#[track_caller]
fn check(old: &str, new: &str, words: &[&str]) {
    assert!(CONFIG.contains(old), "the config has no {old}");
    let error = error_of(&CONFIG.replacen(old, new, 1), &[]);
    for word in words {
        assert!(error.contains(word), "no `{word}` in: {error}");
    }
}

#[test]
fn unknown_keys_name_line_and_nearest() {
    check("blocks = 12", "blokcs = 12", &["t.toml:3:", "`blokcs`", "did you mean `blocks`?", "lineup"]);
    check("name = \"two\"", "nam = \"two\"", &["t.toml:12:", "`agents.nam`", "`name`"]);
    check(
        "lineup = \"rotate\"",
        "[rules]\ncastle-incom = 4",
        &["t.toml:6:", "castle-incom", "did you mean `castle-income`?"],
    );
    check("blocks = 12", "zeta = 1\nalpha = 2\nblocks = 12", &["t.toml:3:", "`zeta`; accepted: name, players"]);
}

#[test]
fn unknown_values_name_line_and_nearest() {
    check("\"rotate\"", "\"rotat\"", &["t.toml:5:", "`lineup`", "`rotat`", "did you mean `rotate`?", "one-against"]);
    check("\"rule-of-thumb\"", "\"rule-of-tumb\"", &["t.toml:17:", "`rule-of-tumb`", "did you mean `rule-of-thumb`?"]);
    check("\"rule-of-thumb\"", "\"random:depth=2\"", &["t.toml:17:", "`depth`"]);
    check(
        "lineup = \"rotate\"",
        "tables = [\"games\", \"ofers\"]",
        &["t.toml:5:", "`ofers`", "did you mean `offers`?"],
    );
}

#[test]
fn values_of_the_wrong_type_or_size() {
    check("blocks = 12", "blocks = 0", &["t.toml:3:", "`blocks`", "found 0", "1 to"]);
    check("blocks = 12", "blocks = \"12\"", &["t.toml:3:", "found the text `12`", "a whole number"]);
    check("seed = 5", "seed = -5", &["t.toml:4:", "found -5", "0 to 18446744073709551615"]);
    check("players = 3", "players = 1", &["t.toml:2:", "`players`", "found 1", "2 to 5"]);
    check("players = 3", "players = 6", &["t.toml:2:", "found 6", "2 to 5"]);
    check("players = 3\n", "", &["t.toml:1:", "`players` is missing"]);
    check("name = \"small\"", "name = \"a/b\"", &["t.toml:1:", "`a/b`", "letters"]);
    check("seed = 5", "seed = ", &["t.toml:4:", "not valid TOML"]);
    check("lineup = \"rotate\"", "blocks = 3", &["t.toml:5:", "duplicate key `blocks`"]);
}

#[test]
fn agents_that_do_not_fit_the_table() {
    check("players = 3", "players = 4", &["t.toml:7:", "found 3 agents", "accepted: 4 agents"]);
    let round_robin = CONFIG.replace("rotate", "round-robin");
    let error = error_of(&round_robin, &["--set", "players=4", "--set", "blocks=1"]);
    assert!(error.contains("found 3 agents; accepted: 4 to 64 agents for 4 players"), "{error}");
    let error = error_of(&round_robin, &["--set", "players=2", "--set", "blocks=7"]);
    assert!(error.contains("found 7; accepted: a multiple of 3, such as 9"), "{error}");
    check("\"two\"", "\"one\"", &["t.toml:12:", "`one`", "unique"]);
    check("\"two\"", "\"all\"", &["t.toml:12:", "`all`"]);
    check("\"two\"", "\"a,b\"", &["t.toml:12:", "`a,b`"]);
}

#[test]
fn scoring_tiles_unknown_repeated_or_too_few() {
    let scoring = |text: &str, words: &[&str]| check("lineup = \"rotate\"", &format!("[scoring]\n{text}"), words);
    scoring("design = \"fxed\"", &["t.toml:6:", "did you mean `fixed`?"]);
    scoring("exclude = [\"sheeps\"]", &["t.toml:6:", "`sheeps`", "did you mean `sheep`?"]);
    scoring("include = [\"sheep\", \"squares\", \"columns\"]", &["found 3 scoring tiles", "4 or more"]);
    scoring("sets = []", &["t.toml:6:", "`scoring.sets`", "needs `design = \"fixed\"`"]);
    scoring(
        "design = \"fixed\"\nexclude = []",
        &["t.toml:7:", "`scoring.exclude`", "needs `design = \"random\"` or `\"full\"`"],
    );
    scoring("slots = \"even\"", &["t.toml:6:", "`scoring.slots`", "needs `design = \"fixed\"` or"]);
    scoring("design = \"affine\"\nslots = \"evn\"", &["t.toml:7:", "did you mean `even`?"]);
    scoring(
        "design = \"quadruples\"\nexclude = [\"sheep\"]",
        &["found 15 scoring tiles for the design `quadruples`", "all 16", "\"full\""],
    );
    scoring("design = \"full\"\ninclude = [\"sheep\"]", &["found 1 scoring tiles", "4 or more"]);
    scoring("design = \"fixed\"\nsets = []", &["t.toml:7:", "no set"]);
    scoring("design = \"fixed\"\nsets = [[\"sheep\", \"squares\", \"columns\"]]", &["t.toml:7:", "found 3", "four"]);
    scoring(
        "design = \"fixed\"\nsets = [\n  [\"sheep\", \"squares\", \"columns\",\n   \"sheep\"]]",
        &["t.toml:9:", "`sheep` a second time"],
    );
}

#[test]
fn rules_out_of_range() {
    let rules = |text: &str, words: &[&str]| check("lineup = \"rotate\"", &format!("[rules]\n{text}"), words);
    rules("castle-income = 1", &["t.toml:6:", "`rules.castle-income`", "2 to 50"]);
    rules("gold-per-vp = 0", &["t.toml:6:", "found 0"]);
    rules("catch-up = [0, 0, 1]", &["t.toml:6:", "found 3 numbers", "6"]);
    rules("catch-up = [0, 0, 1, 2, 3, 99]", &["t.toml:6:", "found 99", "0 to 20"]);
    rules("rounds = [\"A\", \"BX\"]", &["t.toml:6:", "`BX`"]);
    rules("rounds = [\n\"AA\"]", &["t.toml:7:", "`AA`", "each once and in order"]);
    rules("rounds = [\"A\", \"DC\"]", &["t.toml:6:", "`DC`", "each once and in order"]);
    rules("rounds = []", &["t.toml:6:", "found 0 rounds", "1 to 9"]);
}

#[test]
fn tables_given_twice() {
    check("lineup = \"rotate\"", "tables = [\"seats\", \"seats\"]", &["t.toml:5:", "`seats` a second time"]);
}

#[test]
fn tile_files_missing_bad_or_too_small() {
    check("lineup = \"rotate\"", "tiles = \"none.csv\"", &["t.toml:5:", "none.csv", "printed"]);
    let shop = Workshop::new();
    shop.write("t.toml", &CONFIG.replace("lineup = \"rotate\"", "tiles = \"mine.csv\""));
    let header = "id,edges,joins,inner,roads,features,disputed";
    shop.write("mine.csv", &format!("{header}\nL01,PPXM,,,ES,,\n"));
    let error = shop.refuse(&["run", "t.toml"]);
    assert!(["mine.csv:2", "L01", "edges", "`PPXM`"].iter().all(|word| error.contains(word)), "{error}");
    let rows: String = (0..38).map(|number| format!("T{number},PPMM,,,,,\n")).collect();
    shop.write("mine.csv", &format!("{header}\n{rows}"));
    let error = shop.refuse(&["run", "t.toml"]);
    assert!(["t.toml:5:", "38 tiles", "39"].iter().all(|word| error.contains(word)), "{error}");
    assert_eq!(shop.names(), ["mine.csv", "t.toml"]);
}

#[test]
fn settings_on_the_command_line() {
    for (set, words) in [
        ("blocks", ["--set blocks:", "key=value"]),
        ("blocks=0", ["--set blocks=0:", "found 0"]),
        ("blokcs=3", ["--set blokcs=3:", "did you mean `blocks`?"]),
        ("players=x", ["--set players=x:", "found the text `x`"]),
        ("lineup=5", ["--set lineup=5:", "found `5`; accepted: rotate"]),
        ("seed.x=3", ["--set seed.x=3:", "no keys"]),
        ("agents.9.spec=random", ["--set agents.9.spec=random:", "below 3"]),
        ("agents.0.spec=rendom", ["--set agents.0.spec=rendom:", "did you mean `random`?"]),
    ] {
        let error = error_of(CONFIG, &["--set", set]);
        assert!(words.iter().all(|word| error.contains(word)), "{error}");
    }
}

#[test]
fn folders_that_hold_results_or_cannot() {
    let shop = Workshop::new();
    shop.succeed(&["run", "t.toml", "--out", "out"]);
    let before = shop.files("out");
    let error = shop.refuse(&["run", "t.toml", "--out", "out"]);
    assert!(error.contains("out") && error.contains("holds results already"), "{error}");
    assert_eq!(shop.files("out"), before);
    let error = shop.refuse(&["run", "t.toml", "--out", "t.toml"]);
    assert!(error.contains("found a file"), "{error}");
    // A file where a folder would have to be: nobody can write there, not even an administrator.
    let error = shop.refuse(&["run", "t.toml", "--out", "t.toml/deeper"]);
    assert!(error.contains("cannot be written"), "{error}");
    assert_eq!(shop.names(), ["out", "t.toml"]);
}

#[test]
fn missing_files_and_games() {
    let shop = Workshop::new();
    assert!(shop.refuse(&["run", "none.toml"]).contains("none.toml"));
    assert!(shop.refuse(&["replay", "none", "--game", "0"]).contains("manifest.json"));
    shop.succeed(&["run", "t.toml", "--out", "out"]);
    assert!(shop.refuse(&["replay", "out", "--game", "36"]).contains("accepted: 0 to 35"));
}

#[test]
fn numbers_on_the_command_line() {
    let shop = Workshop::new();
    for (words, flag, from_to) in [
        (&["play", "random", "random", "--games", "0"][..], "--games <N>", "1 to 18446744073709551615"),
        (&["play", "random", "random", "--seed", "-1"], "--seed <S>", "0 to 18446744073709551615"),
        (&["run", "t.toml", "--seed", "1.5"], "--seed <S>", "0 to 18446744073709551615"),
        (&["run", "t.toml", "--threads", "0"], "--threads <N>", "1 to 1024"),
        (&["match", "random", "random", "--players", "6"], "--players <N>", "2 to 5"),
        (&["match", "random", "random", "--blocks", "-5"], "--blocks <K>", "1 to 1000000000"),
        (&["bench", "--players", "261"], "--players <P>", "2 to 5"),
        (&["replay", "out", "--game", "-1"], "--game <N>", "0 to 18446744073709551615"),
    ] {
        let output = shop.sim(words);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {error}");
        assert!(error.contains(&format!("'{flag}': accepted: a whole number from {from_to}")), "{words:?}: {error}");
        assert!(!error.contains("tip"), "{words:?}: {error}");
    }
}

#[test]
fn usage_errors_are_bad_input() {
    let shop = Workshop::new();
    for words in [
        &["frobnicate"][..],
        &["run"],
        &["match", "random"],
        &["match", "random", "rendom"],
        &["bench", "--games", "3"],
    ] {
        assert_eq!(shop.sim(words).status.code(), Some(2), "{words:?}");
    }
}
