//! Variants of one experiment that meet the same draws, played cluster by cluster for what gauges ask of them: what tuning and sensitivity are
//! made of.
//!
//! What is kept of a cluster are the means of all gauges. A journal in the folder notes them as they come, so that a study that was killed
//! plays no cluster again; estimates follow from the kept means alone, in the order of clusters, so they are the same for any number of
//! threads and sessions.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

use agents::Agent;
use interface::components::ComponentFile;
use interface::digest::sha256;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::base::error::{Error, Result};
use crate::base::files;
use crate::base::progress::Progress;
use crate::base::{interrupt, ordered};
use crate::lab::config::effective;
use crate::lab::experiment::Experiment;
use crate::lab::play::cast::Cast;
use crate::lab::play::manner::Manner;
use crate::lab::play::telemetry::Telemetry;
use crate::lab::run::folder::{Claim, JOURNAL, fault, write_new};
use crate::lab::run::manifest::{MANIFEST, MOST_BYTES, PROGRAM, REVISION, VERSION, config_sha256, json as json_text};
use crate::lab::schedule::blocks;
use crate::lab::subject::Subject;
use crate::lab::subject::gauge::{Means, Tally};
use crate::lab::subject::gauges::Gauges;
use crate::stats::traced::Traced;

/// The longest journal that is read.
const MOST_JOURNAL_BYTES: u64 = 4 << 30;

/// A folder that a study fills: nothing of it is seen before all is, but its journal.
pub struct StudyFolder {
    claim: Claim,
    journal: File,
    /// Clusters of earlier sessions by number of the trial, in their order.
    kept: Vec<(usize, Means)>,
    /// How many of them were used.
    taken: usize,
}

/// What a study finds in its folder.
pub enum Opened {
    /// Everything is there already.
    Complete,
    /// Something remains to be played, perhaps everything.
    Unfinished(Box<StudyFolder>),
}

/// The first line of a journal: what the study is.
#[derive(PartialEq, Serialize, Deserialize)]
struct Identity {
    study: String,
}

/// Another line: one cluster of a trial. Means are kept as their bits, which text cannot round.
#[derive(Serialize, Deserialize)]
struct Line {
    trial: usize,
    means: Vec<Option<u64>>,
}

impl StudyFolder {
    /// Claims a folder for the study with this description; with `resume`, what an earlier session of it has played is kept.
    ///
    /// # Errors
    /// If the folder holds results or another study, another process fills it, or it cannot be written.
    pub fn open(folder: &Path, description: &str, resume: bool) -> Result<Opened> {
        let shown = folder.display();
        let identity = identity(description);
        let mut claim = Claim::of(folder)?;
        let manifest = folder.join(MANIFEST);
        if manifest.exists() && resume && identity_of(&manifest).as_ref() == Some(&identity.study) {
            claim.finish()?;
            return Ok(Opened::Complete);
        }
        if manifest.exists() {
            return Err(Error::input(format!(
                "{shown}: found `{MANIFEST}`, so it holds results already; accepted: a new or empty folder (--out)"
            )));
        }
        let path = claim.staged(JOURNAL);
        let first = line(&identity);
        let (kept, length) =
            if path.exists() { read_journal(&path, &identity, &shown.to_string())? } else { Default::default() };
        if !resume && !kept.is_empty() {
            return Err(Error::input(format!(
                "{shown}: holds {} clusters of an unfinished study; accepted: --resume to resume it, or a new or empty folder (--out)",
                kept.len()
            )));
        }
        let begin = || {
            let mut file = OpenOptions::new().create(true).truncate(false).append(false).write(true).open(&path)?;
            file.set_len(length)?;
            std::io::Seek::seek(&mut file, std::io::SeekFrom::End(0))?;
            if length == 0 {
                file.write_all(&first)?;
            }
            Ok(file)
        };
        let journal = begin().map_err(|error: std::io::Error| fault(&path, error))?;
        claim.keep(!kept.is_empty());
        Ok(Opened::Unfinished(Box::new(Self { claim, journal, kept, taken: 0 })))
    }

    /// Clusters that earlier sessions have played.
    pub fn kept(&self) -> usize {
        self.kept.len()
    }

    /// The next cluster, if an earlier session has played it.
    fn next(&mut self, trial: usize) -> Option<Means> {
        let (of, means) = self.kept.get(self.taken)?;
        (*of == trial).then(|| {
            self.taken += 1;
            means.clone()
        })
    }

