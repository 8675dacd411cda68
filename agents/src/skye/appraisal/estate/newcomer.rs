//! A tile that might be laid: what it adds wherever it is laid.

use std::cell::OnceCell;

use engine::skye::areas::Area;
use engine::skye::tile::{Edges, MAX_AREAS_PER_TILE, Tile};
use engine::skye::{Module, Placement, Rotation, SIDES, Tablet, Terrain, TileId};

use super::super::outlook::Outlook;
use super::super::outlook::prices::Terrains;
use super::super::worth::MilliVp;
use super::Estate;
use super::merger::Merger;
use super::site::Site;
use super::summary::Summary;

/// A tile in one rotation, before it meets anything.
pub(super) struct Lying<'a> {
    /// The tile.
    pub tile: &'a Tile,
    /// What each of its areas is worth alone.
    areas: [MilliVp; MAX_AREAS_PER_TILE],
    /// What all of them are worth.
    pub worth: MilliVp,
    /// Its areas that count: bit i for area i.
    pub counting: u8,
    /// The terrains of its areas that count.
    pub terrains: Terrains,
    /// Whether one of them has no open edge, whatever it meets.
    pub has_completed: bool,
}

impl<'a> Lying<'a> {
    fn new(outlook: &Outlook<'_>, tile: &'a Tile, counting: Terrains) -> Self {
        let mut lying = Self {
            tile,
            areas: [0; MAX_AREAS_PER_TILE],
            worth: 0,
            counting: 0,
            terrains: Terrains::default(),
            has_completed: false,
        };
        for (part, (area, worth)) in tile.areas.iter().zip(&mut lying.areas).enumerate() {
            if counting.has(area.terrain) {
                let area = Area::of_tile(tile, part, 0);
                lying.has_completed |= area.is_completed();
                *worth = outlook.area_worth(&area);
                lying.worth += *worth;
                lying.counting |= 1 << part;
                lying.terrains.extend([area.terrain()]);
            }
        }
        lying
    }

    /// What one of its areas is worth alone.
    #[inline]
    pub fn area_worth(&self, part: usize) -> MilliVp {
        self.areas[part]
    }

    /// One of its areas alone.
    pub fn area(&self, part: usize) -> Area {
        Area::of_tile(self.tile, part, 0)
    }

    /// Its areas that meet nothing, as tile number `number` of the territory.
    pub fn alone<'m>(&'m self, merger: &'m Merger, number: usize) -> impl Iterator<Item = Area> + 'm {
        let alone = (0..self.tile.areas.len()).filter(|&part| !merger.meets(part));
        alone.map(move |part| Area::of_tile(self.tile, part, number))
    }
}

/// A tile that might be laid.
pub(super) struct Newcomer<'a> {
    /// By rotation.
    pub lying: [Lying<'a>; Rotation::ALL.len()],
    /// What its features, and the tablet that it brings, add.
    pub feature_worth: MilliVp,
    /// The features and scrolls of the territory and the tile, if it joins nothing; the rest is the territory's.
    pub after: Summary,
    /// What all scrolls are worth then.
    pub scroll_worth: MilliVp,
    /// Whether a scroll counts areas.
    pub scrolls_count_areas: bool,
    /// Whether it has tunnel entrances that count.
    pub has_tunnels: bool,
    pub has_farm: bool,
    pub animals: u16,
    /// What its cattle and barrels add once it is connected.
    pub connected_worth: MilliVp,
}

impl<'a> Newcomer<'a> {
    /// Examines a tile for an estate.
    pub fn new(estate: &Estate<'a>, tile: TileId) -> Self {
        let Estate { outlook, summary, mut counting, .. } = *estate;
        let tiles = outlook.game.tiles();
        let printed = tiles.as_printed(tile);
        let mut after = summary;
        after.features.add_all(&printed.features);
        if printed.has_scrolls {
            for (part, kind) in printed.scrolls() {
                counting.extend([printed.areas[part].terrain]);
                after.add_scroll(kind, outlook.scroll_weight(&Area::of_tile(printed, part, 0)));
            }
        }
        let prices = &outlook.prices;
        let alone = |(part, kind)| (kind, outlook.scroll_weight(&Area::of_tile(printed, part, 0)));
        let has_tunnels = prices.sees_tunnels && !printed.special.tunnels.is_empty();
        let counted = after.counted_terrains();
        counting.extend_by(counted);
        if !counted.is_empty() && summary.counted_terrains().is_empty() {
            after.count_areas(estate.areas());
        }
        if has_tunnels {
            counting.extend([Terrain::Mountain]);
        }
        if outlook.game.has(Module::Druids) {
            after.add_tablet(outlook, tile);
        }
        let lying = Rotation::ALL.map(|rotation| Lying::new(outlook, tiles.tile(tile, rotation), counting));
        Self {
            feature_worth: after.feature_worth(outlook) - estate.feature_worth,
            scroll_worth: estate.scrolls_worth_with(&after, printed.scrolls().map(alone)),
            scrolls_count_areas: !counted.is_empty(),
            has_tunnels,
            after,
            has_farm: printed.has_farm(),
            animals: printed.animals(),
            connected_worth: outlook.connected_worth(printed),
            lying,
        }
    }
}

/// A tile that might be laid, and the back of a borderland tile, which lies up at once where both straight sides touch tiles.
pub(super) struct Newcomers<'a> {
    /// The tile's id.
    pub tile: TileId,
    /// The tile.
    pub front: Newcomer<'a>,
    /// The id of its back, and the back, once it is asked about.
    pub back: Option<(TileId, OnceCell<Newcomer<'a>>)>,
}

impl<'a> Newcomers<'a> {
    /// The one that this placement in the estate comes to.
    #[inline]
    pub fn at(&self, estate: &Estate<'a>, placement: Placement, site: &Site) -> &Newcomer<'a> {
        match &self.back {
            None => &self.front,
            Some((id, back)) => {
                let curved = self.front.lying[placement.rotation.quarter_turns()].tile.special.curved;
                let all: Edges = SIDES.into_iter().collect();
                if all.without(curved).is_within(site.closed) {
                    back.get_or_init(|| Newcomer::new(estate, *id))
                } else {
                    &self.front
                }
            }
        }
    }
}

impl Summary {
    /// Adds the tablet that a tile brings, if it brings one.
    pub fn add_tablet(&mut self, outlook: &Outlook<'_>, tile: TileId) {
        if let Some(tablet) = outlook.game.tiles().druid(tile).and_then(|druid| druid.tablet) {
            self.tablets += outlook.prices.tablets[tablet as usize];
            self.score_again += u16::from(tablet == Tablet::ScoreAgain);
        }
    }
}
