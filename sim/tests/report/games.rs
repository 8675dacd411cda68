//! Games to look at: what is on the table after the last step is how the game ended.

use engine::skye::Skye;
use games::skye::setting::Setting;
use interface::stage::Change;
use lab::subject::Setup;
use report::html::viewer::staged::StagedGame;
use serde_json::Value;

use crate::runs::{reported, run};
use crate::test_folder::{TestFolder, number};

/// Records of this many random games of so many players, with modules or without.
fn lines(games: &str, players: usize, modules: &[&str]) -> Vec<String> {
    let folder = TestFolder::new();
    let agents = vec!["random"; players];
    let words = [&["play"], &agents[..], &["--games", games, "--record", "g.jsonl", "--quiet"], modules].concat();
    folder.succeed(&words);
    folder.read("g.jsonl").lines().map(str::to_owned).collect()
}

fn staged(line: &str) -> StagedGame {
    StagedGame::of_line::<Skye>(line, &Setting::library(&[]).unwrap(), (1, None)).unwrap()
}

/// Points and gold by seat after the last step, and the points of all awards together.
#[track_caller]
fn check(line: &str) {
    let (staged, record) = (staged(line), serde_json::from_str::<Value>(line).unwrap());
    let events = record["events"].as_array().unwrap();
    assert_eq!(staged.steps.len(), events.len());
    let table = staged.table(staged.steps.len() - 1);
    for result in events.iter().filter(|event| event["e"] == "result") {
        let seat = result["seat"].as_u64().unwrap() as usize;
        let expected = [result["vp"].as_i64(), result["gold"].as_i64()];
        assert_eq!(table.counts[seat][..2], expected, "{}", staged.seed);
        assert_eq!(Some(table.awards[seat].iter().sum::<i64>()), expected[0], "{}", staged.seed);
    }
    let laid = events.iter().filter(|event| event["e"] == "place").count();
    assert_eq!(table.boards.iter().map(|board| board.len() - 1).sum::<usize>(), laid);
    // Without the results, which only repeat what was counted, nobody has anything else.
    let before = staged.steps.iter().rposition(|step| !step.words.starts_with("ends with")).unwrap();
    assert_eq!(staged.table(before).counts, table.counts, "{}", staged.seed);
}

#[test]
fn the_last_step_is_the_result_of_a_thousand_games() {
    for players in 2..=5 {
        let all = lines("200", players, &[]);
        assert_eq!(all.len(), 200);
        all.iter().for_each(|line| check(line));
    }
    for modules in ["druids,tunnels,bonus,borderlands", "druids", "tunnels", "borderlands"] {
        lines("50", 3, &["--modules", modules]).iter().for_each(|line| check(line));
    }
}

#[test]
fn gold_is_that_of_the_rules_whenever_somebody_decides() {
    use engine::skye::Phase;
    use interface::record::watch_line;
    use interface::replay::ReplayEvent;
    for line in lines("30", 4, &["--modules", "druids,tunnels,bonus,borderlands"]) {
        let (mut events, mut moments) = (0, Vec::new());
        watch_line::<Skye>(&line, &Setting::library(&[]).unwrap(), &mut |seen| match seen {
            ReplayEvent::Chance(..) => {}
            ReplayEvent::Event(..) => events += 1,
            // The bag action is told when it is complete, and paid before.
            ReplayEvent::Decision(position, _) if matches!(position.phase, Phase::KeepDrawn(_)) => {}
            ReplayEvent::Decision(position, _) => {
                let players = engine::Seat::all(4).map(|seat| position.player(seat));
                moments.push((events, players.map(|player| (player.gold, player.vp)).collect::<Vec<_>>()));
            }
        })
        .unwrap();
        let staged = staged(&line);
        for (before, players) in moments.into_iter().filter(|(before, _)| *before > 0) {
            let table = staged.table(before - 1);
            for (seat, (gold, vp)) in players.into_iter().enumerate() {
                let expected = [Some(i64::from(vp)), Some(i64::from(gold))];
                assert_eq!(table.counts[seat][..2], expected, "{}: {before}, seat {seat}", staged.seed);
            }
        }
    }
}

#[test]
fn prices_are_secret_until_the_last_is_made() {
    let staged = staged(&lines("1", 3, &[])[0]);
    let prices: Vec<usize> = (0..staged.steps.len()).filter(|step| staged.steps[*step].is_secret).collect();
    for round in prices.chunks(3) {
        let reveals = |step: usize| staged.steps[step].changes.contains(&Change::Reveal);
        assert_eq!([0, 1, 2].map(|turn| reveals(round[turn])), [false, false, true]);
        let table = staged.table(round[1]);
        let secrets = table.cards.iter().flat_map(|cards| cards.values()).filter(|card| card.is_secret);
        assert_eq!(secrets.count(), 6);
        assert!(staged.table(round[2]).cards.iter().all(|cards| cards.values().all(|card| !card.is_secret)));
    }
}

