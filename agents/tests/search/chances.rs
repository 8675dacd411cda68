//! The chances to win that a search shows.

use agents::{AgentKind, AgentSpec, skye, tipperary};
use engine::random::{Random, random};
use engine::skye::{Module, Modules, ScoringTile, Skye};
use engine::tipperary::Tipperary;
use engine::{Game, Seat, Turn};

const TILES: [ScoringTile; 4] =
    [ScoringTile::Squares, ScoringTile::Sheep, ScoringTile::Columns, ScoringTile::RoadTiles];

/// Plays a game by these choices.
fn play<G: Game>(game: &G, seed: u64, mut choose: impl FnMut(&G::Position, Seat, &mut Random) -> G::Action) {
    let (mut position, mut rng) = (game.start(Seat::new(0)), random(seed));
    loop {
        match game.turn(&position) {
            Turn::Over => return,
            Turn::Chance => game.resolve_chance(&mut position, seed),
            Turn::Seat(seat) => {
                let action = choose(&position, seat, &mut rng);
                game.apply(&mut position, action);
            }
        }
    }
}

/// Plays by random actions, and returns the last position with a decision.
fn last_decision<G: Game>(game: &G, seed: u64) -> G::Position {
    let mut last = game.start(Seat::new(0));
    play(game, seed, |position, _, rng| {
        last = position.clone();
        game.random_action(position, rng)
    });
    last
}

/// Checks the chances shown at the last decision of games; returns how many were shown, by win share in halves.
fn check<G: Game>(kinds: &'static [AgentKind<G>], deal: impl Fn(u64) -> G, seeds: std::ops::Range<u64>) -> [usize; 3] {
    let agent = AgentSpec::read("mcts:iterations=24", kinds).expect("an agent").build(kinds);
    let mut shown = [0; 3];
    for seed in seeds {
        let game = deal(seed);
        let position = last_decision(&game, seed);
        let Turn::Seat(seat) = game.turn(&position) else { panic!("nobody decides") };
        for weighed in agent.explain(&game, &game.view(&position, seat), &mut random(1)).weighed {
            let mut after = position.clone();
            game.apply(&mut after, weighed.action);
            if let (Turn::Over, Some(value)) = (game.turn(&after), weighed.value) {
                let share = game.outcome(&after).win_share(seat);
                assert!(value == share, "game {seed}: shown {value}, but the win share is {share}");
                shown[(2.0 * share) as usize] += 1;
            }
        }
    }
    shown
}

#[test]
fn the_last_decision_of_a_game_shows_its_win_share() {
    let shown = check(&skye::KINDS, |_| Skye::printed_with(2, TILES, Modules::NONE).expect("a set-up"), 0..200);
    assert!(shown.iter().all(|&shown| shown > 0), "{shown:?}");
    let shown = check(&tipperary::KINDS, |seed| Tipperary::dealt(2, seed).expect("a set-up"), 0..40);
    assert!(shown[0] > 0 && shown[2] > 0, "{shown:?}");
}

/// The mean sum of the seats' chances at their offers, by round.
fn sums_at_offers(players: usize, modules: Modules, games: u64) -> Vec<f64> {
    let build = |spec| AgentSpec::read(spec, &skye::KINDS).expect("an agent").build(&skye::KINDS);
    let (search, greedy) = (build("mcts:iterations=24"), build("greedy"));
    let game = Skye::printed_with(players, TILES, modules).expect("a set-up");
    let mut sums = vec![0.0; game.rules().round_count()];
    for seed in 0..games {
        play(&game, seed, |position, seat, rng| {
            let view = game.view(position, seat);
            if !game.is_secret(position) {
                return greedy.choose(&game, &view, rng).action;
            }
            let explained = search.explain(&game, &view, rng);
            let chosen = explained.weighed.iter().find(|weighed| weighed.action == explained.decision.action);
            let chance = chosen.and_then(|weighed| weighed.value).expect("the chance of the chosen offer");
            sums[usize::from(position.round) - 1] += chance / games as f64;
            explained.decision.action
        });
    }
    sums
}

#[test]
fn at_offers_the_chances_of_all_seats_sum_to_about_one() {
    for (players, modules) in [(2, Modules::NONE), (4, Modules::NONE), (2, Module::ALL.into_iter().collect())] {
        let sums = sums_at_offers(players, modules, 24);
        assert!(sums.iter().all(|sum| (0.85..1.15).contains(sum)), "{players} players, {modules:?}: {sums:?}");
    }
}
