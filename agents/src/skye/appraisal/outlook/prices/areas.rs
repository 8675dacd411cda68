//! Prices of areas.

use engine::skye::{Area, AreaKind, Terrain};

use super::{Award, ByOpenEdges, edges};
use crate::skye::appraisal::outlook::judgement::OPEN_EDGES;
use crate::skye::appraisal::{MilliVp, Stage, VP, times};

engine::bit_set! {
    /// A set of terrains.
    pub(crate) struct Terrains(u8) of Terrain, |terrain| terrain as u8, |index| Terrain::ALL[index]
}

impl Terrains {
    /// Every terrain.
    pub const ALL: Self = Self((1 << Terrain::ALL.len()) - 1);

    /// Adds all of another set.
    #[inline]
    pub fn extend_by(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// A scoring tile that pays for one area alone, the largest of its kind.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum Largest {
    /// The largest completed water area.
    #[default]
    Lake,
    /// The largest completed mountain area.
    Range,
    /// The pasture area with the most cattle, completed or not.
    Herd,
}

impl Largest {
    /// All, in the order of their indices.
    pub const ALL: [Self; 3] = [Self::Lake, Self::Range, Self::Herd];

    /// The terrain of its areas.
    pub fn terrain(self) -> Terrain {
        match self {
            Self::Lake => Terrain::Water,
            Self::Range => Terrain::Mountain,
            Self::Herd => Terrain::Pasture,
        }
    }

    /// Counts the things in an area that it pays for.
    #[inline]
    pub fn count(self, area: &Area) -> u16 {
        match self {
            Self::Lake | Self::Range => area.size(),
            Self::Herd => area.cattle(),
        }
    }
}

/// Prices of areas.
#[derive(Clone, Debug, Default)]
pub(crate) struct AreaPrices {
    /// For an area by terrain and whether it covers three tiles or more.
    by_size: [[ByOpenEdges; 2]; Terrain::ALL.len()],
    /// For areas of other kinds, which no printed scoring tile pays for.
    others: Vec<(AreaKind, ByOpenEdges)>,
    /// For an open mountain area by brochs, beyond `brochs`.
    begun_brochs: [MilliVp; 3],
    /// For a mountain area by brochs, from none to three and more.
    brochs: [MilliVp; 4],
    harbour: MilliVp,
    /// For an open water area with only ships, and with only lighthouses.
    begun_harbours: [MilliVp; 2],
    /// For each water edge that faces an empty place.
    pub open_water: MilliVp,
    /// For each tile of the largest lake and of the largest range, and for each cattle of the largest herd.
    largest: [ByOpenEdges; Largest::ALL.len()],
    /// For each farm on a tile of a water area.
    pub lake_houses: ByOpenEdges,
    /// The terrains whose areas or lakes have any worth.
    pub paying: Terrains,
    /// The terrains whose areas are paid for by their features or open edges.
    by_features: Terrains,
}

impl AreaPrices {
    /// Adds a scoring tile that pays for each area of a kind.
    ///
    /// A completed area pays at every scoring. An open one that must be completed pays at later ones, if it is in time.
    pub(super) fn add(&mut self, kind: AreaKind, award: &Award<'_>) {
        let is_tabulated = kind.completed && kind.with.is_empty() && [0, 1, 3].contains(&kind.least);
        for terrain in Terrain::ALL.into_iter().filter(|&terrain| kind.terrain.is_none_or(|only| only == terrain)) {
            let prices = match kind.completed {
                true => award.by_edges(&award.stage.completion[terrain as usize]),
                false => [VP * award.times.all * award.points / award.per; OPEN_EDGES + 1],
            };
            if is_tabulated {
                for is_large in [false, true].into_iter().filter(|&is_large| is_large || kind.least < 3) {
                    add_to(&mut self.by_size[terrain as usize][usize::from(is_large)], prices);
                }
            } else {
                // The prices include completion.
                self.others.push((AreaKind { terrain: Some(terrain), completed: false, ..kind }, prices));
            }
        }
    }

    /// Adds a scoring tile that pays for the largest area of a kind.
    pub(super) fn add_largest(&mut self, largest: Largest, award: &Award<'_>) {
        let prices = match largest {
            Largest::Lake | Largest::Range => award.by_edges(&award.stage.lake_completion),
            Largest::Herd => [award.price(); OPEN_EDGES + 1],
        };
        add_to(&mut self.largest[largest as usize], prices);
    }

    /// Adds a scoring tile that pays for farms at lakes.
    pub(super) fn add_lake_houses(&mut self, award: &Award<'_>) {
        add_to(&mut self.lake_houses, award.by_edges(&award.stage.completion[Terrain::Water as usize]));
    }

