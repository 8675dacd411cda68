//! All messages of whole games match the JSON Schema; the page of examples shows real ones.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

use agents::AgentSpec;
use engine::random::{mix, random};
use engine::skye::{Module, Modules};
use engine::{Game, Seat, Turn};
use games::skye::setting::Setting;
use interface::protocol::{Answer, Message, Protocol, Question, Ready, SeatResult, seed_text};
use interface::record::write_set_up;
use lab::subject::Setup;
use serde_json::{Value, json};
use snapbox::assert::DEFAULT_ACTION_ENV;
use snapbox::{Assert, Data};

use crate::test_folder::TestFolder;
use crate::{is_installed, root};

/// A JSON Schema with the keywords that ours uses.
pub struct Schema(Value);

impl Schema {
    pub fn of_protocol() -> Self {
        Self(serde_json::from_str(&fs::read_to_string(root().join("docs/protocol.schema.json")).unwrap()).unwrap())
    }

    /// Returns the schema that a reference names.
    pub fn definition(&self, reference: &str) -> &Value {
        self.0.pointer(&reference[1..]).expect("a definition")
    }

    /// Returns the first fault of a message of this kind.
    pub fn check(&self, kind: &str, message: &Value) -> Result<(), String> {
        self.of(&self.0["$defs"][kind], message).map_err(|why| format!("{kind}: {why}: {message}"))
    }

    pub fn of(&self, schema: &Value, value: &Value) -> Result<(), String> {
        let schema = schema.as_object().unwrap_or_else(|| panic!("no schema: {schema}"));
        schema.iter().try_for_each(|(word, rule)| self.word(schema, word, rule, value))
    }

    fn word(
        &self,
        all: &serde_json::Map<String, Value>,
        word: &str,
        rule: &Value,
        value: &Value,
    ) -> Result<(), String> {
        let is = |holds: bool| if holds { Ok(()) } else { Err(format!("{word} {rule}: found {value}")) };
        let items = || value.as_array().into_iter().flatten();
        let fields = || value.as_object().into_iter().flatten();
        match word {
            "description" => Ok(()),
            "$ref" => self.of(self.definition(rule.as_str().unwrap()), value),
            "const" => is(value == rule),
            "enum" => is(rule.as_array().unwrap().contains(value)),
            "type" => is(match rule.as_str().unwrap() {
                "object" => value.is_object(),
                "array" => value.is_array(),
                "string" => value.is_string(),
                "boolean" => value.is_boolean(),
                "null" => value.is_null(),
                "number" => value.is_number(),
                "integer" => {
                    value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|number| number.fract() == 0.0)
                }
                other => panic!("type {other}"),
            }),
            "minimum" => is(compared(value, rule).is_none_or(Ordering::is_ge)),
            "maximum" => is(compared(value, rule).is_none_or(Ordering::is_le)),
            "pattern" => is(regex::Regex::new(rule.as_str().unwrap()).unwrap().is_match(value.as_str().unwrap())),
            "minItems" => is(items().count() as u64 >= rule.as_u64().unwrap()),
            "maxItems" => is(items().count() as u64 <= rule.as_u64().unwrap()),
            "prefixItems" => {
                rule.as_array().unwrap().iter().zip(items()).try_for_each(|(rule, item)| self.of(rule, item))
            }
            "items" if rule == false => is(items().count() <= all["prefixItems"].as_array().unwrap().len()),
            "items" => items().try_for_each(|item| self.of(rule, item)),
            "required" => is(rule.as_array().unwrap().iter().all(|key| value.get(key.as_str().unwrap()).is_some())),
            "properties" => fields().try_for_each(|(key, value)| match rule.get(key) {
                Some(rule) => self.of(rule, value).map_err(|why| format!("{key}: {why}")),
                None => Ok(()),
            }),
            "additionalProperties" if rule == true => Ok(()),
            "additionalProperties" => {
                let known = all.get("properties");
                let others = || fields().filter(|(key, _)| known.is_none_or(|known| known.get(key.as_str()).is_none()));
                if rule == false {
                    is(others().next().is_none())
                } else {
                    others().try_for_each(|(_, value)| self.of(rule, value))
                }
            }
            "oneOf" => {
                let tried: Vec<_> = rule.as_array().unwrap().iter().map(|rule| self.of(rule, value)).collect();
                match tried.iter().filter(|tried| tried.is_ok()).count() {
                    1 => Ok(()),
                    count => Err(format!("{count} of {} forms fit: {tried:?}", tried.len())),
                }
            }
            other => panic!("the schema has a word that is not checked: {other}"),
        }
    }
}

