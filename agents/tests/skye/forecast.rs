//! Which offers do well: what is added up is what really comes, as far as the appraisal can tell.

use agents::skye::appraisal::{Appraisals, Estate, Judgements, MilliVp, Outlook};
use agents::skye::forecast::{JointGains, responses};
use engine::random::random;
use engine::skye::{Offer, Phase, Public, Skye, TileId};
use engine::{Game, Seat};

use crate::random_games::{random_game, random_set};

fn gains() -> Appraisals {
    Appraisals::by(Judgements::calibrated())
}

/// Lays all that each seat has to build, what gains the most first.
fn build(game: &Skye, position: &Public) -> Public {
    let mut built = position.clone();
    for seat in Seat::all(position.seats()) {
        let outlook = Outlook::by(&Judgements::calibrated(), game, position, seat);
        let player = position.player(seat);
        let kept = player.display.iter().map(|sale| sale.tile);
        let mut left: Vec<TileId> = player.to_build.iter().copied().chain(kept).collect();
        let territory = &mut built.players[seat.index()].territory;
        left.sort_unstable();
        while !left.is_empty() {
            let estate = Estate::new(&outlook, territory);
            let placements = left.iter().filter_map(|&tile| estate.best_placement(tile));
            let Some((placement, _)) = placements.reduce(|best, next| if next.1 > best.1 { next } else { best }) else {
                break;
            };
            territory.lay_and_flip(game.tiles(), placement, |_| {});
            left.retain(|&tile| tile != placement.tile);
        }
    }
    built
}

/// A seat's lead over the mean of the others: what territories are worth, and gold.
fn lead(game: &Skye, position: &Public, seat: Seat) -> MilliVp {
    let worth = |seat: Seat| {
        let outlook = Outlook::by(&Judgements::calibrated(), game, position, seat);
        let player = position.player(seat);
        Estate::new(&outlook, &player.territory).worth() + outlook.gold() * MilliVp::from(player.gold)
    };
    let others: MilliVp = Seat::all(position.seats()).filter(|&other| other != seat).map(worth).sum();
    worth(seat) - others / (position.seats() as MilliVp - 1)
}

#[test]
fn a_response_is_worth_what_it_leads_to_if_nobody_else_can_buy() {
    let mut compared = 0;
    for seed in 0..12 {
        random_game(2, random_set(seed), seed, |game, position| {
            // This seat buys last, and the other one has staked all its gold.
            let Phase::Price(seat) = position.phase else { return };
            let last = position.turn_order().last() == Some(seat);
            let other = position.turn_order().next().expect("two seats");
            if !last || position.player(seat).gold < 2 {
                return;
            }
            let theirs = Offer::new(0, [1, 1]);
            let mut position = position.clone();
            position.set_up(|public| public.players[other.index()].gold = theirs.stake());
            let view = game.view(&position, seat);
            let public = game.public(&view);
            let mut guess = vec![None; 2];
            guess[other.index()] = Some(theirs);
            let found =
                responses(game, public, seat, &[guess], &mut gains(), &mut JointGains::default(), &mut random(1));
            let really = |offer: &Offer| {
                let mut after = public.clone();
                lay_out(&mut after, other, &theirs);
                lay_out(&mut after, seat, offer);
                let by_passing = lead(game, &build(game, &after), seat);
                let by_buying =
                    after.player(other).display.into_iter().filter(|sale| sale.price <= after.player(seat).gold);
                let by_buying = by_buying.map(|sale| {
                    let mut after = after.clone();
                    after.players[other.index()].display.retain(|kept| kept.tile != sale.tile);
                    after.players[other.index()].gold += 2 * sale.price;
                    after.players[seat.index()].gold -= sale.price;
                    after.players[seat.index()].to_build.push(sale.tile);
                    lead(game, &build(game, &after), seat)
                });
                by_buying.fold(by_passing, MilliVp::max)
            };
            let first = found[0].worth - really(&found[0].offer);
            for priced in &found[1..] {
                let difference = priced.worth - really(&priced.offer) - first;
                assert!(difference.abs() <= 2, "{:?}: off by {difference} in {position:?}", priced.offer);
                compared += 1;
            }
        });
    }
    assert!(compared > 300, "{compared} offers");
}

/// Puts the tiles drawn on display, without selling any.
fn lay_out(position: &mut Public, seat: Seat, offer: &Offer) {
    let player = &mut position.players[seat.index()];
    player.gold -= offer.stake();
    for (tile, price) in player.drawn.into_iter().zip(offer.prices()).filter(|(_, price)| *price > 0) {
        player.display.push(Default::default());
        let sale = player.display.last_mut().expect("one was pushed");
        (sale.tile, sale.price) = (tile, price);
    }
    player.drawn.clear();
}
