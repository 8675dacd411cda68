//! The rules of a game, each declared once: for configs, records, forms, schemas, steps and random rules.

use std::ops::RangeInclusive;

use serde_json::{Map, Value, json};

use crate::picture_play::RuleField;

/// The rules of a game, with everything that they need to know of it.
pub trait RuleSet: Clone + 'static {
    /// The rules that a full config always names, in the order of configs; a rule may depend on those before it.
    const NAMED: &'static [Rule<Self>];

    /// The rules that a full config names after them if they are not as printed.
    const NAMED_IF_CHANGED: &'static [Rule<Self>] = &[];

    /// Returns whether a part of the game, such as a module, is in play.
    fn has(&self, _part: &str) -> bool {
        true
    }
}

/// The declaration of a rule.
pub struct Rule<R: 'static> {
    /// Its key in configs and records.
    pub key: &'static str,
    /// Its meaning in a few words.
    pub meaning: &'static str,
    /// Its values.
    pub kind: RuleKind<R>,
}

/// The values of a rule.
pub enum RuleKind<R: 'static> {
    /// A whole number.
    Number {
        /// The accepted numbers.
        range: RangeInclusive<u16>,
        /// The largest number that random rules use.
        tried: u16,
        /// The place of the number.
        place: fn(&mut R) -> &mut u16,
    },
    /// One of a few words or numbers, the printed one first.
    Choice {
        /// The part of the game without which the rule does not exist.
        part: &'static str,
        /// The accepted words and numbers.
        settings: &'static [&'static str],
        /// The index of the setting.
        get: fn(&R) -> usize,
        /// Sets the setting with this index.
        set: fn(&mut R, usize),
    },
    /// A list of whole numbers.
    Numbers {
        /// The accepted numbers.
        range: RangeInclusive<u16>,
        /// The accepted lengths, whatever the other rules.
        lengths: RangeInclusive<usize>,
        /// The numbers.
        get: fn(&R) -> Vec<u16>,
        /// Sets them.
        set: fn(&mut R, &[u16]) -> Result<(), RuleFault>,
    },
    /// A list of texts.
    Texts {
        /// The regular expression of accepted texts.
        pattern: &'static str,
        /// Texts that random rules use.
        tried: &'static [&'static str],
        /// The accepted lengths.
        lengths: RangeInclusive<usize>,
        /// The texts.
        get: fn(&R) -> Vec<String>,
        /// Sets them.
        set: fn(&mut R, &[&str]) -> Result<(), RuleFault>,
    },
    /// Numbers by name, of which a config names some.
    Table {
        /// The JSON Schema of accepted values.
        schema: fn() -> Value,
        /// The accepted names.
        names: fn(&R) -> Vec<&'static str>,
        /// The numbers of all names in play.
        get: fn(&R) -> Map<String, Value>,
        /// Sets the numbers of a name.
        set: fn(&mut R, &str, &Value) -> Result<(), RuleFault>,
    },
}

/// A value that a rule does not accept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleFault {
    /// The keys and indices of the faulty item within the value; empty for the whole value.
    pub path: Vec<String>,
    /// The phrase for what was found; `None` for the item as it is written.
    pub found: Option<String>,
    /// The accepted values; empty if `found` says it all.
    pub accepted: String,
}

impl RuleFault {
    /// Creates the fault of a value that is shown as it is written.
    pub fn of_value(accepted: impl Into<String>) -> Self {
        Self { path: Vec::new(), found: None, accepted: accepted.into() }
    }

    /// Creates a fault with this phrase for what was found.
    pub fn new(found: impl Into<String>, accepted: impl Into<String>) -> Self {
        Self { path: Vec::new(), found: Some(found.into()), accepted: accepted.into() }
    }

    /// Creates the same fault, of an item of a value.
    #[must_use]
    pub fn within(mut self, item: impl ToString) -> Self {
        self.path.insert(0, item.to_string());
        self
    }
}

