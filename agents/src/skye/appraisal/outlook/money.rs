//! The effect of other rules on gold than the printed ones on its worth.
//!
//! The numbers of a judgement were fitted for the printed rules. Two rules on gold change its worth: the gold for a VP
//! at the end, and the income of the castle, because all the gold there is competes for the same tiles. For more or
//! less catch-up gold no other worth was found that wins more (results/what_failed.md).

use engine::skye::{Rules, Skye};

use crate::skye::{MilliVp, VP};

/// Rules on gold that are not the printed ones.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Money {
    /// The worth of one gold by the final exchange.
    exchange: MilliVp,
    /// Gold that each player receives in a round, roughly.
    income: MilliVp,
}

/// Gold for each player and round besides the castle's, roughly.
///
/// It comes from barrels, from catch-up gold, and from gold already held.
const OTHER_INCOME: u16 = 8;

impl Money {
    const PRINTED: Self = Self::of(Rules::PRINTED_CASTLE_INCOME, Rules::PRINTED_GOLD_PER_VP);

    const fn of(castle_income: u16, gold_per_vp: u16) -> Self {
        Self { exchange: VP / gold_per_vp as MilliVp, income: (castle_income + OTHER_INCOME) as MilliVp }
    }

    /// The rules on gold of a game; `None` if they are the printed ones.
    #[inline]
    pub fn unprinted(game: &Skye) -> Option<Self> {
        let money = Self::of(game.rules().castle_income, game.rules().gold_per_vp);
        (money != Self::PRINTED).then_some(money)
    }

    /// Returns the worth of gold that would be worth this much under the printed rules.
    ///
    /// Beyond the exchange, gold is worth what it buys, which is less if players receive more of it. A better exchange
    /// can be waited for, so it adds to the worth of all gold. A worse one subtracts less, the more the gold buys until
    /// then.
    pub fn worth(self, printed: MilliVp) -> MilliVp {
        let Self { exchange, income } = Self::PRINTED;
        let worth = exchange + (printed - exchange) * income / self.income;
        let more = self.exchange - exchange;
        if more < 0 && worth > exchange { worth + more * exchange / worth * exchange / worth } else { worth + more }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn under_the_printed_rules_gold_is_worth_what_the_judgement_says() {
        for printed in (0..2000).step_by(7) {
            assert_eq!(Money::PRINTED.worth(printed), printed);
        }
    }

    #[test]
    fn at_the_end_gold_is_worth_what_the_exchange_pays() {
        for (castle_income, gold_per_vp, vp) in [(5, 1, 1000), (5, 20, 50), (2, 4, 250), (50, 1000, 1)] {
            assert_eq!(Money::of(castle_income, gold_per_vp).worth(200), vp);
        }
    }

    #[test]
    fn more_income_and_a_worse_exchange_make_gold_worth_less() {
        let worth = |castle_income, gold_per_vp| Money::of(castle_income, gold_per_vp).worth(800);
        let falling = [worth(2, 1), worth(2, 5), worth(4, 5), 800, worth(6, 5), worth(10, 5), worth(10, 20)];
        assert!(falling.is_sorted_by(|a, b| a > b), "{falling:?}");
    }
}
