//! The reader of lines agrees with the JSON Schema, in both directions: what is valid and legal is read, everything else is refused.
//!
//! Messages are drawn from the schema and from real games, and changed at random. The schema here is checked apart from the reader, on values
//! that serde_json has parsed.

use agents::AgentSpec;
use engine::random::mix;
use engine::skye::{Module, Modules};
use engine::{Game, Seat, Turn};
use games::skye::setting::Setting;
use interface::protocol::{Answer, IncomingMessage, Protocol, Ready, seed_text};
use lab::subject::Setup;
use serde_json::{Map, Value, json};

use crate::messages::Schema;

/// Numbers drawn at random, the same each time.
struct Dice {
    seed: u64,
    drawn: u64,
}

impl Dice {
    fn new(seed: u64) -> Self {
        Self { seed, drawn: 0 }
    }

    /// A number below this one.
    fn below(&mut self, most: usize) -> usize {
        self.drawn += 1;
        (mix([self.seed, self.drawn]) % most as u64) as usize
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// A value as JSON, its whole numbers spelled in any way that JSON has.
fn spelled(value: &Value, rng: &mut Dice) -> String {
    let blank = |rng: &mut Dice| *rng.one_of(&["", "", "", " ", "\t"]);
    match value {
        Value::Number(number) if number.is_i64() || number.is_u64() => {
            let number = number.to_string();
            match rng.below(6) {
                3 if number == "0" => "0.00e-2".to_owned(),
                0 => format!("{number}.0"),
                1 => format!("{number}e0"),
                2 => format!("{number}.000E+00"),
                3 => format!("{number}00e-2"),
                4 if number == "0" => (*rng.one_of(&["-0", "-0.0", "0e9", "0.0e-99"])).to_owned(),
                _ => number,
            }
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| spelled(item, rng) + blank(rng)).collect();
            format!("[{}]", items.join(","))
        }
        Value::Object(fields) => {
            let mut fields: Vec<String> = fields
                .iter()
                .map(|(key, value)| format!("{}:{}{}", json!(key), blank(rng), spelled(value, rng)))
                .collect();
            let places = fields.len();
            if places > 1 {
                fields.swap(rng.below(places), rng.below(places));
            }
            format!("{{{}{}}}", blank(rng), fields.join(","))
        }
        other => other.to_string(),
    }
}

/// A line with the value, perhaps with a byte order mark.
fn line(value: &Value, rng: &mut Dice) -> String {
    format!("{}{}", if rng.one_in(4) { "\u{feff}" } else { "" }, spelled(value, rng))
}

/// A value of another kind, or a number that is near, far or broken.
fn other(value: &Value, rng: &mut Dice) -> Value {
    let number = value.as_i64().unwrap_or(3);
    let all = [
        json!(null),
        json!(true),
        json!(false),
        json!([]),
        json!({}),
        json!(""),
        json!("L21"),
        json!(number.to_string()),
        json!(number + 1),
        json!(number - 1),
        json!(-number),
        json!(number as f64 + 0.5),
        json!(1e300),
        json!(u64::MAX),
        json!(2_000_000_000_000_u64),
        json!([value]),
        json!({"value": value}),
    ];
    rng.one_of(&all).clone()
}

/// Changes a value in one place.
fn change(value: &mut Value, rng: &mut Dice) {
    let goes_deeper = !rng.one_in(3);
    match value {
        Value::Object(fields) if goes_deeper && !fields.is_empty() => {
            let place = rng.below(fields.len());
            let key = fields.keys().nth(place).unwrap().clone();
            match rng.below(8) {
                0 => drop(fields.remove(&key)),
                1 => {
                    let name = *rng.one_of(&["more", "iteration", "E", "", "m", "id"]);
                    fields.entry(name).or_insert(json!(1));
                }
                2 => {
                    let value = fields.remove(&key).unwrap();
                    fields.insert(format!("{key} "), value);
                }
                _ => change(fields.get_mut(&key).unwrap(), rng),
            }
        }
        Value::Array(items) if goes_deeper && !items.is_empty() => {
            let place = rng.below(items.len());
            match rng.below(6) {
                0 => drop(items.remove(place)),
                1 => items.push(items[place].clone()),
                2 => items.swap(place, 0),
                _ => change(&mut items[place], rng),
            }
        }
        value => *value = other(value, rng),
    }
}

/// A value that the schema takes.
fn drawn(schema: &Schema, rule: &Value, rng: &mut Dice) -> Value {
    let of_list = |name: &str| rule[name].as_array();
    if let Some(reference) = rule["$ref"].as_str() {
        return drawn(schema, schema.definition(reference), rng);
    }
    if let Some(all) = of_list("oneOf").or(of_list("anyOf")) {
        return drawn(schema, rng.one_of(all), rng);
    }
    if let Some(all) = of_list("enum") {
        return rng.one_of(all).clone();
    }
    if rule.get("const").is_some() {
        return rule["const"].clone();
    }
    let number = |name: &str| rule[name].as_u64().map(|number| number as usize);
    match rule["type"].as_str().unwrap_or_else(|| panic!("no type: {rule}")) {
        "string" => json!(rng.one_of(&["L21", "L36", "", "ä\"\\\u{7}", "1.0"])),
        "boolean" => json!(rng.one_in(2)),
        "null" => Value::Null,
        "integer" => {
            let least = rule["minimum"].as_i64().unwrap_or(-3);
            let most = rule["maximum"].as_i64().unwrap_or(i64::MAX);
            json!(least.saturating_add(*rng.one_of(&[0, 1, 2, 7, 1_000_000])).min(most))
        }
        "array" => {
            let firsts = of_list("prefixItems").map_or(&[][..], Vec::as_slice);
            let most = number("maxItems").unwrap_or(4);
            let least = number("minItems").unwrap_or(0).max(firsts.len());
            let count =
                if rule["items"] == false { firsts.len() } else { least + rng.below(most - least.min(most) + 1) };
            (0..count).map(|place| drawn(schema, firsts.get(place).unwrap_or(&rule["items"]), rng)).collect()
        }
        "object" => {
            let needed: Vec<&str> = of_list("required").into_iter().flatten().filter_map(Value::as_str).collect();
            let mut fields = Map::new();
            for (key, rule) in rule["properties"].as_object().into_iter().flatten() {
                if needed.contains(&key.as_str()) || rng.one_in(2) {
                    fields.insert(key.clone(), drawn(schema, rule, rng));
                }
            }
            if rule["additionalProperties"] == true && rng.one_in(2) {
                fields.insert("more".to_owned(), json!({"a": [1.5, null, {"b": 1e300}], "1.0": "x"}));
            }
            fields.into()
        }
        other => panic!("type {other}"),
    }
}

/// How many changed messages are tried for each that is not changed.
const TRIES: u64 = 400;

#[test]
fn who_is_ready_is_read_as_the_schema_says() {
    let schema = Schema::of_protocol();
    let (mut taken, mut refused) = (0, 0);
    for seed in 0..10 * TRIES {
        let rng = &mut Dice::new(seed);
        let mut message = drawn(&schema, schema.definition("#/$defs/ready"), rng);
        assert_eq!(schema.check("ready", &message), Ok(()), "what is drawn is valid");
        for _ in 0..rng.below(3) {
            change(&mut message, rng);
        }
        let (line, is_valid) = (line(&message, rng), schema.check("ready", &message).is_ok());
        assert_eq!(Ready::read(&line).is_ok(), is_valid, "{line}: {:?}", Ready::read(&line));
        *(if is_valid { &mut taken } else { &mut refused }) += 1;
    }
    assert!(taken > TRIES && refused > TRIES, "{taken} and {refused}");
}

#[test]
fn what_ready_may_hold_besides_is_anything() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let many: String = (0..1000).map(|number| format!(",\"{number}\":{number}")).collect();
    for more in [format!(",\"deep\":{deep}"), many, ",\"far\":1e999".to_owned(), ",\"\u{e4}\":-0.0e0".to_owned()] {
        assert!(Ready::read(&format!("{{\"m\":\"ready\",\"protocol\":1{more}}}")).is_ok(), "{more:.60}");
    }
    for twice in [",\"protocol\":1", ",\"m\":\"ready\"", ",\"x\":1,\"x\":1"] {
        assert!(Ready::read(&format!("{{\"m\":\"ready\",\"protocol\":1{twice}}}")).is_err(), "{twice}");
    }
}

