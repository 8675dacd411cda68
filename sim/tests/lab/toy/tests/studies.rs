//! Studies of the laboratory itself, on the toy game.

use std::time::Duration;

use super::test_folder::{TestFolder, check_close, experiment, mean};
use crate::toy::subject::{FAIR, FairSetting};
use lab::study::SoakOptions;
use lab::study::null::verdicts;
use lab::study::plan::Probe;
use lab::study::soak::soak;
use lab::subject::means::OutcomeMeans;
use lab::subject::outcome::place;

#[test]
fn identical_agents_do_not_differ() {
    let verdicts = verdicts(&FAIR, 12, 1).unwrap();
    assert!(verdicts.iter().any(|verdict| verdict.repetitions == 12));
    verdicts.iter().for_each(|verdict| assert!(verdict.holds(), "{verdict:?}"));
}

#[test]
fn a_few_clusters_are_probed() {
    let experiment = experiment(&[]);
    let probe = Probe::of(&experiment, Duration::from_secs(3600)).unwrap();
    assert_eq!(probe.blocks, 24);
    let folder = TestFolder::new();
    folder.run(&experiment, "out");
    let means = probe.totals.tables.get::<OutcomeMeans>();
    let mean_of = |outcome| means.of(place(experiment.info().outcomes, outcome)).mean();
    let prizes = mean(folder.table("out/games.csv").iter().map(|game| game.number("prizes")));
    check_close(mean_of("prizes").unwrap(), prizes);
    assert_eq!(mean_of("leader_win"), None);
}

#[test]
fn random_experiments_keep_all_laws() {
    let games: u64 = (0..40).map(|number| soak::<FairSetting>(1, number, &SoakOptions::default()).unwrap()).sum();
    assert!(games > 100, "{games}");
}
