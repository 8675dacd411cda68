//! Runs that are not complete. A run is begun in a new folder, resumed after an interruption, or extended from a complete run with fewer
//! blocks. Its files appear when all of them are written.

use std::fs;
use std::path::{Path, PathBuf};

use crate::base::error::{Error, Result};
use crate::base::files::exists;
use crate::config::{CIRCLE, Config};
use crate::experiment::Experiment;
use crate::forms::compression::{Compression, table_file};
use crate::run::growing::{EarlierRun, RawWriter, staged_blocks};
use crate::run::manifest::{MANIFEST, Manifest, Origin, PANEL, SECOND, file_names, is_unfinished};
use crate::run::session::{RunHistory, RunSession};
use crate::run::{manifest, raw};
use crate::schedule::Schedule;
use crate::schedule::shards::Part;
use crate::store::claim::{Claim, refuse_folder_of_others};
use crate::store::files::{fault, write_whole};

/// A part of an experiment that is about to be played into a folder.
pub struct RunPlan<'a> {
    /// The experiment.
    pub experiment: &'a Experiment,
    /// The part of it.
    pub part: &'a Part,
    /// The session that plays it.
    pub session: RunSession,
    /// The program that plays it.
    pub origin: &'a Origin,
    /// True if finished blocks survive an early end. They need not if the work is quickly redone, as a merge is.
    pub is_resumable: bool,
}

/// A folder that is being filled. If no new block is committed, everything that was created for it is removed on drop.
pub struct UnfinishedRun {
    /// Writes the blocks, and closes its files before the claim ends.
    pub writer: RawWriter,
    claim: Claim,
    is_complete: bool,
    /// The manifest that the folder shows until the run is complete.
    begun: Vec<u8>,
    /// The blocks of the complete run that the folder shows instead, if this run extends one.
    earlier: Option<u64>,
    /// The files that may appear before the complete manifest does.
    before_the_manifest: Vec<String>,
    /// The files that are ready to appear.
    ready: Vec<String>,
}

/// Adapts the experiment of a config to the run in a folder that it resumes: if the config does not say how circles are chosen, the run's
/// manifest decides.
///
/// # Errors
/// If the manifest cannot be read.
pub fn experiment_to_resume(mut experiment: Experiment, config: &Config, folder: &Path) -> Result<Experiment> {
    if let Some(circle) = manifest::circle_in(folder)?.filter(|_| !config.has(CIRCLE)) {
        experiment.schedule.circle = circle;
        experiment.compare.iter_mut().for_each(|second| second.schedule.circle = circle);
    }
    Ok(experiment)
}

/// Starts a run in a folder that is new or holds no results.
///
/// # Errors
/// If it holds results, another run fills it, it is not a folder, or cannot be written.
pub fn begin(folder: &Path, plan: RunPlan<'_>) -> Result<UnfinishedRun> {
    let runs_within = [SECOND, PANEL].map(str::to_owned).to_vec();
    refuse_folder_of_others(folder, &[file_names(plan.experiment), runs_within].concat())?;
    let claim = Claim::of(folder, &file_names(plan.experiment), "--out")?;
    let blocks = staged_blocks(&claim)?;
    let shown = folder.display();
    if blocks > 0 {
        return Err(Error::input(
            &shown,
            format_args!("holds {blocks} blocks of an unfinished run"),
            "--resume to resume it, or a new or empty folder (--out)",
        ));
    }
    let is_begun = is_unfinished(&folder.join(MANIFEST))?;
    if is_begun {
        // Nothing of it is kept, not even what was already visible.
        claim.take_back(&files_before_the_manifest(plan.experiment))?;
    }
    // Only now: until it was claimed, another run could have completed.
    for name in file_names(plan.experiment).into_iter().filter(|name| !(is_begun && name == MANIFEST)) {
        if exists(&folder.join(&name))? {
            return Err(Error::input(
                &shown,
                format_args!("found `{name}`, so it holds results already, which `sim report {shown}` shows"),
                "a new or empty folder (--out), or --resume with more blocks",
            ));
        }
    }
    UnfinishedRun::begin(claim, plan)
}

