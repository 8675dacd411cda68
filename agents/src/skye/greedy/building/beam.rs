//! Building several tiles together: a beam search over sequences of placements.

use std::cell::Cell;

use engine::Seat;
use engine::skye::phases::{MAX_TO_LAY, TilesToLay};
use engine::skye::{Action, Module, Placement, Public, Skye, Territory, TileId};
use tinyvec::ArrayVec;

use crate::first_best;
use crate::skye::appraisal::{AppraisalKey, Appraisals, Estate, MilliVp, Outlook, Ways, WaysOfTile};
use crate::skye::greedy::ActionWorths;

/// Placements one after another.
type Laid = ArrayVec<[Placement; MAX_TO_LAY]>;

/// The start of a sequence of placements.
struct BuildSequence {
    laid: Laid,
    /// The key of the territory after them.
    key: AppraisalKey,
    left: TilesToLay,
    gain: MilliVp,
    /// That territory, if it was laid for the key and not taken since.
    after: Cell<Option<Box<Territory>>>,
}

/// Where sequences start: the seat's outlook and territory, and the known ways to lay tiles.
struct Beginning<'a> {
    outlook: Outlook,
    territory: &'a Territory,
    ways: &'a mut Ways,
}

/// The sequence of placements with the largest total gain, or the end of building if that is better.
///
/// A beam search with `width` sequences of each length; the first among equals.
///
/// # Panics
/// If no tile can be laid, that is, if it is not the seat's turn to build.
pub fn plan(game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals, width: usize) -> Vec<Action> {
    let mut beginning = Beginning::of(game, position, seat, gains);
    let (mut sequences, end, most) = start(game, position, seat);
    let mut best = end.map(|(_, gain)| (Laid::default(), gain));
    for _ in 1..most {
        sequences = beginning.longer(&sequences, width);
        let longest = sequences.first().map(|sequence| (sequence.laid, sequence.gain));
        best = first_best(best.into_iter().chain(longest), |(_, gain)| *gain);
    }
    let (laid, _) = beginning.longest(&sequences, best).expect("a tile can be laid");
    if laid.is_empty() { vec![Action::EndBuilding] } else { laid.into_iter().map(Action::Place).collect() }
}

