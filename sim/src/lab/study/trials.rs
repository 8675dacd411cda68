//! Variants of one experiment that meet the same draws, played cluster by cluster for what gauges ask of them: what tuning and sensitivity are
//! made of.
//!
//! What is kept of a cluster are the means of all gauges. A journal in the folder notes them as they come, so that a study that was killed
//! plays no cluster again; estimates follow from the kept means alone, in the order of clusters, so they are the same for any number of
//! threads, sessions and processes.
//!
//! Several processes may work on one study, each as a shard of it: they share the folder, and each keeps a journal of its own and reads those
//! of the others. A shard begins with its own part of what is missing and goes on with whatever nobody has played by then. So none waits for
//! another, one that is lost costs what it had under way, and whichever finds that nothing is missing completes the study. Two may play the
//! same cluster at the same time; both find the same.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use agents::Agent;
use interface::digest::sha256;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::base::error::{Error, Result};
use crate::base::files;
use crate::base::progress::Progress;
use crate::base::{interrupt, ordered};
use crate::lab::config::effective;
use crate::lab::experiment::Experiment;
use crate::lab::play::cast::Cast;
use crate::lab::play::manner::Manner;
use crate::lab::play::telemetry::Telemetry;
use crate::lab::run::folder::{Claim, JOURNAL, fault, journals, write_new};
use crate::lab::run::manifest::{MANIFEST, MOST_BYTES, PROGRAM, REVISION, VERSION, config_sha256, json as json_text};
use crate::lab::schedule::blocks;
use crate::lab::schedule::part::Part;
use crate::lab::subject::Subject;
use crate::lab::subject::gauge::{Means, Tally};
use crate::lab::subject::gauges::Gauges;
use crate::stats::traced::Traced;

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
    /// This process's journal, and where it is.
    journal: File,
    path: PathBuf,
    known: Known,
    /// What was known when the folder was opened.
    kept: usize,
    /// The part with which this process begins, if others work on the study as well.
    shard: Option<Part>,
    /// Who plays in place of this process.
    elsewhere: Option<Elsewhere>,
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

/// What a study finds in its folder.
pub enum Opened {
    /// Everything is there already.
    Complete,
    /// Something remains to be played, perhaps everything.
    Unfinished(Box<StudyFolder>),
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

    fn means(self) -> Means {
        self.means.into_iter().map(|mean| mean.map(f64::from_bits)).collect()
    }
}

