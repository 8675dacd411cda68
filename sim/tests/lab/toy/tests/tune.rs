//! Tuning and sensitivity, where the answer is known.
//!
//! Purses of one coin make random bidders sell a prize half of the time, for one coin, and five prizes are turned up on average. So a seat of two
//! has 5 · 1/2 · (prize - 1) / 2 points on average.

use std::env;
use std::fs;
use std::path::Path;

use engine::random::{below, random};
use lab::base::error::Result;
use lab::config::{Config, Overrides};
use lab::play::exec_options::ExecOptions;
use lab::study::folder::{StudyFolder, manifest};
use lab::study::sensitivity::Sensitivity;
use lab::study::trials::{TrialStudy, Trials};
use lab::study::tune::aims::GoalStatus;
use lab::study::tune::{Finalist, Tuning, TuningResult, VerdictRow};
use lab::subject::gauges::{Gauge, Gauges};
use rayon::prelude::*;

use super::test_folder::{QUIET, TestFolder};
use crate::toy::subject::FAIR;

const CONFIG: &str = r#"
name = "planted"
game = "fair"
players = 2
blocks = 60
lineup = "self-play"
purses = [1]
agents = [{ name = "anyone", spec = "random" }]

[tune]
games = 2400
finalists = 2

[tune.knobs]
prizes = [[2], [3], [4], [5], [6], [7], [8], [9]]

[[tune.goals]]
measure = "vp"
target = 5
"#;

/// What a seat has on average with this prize.
fn truth(prize: &str) -> f64 {
    let prize: f64 = prize.trim_matches(['[', ']']).parse().unwrap();
    1.25 * (prize - 1.0)
}

fn config(text: &str, set: &[&str]) -> Result<Config> {
    let set = set.iter().map(|argument| (*argument).to_owned()).collect();
    Config::parse("toy.toml", text, Path::new(""), &Overrides { set, seed: None })
}

fn tuning(text: &str, set: &[&str]) -> Result<Tuning> {
    Tuning::of(&FAIR, &config(text, set)?)
}

fn verdict(tuning: &Tuning, exec: ExecOptions) -> TuningResult {
    tuning.play(None, exec).unwrap()
}

/// The first knob of a finalist.
fn value<'a>(tuning: &'a Tuning, finalist: &Finalist) -> &'a str {
    &tuning.candidates[finalist.candidate].values[0]
}

