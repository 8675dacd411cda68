//! Scrolls: what all of them are worth, and what a placement changes about it.

use engine::skye::ScrollKind;
use engine::skye::areas::Area;

use super::super::worth::MilliVp;
use super::Estate;
use super::bits::bits;
use super::merger::Merger;
use super::newcomer::{Lying, Newcomer};
use super::road_parts::RoadChange;
use super::site::Site;
use super::summary::{Scrolls, Summary};

impl Estate<'_> {
    /// What the territory's scrolls are worth, at the end and during the game.
    pub(super) fn all_scrolls_worth(&self) -> MilliVp {
        let worth = self.summary.scroll_worth(&self.outlook.prices);
        if self.outlook.prices.scroll_of_choice == 0 {
            return worth;
        }
        let weighed =
            self.scrolls.iter().map(|&(area, kind)| (kind, self.outlook.scroll_weight(self.areas().get(area))));
        worth + self.best_scroll_worth(&self.summary, weighed)
    }

    /// What `scroll-of-choice` pays for the best of these scrolls, each with what it counts for, 1000 for once.
    fn best_scroll_worth(&self, summary: &Summary, scrolls: impl Iterator<Item = (ScrollKind, MilliVp)>) -> MilliVp {
        let prices = &self.outlook.prices;
        let worth = |(kind, weight)| summary.worth_of_scroll(kind, weight, prices);
        prices.scroll_of_choice * scrolls.map(worth).max().unwrap_or(0)
    }

    /// Scrolls count features, and an area that is closer to completion counts more.
    pub(super) fn scroll_gain(
        &self,
        site: &Site,
        roads: &RoadChange,
        merger: &Merger,
        newcomer: &Newcomer<'_>,
        lying: &Lying<'_>,
    ) -> MilliVp {
        if newcomer.scrolls_count_more {
            return self.larger_scroll_gain(site, roads, merger, newcomer, lying);
        }
        if merger.is_empty() || !site.meets_scrolls && !lying.tile.has_scrolls {
            return newcomer.scroll_worth - self.scroll_worth;
        }
        let mut more = Scrolls::default();
        self.weigh_scrolls(&mut more, merger, lying);
        let (after, prices) = (&newcomer.after, &self.outlook.prices);
        let gains = bits(after.kinds).filter(|&number| more[number] != 0).map(|number| {
            let worth = |weight| after.worth_of_scroll(ScrollKind::ALL[number], weight, prices);
            worth(after.scrolls[number] + more[number]) - worth(after.scrolls[number])
        });
        newcomer.scroll_worth + gains.sum::<MilliVp>() - self.scroll_worth
    }

    /// Adds by kind how much more scrolls count as their areas are after a placement.
    fn weigh_scrolls(&self, scrolls: &mut Scrolls, merger: &Merger, lying: &Lying<'_>) {
        for (part, area) in merger.merged() {
            let weight = self.outlook.scroll_weight(area);
            for &(laid, kind) in self.scrolls.iter().filter(|(laid, _)| merger.joins(part, *laid)) {
                scrolls[kind as usize] += weight - self.outlook.scroll_weight(self.areas().get(laid));
            }
            if lying.tile.has_scrolls {
                for member in merger.members(part) {
                    let more = weight - self.outlook.scroll_weight(&lying.area(member));
                    lying.tile.areas[member].scrolls().for_each(|kind| scrolls[kind as usize] += more);
                }
            }
        }
    }

    /// The gain where scrolls count more than features, or the best one is paid for.
    fn larger_scroll_gain(
        &self,
        site: &Site,
        roads: &RoadChange,
        merger: &Merger,
        newcomer: &Newcomer<'_>,
        lying: &Lying<'_>,
    ) -> MilliVp {
        let mut after = newcomer.after;
        if site.meets_scrolls || lying.tile.has_scrolls {
            self.weigh_scrolls(&mut after.scrolls, merger, lying);
        }
        after.rows += u16::from(site.makes_row);
        after.columns += u16::from(site.makes_column);
        after.road_tiles += self.newly_connected(roads).len() as u16 + u16::from(roads.connects);
        if newcomer.scrolls_count_areas {
            merger.joined().for_each(|area| after.discount_area(self.areas().get(area)));
            merger.merged().for_each(|(_, area)| after.count_area(area));
            lying.alone(merger, self.territory.len()).for_each(|area| after.count_area(&area));
        }
        let mut all = after.scroll_worth(&self.outlook.prices);
        if self.outlook.prices.scroll_of_choice != 0 {
            let old = self.scrolls.iter().map(|&(laid, kind)| {
                let joined = merger.merged().find(|(part, _)| merger.joins(*part, laid));
                (kind, self.outlook.scroll_weight(joined.map_or(self.areas().get(laid), |(_, area)| area)))
            });
            let new = lying.tile.scrolls().map(|(part, kind)| {
                let alone = lying.area(part);
                let area: &Area = if merger.meets(part) { merger.become_of(part) } else { &alone };
                (kind, self.outlook.scroll_weight(area))
            });
            all += self.best_scroll_worth(&after, old.chain(new));
        }
        all - self.scroll_worth
    }
}
