//! Finds what both halves of the package are made from, so that they can be compared when it is imported.

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// The Python half.
const PACKAGE: &[&str] = &["package/boardlab"];

/// Everything that the Rust half is made from, beside what cargo fetches.
const SOURCES: &[&str] = &[
    "build.rs",
    "Cargo.toml",
    "Cargo.lock",
    "src",
    "learning/Cargo.toml",
    "learning/src",
    "../engine/src",
    "../engine/data",
    "../agents/src",
    "../agents/data",
    "../interface/src",
    "../stats/src",
    "../lab/src",
    "../report/src",
    "../games/src",
];

fn main() {
    println!(
        "cargo:rustc-env=BOARDLAB_PACKAGE={}",
        hash(PACKAGE, &|path| path.extension().is_some_and(|end| end == "py"))
    );
    println!("cargo:rustc-env=BOARDLAB_SOURCES={}", hash(SOURCES, &|_| true));
    for path in PACKAGE.iter().chain(SOURCES) {
        println!("cargo:rerun-if-changed={path}");
    }
}

/// SHA-256 of the names and contents of all these files, in the order of their names. The Python half counts its own in the same way.
fn hash(roots: &[&str], is_wanted: &dyn Fn(&Path) -> bool) -> String {
    let mut files: Vec<PathBuf> = roots.iter().flat_map(|root| files_of(Path::new(root))).collect();
    files.retain(|file| is_wanted(file));
    files.sort();
    let mut hash = Sha256::new();
    for file in files {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let content = fs::read(&file).unwrap_or_default();
        hash.update(format!("{} {name} {} ", name.len(), content.len()));
        hash.update(content);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A file, or all files in a folder and those in it.
fn files_of(path: &Path) -> Vec<PathBuf> {
    match fs::read_dir(path) {
        Ok(entries) => entries.flatten().flat_map(|entry| files_of(&entry.path())).collect(),
        Err(_) => Vec::from_iter(path.is_file().then(|| path.to_path_buf())),
    }
}
