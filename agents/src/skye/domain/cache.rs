//! The cache of a search of Isle of Skye.

use engine::skye::{Action, Offer, Phase, Player, Position, Public, Skye};
use engine::{MAX_SEATS, Random, Seat, below, mix};

use crate::search::Values;
use crate::skye::appraisal::{AppraisalKey, KeyMap};
use crate::skye::greedy::{Building, quick_action};
use crate::skye::{Appraisals, InverseTemperature, Outlook};

/// The results that all simulations of one search share.
///
/// They concern territories in the root's round and later ones, trades in the root's round, and offers of others.
pub struct SkyeCache {
    pub(super) root_round: u8,
    pub(super) searcher: Option<Seat>,
    /// By seat, the gold at the root.
    pub(super) root_gold: [u16; MAX_SEATS],
    pub(super) root: Appraisals,
    pub(super) later: Appraisals,
    pub(super) purchases: KeyMap<u64, TradeOptions>,
    pub(super) prospects: Prospects,
    /// The rule of building in the round of the root.
    pub(super) rule: Building,
    /// The building by that rule in the root's round, so that no plan is made twice.
    ///
    /// The key is the seat, its territory and outlook, and the tiles to be laid.
    pub(super) building: KeyMap<u64, Vec<Action>>,
    /// By seat, found once.
    pub(super) inverse_temperatures: [InverseTemperature; MAX_SEATS],
    pub(super) has_read: bool,
    pub(super) has_guessed: bool,
    /// By seat, guesses at its offer in the root's round, all equally likely.
    pub(super) guesses: [Vec<Offer>; MAX_SEATS],
    /// True if the searching seat buys at the root.
    pub(super) is_buying: bool,
    /// The purchases of an [`Insider`](super::Insider) at positions of that trade, all equally likely.
    pub(super) asked: Vec<(Public, Vec<Action>)>,
}

impl SkyeCache {
    /// The same for an onlooker without a seat, who expects everybody to buy by habit.
    pub fn of_onlooker(mut self) -> Self {
        self.searcher = None;
        self
    }

    /// Clears the results, but keeps guesses.
    pub fn forget(&mut self) {
        self.root.forget();
        self.later.forget();
        self.purchases.clear();
        self.prospects = Prospects::default();
        self.building.clear();
    }

    /// Returns the action of a quick greedy player, which builds by its own rule in the root's round.
    pub(super) fn quick_action(&mut self, game: &Skye, position: &Public) -> Action {
        let Phase::Build(seat) = position.phase else { return quick_action(game, position, self.gains(position)) };
        if position.round != self.root_round {
            return quick_action(game, position, &mut self.later);
        }
        self.plan(game, position, seat)[0]
    }

    /// Returns the placements of a seat in the root's round, by the rule of building, up to the end of the plan.
    pub(super) fn plan(&mut self, game: &Skye, position: &Public, seat: Seat) -> &[Action] {
        let player = position.player(seat);
        let AppraisalKey { territory, outlook } =
            AppraisalKey::of(game, &player.territory, Outlook::key(game, position, seat));
        let key = mix([seat.index() as u64, territory, outlook]);
        let key = player.to_build.iter().fold(key, |key, tile| mix([key, tile.index() as u64]));
        // A plan is kept only for where it starts. From where its first placement leads another plan may be made, and then
        // the simulation that comes there first would decide.
        if self.building.len() > MOST_KEPT {
            self.building.clear();
        }
        self.building.entry(key).or_insert_with(|| self.rule.plan(game, position, seat, &mut self.root))
    }

    /// Sets the guesses at offers, by seat.
    pub fn take_guesses(&mut self, guesses: [Vec<Offer>; MAX_SEATS]) {
        (self.guesses, self.has_guessed) = (guesses, true);
    }

    /// One of the guesses at a seat's offer, if there are any for this round.
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

/// A seat's options in a trade, with weights.
#[derive(Clone, Debug)]
pub(super) struct TradeOptions {
    /// A pass and every purchase, each with a weight proportional to its probability.
    pub(super) options: Vec<(Action, u32)>,
    /// The option of the largest value.
    pub(super) best: Action,
}

/// Ends of a round, valid in that round until a tile is laid.
#[derive(Clone, Debug, Default)]
pub(super) struct Prospects {
    /// By seat and tiles, the seat at the end of the round.
    pub(super) ends: KeyMap<u64, Player>,
    /// By the holdings of all seats, the value of the end of the round.
    pub(super) values: KeyMap<u64, Values>,
    /// A position at the end of the round, and which end each of its seats has.
    pub(super) together: Option<(Position, [u64; MAX_SEATS])>,
}

/// The most entries of each.
pub(super) const MOST_KEPT: usize = 1 << 16;
