//! A panel on the toy game: runs by several kinds of players in one folder.

use std::fs;

use lab::play::exec_options::ExecOptions;
use lab::run::analysis::{analyse, kept_panel};
use lab::run::finished_run::FinishedRun;
use lab::run::job::{RunOptions, run};
use lab::schedule::shards::Part;
use lab::study::merge::{merge_into, united};
use lab::study::verification::verify;
use report::terminal::panel::sentences;

use super::test_folder::{CONFIG, QUIET, Silent, TestFolder, check_close, mean, order, read};

/// A panel whose players bid more and less.
const PANEL: &str = "panel=[\"random\", \"mcts:iterations=8\", \"mcts:iterations=8,variant=flat\"]";

fn config(more: &str) -> String {
    format!("{CONFIG}\n{more}")
}

#[test]
fn every_kind_of_player_has_a_run_of_its_own() {
    let (folder, config) = (TestFolder::new(), config("[compare]\nprizes = [2, 8, 18]\n"));
    let experiment = read(&config, &[PANEL, "blocks=400"]).unwrap();
    assert_eq!(experiment.panel.len(), 3);
    let finished = folder.run(&experiment, "out");
    let panel = finished.panel.unwrap();
    // Twice the prizes are worth more to everybody.
    let vp = panel.effects.iter().find(|row| row.effect == "vp").unwrap();
    assert_eq!((vp.signs_plus, vp.signs_minus, vp.agents), (3, 0, 3));
    assert_eq!(vp.finding, "higher for all 3 kinds of players; kinds differ");
    assert!(vp.q.unwrap() < 0.05 && vp.heterogeneity_q.unwrap() < 0.05, "{vp:?}");
    let pooled = vp.pooled.value.unwrap();
    assert!(vp.pooled.low().unwrap() > 0.0 && vp.pi_lo.unwrap() < pooled && pooled < vp.pi_hi.unwrap());
    let by_agent: Vec<f64> = panel.of_effect("vp").map(|row| row.estimate.value.unwrap()).collect();
    // The first member is a run of random agents alone.
    let points = |file: &str| mean(folder.table(file).iter().map(|seat| seat.number("vp")));
    let apart = points("out/panel/1/second/seats.csv") - points("out/panel/1/seats.csv");
    check_close(by_agent[0], apart);
    let report = verify(&folder.kept("out"), 0, QUIET).unwrap();
    assert!(report.faults.is_empty(), "{:?}", report.faults);
    // The runs of the members are checked, too.
    // Both runs of the comparison, by the agents of the config and by three kinds of players.
    assert_eq!(report.games, 2 * 4 * experiment.games());
    let path = folder.path("out/panel/2/second/agents.csv");
    let kept = fs::read(&path).unwrap();
    fs::write(&path, "agent\n").unwrap();
    let report = verify(&folder.kept("out"), 0, QUIET).unwrap();
    assert!(report.faults.iter().any(|fault| fault.contains("second/agents.csv")), "{:?}", report.faults);
    fs::write(&path, kept).unwrap();
    // What is not what the members' raw tables give is found, and made right.
    let path = folder.path("out/panel.csv");
    let kept = fs::read(&path).unwrap();
    fs::write(&path, "effect\n").unwrap();
    let report = verify(&folder.kept("out"), 0, QUIET).unwrap();
    assert!(report.faults.iter().any(|fault| fault.contains("panel.csv")), "{:?}", report.faults);
    analyse(&folder.kept("out"), &folder.path("out"), false, QUIET).unwrap();
    assert_eq!(fs::read(&path).unwrap(), kept);
}

