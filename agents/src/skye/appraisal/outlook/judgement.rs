//! The judgement of the rest of a game: evaluation weights, by players and rounds to come.

use std::sync::{Arc, LazyLock};

use engine::Game;
use engine::skye::{Module, Modules, ScrollKind, Skye, Terrain};
use serde::{Deserialize, Serialize};

use crate::skye::appraisal::{Expansions, MilliVp};

/// Open edges are distinguished up to this number; more count as this number.
pub const OPEN_EDGES: usize = 6;

/// The number of stages: rounds to come that are distinguished, from 0.
///
/// More rounds count as the last stage.
pub const STAGES: usize = 6;

/// Numbers of players, from 2.
const PLAYER_COUNTS: usize = 4;

/// The largest lead or lag in a majority that is distinguished.
pub const LEAD: i32 = 3;

/// Standings in a majority: without any, then from a lag of [`LEAD`] to a lead of it.
pub const STANDINGS: usize = 2 * LEAD as usize + 2;

/// The standing of a player who ties with the best other one.
pub const AT_PAR: usize = 1 + LEAD as usize;

/// A judgement for every number of players, with and without modules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgements {
    /// The terms that are ignored.
    pub ignored: IgnoredTerms,
    /// By scope.
    pub scopes: [ByPlayers; Scope::ALL.len()],
}

/// The judgements for one scope: the content of a data file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByPlayers {
    /// By number of players from 2.
    pub players: [Judgement; PLAYER_COUNTS],
}

/// The terms that a restricted player ignores.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct IgnoredTerms {
    /// Scrolls.
    pub scrolls: bool,
    /// Scoring tiles that pay for roads, and open exits.
    pub roads: bool,
    /// Whisky's gold.
    pub income: bool,
    /// Everything in the second buy turn.
    pub druids: bool,
    /// Draws from the bag in the second buy turn.
    pub bag: bool,
    /// Stone tablets.
    pub tablets: bool,
    /// Tunnels, and VP barrels.
    pub tunnels: bool,
    /// Borderland tiles.
    pub borderlands: bool,
}

/// The judgement for one number of players.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judgement {
    /// By rounds to come in which tiles will still be laid.
    pub stages: [Stage; STAGES],
}

/// The numbers for one number of rounds to come.
///
/// Worth is in thousandths of a VP, chances and factors in thousandths.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Stage {
    /// Worth of one gold.
    pub gold: MilliVp,
    /// The additional worth of one gold for every scoring of `most-gold` to come.
    pub most_gold: MilliVp,
    /// Worth of a tile with barrels, beyond the gold it will earn.
    ///
    /// First for a tile that is connected to the castle, then for one that is not.
    pub barrels: [MilliVp; 2],
    /// The part of an open area's VP that counts, by terrain and open edges from 1.
    ///
    /// Set by hand it is the chance of completion in time. Calibrated it is a fitted weight, which includes more than
    /// that chance and can be negative.
    pub completion: [[MilliVp; OPEN_EDGES]; Terrain::ALL.len()],
    /// The same for the largest lake.
    pub lake_completion: [MilliVp; OPEN_EDGES],
    /// The same for an area with a scroll.
    pub scroll_completion: [MilliVp; OPEN_EDGES],
    /// Features that a scroll is expected to count beyond the present ones, in thousandths.
    ///
    /// By kind of scroll of the base game.
    pub scroll_growth: [MilliVp; ScrollKind::IN_BASE],
    /// The mean VP of a scoring of `most-whisky`, by standing: own count minus the best other's.
    pub most_whisky: [MilliVp; STANDINGS],
    /// The mean VP of a scoring of `most-ships`, by standing: own count minus the best other's.
    pub most_ships: [MilliVp; STANDINGS],
    /// Worth, for each scoring of `building-sets`, of an incomplete set with one part and with two.
    pub begun_sets: [MilliVp; 2],
    /// Worth of an open water area with only ships, and with only lighthouses.
    ///
    /// For each scoring of `harbours`.
    pub begun_harbours: [MilliVp; 2],
    /// Worth of an open mountain area beyond its VP, with no, one and two brochs.
    ///
    /// For each scoring of `mountain-brochs`.
    pub begun_brochs: [MilliVp; 3],
    /// Worth, for each scoring of `farm-animals`, of a farm, and of an animal not at a farm.
    pub begun_farms: [MilliVp; 2],
    /// Worth, for each scoring of `road-cattle`, of cattle on a tile that is not connected.
    pub unconnected_cattle: MilliVp,
    /// Worth of an open exit of a connected road, if no scoring tile pays for roads and if one does.
    pub open_roads: [MilliVp; 2],
    /// Worth of an edge shared by two tiles.
    ///
    /// Compact territories have places that complete areas and squares. Not fitted.
    pub contacts: MilliVp,
    /// The numbers that only modules need; data files of the base game leave them out.
    #[serde(default, skip_serializing_if = "is_none")]
    pub expansions: Expansions,
}

