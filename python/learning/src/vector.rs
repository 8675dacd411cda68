//! Writing of an observation, from its beginning to its end.

/// The part of an observation that is not yet filled.
pub struct Vector<'a> {
    out: &'a mut [f32],
    at: usize,
}

impl<'a> Vector<'a> {
    /// An observation, all zeros.
    pub fn new(out: &'a mut [f32]) -> Self {
        Self { out, at: 0 }
    }

    /// Returns the number of values that are filled.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The next number.
    #[inline]
    pub fn put(&mut self, value: f32) {
        self.out[self.at] = value;
        self.at += 1;
    }

    /// The next number, a count in units of `unit`.
    #[inline]
    pub fn count(&mut self, count: impl Into<i32>, unit: f32) {
        self.put(count.into() as f32 / unit);
    }

    /// The next number: 1 or 0.
    #[inline]
    pub fn flag(&mut self, is_so: bool) {
        self.put(f32::from(u8::from(is_so)));
    }

    /// The next numbers.
    #[inline]
    pub fn all(&mut self, values: &[f32]) {
        self.out[self.at..self.at + values.len()].copy_from_slice(values);
        self.at += values.len();
    }

    /// Adds this many numbers, of which one is 1; none is 1 if the index is out of range.
    #[inline]
    pub fn one_of(&mut self, index: usize, length: usize) {
        if index < length {
            self.out[self.at + index] = 1.0;
        }
        self.at += length;
    }

    /// Adds so many zeros.
    #[inline]
    pub fn skip(&mut self, length: usize) {
        self.at += length;
    }

    /// The next numbers, as many as the array has, to be filled in any order.
    ///
    /// # Panics
    /// If fewer are left.
    #[inline]
    pub fn array<const LENGTH: usize>(&mut self) -> &mut [f32; LENGTH] {
        self.part(LENGTH).try_into().expect("a part is as long as it was asked for")
    }

    /// The next numbers to be filled in any order.
    #[inline]
    pub fn part(&mut self, length: usize) -> &mut [f32] {
        let part = &mut self.out[self.at..self.at + length];
        self.at += length;
        part
    }
}
