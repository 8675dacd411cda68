//! Building several tiles together: a beam search over sequences of placements.

use engine::Seat;
use engine::skye::phases::{MAX_TO_LAY, TilesToLay};
use engine::skye::{Action, Placement, Public, Skye, Territory, TileId};
use tinyvec::ArrayVec;

use crate::first_best;
use crate::skye::appraisal::{Appraisals, MilliVp, Outlook, Ways};
use crate::skye::greedy::ActionWorths;

/// Placements one after another.
type Laid = ArrayVec<[Placement; MAX_TO_LAY]>;

/// The start of a sequence of placements.
struct BuildSequence {
    laid: Laid,
    territory: Territory,
    left: TilesToLay,
    gain: MilliVp,
}

/// The sequence of placements with the largest total gain, or the end of building if that is better.
///
/// A beam search with `width` sequences of each length; the first among equals.
///
/// # Panics
/// If no tile can be laid, that is, if it is not the seat's turn to build.
pub fn plan(game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals, width: usize) -> Vec<Action> {
    let outlook = Outlook::by(gains.judgements(), game, position, seat);
    let ways = gains.ways(game, position, seat);
    let (mut sequences, end, most) = start(game, position, seat);
    let mut best = end.map(|(_, gain)| (Laid::default(), gain));
    for _ in 1..most {
        sequences = longer(&outlook, ways, &sequences, width);
        let longest = sequences.first().map(|sequence| (sequence.laid, sequence.gain));
        best = first_best(best.into_iter().chain(longest), |(_, gain)| *gain);
    }
    let (laid, _) = longest(&outlook, ways, &sequences, best).expect("a tile can be laid");
    if laid.is_empty() { vec![Action::EndBuilding] } else { laid.into_iter().map(Action::Place).collect() }
}

/// The first placement and the gain of every sequence in the beam, shorter ones first.
///
/// The end of building precedes them, where it is allowed.
pub fn sequences(game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals, width: usize) -> ActionWorths {
    let outlook = Outlook::by(gains.judgements(), game, position, seat);
    let ways = gains.ways(game, position, seat);
    let (mut sequences, end, most) = start(game, position, seat);
    let mut followed: Vec<_> = end.into_iter().collect();
    for _ in 0..most {
        sequences = longer(&outlook, ways, &sequences, width);
        followed.extend(sequences.iter().map(BuildSequence::begun));
    }
    followed
}

/// Returns the empty sequence, the end of building with its gain, and the most tiles to lay.
///
/// The end of building is only there where it is allowed.
fn start(game: &Skye, position: &Public, seat: Seat) -> (Vec<BuildSequence>, Option<(Action, MilliVp)>, usize) {
    let player = position.player(seat);
    let left = game.tiles_to_lay(player);
    let most = player.to_build.len() + usize::from(left.len() > player.to_build.len());
    let end = game.may_end_building(player).then_some((Action::EndBuilding, 0));
    (vec![BuildSequence { laid: Laid::default(), territory: player.territory, left, gain: 0 }], end, most)
}

/// The best sequences that are longer by one placement.
fn longer(outlook: &Outlook<'_>, ways: &mut Ways, sequences: &[BuildSequence], width: usize) -> Vec<BuildSequence> {
    let tiles = outlook.game.tiles();
    let mut best = BestPlacements { most: width, found: Vec::with_capacity(width + 1) };
    for (index, sequence) in sequences.iter().enumerate() {
        sequence.for_each_longer(outlook, ways, |placement, gain| best.see(gain, index, placement));
    }
    let mut longer: Vec<BuildSequence> = Vec::with_capacity(best.found.len());
    for (gain, index, placement) in best.found {
        let before = &sequences[index];
        // Only one borderland tile may be laid a round.
        let is_borderland = tiles.is_borderland(placement.tile);
        let stays = |tile: TileId| tile != placement.tile && !(is_borderland && tiles.is_borderland(tile));
        let left = before.left.iter().copied().filter(|&tile| stays(tile)).collect();
        let mut laid = before.laid;
        laid.push(placement);
        // Changed in place, since a territory is large.
        longer.push(BuildSequence { laid, territory: before.territory, left, gain });
        let sequence = longer.last_mut().expect("it was added");
        // After the last tile the territory is not needed.
        if !sequence.left.is_empty() {
            sequence.territory.lay_and_flip(tiles, placement, |_| {});
        }
    }
    longer
}

/// The best placements, with their gain.
///
/// They are the best so far, or one of these sequences with the last placement added; the first among equals. Of those
/// with the same resulting territory only the first counts.
fn longest(
    outlook: &Outlook<'_>,
    ways: &mut Ways,
    sequences: &[BuildSequence],
    mut best: Option<(Laid, MilliVp)>,
) -> Option<(Laid, MilliVp)> {
    for (index, sequence) in sequences.iter().enumerate() {
        if !sequences[..index].iter().any(|earlier| earlier.territory.key() == sequence.territory.key()) {
            sequence.for_each_longer(outlook, ways, |placement, gain| {
                if best.is_none_or(|(_, most)| gain > most) {
                    let mut laid = sequence.laid;
                    laid.push(placement);
                    best = Some((laid, gain));
                }
            });
        }
    }
    best
}

impl BuildSequence {
    /// Returns its first placement, with its gain. It must not be empty.
    fn begun(&self) -> (Action, MilliVp) {
        (Action::Place(self.laid[0]), self.gain)
    }

    /// Reports every placement that may follow, with the total gain.
    fn for_each_longer(&self, outlook: &Outlook<'_>, ways: &mut Ways, mut show: impl FnMut(Placement, MilliVp)) {
        let tiles = outlook.game.tiles();
        // For speed, borderland tiles come first or last; placements are replanned one by one, so they come between
        // others, too.
        let is_between = !self.laid.is_empty() && self.left.iter().any(|&tile| !tiles.is_borderland(tile));
        let considered = self.left.iter().copied().filter(|&tile| !(is_between && tiles.is_borderland(tile)));
        ways.for_each(outlook, &self.territory, considered, |tile, ways| {
            let before = self.gain - outlook.option_worth(tile);
            ways.iter().for_each(|&(placement, gain)| show(placement, before + gain));
        });
    }
}

/// The placements with the largest gains, each with the sequence that it continues.
///
/// They are sorted best first; equals stay in the order in which they were found.
struct BestPlacements {
    most: usize,
    found: Vec<(MilliVp, usize, Placement)>,
}

impl BestPlacements {
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
