//! A crate as its files and what they import.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::imports::paths;

/// A source file.
pub struct Source {
    /// Its path below `src`, with `/` between folders.
    pub path: String,
    /// What stands in it.
    pub text: String,
}

impl Source {
    /// The module that it holds, as names from the crate's root on.
    fn module(&self) -> Vec<&str> {
        let stem = self.path.strip_suffix(".rs").expect("a source file");
        let mut names: Vec<&str> = stem.split('/').collect();
        if matches!(names.last(), Some(&"mod" | &"lib" | &"main")) {
            names.pop();
        }
        names
    }

    /// Its text up to its unit tests.
    fn without_tests(&self) -> &str {
        self.text.split("\n#[cfg(test)]").next().unwrap_or("")
    }
}

/// A crate.
pub struct House {
    sources: Vec<Source>,
    /// By file: the files that it imports.
    imports: Vec<BTreeSet<usize>>,
}

impl House {
    /// The crate of that name in this workspace.
    pub fn read(name: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src");
        let mut sources = Vec::new();
        read_folder(&root, "", &mut sources);
        assert!(sources.len() > 10, "{name}: {} files", sources.len());
        Self::new(sources)
    }

    /// A crate of these files.
    pub fn new(mut sources: Vec<Source>) -> Self {
        sources.sort_by(|one, other| one.path.cmp(&other.path));
        let files: BTreeMap<Vec<&str>, usize> = sources
            .iter()
            .enumerate()
            .filter(|(_, source)| source.path != "main.rs")
            .map(|(file, source)| (source.module(), file))
            .collect();
        let imports = sources
            .iter()
            .enumerate()
            .map(|(file, source)| imported(source, &files).filter(|&other| other != file).collect())
            .collect();
        Self { imports, sources }
    }

    fn names(&self, files: impl IntoIterator<Item = usize>) -> Vec<String> {
        files.into_iter().map(|file| self.sources[file].path.clone()).collect()
    }

    /// The places below these folders where any of these words stands, in code or comments.
    pub fn naming(&self, folders: &[&str], words: &[&str]) -> Vec<String> {
        let below = |source: &&Source| folders.iter().any(|folder| source.path.starts_with(folder));
        let mut found = Vec::new();
        for source in self.sources.iter().filter(below) {
            for (number, line) in source.without_tests().lines().enumerate() {
                let line = line.to_lowercase();
                let named = words.iter().filter(|word| line.contains(**word));
                found.extend(named.map(|word| format!("{}:{} names `{word}`", source.path, number + 1)));
            }
        }
        found
    }

    /// The entries of a folder, whose name ends in `/` but for the root's, without their endings.
    pub fn entries(&self, folder: &str) -> BTreeSet<&str> {
        self.sources.iter().filter_map(|source| entry(&source.path, folder)).collect()
    }

    /// The imports below a folder from an entry of it to one that does not stand before it in this order.
    pub fn out_of_order(&self, folder: &str, order: &[&str]) -> Vec<String> {
        let place = |file: usize| {
            let entry = entry(&self.sources[file].path, folder)?;
            order.iter().position(|room| *room == entry)
        };
        let all =
            self.imports.iter().enumerate().flat_map(|(file, others)| others.iter().map(move |&other| (file, other)));
        let back =
            all.filter(|&(file, other)| matches!((place(file), place(other)), (Some(one), Some(two)) if one < two));
        back.map(|(file, other)| format!("{} imports {}", self.sources[file].path, self.sources[other].path)).collect()
    }

    /// The files of each circle of imports.
    pub fn circles(&self) -> Vec<Vec<String>> {
        circles(&self.imports).into_iter().map(|circle| self.names(circle)).collect()
    }

    /// The entries of a folder that import each other in a circle, for each folder. A folder's `mod.rs` is its door and no entry.
    pub fn circles_of_folders(&self) -> Vec<Vec<String>> {
        self.folders().iter().flat_map(|folder| self.circles_in(folder)).collect()
    }

