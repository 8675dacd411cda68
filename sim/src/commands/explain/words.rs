//! Actions in words.

use engine::skye::action::DRAWN;
use engine::skye::{Action, Offer};

use super::moment::Moment;

/// An action of the seat that decides.
pub fn of(moment: &Moment, action: Action) -> String {
    let tiles = moment.header.game.tiles();
    match action {
        Action::Offer(offer) => offer_words(moment, offer),
        Action::Buy { from, tile } => {
            let display = &moment.position.player(from).display;
            let price = display.iter().find(|sale| sale.tile == tile).map_or(0, |sale| sale.price);
            format!("buy {} from seat {from} for {price}", tiles.name(tile))
        }
        Action::Pass => "pass".to_owned(),
        Action::Place(laid) => format!("{} at {} turned {}", tiles.name(laid.tile), laid.place, laid.rotation),
    }
}

fn offer_words(moment: &Moment, offer: Offer) -> String {
    let drawn = moment.position.player(moment.decided.seat).drawn;
    let name = |index: usize| moment.header.game.tiles().name(drawn[index]);
    let priced = (0..DRAWN).filter(|&index| offer.prices()[index] > 0);
    let priced: Vec<String> = priced.map(|index| format!("{} for {}", name(index), offer.prices()[index])).collect();
    format!("{}; discard {}", priced.join(", "), name(offer.discard()))
}
