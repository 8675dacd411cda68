//! Many games side by side are what each would be alone.

use crate::common::{all_modules, of_skye, of_tipperary, skye, tipperary};
use engine::random::{below, mix, random};
use engine::skye::{Modules, Skye};
use engine::{Game, Seat};
use interface::seeds::GameSeed;
use learning::batch::{Batch, Deal};
use learning::encoding::Encoding;
use learning::environment::Environment;

fn seed(number: u64, players: usize) -> GameSeed {
    GameSeed { draws: mix([number, 1]), thinking: mix([number, 2]), first: Seat::new(number as usize % players) }
}

fn deal_skye(players: usize, modules: Modules) -> Deal<Skye> {
    Box::new(move |number| (skye(players, modules, number), seed(number, players)))
}

/// Everything that a batch shows in so many steps of random choices.
fn course_of<G: Encoding>(mut batch: Batch<G>, steps: usize) -> (Vec<f32>, Vec<i8>, Vec<f32>, u64) {
    let (envs, players) = (batch.len(), batch.players());
    let (mut vectors, mut masks, mut all_rewards) = (Vec::new(), Vec::new(), Vec::new());
    let mut chance = random(5);
    for _ in 0..steps {
        let (mut vector, mut mask, mut movers) =
            (vec![0.0; envs * G::OBSERVATION], vec![0; envs * G::ACTIONS], vec![0; envs]);
        batch.observe(Some(&mut vector), &mut mask, &mut movers);
        let choices: Vec<i32> = mask
            .chunks(G::ACTIONS)
            .map(|mask| {
                let possible: Vec<usize> = (0..mask.len()).filter(|number| mask[*number] == 1).collect();
                assert!(possible.len() > 1, "what is forced is skipped");
                possible[below(&mut chance, possible.len() as u32) as usize] as i32
            })
            .collect();
        assert!(movers.iter().all(|mover| (0..players as i8).contains(mover)));
        let (mut rewards, mut done) = (vec![0.0; envs * players], vec![false; envs]);
        assert_eq!(batch.step(&choices, &mut rewards, &mut done, || false), Ok(true));
        for (rewards, done) in rewards.chunks(players).zip(&done) {
            let (sum, any) = (rewards.iter().sum::<f32>(), rewards.iter().any(|reward| *reward != 0.0));
            assert!(sum.abs() < 1e-6 && (*done || !any), "{rewards:?}");
        }
        vectors.extend(vector.iter().step_by(97));
        masks.extend(mask);
        all_rewards.extend(rewards);
    }
    (vectors, masks, all_rewards, batch.games)
}

#[test]
fn threads_change_nothing() {
    let pool = || Some(rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap());
    let begin = |pool| Batch::begin(deal_skye(3, all_modules()), Vec::new(), 3, 70, pool);
    let alone = course_of(begin(None), 400);
    assert!(alone.3 > 20, "{} games", alone.3);
    assert!(alone == course_of(begin(pool()), 400));
}

#[test]
fn agents_decide_for_the_other_seats() {
    let agents = || vec![None, Some(of_skye("random")), Some(of_skye("rule-of-thumb"))];
    let mut batch = Batch::begin(deal_skye(3, Modules::NONE), agents(), 3, 5, None);
    let mut movers = [0; 5];
    batch.observe(None, &mut [0; 5 * Skye::ACTIONS], &mut movers);
    assert_eq!(movers, [0; 5]);
    assert!(course_of(batch, 300).3 > 5);
    // The same game with the same choices, alone.
    let mut environment = Environment::begin(skye(3, Modules::NONE, 4), seed(4, 3), &agents());
    while environment.mover().is_some() {
        assert_eq!(environment.mover(), Some(Seat::new(0)));
        let last = environment.options().iter().last().unwrap();
        environment.choose(last, &agents());
    }
    assert!(environment.ending().unwrap().points.len() == 3);
}

#[test]
fn a_choice_that_is_not_possible_is_refused_and_nothing_happens() {
    let mut batch = Batch::begin(deal_skye(2, Modules::NONE), Vec::new(), 2, 3, None);
    let first =
        |batch: &Batch<Skye>| batch.environments().iter().map(|environment| *environment.options()).collect::<Vec<_>>();
    let before = first(&batch);
    let choices: Vec<i32> = before.iter().map(|options| options.iter().next().unwrap() as i32).collect();
    for wrong in [-1, 53, 386, i32::MAX, i32::MIN] {
        let refused = batch.step(&[choices[0], choices[1], wrong], &mut [0.0; 6], &mut [false; 3], || false);
        let refused = refused.unwrap_err();
        assert_eq!((refused.environment, refused.refused.found), (2, i64::from(wrong)));
        assert!(refused.refused.to_string().contains("accepted: "));
    }
    assert_eq!(first(&batch), before);
}

#[test]
fn tipperary_fits_into_its_cells() {
    let deal: Deal<_> = Box::new(|number| (tipperary(2 + number as usize % 4, number), seed(number, 2)));
    for (number, spec) in ["greedy", "area-first", "random"].into_iter().cycle().take(9).enumerate() {
        let (game, seed) = deal(number as u64);
        let agents: Vec<_> = (0..game.seats()).map(|_| Some(of_tipperary(spec))).collect();
        let environment = Environment::begin(game, seed, &agents);
        assert!(environment.mover().is_none());
    }
    let agents = vec![None, Some(of_tipperary("random"))];
    let two: Deal<_> = Box::new(|number| (tipperary(2, number), seed(number, 2)));
    let (.., games) = course_of(Batch::begin(two, agents, 2, 4, None), 300);
    assert!(games > 4, "{games}");
}
