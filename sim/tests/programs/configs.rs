//! External agents in configs: accepted and refused settings.

use crate::test_folder::{TestFolder, text};
use crate::{is_installed, root};

const SIM: &str = env!("CARGO_BIN_EXE_sim");

/// Returns a config with these keys of an agent.
fn config(top: &str, keys: &str) -> String {
    format!(
        "name = \"t\"\nplayers = 2\nblocks = 2\n{top}\n[[agents]]\nname = \"mine\"\n{keys}\n[[agents]]\nname = \"other\"\nspec = \"random\"\n"
    )
}

/// Checks that a config is refused with exit code 2 and one line with these words before anything is written.
#[track_caller]
fn check_refused(top: &str, keys: &str, wanted: &str) {
    let folder = TestFolder::new();
    folder.write("t.toml", &config(top, keys));
    let error = folder.refuse(&["run", "t.toml", "--out", "run"]);
    assert!(error.contains(wanted), "{keys}: {error}");
    assert_eq!(folder.names(), ["t.toml"], "{keys}");
}

fn served(spec: &str) -> String {
    format!("command = [\"{SIM}\", \"serve\", \"{spec}\"]")
}

#[test]
fn a_program_must_say_that_it_can_be_repeated() {
    let timed = served("mcts:time-ms=1");
    check_refused("", &timed, "agent `mine` does not say that it is deterministic");
    check_refused(
        "",
        &format!("{timed}\nmove-ms = 500\non-fault = \"random\""),
        "`agents.on-fault`: found `random` as a replacement for late answers",
    );
    let folder = TestFolder::new();
    for (top, keys) in [
        ("reproducible = false", timed.clone()),
        ("", format!("{timed}\ndeterministic = true")),
        ("", served("random")),
        ("", format!("{}\nmove-ms = 5000", served("greedy"))),
    ] {
        folder.write("t.toml", &config(top, &keys));
        folder.succeed(&["run", "t.toml", "--out", "run", "--quiet"]);
        std::fs::remove_dir_all(folder.path("run")).unwrap();
    }
}

#[test]
fn keys_that_make_no_sense_are_refused() {
    let served = served("random");
    for (keys, wanted) in [
        ("command = []".to_owned(), "`agents.command`: found no program"),
        ("command = \"python3 my.py\"".to_owned(), "a list in square brackets"),
        (format!("{served}\nspec = \"random\""), "unknown key `agents.spec`"),
        (format!("{served}\nmove-ms = -1"), "`agents.move-ms`: found -1"),
        (format!("{served}\nready-ms = 0"), "`agents.ready-ms`: found 0; accepted: a whole number from 1 to 86400000"),
        ("spec = \"random\"\nready-ms = 5".to_owned(), "unknown key `agents.ready-ms`"),
        (format!("{served}\nmemory-mb = 0"), "`agents.memory-mb`: found 0"),
        (format!("{served}\non-fault = \"randon\""), "did you mean `random`?"),
        (format!("{served}\ndeterministic = 1"), "true or false"),
        (format!("{served}\noptions = [1]"), "a table"),
        (format!("{served}\noptions = {{ a = \"x,y\" }}"), "without commas and quotes"),
        (format!("{served}\noptions = {{ a = [1] }}"), "a text, a number, true or false"),
        ("spec = \"random\"\nmove-ms = 5".to_owned(), "unknown key `agents.move-ms`"),
    ] {
        check_refused("", &keys, wanted);
    }
}

#[test]
fn commands_that_make_no_sense_are_refused() {
    let folder = TestFolder::new();
    for (command, wanted) in [
        ("mine", "accepted: NAME=CMD"),
        ("=x", "as NAME"),
        ("a b=x", "as NAME"),
        ("mine=", "a program and its arguments"),
        ("mine='x", "quotes closed"),
        ("greedy=x", "`greedy` is already an agent"),
    ] {
        let error = folder.refuse(&["play", "random", "random", "--command", command]);
        assert!(error.contains(wanted), "{command}: {error}");
    }
    let error = folder.refuse(&["play", "mine:depth", "random", "--command", "mine=x"]);
    assert!(error.contains("KEY=VALUE"), "{error}");
    let error = folder.refuse(&["play", "mind", "random", "--command", "mine=x"]);
    assert!(error.contains("no agent is called `mind`"), "{error}");
}

