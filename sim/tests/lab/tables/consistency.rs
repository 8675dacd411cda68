//! What tables say about the same thing agrees: VP, gold, tiles, blocks.

use std::collections::BTreeMap;

use crate::test_folder::{TestFolder, number};

type Row = BTreeMap<String, String>;

fn played(players: usize) -> TestFolder {
    let folder = TestFolder::new();
    let agents: String = (0..players)
        .map(|agent| {
            let spec = ["random", "rule-of-thumb"][agent % 2];
            format!("[[agents]]\nname = \"a{agent}\"\nspec = \"{spec}\"\n")
        })
        .collect();
    folder.write("p.toml", &format!("name = \"p\"\nplayers = {players}\nblocks = 20\nseed = {players}\n{agents}"));
    folder.succeed(&["run", "p.toml", "--out", "out"]);
    folder
}

fn sum(row: &Row, columns: &[&str]) -> f64 {
    columns.iter().map(|column| number(row, column)).sum()
}

/// Sum of a column over the rows of one game and seat.
fn total<'a>(rows: impl Iterator<Item = &'a Row>, seat: &Row, column: &str) -> f64 {
    rows.filter(|row| row["game"] == seat["game"] && row["seat"] == seat["seat"]).map(|row| number(row, column)).sum()
}

/// Estimates with intervals: the columns of their values and ends.
fn estimates(row: &Row) -> Vec<[String; 3]> {
    let ends = row.keys().filter_map(|column| column.strip_suffix("_lo"));
    let value = |name: &str| match name {
        "ci" => ["win_share_difference", "estimate", "pooled"].map(str::to_owned).to_vec(),
        "pi" => vec!["pooled".to_owned()],
        "vp_ci" => vec!["vp_difference".to_owned()],
        name => vec![name.to_owned(), format!("{name}_mean")],
    };
    let all = ends.map(|name| {
        let value = value(name).into_iter().find(|column| row.contains_key(column));
        [value.unwrap_or_else(|| panic!("{name} in {row:?}")), format!("{name}_lo"), format!("{name}_hi")]
    });
    all.collect()
}

#[test]
fn every_estimate_lies_in_its_interval_and_no_interval_is_a_point() {
    let agents = |specs: &[&str]| -> String {
        let agents = specs.iter().enumerate();
        agents.map(|(number, spec)| format!("[[agents]]\nname = \"a{number}\"\nspec = \"{spec}\"\n")).collect()
    };
    let all = "modules = [\"druids\", \"tunnels\", \"borderlands\"]\npanel = [\"random\", \"rule-of-thumb\", \"greedy:pricing=table\"]\n";
    let tipperary = "game = \"tipperary\"\ntables = [\"placements\"]\n";
    let mut found = 0;
    // Few seeds, equal and unequal agents, and seeds enough for pairs and slots of scoring tiles.
    for (players, blocks, more, specs) in [
        (4, 40, "", &["random", "random", "rule-of-thumb", "rule-of-thumb"][..]),
        (3, 40, all, &["random", "random", "rule-of-thumb"]),
        (2, 300, "lineup = \"self-play\"\n", &["random"]),
        (3, 40, tipperary, &["random", "random", "area-first"]),
    ] {
        let folder = TestFolder::new();
        let head = format!("name = \"all\"\nplayers = {players}\nblocks = {blocks}\nseed = 4\n{more}");
        folder.write("all.toml", &(head + &agents(specs)));
        folder.succeed(&["run", "all.toml", "--out", "out"]);
        for name in folder.names_in("out").iter().filter(|name| name.ends_with(".csv")) {
            for row in folder.table(&format!("out/{name}")) {
                for [value, low, high] in estimates(&row).iter().filter(|[_, low, _]| !row[low].is_empty()) {
                    let [value, low, high] = [value, low, high].map(|column| number(&row, column));
                    assert!(low <= value && value <= high && low < high, "{name}: {row:?}");
                    found += 1;
                }
            }
        }
    }
    assert!(found > 1000, "{found}");
}

#[test]
fn points_add_up() {
    for players in 2..=5 {
        let folder = played(players);
        let scores = folder.table("out/scores.csv");
        for seat in folder.table("out/seats.csv") {
            let parts = ["vp_slot_a", "vp_slot_b", "vp_slot_c", "vp_slot_d", "vp_scrolls", "vp_gold"];
            assert_eq!(sum(&seat, &parts), number(&seat, "vp"), "{seat:?}");
            assert_eq!(total(scores.iter(), &seat, "vp"), sum(&seat, &parts[..4]), "{seat:?}");
            let last = if players == 5 { "vp_round_5" } else { "vp_round_6" };
            assert_eq!(number(&seat, last), sum(&seat, &parts[..4]), "{seat:?}");
        }
    }
}

#[test]
fn gold_flows_balance() {
    for players in 2..=5 {
        let folder = played(players);
        let offers = folder.table("out/offers.csv");
        for seat in folder.table("out/seats.csv") {
            let incomes = sum(&seat, &["income_castle", "income_whisky", "income_catch_up", "earned"]);
            let end = incomes - sum(&seat, &["spent", "burnt"]);
            assert_eq!(end, 5.0 * number(&seat, "vp_gold") + number(&seat, "gold_left"), "{seat:?}");
            let last = if players == 5 { "gold_round_5" } else { "gold_round_6" };
            assert_eq!(number(&seat, last), end, "{seat:?}");
            let gain = number(&seat, "earned") - number(&seat, "burnt");
            assert_eq!(total(offers.iter(), &seat, "gain"), gain, "{seat:?}");
            let spent = offers.iter().filter(|row| row["game"] == seat["game"] && row["buyer"] == seat["seat"]);
            assert_eq!(spent.map(|row| number(row, "price")).sum::<f64>(), number(&seat, "spent"), "{seat:?}");
        }
    }
}

