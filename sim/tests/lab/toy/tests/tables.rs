//! Result tables, computed again from raw tables by other means.

use std::collections::BTreeSet;

use super::test_folder::{Row, TestFolder, check_close, experiment, mean, row_of};

/// A run of the config, and its raw tables.
struct Run {
    folder: TestFolder,
    games: Vec<Row>,
    seats: Vec<Row>,
    lots: Vec<Row>,
}

/// The agents of the config.
const AGENTS: [&str; 4] = ["anyone", "whoever", "seeker", "mixer"];

impl Run {
    fn new() -> Self {
        let folder = TestFolder::new();
        folder.run(&experiment(&["blocks=48"]), "out");
        let [games, seats, lots] = ["games", "seats", "lots"].map(|name| folder.table(&format!("out/{name}.csv")));
        Self { folder, games, seats, lots }
    }

    fn table(&self, name: &str) -> Vec<Row> {
        self.folder.table(&format!("out/{name}.csv"))
    }

    /// The clusters, each with the games in it.
    fn clusters(&self) -> Vec<Vec<&Row>> {
        let all: BTreeSet<u64> = self.games.iter().map(|game| game.number("cluster") as u64).collect();
        let of = |cluster: u64| self.games.iter().filter(|game| game.has("cluster", &cluster.to_string())).collect();
        all.into_iter().map(of).collect()
    }

    fn seats_of<'r>(&'r self, game: &'r Row) -> impl Iterator<Item = &'r Row> {
        self.seats.iter().filter(|seat| seat.has("game", game.text("game")))
    }

    /// The mean over clusters of a cluster's mean of what its games or seats say.
    fn mean_of(&self, numbers: impl Fn(&Row) -> Vec<f64>) -> f64 {
        let clusters = self.clusters();
        mean(clusters.iter().map(|games| mean(games.iter().flat_map(|game| numbers(game)))))
    }

    fn mean_of_agent(&self, agent: &str, column: &str) -> f64 {
        self.mean_of(|game| {
            self.seats_of(game).filter(|seat| seat.has("agent", agent)).map(|seat| seat.number(column)).collect()
        })
    }
}

#[test]
fn rows_of_its_own_table_depend_on_play() {
    let run = Run::new();
    assert_eq!((run.games.len(), run.seats.len()), (144, 432));
    for game in &run.games {
        let lots: Vec<&Row> = run.lots.iter().filter(|lot| lot.has("game", game.text("game"))).collect();
        assert_eq!(lots.len() as f64, game.number("lots"));
        assert!(lots.iter().all(|lot| lot.number("number") <= game.number("prizes")));
        for seat in run.seats_of(game) {
            let bought = lots.iter().filter(|lot| lot.has("buyer", seat.text("seat")));
            let points = bought.map(|lot| lot.number("prize") - lot.number("bid")).sum::<f64>();
            assert_eq!(points, seat.number("vp"));
        }
    }
    let counts: BTreeSet<&str> = run.games.iter().map(|game| game.text("lots")).collect();
    assert!(counts.contains("0") && counts.len() > 3, "{counts:?}");
}

#[test]
fn agents_are_rated_over_clusters() {
    let run = Run::new();
    let agents = run.table("agents");
    for agent in AGENTS {
        let row = row_of(&agents, "agent", agent);
        assert_eq!((row.number("clusters"), row.number("games")), (12.0, 108.0));
        for (found, column) in [("win_share", "win_share"), ("vp_mean", "vp"), ("margin_mean", "margin")] {
            check_close(row.number(found), run.mean_of_agent(agent, column));
        }
        let searches = agent == "seeker" || agent == "mixer";
        assert_eq!(!row.has("iterations_mean", ""), searches);
        // Every cluster of a design with two treatments is in one of them.
        assert!(!row.has("vp_controlled", "") && row.number("vp_variance_ratio") > 0.0, "{row:?}");
    }
    let share = |agent| row_of(&agents, "agent", agent).number("win_share");
    assert!(share("seeker") > share("anyone"), "{agents:?}");
}

#[test]
fn pairs_compare_points_at_one_table() {
    let run = Run::new();
    let is_pair = |row: &&Row| row.has("lineup", "all") && row.has("agent", "anyone") && row.has("other", "seeker");
    let pairs = run.table("pairs");
    let row = pairs.iter().find(is_pair).unwrap();
    let points = |game: &Row, agent: &str| {
        let vp: Vec<f64> =
            run.seats_of(game).filter(|seat| seat.has("agent", agent)).map(|seat| seat.number("vp")).collect();
        vp.first().copied()
    };
    let expected = run.mean_of(|game| {
        let pair = points(game, "anyone").zip(points(game, "seeker"));
        pair.map(|(one, two)| one - two).into_iter().collect()
    });
    check_close(row.number("vp_difference"), expected);
}