impl StudyFolder {
    /// Claims a folder for the study with this description; with `resume`, what earlier sessions of it have played is kept.
    ///
    /// # Errors
    /// If the folder holds results or another study, another process fills it, or it cannot be written.
    pub fn open(folder: &Path, description: &str, resume: bool) -> Result<Opened> {
        let shown = folder.display();
        let identity = identity(description);
        let mut claim = Claim::of(folder)?;
        if resume && is_complete(folder, &identity) {
            claim.finish()?;
            return Ok(Opened::Complete);
        }
        refuse_results(folder)?;
        let mut known = Known::default();
        known.look(&journals(folder), &identity, &shown.to_string())?;
        let kept = known.clusters.len();
        if !resume && kept > 0 {
            return Err(Error::input(format!(
                "{shown}: holds {kept} clusters of an unfinished study; accepted: --resume to resume it, or a new or empty folder (--out)"
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
        let journal = begin().map_err(|error: io::Error| fault(&path, error))?;
        claim.keep(kept > 0);
        Ok(Opened::Unfinished(Box::new(Self {
            claim,
            identity,
            journal,
            path,
            known,
            kept,
            shard: None,
            elsewhere: None,
        })))
    }

    /// Joins those who work on the study with this description in a folder, or begins it, as this shard of it.
    ///
    /// # Errors
    /// If the folder holds results or another study, a process has it alone, or it cannot be written.
    pub fn join(folder: &Path, description: &str, shard: &Part) -> Result<Opened> {
        let shown = folder.display();
        let identity = identity(description);
        let mut claim = Claim::shared(folder)?;
        if is_complete(folder, &identity) {
            claim.finish()?;
            return Ok(Opened::Complete);
        }
        refuse_results(folder)?;
        let mut known = Known::default();
        known.look(&journals(folder), &identity, &shown.to_string())?;
        // Each session has a journal of its own, so nothing that another may be writing is touched.
        let name =
            |number: usize| claim.staged(&format!("journal-{}-{number}.jsonl", shard.to_string().replace('/', "of")));
        let mut number = 1;
        let (path, mut journal) = loop {
            let path = name(number);
            match File::create_new(&path) {
                Ok(file) => break (path, file),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
                // It has just been completed.
                Err(_) if is_complete(folder, &identity) => return Ok(Opened::Complete),
                Err(error) => return Err(fault(&path, error)),
            }
        };
        journal.write_all(&line(&identity)).map_err(|error| fault(&path, error))?;
        let kept = known.clusters.len();
        let shard = Some(shard.clone());
        Ok(Opened::Unfinished(Box::new(Self { claim, identity, journal, path, known, kept, shard, elsewhere: None })))
    }

    /// Has others play what is missing.
    pub fn play_elsewhere(&mut self, elsewhere: Elsewhere) {
        self.elsewhere = Some(elsewhere);
    }

    /// Clusters that were played before.
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// Notes a cluster.
    fn note(&mut self, key: Key, means: &Means) -> Result<()> {
        self.claim.keep(true);
        self.journal.write_all(&line(&Line::of(key, means))).map_err(|error| fault(&self.path, error))
    }

    /// Has clusters played, and notes them as they come.
    fn have_played(&mut self, elsewhere: &mut Elsewhere, missing: &[Key], known: &mut Known) -> Result<()> {
        if missing.is_empty() {
            return Ok(());
        }
        elsewhere(missing, &mut |lines| {
            for text in lines.split(|&byte| byte == b'\n').filter(|text| !text.is_empty()) {
                let line: Line = serde_json::from_slice(text).map_err(Error::other)?;
                let (key, means) = ((line.trial, line.cluster), line.means());
                if let Entry::Vacant(place) = known.clusters.entry(key) {
                    self.note(key, &means)?;
                    place.insert(means);
                }
            }
            Ok(())
        })?;
        match missing.iter().find(|key| !known.clusters.contains_key(key)) {
            Some((trial, cluster)) => Err(Error::other(format!("cluster {cluster} of trial {trial} was not played"))),
            None => Ok(()),
        }
    }

    /// Writes all files of the finished study, the manifest last, and ends the journals; whether it was this process that did.
    ///
    /// # Errors
    /// If one cannot be written.
    pub fn complete(mut self, files: &[(String, Vec<u8>)]) -> Result<bool> {
        let folder = self.claim.folder().to_path_buf();
        let mut right = None;
        if self.shard.is_some() {
            right = self.claim.completing()?;
            if is_complete(&folder, &self.identity) {
                self.claim.finish()?;
                return Ok(false);
            }
            // Another shard has found the same, and writes it now.
            if right.is_none() {
                return Ok(false);
            }
        }
        files.iter().try_for_each(|(name, content)| write_new(&folder.join(name), content))?;
        self.claim.finish()?;
        drop(right);
        Ok(true)
    }
}

impl Known {
    /// Reads what was added to these journals since the last time.
    fn look(&mut self, journals: &[PathBuf], identity: &Identity, shown: &str) -> Result<()> {
        for path in journals {
            let from = self.read.get(path).copied().unwrap_or(0);
            let added = match added(path, from) {
                // The study was completed in between.
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                added => added.map_err(|error| fault(path, error))?,
            };
            let mut length = from;
            for text in added.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n")) {
                if length == 0 {
                    if serde_json::from_slice::<Identity>(text).ok().as_ref() != Some(identity) {
                        return Err(Error::input(format!(
                            "{shown}: holds another unfinished study, or this one by another version of this program; accepted: another folder (--out)"
                        )));
                    }
                } else {
                    let Ok(line) = serde_json::from_slice::<Line>(text) else { break };
                    self.clusters.insert((line.trial, line.cluster), line.means());
                }
                length += text.len() as u64;
            }
            self.read.insert(path.clone(), length);
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

/// Whether a folder holds this study, complete.
fn is_complete(folder: &Path, identity: &Identity) -> bool {
    identity_of(&folder.join(MANIFEST)).as_ref() == Some(&identity.study)
}

fn refuse_results(folder: &Path) -> Result<()> {
    if !folder.join(MANIFEST).exists() {
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

/// The same of a study that is complete.
fn identity_of(manifest: &Path) -> Option<String> {
    let json: Value = serde_json::from_slice(&files::read(manifest, MOST_BYTES).ok()?).ok()?;
    json[IDENTITY].as_str().map(str::to_owned)
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
    let json = files::read(&manifest, MOST_BYTES).ok().and_then(|text| serde_json::from_slice::<Value>(&text).ok());
    let Some((study, json)) = json.and_then(|json| Some((json["study"].as_str()?.to_owned(), json))) else {
        return Ok(None);
    };
    let damaged =
        |error| Error::input(format!("{}: files: {error}; accepted: the manifest of a study", manifest.display()));
    let listed = Vec::<ListedFile>::deserialize(&json["files"]).map_err(damaged)?;
    let mut checked = CheckedFiles { study, same: 0, missing: Vec::new() };
    for ListedFile { file, sha256: wanted } in listed {
        let path = folder.join(&file);
        if !path.exists() {
            checked.missing.push(file);
        } else if sha256(files::read(&path, MOST_BYTES).map_err(|error| fault(&path, error))?) == wanted {
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

fn line(value: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(value).expect("plain data");
    line.push(b'\n');
    line
}

/// The manifest of a finished study: what it was, by which program, over how many games, and which files it wrote.
pub fn manifest<S: Subject>(
    study: &str,
    description: &str,
    base: &Experiment<S>,
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
        "game": S::NAME,
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

/// A cluster that nobody has played.
struct Missing {
    /// Its number among all of a round.
    place: u64,
    /// The trial's number among the trials.
    trial: usize,
    cluster: u64,
    key: Key,
}

/// Variants of an experiment, and what is kept of each.
pub struct Trials<'a, S: Subject> {
    gauges: &'a Gauges<S>,
    experiments: Vec<Experiment<S>>,
    casts: Vec<Option<Cast<S>>>,
    clusters: Vec<Vec<Means>>,
    /// The number of each in journals.
    numbers: Vec<usize>,
}

impl<'a, S: Subject> Trials<'a, S> {
    /// Trials of these experiments, which have the same players and line-ups, and the number of each in journals.
    pub fn new(gauges: &'a Gauges<S>, experiments: Vec<Experiment<S>>, numbers: Vec<usize>) -> Self {
        let casts = experiments.iter().map(|_| None).collect();
        Self { gauges, casts, clusters: vec![Vec::new(); experiments.len()], experiments, numbers }
    }

    /// Lets another agent play in place of this one of a trial.
    pub fn replace_agent(&mut self, trial: usize, agent: usize, other: Box<dyn Agent<S::Game>>) {
        let experiment = &self.experiments[trial];
        self.casts[trial].get_or_insert_with(|| Cast::of_experiment(experiment)).replace(agent, other);
    }

    /// Plays these trials up to so many clusters, with the same draws for all; those in the folder's journals are not played again.
    ///
    /// # Errors
    /// If an agent does not decide, the journal cannot be written, threads cannot be made, or Ctrl-C is pressed.
    pub fn play(
        &mut self,
        wanted: &[usize],
        upto: u64,
        mut folder: Option<&mut StudyFolder>,
        manner: Manner,
    ) -> Result<()> {
        let lacking =
            wanted.iter().flat_map(|&trial| (self.clusters(trial)..upto).map(move |cluster| (trial, cluster)));
        let lacking: Vec<(usize, u64)> = lacking.collect();
        let key = |trial: usize, cluster: u64| (self.numbers[trial], cluster);
        let mut known = folder.as_mut().map_or_else(Known::default, |folder| std::mem::take(&mut folder.known));
        let mut missing: Vec<Missing> = (0..)
            .zip(&lacking)
            .map(|(place, &(trial, cluster))| Missing { place, trial, cluster, key: key(trial, cluster) })
            .filter(|missing| !known.clusters.contains_key(&missing.key))
            .collect();
        if let Some(shard) = folder.as_ref().and_then(|folder| folder.shard.as_ref()) {
            // Its own in their order; then all others, mixed, beginning anywhere, so that shards seldom meet.
            let begin = shard.shards.iter().sum::<u64>() << 32;
            let mixed = |place: u64| (place + begin).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            missing.sort_by_key(|&Missing { place, .. }| match shard.has(place) {
                true => (false, place),
                false => (true, mixed(place)),
            });
        }
        let played = match folder.as_mut().and_then(|folder| folder.elsewhere.take()) {
            Some(mut elsewhere) => {
                let missing: Vec<Key> = missing.iter().map(|missing| missing.key).collect();
                let folder = folder.as_mut().expect("it had it");
                let played = folder.have_played(&mut elsewhere, &missing, &mut known);
                folder.elsewhere = Some(elsewhere);
                played
            }
            None => {
                let shared = Mutex::new(known);
                let played = self.play_here(wanted, &missing, &shared, folder.as_deref_mut(), manner);
                known = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
                played
            }
        };
        if played.is_ok() {
            for (trial, cluster) in lacking {
                let means = known.clusters.remove(&(self.numbers[trial], cluster)).expect("all were played");
                self.clusters[trial].push(means);
            }
        }
        if let Some(folder) = folder {
            folder.known = known;
        }
        played
    }

    /// Plays what is missing on the threads of this process, but for what others have played by then.
    fn play_here(
        &mut self,
        wanted: &[usize],
        missing: &[Missing],
        known: &Mutex<Known>,
        mut folder: Option<&mut StudyFolder>,
        manner: Manner,
    ) -> Result<()> {
        let Self { gauges, experiments, casts, .. } = self;
        for &Missing { trial, .. } in missing {
            if casts[trial].is_none() {
                casts[trial] = Some(Cast::of_experiment(&experiments[trial]));
            }
        }
        for &trial in wanted {
            casts[trial].as_ref().map(Cast::greet).transpose()?;
        }
        let games = |trial: usize| experiments[trial].lineups() * experiments[trial].games_per_block();
        let progress = Progress::of_games(missing.iter().map(|missing| games(missing.trial)).sum(), manner.quiet);
        let pool = ordered::pool(manner.threads)?;
        let known = || known.lock().unwrap_or_else(PoisonError::into_inner);
        let others = folder.as_ref().filter(|folder| folder.shard.is_some());
        let others = others.map(|folder| (folder.claim.folder().to_path_buf(), folder.identity.clone()));
        let is_played = |key: Key| -> Result<bool> {
            let Some((folder, identity)) = &others else { return Ok(false) };
            let mut known = known();
            if known.looked.is_none_or(|looked| looked.elapsed() >= LOOK_AGAIN) {
                known.look(&journals(folder), identity, &folder.display().to_string())?;
            }
            Ok(known.clusters.contains_key(&key))
        };
        let work = |telemetry: &mut Telemetry<S>, missing: &Missing| {
            if is_played(missing.key)? {
                return Ok((missing.trial, None));
            }
            let cast = casts[missing.trial].as_ref().expect("those that are missing have one");
            let means = means_of(&experiments[missing.trial], cast, gauges, telemetry, missing.cluster)?;
            Ok((missing.trial, Some((missing.key, means))))
        };
        ordered::for_each(
            &pool,
            interrupt::heed()?,
            missing.iter().map(Ok),
            Telemetry::<S>::new,
            work,
            |played: Result<(usize, Option<(Key, Means)>)>| {
                let (trial, played) = played?;
                if let Some((key, means)) = played {
                    folder.as_mut().map_or(Ok(()), |folder| folder.note(key, &means))?;
                    known().clusters.insert(key, means);
                }
                progress.add(games(trial));
                Ok(())
            },
        )
    }

    /// The clusters of a trial so far.
    pub fn clusters(&self, trial: usize) -> u64 {
        self.clusters[trial].len() as u64
    }

    /// Games played of a trial.
    pub fn games(&self, trial: usize) -> u64 {
        let experiment = &self.experiments[trial];
        self.clusters(trial) * experiment.lineups() * experiment.games_per_block()
    }

    /// Every part of a trial's gauges, by its first so many clusters; nothing where no cluster has a value.
    pub fn estimates(&self, trial: usize, clusters: u64) -> Vec<Option<Traced>> {
        self.gauges.estimates(&self.clusters[trial][..clusters as usize])
    }
}

/// Plays clusters of an experiment's variants for a study elsewhere: lines of its journal.
///
/// # Errors
/// If an agent does not decide, or Ctrl-C is pressed.
pub fn lines_of<S: Subject>(
    gauges: &Gauges<S>,
    variant: impl Fn(usize) -> Option<Experiment<S>>,
    keys: &[Key],
) -> Result<Vec<u8>> {
    let interrupt = interrupt::heed()?;
    let mut telemetry = Telemetry::<S>::new();
    let mut lines = Vec::new();
    for of_trial in keys.chunk_by(|one, other| one.0 == other.0) {
        let experiment = variant(of_trial[0].0).ok_or_else(|| Error::other("a study without such a trial"))?;
        let cast = Cast::of_experiment(&experiment);
        cast.greet()?;
        for &key in of_trial {
            if interrupt.is_requested() {
                return Err(Error::Interrupted);
            }
            lines.extend(line(&Line::of(key, &means_of(&experiment, &cast, gauges, &mut telemetry, key.1)?)));
        }
    }
    Ok(lines)
}

/// The means over one cluster.
fn means_of<S: Subject>(
    experiment: &Experiment<S>,
    cast: &Cast<S>,
    gauges: &Gauges<S>,
    telemetry: &mut Telemetry<S>,
    cluster: u64,
) -> Result<Means> {
    let mut tallies = gauges.tallies();
    let lineups = experiment.lineups();
    for fixture in (cluster * lineups..(cluster + 1) * lineups).flat_map(|number| blocks::block(experiment, number)) {
        gauges.add(telemetry.rows_of(experiment, &fixture, cast)?, &mut tallies);
    }
    Ok(tallies.iter().map(Tally::mean).collect())
}
