//! Incomplete runs.
//!
//! A run is started in a new folder, resumed after an interruption, or extended from a complete run with fewer blocks.
//! Its files appear when all of them are written.

use std::fs;
use std::path::{Path, PathBuf};

use crate::base::error::{Error, Result};
use crate::base::files::exists;
use crate::base::ordered::Workers;
use crate::experiment::Experiment;
use crate::forms::compression::{Compression, table_file};
use crate::run::manifest::{MANIFEST, Manifest, Origin, PANEL, SECOND, file_names, is_unfinished};
use crate::run::raw_writer::{EarlierRun, RawWriter, refuse_unproven, staged_blocks};
use crate::run::session::{RunHistory, RunSession};
use crate::run::{manifest, raw};
use crate::schedule::Schedule;
use crate::schedule::shards::Part;
use crate::store::claim::{Claim, refuse_folder_of_others};
use crate::store::files::write_whole;

/// The folders in which any run can start, in messages.
const NEW_FOLDER: &str = "a new or empty folder (--out)";

/// A part of an experiment to be played into a folder.
pub struct RunPlan<'a> {
    /// The experiment.
    pub experiment: &'a Experiment,
    /// The part of it.
    pub part: &'a Part,
    /// The current session.
    pub session: RunSession,
    /// The current program.
    pub origin: &'a Origin,
    /// Whether finished blocks survive an early end, which is unnecessary for quick work such as merging.
    pub is_resumable: bool,
}

/// A folder being filled.
///
/// If no new block is committed, everything that was created for it is removed on drop, unless runs of its panel are in the folder.
pub struct UnfinishedRun {
    /// Writes the blocks; its files are closed before the claim ends.
    pub writer: RawWriter,
    claim: Claim,
    is_complete: bool,
    /// The manifest in the folder until the run is complete.
    begun: Vec<u8>,
    /// The number of blocks of the complete run that remains in the folder, if this run extends one.
    earlier: Option<u64>,
    /// The files that may appear before the complete manifest does.
    before_the_manifest: Vec<String>,
    /// The files ready for publication.
    ready: Vec<String>,
}

/// Starts a run in a folder that is new or has no results.
///
/// # Errors
/// If it has results, another run is filling it, it is not a folder, or cannot be written.
pub fn begin(folder: &Path, plan: RunPlan<'_>) -> Result<UnfinishedRun> {
    let runs_within = [SECOND, PANEL].map(str::to_owned).to_vec();
    refuse_folder_of_others(folder, &[file_names(plan.experiment), runs_within].concat())?;
    let mut claim = Claim::of(folder, &file_names(plan.experiment), "--out")?;
    let blocks = staged_blocks(&claim)?;
    let shown = folder.display();
    // Commands whose runs cannot be resumed, such as `sim merge`, have no --resume.
    let (to_resume, to_extend) = match plan.is_resumable {
        true => ("--resume to resume it, or ", ", or --resume with more blocks"),
        false => ("", ""),
    };
    let (is_begun, is_told) = (is_unfinished(&folder.join(MANIFEST))?, exists(&folder.join(MANIFEST))?);
    let held = match blocks {
        0 if is_begun && exists(&folder.join(PANEL))? => Some("the panel".to_owned()),
        0 => None,
        blocks => Some(format!("{blocks} blocks")),
    };
    if let Some(held) = held {
        // Nothing else says which run it is.
        let (missing, other) =
            if is_told { ("", to_resume) } else { (" without its `manifest.json`", "that file, or ") };
        let accepted = format_args!("{other}{NEW_FOLDER}");
        return Err(Error::input(&shown, format_args!("holds {held} of an unfinished run{missing}"), accepted));
    }
    if is_begun || !is_told {
        refuse_unproven(&mut claim, plan.experiment, plan.part)?;
    }
    if is_begun {
        // Nothing of the earlier run is kept, not even published files.
        claim.take_back(&files_before_the_manifest(plan.experiment))?;
    }
    // Check only after claiming the folder: before, another run could have been completed.
    for name in file_names(plan.experiment).into_iter().filter(|name| !(is_begun && name == MANIFEST)) {
        if exists(&folder.join(&name))? {
            return Err(Error::input(
                &shown,
                format_args!("found `{name}`: the folder already contains results (`sim report {shown}` shows them)"),
                format_args!("{NEW_FOLDER}{to_extend}"),
            ));
        }
    }
    UnfinishedRun::begin(claim, plan)
}

/// Resumes a run, starts it, or extends a complete one with fewer blocks.
///
/// The sessions of `history` have played the blocks of the complete run. Returns `None` if the run is already complete.
///
/// # Errors
/// If the folder contains another run (states the first difference) or already has more blocks; also as for [`begin`].
pub fn resume(folder: &Path, plan: RunPlan<'_>, history: RunHistory) -> Result<Option<UnfinishedRun>> {
    let path = folder.join(MANIFEST);
    if !exists(&path)? {
        return begin(folder, plan).map(Some);
    }
    let begun = Manifest::begun(plan.experiment, plan.part, plan.origin);
    let has_more = manifest::check_same_run(&path, &begun)?;
    if !is_unfinished(&path)? && !has_more && !Claim::is_on(folder)? {
        return Ok(None);
    }
    let mut claim = Claim::of(folder, &file_names(plan.experiment), "--out")?;
    // Check only after claiming the folder: before, another run could have been completed.
    let has_more = manifest::check_same_run(&path, &begun)?;
    if is_unfinished(&path)? {
        return go_on(claim, plan, &begun).map(Some);
    }
    let earlier = EarlierRun::of(&path)?;
    let staged = staged_blocks(&claim)?;
    if has_more {
        check_staged(&claim, staged, plan.experiment.block_count_in(plan.part))?;
        return extend(claim, plan, &begun, &earlier, history).map(Some);
    }
    // The run may have ended with only its last file left to remove. Files staged by a longer run are kept for it.
    if staged <= earlier.blocks {
        claim.finish()?;
    }
    Ok(None)
}

