//! `sim tiles`: the strength of scoring tiles.

use clap::Args;
use engine::names::hint;
use engine::skye::ScoringTile;
use serde::Serialize;
use stats::Estimate;

use crate::commands::args::{SimulationArgs, skye, whole};
use games::skye::setting::Setting;
use games::skye::tables::effects::{EffectRow, Term, TermKind};
use games::skye::tools::tiles::{TileGames, TileStrength};
use lab::base::error::{Error, Result};
use lab::base::out;
use lab::config::effective::from_defaults;
use lab::experiment::Experiment;
use lab::forms::numbers::{FALSE_FINDINGS, list, with_half_width, with_sign};
use lab::schedule::MAX_BLOCKS;
use lab::schedule::contestant::{Contestant, PlayerSpec};
use lab::schedule::lineup::Lineup;
use lab::subject::prospect::{POWER, Prospect};
use report::terminal::summary;
use report::terminal::table::PrintedTable;

/// Arguments of `sim tiles`.
#[derive(Args, Debug)]
pub struct TilesArgs {
    /// Compare these scoring tiles, such as sheep most-ships [default: list all]
    #[arg(value_name = "TILE")]
    pub named: Vec<String>,

    /// Play with N players, 2 to 5
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole::<u8>(2..=5))]
    pub players: u8,

    /// Put this agent in all seats
    #[arg(long, value_name = "SPEC", default_value = "greedy")]
    pub agent: String,

    /// Play N games
    #[arg(long, value_name = "N", default_value_t = 6000, value_parser = whole::<u64>(1..=MAX_BLOCKS))]
    pub games: u64,

    /// Setup, seed and output
    #[command(flatten)]
    pub common: SimulationArgs,
}

/// The result for `--json`.
#[derive(Serialize)]
struct TilesResult {
    players: usize,
    games: u64,
    /// Modules, rules and files that differ from the printed game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    set_up: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reconstructed: Vec<&'static str>,
    tiles: Vec<TileResult>,
    differences: Vec<TileResult>,
}

/// A scoring tile, or its difference from another, in VP.
#[derive(Serialize)]
struct TileResult {
    tile: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    than: Option<&'static str>,
    pays: Option<f64>,
    pays_lo: Option<f64>,
    pays_hi: Option<f64>,
    effect_vp: Option<f64>,
    effect_lo: Option<f64>,
    effect_hi: Option<f64>,
}

impl TileResult {
    fn new(tile: ScoringTile, than: Option<ScoringTile>, strength: &TileStrength) -> Self {
        let TileStrength { pays, effect } = strength;
        let effect = effect.unwrap_or_default();
        Self {
            tile: tile.name(),
            than: than.map(ScoringTile::name),
            pays: pays.value,
            pays_lo: pays.low(),
            pays_hi: pays.high(),
            effect_vp: effect.value,
            effect_lo: effect.low(),
            effect_hi: effect.high(),
        }
    }
}

/// Two tiles with the strength of the first minus that of the second.
type Difference = (ScoringTile, ScoringTile, TileStrength);

/// Plays games, and prints the strength of the tiles.
pub fn run(args: &TilesArgs) -> Result<()> {
    let config = args.common.setup.config()?;
    let (game, players) = (skye(&config)?, usize::from(args.players));
    let config = config.only(game, &[])?;
    let agent = PlayerSpec::read(&args.agent, &game.schemas(), &[]).map_err(|error| error.at("--agent"))?;
    let subject = config.components(game, players)?;
    let named = named(&args.named, &subject.setup::<Setting>().scoring_tiles())?;
    let agents = vec![Contestant::plain(agent)];
    let experiment = Experiment::in_memory(subject, players, Lineup::SelfPlay, agents, args.games, args.common.seed)?;
    let played = TileGames::play(&experiment, args.common.exec.into())?;
    let effects = played.effects();
    let shown = if named.is_empty() { played.tiles() } else { named.clone() };
    let strength = |tile: ScoringTile| (tile, played.strength(tile, &effects).unwrap_or_default());
    let mut tiles: Vec<(ScoringTile, TileStrength)> = shown.into_iter().map(strength).collect();
    let pairs = named.iter().enumerate().flat_map(|(place, one)| named[place + 1..].iter().map(|than| (*one, *than)));
    let differences: Vec<Difference> =
        pairs.map(|(one, than)| (one, than, played.difference(one, than).unwrap_or_default())).collect();
    if args.common.json {
        return out::json(&TilesResult {
            players,
            games: args.games,
            set_up: from_defaults(&*experiment.subject),
            reconstructed: experiment.reconstructed(),
            tiles: tiles.iter().map(|(tile, strength)| TileResult::new(*tile, None, strength)).collect(),
            differences: differences
                .iter()
                .map(|(tile, than, strength)| TileResult::new(*tile, Some(*than), strength))
                .collect(),
        });
    }
    if named.is_empty() {
        let effect = |strength: &TileStrength| strength.effect.and_then(|effect| effect.value).unwrap_or(0.0);
        tiles.sort_by(|(_, one), (_, other)| effect(other).total_cmp(&effect(one)));
    }
    print(&experiment, &args.agent, &tiles, &differences, &effects)
}

