//! Conversion of a config's tree to an experiment.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::time::Duration;

use agents::spec::named;
use agents::{AgentSchema, AgentSpec};
use engine::MAX_SEATS;
use serde_json::{Value, json};

use crate::base::error::{Error, Result};
use crate::base::plain_text;
use crate::base::program::{Program, launcher};
use crate::config::effective::{AGENTS, CIRCLE, COMPARE, PANEL, TUNE, between};
use crate::config::json_schema::{keys, meaning, number, section, word};
use crate::experiment::Experiment;
use crate::forms::compression::Compression;
use crate::forms::section::{Field, Section};
use crate::forms::tree::Node;
use crate::programs::{OnFault, ProgramSpec, READY_MS, check_option};
use crate::schedule::circle::Circle;
use crate::schedule::contestant::{Contestant, PlayerSpec, Style, check_name};
use crate::schedule::given;
use crate::schedule::lineup::{Lineup, MAX_AGENTS};
use crate::schedule::stop::{AgentMeasure, Stop, StopRule};
use crate::schedule::{MAX_BLOCKS, Schedule};
use crate::subject::GameInfo;
use crate::subject::files::Files;
use crate::subject::fit;
use crate::subject::raw::is_always_written;
use stats::random_effects;
use stats::sequential::SequentialTest;

/// The key that names the game.
pub const GAME: &str = "game";

/// The key of the number of players.
pub const PLAYERS: &str = "players";

/// The keys common to all experiments, in addition to those of the game.
pub const KEYS: [&str; 15] = [
    GAME,
    "name",
    PLAYERS,
    "blocks",
    "seed",
    "lineup",
    CIRCLE,
    "tables",
    "compress",
    "agents",
    "stop",
    "reproducible",
    PANEL,
    TUNE,
    COMPARE,
];

/// Reads a complete config: its experiment, and that of `[compare]` if present.
pub fn experiment(game: &'static GameInfo, file: &str, tree: &Node, files: Files<'_>) -> Result<Experiment> {
    let (own, changes) = tree.without(COMPARE);
    let mut first = single(game, file, &own, files)?;
    let field = Section::top(file, tree)?.get(PANEL);
    if let Some(field) = field {
        refuse_stop(field, &first)?;
        first.panel = panel(game, field, first.reproducible, files)?;
        let mut agents = first.panel.iter().flat_map(|style| &style.spec.0);
        agents.try_for_each(|agent| fit::check_agent(&*first.subject, agent)).map_err(|why| field.complaint(why))?;
    }
    let Some(changes) = changes else { return Ok(first) };
    let top = Section::top(file, tree)?;
    let field = top.need(COMPARE, "")?;
    refuse_what_cannot_be_compared(field, &first)?;
    // Another design replaces the first: its keys could not be combined with those of this one.
    let other_design = game.design.filter(|key| changes.at(key).is_some());
    let base = other_design.map_or_else(|| own.clone(), |key| own.without(key).0);
    let mut second = single(game, file, &base.with(changes), files)?;
    if other_design.is_none() {
        second.subject = second.subject.with_design_of(&*first.subject).map_err(|error| field.complaint(error))?;
    }
    if second.agents.len() != first.agents.len() {
        let (found, wanted) = (second.agents.len(), first.agents.len());
        return Err(field.fault(format!("{found} agents"), format!("{wanted}, as in the rest of the config")));
    }
    if between(&first, &second).is_empty() {
        let accepted = format!("a change to {}", compared_keys(game).join(", "));
        return Err(field.fault("no difference from the rest of the config", accepted));
    }
    Ok(Experiment { compare: Some(Box::new(second)), ..first })
}

/// Returns the keys that `[compare]` may change.
fn compared_keys(game: &GameInfo) -> Vec<&'static str> {
    [vec![AGENTS], game.comparable()].concat()
}

