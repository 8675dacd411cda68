//! The rules by their keys, and how records spell them.

use engine::skye::rules::{MAX_ROUNDS, RoundRule, Slots};
use engine::skye::{DiscountBorneBy, Module, Modules, Rules, Slot};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::json::Fields;
use crate::rule::Number;

/// The key of the rules in configs and records.
pub const RULES: &str = "rules";

/// The names of modules, in the order in which they are written.
pub fn module_names(modules: Modules) -> Vec<&'static str> {
    modules.iter().map(Module::name).collect()
}

/// All rules that are numbers, in the order of records.
pub const NUMBERS: [Number<Rules>; 2] = [
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
pub struct Switch {
    /// Its key.
    pub key: &'static str,
    /// The module.
    pub module: Module,
    /// What it can be set to.
    pub settings: &'static [Spelling],
    /// The number of its setting in these rules.
    pub get: fn(&Rules) -> usize,
    /// Sets it.
    pub set: fn(&mut Rules, usize),
}

/// How one setting of a switch is spelled.
pub enum Spelling {
    /// As a text.
    Word(&'static str),
    /// As a number.
    Number(u64),
}

impl Spelling {
    /// As JSON.
    pub fn value(&self) -> Value {
        match self {
            Self::Word(word) => (*word).into(),
            Self::Number(number) => (*number).into(),
        }
    }

    /// As a config or record spells it.
    pub fn text(&self) -> String {
        self.value().to_string()
    }
}

/// All switches, in the order of records.
pub const SWITCHES: [Switch; 2] = [
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
    pub fn accepted(&self) -> String {
        self.settings.iter().map(Spelling::text).collect::<Vec<_>>().join(" or ")
    }
}

/// The key of the round track.
pub const ROUNDS: &str = "rounds";

/// Catch-up gold by round; in records, for one round.
pub const CATCH_UP: &str = "catch-up";

/// In records: the letters of the slots that a round scores.
const SCORES: &str = "scores";

/// The letters of the slots that a round scores.
pub fn letters(round: &RoundRule) -> String {
    round.scores.iter().map(Slot::letter).collect()
}

/// All rules that are numbers, each with its key.
pub fn numbers(rules: &Rules) -> impl Iterator<Item = (String, Value)> {
    NUMBERS.iter().map(|number| number.entry(rules))
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
pub fn from_record(json: &RawValue, players: usize, modules: Modules) -> Result<Option<Rules>, String> {
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
        rules.rounds = rounds.into_iter().map(round).collect::<Result<_, _>>()?;
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