/// The first placement and the gain of every sequence in the beam, shorter ones first.
///
/// The end of building precedes them, where it is allowed.
pub fn sequences(game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals, width: usize) -> ActionWorths {
    let mut beginning = Beginning::of(game, position, seat, gains);
    let (mut sequences, end, most) = start(game, position, seat);
    let mut followed: Vec<_> = end.into_iter().collect();
    for _ in 0..most {
        sequences = beginning.longer(&sequences, width);
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
    let key = AppraisalKey::of(game, &player.territory, Outlook::key(game, position, seat));
    let most = player.to_build.len() + usize::from(left.len() > player.to_build.len());
    let end = game.may_end_building(player).then_some((Action::EndBuilding, 0));
    (vec![BuildSequence { laid: Laid::default(), key, left, gain: 0, after: Cell::default() }], end, most)
}

impl<'a> Beginning<'a> {
    fn of(game: &Skye, position: &'a Public, seat: Seat, gains: &'a mut Appraisals) -> Self {
        let (outlook, ways) = gains.ways(game, position, seat);
        Self { outlook, territory: &position.player(seat).territory, ways }
    }

    /// The best sequences that are longer by one placement.
    fn longer(&mut self, sequences: &[BuildSequence], width: usize) -> Vec<BuildSequence> {
        let mut best = BestPlacements { most: width, found: Vec::with_capacity(width + 1) };
        for (index, sequence) in sequences.iter().enumerate() {
            self.for_each_longer(sequence, |WaysOfTile { all, best: (_, most) }| {
                if best.takes(sequence.gain + most) {
                    all.iter().for_each(|&(placement, gain)| best.see(sequence.gain + gain, index, placement));
                }
            });
        }
        let longer = |(gain, index, placement): (MilliVp, usize, Placement)| {
            let BuildSequence { mut laid, key, ref left, .. } = sequences[index];
            laid.push(placement);
            let (game, tiles) = (&self.outlook.game, self.outlook.game.tiles());
            let after = Cell::default();
            // Turning tiles over changes the key, too.
            let key = match game.has(Module::Borderlands) {
                true => self.ways.key_after(key, placement, || {
                    let territory = lay_all(game, self.territory, &laid);
                    let key = AppraisalKey::of(game, &territory, key.outlook);
                    after.set(Some(territory));
                    key
                }),
                false => AppraisalKey { territory: key.territory.wrapping_add(placement.key()), ..key },
            };
            // Only one borderland tile may be laid a round.
            let is_borderland = tiles.is_borderland(placement.tile);
            let stays = |tile: TileId| tile != placement.tile && !(is_borderland && tiles.is_borderland(tile));
            BuildSequence { laid, key, left: left.iter().copied().filter(|&tile| stays(tile)).collect(), gain, after }
        };
        best.found.into_iter().map(longer).collect()
    }

    /// The best placements, with their gain.
    ///
    /// They are the best so far, or one of these sequences with the last placement added; the first among equals. Of
    /// those with the same resulting territory only the first counts.
    fn longest(&mut self, sequences: &[BuildSequence], mut best: Option<(Laid, MilliVp)>) -> Option<(Laid, MilliVp)> {
        for (index, sequence) in sequences.iter().enumerate() {
            if !sequences[..index].iter().any(|earlier| earlier.key == sequence.key) {
                self.for_each_longer(sequence, |ways| {
                    let (placement, gain) = ways.best;
                    if best.is_none_or(|(_, most)| sequence.gain + gain > most) {
                        let mut laid = sequence.laid;
                        laid.push(placement);
                        best = Some((laid, sequence.gain + gain));
                    }
                });
            }
        }
        best
    }

    /// Reports the ways to lay each tile that may follow a sequence.
    fn for_each_longer(&mut self, sequence: &BuildSequence, mut show: impl FnMut(WaysOfTile<'_>)) {
        let BuildSequence { laid, key, left, after, .. } = sequence;
        let Self { outlook, territory, ways } = self;
        let tiles = outlook.game.tiles();
        // For speed, borderland tiles come first or last; where placements are replanned one by one, they come
        // between others, too.
        let is_between = !laid.is_empty() && left.iter().any(|&tile| !tiles.is_borderland(tile));
        for &tile in left.iter().filter(|&&tile| !(is_between && tiles.is_borderland(tile))) {
            let laid = || after.take().unwrap_or_else(|| lay_all(&outlook.game, territory, laid));
            let examine = || Estate::of(outlook.clone(), laid());
            ways.of(*key, tile, examine).into_iter().for_each(&mut show);
        }
    }
}

/// A territory after these placements.
fn lay_all(game: &Skye, territory: &Territory, laid: &Laid) -> Box<Territory> {
    let mut after = Box::new(*territory);
    laid.iter().for_each(|&placement| after.lay_and_flip(game.tiles(), placement, |_| {}));
    after
}

impl BuildSequence {
    /// Returns its first placement, with its gain. It must not be empty.
    fn begun(&self) -> (Action, MilliVp) {
        (Action::Place(self.laid[0]), self.gain)
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
    /// Returns whether a placement with this gain is one of them.
    fn takes(&self, gain: MilliVp) -> bool {
        self.found.len() < self.most || self.found.last().is_some_and(|&(least, ..)| gain > least)
    }

    fn see(&mut self, gain: MilliVp, sequence: usize, placement: Placement) {
        if !self.takes(gain) {
            return;
        }
        self.found.truncate(self.most - 1);
        let rank = self.found.iter().rposition(|&(other, ..)| other >= gain).map_or(0, |last| last + 1);
        self.found.insert(rank, (gain, sequence, placement));
    }
}
