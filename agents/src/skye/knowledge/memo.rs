//! What a search remembers of Isle of Skye from one simulation to the next.

use engine::random::{Random, below};
use engine::skye::{Action, Offer, Public};
use engine::{MAX_SEATS, Seat};

use crate::key_map::KeyMap;
use crate::search::Values;
use crate::skye::appraisal::Appraisals;
use crate::skye::forecast::JointGains;

/// What is found of territories, for all simulations, in the root's round and in later ones. Also what others may offer.
#[derive(Clone, Debug)]
pub struct SkyeMemo {
    pub(super) root_round: u8,
    pub(super) searcher: Option<Seat>,
    pub(super) root: Appraisals,
    pub(super) later: Appraisals,
    pub(super) joint: JointGains,
    pub(super) purchases: Purchases,
    pub(super) has_guessed: bool,
    /// By seat, guesses at its offer in the round of the root, all equally likely.
    pub(super) guesses: [Vec<Offer>; MAX_SEATS],
}

impl SkyeMemo {
    /// Forgets what has been found, but keeps the guesses.
    pub fn forget(&mut self) {
        self.root.forget();
        self.later.forget();
        self.joint = JointGains::default();
        self.purchases = Purchases::default();
    }

    /// Exchanges what has been found of territories with another memo by the same judgement: it holds for all seats.
    pub(super) fn exchange_found(&mut self, other: &mut Self) {
        std::mem::swap(&mut self.root, &mut other.root);
        std::mem::swap(&mut self.later, &mut other.later);
        std::mem::swap(&mut self.purchases, &mut other.purchases);
    }

    /// Whether there are guesses at what others offer.
    pub fn has_guessed(&self) -> bool {
        self.has_guessed
    }

    /// Takes these for the guesses, by seat.
    pub fn take_guesses(&mut self, guesses: [Vec<Offer>; MAX_SEATS]) {
        (self.guesses, self.has_guessed) = (guesses, true);
    }

    /// Whether another seat than the one that searches decides here, in the round of the root.
    pub fn is_other(&self, position: &Public) -> bool {
        position.round == self.root_round && position.phase.seat() != self.searcher
    }

    /// One of the guesses at what a seat offers, if there are any for this round.
    pub(super) fn drawn_guess(&self, round: u8, seat: Seat, random: &mut Random) -> Option<Offer> {
        let guesses = &self.guesses[seat.index()];
        let is_guessed = round == self.root_round && !guesses.is_empty();
        is_guessed.then(|| guesses[below(random, guesses.len() as u32) as usize])
    }

    /// The gains of the position's round.
    pub(super) fn gains(&mut self, position: &Public) -> &mut Appraisals {
        if position.round == self.root_round { &mut self.root } else { &mut self.later }
    }
}

/// What has been found of purchases. It is valid in one round, until a tile is laid.
#[derive(Clone, Debug, Default)]
pub(super) struct Purchases {
    /// By the state of the trade, a pass and everything that the seat to move may buy, each with its weight: how likely it is, in proportion.
    pub weighed: KeyMap<u64, Vec<(Action, u32)>>,
    /// By what everybody has when the trade is over, how good the end of the round is for all seats.
    pub values: KeyMap<u64, Values>,
}

/// So much is kept of either.
const MOST_KEPT: usize = 1 << 16;

impl Purchases {
    /// Forgets everything once there is so much, so that memory stays flat however long a search is.
    pub fn make_room(&mut self) {
        if self.weighed.len().max(self.values.len()) == MOST_KEPT {
            *self = Self::default();
        }
    }
}
