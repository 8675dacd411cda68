//! The rules in configs, effective configs and random rules.

use std::ops::RangeInclusive;

use engine::MAX_SEATS;
use engine::random::Random;
use engine::skye::rules::{MAX_ROUNDS, RoundRule, Slots};
use engine::skye::{Modules, Payment, Rules, ScoringTile, Slot};
use interface::skye::rules::{
    CAPS, CATCH_UP, CHANGED, NUMBERS, POINTS, PRICES, ROUNDS, RULES, START_GOLD, SWITCHES, Spelling, TILES_DRAWN,
    accepted_points, changed, letters, numbers, points_count, set_payment, set_points,
};
use serde_json::{Map, Value, json};

use super::scoring::not_in_play;
use lab::base::error::Result;
use lab::config::json_schema::{keys, list, meaning, section, whole};
use lab::forms::rule::{self, pick};
use lab::forms::section::{Field, Section};

/// The accepted entries of a round track.
const LETTERS: &str = "letters of the slots that score, from ABCD, each once and in order, such as `ACD`";

/// Reads the section of a config; missing keys are as printed.
///
/// Sets the points and caps of the user's own scoring tiles that the section gives.
///
/// # Errors
/// The first error.
pub fn read(field: Field<'_>, players: usize, modules: Modules, own_tiles: &mut [ScoringTile]) -> Result<Rules> {
    let own = NUMBERS.iter().map(|number| number.key).chain(SWITCHES.iter().map(|switch| switch.key));
    let keys: Vec<&str> = [ROUNDS, CATCH_UP].into_iter().chain(own).chain(CHANGED).collect();
    let section = field.section("rules.")?.accept(&keys)?;
    let mut rules = Rules::with_modules(players, modules);
    if let Some(field) = section.get(ROUNDS) {
        rounds(field, &mut rules)?;
    }
    if let Some(field) = section.get(CATCH_UP) {
        catch_up(field, &mut rules)?;
    }
    NUMBERS
        .iter()
        .chain([&TILES_DRAWN])
        .chain(&PRICES)
        .try_for_each(|number| rule::read(number, section, &mut rules))?;
    if let Some(field) = section.get(START_GOLD) {
        start_gold(field, &mut rules, players)?;
    }
    for (tile, field) in by_tile(section, POINTS, modules, own_tiles)? {
        let whole = |field: Field<'_>| Ok(field.whole(wide(&Payment::POINTS))? as u16);
        let points = match field.list() {
            Ok(items) => items.into_iter().map(whole).collect::<Result<Vec<_>>>()?,
            Err(_) => whole(field).map(|points| vec![points]).unwrap_or_default(),
        };
        let mut payment = *rules.payment(tile);
        if !set_points(&mut payment, &points) {
            return Err(field.fault(field.found(), accepted_points(tile)));
        }
        set_payment(&mut rules, own_tiles, tile, payment);
    }
    for (tile, field) in by_tile(section, CAPS, modules, own_tiles)? {
        let payment = Payment { cap: field.whole(wide(&Payment::CAPS))? as u16, ..*rules.payment(tile) };
        set_payment(&mut rules, own_tiles, tile, payment);
    }
    for switch in &SWITCHES {
        let Some(field) = section.get(switch.key) else { continue };
        if !modules.has(switch.module) {
            return Err(field.complaint(format!("it needs `{}` among the `modules`", switch.module)));
        }
        let found = switch.settings.iter().position(|setting| match setting {
            Spelling::Word(word) => field.text().is_ok_and(|text| text == *word),
            Spelling::Number(number) => field.whole(*number..=*number).is_ok(),
        });
        (switch.set)(&mut rules, found.ok_or_else(|| field.fault(field.found(), switch.accepted()))?);
    }
    Ok(rules)
}

