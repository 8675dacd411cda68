//! The folder of a study of trials: a journal while the study is played, then its files and the manifest that vouches for them.
//!
//! The journal notes the clusters as they come, by the means of all gauges, so that a study that was killed plays no cluster again. Its first
//! line says what the study is; each other line is one cluster of a trial.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use interface::digest::sha256;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::base::error::{Error, Result};
use crate::base::files;
use crate::config::effective;
use crate::experiment::Experiment;
use crate::run::folder::{Claim, JOURNAL, fault, has_journal, json_of, refuse_folder_of_others};
use crate::run::manifest::{MANIFEST, MOST_BYTES, PROGRAM, REVISION, VERSION, config_sha256, json as json_text};
use crate::subject::gauge::Means;

/// The longest journal that is read.
const MOST_JOURNAL_BYTES: u64 = 4 << 30;

/// A cluster of a trial, by the trial's number in journals.
pub type Key = (usize, u64);

/// Has clusters played wherever it likes: those that are missing, and what takes lines of journals as they come.
pub type Elsewhere = Box<dyn FnMut(&[Key], &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<()>>;

/// A folder that a study fills: nothing of it is seen before all is, but its journal.
pub struct StudyFolder {
    claim: Claim,
    ledger: Ledger,
    /// What was known when the folder was opened.
    kept: usize,
    /// Who plays in place of this process.
    elsewhere: Option<Elsewhere>,
}

/// What a study finds in its folder.
pub enum Opened {
    /// Everything is there already.
    Complete,
    /// Something remains to be played, perhaps everything.
    Unfinished(Box<StudyFolder>),
}

impl StudyFolder {
    /// Claims a folder for the study with this description; with `resume`, what earlier sessions of it have played is kept.
    ///
    /// # Errors
    /// If the folder holds results or another study, another process fills it, or it cannot be written.
    pub fn open(folder: &Path, description: &str, resume: bool) -> Result<Opened> {
        let identity = identity(description);
        if !has_journal(folder)? && !files::exists(&folder.join(MANIFEST))? {
            refuse_folder_of_others(folder, &[])?;
        }
        let mut claim = Claim::of(folder, &[])?;
        if resume && is_complete(folder, &identity)? {
            claim.finish()?;
            return Ok(Opened::Complete);
        }
        refuse_results(folder)?;
        let path = claim.staged(JOURNAL);
        let (known, length) = read_journal(&path, folder, &identity)?;
        let kept = known.len();
        if !resume && kept > 0 {
            return Err(Error::input(format!(
                "{}: holds {kept} clusters of an unfinished study; accepted: --resume to resume it, or a new or empty folder (--out)",
                folder.display()
            )));
        }
        let begin = || {
            let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(&path)?;
            file.set_len(length)?;
            file.seek(SeekFrom::End(0))?;
            if length == 0 {
                file.write_all(&line(&identity))?;
            }
            Ok(file)
        };
        let file = begin().map_err(|error: io::Error| fault(&path, error))?;
        claim.keep(kept > 0);
        let ledger = Ledger { known, journal: Some(Journal { file, path, is_noted_in: false }) };
        Ok(Opened::Unfinished(Box::new(Self { claim, ledger, kept, elsewhere: None })))
    }

    /// Has others play what is missing.
    pub fn play_elsewhere(&mut self, elsewhere: Elsewhere) {
        self.elsewhere = Some(elsewhere);
    }

    /// Clusters that were played before.
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// Which clusters are known, and who plays the others in place of this process, if anybody does.
    pub(super) fn parts(&mut self) -> (&mut Ledger, Option<&mut Elsewhere>) {
        (&mut self.ledger, self.elsewhere.as_mut())
    }

    /// Writes all files of the finished study, the manifest last, and ends the journal.
    ///
    /// # Errors
    /// If one cannot be written.
    pub fn complete(mut self, files: &[(String, Vec<u8>)]) -> Result<()> {
        self.claim.publish_written(files)?;
        self.claim.finish()
    }
}

impl Drop for StudyFolder {
    /// What was noted outlives the session.
    fn drop(&mut self) {
        if self.ledger.journal.as_ref().is_some_and(|journal| journal.is_noted_in) {
            self.claim.keep(true);
        }
    }
}

/// The clusters that are known, until they are taken, with the journal that notes those that come; without a folder in memory alone.
#[derive(Default)]
pub(super) struct Ledger {
    known: BTreeMap<Key, Means>,
    journal: Option<Journal>,
}

/// The journal of this process.
struct Journal {
    file: File,
    path: PathBuf,
    is_noted_in: bool,
}

impl Ledger {
    /// Whether a cluster is known.
    pub(super) fn has(&self, key: Key) -> bool {
        self.known.contains_key(&key)
    }

    /// Notes a cluster that was played.
    ///
    /// # Errors
    /// If the journal cannot be written.
    pub(super) fn note(&mut self, key: Key, means: Means) -> Result<()> {
        if let Some(Journal { file, path, is_noted_in }) = &mut self.journal {
            *is_noted_in = true;
            file.write_all(&journal_line(key, &means)).map_err(|error| fault(path, error))?;
        }
        self.known.insert(key, means);
        Ok(())
    }

    /// Has clusters played elsewhere, and notes them as they come.
    ///
    /// # Errors
    /// If one is not played, its line is none of a journal, or the journal cannot be written.
    pub(super) fn have_played(&mut self, elsewhere: &mut Elsewhere, missing: &[Key]) -> Result<()> {
        if missing.is_empty() {
            return Ok(());
        }
        elsewhere(missing, &mut |lines| {
            for text in lines.split(|&byte| byte == b'\n').filter(|text| !text.is_empty()) {
                let line: Line = serde_json::from_slice(text).map_err(Error::other)?;
                if !self.has(line.key()) {
                    self.note(line.key(), line.means())?;
                }
            }
            Ok(())
        })?;
        match missing.iter().find(|key| !self.has(**key)) {
            Some((trial, cluster)) => Err(Error::other(format!("cluster {cluster} of trial {trial} was not played"))),
            None => Ok(()),
        }
    }

    /// The means over a cluster, which is forgotten; nothing if it is not known.
    pub(super) fn take(&mut self, key: Key) -> Option<Means> {
        self.known.remove(&key)
    }
}

/// A cluster as journals note it, with the end of its line.
pub(super) fn journal_line(key: Key, means: &Means) -> Vec<u8> {
    line(&Line::of(key, means))
}

/// The clusters in the journal of a study in a folder, and the length of its whole lines; none without a journal.
fn read_journal(path: &Path, folder: &Path, identity: &Identity) -> Result<(BTreeMap<Key, Means>, u64)> {
    let bytes = match files::read(path, MOST_JOURNAL_BYTES) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Default::default()),
        read => read.map_err(|error| fault(path, error))?,
    };
    let mut lines = bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
    let Some(first) = lines.next() else { return Ok(Default::default()) };
    if serde_json::from_slice::<Identity>(first).ok().as_ref() != Some(identity) {
        return Err(Error::input(format!(
            "{}: holds another unfinished study, or this one by another version of this program; accepted: another folder (--out)",
            folder.display()
        )));
    }
    let (mut known, mut length) = (BTreeMap::new(), first.len() as u64);
    for text in lines {
        let Ok(line) = serde_json::from_slice::<Line>(text) else { break };
        known.insert(line.key(), line.means());
        length += text.len() as u64;
    }
    Ok((known, length))
}

