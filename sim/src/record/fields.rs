//! Reading one event strictly: every listed field there once, of its type; fields that the format does not list are skipped.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::Value;

use super::event::RecordEvent;

/// The most fields of an event. The format has nine at most; each is compared with those before it.
const MOST_FIELDS: usize = 64;

/// All kinds of events.
const KINDS: [&str; 13] = [
    "round", "income", "draw", "price", "buy", "pass", "keep", "place", "return", "score", "scroll", "gold_vp",
    "result",
];

/// Reads one event from its JSON text.
///
/// # Errors
/// What is accepted and what was found.
pub fn read_event(json: &str) -> Result<RecordEvent<'static>, Mismatch> {
    let not_an_object = |error| Mismatch { accepted: "an event object".to_owned(), found: format!("{json} ({error})") };
    let fields: Fields = serde_json::from_str(json).map_err(not_an_object)?;
    let seat = || fields.whole("seat");
    Ok(match fields.text("e")?.as_ref() {
        "round" => RecordEvent::Round { round: fields.whole("round")?, start: fields.whole("start")? },
        "income" => RecordEvent::Income {
            seat: seat()?,
            castle: fields.whole("castle")?,
            whisky: fields.whole("whisky")?,
            catch_up: fields.whole("catch_up")?,
            gold: fields.whole("gold")?,
        },
        "draw" => RecordEvent::Draw { seat: seat()?, tiles: fields.tiles("tiles")? },
        "price" => {
            RecordEvent::Price { seat: seat()?, discard: fields.text("discard")?, prices: fields.prices("prices")? }
        }
        "buy" => RecordEvent::Buy {
            seat: seat()?,
            from: fields.whole("from")?,
            tile: fields.text("tile")?,
            price: fields.whole("price")?,
        },
        "pass" => RecordEvent::Pass { seat: seat()? },
        "keep" => RecordEvent::Keep { seat: seat()?, tile: fields.text("tile")?, lost: fields.whole("lost")? },
        "place" => RecordEvent::Place {
            seat: seat()?,
            tile: fields.text("tile")?,
            x: fields.whole("x")?,
            y: fields.whole("y")?,
            rotation: fields.whole("rotation")?,
        },
        "return" => RecordEvent::Return { seat: seat()?, tile: fields.text("tile")? },
        "score" => RecordEvent::Score {
            seat: seat()?,
            slot: fields.text("slot")?,
            scoring: fields.text("scoring")?,
            vp: fields.whole("vp")?,
            total: fields.whole("total")?,
        },
        "scroll" => RecordEvent::Scroll {
            seat: seat()?,
            tile: fields.text("tile")?,
            kind: fields.text("kind")?,
            doubled: fields.truth("doubled")?,
            vp: fields.whole("vp")?,
        },
        "gold_vp" => RecordEvent::GoldVp { seat: seat()?, gold: fields.whole("gold")?, vp: fields.whole("vp")? },
        "result" => RecordEvent::Result {
            seat: seat()?,
            vp: fields.whole("vp")?,
            gold: fields.whole("gold")?,
            rank: fields.whole("rank")?,
        },
        other => {
            return Err(fields.mismatch(format!("a kind of event out of {}", KINDS.join(", ")), &format!("`{other}`")));
        }
    })
}

/// An event that is not spelled as the format wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// What would be accepted.
    pub accepted: String,
    /// What was found.
    pub found: String,
}

/// The fields of one event in the order written.
struct Fields(Vec<(String, Value)>);

impl Fields {
    fn get(&self, name: &str, accepted: &str) -> Result<&Value, Mismatch> {
        let field = self.0.iter().find(|(key, _)| key == name);
        let missing = || self.mismatch(format!("a field `{name}`, {accepted}"), &"none");
        field.map(|(_, value)| value).ok_or_else(missing)
    }

    fn typed<'a, T>(
        &'a self,
        name: &str,
        accepted: &str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<T, Mismatch> {
        let value = self.get(name, accepted)?;
        read(value).ok_or_else(|| self.mismatch(format!("`{name}`: {accepted}"), value))
    }

    fn mismatch(&self, accepted: String, found: &dyn fmt::Display) -> Mismatch {
        let kind = self
            .0
            .iter()
            .find(|(key, _)| key == "e")
            .map_or("without a kind", |(_, kind)| kind.as_str().unwrap_or("of an odd kind"));
        Mismatch { accepted, found: format!("{found} (in an event {kind})") }
    }

    fn whole(&self, name: &str) -> Result<i64, Mismatch> {
        self.typed(name, "a whole number", Value::as_i64)
    }

    fn truth(&self, name: &str) -> Result<bool, Mismatch> {
        self.typed(name, "true or false", Value::as_bool)
    }

    fn text(&self, name: &str) -> Result<Cow<'static, str>, Mismatch> {
        self.typed(name, "a string", text)
    }

    fn tiles(&self, name: &str) -> Result<[Cow<'static, str>; 3], Mismatch> {
        let read = |value: &Value| value.as_array()?.iter().map(text).collect::<Option<Vec<_>>>()?.try_into().ok();
        self.typed(name, "a list of three tile ids", read)
    }

    fn prices(&self, name: &str) -> Result<[(Cow<'static, str>, i64); 2], Mismatch> {
        let price = |pair: &Value| match pair.as_array()?.as_slice() {
            [tile, gold] => Some((text(tile)?, gold.as_i64()?)),
            _ => None,
        };
        let read = |value: &Value| value.as_array()?.iter().map(price).collect::<Option<Vec<_>>>()?.try_into().ok();
        self.typed(name, "a list of two pairs [tile id, whole number]", read)
    }
}

fn text(value: &Value) -> Option<Cow<'static, str>> {
    value.as_str().map(|text| Cow::Owned(text.to_owned()))
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldsVisitor)
    }
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Fields;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
        let mut fields: Vec<(String, Value)> = Vec::new();
        while let Some((key, value)) = map.next_entry::<String, Value>()? {
            if fields.len() == MOST_FIELDS {
                return Err(A::Error::custom(format!("more than {MOST_FIELDS} fields")));
            }
            // A field that is there twice could be read either way.
            if fields.iter().any(|(earlier, _)| *earlier == key) {
                return Err(A::Error::custom(format!("field `{key}` twice")));
            }
            fields.push((key, value));
        }
        Ok(Fields(fields))
    }
}