/// Runs of a study with a planted answer: `PLANTED_RUNS=1000` tries as many.
fn runs() -> u64 {
    env::var("PLANTED_RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(40)
}

/// How often the planted answer is found, how often all intervals of the verdict hold, and how often it is said to be worse than another, of so
/// many runs; and how many of the other candidates are said to be, of all.
fn found_and_held(set: &[&str]) -> [u64; 4] {
    let one = ExecOptions { threads: Some(1), quiet: true };
    let of_run = |seed: u64| {
        let seed = format!("seed={}", seed + 1);
        let tuning = tuning(CONFIG, &[set, &[&seed]].concat()).unwrap();
        let verdict = verdict(&tuning, one);
        let holds = |finalist: &Finalist| {
            let line = &verdict.lines(&tuning, finalist)[0];
            let truth = truth(value(&tuning, finalist));
            line.estimate.low().unwrap() <= truth && truth <= line.estimate.high().unwrap()
        };
        let found = value(&tuning, &verdict.finalists[0]) == "[5]";
        let shown = verdict.searched.iter().zip(&tuning.candidates).filter(|(searched, _)| searched.worse);
        let (planted, others): (Vec<_>, Vec<_>) = shown.partition(|(_, candidate)| candidate.values[0] == "[5]");
        let holds = verdict.finalists.iter().all(holds);
        [found, holds, !planted.is_empty()]
            .map(u64::from)
            .into_iter()
            .chain([others.len() as u64])
            .collect::<Vec<u64>>()
    };
    let runs: Vec<Vec<u64>> = (0..runs()).into_par_iter().map(of_run).collect();
    [0, 1, 2, 3].map(|which| runs.iter().map(|run| run[which]).sum())
}

#[test]
fn a_planted_answer_is_found_and_its_verdict_holds() {
    let [found, held, refuted, others] = found_and_held(&[]);
    let runs = runs();
    let shown = others as f64 / (7 * runs) as f64;
    println!(
        "halving: found {found}, held {held} and refuted {refuted} of {runs}; {shown:.3} of the others shown to be worse"
    );
    // Four of seven are more than two points away from where they should be.
    assert!(shown > 0.25, "{shown}");
    assert!(refuted as f64 <= (0.05 + 2.0 * (0.95 * 0.05 / runs as f64).sqrt()) * runs as f64, "{refuted} of {runs}");
    // At 40 runs 93 % may be missed by two standard errors, 8 %.
    let slack = 2.0 * (0.95 * 0.05 / runs as f64).sqrt();
    assert!(found as f64 >= (0.93 - slack) * runs as f64, "{found} of {runs}");
    assert!(((held as f64 / runs as f64) - 0.95).abs() <= 0.015 + slack, "{held} of {runs}");
}

/// The prize that plain random search comes to: so many candidates, drawn at random, play ten seeds each, or all of them more where they are fewer, in
/// half of the games; the two that come closest share the other half, on fresh seeds.
fn by_random_search(set: &[&str], seed: u64, games: u64) -> String {
    const SEEDS: u64 = 10;
    let all = tuning(CONFIG, &[set, &["tune.games=1000000"]].concat()).unwrap();
    let mut left: Vec<usize> = (0..all.candidates.len()).collect();
    let (share, rng) = (games / 2, &mut random(seed));
    let tried = left.len().min((share / SEEDS) as usize);
    let chosen: Vec<usize> = (0..tried).map(|_| left.swap_remove(below(rng, left.len() as u32) as usize)).collect();
    let vp = Gauge::all(&FAIR).into_iter().filter(|gauge| gauge.name == "vp").collect();
    let gauges = Gauges::new(vp, &all.base.schedule, &*all.base.subject);
    let closest = |chosen: &[usize], master: u64| {
        let experiment = |one: &usize| {
            let mut experiment = all.candidates[*one].experiment.clone();
            experiment.schedule.seed = master;
            experiment
        };
        let seeds = share / chosen.len() as u64;
        let mut trials = Trials::new(&gauges, chosen.iter().map(experiment).collect(), (0..chosen.len()).collect());
        let one = ExecOptions { threads: Some(1), quiet: true };
        trials.play(&(0..chosen.len()).collect::<Vec<_>>(), seeds, None, one).unwrap();
        let off = |trial: usize| (trials.estimates(trial, seeds)[0].as_ref().unwrap().value - 5.0).abs();
        let mut order: Vec<usize> = (0..chosen.len()).collect();
        order.sort_by(|one, other| off(*one).total_cmp(&off(*other)));
        order.into_iter().map(|place| chosen[place]).collect::<Vec<usize>>()
    };
    let finalists = closest(&chosen, seed);
    all.candidates[closest(&finalists[..2], seed + 1_000_000)[0]].values[0].clone()
}

/// Games needed: `PLANTED_RUNS=200 cargo test -p sim --test lab beside -- --nocapture`.
#[test]
fn halving_beside_a_full_grid_and_random_search() {
    let few = env::var("PLANTED_RUNS").is_err();
    let many: Vec<String> = (2..66).map(|prize| format!("[{prize}]")).collect();
    let many = format!("tune.knobs.prizes=[{}]", many.join(","));
    let budgets: &[u64] = if few { &[1200] } else { &[300, 600, 1200, 2400, 4800, 9600] };
    for (set, candidates) in [(Vec::new(), 8), (vec![many.as_str()], 64)] {
        for &games in budgets {
            let tried = |more: &[&str]| {
                let games = format!("tune.games={games}");
                // A grid of too few games is not played.
                tuning(CONFIG, &[&set[..], &[&games], more].concat()).ok()?;
                Some(found_and_held(&[&set[..], &[&games], more].concat())[0])
            };
            let (halving, grid) = (tried(&[]), tried(&["tune.finalists=64"]));
            let is_found = |seed: u64| by_random_search(&set, seed + 1, games) == "[5]";
            let by_chance = (0..runs()).into_par_iter().filter(|seed| is_found(*seed)).count() as u64;
            println!(
                "{candidates} candidates, {games} games: halving {halving:?}, grid {grid:?}, random {by_chance} of {}",
                runs()
            );
            // Where one of them misses candidates altogether it would be by more than that.
            let slack = (runs() as f64).sqrt();
            assert!(halving.unwrap_or(0) as f64 + slack >= by_chance as f64, "{halving:?} {by_chance}");
        }
    }
}

#[test]
fn the_same_is_found_with_any_number_of_threads() {
    let tuning = tuning(CONFIG, &[]).unwrap();
    let told =
        |verdict: &TuningResult| format!("{:?} {:?} {:?}", verdict.searched, verdict.finalists, verdict.confidence);
    let [one, two] = [1, 2].map(|threads| verdict(&tuning, ExecOptions { threads: Some(threads), quiet: true }));
    assert_eq!(told(&one), told(&two));
    assert!(one.games[0] + one.games[1] <= 2400);
    // What is dropped played fewer games, and the finalists are not among it.
    let dropped: Vec<usize> = (0..8).filter(|one_of| one.searched[*one_of].dropped.is_some()).collect();
    assert_eq!(dropped.len(), 6);
    let most = one.searched.iter().map(|searched| searched.games).max().unwrap();
    assert!(dropped.iter().any(|candidate| one.searched[*candidate].games < most));
    assert!(one.finalists.iter().all(|finalist| !dropped.contains(&finalist.candidate)));
    assert!(one.slack.unwrap() >= 0.0);
}

fn unfinished(opened: Result<Option<StudyFolder>>) -> StudyFolder {
    match opened.unwrap() {
        Some(subfolder) => subfolder,
        None => panic!("it is complete already"),
    }
}

/// The same study with agents that adapt to the rules of each finalist.
fn tuning_with_recalibration() -> Tuning {
    let mut tuning = tuning(CONFIG, &[]).unwrap();
    tuning.recalibrate = Some(Box::new(|_| panic!("nothing is played")));
    tuning
}

/// Ends a journal in the middle of a line, as a kill may.
fn cut(path: &Path, share: usize) {
    let journal = fs::read(path).unwrap();
    fs::write(path, &journal[..journal.len() * share / 10]).unwrap();
}

#[test]
fn a_killed_study_goes_on_where_it_was() {
    let folder = TestFolder::new();
    let tuning = tuning(CONFIG, &[]).unwrap();
    let expected = format!("{:?}", verdict(&tuning, QUIET).finalists);
    for share in [1, 4, 7, 9] {
        let subfolder = folder.path(&format!("killed{share}"));
        let mut open = unfinished(tuning.folder(&subfolder, false));
        tuning.play(Some(&mut open), QUIET).unwrap();
        drop(open);
        let journal = subfolder.join(".partial/journal.jsonl");
        let whole = fs::read(&journal).unwrap();
        cut(&journal, share);
        assert!(tuning.folder(&subfolder, false).is_err(), "what is kept is not thrown away");
        let mut open = unfinished(tuning.folder(&subfolder, true));
        assert!(open.kept() > 0);
        let again = tuning.play(Some(&mut open), QUIET).unwrap();
        assert_eq!(format!("{:?}", again.finalists), expected);
        assert_eq!(fs::read(&journal).unwrap(), whole);
        let kept = manifest("tune", &tuning.description(), &tuning.base, serde_json::json!({}), 1, &[]);
        open.complete(&[("manifest.json".to_owned(), kept)]).unwrap();
        assert!(!subfolder.join(".partial").exists());
        assert!(tuning.folder(&subfolder, false).is_err(), "it holds results");
        assert!(matches!(tuning.folder(&subfolder, true), Ok(None)));
        let adapting = tuning_with_recalibration();
        assert!(adapting.folder(&subfolder, true).is_err(), "it holds another study");
        assert!(!subfolder.join(".partial").exists());
    }
}

#[test]
fn another_study_is_not_gone_on_with() {
    let folder = TestFolder::new();
    let subfolder = folder.path("study");
    let one = tuning(CONFIG, &[]).unwrap();
    one.play(Some(&mut unfinished(one.folder(&subfolder, false))), QUIET).unwrap();
    let other = tuning(CONFIG, &["seed=5"]).unwrap();
    let Err(error) = other.folder(&subfolder, true) else { panic!("another study") };
    assert!(error.to_string().contains("holds another unfinished study"), "{error}");
}

/// Two goals that cannot both be reached: many points, and few prizes turned up do not depend on each other; few and many points do.
const CONFLICT: &str = r#"
[[tune.goals]]
measure = "margin"
target = 0
"#;

#[test]
fn goals_that_conflict_have_a_front() {
    // Large prizes bring points, and large margins.
    let text = format!("{CONFIG}{CONFLICT}").replace("finalists = 2", "finalists = 3");
    let tuning_both = tuning(&text, &["tune.goals.0.target=100", "tune.games=6000"]).unwrap();
    assert!(!tuning_both.is_weighed());
    let both = verdict(&tuning_both, QUIET);
    let front = both.finalists.iter().filter(|finalist| finalist.is_front).count();
    assert_eq!(front, 3, "nothing is better in both");
    // With weights there is one answer.
    let weights = ["tune.goals.0.target=100", "tune.games=6000", "tune.goals.1.weight=1000"];
    let weighed = tuning(&text, &weights).unwrap();
    let best = verdict(&weighed, QUIET);
    assert_eq!(value(&weighed, &best.finalists[0]), "[2]");
    let weights = ["tune.goals.0.target=100", "tune.games=6000", "tune.goals.1.weight=0.001"];
    let weighed = tuning(&text, &weights).unwrap();
    assert_eq!(value(&weighed, &verdict(&weighed, QUIET).finalists[0]), "[9]");
}

#[test]
fn a_range_is_met_open_or_missed() {
    let text = CONFIG.replace("target = 5", "target = [4.0, 6.0]").replace("finalists = 2", "finalists = 8");
    let tuning = tuning(&text, &["tune.games=16000"]).unwrap();
    let verdict = verdict(&tuning, QUIET);
    let met = |prize: &str| {
        let finalist = verdict.finalists.iter().find(|finalist| value(&tuning, finalist) == prize).unwrap();
        verdict.lines(&tuning, finalist)[0].met.unwrap()
    };
    assert_eq!([met("[5]"), met("[2]"), met("[9]")], [GoalStatus::Yes, GoalStatus::No, GoalStatus::No]);
}

#[test]
fn an_interval_that_is_too_wide_decides_nothing() {
    let met = |more: &[&str]| {
        let settings = [&["tune.games=16000", "tune.finalists=8"], more].concat();
        let tuning = tuning(CONFIG, &settings).unwrap();
        let verdict = verdict(&tuning, QUIET);
        let of = |prize: &str| {
            let finalist = verdict.finalists.iter().find(|finalist| value(&tuning, finalist) == prize).unwrap();
            let VerdictRow { met, estimate, .. } = &verdict.lines(&tuning, finalist)[0];
            let interval = estimate.interval.unwrap();
            let met = met.expect("a number is to be met");
            assert_eq!(met == GoalStatus::No, !(interval.low..=interval.high).contains(&5.0), "{prize}: {estimate:?}");
            met
        };
        [of("[5]"), of("[9]")]
    };
    assert_eq!(met(&[]), [GoalStatus::Yes, GoalStatus::No], "a point is wide enough");
    assert_eq!(met(&["tune.goals.0.half-width=0.001"]), [GoalStatus::Open, GoalStatus::No]);
    let text = CONFIG.replace("target = 5", "target = [4.0, 6.0]");
    let fault = tuning(&text, &["tune.goals.0.half-width=0.1"]).map(drop).unwrap_err().to_string();
    assert!(fault.contains("tune.goals.0.half-width") && fault.contains("no effect"), "{fault}");
}

#[test]
fn the_least_and_the_most_are_found_and_nothing_is_met() {
    for (target, prize) in [("least", "[2]"), ("most", "[9]")] {
        let tuning = tuning(CONFIG, &[&format!("tune.goals.0.target={target}")]).unwrap();
        let verdict = verdict(&tuning, QUIET);
        assert_eq!(value(&tuning, &verdict.finalists[0]), prize);
        let distances: Vec<f64> = verdict.finalists.iter().map(|finalist| finalist.aims.distance.value).collect();
        assert!(distances.is_sorted(), "{distances:?}");
        // Four of seven are more than two points away, and one seat's points have a standard deviation of about that.
        assert!(verdict.searched.iter().filter(|searched| searched.worse).count() > 2);
        let line = &verdict.lines(&tuning, &verdict.finalists[0])[0];
        assert_eq!((line.met, line.games_to_decide), (None, None));
        assert!(line.estimate.low().unwrap() <= truth(prize) && truth(prize) <= line.estimate.high().unwrap());
    }
}

#[test]
fn an_open_goal_is_decided_by_about_as_many_games_as_it_says() {
    let of = |games: u64| {
        let games = format!("tune.games={games}");
        let tuning = tuning(CONFIG, &["tune.finalists=8", "tune.goals.0.half-width=0.25", &games]).unwrap();
        let verdict = verdict(&tuning, QUIET);
        let five = verdict.finalists.iter().find(|finalist| value(&tuning, finalist) == "[5]").unwrap();
        let line = verdict.lines(&tuning, five).swap_remove(0);
        (line.met.unwrap(), line.games_to_decide)
    };
    // The eight candidates and the printed rules share the games.
    let (met, wanted) = of(9 * 1000);
    assert_eq!(met, GoalStatus::Open);
    let wanted = wanted.unwrap();
    assert!(wanted > 1500, "{wanted}");
    let (fewer, again) = of(9 * wanted * 7 / 10);
    assert_eq!(fewer, GoalStatus::Open);
    assert!(again.unwrap().abs_diff(wanted) < wanted / 4, "{again:?} {wanted}");
    assert_eq!(of(9 * wanted * 14 / 10), (GoalStatus::Yes, None));
}

#[test]
fn all_choices_of_a_list_are_tried() {
    // Two of three prizes each: a seat has as many points as with their mean.
    let set = ["tune.knobs.prizes={choose=2,from=[3,5,7]}", "tune.goals.0.target=6.25", "tune.games=4000"];
    let tuning = tuning(CONFIG, &set).unwrap();
    let values: Vec<&str> = tuning.candidates.iter().map(|candidate| candidate.values[0].as_str()).collect();
    assert_eq!(values, ["[3, 5]", "[3, 7]", "[5, 7]"]);
    assert_eq!(value(&tuning, &verdict(&tuning, QUIET).finalists[0]), "[5, 7]");
}

#[test]
fn too_many_candidates_are_a_sample() {
    let tuning = tuning(CONFIG, &["tune.games=200", "tune.knobs.purses=[[1], [2], [3], [4], [5], [6]]"]).unwrap();
    assert_eq!(tuning.combinations, 48);
    assert!(tuning.candidates.len() < 48 && tuning.candidates.len() > 2, "{}", tuning.candidates.len());
    verdict(&tuning, QUIET);
}

#[test]
fn bad_studies_are_refused() {
    let fault = |set: &[&str]| match tuning(CONFIG, set) {
        Ok(_) => panic!("{set:?} is accepted"),
        Err(error) => error.to_string(),
    };
    let cases = [
        ("tune.games=20", "at least"),
        ("tune.games=0", "a whole number"),
        ("tune.finalists=0", "from 1 to 100"),
        ("tune.fresh=1", "0.05"),
        ("tune.knobs=[]", "a table"),
        ("tune.knobs.prizes=[]", "at least one value"),
        ("tune.knobs.prizes=[[2],[2]]", "every value once"),
        ("tune.knobs.prizes=[[0],[2]]", "prizes"),
        ("tune.knobs.players=[2, 3]", "players"),
        ("tune.knobs.seed=[1, 2]", "pairings or seeds"),
        ("tune.knobs.blocks=[1, 2]", "does not belong to the game"),
        ("tune.knobs.tables=[[], [\"games\"]]", "does not belong to the game"),
        ("tune.knobs.tune.games=[1000, 2000]", "does not belong to the game"),
        ("tune.goals.0.half-width=0", "a number from"),
        ("tune.knobs.nothing=[1, 2]", "`tune.knobs`: nothing=1: unknown key"),
        ("tune.goals=[]", "at least one"),
        ("tune.goals.0.measure=vpp", "did you mean `vp`"),
        ("tune.goals.0.target=even", "a number or a range"),
        ("tune.goals.0.target=odd", "even"),
        ("tune.goals.0.target=[6, 5]", "the smaller one first"),
        ("tune.goals.0.target=fewest", "`even`, `least`, `most`, a number"),
        ("tune.goals.0.part=1", "vp is a single number"),
        ("tune.knobs.prizes={choose=2}", "`tune.knobs.from` is missing"),
        ("tune.knobs.prizes={choose=3,from=[2,4]}", "a whole number from 1 to 2"),
        ("tune.knobs.prizes={choose=1,from=[2,2]}", "every value once"),
        ("tune.knobs.prizes={choose=1,from=[2],of=3}", "unknown key `tune.knobs.of`"),
        ("tune.goals.0.weight=0", "a number from"),
        ("tune.what=1", "unknown key"),
    ];
    for (set, expected) in cases {
        let found = fault(&[set]);
        assert!(found.contains(expected), "{set}: {found}");
    }
    let share = fault(&["tune.goals.0.measure=win-share-by-order", "tune.goals.0.target=50"]);
    assert!(share.contains("found 50; accepted: 0 to 1"), "{share}");
    let places = "tune.goals.0.measure=win-share-by-order";
    let part = fault(&[places, "tune.goals.0.target=0.5", "tune.goals.0.part=\"3\""]);
    assert!(part.contains("found `3`") && part.contains("accepted: 1, 2"), "{part}");
    let whole = fault(&[places, "tune.goals.0.target=most"]);
    assert!(whole.contains("found `most`; accepted: a `part` as well"), "{whole}");
    let idle = fault(&["tune.goals.0.target=least", "tune.goals.0.half-width=1"]);
    assert!(idle.contains("`least` cannot be met"), "{idle}");
    let many = (1..=40).map(|prize| prize.to_string()).collect::<Vec<_>>().join(",");
    let many = fault(&[&format!("tune.knobs.prizes={{choose=20,from=[{many}]}}")]);
    assert!(many.contains("found more than 20000 choices"), "{many}");
    let without = CONFIG.split("[tune]").next().unwrap();
    assert!(tuning(without, &[]).err().unwrap().to_string().contains("`tune` is missing"));
    let twice = format!("{CONFIG}\n[[tune.goals]]\nmeasure = \"vp\"\ntarget = 1\n");
    assert!(tuning(&twice, &[]).err().unwrap().to_string().contains("every measure once"));
    // No game of this kind has a running score.
    let found = tuning(CONFIG, &["tune.goals.0.measure=leader-win", "tune.goals.0.target=0.5"]).unwrap();
    assert!(
        found.play(None, QUIET).err().unwrap().to_string().contains("for which no game of some candidate has a value")
    );
}

#[test]
fn a_study_without_rules_has_no_switches() {
    // The toy game has no section of rules.
    let error = Sensitivity::of(&FAIR, &config(CONFIG, &[]).unwrap(), &[], 1).err().unwrap();
    assert!(error.to_string().contains("found no rule"), "{error}");
}
