//! The sets of modules with separate judgements.

use engine::skye::{Module, Modules};

/// Sets of modules that share their numbers.
///
/// Druids and borderland tiles change territories and the use of gold; compared with that, tunnels and two more scoring
/// tiles change little.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Scope {
    /// The base game.
    Base,
    /// Tunnels, Bonus or both.
    Tunnels,
    /// Druids, without Borderlands.
    Druids,
    /// Borderlands, without Druids.
    Borderlands,
    /// Both.
    DruidsAndBorderlands,
}

impl Scope {
    /// All, in the order of their indices.
    pub const ALL: [Self; 5] = [Self::Base, Self::Tunnels, Self::Druids, Self::Borderlands, Self::DruidsAndBorderlands];

    /// The scope of a set of modules.
    #[inline]
    pub fn of(modules: Modules) -> Self {
        match (modules.has(Module::Druids), modules.has(Module::Borderlands)) {
            (true, true) => Self::DruidsAndBorderlands,
            (true, false) => Self::Druids,
            (false, true) => Self::Borderlands,
            (false, false) if modules.is_empty() => Self::Base,
            (false, false) => Self::Tunnels,
        }
    }

    /// The data file of its calibrated judgement.
    pub(super) fn data(self) -> &'static str {
        match self {
            Self::Base => include_str!("../../../../data/judgement.json"),
            Self::Tunnels => include_str!("../../../../data/judgement_tunnels.json"),
            Self::Druids => include_str!("../../../../data/judgement_druids.json"),
            Self::Borderlands => include_str!("../../../../data/judgement_borderlands.json"),
            Self::DruidsAndBorderlands => include_str!("../../../../data/judgement_druids_borderlands.json"),
        }
    }
}