/// Checks that `[compare]` keeps the same blocks, which requires the same chance and line-ups.
fn refuse_what_cannot_be_compared(field: Field<'_>, first: &Experiment) -> Result<()> {
    let keys = compared_keys(first.info());
    let section = field.section("compare.")?.accept(&keys)?;
    if keys.iter().all(|key| section.get(key).is_none()) {
        return Err(field.fault("nothing", format!("at least one of {}", keys.join(", "))));
    }
    refuse_stop(field, first)
}

/// Checks that all runs of an experiment have the same blocks.
fn refuse_stop(field: Field<'_>, first: &Experiment) -> Result<()> {
    let accepted = "an experiment of a fixed size, so that all its runs have the same blocks";
    if first.stop.is_some() { Err(field.fault("`[stop]` as well", accepted)) } else { Ok(()) }
}

/// Reads a config without `[compare]`.
fn single(game: &'static GameInfo, file: &str, tree: &Node, files: Files<'_>) -> Result<Experiment> {
    let top = Section::top(file, tree)?.accept(&[&KEYS, game.keys].concat())?;
    top.get(GAME).map_or(Ok(0), |field| field.word(&[game.name]))?;
    let name = top.need("name", "a short name, also of the output folder")?.plain_text("-_.")?.to_owned();
    let players = players(top)?;
    let blocks = top.need("blocks", format!("1 to {MAX_BLOCKS}"))?.whole(1..=MAX_BLOCKS)?;
    let seed = top.get("seed").map_or(Ok(1), |field| field.whole(0..=u64::MAX))?;
    let lineup = top.get("lineup").map_or(Ok(Lineup::Rotate), |field| field.one_of(Lineup::ALL, Lineup::name))?;
    // A manifest without this key stands for the listed circle.
    let default = if files.are_kept() { Circle::Listed } else { Circle::Drawn };
    let circle = top.get(CIRCLE).map_or(Ok(default), |field| field.one_of(Circle::ALL, Circle::name))?;
    let reproducible = top.get("reproducible").map_or(Ok(true), Field::truth)?;
    let agents = agents(top, game, files, lineup, players, reproducible)?;
    let all_tables: Vec<&'static str> = game.raw_tables.iter().map(|table| table.name).collect();
    let tables = top.get("tables").map_or(Ok(all_tables.clone()), |field| tables(field, &all_tables))?;
    let compress =
        top.get("compress").map_or(Ok(Compression::None), |field| field.one_of(Compression::ALL, Compression::name))?;
    let stop = top.get("stop").map_or(Ok(None), |field| stop(field, &agents, players, blocks))?;
    let subject = game.read(top, players, files)?;
    fit::check(&*subject, agents.iter().map(|agent| &agent.spec))
        .map_err(|why: String| top.get(AGENTS).map_or_else(|| top.fault(&why), |field| field.complaint(&why)))?;
    let schedule =
        Schedule { name, players, blocks, seed, lineup, circle, agents, tables, compress, stop, reproducible };
    check_blocks(top, &schedule)?;
    Ok(Experiment { schedule, subject, compare: None, panel: Vec::new() })
}

/// The minimum number of kinds of players for conclusions about others.
const LEAST_PANEL: usize = random_effects::MIN_SOURCES;

/// The word for the game's shipped panel.
const SHIPPED: &str = "shipped";