impl<R: RuleSet> Rule<R> {
    /// Declares a number.
    pub const fn number(
        key: &'static str,
        meaning: &'static str,
        range: RangeInclusive<u16>,
        tried: u16,
        place: fn(&mut R) -> &mut u16,
    ) -> Self {
        Self { key, meaning, kind: RuleKind::Number { range, tried, place } }
    }

    /// Returns the part of the game without which it does not exist.
    pub fn part(&self) -> Option<&'static str> {
        if let RuleKind::Choice { part, .. } = self.kind { Some(part) } else { None }
    }

    /// Returns its value.
    pub fn value(&self, rules: &R) -> Value {
        match self.kind {
            RuleKind::Number { place, .. } => (*place(&mut rules.clone())).into(),
            RuleKind::Choice { settings, get, .. } => setting(settings[get(rules)]),
            RuleKind::Numbers { get, .. } => get(rules).into(),
            RuleKind::Texts { get, .. } => get(rules).into(),
            RuleKind::Table { get, .. } => get(rules).into(),
        }
    }

    /// Sets its value.
    ///
    /// # Errors
    /// If it is not accepted.
    pub fn set(&self, rules: &mut R, value: &Value) -> Result<(), RuleFault> {
        match &self.kind {
            RuleKind::Number { range, place, .. } => *place(rules) = whole(value, range)?,
            RuleKind::Choice { settings, set, .. } => {
                let accepted: Vec<String> = settings.iter().map(|text| setting(text).to_string()).collect();
                let found = settings.iter().position(|text| setting(text) == *value);
                set(rules, found.ok_or_else(|| RuleFault::of_value(accepted.join(" or ")))?);
            }
            RuleKind::Numbers { range, set, .. } => set(rules, &items(value, |item| whole(item, range))?)?,
            RuleKind::Texts { set, .. } => {
                let text = |item| Value::as_str(item).ok_or_else(|| RuleFault::of_value("a text in quotes"));
                set(rules, &items(value, text)?)?;
            }
            RuleKind::Table { set, .. } => {
                for (name, value) in value.as_object().ok_or_else(|| RuleFault::of_value("a table"))? {
                    set(rules, name, value).map_err(|fault| fault.within(name))?;
                }
            }
        }
        Ok(())
    }

    /// Sets its value as a record gives it.
    ///
    /// # Errors
    /// A description of what is not accepted.
    pub fn set_recorded(&self, rules: &mut R, value: &Value) -> Result<(), String> {
        self.set(rules, value).map_err(|fault| {
            let item = fault.path.iter().fold(value, |value, step| match value {
                Value::Array(items) => &items[step.parse::<usize>().unwrap_or_default()],
                other => &other[step],
            });
            let found = fault.found.unwrap_or_else(|| format!("found {item}"));
            let accepted =
                if fault.accepted.is_empty() { String::new() } else { format!("; accepted: {}", fault.accepted) };
            format!("key `rules`: {}: {found}{accepted}", self.key)
        })
    }

    /// Returns the JSON Schema of accepted values.
    pub fn schema(&self) -> Value {
        let list = |lengths: &RangeInclusive<usize>, items: Value| json!({"type": "array", "minItems": lengths.start(), "maxItems": lengths.end(), "items": items});
        match &self.kind {
            RuleKind::Number { range, .. } => number_schema(range),
            RuleKind::Choice { settings, .. } => {
                json!({"enum": settings.iter().map(|text| setting(text)).collect::<Value>()})
            }
            RuleKind::Numbers { range, lengths, .. } => list(lengths, number_schema(range)),
            RuleKind::Texts { pattern, lengths, .. } => list(lengths, json!({"type": "string", "pattern": pattern})),
            RuleKind::Table { schema, .. } => schema(),
        }
    }

    /// Returns its field in a form; `None` for a table.
    fn field(&self, printed: &R) -> Option<RuleField> {
        let (range, settings) = match &self.kind {
            RuleKind::Number { range, .. } => (Some((*range.start(), *range.end())), Vec::new()),
            RuleKind::Choice { settings, .. } => (None, settings.iter().map(|text| setting(text)).collect()),
            RuleKind::Numbers { .. } | RuleKind::Texts { .. } => (None, Vec::new()),
            RuleKind::Table { .. } => return None,
        };
        Some(RuleField {
            key: self.key,
            meaning: self.meaning.to_owned(),
            printed: self.value(printed),
            range,
            settings,
        })
    }
}

