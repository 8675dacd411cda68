//! Treatments: a design's choices for clusters, independent of the game's type.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt::{self, Debug, Display};
use std::sync::Arc;

/// A design's choice, such as four scoring tiles.
///
/// It is ordered, displayed and compared like the game's own value.
#[derive(Clone)]
pub struct Treatment {
    value: Arc<dyn TreatmentValue>,
    /// The variates that are 1, as bits.
    pub ones: u64,
}

impl Treatment {
    /// Creates a treatment from the game's value; `ones` are the variates that are 1, as bits.
    pub fn new<T: Ord + Debug + Display + Send + Sync + 'static>(value: T, ones: u64) -> Self {
        Self { value: Arc::new(value), ones }
    }

    /// Returns the game's own value.
    ///
    /// # Panics
    /// If it has another type, that is, belongs to another game.
    #[inline]
    pub fn get<T: 'static>(&self) -> &T {
        (&*self.value as &dyn Any).downcast_ref().expect("a treatment of this game")
    }
}

/// A value of a treatment.
trait TreatmentValue: Any + Debug + Display + Send + Sync {
    fn order(&self, other: &dyn TreatmentValue) -> Ordering;
}

impl<T: Ord + Debug + Display + Send + Sync + 'static> TreatmentValue for T {
    fn order(&self, other: &dyn TreatmentValue) -> Ordering {
        self.cmp((other as &dyn Any).downcast_ref().expect("treatments of one game"))
    }
}

impl Debug for Treatment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&*self.value, f)
    }
}

impl Display for Treatment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&*self.value, f)
    }
}

impl PartialEq for Treatment {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Treatment {}

impl PartialOrd for Treatment {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Treatment {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.order(&*other.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_treatment_compares_and_prints_as_its_value() {
        let [two, ten] = [2_u8, 10].map(|value| Treatment::new(value, 0));
        assert!(two < ten && two == Treatment::new(2_u8, 1));
        assert_eq!((ten.to_string().as_str(), *ten.get::<u8>()), ("10", 10));
    }
}