    /// Adds a scoring tile that pays for harbours.
    pub(super) fn add_harbours(&mut self, award: &Award<'_>) {
        self.harbour += award.price();
        add_to(&mut self.begun_harbours, award.stage.begun_harbours.map(|worth| award.begun(worth, 3)));
    }

    /// Adds a scoring tile that pays these points for mountain areas with one, two and three or more brochs.
    pub(super) fn add_brochs(&mut self, points: [u16; 3], all: MilliVp, later: MilliVp, stage: &Stage) {
        // As printed: 1, 3 and 6.
        const PRINTED: MilliVp = 1 + 3 + 6;
        for (sum, points) in self.brochs[1..].iter_mut().zip(points) {
            *sum += VP * MilliVp::from(points) * all;
        }
        let points = points.map(MilliVp::from).iter().sum::<MilliVp>();
        add_to(&mut self.begun_brochs, stage.begun_brochs.map(|worth| worth * points / PRINTED * later));
    }

    /// Finds the terrains that are paid for, once all scoring tiles are added.
    pub(super) fn find_paying(&mut self) {
        self.by_features = Terrain::ALL.into_iter().filter(|&terrain| self.pays_for_features(terrain)).collect();
        self.paying = Terrain::ALL.into_iter().filter(|&terrain| self.pays_for(terrain)).collect();
    }

    /// Returns whether any area of this terrain can have worth, whatever its features.
    fn pays_for(&self, terrain: Terrain) -> bool {
        let mut largest = Largest::ALL.into_iter().filter(|largest| largest.terrain() == terrain);
        self.by_features.has(terrain)
            || terrain == Terrain::Water && self.pays_lake_houses()
            || largest.any(|largest| is_any(&self.largest[largest as usize]))
            || is_any(self.by_size[terrain as usize].as_flattened())
            || self.others.iter().any(|(kind, _)| kind.terrain == Some(terrain))
    }

    /// Returns whether areas of this terrain are paid for by their features or open edges.
    fn pays_for_features(&self, terrain: Terrain) -> bool {
        match terrain {
            Terrain::Pasture => false,
            Terrain::Mountain => is_any(&self.brochs) || is_any(&self.begun_brochs),
            Terrain::Water => self.harbour != 0 || is_any(&self.begun_harbours) || self.open_water != 0,
        }
    }

    /// The kinds whose largest area is paid for.
    ///
    /// If so, a completed one always is.
    #[inline]
    pub fn paid_largest(&self) -> impl Iterator<Item = Largest> {
        Largest::ALL.into_iter().filter(|&largest| self.largest[largest as usize][0] != 0)
    }

    /// Returns whether farms at lakes are paid for.
    #[inline]
    pub fn pays_lake_houses(&self) -> bool {
        self.lake_houses[0] != 0
    }

    /// Returns the price of this area as the largest of its kind.
    #[inline]
    pub fn largest_worth(&self, largest: Largest, area: &Area) -> MilliVp {
        times(largest.count(area), self.largest[largest as usize][edges(area)])
    }

    /// Returns the price of a single area.
    #[inline]
    pub fn worth(&self, area: &Area) -> MilliVp {
        if !self.paying.has(area.terrain()) {
            return 0;
        }
        let is_large = usize::from(area.is_large());
        let mut completed = self.by_size[area.terrain() as usize][is_large][edges(area)];
        if !self.others.is_empty() {
            let kinds = self.others.iter().filter(|(kind, _)| area.is_of(kind));
            completed += kinds.map(|(_, prices)| prices[edges(area)]).sum::<MilliVp>();
        }
        if !self.by_features.has(area.terrain()) {
            return completed;
        }
        completed
            + match area.terrain() {
                Terrain::Pasture => 0,
                Terrain::Mountain => self.mountain(area),
                Terrain::Water => self.harbour(area) + self.open_water * MilliVp::from(area.open_edges()),
            }
    }

    #[inline]
    fn mountain(&self, area: &Area) -> MilliVp {
        let begun = if area.is_completed() { None } else { self.begun_brochs.get(usize::from(area.brochs())) };
        self.brochs[usize::from(area.brochs()).min(3)] + begun.unwrap_or(&0)
    }

    #[inline]
    fn harbour(&self, area: &Area) -> MilliVp {
        match (area.ships() > 0, area.lighthouses() > 0) {
            (true, true) => self.harbour,
            (false, false) => 0,
            (ships, _) => MilliVp::from(!area.is_completed()) * self.begun_harbours[usize::from(!ships)],
        }
    }
}

fn add_to<const N: usize>(sums: &mut [MilliVp; N], prices: [MilliVp; N]) {
    sums.iter_mut().zip(prices).for_each(|(sum, price)| *sum += price);
}

fn is_any(table: &[MilliVp]) -> bool {
    table.iter().any(|&worth| worth != 0)
}
