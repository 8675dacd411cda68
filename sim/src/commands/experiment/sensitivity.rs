//! `sim sensitivity`: the effects of rules, each changed alone a step up and down.

use std::path::PathBuf;

use clap::Args;
use lab::base::error::Result;
use lab::base::out;
use lab::study::sensitivity::Sensitivity;
use report::terminal::summary;

use super::tune::play;
use crate::commands::args::{ConfigArgs, ExecArgs, whole};

/// Arguments of `sim sensitivity`.
#[derive(Args, Clone, Debug)]
pub struct SensitivityArgs {
    /// The config
    #[command(flatten)]
    pub source: ConfigArgs,

    /// Write to this folder [default: runs/NAME-SEED-sensitivity]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Vary this rule, such as rules.castle-income (repeatable) [default: all]
    #[arg(long, value_name = "KEY")]
    pub key: Vec<String>,

    /// Change numbers by N up and down
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(1..=1000))]
    pub step: u64,

    /// Resume an interrupted study, or start it if there is none
    #[arg(long)]
    pub resume: bool,

    /// Threads and progress
    #[command(flatten)]
    pub exec: ExecArgs,
}

/// Plays the experiment unchanged and with each change, and writes the effects of the changes.
pub fn run(args: &SensitivityArgs) -> Result<()> {
    let config = args.source.load()?;
    let study = Sensitivity::of(games::of_config(&config)?, &config, &args.key, args.step)?;
    let Some((folder, report)) = play(&study, &args.source, args.out.as_deref(), args.resume, args.exec)? else {
        return Ok(());
    };
    summary::print_caveat(&study.base.reconstructed())?;
    report.findings.iter().try_for_each(out::line)?;
    out::line(format_args!("tables, figures and a page, report.html, in {}", folder.display()))
}
