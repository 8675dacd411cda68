//! A page about runs of a game that has no figures and no drawings of its own.

use report::html::{GameChoice, RunReport, page};

use super::test_folder::{QUIET, TestFolder, experiment};
use crate::toy::subject::FairSetting;

/// The page of a run of the config.
fn page_of(games: usize, explain: Option<&str>) -> (RunReport, String) {
    let folder = TestFolder::new();
    folder.run(&experiment(&[]), "out");
    let report =
        RunReport::of::<FairSetting>(&folder.kept("out"), &GameChoice { most: games, explain }, QUIET).unwrap();
    let page = page::of_runs(std::slice::from_ref(&report), "sim report DIR");
    (report, page)
}

#[test]
fn it_has_the_figures_of_any_game() {
    let (report, page) = page_of(0, None);
    let drawn = report.figures.iter().filter(|figure| !figure.views.is_empty());
    let names: Vec<&str> = drawn.map(|figure| figure.name).collect();
    assert_eq!(names, ["win-share", "points", "ratings", "pairs", "seats", "neighbours"]);
    assert!(report.missing.is_empty() && report.games.is_empty(), "{:?}", report.missing);
    assert!(page.contains("toy, seed 7") && page.contains("fair") && !page.contains("id=\"section-games\""));
}

#[test]
fn its_games_are_told_step_by_step() {
    let (report, page) = page_of(3, Some("mcts:iterations=8"));
    assert_eq!(report.games.len(), 3);
    for game in &report.games {
        assert!(game.steps.iter().any(|step| step.words.starts_with("a prize of ")), "{:?}", game.steps);
        assert!(game.explained.values().flatten().all(|weighing| weighing.recorded.starts_with("bid ")));
        assert!(game.pieces.is_empty() && game.players.len() == 3);
    }
    assert!(report.games.iter().any(|game| !game.explained.is_empty()));
    assert!(page.contains("id=\"viewer\"") && page.contains("the bell: "));
}
