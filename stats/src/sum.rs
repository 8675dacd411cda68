//! Sums that can be added to each other, field by field.

use std::collections::BTreeMap;

/// A sum to which another of the same type can be added.
///
/// Lists are added element by element, and maps key by key; elements and keys that only one of them has are kept.
pub trait Sum: Clone {
    /// Adds another sum.
    fn add(&mut self, more: &Self);
}

// Numbers are added.
macro_rules! number_sums {
    ($($Number:ty),*) => {
        $(impl Sum for $Number {
            fn add(&mut self, more: &Self) {
                *self += more;
            }
        })*
    };
}
number_sums!(u64, i64, f64);

impl<A: Sum, B: Sum> Sum for (A, B) {
    fn add(&mut self, more: &Self) {
        self.0.add(&more.0);
        self.1.add(&more.1);
    }
}

impl<T: Sum, const N: usize> Sum for [T; N] {
    fn add(&mut self, more: &Self) {
        self.iter_mut().zip(more).for_each(|(own, more)| own.add(more));
    }
}

impl<T: Sum> Sum for Vec<T> {
    fn add(&mut self, more: &Self) {
        let common = self.len().min(more.len());
        self.iter_mut().zip(more).for_each(|(own, more)| own.add(more));
        self.extend_from_slice(&more[common..]);
    }
}

impl<T: Sum> Sum for Option<T> {
    fn add(&mut self, more: &Self) {
        match (self, more) {
            (Some(own), Some(more)) => own.add(more),
            (own, more) => *own = own.take().or_else(|| more.clone()),
        }
    }
}

impl<K: Ord + Clone, T: Sum> Sum for BTreeMap<K, T> {
    fn add(&mut self, more: &Self) {
        for (key, more) in more {
            match self.get_mut(key) {
                Some(own) => own.add(more),
                None => drop(self.insert(key.clone(), more.clone())),
            }
        }
    }
}

/// Implements [`Sum`] for a struct by adding the named fields; its other fields stay as they are.
#[macro_export]
macro_rules! impl_sum {
    ($Name:ident: $($field:ident),+) => {
        impl $crate::sum::Sum for $Name {
            fn add(&mut self, more: &Self) {
                $($crate::sum::Sum::add(&mut self.$field, &more.$field);)+
            }
        }
    };
}
pub use impl_sum;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_maps_grow_by_what_they_lack() {
        let mut list = vec![1_u64, 2];
        list.add(&vec![10, 20, 30]);
        list.add(&vec![100]);
        assert_eq!(list, [111, 22, 30]);
        let mut map = BTreeMap::from([(1, (1_i64, 0.5))]);
        map.add(&BTreeMap::from([(1, (2, 0.25)), (7, (-1, 1.0))]));
        assert_eq!(map, BTreeMap::from([(1, (3, 0.75)), (7, (-1, 1.0))]));
        let mut none = None;
        none.add(&None);
        none.add(&Some([1_u64, 2]));
        none.add(&Some([1, 1]));
        assert_eq!(none, Some([2, 3]));
    }
}
