//! `sim try`: the verdict on a change of the game.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use crate::commands::args::{SimulationArgs, whole};
use lab::base::error::{Error, Result};
use lab::base::files::exists;
use lab::base::out;
use lab::run::manifest::MANIFEST;
use lab::schedule::MAX_BLOCKS;
use lab::schedule::contestant::PlayerSpec;
use lab::study::sensitivity::RuleChange;
use lab::study::verdict::{Trial, TrialOptions, Verdict};
use report::html::run_page::PageOptions;
use report::terminal::{summary, verdict};

/// The default number of games of each run: about a minute on two cores for the base game.
const GAMES: u64 = 6000;

/// Arguments of `sim try`.
#[derive(Args, Clone, Debug)]
#[command(mut_arg("config", |config| config.help("Take game, players, scoring tiles and panel from this config")))]
pub struct TryArgs {
    /// Change this key of the game, such as rules.castle-income=4
    #[arg(value_name = "CHANGE", required = true)]
    pub changes: Vec<String>,

    /// Play with N players, 2 to 5 [default: those of --config, or 4]
    #[arg(long, value_name = "N", value_parser = whole::<u8>(2..=5))]
    pub players: Option<u8>,

    /// Put this agent in all seats
    #[arg(long, value_name = "SPEC", default_value = "greedy")]
    pub agent: String,

    /// Play N games without the change and N with it, for each style of play
    #[arg(long, value_name = "N", default_value_t = GAMES, value_parser = whole::<u64>(2..=MAX_BLOCKS))]
    pub games: u64,

    /// Keep both runs, with their tables, in this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Resume an interrupted run of the same command in the folder
    #[arg(long)]
    pub resume: bool,

    /// Write report.html, a page with figures and games, to the folder
    ///
    /// Without --out the folder is runs/try-CHANGE-SEED.
    #[arg(long)]
    pub report: bool,

    /// Setup, seed and output
    #[command(flatten)]
    pub common: SimulationArgs,
}

/// The verdict for `--json`; shares are fractions of 1.
#[derive(Serialize)]
struct TryResult<'a> {
    changes: &'a [RuleChange],
    players: usize,
    games: u64,
    #[serde(flatten)]
    verdict: &'a Verdict,
}

/// Plays with and without the change, and prints the verdict.
pub fn run(args: &TryArgs) -> Result<()> {
    let config = args.common.setup.config()?;
    let game = games::of_config(&config)?;
    let agent = PlayerSpec::read(&args.agent, &game.schemas(), &[]).map_err(|error| error.at("--agent"))?;
    let TryArgs { players, games, common: SimulationArgs { seed, .. }, .. } = *args;
    let options = TrialOptions { changes: &args.changes, players, games, seed, agent };
    let trial = Trial::of(game, &config, &options)?;
    let kept = args.out.clone().or_else(|| args.report.then(|| default_folder(args)));
    let verdict = match &kept {
        Some(folder) if !args.resume && exists(&folder.join(MANIFEST))? => {
            let accepted = "a new or empty folder (--out), or --resume if it is this trial";
            return Err(Error::input(folder.display(), "already holds a run", accepted));
        }
        Some(folder) => {
            trial.play(folder, args.resume, args.common.exec.into()).inspect_err(|error| hint(error, folder))?
        }
        None => {
            let folder = tempfile::tempdir().map_err(|error| Error::of_path(&std::env::temp_dir(), &error, ""))?;
            trial.play(&folder.path().join("try"), false, args.common.exec.into())?
        }
    };
    let page = kept.as_ref().filter(|_| args.report).map(|folder| PageOptions::of(folder, args.common.exec.into()));
    let page = page.map(|options| games::pages::write(&options)).transpose()?;
    if args.common.json {
        let (changes, players) = (&trial.changes[..], trial.experiment.players);
        return out::json(&TryResult { changes, players, games: args.games, verdict: &verdict });
    }
    let kept = match (page, kept) {
        (Some(page), _) => format!("Page: {}.", page.path.display()),
        (None, Some(folder)) => format!("Tables: {}.", folder.display()),
        (None, None) => String::new(),
    };
    let mut lines = verdict::lines(&trial, &verdict, &kept).into_iter();
    lines.next().map_or(Ok(()), |title| summary::heading(&title))?;
    lines.try_for_each(out::line)
}

/// Prints how to continue an interrupted trial.
fn hint(error: &Error, folder: &Path) {
    if matches!(error, Error::Interrupted) {
        // A closed standard error must not cost the exit code.
        let kept = folder.display();
        let _ = writeln!(
            anstream::stderr(),
            "finished games are kept in {kept}; to continue, repeat the command with --resume"
        );
    }
}

/// The folder of a page, named after the changes in characters that every system accepts.
fn default_folder(args: &TryArgs) -> PathBuf {
    let text = args.changes.join("-").replace("rules.", "");
    let words = text.split(|one: char| !one.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name: String = words.collect::<Vec<_>>().join("-").chars().take(60).collect();
    PathBuf::from(format!("runs/try-{name}-{}", args.common.seed))
}
