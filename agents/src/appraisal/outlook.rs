//! What the rest of the game pays for, from one seat's place.

use engine::Seat;
use engine::skye::areas::Area;
use engine::skye::scoring::broch_vp;
use engine::skye::{Feature, Phase, Position, ScoringTile, Skye, Slot, Survey, Terrain};

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
    /// How often each slot still scores, this round included.
    scorings: [MilliVp; Slot::ALL.len()],
    /// How often each slot still scores after this round.
    later_scorings: [MilliVp; Slot::ALL.len()],
    /// For whisky and ships the largest count among the other seats.
    rivals: [u16; 2],
    /// Chance in thousandths of completion, by open edges.
    completion: [MilliVp; COMPLETION.len()],
}

impl<'a> Outlook<'a> {
    /// The outlook of `seat` during a round: this round's scoring is still to come.
    pub fn new(game: &'a Skye, position: &Position, seat: Seat) -> Self {
        let round = position.round;
        let rounds = game.rules().round_count() as u8;
        // Between rounds the position's round has not begun, and at the end none is left.
        let from = if position.phase == Phase::Over { rounds + 1 } else { round };
        let scorings = |from| Slot::ALL.map(|slot| game.rules().scorings_from(slot, from) as MilliVp);
        let rounds_to_come = rounds.saturating_sub(from);
        // Fewer rounds leave less time to complete an area.
        let hope = if from > rounds { 0 } else { i32::from(rounds_to_come.min(5)) };
        Self {
            game,
            rounds_to_come,
            scorings: scorings(from),
            later_scorings: scorings(from + 1),
            rivals: [Feature::Whisky, Feature::Ship].map(|feature| best_other(game, position, seat, feature)),
            completion: COMPLETION.map(|chance| chance * hope / 5),
        }
    }

    /// Worth of one gold.
    pub fn gold(&self) -> MilliVp {
        let majority = self.scorings().find(|&(scoring, _)| scoring == ScoringTile::MostGold);
        let majority = majority.map_or(0, |(_, times)| times * MAJORITY_GOLD);
        GOLD[usize::from(self.rounds_to_come).min(GOLD.len() - 1)] + majority
    }

    /// The scoring tiles that still score, with the number of times.
    #[inline]
    pub fn scorings(&self) -> impl Iterator<Item = (ScoringTile, MilliVp)> + '_ {
        self.game.scoring().into_iter().zip(self.scorings).filter(|&(_, times)| times > 0)
    }

    /// Whether a scoring tile still scores.
    pub fn pays(&self, scoring: ScoringTile) -> bool {
        self.scorings().any(|(other, _)| other == scoring)
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
    pub fn area_worth(&self, area: &Area) -> MilliVp {
        let each = |((scoring, times), later): ((ScoringTile, MilliVp), MilliVp)| match scoring {
            ScoringTile::MountainBrochs if area.terrain == Terrain::Mountain => {
                times * VP * MilliVp::from(broch_vp(area))
            }
            ScoringTile::Harbours if area.terrain == Terrain::Water => self.harbour_worth(area, times, later),
            _ => {
                // A completed area pays at every scoring, an open one at later ones if it is completed in time.
                let times = if area.is_completed() { times * 1000 } else { later * self.completion(area.open_edges) };
                times * completed_vp(scoring, area)
            }
        };
        let scorings = self.game.scoring().into_iter().zip(self.scorings);
        scorings.zip(self.later_scorings).filter(|((_, times), _)| *times > 0).map(each).sum()
    }

    fn harbour_worth(&self, area: &Area, times: MilliVp, later: MilliVp) -> MilliVp {
        match (area.ships > 0, area.lighthouses > 0) {
            (true, true) => 3 * VP * times,
            (false, false) => 0,
            // Half a harbour, as long as it can grow.
            _ if area.is_completed() => 0,
            _ => VP * later,
        }
    }

    /// What further scorings pay for one lake if it is the largest.
    pub fn lake_worth(&self, lake: &Area, times: MilliVp) -> MilliVp {
        2 * times * MilliVp::from(lake.size()) * self.completion(lake.open_edges)
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
        let second = (1000 - most) / (self.game_seats() - 1);
        5 * most + 2 * second
    }

    fn game_seats(&self) -> MilliVp {
        engine::Game::seats(self.game) as MilliVp
    }
}

/// VP that one scoring pays for this area if it is completed, for scoring tiles that count completed areas one by one.
fn completed_vp(scoring: ScoringTile, area: &Area) -> MilliVp {
    match scoring {
        ScoringTile::CompletedAreas => 1,
        ScoringTile::LargeAreas if area.size() >= 3 => 3,
        ScoringTile::Mountains if area.terrain == Terrain::Mountain => 2,
        _ => 0,
    }
}

fn best_other(game: &Skye, position: &Position, seat: Seat, feature: Feature) -> u16 {
    let others = Seat::all(position.seats()).filter(|&other| other != seat);
    let counts = others.map(|other| Survey::of(game.tiles(), &position.player(other).territory).count(feature));
    counts.max().unwrap_or(0)
}