/// Compares two numbers; `None` if one is not a number.
fn compared(one: &Value, other: &Value) -> Option<Ordering> {
    let whole = |value: &Value| value.as_i64().map(i128::from).or(value.as_u64().map(i128::from));
    match (whole(one), whole(other)) {
        (Some(one), Some(other)) => Some(one.cmp(&other)),
        _ => one.as_f64()?.partial_cmp(&other.as_f64()?),
    }
}

/// Plays games with an external agent in all seats, and checks every line of both sides.
#[track_caller]
fn check_games(words: &[&str], served: &str, expected: &[&str]) {
    let (folder, schema) = (TestFolder::new(), Schema::of_protocol());
    let command =
        format!("mine=sh -c 'tee -a to.log | {} serve {served} | tee -a from.log'", env!("CARGO_BIN_EXE_sim"));
    for players in 2..=5 {
        let agents = vec!["mine"; players];
        let flags = ["--games", "2", "--seed", "4", "--threads", "1", "--quiet", "--command", &command];
        folder.succeed(&[&["play"], &agents[..], words, &flags].concat());
    }
    let mut decisions: Vec<String> = Vec::new();
    for (file, kind) in [("to.log", "to_agent"), ("from.log", "from_agent")] {
        for line in folder.read(file).lines() {
            let message: Value = serde_json::from_str(line).unwrap();
            schema.check(kind, &message).unwrap_or_else(|why| panic!("{why}"));
            decisions.extend(message["decision"].as_str().map(str::to_owned));
        }
    }
    decisions.sort();
    decisions.dedup();
    assert_eq!(decisions, expected, "all decisions come up");
}

#[test]
fn all_messages_are_as_the_schema_says() {
    check_games(&[], "random", &["build", "buy", "price"]);
    check_games(
        &["--modules", "druids,tunnels,bonus,borderlands"],
        "random",
        &["build", "buy", "buy_again", "keep_drawn", "price"],
    );
    check_games(&["--game", "tipperary"], "greedy", &["bonus", "place", "sheep", "tower"]);
    check_games(
        &["--set", "rules.castle-income=4", "--set", "rules.highest-price=3"],
        "mcts:iterations=1",
        &["build", "buy", "price"],
    );
    for drawn in ["rules.tiles-drawn=2", "rules.tiles-drawn=5"] {
        check_games(&["--set", drawn], "random", &["build", "buy", "price"]);
    }
}

#[test]
fn what_is_wrong_is_told_as_the_schema_says() {
    if !is_installed("python3") {
        return;
    }
    let (folder, schema) = (TestFolder::new(), Schema::of_protocol());
    let script = root().join("sim/tests/programs/agent.py").canonicalize().unwrap();
    for fault in ["no JSON", "wrong id", "unknown key", "overspends", "illegal"] {
        let command = format!("mine=sh -c 'tee to.log | python3 {} \"{fault}\" flag pids'", script.display());
        let output = folder.sim(&["play", "mine", "random", "--command", &command]);
        assert_eq!(output.status.code(), Some(1));
        let last: Vec<Value> = folder.read("to.log").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let error = last.iter().find(|message| message["m"] == "error").unwrap_or_else(|| panic!("{fault}: {last:?}"));
        schema.check("error", error).unwrap();
        // It refers to the question before it.
        let question = last.iter().rfind(|message| message["m"] == "choose").unwrap();
        assert_eq!(error["id"], question["id"], "{fault}");
    }
}

/// Formats a value in lines that are not too long.
fn lines(value: &Value, indent: usize) -> String {
    let short = value.to_string();
    if short.len() + indent <= 130 {
        return short;
    }
    let (pad, end) = (" ".repeat(indent + 2), " ".repeat(indent));
    match value {
        Value::Object(fields) => {
            let fields: Vec<String> =
                fields.iter().map(|(key, value)| format!("{pad}\"{key}\": {}", lines(value, indent + 2))).collect();
            format!("{{\n{}\n{end}}}", fields.join(",\n"))
        }
        Value::Array(items) if items.iter().all(|item| item.is_string() || item.is_number()) => {
            // As many items as fit into a line.
            let mut filled = vec![String::new()];
            for (place, item) in items.iter().enumerate() {
                let comma = if place + 1 < items.len() { "," } else { "" };
                let item = format!("{item}{comma}");
                match filled.last_mut() {
                    Some(line) if indent + line.len() + item.len() < 120 => line.push_str(&item),
                    _ => filled.push(item),
                }
            }
            format!("[\n{pad}{}\n{end}]", filled.join(&format!("\n{pad}")))
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| format!("{pad}{}", lines(item, indent + 2))).collect();
            format!("[\n{}\n{end}]", items.join(",\n"))
        }
        _ => short,
    }
}

fn block(page: &mut String, value: &Value) {
    writeln!(page, "```json\n{}\n```\n", lines(value, 0)).unwrap();
}