/// Returns the entries of a section of the rules whose keys are scoring tiles.
fn by_tile<'a>(
    section: Section<'a>,
    key: &'static str,
    modules: Modules,
    own: &[ScoringTile],
) -> Result<Vec<(ScoringTile, Field<'a>)>> {
    let Some(field) = section.get(key) else { return Ok(Vec::new()) };
    let prefix = if key == POINTS { "rules.scoring-points." } else { "rules.scoring-caps." };
    let all: Vec<ScoringTile> = ScoringTile::ALL.into_iter().chain(own.iter().copied()).collect();
    let tiles = field.section(prefix)?.accept(&all.iter().map(|tile| tile.name()).collect::<Vec<_>>())?;
    let mut named = Vec::new();
    for tile in all {
        let Some(field) = tiles.get(tile.name()) else { continue };
        if tile.module().is_some_and(|module| !modules.has(module)) {
            return Err(field.complaint(not_in_play(tile)));
        }
        named.push((tile, field));
    }
    Ok(named)
}

/// Reads the initial gold by place in the first turn order; the list may be longer than the table.
fn start_gold(field: Field<'_>, rules: &mut Rules, players: usize) -> Result<()> {
    let items = field.list()?;
    if !(players..=MAX_SEATS).contains(&items.len()) {
        let order = "by place in the first round's turn order";
        let accepted = if players < MAX_SEATS {
            format!("{players} to {MAX_SEATS} numbers, {order} (only the first {players} count)")
        } else {
            format!("{players} numbers, {order}")
        };
        return Err(field.fault(format!("{} numbers", items.len()), accepted));
    }
    for (place, item) in items.into_iter().enumerate() {
        let gold = item.whole(wide(&Rules::START_GOLD))? as u16;
        rules.start_gold[place] = if place < players { gold } else { 0 };
    }
    Ok(())
}

fn wide(range: &RangeInclusive<u16>) -> RangeInclusive<u64> {
    u64::from(*range.start())..=u64::from(*range.end())
}

/// Reads the round track: the letters of the scored slots for each round.
///
/// Catch-up gold stays as printed; rounds beyond the printed ones pay as much as the last printed one.
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

/// Returns the section with all of these rules written out.
pub fn effective(rules: &Rules, own: &[ScoringTile], players: usize) -> Value {
    let tracks = [
        (ROUNDS.to_owned(), rules.rounds.iter().map(letters).collect::<Value>()),
        (CATCH_UP.to_owned(), rules.rounds.iter().map(|round| round.catch_up).collect::<Value>()),
    ];
    let switches = SWITCHES.iter().filter(|switch| rules.modules.has(switch.module));
    let switches = switches.map(|switch| (switch.key.to_owned(), switch.settings[(switch.get)(rules)].value()));
    let others = tracks.into_iter().chain(numbers(rules)).chain(switches);
    others.chain(changed(rules, own, players)).collect::<Map<_, _>>().into()
}

/// Returns the JSON Schema of the section.
pub fn schema() -> Value {
    let round = json!({"type": "string", "pattern": "^A?B?C?D?$"});
    let tracks = [
        (ROUNDS, json!({"type": "array", "minItems": 1, "maxItems": MAX_ROUNDS, "items": round})),
        (CATCH_UP, list(whole(wide(&Rules::CATCH_UP)))),
    ];
    let switches = SWITCHES.iter().map(|switch| {
        let settings: Vec<Value> = switch.settings.iter().map(Spelling::value).collect();
        (switch.key, meaning(format!("with `{}`: {}", switch.module, switch.meaning), json!({"enum": settings})))
    });
    let start_gold =
        json!({"type": "array", "minItems": 2, "maxItems": MAX_SEATS, "items": whole(wide(&Rules::START_GOLD))});
    let points = keys(ScoringTile::ALL.map(|tile| (tile.name(), meaning(tile.text(), points_schema(tile)))));
    let caps = keys(ScoringTile::ALL.map(|tile| (tile.name(), whole(wide(&Payment::CAPS)))));
    // The user's own scoring tiles have other names, and may have several numbers of points.
    let of_own = json!({"anyOf": [whole(wide(&Payment::POINTS)), list(whole(wide(&Payment::POINTS)))]});
    let with_own = |tiles, own| {
        let mut tiles = section(tiles, &[]);
        tiles["additionalProperties"] = own;
        tiles
    };
    let others = [
        (START_GOLD, meaning("gold before the first round, by place in the turn order", start_gold)),
        (POINTS, meaning("points of scoring tiles, including your own, by name", with_own(points, of_own))),
        (
            CAPS,
            meaning(
                "maximum VP for a player from one scoring of a scoring tile, including your own, by name",
                with_own(caps, whole(wide(&Payment::CAPS))),
            ),
        ),
    ];
    let numbers = NUMBERS.iter().chain([&TILES_DRAWN]).chain(&PRICES).map(rule::schema);
    section(keys(tracks.into_iter().chain(numbers).chain(others).chain(switches)), &[])
}

