//! The rules that are settings: modules, board side, income, exchange.

use std::ops::{Index, IndexMut};
use std::sync::{Arc, LazyLock};

use Slot::{A, B, C, D};
use tinyvec::ArrayVec;

use crate::skye::{MAX_BORDERLANDS, MAX_TERRITORY, Module, Modules, Payment, ScoringTile};
use crate::{MAX_SEATS, bit_set};

pub use super::sizes::MAX_ROUNDS;
pub use crate::rules_error::RulesError;

/// A space for a scoring tile on the game board.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Slot {
    /// The first space.
    A,
    /// The second space.
    B,
    /// The third space.
    C,
    /// The fourth space.
    D,
}

impl Slot {
    /// All slots in order.
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::C, Self::D];

    /// 0 to 3.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The letter on the board.
    pub fn letter(self) -> char {
        ['A', 'B', 'C', 'D'][self.index()]
    }

    /// The slot with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|slot| slot.letter() == letter)
    }
}

bit_set! {
    /// The slots that score at the end of one round.
    pub struct Slots(u8) of Slot, |slot| slot.index(), |index| Slot::ALL[index]
}

impl Slots {
    /// The slots with these letters; `None` unless the letters are different and in order.
    pub fn from_letters(letters: &str) -> Option<Self> {
        let slots: Vec<Slot> = letters.chars().map(Slot::from_letter).collect::<Option<_>>()?;
        slots.is_sorted_by(|a, b| a < b).then(|| slots.into_iter().collect())
    }
}

/// One space of the round track.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct RoundRule {
    /// The slots that score at its end.
    pub scores: Slots,
    /// Gold at its start for each player who has more VP.
    pub catch_up: u16,
}

/// The settings of the rules of one game.
///
/// [`Rules::printed`] is the printed game; change fields and [`validate`](Rules::validate) for experiments on the
/// rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The modules in play.
    pub modules: Modules,
    /// The party that bears the discounts of stone tablets.
    pub discount_borne_by: DiscountBorneBy,
    /// True if VP barrels earn gold as other barrels do, besides their VP.
    pub vp_barrels_earn_gold: bool,
    /// The round track of the board side in use.
    pub rounds: ArrayVec<[RoundRule; MAX_ROUNDS]>,
    /// Gold that the castle earns each round.
    pub castle_income: u16,
    /// Gold that makes 1 VP at the end.
    pub gold_per_vp: u16,
    /// Gold that players have before the first round, by their place in its turn order.
    pub start_gold: [u16; MAX_SEATS],
    /// Tiles that every player draws each round. Two of them get a price, the others are discarded.
    pub tiles_drawn: u16,
    /// The prices that may be asked.
    pub prices: PriceLimits,
    /// The payment of each printed scoring tile, by its [`index`](ScoringTile::index).
    ///
    /// As printed, or with other points and caps.
    pub payments: Payments,
}

/// The payment of each printed scoring tile, by its [`index`](ScoringTile::index).
///
/// Cheap to clone, and to recognise as the printed ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Payments(Arc<[Payment; ScoringTile::ALL.len()]>);

impl Payments {
    /// Returns the printed payments.
    fn printed() -> Self {
        static PRINTED: LazyLock<Payments> =
            LazyLock::new(|| Payments(Arc::new(ScoringTile::ALL.map(ScoringTile::printed))));
        PRINTED.clone()
    }

    /// Checks points and caps.
    fn validate(&self) -> Result<(), RulesError> {
        if Arc::ptr_eq(&self.0, &Self::printed().0) {
            return Ok(());
        }
        for payment in self.0.iter() {
            let mut points = payment.parts.iter().flat_map(|part| part.pays.points());
            points.try_for_each(|&points| RulesError::check("scoring-points", points, &Payment::POINTS))?;
            RulesError::check("scoring-caps", payment.cap, &Payment::CAPS)?;
        }
        Ok(())
    }
}

impl Index<usize> for Payments {
    type Output = Payment;

    #[inline]
    fn index(&self, index: usize) -> &Payment {
        &self.0[index]
    }
}

impl IndexMut<usize> for Payments {
    fn index_mut(&mut self, index: usize) -> &mut Payment {
        &mut Arc::make_mut(&mut self.0)[index]
    }
}

