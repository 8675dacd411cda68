//! The command line.

use clap::builder::Styles;
use clap::{CommandFactory, Parser, Subcommand};

use super::experiment::{match_, merge, new, plan, run, sensitivity, tune};
use super::finished::{analyse, compare, plot, replay, report, verify};
use super::game::{agent_check, appraise, check, draw, explain, people, play, serve};
use super::tools::{bench, calibrate, completions, exploit, fingerprint, list, man, null, soak, train};
use lab::base::error::Result;
use lab::base::out;

/// A laboratory for the board games Isle of Skye and Tipperary: tournaments of programmed players, with statistics.
///
/// An unofficial research tool; it is not connected with the games' authors or publishers.
#[derive(Parser, Debug)]
#[command(version, arg_required_else_help = true, infer_long_args = false, help_template = help_template())]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands in groups, as `--help` lists them.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Experiments", &["new", "plan", "run", "merge", "match", "sensitivity", "tune"]),
    ("Games", &["play", "check", "replay", "draw", "explain", "appraise"]),
    ("Results", &["report", "plot", "analyse", "compare", "verify"]),
    ("Agents", &["list", "serve", "agent-check", "exploit", "calibrate", "train"]),
    ("For developers", &["bench", "fingerprint", "null", "soak", "completions", "man"]),
];

/// The usual help, with a list of commands for each group.
fn help_template() -> String {
    let commands = Command::augment_subcommands(clap::Command::new("sim"));
    let about = |name: &str| commands.find_subcommand(name)?.get_about().map(ToString::to_string);
    let styles = Styles::default();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let entry = |name: &&str| {
        let (label, words) = (format!("  {literal}{name:<11}{literal:#}"), about(name));
        out::wrapped(&label, &words.unwrap_or_default(), 14)
    };
    let group = |(title, names): &(&str, &[&str])| {
        let entries: Vec<String> = names.iter().map(entry).collect();
        format!("{header}{title}:{header:#}\n{}\n\n", entries.join("\n"))
    };
    let groups: String = GROUPS.iter().map(group).collect();
    format!("{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{header}Options:{header:#}\n{{options}}")
}

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Write a commented config to start from
    New(new::NewArgs),
    /// Play a whole experiment and write its tables
    Run(run::RunArgs),
    /// Play one game and narrate it, or play and record many
    Play(play::PlayArgs),
    /// Let one agent play against another, quickly
    Match(match_::MatchArgs),
    /// Find out which rules matter: each a step up and down, with the same draws
    Sensitivity(sensitivity::SensitivityArgs),
    /// Find the rules, components or agents that come closest to what a config's [tune] asks for, confirmed on fresh seeds
    Tune(tune::TuneArgs),
    /// Check game records against the rules
    Check(check::CheckArgs),
    /// Show or record a game of a finished experiment again
    Replay(replay::ReplayArgs),
    /// Draw what is on the table in a recorded game, as SVG
    Draw(draw::DrawArgs),
    /// Explain why an agent would decide as it does at one point of a recorded game
    Explain(explain::ExplainArgs),
    /// Print what every tile drawn in recorded games was worth to each player, next to its price, as CSV
    Appraise(appraise::AppraiseArgs),
    /// Make a page of finished experiments, with figures and games to look at
    Report(report::ReportArgs),
    /// Draw columns of tables as a figure, as SVG
    Plot(plot::PlotArgs),
    /// Recompute the result tables of a finished experiment from its raw tables
    Analyse(analyse::AnalyseArgs),
    /// Compare two finished experiments of the same blocks, seed by seed
    Compare(compare::CompareArgs),
    /// Estimate what an experiment would cost and what it could find, before it is run
    Plan(plan::PlanArgs),
    /// Check that the statistics find nothing between identical agents
    Null(null::NullArgs),
    /// Join the shards of an experiment
    Merge(merge::MergeArgs),
    /// Check that a finished experiment is intact, and replay some of its games
    Verify(verify::VerifyArgs),
    /// List agents, scoring tiles, columns of tables and more
    List(list::ListArgs),
    /// Play random games under random rules with every law asserted
    Soak(soak::SoakArgs),
    /// Print a short hash of how all agents play; it changes when behaviour changes
    Fingerprint(fingerprint::FingerprintArgs),
    /// Measure how fast games are played
    Bench(bench::BenchArgs),
    /// Let another program ask one of the agents, by lines on standard input and output
    Serve(serve::ServeArgs),
    /// Check that another program keeps to the protocol by which agents are asked
    AgentCheck(agent_check::AgentCheckArgs),
    /// Estimate how much could be gained against an agent: a lower bound
    Exploit(exploit::ExploitArgs),
    /// Recalibrate by self-play what the greedy player believes tiles and gold to be worth
    Calibrate(calibrate::CalibrateArgs),
    /// Train anew by self-play what the chances to win are believed to be, or what players offer and buy
    Train(train::TrainArgs),
    /// Print a shell's completion script
    Completions(completions::CompletionsArgs),
    /// Print a manual page, or write those of all commands into a folder
    Man(man::ManArgs),
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// Any error of the command; it knows its exit code.
    pub fn run(&self) -> Result<()> {
        match self {
            Self::New(args) => new::run(args),
            Self::Run(args) => run::run(args),
            Self::Play(args) if people::are_at_table(args) => people::run(args),
            Self::Play(args) => play::run(args),
            Self::Match(args) => match_::run(args),
            Self::Sensitivity(args) => sensitivity::run(args),
            Self::Tune(args) => tune::run(args),
            Self::Check(args) => check::run(args),
            Self::Replay(args) => replay::run(args),
            Self::Draw(args) => draw::run(args),
            Self::Explain(args) => explain::run(args),
            Self::Appraise(args) => appraise::run(args),
            Self::Report(args) => report::run(args),
            Self::Plot(args) => plot::run(args),
            Self::Analyse(args) => analyse::run(args),
            Self::Compare(args) => compare::run(args),
            Self::Plan(args) => plan::run(args),
            Self::Null(args) => null::run(args),
            Self::Merge(args) => merge::run(args),
            Self::Verify(args) => verify::run(args),
            Self::Soak(args) => soak::run(args),
            Self::List(args) => list::run(args),
            Self::Fingerprint(args) => fingerprint::run(args),
            Self::Bench(args) => bench::run(args),
            Self::Serve(args) => serve::run(args),
            Self::AgentCheck(args) => agent_check::run(args),
            Self::Exploit(args) => exploit::run(args),
            Self::Calibrate(args) => calibrate::run(args),
            Self::Train(args) => train::run(args),
            Self::Completions(args) => completions::run(args, Cli::command()),
            Self::Man(args) => man::run(args, Cli::command()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        let cli = Cli::command();
        let mut commands: Vec<&str> = cli.get_subcommands().map(clap::Command::get_name).collect();
        grouped.sort_unstable();
        commands.sort_unstable();
        assert_eq!(grouped, commands);
    }
}
