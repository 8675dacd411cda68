//! The rules of a game in configs, schemas and random configs.

use engine::random::{Random, below};
use interface::rule::{Rule, RuleKind, RuleSet, all, in_play};
use serde_json::{Map, Value};

use super::section::Field;
use super::tree::{Node, written};
use crate::base::error::{Error, Result};
use crate::config::json_schema::{meaning, section};

/// Sets the rules that a section of a config names.
///
/// # Errors
/// The first error.
pub fn read<R: RuleSet>(field: Field<'_>, rules: &mut R) -> Result<()> {
    let section = field.section("rules.")?.accept(&all().map(|rule: &Rule<R>| rule.key).collect::<Vec<_>>())?;
    for rule in all() {
        let Some(field) = section.get(rule.key) else { continue };
        if let Some(part) = rule.part().filter(|part| !rules.has(part)) {
            return Err(field.complaint(format!("it needs `{part}` among the `modules`")));
        }
        if let RuleKind::Table { names, .. } = rule.kind {
            field.section(&format!("rules.{}.", rule.key))?.accept(&names(rules))?;
        }
        let value = field.value().to_json(matches!(rule.kind, RuleKind::Texts { .. }));
        rule.set(rules, &value).map_err(|fault| {
            let (name, item) = field.within(&fault.path);
            let found = fault.found.clone().unwrap_or_else(|| format!("found {}", item.found()));
            item.named(&name, Error::input("", found, &fault.accepted))
        })?;
    }
    Ok(())
}

/// Returns the JSON Schema of the section.
pub fn schema<R: RuleSet>() -> Value {
    let described = |rule: &Rule<R>| match rule.part() {
        Some(part) => meaning(format_args!("with `{part}`: {}", rule.meaning), rule.schema()),
        None => meaning(rule.meaning, rule.schema()),
    };
    let keys: Map<String, Value> = all().map(|rule| (rule.key.to_owned(), described(rule))).collect();
    section(keys, &[])
}

/// Draws random rules, as the text of a config's section; those that are named if changed only sometimes.
pub fn random<R: RuleSet>(mut rules: R, rng: &mut Random) -> String {
    let mut text = "[rules]\n".to_owned();
    for rule in in_play(&rules.clone()) {
        if R::NAMED_IF_CHANGED.iter().any(|other| other.key == rule.key) && below(rng, 3) > 0 {
            continue;
        }
        let mut drawn = (0..TRIES).map(|_| random_value(rule, &rules, rng));
        let accepted = drawn.find(|value| rule.set(&mut rules.clone(), value).is_ok());
        if let Some(value) = accepted {
            // It was accepted by a copy.
            let _ = rule.set(&mut rules, &value);
            text += &format!("{} = {}\n", rule.key, written(&Node::from_json(&value).value));
        }
    }
    text
}

/// The number of values that are drawn for a rule that does not accept all of its kind.
const TRIES: usize = 40;

fn random_value<R: RuleSet>(rule: &Rule<R>, rules: &R, rng: &mut Random) -> Value {
    let pick = |rng: &mut Random, least: usize, most: usize| least + below(rng, (most - least) as u32 + 1) as usize;
    match &rule.kind {
        RuleKind::Number { range, tried, .. } => pick(rng, (*range.start()).into(), (*tried).into()).into(),
        RuleKind::Choice { .. } => {
            let settings = rule.schema()["enum"].as_array().cloned().unwrap_or_default();
            settings[pick(rng, 0, settings.len() - 1)].clone()
        }
        RuleKind::Numbers { range, lengths, .. } => {
            let count = pick(rng, *lengths.start(), *lengths.end());
            (0..count).map(|_| pick(rng, (*range.start()).into(), (*range.end()).into())).collect()
        }
        RuleKind::Texts { tried, lengths, .. } => {
            let count = pick(rng, *lengths.start(), (*lengths.end()).min(9));
            (0..count).map(|_| tried[pick(rng, 0, tried.len() - 1)]).collect()
        }
        RuleKind::Table { schema, names, .. } => {
            let (schema, some) =
                (schema(), names(rules).into_iter().filter(|_| below(rng, 6) == 0).collect::<Vec<_>>());
            let draw = |name: &str, rng: &mut Random| match schema["properties"][name]["minItems"].as_u64() {
                Some(count) => (0..count).map(|_| pick(rng, 0, 50)).collect(),
                None => Value::from(pick(rng, 0, 50)),
            };
            some.into_iter().map(|name| (name, draw(name, rng))).collect()
        }
    }
}