/// Resumes a run, starts it, or extends a complete one that has fewer blocks, which the sessions of `history` have played. Returns `None`
/// if the run is complete.
///
/// # Errors
/// If the folder holds something else, with the first difference, or already has more blocks than these; also as [`begin`].
pub fn resume(
    folder: &Path,
    plan: RunPlan<'_>,
    history: RunHistory,
    any_version: bool,
) -> Result<Option<UnfinishedRun>> {
    let path = folder.join(MANIFEST);
    if !exists(&path)? {
        return begin(folder, plan).map(Some);
    }
    let begun = Manifest::begun(plan.experiment, plan.part, plan.origin);
    let has_more = manifest::check_same_run(&path, &begun, any_version)?;
    if !is_unfinished(&path)? && !has_more && !Claim::is_on(folder)? {
        return Ok(None);
    }
    let mut claim = Claim::of(folder, &file_names(plan.experiment), "--out")?;
    // Only now: until it was claimed, another run could have completed.
    let has_more = manifest::check_same_run(&path, &begun, any_version)?;
    if is_unfinished(&path)? {
        return go_on(claim, plan, &begun).map(Some);
    }
    let earlier = EarlierRun::of(&path)?;
    let staged = staged_blocks(&claim)?;
    if has_more {
        check_staged(&claim, staged, plan.part.block_count(plan.experiment.blocks))?;
        return extend(claim, plan, &begun, &earlier, history).map(Some);
    }
    // It may have ended with only its last file left to remove. What a longer run has staged stays for that.
    if staged <= earlier.blocks {
        claim.finish()?;
    }
    Ok(None)
}

/// Goes on with a run that is not complete.
fn go_on(mut claim: Claim, plan: RunPlan<'_>, begun: &Manifest) -> Result<UnfinishedRun> {
    check_staged(&claim, staged_blocks(&claim)?, plan.part.block_count(plan.experiment.blocks))?;
    claim.keep(true);
    claim.take_back(&files_before_the_manifest(plan.experiment))?;
    match RawWriter::go_on(&claim, plan.experiment, plan.session.clone())? {
        Some(writer) => {
            let run = UnfinishedRun::of(claim, plan.experiment, begun, writer);
            // It may have more blocks than were planned when it began.
            run.show_begun()?;
            Ok(run)
        }
        None => UnfinishedRun::begin(claim, plan),
    }
}

/// Goes on from a complete run, which stays as it is until the longer one is complete.
fn extend(
    mut claim: Claim,
    plan: RunPlan<'_>,
    begun: &Manifest,
    earlier: &EarlierRun,
    history: RunHistory,
) -> Result<UnfinishedRun> {
    // What is staged may also be what the complete run left when only that was to be removed.
    let has_more = staged_blocks(&claim)? > earlier.blocks;
    claim.keep(has_more);
    let staged = if has_more { RawWriter::go_on(&claim, plan.experiment, plan.session.clone())? } else { None };
    let writer = match staged {
        Some(writer) => writer,
        None => RawWriter::extend(&claim, plan.experiment, plan.session, earlier, history)?,
    };
    let mut run = UnfinishedRun::of(claim, plan.experiment, begun, writer);
    run.earlier = Some(earlier.blocks);
    Ok(run)
}

/// Makes sure that a run does not become shorter, since what is staged is kept.
fn check_staged(claim: &Claim, staged: u64, blocks: u64) -> Result<()> {
    if staged <= blocks {
        return Ok(());
    }
    Err(Error::input(
        claim.folder().display(),
        format_args!("holds {staged} blocks of an unfinished run, which are more than {blocks}"),
        "as many blocks or more, or another folder (--out)",
    ))
}

/// The files that appear in a folder before the complete manifest does.
fn files_before_the_manifest(experiment: &Experiment) -> Vec<String> {
    file_names(experiment).into_iter().filter(|name| name != MANIFEST).collect()
}

impl UnfinishedRun {
    fn of(claim: Claim, experiment: &Experiment, begun: &Manifest, writer: RawWriter) -> Self {
        let before_the_manifest = files_before_the_manifest(experiment);
        Self {
            claim,
            is_complete: false,
            begun: begun.json(),
            earlier: None,
            before_the_manifest,
            ready: Vec::new(),
            writer,
        }
    }

