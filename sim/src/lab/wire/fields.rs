//! Reading JSON objects strictly: as objects only, every field at most once, in the order written.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};

/// The most fields of an object. Formats have a dozen at most; each is compared with those before it.
const MOST_FIELDS: usize = 64;

/// The fields of one object, whose values are read as `V`.
#[derive(Clone, PartialEq, Debug)]
pub struct Fields<V>(Vec<(String, V)>);

impl<V> Fields<V> {
    /// The value of a field.
    pub fn get(&self, name: &str) -> Option<&V> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// Whether it has no other fields than these.
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
        let mut fields: Vec<(String, V)> = Vec::new();
        while let Some((key, value)) = map.next_entry::<String, V>()? {
            if fields.len() == MOST_FIELDS {
                return Err(A::Error::custom(format!("more than {MOST_FIELDS} fields")));
            }
            // A field that occurs twice could be read either way.
            if fields.iter().any(|(earlier, _)| *earlier == key) {
                return Err(A::Error::custom(format!("field `{key}` twice")));
            }
            fields.push((key, value));
        }
        Ok(Fields(fields))
    }
}