/// Whether an action is legal, from what an agent is told: one of the list, or an offer within the gold.
fn is_legal(action: &Value, legal: &Value) -> bool {
    if let Some(actions) = legal["actions"].as_array() {
        return actions.contains(action);
    }
    let tiles: Vec<&Value> = legal["tiles"].as_array().unwrap().iter().collect();
    let pairs: Vec<(&Value, u64)> = action["prices"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|pair| Some((&pair[0], pair[1].as_u64()?)))
        .collect();
    let mut named: Vec<&Value> = pairs.iter().map(|(tile, _)| *tile).chain([&action["discard"]]).collect();
    named.sort_by_key(|tile| tile.to_string());
    let mut all = tiles;
    all.sort_by_key(|tile| tile.to_string());
    let total = pairs.iter().try_fold(0_u64, |sum, (_, price)| sum.checked_add(*price));
    action["e"] == "price" && named == all && total.is_some_and(|total| total <= legal["gold"].as_u64().unwrap())
}

/// Tries answers to every decision of games with this set-up.
fn check_answers<S: Setup>(subject: &S) {
    let schema = Schema::of_protocol();
    let game = subject.game(&subject.treatment(1, 1));
    let (mut taken, mut refused) = (0, 0);
    for decision in game.decisions() {
        let (position, seat) = reach::<S>(&game, decision);
        let public = game.view(&position, seat);
        let legal = game.write_legal(game.public(&public));
        for seed in 0..TRIES {
            let rng = &mut Dice::new(mix([seed, decision.len() as u64]));
            let id = *rng.one_of(&[0_u64, 7, u64::MAX]);
            let action = match legal["actions"].as_array() {
                Some(actions) => rng.one_of(actions).clone(),
                None => {
                    let mut tiles = legal["tiles"].as_array().unwrap().clone();
                    tiles.rotate_left(rng.below(3));
                    let gold = legal["gold"].as_u64().unwrap();
                    json!({"e": "price", "discard": tiles[0], "prices": [[tiles[1], 1], [tiles[2], gold - 1]]})
                }
            };
            let mut answer = json!({"id": id, "action": action});
            if rng.one_in(2) {
                answer["iterations"] = json!(rng.below(1000));
            }
            if rng.one_in(2) {
                let value = if rng.one_in(2) { json!(null) } else { json!(0.5) };
                let searched = json!({"action": answer["action"], "visits": 7, "value": value, "weight": 0.25});
                answer["search"] = json!({"actions": [searched]});
            }
            if rng.one_in(8) {
                answer["action"] = drawn(&schema, schema.definition("#/$defs/skye_action"), rng);
            }
            for _ in 0..rng.below(3) {
                change(&mut answer, rng);
            }
            let line = line(&answer, rng);
            let is_valid = schema.check("answer", &answer).is_ok();
            let is_right = is_valid && answer["id"] == id && is_legal(&answer["action"], &legal);
            let read = Answer::read(&line, id);
            let read = read.and_then(|answer| game.read_choice(game.public(&public), &answer.action));
            let read = read.map(|action| game.write_action(game.public(&public), action));
            assert_eq!(read.is_ok(), is_right, "{line}: {read:?}, by the schema {:?}", schema.check("answer", &answer));
            *(if is_right { &mut taken } else { &mut refused }) += 1;
        }
    }
    assert!(taken > TRIES / 2 && refused > TRIES / 2, "{taken} and {refused}");
}

