//! The largest rectangle without gaps.

use super::ground::Ground;
use crate::tipperary::Place;

/// A rectangle of covered places.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Rectangle {
    /// Its south-west place.
    pub corner: Place,
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

impl Rectangle {
    /// Returns the number of its places.
    pub fn area(self) -> u16 {
        self.width * self.height
    }
}

impl Ground {
    /// The largest full rectangle.
    ///
    /// Ties go to the first that a scan from south to north and from west to east completes.
    ///
    /// Each row is the base of columns of covered places that reach down from it. A stack keeps those that may still
    /// bound a rectangle, each higher than the one before it.
    pub fn largest_rectangle(&self) -> Rectangle {
        let (low, high) = self.bounds();
        let columns = (high.x - low.x + 1) as usize;
        let mut best = Rectangle { corner: low, width: 0, height: 0 };
        let mut heights = vec![0u16; columns];
        // The first column of an open rectangle, and its height.
        let mut open: Vec<(usize, u16)> = Vec::with_capacity(columns + 1);
        for y in low.y..=high.y {
            let row = self.number(Place::new(low.x, y)).expect("the box is within the ground");
            for column in 0..=columns {
                let height = match heights.get_mut(column) {
                    Some(height) => {
                        *height = if self.cell(row + column).is_covered() { *height + 1 } else { 0 };
                        *height
                    }
                    None => 0,
                };
                let mut begins = column;
                while let Some(&(begun, higher)) = open.last().filter(|(_, other)| *other > height) {
                    open.pop();
                    begins = begun;
                    let width = (column - begun) as u16;
                    if width * higher > best.area() {
                        let corner = Place::new(low.x + begun as i16, y + 1 - higher as i16);
                        best = Rectangle { corner, width, height: higher };
                    }
                }
                if height > 0 && open.last().is_none_or(|(_, other)| *other < height) {
                    open.push((begins, height));
                }
            }
        }
        best
    }
}
