//! Events in the format of records: one list of kinds and fields generates type, writer and reader.

use std::borrow::Cow;
use std::fmt;

use engine::Seat;
use serde_json::Value;

use crate::json::{Fields, read};

/// A piece's id, or another name.
pub type Name<'a> = Cow<'a, str>;

/// The key of an event's kind.
const KIND: &str = "e";

/// Generates the type of a record's events and their reader, from one line for each kind.
///
/// A line has the kind's name in records, its fields and, after a semicolon, those that only some events of the kind have.
macro_rules! record_events {
    ($($kind:literal $Variant:ident { $($field:ident: $T:ty),+ $(; $($optional:ident: $U:ty),+)? })+) => {
        /// One event of a record.
        ///
        /// Pieces are given by id, seats and amounts as plain numbers, so that it can also hold impossible events.
        #[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
        #[serde(tag = "e")]
        pub enum RecordEvent<'a> {
            $(#[serde(rename = $kind)] $Variant {
                $($field: $T,)+
                $($(#[serde(skip_serializing_if = "Option::is_none")] $optional: Option<$U>),+)?
            },)+
        }

        /// All kinds of events.
        const KINDS: &[&str] = &[$($kind),+];

        /// Reads one event from its JSON text.
        ///
        /// Every listed field must occur once with its type, unless it is optional; other fields are skipped.
        ///
        /// # Errors
        /// The accepted and the found value.
        pub fn read_event(json: &str) -> Result<RecordEvent<'static>, $crate::event::Mismatch> {
            use $crate::event::{field, fields, kind, unknown};
            let fields = fields(json)?;
            Ok(match kind(&fields)?.as_ref() {
                $($kind => RecordEvent::$Variant {
                    $($field: field(&fields, stringify!($field))?,)+
                    $($($optional: $crate::event::optional_field(&fields, stringify!($optional))?),+)?
                },)+
                other => return Err(unknown(&fields, other, KINDS)),
            })
        }

        /// One JSON object, as in a record.
        impl std::fmt::Display for RecordEvent<'_> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&serde_json::to_string(self).map_err(|_| std::fmt::Error)?)
            }
        }
    };
}
pub(crate) use record_events;

/// An event that is not in the required format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// The accepted values.
    pub accepted: String,
    /// The value found.
    pub found: String,
}

/// The fields of an event.
///
/// # Errors
/// If it is not an object, or a field occurs twice.
pub fn fields(json: &str) -> Result<Fields<Value>, Mismatch> {
    read(json).map_err(|error| Mismatch { accepted: "an event object".to_owned(), found: format!("{json} ({error})") })
}

/// The kind of an event with these fields.
///
/// # Errors
/// If it has none.
pub fn kind(fields: &Fields<Value>) -> Result<Name<'static>, Mismatch> {
    field(fields, KIND)
}

/// The error that the kind of an event is none of these.
pub fn unknown(fields: &Fields<Value>, kind: &str, kinds: &[&str]) -> Mismatch {
    mismatch(fields, format!("a kind of event out of {}", kinds.join(", ")), &format!("`{kind}`"))
}

fn mismatch(fields: &Fields<Value>, accepted: String, found: &dyn fmt::Display) -> Mismatch {
    let kind = fields.get(KIND).map_or("without a kind", |kind| kind.as_str().unwrap_or("of an invalid kind"));
    Mismatch { accepted, found: format!("{found} (in an event {kind})") }
}

/// One field of an event.
///
/// # Errors
/// If it is missing or of another type.
pub(crate) fn field<T: FromField>(fields: &Fields<Value>, name: &str) -> Result<T, Mismatch> {
    optional_field(fields, name)?.ok_or_else(|| mismatch(fields, format!("a field `{name}`, {}", T::ACCEPTED), &"none"))
}

/// One field of an event; `None` if the event does not have it.
///
/// # Errors
/// If it is of another type.
pub(crate) fn optional_field<T: FromField>(fields: &Fields<Value>, name: &str) -> Result<Option<T>, Mismatch> {
    let read =
        |value| T::from_field(value).ok_or_else(|| mismatch(fields, format!("`{name}`: {}", T::ACCEPTED), value));
    fields.get(name).map(read).transpose()
}

/// Returns the number of a seat in records.
pub fn number(seat: Seat) -> i64 {
    seat.index() as i64
}

/// A type that a field of an event can hold.
pub(crate) trait FromField: Sized {
    /// The type in words.
    const ACCEPTED: &str;

    /// The value, if it is of this type.
    fn from_field(value: &Value) -> Option<Self>;
}

impl FromField for Option<Name<'static>> {
    const ACCEPTED: &str = "a string or null";

    fn from_field(value: &Value) -> Option<Self> {
        if value.is_null() { Some(None) } else { Name::from_field(value).map(Some) }
    }
}

impl FromField for Option<i64> {
    const ACCEPTED: &str = "a whole number or null";

    fn from_field(value: &Value) -> Option<Self> {
        if value.is_null() { Some(None) } else { value.as_i64().map(Some) }
    }
}

impl FromField for Vec<Name<'static>> {
    const ACCEPTED: &str = "a list of tile ids";

    fn from_field(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(Name::from_field).collect()
    }
}

impl FromField for Vec<Option<Name<'static>>> {
    const ACCEPTED: &str = "a list of tile ids or null";

    fn from_field(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(FromField::from_field).collect()
    }
}

impl FromField for Vec<i64> {
    const ACCEPTED: &str = "a list of whole numbers";

    fn from_field(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(Value::as_i64).collect()
    }
}

impl FromField for i64 {
    const ACCEPTED: &str = "a whole number";

    fn from_field(value: &Value) -> Option<Self> {
        value.as_i64()
    }
}

impl FromField for bool {
    const ACCEPTED: &str = "true or false";

    fn from_field(value: &Value) -> Option<Self> {
        value.as_bool()
    }
}

impl FromField for Name<'static> {
    const ACCEPTED: &str = "a string";

    fn from_field(value: &Value) -> Option<Self> {
        value.as_str().map(|text| Cow::Owned(text.to_owned()))
    }
}
