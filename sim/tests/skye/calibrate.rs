//! `sim train --what judgement`, and finalists of studies that are calibrated for.

use std::path::Path;

use agents::skye::appraisal::{ByPlayers, Judgements, Scope};
use games::skye::setting::Setting;
use lab::config::{Config, Overrides};
use lab::play::exec_options::ExecOptions;
use lab::study::Calibration;
use lab::study::recalibrated;
use lab::study::tune::Tuning;

use crate::test_folder::TestFolder;

/// A tiny calibration on this many threads.
fn calibrated(threads: &str, seed: &str) -> String {
    let words = [
        "train",
        "--what",
        "judgement",
        "--passes",
        "2",
        "--games",
        "20",
        "--trials",
        "10",
        "--seed",
        seed,
        "--threads",
        threads,
        "--quiet",
    ];
    TestFolder::new().succeed(&words)
}

#[test]
fn a_calibration_is_the_same_for_any_number_of_threads() {
    let one = calibrated("1", "5");
    assert_eq!(one, calibrated("3", "5"));
    assert_ne!(one, calibrated("1", "6"));
}

#[test]
fn what_is_printed_is_a_data_file_for_every_number_of_players() {
    let found = ByPlayers::from_json(&calibrated("2", "7")).unwrap();
    let start = &Judgements::uncalibrated(Scope::Base).scopes[Scope::Base as usize];
    for (found, start) in found.players.iter().zip(&start.players) {
        // With no round to come there is nothing to fit.
        assert_eq!(found.stages[0], start.stages[0]);
        assert_ne!(found.stages[2], start.stages[2]);
    }
}

#[test]
fn with_modules_their_numbers_are_fitted_too() {
    let folder = TestFolder::new();
    let words = "train --what judgement --modules druids,borderlands --players 3 --passes 1 --games 60 --trials 10 --tried tried.csv --quiet";
    let found = ByPlayers::from_json(&folder.succeed(&words.split(' ').collect::<Vec<_>>())).unwrap();
    let start = &Judgements::uncalibrated(Scope::DruidsAndBorderlands).scopes[Scope::DruidsAndBorderlands as usize];
    for players in 2..=5 {
        let of = |judgements: &ByPlayers| judgements.of(players).stages[3].expansions.tablets;
        // Only the one table size was calibrated.
        assert_eq!(of(&found) == of(start), players != 3, "{players} players");
    }
    let tried = folder.read("tried.csv");
    assert_eq!(tried.lines().next(), Some("players,number,percent,games,wins"));
    for (number, values) in [("gold", 6), ("saving", 2), ("borderland", 3)] {
        assert_eq!(tried.lines().filter(|line| line.starts_with(&format!("3,{number},"))).count(), values, "{tried}");
    }
}

/// Two castle incomes as the finalists of a study, where a plain greedy player, one with a setting and one at random play.
const STUDY: &str = r#"
name = "adapt"
players = 3
blocks = 3
lineup = "rotate"
tables = []
agents = [{ name = "plain", spec = "greedy" }, { name = "set", spec = "greedy:judgement=by-hand" }, { name = "anyone", spec = "random" }]

[tune]
games = 181
finalists = 2

[tune.knobs]
"rules.castle-income" = [4, 12]

[[tune.goals]]
measure = "vp-by-agent"
target = "even"
"#;

/// A tiny calibration, with one pass so that it takes a second.
const ADAPTED: Calibration =
    Calibration { passes: 1, games: 20, trials: 2, players: Some(3), deviation: 700.0, seed: 4 };

/// By finalist, in the order of the knob, what each agent has; and who was calibrated anew.
fn adapted(recalibrate: Option<&Calibration>, threads: usize, set: &[&str]) -> (Vec<Vec<f64>>, Vec<String>) {
    let set = set.iter().map(|argument| (*argument).to_owned()).collect();
    let config = Config::parse("t.toml", STUDY, Path::new(""), &Overrides { set, seed: None }).unwrap();
    let mut tuning: Tuning = Tuning::of(&games::skye::INFO, &config).unwrap();
    let exec = ExecOptions { threads: Some(threads), quiet: true };
    if let Some(plan) = recalibrate.copied() {
        tuning.recalibrate = Some(Box::new(move |experiment| recalibrated::<Setting>(experiment, &plan, exec)));
    }
    let verdict = tuning.play(None, exec).unwrap();
    let mut finalists = verdict.finalists;
    finalists.sort_by_key(|finalist| finalist.candidate);
    let vp = finalists.iter().map(|finalist| finalist.aims.parts.iter().map(|part| part.estimate.value).collect());
    (vp.collect(), verdict.recalibrated)
}

#[test]
fn finalists_are_played_by_players_who_know_their_rules() {
    let (before, nobody) = adapted(None, 2, &[]);
    assert!(nobody.is_empty());
    let (after, who) = adapted(Some(&ADAPTED), 2, &[]);
    assert_eq!(who, ["plain"], "with other settings it would be another player");
    assert_eq!(before.len(), 2);
    for (before, after) in before.iter().zip(&after) {
        assert_ne!(before[0], after[0], "it believes something else");
    }
    assert_eq!(adapted(Some(&ADAPTED), 1, &[]), (after.clone(), who), "on any number of threads");
    let other = Calibration { seed: 5, ..ADAPTED };
    assert_ne!(adapted(Some(&other), 2, &[]).0, after, "by games of its own");
}

#[test]
fn who_cannot_adapt_plays_as_before() {
    let random = ["agents.0.spec=mcts:iterations=1"];
    let (before, _) = adapted(None, 2, &random);
    assert_eq!(adapted(Some(&ADAPTED), 2, &random), (before, Vec::new()));
    // More rounds than can be fitted.
    let long = ["rules.rounds=[\"A\",\"B\",\"C\",\"D\",\"A\",\"B\",\"C\",\"D\",\"A\"]"];
    let (before, _) = adapted(None, 2, &long);
    assert_eq!(adapted(Some(&ADAPTED), 2, &long), (before, Vec::new()));
}
