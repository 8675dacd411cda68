//! Tables on who meets whom and where, computed again from the raw tables in the plainest way.

use std::collections::BTreeMap;

use stats::{normal_quantile, t_quantile, two_sided_p};

use crate::test_folder::{TestFolder, number};

type Row = BTreeMap<String, String>;

/// Mean and standard error over numbers that stand for clusters.
fn mean_and_error(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, (variance / count).sqrt())
}

#[track_caller]
fn close(row: &Row, column: &str, expected: f64) {
    assert!((number(row, column) - expected).abs() < 2e-6, "{column}: {} instead of {expected}", row[column]);
}

/// Eleven degrees of freedom: twelve clusters.
const T_11: f64 = 2.200_985_160_082_949;

#[track_caller]
fn check_t_interval(row: &Row, column: &str, numbers: &[f64]) {
    assert_eq!(numbers.len(), 12);
    let (mean, error) = mean_and_error(numbers);
    close(row, column, mean);
    close(row, &format!("{column}_lo"), mean - T_11 * error);
    close(row, &format!("{column}_hi"), mean + T_11 * error);
}

fn played(lineup: &str, players: u64, blocks: u64) -> TestFolder {
    let folder = TestFolder::new();
    let [lineup, players, blocks] =
        [format!("lineup={lineup}"), format!("players={players}"), format!("blocks={blocks}")];
    folder.succeed(&["run", "t.toml", "--out", "out", "--set", &lineup, "--set", &players, "--set", &blocks]);
    folder
}

/// Rows by game.
fn by_game(rows: Vec<Row>) -> BTreeMap<u64, Vec<Row>> {
    let mut games: BTreeMap<u64, Vec<Row>> = BTreeMap::new();
    rows.into_iter().for_each(|row| games.entry(row["game"].parse().unwrap()).or_default().push(row));
    games
}

/// Means by cluster of what each game says, where it says something.
fn by_cluster(games: &BTreeMap<u64, Vec<Row>>, lineups: u64, value: impl Fn(&[Row]) -> Option<f64>) -> Vec<f64> {
    let mut clusters: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for rows in games.values() {
        let block: u64 = rows[0]["block"].parse().unwrap();
        clusters.entry(block / lineups).or_default().extend(value(rows));
    }
    clusters.values().map(|values| values.iter().sum::<f64>() / values.len() as f64).collect()
}

fn seat_of<'a>(rows: &'a [Row], agent: &str) -> Option<&'a Row> {
    rows.iter().find(|row| row["agent"] == agent)
}

#[test]
fn a_round_robin_is_analysed_by_seed() {
    let folder = played("round-robin", 2, 36);
    let games = by_game(folder.table("out/seats.csv"));
    assert_eq!(games.len(), 72);
    for row in folder.table("out/agents.csv") {
        assert_eq!([&row["clusters"], &row["blocks"], &row["games"]], ["12", "24", "48"]);
        let vp = by_cluster(&games, 3, |rows| Some(number(seat_of(rows, &row["agent"])?, "vp")));
        let (mean, error) = mean_and_error(&vp);
        close(&row, "vp_mean", mean);
        close(&row, "vp_lo", mean - T_11 * error);
    }
}

#[test]
fn pairs_are_compared_game_by_game() {
    let folder = played("round-robin", 2, 36);
    let games = by_game(folder.table("out/seats.csv"));
    let table = folder.table("out/pairs.csv");
    // Each pair meets in one line-up, so there is no row for single ones.
    let names: Vec<[&str; 3]> =
        table.iter().map(|row| ["agent", "other", "lineup"].map(|column| row[column].as_str())).collect();
    assert_eq!(names, [["one", "two", "all"], ["one", "rule", "all"], ["two", "rule", "all"]]);
    for row in &table {
        let both = |rows: &[Row], value: &dyn Fn(&Row, &Row) -> f64| {
            Some(value(seat_of(rows, &row["agent"])?, seat_of(rows, &row["other"])?))
        };
        let vp = |one: &Row, two: &Row| number(one, "vp") - number(two, "vp");
        let differences = by_cluster(&games, 3, |rows| both(rows, &vp));
        check_t_interval(row, "vp_difference", &differences);
        let ahead = by_cluster(&games, 3, |rows| {
            both(rows, &|one, two| match number(one, "rank").total_cmp(&number(two, "rank")) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 0.0,
            })
        });
        close(row, "ahead", mean_and_error(&ahead).0);
        assert_eq!([&row["clusters"], &row["games"]], ["12", "24"]);
        // Two games in a cluster; the variance between all 24 games is what independent ones would have.
        let single: Vec<f64> = games.values().filter_map(|rows| both(rows, &vp)).collect();
        let (_, independent) = mean_and_error(&single);
        let (_, clustered) = mean_and_error(&differences);
        close(row, "design_effect", (clustered / independent).powi(2));
        let is_significant = number(row, "vp_difference_lo") > 0.0 || number(row, "vp_difference_hi") < 0.0;
        assert_eq!(number(row, "vp_difference_p") < 0.05, is_significant);
    }
}