/// The first line of a journal: what the study is.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
struct Identity {
    study: String,
}

/// Another line: one cluster of a trial. Means are kept as their bits, which text cannot round.
#[derive(Serialize, Deserialize)]
struct Line {
    trial: usize,
    cluster: u64,
    means: Vec<Option<u64>>,
}

impl Line {
    fn of((trial, cluster): Key, means: &Means) -> Self {
        Self { trial, cluster, means: means.iter().map(|mean| mean.map(f64::to_bits)).collect() }
    }

    fn key(&self) -> Key {
        (self.trial, self.cluster)
    }

    fn means(&self) -> Means {
        self.means.iter().map(|mean| mean.map(f64::from_bits)).collect()
    }
}

fn line(value: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(value).expect("plain data");
    line.push(b'\n');
    line
}

/// Whether a folder holds this study, complete.
fn is_complete(folder: &Path, identity: &Identity) -> Result<bool> {
    let json = json_of(&folder.join(MANIFEST))?;
    Ok(json.is_some_and(|json| json[IDENTITY].as_str() == Some(&identity.study)))
}

fn refuse_results(folder: &Path) -> Result<()> {
    if !files::exists(&folder.join(MANIFEST))? {
        return Ok(());
    }
    let accepted = "accepted: a new or empty folder (--out)";
    Err(Error::input(format!("{}: found `{MANIFEST}`, so it holds results already; {accepted}", folder.display())))
}

