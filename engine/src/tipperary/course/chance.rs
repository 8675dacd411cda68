//! Chance events: the tiles drawn, and the position in which the wheel stops.

use super::position::Area;
use crate::random::{below, chance};
use crate::tipperary::{AREAS, BonusId, Phase, Public, Tipperary};

/// The chance event at the start of a round.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct RoundChance {
    /// The landscape tiles added to each area.
    pub fills: [Area; AREAS],
    /// The position of the wheel, 0 to 4.
    pub shift: u8,
}

/// The outcome of one chance event.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Chance {
    /// At the beginning of a round.
    Round(RoundChance),
    /// The bonus tile that is drawn.
    Bonus(BonusId),
}

/// The numbers of chance events within their round.
const FILL: u32 = 0;
const SPIN: u32 = 1;
/// All bonus tiles of a round are drawn from one order.
const BONUS: u32 = 2;

impl Tipperary {
    /// Draws the outcome of the chance event that is due, with this seed.
    ///
    /// # Panics
    /// If none is due.
    pub(super) fn chance_of(&self, position: &Public, seed: u64) -> Chance {
        match position.phase {
            Phase::Spin => Chance::Round(self.round_chance(position, seed)),
            Phase::DrawBonus(_) => Chance::Bonus(self.next_bonus(position, seed)),
            Phase::Place(_) | Phase::Sheep(_) | Phase::Bonus(..) | Phase::Tower(_) | Phase::Over => {
                panic!("no chance event is due in phase {:?}", position.phase)
            }
        }
    }

    /// Draws the chance event at the start of this round with this seed.
    ///
    /// Seed and round give one random order of all landscape tiles, and the first ones still in the bag are drawn. So
    /// games with the same seed draw nearly the same tiles, whoever plays.
    ///
    /// # Panics
    /// If the bag has too few tiles, which never happens in a game.
    pub fn round_chance(&self, position: &Public, seed: u64) -> RoundChance {
        let mut bag = position.bag;
        let due: usize = position.areas.iter().map(|area| area.capacity() - area.len()).sum();
        assert!(bag.len() >= due, "{} tiles are too few to draw {due}", bag.len());
        let mut order = chance(seed, position.round, FILL);
        let count = self.components().landscape().len() as u32;
        let fills =
            position.areas.map(|area| (area.len()..area.capacity()).map(|_| bag.draw(&mut order, count)).collect());
        let shift = below(&mut chance(seed, position.round, SPIN), AREAS as u32) as u8;
        RoundChance { fills, shift }
    }

    /// The bonus tile that is drawn next with this seed.
    ///
    /// It is the first one left in an order that seed and round give.
    ///
    /// # Panics
    /// If none is left, which never happens in a game.
    pub fn next_bonus(&self, position: &Public, seed: u64) -> BonusId {
        assert!(!position.bonus.is_empty(), "no bonus tile is left");
        let mut order = chance(seed, position.round, BONUS);
        let count = self.components().all_bonus().len() as u32;
        loop {
            let tile = BonusId::new(below(&mut order, count) as usize);
            if position.bonus.has(tile) {
                return tile;
            }
        }
    }
}
