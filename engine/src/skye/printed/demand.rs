//! What the neighbours of an empty place demand of a tile, and in which rotations it meets that.

use super::feature::Terrain;
use super::place::{Rotation, SIDES, Side};
use super::tile::Tile;

/// What the four neighbours of an empty place demand of a tile laid there: two bits for each side, from the lowest for north,
/// clockwise; 0 for no neighbour, otherwise the terrain's code.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Demand(u8);

impl Demand {
    /// The demand with one more neighbour, whose edge on this side has this terrain.
    #[inline]
    #[must_use]
    pub fn with(self, side: Side, terrain: Terrain) -> Self {
        Self(self.0 | terrain.code() << (2 * side.index()))
    }

    /// Whether there is a neighbour on this side.
    #[inline]
    pub fn asks(self, side: Side) -> bool {
        self.0 >> (2 * side.index()) & 0b11 != 0
    }

    /// As a byte.
    #[inline]
    pub(in crate::skye) fn byte(self) -> u8 {
        self.0
    }

    /// The demand that is this [`byte`](Self::byte).
    #[inline]
    pub(in crate::skye) fn from_byte(byte: u8) -> Self {
        Self(byte)
    }

    /// Whether a tile with these edges may lie there.
    fn allows(self, edges: [Terrain; 4]) -> bool {
        SIDES.into_iter().all(|side| {
            let wanted = self.0 >> (2 * side.index()) & 0b11;
            wanted == 0 || wanted == edges[side.index()].code()
        })
    }
}

/// A set of rotations: a bit for each in the low half, their number in the high half.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Rotations(u8);

impl Rotations {
    /// How many there are.
    #[inline]
    pub fn len(self) -> usize {
        usize::from(self.0 >> 4)
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this rotation is in the set.
    #[inline]
    pub fn has(self, rotation: Rotation) -> bool {
        self.0 >> rotation.quarter_turns() & 1 == 1
    }

    /// The rotations in it, ascending.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Rotation> {
        Rotation::ALL.into_iter().filter(move |&rotation| self.has(rotation))
    }
}

impl FromIterator<Rotation> for Rotations {
    fn from_iter<I: IntoIterator<Item = Rotation>>(rotations: I) -> Self {
        let bits = rotations.into_iter().fold(0u8, |bits, rotation| bits | 1 << rotation.quarter_turns());
        Self(bits | (bits.count_ones() as u8) << 4)
    }
}

/// For every demand the distinct rotations of one tile that meet it.
#[derive(Clone, Debug)]
pub struct Fitting([Rotations; 256]);

impl Fitting {
    pub(super) fn of(turned: &[Tile; 4]) -> Self {
        let distinct: Vec<Rotation> = turned[0].distinct_rotations().collect();
        Self(std::array::from_fn(|demand| {
            let fits = |rotation: &Rotation| Demand(demand as u8).allows(turned[rotation.quarter_turns()].edges);
            distinct.iter().copied().filter(fits).collect()
        }))
    }

    /// The distinct ways in which the tile may lie where this is demanded.
    #[inline]
    pub fn at(&self, demand: Demand) -> Rotations {
        self.0[usize::from(demand.0)]
    }
}