fn points_schema(tile: ScoringTile) -> Value {
    let one = whole(wide(&Payment::POINTS));
    match points_count(tile) {
        1 => one,
        count => json!({"type": "array", "minItems": count, "maxItems": count, "items": one}),
    }
}

/// Draws random rules, as the text of a config section.
pub fn random(rng: &mut Random, modules: Modules) -> String {
    let rounds = pick(rng, &(1..=MAX_ROUNDS as u16));
    let slots = (0..rounds).map(|_| {
        let bits = pick(rng, &(0..=15));
        let scored = Slot::ALL.into_iter().filter(|slot| bits >> slot.index() & 1 == 1);
        format!("\"{}\"", scored.map(Slot::letter).collect::<String>())
    });
    let slots: Vec<String> = slots.collect();
    let catch_up: Vec<String> = (0..rounds).map(|_| pick(rng, &Rules::CATCH_UP).to_string()).collect();
    let drawn = NUMBERS.map(|number| (number.key, pick(rng, &number.tried)));
    let numbers: String = drawn.iter().map(|(key, number)| format!("{key} = {number}\n")).collect();
    let castle_income = drawn[0].1;
    let switches = SWITCHES.iter().filter(|switch| modules.has(switch.module));
    let switches = switches.map(|switch| {
        let setting = &switch.settings[usize::from(pick(rng, &(0..=switch.settings.len() as u16 - 1)))];
        format!("{} = {}\n", switch.key, setting.text())
    });
    let numbers = numbers + &switches.collect::<String>();
    let others = random_changes(rng, modules, castle_income);
    format!("[{RULES}]\n{ROUNDS} = [{}]\n{CATCH_UP} = [{}]\n{numbers}{others}", slots.join(", "), catch_up.join(", "))
}

/// Draws initial gold, tiles drawn, price limits, and points and caps of scoring tiles.
fn random_changes(rng: &mut Random, modules: Modules, castle_income: u16) -> String {
    let mut lines = String::new();
    let mut sometimes = |line: &mut dyn FnMut(&mut Random) -> String, rng: &mut Random| {
        if pick(rng, &(0..=2)) == 0 {
            lines += &line(rng);
        }
    };
    sometimes(&mut |rng| format!("{START_GOLD} = {:?}\n", [0; MAX_SEATS].map(|_| pick(rng, &(0..=9)))), rng);
    sometimes(&mut |rng| format!("{} = {}\n", TILES_DRAWN.key, pick(rng, &TILES_DRAWN.tried)), rng);
    let most = (castle_income / 2).min(*Rules::LOWEST_PRICE.end());
    sometimes(&mut |rng| format!("{} = {}\n", PRICES[0].key, pick(rng, &(1..=most))), rng);
    sometimes(&mut |rng| format!("{} = {}\n", PRICES[1].key, pick(rng, &PRICES[1].tried)), rng);
    for (key, range) in [(POINTS, Payment::POINTS), (CAPS, Payment::CAPS)] {
        let mut tiles = Vec::new();
        for tile in ScoringTile::pool(modules).into_iter().filter(|_| pick(rng, &(0..=5)) == 0).collect::<Vec<_>>() {
            let count = points_count(tile);
            let value = match count {
                2.. if key == POINTS => format!("{:?}", (0..count).map(|_| pick(rng, &range)).collect::<Vec<_>>()),
                _ => pick(rng, &range).to_string(),
            };
            tiles.push(format!("{tile} = {value}"));
        }
        if !tiles.is_empty() {
            lines += &format!("{key} = {{ {} }}\n", tiles.join(", "));
        }
    }
    lines
}