#[test]
fn without_a_change_numbers_of_the_game_are_told_from_the_mean_of_all() {
    let folder = TestFolder::new();
    let finished = folder.run(&read(CONFIG, &[PANEL, "blocks=400"]).unwrap(), "out");
    let panel = finished.panel.unwrap();
    let vp = panel.effects.iter().find(|row| row.effect == "vp").unwrap();
    // Points are above 0 with everybody, which nobody asks; the kinds differ around their mean.
    let by_agent: Vec<f64> = panel.of_effect("vp").map(|row| row.estimate.value.unwrap()).collect();
    check_close(vp.null.unwrap(), mean(by_agent.iter().copied()));
    assert!(by_agent.iter().all(|vp| *vp > 0.0) && vp.signs_plus + vp.signs_minus <= 3 && vp.signs_plus < 3, "{vp:?}");
    // That strong players score more is no change of sign.
    for row in panel.effects.iter().filter(|row| row.is_level) {
        let expected = if row.is_found { "depends on who plays, from " } else { "not shown to depend on who plays" };
        assert!(row.finding.starts_with(expected), "{row:?}");
        assert_eq!(row.is_found, row.heterogeneity_q.is_some_and(|q| q < 0.05), "{row:?}");
    }
    assert_eq!((vp.p, vp.q), (None, None));
    assert!(panel.of_effect("vp").all(|row| row.p.is_none() && row.q.is_none()));
    for row in panel.effects.iter().filter(|row| row.effect.starts_with("win-share-by-order")) {
        assert_eq!(row.null, Some(0.0), "{row:?}");
    }
    for row in panel.effects.iter().filter(|row| row.is_level && row.pi_lo.is_some()) {
        let most = if ["wins", "fraction", ""].contains(&row.unit) { 1.0 } else { f64::INFINITY };
        assert!(row.pi_lo.unwrap() >= 0.0 && row.pi_hi.unwrap() <= most, "no prediction where nothing can be: {row:?}");
    }
    // What is said is said by names of kinds and of measures, each once.
    let said = sentences(&panel).join("\n");
    assert!(!said.contains("iterations=") && !said.contains("first-start-win") && !said.contains("by-order"), "{said}");
    let q_of = |effect: &str| panel.effects.iter().find(|row| row.effect == effect).unwrap().heterogeneity_q;
    assert_eq!(q_of("first-start-win"), q_of("win-share-by-order 1"));
    let tested = panel.effects.iter().filter(|row| row.effect != "first-start-win");
    let p: Vec<f64> = tested.clone().flat_map(|row| [row.p, row.heterogeneity_p]).flatten().collect();
    let of_kinds = panel.agents.iter().filter(|row| row.effect != "first-start-win").filter_map(|row| row.p);
    let q = stats::multiple::q_values(&p.into_iter().chain(of_kinds).collect::<Vec<_>>());
    // One rate over all: the same q values, whatever they are of.
    let mut given: Vec<f64> = tested.flat_map(|row| [row.q, row.heterogeneity_q]).flatten().collect();
    given.extend(panel.agents.iter().filter(|row| row.effect != "first-start-win").filter_map(|row| row.q));
    let sorted = |mut all: Vec<f64>| {
        all.sort_by(f64::total_cmp);
        all
    };
    assert_eq!(sorted(given), sorted(q));
}

#[test]
fn with_a_single_seed_nothing_is_said_of_anybody() {
    let folder = TestFolder::new();
    // One block for each line-up.
    let finished = folder.run(&read(CONFIG, &[PANEL, "blocks=4"]).unwrap(), "out");
    for row in finished.panel.unwrap().effects {
        assert_eq!((row.agents, row.signs_plus, row.signs_minus, row.pooled.value), (0, 0, 0, None), "{row:?}");
        assert_eq!(row.finding, "too few seeds for an interval with any of the 3 kinds of players");
    }
}

#[test]
fn shards_join_to_the_bytes_of_a_whole_panel() {
    let folder = TestFolder::new();
    let experiment = read(CONFIG, &[PANEL]).unwrap();
    folder.run(&experiment, "whole");
    let part = |shard: u64| Part { shards: [shard].into(), of: 2 };
    for shard in 1..=2 {
        let subfolder = folder.path(&format!("shard{shard}"));
        folder.play(&experiment, &RunOptions { part: part(shard), ..order(subfolder.clone()) });
        assert!(!subfolder.join("panel.csv").exists());
    }
    let kept: Vec<FinishedRun> = ["shard1", "shard2"].map(|subfolder| folder.kept(subfolder)).into();
    let part = united(&kept).unwrap();
    merge_into(&kept, &part, &folder.path("merged"), QUIET).unwrap();
    for subfolder in ["", "/panel/1", "/panel/3"] {
        assert_eq!(folder.results(&format!("merged{subfolder}")), folder.results(&format!("whole{subfolder}")));
    }
}

