//! The reader of all JSON from other sources.
//!
//! It is strict about keys and lenient about the notation of whole numbers.
//!
//! RFC 8259 allows the number three to be written `3`, `3.0` or `0.3e1`, and a JSON Schema accepts all of them as an
//! `integer`. serde_json reads only the first one as a whole number, so [`read`] rewrites the text before serde_json
//! sees it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// The key of the game's name.
pub const GAME: &str = "game";

/// Reads a JSON text.
///
/// A leading byte order mark is skipped, and whole numbers may have any notation of JSON.
///
/// # Errors
/// If it is not JSON, or not of this type.
///
/// ```
/// use interface::json::read;
///
/// assert_eq!(read::<Vec<u8>>("\u{feff}[2, 2.0, 20e-1]").unwrap(), [2, 2, 2]);
/// assert!(read::<Vec<u8>>("[2.5]").is_err());
/// ```
pub fn read<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    serde_json::from_str(&with_plain_numbers(without_mark(text)))
}

/// Reads a field that may be left out (with `default`) but must not be null.
///
/// # Errors
/// If it is not of this type.
pub fn some<'de, T: Deserialize<'de>, D: Deserializer<'de>>(field: D) -> Result<Option<T>, D::Error> {
    T::deserialize(field).map(Some)
}

/// Removes the byte order mark that some programs put in front of UTF-8.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Rewrites every whole number of a JSON text that fits 64 bits in plain digits.
///
/// A text that is not JSON remains invalid.
fn with_plain_numbers(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let (mut plain, mut copied, mut at) = (String::new(), 0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at = end_of_string(bytes, at),
            b'-' | b'0'..=b'9' => {
                let part = bytes[at..].iter();
                let part = part.take_while(|byte| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E'));
                let end = at + part.count();
                if let Some(number) = whole(&text[at..end]) {
                    plain += &text[copied..at];
                    plain += &number;
                    copied = end;
                }
                at = end;
            }
            _ => at += 1,
        }
    }
    if copied == 0 {
        return text.into();
    }
    (plain + &text[copied..]).into()
}