#[test]
fn the_most_telling_games_are_shown() {
    let (folder, page) = reported();
    let games = folder.table("out/games.csv");
    let first = |best: &dyn Fn(f64, f64) -> bool, column: &str| {
        let beats = |one: &usize, two: &usize| best(number(&games[*one], column), number(&games[*two], column));
        (1..games.len()).fold(0, |kept, game| if beats(&game, &kept) { game } else { kept })
    };
    let less: &dyn Fn(f64, f64) -> bool = &|one, two| one < two;
    let more: &dyn Fn(f64, f64) -> bool = &|one, two| one > two;
    for (game, why) in [(first(less, "margin"), "the closest game ("), (first(more, "margin"), "the widest margin (")] {
        assert!(page.contains(&format!("\"number\":{game},\"why\":\"{why}")), "{game} {why}");
    }
    assert!(page.contains("most lead changes (") && page.contains("the median margin ("));
    assert_eq!((page.matches("\"number\":").count(), page.matches("class=\"game\"").count()), (4, 1));
}

#[test]
fn games_that_would_go_otherwise_are_not_shown() {
    let folder = run();
    let seats = folder.read("out/seats.csv").replace(",rule,", ",two,");
    folder.write("out/seats.csv", &seats);
    let error = folder.refuse(&["report", "out", "--quiet"]);
    assert!(error.contains("seats.csv") && error.contains("manifest.json"), "{error}");
}

/// The title and the sentences of `sim explain` on why.
fn sentences_of_why(told: &str) -> Vec<String> {
    let lines = told.lines().skip_while(|line| !line.starts_with("why, in VP "));
    let lines = lines.filter(|line| !line.contains(['│', '═', '─']));
    lines.map(|line| serde_json::to_string(line).unwrap().trim_matches('"').to_owned()).collect()
}

#[test]
fn a_recorded_game_is_drawn_and_shown() {
    let folder = TestFolder::new();
    folder.succeed(&["play", "greedy", "random", "--seed", "3", "--games", "2", "--record", "g.jsonl"]);
    let drawn = folder.succeed(&["draw", "g.jsonl", "--game", "2", "--step", "30"]);
    assert!(drawn.starts_with("<?xml") && drawn.contains("Game 2, step 30") && drawn.ends_with("</svg>\n"));
    // What lies before the players, and what the scoring tiles pay and when.
    assert!(drawn.contains("discarded</text>") && drawn.contains("scores in rounds 1, 3 and 5</text>"), "{drawn}");
    assert!(!drawn.contains("RECONSTRUCTED"));
    assert_ne!(drawn, folder.succeed(&["draw", "g.jsonl", "--game", "2"]));
    folder.succeed(&["replay", "g.jsonl", "--game", "2", "--html", "g.html", "--explain", "greedy"]);
    let page = folder.read("g.html");
    assert!(page.contains(", game 2: ") && page.contains(":[{\"measure\""));
    // Why, in the words of `sim explain`.
    let ask = ["explain", "g.jsonl", "--game", "2", "--agent", "greedy", "--event"];
    let listed = folder.succeed(&["explain", "g.jsonl", "--game", "2"]);
    let events = listed.lines().filter_map(|line| line.split(['│', '┆']).nth(1)?.trim().parse::<u64>().ok());
    let told = events.map(|event| folder.succeed(&[&ask[..], &[&event.to_string()]].concat()));
    let why: Vec<String> = told.skip(20).step_by(9).flat_map(|told| sentences_of_why(&told)).collect();
    assert!(why.iter().any(|line| line.starts_with("recorded (")), "{why:?}");
    why.iter().for_each(|line| assert!(page.contains(line.as_str()), "{line}"));
    assert!(page.contains("scores in rounds 1, 3 and 5\"]") && page.contains("class=\"legend\""), "{page}");
    folder.succeed(&["run", "t.toml", "--out", "out", "--quiet"]);
    folder.succeed(&["replay", "out", "--game", "7", "--html", "r.html"]);
    assert!(folder.read("r.html").contains(", game 7: "));
}

#[test]
fn what_rests_on_reconstructed_tiles_says_so() {
    let folder = TestFolder::new();
    let modules = ["--modules", "tunnels,bonus", "--record", "g.jsonl"];
    folder.succeed(&[&["play", "random", "random", "--seed", "3"], &modules[..]].concat());
    folder.succeed(&["replay", "g.jsonl", "--game", "1", "--html", "g.html"]);
    for shown in [folder.succeed(&["draw", "g.jsonl"]), folder.read("g.html")] {
        assert!(shown.contains("RECONSTRUCTED: the tiles of tunnels are not the printed ones"), "{shown}");
    }
    // A user's own tiles are the user's to vouch for.
    let own = folder.succeed(&["list", "tiles", "--modules", "tunnels"]);
    folder.write("mine.csv", &own.replace(",reconstructed", ",seen"));
    let tiles = ["--module-tiles", "tunnels=mine.csv"];
    let modules = ["--modules", "tunnels", "--record", "own.jsonl"];
    folder.succeed(&[&["play", "random", "random", "--seed", "3"], &modules[..], &tiles].concat());
    assert!(!folder.succeed(&[&["draw", "own.jsonl"], &tiles[..]].concat()).contains("RECONSTRUCTED"));
}
