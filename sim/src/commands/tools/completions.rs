//! `sim completions`: a script that completes the command line in a shell.

use std::collections::BTreeSet;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command, ValueHint};
use clap_complete::Shell;

use lab::base::error::Result;
use lab::base::out;

/// Arguments of `sim completions`.
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// Choose the shell
    pub shell: Shell,
}

/// Prints the script for this command line.
pub fn run(args: &CompletionsArgs, command: Command) -> Result<()> {
    let agents = agents();
    let mut command = with_values(command, &agents);
    // Into memory first: the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "sim", &mut script);
    out::print(format_args!("{}", String::from_utf8_lossy(&script)))
}

/// Adds completions for arguments to a command and its subcommands.
fn with_values(command: Command, agents: &BTreeSet<&'static str>) -> Command {
    let command = command.mut_args(|arg| known(arg, agents));
    command.mut_subcommands(|command| with_values(command, agents))
}

/// Adds completions to an argument: names, after which an agent may have more, and files.
fn known(arg: Arg, agents: &BTreeSet<&'static str>) -> Arg {
    let of = arg.get_value_names().and_then(|names| names.first()).map_or("", |name| name.as_str()).to_owned();
    match (arg.get_id().as_str(), &*of) {
        (_, "A" | "B" | "AGENT" | "KIND" | "SPEC") => arg.value_parser(PossibleValuesParser::new(agents)),
        ("game", "NAME") => arg.value_parser(PossibleValuesParser::new(games::NAMES)),
        ("modules", _) => arg.value_parser(PossibleValuesParser::new(parts())),
        (_, "DIR" | "DIR1" | "DIR2" | "FOLDER") => arg.value_hint(ValueHint::DirPath),
        (_, "CONFIG") => arg.value_hint(ValueHint::FilePath),
        ("config", _) => arg.value_hint(ValueHint::FilePath),
        (_, of) if of.contains("FILE") || of.contains("TABLE") => arg.value_hint(ValueHint::FilePath),
        _ => arg,
    }
}

/// Returns the names of all agents of all games.
fn agents() -> BTreeSet<&'static str> {
    games::GAMES.iter().flat_map(|game| game.schemas()).map(|schema| schema.name).collect()
}

/// Returns the parts of all games that a config can name, such as expansions.
fn parts() -> Vec<&'static str> {
    games::GAMES.iter().flat_map(|game| game.parts).copied().collect()
}