/// Prices that may be asked for one tile.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PriceLimits {
    /// The lowest.
    pub lowest: u16,
    /// The highest.
    pub highest: u16,
}

impl PriceLimits {
    /// Rulebook: at least 1 gold, and no upper limit but the player's gold.
    pub const PRINTED: Self = Self { lowest: 1, highest: u16::MAX };

    /// Returns whether this price may be asked.
    #[inline]
    pub fn allow(self, price: u16) -> bool {
        (self.lowest..=self.highest).contains(&price)
    }

    /// The highest price that leaves enough gold for a second price.
    #[inline]
    pub fn most(self, gold: u16) -> u16 {
        self.highest.min(gold.saturating_sub(self.lowest))
    }

    /// Clamps two prices to the limits, then lowers the higher one until the gold covers both.
    ///
    /// The gold has to be enough for twice the lowest price.
    pub fn within(self, gold: u16, prices: [u16; 2]) -> [u16; 2] {
        let [mut a, mut b] = prices.map(|price| price.clamp(self.lowest, self.most(gold)));
        while a + b > gold {
            *if a >= b { &mut a } else { &mut b } -= 1;
        }
        [a, b]
    }
}

impl Default for PriceLimits {
    fn default() -> Self {
        Self::PRINTED
    }
}

/// The party that gets less, or pays more, when a tablet makes a tile cheaper.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum DiscountBorneBy {
    /// The seller receives what the buyer pays.
    #[default]
    Seller,
    /// The supply makes up the difference, so the seller receives the price.
    Supply,
}

impl DiscountBorneBy {
    /// Returns the gold that the seller gets for a tile with this price, given what the buyer pays.
    #[inline]
    pub fn received(self, price: u16, paid: u16) -> u16 {
        match self {
            Self::Seller => paid,
            Self::Supply => price,
        }
    }
}

impl Rules {
    /// Gold that the castle earns each round.
    pub const PRINTED_CASTLE_INCOME: u16 = 5;
    /// Gold that makes 1 VP at the end.
    pub const PRINTED_GOLD_PER_VP: u16 = 5;
    /// Rulebook: everybody draws three tiles.
    pub const PRINTED_TILES_DRAWN: u16 = 3;
    /// Accepted numbers of tiles drawn: two get a price, whatever the number.
    pub const TILES_DRAWN: std::ops::RangeInclusive<u16> = 2..=5;
    /// Accepted castle income: two prices need two gold.
    pub const CASTLE_INCOME: std::ops::RangeInclusive<u16> = 2..=50;
    /// Accepted catch-up gold.
    pub const CATCH_UP: std::ops::RangeInclusive<u16> = 0..=20;
    /// Accepted final exchange rates.
    pub const GOLD_PER_VP: std::ops::RangeInclusive<u16> = 1..=1000;
    /// Accepted gold before the first round.
    pub const START_GOLD: std::ops::RangeInclusive<u16> = 0..=50;
    /// Accepted lowest prices; two of them must be within the castle's income.
    pub const LOWEST_PRICE: std::ops::RangeInclusive<u16> = 1..=20;
    /// Accepted highest prices, at least the lowest one.
    ///
    /// One above all the gold in the game limits nothing.
    pub const HIGHEST_PRICE: std::ops::RangeInclusive<u16> = 1..=1000;

    /// The printed game for this many players.
    pub fn printed(players: usize) -> Self {
        let rounds = track(players)
            .iter()
            .map(|&(slots, catch_up)| RoundRule { scores: slots.iter().copied().collect(), catch_up });
        Self {
            modules: Modules::NONE,
            discount_borne_by: DiscountBorneBy::Seller,
            vp_barrels_earn_gold: false,
            rounds: rounds.collect(),
            castle_income: Self::PRINTED_CASTLE_INCOME,
            gold_per_vp: Self::PRINTED_GOLD_PER_VP,
            start_gold: [0; MAX_SEATS],
            tiles_drawn: Self::PRINTED_TILES_DRAWN,
            prices: PriceLimits::PRINTED,
            payments: Payments::printed(),
        }
    }

    /// Rounds of the printed game for this many players.
    pub fn printed_rounds(players: usize) -> usize {
        track(players).len()
    }

