//! A handicap planted in a tile file: tuning has to find the file by what it does to games.

use std::path::Path;
use std::{env, fs};

use interface::skye::tile_set::TileSet;
use lab::config::{Config, Overrides};
use lab::play::exec_options::ExecOptions;
use lab::study::null::studies::verdicts;
use lab::study::tune::{Tuning, TuningResult};
use rayon::prelude::*;

/// Whisky on this many fifths of the tiles that have it is scratched out.
const FILES: usize = 6;

/// The file that is to be found.
const PLANTED: usize = 3;

/// The printed tiles, with less whisky the higher the number.
fn tile_file(number: usize) -> String {
    let mut with_whisky = 0;
    let line = |line: &str| {
        let mut cells: Vec<String> = line.split(',').map(str::to_owned).collect();
        if cells[5].contains("whisky") {
            with_whisky += 1;
            if with_whisky % (FILES - 1) < number {
                let rest: Vec<&str> = cells[5].split(' ').filter(|feature| !feature.starts_with("whisky")).collect();
                cells[5] = rest.join(" ");
            }
        }
        cells.join(",")
    };
    let lines: Vec<String> = TileSet::printed().file.text.lines().map(line).collect();
    lines.join("\n") + "\n"
}

/// A study of these files, in which as much gold is to be burnt as this.
fn verdict(folder: &Path, files: &[usize], target: f64, seed: u64, games: u64) -> (TuningResult, Vec<usize>) {
    let names: Vec<String> = files.iter().map(|number| format!("\"{number}.csv\"")).collect();
    let config = format!(
        "name = \"t\"\nplayers = 2\nblocks = 1\nseed = {seed}\nlineup = \"self-play\"\ntables = []\n\
         agents = [{{ name = \"a\", spec = \"random\" }}]\n[tune]\ngames = {games}\nfinalists = 2\n[tune.knobs]\ntiles = [{}]\n\
         [[tune.goals]]\nmeasure = \"gold-burnt\"\ntarget = {target}\n",
        names.join(", ")
    );
    let config = Config::parse("t.toml", &config, folder, &Overrides::default()).unwrap();
    let tuning: Tuning = Tuning::of(&games::skye::INFO, &config).unwrap();
    let verdict = tuning.play(None, ExecOptions { threads: Some(1), quiet: true }).unwrap();
    let found = verdict.finalists.iter().map(|finalist| files[finalist.candidate]).collect();
    (verdict, found)
}

/// What is burnt on average, by many games.
fn truth(folder: &Path, file: usize) -> f64 {
    verdict(folder, &[file], 0.0, 999, 60_000).0.finalists[0].aims.parts[0].estimate.value
}

#[test]
fn a_planted_tile_file_is_found_and_its_verdict_holds() {
    let runs: u64 = env::var("PLANTED_RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(16);
    let home = tempfile::tempdir().unwrap();
    for number in 0..FILES {
        fs::write(home.path().join(format!("{number}.csv")), tile_file(number)).unwrap();
    }
    let truths: Vec<f64> = (0..FILES).into_par_iter().map(|file| truth(home.path(), file)).collect();
    assert!(truths.windows(2).all(|pair| pair[0] > pair[1] + 0.5), "{truths:?}");
    let files: Vec<usize> = (0..FILES).collect();
    let of_run = |seed: u64| {
        let (verdict, found) = verdict(home.path(), &files, truths[PLANTED], seed + 1, 8000);
        let holds = verdict.finalists.iter().zip(&found).all(|(finalist, file)| {
            let part = &finalist.aims.parts[0].estimate;
            (part.value - truths[*file]).abs() <= part.half_width(verdict.confidence).unwrap()
        });
        [u64::from(found[0] == PLANTED), u64::from(holds)]
    };
    let found: Vec<[u64; 2]> = (0..runs).into_par_iter().map(of_run).collect();
    let [found, held] = [0, 1].map(|which| found.iter().map(|run| run[which]).sum::<u64>());
    println!("found {found} and held {held} of {runs}");
    // 89 of 100, and two standard errors less of few.
    let least = (0.89 - 2.0 * (0.95 * 0.05 / runs as f64).sqrt().min(0.1)) * runs as f64;
    assert!(found as f64 >= least && held as f64 >= least, "found {found} and held {held} of {runs}");
}

/// Studies in which nothing differs: `NULL_RUNS=2000 cargo test -p sim --test statistics nothing_differs -- --nocapture`.
#[test]
fn studies_in_which_nothing_differs_find_no_more_than_chance() {
    let runs: u64 = env::var("NULL_RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(60);
    let seed: u64 = env::var("NULL_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(7_310_421);
    for verdict in verdicts(&games::skye::INFO, runs, seed).unwrap() {
        println!("{verdict:?}");
        assert!(verdict.holds(), "{verdict:?}");
    }
}
