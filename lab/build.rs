//! Finds the revision of the source, for manifests. Without git, or outside a repository, it is a hash of the source.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use sha2::{Digest, Sha256};

/// The sources of the program, relative to this package's folder.
const SOURCES: [&str; 22] = [
    "build.rs",
    "src",
    "Cargo.toml",
    "../Cargo.toml",
    "../Cargo.lock",
    "../engine/src",
    "../engine/data",
    "../engine/Cargo.toml",
    "../agents/src",
    "../agents/data",
    "../agents/Cargo.toml",
    "../interface/src",
    "../interface/Cargo.toml",
    "../stats/src",
    "../stats/Cargo.toml",
    "../report/src",
    "../report/Cargo.toml",
    "../games/src",
    "../games/Cargo.toml",
    "../sim/src",
    "../sim/Cargo.toml",
    "../configs",
];

fn main() {
    println!("cargo:rustc-env=SIM_REVISION={}", revision().unwrap_or_else(hash));
    SOURCES.iter().for_each(|path| watch(Path::new(path)));
    watch_head();
}

/// The commit, with `-dirty` if the sources differ from it.
fn revision() -> Option<String> {
    // Somebody else's repository around an unpacked archive would say nothing about these files.
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    let commit = git(&["rev-parse", "--verify", "HEAD"])?;
    let changes = git(&[&["--no-optional-locks", "status", "--porcelain", "--"], &SOURCES[..]].concat())?;
    Some(if changes.is_empty() { commit } else { format!("{commit}-dirty") })
}

/// SHA-256 of the names and contents of all source files, the first 20 of its 64 digits: where there are no commits, it tells two sources apart.
fn hash() -> String {
    let mut hash = Sha256::new();
    let mut files: Vec<PathBuf> = SOURCES.iter().flat_map(|path| files_of(Path::new(path))).collect();
    files.sort();
    for file in files {
        // Lengths keep a name apart from its content, and a content from the next name.
        let (name, content) = (file.to_string_lossy().replace('\\', "/"), fs::read(&file).unwrap_or_default());
        hash.update(format!("{} {name} {} ", name.len(), content.len()));
        hash.update(content);
    }
    let digits: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("source-{}", &digits[..20])
}

/// A file, or all files in a folder and those in it; none if there is nothing of that name.
fn files_of(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(path) else { return Vec::from_iter(path.is_file().then(|| path.to_path_buf())) };
    let paths =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>().unwrap_or_default();
    paths.iter().flat_map(|path| files_of(path)).collect()
}

/// Asks cargo to run this again after a commit or a checkout, which change HEAD or the branch that it names.
fn watch_head() {
    let Some(head) = git_path("HEAD") else { return };
    watch(Path::new(&head));
    let Some(branch) = git(&["symbolic-ref", "--quiet", "HEAD"]).and_then(|name| git_path(&name)) else { return };
    let branch = Path::new(&branch);
    if branch.exists() {
        watch(branch);
        return;
    }
    // The branch is among the packed ones; the next commit makes a file of it in a folder that exists already, as a rule.
    git_path("packed-refs").iter().for_each(|packed| watch(Path::new(packed)));
    branch.ancestors().skip(1).find(|folder| folder.exists()).iter().for_each(|folder| watch(folder));
}

/// Asks cargo to run this again when something changes there. What does not exist would count as changed at every call.
fn watch(path: &Path) {
    if path.exists() {
        println!("cargo:rerun-if-changed={}", path.display());
    }
}

/// The path of a file in git's folder, which depends on worktrees and more.
fn git_path(name: &str) -> Option<String> {
    git(&["rev-parse", "--git-path", name])
}

/// The output of git in this package's folder; `None` if it fails.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