fn is_none(expansions: &Expansions) -> bool {
    *expansions == Expansions::default()
}

impl Judgements {
    /// The judgements set by hand, from which calibration starts.
    pub fn by_hand() -> Arc<Self> {
        static BY_HAND: LazyLock<Arc<Judgements>> = LazyLock::new(|| Judgements::from_base(ByPlayers::by_hand()));
        Arc::clone(&BY_HAND)
    }

    /// The judgements calibrated on self-play in the base game; modules' numbers are set by hand.
    pub fn of_base_game() -> Arc<Self> {
        static OF_BASE_GAME: LazyLock<Arc<Judgements>> =
            LazyLock::new(|| Judgements::from_base(ByPlayers::committed(Scope::Base.data())));
        Arc::clone(&OF_BASE_GAME)
    }

    /// Uses these numbers for the base game and with modules; modules' numbers are set by hand.
    fn from_base(base: ByPlayers) -> Arc<Self> {
        let scopes = Scope::ALL.map(|scope| if scope == Scope::Base { base.clone() } else { base.expanded() });
        Arc::new(Self { ignored: IgnoredTerms::default(), scopes })
    }

    /// The judgements calibrated on self-play, from the committed data files.
    pub fn calibrated() -> Arc<Self> {
        static CALIBRATED: LazyLock<Arc<Judgements>> = LazyLock::new(|| {
            let scopes = Scope::ALL.map(|scope| ByPlayers::committed(scope.data()));
            Arc::new(Judgements { ignored: IgnoredTerms::default(), scopes })
        });
        Arc::clone(&CALIBRATED)
    }

    /// Returns the start of a scope's calibration.
    ///
    /// For the base game these are the numbers set by hand, with modules those calibrated in the base game.
    pub fn uncalibrated(scope: Scope) -> Arc<Self> {
        match scope {
            Scope::Base => Self::by_hand(),
            _ => Self::of_base_game(),
        }
    }

    /// The same stage for all numbers of players and rounds to come, with any modules.
    pub fn uniform(stage: Stage) -> Self {
        let judgement = Judgement { stages: std::array::from_fn(|_| stage.clone()) };
        let all = ByPlayers { players: std::array::from_fn(|_| judgement.clone()) };
        Self { ignored: IgnoredTerms::default(), scopes: Scope::ALL.map(|_| all.clone()) }
    }

    /// Sets the worth of everything that is not yet there to 0.
    ///
    /// Only gold (also when saved for later) and majorities keep their numbers.
    pub fn forget_potential(&mut self) {
        let judgements = self.scopes.iter_mut().flat_map(|scope| &mut scope.players);
        for stage in judgements.flat_map(|judgement| &mut judgement.stages) {
            let Stage { gold, most_gold, most_whisky, most_ships, .. } = *stage;
            let expansions = Expansions { saving: stage.expansions.saving, ..Expansions::default() };
            *stage = Stage { gold, most_gold, most_whisky, most_ships, expansions, ..Stage::default() };
        }
    }

    /// The judgement for this game.
    #[inline]
    pub fn of(&self, game: &Skye) -> &Judgement {
        self.scopes[Scope::of(game.rules().modules) as usize].of(game.seats())
    }
}

impl ByPlayers {
    /// Estimates by hand for the base game.
    fn by_hand() -> Self {
        let of = |index| Judgement { stages: std::array::from_fn(|to_come| by_hand(index + 2, to_come)) };
        Self { players: std::array::from_fn(of) }
    }

