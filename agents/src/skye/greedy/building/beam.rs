//! Building several tiles together: a beam over sequences of placements.

use engine::Seat;
use engine::skye::{Action, Placement, Public, Skye, Territory, TileId};

use crate::first_best::first_best;
use crate::skye::appraisal::{MilliVp, Outlook, TileGains, Ways};

/// The start of a sequence of placements.
#[derive(Clone)]
struct Sequence {
    first: Option<Placement>,
    territory: Territory,
    left: Vec<TileId>,
    gain: MilliVp,
}

/// The first placement of the sequence that gains the most in total, following `width` sequences of each length, or the end of building
/// where that is better; the first among equals.
///
/// # Panics
/// If no tile can be laid, that is, if it is not the seat's turn to build.
pub fn action(game: &Skye, position: &Public, seat: Seat, gains: &mut TileGains, width: usize) -> Action {
    let sequences = sequences(game, position, seat, gains, width).into_iter();
    first_best(sequences, |(_, gain)| *gain).expect("a tile can be laid").0
}

/// The first placement and the gain of every sequence that is followed, shorter ones first; before them the end of building, where it is
/// allowed.
pub fn sequences(
    game: &Skye,
    position: &Public,
    seat: Seat,
    gains: &mut TileGains,
    width: usize,
) -> Vec<(Action, MilliVp)> {
    let outlook = Outlook::by(gains.judgements(), game, position, seat);
    let ways = gains.ways(game, position, seat);
    let player = position.player(seat);
    let left = game.tiles_to_lay(player).to_vec();
    let start = Sequence { first: None, territory: player.territory, left, gain: 0 };
    let mut sequences = vec![start];
    let mut followed: Vec<_> = game.may_end_building(player).then_some((Action::EndBuilding, 0)).into_iter().collect();
    let most = player.to_build.len() + usize::from(sequences[0].left.len() > player.to_build.len());
    for _ in 0..most {
        sequences = longer(&outlook, ways, &sequences, width);
        let first = |sequence: &Sequence| Action::Place(sequence.first.expect("a placement was added"));
        followed.extend(sequences.iter().map(|sequence| (first(sequence), sequence.gain)));
    }
    followed
}

/// What laying all these tiles gains a territory, following `width` sequences of each length; a tile that cannot be laid gains nothing.
pub fn gain_together(outlook: &Outlook<'_>, territory: &Territory, tiles: &[TileId], width: usize) -> MilliVp {
    let mut sequences = vec![Sequence { first: None, territory: *territory, left: tiles.to_vec(), gain: 0 }];
    let (mut gain, mut ways) = (0, Ways::default());
    for _ in tiles {
        sequences = longer(outlook, &mut ways, &sequences, width);
        gain = sequences.first().map_or(gain, |best| best.gain);
    }
    gain
}

/// The best sequences with one more placement.
fn longer(outlook: &Outlook<'_>, ways: &mut Ways, sequences: &[Sequence], width: usize) -> Vec<Sequence> {
    let tiles = outlook.game.tiles();
    let mut best = Best { most: width, found: Vec::with_capacity(width + 1) };
    for (index, sequence) in sequences.iter().enumerate() {
        // Borderland tiles first or last, for speed: each placement is planned anew, so that they come between others, too.
        let is_between = sequence.first.is_some() && sequence.left.iter().any(|&tile| !tiles.is_borderland(tile));
        let considered = sequence.left.iter().copied().filter(|&tile| !(is_between && tiles.is_borderland(tile)));
        ways.for_each(outlook, &sequence.territory, considered, |tile, ways| {
            let before = sequence.gain - outlook.option_worth(tile);
            ways.iter().for_each(|&(placement, gain)| best.see(before + gain, index, placement));
        });
    }
    let extend = |(gain, index, placement): (MilliVp, usize, Placement)| {
        let Sequence { first, mut territory, mut left, .. } = sequences[index].clone();
        // One borderland tile a round.
        let is_borderland = tiles.is_borderland(placement.tile);
        left.retain(|&tile| tile != placement.tile && !(is_borderland && tiles.is_borderland(tile)));
        // After the last tile nobody looks at the territory.
        if !left.is_empty() {
            territory.lay_and_flip(tiles, placement, |_| {});
        }
        Sequence { first: first.or(Some(placement)), territory, left, gain }
    };
    best.found.into_iter().map(extend).collect()
}

/// The placements that gain the most, each with the sequence that it continues: best first, the first among equals.
struct Best {
    most: usize,
    found: Vec<(MilliVp, usize, Placement)>,
}

impl Best {
    fn see(&mut self, gain: MilliVp, sequence: usize, placement: Placement) {
        if self.found.len() == self.most {
            if self.found.last().is_none_or(|&(least, ..)| gain <= least) {
                return;
            }
            self.found.pop();
        }
        let rank = self.found.iter().rposition(|&(other, ..)| other >= gain).map_or(0, |last| last + 1);
        self.found.insert(rank, (gain, sequence, placement));
    }
}