/// A position at this decision, with its seat, in a game of random players or, as some decisions need, of better ones.
fn reach<S: Setup>(game: &S::Game, decision: &str) -> (<S::Game as Game>::Position, Seat) {
    let greedy = AgentSpec::read("greedy", S::KINDS).unwrap().build(S::KINDS);
    for seed in 0..60 {
        let mut rng = engine::random::random(seed);
        let mut position = game.start(Seat::new(0));
        for step in 0.. {
            match game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => game.resolve_chance(&mut position, mix([seed, step])),
                Turn::Seat(seat) if game.decision(&position) == Some(decision) && step > 10 => return (position, seat),
                Turn::Seat(_) if seed < 20 => {
                    let action = game.random_action(&position, &mut rng);
                    game.apply(&mut position, action);
                }
                Turn::Seat(seat) => {
                    let action = greedy.choose(game, &game.view(&position, seat), &mut rng).action;
                    game.apply(&mut position, action);
                }
            }
        }
    }
    panic!("no game comes to `{decision}`")
}

#[test]
fn answers_are_read_as_the_schema_and_the_rules_say() {
    let all: Modules = Module::ALL.into_iter().collect();
    check_answers(&Setting::printed(2));
    check_answers(&Setting::printed_with(3, all));
    check_answers(&games::tipperary::setting::Setting::printed(2));
}

