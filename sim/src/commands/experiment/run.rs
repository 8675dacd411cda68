//! `sim run`: from a config to a folder of tables.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::commands::args::{ConfigArgs, ExecArgs};
use crate::commands::finished::report;
use ::report::html::run_page::{PageOptions, REPORT};
use ::report::shell::quoted;
use ::report::terminal::{comparison, summary};
use lab::base::error::{Error, Result};
use lab::base::files::exists;
use lab::base::out;
use lab::config::Config;
use lab::experiment::Experiment;
use lab::run::job::{self, CompleteRun, Listener, RunOptions, check_part};
use lab::run::raw_writer::RawWriter;
use lab::schedule::Schedule;
use lab::schedule::shards::Part;
use lab::subject::GameInfo;

/// Arguments of `sim run`.
#[derive(Args, Clone, Debug)]
pub struct RunArgs {
    /// The config
    #[command(flatten)]
    pub source: ConfigArgs,

    /// Write to this folder, which must not hold results [default: runs/NAME-SEED]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Resume an interrupted run, or start it if there is none
    ///
    /// Finished blocks are kept. To extend a complete run, add --set blocks=MORE.
    #[arg(long)]
    pub resume: bool,

    /// Play only shard I of N, counting from 1
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<Part>,

    /// Write report.html, a page with figures and games, at the end
    #[arg(long)]
    pub report: bool,

    /// Threads and progress
    #[command(flatten)]
    pub exec: ExecArgs,
}

/// Reads a shard.
fn shard(text: &str) -> std::result::Result<Part, String> {
    let in_a_job =
        if text.starts_with("array") { "; in a job array of Slurm: --shard $SLURM_ARRAY_TASK_ID/16" } else { "" };
    text.parse().map_err(|accepted| format!("{accepted}{in_a_job}"))
}

impl RunArgs {
    /// Returns the command that resumes the run, for a shell.
    fn again(&self) -> String {
        let program = std::env::args().next().unwrap_or_else(|| "sim".to_owned());
        let mut words = vec![program, "run".to_owned(), self.source.config.display().to_string()];
        let mut flag = |name: &str, value: Option<String>| {
            words.extend(value.into_iter().flat_map(|value| [name.to_owned(), value]));
        };
        flag("--out", self.out.as_ref().map(|out| out.display().to_string()));
        flag("--seed", self.source.seed.map(|seed| seed.to_string()));
        self.source.set.iter().for_each(|set| flag("--set", Some(set.clone())));
        flag("--shard", self.shard.as_ref().map(Part::to_string));
        flag("--threads", self.exec.threads.map(|threads| threads.to_string()));
        let flags = [("--quiet", self.exec.quiet), ("--resume", true), ("--report", self.report)];
        words.extend(flags.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name.to_owned()));
        words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }
}

/// Plays the experiment, writes its tables, and prints the summary.
pub fn run(args: &RunArgs) -> Result<()> {
    let config = args.source.load()?;
    play(games::of_config(&config)?, args, &config)
}

fn play(game: &'static GameInfo, args: &RunArgs, config: &Config) -> Result<()> {
    let experiment: Experiment = config.experiment(game)?;
    let part = args.shard.clone().unwrap_or_else(Part::whole);
    check_part(&experiment, &part)?;
    let folder = args.out.clone().unwrap_or_else(|| default_folder(&experiment, &part));
    let options = RunOptions { part, folder, resume: args.resume, exec: args.exec.into() };
    let runs = job::run(&experiment, &options, &ResumeHint(args.again()))?;
    print_run(args, &options.part, &runs[0], None)?;
    if let Some(second) = runs.get(1) {
        print_run(args, &options.part, second, Some("The second run, with the changes of [compare]"))?;
        if !args.report {
            let first = options.folder.display();
            out::line(format_args!("`sim report {first}` writes a page that begins with the comparison"))?;
        }
    }
    if args.report { report::write(&PageOptions::of(&options.folder, args.exec.into())) } else { Ok(()) }
}

/// Prints the summary of a run; for the second one of a comparison under a title.
///
/// Its page is that of the first.
fn print_run(args: &RunArgs, part: &Part, run: &CompleteRun, title: Option<&str>) -> Result<()> {
    let CompleteRun { folder, experiment, blocks, looks, tournament, comparison, panel } = run;
    let shown = folder.display();
    let Some(tournament) = tournament else {
        return out::line(format_args!("complete already: kept {blocks} of {blocks} blocks in {shown}"));
    };
    // The findings of a comparison come first.
    comparison.as_ref().map_or(Ok(()), |rows| comparison::print_own(experiment, rows))?;
    title.map_or(Ok(()), out::line)?;
    summary::print(experiment, part, &tournament.totals, &tournament.costs, *looks)?;
    panel.as_ref().map_or(Ok(()), summary::print_panel)?;
    summary::print_speed(tournament)?;
    let is_told = args.report || experiment.compare.is_some() || title.is_some();
    let hint = if is_told { String::new() } else { format!("; `sim report {shown}` writes a page from them") };
    out::line(format_args!("tables in {shown}{hint}"))?;
    let page = folder.join(REPORT);
    if !args.report && exists(&page)? {
        out::line(format_args!("{} is still the page of the earlier run", page.display()))?;
    }
    Ok(())
}

/// The command that resumes the run.
struct ResumeHint(String);

impl Listener for ResumeHint {
    fn resumed(&self, run: &RawWriter, blocks: u64, folder: &Path) -> Result<()> {
        out::line(format_args!("kept {} of {blocks} blocks in {}", run.committed(), folder.display()))?;
        run.loss().map_or(Ok(()), out::line)?;
        let look = run.looks() + 1;
        if look == 1 {
            return Ok(());
        }
        out::line(format_args!(
            "look {look} at this run: with each look more intervals miss; those of sequential.csv hold at all looks together"
        ))
    }

    fn interrupted(&self, error: Error, kept: u64, blocks: u64) -> Error {
        with_command(error, kept, blocks, &self.0)
    }
}

fn default_folder(schedule: &Schedule, part: &Part) -> PathBuf {
    let run = format!("runs/{}-{}", schedule.name, schedule.seed);
    if part.is_whole() { run.into() } else { format!("{run}.shard-{}", part.to_string().replace('/', "-of-")).into() }
}

/// Adds the blocks kept and the command to resume to an error.
///
/// An interrupt was already reported; for it the rest is printed here.
fn with_command(error: Error, kept: u64, blocks: u64, command: &str) -> Error {
    let rest = format!("{kept} of {blocks} blocks are kept; resume with:\n{command}");
    match error {
        Error::Interrupted => {
            // A closed standard error must not cost the exit code.
            let _ = writeln!(anstream::stderr(), "{rest}");
            Error::Interrupted
        }
        Error::Machine(failure) => Error::Machine(failure.and(&rest)),
        Error::Undecided(failure) => Error::Undecided(failure.and(&rest)),
        Error::Input(input) => Error::Input(input),
    }
}