    /// The same numbers, with those of modules set by hand.
    fn expanded(&self) -> Self {
        let mut expanded = self.clone();
        for stages in expanded.players.iter_mut().map(|judgement| &mut judgement.stages) {
            let mut future_gold = 0;
            for stage in stages {
                stage.expansions = Expansions::by_hand(future_gold);
                future_gold += stage.gold;
            }
        }
        expanded
    }

    /// A committed data file.
    fn committed(text: &str) -> Self {
        Self::from_json(text).expect("the committed data files are tested")
    }

    /// Reads a data file.
    ///
    /// # Errors
    /// If a number is missing, unknown or of the wrong type; the message says where.
    pub fn from_json(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The data file.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("plain numbers") + "\n"
    }

    /// The judgement for this number of players, from 2 to 5.
    #[inline]
    pub fn of(&self, players: usize) -> &Judgement {
        &self.players[players - 2]
    }
}

impl Judgement {
    /// The numbers for this number of rounds to come.
    pub fn stage(&self, to_come: u8) -> &Stage {
        &self.stages[usize::from(to_come).min(STAGES - 1)]
    }
}

impl Stage {
    /// Every number that is fitted.
    ///
    /// The appraisal is linear in each of them, except for rounding and two cases: a scroll's worth is the product of
    /// its area's completion and the kind's growth, and the largest lake is a maximum.
    pub fn numbers_mut(&mut self) -> impl Iterator<Item = &mut MilliVp> {
        let single = [&mut self.gold, &mut self.most_gold, &mut self.unconnected_cattle];
        let tables: [&mut [MilliVp]; 12] = [
            &mut self.barrels,
            self.completion.as_flattened_mut(),
            &mut self.lake_completion,
            &mut self.scroll_completion,
            &mut self.scroll_growth,
            &mut self.most_whisky,
            &mut self.most_ships,
            &mut self.begun_sets,
            &mut self.begun_harbours,
            &mut self.begun_brochs,
            &mut self.begun_farms,
            &mut self.open_roads,
        ];
        single.into_iter().chain(tables.into_iter().flatten()).chain(self.expansions.fitted_mut())
    }
}

/// The row in a table of standings for a player with `own` against a best other count of `rival`.
pub fn standing(own: u16, rival: u16) -> usize {
    match own {
        0 => 0,
        _ => (1 + LEAD + (i32::from(own) - i32::from(rival)).clamp(-LEAD, LEAD)) as usize,
    }
}

/// Worth of one gold, set by hand: the final exchange pays 200, and earlier gold buys better tiles.
const GOLD: [MilliVp; STAGES] = [200, 280, 360, 420, 450, 500];

/// Estimates by hand, for five rounds to come unless noted otherwise.
fn by_hand(players: usize, to_come: usize) -> Stage {
    // Chance that an area with 1, 2, … open edges is completed by the end; fewer rounds leave less time.
    const COMPLETION: [MilliVp; OPEN_EDGES] = [600, 380, 200, 100, 40, 0];
    let completion = COMPLETION.map(|chance| chance * to_come as MilliVp / 5);
    let while_something_comes = MilliVp::from(to_come > 0);
    Stage {
        gold: GOLD[to_come],
        most_gold: 60,
        completion: [completion; Terrain::ALL.len()],
        lake_completion: completion,
        scroll_completion: completion,
        most_whisky: majority_by_hand(players),
        most_ships: majority_by_hand(players),
        begun_sets: [900, 1800],
        begun_harbours: [1000; 2],
        open_roads: [120 * while_something_comes, 240 * while_something_comes],
        contacts: 40 * while_something_comes,
        ..Stage::default()
    }
}

/// An estimate by hand of a majority, by standing.
fn majority_by_hand(players: usize) -> [MilliVp; STANDINGS] {
    // Chance of having the most at the end.
    const MOST: [MilliVp; STANDINGS] = [0, 50, 130, 300, 560, 760, 880, 950];
    let mut majority = MOST.map(|most| {
        // With more players a second place is less likely.
        let second = (1000 - most) / (players as MilliVp - 1);
        5 * most + 2 * second
    });
    majority[0] = 0;
    majority
}

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
