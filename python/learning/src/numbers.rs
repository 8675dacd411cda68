//! The numbers of an observation: their values, or their names.

use std::fmt::{Arguments, Display, Formatter, Result};

/// One number of an observation.
#[derive(Clone, PartialEq, Debug)]
pub struct ObservedNumber {
    /// What it tells.
    pub name: String,
    /// The meaning of 1, such as `20 gold`; `yes` if the number is 1 or 0.
    pub unit: String,
    /// The least value.
    pub low: f32,
    /// The largest value; infinite if the rules set no bound.
    pub high: f32,
}

/// The numbers of an observation, added one after the other.
///
/// Each is described once, with its name, the meaning of 1, and its value. The values are written, or the names collected if it is `NAMED`.
pub struct Numbers<'a, const NAMED: bool> {
    /// All values, at first zeros; empty if names are wanted.
    values: &'a mut [f32],
    /// The number of those so far.
    at: usize,
    /// The names so far, if they are wanted.
    names: Vec<ObservedNumber>,
    /// The beginning of the names that are added.
    prefix: String,
}

impl Numbers<'_, true> {
    /// Collects the names of what `describe` adds.
    pub fn names(describe: impl FnOnce(&mut Self)) -> Vec<ObservedNumber> {
        let mut numbers = Self { values: &mut [], at: 0, names: Vec::new(), prefix: String::new() };
        describe(&mut numbers);
        numbers.names
    }
}

impl<'a> Numbers<'a, false> {
    /// Writes values; all are zeros before.
    pub fn values(values: &'a mut [f32]) -> Self {
        Self { values, at: 0, names: Vec::new(), prefix: String::new() }
    }
}

impl<const NAMED: bool> Numbers<'_, NAMED> {
    /// The number of values so far.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Adds a number between these bounds, of which 1 stands for `unit`.
    #[inline]
    pub fn number(&mut self, name: impl Display, unit: Arguments<'_>, [low, high]: [f32; 2], value: f32) {
        if NAMED {
            let name = format!("{}{name}", self.prefix);
            self.names.push(ObservedNumber { name, unit: unit.to_string(), low, high });
        } else {
            self.put(value);
        }
    }

    /// Adds a number of these things, divided by `unit`.
    #[inline]
    pub fn count(&mut self, name: impl Display, unit: f32, things: &str, count: impl Into<i32>) {
        self.number(name, format_args!("{unit} {things}"), [0.0, f32::INFINITY], count.into() as f32 / unit);
    }

    /// Adds a 1 or 0.
    #[inline]
    pub fn flag(&mut self, name: impl Display, is_so: bool) {
        self.number(name, format_args!("yes"), [0.0, 1.0], f32::from(u8::from(is_so)));
    }

    /// Adds a 1 or 0 for each of these names: 1 for the one with this index, if there is one.
    #[inline]
    pub fn one_of<N: Display>(&mut self, names: impl ExactSizeIterator<Item = N>, index: usize) {
        let index = (index < names.len()).then_some(index);
        self.set(names, index);
    }

    /// Adds a 1 or 0 for each of these names: 1 for those with an index among `members`.
    #[inline]
    pub fn set<N: Display>(
        &mut self,
        names: impl ExactSizeIterator<Item = N>,
        members: impl IntoIterator<Item = usize>,
    ) {
        if NAMED {
            return names.for_each(|name| self.flag(name, false));
        }
        let part = self.part(names.len());
        members.into_iter().for_each(|index| part[index] = 1.0);
    }

    /// Adds numbers whose names begin with these words.
    #[inline]
    pub fn within(&mut self, words: impl Display, add: impl FnOnce(&mut Self)) {
        if !NAMED {
            return add(self);
        }
        let length = self.prefix.len();
        self.prefix += &format!("{words}: ");
        add(self);
        self.prefix.truncate(length);
    }

    /// Adds the numbers of a thing, or as many zeros if there is none; `example` serves for their names.
    #[inline]
    pub fn optional<T>(&mut self, length: usize, thing: Option<T>, example: T, add: impl FnOnce(&mut Self, T)) {
        let end = self.at + length;
        match thing {
            _ if NAMED => add(self, example),
            None => self.at = end,
            Some(thing) => {
                add(self, thing);
                debug_assert_eq!(self.at, end);
            }
        }
    }

    /// Adds numbers that depend on this key alone; their values are kept until it changes.
    #[inline]
    pub fn cached<K: PartialEq, const LENGTH: usize>(
        &mut self,
        cache: &mut Option<(K, [f32; LENGTH])>,
        key: K,
        add: impl FnOnce(&mut Self),
    ) {
        match cache {
            Some((known, values)) if *known == key => self.part(LENGTH).copy_from_slice(values),
            _ => {
                let begin = self.at;
                add(self);
                *cache = self.values[begin..self.at].try_into().ok().map(|values| (key, values));
            }
        }
    }

    /// Adds a number without a name.
    #[inline]
    pub fn put(&mut self, value: f32) {
        self.values[self.at] = value;
        self.at += 1;
    }

    /// Adds numbers without names, to be filled in any order.
    #[inline]
    pub fn part(&mut self, length: usize) -> &mut [f32] {
        let part = &mut self.values[self.at..self.at + length];
        self.at += length;
        part
    }
}

/// A seat, counted clockwise from the viewer.
pub struct SeatName(pub usize);

impl Display for SeatName {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.0 {
            0 => f.write_str("own seat"),
            1 => f.write_str("seat 1 place clockwise"),
            beside => write!(f, "seat {beside} places clockwise"),
        }
    }
}
