//! Building several tiles together: a beam over sequences of placements.

use engine::Seat;
use engine::skye::{Placement, Public, Skye, Territory, TileId};

use crate::first_best::first_best;
use crate::skye::appraisal::{Estate, Judgements, MilliVp, Outlook};

/// The start of a sequence of placements.
#[derive(Clone)]
struct Sequence {
    first: Option<Placement>,
    territory: Territory,
    left: Vec<TileId>,
    gain: MilliVp,
}

/// The first placement of the sequence that gains the most in total, following `width` sequences of each length; the first among equals.
///
/// # Panics
/// If no tile can be laid, that is, if it is not the seat's turn to build.
pub fn placement(game: &Skye, position: &Public, seat: Seat, judgements: &Judgements, width: usize) -> Placement {
    let sequences = sequences(game, position, seat, judgements, width).into_iter();
    first_best(sequences, |(_, gain)| *gain).expect("a tile can be laid").0
}

/// The first placement and the gain of every sequence that is followed, shorter ones first.
pub fn sequences(
    game: &Skye,
    position: &Public,
    seat: Seat,
    judgements: &Judgements,
    width: usize,
) -> Vec<(Placement, MilliVp)> {
    let outlook = Outlook::by(judgements, game, position, seat);
    let player = position.player(seat);
    let start = Sequence { first: None, territory: player.territory, left: player.to_build.to_vec(), gain: 0 };
    let mut sequences = vec![start];
    let mut followed = Vec::new();
    while !sequences.is_empty() {
        let next = best_next(&outlook, &sequences, width);
        followed
            .extend(next.iter().map(|&(gain, index, placement)| (sequences[index].first.unwrap_or(placement), gain)));
        // After the last tile no territory is needed any more.
        let unfinished = next.iter().filter(|(_, index, _)| sequences[*index].left.len() > 1);
        sequences =
            unfinished.map(|&(gain, index, placement)| sequences[index].with(&outlook, placement, gain)).collect();
    }
    followed
}

impl Sequence {
    /// The sequence with one more placement, which gains this much in total.
    fn with(&self, outlook: &Outlook<'_>, placement: Placement, gain: MilliVp) -> Self {
        let mut longer = self.clone();
        longer.first = self.first.or(Some(placement));
        longer.territory.lay(outlook.game.tiles(), placement);
        longer.left.retain(|&tile| tile != placement.tile);
        longer.gain = gain;
        longer
    }
}

/// The best sequences with one more placement: the total gain, the index of the sequence, the placement.
fn best_next(outlook: &Outlook<'_>, sequences: &[Sequence], width: usize) -> Vec<(MilliVp, usize, Placement)> {
    let mut next: Vec<(MilliVp, usize, Placement)> = Vec::new();
    for (index, sequence) in sequences.iter().enumerate() {
        let estate = Estate::new(outlook, &sequence.territory);
        for &tile in &sequence.left {
            next.extend(
                estate.gains(tile).into_iter().map(|(placement, gain)| (sequence.gain + gain, index, placement)),
            );
        }
    }
    next.sort_by_key(|&(gain, ..)| std::cmp::Reverse(gain));
    next.truncate(width);
    next
}
