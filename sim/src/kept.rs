//! The folder of a finished run, read again: its experiment, and how its games ended.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::comparison::SECOND;
use crate::compression::path_of;
use crate::config;
use crate::error::{Error, Result};
use crate::experiment::Experiment;
use crate::folder::{MANIFEST, TILES};
use crate::manifest::{Content as TableContent, MOST_BYTES, Origin, PROGRAM, REVISION, SCHEMA, VERSION, config_sha256};
use crate::part::Part;
use crate::raw::{RawReader, RowReader};
use crate::tables::RawTable;
use crate::tile_set::TileSet;
use crate::whole_file::read_text;

/// A finished run.
pub struct Kept {
    /// Where it lies.
    pub folder: PathBuf,
    /// What was played.
    pub experiment: Experiment,
    /// Which part of it the folder holds.
    pub part: Part,
    /// What each raw table holds, by file.
    pub tables: Vec<KeptTable>,
    /// The program that played it.
    pub origin: Origin,
}

/// A table of a finished run, as its manifest has it.
#[derive(Clone, Debug, Deserialize)]
pub struct KeptTable {
    /// The name of the file.
    pub file: String,
    /// What it holds, if it is a raw table.
    #[serde(flatten)]
    pub content: Option<TableContent>,
}

/// What says whether the rest of a manifest can be understood.
#[derive(Deserialize)]
struct Form {
    schema: u32,
    program: String,
    version: String,
}

/// What a manifest is read for.
#[derive(Deserialize)]
struct Content {
    #[serde(flatten)]
    origin: Origin,
    complete: bool,
    blocks: u64,
    part: Option<Part>,
    config_sha256: String,
    tiles_sha256: String,
    tables: Vec<KeptTable>,
    config: serde_json::Value,
}

impl Kept {
    /// Reads the manifest, and the tile file if it is a user's.
    ///
    /// # Errors
    /// If the folder has no manifest, or one that is damaged, was changed, or is of another schema or program; also of another version of
    /// this program, unless `any_version`.
    pub fn open(folder: &Path, any_version: bool) -> Result<Self> {
        let path = folder.join(MANIFEST);
        let file = path.display().to_string();
        let text = read_text(&path, MOST_BYTES)
            .map_err(|error| Error::input(format!("{file}: {error}; accepted: the folder of a complete run")))?;
        let json: serde_json::Value =
            serde_json::from_str(&text).map_err(|error| Error::input(format!("{file}: not valid JSON: {error}")))?;
        read::<Form>(&file, &json)?.check(&file, any_version)?;
        let content: Content = read(&file, &json)?;
        content.check(&file)?;
        let experiment = content.experiment(&file, folder)?;
        let experiment = ended_as(&file, experiment, content.blocks)?;
        let Content { part, tables, origin, .. } = content;
        let part = part.unwrap_or_else(Part::whole);
        Ok(Self { folder: folder.to_path_buf(), experiment, part, tables, origin })
    }

    /// The same, if it is all of its experiment.
    ///
    /// # Errors
    /// If it is some of its shards.
    pub fn whole(self) -> Result<Self> {
        if self.part.is_whole() {
            return Ok(self);
        }
        let (folder, part) = (self.folder.display(), &self.part);
        Err(Error::input(format!(
            "{folder}: found shard {part}; accepted: a whole run, such as `sim merge` makes of all shards"
        )))
    }

    /// Compares the final VP of a game, by seat, with its rows in `seats.csv`, if the folder has it.
    ///
    /// # Errors
    /// If they differ, or the rows cannot be read.
    pub fn confirm(&self, game: u64, vp: &[i32]) -> Result<()> {
        let path = path_of(&self.folder, RawTable::Seats);
        if !path.exists() {
            return Ok(());
        }
        let kept = self.final_vp(game)?;
        if kept == vp {
            return Ok(());
        }
        let (path, played) = (path.display(), &self.origin.revision);
        Err(Error::other(format!(
            "game {game}: {path} has {kept:?} VP by seat, and playing it again gave {vp:?}: the program no longer plays as it did \
             (source revision {played} then, {REVISION} now)"
        )))
    }

    /// Compares what a raw table holds with the manifest.
    ///
    /// # Errors
    /// If it is something else.
    pub fn confirm_table(&self, file: &str, found: &TableContent) -> Result<()> {
        let expected = self.tables.iter().find(|table| table.file == file).and_then(|table| table.content.as_ref());
        if expected == Some(found) {
            return Ok(());
        }
        let path = self.folder.join(file);
        let shown = |content: &TableContent| format!("{} bytes, SHA-256 {}", content.bytes, content.sha256);
        let (found, expected) = (shown(found), expected.map_or("nothing".to_owned(), shown));
        let manifest = self.folder.join(MANIFEST);
        Err(Error::input(format!("{}: found {found}; {} says {expected}", path.display(), manifest.display())))
    }