#[test]
fn no_key_of_an_answer_stands_twice() {
    assert!(Answer::read(r#"{"id":1,"action":{"e":"pass"}}"#, 1).is_ok());
    for line in [
        r#"{"id":1,"id":1,"action":{"e":"pass"}}"#,
        r#"{"id":1,"action":{"e":"pass"},"action":{"e":"pass"}}"#,
        r#"{"id":1,"action":{"e":"done","e":"pass"}}"#,
    ] {
        assert!(Answer::read(line, 1).is_err(), "{line}");
    }
}

/// Tries views of every decision of games with this set-up.
fn check_views<S: Setup>(kind: &str, subject: &S) {
    let schema = Schema::of_protocol();
    let game = subject.game(&subject.treatment(1, 1));
    let mut refused = 0;
    for decision in game.decisions() {
        let (position, seat) = reach::<S>(&game, decision);
        let written = game.write_view(&game.view(&position, seat));
        let view: Value = serde_json::from_str(written.get()).unwrap();
        for seed in 0..TRIES {
            let rng = &mut Dice::new(mix([seed, 5, decision.len() as u64]));
            // However its numbers are spelled it is the same view.
            let (again, of) = game.read_view(&line(&view, rng)).unwrap();
            assert_eq!((game.write_view(&game.view(&again, of)).get(), of), (written.get(), seat));
            let mut changed = view.clone();
            change(&mut changed, rng);
            // Keys of later versions are skipped; the schema says what is told by this one.
            let is_of_later = |why: &str| why.contains("additionalProperties");
            match schema.check(kind, &changed) {
                Err(why) if !is_of_later(&why) => {
                    let line = line(&changed, rng);
                    assert!(game.read_view(&line).is_err(), "{why}");
                    refused += 1;
                }
                _ => {}
            }
        }
    }
    assert!(refused > TRIES / 4, "{refused}");
}

#[test]
fn views_are_read_as_the_schema_says() {
    let all: Modules = Module::ALL.into_iter().collect();
    check_views("skye_view", &Setting::printed(2));
    check_views("skye_view", &Setting::printed_with(3, all));
    check_views("tipperary_view", &games::tipperary::setting::Setting::printed(2));
}

#[test]
fn questions_are_read_as_the_schema_says() {
    let schema = Schema::of_protocol();
    let question = json!({"m": "choose", "id": 3, "game": 17, "seat": 1, "seed": seed_text(9)});
    for seed in 0..4 * TRIES {
        let rng = &mut Dice::new(seed);
        let mut changed = question.clone();
        let key = *rng.one_of(&["id", "game", "seat", "seed"]);
        changed[key] = match rng.below(4) {
            0 => json!("00000000000000ff"),
            1 => json!(*rng.one_of(&["ff", "00000000000000FF", "+0000000000000ff", "", "0x000000000000ff"])),
            _ => other(&question[key], rng),
        };
        let rule = &schema.definition("#/$defs/tipperary_question")["properties"][key];
        let is_valid = schema.of(rule, &changed[key]).is_ok();
        let read = IncomingMessage::read(&line(&changed, rng)).ok();
        let found = read.as_ref().and_then(|heard| match key {
            "id" => heard.id,
            "game" => heard.game_number(),
            "seat" => heard.seat(5).map(|seat| seat.index() as u64),
            _ => heard.seed(),
        });
        assert_eq!(found.is_some(), is_valid, "{changed}: {read:?}");
    }
}
