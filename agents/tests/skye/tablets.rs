//! Greedy players' valuation of tablets in the first buy turn, computed by hand.

use agents::skye::appraisal::{Appraisals, Judgements, MilliVp};
use agents::skye::greedy::Buying;
use agents::skye::market::{Market, MarketState, SecondTurn};
use engine::skye::{Action, Module, Modules, Phase, Public, Skye, Tablet, Tablets};
use engine::{Game, Seat};

use crate::random_games::{random_game_with, random_set_with};

const GOLD: u16 = 10;

/// Shows first buy turns of games of two.
///
/// Both seats have ten gold and no tablets. The seat to buy offers one tile at this price, its rival none.
fn own_sales(price: u16, mut show: impl FnMut(&Skye, &Public, Seat)) {
    let modules = Modules::from_iter([Module::Druids]);
    for seed in 0..30 {
        random_game_with(modules, 2, random_set_with(modules, seed), seed, |game, position| {
            let Phase::Buy(seat) = position.phase else { return };
            let mut public = game.public(&game.view(position, seat)).clone();
            let rival = 1 - seat.index();
            for player in &mut public.players {
                (player.gold, player.tablets, player.own_taken) = (GOLD, Tablets::default(), 0);
            }
            public.players[rival].display.clear();
            let own = &mut public.players[seat.index()].display;
            own.truncate(1);
            if let Some(sale) = own.first_mut() {
                sale.price = price;
                // A seat can lose its tile only if its rival is still to buy.
                if public.turn_order().next() == Some(seat) {
                    show(game, &public, seat);
                }
            }
        });
    }
}

/// Returns the gains of the seat and its rival by the tile, and the value of a gold.
fn gains(game: &Skye, public: &Public, seat: Seat, gains: &mut Appraisals) -> [MilliVp; 3] {
    let tile = [public.player(seat).display[0].tile];
    let rival = Seat::new(1 - seat.index());
    [gains.of(game, public, seat, &tile)[0], gains.of(game, public, rival, &tile)[0], gains.per_gold(game, public)]
}

#[test]
fn an_own_tile_is_taken_where_that_is_better_than_its_sale() {
    let buying = Buying::Foresight { gold_of_two: 65 };
    let [mut taken, mut sold, mut unwanted] = [0; 3];
    for price in [1, 3, 5, 6, 8] {
        own_sales(price, |game, public, seat| {
            let mut public = public.clone();
            public.players[seat.index()].tablets.add(Tablet::OwnTile);
            let known = &mut Appraisals::by(Judgements::calibrated());
            let [own, rivals, gold] = gains(game, &public, seat, known);
            let paid = gold * MilliVp::from(price);
            let second = SecondTurn::ahead(game, &public, seat, known);
            // The rival buys if its gain exceeds its payment plus the gain of the owner, who gets twice the price but loses the tile.
            let is_wanted = rivals - paid - (2 * paid - own) > 0;
            // The lead after a sale: the owner's gold and what it will buy, less the rival's tile and payment; otherwise the tile.
            let after_sale = 2 * paid + second.worth(GOLD + 2 * price) - (rivals - paid);
            let with_tile = own + second.worth(GOLD);
            let tile = public.player(seat).display[0].tile;
            let is_taken = is_wanted && with_tile > after_sale;
            let expected = if is_taken { Action::TakeOwn { tile } } else { Action::Pass };
            assert_eq!(buying.purchase(game, &public, seat, known), expected, "{own} and {rivals} at {price} gold");
            taken += u32::from(is_taken);
            sold += u32::from(is_wanted && !is_taken);
            unwanted += u32::from(!is_wanted);
        });
    }
    assert!(taken > 10 && sold > 2 && unwanted > 10, "{taken} taken, {sold} sold, {unwanted} unwanted");
}

#[test]
fn without_the_tablet_nothing_is_taken() {
    own_sales(1, |game, public, seat| {
        let buying = Buying::Foresight { gold_of_two: 65 };
        let known = &mut Appraisals::by(Judgements::calibrated());
        assert_eq!(buying.purchase(game, public, seat, known), Action::Pass, "nothing of the rival's is for sale");
    });
}

#[test]
fn the_market_knows_the_discounts_of_all_seats() {
    let mut bought = 0;
    own_sales(4, |game, public, seat| {
        let rival = Seat::new(1 - seat.index());
        let mut public = public.clone();
        public.players[rival.index()].tablets.add(Tablet::Discount1);
        public.players[rival.index()].tablets.add(Tablet::Discount2);
        let known = &mut Appraisals::by(Judgements::calibrated());
        let [own, rivals, gold] = gains(game, &public, seat, known);
        let market = Market::of_display(game, &public, known);
        let mut market_state = MarketState::on_display(&public);
        // It pays one gold, and the seller gets it with its stake of four.
        let is_bought = rivals - gold - (5 * gold - own) > 0;
        let choice = market.choice(rival.index(), &market_state);
        assert_eq!(choice, is_bought.then_some((seat.index(), 0)));
        if let Some(purchase) = choice {
            market.buy(rival.index(), purchase, &mut market_state);
            assert_eq!((market_state.gold[rival.index()], market_state.gold[seat.index()]), (GOLD - 1, GOLD + 5));
            bought += 1;
        }
    });
    assert!(bought > 10, "{bought} purchases");
}
