//! Plays two agents against each other: win share of the first, and a fingerprint of play.
//!
//! Run it with `cargo run --release -p agents --example duel -- greedy random druids+borderlands 2 200`: the first
//! agent takes one seat of each game, in turn, the second all others; modules joined by `+`, or `none` or `all`; then
//! players, games (`200`, or `1000..1200` for others), and rules to change: `castle-income=10`, `gold-per-vp=20`,
//! `catch-up=0` (from the third round on), `rounds=7` (the last one repeated). Scoring tiles are drawn from the pool of
//! these modules. The 95 % confidence interval treats games as independent. Since all seats in turn play the same deal,
//! it is too wide rather than too narrow.

use std::sync::Arc;

use agents::skye::KINDS;
use agents::{Agent, AgentSpec};
use engine::random::{RandomSource, below, mix, random};
use engine::skye::{Event, Module, Modules, Rules, ScoringTile, Skye, Tiles};
use engine::{Game, Seat, Turn};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [first, second, modules, players, games, changes @ ..] = &words[..] else {
        panic!("agent agent modules players games rule=value...")
    };
    let change = |word: &String| word.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned()));
    let changes: Vec<(String, String)> = changes.iter().map(|word| change(word).expect("rule=value")).collect();
    let modules: Modules = match modules.as_str() {
        "none" => Modules::NONE,
        "all" => Module::ALL.into_iter().collect(),
        names => names.split('+').map(|name| name.parse::<Module>().expect("a module")).collect(),
    };
    let players: usize = players.parse().expect("players");
    let [first_game, last_game] = games.split_once("..").map_or(["0", games], |(from, to)| [from, to]);
    let games = first_game.parse::<u64>().expect("a game")..last_game.parse().expect("games");
    let build = |spec: &String| AgentSpec::read(spec, &KINDS).expect("an agent").build(&KINDS);
    let agents = [build(first), build(second)];
    let played: Vec<Played> = games.map(|seed| play(&agents, modules, &changes, players, seed)).collect();
    report(&played);
}

/// What came of one game.
struct Played {
    win_share: f64,
    margin: f64,
    vp: f64,
    decisions: u64,
    fingerprint: u64,
    bought: [u64; 4],
}

fn report(played: &[Played]) {
    let count = played.len() as f64;
    let mean = |of: fn(&Played) -> f64| played.iter().map(of).sum::<f64>() / count;
    let wins = mean(|game| game.win_share);
    let variance = played.iter().map(|game| (game.win_share - wins).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    let (margin, vp, decisions) = (mean(|game| game.margin), mean(|game| game.vp), mean(|game| game.decisions as f64));
    let fingerprint = played.iter().fold(0, |hash, game| mix([hash, game.fingerprint]));
    let bought = [0, 1, 2, 3].map(|kind| played.iter().map(|game| game.bought[kind] as f64).sum::<f64>() / count);
    println!(
        "{:.1} ± {:.1} % of {count} games, {vp:.1} VP, {margin:+.1} ahead of the others' best; {decisions:.0} decisions, {fingerprint:016x}; \
         bought {bought:.2?} (of others, druids, from the bag, borderlands)",
        100.0 * wins,
        196.0 * (variance / count).sqrt(),
    );
}

fn play(
    agents: &[Box<dyn Agent<Skye>>; 2],
    modules: Modules,
    changes: &[(String, String)],
    players: usize,
    seed: u64,
) -> Played {
    let mut pool = Rules::with_modules(players, modules).scoring_pool();
    // Games with all seats in turn share a deal and a seed.
    let deal = mix([1, seed / players as u64]);
    let mut rng = random(deal);
    let scoring: [ScoringTile; 4] =
        std::array::from_fn(|_| pool.swap_remove(below(&mut rng, pool.len() as u32) as usize));
    let mut rules = Rules::with_modules(players, modules);
    for (key, value) in changes {
        let whole: u16 = value.parse().expect("a number");
        match key.as_str() {
            "castle-income" => rules.castle_income = whole,
            "gold-per-vp" => rules.gold_per_vp = whole,
            "rounds" => {
                let last = *rules.rounds.last().expect("printed rounds");
                rules.rounds.resize(usize::from(whole), last);
            }
            "catch-up" => rules.rounds.iter_mut().skip(2).for_each(|round| round.catch_up = whole),
            _ => panic!("unknown rule {key}"),
        }
    }
    let game = Skye::new(Tiles::printed_with(modules), Arc::new(rules), scoring, players).expect("a valid set-up");
    let own = Seat::new((seed % players as u64) as usize);
    let mut position = game.start(Seat::new(0));
    let mut played = Played { win_share: 0.0, margin: 0.0, vp: 0.0, decisions: 0, fingerprint: 0, bought: [0; 4] };
    loop {
        match game.turn(&position) {
            Turn::Over => break,
            Turn::Chance => game.resolve_chance(&mut position, deal),
            Turn::Seat(seat) => {
                let agent = &agents[usize::from(seat != own)];
                let mut thinking = random(mix([deal, played.decisions]));
                let action = agent.choose(&game, &game.view(&position, seat), &mut thinking).action;
                let text = format!("{action:?}");
                let word = text.bytes().fold(0, |hash, byte| mix([hash, u64::from(byte)]));
                played.fingerprint = mix([played.fingerprint, word, thinking.next_u64()]);
                played.decisions += 1;
                let bought = &mut played.bought;
                game.apply_telling(&mut position, action, &mut |_, event| match event {
                    Event::Buy { seat, .. } if seat == own => bought[0] += 1,
                    Event::BuyDruid { seat, .. } if seat == own => bought[1] += 1,
                    Event::Bag { seat, .. } if seat == own => bought[2] += 1,
                    Event::Place { seat, placement } if seat == own && game.tiles().is_borderland(placement.tile) => {
                        bought[3] += 1;
                    }
                    _ => {}
                });
            }
        }
    }
    let outcome = game.outcome(&position);
    let vp = |seat: Seat| f64::from(position.player(seat).vp);
    let best_other = Seat::all(players).filter(|&seat| seat != own).map(vp).fold(0.0, f64::max);
    (played.win_share, played.vp, played.margin) = (outcome.win_share(own), vp(own), vp(own) - best_other);
    played
}