/// The index after the string that begins at this one; after the text if the string does not end.
fn end_of_string(bytes: &[u8], begin: usize) -> usize {
    let mut at = begin + 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

/// The digits of a whole number in a notation with a fraction or an exponent, or of a negative zero.
///
/// `None` for other texts.
fn whole(number: &str) -> Option<String> {
    let unsigned = number.strip_prefix('-').unwrap_or(number);
    let (digits, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, Some(exponent)),
        None => (unsigned, None),
    };
    let (before, after) = match digits.split_once('.') {
        Some((before, after)) => (before, Some(after)),
        None => (digits, None),
    };
    let is_number = is_digits(before) && (before == "0" || !before.starts_with('0')) && after.is_none_or(is_digits);
    if !is_number || !exponent.is_none_or(|exponent| is_digits(exponent.strip_prefix(['-', '+']).unwrap_or(exponent))) {
        return None;
    }
    let all = format!("{before}{}", after.unwrap_or_default());
    let significant = all.trim_matches('0');
    if significant.is_empty() {
        return (number != "0").then(|| "0".to_owned());
    }
    if after.is_none() && exponent.is_none() {
        return None;
    }
    // No number of 64 bits has an exponent beyond this type.
    let exponent: i64 = exponent.map_or(Some(0), |exponent| exponent.parse().ok())?;
    let trailing = all.len() - all.trim_end_matches('0').len();
    let zeros = exponent.checked_add(trailing as i64)?.checked_sub(after.map_or(0, str::len) as i64)?;
    const MOST_DIGITS: usize = 20;
    let zeros = usize::try_from(zeros).ok().filter(|zeros| zeros + significant.len() <= MOST_DIGITS)?;
    let sign = if number.starts_with('-') { "-" } else { "" };
    let spelled = format!("{sign}{significant}{}", "0".repeat(zeros));
    (spelled.parse::<i64>().is_ok() || spelled.parse::<u64>().is_ok()).then_some(spelled)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A value in which no object, at any depth, has a field twice.
#[derive(Clone, PartialEq, Debug)]
pub struct Strict(pub Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Self)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(Strict(item)) = items.next_element()? {
            all.push(item);
        }
        Ok(all.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Value, A::Error> {
        let Fields(fields): Fields<Strict> = FieldsVisitor(PhantomData).visit_map(map)?;
        Ok(fields.into_iter().map(|(key, Strict(value))| (key, value)).collect::<Map<_, _>>().into())
    }
}

/// A line of a record file, split into its keys. Keys that a format does not list are skipped.
pub struct Keys {
    listed: Vec<(&'static str, Box<RawValue>)>,
}

impl Keys {
    /// Splits one line into its keys; these are wanted.
    ///
    /// # Errors
    /// If it is not a JSON object, or a listed key occurs twice.
    pub fn parse(line: &str, wanted: &[&'static str]) -> Result<Self, String> {
        let All(all) = read(line).map_err(|error| match error.classify() {
            serde_json::error::Category::Data => error.to_string(),
            _ => format!("not a complete JSON object: {error}"),
        })?;
        let mut listed: Vec<(&'static str, Box<RawValue>)> = Vec::new();
        for (key, value) in all {
            let Some(name) = wanted.iter().find(|name| **name == key) else { continue };
            if listed.iter().any(|(earlier, _)| earlier == name) {
                return Err(format!("key `{name}`: found a second time; accepted: every key at most once"));
            }
            listed.push((name, value));
        }
        Ok(Self { listed })
    }

    /// The text of a key's value; `None` if the key is missing.
    pub fn raw(&self, name: &str) -> Option<&RawValue> {
        self.listed.iter().find(|(key, _)| *key == name).map(|(_, value)| &**value)
    }

    /// The value of a required key.
    ///
    /// # Errors
    /// If it is missing or not accepted.
    pub fn read<T: DeserializeOwned>(&self, name: &str, accepted: &str) -> Result<T, String> {
        let raw = self.raw(name).ok_or_else(|| format!("key `{name}` is missing; accepted: {accepted}"))?.get();
        read(raw).map_err(|_| mismatch(name, raw, accepted))
    }

    /// Checks that a key has this value.
    ///
    /// # Errors
    /// If it is missing or has another value.
    pub fn expect(&self, name: &str, accepted: Value) -> Result<(), String> {
        let found: Value = self.read(name, &accepted.to_string())?;
        (found == accepted).then_some(()).ok_or_else(|| mismatch(name, &found.to_string(), &accepted.to_string()))
    }
}

/// The error that a key does not have an accepted value.
pub fn mismatch(key: &str, found: &str, accepted: &str) -> String {
    format!("key `{key}`: found {}; accepted: {accepted}", shortened(found))
}

/// The beginning of a long text, enough to recognise it.
pub fn shortened(text: &str) -> String {
    const LONGEST: usize = 160;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// All keys with their values, in the order written.
struct All(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for All {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(AllVisitor)
    }
}

struct AllVisitor;

impl<'de> Visitor<'de> for AllVisitor {
    type Value = All;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<All, A::Error> {
        let mut all = Vec::new();
        while let Some(entry) = map.next_entry()? {
            all.push(entry);
        }
        Ok(All(all))
    }
}

/// The fields of one object, whose values are read as `V`.
#[derive(Clone, PartialEq, Debug)]
pub struct Fields<V>(Vec<(String, V)>);

impl<V> Fields<V> {
    /// The value of a field.
    pub fn get(&self, name: &str) -> Option<&V> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// All of them, in the order written.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &V)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// Returns whether it has no fields other than these.
    pub fn has_only(&self, names: &[&str]) -> bool {
        self.0.iter().all(|(key, _)| names.contains(&key.as_str()))
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Fields<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldsVisitor(PhantomData))
    }
}

struct FieldsVisitor<V>(PhantomData<V>);

impl<'de, V: Deserialize<'de>> Visitor<'de> for FieldsVisitor<V> {
    type Value = Fields<V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<V>, A::Error> {
        let (mut fields, mut names): (Vec<(String, V)>, BTreeSet<String>) = (Vec::new(), BTreeSet::new());
        while let Some((key, value)) = map.next_entry::<String, V>()? {
            // A field that occurs twice is ambiguous.
            if !names.insert(key.clone()) {
                return Err(A::Error::custom(format!("field `{key}` twice")));
            }
            fields.push((key, value));
        }
        Ok(Fields(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_read_however_they_are_spelled() {
        for (text, expected) in [
            ("1", 1),
            ("1.0", 1),
            ("1e0", 1),
            ("10E-1", 1),
            ("0.1e+1", 1),
            ("100.00e-2", 1),
            ("-0", 0),
            ("-0.0", 0),
            ("0e999999999999999999999", 0),
            ("-2.50e1", -25),
            ("9223372036854775807.0", i64::MAX),
            ("922337203685477580700e-2", i64::MAX),
            ("-9223372036854775808.0", i64::MIN),
        ] {
            assert_eq!(read::<i64>(text).unwrap(), expected, "{text}");
            let nested = format!("{{\"a\":[{text},\"{text}\"]}}");
            let value: Value = read(&nested).unwrap();
            assert_eq!(value["a"], serde_json::json!([expected, text]), "{text}");
        }
        assert_eq!(read::<u64>("18446744073709551615.0").unwrap(), u64::MAX);
    }

    #[test]
    fn other_numbers_stay_as_they_are() {
        for text in [
            "1.5",
            "15e-1",
            "1e400",
            "18446744073709551616.0",
            "-9223372036854775809.0",
            "1e9999999999999999999",
            "\"1\"",
        ] {
            assert!(read::<i64>(text).is_err() && read::<u64>(text).is_err(), "{text}");
        }
        assert_eq!(read::<f64>("1.5e-3").unwrap(), 1.5e-3);
        assert_eq!(read::<f64>("1e300").unwrap(), 1e300);
        assert_eq!(read::<f64>("-2.0").unwrap(), -2.0);
    }

    #[test]
    fn what_is_no_json_stays_none() {
        for text in [
            "01.0",
            "00.0",
            "1.",
            ".0",
            "1.0.0",
            "+1.0",
            "1e",
            "1e+",
            "--1.0",
            "1.0e1e1",
            "\"1.0",
            "1.0\u{feff}",
            "\u{feff}\u{feff}1",
        ] {
            assert!(read::<Value>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_in_texts_are_texts() {
        for text in [r#""1.0""#, r#""\"1.0""#, r#""\\""#, r#"{"1.0":"-0"}"#, r#"["\\",0.5,"2.0\\\"3.0"]"#] {
            assert_eq!(with_plain_numbers(text), text);
        }
        assert_eq!(with_plain_numbers(r#"["\\",1.0,"2.0\\\"3.0"]"#), r#"["\\",1,"2.0\\\"3.0"]"#);
    }

    #[test]
    fn a_byte_order_mark_is_skipped() {
        assert_eq!(read::<Vec<u8>>("\u{feff} [1]").unwrap(), [1]);
        assert!(Keys::parse("\u{feff}{\"game\":\"skye\"}", &[GAME]).unwrap().expect(GAME, "skye".into()).is_ok());
    }

    #[test]
    fn no_object_has_a_field_twice() {
        assert_eq!(
            read::<Strict>(r#"{"a":[{"b":1.0},null,true,0.5,"c"]}"#).unwrap().0.to_string(),
            r#"{"a":[{"b":1},null,true,0.5,"c"]}"#
        );
        for text in [r#"{"a":1,"a":1}"#, r#"{"a":{"b":1,"c":2,"b":3}}"#, r#"[{"a":[{"b":1,"b":1}]}]"#] {
            assert!(read::<Strict>(text).is_err(), "{text}");
        }
        let many: Vec<String> = (0..1000).map(|number| format!("\"{number}\":0")).collect();
        assert!(read::<Fields<Value>>(&format!("{{{}}}", many.join(","))).is_ok());
    }
}
