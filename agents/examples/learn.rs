//! Scratch: gathers decisions of players, trains habits, and says how well they foresee.
//! learn OUT HIDDEN EPOCHS agent/players/modules/games/seed/weight ...
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use agents::net::{Contestant, Contests, Net, Training, train};
use agents::search::Knowledge;
use agents::skye::appraisal::{Appraisals, Judgements};
use agents::skye::greedy::Market;
use agents::skye::opponents::{Habits, Offerer, rows};
use agents::skye::{KINDS, PlayedOut, SkyeKnowledge};
use agents::{Agent, AgentSpec};
use engine::random::{below, mix, random};
use engine::skye::{Action, Module, Modules, Offer, Phase, Position, Rules, ScoringTile, Skye};
use engine::{Game, Seat, Turn};

static OUT: AtomicU64 = AtomicU64::new(0);
type Choice = (Vec<Vec<i16>>, usize);

#[derive(Default)]
struct Seen {
    /// Purchases with odds, and at a glance; discards; prices.
    choices: [Vec<Choice>; 4],
    /// Held: per offer a list of (nets → drawn offers) needs the offerer, so positions are kept.
    offers: Vec<(Skye, Position, Seat, Offer)>,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let out = &words[0];
    let hidden: usize = words[1].parse().unwrap();
    let epochs: usize = words[2].parse().unwrap();
    let mut fit: [Vec<Choice>; 4] = Default::default();
    let mut held_all = Vec::new();
    for order in &words[3..] {
        let [spec, players, modules, games, seed]: [&str; 5] = order.split('/').collect::<Vec<_>>().try_into().unwrap();
        let [players, games, seed]: [u64; 3] = [players, games, seed].map(|word| word.parse().unwrap());
        let modules: Modules = match modules { "none" => Modules::NONE, _ => Module::ALL.into_iter().collect() };
        let agent = AgentSpec::read(spec, &KINDS).expect("an agent").build(&KINDS);
        let (next, all) = (AtomicU64::new(0), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games { return; }
                    let seen = play(&*agent, players as usize, modules, mix([seed, number]));
                    all.lock().unwrap().push((number, seen));
                });
            }
        });
        let mut all = all.into_inner().unwrap();
        all.sort_by_key(|(number, _)| *number);
        let mut held = Seen::default();
        for (number, seen) in all {
            let to = if number % 10 == 0 { &mut held.choices } else { &mut fit };
            to.iter_mut().zip(seen.choices).for_each(|(to, choices)| to.extend(choices));
            if number % 10 == 0 { held.offers.extend(seen.offers); }
        }
        held_all.push((order.clone(), held));
    }
    let [odds, glance, discards, prices] = fit;
    let mut net = |name: &str, choices: &[Choice]| {
        let contests = contests(choices);
        let net = train(&contests, &Training { hidden: vec![hidden], epochs, decay: 0.3, ..Training::default() }, |_, _| ()).unwrap();
        println!("{name}: {} contests, fit loss {:.3}", contests.len(), contests.loss_of(&net));
        net
    };
    let purchases: Vec<Choice> = odds.into_iter().chain(glance).collect();
    let habits = Habits {
        trained_on: words[3..].join(", "),
        purchases: net("purchases", &purchases),
        discards: net("discards", &discards),
        prices: net("prices", &prices),
    };
    std::fs::write(out, habits.to_toml()).unwrap();
    println!("outside the window: {}", OUT.load(Ordering::Relaxed));
    report(&habits, &held_all);
}

fn report(habits: &Habits, held_all: &[(String, Seen)]) {
    for (order, held) in held_all {
        let nets = [("purchases, odds", &habits.purchases), ("purchases, glance", &habits.purchases), ("discards", &habits.discards), ("prices", &habits.prices)];
        for ((name, net), choices) in nets.into_iter().zip(&held.choices) {
            if choices.is_empty() { continue; }
            let contests = contests(choices);
            let hits = choices.iter().filter(|(rows, chosen)| {
                let scores: Vec<i32> = rows.iter().map(|row| net.score(row)).collect();
                (0..scores.len()).max_by_key(|&option| scores[option]) == Some(*chosen)
            }).count();
            println!("{order} {name}: held {} loss {:.3} (uniform {:.3}) hits {:.1} %", contests.len(), contests.loss_of(net), contests.loss(|_| 0.0), 100.0 * hits as f64 / choices.len() as f64);
        }
        let mut dice = random(7);
        let (mut ours, mut count) = (0.0, 0);
        let mut gains = Appraisals::by(Judgements::calibrated());
        for (game, position, seat, offer) in &held.offers {
            gains.forget();
            let market = Market::of_drawn(game, position, &mut gains);
            let offerer = Offerer::new(game, position, *seat, &market, &mut gains);
            let drawn: Vec<Offer> = offerer.draw(habits, 1.0, 25, &mut dice);
            ours += energy(&drawn, offer);
            count += 1;
        }
        println!("{order} energy score of {count}: {:.3}", ours / f64::from(count));
    }
}

