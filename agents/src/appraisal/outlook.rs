//! What the rest of the game pays for, from one seat's place.

use engine::skye::areas::Area;
use engine::skye::scoring::broch_vp;
use engine::skye::{Feature, Phase, Public, ScoringTile, Skye, Slot, Survey, Terrain};
use engine::{Game, Seat};

/// Thousandths of a victory point.
pub type MilliVp = i32;

/// One victory point.
pub const VP: MilliVp = 1000;

/// Chance in thousandths that an area with 1, 2, … open edges is completed by the end, with five or more rounds to come. An
/// estimate by hand.
const COMPLETION: [MilliVp; 5] = [600, 380, 200, 100, 40];

/// Worth of one gold at the end of a round, by the number of rounds to come (5 and more last). An estimate by hand: the final
/// exchange pays 200, and earlier gold buys better things.
const GOLD: [MilliVp; 6] = [200, 280, 360, 420, 450, 500];

/// What one more gold adds for every scoring of `most-gold` to come. An estimate by hand.
const MAJORITY_GOLD: MilliVp = 60;

/// Chance in thousandths of having most at the end, by own count less the best other's, from -3 to 3. An estimate by hand.
const MOST: [MilliVp; 7] = [50, 130, 300, 560, 760, 880, 950];

/// What the rest of the game pays for, from one seat's place.
#[derive(Clone, Debug)]
pub struct Outlook<'a> {
    /// The game.
    pub game: &'a Skye,
    /// Rounds after this one.
    pub rounds_to_come: u8,
    /// How often each scoring tile still scores, this round included, by slot.
    scorings: [(ScoringTile, MilliVp); Slot::ALL.len()],
    /// For whisky and ships the largest count among the other seats, where a scoring tile compares them.
    rivals: [u16; 2],
    /// Chance in thousandths of completion, by open edges from 1.
    completion: [MilliVp; COMPLETION.len()],
    areas: AreaPrices,
}

/// What areas are paid for, all further scorings together.
#[derive(Clone, Debug, Default)]
struct AreaPrices {
    /// VP for a completed area, by terrain and whether it covers three tiles or more.
    completed: [[MilliVp; 2]; Terrain::ALL.len()],
    /// The same after this round: what an area gets that is completed in time.
    later: [[MilliVp; 2]; Terrain::ALL.len()],
    /// How often `mountain-brochs` scores.
    brochs: MilliVp,
    /// How often `harbours` scores, and how often after this round.
    harbours: [MilliVp; 2],
    /// How often `largest-lake` scores.
    lake: MilliVp,
}

impl<'a> Outlook<'a> {
    /// The outlook of `seat` during a round: this round's scoring is still to come.
    pub fn new(game: &'a Skye, position: &Public, seat: Seat) -> Self {
        let rounds = game.rules().round_count() as u8;
        // Between rounds the position's round has not begun, and at the end none is left.
        let from = if position.phase == Phase::Over { rounds + 1 } else { position.round };
        let scorings = Slot::ALL.map(|slot| (game.scoring_at(slot), game.rules().scorings_from(slot, from) as MilliVp));
        let rounds_to_come = rounds.saturating_sub(from);
        // Fewer rounds leave less time to complete an area.
        let hope = if from > rounds { 0 } else { i32::from(rounds_to_come.min(5)) };
        let mut outlook = Self {
            game,
            rounds_to_come,
            scorings,
            rivals: [0; 2],
            completion: COMPLETION.map(|chance| chance * hope / 5),
            areas: AreaPrices::new(game, from, &scorings),
        };
        for (scoring, feature) in [(ScoringTile::MostWhisky, Feature::Whisky), (ScoringTile::MostShips, Feature::Ship)]
        {
            if outlook.times(scoring) > 0 {
                outlook.rivals[usize::from(feature == Feature::Ship)] = best_other(game, position, seat, feature);
            }
        }
        outlook
    }

    /// Worth of one gold.
    pub fn gold(&self) -> MilliVp {
        let by_round = GOLD[usize::from(self.rounds_to_come).min(GOLD.len() - 1)];
        by_round + self.times(ScoringTile::MostGold) * MAJORITY_GOLD
    }

