//! The rules by their keys: one list for configs, effective configs, records and random rules.

use std::ops::RangeInclusive;

use engine::random::{Random, below};
use engine::skye::rules::{MAX_ROUNDS, RoundRule, Slots};
use engine::skye::{Rules, Slot};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::base::error::Result;
use crate::lab::forms::section::Field;
use crate::lab::wire::fields::Fields;

/// The key of the rules in configs and records.
pub const RULES: &str = "rules";

/// A rule that is a number.
struct Number {
    key: &'static str,
    range: RangeInclusive<u16>,
    /// The numbers that random rules have.
    tried: RangeInclusive<u16>,
    get: fn(&Rules) -> u16,
    set: fn(&mut Rules, u16),
}

/// All rules that are numbers, in the order of records.
const NUMBERS: [Number; 2] = [
    Number {
        key: "castle-income",
        range: Rules::CASTLE_INCOME,
        tried: Rules::CASTLE_INCOME,
        get: |rules| rules.castle_income,
        set: |rules, number| rules.castle_income = number,
    },
    Number {
        key: "gold-per-vp",
        range: Rules::GOLD_PER_VP,
        tried: 1..=12,
        get: |rules| rules.gold_per_vp,
        set: |rules, number| rules.gold_per_vp = number,
    },
];

/// The round track.
const ROUNDS: &str = "rounds";

/// Catch-up gold by round; in records, for one round.
const CATCH_UP: &str = "catch-up";

/// In records: the letters of the slots that a round scores.
const SCORES: &str = "scores";

/// What a round track's entry may be.
const LETTERS: &str = "letters out of ABCD for the slots that score, each once and in order, such as `ACD`";

/// Reads the section of a config; what it leaves out is as printed.
///
/// # Errors
/// The first error.
pub fn read(field: Field<'_>, players: usize) -> Result<Rules> {
    let keys: Vec<&str> = [ROUNDS, CATCH_UP].into_iter().chain(NUMBERS.iter().map(|number| number.key)).collect();
    let section = field.section("rules.")?.accept(&keys)?;
    let mut rules = Rules::printed(players);
    if let Some(field) = section.get(ROUNDS) {
        rounds(field, &mut rules)?;
    }
    if let Some(field) = section.get(CATCH_UP) {
        catch_up(field, &mut rules)?;
    }
    for Number { key, range, set, .. } in &NUMBERS {
        if let Some(field) = section.get(key) {
            set(&mut rules, field.whole(wide(range))? as u16);
        }
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

fn letters(round: &RoundRule) -> String {
    round.scores.iter().map(Slot::letter).collect()
}

fn numbers(rules: &Rules) -> impl Iterator<Item = (String, Value)> {
    NUMBERS.iter().map(|number| (number.key.to_owned(), (number.get)(rules).into()))
}

/// The section that spells out all of these rules.
pub fn effective(rules: &Rules) -> Value {
    let tracks = [
        (ROUNDS.to_owned(), rules.rounds.iter().map(letters).collect::<Value>()),
        (CATCH_UP.to_owned(), rules.rounds.iter().map(|round| round.catch_up).collect::<Value>()),
    ];
    tracks.into_iter().chain(numbers(rules)).collect::<Map<_, _>>().into()
}

/// What a record says about these rules: all of them, or nothing if they are the printed ones.
///
/// `{"castle-income":5,"gold-per-vp":5,"rounds":[{"scores":"A","catch-up":0},…]}`
pub fn to_record(rules: &Rules, players: usize) -> Option<Value> {
    let round = |round: &RoundRule| json!({SCORES: letters(round), CATCH_UP: round.catch_up});
    let rounds = (ROUNDS.to_owned(), rules.rounds.iter().map(round).collect::<Value>());
    (*rules != Rules::printed(players)).then(|| numbers(rules).chain([rounds]).collect::<Map<_, _>>().into())
}

/// What a record may say.
pub fn accepted_in_records() -> String {
    let numbers: Vec<String> = NUMBERS.iter().map(|number| format!("\"{}\"", number.key)).collect();
    format!("{{{}, \"{ROUNDS}\": [{{\"{SCORES}\", \"{CATCH_UP}\"}}, …]}} and no other key", numbers.join(", "))
}

/// The rules that a record gives; nothing if they are not spelled like that. Ranges are checked when a game is set up.
///
/// # Errors
/// A round track that is impossible.
pub fn from_record(json: &RawValue) -> std::result::Result<Option<Rules>, String> {
    let Some((numbers, rounds)) = spelled(json) else { return Ok(None) };
    if rounds.len() > MAX_ROUNDS {
        return Err(format!("rules: found {} rounds; accepted: 1 to {MAX_ROUNDS}", rounds.len()));
    }
    let round = |(scores, catch_up): (String, u16)| match Slots::from_letters(&scores) {
        Some(scores) => Ok(RoundRule { scores, catch_up }),
        None => Err(format!("rules: found scores `{scores}`; accepted: letters out of ABCD, ascending")),
    };
    let rounds = rounds.into_iter().map(round).collect::<std::result::Result<_, _>>()?;
    let mut rules = Rules { rounds, ..Rules::printed(2) };
    NUMBERS.iter().zip(numbers).for_each(|(number, value)| (number.set)(&mut rules, value));
    Ok(Some(rules))
}

/// The numbers of rules in the order of their list, and each round's scores and catch-up gold.
type Spelled = (Vec<u16>, Vec<(String, u16)>);

/// The numbers in the order of their list, and each round's scores and catch-up gold.
fn spelled(json: &RawValue) -> Option<Spelled> {
    let fields: Fields<Box<RawValue>> = serde_json::from_str(json.get()).ok()?;
    let keys: Vec<&str> = NUMBERS.iter().map(|number| number.key).chain([ROUNDS]).collect();
    fields.has_only(&keys).then_some(())?;
    let number = |number: &Number| serde_json::from_str(fields.get(number.key)?.get()).ok();
    let round = |round: &Fields<Value>| {
        round.has_only(&[SCORES, CATCH_UP]).then_some(())?;
        let catch_up = u16::try_from(round.get(CATCH_UP)?.as_u64()?).ok()?;
        Some((round.get(SCORES)?.as_str()?.to_owned(), catch_up))
    };
    let rounds: Vec<Fields<Value>> = serde_json::from_str(fields.get(ROUNDS)?.get()).ok()?;
    Some((NUMBERS.iter().map(number).collect::<Option<_>>()?, rounds.iter().map(round).collect::<Option<_>>()?))
}

/// Random rules as the section of a config.
pub fn random(dice: &mut Random) -> String {
    let mut pick =
        |range: &RangeInclusive<u16>| range.start() + below(dice, u32::from(range.end() - range.start()) + 1) as u16;
    let rounds = pick(&(1..=MAX_ROUNDS as u16));
    let letters = |bits: u16| {
        let chosen = Slot::ALL.into_iter().filter(move |slot| bits >> slot.index() & 1 == 1);
        chosen.map(Slot::letter).collect::<String>()
    };
    let slots: Vec<String> = (0..rounds).map(|_| format!("\"{}\"", letters(pick(&(0..=15))))).collect();
    let catch_up: Vec<String> = (0..rounds).map(|_| pick(&Rules::CATCH_UP).to_string()).collect();
    let numbers = NUMBERS.iter().map(|number| format!("{} = {}\n", number.key, pick(&number.tried)));
    let numbers: String = numbers.collect();
    format!("[{RULES}]\n{ROUNDS} = [{}]\n{CATCH_UP} = [{}]\n{numbers}", slots.join(", "), catch_up.join(", "))
}
