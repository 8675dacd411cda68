//! From a config's tree to an experiment.

use std::sync::Arc;

use agents::AgentSpec;
use engine::MAX_SEATS;
use engine::skye::rules::{MAX_ROUNDS, RoundRule, Slots};
use engine::skye::{Rules, ScoringTile, SetupError, Skye};

use super::scoring::scoring;
use super::section::{Field, Section};
use super::stop::{About, stop};
use super::tree::Node;
use crate::compression::Compression;
use crate::contestant::Contestant;
use crate::designs::ScoringDesign;
use crate::error::Result;
use crate::experiment::{ALL_AGENTS, Experiment, MAX_BLOCKS};
use crate::lineup::Lineup;
use crate::tables::kind::RawTable;
use crate::tile_set::TileSet;

/// Where a tile file comes from, by what a config calls it.
pub type FindTiles<'a> = &'a dyn Fn(&str) -> Result<TileSet>;

/// Reads a whole config: its experiment, with that of `[compare]` if it is there.
pub fn experiment(file: &str, tree: &Node, find_tiles: FindTiles<'_>) -> Result<Experiment> {
    let (own, changes) = tree.without(COMPARE);
    let first = single(file, &own, find_tiles)?;
    let Some(changes) = changes else { return Ok(first) };
    let top = Section::top(file, tree)?;
    let field = top.need(COMPARE, "")?;
    refuse_what_cannot_be_compared(field, &first)?;
    let second = single(file, &own.with(changes), find_tiles)?;
    if second.agents.len() != first.agents.len() {
        let (found, wanted) = (second.agents.len(), first.agents.len());
        return Err(field.fault(format!("{found} agents"), format!("{wanted}, as in the rest of the config")));
    }
    Ok(Experiment { compare: Some(Box::new(second)), ..first })
}

/// The section of what is to be compared with.
const COMPARE: &str = "compare";

/// Blocks are the same only if chance and line-up are.
fn refuse_what_cannot_be_compared(field: Field<'_>, first: &Experiment) -> Result<()> {
    let keys = ["agents", "rules", "tiles"];
    let section = field.section("compare.")?.accept(&keys)?;
    if keys.iter().all(|key| section.get(key).is_none()) {
        return Err(field.fault("nothing", format!("what is changed: {}", keys.join(", "))));
    }
    if first.stop.is_some() {
        return Err(
            field.fault("`[stop]` beside it", "an experiment of a fixed size, so that both have the same blocks")
        );
    }
    Ok(())
}

/// Reads a config without `[compare]`.
fn single(file: &str, tree: &Node, find_tiles: FindTiles<'_>) -> Result<Experiment> {
    let keys = [
        "name",
        "players",
        "blocks",
        "seed",
        "lineup",
        "tables",
        "compress",
        "tiles",
        "agents",
        "scoring",
        "rules",
        "stop",
        "reproducible",
        COMPARE,
    ];
    let top = Section::top(file, tree)?.accept(&keys)?;
    let name = top.need("name", "a short name, also of the output folder")?.plain_text("-_.")?.to_owned();
    let players = top.need("players", "2 to 5")?.whole(2..=MAX_SEATS as u64)? as usize;
    let blocks = top.need("blocks", format!("1 to {MAX_BLOCKS}"))?.whole(1..=MAX_BLOCKS)?;
    let seed = top.get("seed").map_or(Ok(1), |field| field.whole(0..=u64::MAX))?;
    let lineup = top.get("lineup").map_or(Ok(Lineup::Rotate), lineup)?;
    let reproducible = top.get("reproducible").map_or(Ok(true), Field::truth)?;
    let agents = agents(top, lineup, players, reproducible)?;
    let scoring = top.get("scoring").map_or(Ok(ScoringDesign::Random(ScoringTile::BASE.to_vec())), scoring)?;
    let rules = top.get("rules").map_or(Ok(Rules::printed(players)), |field| rules(field, players))?;
    let tiles = top.get("tiles").map_or(Ok(TileSet::printed()), |field| tiles(field, find_tiles))?;
    let tables = top.get("tables").map_or(Ok(RawTable::ALL.to_vec()), tables)?;
    let compress = top.get("compress").map_or(Ok(Compression::None), compress)?;
    let about = About { agents: &agents, players, blocks };
    let stop = top.get("stop").map_or(Ok(None), |field| stop(field, &about))?;
    let experiment = Experiment {
        name,
        players,
        blocks,
        seed,
        lineup,
        agents,
        scoring,
        rules: Arc::new(rules),
        tiles,
        tables,
        compress,
        compare: None,
        stop,
        reproducible,
    };
    check_blocks(top, &experiment)?;
    check_setup(top, &experiment)?;
    Ok(experiment)
}

fn compress(field: Field<'_>) -> Result<Compression> {
    Ok(Compression::ALL[field.word(&Compression::ALL.map(Compression::name))?])
}

fn lineup(field: Field<'_>) -> Result<Lineup> {
    Ok(Lineup::ALL[field.word(&Lineup::ALL.map(Lineup::name))?])
}

fn agents(top: Section<'_>, lineup: Lineup, players: usize, reproducible: bool) -> Result<Vec<Contestant>> {
    let wanted = lineup.agents(players);
    let (least, most) = (wanted.start(), wanted.end());
    let count = if least == most { least.to_string() } else { format!("{least} to {most}") };
    let agents = if *most == 1 { "agent" } else { "agents" };
    let accepted = format!("{count} {agents} for {players} players and lineup `{}`", lineup.name());
    let field = top.need("agents", format!("{accepted}, each in its own [[agents]]"))?;
    let items = field.list()?;
    if !wanted.contains(&items.len()) {
        return Err(field.fault(format!("{} agents", items.len()), accepted));
    }
    let mut agents: Vec<Contestant> = Vec::new();
    for item in items {
        agents.push(agent(item, &agents, reproducible)?);
    }
    Ok(agents)
}

