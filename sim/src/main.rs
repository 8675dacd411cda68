//! The `sim` binary: arguments in, one exit code out.

use std::io::Write;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};
use engine::names::nearest;
#[cfg(unix)]
use lab::base::error::in_words;
use lab::base::error::{Error, Result};
use lab::base::out;
use lab::base::plain_text::escaped_lines;
use sim::commands::cli::Cli;

fn main() -> ExitCode {
    #[cfg(unix)]
    if let Some((role, words)) = words_of_another_program() {
        let error = lab::base::supervisor::take_over(&role, &words);
        let _ = writeln!(anstream::stderr(), "{}: {}", words.get(2).map_or("", |word| word), in_words(error));
        return ExitCode::from(127);
    }
    // If the system does not tell the path of this program, agents are started directly.
    if let Ok(own) = std::env::current_exe() {
        lab::base::process::launch_by(own);
    }
    // A closed pipe, as in `sim play … | head`, ends the program quietly.
    sigpipe::reset();
    match Cli::try_parse() {
        Ok(cli) => answer(cli.command.run()),
        Err(usage) => answer_usage(&with_nearest(usage)),
    }
}

/// Returns the word by which this program supervises agents, with the words after it; `None` otherwise.
#[cfg(unix)]
fn words_of_another_program() -> Option<(String, Vec<String>)> {
    let mut words = std::env::args_os().skip(1);
    let role = words.next()?.into_string().ok()?;
    let is_role = [lab::base::program::EXEC, lab::base::program::SUPERVISE].contains(&role.as_str());
    is_role.then(|| (role, words.map(|word| word.to_string_lossy().into_owned()).collect()))
}

fn answer(result: Result<()>) -> ExitCode {
    let Err(error) = result else { return ExitCode::SUCCESS };
    match error {
        // Ctrl-C was already reported.
        Error::Interrupted => {}
        Error::Input(_) | Error::Machine(_) | Error::Undecided(_) => {
            // If the error itself cannot be printed, the exit code must suffice.
            let _ = writeln!(anstream::stderr(), "error: {}", escaped_lines(&error.to_string()));
        }
    }
    error.exit_code()
}

/// Suggests the nearest command or value, as for all other unknown names.
fn with_nearest(mut usage: clap::Error) -> clap::Error {
    let text = |kind| match usage.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let list = |kind| match usage.get(kind) {
        Some(ContextValue::Strings(all)) => all.clone(),
        _ => Vec::new(),
    };
    let (found, known, suggested) = match usage.kind() {
        ErrorKind::InvalidSubcommand => {
            let program = Cli::command();
            // The commands of `sim dev`, if its subcommand was not recognised.
            let commands = std::env::args().nth(1).and_then(|first| program.find_subcommand(first)).unwrap_or(&program);
            let known = commands.get_subcommands().map(|command| command.get_name().to_owned()).collect();
            (text(ContextKind::InvalidSubcommand), known, ContextKind::SuggestedSubcommand)
        }
        ErrorKind::InvalidValue => {
            (text(ContextKind::InvalidValue), list(ContextKind::ValidValue), ContextKind::SuggestedValue)
        }
        _ => return usage,
    };
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    if let Some(near) = found.and_then(|found| nearest(&found, &known)) {
        let near = near.to_owned();
        usage.insert(
            suggested,
            match suggested {
                ContextKind::SuggestedValue => ContextValue::String(near),
                _ => ContextValue::Strings(vec![near]),
            },
        );
    }
    usage
}

/// Prints the requested help, or the error in the arguments.
fn answer_usage(usage: &clap::Error) -> ExitCode {
    match usage.print() {
        Err(error) if !usage.use_stderr() => answer(Err(out::fault(error))),
        Ok(()) | Err(_) => ExitCode::from(usage.exit_code() as u8),
    }
}
