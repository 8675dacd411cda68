//! The forecast of a round's trade: what it adds up is what really comes, as far as the appraisal can tell.

use std::collections::BTreeMap;

use agents::skye::appraisal::{Estate, Judgements, MilliVp, Outlook, TileGains};
use agents::skye::forecast::{JointGains, leads, likely_purchase};
use engine::random::random;
use engine::skye::{Action, Phase, Public, Skye, TileId};
use engine::{Game, Seat};

use crate::random_games::{random_game, random_set};

fn gains() -> TileGains {
    TileGains::by(Judgements::calibrated())
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
fn the_lead_foreseen_for_the_last_buyer_is_what_the_purchase_leads_to() {
    let mut purchases = 0;
    for seed in 0..40 {
        let players = 2 + seed as usize % 4;
        random_game(players, random_set(seed), seed, |game, position| {
            let Phase::Buy(seat) = position.phase else { return };
            if position.turn_order().last() != Some(seat) {
                return;
            }
            let view = game.view(position, seat);
            let foreseen = leads(game, game.public(&view), seat, &mut gains(), &mut JointGains::default());
            let really = |action: Action| {
                let mut after = game.public(&view).clone();
                if let Action::Buy { from, tile } = action {
                    let display = &mut after.players[from.index()].display;
                    let price = display.iter().find(|sale| sale.tile == tile).expect("it is on display").price;
                    display.retain(|sale| sale.tile != tile);
                    after.players[from.index()].gold += 2 * price;
                    after.players[seat.index()].gold -= price;
                    after.players[seat.index()].to_build.push(tile);
                }
                lead(game, &build(game, &after), seat)
            };
            let (pass, by_passing) = (foreseen[0], really(Action::Pass));
            assert_eq!(pass.0, Action::Pass);
            for &(action, lead) in &foreseen[1..] {
                // A mean over the others is rounded.
                let difference = (lead - pass.1) - (really(action) - by_passing);
                assert!(difference.abs() <= 2, "{action:?}: off by {difference} in {position:?}");
                purchases += 1;
            }
        });
    }
    assert!(purchases > 300, "{purchases} purchases");
}

#[test]
fn likelier_purchases_lead_further() {
    let mut compared = 0;
    for seed in 0..6 {
        random_game(3, random_set(seed), seed, |game, position| {
            let Phase::Buy(seat) = position.phase else { return };
            let view = game.view(position, seat);
            let public = game.public(&view);
            let (mut gains, mut joint) = (gains(), JointGains::default());
            let foreseen = leads(game, public, seat, &mut gains, &mut joint);
            let mut drawn: BTreeMap<Action, f64> = BTreeMap::new();
            for dice in 0..400 {
                let action = likely_purchase(game, public, seat, &mut gains, &mut joint, &mut random(dice));
                *drawn.entry(action).or_default() += 1.0 / 400.0;
            }
            // By e for every 2.5 VP.
            let weight = |lead: MilliVp| (f64::from(lead) / 2500.0).exp();
            let all: f64 = foreseen.iter().map(|&(_, lead)| weight(lead)).sum();
            for &(action, lead) in &foreseen {
                let expected = weight(lead) / all;
                let found = drawn.get(&action).copied().unwrap_or(0.0);
                let error = (expected * (1.0 - expected) / 400.0).sqrt();
                assert!((found - expected).abs() < 5.0 * error + 0.005, "{action:?}: {found} for {expected}");
                compared += 1;
            }
        });
    }
    assert!(compared > 100, "{compared} purchases");
}