/// Reads the kinds of players of a panel.
fn panel(game: &GameInfo, field: Field<'_>, reproducible: bool, files: Files<'_>) -> Result<Vec<Contestant<Style>>> {
    let read = |text: &str| {
        let (name, spec) = named(text);
        name.map_or(Ok(()), check_name)?;
        let file = |path: &str| files.named_in(field).of_agent(path);
        let plain = Style::read(spec, |agent| given::read(agent, &game.schemas(), &file)).map(Contestant::plain)?;
        Ok::<_, Error>(Contestant { name: name.map_or(plain.name, str::to_owned), ..plain })
    };
    if field.list().is_err() {
        let words: &[&str] = if game.panel.is_empty() { &[] } else { &[SHIPPED] };
        let accepted =
            format!("{}a list of specs", words.iter().map(|word| format!("`{word}` or ")).collect::<String>());
        return match field.text() {
            Ok(word) if words.contains(&word) => {
                Ok(game.panel.iter().map(|(_, spec)| read(spec).expect("a shipped spec")).collect())
            }
            _ => Err(field.fault(field.found(), accepted)),
        };
    }
    let items = field.list()?;
    if !(LEAST_PANEL..=MAX_AGENTS).contains(&items.len()) {
        let accepted = format!("{LEAST_PANEL} to {MAX_AGENTS} different kinds of players");
        return Err(field.fault(format!("{} specs", items.len()), accepted));
    }
    let mut panel: Vec<Contestant<Style>> = Vec::new();
    for item in items {
        let player = read(item.text()?).map_err(|error| item.place_of(error))?;
        player.spec.0.iter().try_for_each(|agent| refuse_timed(item, agent, reproducible))?;
        let spec = player.spec.to_string();
        let again = panel.iter().find_map(|other| {
            [&player.name, &spec].into_iter().find(|word| other.name == **word || other.spec.to_string() == **word)
        });
        if let Some(again) = again {
            return Err(item.fault(format!("`{again}` a second time"), "every kind of player once"));
        }
        panel.push(player);
    }
    Ok(panel)
}

/// Reads the number of players.
pub fn players(top: Section<'_>) -> Result<usize> {
    Ok(top.need(PLAYERS, "2 to 5")?.whole(2..=MAX_SEATS as u64)? as usize)
}

fn agents(
    top: Section<'_>,
    game: &GameInfo,
    files: Files<'_>,
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
    let (schemas, mut agents) = (game.schemas(), Vec::new());
    for item in items {
        agents.push(agent(item, &schemas, &agents, files, reproducible)?);
    }
    Ok(agents)
}

