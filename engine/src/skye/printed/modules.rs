//! The expansion modules of the game.

use std::str::FromStr;

use crate::names::hint;
use crate::{bit_set, named_enum};

named_enum! {
    /// An expansion module.
    pub enum Module {
        /// Druid tiles, bought in a second buy turn from the dolmen board, with stone tablets, new scrolls and six scoring tiles.
        Druids = ("druids", "a second buy turn: Druid tiles with stone tablets and new scrolls, or a tile from the bag; six scoring tiles"),
        /// Tunnel tiles, which connect roads through mountains, and VP barrels.
        Tunnels = ("tunnels", "12 tiles with tunnels, which connect roads through mountains, and with VP barrels"),
        /// Two more scoring tiles.
        Bonus = ("bonus", "two scoring tiles: rows and scroll-of-choice"),
        /// Six borderland tiles for every player, with a curved side and a back.
        Borderlands = ("borderlands", "six tiles per player that can close areas, and are turned over once they are enclosed"),
    }
}

impl Module {
    /// The modules that have tiles of their own.
    pub const WITH_TILES: [Self; 3] = [Self::Druids, Self::Tunnels, Self::Borderlands];
}

/// A name that no module has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no module is called `{found}`; {}", hint(.found, &Module::ALL.map(Module::name)))]
pub struct UnknownModule {
    /// The name.
    pub found: String,
}

impl FromStr for Module {
    type Err = UnknownModule;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::from_name(name).ok_or_else(|| UnknownModule { found: name.to_owned() })
    }
}

bit_set! {
    /// A set of modules; the base game is the empty set.
    pub struct Modules(u8) of Module, |module| module as u8, |index| Module::ALL[index]
}

impl Modules {
    /// Every set of modules, the base game first.
    pub fn all_sets() -> impl Iterator<Item = Self> {
        (0..1 << Module::ALL.len()).map(Self)
    }

    /// As a number below 16, different for every set.
    pub(in crate::skye) fn bits(self) -> usize {
        usize::from(self.0)
    }
}
