//! `sim match`: one agent among copies of another, in memory.

use std::sync::Arc;

use agents::AgentSpec;
use clap::Args;
use engine::skye::{Rules, ScoringTile};
use serde::Serialize;

use super::MannerArgs;
use super::number::{seed, whole};
use crate::compression::Compression;
use crate::contestant::Contestant;
use crate::designs::ScoringDesign;
use crate::error::Result;
use crate::experiment::{Experiment, MAX_BLOCKS};
use crate::lineup::Lineup;
use crate::out;
use crate::summary;
use crate::tables::agents::AgentRow;
use crate::tile_set::TileSet;
use crate::tournament;

/// Arguments of `sim match`.
#[derive(Args, Debug)]
pub struct MatchArgs {
    /// The agent that sits on every seat once
    #[arg(value_name = "A")]
    pub a: AgentSpec,

    /// The agent on all other seats
    #[arg(value_name = "B")]
    pub b: AgentSpec,

    /// Number of players, 2 to 5
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = whole::<u8>(2..=5), allow_negative_numbers = true)]
    pub players: u8,

    /// Number of blocks, each with a game for every seat of A
    #[arg(long, value_name = "K", default_value_t = 100,
          value_parser = whole::<u64>(1..=MAX_BLOCKS), allow_negative_numbers = true)]
    pub blocks: u64,

    /// Master seed
    #[arg(long, value_name = "S", value_parser = seed(), allow_negative_numbers = true, default_value_t = 1)]
    pub seed: u64,

    /// Print one JSON object and nothing else; ci_lo and ci_hi are null with one block, which has no interval
    #[arg(long)]
    pub json: bool,

    /// How to play
    #[command(flatten)]
    pub manner: MannerArgs,
}

/// What `--json` prints.
#[derive(Serialize)]
struct MatchResult {
    players: usize,
    blocks: u64,
    games: u64,
    agents: Vec<AgentResult>,
}

/// One agent of the match; shares are fractions of 1 per seat.
#[derive(Serialize)]
struct AgentResult {
    name: String,
    win_share: Option<f64>,
    ci_lo: Option<f64>,
    ci_hi: Option<f64>,
    vp_mean: Option<f64>,
}

/// Plays the match and prints its result.
pub fn run(args: &MatchArgs) -> Result<()> {
    let experiment = experiment(args);
    let outcome = tournament::play(&experiment, args.manner.into())?;
    if !args.json {
        return summary::print_agents(&experiment, &outcome.totals, &outcome.costs);
    }
    let agents = outcome.totals.agents.rows().iter().map(|row| agent_result(&experiment, row)).collect();
    let Experiment { players, blocks, .. } = experiment;
    out::json(&MatchResult { players, blocks, games: experiment.games(), agents })
}

fn experiment(args: &MatchArgs) -> Experiment {
    let players = usize::from(args.players);
    Experiment {
        name: "match".to_owned(),
        players,
        blocks: args.blocks,
        seed: args.seed,
        lineup: Lineup::OneAgainst,
        agents: contestants(&args.a, &args.b).into(),
        scoring: ScoringDesign::Random(ScoringTile::BASE.to_vec()),
        rules: Arc::new(Rules::printed(players)),
        tiles: TileSet::printed(),
        tables: Vec::new(),
        compress: Compression::None,
        compare: None,
        stop: None,
        reproducible: !(args.a.is_timed() || args.b.is_timed()),
    }
}

/// Both under their specs, the second with a number where these are equal: names tell lines apart.
fn contestants(a: &AgentSpec, b: &AgentSpec) -> [Contestant; 2] {
    let [a, mut b] = [a, b].map(|spec| Contestant::plain(spec.clone()));
    if a.name == b.name {
        b.name += " 2";
    }
    [a, b]
}

fn agent_result(experiment: &Experiment, row: &AgentRow) -> AgentResult {
    AgentResult {
        name: experiment.agents[row.agent].name.clone(),
        win_share: row.win_share.value,
        ci_lo: row.win_share.low(),
        ci_hi: row.win_share.high(),
        vp_mean: row.vp.value,
    }
}