fn agent(
    item: Field<'_>,
    schemas: &[&'static AgentSchema],
    earlier: &[Contestant],
    files: Files<'_>,
    reproducible: bool,
) -> Result<Contestant> {
    let section = item.section("agents.")?;
    let is_program = section.get("command").is_some();
    let section = section.accept(if is_program { &PROGRAM_KEYS } else { &["name", "spec", "command"] })?;
    let field = section.need("name", "a unique name for tables")?;
    let name = field.plain_text("-_.:=+")?;
    if plain_text::is_misread(name) {
        return Err(field.fault(format!("`{name}`"), plain_text::ACCEPTED_NAMES));
    }
    if earlier.iter().any(|other| other.name == name) {
        return Err(field.fault(format!("`{name}`, which is already another agent's name"), "a unique name"));
    }
    if is_program {
        let program = program(section, name, schemas, reproducible)?;
        return Ok(Contestant { name: name.to_owned(), spec: PlayerSpec::Program(Box::new(program)) });
    }
    let field =
        section.need("spec", "an agent such as `random`; see `sim list agents`; or `command` for another program")?;
    let read = given::read(field.text()?, schemas, &|path| files.named_in(field).of_agent(path));
    let spec = PlayerSpec::from(read.map_err(|error| field.place_of(error))?);
    spec.own().map_or(Ok(()), |agent| refuse_timed(field, agent, reproducible))?;
    Ok(Contestant { name: name.to_owned(), spec })
}

/// Refuses an agent with a time limit in a reproducible experiment.
fn refuse_timed(field: Field<'_>, spec: &AgentSpec, reproducible: bool) -> Result<()> {
    if !reproducible || !spec.is_timed() {
        return Ok(());
    }
    let accepted = "a budget of iterations, or `reproducible = false` in the config";
    Err(field.fault(format!("`{spec}`, whose decisions depend on the machine"), accepted))
}

/// The keys of an agent that is an external program.
pub const PROGRAM_KEYS: [&str; 8] =
    ["name", "command", "options", "move-ms", "ready-ms", "memory-mb", "on-fault", "deterministic"];

/// The accepted time limits of answers, in milliseconds: up to a day.
pub const MOVE_MS: RangeInclusive<u64> = 0..=86_400_000;

/// The accepted time limits for a program to get ready, in milliseconds: up to a day.
pub const READY_RANGE: RangeInclusive<u64> = 1..=86_400_000;

/// The accepted memory limits of programs, in MiB: up to a TiB.
pub const MEMORY_MB: RangeInclusive<u64> = 1..=1 << 20;

/// Reads an agent that is an external program.
fn program(
    section: Section<'_>,
    name: &str,
    schemas: &[&'static AgentSchema],
    reproducible: bool,
) -> Result<ProgramSpec> {
    let field = section.need("command", "a program and its arguments, such as [\"python3\", \"my.py\"]")?;
    let words: Vec<String> =
        field.list()?.into_iter().map(|word| word.text().map(str::to_owned)).collect::<Result<_>>()?;
    if words.first().is_none_or(String::is_empty) || words.iter().any(|word| word.contains('\0')) {
        return Err(field.fault("no program", "a program and its arguments, such as [\"python3\", \"my.py\"]"));
    }
    let options = section.get("options").map_or(Ok(BTreeMap::new()), options)?;
    let limit = section.get("move-ms").map_or(Ok(0), |field| field.whole(MOVE_MS))?;
    let ready = section.get("ready-ms").map_or(Ok(READY_MS), |field| field.whole(READY_RANGE))?;
    let memory = section.get("memory-mb").map(|field| field.whole(MEMORY_MB)).transpose()?;
    let is_deterministic = section.get("deterministic").map_or(Ok(false), Field::truth)?;
    let on_fault = match section.get("on-fault") {
        None => OnFault::Stop,
        Some(field) if field.text()? == STOP => OnFault::Stop,
        Some(field) => {
            let spec = AgentSpec::parse(field.text()?, schemas)
                .map_err(|error| field.complaint(format!("{error}; or {STOP}, which ends the run")))?;
            if spec.files().next().is_some() {
                return Err(field.fault(format!("`{spec}`, which needs a file"), "an agent that needs none"));
            }
            if reproducible && (spec.is_timed() || limit > 0) {
                let found = format!("`{spec}` as a replacement for late answers, which depend on the machine");
                return Err(field.fault(found, "no `move-ms`, or `reproducible = false` in the config"));
            }
            OnFault::Instead(spec)
        }
    };
    Ok(ProgramSpec {
        name: name.to_owned(),
        program: Program { words, memory: memory.map(|megabytes| megabytes << 20), launcher: launcher() },
        options,
        ready: Duration::from_millis(ready),
        limit: (limit > 0).then(|| Duration::from_millis(limit)),
        on_fault,
        is_deterministic,
    })
}

/// The value of `on-fault` that stops the run, instead of an agent that replaces the program.
const STOP: &str = "stop";

/// Reads the texts sent to a program at the beginning.
fn options(field: Field<'_>) -> Result<BTreeMap<String, String>> {
    field
        .section("agents.options.")?
        .all()
        .map(|(key, field): (&str, Field<'_>)| {
            let value = field.written()?;
            check_option(key, &value).map_err(|accepted| field.fault(format!("`{value}`"), accepted))?;
            Ok((key.to_owned(), value))
        })
        .collect()
}

/// Reads the raw tables to write, in their own order; some are always written.
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

/// Checks that all line-ups have the same number of blocks.
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

/// The accepted half-widths of intervals of win shares.
const SHARE_WIDTH: RangeInclusive<f64> = 0.001..=0.5;

/// The accepted half-widths of intervals of VP.
const VP_WIDTH: RangeInclusive<f64> = 0.001..=100.0;

/// The accepted win shares of the hypotheses of a test.
const SHARE: RangeInclusive<f64> = 0.001..=0.999;

/// The accepted error rates.
const ERROR: RangeInclusive<f64> = 0.000_001..=0.25;

/// Reads the section of an experiment with at most this many blocks; `None` for a fixed size.
fn stop(field: Field<'_>, agents: &[Contestant], players: usize, most_blocks: u64) -> Result<Option<Stop>> {
    let section = field.section("stop.")?;
    let rule = section.get("rule").map_or(Ok(0), |field| field.word(&StopRule::NAMES))?;
    let rule = match StopRule::NAMES[rule] {
        "half-width" => half_width(section.accept(&["rule", "agent", "measure", "half-width"])?)?,
        "sequential" => {
            let section = section.accept(&["rule", "agent", "null", "alternative", "alpha", "beta"])?;
            sequential(section, players)?
        }
        _ => return section.accept(&["rule"]).map(|_| None),
    };
    let names: Vec<&str> = agents.iter().map(|agent| agent.name.as_str()).collect();
    let agent = section.get("agent").map_or(Ok(0), |field| field.word(&names))?;
    Ok(Some(Stop { most_blocks, agent, rule }))
}

fn half_width(section: Section<'_>) -> Result<StopRule> {
    let named = |field: Field<'_>| field.one_of(AgentMeasure::ALL, AgentMeasure::name);
    let measure = section.get("measure").map_or(Ok(AgentMeasure::WinShare), named)?;
    let accepted = if measure == AgentMeasure::WinShare { SHARE_WIDTH } else { VP_WIDTH };
    let target = section.need("half-width", "half-width of the interval at which to stop, such as 0.02")?;
    Ok(StopRule::HalfWidth(measure, target.number(accepted)?))
}

fn sequential(section: Section<'_>, players: usize) -> Result<StopRule> {
    let share = |field: Field<'_>| field.number(SHARE);
    let s0 = section.get("null").map_or(Ok(1.0 / players as f64), share)?;
    let field = section.need("alternative", "a win share above that of the null hypothesis, such as 0.55")?;
    let s1 = share(field)?;
    if s1 - s0 < 0.001 {
        let accepted = format!(
            "a win share at least 0.001 above the null hypothesis, {s0}; to test for a lower one, exchange them"
        );
        return Err(field.fault(s1, accepted));
    }
    let error = |key| section.get(key).map_or(Ok(0.05), |field| field.number(ERROR));
    Ok(StopRule::Sequential(SequentialTest { s0, s1, alpha: error("alpha")?, beta: error("beta")? }))
}

/// Returns the JSON Schema of the section.
pub fn schema() -> Value {
    let agent = || meaning("name of the agent that the rule is about, by default the first", json!({"type": "string"}));
    let half_width = keys([
        ("rule", word(["half-width"])),
        ("agent", agent()),
        ("measure", word(AgentMeasure::ALL.map(AgentMeasure::name))),
        ("half-width", meaning("half-width of the interval at which to stop, such as 0.02", number(VP_WIDTH))),
    ]);
    let sequential = keys([
        ("rule", word(["sequential"])),
        ("agent", agent()),
        ("null", meaning("win share under the null hypothesis, by default 1 / players", number(SHARE))),
        (
            "alternative",
            meaning("win share under the alternative, above that of the null hypothesis, such as 0.55", number(SHARE)),
        ),
        ("alpha", meaning("probability of rejecting a true null hypothesis", number(ERROR))),
        ("beta", meaning("probability of rejecting a true alternative", number(ERROR))),
    ]);
    let rules = [
        section(keys([("rule", word(["fixed"]))]), &[]),
        section(half_width, &["rule", "half-width"]),
        section(sequential, &["rule", "alternative"]),
    ];
    json!({"oneOf": rules})
}
