//! The files of a game's components, such as its tiles.

use std::path::{Path, PathBuf};

use interface::components::ComponentFile;
use interface::digest::sha256;
use serde_json::{Map, Value};

use crate::base::error::{BadInput, Error, Result};
use crate::base::files::read_text;
use crate::forms::section::Field;
use crate::schedule::given::{self, GivenFile};

/// The maximum size of a component file. Shipped ones have a few kB.
const MOST_BYTES: u64 = 1 << 20;

/// The location of a user's component files.
#[derive(Copy, Clone, Debug)]
pub enum Files<'a> {
    /// Paths are relative to this folder, that of the config or of the process.
    ///
    /// Those on the command line are relative to the latter: see [`named_in`](Files::named_in).
    From(&'a Path),
    /// Files are in the folder of a run, which keeps copies of those that are not shipped.
    ///
    /// Its manifest has the hashes of all files, which distinguish a shipped file from a user's of the same name.
    KeptIn(&'a Path, &'a Map<String, Value>),
}

/// A file found.
pub struct Found {
    /// The path.
    pub path: PathBuf,
    /// The name, without folders.
    pub name: String,
    /// Its content.
    pub text: String,
}

impl Found {
    /// Converts it to a user's file under a key.
    pub fn into_component(self, key: &'static str) -> ComponentFile {
        let Self { path, name, text } = self;
        let path = path.to_string_lossy().into();
        ComponentFile { key, path, name, sha256: sha256(&text), text: text.into(), is_shipped: false }
    }
}

impl Files<'_> {
    /// Returns whether they are kept with a run, whose manifest replaces a config.
    pub fn are_kept(self) -> bool {
        matches!(self, Self::KeptIn(..))
    }

    /// Returns the location of the files that a value names.
    pub fn named_in(self, field: Field<'_>) -> Self {
        match self {
            Self::From(_) if field.is_argument() => Self::From(Path::new("")),
            Self::From(_) | Self::KeptIn(..) => self,
        }
    }

    /// Reads the file named in an agent's spec.
    ///
    /// # Errors
    /// If it cannot be read, or is not the one with which the run was played.
    pub fn of_agent(self, path: &str) -> Result<String> {
        match self {
            Self::From(folder) => given::of_folder(folder, path),
            Self::KeptIn(folder, hashes) => {
                let hash = hashes.get(GivenFile::HASHES).and_then(|hashes| hashes.get(path)).and_then(Value::as_str);
                let hash = hash.ok_or_else(|| {
                    Error::input(path, format_args!("its hash is missing below `{}`", GivenFile::HASHES), "")
                })?;
                let kept = folder.join(GivenFile::kept_name(hash));
                let text = read_text(&kept, given::MOST_BYTES).map_err(|error| Error::of_path(&kept, &error, ""))?;
                let found = sha256(&text);
                if found == hash {
                    Ok(text)
                } else {
                    let kept = kept.display();
                    Err(Error::input(
                        format_args!("{kept}: not the file of this run"),
                        format_args!("its SHA-256 is {found}"),
                        "",
                    ))
                }
            }
        }
    }

    /// Finds the user's file that a config names under a key; `None` for one of these shipped files.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn find(self, key: &str, named: &str, shipped: &[(&str, &str)]) -> Result<Option<Found>> {
        let names: Vec<&str> = shipped.iter().map(|(name, _)| *name).collect();
        let shipped = shipped.iter().find(|(name, _)| *name == named);
        let path = match (self, shipped) {
            (Self::From(_), Some(_)) => return Ok(None),
            (Self::From(folder), None) => folder.join(named),
            (Self::KeptIn(folder, hashes), shipped) => {
                let hash = hashes.get(&ComponentFile::hash_key(key));
                if shipped.is_some_and(|(_, text)| hash.is_none_or(|hash| *hash == sha256(text))) {
                    return Ok(None);
                }
                folder.join(ComponentFile::kept_name(key))
            }
        };
        let name = Path::new(named).file_name().map_or(named.into(), |name| name.to_string_lossy());
        let shipped = if names.is_empty() { String::new() } else { format!(" (shipped: {})", names.join(", ")) };
        let text = read_text(&path, MOST_BYTES).map_err(|error| {
            let place = format!("tile file {}", path.display());
            match Error::of_io(place, &error, "") {
                Error::Input(input) => Error::Input(BadInput { found: input.found + &shipped, ..input }),
                fault => fault,
            }
        })?;
        Ok(Some(Found { path, name: name.into_owned(), text }))
    }
}
