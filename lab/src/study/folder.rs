//! The folder of a study of trials: journals while the study is played, then its files and the manifest that vouches for them.
//!
//! A journal notes the clusters as they come, by the means of all gauges, so that a study that was killed plays no cluster again. The first
//! line of a journal says what the study is; each other line is one cluster of a trial.
//!
//! Several processes may work on one study, each as a shard of it: they share the folder, and each keeps a journal of its own and reads those
//! of the others. A shard begins with its own part of what is missing and goes on with whatever nobody has played by then. So none waits for
//! another, one that is lost costs what it had under way, and whichever finds that nothing is missing completes the study. Two may play the
//! same cluster at the same time; both find the same.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use interface::digest::sha256;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::base::error::{Error, Result};
use crate::base::files;
use crate::config::effective;
use crate::experiment::Experiment;
use crate::run::folder::{Claim, JOURNAL, fault, journals, json_of, refuse_folder_of_others};
use crate::run::manifest::{MANIFEST, MOST_BYTES, PROGRAM, REVISION, VERSION, config_sha256, json as json_text};
use crate::schedule::part::Part;
use crate::subject::gauge::Means;

/// The longest journal that is read.
const MOST_JOURNAL_BYTES: u64 = 4 << 30;

/// How often a shard looks for what others have played.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// A cluster of a trial, by the trial's number in journals.
pub type Key = (usize, u64);

