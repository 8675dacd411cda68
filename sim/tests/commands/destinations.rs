//! What stands at the path of an output: files, links, devices, pipes, folders, sockets; and what is left when it cannot be written.

use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::process::{Command, Stdio};
use std::thread;

use crate::test_folder::{TestFolder, text};

/// A folder with a small run.
fn stocked() -> TestFolder {
    let folder = TestFolder::new();
    folder.succeed(&["run", "t.toml", "--set", "blocks=3", "--out", "out", "--quiet"]);
    folder.succeed(&[
        "run",
        "t.toml",
        "--set",
        "blocks=3",
        "--set",
        "rules.castle-income=4",
        "--out",
        "other",
        "--quiet",
    ]);
    folder
}

/// Every command that writes a file, up to the file.
const WRITERS: [&[&str]; 6] = [
    &["report", "out", "--games", "1", "--quiet", "--out"],
    &["replay", "out", "--game", "1", "--html"],
    &["play", "random", "random", "--seed", "1", "--quiet", "--record"],
    &["play", "human", "random", "--seed", "1", "--save"],
    &["compare", "out", "other", "--out"],
    &["new", "--out"],
];

/// The same that writes to this file.
fn command(folder: &TestFolder, words: &[&str], file: &str) -> Command {
    let mut command = folder.command(&[words, &[file]].concat());
    command.stdin(Stdio::null());
    command
}

#[track_caller]
fn write(folder: &TestFolder, words: &[&str], file: &str) {
    let output = command(folder, words, file).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{words:?}: {}", text(&output.stderr));
}

/// What a command writes into a new file.
fn written(folder: &TestFolder, words: &[&str]) -> Vec<u8> {
    write(folder, words, "plain");
    let bytes = fs::read(folder.path("plain")).unwrap();
    fs::remove_file(folder.path("plain")).unwrap();
    bytes
}

/// What a command writes that says in its text where it writes to.
fn is_same(words: &[&str], found: &[u8], expected: &[u8]) -> bool {
    found == expected || (words[0] == "new" && found.len().abs_diff(expected.len()) < 100)
}

#[test]
fn links_are_followed_also_to_what_is_not_there_yet() {
    let folder = stocked();
    fs::create_dir(folder.path("deep")).unwrap();
    for words in WRITERS {
        let expected = written(&folder, words);
        symlink("deep/next", folder.path("link")).unwrap();
        symlink("target", folder.path("deep/next")).unwrap();
        // A target that is not there, then one that is; a new file alone may not be replaced.
        write(&folder, words, "link");
        if fs::read(folder.path("deep/target")).is_ok_and(|found| is_same(words, &found, &expected)) {
            fs::write(folder.path("deep/target"), "").unwrap();
            write(&folder, words, "link");
        }
        assert!(is_same(words, &fs::read(folder.path("deep/target")).unwrap(), &expected), "{words:?}");
        assert!(folder.path("link").is_symlink() && folder.path("deep/next").is_symlink(), "{words:?}");
        assert_eq!(folder.names_in("deep"), ["next", "target"], "{words:?}");
        folder.names().iter().for_each(|name| assert!(!name.starts_with('.'), "{words:?}: {name}"));
        for name in ["link", "deep/next", "deep/target"] {
            fs::remove_file(folder.path(name)).unwrap();
        }
    }
    symlink("ring", folder.path("ring")).unwrap();
    let told = text(&command(&folder, WRITERS[0], "ring").output().unwrap().stderr);
    assert!(told.contains("ring: ") && told.contains("levels of symbolic links"), "{told}");
}

#[test]
fn devices_and_pipes_are_written_to_and_never_read() {
    let folder = stocked();
    for words in WRITERS {
        let expected = written(&folder, words);
        symlink("/dev/null", folder.path("nul")).unwrap();
        write(&folder, words, "nul");
        assert!(folder.path("nul").is_symlink());
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device(), "{words:?}");
        fs::remove_file(folder.path("nul")).unwrap();
        assert!(Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap().success());
        let pipe = folder.path("pipe");
        let reader = thread::spawn(move || {
            let mut found = Vec::new();
            File::open(pipe).unwrap().read_to_end(&mut found).unwrap();
            found
        });
        write(&folder, words, "pipe");
        let found = reader.join().unwrap();
        assert!(is_same(words, &found, &expected), "{words:?}: {} bytes, not {}", found.len(), expected.len());
        assert!(fs::metadata(folder.path("pipe")).unwrap().file_type().is_fifo(), "{words:?}");
        fs::remove_file(folder.path("pipe")).unwrap();
        // A device that is always full is no bad input.
        let output = command(&folder, words, "/dev/full").output().unwrap();
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{words:?}: {told}");
        assert!(told.starts_with("error: /dev/full: No space left"), "{words:?}: {told}");
    }
}