#[test]
fn options_are_told_and_are_part_of_the_spec() {
    let folder = TestFolder::new();
    folder.write("t.toml", &config("", &format!("{}\noptions = {{ pricing = \"share\" }}", served("greedy"))));
    folder.succeed(&["run", "t.toml", "--out", "run", "--quiet"]);
    assert_eq!(folder.table("run/agents.csv")[0]["spec"], "mine:pricing=share");
    let command = format!("mine={SIM} serve greedy");
    let words = [
        "play",
        "mine:pricing=share",
        "random",
        "--command",
        &command,
        "--games",
        "2",
        "--record",
        "r.jsonl",
        "--quiet",
    ];
    folder.succeed(&words);
    assert!(folder.read("r.jsonl").contains("\"specs\":[\"mine:pricing=share\",\"random\"]"));
    // The agent does not have this setting, so it ends and reports that.
    let output = folder.sim(&["play", "mine:pricin=share", "random", "--command", &command]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && error.contains("did you mean `pricing`?"), "{error}");
}

#[test]
fn a_comparison_may_put_a_program_in_place_of_an_agent() {
    let folder = TestFolder::new();
    let with = format!(
        "[compare]\nagents = [{{ name = \"mine\", {} }}, {{ name = \"other\", spec = \"random\" }}]\n",
        served("rule-of-thumb")
    );
    folder.write("t.toml", &format!("{}{with}", config("", "spec = \"rule-of-thumb\"")));
    folder.succeed(&["run", "t.toml", "--out", "run", "--quiet"]);
    let differences = folder.table("run/comparison.csv");
    assert!(differences.iter().all(|row| row["difference"].parse::<f64>().unwrap() == 0.0), "the same games");
    assert!(!folder.read("run/agents.csv").lines().next().unwrap().contains("faults"));
    assert!(folder.read("run/second/agents.csv").lines().next().unwrap().ends_with(",faults"));
}

#[test]
fn the_time_to_be_ready_is_a_key_and_a_flag() {
    let (folder, slow) = (TestFolder::new(), format!("sh -c 'sleep 1; exec {SIM} serve random'"));
    let late = "agent `mine`: it was not ready within 300 ms, its `ready-ms`";
    let flags = |ready: &'static str| {
        ["play", "mine", "random", "--command", "mine=", "--ready-ms", ready, "--move-ms", "30000"]
    };
    let with = |words: [&'static str; 9]| {
        words.map(|word| if word == "mine=" { format!("mine={slow}") } else { word.to_owned() })
    };
    let run = |ready: &'static str| folder.sim(&with(flags(ready)).each_ref().map(String::as_str));
    let error = text(&run("300").stderr);
    assert!(error.contains(late) && error.contains("\"move_ms\":30000"), "{error}");
    assert!(run("20000").status.success());
    let keys =
        |ready: u32| format!("command = [\"sh\", \"-c\", \"sleep 1; exec {SIM} serve random\"]\nready-ms = {ready}");
    folder.write("t.toml", &config("", &keys(300)));
    let output = folder.sim(&["run", "t.toml", "--out", "run"]);
    assert!(output.status.code() == Some(1) && text(&output.stderr).contains(late), "{}", text(&output.stderr));
    folder.write("t.toml", &config("", &keys(20_000)));
    folder.succeed(&["run", "t.toml", "--out", "run", "--quiet"]);
    let manifest: serde_json::Value = serde_json::from_str(&folder.read("run/manifest.json")).unwrap();
    assert_eq!(manifest["config"]["agents"][0]["ready-ms"], 20_000);
    folder.succeed(&["verify", "run", "--run-programs"]);
    // Without the setting, manifests do not contain it.
    folder.write("t.toml", &config("", &served("random")));
    folder.succeed(&["run", "t.toml", "--out", "plain", "--quiet"]);
    assert!(!folder.read("plain/manifest.json").contains("ready-ms"));
    let refused = text(&folder.sim(&["play", "random", "random", "--ready-ms", "5"]).stderr);
    assert!(refused.contains("--command"), "{refused}");
    let checked = text(
        &folder
            .sim(&["agent-check", "--ready-ms", "300", "--", "sh", "-c", &format!("sleep 1; exec {SIM} serve random")])
            .stdout,
    );
    assert!(checked.contains("within 300 ms; found: it was not ready within 300 ms, its `ready-ms`"), "{checked}");
}

