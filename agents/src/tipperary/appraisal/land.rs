//! A display in the form that the appraisal reads.

use engine::tipperary::{Cover, Display, Place};

/// The kind of a place, in a byte.
pub(super) type AgentKind = u8;

pub(super) const EMPTY: AgentKind = 0;
/// Town, stone circle or tower.
pub(super) const PLAIN: AgentKind = 1;
/// A meadow without a wooden sheep.
pub(super) const MEADOW: AgentKind = 2;
pub(super) const BONUS_MEADOW: AgentKind = 3;
pub(super) const GRAIN: AgentKind = 4;
pub(super) const DISTILLERY: AgentKind = 5;
pub(super) const RUIN: AgentKind = 6;
pub(super) const BOG: AgentKind = 7;
/// With the number of sheep in the lower bits.
pub(super) const PASTURE: AgentKind = 16;

/// Empty places around the bounding box of the display.
///
/// Lines of ruins are searched from a place beside the display, up to two places further.
pub(super) const MARGIN: usize = 3;

/// A display as a grid of bytes, with empty places around it.
#[derive(Clone, Debug)]
pub struct Land {
    low: Place,
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) stride: usize,
    pub(super) kinds: Vec<AgentKind>,
}

impl Land {
    /// Reads a display.
    pub fn of(display: &Display) -> Self {
        let (low, high) = display.bounds();
        let (width, height) = ((high.x - low.x + 1) as usize, (high.y - low.y + 1) as usize);
        let stride = width + 2 * MARGIN;
        let kinds = vec![EMPTY; stride * (height + 2 * MARGIN)];
        let mut land = Self { low, width, height, stride, kinds };
        for (place, cover) in display.covered() {
            let number = land.number(place);
            land.kinds[number] = kind(cover);
        }
        land
    }

    /// The number of a place in or next to the box.
    pub(super) fn number(&self, place: Place) -> usize {
        let (column, row) = (place.x - self.low.x + MARGIN as i16, place.y - self.low.y + MARGIN as i16);
        row as usize * self.stride + column as usize
    }

    /// The place with this number.
    pub(super) fn place(&self, number: usize) -> Place {
        let (row, column) = (number / self.stride, number % self.stride);
        self.low.offset(column as i16 - MARGIN as i16, row as i16 - MARGIN as i16)
    }

    /// The number of the first place of a row of the box.
    pub(super) fn row(&self, row: usize) -> usize {
        (row + MARGIN) * self.stride + MARGIN
    }

    /// The numbers of all places in the box and next to it, row by row.
    pub(super) fn box_and_rim(&self) -> impl Iterator<Item = usize> + use<> {
        let (stride, width) = (self.stride, self.width);
        let rows = MARGIN - 1..MARGIN + self.height + 1;
        rows.flat_map(move |row| {
            let first = row * stride + MARGIN - 1;
            first..first + width + 2
        })
    }

    pub(super) fn neighbours(&self, number: usize) -> [usize; 4] {
        [number + 1, number - 1, number + self.stride, number - self.stride]
    }

    pub(super) fn is_covered(&self, number: usize) -> bool {
        self.kinds[number] != EMPTY
    }

    /// Counts the neighbours of this kind.
    pub(super) fn beside(&self, number: usize, kind: AgentKind) -> i32 {
        self.neighbours(number).into_iter().map(|next| i32::from(self.kinds[next] == kind)).sum()
    }

    /// Counts the neighbours that are covered.
    pub(super) fn contacts(&self, number: usize) -> i32 {
        self.neighbours(number).into_iter().map(|next| i32::from(self.is_covered(next))).sum()
    }

    /// Counts the lines that a ruin on this empty place would complete, from 0 to 2.
    pub(super) fn lines_completed(&self, number: usize) -> i32 {
        let run = |step: isize| {
            // A line of three or more would only be extended.
            (1..=MARGIN)
                .take_while(|&count| self.kinds[number.wrapping_add_signed(step * count as isize)] == RUIN)
                .count()
        };
        let line = |step: isize| {
            let (forth, back) = (run(step), run(-step));
            i32::from(forth.max(back) < 3 && forth + back >= 2)
        };
        line(1) + line(self.stride as isize)
    }

    /// Returns whether a bog on this empty place would create a protected site.
    pub(super) fn creates_site(&self, number: usize) -> bool {
        let bogs = || self.neighbours(number).into_iter().filter(|&next| self.kinds[next] == BOG);
        bogs().next().is_some() && bogs().all(|bog| self.beside(bog, BOG) == 0)
    }
}

fn kind(cover: Cover) -> AgentKind {
    match cover {
        Cover::Town | Cover::Stones(_) | Cover::Tower => PLAIN,
        Cover::Meadow { bonus: false } => MEADOW,
        Cover::Meadow { bonus: true } => BONUS_MEADOW,
        Cover::Pasture(sheep) => PASTURE | sheep,
        Cover::WoodenSheep => PASTURE | 1,
        Cover::Grain => GRAIN,
        Cover::Distillery => DISTILLERY,
        Cover::Ruin => RUIN,
        Cover::Bog => BOG,
    }
}