#[test]
fn a_page_goes_to_standard_output() {
    let folder = stocked();
    let page = written(&folder, WRITERS[0]);
    let output = command(&folder, WRITERS[0], "/dev/stdout").output().unwrap();
    assert!(output.status.success() && output.stdout.starts_with(&page[..]));
}

#[test]
fn a_file_keeps_its_mode_and_one_that_may_not_be_written_stays() {
    let folder = stocked();
    for words in WRITERS {
        folder.write("file", "");
        fs::set_permissions(folder.path("file"), fs::Permissions::from_mode(0o640)).unwrap();
        write(&folder, words, "file");
        let found = fs::metadata(folder.path("file")).unwrap();
        assert!(found.len() > 0 && found.permissions().mode() & 0o777 == 0o640, "{words:?}");
        fs::remove_file(folder.path("file")).unwrap();
    }
    // Tables of a run keep theirs, too.
    fs::set_permissions(folder.path("out/agents.csv"), fs::Permissions::from_mode(0o600)).unwrap();
    fs::rename(folder.path("out/pairs.csv"), folder.path("pairs.csv")).unwrap();
    symlink("../pairs.csv", folder.path("out/pairs.csv")).unwrap();
    let before = folder.read("pairs.csv");
    folder.write("pairs.csv", "old");
    folder.succeed(&["analyse", "out", "--quiet"]);
    assert_eq!(fs::metadata(folder.path("out/agents.csv")).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(folder.path("out/pairs.csv").is_symlink() && folder.read("pairs.csv") == before);
}

#[test]
fn what_is_no_file_is_refused_by_name() {
    let folder = stocked();
    fs::create_dir(folder.path("folder")).unwrap();
    let _socket = UnixListener::bind(folder.path("socket")).unwrap();
    for words in WRITERS {
        for (name, found) in [("folder", "found a folder"), ("socket", "found a socket"), ("new/", "found ")] {
            let output = command(&folder, words, name).output().unwrap();
            let told = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{words:?} {name}: {told}");
            assert!(
                told.contains(&format!("{name}: {found}")) && told.contains("accepted: "),
                "{words:?} {name}: {told}"
            );
        }
    }
    assert!(fs::metadata(folder.path("socket")).unwrap().file_type().is_socket());
    // A table of a run is none of these, either.
    fs::remove_file(folder.path("out/agents.csv")).unwrap();
    symlink("/dev/null", folder.path("out/agents.csv")).unwrap();
    let before = folder.files("out");
    folder.assert_refused(&["analyse", "out", "--quiet"], "out/agents.csv: found a device or a pipe; accepted: a file");
    assert_eq!(folder.files("out"), before);
}

/// Runs a command under a limit of the shell.
fn limited(folder: &TestFolder, limit: &str, words: &[&str]) -> (Option<i32>, String) {
    let sim = folder.command(&[]).get_program().to_owned();
    let output = Command::new("sh")
        .args(["-c", &format!("ulimit {limit} && exec \"$0\" \"$@\"")])
        .arg(sim)
        .args(words)
        .current_dir(folder.path(""))
        .output()
        .unwrap();
    (output.status.code(), text(&output.stderr) + &text(&output.stdout))
}

#[test]
fn any_number_of_shards_is_merged_with_sixty_four_handles() {
    let folder = TestFolder::new();
    for (compress, shards) in [("none", 70), ("gzip", 20)] {
        let play = |words: &[&str]| {
            let compress = format!("compress={compress}");
            let set = ["--set", "blocks=80", "--set", &compress, "--quiet"];
            drop(folder.succeed(&[&["run", "t.toml"], &set[..], words].concat()));
        };
        play(&["--out", &format!("{compress}-alone")]);
        let folders: Vec<String> = (1..=shards).map(|shard| format!("{compress}-{shard}")).collect();
        for (shard, subfolder) in (1..).zip(&folders) {
            play(&["--out", subfolder, "--shard", &format!("{shard}/{shards}")]);
        }
        let whole = format!("{compress}-whole");
        let words: Vec<&str> = ["merge", "--out", &whole, "--quiet"]
            .into_iter()
            .chain(folders.iter().map(|subfolder| &**subfolder))
            .collect();
        let (code, told) = limited(&folder, "-n 64", &words);
        assert_eq!(code, Some(0), "{told}");
        assert_eq!(folder.results(&whole), folder.results(&format!("{compress}-alone")));
        for command in ["report", "verify", "analyse"] {
            let (code, told) = limited(&folder, "-n 64", &[command, &whole, "--quiet"]);
            assert_eq!(code, Some(0), "{command}: {told}");
        }
    }
    let shards: Vec<String> = (1..=70).map(|shard| format!("none-{shard}")).collect();
    let words: Vec<&str> = ["report", "--games", "0", "--out", "p.html", "--quiet"]
        .into_iter()
        .chain(shards.iter().map(|shard| &**shard))
        .collect();
    let (code, told) = limited(&folder, "-n 64", &words);
    assert_eq!(code, Some(0), "{told}");
    // Too few for a run is no fault of the run.
    for handles in 4..=12 {
        let (code, told) = limited(&folder, &format!("-n {handles}"), &["verify", "none-whole", "--quiet"]);
        assert!(
            code == Some(0) || (code != Some(2) && told.contains("Too many open files")),
            "{handles}: {code:?} {told}"
        );
    }
}

#[test]
fn what_stands_where_a_run_stages_its_files_is_not_removed() {
    let folder = TestFolder::new();
    fs::create_dir_all(folder.path("mine/.partial")).unwrap();
    folder.write("mine/.partial/n", "x");
    let commands: [&[&str]; 3] = [
        &["run", "t.toml", "--out", "mine", "--quiet"],
        &["run", "t.toml", "--out", "mine", "--quiet", "--resume"],
        &["merge", "part", "--out", "mine", "--partial", "--quiet"],
    ];
    folder.succeed(&["run", "t.toml", "--shard", "1/2", "--out", "part", "--quiet"]);
    for words in commands {
        let told = folder.refuse(words);
        assert!(told.contains("mine/.partial/n: ") && told.contains("accepted: a new or empty folder"), "{told}");
        assert_eq!(
            (folder.names_in("mine"), folder.names_in("mine/.partial")),
            (vec![".partial".to_owned()], vec!["n".to_owned()])
        );
    }
    // Also beside what a run has left there: one that is interrupted is not resumed over it.
    fs::remove_dir_all(folder.path("mine")).unwrap();
    fs::create_dir_all(folder.path("mine/.partial/timing.json/in-the-way")).unwrap();
    assert_eq!(folder.sim(&["run", "t.toml", "--out", "mine", "--quiet"]).status.code(), Some(1));
    folder.write("mine/.partial/notes.csv", "x");
    folder.assert_refused(&["run", "t.toml", "--out", "mine", "--resume", "--quiet"], "mine/.partial/notes.csv: ");
    assert_eq!(folder.read("mine/.partial/notes.csv"), "x");
    // Nor through a link.
    fs::create_dir_all(folder.path("linked")).unwrap();
    fs::create_dir_all(folder.path("elsewhere")).unwrap();
    symlink("../elsewhere", folder.path("linked/.partial")).unwrap();
    folder.assert_refused(&["run", "t.toml", "--out", "linked", "--quiet"], "linked/.partial: ");
    assert!(folder.names_in("elsewhere").is_empty() && folder.path("linked/.partial").is_symlink());
}

#[test]
fn the_root_and_the_folder_around_the_caller_are_not_filled_among_other_files() {
    let folder = TestFolder::new();
    for out in [".", "./", "..", "/"] {
        let told = folder.refuse(&["run", "t.toml", "--out", out, "--quiet"]);
        assert!(told.contains("which is not a file of this run; accepted: a new or empty folder"), "{told}");
    }
    assert_eq!(folder.names(), ["t.toml"]);
    // An empty one is as good as any.
    fs::create_dir(folder.path("empty")).unwrap();
    let within = |words: &[&str]| folder.command(words).current_dir(folder.path("empty")).output().unwrap();
    let output = within(&["run", "../t.toml", "--out", ".", "--quiet"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let output = within(&["run", "../t.toml", "--out", ".", "--quiet", "--resume", "--set", "blocks=13"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn a_reader_that_has_seen_enough_ends_the_page() {
    let folder = stocked();
    let sim = folder.command(&[]).get_program().to_owned();
    let pipe = "\"$0\" report out --out /dev/stdout --quiet | head -c 9";
    let output = Command::new("sh").args(["-c", pipe]).arg(sim).current_dir(folder.path("")).output().unwrap();
    assert_eq!(text(&output.stdout).to_lowercase(), "<!doctype");
    assert_eq!(text(&output.stderr), "");
}
