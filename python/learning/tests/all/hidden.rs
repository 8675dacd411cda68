//! Nothing secret is seen.

use crate::common::{all_modules, each_decision, of_skye, skye};
use engine::skye::{Modules, Offer, Phase, Skye};
use engine::{Game, Seat};
use learning::encoding::Encoding;

fn seen(game: &Skye, position: &engine::skye::Position, seat: Seat) -> Vec<f32> {
    let mut out = vec![0.0; Skye::OBSERVATION];
    game.observe(&game.view(position, seat), None, &mut Default::default(), &mut out);
    out
}

#[test]
fn another_seats_offer_changes_no_number() {
    let (mut positions, agent) = (0, of_skye("random"));
    for number in 0.. {
        let modules = if number % 2 == 0 { Modules::NONE } else { all_modules() };
        let game = skye(2 + number as usize % 4, modules, number);
        each_decision(&game, &*agent, number, |position, _, _| {
            let Phase::Price(mover) = position.phase else { return };
            for made in Seat::all(game.seats()).filter(|seat| position.offer(*seat).is_some()) {
                let gold = position.player(made).gold;
                let mut other = position.clone();
                let others =
                    Offer::all(3, gold, game.rules().prices).filter(|offer| Some(*offer) != position.offer(made));
                let Some(offer) = others.last() else { continue };
                other.replace_offer(made, offer);
                assert_ne!(seen(&game, position, made), seen(&game, &other, made), "the own offer is seen");
                for seat in Seat::all(game.seats()).filter(|seat| *seat != made) {
                    assert_eq!(
                        seen(&game, position, seat),
                        seen(&game, &other, seat),
                        "{made} as {seat} sees it, {mover} moves"
                    );
                    positions += 1;
                }
            }
        });
        if positions >= 10_000 {
            return;
        }
    }
}