    /// The printed game with these modules.
    pub fn with_modules(players: usize, modules: Modules) -> Self {
        Self { modules, ..Self::printed(players) }
    }

    /// The scoring tiles in play, of which four are chosen for a game.
    pub fn scoring_pool(&self) -> Vec<ScoringTile> {
        ScoringTile::pool(self.modules)
    }

    /// The most tiles that a player can get in one round, without borderland tiles.
    pub fn tiles_per_round(&self) -> usize {
        // Rulebook: at most two drawn tiles are kept, however many are drawn, and one is bought; with the Druids another one.
        3 + usize::from(self.modules.has(Module::Druids))
    }

    /// The most borderland tiles that a player can lay in a whole game.
    fn tiles_besides(&self) -> usize {
        if self.modules.has(Module::Borderlands) { MAX_BORDERLANDS } else { 0 }
    }

    /// The most rounds whose tiles fit into a territory.
    fn most_rounds(&self) -> usize {
        MAX_ROUNDS.min((MAX_TERRITORY - 1 - self.tiles_besides()) / self.tiles_per_round())
    }

    /// Number of rounds.
    #[inline]
    pub fn round_count(&self) -> usize {
        self.rounds.len()
    }

    /// The rule of a round counted from 1.
    #[inline]
    pub fn round(&self, number: u8) -> RoundRule {
        self.rounds[usize::from(number) - 1]
    }

    /// Counts the scorings of a slot from this round on, this round included; rounds count from 1.
    #[inline]
    pub fn scorings_from(&self, slot: Slot, number: u8) -> usize {
        self.rounds.iter().skip(usize::from(number) - 1).filter(|round| round.scores.has(slot)).count()
    }

    /// Returns the payment of a scoring tile under these rules.
    #[inline]
    pub fn payment(&self, tile: ScoringTile) -> &Payment {
        match tile {
            ScoringTile::Own(own) => own.payment(),
            printed => &self.payments[printed.index()],
        }
    }

    /// Describes the award of a scoring tile under these rules, in a few words.
    ///
    /// The printed text, or a text for the changed payment.
    pub fn text(&self, tile: ScoringTile) -> String {
        let payment = self.payment(tile);
        if *payment == tile.printed() { tile.text().to_owned() } else { payment.to_string() }
    }

    /// Checks every setting.
    ///
    /// # Errors
    /// The first setting out of its range.
    pub fn validate(&self) -> Result<(), RulesError> {
        let check = RulesError::check;
        check("rounds", self.rounds.len() as u16, &(1..=self.most_rounds() as u16))?;
        check("castle-income", self.castle_income, &Self::CASTLE_INCOME)?;
        check("gold-per-vp", self.gold_per_vp, &Self::GOLD_PER_VP)?;
        self.rounds.iter().try_for_each(|round| check("catch-up", round.catch_up, &Self::CATCH_UP))?;
        let most = self.start_gold.into_iter().max().unwrap_or(0);
        check("start-gold-by-order", most, &Self::START_GOLD)?;
        check("tiles-drawn", self.tiles_drawn, &Self::TILES_DRAWN)?;
        // Two tiles must get a price, whatever the gold.
        let most = (self.castle_income / 2).min(*Self::LOWEST_PRICE.end());
        check("lowest-price", self.prices.lowest, &(1..=most))?;
        if self.prices.highest != PriceLimits::PRINTED.highest {
            check("highest-price", self.prices.highest, &(self.prices.lowest..=*Self::HIGHEST_PRICE.end()))?;
        }
        self.payments.validate()
    }
}

/// Rulebook: the front of the board is for 2 to 4 players, the back for 5.
fn track(players: usize) -> &'static [(&'static [Slot], u16)] {
    if players == 5 { &BACK } else { &FRONT }
}

/// The front of the board.
const FRONT: [(&[Slot], u16); 6] = [(&[A], 0), (&[B], 0), (&[A, C], 1), (&[B, D], 2), (&[A, C, D], 3), (&[B, C, D], 4)];

/// The back of the board, after transcriptions; not confirmed by a photograph.
const BACK: [(&[Slot], u16); 5] = [(&[A, B], 0), (&[A, C], 0), (&[B, D], 1), (&[A, C, D], 2), (&[B, C, D], 3)];
