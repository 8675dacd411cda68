//! Building several tiles together: a beam over sequences of placements.

use std::ops::Range;

use engine::Seat;
use engine::skye::sizes::MAX_TILES_PER_ROUND;
use engine::skye::{Action, Placement, Public, Skye, Territory, TileId};

use tinyvec::ArrayVec;

use crate::first_best::first_best;
use crate::skye::appraisal::{Estate, Judgements, MilliVp, Outlook};

/// The start of a sequence of placements.
#[derive(Clone)]
struct Sequence {
    first: Option<Placement>,
    /// All placements, ascending: sequences that differ in their order lead to one territory.
    laid: Laid,
    territory: Territory,
    left: Vec<TileId>,
    gain: MilliVp,
}

/// The placements of a sequence.
type Laid = ArrayVec<[Placement; MAX_TILES_PER_ROUND + 1]>;

/// The first placement of the sequence that gains the most in total, following `width` sequences of each length, or the end of building
/// where that is better; the first among equals.
///
/// # Panics
/// If no tile can be laid, that is, if it is not the seat's turn to build.
pub fn action(game: &Skye, position: &Public, seat: Seat, judgements: &Judgements, width: usize) -> Action {
    let sequences = sequences(game, position, seat, judgements, width).into_iter();
    first_best(sequences, |(_, gain)| *gain).expect("a tile can be laid").0
}

/// The first placement and the gain of every sequence that is followed, shorter ones first; before them the end of building, where it is
/// allowed.
pub fn sequences(
    game: &Skye,
    position: &Public,
    seat: Seat,
    judgements: &Judgements,
    width: usize,
) -> Vec<(Action, MilliVp)> {
    let outlook = Outlook::by(judgements, game, position, seat);
    let player = position.player(seat);
    let left = game.tiles_to_lay(player).to_vec();
    let start = Sequence { first: None, laid: Laid::new(), territory: player.territory, left, gain: 0 };
    let mut sequences = vec![start];
    let mut followed: Vec<_> = game.may_end_building(player).then_some((Action::EndBuilding, 0)).into_iter().collect();
    let most = player.to_build.len() + usize::from(sequences[0].left.len() > player.to_build.len());
    for _ in 0..most {
        sequences = longer(&outlook, &sequences, width);
        let first = |sequence: &Sequence| Action::Place(sequence.first.expect("a placement was added"));
        followed.extend(sequences.iter().map(|sequence| (first(sequence), sequence.gain)));
    }
    followed
}

/// What laying all these tiles gains a territory, following `width` sequences of each length; a tile that cannot be laid gains nothing.
pub fn gain_together(outlook: &Outlook<'_>, territory: &Territory, tiles: &[TileId], width: usize) -> MilliVp {
    let mut sequences =
        vec![Sequence { first: None, laid: Laid::new(), territory: *territory, left: tiles.to_vec(), gain: 0 }];
    let mut gain = 0;
    for _ in tiles {
        sequences = longer(outlook, &sequences, width);
        gain = sequences.first().map_or(gain, |best| best.gain);
    }
    gain
}

/// The best sequences with one more placement.
fn longer(outlook: &Outlook<'_>, sequences: &[Sequence], width: usize) -> Vec<Sequence> {
    let tiles = outlook.game.tiles();
    let mut next: Vec<(MilliVp, usize, Placement)> = Vec::new();
    // Where the placements that continue each sequence are in the list.
    let mut parts: Vec<Range<usize>> = Vec::with_capacity(sequences.len());
    for (index, sequence) in sequences.iter().enumerate() {
        let begin = next.len();
        if let Some(same) = sequences[..index].iter().position(|other| other.laid == sequence.laid) {
            debug_assert_eq!(sequences[same].gain, sequence.gain, "the order does not matter");
            next.extend_from_within(parts[same].clone());
            next[begin..].iter_mut().for_each(|(_, from, _)| *from = index);
            parts.push(begin..next.len());
            continue;
        }
        let estate = Estate::new(outlook, &sequence.territory);
        // Borderland tiles first or last, for speed: each placement is planned anew, so that they come between others, too.
        let is_between = sequence.first.is_some() && sequence.left.iter().any(|&tile| !tiles.is_borderland(tile));
        for &tile in sequence.left.iter().filter(|&&tile| !(is_between && tiles.is_borderland(tile))) {
            let before = sequence.gain - outlook.option_worth(tile);
            estate.for_each_gain(tile, |placement, gain| next.push((before + gain, index, placement)));
        }
        parts.push(begin..next.len());
    }
    next.sort_by_key(|&(gain, ..)| std::cmp::Reverse(gain));
    next.truncate(width);
    let extend = |(gain, index, placement): (MilliVp, usize, Placement)| {
        let Sequence { first, mut laid, mut territory, mut left, .. } = sequences[index].clone();
        laid.push(placement);
        laid.sort_unstable();
        // One borderland tile a round.
        let is_borderland = tiles.is_borderland(placement.tile);
        left.retain(|&tile| tile != placement.tile && !(is_borderland && tiles.is_borderland(tile)));
        // After the last tile nobody looks at the territory.
        if !left.is_empty() {
            territory.lay_and_flip(tiles, placement, |_| {});
        }
        Sequence { first: first.or(Some(placement)), laid, territory, left, gain }
    };
    next.into_iter().map(extend).collect()
}
