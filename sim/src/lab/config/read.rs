//! From a config's tree to an experiment.

use agents::{AgentSpec, Kind};
use engine::{Game, MAX_SEATS};

use super::changes::between;
use super::effective::{AGENTS, COMPARE};
use super::stop::{About, stop};
use crate::base::error::Result;
use crate::lab::experiment::Experiment;
use crate::lab::forms::compression::Compression;
use crate::lab::forms::labels::ALL;
use crate::lab::forms::section::{Field, Section};
use crate::lab::forms::tree::Node;
use crate::lab::schedule::contestant::Contestant;
use crate::lab::schedule::lineup::Lineup;
use crate::lab::schedule::{MAX_BLOCKS, Schedule};
use crate::lab::subject::Subject;
use crate::lab::subject::files::Files;
use crate::lab::subject::raw::is_always_written;

/// The key that says which game it is about.
pub const GAME: &str = "game";

/// The keys of any experiment; those of its game come on top.
pub const KEYS: [&str; 12] = [
    GAME,
    "name",
    "players",
    "blocks",
    "seed",
    "lineup",
    "tables",
    "compress",
    "agents",
    "stop",
    "reproducible",
    COMPARE,
];

/// Reads a whole config: its experiment, with that of `[compare]` if it is there.
pub fn experiment<S: Subject>(file: &str, tree: &Node, files: Files<'_>) -> Result<Experiment<S>> {
    let (own, changes) = tree.without(COMPARE);
    let first = single(file, &own, files)?;
    let Some(changes) = changes else { return Ok(first) };
    let top = Section::top(file, tree)?;
    let field = top.need(COMPARE, "")?;
    refuse_what_cannot_be_compared(field, &first)?;
    let mut second = single::<S>(file, &own.with(changes), files)?;
    second.subject = second.subject.with_design_of(&first.subject).map_err(|error| field.complaint(error))?;
    if second.agents.len() != first.agents.len() {
        let (found, wanted) = (second.agents.len(), first.agents.len());
        return Err(field.fault(format!("{found} agents"), format!("{wanted}, as in the rest of the config")));
    }
    if between(&first, &second).is_empty() {
        let accepted = format!("something else in {}", compared_keys::<S>().join(", "));
        return Err(field.fault("nothing that differs from the rest of the config", accepted));
    }
    Ok(Experiment { compare: Some(Box::new(second)), ..first })
}

/// What `[compare]` may change.
fn compared_keys<S: Subject>() -> Vec<&'static str> {
    [&[AGENTS], S::COMPARED].concat()
}

/// Blocks are the same only if chance and line-ups are.
fn refuse_what_cannot_be_compared<S: Subject>(field: Field<'_>, first: &Experiment<S>) -> Result<()> {
    let keys = compared_keys::<S>();
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
fn single<S: Subject>(file: &str, tree: &Node, files: Files<'_>) -> Result<Experiment<S>> {
    let top = Section::top(file, tree)?.accept(&[&KEYS, S::KEYS].concat())?;
    top.get(GAME).map_or(Ok(0), |field| field.word(&[S::NAME]))?;
    let name = top.need("name", "a short name, also of the output folder")?.plain_text("-_.")?.to_owned();
    let players = top.need("players", "2 to 5")?.whole(2..=MAX_SEATS as u64)? as usize;
    let blocks = top.need("blocks", format!("1 to {MAX_BLOCKS}"))?.whole(1..=MAX_BLOCKS)?;
    let seed = top.get("seed").map_or(Ok(1), |field| field.whole(0..=u64::MAX))?;
    let lineup = top.get("lineup").map_or(Ok(Lineup::Rotate), lineup)?;
    let reproducible = top.get("reproducible").map_or(Ok(true), Field::truth)?;
    let agents = agents(top, S::kinds(), lineup, players, reproducible)?;
    let all_tables: Vec<&'static str> = S::raw_tables().iter().map(|table| table.name).collect();
    let tables = top.get("tables").map_or(Ok(all_tables.clone()), |field| tables(field, &all_tables))?;
    let compress = top.get("compress").map_or(Ok(Compression::None), compress)?;
    let about = About { agents: &agents, players, blocks };
    let stop = top.get("stop").map_or(Ok(None), |field| stop(field, &about))?;
    let subject = S::read(top, players, files)?;
    let schedule = Schedule { name, players, blocks, seed, lineup, agents, tables, compress, stop, reproducible };
    check_blocks(top, &schedule)?;
    Ok(Experiment { schedule, subject, compare: None })
}

fn compress(field: Field<'_>) -> Result<Compression> {
    Ok(Compression::ALL[field.word(&Compression::ALL.map(Compression::name))?])
}

fn lineup(field: Field<'_>) -> Result<Lineup> {
    Ok(Lineup::ALL[field.word(&Lineup::ALL.map(Lineup::name))?])
}

fn agents<G: Game>(
    top: Section<'_>,
    kinds: &'static [Kind<G>],
    lineup: Lineup,
    players: usize,
    reproducible: bool,
) -> Result<Vec<Contestant>> {
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
        agents.push(agent(item, kinds, &agents, reproducible)?);
    }
    Ok(agents)
}

fn agent<G: Game>(
    item: Field<'_>,
    kinds: &'static [Kind<G>],
    earlier: &[Contestant],
    reproducible: bool,
) -> Result<Contestant> {
    let section = item.section("agents.")?.accept(&["name", "spec"])?;
    let field = section.need("name", "a unique name for tables")?;
    let name = field.plain_text("-_.:=+")?;
    if name == ALL {
        return Err(field.fault("`all`, which tables use for all agents together", "another name"));
    }
    if earlier.iter().any(|other| other.name == name) {
        return Err(field.fault(format!("`{name}`, which is another agent's name already"), "a unique name"));
    }
    let field = section.need("spec", "an agent such as `random`; see `sim list agents`")?;
    let spec = AgentSpec::read(field.text()?, kinds).map_err(|error| field.complaint(error))?;
    if reproducible && spec.is_timed() {
        let accepted = "a budget of iterations, or `reproducible = false` in the config";
        return Err(field.fault(format!("`{spec}`, whose decisions depend on the machine"), accepted));
    }
    Ok(Contestant { name: name.to_owned(), spec })
}

/// The raw tables to write, in their own order; some are always written.
fn tables(field: Field<'_>, all: &[&'static str]) -> Result<Vec<&'static str>> {
    let mut chosen = Vec::new();
    for item in field.list()? {
        let table = all[item.word(all)?];
        if chosen.contains(&table) {
            return Err(item.fault(format!("`{table}` a second time"), "every table at most once"));
        }
        chosen.push(table);
    }
    Ok(all.iter().copied().filter(|table| is_always_written(table) || chosen.contains(table)).collect())
}

/// Every line-up needs as many blocks as every other.
fn check_blocks(top: Section<'_>, schedule: &Schedule) -> Result<()> {
    let (blocks, lineups) = (schedule.blocks, schedule.lineups());
    match top.get("blocks").filter(|_| !blocks.is_multiple_of(lineups)) {
        Some(field) => {
            let (name, next) = (schedule.lineup.name(), blocks.next_multiple_of(lineups));
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