#[test]
fn each_against_has_a_row_for_either_side() {
    let folder = played("each-against", 3, 72);
    let table = folder.table("out/pairs.csv");
    let lineups: Vec<&str> =
        table.iter().filter(|row| row["other"] == "two").map(|row| row["lineup"].as_str()).collect();
    assert_eq!(lineups, ["all", "one two two", "two one one"]);
    for row in &table {
        // Every game has one winner's worth among one seat of one and two of the other.
        let (one, other) = (number(row, "win_share"), number(row, "other_win_share"));
        let total = match row["lineup"].split(' ').next().unwrap() {
            name if name == row["agent"] => one + 2.0 * other,
            name if name == row["other"] => 2.0 * one + other,
            _ => continue,
        };
        assert!((total - 1.0).abs() < 5e-6, "{row:?}");
    }
}

#[test]
fn places_are_compared_within_a_seed() {
    let folder = played("rotate", 3, 12);
    let firsts: BTreeMap<u64, usize> = folder
        .table("out/games.csv")
        .iter()
        .map(|game| (game["game"].parse().unwrap(), game["first_start"].parse().unwrap()))
        .collect();
    let games = by_game(folder.table("out/seats.csv"));
    let table = folder.table("out/seat_advantage.csv");
    assert_eq!(table.len(), 4 * 3);
    for row in &table {
        let place: usize = row["position"].parse().unwrap();
        let at = |rows: &[Row], place: usize| {
            let seat = (firsts[&rows[0]["game"].parse().unwrap()] + place) % 3;
            Some(number(&rows[seat], "vp")).filter(|_| row["agent"] == "all" || row["agent"] == rows[seat]["agent"])
        };
        let vp: Vec<Vec<f64>> = (0..3).map(|place| by_cluster(&games, 1, |rows| at(rows, place))).collect();
        check_t_interval(row, "vp", &vp[place]);
        let differences: Vec<f64> = (0..12)
            .map(|cluster| vp[place][cluster] - (0..3).map(|place| vp[place][cluster]).sum::<f64>() / 3.0)
            .collect();
        check_t_interval(row, "vp_difference", &differences);
    }
    let shares: f64 = table.iter().filter(|row| row["agent"] == "all").map(|row| number(row, "win_share")).sum();
    assert!((shares - 1.0).abs() < 5e-6);
}

#[test]
fn a_fixed_agent_has_no_places_to_compare() {
    let folder = played("fixed", 3, 12);
    let table = folder.table("out/seat_advantage.csv");
    assert!(table.len() == 3 && table.iter().all(|row| row["agent"] == "all"));
}

#[test]
fn balance_is_means_over_clusters() {
    let folder = played("rotate", 3, 12);
    let games = by_game(folder.table("out/games.csv"));
    let seats = by_game(folder.table("out/seats.csv"));
    let table = folder.table("out/balance.csv");
    let metric = |name: &str| table.iter().find(|row| row["metric"] == name).unwrap();
    check_t_interval(metric("margin"), "value", &by_cluster(&games, 1, |rows| Some(number(&rows[0], "margin"))));
    let total = |rows: &[Row], column: &str| rows.iter().map(|row| number(row, column)).sum::<f64>();
    let sold = by_cluster(&seats, 1, |rows| Some(total(rows, "sold") / (total(rows, "sold") + total(rows, "kept"))));
    check_t_interval(metric("sold_share"), "value", &sold);
    check_t_interval(metric("vp"), "value", &by_cluster(&seats, 1, |rows| Some(total(rows, "vp") / 3.0)));
    let leaders = by_cluster(&games, 1, |rows| {
        let players = &seats[&rows[0]["game"].parse().unwrap()];
        let leaders: Vec<usize> = rows[0]["leaders_2"].split('+').map(|seat| seat[1..].parse().unwrap()).collect();
        Some(leaders.iter().map(|seat| number(&players[*seat], "win_share")).sum::<f64>() / leaders.len() as f64)
    });
    close(metric("decided_2"), "value", mean_and_error(&leaders).0);
    assert!(metric("decided_2")["meaning"].contains("after round 2 of 6; the mean over tied leaders"));
}

