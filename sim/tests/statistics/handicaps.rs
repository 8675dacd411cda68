//! Handicaps whose size is known: tiles without scrolls, and an agent that plays by rules of thumb among random ones.

use std::path::Path;
use std::sync::Arc;

use games::skye::notes::raw_columns::notes_of;
use games::skye::setting::Setting;
use games::skye::setting::tile_files;
use interface::skye::tile_set::TileSet;
use lab::config::{Overrides, parse};
use lab::experiment::Experiment;
use lab::play::player::BlockPlayer;
use lab::play::roster;
use lab::play::row_collector::RowCollector;
use lab::schedule::blocks;
use lab::subject::means::OutcomeMeans;
use lab::subject::outcome::VP;
use lab::tables::agents::Strengths;
use lab::tables::comparison;
use lab::tables::measures::Measure;
use lab::tables::pairs::Pairs;
use lab::tables::totals::{BlockSums, Totals};
use stats::Estimate;

fn experiment(text: &str) -> Experiment {
    let text = format!("name = \"t\"\ntables = []\n{text}");
    parse(&games::skye::INFO, "t.toml", &text, Path::new(""), &Overrides::default()).unwrap()
}

fn play(experiment: &Experiment) -> Vec<BlockSums> {
    let cast = roster::of_experiment(experiment);
    let mut player = BlockPlayer::new(experiment, &*cast);
    player.play(0..experiment.blocks).unwrap().sums
}

fn totals(experiment: &Experiment, blocks: &[BlockSums]) -> Totals {
    let mut totals = Totals::new(experiment, &*experiment.subject);
    totals.add(blocks);
    totals
}

fn covers(estimate: &Estimate, truth: f64) -> bool {
    estimate.low().unwrap() <= truth && truth <= estimate.high().unwrap()
}

const RANDOM: &str =
    "players = 2\nagents = [{ name = \"a\", spec = \"random\" }, { name = \"b\", spec = \"random\" }]\n";

/// The printed tiles with every scroll scratched out.
fn without_scrolls() -> TileSet {
    let text = TileSet::printed().file.text;
    let without = |features: &str| {
        let rest: Vec<&str> = features.split(' ').filter(|feature| !feature.starts_with("scroll")).collect();
        rest.join(" ")
    };
    let lines = text.lines().map(|line| {
        let mut cells: Vec<String> = line.split(',').map(str::to_owned).collect();
        cells[5] = without(&cells[5]);
        cells.join(",")
    });
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tiles.csv");
    std::fs::write(&path, lines.collect::<Vec<_>>().join("\n") + "\n").unwrap();
    tile_files::find(path.to_str().unwrap()).unwrap()
}

#[test]
fn tiles_without_scrolls_cost_what_scrolls_were_worth() {
    let with = experiment(&format!("{RANDOM}blocks = 400\nseed = 3\n"));
    let without = Experiment {
        subject: Arc::new(Setting { tiles: without_scrolls(), ..with.subject.setup::<Setting>().clone() }),
        ..with.clone()
    };
    let (first, second) = (play(&with), play(&without));
    let info = &games::skye::INFO;
    let vp = info.outcomes.iter().position(|outcome| outcome.name == VP).unwrap();
    let mut paired = comparison::Comparison::new(vec![Measure::of_outcome(info, VP).unwrap()]);
    let mean = |block: &BlockSums| [block.tables.get::<OutcomeMeans>().mean(vp)];
    first.iter().zip(&second).for_each(|(first, second)| paired.add(&mean(first), &mean(second)));
    let row = &paired.rows()[0];
    // Random players ignore scrolls, so the games are the same, and the difference is what scrolls score.
    let truth = -scroll_vp(&with);
    assert!(truth < -1.0 && (row.difference.value.unwrap() - truth).abs() < 1e-9, "{truth} {row:?}");
    assert!(covers(&row.difference, truth) && row.p.unwrap() < 1e-12 && row.design_effect.unwrap() < 1.0);
    // Other luck gives another estimate; its interval allows for that.
    let mut other = without;
    other.schedule.seed = 4;
    let vp = totals(&other, &play(&other)).tables.get::<Strengths>().rows()[0].vp;
    assert!(covers(&vp, row.second.value.unwrap()) && !covers(&vp, row.first.value.unwrap()), "{vp:?}");
}

/// Mean VP from scrolls of a player.
fn scroll_vp(experiment: &Experiment) -> f64 {
    let (cast, mut collector) = (roster::of_experiment(experiment), RowCollector::default());
    let (mut seats, mut vp) = (0, 0);
    for fixture in (0..experiment.blocks).flat_map(|block| blocks::block(experiment, block)) {
        let (rows, _) = collector.play(experiment, &fixture, &*cast, &mut ()).unwrap();
        seats += rows.seats.len();
        vp += notes_of(rows).seats.iter().map(|seat| usize::from(seat.vp_scrolls)).sum::<usize>();
    }
    vp as f64 / seats as f64
}

#[test]
fn small_experiments_cover_what_a_large_one_finds() {
    const SMALL: usize = 50;
    let agents = "players = 3\nagents = [{ name = \"a\", spec = \"random\" }, { name = \"b\", spec = \"random\" }, \
                  { name = \"rule\", spec = \"rule-of-thumb\" }]\nlineup = \"rotate\"\nblocks = 5000\nseed = 11\n";
    let experiment = experiment(agents);
    let blocks = play(&experiment);
    let large = totals(&experiment, &blocks);
    let (pairs, agents) = (large.tables.get::<Pairs>().rows(&experiment), large.tables.get::<Strengths>().rows());
    // By how much the rules of thumb are ahead of a, in VP and in wins, and their own VP.
    let truths = [
        pairs[1].vp_difference.value.unwrap(),
        pairs[1].vp_difference_controlled.value.unwrap(),
        agents[0].win_share.value.unwrap(),
        agents[2].vp.value.unwrap(),
        agents[2].vp_controlled.value.unwrap(),
    ];
    assert!(truths[0] < -10.0, "{truths:?}");
    let mut covered = [0; 5];
    for small in blocks.chunks(SMALL) {
        let small = totals(&experiment, small);
        let (pairs, agents) = (small.tables.get::<Pairs>().rows(&experiment), small.tables.get::<Strengths>().rows());
        let found = [
            pairs[1].vp_difference,
            pairs[1].vp_difference_controlled,
            agents[0].win_share,
            agents[2].vp,
            agents[2].vp_controlled,
        ];
        found
            .iter()
            .zip(truths)
            .zip(&mut covered)
            .for_each(|((found, truth), sum)| *sum += u32::from(covers(found, truth)));
    }
    // Of 100 intervals 95 cover, give or take 2.2.
    assert!(covered.iter().all(|count| (87..=100).contains(count)), "{covered:?}");
}
