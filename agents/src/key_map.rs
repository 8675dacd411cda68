//! Maps whose keys are already hashes.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map whose keys are words, at least one of them evenly distributed.
pub(crate) type KeyMap<K, T> = HashMap<K, T, BuildHasherDefault<KeyHasher>>;

/// Hashes keys that are already evenly distributed.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are words");
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = self.0.rotate_left(32).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ word;
    }
}
