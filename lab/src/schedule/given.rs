//! The game's agents with the files named in their specs.

use std::path::Path;
use std::sync::Arc;

use agents::{AgentSchema, AgentSpec};
use interface::digest::sha256;

use crate::base::error::{Error, Result};
use crate::base::files::read_text;

/// The maximum size of a file for an agent.
pub const MOST_BYTES: u64 = 1 << 22;

/// Reads the file at a path.
pub type ReadFile<'a> = &'a dyn Fn(&str) -> Result<String>;

/// Reads an agent of the game, and the files named in its spec.
///
/// # Errors
/// A description of the error in the spec or a file.
pub fn read(text: &str, schemas: &[&'static AgentSchema], file: ReadFile<'_>) -> Result<AgentSpec> {
    let mut agent = AgentSpec::parse(text, schemas).map_err(Error::of_input)?;
    let named: Vec<(&'static str, String)> = agent.files().map(|(key, path)| (key, path.to_owned())).collect();
    for (key, path) in named {
        let place = format!("agent `{}`, key `{key}`", agent.schema().name);
        let text = file(&path).map_err(|fault| fault.at(place))?;
        agent.give(key, Arc::from(text)).map_err(Error::of_input)?;
    }
    Ok(agent)
}

/// Does the same, with paths relative to the current folder.
///
/// # Errors
/// As for [`read`].
pub fn read_here(text: &str, schemas: &[&'static AgentSchema]) -> Result<AgentSpec> {
    read(text, schemas, &|path| of_folder(Path::new(""), path))
}

/// Reads the file at a path relative to this folder.
///
/// # Errors
/// If it cannot be read.
pub fn of_folder(folder: &Path, path: &str) -> Result<String> {
    read_text(&folder.join(path), MOST_BYTES).map_err(|error| Error::of_io(path, &error, ""))
}

/// A file given to an agent.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct GivenFile {
    /// The path in the spec.
    pub path: String,
    /// The SHA-256 hash of its text, in hexadecimal.
    pub sha256: String,
    /// Its text.
    pub text: Arc<str>,
}

impl GivenFile {
    /// The manifest key of the hashes of all such files, by path.
    pub const HASHES: &'static str = "agents_sha256";

    /// Returns the files of an agent.
    pub fn of(agent: &AgentSpec) -> impl Iterator<Item = Self> {
        agent.files().filter_map(|(key, path)| {
            let text = Arc::clone(agent.given(key)?);
            Some(Self { path: path.to_owned(), sha256: sha256(&*text), text })
        })
    }

    /// Returns the name under which a run's folder keeps a file with this hash.
    pub fn kept_name(sha256: &str) -> String {
        format!("agent-{}.json", sha256.get(..16).unwrap_or(sha256))
    }

    /// Returns the spec of an agent, with its files under the names of the copies in a run's folder.
    pub fn spec_by_kept_names(agent: &AgentSpec) -> String {
        let kept = agent.files().filter_map(|(key, path): (&str, &str)| {
            let name = Self::kept_name(&sha256(&**agent.given(key)?));
            Some((format!("{key}={path}"), format!("{key}={name}")))
        });
        let kept: Vec<(String, String)> = kept.collect();
        let text = agent.to_string();
        let Some((name, words)) = text.split_once(':') else { return text };
        format!(
            "{name}:{}",
            words
                .split(',')
                .map(|word| kept.iter().find(|(named, _)| named == word).map_or(word, |(_, kept)| kept.as_str()))
                .collect::<Vec<_>>()
                .join(",")
        )
    }
}