/// Returns the tiles with these names, each at most once.
fn named(names: &[String], known: &[ScoringTile]) -> Result<Vec<ScoringTile>> {
    let mut tiles = Vec::new();
    for name in names {
        let fault = |what: &str| Error::input("<TILE>", format_args!("found `{name}`{what}"), "");
        let Some(tile) = known.iter().find(|tile| tile.name() == name) else {
            let all: Vec<&str> = known.iter().map(|tile| tile.name()).collect();
            return Err(fault(&format!("; {}", hint(name, &all))));
        };
        if tiles.contains(tile) {
            return Err(fault(" twice; accepted: every tile once"));
        }
        tiles.push(*tile);
    }
    Ok(tiles)
}

/// Prints the strength of the tiles, and the differences between the named ones.
fn print(
    experiment: &Experiment,
    agent: &str,
    tiles: &[(ScoringTile, TileStrength)],
    differences: &[Difference],
    effects: &[EffectRow],
) -> Result<()> {
    summary::print_games(experiment, &format!("all `{agent}`"))?;
    let mut table = PrintedTable::new(&["scoring tile", "stands out with", "pays", "changes a player's VP by"], 2..4);
    for (tile, TileStrength { pays, effect }) in tiles {
        let effect = effect.map_or(String::new(), |effect| with_sign(&effect, 1.0, 1, ""));
        table.add_row([tile.to_string(), partners(*tile, effects), with_half_width(pays, 1.0, 1, ""), effect]);
    }
    out::line(table)?;
    out::line(
        "In VP; ±: half-width of the 95 % confidence interval. Changes are relative to the mean tile; a tile stands out with another if the two together change VP by more or less than each alone.",
    )?;
    if !effects.is_empty() && !effects.iter().any(|row| row.term.kind() == TermKind::Pair) {
        out::line("These games are too few to say with which a tile stands out; --games plays more.")?;
    }
    for (tile, than, strength) in differences {
        let pays = difference(&strength.pays);
        let effect = match &strength.effect {
            Some(effect) => format!("changes a player's VP by {}", difference(effect)),
            None => "too few games to say what it changes".to_owned(),
        };
        out::line(format_args!("{tile} minus {than}: pays {pays}, {effect}."))?;
    }
    if differences.len() > 1 {
        out::line("These intervals are not adjusted for several comparisons.")?;
    }
    let seeds = experiment.blocks;
    let missed = differences.iter().filter_map(|(.., strength)| strength.effect);
    let missed = missed.filter_map(|effect| Prospect::scaled(String::new(), "VP", &effect, seeds, seeds));
    let missed = missed.map(|prospect| prospect.detectable).reduce(f64::max);
    missed.map_or(Ok(()), |missed| {
        let power = 100.0 * (1.0 - POWER);
        out::line(format_args!(
            "A difference of {missed:.1} in the change of VP is missed with probability {power:.0} % or less, a smaller one more often; --games plays more."
        ))
    })
}

/// Formats a difference, and says whether it may have either sign.
fn difference(estimate: &Estimate) -> String {
    let is_clear = estimate.interval.is_some_and(|interval| interval.low > 0.0 || interval.high < 0.0);
    format!("{}{}", with_sign(estimate, 1.0, 1, ""), if is_clear { "" } else { " (not clear)" })
}

/// Names the tiles with which a tile has a significant effect beyond each alone.
fn partners(tile: ScoringTile, effects: &[EffectRow]) -> String {
    let found = effects.iter().filter(|row| row.q < FALSE_FINDINGS).filter_map(|row| match row.term {
        Term::Pair(one, other) if one == tile => Some((other, row.estimate())),
        Term::Pair(one, other) if other == tile => Some((one, row.estimate())),
        _ => None,
    });
    list(found.map(|(other, effect): (ScoringTile, Estimate)| format!("{other} {}", with_sign(&effect, 1.0, 1, ""))))
}
