//! The expansion modules of the game.

use std::str::FromStr;

use crate::names::hint;

crate::named_enum! {
    /// An expansion module.
    #[derive(PartialOrd, Ord, Hash)]
    pub enum Module {
        /// Druid tiles, bought in a second buy turn from the dolmen board, with stone tablets, new scrolls and six scoring tiles.
        Druids = ("druids",
            "a second buy turn: Druid tiles with stone tablets and new scrolls, or a tile from the bag; six scoring tiles"),
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

/// A set of modules.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Modules(u8);

impl Modules {
    /// The base game.
    pub const NONE: Self = Self(0);

    /// Every set of modules, the base game first.
    pub fn all_sets() -> impl Iterator<Item = Self> {
        (0..1 << Module::ALL.len()).map(Self)
    }

    /// Returns whether this module is in play.
    #[inline]
    pub fn has(self, module: Module) -> bool {
        self.0 >> module as u8 & 1 == 1
    }

    /// The set with this module added.
    #[must_use]
    pub fn with(self, module: Module) -> Self {
        Self(self.0 | 1 << module as u8)
    }

    /// Returns whether it is the base game.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The modules in the order in which they are written.
    pub fn iter(self) -> impl Iterator<Item = Module> {
        Module::ALL.into_iter().filter(move |&module| self.has(module))
    }

    /// As a number below 16, different for every set.
    pub(in crate::skye) fn bits(self) -> usize {
        usize::from(self.0)
    }
}

impl FromIterator<Module> for Modules {
    fn from_iter<I: IntoIterator<Item = Module>>(modules: I) -> Self {
        modules.into_iter().fold(Self::NONE, Self::with)
    }
}
