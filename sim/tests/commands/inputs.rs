//! What is read: every input once, from whatever it comes, with or without a byte order mark; and what foreign names do to a terminal.

use std::io::Write;
use std::process::{Output, Stdio};
use std::thread;
use std::time::Duration;

use crate::test_folder::{TestFolder, text};

/// The file that standard input is.
const STDIN: &str = "/dev/stdin";

/// How an input is written: in pieces of so many bytes, with a pause after each.
#[derive(Copy, Clone)]
struct Writer {
    piece: usize,
    pause: Duration,
}

/// All at once, in lines or so with pauses, and byte by byte at first.
const WRITERS: [Writer; 3] = [
    Writer { piece: usize::MAX, pause: Duration::ZERO },
    Writer { piece: 5000, pause: Duration::from_millis(30) },
    Writer { piece: 1 << 16, pause: Duration::from_millis(100) },
];

/// Runs the binary with these words, and writes its standard input.
fn fed(folder: &TestFolder, words: &[&str], input: &[u8], Writer { piece, pause }: Writer) -> Output {
    let mut command = folder.command(words);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = thread::spawn(move || {
        // A first line that comes in halves.
        let (first, rest) = input.split_at(input.len().min(10));
        for part in [first].into_iter().chain(rest.chunks(piece.min(rest.len().max(1)))) {
            // Whoever has read enough closes the pipe.
            if pipe.write_all(part).and_then(|()| pipe.flush()).is_err() {
                return;
            }
            thread::sleep(pause);
        }
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// A folder with three recorded games of each game, and their bytes.
fn recorded() -> TestFolder {
    let folder = TestFolder::new();
    folder.succeed(&["play", "random", "random", "--games", "3", "--seed", "5", "--record", "g.jsonl"]);
    folder.succeed(&[
        "play",
        "random",
        "random",
        "--games",
        "3",
        "--seed",
        "5",
        "--game",
        "tipperary",
        "--record",
        "t.jsonl",
    ]);
    folder
}

#[test]
fn a_pipe_is_read_as_a_file_is() {
    let folder = recorded();
    for file in ["g.jsonl", "t.jsonl"] {
        let input = std::fs::read(folder.path(file)).unwrap();
        let mut commands = vec![
            vec!["check", file],
            vec!["draw", file, "--game", "2"],
            vec!["explain", file, "--game", "3"],
            vec!["explain", file, "--agent", "greedy", "--game", "2", "--event", "6", "--json"],
            vec!["replay", file, "--game", "3", "--html", "page.html"],
        ];
        if file == "g.jsonl" {
            commands.push(vec!["dev", "appraise", file]);
        }
        for words in commands {
            let expected = folder.sim(&words);
            assert!(expected.status.success() || words.contains(&"--event"), "{words:?}: {}", text(&expected.stderr));
            let page = std::fs::read(folder.path("page.html")).ok();
            let piped: Vec<&str> = words.iter().map(|word| if *word == file { STDIN } else { word }).collect();
            for writer in WRITERS {
                let found = fed(&folder, &piped, &input, writer);
                let as_file = |bytes: &[u8]| text(bytes).replace(STDIN, file);
                assert_eq!(as_file(&found.stdout), text(&expected.stdout), "{piped:?}: {}", text(&found.stderr));
                assert_eq!(as_file(&found.stderr), text(&expected.stderr), "{piped:?}");
                assert_eq!(found.status.code(), expected.status.code(), "{piped:?}");
                let as_page = |page: Vec<u8>| String::from_utf8_lossy(&page).replace("stdin", file);
                assert_eq!(
                    std::fs::read(folder.path("page.html")).ok().map(as_page),
                    page.clone().map(as_page),
                    "{piped:?}"
                );
            }
        }
    }
    let counted = fed(&folder, &["check", STDIN], folder.read("g.jsonl").as_bytes(), WRITERS[1]);
    assert_eq!(text(&counted.stdout), "/dev/stdin: 3 games, 388 events, no fault\n");
}

#[test]
fn faults_in_a_pipe_are_found_where_they_are() {
    let folder = recorded();
    let good = folder.read("g.jsonl");
    let bad = good.replacen("\"e\":\"pass\"", "\"e\":\"past\"", 1);
    assert_ne!(good, bad);
    for (input, wanted) in [
        (String::new(), "found no game; accepted: a game in a line"),
        ("\n \n\n".to_owned(), "found no game"),
        (format!("\n\n{bad}"), "/dev/stdin:3, game 1, event"),
        (format!("{good}\n\n[1]\n"), "/dev/stdin:6, game 4, "),
        (good[..good.len() - 200].to_owned(), "/dev/stdin:3, game 3, not a complete JSON object"),
    ] {
        for writer in WRITERS {
            let found = fed(&folder, &["check", STDIN], input.as_bytes(), writer);
            let error = text(&found.stderr);
            assert!(found.status.code() == Some(2) && error.contains(wanted), "{wanted}: {error}");
        }
    }
}

/// A saved game with a person in it.
fn save(folder: &TestFolder, words: &[&str]) {
    let mut command = folder.command(&[&["play", "human", "random", "--save", "s.json"], words].concat());
    assert!(command.stdin(Stdio::null()).output().unwrap().status.success());
}

#[test]
fn a_saved_game_goes_on_from_a_pipe() {
    let folder = TestFolder::new();
    for words in [&[][..], &["--game", "tipperary"]] {
        save(&folder, words);
        let saved = folder.read("s.json");
        let again = |from: &str| ["play", "--resume", from, "--save", "again.json"].map(str::to_owned);
        let mut command = folder.command(&again("s.json").each_ref().map(String::as_str));
        let expected = command.stdin(Stdio::null()).output().unwrap();
        assert!(expected.status.success(), "{}", text(&expected.stderr));
        for writer in WRITERS {
            std::fs::remove_file(folder.path("again.json")).unwrap();
            let found = fed(&folder, &again(STDIN).each_ref().map(String::as_str), saved.as_bytes(), writer);
            assert_eq!(text(&found.stdout), text(&expected.stdout));
            assert_eq!(folder.read("again.json"), saved);
        }
        std::fs::remove_file(folder.path("s.json")).unwrap();
        std::fs::remove_file(folder.path("again.json")).unwrap();
    }
    let error = folder.refuse(&["play", "--resume", "none.json"]);
    assert!(error.contains("none.json: No such file or directory; accepted: a saved game"), "{error}");
}

#[test]
fn a_byte_order_mark_is_skipped_everywhere() {
    let folder = recorded();
    let marked = |from: &str, to: &str| {
        let text = folder.read(from);
        assert!(!text.starts_with('\u{feff}'));
        folder.write(to, &format!("\u{feff}{text}"));
    };
    let same = |one: &[&str], other: &[&str]| {
        let [one, other] = [one, other].map(|words| folder.sim(words));
        assert!(one.status.success() && other.status.success(), "{}", text(&other.stderr));
        assert_eq!(text(&one.stdout), text(&other.stdout));
    };
    // Records, also where several files were joined.
    marked("g.jsonl", "m.jsonl");
    same(&["draw", "g.jsonl", "--game", "2"], &["draw", "m.jsonl", "--game", "2"]);
    folder.write("joined.jsonl", &folder.read("m.jsonl").repeat(2));
    assert_eq!(folder.succeed(&["check", "joined.jsonl"]), "joined.jsonl: 6 games, 776 events, no fault\n");
    // A saved game.
    save(&folder, &[]);
    marked("s.json", "m.json");
    let resumed = folder.command(&["play", "--resume", "m.json"]).stdin(Stdio::null()).output().unwrap();
    assert!(!text(&resumed.stderr).contains("m.json"), "{}", text(&resumed.stderr));
    // Configs, tile files, tables and manifests.
    marked("t.toml", "m.toml");
    folder.succeed(&["run", "t.toml", "--out", "out", "--quiet"]);
    folder.succeed(&["run", "m.toml", "--out", "marked", "--quiet"]);
    assert_eq!(folder.results("out"), folder.results("marked"));
    folder.write("tiles.csv", &folder.succeed(&["list", "tiles"]));
    marked("tiles.csv", "m.csv");
    let played =
        |tiles: &str| folder.succeed(&["play", "random", "random", "--games", "2", "--seed", "3", "--tiles", tiles]);
    assert_eq!(played("tiles.csv"), played("m.csv"));
    let plot = |table: &str| folder.succeed(&["dev", "plot", table, "--value", "vp_mean", "--by", "agent"]);
    let expected = plot("out/agents.csv");
    marked("out/agents.csv", "marked.csv");
    assert_eq!(plot("marked.csv"), expected.replace("out/agents.csv", "marked.csv"));
    marked("out/manifest.json", "manifest.json");
    std::fs::rename(folder.path("manifest.json"), folder.path("out/manifest.json")).unwrap();
    folder.succeed(&["report", "out", "--games", "0"]);
    // Whoever asks an agent.
    let hello = r#"{"m":"hello","protocol":1,"game":"skye","options":{},"move_ms":0}"#;
    let answered = fed(
        &folder,
        &["serve", "random"],
        format!("\u{feff}{hello}\n\u{feff}{{\"m\":\"quit\"}}\n").as_bytes(),
        WRITERS[0],
    );
    assert_eq!(text(&answered.stdout), "{\"m\":\"ready\",\"protocol\":1,\"name\":\"random\",\"deterministic\":true}\n");
}

#[test]
fn control_characters_of_foreign_names_reach_files_and_no_terminal() {
    let folder = TestFolder::new();
    folder.succeed(&["play", "random", "random", "--seed", "5", "--record", "g.jsonl"]);
    let name = "\u{1b}[2J\u{1b}]0;x\u{7}\r\nfake\u{9b}1m\u{202e}\u{2067}";
    let spelled = serde_json::to_string(name).unwrap();
    let record = folder.read("g.jsonl").replace("\"players\":[\"random\"", &format!("\"players\":[{spelled}"));
    assert!(record.contains(&spelled));
    folder.write("odd.jsonl", &record);
    let is_quiet = |output: &Output| {
        let shown = text(&output.stdout) + &text(&output.stderr);
        let reverses = |letter: char| ['\u{202e}', '\u{2067}'].contains(&letter);
        assert!(!shown.contains(|letter: char| reverses(letter) || letter.is_control() && letter != '\n'), "{shown:?}");
        shown
    };
    let listed = is_quiet(&folder.sim(&["explain", "odd.jsonl"]));
    assert!(listed.contains(r"\u{1b}[2J\u{1b}]0;x\u{7}\r\nfake\u{9b}1m\u{202e}\u{2067}"), "{listed}");
    let one = folder.sim(&["explain", "odd.jsonl", "--agent", "greedy", "--event", "5"]);
    assert!(one.status.success());
    is_quiet(&one);
    let other = folder.sim(&["explain", "odd.jsonl", "--agent", "greedy", "--event", "6"]);
    assert!(other.status.success());
    is_quiet(&other);
    // Tables and JSON have the name as it is.
    let csv = folder.succeed(&["dev", "appraise", "odd.jsonl"]);
    assert!(csv.contains(name), "{csv:.300}");
    let json: Vec<serde_json::Value> = ["5", "6"]
        .map(|event| folder.succeed(&["explain", "odd.jsonl", "--agent", "greedy", "--event", event, "--json"]))
        .map(|json| serde_json::from_str(&json).unwrap())
        .into();
    assert!(json.iter().any(|json| json["player"] == name), "{json:?}");
    // People at the table see it, too.
    save(&folder, &[]);
    let saved = folder
        .read("s.json")
        .replace("\"players\":[\"human\",\"random\"]", &format!("\"players\":[\"human\",{spelled}]"));
    assert!(saved.contains(&spelled));
    folder.write("odd.json", &saved);
    let shown = is_quiet(&folder.command(&["play", "--resume", "odd.json"]).stdin(Stdio::null()).output().unwrap());
    assert!(shown.contains(r"\u{1b}[2J"), "{shown}");
    // So are the names of files, in answers and in errors.
    let file = "a\u{1b}[31mb.jsonl";
    folder.write(file, &folder.read("g.jsonl"));
    is_quiet(&folder.sim(&["check", file]));
    is_quiet(&folder.sim(&["check", "none\u{1b}[31m.jsonl"]));
    is_quiet(&folder.sim(&["run", "none\u{1b}[31m.toml"]));
}

#[test]
fn errors_of_the_system_are_in_words() {
    let folder = TestFolder::new();
    std::fs::create_dir(folder.path("folder")).unwrap();
    for (words, wanted) in [
        (&["run", "none.toml"][..], "none.toml: No such file or directory; accepted: a config"),
        (&["run", "folder"], "folder: Is a directory"),
        (&["check", "none.jsonl"], "none.jsonl: No such file or directory"),
        (&["check", "folder"], "folder: Is a directory"),
        (&["report", "none"], "none/manifest.json: No such file or directory"),
        (&["draw", "none.jsonl"], "none.jsonl: No such file or directory"),
        (&["play", "random", "random", "--tiles", "none.csv"], "none.csv: No such file or directory"),
        (&["play", "random", "random", "--record", "folder/none/x"], "No such file or directory"),
        (&["match", "greedy:habits=none.toml", "random"], "none.toml: No such file or directory"),
        (&["dev", "plot", "folder", "--value", "a", "--by", "b"], "folder: Is a directory"),
        (&["play", "x", "random", "--command", "x=./none"], "./none: No such file or directory\n"),
    ] {
        let output = folder.sim(words);
        let error = text(&output.stderr);
        assert!(
            !output.status.success() && error.contains(wanted) && !error.contains("os error"),
            "{words:?}: {error}"
        );
    }
}

#[test]
fn threads_that_cannot_be_started_are_counted() {
    let folder = TestFolder::new();
    let limited = format!("ulimit -v 500000; exec {} run t.toml --threads 1024 --quiet", env!("CARGO_BIN_EXE_sim"));
    let mut shell = std::process::Command::new("sh");
    // With stacks this large, a thread cannot be started while there is memory for everything else.
    shell.args(["-c", &limited]).env("RUST_MIN_STACK", "300000000");
    let output = shell.current_dir(folder.path("")).output().unwrap();
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.starts_with("error: cannot start 1024 threads: "), "{error}");
    assert!(error.ends_with("; accepted: fewer (--threads)\n") && !error.contains("os error"), "{error}");
    assert_eq!(folder.names(), ["t.toml"], "nothing is written");
}

/// Reading a process's own memory from its beginning fails as a broken disk does.
#[cfg(target_os = "linux")]
#[test]
fn a_record_that_the_machine_cannot_read_is_no_bad_input() {
    let folder = TestFolder::new();
    for words in [&["check", "/proc/self/mem"][..], &["draw", "/proc/self/mem"], &["explain", "/proc/self/mem"]] {
        let output = folder.sim(words);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{words:?}: {error}");
        assert!(error.contains("/proc/self/mem: Input/output error"), "{error}");
    }
    assert!(folder.refuse(&["check", "."]).contains("."));
}
