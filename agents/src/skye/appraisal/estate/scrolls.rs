//! The worth of all scrolls, and its change by a placement.

use engine::bits::ones;
use engine::skye::{Area, ScrollKind};

use super::candidate::{LoneTile, TileCandidate};
use super::merger::Merger;
use super::road_parts::RoadChange;
use super::site::Site;
use super::summary::{OF_AREAS, OF_COLUMNS, OF_FEATURES, OF_HARBOURS, OF_ROADS, OF_ROWS, Scrolls, TerritorySummary};
use crate::skye::{Estate, MilliVp};

impl Estate {
    /// Returns the worth of scrolls by this summary: the territory's and these others, with their weights.
    ///
    /// It is the worth at the end and during the game. A weight of 1000 counts once.
    pub(super) fn scrolls_worth_with(
        &self,
        summary: &TerritorySummary,
        others: impl Iterator<Item = (ScrollKind, MilliVp)>,
    ) -> MilliVp {
        let own = self.scrolls.iter().map(|&(area, kind)| (kind, self.outlook.scroll_weight(self.areas().get(area))));
        self.scroll_worth_with_best(summary, own.chain(others))
    }

    /// Returns the worth of all scrolls by this summary, each with its weight.
    ///
    /// `scroll-of-choice` pays for the best.
    fn scroll_worth_with_best(
        &self,
        summary: &TerritorySummary,
        scrolls: impl Iterator<Item = (ScrollKind, MilliVp)>,
    ) -> MilliVp {
        let prices = &self.outlook.prices;
        let worth = summary.scroll_worth(prices);
        if prices.scroll_of_choice == 0 {
            return worth;
        }
        let best = scrolls.map(|(kind, weight)| summary.worth_of_scroll(kind, weight, prices)).max();
        worth + prices.scroll_of_choice * best.unwrap_or(0)
    }

    /// Returns the gain in the worth of scrolls by a placement.
    ///
    /// Scrolls count features and more, and a scroll whose area is closer to completion has more weight.
    pub(super) fn scroll_gain(
        &self,
        site: &Site,
        roads: &RoadChange,
        merger: &Merger,
        candidate: &TileCandidate<'_>,
    ) -> MilliVp {
        let lone = &candidate.lone;
        let meets_scrolls = !merger.is_empty() && (site.meets_scrolls || lone.tile.has_scrolls);
        let counted = self.kinds_counted_anew(site, roads, merger, candidate);
        if !meets_scrolls && counted == 0 {
            return candidate.scroll_worth - self.scroll_worth;
        }
        let (before, prices) = (&candidate.after, &self.outlook.prices);
        if counted == 0 && before.score_again == 0 && prices.scroll_of_choice == 0 {
            let mut more = Scrolls::default();
            self.weigh_scrolls(&mut more, merger, lone);
            let gains = ones(before.kinds).filter(|&number| more[number] != 0).map(|number| {
                let worth = |weight| before.worth_of_scroll(ScrollKind::ALL[number], weight, prices);
                worth(before.scrolls[number] + more[number]) - worth(before.scrolls[number])
            });
            return candidate.scroll_worth + gains.sum::<MilliVp>() - self.scroll_worth;
        }
        let mut after = *before;
        if meets_scrolls {
            self.weigh_scrolls(&mut after.scrolls, merger, lone);
        }
        if counted != 0 {
            after.rows += u16::from(site.makes_row);
            after.columns += u16::from(site.makes_column);
            after.road_tiles += self.newly_connected(roads).len() as u16 + u16::from(roads.connects);
        }
        if counted & OF_AREAS != 0 {
            merger.joined().for_each(|area| after.discount_area(self.areas().get(area)));
            merger.merged().for_each(|(_, area)| after.count_area(area));
            lone.alone(merger, self.territory.len()).for_each(|area| after.count_area(&area));
        }
        self.scrolls_worth_after(&after, merger, lone) - self.scroll_worth
    }

    /// The kinds of scroll, bit k for `ScrollKind::ALL[k]`, whose count the place of the candidate changes.
    fn kinds_counted_anew(
        &self,
        site: &Site,
        roads: &RoadChange,
        merger: &Merger,
        candidate: &TileCandidate<'_>,
    ) -> u32 {
        let kinds = candidate.after.kinds & !OF_FEATURES;
        if kinds == 0 {
            return 0;
        }
        let kinds_if = |is_other: bool, kinds: u32| if is_other { kinds } else { 0 };
        let connects = roads.connects || !roads.tiles.is_empty();
        // Joined areas are open, so they were not counted as completed.
        let other_areas = candidate.scrolls_count_areas
            && (kinds & OF_HARBOURS != 0
                || candidate.lone.has_completed
                || merger.merged().any(|(_, area)| area.is_completed()));
        let all = kinds_if(site.makes_row, OF_ROWS)
            | kinds_if(site.makes_column, OF_COLUMNS)
            | kinds_if(connects, OF_ROADS)
            | kinds_if(other_areas, OF_AREAS);
        all & kinds
    }

    /// Adds, by kind, the increase in the weights of scrolls from the areas after a placement.
    fn weigh_scrolls(&self, scrolls: &mut Scrolls, merger: &Merger, lone: &LoneTile<'_>) {
        for (part, area) in merger.merged() {
            let weight = self.outlook.scroll_weight(area);
            for &(laid, kind) in self.scrolls.iter().filter(|(laid, _)| merger.joins(part, *laid)) {
                scrolls[kind as usize] += weight - self.outlook.scroll_weight(self.areas().get(laid));
            }
            if lone.tile.has_scrolls {
                for member in merger.members(part) {
                    let more = weight - self.outlook.scroll_weight(&lone.area(member));
                    lone.tile.areas[member].scrolls().for_each(|kind| scrolls[kind as usize] += more);
                }
            }
        }
    }

    /// Returns the worth of all scrolls after a placement with this resulting summary.
    fn scrolls_worth_after(&self, after: &TerritorySummary, merger: &Merger, lone: &LoneTile<'_>) -> MilliVp {
        let old = self.scrolls.iter().map(|&(laid, kind)| {
            let joined = merger.merged().find(|(part, _)| merger.joins(*part, laid));
            (kind, self.outlook.scroll_weight(joined.map_or(self.areas().get(laid), |(_, area)| area)))
        });
        let new = lone.tile.scrolls().map(|(part, kind)| {
            let alone = lone.area(part);
            let area: &Area = if merger.meets(part) { merger.become_of(part) } else { &alone };
            (kind, self.outlook.scroll_weight(area))
        });
        self.scroll_worth_with_best(after, old.chain(new))
    }
}
