//! The component files that records may name.

use std::path::Path;
use std::sync::Arc;

use engine::tipperary::{Components, Sheet};
use serde_json::Value;

use crate::base::error::{Error, Result};
use crate::lab::subject::files::{ComponentFile, Files};
use crate::lab::wire::fields::Fields;
use crate::lab::wire::keys::{Keys, mismatch};
use crate::lab::wire::library::{FILE, Made, find};
use crate::tipperary::setting::sheets::{NAMES, Sheets, TILES, built_in, file, shipped};

/// Files that are known, those of each kind from the reconstructed one on, and what was made of them.
#[derive(Debug)]
pub struct Library {
    files: [Vec<ComponentFile>; Sheet::ALL.len()],
    made: Made<Components>,
}

impl Library {
    /// The shipped files and these: a path or the name of a shipped file after its kind, such as `bonus=PATH`; several with commas between.
    ///
    /// # Errors
    /// If one cannot be found or read, or is not valid.
    pub fn with(given: &[String]) -> Result<Self> {
        let mut files =
            Sheet::ALL.map(|sheet| (0..shipped(sheet).len()).map(|which| built_in(sheet, which)).collect::<Vec<_>>());
        for named in given.iter().flat_map(|list| list.split(',')) {
            let fault = || {
                let accepted = format!("KIND=FILE with a KIND out of {}", NAMES.join(", "));
                Error::input(format!("--tiles: found `{named}`; accepted: {accepted}"))
            };
            let (kind, path) = named.split_once('=').ok_or_else(fault)?;
            let sheet = Sheet::ALL.into_iter().find(|sheet| sheet.name() == kind).ok_or_else(fault)?;
            let found = file(Files::From(Path::new("")), sheet, path)?;
            // A faulty file is told at once, not with the first record that names it.
            Sheets::of_users([&found])?;
            files[sheet as usize].push(found);
        }
        Ok(Self { files, made: Made::default() })
    }

    /// The components that the keys of a record name: the reconstructed ones of kinds that they do not.
    ///
    /// # Errors
    /// If one is not known, or the key is not spelled as the format requires.
    pub fn components(&self, keys: &Keys<'_>) -> std::result::Result<Arc<Components>, String> {
        let files = self.named(keys)?;
        self.made.of(files, || match Sheets::of(files.map(Clone::clone)) {
            Ok(sheets) => Ok(sheets.components),
            Err(error) => Err(error.to_string()),
        })
    }

    /// Their files, one of each kind.
    ///
    /// # Errors
    /// As [`components`](Self::components).
    pub fn named(&self, keys: &Keys<'_>) -> std::result::Result<[&ComponentFile; Sheet::ALL.len()], String> {
        let accepted = format!("a {FILE} for some of {}", NAMES.join(", "));
        let found = keys.raw(TILES).map_or("", |raw| raw.get());
        let given: Option<Fields<Fields<Value>>> = keys.raw(TILES).map(|_| keys.read(TILES, &accepted)).transpose()?;
        if given.as_ref().is_some_and(|given| !given.has_only(&NAMES)) {
            return Err(mismatch(TILES, found, &accepted));
        }
        let file = |sheet: Sheet| {
            let known = &self.files[sheet as usize];
            match given.as_ref().and_then(|given| given.get(sheet.name())) {
                Some(given) => find(TILES, given, found, "--tiles", known),
                None => Ok(&known[0]),
            }
        };
        Ok([file(Sheet::Landscape)?, file(Sheet::Bonus)?, file(Sheet::Hometowns)?])
    }
}
