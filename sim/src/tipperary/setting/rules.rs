//! The switches by their keys, for configs, effective configs, records and random rules.

use std::ops::RangeInclusive;

use engine::random::Random;
use engine::tipperary::rules::TrackSpace;
use engine::tipperary::{Rules, RulesError};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::base::error::Result;
use crate::lab::config::json_schema::{self, list, meaning, section};
use crate::lab::forms::rule::{Number, pick};
use crate::lab::forms::section::Field;
use crate::lab::wire::fields::Fields;

/// The key of the switches in configs and records.
pub const RULES: &str = "rules";

/// The whiskey track.
const TRACK: &str = "whiskey-track";

/// All switches that are numbers; [`TRACK`] comes after the first.
const NUMBERS: [Number<Rules>; 5] = [
    Number {
        key: "rounds",
        range: Rules::ROUNDS,
        tried: 1..=14,
        get: |rules| rules.rounds,
        set: |rules, number| rules.rounds = number,
    },
    Number {
        key: "wooden-sheep",
        range: Rules::SUPPLY,
        tried: 0..=30,
        get: |rules| rules.wooden_sheep,
        set: |rules, number| rules.wooden_sheep = number,
    },
    Number {
        key: "towers",
        range: Rules::SUPPLY,
        tried: 0..=16,
        get: |rules| rules.towers,
        set: |rules, number| rules.towers = number,
    },
    Number {
        key: "marker-vp",
        range: Rules::VP,
        tried: 0..=12,
        get: |rules| rules.marker_vp,
        set: |rules, number| rules.marker_vp = number,
    },
    Number {
        key: "exploration-vp",
        range: Rules::VP,
        tried: 0..=12,
        get: |rules| rules.exploration_vp,
        set: |rules, number| rules.exploration_vp = number,
    },
];

/// Lengths of the tracks that random rules have.
const TRIED_SPACES: RangeInclusive<u16> = 1..=9;

/// Steps of VP on the tracks that random rules have.
const TRIED_STEPS: RangeInclusive<u16> = 0..=6;

/// Reads the section of a config; what it leaves out is as printed.
///
/// # Errors
/// The first error.
pub fn read(field: Field<'_>, players: usize) -> Result<Rules> {
    let section = field.section("rules.")?.accept(&keys())?;
    let mut rules = Rules::printed(players);
    NUMBERS.iter().try_for_each(|number| number.read(section, &mut rules))?;
    if let Some(field) = section.get(TRACK) {
        let space = |item: Field<'_>| {
            let text = item.text()?;
            text.parse::<TrackSpace>().map_err(|RulesError { found, accepted, .. }| item.fault(found, accepted))
        };
        rules.whiskey_track = field.list()?.into_iter().map(space).collect::<Result<_>>()?;
        rules.validate().map_err(|RulesError { found, accepted, .. }| field.fault(found, accepted))?;
    }
    Ok(rules)
}

/// All keys in the order of records.
fn keys() -> Vec<&'static str> {
    let mut keys: Vec<&str> = NUMBERS.iter().map(|number| number.key).collect();
    keys.insert(1, TRACK);
    keys
}

fn track(rules: &Rules) -> Value {
    rules.whiskey_track.iter().map(ToString::to_string).collect()
}

/// All switches with their values.
fn entries(rules: &Rules) -> Vec<(String, Value)> {
    let mut entries: Vec<(String, Value)> = NUMBERS.iter().map(|number| number.entry(rules)).collect();
    entries.insert(1, (TRACK.to_owned(), track(rules)));
    entries
}

/// The section that spells out all of these rules.
pub fn effective(rules: &Rules) -> Value {
    entries(rules).into_iter().collect::<Map<_, _>>().into()
}

/// The section as a JSON Schema.
pub fn schema() -> Value {
    let space = json!({"type": "string", "pattern": "^[0-9]+[*]?$"});
    let track = meaning("the VP of each space, with `*` where it pays a sheep", list(space));
    section(json_schema::keys(NUMBERS.iter().map(Number::schema).chain([(TRACK, track)])), &[])
}

/// What a record says about these rules: what differs from the printed ones; nothing if nothing does.
pub fn to_record(rules: &Rules, players: usize) -> Option<Value> {
    let printed = entries(&Rules::printed(players));
    let changed = entries(rules).into_iter().zip(printed).filter(|(entry, printed)| entry != printed);
    let spelled: Map<_, _> = changed.map(|(entry, _)| entry).collect();
    (!spelled.is_empty()).then(|| spelled.into())
}

/// What a record may say.
pub fn accepted_in_records() -> String {
    let keys: Vec<String> = keys().iter().map(|key| format!("\"{key}\"")).collect();
    format!("keys out of {{{}}}: whole numbers, and a list of texts such as \"6*\" for the track", keys.join(", "))
}

/// The rules that a record gives; nothing if they are not spelled like that. Ranges are checked when a game is set up.
pub fn from_record(json: &RawValue, players: usize) -> Option<Rules> {
    let fields: Fields<Value> = serde_json::from_str(json.get()).ok()?;
    fields.has_only(&keys()).then_some(())?;
    let mut rules = Rules::printed(players);
    for number in &NUMBERS {
        let Some(value) = fields.get(number.key) else { continue };
        (number.set)(&mut rules, u16::try_from(value.as_u64()?).ok()?);
    }
    if let Some(spaces) = fields.get(TRACK) {
        let space = |space: &Value| space.as_str()?.parse::<TrackSpace>().ok();
        rules.whiskey_track = spaces.as_array()?.iter().map(space).collect::<Option<_>>()?;
    }
    Some(rules)
}

/// Random rules as the section of a config.
pub fn random(dice: &mut Random) -> String {
    let numbers: String = NUMBERS.iter().map(|number| number.random(dice)).collect();
    let mut vp = 0;
    let spaces = (0..pick(dice, &TRIED_SPACES)).map(|index| {
        let space = format!("\"{vp}{}\"", if index > 0 && pick(dice, &(0..=2)) == 0 { "*" } else { "" });
        vp += pick(dice, &TRIED_STEPS);
        space
    });
    let spaces: Vec<String> = spaces.collect();
    format!("[{RULES}]\n{numbers}{TRACK} = [{}]\n", spaces.join(", "))
}