    /// The scoring tiles in play, with the number of times that they still score.
    #[inline]
    pub fn scorings(&self) -> impl Iterator<Item = (ScoringTile, MilliVp)> + '_ {
        self.scorings.iter().copied()
    }

    /// How often a scoring tile still scores; never, if it is not in play.
    #[inline]
    pub fn times(&self, scoring: ScoringTile) -> MilliVp {
        self.scorings.iter().find(|(other, _)| *other == scoring).map_or(0, |&(_, times)| times)
    }

    /// Whether a scoring tile still scores.
    #[inline]
    pub fn pays(&self, scoring: ScoringTile) -> bool {
        self.times(scoring) > 0
    }

    /// Chance in thousandths that an area with so many open edges will be completed; certain with none.
    #[inline]
    pub fn completion(&self, open_edges: u16) -> MilliVp {
        match open_edges {
            0 => 1000,
            open => self.completion.get(usize::from(open) - 1).copied().unwrap_or(0),
        }
    }

    /// What all further scorings pay for one area by itself.
    #[inline]
    pub fn area_worth(&self, area: &Area) -> MilliVp {
        let (terrain, is_large) = (area.terrain() as usize, usize::from(area.size() >= 3));
        // A completed area pays at every scoring, an open one at later ones if it is completed in time.
        let completed = match area.open_edges() {
            0 => VP * self.areas.completed[terrain][is_large],
            open => self.completion(open) * self.areas.later[terrain][is_large],
        };
        completed
            + match area.terrain() {
                Terrain::Pasture => 0,
                Terrain::Mountain => self.areas.brochs * VP * MilliVp::from(broch_vp(area)),
                Terrain::Water => self.harbour_worth(area),
            }
    }

    #[inline]
    fn harbour_worth(&self, area: &Area) -> MilliVp {
        let [times, later] = self.areas.harbours;
        match (area.ships() > 0, area.lighthouses() > 0) {
            (true, true) => 3 * VP * times,
            (false, false) => 0,
            // A third of a harbour, as long as it can grow.
            (true, false) | (false, true) => MilliVp::from(!area.is_completed()) * VP * later,
        }
    }

    /// What further scorings pay for this lake if it is the largest.
    #[inline]
    pub fn lake_worth(&self, lake: &Area) -> MilliVp {
        2 * self.areas.lake * MilliVp::from(lake.size()) * self.completion(lake.open_edges())
    }

    /// What one scoring of a majority pays on average for this count.
    pub fn majority_worth(&self, feature: Feature, own: u16) -> MilliVp {
        if own == 0 {
            return 0;
        }
        let rival = self.rivals[usize::from(feature == Feature::Ship)];
        let lead = (i32::from(own) - i32::from(rival)).clamp(-3, 3);
        let most = MOST[(lead + 3) as usize];
        // Among more players a second place is less likely.
        let second = (1000 - most) / (self.game.seats() as MilliVp - 1);
        5 * most + 2 * second
    }
}

impl AreaPrices {
    fn new(game: &Skye, from: u8, scorings: &[(ScoringTile, MilliVp)]) -> Self {
        let mut prices = Self::default();
        for (slot, &(scoring, times)) in Slot::ALL.into_iter().zip(scorings) {
            let later = game.rules().scorings_from(slot, from + 1) as MilliVp;
            match scoring {
                ScoringTile::MountainBrochs => prices.brochs = times,
                ScoringTile::Harbours => prices.harbours = [times, later],
                ScoringTile::LargestLake => prices.lake = times,
                ScoringTile::CompletedAreas => prices.add_completed(times, later, |_, _| 1),
                ScoringTile::LargeAreas => {
                    prices.add_completed(times, later, |_, is_large| 3 * MilliVp::from(is_large));
                }
                ScoringTile::Mountains => prices.add_completed(times, later, |terrain, _| match terrain {
                    Terrain::Mountain => 2,
                    Terrain::Pasture | Terrain::Water => 0,
                }),
                ScoringTile::Squares
                | ScoringTile::Sheep
                | ScoringTile::BuildingSets
                | ScoringTile::MostWhisky
                | ScoringTile::MostShips
                | ScoringTile::MostGold
                | ScoringTile::FarmAnimals
                | ScoringTile::RoadCattle
                | ScoringTile::RoadTiles
                | ScoringTile::Columns => {}
            }
        }
        prices
    }

    /// Adds a scoring tile that pays `vp` for each completed area, by terrain and whether it covers three tiles or more.
    fn add_completed(&mut self, times: MilliVp, later: MilliVp, vp: impl Fn(Terrain, bool) -> MilliVp) {
        for terrain in Terrain::ALL {
            for is_large in [false, true] {
                let vp = vp(terrain, is_large);
                self.completed[terrain as usize][usize::from(is_large)] += times * vp;
                self.later[terrain as usize][usize::from(is_large)] += later * vp;
            }
        }
    }
}

fn best_other(game: &Skye, position: &Public, seat: Seat, feature: Feature) -> u16 {
    let others = Seat::all(position.seats()).filter(|&other| other != seat);
    let counts = others.map(|other| Survey::of(game.tiles(), &position.player(other).territory).count(feature));
    counts.max().unwrap_or(0)
}