    fn begin(claim: Claim, plan: RunPlan<'_>) -> Result<Self> {
        let writer = RawWriter::create(&claim, plan.experiment, plan.session, plan.is_resumable)?;
        let begun = Manifest::begun(plan.experiment, plan.part, plan.origin);
        let run = Self::of(claim, plan.experiment, &begun, writer);
        run.show_begun()?;
        Ok(run)
    }

    /// Shows that the folder's run is not complete.
    fn show_begun(&self) -> Result<()> {
        write_whole(&self.claim.staged(MANIFEST), &self.begun)?;
        self.claim.publish(&[MANIFEST.to_owned()])
    }

    /// Gives up the complete run that is extended: from here on only the longer run can become complete.
    ///
    /// # Errors
    /// If the manifest cannot be written.
    pub fn replace_earlier(&mut self) -> Result<()> {
        if self.earlier.take().is_some() { self.show_begun() } else { Ok(()) }
    }

    /// Returns the folder of the raw tables while the run is unfinished.
    pub fn raw_folder(&self) -> PathBuf {
        self.claim.staged("")
    }

    /// Writes a file that will appear with the others.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn stage(&mut self, name: String, content: &[u8]) -> Result<()> {
        write_whole(&self.claim.staged(&name), content)?;
        self.ready.push(name);
        Ok(())
    }

    /// Makes the raw tables ready to appear.
    ///
    /// # Errors
    /// If one cannot be compressed.
    pub fn stage_tables(&mut self, schedule: &Schedule) -> Result<()> {
        for table in &schedule.tables {
            let name = schedule.compress.file_name(table);
            match schedule.compress {
                Compression::None => {}
                Compression::Gzip => {
                    let (plain, file) = (self.claim.staged(&table_file(table)), self.claim.staged(&name));
                    raw::compress(&plain, &file).map_err(|error| fault(&file, error))?;
                }
            }
            self.ready.push(name);
        }
        Ok(())
    }

    /// Makes all files appear that are ready, and last the manifest of the complete run.
    ///
    /// # Errors
    /// If one cannot be written or moved; the run can then be resumed.
    pub fn complete(&mut self, manifest: &Manifest) -> Result<()> {
        self.replace_earlier()?;
        write_whole(&self.claim.staged(MANIFEST), &manifest.json())?;
        self.claim.publish(&self.ready)?;
        self.claim.publish(&[MANIFEST.to_owned()])?;
        // What cannot be resumed is whole without a remainder, or not there.
        self.is_complete = self.writer.is_resumable();
        self.claim.finish()?;
        self.is_complete = true;
        Ok(())
    }
}

impl Drop for UnfinishedRun {
    /// Removes what is not kept, after a failure or an interrupt.
    fn drop(&mut self) {
        if self.is_complete {
            return;
        }
        let is_kept = self.writer.committed() > self.earlier.unwrap_or(0);
        self.claim.keep(is_kept);
        if !is_kept && self.earlier.is_none() {
            let _ = self.claim.take_back(&self.before_the_manifest);
            let _ = fs::remove_file(self.claim.folder().join(MANIFEST));
        }
    }
}

/// Puts files into a folder, replacing those with the same names. They appear whole, and only when all are written.
///
/// # Errors
/// If another process fills the folder, it holds an unfinished run, or it cannot be written. Then nothing was replaced, unless the files
/// could be written but not moved.
pub fn replace(experiment: &Experiment, folder: &Path, files: &[(String, Vec<u8>)]) -> Result<()> {
    let claim = Claim::of(folder, &file_names(experiment), "--out")?;
    let manifest = folder.join(MANIFEST);
    if is_unfinished(&manifest)? || (staged_blocks(&claim)? > 0 && !exists(&manifest)?) {
        let shown = folder.display();
        return Err(Error::input(&shown, "holds an unfinished run", "another folder (--out)"));
    }
    let names: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
    claim.check_places(&names)?;
    files.iter().try_for_each(|(name, bytes)| write_whole(&claim.staged(name), bytes))?;
    // What a longer run has staged stays.
    claim.publish(&names)
}
