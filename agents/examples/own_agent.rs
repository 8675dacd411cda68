//! A custom agent in one file.
//!
//! It discards the first tile drawn, asks 1 gold for each of the others, buys the cheapest tile and builds at random.
//!
//! Run it with `cargo run --release -p agents --example own_agent`. To use it in configs, move `Cheapskate` into
//! `agents/src/skye/cheapskate.rs` with a `pub(super) const KIND: AgentKind<Skye>` like that of `rule_of_thumb.rs`
//! there, and change three lines of `agents/src/skye/mod.rs`: `mod cheapskate;`, its `KIND` in the list of kinds, and
//! the length of the list. The contract tests then check it too. Texts that list all kinds of agents change: the
//! messages in `sim/tests/golden/bad_input.txt`, and `sim dev fingerprint`.

use agents::{Agent, Decision, RandomAgent};
use engine::random::{Random, mix, random};
use engine::skye::{Action, Offer, Phase, ScoringTile, Skye, View};
use engine::{Game, Seat, Turn};

/// Never stakes more than it must, and never pays more than it must.
struct Cheapskate;

impl Agent<Skye> for Cheapskate {
    fn choose(&self, game: &Skye, view: &View<'_>, random: &mut Random) -> Decision<Action> {
        // A view shows the position as this seat sees it: others' offers are masked until all are in.
        let position = game.public(view);
        Decision::at_once(match position.phase {
            Phase::Price(_) => Action::Offer(Offer::new(0, [1, 1])),
            Phase::Buy(seat) => {
                let cheapest = game.purchases(position, seat).min_by_key(|&(_, _, price)| price);
                cheapest.map_or(Action::Pass, |(from, tile, _)| Action::Buy { from, tile })
            }
            Phase::BuyAgain(_) | Phase::KeepDrawn(_) | Phase::Build(_) => game.random_action(position, random),
            Phase::Draw | Phase::Uncover(_) | Phase::DrawFromBag(_) | Phase::Over => panic!("nobody decides"),
        })
    }
}

fn main() {
    let wins: f64 = (0..500).map(|seed| win_share(seed, &Cheapskate, &RandomAgent)).sum();
    println!("Cheapskate wins {:.1} % of 500 games against random", wins / 5.0);
}

/// The first agent's share of the win in one game; it takes each seat in turn.
fn win_share(seed: u64, own: &dyn Agent<Skye>, other: &dyn Agent<Skye>) -> f64 {
    use ScoringTile::{Columns, MostShips, Sheep, Squares};
    let game = Skye::printed(2, [Sheep, Squares, Columns, MostShips]).expect("a valid set-up");
    let own_seat = Seat::new(seed as usize % 2);
    let mut position = game.start(Seat::new(0));
    let mut decisions = 0;
    loop {
        match game.turn(&position) {
            Turn::Over => return game.outcome(&position).win_share(own_seat),
            Turn::Chance => game.resolve_chance(&mut position, seed),
            Turn::Seat(seat) => {
                let agent = if seat == own_seat { own } else { other };
                let mut thinking = random(mix([seed, decisions]));
                let decision = agent.choose(&game, &game.view(&position, seat), &mut thinking);
                game.apply(&mut position, decision.action);
                decisions += 1;
            }
        }
    }
}