    /// Of a game that is in this part.
    fn final_vp(&self, game: u64) -> Result<Vec<i32>> {
        let (block, rotation) = (game / self.experiment.games_per_block(), game % self.experiment.games_per_block());
        let tables = [RawTable::Games, RawTable::Seats];
        let mut reader = RawReader::open(&self.experiment, &self.folder, tables)?;
        self.part.blocks(block).try_for_each(|number| reader.block(number).map(drop))?;
        let games = RowReader::new(&self.experiment, &self.folder).games(&reader.block(block)?)?;
        Ok(games[rotation as usize].seats.iter().map(|seat| seat.vp.into()).collect())
    }
}

/// The experiment with the blocks that it came to, if it could end early.
fn ended_as(file: &str, experiment: Experiment, blocks: u64) -> Result<Experiment> {
    match experiment.planned_blocks() {
        _ if experiment.stop.is_none() => Ok(experiment),
        planned if (1..=planned).contains(&blocks) => Ok(experiment.ended_after(blocks)),
        planned => Err(Error::input(format!("{file}: blocks: found {blocks}; accepted: 1 to {planned}, as planned"))),
    }
}

fn read<'a, T: Deserialize<'a>>(file: &str, json: &'a serde_json::Value) -> Result<T> {
    T::deserialize(json).map_err(|error| {
        Error::input(format!("{file}: {error}; accepted: the manifest of a complete run")).in_one_line()
    })
}

impl Form {
    fn check(&self, file: &str, any_version: bool) -> Result<()> {
        let Self { schema, program, version } = self;
        if *schema != SCHEMA {
            return Err(Error::input(format!("{file}: schema: found {schema}; accepted: {SCHEMA}")));
        }
        if program != PROGRAM {
            return Err(Error::input(format!("{file}: program: found `{program}`; accepted: `{PROGRAM}`")));
        }
        if version != VERSION && !any_version {
            return Err(Error::input(format!(
                "{file}: version: found `{version}`, and this program is `{VERSION}`, which may play otherwise; accepted: \
                 `{VERSION}`, or --force-version"
            )));
        }
        Ok(())
    }
}

impl Content {
    fn check(&self, file: &str) -> Result<()> {
        if !self.complete {
            let accepted = "a complete one; `sim run … --resume` goes on with it";
            return Err(Error::input(format!("{file}: found a run that is not complete; accepted: {accepted}")));
        }
        let is_valid = self.part.as_ref().is_none_or(Part::is_valid);
        if is_valid { Ok(()) } else { Err(Error::input(format!("{file}: part: found shards that there cannot be"))) }
    }

    fn experiment(&self, file: &str, folder: &Path) -> Result<Experiment> {
        let found = config_sha256(&self.config);
        if found != self.config_sha256 {
            let expected = &self.config_sha256;
            return Err(Error::input(format!(
                "{file}: the config was changed: its SHA-256 is {found}, and `config_sha256` is {expected}"
            )));
        }
        let mut config = self.config.clone();
        let compare = config.as_object_mut().and_then(|config| config.remove("compare"));
        let experiment = config::from_json(file, &config, &|name| self.tiles(folder, name))?;
        // A run of its own, with its own tile file.
        let second = compare.map(|_| Kept::open(&folder.join(SECOND), true)).transpose()?;
        Ok(Experiment { compare: second.map(|second| Box::new(second.experiment)), ..experiment })
    }

    /// A shipped tile file as it is in this program, or the user's that the run kept.
    fn tiles(&self, folder: &Path, name: &str) -> Result<TileSet> {
        let shipped = TileSet::of_name(name).filter(|shipped| shipped.sha256 == self.tiles_sha256);
        if let Some(shipped) = shipped {
            return Ok(shipped);
        }
        let path = folder.join(TILES);
        let found = TileSet::read(&path, name)?;
        if found.sha256 != self.tiles_sha256 {
            let (path, found, expected) = (path.display(), &found.sha256, &self.tiles_sha256);
            return Err(Error::input(format!(
                "{path}: not the tile file of this run: its SHA-256 is {found}, and `tiles_sha256` is {expected}"
            )));
        }
        Ok(found)
    }
}
