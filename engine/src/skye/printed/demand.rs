//! The demand of an empty place's neighbours on a tile, and the rotations that meet it.

use crate::bits::ones;
use crate::skye::{Edges, Rotation, SIDES, Side, Terrain, Tile};

/// The word that a demand is packed into.
type Word = u8;

/// The number of bits for the demand of one side: 0 for no neighbour, otherwise its terrain's code.
const BITS_A_SIDE: u32 = 2;

/// The bits of one side.
const SIDE: Word = (1 << BITS_A_SIDE) - 1;

const _: () = assert!(Terrain::ALL.len() <= SIDE as usize, "a side has bits for every terrain");
const _: () = assert!(Demand::BITS <= Word::BITS, "the word holds four sides");
const _: () = assert!(BITS_A_SIDE == 2, "`sides` takes two bits together");

/// The terrains that the neighbours of an empty place demand of a tile laid there.
///
/// Packed by side, from the lowest bits for north, clockwise.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Demand(Word);

impl Demand {
    /// The number of bits.
    pub(in crate::skye) const BITS: u32 = 4 * BITS_A_SIDE;

    /// The demand with one more neighbour, whose edge on this side has this terrain.
    #[inline]
    #[must_use]
    pub fn with(self, side: Side, terrain: Terrain) -> Self {
        Self(self.0 | (terrain.code() as Word) << Self::shift(side))
    }

    /// Returns whether there is a neighbour on this side.
    #[inline]
    pub fn asks(self, side: Side) -> bool {
        self.of(side) != 0
    }

    /// The sides with a neighbour.
    #[inline]
    pub(in crate::skye) fn sides(self) -> Edges {
        // One bit for each side; then the bits are packed together.
        let asked = (self.0 | self.0 >> 1) & 0b0101_0101;
        let pairs = (asked | asked >> 1) & 0b0011_0011;
        Edges::from_bits((pairs | pairs >> 2) & 0b1111)
    }

    /// As a number below 2^[`BITS`](Self::BITS).
    #[inline]
    pub(in crate::skye) fn bits(self) -> u32 {
        u32::from(self.0)
    }

    /// The demand in the lowest [`BITS`](Self::BITS) of a number made by [`bits`](Self::bits).
    #[inline]
    pub(in crate::skye) fn from_bits(bits: u32) -> Self {
        Self((bits & ((1 << Self::BITS) - 1)) as Word)
    }

    #[inline]
    fn shift(side: Side) -> u32 {
        BITS_A_SIDE * side as u32
    }

    #[inline]
    fn of(self, side: Side) -> Word {
        self.0 >> Self::shift(side) & SIDE
    }

    /// Returns whether there is a neighbour on any side.
    pub(in crate::skye) fn asks_anything(self) -> bool {
        self.0 != 0
    }

    /// Returns whether a tile may be laid there.
    ///
    /// It must have equal terrain on every common edge, and no curved side against a straight one.
    fn allows(self, tile: &Tile) -> bool {
        SIDES.into_iter().all(|side| {
            let wanted = self.of(side);
            wanted == 0 || (wanted == tile.edges[side.index()].code() as Word && !tile.special.curved.has(side))
        })
    }
}

/// A set of rotations: one bit each in the low half, their number in the high half.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Rotations(u8);

impl Rotations {
    /// Returns the number of rotations.
    #[inline]
    pub fn len(self) -> usize {
        usize::from(self.0 >> 4)
    }

    /// Returns whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether this rotation is in the set.
    #[inline]
    pub fn has(self, rotation: Rotation) -> bool {
        self.0 >> rotation.quarter_turns() & 1 == 1
    }

    /// The rotations in it, ascending.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Rotation> {
        ones(self.0 & ((1 << Rotation::ALL.len()) - 1)).map(|index| Rotation::ALL[index])
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
pub struct Fitting([Rotations; 1 << Demand::BITS]);

impl Fitting {
    pub(super) fn of(turned: &[Tile; 4]) -> Self {
        let distinct: Vec<Rotation> = turned[0].distinct_rotations().collect();
        Self(std::array::from_fn(|demand| {
            distinct
                .iter()
                .copied()
                .filter(|rotation| Demand::from_bits(demand as u32).allows(&turned[rotation.quarter_turns()]))
                .collect()
        }))
    }

    /// The distinct rotations in which the tile may be laid at this demand.
    #[inline]
    pub fn at(&self, demand: Demand) -> Rotations {
        self.0[usize::from(demand.0)]
    }
}
