//! The immediate effects of a new tile, and flocks.

use super::cover::PackedCell;
use super::ground::Ground;

/// The immediate effects of laying a tile.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    /// Sheep symbols on it: a wooden sheep for each.
    pub symbols: u8,
    /// New pairs of grain field and distillery: a step on the whiskey track for each.
    pub pairs: u8,
    /// New lines of ruins: a tower for each.
    pub lines: u8,
    /// New protected sites: a bonus tile for each.
    pub sites: u8,
}

/// The fewest ruins of a line.
const LINE: usize = 3;

impl Ground {
    /// Pairs of a grain field and a distillery that share an edge, at least one of them at these numbers.
    pub fn new_pairs(&self, new: &[usize]) -> u8 {
        let partner = |cell: PackedCell| match cell {
            PackedCell::GRAIN => Some(PackedCell::DISTILLERY),
            PackedCell::DISTILLERY => Some(PackedCell::GRAIN),
            _ => None,
        };
        let mut pairs = 0;
        for &number in new {
            let Some(wanted) = partner(self.cell(number)) else { continue };
            for next in self.neighbours(number) {
                // Ruling: a pair within one tile counts, too, but only once.
                if self.cell(next) == wanted && (next > number || !new.contains(&next)) {
                    pairs += 1;
                }
            }
        }
        pairs
    }

    /// Rows and columns of three ruins or more, at least one of them at these numbers.
    ///
    /// They contain no earlier line.
    pub fn new_lines(&self, new: &[usize]) -> u8 {
        let is_ruin = |number: usize| self.cell(number) == PackedCell::RUIN;
        let mut lines = 0;
        for &number in new.iter().filter(|&&number| is_ruin(number)) {
            for step in [1, self.stride()] {
                let mut first = number;
                while is_ruin(first - step) {
                    first -= step;
                }
                let row = || (0..).map(|index| first + index * step).take_while(|&place| is_ruin(place));
                // Each row is examined once, from the first of its new ruins.
                if row().find(|place| new.contains(place)) != Some(number) {
                    continue;
                }
                let (mut longest_before, mut before) = (0, 0);
                for place in row() {
                    before = if new.contains(&place) { 0 } else { before + 1 };
                    longest_before = longest_before.max(before);
                }
                // Rulebook: extending a line earns nothing. Ruling: nor does joining it to another; a line of any length earns one tower.
                if row().count() >= LINE && longest_before < LINE {
                    lines += 1;
                }
            }
        }
        lines
    }

    /// Groups of two bogs or more, at least one of them at these numbers.
    ///
    /// They contain no earlier protected site.
    pub fn new_sites(&self, new: &[usize]) -> u8 {
        let is_bog = |number: usize| self.cell(number) == PackedCell::BOG;
        let is_old_bog = |number: usize| is_bog(number) && !new.contains(&number);
        let mut seen = Vec::new();
        let mut sites = 0;
        for &number in new.iter().filter(|&&number| is_bog(number)) {
            if seen.contains(&number) || !self.neighbours(number).into_iter().any(is_bog) {
                continue;
            }
            let begun = seen.len();
            seen.push(number);
            let mut next = begun;
            let mut is_new = true;
            while next < seen.len() {
                let bog = seen[next];
                next += 1;
                for neighbour in self.neighbours(bog).into_iter().filter(|&neighbour| is_bog(neighbour)) {
                    // Ruling: a group that contains an earlier site is not a new one, even if it joins two.
                    is_new &= !(is_old_bog(bog) && is_old_bog(neighbour));
                    if !seen.contains(&neighbour) {
                        seen.push(neighbour);
                    }
                }
            }
            sites += u8::from(is_new);
        }
        sites
    }

    /// The sheep of the largest flock with a pasture at one of these numbers.
    pub fn largest_flock_at(&self, numbers: impl Iterator<Item = usize>) -> u16 {
        let mut largest = 0;
        let mut open = Vec::new();
        let mut seen: Vec<u64> = Vec::new();
        for start in numbers.filter(|&number| self.cell(number).is_pasture()) {
            seen.resize(self.corners() / 64 + 1, 0);
            let mut flock = 0;
            open.push(start);
            while let Some(pasture) = open.pop() {
                let bit = 1 << (pasture % 64);
                if seen[pasture / 64] & bit != 0 {
                    continue;
                }
                seen[pasture / 64] |= bit;
                flock += u16::from(self.cell(pasture).sheep());
                open.extend(self.neighbours(pasture).into_iter().filter(|&next| self.cell(next).is_pasture()));
            }
            largest = largest.max(flock);
        }
        largest
    }
}