fn agent(item: Field<'_>, earlier: &[Contestant], reproducible: bool) -> Result<Contestant> {
    let section = item.section("agents.")?.accept(&["name", "spec"])?;
    let field = section.need("name", "a unique name for tables")?;
    let name = field.plain_text("-_.:=+")?;
    if name == ALL_AGENTS {
        return Err(field.fault("`all`, which tables use for all agents together", "another name"));
    }
    if earlier.iter().any(|other| other.name == name) {
        return Err(field.fault(format!("`{name}`, which is another agent's name already"), "a unique name"));
    }
    let field = section.need("spec", "an agent such as `random`; see `sim list agents`")?;
    let spec: AgentSpec = field.text()?.parse().map_err(|error| field.complaint(error))?;
    if reproducible && spec.is_timed() {
        let accepted = "a budget of iterations, or `reproducible = false` in the config";
        return Err(field.fault(format!("`{spec}`, whose decisions depend on the machine"), accepted));
    }
    Ok(Contestant { name: name.to_owned(), spec })
}

fn rules(field: Field<'_>, players: usize) -> Result<Rules> {
    let section = field.section("rules.")?.accept(&["rounds", "catch-up", "castle-income", "gold-per-vp"])?;
    let mut rules = Rules::printed(players);
    if let Some(field) = section.get("rounds") {
        rounds(field, &mut rules)?;
    }
    if let Some(field) = section.get("catch-up") {
        catch_up(field, &mut rules)?;
    }
    let whole = |key, range: std::ops::RangeInclusive<u16>, printed: u16| {
        let range = u64::from(*range.start())..=u64::from(*range.end());
        section.get(key).map_or(Ok(printed), |field| field.whole(range).map(|number| number as u16))
    };
    rules.castle_income = whole("castle-income", Rules::CASTLE_INCOME, rules.castle_income)?;
    rules.gold_per_vp = whole("gold-per-vp", Rules::GOLD_PER_VP, rules.gold_per_vp)?;
    Ok(rules)
}

/// The round track: for each round the letters of the slots that score. Catch-up gold stays as printed; rounds beyond the
/// printed ones pay what the last printed one does.
fn rounds(field: Field<'_>, rules: &mut Rules) -> Result<()> {
    let items = field.list()?;
    if !(1..=MAX_ROUNDS).contains(&items.len()) {
        return Err(field.fault(format!("{} rounds", items.len()), format!("1 to {MAX_ROUNDS}")));
    }
    let printed = rules.rounds;
    rules.rounds.clear();
    for (index, item) in items.into_iter().enumerate() {
        let catch_up = printed[index.min(printed.len() - 1)].catch_up;
        let text = item.text()?;
        let accepted = "letters out of ABCD for the slots that score, each once and in order, such as `ACD`";
        let scores = Slots::from_letters(text).ok_or_else(|| item.fault(format!("`{text}`"), accepted))?;
        rules.rounds.push(RoundRule { scores, catch_up });
    }
    Ok(())
}

fn catch_up(field: Field<'_>, rules: &mut Rules) -> Result<()> {
    let items = field.list()?;
    let rounds = rules.round_count();
    if items.len() != rounds {
        return Err(field.fault(format!("{} numbers", items.len()), format!("{rounds}, one for each round")));
    }
    let range = u64::from(*Rules::CATCH_UP.start())..=u64::from(*Rules::CATCH_UP.end());
    for (round, item) in rules.rounds.iter_mut().zip(items) {
        round.catch_up = item.whole(range.clone())? as u16;
    }
    Ok(())
}

fn tiles(field: Field<'_>, find: FindTiles<'_>) -> Result<TileSet> {
    find(field.text()?).map_err(|error| field.complaint(error))
}

/// The raw tables to write, in their own order; some are always written.
fn tables(field: Field<'_>) -> Result<Vec<RawTable>> {
    let mut chosen = Vec::new();
    for item in field.list()? {
        let table = RawTable::ALL[item.word(&RawTable::ALL.map(RawTable::name))?];
        if chosen.contains(&table) {
            return Err(item.fault(format!("`{}` a second time", table.name()), "every table at most once"));
        }
        chosen.push(table);
    }
    Ok(RawTable::ALL.into_iter().filter(|table| table.is_always_written() || chosen.contains(table)).collect())
}

/// Every line-up needs as many blocks as every other.
fn check_blocks(top: Section<'_>, experiment: &Experiment) -> Result<()> {
    let (blocks, lineups) = (experiment.blocks, experiment.lineups());
    match top.get("blocks").filter(|_| !blocks.is_multiple_of(lineups)) {
        Some(field) => {
            let (name, next) = (experiment.lineup.name(), blocks.next_multiple_of(lineups));
            Err(field.fault(
                blocks,
                format!(
                    "a multiple of {lineups}, such as {next}: lineup `{name}` makes {lineups} line-ups of these agents"
                ),
            ))
        }
        None => Ok(()),
    }
}

/// Tries the set-up itself: are there enough tiles for so many players and rounds?
fn check_setup(top: Section<'_>, experiment: &Experiment) -> Result<()> {
    let set = experiment.scoring.set_of(0, 0);
    let complain = |error: SetupError| match top.get("tiles").or(top.get("rules")) {
        Some(field) => field.complaint(error),
        None => top.fault(error),
    };
    experiment.game(set).map(|_: Skye| ()).map_err(complain)
}
