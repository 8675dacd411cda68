//! `sim agent-check`: checks of another program against the protocol.

use std::time::Duration;

use clap::Args;

use crate::commands::args::{SetupArgs, whole};
use games::for_game;
use lab::base::error::{Error, Result};
use lab::base::out;
use lab::base::plain_text::one_line;
use lab::base::program::{Program, launcher};
use lab::config::{Config, MEMORY_MB, MOVE_MS, READY_RANGE};
use lab::programs::{OnFault, ProgramSpec, READY_MS};
use lab::study::Study;
use lab::study::agent_check::{self, CheckStep};

/// Arguments of `sim agent-check`.
#[derive(Args, Debug)]
pub struct AgentCheckArgs {
    /// Limit each answer to MS milliseconds
    #[arg(long, value_name = "MS", value_parser = whole::<u64>(1..=*MOVE_MS.end()), default_value_t = 2000)]
    pub move_ms: u64,

    /// Limit the agent's start-up to MS milliseconds
    #[arg(long, value_name = "MS", value_parser = whole::<u64>(READY_RANGE), default_value_t = READY_MS)]
    pub ready_ms: u64,

    /// Limit each process of the agent to MIB MiB of memory
    #[arg(long, value_name = "MIB", value_parser = whole::<u64>(MEMORY_MB))]
    pub memory_mb: Option<u64>,

    /// Rules and components
    #[command(flatten)]
    pub setup: SetupArgs,

    /// Run this program with these arguments, after --
    #[arg(required = true, num_args = 1.., last = true, value_name = "CMD")]
    pub words: Vec<String>,
}

/// Tries the program, and prints a line for every step.
pub fn run(args: &AgentCheckArgs) -> Result<()> {
    let config = args.setup.config()?;
    for_game!(games::of_config(&config)? => check(args, &config))
}

fn check<S: Study>(args: &AgentCheckArgs, config: &Config) -> Result<()> {
    let subjects: Vec<S> =
        agent_check::players().map(|players| config.components_of(players)).collect::<Result<_>>()?;
    let memory = args.memory_mb.map(|megabytes| megabytes << 20);
    let spec = ProgramSpec {
        name: args.words[0].clone(),
        program: Program { words: args.words.clone(), memory, launcher: launcher() },
        options: [].into(),
        ready: Duration::from_millis(args.ready_ms),
        limit: Some(Duration::from_millis(args.move_ms)),
        on_fault: OnFault::Stop,
        is_deterministic: false,
    };
    let (mut number, mut tried, mut passed) = (0, 0, 0);
    agent_check::check(&spec, &subjects, &mut |step| {
        number += 1;
        tried += u64::from(step.found.is_some());
        passed += u64::from(matches!(step.found, Some(Ok(_))));
        out::line(line(number, &step))
    })?;
    out::line(format_args!("passed {passed} of {tried}"))?;
    if passed == tried { Ok(()) } else { Err(Error::of_machine("the agent does not follow the protocol")) }
}

/// Formats a step in one line.
fn line(number: u64, step: &CheckStep) -> String {
    let CheckStep { name, sent, expected, found } = step;
    let (verdict, found) = match found {
        Some(Ok(found)) => ("passed", beginning(found)),
        Some(Err(found)) => ("FAILED", found.clone()),
        None => ("not tried", String::new()),
    };
    let found = if found.is_empty() { found } else { format!("; found: {found}") };
    format!("{number:>2}. {verdict}: {name}; sent: {}; expected: {}{found}", beginning(sent), beginning(expected))
}

/// Returns enough of a line to recognize it.
fn beginning(line: &str) -> String {
    const MOST: usize = 120;
    let line = one_line(line);
    if line.chars().count() <= MOST { line } else { line.chars().take(MOST).chain(['…']).collect() }
}
