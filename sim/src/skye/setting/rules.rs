//! The rules by their keys: one list for configs, effective configs, records and random rules.

use std::ops::RangeInclusive;

use engine::random::Random;
use engine::skye::rules::{MAX_ROUNDS, RoundRule, Slots};
use engine::skye::{DiscountBorneBy, Module, Modules, Rules, Slot};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::base::error::Result;
use crate::lab::config::json_schema::{keys, list, meaning, section, whole};
use crate::lab::forms::rule::{Number, pick};
use crate::lab::forms::section::Field;
use crate::lab::wire::fields::Fields;

/// The key of the rules in configs and records.
pub const RULES: &str = "rules";

/// All rules that are numbers, in the order of records.
const NUMBERS: [Number<Rules>; 2] = [
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

/// A rule of a module that is one of a few settings, the printed one first.
struct Switch {
    key: &'static str,
    module: Module,
    settings: &'static [Spelling],
    get: fn(&Rules) -> usize,
    set: fn(&mut Rules, usize),
}

/// How one setting of a switch is spelled.
enum Spelling {
    Word(&'static str),
    Number(u64),
}

impl Spelling {
    fn value(&self) -> Value {
        match self {
            Self::Word(word) => (*word).into(),
            Self::Number(number) => (*number).into(),
        }
    }

    fn text(&self) -> String {
        self.value().to_string()
    }
}

/// All switches, in the order of records.
const SWITCHES: [Switch; 2] = [
    Switch {
        key: "discount-borne-by",
        module: Module::Druids,
        settings: &[Spelling::Word("seller"), Spelling::Word("supply")],
        get: |rules| usize::from(rules.discount_borne_by == DiscountBorneBy::Supply),
        set: |rules, setting| {
            rules.discount_borne_by = [DiscountBorneBy::Seller, DiscountBorneBy::Supply][setting];
        },
    },
    Switch {
        key: "vp-barrel-gold",
        module: Module::Tunnels,
        settings: &[Spelling::Number(0), Spelling::Number(1)],
        get: |rules| usize::from(rules.vp_barrels_earn_gold),
        set: |rules, setting| rules.vp_barrels_earn_gold = setting == 1,
    },
];

impl Switch {
    /// What is accepted, in words.
    fn accepted(&self) -> String {
        self.settings.iter().map(Spelling::text).collect::<Vec<_>>().join(" or ")
    }

    /// Why it has no effect, in words.
    fn is_idle(&self) -> String {
        format!("it needs `{}` among the `modules`", self.module)
    }
}

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
    NUMBERS.iter().try_for_each(|number| number.read(section, &mut rules))?;
    for switch in &SWITCHES {
        let Some(field) = section.get(switch.key) else { continue };
        if !modules.has(switch.module) {
            return Err(field.complaint(switch.is_idle()));
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

fn letters(round: &RoundRule) -> String {
    round.scores.iter().map(Slot::letter).collect()
}

fn numbers(rules: &Rules) -> impl Iterator<Item = (String, Value)> {
    NUMBERS.iter().map(|number| number.entry(rules))
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
    section(keys(tracks.into_iter().chain(NUMBERS.iter().map(Number::schema)).chain(switches)), &[])
}

/// What a record says about these rules: those of the base game all or, if they are the printed ones, not at all; after them the switches
/// that are not as printed.
///
/// `{"castle-income":5,"gold-per-vp":5,"rounds":[{"scores":"A","catch-up":0},…],"vp-barrel-gold":1}`
pub fn to_record(rules: &Rules, players: usize) -> Option<Value> {
    let round = |round: &RoundRule| json!({SCORES: letters(round), CATCH_UP: round.catch_up});
    let rounds = (ROUNDS.to_owned(), rules.rounds.iter().map(round).collect::<Value>());
    let printed = Rules::printed(players);
    let base = |rules: &Rules| (rules.rounds, rules.castle_income, rules.gold_per_vp);
    let mut spelled = Map::new();
    if base(rules) != base(&printed) {
        spelled.extend(numbers(rules).chain([rounds]));
    }
    let changed = SWITCHES.iter().filter(|switch| (switch.get)(rules) != 0);
    spelled.extend(changed.map(|switch| (switch.key.to_owned(), switch.settings[(switch.get)(rules)].value())));
    (!spelled.is_empty()).then(|| spelled.into())
}

/// What a record may say.
pub fn accepted_in_records(modules: Modules) -> String {
    let numbers: Vec<String> = NUMBERS.iter().map(|number| format!("\"{}\"", number.key)).collect();
    let base = format!("{{{}, \"{ROUNDS}\": [{{\"{SCORES}\", \"{CATCH_UP}\"}}, …]}}", numbers.join(", "));
    let switches = SWITCHES.iter().filter(|switch| modules.has(switch.module));
    let switches: Vec<String> = switches.map(|switch| format!("\"{}\": {}", switch.key, switch.accepted())).collect();
    match &switches[..] {
        [] => format!("{base} and no other key"),
        _ => format!("keys out of {base} and {{{}}}", switches.join(", ")),
    }
}

/// The rules that a record of a game with these modules gives; nothing if they are not spelled like that. In the base game a record
/// gives all of them; with modules it may leave out what is as printed. Ranges are checked when a game is set up.
///
/// # Errors
/// A round track that is impossible.
pub fn from_record(json: &RawValue, players: usize, modules: Modules) -> std::result::Result<Option<Rules>, String> {
    let Ok(fields) = serde_json::from_str::<Fields<Box<RawValue>>>(json.get()) else { return Ok(None) };
    let switches: Vec<&Switch> = SWITCHES.iter().filter(|switch| modules.has(switch.module)).collect();
    let own = NUMBERS.iter().map(|number| number.key).chain([ROUNDS]);
    let keys: Vec<&str> = own.clone().chain(switches.iter().map(|switch| switch.key)).collect();
    let has_all = own.clone().all(|key| fields.get(key).is_some());
    if !fields.has_only(&keys) || modules.is_empty() && !has_all {
        return Ok(None);
    }
    let mut rules = Rules::with_modules(players, modules);
    for number in &NUMBERS {
        let Some(value) = fields.get(number.key) else { continue };
        let Ok(value) = serde_json::from_str(value.get()) else { return Ok(None) };
        (number.set)(&mut rules, value);
    }
    if let Some(track) = fields.get(ROUNDS) {
        let Some(rounds) = spelled_rounds(track) else { return Ok(None) };
        if rounds.len() > MAX_ROUNDS {
            return Err(format!("rules: found {} rounds; accepted: 1 to {MAX_ROUNDS}", rounds.len()));
        }
        let round = |(scores, catch_up): (String, u16)| match Slots::from_letters(&scores) {
            Some(scores) => Ok(RoundRule { scores, catch_up }),
            None => Err(format!("rules: found scores `{scores}`; accepted: letters out of ABCD, ascending")),
        };
        rules.rounds = rounds.into_iter().map(round).collect::<std::result::Result<_, _>>()?;
    }
    for switch in switches {
        let Some(value) = fields.get(switch.key) else { continue };
        let Ok(value) = serde_json::from_str::<Value>(value.get()) else { return Ok(None) };
        let Some(setting) = switch.settings.iter().position(|setting| setting.value() == value) else {
            return Ok(None);
        };
        (switch.set)(&mut rules, setting);
    }
    Ok(Some(rules))
}

/// Each round's scores and catch-up gold.
fn spelled_rounds(track: &RawValue) -> Option<Vec<(String, u16)>> {
    let round = |round: &Fields<Value>| {
        round.has_only(&[SCORES, CATCH_UP]).then_some(())?;
        let catch_up = u16::try_from(round.get(CATCH_UP)?.as_u64()?).ok()?;
        Some((round.get(SCORES)?.as_str()?.to_owned(), catch_up))
    };
    let rounds: Vec<Fields<Value>> = serde_json::from_str(track.get()).ok()?;
    rounds.iter().map(round).collect()
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
    let numbers: String = NUMBERS.iter().map(|number| number.random(dice)).collect();
    let switches = SWITCHES.iter().filter(|switch| modules.has(switch.module));
    let switches = switches.map(|switch| {
        let setting = &switch.settings[usize::from(pick(dice, &(0..=switch.settings.len() as u16 - 1)))];
        format!("{} = {}\n", switch.key, setting.text())
    });
    let numbers = numbers + &switches.collect::<String>();
    format!("[{RULES}]\n{ROUNDS} = [{}]\n{CATCH_UP} = [{}]\n{numbers}", slots.join(", "), catch_up.join(", "))
}
