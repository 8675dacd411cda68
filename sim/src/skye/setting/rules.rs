//! The rules in configs, effective configs and random rules.

use std::ops::RangeInclusive;

use engine::random::Random;
use engine::skye::rules::{MAX_ROUNDS, RoundRule, Slots};
use engine::skye::{Modules, Rules, Slot};
use interface::skye::rules::{CATCH_UP, NUMBERS, ROUNDS, RULES, SWITCHES, Spelling, letters, numbers};
use serde_json::{Map, Value, json};

use crate::base::error::Result;
use crate::lab::config::json_schema::{keys, list, meaning, section, whole};
use crate::lab::forms::rule::{self, pick};
use crate::lab::forms::section::Field;

/// What a round track's entry may be.
const LETTERS: &str = "letters out of ABCD for the slots that score, each once and in order, such as `ACD`";

/// Reads the section of a config; what it leaves out is as printed.
///
/// # Errors
/// The first error.
pub fn read(field: Field<'_>, players: usize, modules: Modules) -> Result<Rules> {
    let own = NUMBERS.iter().map(|number| number.key).chain(SWITCHES.iter().map(|switch| switch.key));
    let keys: Vec<&str> = [ROUNDS, CATCH_UP].into_iter().chain(own).collect();
    let section = field.section("rules.")?.accept(&keys)?;
    let mut rules = Rules::with_modules(players, modules);
    if let Some(field) = section.get(ROUNDS) {
        rounds(field, &mut rules)?;
    }
    if let Some(field) = section.get(CATCH_UP) {
        catch_up(field, &mut rules)?;
    }
    NUMBERS.iter().try_for_each(|number| rule::read(number, section, &mut rules))?;
    for switch in &SWITCHES {
        let Some(field) = section.get(switch.key) else { continue };
        if !modules.has(switch.module) {
            return Err(field.complaint(format!("it needs `{}` among the `modules`", switch.module)));
        }
        let is_meant = |setting: &Spelling| match setting {
            Spelling::Word(word) => field.text().is_ok_and(|text| text == *word),
            Spelling::Number(number) => field.whole(*number..=*number).is_ok(),
        };
        let found = switch.settings.iter().position(is_meant);
        (switch.set)(&mut rules, found.ok_or_else(|| field.fault(field.found(), switch.accepted()))?);
    }
    Ok(rules)
}

fn wide(range: &RangeInclusive<u16>) -> RangeInclusive<u64> {
    u64::from(*range.start())..=u64::from(*range.end())
}

/// The round track: for each round the letters of the slots that score. Catch-up gold stays as printed; rounds beyond the
/// printed ones pay what the last printed one does.
fn rounds(field: Field<'_>, rules: &mut Rules) -> Result<()> {
    let items = field.list()?;
    if !(1..=MAX_ROUNDS).contains(&items.len()) {
        return Err(field.fault(format!("{} rounds", items.len()), format!("1 to {MAX_ROUNDS}")));
    }
    let printed = rules.rounds;
    rules.rounds.clear();
    for (index, item) in items.into_iter().enumerate() {
        let catch_up = printed[index.min(printed.len() - 1)].catch_up;
        let text = item.text()?;
        let scores = Slots::from_letters(text).ok_or_else(|| item.fault(format!("`{text}`"), LETTERS))?;
        rules.rounds.push(RoundRule { scores, catch_up });
    }
    Ok(())
}

fn catch_up(field: Field<'_>, rules: &mut Rules) -> Result<()> {
    let items = field.list()?;
    let rounds = rules.round_count();
    if items.len() != rounds {
        return Err(field.fault(format!("{} numbers", items.len()), format!("{rounds}, one for each round")));
    }
    for (round, item) in rules.rounds.iter_mut().zip(items) {
        round.catch_up = item.whole(wide(&Rules::CATCH_UP))? as u16;
    }
    Ok(())
}

/// The section that spells out all of these rules.
pub fn effective(rules: &Rules) -> Value {
    let tracks = [
        (ROUNDS.to_owned(), rules.rounds.iter().map(letters).collect::<Value>()),
        (CATCH_UP.to_owned(), rules.rounds.iter().map(|round| round.catch_up).collect::<Value>()),
    ];
    let switches = SWITCHES.iter().filter(|switch| rules.modules.has(switch.module));
    let switches = switches.map(|switch| (switch.key.to_owned(), switch.settings[(switch.get)(rules)].value()));
    tracks.into_iter().chain(numbers(rules)).chain(switches).collect::<Map<_, _>>().into()
}

/// The section as a JSON Schema.
pub fn schema() -> Value {
    let round = json!({"type": "string", "pattern": "^A?B?C?D?$"});
    let tracks = [
        (ROUNDS, json!({"type": "array", "minItems": 1, "maxItems": MAX_ROUNDS, "items": round})),
        (CATCH_UP, list(whole(wide(&Rules::CATCH_UP)))),
    ];
    let switches = SWITCHES.iter().map(|switch| {
        let settings: Vec<Value> = switch.settings.iter().map(Spelling::value).collect();
        (switch.key, meaning(format!("with `{}`", switch.module), json!({"enum": settings})))
    });
    section(keys(tracks.into_iter().chain(NUMBERS.iter().map(rule::schema)).chain(switches)), &[])
}

/// Random rules as the section of a config.
pub fn random(dice: &mut Random, modules: Modules) -> String {
    let rounds = pick(dice, &(1..=MAX_ROUNDS as u16));
    let letters = |bits: u16| {
        let chosen = Slot::ALL.into_iter().filter(move |slot| bits >> slot.index() & 1 == 1);
        chosen.map(Slot::letter).collect::<String>()
    };
    let slots: Vec<String> = (0..rounds).map(|_| format!("\"{}\"", letters(pick(dice, &(0..=15))))).collect();
    let catch_up: Vec<String> = (0..rounds).map(|_| pick(dice, &Rules::CATCH_UP).to_string()).collect();
    let numbers: String = NUMBERS.iter().map(|number| rule::random(number, dice)).collect();
    let switches = SWITCHES.iter().filter(|switch| modules.has(switch.module));
    let switches = switches.map(|switch| {
        let setting = &switch.settings[usize::from(pick(dice, &(0..=switch.settings.len() as u16 - 1)))];
        format!("{} = {}\n", switch.key, setting.text())
    });
    let numbers = numbers + &switches.collect::<String>();
    format!("[{RULES}]\n{ROUNDS} = [{}]\n{CATCH_UP} = [{}]\n{numbers}", slots.join(", "), catch_up.join(", "))
}
