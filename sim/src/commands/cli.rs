//! The command line.

use clap::builder::Styles;
use clap::{CommandFactory, Parser, Subcommand};

use super::dev::{appraise, bench, fingerprint, null, plot, soak};
use super::experiment::{match_, merge, new, plan, prices, run, sensitivity, tiles, try_, tune};
use super::finished::{analyse, compare, replay, report, verify};
use super::game::{agent_check, check, draw, explain, page, people, play, serve};
use super::tools::{completions, exploit, list, man, train};
use lab::base::error::Result;
use lab::base::out;

/// A laboratory for the board games Isle of Skye and Tipperary: tournaments between computer players, with statistics.
///
/// An unofficial research tool, not affiliated with the games' designers or publishers.
#[derive(Parser, Debug)]
#[command(version, arg_required_else_help = true, infer_long_args = false, help_template = help_template())]
#[command(mut_subcommands(accept_negative_numbers))]
pub struct Cli {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands in groups, as `--help` lists them.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Experiments", &["new", "plan", "run", "merge", "match", "try", "tiles", "prices", "tune", "sensitivity"]),
    ("Games", &["play", "check", "replay", "draw", "explain", "page"]),
    ("Results", &["report", "analyse", "compare", "verify"]),
    ("Agents", &["list", "serve", "agent-check", "exploit", "train"]),
    ("For developers", &["dev"]),
];

/// Lets values be negative numbers, so that their parsers say what they accept.
fn accept_negative_numbers(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|arg| {
        let takes_values = arg.get_action().takes_values();
        if takes_values { arg.allow_negative_numbers(true) } else { arg }
    });
    command.mut_subcommands(accept_negative_numbers)
}

/// Returns the usual help, with a list of commands for each group.
fn help_template() -> String {
    let commands = Command::augment_subcommands(clap::Command::new("sim"));
    let styles = Styles::default();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let mut groups = String::new();
    for (title, names) in GROUPS {
        groups += &format!("{header}{title}:{header:#}\n");
        for name in names {
            let about = commands.find_subcommand(name).and_then(clap::Command::get_about);
            let about = about.map_or_else(String::new, ToString::to_string);
            groups += &out::wrapped(&format!("  {literal}{name:<11}{literal:#}"), &about, 14);
            groups.push('\n');
        }
        groups.push('\n');
    }
    format!("{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{header}Options:{header:#}\n{{options}}")
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Write a commented config to start from
    New(new::NewArgs),
    /// Estimate what an experiment costs and what it could find
    Plan(plan::PlanArgs),
    /// Play an experiment and write its tables
    Run(run::RunArgs),
    /// Join the shards of an experiment
    Merge(merge::MergeArgs),
    /// Play a quick match between two agents
    Match(match_::MatchArgs),
    /// Show the effects of a change to the game, for several styles of players
    Try(try_::TryArgs),
    /// Say what scoring tiles pay and do, and which of two is stronger
    Tiles(tiles::TilesArgs),
    /// Compare pricing rules, or print what strong players ask for tiles
    Prices(prices::PricesArgs),
    /// Find the rules, components or agents that best meet given goals
    Tune(tune::TuneArgs),
    /// Measure how results depend on each rule: one at a time, up and down
    Sensitivity(sensitivity::SensitivityArgs),
    /// Play one game and narrate it, or play and record many
    Play(play::PlayArgs),
    /// Check game records against the rules
    Check(check::CheckArgs),
    /// Replay a game from a finished experiment, or record it
    Replay(replay::ReplayArgs),
    /// Draw the position at one point in a recorded game, as SVG
    Draw(draw::DrawArgs),
    /// Explain an agent's decision at one point in a recorded game
    Explain(explain::ExplainArgs),
    /// Write a browser page to play on, or print the link to a changed game
    Page(page::PageArgs),
    /// Write a page with figures and games from finished experiments
    Report(report::ReportArgs),
    /// Recompute the result tables of a finished experiment
    Analyse(analyse::AnalyseArgs),
    /// Compare two finished experiments on the same blocks, seed by seed
    Compare(compare::CompareArgs),
    /// Verify that a finished experiment is intact, and replay some of its games
    Verify(verify::VerifyArgs),
    /// List agents, scoring tiles, columns of tables and more
    List(list::ListArgs),
    /// Serve an agent to another program over standard input and output
    Serve(serve::ServeArgs),
    /// Check that an external agent follows the protocol
    AgentCheck(agent_check::AgentCheckArgs),
    /// Estimate a lower bound on an agent's exploitability
    Exploit(exploit::ExploitArgs),
    /// Train value nets, habits or the greedy player's evaluation by self-play
    Train(train::TrainArgs),
    /// Measure, check and debug the laboratory itself
    #[command(subcommand)]
    Dev(Dev),
    /// Print a shell's completion script
    #[command(hide = true)]
    Completions(completions::CompletionsArgs),
    /// Print a manual page, or write all manual pages to a folder
    #[command(hide = true)]
    Man(man::ManArgs),
}

