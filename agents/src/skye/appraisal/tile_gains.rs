//! What each tile would gain each seat, kept as long as it is valid.

use std::sync::Arc;

use engine::Seat;
use engine::skye::{Public, Skye, TileId};

use super::estate::Estate;
use super::outlook::Outlook;
use super::outlook::judgement::Judgements;
use super::worth::MilliVp;

/// What the tiles in play would gain each seat: found when first asked for, and kept until the round is over.
///
/// It is valid for one game as long as nobody builds: while offers are made and tiles are bought.
#[derive(Clone, Debug)]
pub struct TileGains {
    judgements: Arc<Judgements>,
    round: u8,
    is_hurried: bool,
    known: Vec<(Seat, TileId, MilliVp)>,
}

/// Room for this many gains is allocated at once: with four players, the seat's own for all tiles drawn, and three for each other seat.
const AT_FIRST: usize = 21;

impl Default for TileGains {
    fn default() -> Self {
        Self::by(Judgements::first())
    }
}

impl TileGains {
    /// Nothing known yet; to be found by this judgement.
    pub fn by(judgements: Arc<Judgements>) -> Self {
        Self { judgements, round: 0, is_hurried: false, known: Vec::with_capacity(AT_FIRST) }
    }

    /// The same for players in a hurry, as in far rounds of simulations: they neither save gold for the second buy turn nor think of the bag.
    #[must_use]
    pub fn hurried(self) -> Self {
        Self { is_hurried: true, ..self }
    }

    /// Whether it is for players in a hurry.
    pub fn is_hurried(&self) -> bool {
        self.is_hurried
    }

    /// The judgement.
    pub fn judgements(&self) -> &Judgements {
        &self.judgements
    }

    /// Worth of one gold by the same judgement.
    pub fn per_gold(&self, game: &Skye, position: &Public) -> MilliVp {
        Outlook::per_gold(&self.judgements, game, position)
    }

    /// What each of these tiles would gain the seat.
    pub fn of(&mut self, game: &Skye, position: &Public, seat: Seat, tiles: &[TileId]) -> Vec<MilliVp> {
        if self.round != position.round {
            self.forget();
            self.round = position.round;
        }
        if tiles.iter().any(|&tile| self.find(seat, tile).is_none()) {
            self.learn(game, position, seat, tiles);
        }
        tiles.iter().map(|&tile| self.find(seat, tile).expect("it has just been found")).collect()
    }

    /// Forgets everything, as for another game or other territories.
    pub fn forget(&mut self) {
        self.known.clear();
    }

    fn find(&self, seat: Seat, tile: TileId) -> Option<MilliVp> {
        self.known.iter().find(|&&(whose, which, _)| (whose, which) == (seat, tile)).map(|&(_, _, gain)| gain)
    }

    fn learn(&mut self, game: &Skye, position: &Public, seat: Seat, tiles: &[TileId]) {
        let outlook = Outlook::by(&self.judgements, game, position, seat);
        let estate = Estate::new(&outlook, &position.player(seat).territory);
        for &tile in tiles {
            if self.find(seat, tile).is_none() {
                self.known.push((seat, tile, estate.tile_gain(tile)));
            }
        }
    }
}