    fn note(&mut self, trial: usize, means: &Means) -> Result<()> {
        self.claim.keep(true);
        let means = means.iter().map(|mean| mean.map(f64::to_bits)).collect();
        self.journal.write_all(&line(&Line { trial, means })).map_err(|error| fault(&self.claim.staged(JOURNAL), error))
    }

    /// Writes all files of the finished study, the manifest last, and ends the journal.
    ///
    /// # Errors
    /// If one cannot be written.
    pub fn complete(mut self, files: &[(String, Vec<u8>)]) -> Result<()> {
        let folder = self.claim.folder().to_path_buf();
        files.iter().try_for_each(|(name, content)| write_new(&folder.join(name), content))?;
        self.claim.finish()
    }
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

/// The clusters of a journal up to the first line that is not whole, and how long it is up to there.
fn read_journal(path: &Path, identity: &Identity, shown: &str) -> Result<(Vec<(usize, Means)>, u64)> {
    let bytes = files::read(path, MOST_JOURNAL_BYTES).map_err(|error| fault(path, error))?;
    let mut lines = bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
    let Some(first) = lines.next() else { return Ok((Vec::new(), 0)) };
    if serde_json::from_slice::<Identity>(first).ok().as_ref() != Some(identity) {
        return Err(Error::input(format!(
            "{shown}: holds another unfinished study, or this one by another version of this program; accepted: another folder (--out)"
        )));
    }
    let (mut kept, mut length) = (Vec::new(), first.len() as u64);
    for line in lines {
        let Ok(Line { trial, means }) = serde_json::from_slice(line) else { break };
        kept.push((trial, means.into_iter().map(|mean| mean.map(f64::from_bits)).collect()));
        length += line.len() as u64;
    }
    Ok((kept, length))
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
    let components: Map<String, Value> =
        base.subject.files().into_iter().map(|file| (ComponentFile::hash_key(file.key), file.sha256.into())).collect();
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

/// Variants of an experiment, and what is kept of each.
pub struct Trials<'a, S: Subject> {
    gauges: &'a Gauges<S>,
    experiments: Vec<Experiment<S>>,
    casts: Vec<Option<Cast<S>>>,
    clusters: Vec<Vec<Means>>,
    /// The number of the first one in journals.
    first: usize,
}

impl<'a, S: Subject> Trials<'a, S> {
    /// Trials of these experiments, which have the same players and line-ups. `first` is the number of the first one in journals.
    pub fn new(gauges: &'a Gauges<S>, experiments: Vec<Experiment<S>>, first: usize) -> Self {
        let casts = experiments.iter().map(|_| None).collect();
        Self { gauges, casts, clusters: vec![Vec::new(); experiments.len()], experiments, first }
    }

    /// Lets another agent play in place of this one of a trial.
    pub fn replace_agent(&mut self, trial: usize, agent: usize, other: Box<dyn Agent<S::Game>>) {
        let experiment = &self.experiments[trial];
        self.casts[trial].get_or_insert_with(|| Cast::of_experiment(experiment)).replace(agent, other);
    }

    /// Plays these trials up to so many clusters, with the same draws for all; those in the folder's journal are not played again.
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
        for &trial in wanted {
            while (self.clusters[trial].len() as u64) < upto {
                let Some(means) = folder.as_mut().and_then(|folder| folder.next(self.first + trial)) else { break };
                self.clusters[trial].push(means);
            }
        }
        let Self { gauges, experiments, casts, clusters, first } = self;
        for &trial in wanted {
            casts[trial].get_or_insert_with(|| Cast::of_experiment(&experiments[trial])).greet()?;
        }
        let missing: Vec<(usize, u64)> = wanted
            .iter()
            .flat_map(|&trial| (clusters[trial].len() as u64..upto).map(move |cluster| (trial, cluster)))
            .collect();
        let games = |trial: usize| experiments[trial].lineups() * experiments[trial].games_per_block();
        let progress = Progress::of_games(missing.iter().map(|(trial, _)| games(*trial)).sum(), manner.quiet);
        let pool = ordered::pool(manner.threads)?;
        let work = |telemetry: &mut Telemetry<S>, (trial, cluster): (usize, u64)| {
            let cast = casts[trial].as_ref().expect("those wanted are there");
            Ok((trial, means_of(&experiments[trial], cast, gauges, telemetry, cluster)?))
        };
        ordered::for_each(
            &pool,
            interrupt::heed()?,
            missing.iter().copied().map(Ok),
            Telemetry::<S>::new,
            work,
            |played: Result<(usize, Means)>| {
                let (trial, means) = played?;
                folder.as_mut().map_or(Ok(()), |folder| folder.note(*first + trial, &means))?;
                clusters[trial].push(means);
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