/// What the study with this description is called in journals and manifests, if this program plays it.
fn identity(description: &str) -> Identity {
    Identity { study: sha256(format!("{VERSION} {REVISION} {description}")) }
}

/// The key of a manifest with it.
const IDENTITY: &str = "study_sha256";

/// The manifest of a finished study: what it was, by which program, over how many games, and which files it wrote.
pub fn manifest(
    study: &str,
    description: &str,
    base: &Experiment,
    more: Value,
    games: u64,
    files: &[(String, Vec<u8>)],
) -> Vec<u8> {
    let config = Value::from(effective(base));
    let components = base.hashes();
    let mut manifest = json!({
        "program": PROGRAM,
        "version": VERSION,
        "revision": REVISION,
        "game": base.info().name,
        "study": study,
        "complete": true,
        IDENTITY: identity(description).study,
        "seed": base.seed,
        "games": games,
        "reconstructed": base.subject.reconstructed(),
        "files": files.iter().map(|(name, bytes)| json!({"file": name, "bytes": bytes.len(), "sha256": sha256(bytes)})).collect::<Vec<_>>(),
        "config_sha256": config_sha256(&config),
        "config": config,
    });
    if let (Some(manifest), Value::Object(more)) = (manifest.as_object_mut(), more) {
        manifest.extend(components);
        manifest.extend(more);
    }
    json_text(&manifest)
}

/// The files of a finished study, compared with its manifest.
pub struct CheckedFiles {
    /// Which kind of study it is.
    pub study: String,
    /// How many files are as the study left them.
    pub same: usize,
    /// Those that were not kept.
    pub missing: Vec<String>,
}

/// A file in the manifest of a study.
#[derive(Deserialize)]
struct ListedFile {
    file: String,
    sha256: String,
}

/// Compares the files of a finished study with its manifest; nothing if the folder is not that of a study.
///
/// # Errors
/// If the manifest is damaged, or a file is not as the study left it.
pub fn check_files(folder: &Path) -> Result<Option<CheckedFiles>> {
    let manifest = folder.join(MANIFEST);
    let Some((study, json)) = json_of(&manifest)?.and_then(|json| Some((json["study"].as_str()?.to_owned(), json)))
    else {
        return Ok(None);
    };
    let damaged =
        |error| Error::input(format!("{}: files: {error}; accepted: the manifest of a study", manifest.display()));
    let listed = Vec::<ListedFile>::deserialize(&json["files"]).map_err(damaged)?;
    let mut checked = CheckedFiles { study, same: 0, missing: Vec::new() };
    for ListedFile { file, sha256: wanted } in listed {
        let path = folder.join(&file);
        if !files::exists(&path)? {
            checked.missing.push(file);
        } else if sha256(files::read(&path, MOST_BYTES).map_err(|error| Error::of_path(&path, &error, ""))?) == wanted {
            checked.same += 1;
        } else {
            return Err(Error::input(format!(
                "{}: is not what the study left; accepted: what its manifest says",
                path.display()
            )));
        }
    }
    Ok(Some(checked))
}