fn contests(choices: &[Choice]) -> Contests {
    let mut contests = Contests::new(choices[0].0[0].len());
    for (rows, chosen) in choices {
        contests.add(rows.iter().enumerate().map(|(option, row)| Contestant { row, given: 0.0, share: f32::from(u8::from(option == *chosen)) }));
    }
    contests
}

fn distance(a: &Offer, b: &Offer) -> f64 {
    a.prices().iter().zip(b.prices()).map(|(a, b)| (f64::from(*a) - f64::from(b)).powi(2)).sum::<f64>().sqrt()
}

fn energy(guesses: &[Offer], offer: &Offer) -> f64 {
    let n = guesses.len() as f64;
    let to = guesses.iter().map(|guess| distance(guess, offer)).sum::<f64>() / n;
    let between = guesses.iter().flat_map(|a| guesses.iter().map(move |b| distance(a, b))).sum::<f64>() / (n * n);
    to - 0.5 * between
}

fn play(agent: &dyn Agent<Skye>, players: usize, modules: Modules, deal: u64) -> Seen {
    let mut pool = Rules::with_modules(players, modules).scoring_pool();
    let mut dice = random(deal);
    let scoring: [ScoringTile; 4] = std::array::from_fn(|_| pool.swap_remove(below(&mut dice, pool.len() as u32) as usize));
    let game = Skye::printed_with(players, scoring, modules).expect("a valid set-up");
    let mut position: Position = game.start(Seat::new(below(&mut dice, players as u32) as usize));
    let mut seen = Seen::default();
    let mut gains = Appraisals::by(Judgements::calibrated());
    let knowledge = SkyeKnowledge::of_search();
    for decision in 0.. {
        let Turn::Seat(seat) = game.turn(&position) else {
            if game.turn(&position) == Turn::Over { return seen; }
            game.resolve_chance(&mut position, deal);
            continue;
        };
        let view = game.view(&position, seat);
        let action = agent.choose(&game, &view, &mut random(mix([deal, decision]))).action;
        let public = game.public(&view);
        match action {
            Action::Offer(offer) => {
                let market = Market::of_drawn(&game, public, &mut gains);
                let offerer = Offerer::new(&game, public, seat, &market, &mut gains);
                let [(a, price_a), (b, price_b)] = offer.priced();
                let discard = 3 - a - b;
                let rows: Vec<Vec<i16>> = offerer.discards().iter().map(|row| row.to_vec()).collect();
                if !rows.is_empty() { seen.choices[2].push((rows, discard)); }
                let [first, second] = offerer.order(discard);
                let price = |tile| if tile == a { price_a } else { price_b };
                let mut add = |tiles: [usize; 2], given: Option<u16>| {
                    let prices: Vec<u16> = offerer.prices(tiles[0], given).collect();
                    let rows = prices.iter().map(|&price| offerer.price_row(tiles, price, given).to_vec()).collect();
                    if let Some(chosen) = prices.iter().position(|&other| other == price(tiles[0])) && prices.len() > 1 {
                        seen.choices[3].push((rows, chosen));
                    } else if !prices.contains(&price(tiles[0])) { OUT.fetch_add(1, Ordering::Relaxed); }
                };
                add([first, second], None);
                add([second, first], Some(price(first)));
                seen.offers.push((game.clone(), position.clone(), seat, offer));
            }
            Action::Buy { .. } | Action::Pass if matches!(public.phase, Phase::Buy(_)) && game.purchases(public, seat).next().is_some() => {
                let mut memo = knowledge.memo(public);
                let PlayedOut { market, stalls, options, chances } = knowledge.played_out(&game, &view, &mut memo);
                let chosen = options.iter().position(|option| match (option, action) {
                    (None, Action::Pass) => true,
                    (Some((from, place)), Action::Buy { from: seller, tile }) => {
                        *from == seller.index() && public.players[*from].display[*place].tile == tile
                    }
                    _ => false,
                }).expect("an option");
                for (kind, chances) in [(0, Some(&chances[..])), (1, None)] {
                    let rows = rows(&game, public, seat, (&market, &stalls), &options, chances, &mut gains);
                    seen.choices[kind].push((rows.iter().map(|row| row.to_vec()).collect(), chosen));
                }
            }
            _ => {}
        }
        game.apply(&mut position, action);
    }
    unreachable!()
}
