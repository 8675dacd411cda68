//! The JSON Schema of configs for editors: keys, types, names and ranges.
//!
//! Conditions that involve several keys are checked only when a config is read.

use agents::AgentSchema;
use engine::MAX_SEATS;
use serde_json::{Map, Value, json};

use super::effective::{AGENTS, COMPARE, PANEL, TUNE};
use super::json_schema::{keys, list, meaning, plain_text, section, table_name, whole, word};
use super::read::GAME;
use super::tune;
use crate::config::read;
use crate::forms::compression::Compression;
use crate::schedule::MAX_BLOCKS;
use crate::schedule::circle::Circle;
use crate::schedule::lineup::Lineup;
use crate::subject::GameInfo;

/// The version of JSON Schema: the one that most editors support.
const FORM: &str = "http://json-schema.org/draft-07/schema#";

/// Returns the schema for configs of several games; configs of the first need not name the game.
///
/// # Panics
/// If there are no games.
pub fn of_games(games: Vec<(&'static str, Value)>) -> Value {
    let mut games = games.into_iter();
    let (_, first) = games.next().expect("a game");
    let choice = games.fold(first, |otherwise, (name, config)| {
        json!({"if": {"properties": {GAME: {"const": name}}, "required": [GAME]}, "then": config, "else": otherwise})
    });
    let mut whole = Map::from_iter([("$schema".to_owned(), FORM.into())]);
    whole.insert("title".to_owned(), "An experiment of `sim run`".into());
    whole.extend(choice.as_object().cloned().unwrap_or_default());
    whole.into()
}

/// Returns the schema for configs of one game.
pub fn of_game(game: &GameInfo) -> Value {
    let agents = agents(&game.schemas());
    let own = (game.schema)();
    let compared = own.iter().filter(|(key, _)| game.comparable().contains(&key.as_str()));
    let changes = compared.map(|(key, value)| (key.clone(), value.clone())).chain(keys([(AGENTS, agents.clone())]));
    let tables = game.raw_tables.iter().map(|table| table.name);
    let lineups: Vec<String> =
        Lineup::ALL.iter().map(|lineup| format!("{}: {}", lineup.name(), lineup.meaning())).collect();
    let circles: Vec<String> =
        Circle::ALL.iter().map(|circle| format!("{}: {}", circle.name(), circle.meaning())).collect();
    let mut all = keys([
        (GAME, meaning("the game", word([game.name]))),
        ("name", meaning("a short name, also of the output folder", plain_text("-_."))),
        ("players", meaning("the number of players at the table", whole(2..=MAX_SEATS as u64))),
        (
            "blocks",
            meaning(
                "how often chance is dealt anew; each block is played with every line-up in turn, in all its rotations",
                whole(1..=MAX_BLOCKS),
            ),
        ),
        ("seed", meaning("where all chance comes from, 1 if left out", whole(0..=u64::MAX))),
        ("lineup", meaning(lineups.join("; "), word(Lineup::ALL.map(Lineup::name)))),
        ("circle", meaning(circles.join("; "), word(Circle::ALL.map(Circle::name)))),
        (
            "tables",
            meaning("the raw tables that are written, besides games and seats; all if left out", list(word(tables))),
        ),
        ("compress", meaning("how raw tables are stored", word(Compression::ALL.map(Compression::name)))),
        (AGENTS, agents),
        ("stop", meaning("ends the run before its last block", read::schema())),
        (
            "reproducible",
            meaning(
                "false permits agents whose decisions may be others another time: those with a time limit, and programs that do not say otherwise",
                json!({"type": "boolean"}),
            ),
        ),
        (
            PANEL,
            meaning(
                "kinds of players by each of which the experiment is played besides: specs, or `shipped`",
                json!({"anyOf": [list(json!({"type": "string"})), {"enum": ["shipped"]}]}),
            ),
        ),
        (TUNE, meaning("what `sim tune` varies, and what it looks for", tune::schema(game))),
        (COMPARE, meaning("plays every block a second time with this changed", section(changes.collect(), &[]))),
    ]);
    all.extend(own);
    section(all, &["name", "players", "blocks", AGENTS])
}

/// Returns the schema for the agents of a config.
fn agents(schemas: &[&'static AgentSchema]) -> Value {
    let names: Vec<&str> = schemas.iter().map(|schema| schema.name).collect();
    let summaries: Vec<String> = schemas.iter().map(|schema| format!("{}: {}", schema.name, schema.summary)).collect();
    let spec = json!({"type": "string", "pattern": format!("^({})(:.*)?$", names.join("|")), "examples": names});
    let name = || ("name", meaning("a unique name for tables", table_name("-_.:=+")));
    let own = keys([
        name(),
        ("spec", meaning(format!("an agent, with KEY=VALUE,… after a colon. {}", summaries.join("; ")), spec.clone())),
    ]);
    let text = json!({"type": ["string", "number", "boolean"]});
    let program = keys([
        name(),
        ("command", meaning("a program with its arguments, started in the current directory", words())),
        (
            "options",
            meaning("what it is told at the beginning", json!({"type": "object", "additionalProperties": text})),
        ),
        ("move-ms", meaning("the time for an answer in milliseconds, 0 or left out for none", whole(read::MOVE_MS))),
        ("ready-ms", meaning("the time to be ready in milliseconds, 10,000 if left out", whole(read::READY_RANGE))),
        ("memory-mb", meaning("the most memory of each of its processes in MiB", whole(read::MEMORY_MB))),
        ("on-fault", meaning("who decides if it fails: an agent, or `stop`, which ends the run", on_fault(spec))),
        (
            "deterministic",
            meaning(
                "whether it uses no chance but the seeds of questions; it may say so itself",
                json!({"type": "boolean"}),
            ),
        ),
    ]);
    let kinds = [section(own, &["name", "spec"]), section(program, &["name", "command"])];
    meaning("who plays", list(json!({"oneOf": kinds})))
}

fn words() -> Value {
    json!({"type": "array", "items": {"type": "string"}, "minItems": 1})
}

fn on_fault(spec: Value) -> Value {
    json!({"oneOf": [{"const": "stop"}, spec]})
}
