//! Numbers of components, in the order of their files.

/// A landscape tile of a [`Landscape`](super::landscape::Landscape).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct TileId(u8);

/// A bonus tile of [`Components`](super::components::Components).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct BonusId(u8);

/// A side of a hometown of [`Components`](super::components::Components).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct HometownId(u8);

macro_rules! indexed {
    ($($id:ident)*) => { $(
        impl $id {
            /// The one with this index, from 0 in the order of the file.
            #[inline]
            pub(in crate::tipperary) fn new(index: usize) -> Self {
                Self(u8::try_from(index).expect("a loader admits at most 255 of each"))
            }

            /// Its index, from 0 in the order of the file.
            #[inline]
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }
    )* };
}
indexed!(TileId BonusId HometownId);