#[test]
fn tiles_are_accounted_for() {
    let folder = played(4);
    let offers = folder.table("out/offers.csv");
    let count = |seat: &Row, outcome: &str| {
        let own = offers.iter().filter(|row| row["game"] == seat["game"] && row["seat"] == seat["seat"]);
        own.filter(|row| row["outcome"] == outcome).count() as f64
    };
    for seat in folder.table("out/seats.csv") {
        assert_eq!(count(&seat, "discarded"), 6.0);
        assert_eq!([count(&seat, "sold"), count(&seat, "kept")], [number(&seat, "sold"), number(&seat, "kept")]);
        assert_eq!(number(&seat, "sold") + number(&seat, "kept"), 12.0);
        assert_eq!(sum(&seat, &["bought", "kept"]), sum(&seat, &["tiles", "returned"]), "{seat:?}");
    }
}

#[test]
fn a_game_is_the_sum_of_its_seats() {
    let folder = played(3);
    let seats = folder.table("out/seats.csv");
    for game in folder.table("out/games.csv") {
        let own: Vec<&Row> = seats.iter().filter(|seat| seat["game"] == game["game"]).collect();
        let total = |column: &str| own.iter().map(|seat| number(seat, column)).sum::<f64>();
        let pairs = [
            ("tiles_sold", "sold"),
            ("tiles_sold", "bought"),
            ("tiles_kept", "kept"),
            ("tiles_returned", "returned"),
            ("gold_traded", "earned"),
            ("gold_traded", "spent"),
            ("gold_burnt", "burnt"),
            ("gold_catch_up", "income_catch_up"),
        ];
        pairs
            .iter()
            .for_each(|(game_column, column)| assert_eq!(number(&game, game_column), total(column), "{column}"));
        assert!((total("win_share") - 1.0).abs() < 1e-5);
        let mut points: Vec<f64> = own.iter().map(|seat| number(seat, "vp")).collect();
        points.sort_by(f64::total_cmp);
        assert_eq!(number(&game, "margin"), points[2] - points[1]);
        assert_eq!(number(&game, "spread"), points[2] - points[0]);
        let winners: Vec<String> =
            own.iter().filter(|seat| seat["rank"] == "1").map(|seat| format!("s{}", seat["seat"])).collect();
        assert_eq!(game["winners"], winners.join("+"));
    }
}

#[test]
fn leaders_and_lead_changes_follow_from_the_rounds() {
    let folder = played(4);
    let seats = folder.table("out/seats.csv");
    for game in folder.table("out/games.csv") {
        let own: Vec<&Row> = seats.iter().filter(|seat| seat["game"] == game["game"]).collect();
        let mut leaders: Vec<String> = Vec::new();
        for round in 1..=6 {
            let vp: Vec<f64> = own.iter().map(|seat| number(seat, &format!("vp_round_{round}"))).collect();
            let most = vp.iter().copied().fold(0.0, f64::max);
            let ahead: Vec<String> = (0..4).filter(|&seat| vp[seat] == most).map(|seat| format!("s{seat}")).collect();
            leaders.push(ahead.join("+"));
            assert_eq!(game[&format!("leaders_{round}")], leaders[round - 1]);
        }
        assert!(!game.contains_key("leaders_7"));
        leaders.push(game["winners"].clone());
        let sole: Vec<(usize, &String)> = leaders.iter().enumerate().filter(|(_, who)| !who.contains('+')).collect();
        let changes: Vec<usize> =
            sole.windows(2).filter(|pair| pair[0].1 != pair[1].1).map(|pair| pair[1].0 + 1).collect();
        assert_eq!(number(&game, "lead_changes"), changes.len() as f64, "{leaders:?}");
        assert_eq!(number(&game, "last_lead_change"), changes.last().copied().unwrap_or(0) as f64, "{leaders:?}");
    }
}

#[test]
fn blocks_are_complete_and_share_their_chance() {
    let folder = played(4);
    let (games, seats) = (folder.table("out/games.csv"), folder.table("out/seats.csv"));
    assert_eq!((games.len(), seats.len()), (80, 320));
    for (number, game) in games.iter().enumerate() {
        let expected = [number / 4, number, number % 4].map(|number| number.to_string());
        assert_eq!([&game["block"], &game["game"], &game["rotation"]], [&expected[0], &expected[1], &expected[2]]);
        let first = &games[number / 4 * 4];
        for column in ["scoring_a", "scoring_b", "scoring_c", "scoring_d", "first_start"] {
            assert_eq!(game[column], first[column]);
        }
        assert_eq!(game["seed"][..16], first["seed"][..16]);
    }
    for block in 0..20 {
        for agent in ["a0", "a1", "a2", "a3"] {
            let own = seats.iter().filter(|row| row["block"] == block.to_string() && row["agent"] == agent);
            let mut places: Vec<&str> = own.map(|row| row["seat"].as_str()).collect();
            places.sort_unstable();
            assert_eq!(places, ["0", "1", "2", "3"], "block {block}, {agent}");
        }
    }
}
