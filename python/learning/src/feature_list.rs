//! The names of an observation's features, in the order in which they are filled.

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
#[derive(Default)]
pub struct FeatureList {
    /// Those so far.
    pub numbers: Vec<ObservedNumber>,
    /// The beginning of the names that are added.
    prefix: String,
}

impl FeatureList {
    /// Adds numbers whose names begin with these words.
    pub fn within(&mut self, words: &str, add: impl FnOnce(&mut Self)) {
        let length = self.prefix.len();
        self.prefix += words;
        self.prefix += ": ";
        add(self);
        self.prefix.truncate(length);
    }

    /// Adds a number between two bounds.
    pub fn between(&mut self, name: &str, unit: &str, low: f32, high: f32) {
        let name = format!("{}{name}", self.prefix);
        self.numbers.push(ObservedNumber { name, unit: unit.to_owned(), low, high });
    }

    /// Adds a count of 0 or more.
    pub fn count(&mut self, name: &str, unit: &str) {
        self.between(name, unit, 0.0, f32::INFINITY);
    }

    /// Adds a 1 or 0.
    pub fn flag(&mut self, name: &str) {
        self.between(name, "yes", 0.0, 1.0);
    }

    /// Adds a 1 or 0 for each of these.
    pub fn flags<N: AsRef<str>>(&mut self, names: impl IntoIterator<Item = N>) {
        names.into_iter().for_each(|name| self.flag(name.as_ref()));
    }
}

/// Names a seat, counted clockwise from the viewer.
pub fn seat_name(beside: usize) -> String {
    match beside {
        0 => "own seat".to_owned(),
        1 => "seat 1 place clockwise".to_owned(),
        _ => format!("seat {beside} places clockwise"),
    }
}
