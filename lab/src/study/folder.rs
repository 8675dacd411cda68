//! The folder of a study of trials. It has a journal while the study is played, then its files and their manifest.
//!
//! The journal notes the means of all gauges in each cluster as it is played, so that a study that was killed plays no cluster again. Its
//! first entry identifies the study; each other one is a cluster of a trial.

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
use crate::subject::gauge::Means;

/// The key of a cluster: the number of its trial in journals, and its own number.
pub type ClusterKey = (usize, u64);

/// Workers that play clusters in place of this process. They get the keys of the missing clusters, and pass the lines of their journals to a
/// function.
pub type Workers = Box<dyn FnMut(&[ClusterKey], &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<()>>;

/// A folder that a study fills. Its files appear when all are written.
pub struct StudyFolder {
    /// Closes its journal before the claim ends.
    clusters: KnownClusters,
    claim: Claim,
    /// Clusters that were known when the folder was opened.
    kept: usize,
    workers: Option<Workers>,
}

impl StudyFolder {
    /// Claims a folder for the study with this description. With `resume`, the clusters that earlier sessions have played are kept. Returns
    /// `None` if the study is complete.
    ///
    /// # Errors
    /// If the folder holds results or another study, another process fills it, or it cannot be written.
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
        let mut entries: Vec<StudyEntry> = Journal::read(&path)?;
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

    /// Lets workers play the missing clusters.
    pub fn play_on(&mut self, workers: Workers) {
        self.workers = Some(workers);
    }

    /// Clusters that were played before.
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// The clusters that are known, and the workers that play the others, if there are any.
    pub(super) fn parts(&mut self) -> (&mut KnownClusters, Option<&mut Workers>) {
        (&mut self.clusters, self.workers.as_mut())
    }

    /// Writes all files of the finished study, the manifest last, and ends the journal.
    ///
    /// # Errors
    /// If one cannot be written.
    pub fn complete(mut self, files: &[(String, Vec<u8>)]) -> Result<()> {
        self.claim.publish_written(files)?;
        // Closed, so that it can be removed everywhere.
        self.clusters.journal = None;
        self.claim.finish()
    }
}

impl Drop for StudyFolder {
    /// Keeps the journal if a cluster was noted in it.
    fn drop(&mut self) {
        if self.clusters.is_noted_in {
            self.claim.keep(true);
        }
    }
}

/// The clusters that are known and not taken yet, with the journal that notes new ones; without a folder, in memory alone.
#[derive(Default)]
pub(super) struct KnownClusters {
    known: BTreeMap<ClusterKey, Means>,
    journal: Option<Journal>,
    is_noted_in: bool,
}

impl KnownClusters {
    /// Tells whether a cluster is known.
    pub(super) fn has(&self, key: ClusterKey) -> bool {
        self.known.contains_key(&key)
    }

    /// Notes a cluster that was played.
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

    /// Lets workers play clusters, and notes them as they come.
    ///
    /// # Errors
    /// If one is not played, its line is none of a journal, or the journal cannot be written.
    pub(super) fn play_on(&mut self, workers: &mut Workers, missing: &[ClusterKey]) -> Result<()> {
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

/// Writes a cluster as journals note it, with the end of its line.
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
            "holds another unfinished study, or this one by another version of this program",
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
    /// One cluster of a trial. Means are kept as their bits, which text cannot round.
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

/// Tells whether a folder holds this study, complete.
fn is_complete(folder: &Path, study: &str) -> Result<bool> {
    let json = json_of(&folder.join(MANIFEST))?;
    Ok(json.is_some_and(|json| json[IDENTITY].as_str() == Some(study)))
}

fn refuse_results(folder: &Path) -> Result<()> {
    if !files::exists(&folder.join(MANIFEST))? {
        return Ok(());
    }
    let accepted = "accepted: a new or empty folder (--out)";
    Err(Error::input(folder.display(), format_args!("found `{MANIFEST}`, so it holds results already; {accepted}"), ""))
}

/// Names the study with this description, as this program plays it, for journals and manifests.
fn identity(description: &str) -> String {
    sha256(format!("{VERSION} {REVISION} {description}"))
}

/// The manifest's key for the study's identity.
const IDENTITY: &str = "study_sha256";

/// Makes the manifest of a finished study: its kind, the program, the number of games, the config and the list of files.
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

/// The files of a finished study, compared with its manifest.
pub struct FileCheck {
    /// The kind of study.
    pub study: String,
    /// Files that are as the study left them.
    pub same: usize,
    /// Files that were not kept.
    pub missing: Vec<String>,
}

/// A file in the manifest of a study.
#[derive(Deserialize)]
struct ListedFile {
    file: String,
    sha256: String,
}

/// Compares the files of a finished study with its manifest; `None` if the folder is not that of a study.
///
/// # Errors
/// If the manifest is damaged, or a file is not as the study left it.
pub fn check_files(folder: &Path) -> Result<Option<FileCheck>> {
    let manifest = folder.join(MANIFEST);
    let Some((study, json)) = json_of(&manifest)?.and_then(|json| Some((json["study"].as_str()?.to_owned(), json)))
    else {
        return Ok(None);
    };
    let damaged = |error| Error::input(manifest.display(), format_args!("files: {error}"), "the manifest of a study");
    let listed = Vec::<ListedFile>::deserialize(&json["files"]).map_err(damaged)?;
    let mut checked = FileCheck { study, same: 0, missing: Vec::new() };
    for ListedFile { file, sha256: wanted } in listed {
        let path = folder.join(&file);
        if !files::exists(&path)? {
            checked.missing.push(file);
        } else if sha256(files::read(&path, MOST_BYTES).map_err(|error| Error::of_path(&path, &error, ""))?) == wanted {
            checked.same += 1;
        } else {
            return Err(Error::input(path.display(), "is not what the study left", "what its manifest says"));
        }
    }
    Ok(Some(checked))
}
