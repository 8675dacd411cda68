//! The cache of a search of Isle of Skye.

use engine::random::{Random, below, mix};
use engine::skye::{Action, Offer, Phase, Player, Position, Public, Skye, Territory, TileId};
use engine::{MAX_SEATS, Seat};

use crate::key_map::KeyMap;
use crate::search::Values;
use crate::skye::appraisal::{Appraisals, Outlook};
use crate::skye::greedy::{Building, quick_action};
use crate::skye::market::Market;
use crate::skye::opponents::InverseTemperature;

/// The results of one search that all its simulations share.
///
/// They concern territories in the round of the root and in later ones, trades in the round of the root, and what others may offer.
#[derive(Clone, Debug)]
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
    /// The building by that rule in the round of the root, by the territory, its outlook and the tiles that are to be laid. What was planned is not
    /// planned anew.
    pub(super) building: KeyMap<u64, Action>,
    /// By seat, found once.
    pub(super) inverse_temperatures: [InverseTemperature; MAX_SEATS],
    pub(super) has_read: bool,
    /// The market in which offers were made last, by what was drawn.
    pub(super) market: Option<(u64, Market)>,
    pub(super) has_guessed: bool,
    /// By seat, guesses at its offer in the round of the root, all equally likely.
    pub(super) guesses: [Vec<Offer>; MAX_SEATS],
}

impl SkyeCache {
    /// The same for an onlooker without a seat, who expects everybody to buy as players usually do.
    pub fn of_onlooker(mut self) -> Self {
        self.searcher = None;
        self
    }

    /// Forgets what has been found, but keeps the guesses and what is planned.
    pub fn forget(&mut self) {
        self.root.forget();
        self.later.forget();
        self.purchases.clear();
        self.prospects = Prospects::default();
        // This rule plans nothing: what it found is what it would find again.
        if self.rule == Building::TileByTile {
            self.building.clear();
        }
        self.market = None;
    }

    /// The market of the tiles drawn, found once for all who make offers, and the gains of its round.
    pub(super) fn market_of(&mut self, game: &Skye, public: &Public) -> (&Market, &mut Appraisals) {
        let key = public.players.iter().fold(mix([public.round.into()]), |key, player| {
            let key = mix([key, player.territory.key(), player.gold.into()]);
            player.drawn.iter().fold(key, |key, tile| mix([key, tile.index() as u64]))
        });
        let gains = if public.round == self.root_round { &mut self.root } else { &mut self.later };
        if self.market.as_ref().is_none_or(|(known, _)| *known != key) {
            self.market = Some((key, Market::of_drawn(game, public, gains)));
        }
        (&self.market.as_ref().expect("it was found").1, gains)
    }

    /// Returns the action of a quick greedy player in the position, which builds by its own rule in the round of the root.
    pub(super) fn quick_action(&mut self, game: &Skye, position: &Public) -> Action {
        let Phase::Build(seat) = position.phase else { return quick_action(game, position, self.gains(position)) };
        if position.round != self.root_round {
            return quick_action(game, position, &mut self.later);
        }
        let player = position.player(seat);
        let outlook = Outlook::key(game, position, seat);
        let key = |territory: &Territory, to_build: &[TileId]| {
            let key = mix([seat.index() as u64, territory.key(), outlook]);
            to_build.iter().fold(key, |key, tile| mix([key, tile.index() as u64]))
        };
        if let Some(action) = self.building.get(&key(&player.territory, &player.to_build)) {
            return *action;
        }
        let plan = self.rule.plan(game, position, seat, &mut self.root);
        if self.building.len() > MOST_KEPT {
            self.building.clear();
        }
        let (mut territory, mut to_build) = (player.territory, player.to_build);
        for (index, &action) in plan.iter().enumerate() {
            self.building.insert(key(&territory, &to_build), action);
            if let Action::Place(placement) = action
                && index + 1 < plan.len()
            {
                territory.lay_and_flip(game.tiles(), placement, |_| {});
                to_build.retain(|tile| *tile != placement.tile);
            }
        }
        plan[0]
    }

    /// Returns whether there are guesses at what others offer.
    pub fn has_guessed(&self) -> bool {
        self.has_guessed
    }

    /// Takes these, by seat, for the guesses at what is offered.
    pub fn take_guesses(&mut self, guesses: [Vec<Offer>; MAX_SEATS]) {
        (self.guesses, self.has_guessed) = (guesses, true);
    }

    /// Returns whether another seat than the one that searches decides here, in the round of the root.
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

/// A trade's options for one seat, weighed.
#[derive(Clone, Debug)]
pub(super) struct TradeOptions {
    /// A pass and everything that the seat may buy, each with its weight: how likely it is, in proportion.
    pub(super) options: Vec<(Action, u32)>,
    /// The one after which it wins most often.
    pub(super) best: Action,
}

/// The ends of a round that were found. Valid in one round, until a tile is laid.
#[derive(Clone, Debug, Default)]
pub(super) struct Prospects {
    /// By seat and tiles, what becomes of the seat.
    pub(super) ends: KeyMap<u64, Player>,
    /// By what everybody has, how good the end of the round is.
    pub(super) values: KeyMap<u64, Values>,
    /// A position at the end of the round, and which ends its seats have.
    pub(super) together: Option<(Position, [u64; MAX_SEATS])>,
}

/// The most entries of each.
pub(super) const MOST_KEPT: usize = 1 << 16;
