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
        (GAME, meaning("name of the game", word([game.name]))),
        ("name", meaning("short name, also used for the output folder", plain_text("-_."))),
        ("players", meaning("number of players at the table", whole(2..=MAX_SEATS as u64))),
        (
            "blocks",
            meaning(
                "number of blocks; line-ups take turns, and each block is played in all seat rotations of its line-up",
                whole(1..=MAX_BLOCKS),
            ),
        ),
        ("seed", meaning("seed of all randomness, by default 1", whole(0..=u64::MAX))),
        ("lineup", meaning(lineups.join("; "), word(Lineup::ALL.map(Lineup::name)))),
        ("circle", meaning(circles.join("; "), word(Circle::ALL.map(Circle::name)))),
        ("tables", meaning("raw tables to write, besides games and seats; by default all", list(word(tables)))),
        ("compress", meaning("storage format of raw tables", word(Compression::ALL.map(Compression::name)))),
        (AGENTS, agents),
        ("stop", meaning("rule for stopping before the last block", read::schema())),
        (
            "reproducible",
            meaning(
                "false permits agents whose decisions may not be repeatable: those with a time limit, and programs not declared deterministic",
                json!({"type": "boolean"}),
            ),
        ),
        (
            PANEL,
            meaning(
                "kinds of players with each of which the experiment is repeated: specs, or `shipped`",
                json!({"anyOf": [list(json!({"type": "string"})), {"enum": ["shipped"]}]}),
            ),
        ),
        (TUNE, meaning("knobs and goals of `sim tune`", tune::schema(game))),
        (COMPARE, meaning("changes for a second run of every block", section(changes.collect(), &[]))),
    ]);
    all.extend(own);
    section(all, &["name", "players", "blocks", AGENTS])
}

/// Returns the schema for the agents of a config.
fn agents(schemas: &[&'static AgentSchema]) -> Value {
    let names: Vec<&str> = schemas.iter().map(|schema| schema.name).collect();
    let summaries: Vec<String> = schemas.iter().map(|schema| format!("{}: {}", schema.name, schema.summary)).collect();
    let spec = json!({"type": "string", "pattern": format!("^({})(:.*)?$", names.join("|")), "examples": names});
    let name = || ("name", meaning("unique name, used in tables", table_name("-_.:=+")));
    let own = keys([
        name(),
        (
            "spec",
            meaning(
                format!("an agent, with options KEY=VALUE,… after a colon. {}", summaries.join("; ")),
                spec.clone(),
            ),
        ),
    ]);
    let text = json!({"type": ["string", "number", "boolean"]});
    let program = keys([
        name(),
        ("command", meaning("program and its arguments, started in the current directory", words())),
        (
            "options",
            meaning(
                "options sent to the program at the start",
                json!({"type": "object", "additionalProperties": text}),
            ),
        ),
        ("move-ms", meaning("time limit per answer in milliseconds; by default, or if 0, none", whole(read::MOVE_MS))),
        (
            "ready-ms",
            meaning("time limit until it is ready in milliseconds, by default 10,000", whole(read::READY_RANGE)),
        ),
        ("memory-mb", meaning("memory limit of each of its processes in MiB", whole(read::MEMORY_MB))),
        ("on-fault", meaning("agent that decides if the program fails, or `stop`, which ends the run", on_fault(spec))),
        (
            "deterministic",
            meaning(
                "whether all its randomness comes from the seeds of questions; the program may declare this itself",
                json!({"type": "boolean"}),
            ),
        ),
    ]);
    let kinds = [section(own, &["name", "spec"]), section(program, &["name", "command"])];
    meaning("the agents", list(json!({"oneOf": kinds})))
}

fn words() -> Value {
    json!({"type": "array", "items": {"type": "string"}, "minItems": 1})
}

fn on_fault(spec: Value) -> Value {
    json!({"oneOf": [{"const": "stop"}, spec]})
}
