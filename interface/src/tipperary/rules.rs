//! The switches, each declared once, and their format in records.

use engine::tipperary::sizes::MAX_TRACK;
use engine::tipperary::{Rules, RulesError};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::json::{Fields, mismatch, read};
use crate::rule::{Rule, RuleFault, RuleKind, RuleSet, differences, values};

/// The key of the switches in configs and records.
pub const RULES: &str = "rules";

impl RuleSet for Rules {
    const NAMED: &'static [Rule<Self>] = &[
        Rule::number("rounds", "number of rounds", Self::ROUNDS, 14, |rules| &mut rules.rounds),
        Rule {
            key: "whiskey-track",
            meaning: "VP of each space, with `*` if it also gives a sheep",
            kind: RuleKind::Texts {
                pattern: "^[0-9]+[*]?$",
                tried: &["0", "2", "5", "7*", "10", "13*", "40"],
                lengths: 1..=MAX_TRACK,
                get: |rules| rules.whiskey_track.iter().map(ToString::to_string).collect(),
                set: set_track,
            },
        },
        Rule::number("wooden-sheep", "wooden sheep in the supply", Self::SUPPLY, 30, |rules| &mut rules.wooden_sheep),
        Rule::number("towers", "towers in the supply", Self::SUPPLY, 16, |rules| &mut rules.towers),
        Rule::number("marker-vp", "VP for the marker of the largest flock", Self::VP, 12, |rules| &mut rules.marker_vp),
        Rule::number("exploration-vp", "VP for covering all places around the hometown", Self::VP, 12, |rules| {
            &mut rules.exploration_vp
        }),
    ];
}

fn set_track(rules: &mut Rules, texts: &[&str]) -> Result<(), RuleFault> {
    let fault = |error: RulesError| RuleFault::new(format!("found {}", error.found), error.accepted);
    let spaces = texts.iter().enumerate().map(|(index, text)| text.parse().map_err(|error| fault(error).within(index)));
    rules.whiskey_track = spaces.collect::<Result<_, _>>()?;
    rules.validate().map_err(fault)
}

/// Writes the differences from the printed rules for a record; `None` if there are none.
pub fn to_record(rules: &Rules, players: usize) -> Option<Value> {
    let changed = differences(values(rules), &values(&Rules::printed(players)));
    (!changed.is_empty()).then(|| changed.into())
}

/// Reads the rules in a record.
///
/// # Errors
/// If the format is wrong, or a value is not accepted.
pub fn from_record(json: &RawValue, players: usize) -> Result<Rules, String> {
    let mut rules = Rules::printed(players);
    let keys: Vec<&str> = Rules::NAMED.iter().map(|rule| rule.key).collect();
    let fields = read::<Fields<Value>>(json.get()).ok().filter(|fields| fields.has_only(&keys));
    let fields = fields.ok_or_else(|| mismatch(RULES, json.get(), &format!("keys out of {}", keys.join(", "))))?;
    for rule in Rules::NAMED {
        if let Some(value) = fields.get(rule.key) {
            rule.set_recorded(&mut rules, value)?;
        }
    }
    Ok(rules)
}
