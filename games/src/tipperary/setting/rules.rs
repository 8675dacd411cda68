//! The switches in configs, effective configs and random rules.

use std::ops::RangeInclusive;

use engine::random::Random;
use engine::tipperary::rules::TrackSpace;
use engine::tipperary::{Rules, RulesError};
use interface::tipperary::rules::{NUMBERS, RULES, TRACK, entries, keys};
use serde_json::{Map, Value, json};

use lab::base::error::Result;
use lab::config::json_schema::{self, list, meaning, section};
use lab::forms::rule::{self, pick};
use lab::forms::section::Field;

/// The lengths of tracks in random rules.
const TRIED_SPACES: RangeInclusive<u16> = 1..=9;

/// The steps of VP on tracks in random rules.
const TRIED_STEPS: RangeInclusive<u16> = 0..=6;

/// Reads the section of a config; missing keys are as printed.
///
/// # Errors
/// The first error.
pub fn read(field: Field<'_>, players: usize) -> Result<Rules> {
    let section = field.section("rules.")?.accept(&keys())?;
    let mut rules = Rules::printed(players);
    NUMBERS.iter().try_for_each(|number| rule::read(number, section, &mut rules))?;
    if let Some(field) = section.get(TRACK) {
        rules.whiskey_track = field
            .list()?
            .into_iter()
            .map(|item| {
                let text = item.text()?;
                text.parse::<TrackSpace>().map_err(|RulesError { found, accepted, .. }| item.fault(found, accepted))
            })
            .collect::<Result<_>>()?;
        rules.validate().map_err(|RulesError { found, accepted, .. }| field.fault(found, accepted))?;
    }
    Ok(rules)
}

/// Returns the section with all of these rules written out.
pub fn effective(rules: &Rules) -> Value {
    entries(rules).into_iter().collect::<Map<_, _>>().into()
}

/// Returns the JSON Schema of the section.
pub fn schema() -> Value {
    let space = json!({"type": "string", "pattern": "^[0-9]+[*]?$"});
    let track = meaning("VP of each space, with `*` if it also gives a sheep", list(space));
    section(json_schema::keys(NUMBERS.iter().map(rule::schema).chain([(TRACK, track)])), &[])
}

/// Draws random rules, as the text of a config section.
pub fn random(rng: &mut Random) -> String {
    let numbers: String = NUMBERS.iter().map(|number| rule::random(number, rng)).collect();
    let mut vp = 0;
    let spaces = (0..pick(rng, &TRIED_SPACES)).map(|index| {
        let space = format!("\"{vp}{}\"", if index > 0 && pick(rng, &(0..=2)) == 0 { "*" } else { "" });
        vp += pick(rng, &TRIED_STEPS);
        space
    });
    let spaces: Vec<String> = spaces.collect();
    format!("[{RULES}]\n{numbers}{TRACK} = [{}]\n", spaces.join(", "))
}