/// Returns all rules, whatever is in play.
pub fn all<R: RuleSet>() -> impl Iterator<Item = &'static Rule<R>> {
    R::NAMED.iter().chain(R::NAMED_IF_CHANGED)
}

/// Returns the rules whose parts are in play.
pub fn in_play<R: RuleSet>(rules: &R) -> impl Iterator<Item = &'static Rule<R>> {
    all().filter(|rule: &&Rule<R>| rule.part().is_none_or(|part| rules.has(part)))
}

/// Returns all rules in play with their values, except numbers that limit nothing.
pub fn values<R: RuleSet>(rules: &R) -> Map<String, Value> {
    let values = in_play(rules).map(|rule| (rule, rule.value(rules)));
    let values = values.filter(|(rule, value)| match &rule.kind {
        RuleKind::Number { range, .. } => whole(value, range).is_ok(),
        _ => *value != json!({}),
    });
    values.map(|(rule, value)| (rule.key.to_owned(), value)).collect()
}

/// Returns the values that differ from the printed ones, in tables too.
pub fn differences(values: Map<String, Value>, printed: &Map<String, Value>) -> Map<String, Value> {
    let mut differing = Map::new();
    for (key, value) in values {
        let value = match (value, printed.get(&key)) {
            (Value::Object(items), Some(Value::Object(others))) => differences(items, others).into(),
            (value, _) => value,
        };
        if printed.get(&key) != Some(&value) && value != json!({}) {
            differing.insert(key, value);
        }
    }
    differing
}

/// Returns the rules of a full config.
pub fn named<R: RuleSet>(rules: &R, printed: &R) -> Map<String, Value> {
    let mut named = values(rules);
    let changed = differences(named.clone(), &values(printed));
    R::NAMED_IF_CHANGED.iter().for_each(|rule| drop(named.remove(rule.key)));
    named.extend(
        R::NAMED_IF_CHANGED
            .iter()
            .filter_map(|rule| changed.get_key_value(rule.key))
            .map(|(key, value)| (key.clone(), value.clone())),
    );
    named
}

/// Returns the fields of a form: first numbers, then lists, then choices.
pub fn fields<R: RuleSet>(printed: &R) -> Vec<RuleField> {
    let mut fields: Vec<RuleField> = in_play(printed).filter_map(|rule| rule.field(printed)).collect();
    fields.sort_by_key(|field| (field.range.is_none(), !field.settings.is_empty()));
    fields
}

/// Reads a whole number in this range.
///
/// # Errors
/// If it is something else.
pub fn whole(value: &Value, range: &RangeInclusive<u16>) -> Result<u16, RuleFault> {
    let number = value.as_u64().and_then(|number| u16::try_from(number).ok()).filter(|number| range.contains(number));
    number.ok_or_else(|| RuleFault::of_value(format!("a whole number from {} to {}", range.start(), range.end())))
}

/// Reads the items of a list.
///
/// # Errors
/// If it is something else, or the first error of an item.
pub fn items<'v, T>(value: &'v Value, read: impl Fn(&'v Value) -> Result<T, RuleFault>) -> Result<Vec<T>, RuleFault> {
    let items = value.as_array().ok_or_else(|| RuleFault::of_value("a list in square brackets"))?;
    items.iter().enumerate().map(|(index, item)| read(item).map_err(|fault| fault.within(index))).collect()
}

/// Returns the JSON Schema of a whole number in this range.
pub fn number_schema(range: &RangeInclusive<u16>) -> Value {
    json!({"type": "integer", "minimum": range.start(), "maximum": range.end()})
}

/// Returns a setting of a choice: a number, or a word.
fn setting(text: &str) -> Value {
    text.parse::<u64>().map_or_else(|_| text.into(), Value::from)
}
