//! The folder of a study of trials: first with a journal, then with the files and their manifest.
//!
//! The journal records the means of all gauges in each cluster that is played, so that a study that was killed need not
//! replay any cluster. Its first entry identifies the study; each other entry is a cluster of a trial.

use std::collections::BTreeMap;
use std::path::Path;

use interface::digest::sha256;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::base::error::{Error, Result};
use crate::base::files;
use crate::config::effective;
use crate::experiment::Experiment;
use crate::run::manifest::{MANIFEST, PROGRAM, REVISION, VERSION, config_sha256, json as json_text};
use crate::store::claim::{Claim, has_journal, refuse_folder_of_others};
use crate::store::files::{MOST_BYTES, json_of};
use crate::store::journal::{self, JOURNAL, Journal};
use crate::subject::gauges::Means;

/// The key of a cluster: the number of its trial in journals, and its own number.
pub type ClusterKey = (usize, u64);

/// Workers that play clusters instead of this process.
///
/// They receive the keys of the missing clusters, and pass their journal lines to a function.
pub type ClusterWorkers = Box<dyn FnMut(&[ClusterKey], &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<()>>;

/// A folder being filled by a study. Its files appear when all are written.
pub struct StudyFolder {
    /// Its journal is closed before the claim ends.
    clusters: KnownClusters,
    claim: Claim,
    /// The number of clusters known when the folder was opened.
    kept: usize,
    workers: Option<ClusterWorkers>,
}

impl StudyFolder {
    /// Claims a folder for the study with this description.
    ///
    /// With `resume`, the clusters played in earlier sessions are kept. Returns `None` if the study is complete.
    ///
    /// # Errors
    /// If the folder contains results or another study, another process is filling it, or it cannot be written.
    pub fn open(folder: &Path, description: &str, resume: bool) -> Result<Option<Self>> {
        let study = identity(description);
        if !has_journal(folder)? && !files::exists(&folder.join(MANIFEST))? {
            refuse_folder_of_others(folder, &[])?;
        }
        let mut claim = Claim::of(folder, &[], "--out")?;
        if resume && is_complete(folder, &study)? {
            claim.finish()?;
            return Ok(None);
        }
        refuse_results(folder)?;
        let path = claim.staged(JOURNAL);
        let (mut entries, _): (Vec<StudyEntry>, _) = Journal::read(&path)?;
        let known = known_clusters(&entries, folder, &study)?;
        let kept = known.len();
        if !resume && kept > 0 {
            return Err(Error::input(
                folder.display(),
                format_args!("holds {kept} clusters of an unfinished study"),
                "--resume to resume it, or a new or empty folder (--out)",
            ));
        }
        if entries.is_empty() {
            entries.push(StudyEntry::Study { study });
        }
        let journal = Journal::with(&path, &entries)?;
        claim.keep(kept > 0);
        let clusters = KnownClusters { known, journal: Some(journal), is_noted_in: false };
        Ok(Some(Self { claim, clusters, kept, workers: None }))
    }

    /// Makes workers play the missing clusters.
    pub fn play_on(&mut self, workers: ClusterWorkers) {
        self.workers = Some(workers);
    }

    /// Returns the number of clusters played in earlier sessions.
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// Returns the known clusters, and the workers that play the others, if any.
    pub(super) fn parts(&mut self) -> (&mut KnownClusters, Option<&mut ClusterWorkers>) {
        (&mut self.clusters, self.workers.as_mut())
    }

    /// Writes all files of the finished study, with the manifest last, and ends the journal.
    ///
    /// # Errors
    /// If one cannot be written.
    pub fn complete(mut self, files: &[(String, Vec<u8>)]) -> Result<()> {
        self.claim.publish_written(files)?;
        // The journal is closed, because some systems cannot remove open files, and none of its clusters is kept.
        self.clusters = KnownClusters::default();
        self.claim.finish()
    }
}

impl Drop for StudyFolder {
    /// Keeps the journal if it contains a cluster.
    fn drop(&mut self) {
        if self.clusters.is_noted_in {
            self.claim.keep(true);
        }
    }
}

/// The known clusters not taken yet, with the journal of new ones; without a folder, in memory.
#[derive(Default)]
pub(super) struct KnownClusters {
    known: BTreeMap<ClusterKey, Means>,
    journal: Option<Journal>,
    is_noted_in: bool,
}

impl KnownClusters {
    /// Returns whether a cluster is known.
    pub(super) fn has(&self, key: ClusterKey) -> bool {
        self.known.contains_key(&key)
    }

    /// Records a cluster that was played.
    ///
    /// # Errors
    /// If the journal cannot be written.
    pub(super) fn note(&mut self, key: ClusterKey, means: Means) -> Result<()> {
        if let Some(journal) = &mut self.journal {
            self.is_noted_in = true;
            journal.add(&StudyEntry::of(key, &means))?;
        }
        self.known.insert(key, means);
        Ok(())
    }

    /// Makes workers play clusters, and records them as they arrive.
    ///
    /// # Errors
    /// If a cluster is not played, a line is not valid for a journal, or the journal cannot be written.
    pub(super) fn play_on(&mut self, workers: &mut ClusterWorkers, missing: &[ClusterKey]) -> Result<()> {
        if missing.is_empty() {
            return Ok(());
        }
        workers(missing, &mut |lines| {
            for text in lines.split(|&byte| byte == b'\n').filter(|text| !text.is_empty()) {
                let entry: StudyEntry = serde_json::from_slice(text).map_err(Error::of_machine)?;
                if let Some((key, means)) = entry.cluster().filter(|(key, _)| !self.has(*key)) {
                    self.note(key, means)?;
                }
            }
            Ok(())
        })?;
        match missing.iter().find(|key| !self.has(**key)) {
            Some((trial, cluster)) => {
                Err(Error::of_machine(format_args!("cluster {cluster} of trial {trial} was not played")))
            }
            None => Ok(()),
        }
    }

    /// Removes a cluster and returns its means; `None` if it is not known.
    pub(super) fn take(&mut self, key: ClusterKey) -> Option<Means> {
        self.known.remove(&key)
    }
}

/// Formats a cluster as a journal line, with its line end.
pub(super) fn journal_line(key: ClusterKey, means: &Means) -> Vec<u8> {
    journal::line(&StudyEntry::of(key, means))
}

/// Reads the clusters from the journal of a study in a folder.
fn known_clusters(entries: &[StudyEntry], folder: &Path, wanted: &str) -> Result<BTreeMap<ClusterKey, Means>> {
    match entries.first() {
        None => Ok(BTreeMap::new()),
        Some(StudyEntry::Study { study }) if study == wanted => {
            Ok(entries.iter().filter_map(StudyEntry::cluster).collect())
        }
        Some(_) => Err(Error::input(
            folder.display(),
            "holds another unfinished study, or this one from another version of the program",
            "another folder (--out)",
        )),
    }
}

/// A line of the journal.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StudyEntry {
    /// The first line, which identifies the study.
    Study { study: String },
    /// One cluster of a trial. Means are stored as bits, to avoid rounding.
    Cluster { trial: usize, cluster: u64, means: Vec<Option<u64>> },
}

