//! A panel on the toy game: runs by several kinds of players in one folder.

use std::fs;

use sim::lab::play::manner::Manner;
use sim::lab::run::analysis::{analyse, kept_panel};
use sim::lab::run::finished_run::FinishedRun;
use sim::lab::run::playing::{Order, Played, run};
use sim::lab::schedule::part::Part;
use sim::lab::study::merge::{merge_into, united};
use sim::lab::study::verification::verify;

use super::workshop::{CONFIG, QUIET, Silent, Workshop, check_close, mean, order, read};
use crate::toy::subject::FairSetting;

/// A panel whose players bid more and less.
const PANEL: &str = "panel=[\"random\", \"mcts:iterations=8\", \"mcts:iterations=8,variant=regret\"]";

fn config(more: &str) -> String {
    format!("{CONFIG}\n{more}")
}

#[test]
fn every_kind_of_player_has_a_run_of_its_own() {
    let (shop, config) = (Workshop::new(), config("[compare]\nprizes = [2, 8, 18]\n"));
    let experiment = read(&config, &[PANEL, "blocks=400"]).unwrap();
    assert_eq!(experiment.panel.len(), 3);
    let finished = shop.run(&experiment, "out");
    let panel = finished.panel.unwrap();
    // Twice the prizes are worth more to everybody.
    let vp = panel.effects.iter().find(|row| row.effect == "vp").unwrap();
    assert_eq!((vp.signs_plus, vp.signs_minus, vp.agents), (3, 0, 3));
    assert_eq!(vp.finding, "above 0 for all 3");
    assert!(
        vp.ci_lo.unwrap() > 0.0 && vp.pi_lo.unwrap() < vp.pooled.unwrap() && vp.pooled.unwrap() < vp.pi_hi.unwrap()
    );
    let by_agent: Vec<f64> = panel.of_effect("vp").map(|row| row.estimate.unwrap()).collect();
    // The first member is a run of random agents alone.
    let points = |file: &str| mean(shop.table(file).iter().map(|seat| seat.number("vp")));
    let apart = points("out/panel/1/second/seats.csv") - points("out/panel/1/seats.csv");
    check_close(by_agent[0], apart);
    let report = verify(&shop.kept("out"), 0, QUIET).unwrap();
    assert!(report.faults.is_empty(), "{:?}", report.faults);
    // What is not what the members' raw tables give is found, and made right.
    let path = shop.path("out/panel.csv");
    let kept = fs::read(&path).unwrap();
    fs::write(&path, "effect\n").unwrap();
    let report = verify(&shop.kept("out"), 0, QUIET).unwrap();
    assert!(report.faults.iter().any(|fault| fault.contains("panel.csv")), "{:?}", report.faults);
    analyse(&shop.kept("out"), &shop.path("out"), false, QUIET).unwrap();
    assert_eq!(fs::read(&path).unwrap(), kept);
}

#[test]
fn without_a_change_numbers_of_the_game_are_told_from_the_mean_of_all() {
    let shop = Workshop::new();
    let finished = shop.run(&read(CONFIG, &[PANEL, "blocks=400"]).unwrap(), "out");
    let panel = finished.panel.unwrap();
    let vp = panel.effects.iter().find(|row| row.effect == "vp").unwrap();
    // Points are above 0 with everybody, which nobody asks; the kinds differ around their mean.
    let by_agent: Vec<f64> = panel.of_effect("vp").map(|row| row.estimate.unwrap()).collect();
    check_close(vp.null.unwrap(), mean(by_agent.iter().copied()));
    assert!(by_agent.iter().all(|vp| *vp > 0.0) && vp.signs_plus + vp.signs_minus <= 3 && vp.signs_plus < 3, "{vp:?}");
    assert!(!vp.finding.contains("above 0"), "{}", vp.finding);
    for row in panel.effects.iter().filter(|row| row.effect.starts_with("win-share-by-order")) {
        assert_eq!(row.null, Some(0.0), "{row:?}");
    }
}

#[test]
fn with_a_single_seed_nothing_is_said_of_anybody() {
    let shop = Workshop::new();
    // One block for each line-up.
    let finished = shop.run(&read(CONFIG, &[PANEL, "blocks=4"]).unwrap(), "out");
    for row in finished.panel.unwrap().effects {
        assert_eq!((row.agents, row.signs_plus, row.signs_minus, row.pooled), (0, 0, 0, None), "{row:?}");
        assert_eq!(row.sentence(), format!("{}: too few seeds for an interval with any of 3.", row.effect));
    }
}

#[test]
fn shards_join_to_the_bytes_of_a_whole_panel() {
    let shop = Workshop::new();
    let experiment = read(CONFIG, &[PANEL]).unwrap();
    shop.run(&experiment, "whole");
    let part = |shard: u64| Part { shards: [shard].into(), of: 2 };
    for shard in 1..=2 {
        let folder = shop.path(&format!("shard{shard}"));
        shop.play(&experiment, &Order { part: part(shard), ..order(folder.clone()) });
        assert!(!folder.join("panel.csv").exists());
    }
    let kept: Vec<FinishedRun<FairSetting>> = ["shard1", "shard2"].map(|folder| shop.kept(folder)).into();
    let part = united(&kept, false).unwrap();
    merge_into(&kept, &part, &shop.path("merged"), QUIET).unwrap();
    for folder in ["", "/panel/1", "/panel/3"] {
        assert_eq!(shop.results(&format!("merged{folder}")), shop.results(&format!("whole{folder}")));
    }
}

#[test]
fn a_panel_is_resumed_and_extended_to_the_same_bytes() {
    let shop = Workshop::new();
    let [short, long] = ["blocks=12", "blocks=24"].map(|blocks| read(CONFIG, &[PANEL, blocks]).unwrap());
    shop.run(&short, "out");
    let again = Order { resume: true, manner: Manner { threads: Some(1), quiet: true }, ..order(shop.path("out")) };
    assert!(matches!(run(&short, &again, &Silent).unwrap().run, Played::Already(12)));
    shop.play(&long, &again);
    shop.run(&long, "alone");
    for folder in ["", "/panel/2"] {
        assert_eq!(shop.results(&format!("out{folder}")), shop.results(&format!("alone{folder}")));
    }
    let panel = kept_panel(&shop.kept("out"), false).unwrap().unwrap();
    assert!(panel.agents.iter().all(|row| row.clusters <= 6));
}

#[test]
fn bad_panels_are_refused() {
    let fault = |panel: &str| read(CONFIG, &[&format!("panel={panel}")]).unwrap_err().to_string();
    assert!(fault("shipped").contains("accepted: a list of specs"), "the toy game ships none");
    assert!(fault("[\"random\"]").contains("found 1 specs; accepted: 3 to 64"));
    assert!(fault("[\"random\", \"random\", \"mcts:iterations=2\"]").contains("`random` a second time"));
    assert!(fault("[\"random\", \"rando\", \"mcts:iterations=2\"]").contains("did you mean `random`"));
    assert!(fault("[\"random\", 3, \"mcts:iterations=2\"]").contains("a text in quotes"));
    assert!(fault("[\"random\", \"mcts:time-ms=2\", \"mcts:iterations=2\"]").contains("depend on the machine"));
    assert!(fault("7").contains("a list of specs"));
}
