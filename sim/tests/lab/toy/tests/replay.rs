//! Games of a run, played again from their seeds.

use interface::narrate::Narrate;
use interface::seeds::GameSeed;
use lab::experiment::Experiment;
use lab::play::roster::{Deal, Roster};
use lab::subject::{Setup, Subject};

use super::test_folder::{Row, TestFolder, experiment};
use crate::toy::subject::FairSetting;

/// Tells a game of a run again, with these names by seat; its lines.
fn told(experiment: &Experiment, seed: &str, seats: &[&Row]) -> (Vec<String>, Vec<i32>) {
    let setting: &FairSetting = experiment.subject.setup();
    let (seed, treatment) = GameSeed::read_by(seed, |text| setting.named(text)).unwrap();
    let game = setting.game(&treatment);
    let numbers: Vec<usize> = seats
        .iter()
        .map(|seat| experiment.agents.iter().position(|agent| seat.has("agent", &agent.name)).unwrap())
        .collect();
    let names: Vec<String> = seats.iter().map(|seat| seat.text("agent").to_owned()).collect();
    let roster = Roster::new(setting, experiment.agents.iter().map(|agent| &agent.spec));
    let mut lines = Vec::new();
    let outcome = {
        let say = Box::new(|line: &str| lines.push(line.to_owned()));
        let deal = Deal { treatment: &treatment, seed: &seed, number: 0, seats: &numbers };
        roster.play_before(&game, deal, &mut game.narrator(&names, "again", say)).unwrap().ending
    };
    (lines, outcome.points.to_vec())
}

#[test]
fn a_seed_tells_its_game_again() {
    let (folder, experiment) = (TestFolder::new(), experiment(&[]));
    folder.run(&experiment, "out");
    let [games, seats] = ["games", "seats"].map(|name| folder.table(&format!("out/{name}.csv")));
    for game in &games {
        let seats: Vec<&Row> = seats.iter().filter(|seat| seat.has("game", game.text("game"))).collect();
        let (lines, points) = told(&experiment, game.text("seed"), &seats);
        let vp: Vec<f64> = seats.iter().map(|seat| seat.number("vp")).collect();
        assert_eq!(points.iter().copied().map(f64::from).collect::<Vec<_>>(), vp);
        let prizes = lines.iter().filter(|line| line.starts_with("a prize of")).count();
        assert_eq!(prizes as f64, game.number("prizes"), "{lines:?}");
    }
}

#[test]
fn a_game_that_is_played_otherwise_is_told_apart() {
    let folder = TestFolder::new();
    folder.run(&experiment(&[]), "out");
    let seats = folder.table("out/seats.csv");
    let vp: Vec<i32> = seats.iter().filter(|seat| seat.has("game", "5")).map(|seat| seat.number("vp") as i32).collect();
    let kept = folder.kept("out");
    kept.confirm(5, &vp).unwrap();
    let error = kept.confirm(5, &[vp[0] + 1, vp[1], vp[2]]).unwrap_err().to_string();
    assert!(error.contains("game 5") && error.contains("seats.csv"), "{error}");
}

#[test]
fn another_treatment_is_no_seed_of_it() {
    let subject = experiment(&[]).subject;
    let text = "00000000000000ff-0000000000000001-2-99";
    let error = GameSeed::read_by(text, |text| subject.named(text)).unwrap_err().to_string();
    assert!(error.contains("1 to 20"), "{error}");
}