impl StudyEntry {
    fn of((trial, cluster): ClusterKey, means: &Means) -> Self {
        Self::Cluster { trial, cluster, means: means.iter().map(|mean| mean.map(f64::to_bits)).collect() }
    }

    fn cluster(&self) -> Option<(ClusterKey, Means)> {
        match self {
            Self::Study { .. } => None,
            Self::Cluster { trial, cluster, means } => {
                Some(((*trial, *cluster), means.iter().map(|mean| mean.map(f64::from_bits)).collect()))
            }
        }
    }
}

/// Returns whether a folder contains this study, complete.
fn is_complete(folder: &Path, study: &str) -> Result<bool> {
    let json = json_of(&folder.join(MANIFEST))?;
    Ok(json.is_some_and(|json| json[IDENTITY].as_str() == Some(study)))
}

fn refuse_results(folder: &Path) -> Result<()> {
    if !files::exists(&folder.join(MANIFEST))? {
        return Ok(());
    }
    let found = format_args!("found `{MANIFEST}`: the folder already contains results");
    Err(Error::input(folder.display(), found, "a new or empty folder (--out)"))
}

/// Identifies the study of this description and this program, for journals and manifests.
fn identity(description: &str) -> String {
    sha256(format!("{VERSION} {REVISION} {description}"))
}

/// The manifest's key for the study's identity.
const IDENTITY: &str = "study_sha256";

/// Creates the manifest of a finished study: its kind, program, number of games, config and files.
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
        IDENTITY: identity(description),
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

/// The result of comparing a finished study's files with its manifest.
pub struct FileCheck {
    /// The kind of study.
    pub study: String,
    /// The number of unchanged files.
    pub same: usize,
    /// The missing files.
    pub missing: Vec<String>,
}

/// A file in the manifest of a study.
#[derive(Deserialize)]
struct ListedFile {
    file: String,
    sha256: String,
}

/// Compares the files of a finished study with its manifest; `None` if the folder has no study.
///
/// # Errors
/// If the manifest is damaged, or a file was changed after the study.
pub fn check_files(folder: &Path) -> Result<Option<FileCheck>> {
    let manifest = folder.join(MANIFEST);
    let Some((study, json)) = json_of(&manifest)?.and_then(|json| Some((json["study"].as_str()?.to_owned(), json)))
    else {
        return Ok(None);
    };
    let listed = Vec::<ListedFile>::deserialize(&json["files"])
        .map_err(|error| Error::input(manifest.display(), format_args!("files: {error}"), "the manifest of a study"))?;
    let mut checked = FileCheck { study, same: 0, missing: Vec::new() };
    for ListedFile { file, sha256: wanted } in listed {
        let path = folder.join(&file);
        if !files::exists(&path)? {
            checked.missing.push(file);
        } else if sha256(files::read(&path, MOST_BYTES).map_err(|error| Error::of_path(&path, &error, ""))?) == wanted {
            checked.same += 1;
        } else {
            return Err(Error::input(path.display(), "differs from what the study left", "what its manifest says"));
        }
    }
    Ok(Some(checked))
}
