//! Far ends: numbers that are as large as they may be, many threads, a bag that is only just full enough.

use std::path::Path;

use lab::config::{Overrides, parse};
use lab::experiment::Experiment;
use lab::play::player::BlockPlayer;
use lab::play::roster;
use lab::run::raw::{RawBlock, RowReader};
use lab::schedule::shards::Part;
use lab::schedule::{MAX_BLOCKS, blocks};

use crate::test_folder::{CONFIG, TestFolder};

/// As many blocks of five games as there may be.
fn largest() -> Experiment {
    let agents: String = (0..5).map(|agent| format!("[[agents]]\nname = \"a{agent}\"\nspec = \"random\"\n")).collect();
    let text = format!("name = \"t\"\nplayers = 5\nblocks = {MAX_BLOCKS}\nseed = {}\n{agents}", u64::MAX);
    parse(&games::skye::INFO, "t.toml", &text, Path::new(""), &Overrides::default()).unwrap()
}

#[test]
fn the_last_block_of_the_largest_experiment_is_read_as_it_is_written() {
    let (experiment, number) = (largest(), MAX_BLOCKS - 1);
    assert_eq!(experiment.games(), 5_000_000_000);
    let cast = roster::of_experiment(&experiment);
    let block = BlockPlayer::new(&experiment, &*cast).play([number]).unwrap();
    let raw = RawBlock { number, lines: block.lines, first_lines: vec![u64::MAX / 2; 4] };
    let games = RowReader::new(&experiment, Path::new("")).games(&raw).unwrap();
    assert_eq!(games.last().unwrap().game.fixture.game, 4_999_999_999);
    assert_eq!(blocks::game(&experiment, 4_999_999_999).unwrap().block, number);
    let shards = (1..=1000).map(|shard| Part::shard(shard, 1000).cluster_count(MAX_BLOCKS));
    assert_eq!(shards.sum::<u64>(), MAX_BLOCKS);
}

#[test]
fn sixty_four_threads_play_as_one() {
    let folder = TestFolder::new();
    folder.write("t.toml", &CONFIG.replace("blocks = 12", "blocks = 100"));
    folder.succeed(&["run", "t.toml", "--out", "one", "--threads", "1"]);
    folder.succeed(&["run", "t.toml", "--out", "many", "--threads", "64"]);
    assert_eq!(folder.results("many"), folder.results("one"));
}

/// Tile files with just enough tiles for this many players and rounds, and with one tile fewer.
#[track_caller]
fn check_just_enough(players: usize, rounds: usize) {
    let folder = TestFolder::new();
    let all = folder.succeed(&["list", "tiles"]);
    let needed = players * (2 * rounds + 1);
    let beginning = |tiles: usize| all.lines().take(1 + tiles).map(|line| format!("{line}\n")).collect::<String>();
    folder.write("enough.csv", &beginning(needed));
    folder.write("less.csv", &beginning(needed - 1));
    let agents: String = (0..players)
        .map(|agent| format!("[[agents]]\nname = \"a{agent}\"\nspec = \"{}\"\n", ["greedy", "random"][agent % 2]))
        .collect();
    let track = vec!["\"AB\""; rounds].join(", ");
    folder.write(
        "p.toml",
        &format!("name = \"p\"\nplayers = {players}\nblocks = 20\n[rules]\nrounds = [{track}]\n{agents}"),
    );
    folder.succeed(&["run", "p.toml", "--set", "tiles=enough.csv", "--out", "out"]);
    folder.succeed(&["verify", "out"]);
    let error = folder.refuse(&["run", "p.toml", "--set", "tiles=less.csv", "--out", "less"]);
    let wanted = format!("{} tiles; {players} players over {rounds} rounds need at least {needed}", needed - 1);
    assert!(error.contains(&wanted), "{error}");
}

#[test]
fn a_bag_that_is_only_just_full_enough() {
    check_just_enough(2, 6);
    check_just_enough(3, 9);
    check_just_enough(5, 6);
}
