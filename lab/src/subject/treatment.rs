//! Treatments: a design's choice for a cluster, in a form that is the same for every game.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt::{self, Debug, Display};
use std::sync::Arc;

/// A choice of the design, such as four scoring tiles. It orders, prints and compares as the game's own value does.
#[derive(Clone)]
pub struct Treatment {
    value: Arc<dyn TreatmentValue>,
    /// The variates that are 1, as bits.
    pub ones: u64,
}

impl Treatment {
    /// The treatment with this value of the game; `ones` are the variates that are 1, as bits, for games that have some.
    pub fn new<T: Ord + Debug + Display + Send + Sync + 'static>(value: T, ones: u64) -> Self {
        Self { value: Arc::new(value), ones }
    }

    /// Returns the game's own value.
    ///
    /// # Panics
    /// If it is of another type, that is, of another game.
    #[inline]
    pub fn get<T: 'static>(&self) -> &T {
        self.value.as_any().downcast_ref().expect("a treatment of this game")
    }
}

/// A value that a treatment can hold.
trait TreatmentValue: Debug + Display + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn order(&self, other: &dyn TreatmentValue) -> Ordering;
}

impl<T: Ord + Debug + Display + Send + Sync + 'static> TreatmentValue for T {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn order(&self, other: &dyn TreatmentValue) -> Ordering {
        self.cmp(other.as_any().downcast_ref().expect("treatments of one game"))
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