    fn circles_in(&self, folder: &str) -> Vec<Vec<String>> {
        let entries: Vec<&str> =
            self.entries(folder).into_iter().filter(|name| !matches!(*name, "mod" | "lib" | "main")).collect();
        let place = |file: usize| {
            let entry = entry(&self.sources[file].path, folder)?;
            entries.iter().position(|name| *name == entry)
        };
        let mut graph = vec![BTreeSet::new(); entries.len()];
        for (file, others) in self.imports.iter().enumerate() {
            let Some(from) = place(file) else { continue };
            graph[from].extend(others.iter().filter_map(|&other| place(other)).filter(|&to| to != from));
        }
        let named = |circle: Vec<usize>| circle.into_iter().map(|at| format!("{folder}{}", entries[at])).collect();
        circles(&graph).into_iter().map(named).collect()
    }

    /// All folders, the root as nothing, the others with a `/` at their end.
    fn folders(&self) -> BTreeSet<String> {
        let ends = |source: &'_ Source| -> Vec<String> {
            source.path.match_indices('/').map(|(end, _)| source.path[..=end].to_owned()).collect()
        };
        self.sources.iter().flat_map(ends).chain([String::new()]).collect()
    }
}

/// The entry of a folder that a path leads through, without its ending.
fn entry<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    let below = path.strip_prefix(folder)?.split('/').next()?;
    Some(below.strip_suffix(".rs").unwrap_or(below))
}

fn read_folder(root: &Path, below: &str, sources: &mut Vec<Source>) {
    for entry in fs::read_dir(root.join(below)).expect("a folder") {
        let name = entry.expect("an entry").file_name().into_string().expect("a plain name");
        let path = if below.is_empty() { name } else { format!("{below}/{name}") };
        if root.join(&path).is_dir() {
            read_folder(root, &path, sources);
        } else if path.ends_with(".rs") {
            let text = fs::read_to_string(root.join(&path)).expect("a source file");
            sources.push(Source { path, text });
        }
    }
}

/// The files that a file imports: of each path, the file of the innermost module that it leads through.
fn imported(source: &Source, files: &BTreeMap<Vec<&str>, usize>) -> impl Iterator<Item = usize> {
    let module = source.module();
    let of_path = |path: &Vec<String>| {
        let mut names: Vec<&str> = path.iter().map(String::as_str).collect();
        let mut whole = match names[0] {
            "crate" => Vec::new(),
            "self" | "super" => module.clone(),
            // A module inside this one.
            child if files.contains_key(&[&module[..], &[child]].concat()) => [&module[..], &[child]].concat(),
            _ => return None,
        };
        let up = names.iter().take_while(|name| **name == "super").count();
        whole.truncate(whole.len().saturating_sub(up));
        whole.extend(names.drain(..).skip(up.max(1)));
        (0..=whole.len()).rev().find_map(|length| files.get(&whole[..length]).copied())
    };
    let found: Vec<usize> = paths(source.without_tests()).iter().filter_map(of_path).collect();
    found.into_iter()
}

/// The circles of a graph: what reaches each other, in groups of two or more.
fn circles(graph: &[BTreeSet<usize>]) -> Vec<Vec<usize>> {
    let reached: Vec<BTreeSet<usize>> = (0..graph.len()).map(|start| reached(graph, start)).collect();
    let mut circles: Vec<Vec<usize>> = Vec::new();
    for start in 0..graph.len() {
        let circle: Vec<usize> =
            reached[start].iter().copied().filter(|&other| reached[other].contains(&start)).collect();
        if circle.first() == Some(&start) && circle.len() > 1 {
            circles.push(circle);
        }
    }
    circles
}

fn reached(graph: &[BTreeSet<usize>], start: usize) -> BTreeSet<usize> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
    while let Some(at) = open.pop() {
        open.extend(graph[at].iter().filter(|&&next| seen.insert(next)));
    }
    seen
}
