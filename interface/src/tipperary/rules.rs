//! The switches by their keys, and their format in records.

use engine::tipperary::Rules;
use engine::tipperary::rules::TrackSpace;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::json::{Fields, read};
use crate::rule::NumberRule;

/// The key of the switches in configs and records.
pub const RULES: &str = "rules";

/// The key of the whiskey track.
pub const TRACK: &str = "whiskey-track";

/// All numeric switches; [`TRACK`] comes after the first.
pub const NUMBERS: [NumberRule<Rules>; 5] = [
    NumberRule {
        key: "rounds",
        meaning: "number of rounds",
        range: Rules::ROUNDS,
        tried: 1..=14,
        get: |rules| rules.rounds,
        set: |rules, number| rules.rounds = number,
    },
    NumberRule {
        key: "wooden-sheep",
        meaning: "wooden sheep in the supply",
        range: Rules::SUPPLY,
        tried: 0..=30,
        get: |rules| rules.wooden_sheep,
        set: |rules, number| rules.wooden_sheep = number,
    },
    NumberRule {
        key: "towers",
        meaning: "towers in the supply",
        range: Rules::SUPPLY,
        tried: 0..=16,
        get: |rules| rules.towers,
        set: |rules, number| rules.towers = number,
    },
    NumberRule {
        key: "marker-vp",
        meaning: "VP for the marker of the largest flock",
        range: Rules::VP,
        tried: 0..=12,
        get: |rules| rules.marker_vp,
        set: |rules, number| rules.marker_vp = number,
    },
    NumberRule {
        key: "exploration-vp",
        meaning: "VP for covering all places around the hometown",
        range: Rules::VP,
        tried: 0..=12,
        get: |rules| rules.exploration_vp,
        set: |rules, number| rules.exploration_vp = number,
    },
];

/// All keys in the order of records.
pub fn keys() -> Vec<&'static str> {
    let mut keys: Vec<&str> = NUMBERS.iter().map(|number| number.key).collect();
    keys.insert(1, TRACK);
    keys
}

fn track(rules: &Rules) -> Value {
    rules.whiskey_track.iter().map(ToString::to_string).collect()
}

/// All switches with their values.
pub fn entries(rules: &Rules) -> Vec<(String, Value)> {
    let mut entries: Vec<(String, Value)> = NUMBERS.iter().map(|number| number.entry(rules)).collect();
    entries.insert(1, (TRACK.to_owned(), track(rules)));
    entries
}

/// Writes the differences from the printed rules for a record; `None` if there are none.
pub fn to_record(rules: &Rules, players: usize) -> Option<Value> {
    let printed = entries(&Rules::printed(players));
    let changed = entries(rules).into_iter().zip(printed).filter(|(entry, printed)| entry != printed);
    let spelled: Map<_, _> = changed.map(|(entry, _)| entry).collect();
    (!spelled.is_empty()).then(|| spelled.into())
}

/// Describes the accepted rules of a record.
pub fn accepted_in_records() -> String {
    let keys: Vec<String> = keys().iter().map(|key| format!("\"{key}\"")).collect();
    format!("keys out of {{{}}}: whole numbers, and a list of texts such as \"6*\" for the track", keys.join(", "))
}

/// The rules in a record; `None` if the format is wrong.
///
/// Ranges are checked when a game is set up.
pub fn from_record(json: &RawValue, players: usize) -> Option<Rules> {
    let fields: Fields<Value> = read(json.get()).ok()?;
    fields.has_only(&keys()).then_some(())?;
    let mut rules = Rules::printed(players);
    for number in &NUMBERS {
        let Some(value) = fields.get(number.key) else { continue };
        (number.set)(&mut rules, u16::try_from(value.as_u64()?).ok()?);
    }
    if let Some(spaces) = fields.get(TRACK) {
        rules.whiskey_track =
            spaces.as_array()?.iter().map(|space| space.as_str()?.parse::<TrackSpace>().ok()).collect::<Option<_>>()?;
    }
    Some(rules)
}