/// Continues an incomplete run.
fn go_on(mut claim: Claim, plan: RunPlan<'_>, begun: &Manifest) -> Result<UnfinishedRun> {
    check_staged(&claim, staged_blocks(&claim)?, plan.experiment.block_count_in(plan.part))?;
    claim.keep(true);
    claim.take_back(&files_before_the_manifest(plan.experiment))?;
    match RawWriter::go_on(&claim, plan.experiment, plan.session.clone())? {
        Some(writer) => {
            let run = UnfinishedRun::of(claim, plan.experiment, begun, writer);
            // The run may have more blocks than planned when it started.
            run.show_begun()?;
            Ok(run)
        }
        None => {
            refuse_unproven(&mut claim, plan.experiment, plan.part)?;
            UnfinishedRun::begin(claim, plan)
        }
    }
}

/// Extends a complete run, which stays unchanged until the longer one is complete.
fn extend(
    mut claim: Claim,
    plan: RunPlan<'_>,
    begun: &Manifest,
    earlier: &EarlierRun,
    history: RunHistory,
) -> Result<UnfinishedRun> {
    // Staged files may also be leftovers of the complete run that were about to be removed.
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

/// Checks that a run does not become shorter, because staged blocks are kept.
fn check_staged(claim: &Claim, staged: u64, blocks: u64) -> Result<()> {
    if staged <= blocks {
        return Ok(());
    }
    Err(Error::input(
        claim.folder().display(),
        format_args!("holds {staged} blocks of an unfinished run, more than {blocks}"),
        "as many blocks or more, or another folder (--out)",
    ))
}

/// Returns the files that appear in a folder before the complete manifest does.
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

    /// Marks the folder's run as incomplete.
    fn show_begun(&self) -> Result<()> {
        write_whole(&self.claim.staged(MANIFEST), &self.begun)?;
        self.claim.publish(&[MANIFEST.to_owned()])
    }

    /// Gives up the complete run being extended: from now on only the longer run can become complete.
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

    /// Writes a file to be published with the others.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn stage(&mut self, name: String, content: &[u8]) -> Result<()> {
        write_whole(&self.claim.staged(&name), content)?;
        self.ready.push(name);
        Ok(())
    }

    /// Prepares the raw tables for publication.
    ///
    /// # Errors
    /// If one cannot be compressed, or on Ctrl-C.
    pub fn stage_tables(&mut self, schedule: &Schedule) -> Result<()> {
        for table in &schedule.tables {
            let name = schedule.compress.file_name(table);
            match schedule.compress {
                Compression::None => {}
                Compression::Gzip => {
                    let (plain, file) = (self.claim.staged(&table_file(table)), self.claim.staged(&name));
                    raw::compress(&plain, &file, &Workers::new(Some(self.writer.threads()))?)?;
                }
            }
            self.ready.push(name);
        }
        Ok(())
    }

    /// Publishes all files that are ready, followed by the manifest of the complete run.
    ///
    /// # Errors
    /// If one cannot be written or moved; the run can then be resumed.
    pub fn complete(&mut self, manifest: &Manifest) -> Result<()> {
        self.replace_earlier()?;
        write_whole(&self.claim.staged(MANIFEST), &manifest.json())?;
        self.claim.publish(&self.ready)?;
        self.claim.publish(&[MANIFEST.to_owned()])?;
        // A run that is not resumable is either complete or removed.
        self.is_complete = self.writer.is_resumable();
        self.claim.finish()?;
        self.is_complete = true;
        Ok(())
    }
}

impl Drop for UnfinishedRun {
    /// Cleans up after a failure or an interrupt.
    fn drop(&mut self) {
        if self.is_complete {
            return;
        }
        let has_panel =
            self.earlier.is_none() && self.writer.is_resumable() && self.claim.folder().join(PANEL).exists();
        let is_kept = has_panel || self.writer.committed() > self.earlier.unwrap_or(0);
        self.claim.keep(is_kept);
        if !is_kept && self.earlier.is_none() {
            let _ = self.claim.take_back(&self.before_the_manifest);
            let _ = fs::remove_file(self.claim.folder().join(MANIFEST));
        }
    }
}

/// Writes files to a folder, replacing those of the same names.
///
/// Each file is complete, and they appear only when all are written.
///
/// # Errors
/// If another process is filling the folder, it contains an unfinished run, or it cannot be written. Then nothing was
/// replaced, unless the files could be written but not moved.
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
    // Files staged by a longer run are kept.
    claim.publish(&names)
}
