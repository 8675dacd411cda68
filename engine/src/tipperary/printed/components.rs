//! Everything that comes from files: landscape tiles, bonus tiles, hometowns.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use tinyvec::ArrayVec;

use super::files::BonusTile;
use super::hometown::PRINTED_AROUND;
use super::landscape::Landscape;
use crate::random::chance;
use crate::tipperary::{AREAS, Hometown, TileFileError, files};
use crate::{MAX_SEATS, below, named_enum};

/// The components of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Components {
    landscape: Landscape,
    bonus: Vec<BonusTile>,
    hometowns: Vec<Hometown>,
}

named_enum! {
    /// One of the three files of components.
    pub enum ComponentSheet {
        /// Landscape tiles.
        Landscape = "landscape",
        /// Bonus tiles.
        Bonus = "bonus",
        /// Hometowns.
        Hometowns = "hometowns",
    }
}

impl ComponentSheet {
    /// The file that is built into the program. It is reconstructed: the printed faces are not known.
    pub fn shipped(self) -> &'static str {
        match self {
            Self::Landscape => include_str!("../../../data/tipperary_landscape_tiles.csv"),
            Self::Bonus => include_str!("../../../data/tipperary_bonus_tiles.csv"),
            Self::Hometowns => include_str!("../../../data/tipperary_hometowns.csv"),
        }
    }
}

/// The name of the shipped files, whose printed faces are not known.
pub const RECONSTRUCTED: &str = "reconstructed";

/// The hometowns of a game by seat.
pub type Hometowns = ArrayVec<[HometownId; MAX_SEATS]>;

/// The round of the chance event that deals hometowns: before the first.
const BEFORE_ROUNDS: u8 = 0;

impl Components {
    /// The shipped components, all reconstructed.
    pub fn shipped() -> Arc<Self> {
        static SHIPPED: LazyLock<Arc<Components>> = LazyLock::new(|| {
            Arc::new(Components::parse(&[]).unwrap_or_else(|error| panic!("the shipped files are tested: {error}")))
        });
        Arc::clone(&SHIPPED)
    }

    /// The components of these files, and the shipped ones in place of missing files.
    ///
    /// Each file is its text with its name in errors.
    ///
    /// # Errors
    /// The first error: file, line, tile, column, what was found and what is accepted.
    pub fn parse(given: &[(ComponentSheet, &Path, &str)]) -> Result<Self, TileFileError> {
        let find = |sheet: ComponentSheet| {
            let found = given.iter().find(|(other, ..)| *other == sheet);
            found.map_or((Path::new(RECONSTRUCTED), sheet.shipped()), |&(_, file, text)| (file, text))
        };
        let (file, text) = find(ComponentSheet::Landscape);
        let landscape = Landscape(files::landscape(file, text)?);
        let (file, text) = find(ComponentSheet::Bonus);
        let bonus = files::bonus(file, text)?;
        let (file, text) = find(ComponentSheet::Hometowns);
        Ok(Self { landscape, bonus, hometowns: files::hometowns(file, text)? })
    }

    /// The landscape tiles.
    #[inline]
    pub fn landscape(&self) -> &Landscape {
        &self.landscape
    }

    /// All bonus tiles in file order.
    pub fn all_bonus(&self) -> impl ExactSizeIterator<Item = BonusId> + use<> {
        (0..self.bonus.len()).map(BonusId::new)
    }

    /// One bonus tile.
    #[inline]
    pub fn bonus(&self, tile: BonusId) -> &BonusTile {
        &self.bonus[tile.index()]
    }

    /// The bonus tile with this id.
    pub fn bonus_by_name(&self, name: &str) -> Option<BonusId> {
        self.all_bonus().find(|&tile| self.bonus(tile).name == name)
    }

    /// All sides of hometowns in file order.
    pub fn all_hometowns(&self) -> impl ExactSizeIterator<Item = HometownId> + use<> {
        (0..self.hometowns.len()).map(HometownId::new)
    }

    /// One side of a hometown.
    #[inline]
    pub fn hometown(&self, hometown: HometownId) -> &Hometown {
        &self.hometowns[hometown.index()]
    }

    /// The side of a hometown with this id.
    pub fn hometown_by_name(&self, id: &str) -> Option<HometownId> {
        self.all_hometowns().find(|&hometown| self.hometown(hometown).id == id)
    }

    /// Deals hometowns with this seed: different ones at random, each with a random side.
    pub fn deal(&self, players: usize, seed: u64) -> Hometowns {
        let mut rng = chance(seed, BEFORE_ROUNDS, 0);
        let mut places: ArrayVec<[usize; AREAS]> = (0..AREAS).collect();
        let mut draw = || {
            let wheel = places.swap_remove(below(&mut rng, places.len() as u32) as usize);
            let side = ['A', 'B'][below(&mut rng, 2) as usize];
            self.all_hometowns()
                .find(|id| (self.hometown(*id).wheel, self.hometown(*id).side) == (wheel, side))
                .expect("every place of the wheel has two sides")
        };
        (0..players).map(|_| draw()).collect()
    }

    /// Lists oddities of the components that do not make them unplayable.
    ///
    /// They are hometowns whose surroundings are not as large as printed.
    pub fn warnings(&self) -> Vec<String> {
        let odd = self.hometowns.iter().filter(|hometown| hometown.around.len() != PRINTED_AROUND);
        odd.map(|hometown| {
            let (id, around) = (&hometown.id, hometown.around.len());
            format!("hometown {id} has {around} places around it, not {PRINTED_AROUND} as printed")
        })
        .collect()
    }
}

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