/// Half-time comes after round 3, of six rounds and of five.
#[test]
fn leader_win_is_the_mean_over_the_leaders_after_round_3_and_drama_leaves_out_the_last_round() {
    for (players, rounds) in [(3, 6), (5, 5)] {
        let folder = TestFolder::new();
        let agent = "[[agents]]\nname = \"a\"\nspec = \"random\"\n";
        folder.write(
            "a.toml",
            &format!("name = \"a\"\nplayers = {players}\nblocks = 12\nlineup = \"self-play\"\n{agent}"),
        );
        folder.succeed(&["run", "a.toml", "--out", "out"]);
        let [games, seats] = ["games", "seats"].map(|table| by_game(folder.table(&format!("out/{table}.csv"))));
        let of_seats = |game: &Row, column: &str| -> Vec<usize> {
            game[column].split('+').map(|seat| seat[1..].parse().unwrap()).collect()
        };
        let mean = |numbers: Vec<f64>| numbers.iter().sum::<f64>() / numbers.len() as f64;
        let (mut leader_win, mut drama) = (Vec::new(), Vec::new());
        for (number_of_game, game) in &games {
            let (game, seats) = (&game[0], &seats[number_of_game]);
            leader_win.push(mean(
                of_seats(game, "leaders_3").into_iter().map(|seat| number(&seats[seat], "win_share")).collect(),
            ));
            let deficits = |winner: usize| {
                let of_round = |round: usize| {
                    let vp = seats.iter().map(|seat| number(seat, &format!("vp_round_{round}"))).collect::<Vec<_>>();
                    let most = vp.iter().copied().fold(0.0, f64::max);
                    (vp[winner] < most).then(|| ((most - vp[winner]) / most).sqrt())
                };
                let behind: Vec<f64> = (1..rounds).filter_map(of_round).collect();
                if behind.is_empty() { 0.0 } else { mean(behind) }
            };
            drama.push(mean(of_seats(game, "winners").into_iter().map(deficits).collect()));
        }
        let table = folder.table("out/balance.csv");
        let metric = |name: &str| table.iter().find(|row| row["metric"] == name);
        close(metric("leader_win").unwrap(), "value", mean(leader_win));
        close(metric("drama").unwrap(), "value", mean(drama));
        assert!(metric(&format!("decided_{rounds}")).is_some() && metric(&format!("decided_{}", rounds + 1)).is_none());
    }
}

/// Two agents alone, over this many blocks.
fn duel(one: &str, two: &str, blocks: &str) -> TestFolder {
    let folder = TestFolder::new();
    let agents = format!("agents=[{{name=\"a\",spec=\"{one}\"}},{{name=\"b\",spec=\"{two}\"}}]");
    folder.succeed(&["run", "t.toml", "--out", "out", "--set", "players=2", "--set", blocks, "--set", &agents]);
    folder
}

#[test]
fn ratings_of_two_are_how_often_one_ranks_first() {
    let folder = duel("random", "random", "blocks=40");
    let pair = &folder.table("out/pairs.csv")[0];
    let (ahead, ratings) = (number(pair, "ahead"), folder.table("out/ratings.csv"));
    let apart = number(&ratings[0], "rating") - number(&ratings[1], "rating");
    let points = 1600.0 / (2.0 * std::f64::consts::PI.sqrt() * 10.0_f64.ln());
    assert!((apart - points * 2.0_f64.sqrt() * normal_quantile(ahead)).abs() < 1e-3, "{apart}");
    let elo = 400.0 * (ahead / (1.0 - ahead)).log10();
    assert!((number(pair, "elo") - elo).abs() < 1e-3 && (elo / apart - 1.0).abs() < 0.05, "{elo} {apart}");
    // Delta method: each rating is half of the difference, whose slope near an even share is that of the logarithm of the odds.
    let error = (number(pair, "ahead_hi") - number(pair, "ahead_lo")) / 2.0 / 2.02;
    let expected = 200.0 / 10.0_f64.ln() * error / (ahead * (1.0 - ahead));
    let found = number(&ratings[0], "rating_se");
    assert!((0.75..1.33).contains(&(found / expected)), "{found} for {expected}");
}

#[test]
fn the_smallest_p_values_have_four_digits() {
    let folder = duel("greedy:pricing=table", "random", "blocks=30");
    let pair = &folder.table("out/pairs.csv")[0];
    // The interval of a mean gives its error.
    let error = (number(pair, "vp_difference_hi") - number(pair, "vp_difference_lo")) / 2.0 / t_quantile(29.0);
    let p = two_sided_p(number(pair, "vp_difference") / error, 29.0);
    assert!(
        p < 1e-9 && (number(pair, "vp_difference_p") / p - 1.0).abs() < 2e-3,
        "{} for {p}",
        pair["vp_difference_p"]
    );
    assert_eq!(pair["vp_difference_p"].split_once("e-").unwrap().0.len(), "1.234".len());
}

#[test]
fn without_rivals_there_is_no_rating() {
    let ratings = duel("greedy", "random", "blocks=5").table("out/ratings.csv");
    assert!(ratings.len() == 2 && ratings.iter().all(|row| row["rating"].is_empty() && row["rating_se"].is_empty()));
}