#[test]
fn places_behind_the_first_bidder_are_told_apart() {
    let run = Run::new();
    let places = run.table("seat_advantage");
    for place in ["0", "1", "2"] {
        let row = places.iter().find(|row| row.has("agent", "all") && row.has("position", place)).unwrap();
        let mean_of = |column: &str| {
            run.mean_of(|game| {
                let seat = (game.number("first_start") + place.parse::<f64>().unwrap()) % 3.0;
                let seats = run.seats_of(game).filter(|row| row.number("seat") == seat);
                seats.map(|row| row.number(column)).collect()
            })
        };
        assert_eq!(row.number("seat_games"), 144.0);
        check_close(row.number("win_share"), mean_of("win_share"));
        check_close(row.number("vp"), mean_of("vp"));
        if place == "0" {
            let balance = run.table("balance");
            check_close(row_of(&balance, "metric", "first_start_win").number("value"), mean_of("win_share"));
        }
    }
}

#[test]
fn balance_has_its_own_numbers_and_none_on_a_running_score() {
    let run = Run::new();
    let balance = run.table("balance");
    let value = |metric| row_of(&balance, "metric", metric).number("value");
    check_close(value("vp"), run.mean_of(|game| run.seats_of(game).map(|seat| seat.number("vp")).collect()));
    check_close(value("prizes"), run.mean_of(|game| vec![game.number("prizes")]));
    let bid_for = |game: &Row| {
        let prizes = game.number("prizes");
        if prizes > 0.0 { vec![game.number("lots") / prizes] } else { Vec::new() }
    };
    let clusters = run.clusters().into_iter().filter(|games| games.iter().any(|game| game.number("prizes") > 0.0));
    let shares: Vec<f64> = clusters.map(|games| mean(games.into_iter().flat_map(bid_for))).collect();
    check_close(value("lot_share"), mean(shares.iter().copied()));
    assert_eq!(row_of(&balance, "metric", "lot_share").number("clusters"), shares.len() as f64);
    let with_purse = |purse: &str| {
        let clusters = run.clusters().into_iter().filter(|games| games[0].has("purse", purse));
        let vp = |game: &Row| run.seats_of(game).map(|seat| seat.number("vp")).collect::<Vec<_>>();
        mean(clusters.map(|games| mean(games.into_iter().flat_map(vp))))
    };
    check_close(value("purse_effect"), with_purse("6") - with_purse("2"));
    let of_leaders = |row: &Row| {
        ["leader_win", "lead_changes"].contains(&row.text("metric")) || row.text("metric").starts_with("decided")
    };
    assert!(!balance.iter().any(of_leaders), "{balance:?}");
}

#[test]
fn prices_are_those_of_lots() {
    let run = Run::new();
    let prices = run.table("prices");
    assert_eq!(prices.len(), 3);
    for row in &prices {
        let lots: Vec<&Row> = run.lots.iter().filter(|lot| lot.has("prize", row.text("prize"))).collect();
        let sold: Vec<f64> = lots.iter().filter(|lot| !lot.has("buyer", "")).map(|lot| lot.number("bid")).collect();
        assert_eq!((row.number("lots"), row.number("sold")), (lots.len() as f64, sold.len() as f64));
        check_close(row.number("price_mean"), mean(sold));
    }
}

#[test]
fn ratings_put_searching_first() {
    let run = Run::new();
    let ratings = run.table("ratings");
    let ranks: Vec<f64> = AGENTS.iter().map(|agent| row_of(&ratings, "agent", agent).number("rank")).collect();
    let [anyone, whoever, seeker, mixer] = ranks[..] else { panic!("{ratings:?}") };
    assert!(seeker.max(mixer) < anyone.min(whoever), "{ratings:?}");
}

#[test]
fn the_last_look_of_the_sequential_test_is_at_all_clusters() {
    let run = Run::new();
    let (looks, agents) = (run.table("sequential"), run.table("agents"));
    for agent in AGENTS {
        let last = looks.iter().rfind(|look| look.has("agent", agent)).unwrap();
        assert_eq!(last.number("clusters"), 12.0);
        assert_eq!(last.text("win_share"), row_of(&agents, "agent", agent).text("win_share"));
    }
}