/// The commands below `sim dev`.
#[derive(Subcommand, Debug)]
pub enum Dev {
    /// Measure how fast games are played
    Bench(bench::BenchArgs),
    /// Print a short hash of the play of all agents
    Fingerprint(fingerprint::FingerprintArgs),
    /// Check that the statistics find no difference between identical agents
    Null(null::NullArgs),
    /// Play random games under random rules and check all invariants
    Soak(soak::SoakArgs),
    /// Plot columns of tables as SVG
    Plot(plot::PlotArgs),
    /// Print the estimated value and the price of every tile in records, as CSV
    Appraise(appraise::AppraiseArgs),
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// Any error of the command, which determines the exit code.
    pub fn run(&self) -> Result<()> {
        match self {
            Self::New(args) => new::run(args),
            Self::Plan(args) => plan::run(args),
            Self::Run(args) => run::run(args),
            Self::Merge(args) => merge::run(args),
            Self::Match(args) => match_::run(args),
            Self::Try(args) => try_::run(args),
            Self::Tiles(args) => tiles::run(args),
            Self::Prices(args) => prices::run(args),
            Self::Tune(args) => tune::run(args),
            Self::Sensitivity(args) => sensitivity::run(args),
            Self::Play(args) if people::has_people(args) => people::run(args),
            Self::Play(args) => play::run(args),
            Self::Check(args) => check::run(args),
            Self::Replay(args) => replay::run(args),
            Self::Draw(args) => draw::run(args),
            Self::Explain(args) => explain::run(args),
            Self::Page(args) => page::run(args),
            Self::Report(args) => report::run(args),
            Self::Analyse(args) => analyse::run(args),
            Self::Compare(args) => compare::run(args),
            Self::Verify(args) => verify::run(args),
            Self::List(args) => list::run(args),
            Self::Serve(args) => serve::run(args),
            Self::AgentCheck(args) => agent_check::run(args),
            Self::Exploit(args) => exploit::run(args),
            Self::Train(args) => train::run(args),
            Self::Dev(command) => command.run(),
            Self::Completions(args) => completions::run(args, Cli::command()),
            Self::Man(args) => man::run(args, Cli::command()),
        }
    }
}

impl Dev {
    fn run(&self) -> Result<()> {
        match self {
            Self::Bench(args) => bench::run(args),
            Self::Fingerprint(args) => fingerprint::run(args),
            Self::Null(args) => null::run(args),
            Self::Soak(args) => soak::run(args),
            Self::Plot(args) => plot::run(args),
            Self::Appraise(args) => appraise::run(args),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn shown(command: &clap::Command) -> BTreeSet<&str> {
        command.get_subcommands().filter(|command| !command.is_hide_set()).map(clap::Command::get_name).collect()
    }

    #[test]
    fn every_command_is_in_one_group_but_those_that_are_hidden() {
        let grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        assert_eq!(grouped.iter().copied().collect::<BTreeSet<_>>(), shown(&Cli::command()));
        assert_eq!(grouped.len(), shown(&Cli::command()).len());
    }

    #[test]
    fn first_lines_of_help_are_short() {
        fn check(command: &clap::Command) {
            let path = command.get_name();
            let about = command.get_about().map(ToString::to_string);
            let helps =
                command.get_arguments().filter_map(|arg| Some((arg.get_id().as_str(), arg.get_help()?.to_string())));
            for (name, text) in about.map(|text| ("", text)).into_iter().chain(helps) {
                assert!(text.chars().count() < 80, "{path} {name}: {text}");
            }
            command.get_subcommands().for_each(check);
        }
        Cli::command().get_subcommands().for_each(check);
    }
}