/// Has clusters played wherever it likes: those that are missing, and what takes lines of journals as they come.
pub type Elsewhere = Box<dyn FnMut(&[Key], &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<()>>;

/// A folder that a study fills: nothing of it is seen before all is, but its journals.
pub struct StudyFolder {
    claim: Claim,
    identity: Identity,
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
        if journals(folder)?.is_empty() && !files::exists(&folder.join(MANIFEST))? {
            refuse_folder_of_others(folder, &[])?;
        }
        let mut claim = Claim::of(folder, &[])?;
        if resume && is_complete(folder, &identity)? {
            claim.finish()?;
            return Ok(Opened::Complete);
        }
        refuse_results(folder)?;
        let mut known = Known::default();
        known.look(folder, &identity)?;
        let kept = known.clusters.len();
        if !resume && kept > 0 {
            return Err(Error::input(format!(
                "{}: holds {kept} clusters of an unfinished study; accepted: --resume to resume it, or a new or empty folder (--out)",
                folder.display()
            )));
        }
        let path = claim.staged(JOURNAL);
        let length = known.read.get(&path).copied().unwrap_or(0);
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
        let ledger = Ledger { known, journal: Some(Journal { file, path, is_noted_in: false }), others: None };
        Ok(Opened::Unfinished(Box::new(Self { claim, identity, ledger, kept, elsewhere: None })))
    }

    /// Joins those who work on the study with this description in a folder, or begins it, as this shard of it.
    ///
    /// # Errors
    /// If the folder holds results or another study, a process has it alone, or it cannot be written.
    pub fn join(folder: &Path, description: &str, shard: &Part) -> Result<Opened> {
        let identity = identity(description);
        let mut claim = Claim::shared(folder)?;
        if is_complete(folder, &identity)? {
            claim.finish()?;
            return Ok(Opened::Complete);
        }
        refuse_results(folder)?;
        let mut known = Known::default();
        known.look(folder, &identity)?;
        // Each session has a journal of its own, so nothing that another may be writing is touched.
        let name =
            |number: usize| claim.staged(&format!("journal-{}-{number}.jsonl", shard.to_string().replace('/', "of")));
        let mut number = 1;
        let (path, mut file) = loop {
            let path = name(number);
            match File::create_new(&path) {
                Ok(file) => break (path, file),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
                // It has just been completed.
                Err(_) if is_complete(folder, &identity)? => return Ok(Opened::Complete),
                Err(error) => return Err(fault(&path, error)),
            }
        };
        file.write_all(&line(&identity)).map_err(|error| fault(&path, error))?;
        let kept = known.clusters.len();
        let journal = Some(Journal { file, path, is_noted_in: false });
        let others = Some(Others { shard: shard.clone(), folder: folder.to_path_buf(), identity: identity.clone() });
        let ledger = Ledger { known, journal, others };
        Ok(Opened::Unfinished(Box::new(Self { claim, identity, ledger, kept, elsewhere: None })))
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

    /// Writes all files of the finished study, the manifest last, and ends the journals; whether it was this process that did.
    ///
    /// # Errors
    /// If one cannot be written.
    pub fn complete(mut self, files: &[(String, Vec<u8>)]) -> Result<bool> {
        let folder = self.claim.folder().to_path_buf();
        let mut right = None;
        if self.ledger.others.is_some() {
            right = self.claim.completing()?;
            if is_complete(&folder, &self.identity)? {
                self.claim.finish()?;
                return Ok(false);
            }
            // Another shard has found the same, and writes it now.
            if right.is_none() {
                return Ok(false);
            }
        }
        self.claim.publish_written(files)?;
        self.claim.finish()?;
        drop(right);
        Ok(true)
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
    known: Known,
    journal: Option<Journal>,
    /// Those who work on the same study, if it is divided.
    others: Option<Others>,
}

/// The journal of this process.
struct Journal {
    file: File,
    path: PathBuf,
    is_noted_in: bool,
}

/// Other processes with the same study.
struct Others {
    /// The part with which this process begins.
    shard: Part,
    folder: PathBuf,
    identity: Identity,
}

impl Ledger {
    /// Whether a cluster was known the last time that anybody looked.
    pub(super) fn has(&self, key: Key) -> bool {
        self.known.clusters.contains_key(&key)
    }

    /// Whether somebody has played a cluster by now, or a second ago.
    ///
    /// # Errors
    /// If a journal of another process cannot be read, or is that of another study.
    pub(super) fn has_by_now(&mut self, key: Key) -> Result<bool> {
        let Some(Others { folder, identity, .. }) = &self.others else { return Ok(false) };
        if self.known.looked.is_none_or(|looked| looked.elapsed() >= LOOK_AGAIN) {
            self.known.look(folder, identity)?;
        }
        Ok(self.has(key))
    }

    /// Sorts what is missing, each with its place among all of a round, into the order in which this process plays it.
    pub(super) fn sort<T>(&self, missing: &mut [T], place: impl Fn(&T) -> u64) {
        let Some(Others { shard, .. }) = &self.others else { return };
        // Its own in their order; then all others, mixed, beginning anywhere, so that shards seldom meet.
        let begin = shard.shards.iter().sum::<u64>() << 32;
        let mixed = |place: u64| (place + begin).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        missing.sort_by_key(|missing| match place(missing) {
            place if shard.has(place) => (false, place),
            place => (true, mixed(place)),
        });
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
        self.known.clusters.insert(key, means);
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
        self.known.clusters.remove(&key)
    }
}

/// A cluster as journals note it, with the end of its line.
pub(super) fn journal_line(key: Key, means: &Means) -> Vec<u8> {
    line(&Line::of(key, means))
}

/// What the journals of a folder tell.
#[derive(Default)]
struct Known {
    clusters: BTreeMap<Key, Means>,
    /// How much of each journal was read: whole lines.
    read: BTreeMap<PathBuf, u64>,
    /// When that was.
    looked: Option<Instant>,
}

impl Known {
    /// Reads what was added to the journals in a folder since the last time.
    fn look(&mut self, folder: &Path, identity: &Identity) -> Result<()> {
        for path in journals(folder)? {
            let from = self.read.get(&path).copied().unwrap_or(0);
            let added = match added(&path, from) {
                // The study was completed in between.
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                added => added.map_err(|error| fault(&path, error))?,
            };
            let mut length = from;
            for text in added.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n")) {
                if length == 0 {
                    if serde_json::from_slice::<Identity>(text).ok().as_ref() != Some(identity) {
                        return Err(Error::input(format!(
                            "{}: holds another unfinished study, or this one by another version of this program; accepted: another folder (--out)",
                            folder.display()
                        )));
                    }
                } else {
                    let Ok(line) = serde_json::from_slice::<Line>(text) else { break };
                    self.clusters.insert(line.key(), line.means());
                }
                length += text.len() as u64;
            }
            self.read.insert(path, length);
        }
        self.looked = Some(Instant::now());
        Ok(())
    }
}

/// What stands in a journal from this byte on.
fn added(path: &Path, from: u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(from))?;
    let mut bytes = Vec::new();
    file.take(MOST_JOURNAL_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
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
