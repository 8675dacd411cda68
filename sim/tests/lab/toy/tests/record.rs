//! Records of the toy game.

use interface::observer::Events;
use interface::record::{check_line, watch_line};
use interface::replay::ReplayEvent;
use lab::play::roster::{Deal, Roster};
use lab::schedule::blocks;
use lab::schedule::contestant::Contestant;
use lab::subject::Setup;
use lab::wire::files::{RecordCounts, Records, check_file};
use lab::wire::recorder::Recorder;
use lab::wire::{RecordWriter, files};

use super::test_folder::{TestFolder, experiment};
use crate::toy::rules::Fair;
use crate::toy::subject::FairSetting;

/// Records of all games of a block, each with the number of its decisions.
fn lines() -> Vec<(String, u64)> {
    let experiment = experiment(&["seed=3"]);
    let setting: &FairSetting = experiment.subject.setup();
    let roster = Roster::new(setting, experiment.agents.iter().map(|agent| &agent.spec));
    let record = |fixture: blocks::Fixture| {
        let treatment = experiment.treatment(&fixture);
        let game = setting.game(&treatment);
        let seats = &fixture.agents[..3];
        let players: Vec<Contestant> = seats.iter().map(|&agent| experiment.agents[agent].clone()).collect();
        let mut events = Events::default();
        let deal = Deal { treatment: &treatment, seed: &fixture.seed, number: fixture.game, seats };
        roster.play_before(&game, deal, &mut events).unwrap();
        let prizes =
            events.0.iter().filter(|event| matches!(event, crate::toy::rules::FairEvent::Prize { .. })).count();
        let written = RecordWriter { subject: setting, players: &players };
        (written.line(&game, &fixture.seed, &treatment, &events.0), 3 * prizes as u64)
    };
    (0..8).flat_map(|block| blocks::block(&experiment, block)).map(record).collect()
}

#[test]
fn what_is_written_is_accepted_with_every_decision() {
    for (line, decisions) in lines() {
        let mut seen = 0;
        let (header, _) = watch_line::<Fair>(&line, &(), &mut |shown| {
            if let ReplayEvent::Decision(_, decided) = shown {
                assert_eq!(decided.number, seen);
                seen += 1;
            }
        })
        .unwrap();
        assert_eq!(seen, decisions);
        assert_eq!(header.heading.players.len(), 3);
    }
}

#[test]
fn a_file_of_records_is_checked_and_tells_its_game() {
    let (folder, lines) = (TestFolder::new(), lines());
    let path = folder.path("games.jsonl");
    let mut recorder = Recorder::to(Some(&path)).unwrap();
    lines.iter().for_each(|(line, _)| recorder.write(line).unwrap());
    recorder.finish().unwrap();
    let mut records = Records::open(&path).unwrap();
    // Looking at the first game takes nothing away.
    assert_eq!(records.game(&["other", "fair"]), 1);
    assert_eq!(records.game(&["fair", "other"]), 0);
    let RecordCounts { games, events } = check_file::<FairSetting>(records, &()).unwrap();
    assert!(games == 24 && events > games);
    assert_eq!(files::game_of(&lines[0].0, &["other", "fair"]), 1);
}

/// A game with bids, falsified, must be refused in these words.
#[track_caller]
fn check_refused(old: &str, new: &str, words: &str) {
    let line = lines().into_iter().map(|(line, _)| line).find(|line| line.matches("bids\"").count() > 3).unwrap();
    check_line::<Fair>(&line, &()).unwrap();
    let forged = line.replacen(old, new, 1);
    assert_ne!(line, forged);
    let fault = check_line::<Fair>(&forged, &()).unwrap_err().to_string();
    assert!(fault.contains(words), "{fault}");
}

#[test]
fn falsified_games_are_refused() {
    check_refused("\"bids\":[", "\"bids\":[0,", "expected bids of all");
    check_refused("\"bids\":[", "\"bids\":[9", "expected bids of all");
    check_refused("{\"e\":\"prize\",\"prize\":", "{\"e\":\"prize\",\"prize\":1", "expected one of the prizes");
    check_refused("\"coins\":", "\"coins\":9", "expected the purse of seat");
    check_refused("\"points\":[", "\"points\":[1", "expected one of the prizes");
    check_refused("{\"e\":\"bell\"", "{\"e\":\"prize\",\"prize\":4},{\"e\":\"bell\"", "expected the purse of seat");
    check_refused("\"game\":\"fair\"", "\"game\":\"skye\"", "accepted: \"fair\"");
    check_refused("\"purse\":", "\"purse\":9", "key `purse`");
}
