//! The search that knows only the rules, on small games with known answers.

use agents::search::{self, UninformedDomain};
use agents::{Agent, AgentKind, AgentSpec, RandomAgent, random as random_agent};
use engine::random::{mix, random};
use engine::toy::SealedBids;
use engine::{Game, Seat, Turn};

use crate::pig::{Choice, Open, Pig, PigPosition};

static BIDDERS: [AgentKind<SealedBids>; 2] = [random_agent::kind(), search::kind()];
static DICERS: [AgentKind<Pig>; 2] = [random_agent::kind(), search::kind()];

fn agent<G: Game>(spec: &str, kinds: &'static [AgentKind<G>]) -> Box<dyn Agent<G>> {
    AgentSpec::read(spec, kinds).expect("a valid spec").build(kinds)
}

fn bids(players: usize, rounds: u8, coins: u8, prizes: &[u8]) -> SealedBids {
    SealedBids { players, rounds, coins, prizes: prizes.to_vec() }
}

/// Returns the mean win share of the first agent, in each seat in turn, against the second in all other seats.
fn win_share<G: Game>(game: &G, own: &dyn Agent<G>, other: &dyn Agent<G>, games: u64) -> f64 {
    let share = |seed: u64| {
        let seat = Seat::new(seed as usize % game.seats());
        let mut position = game.start(Seat::new(0));
        for decision in 0.. {
            match game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => game.resolve_chance(&mut position, seed / game.seats() as u64),
                Turn::Seat(to_move) => {
                    let agent = if to_move == seat { own } else { other };
                    let mut thinking = random(mix([seed, decision]));
                    let action = agent.choose(game, &game.view(&position, to_move), &mut thinking).action;
                    assert!(game.is_legal(&position, action), "{action:?} in {position:?}");
                    game.apply(&mut position, action);
                }
            }
        }
        game.outcome(&position).win_share(seat)
    };
    (0..games).map(share).sum::<f64>() / games as f64
}

#[test]
fn every_variant_plays_every_toy_game_better_than_at_random() {
    for variant in ["flat", "tree", "pimc"] {
        let spec = format!("mcts:iterations=200,variant={variant}");
        let against = |share: f64, least: f64, what: &str| assert!(share > least, "{what}, {variant}: {share}");
        for players in 2..=5 {
            let game = bids(players, 3, 6, &[1, 2, 3]);
            let share = win_share(&game, agent(&spec, &BIDDERS).as_ref(), &RandomAgent, 200);
            against(share, 1.3 / players as f64, "sealed bids");
        }
        let share = win_share(&Pig { goal: 20 }, agent(&spec, &DICERS).as_ref(), &RandomAgent, 200);
        against(share, 0.65, "Pig");
    }
}

#[test]
fn its_keys_without_effect_are_refused() {
    for (spec, wanted) in [
        ("mcts:iterations=0", "key `iterations`: found `0`; accepted: a whole number from 1 to 1000000"),
        ("mcts:iterations=5,time-ms=5", "key `iterations` has an effect only with `time-ms=0`"),
        ("mcts:preset=best", "has no key `preset`"),
    ] {
        let error = AgentSpec::read(spec, &BIDDERS).expect_err("the spec is bad").to_string();
        assert!(error.contains(wanted), "{error}");
    }
}

#[test]
fn against_bids_at_random_the_highest_wins_most() {
    // A bid b of 0..=3 wins with chance b/4, and a tie, with equal coins too, is half a win.
    let game = bids(2, 1, 3, &[4]);
    let mut position = game.start(Seat::new(0));
    game.resolve_chance(&mut position, 1);
    for seed in 0..20 {
        // The tree search would expect the other to bid well.
        let chosen =
            agent("mcts:variant=flat", &BIDDERS).choose(&game, &game.view(&position, Seat::new(0)), &mut random(seed));
        assert_eq!(chosen.action, 3);
    }
}

#[track_caller]
fn check_pig(banked: [u16; 2], pot: u16, expected: Choice) {
    let game = Pig { goal: 30 };
    let position = Open(PigPosition { banked, pot, to_move: Seat::new(0), rolls: 1, is_rolled: true });
    for variant in ["flat", "tree", "pimc"] {
        for seed in 0..10 {
            let searcher = agent(&format!("mcts:iterations=400,variant={variant}"), &DICERS);
            let chosen = searcher.choose(&game, &game.view(&position, Seat::new(0)), &mut random(seed)).action;
            assert_eq!(chosen, expected, "{variant}, seed {seed}");
        }
    }
}

#[test]
fn a_winning_pot_is_banked() {
    check_pig([20, 20], 10, Choice::Bank);
}

#[test]
fn a_game_that_is_lost_otherwise_is_risked() {
    // The other needs 2, which it rolls five times in six.
    check_pig([10, 28], 15, Choice::Roll);
}

#[test]
fn of_very_many_actions_a_few_are_sampled_without_listing_them() {
    let game = bids(2, 1, 250, &[4]);
    let mut position = game.start(Seat::new(0));
    game.resolve_chance(&mut position, 1);
    let view = game.view(&position, Seat::new(0));
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..300 {
        let found = agent("mcts:iterations=16,candidates=4", &BIDDERS).explain(&game, &view, &mut random(seed));
        assert_eq!(found.weighed.len(), 4);
        seen.extend(found.weighed.iter().map(|weighed| weighed.action));
    }
    assert!(seen.len() > 240, "{} of 251 bids are looked at", seen.len());
    let all = search::Mcts {
        variant: search::Variant::Flat,
        iterations: 4000,
        timer: None,
        early_stopping: false,
        threads: 1,
        domain: UninformedDomain { candidates: 1000 },
    };
    let report = all.search(&game, &view, &mut random(1));
    let bids: std::collections::BTreeSet<_> = report.arms.iter().map(|arm| arm.action).collect();
    assert_eq!(bids.len(), 251, "all are looked at");
}
