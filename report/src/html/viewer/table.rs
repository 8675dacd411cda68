//! The state of the table after a number of steps.

use std::collections::BTreeMap;

use interface::stage::{Card, Change, PlacedPiece, StageSetup};

/// All boards, counters and cards after a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableState {
    /// The pieces of each board by column and row.
    pub boards: Vec<BTreeMap<(i32, i32), PlacedPiece>>,
    /// The counts by seat and counter; `None` until set.
    pub counts: Vec<Vec<Option<i64>>>,
    /// The points by seat and award.
    pub awards: Vec<Vec<i64>>,
    /// The cards in front of each seat, by place.
    pub cards: Vec<BTreeMap<usize, Card>>,
}

impl TableState {
    /// The state before the first step.
    pub fn new(seats: usize, stage: &StageSetup) -> Self {
        Self {
            boards: vec![BTreeMap::new(); seats],
            counts: vec![vec![None; stage.counters.len()]; seats],
            awards: vec![vec![0; stage.awards.len()]; seats],
            cards: vec![BTreeMap::new(); seats],
        }
    }

    /// Applies a change.
    pub fn change(&mut self, change: &Change) {
        match change {
            Change::Lay(laid) => drop(self.boards[laid.seat].insert((laid.x, laid.y), *laid)),
            Change::Count(seat, counter, amount) => self.counts[*seat][*counter] = Some(*amount),
            Change::Award(seat, award, points) => self.awards[*seat][*award] += points,
            Change::Card(seat, place, card) => drop(self.cards[*seat].insert(*place, card.clone())),
            Change::Clear => self.cards.iter_mut().for_each(BTreeMap::clear),
            Change::Reveal => {
                self.cards.iter_mut().flat_map(BTreeMap::values_mut).for_each(|card| card.is_secret = false);
            }
        }
    }
}
