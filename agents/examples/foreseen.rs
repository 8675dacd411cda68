//! How well searches foresee what players of their kind do: purchases, and which tiles are sold.
//!
//! Run it with `cargo run --release -p agents --example foreseen -- mcts:iterations=100 2 50 1`: an agent that plays among itself, the number of
//! players, games and a seed. Each purchase and each offer is foreseen by the greedy player's rules and by the forecast, from what a player
//! at the table may know. How well the forecast foresees sales once all offers are known says how much of the rest is a matter of guessing at them.

use agents::search::Knowledge;
use agents::skye::{KINDS, Others, SkyeKnowledge, expected_sales};
use agents::{Agent, AgentSpec};
use engine::random::{below, mix, random};
use engine::skye::{Action, Modules, Offer, Phase, Position, Rules, ScoringTile, Skye, TileId};
use engine::{Game, Seat, Turn};

/// The search whose expectations are asked for has so many iterations.
const ITERATIONS: u64 = 400;

/// Simulated rounds for each offer.
const ROUNDS: u32 = 100;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [spec, players, games, seed] = &words[..] else { panic!("agent players games seed") };
    let [players, games, seed]: [u64; 3] = [players, games, seed].map(|word| word.parse().expect("a number"));
    let agent = AgentSpec::read(spec, &KINDS).expect("an agent").build(&KINDS);
    let mut found = Found::default();
    (0..games).for_each(|number| play(&*agent, players as usize, mix([seed, number]), &mut found));
    found.report();
}

/// What was foreseen and what happened.
#[derive(Default)]
struct Found {
    /// By model, whether the likeliest purchase was made.
    purchases: [Vec<bool>; 2],
    /// By model, and by the forecast with all offers known, chances of sales and what became of them.
    sales: [Vec<(f64, bool)>; 3],
}

/// The chances of a round's sales, by model and by the forecast with all offers known.
type Expected = [Vec<(TileId, f64)>; 3];

impl Found {
    fn report(&self) {
        let mean = |values: &mut dyn Iterator<Item = f64>| {
            let all: Vec<f64> = values.collect();
            all.iter().sum::<f64>() / all.len() as f64
        };
        for (name, purchases) in ["greedy", "forecast"].into_iter().zip(&self.purchases) {
            let hits = mean(&mut purchases.iter().map(|&hit| f64::from(u8::from(hit))));
            println!("{name}: {:.1} % of {} purchases and passes foreseen", 100.0 * hits, purchases.len());
        }
        for (name, sales) in ["greedy", "forecast", "forecast, offers known"].into_iter().zip(&self.sales) {
            let rate = mean(&mut sales.iter().map(|&(_, sold)| f64::from(u8::from(sold))));
            let brier = mean(&mut sales.iter().map(|&(chance, sold)| (chance - f64::from(u8::from(sold))).powi(2)));
            let constant = rate * (1.0 - rate);
            println!(
                "{name}: Brier score of {} sales {brier:.3} (always {:.1} %: {constant:.3})",
                sales.len(),
                100.0 * rate
            );
        }
    }
}

fn play(agent: &dyn Agent<Skye>, players: usize, deal: u64, found: &mut Found) {
    let mut pool = Rules::with_modules(players, Modules::NONE).scoring_pool();
    let mut dice = random(deal);
    let scoring: [ScoringTile; 4] =
        std::array::from_fn(|_| pool.swap_remove(below(&mut dice, pool.len() as u32) as usize));
    let game = Skye::printed_with(players, scoring, Modules::NONE).expect("a valid set-up");
    let mut position = game.start(Seat::new(0));
    let mut expected = Expected::default();
    for decision in 0.. {
        let Turn::Seat(seat) = game.turn(&position) else {
            if game.turn(&position) == Turn::Over {
                return;
            }
            game.resolve_chance(&mut position, deal);
            continue;
        };
        let action = agent.choose(&game, &game.view(&position, seat), &mut random(mix([deal, decision]))).action;
        match action {
            Action::Offer(offer) => expect_sales(&game, &position, seat, offer, &mut expected),
            Action::Buy { .. } | Action::Pass => {
                foresee_purchase(&game, &position, seat, action, found);
                if let Action::Buy { tile, .. } = action {
                    settle(&mut expected, found, |other| other == tile, true);
                }
            }
            _ => {}
        }
        let is_offer = matches!(action, Action::Offer(_));
        game.apply(&mut position, action);
        if is_offer && matches!(position.phase, Phase::Buy(_)) {
            expected[2] = sales_on_display(&game, &position);
        }
        if !matches!(position.phase, Phase::Price(_) | Phase::Buy(_)) {
            settle(&mut expected, found, |_| true, false);
        }
    }
}

/// Notes what each model expects of an offer.
fn expect_sales(game: &Skye, position: &Position, seat: Seat, offer: Offer, expected: &mut Expected) {
    let drawn = position.player(seat).drawn;
    for (others, expected) in [Others::Rules, Others::Forecast].into_iter().zip(expected) {
        let sales = expected_sales(game, &game.view(position, seat), offer, others, ROUNDS, &mut random(1));
        let priced = offer.prices().into_iter().zip(sales).zip(drawn).filter(|((price, _), _)| *price > 0);
        expected.extend(priced.map(|((_, chance), tile)| (tile, chance)));
    }
}

/// How likely the forecast thinks each tile on display to be sold.
fn sales_on_display(game: &Skye, position: &Position) -> Vec<(TileId, f64)> {
    let knowledge = SkyeKnowledge::of_search(ITERATIONS);
    let mut memo = knowledge.memo(position);
    let tiles = position.players.iter().flat_map(|player| player.display.iter().map(|sale| sale.tile));
    let mut sold: Vec<(TileId, f64)> = tiles.map(|tile| (tile, 0.0)).collect();
    for round in 0..ROUNDS {
        let (mut position, mut dice) = (position.clone(), random(round.into()));
        while let Phase::Buy(seat) = position.phase {
            let action = knowledge.policy(game, &game.view(&position, seat), &mut memo, &mut dice);
            if let Action::Buy { tile, .. } = action {
                let sold = sold.iter_mut().filter(|(other, _)| *other == tile);
                sold.for_each(|(_, share)| *share += 1.0 / f64::from(ROUNDS));
            }
            game.apply(&mut position, action);
        }
    }
    sold
}

/// Notes what became of some tiles.
fn settle(expected: &mut Expected, found: &mut Found, which: impl Fn(TileId) -> bool, is_sold: bool) {
    for (expected, sales) in expected.iter_mut().zip(&mut found.sales) {
        sales.extend(expected.iter().filter(|(tile, _)| which(*tile)).map(|&(_, chance)| (chance, is_sold)));
        expected.retain(|(tile, _)| !which(*tile));
    }
}

/// Notes whether each model foresees a purchase, unless nothing can be bought.
fn foresee_purchase(game: &Skye, position: &Position, seat: Seat, action: Action, found: &mut Found) {
    let view = game.view(position, seat);
    let public = game.public(&view);
    if game.purchases(public, seat).next().is_none() {
        return;
    }
    for (others, found) in [Others::Rules, Others::Forecast].into_iter().zip(&mut found.purchases) {
        let knowledge = SkyeKnowledge { others, ..SkyeKnowledge::of_search(ITERATIONS) };
        let expected = knowledge.policy(game, &view, &mut knowledge.memo(public), &mut random(1));
        found.push(expected == action);
    }
}
