//! `sim match`: one agent among copies of another, in memory.

use clap::Args;
use serde::Serialize;

use crate::commands::args::{CommandArgs, SimulationArgs, names, notes, whole};
use lab::base::error::Result;
use lab::base::out;
use lab::config::Config;
use lab::config::effective::from_defaults;
use lab::experiment::Experiment;
use lab::forms::numbers::{PrintedInterval, counted, list, with_half_width};
use lab::play::{roster, tournament};
use lab::schedule::contestant::{Contestant, PlayerSpec};
use lab::schedule::lineup::Lineup;
use lab::schedule::{MAX_BLOCKS, Schedule};
use lab::subject::GameInfo;
use lab::tables::agents::{AgentRow, Strengths};
use lab::tables::pairs::{PairRow, Pairs};
use report::terminal::summary;
use stats::elo::superiority;

/// Arguments of `sim match`.
#[derive(Args, Debug)]
pub struct MatchArgs {
    /// Put this agent in each seat in turn
    #[arg(value_name = "A")]
    pub a: String,

    /// Put this agent in all other seats
    #[arg(value_name = "B")]
    pub b: String,

    /// Play with N players, 2 to 5
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = whole::<u8>(2..=5))]
    pub players: u8,

    /// Play K blocks, each with one game per seat of A
    #[arg(long, value_name = "K", default_value_t = 100, value_parser = whole::<u64>(1..=MAX_BLOCKS))]
    pub blocks: u64,

    /// Setup, seed and output
    #[command(flatten)]
    pub common: SimulationArgs,

    /// Agents that are programs
    #[command(flatten)]
    pub programs: CommandArgs,
}

/// The result of a match, for `--json`.
#[derive(Serialize)]
struct MatchResult {
    players: usize,
    blocks: u64,
    games: u64,
    /// Modules, rules and files that differ from the printed game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    set_up: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reconstructed: Vec<&'static str>,
    /// Programs whose games may not repeat.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    may_not_repeat: Vec<String>,
    agents: Vec<AgentResult>,
}

/// One agent of the match; shares are fractions of 1 per seat.
#[derive(Serialize)]
struct AgentResult {
    name: String,
    win_share: Option<f64>,
    #[serde(flatten)]
    interval: PrintedInterval,
    vp_mean: Option<f64>,
}

/// Plays the match and prints its result.
pub fn run(args: &MatchArgs) -> Result<()> {
    let config = args.common.setup.config()?;
    play(games::of_config(&config)?, args, &config)
}

fn play(game: &'static GameInfo, args: &MatchArgs, config: &Config) -> Result<()> {
    let experiment: Experiment = experiment(game, args, config)?;
    let roster = roster::of_experiment(&experiment);
    let others = roster.handshake()?;
    let outcome = tournament::play(&experiment, &*roster, args.common.exec.into())?;
    let tables = &outcome.totals.tables;
    let reconstructed = experiment.reconstructed();
    let set_up = from_defaults(&*experiment.subject);
    if !args.common.json {
        summary::print_caveat(&reconstructed)?;
        let Schedule { players, blocks, .. } = experiment.schedule;
        let (games, blocks) = (counted(experiment.games(), "game"), counted(blocks, "block"));
        out::line(format_args!("{games} of {players} players in {blocks}"))?;
        if !set_up.is_empty() {
            out::line(format_args!("set up with {}", list(&set_up)))?;
        }
        summary::print_agents(&experiment, tables, &outcome.costs)?;
        tables
            .get::<Pairs>()
            .rows(&experiment)
            .first()
            .and_then(|pair| strength(&experiment, pair))
            .map_or(Ok(()), out::line)?;
        return notes(&others);
    }
    let agents = tables.get::<Strengths>().rows().iter().map(|row| agent_result(&experiment, row)).collect();
    let Schedule { players, blocks, .. } = experiment.schedule;
    out::json(&MatchResult {
        players,
        blocks,
        games: experiment.games(),
        set_up,
        reconstructed,
        may_not_repeat: names(&others),
        agents,
    })
}

fn experiment(game: &'static GameInfo, args: &MatchArgs, config: &Config) -> Result<Experiment> {
    let players = usize::from(args.players);
    let programs = args.programs.programs(game)?;
    let [a, b] = [("A", &args.a), ("B", &args.b)].map(|(place, text)| {
        PlayerSpec::read(text, &game.schemas(), &programs).map_err(|error| error.at(format_args!("<{place}>")))
    });
    let agents = contestants(a?, b?).into();
    let subject = config.components(game, players)?;
    Experiment::in_memory(subject, players, Lineup::OneAgainst, agents, args.blocks, args.common.seed)
}

/// Names both by their specs, the second with a number if they are equal.
///
/// So rows have different names.
fn contestants(a: PlayerSpec, b: PlayerSpec) -> [Contestant; 2] {
    let [a, mut b] = [a, b].map(Contestant::plain);
    if a.name == b.name {
        b.name += " 2";
    }
    [a, b]
}

/// Returns the strength of A over B, in the form that engine testers use.
///
/// `None` if A wins all games or none, or all blocks agree.
fn strength(schedule: &Schedule, pair: &PairRow) -> Option<String> {
    let (ahead, p) = (pair.ahead.value?, pair.ahead_p?);
    let points = [("Elo", pair.elo), ("normalized Elo", pair.normalized_elo)];
    let points = points.iter().filter(|(_, points)| points.value.is_some());
    let points = list(points.map(|(name, points)| format!("{name} {}", with_half_width(points, 1.0, 1, ""))));
    let [a, b] = [pair.agent, pair.other].map(|agent| &schedule.agents[agent].name);
    let superiority = 100.0 * superiority(ahead, p);
    Some(format!("{a} over {b}: {points}, likelihood of superiority {superiority:.2} %\n"))
}

fn agent_result(schedule: &Schedule, row: &AgentRow) -> AgentResult {
    AgentResult {
        name: schedule.agents[row.agent].name.clone(),
        win_share: row.win_share.value,
        interval: row.win_share.into(),
        vp_mean: row.vp.value,
    }
}
