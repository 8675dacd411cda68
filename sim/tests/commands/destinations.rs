//! What stands at the path of an output: files, links, devices, pipes, folders, sockets; and what is left when it cannot be written.

use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::process::{Command, Stdio};
use std::thread;

use crate::workshop::{Workshop, text};

/// A folder with a small run.
fn stocked() -> Workshop {
    let shop = Workshop::new();
    shop.succeed(&["run", "t.toml", "--set", "blocks=3", "--out", "out", "--quiet"]);
    shop.succeed(&[
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
    shop
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
fn command(shop: &Workshop, words: &[&str], file: &str) -> Command {
    let mut command = shop.command(&[words, &[file]].concat());
    command.stdin(Stdio::null());
    command
}

#[track_caller]
fn write(shop: &Workshop, words: &[&str], file: &str) {
    let output = command(shop, words, file).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{words:?}: {}", text(&output.stderr));
}

/// What a command writes into a new file.
fn written(shop: &Workshop, words: &[&str]) -> Vec<u8> {
    write(shop, words, "plain");
    let bytes = fs::read(shop.path("plain")).unwrap();
    fs::remove_file(shop.path("plain")).unwrap();
    bytes
}

/// What a command writes that says in its text where it writes to.
fn is_same(words: &[&str], found: &[u8], expected: &[u8]) -> bool {
    found == expected || (words[0] == "new" && found.len().abs_diff(expected.len()) < 100)
}

#[test]
fn links_are_followed_also_to_what_is_not_there_yet() {
    let shop = stocked();
    fs::create_dir(shop.path("deep")).unwrap();
    for words in WRITERS {
        let expected = written(&shop, words);
        symlink("deep/next", shop.path("link")).unwrap();
        symlink("target", shop.path("deep/next")).unwrap();
        // A target that is not there, then one that is; a new file alone may not be replaced.
        write(&shop, words, "link");
        if fs::read(shop.path("deep/target")).is_ok_and(|found| is_same(words, &found, &expected)) {
            fs::write(shop.path("deep/target"), "").unwrap();
            write(&shop, words, "link");
        }
        assert!(is_same(words, &fs::read(shop.path("deep/target")).unwrap(), &expected), "{words:?}");
        assert!(shop.path("link").is_symlink() && shop.path("deep/next").is_symlink(), "{words:?}");
        assert_eq!(shop.names_in("deep"), ["next", "target"], "{words:?}");
        shop.names().iter().for_each(|name| assert!(!name.starts_with('.'), "{words:?}: {name}"));
        for name in ["link", "deep/next", "deep/target"] {
            fs::remove_file(shop.path(name)).unwrap();
        }
    }
    symlink("ring", shop.path("ring")).unwrap();
    let told = text(&command(&shop, WRITERS[0], "ring").output().unwrap().stderr);
    assert!(told.contains("ring: ") && told.contains("levels of symbolic links"), "{told}");
}

#[test]
fn devices_and_pipes_are_written_to_and_never_read() {
    let shop = stocked();
    for words in WRITERS {
        let expected = written(&shop, words);
        symlink("/dev/null", shop.path("nul")).unwrap();
        write(&shop, words, "nul");
        assert!(shop.path("nul").is_symlink());
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device(), "{words:?}");
        fs::remove_file(shop.path("nul")).unwrap();
        assert!(Command::new("mkfifo").arg(shop.path("pipe")).status().unwrap().success());
        let pipe = shop.path("pipe");
        let reader = thread::spawn(move || {
            let mut found = Vec::new();
            File::open(pipe).unwrap().read_to_end(&mut found).unwrap();
            found
        });
        write(&shop, words, "pipe");
        let found = reader.join().unwrap();
        assert!(is_same(words, &found, &expected), "{words:?}: {} bytes, not {}", found.len(), expected.len());
        assert!(fs::metadata(shop.path("pipe")).unwrap().file_type().is_fifo(), "{words:?}");
        fs::remove_file(shop.path("pipe")).unwrap();
        // A device that is always full is no bad input.
        let output = command(&shop, words, "/dev/full").output().unwrap();
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{words:?}: {told}");
        assert!(told.starts_with("error: /dev/full: No space left"), "{words:?}: {told}");
    }
}

#[test]
fn a_page_goes_to_standard_output() {
    let shop = stocked();
    let page = written(&shop, WRITERS[0]);
    let output = command(&shop, WRITERS[0], "/dev/stdout").output().unwrap();
    assert!(output.status.success() && output.stdout.starts_with(&page[..]));
}

#[test]
fn a_file_keeps_its_mode_and_one_that_may_not_be_written_stays() {
    let shop = stocked();
    for words in WRITERS {
        shop.write("file", "");
        fs::set_permissions(shop.path("file"), fs::Permissions::from_mode(0o640)).unwrap();
        write(&shop, words, "file");
        let found = fs::metadata(shop.path("file")).unwrap();
        assert!(found.len() > 0 && found.permissions().mode() & 0o777 == 0o640, "{words:?}");
        fs::remove_file(shop.path("file")).unwrap();
    }
    // Tables of a run keep theirs, too.
    fs::set_permissions(shop.path("out/agents.csv"), fs::Permissions::from_mode(0o600)).unwrap();
    fs::rename(shop.path("out/pairs.csv"), shop.path("pairs.csv")).unwrap();
    symlink("../pairs.csv", shop.path("out/pairs.csv")).unwrap();
    let before = shop.read("pairs.csv");
    shop.write("pairs.csv", "old");
    shop.succeed(&["analyse", "out", "--quiet"]);
    assert_eq!(fs::metadata(shop.path("out/agents.csv")).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(shop.path("out/pairs.csv").is_symlink() && shop.read("pairs.csv") == before);
}

#[test]
fn what_is_no_file_is_refused_by_name() {
    let shop = stocked();
    fs::create_dir(shop.path("folder")).unwrap();
    let _socket = UnixListener::bind(shop.path("socket")).unwrap();
    for words in WRITERS {
        for (name, found) in [("folder", "found a folder"), ("socket", "found a socket"), ("new/", "found ")] {
            let output = command(&shop, words, name).output().unwrap();
            let told = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{words:?} {name}: {told}");
            assert!(
                told.contains(&format!("{name}: {found}")) && told.contains("accepted: "),
                "{words:?} {name}: {told}"
            );
        }
    }
    assert!(fs::metadata(shop.path("socket")).unwrap().file_type().is_socket());
    // A table of a run is none of these, either.
    fs::remove_file(shop.path("out/agents.csv")).unwrap();
    symlink("/dev/null", shop.path("out/agents.csv")).unwrap();
    let before = shop.files("out");
    shop.complain(&["analyse", "out", "--quiet"], "out/agents.csv: found a device or a pipe; accepted: a file");
    assert_eq!(shop.files("out"), before);
}

/// Runs a command under a limit of the shell.
fn limited(shop: &Workshop, limit: &str, words: &[&str]) -> (Option<i32>, String) {
    let sim = shop.command(&[]).get_program().to_owned();
    let output = Command::new("sh")
        .args(["-c", &format!("ulimit {limit} && exec \"$0\" \"$@\"")])
        .arg(sim)
        .args(words)
        .current_dir(shop.path(""))
        .output()
        .unwrap();
    (output.status.code(), text(&output.stderr) + &text(&output.stdout))
}

#[test]
fn any_number_of_shards_is_merged_with_sixty_four_handles() {
    let shop = Workshop::new();
    for (compress, shards) in [("none", 70), ("gzip", 20)] {
        let play = |words: &[&str]| {
            let compress = format!("compress={compress}");
            let set = ["--set", "blocks=80", "--set", &compress, "--quiet"];
            drop(shop.succeed(&[&["run", "t.toml"], &set[..], words].concat()));
        };
        play(&["--out", &format!("{compress}-alone")]);
        let folders: Vec<String> = (1..=shards).map(|shard| format!("{compress}-{shard}")).collect();
        for (shard, folder) in (1..).zip(&folders) {
            play(&["--out", folder, "--shard", &format!("{shard}/{shards}")]);
        }
        let whole = format!("{compress}-whole");
        let words: Vec<&str> =
            ["merge", "--out", &whole, "--quiet"].into_iter().chain(folders.iter().map(|folder| &**folder)).collect();
        let (code, told) = limited(&shop, "-n 64", &words);
        assert_eq!(code, Some(0), "{told}");
        assert_eq!(shop.results(&whole), shop.results(&format!("{compress}-alone")));
        for command in ["report", "verify", "analyse"] {
            let (code, told) = limited(&shop, "-n 64", &[command, &whole, "--quiet"]);
            assert_eq!(code, Some(0), "{command}: {told}");
        }
    }
    let shards: Vec<String> = (1..=70).map(|shard| format!("none-{shard}")).collect();
    let words: Vec<&str> = ["report", "--games", "0", "--out", "p.html", "--quiet"]
        .into_iter()
        .chain(shards.iter().map(|shard| &**shard))
        .collect();
    let (code, told) = limited(&shop, "-n 64", &words);
    assert_eq!(code, Some(0), "{told}");
    // Too few for a run is no fault of the run.
    for handles in 4..=12 {
        let (code, told) = limited(&shop, &format!("-n {handles}"), &["verify", "none-whole", "--quiet"]);
        assert!(
            code == Some(0) || (code != Some(2) && told.contains("Too many open files")),
            "{handles}: {code:?} {told}"
        );
    }
}

#[test]
fn what_stands_where_a_run_stages_its_files_is_not_removed() {
    let shop = Workshop::new();
    fs::create_dir_all(shop.path("mine/.partial")).unwrap();
    shop.write("mine/.partial/n", "x");
    let commands: [&[&str]; 3] = [
        &["run", "t.toml", "--out", "mine", "--quiet"],
        &["run", "t.toml", "--out", "mine", "--quiet", "--resume"],
        &["merge", "part", "--out", "mine", "--partial", "--quiet"],
    ];
    shop.succeed(&["run", "t.toml", "--shard", "1/2", "--out", "part", "--quiet"]);
    for words in commands {
        let told = shop.refuse(words);
        assert!(told.contains("mine/.partial/n: ") && told.contains("accepted: a new or empty folder"), "{told}");
        assert_eq!(
            (shop.names_in("mine"), shop.names_in("mine/.partial")),
            (vec![".partial".to_owned()], vec!["n".to_owned()])
        );
    }
    // Also beside what a run has left there: one that is interrupted is not resumed over it.
    fs::remove_dir_all(shop.path("mine")).unwrap();
    fs::create_dir_all(shop.path("mine/.partial/timing.json/in-the-way")).unwrap();
    assert_eq!(shop.sim(&["run", "t.toml", "--out", "mine", "--quiet"]).status.code(), Some(1));
    shop.write("mine/.partial/notes.csv", "x");
    shop.complain(&["run", "t.toml", "--out", "mine", "--resume", "--quiet"], "mine/.partial/notes.csv: ");
    assert_eq!(shop.read("mine/.partial/notes.csv"), "x");
    // Nor through a link.
    fs::create_dir_all(shop.path("linked")).unwrap();
    fs::create_dir_all(shop.path("elsewhere")).unwrap();
    symlink("../elsewhere", shop.path("linked/.partial")).unwrap();
    shop.complain(&["run", "t.toml", "--out", "linked", "--quiet"], "linked/.partial: ");
    assert!(shop.names_in("elsewhere").is_empty() && shop.path("linked/.partial").is_symlink());
}

#[test]
fn the_root_and_the_folder_around_the_caller_are_not_filled_among_other_files() {
    let shop = Workshop::new();
    for out in [".", "./", "..", "/"] {
        let told = shop.refuse(&["run", "t.toml", "--out", out, "--quiet"]);
        assert!(told.contains("which is not a file of this run; accepted: a new or empty folder"), "{told}");
    }
    assert_eq!(shop.names(), ["t.toml"]);
    // An empty one is as good as any.
    fs::create_dir(shop.path("empty")).unwrap();
    let within = |words: &[&str]| shop.command(words).current_dir(shop.path("empty")).output().unwrap();
    let output = within(&["run", "../t.toml", "--out", ".", "--quiet"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let output = within(&["run", "../t.toml", "--out", ".", "--quiet", "--resume", "--set", "blocks=13"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn a_reader_that_has_seen_enough_ends_the_page() {
    let shop = stocked();
    let sim = shop.command(&[]).get_program().to_owned();
    let pipe = "\"$0\" report out --out /dev/stdout --quiet | head -c 9";
    let output = Command::new("sh").args(["-c", pipe]).arg(sim).current_dir(shop.path("")).output().unwrap();
    assert_eq!(text(&output.stdout).to_lowercase(), "<!doctype");
    assert_eq!(text(&output.stderr), "");
}