#[test]
fn a_panel_is_resumed_and_extended_to_the_same_bytes() {
    let folder = TestFolder::new();
    let [short, long] = ["blocks=12", "blocks=24"].map(|blocks| read(CONFIG, &[PANEL, blocks]).unwrap());
    folder.run(&short, "out");
    let again =
        RunOptions { resume: true, exec: ExecOptions { threads: Some(1), quiet: true }, ..order(folder.path("out")) };
    let kept = &run(&short, &again, &Silent).unwrap()[0];
    assert!(kept.tournament.is_none() && kept.blocks == 12);
    folder.play(&long, &again);
    folder.run(&long, "alone");
    for subfolder in ["", "/panel/2"] {
        assert_eq!(folder.results(&format!("out{subfolder}")), folder.results(&format!("alone{subfolder}")));
    }
    let panel = kept_panel(&folder.kept("out"), false).unwrap().unwrap();
    assert!(panel.agents.iter().all(|row| row.clusters <= 6));
}

#[test]
fn players_of_different_skill_rotate() {
    let folder = TestFolder::new();
    let table = "random|mcts:iterations=8|mcts:iterations=9";
    let panel = format!("panel=[\"random\", \"unequal={table}\", \"mcts:iterations=8\"]");
    let one_agent = ["lineup=\"self-play\"", "agents=[{ name = \"anyone\", spec = \"random\" }]", "blocks=6", &panel];
    let finished = folder.run(&read(CONFIG, &one_agent).unwrap(), "out");
    assert_eq!(finished.panel.unwrap().kinds[1], ("unequal".to_owned(), table.to_owned()));
    let agents = folder.table("out/panel/2/agents.csv");
    assert_eq!(agents.iter().map(|row| row.text("spec")).collect::<Vec<_>>().join("|"), table);
    assert!(agents.iter().all(|row| row.has("seat_games", "18")), "in every seat of six blocks");
    assert_eq!(folder.table("out/panel/1/seats.csv").len() * 3, folder.table("out/panel/2/seats.csv").len());
}

#[test]
fn kinds_have_the_names_that_they_are_given() {
    let folder = TestFolder::new();
    let panel =
        "panel=[\"random\", \"quick=mcts:iterations=8\", \"mcts:iterations=8,variant=flat\", \"mcts:iterations=9\"]";
    let finished = folder.run(&read(CONFIG, &[panel]).unwrap(), "out");
    let kinds = finished.panel.unwrap().kinds;
    let names: Vec<&str> = kinds.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["random", "quick", "mcts 2", "mcts 3"]);
    // Tables have specs, and the folder gives the same names again.
    assert_eq!(kinds[1].1, "mcts:iterations=8");
    assert!(
        folder
            .table("out/panel_agents.csv")
            .iter()
            .any(|row| row.has("agent", "mcts:iterations=8") && row.has("kind", "quick"))
    );
    assert_eq!(kept_panel(&folder.kept("out"), false).unwrap().unwrap().kinds, kinds);
}

#[test]
fn bad_panels_are_refused() {
    let fault = |panel: &str| read(CONFIG, &[&format!("panel={panel}")]).unwrap_err().to_string();
    assert!(fault("shipped").contains("accepted: a list of specs"), "the toy game ships none");
    assert!(fault("[\"random\"]").contains("found 1 specs; accepted: 3 to 64"));
    assert!(fault("[\"random\", \"random\", \"mcts:iterations=2\"]").contains("`random` a second time"));
    assert!(fault("[\"random\", \"a=random\", \"mcts:iterations=2\"]").contains("`random` a second time"));
    assert!(fault("[\"random\", \"a b=mcts:iterations=3\", \"mcts:iterations=2\"]").contains("name: found `a b`"));
    assert!(fault("[\"random\", \"rando\", \"mcts:iterations=2\"]").contains("did you mean `random`"));
    assert!(fault("[\"random\", 3, \"mcts:iterations=2\"]").contains("a text in quotes"));
    assert!(fault("[\"random\", \"mcts:time-ms=2\", \"mcts:iterations=2\"]").contains("depend on the machine"));
    assert!(fault("7").contains("a list of specs"));
}