/// The number of legal actions that are shown.
const SHOWN: usize = 3;

/// Returns messages of a game with an example of each kind of decision; `None` if some kind does not occur in it.
///
/// The first example shows its whole view.
fn examples<S: Setup>(title: &str, subject: &S, seed: u64) -> Option<String> {
    let mut page = String::new();
    let page = &mut page;
    let greedy = AgentSpec::read("greedy", S::KINDS).unwrap().build(S::KINDS);
    let schema = Schema::of_protocol();
    let treatment = subject.treatment(seed, seed);
    let game = subject.game(&treatment);
    let set_up = write_set_up(&game, subject.record_keys(&treatment));
    let options = [].into();
    let check = |message: Value, kind: &str| {
        schema.check(kind, &message).unwrap();
        message
    };
    let parsed = |line: String| serde_json::from_str::<Value>(&line).unwrap();
    writeln!(page, "## {title}\n").unwrap();
    block(
        page,
        &check(
            parsed(Message::Hello { protocol: 1, game: S::INFO.name, options: &options, move_ms: 0 }.line()),
            "to_agent",
        ),
    );
    block(page, &check(parsed(Ready { name: "mine".to_owned(), deterministic: true }.line()), "from_agent"));
    block(page, &check(parsed(Message::Game { game: seed, set_up: &set_up }.line()), "to_agent"));
    let mut found: BTreeMap<&str, String> = BTreeMap::new();
    let mut order = Vec::new();
    let (mut position, mut rng, mut id) = (game.start(Seat::new(0)), random(seed), 0);
    loop {
        match game.turn(&position) {
            Turn::Over => break,
            Turn::Chance => game.resolve_chance(&mut position, seed),
            Turn::Seat(seat) => {
                let decision = game.decision(&position).unwrap();
                let (view, legal) = (game.write_view(&game.view(&position, seat)), game.write_legal(&position));
                let action = greedy.choose(&game, &game.view(&position, seat), &mut rng).action;
                // The first of its kind after some decisions, when the view contains something.
                if id >= 8 && !found.contains_key(decision) {
                    let thinking = seed_text(mix([seed, id]));
                    let (number, seat) = (seed, seat.index());
                    let question =
                        Question { id, game: number, seat, seed: thinking, decision, view: &view, legal: &legal };
                    let mut asked = check(parsed(Message::Choose(question).line()), "to_agent");
                    let mut text = format!("### `{decision}`\n\n");
                    let actions = asked["legal"]["actions"].as_array().map_or(0, Vec::len);
                    if let Some(actions) = asked.pointer_mut("/legal/actions").and_then(Value::as_array_mut) {
                        actions.truncate(SHOWN);
                    }
                    if !order.is_empty() {
                        asked["view"] = json!("…");
                    }
                    block(&mut text, &asked);
                    if actions > SHOWN {
                        writeln!(text, "{} more actions are left out here.\n", actions - SHOWN).unwrap();
                    }
                    let written = game.write_action(&position, action);
                    block(
                        &mut text,
                        &check(parsed(Answer { action: written, iterations: 0, search: None }.line(id)), "from_agent"),
                    );
                    found.insert(decision, text);
                    order.push(decision);
                }
                game.apply(&mut position, action);
                id += 1;
            }
        }
    }
    order.iter().for_each(|decision| page.push_str(&found[decision]));
    let results = SeatResult::all(&game.outcome(&position));
    writeln!(page, "### The end\n").unwrap();
    block(page, &check(parsed(Message::Over { game: seed, results }.line()), "to_agent"));
    (order.len() == game.decisions().len()).then(|| std::mem::take(page))
}

#[test]
fn the_page_of_examples_shows_real_messages() {
    let mut page = "# Messages of real games\n\nFor [the protocol](protocol.md): every decision of the base game, of a game with all modules and of Tipperary once, as it was asked in a game of greedy players. A test writes this page. \
                    Lines are broken here for reading; on the wire a message is one line. Each section shows the whole view with its first question.\n\n"
        .to_owned();
    let all: Modules = Module::ALL.into_iter().collect();
    page += &(1..100).find_map(|seed| examples("Isle of Skye", &Setting::printed(2), seed)).unwrap();
    let skye = Setting::printed_with(2, all);
    page += &(1..100).find_map(|seed| examples("Isle of Skye with all modules", &skye, seed)).unwrap();
    let tipperary = games::tipperary::setting::Setting::printed(2);
    page += &(1..100).find_map(|seed| examples("Tipperary", &tipperary, seed)).unwrap();
    let path = root().join("docs/protocol_examples.md");
    let page = page.trim_end().to_owned() + "\n";
    Assert::new().action_env(DEFAULT_ACTION_ENV).eq(page, Data::read_from(&path, None).raw());
}