#[test]
fn plans_and_verification_start_programs_only_where_that_is_asked_for() {
    let folder = TestFolder::new();
    // The program records that it was started.
    let started = folder.path("started");
    let noted = format!("echo once >> {}; exec {SIM} serve random", started.display());
    let keys = format!("command = [\"sh\", \"-c\", \"{noted}\"]\ndeterministic = true");
    folder.write("t.toml", &config("", &keys));
    folder.succeed(&["run", "t.toml", "--out", "run", "--quiet"]);
    std::fs::remove_file(&started).unwrap();
    let plan = ["plan", "t.toml", "--seconds", "1"];
    let planned = folder.succeed(&plan);
    assert!(planned.contains("Not timed, and no effects estimated: ") && planned.contains("(mine)"), "{planned}");
    // A panel's players cannot be programs.
    let with_panel =
        folder.succeed(&[&plan[..], &["--set", "panel=[\"random\", \"rule-of-thumb\", \"greedy\"]"]].concat());
    assert!(
        with_panel.contains(" for the panel alone ") && with_panel.contains("Not timed, without the panel"),
        "{with_panel}"
    );
    let verified = folder.succeed(&["verify", "run", "--quiet"]);
    assert!(verified.contains(" 0 of them replayed") && verified.contains("not checked: replays: "), "{verified}");
    assert!(verified.contains("(mine); --run-programs starts them"), "{verified}");
    assert!(!folder.succeed(&["verify", "run", "--quiet", "--games", "0"]).contains("--run-programs"));
    assert!(!started.exists());
    let planned = folder.succeed(&[&plan[..], &["--run-programs"]].concat());
    assert!(planned.contains("It takes ") && started.exists(), "{planned}");
    std::fs::remove_file(&started).unwrap();
    let verified = folder.succeed(&["verify", "run", "--quiet", "--run-programs", "--games", "3"]);
    assert!(!verified.contains("not checked") && started.exists(), "{verified}");
    // Without external agents nothing is left out.
    folder.write("t.toml", crate::test_folder::CONFIG);
    assert!(folder.succeed(&plan).contains("It takes "));
}

#[test]
fn agents_may_spell_numbers_and_begin_lines_as_their_languages_do() {
    if !is_installed("python3") {
        return;
    }
    let folder = TestFolder::new();
    let script = root().join("sim/tests/programs/spells.py").canonicalize().unwrap();
    for game in ["skye", "tipperary"] {
        let record = |file: &str, command: &str| {
            let command = format!("mine={command}");
            let words =
                ["play", "mine", "mine", "--game", game, "--games", "2", "--seed", "3", "--threads", "1", "--quiet"];
            folder.succeed(&[&words[..], &["--command", &command, "--record", file]].concat());
            let text = folder.read(file);
            std::fs::remove_file(folder.path(file)).unwrap();
            text
        };
        let expected = record("plain.jsonl", &format!("{SIM} serve random"));
        let found = record("spelled.jsonl", &format!("python3 {} {SIM} serve random", script.display()));
        assert_eq!(found, expected, "{game}");
    }
}
