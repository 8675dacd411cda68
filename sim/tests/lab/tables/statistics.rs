//! Result tables, computed again from the raw tables in the plainest way.

use std::collections::BTreeMap;

use statrs::distribution::{ContinuousCDF, Gamma};
use stats::beta;

use crate::test_folder::{TestFolder, number};

type Row = BTreeMap<String, String>;

/// Mean over blocks of block means, and half the width of the t interval.
fn over_blocks(values: &BTreeMap<&str, Vec<f64>>, t_quantile: f64) -> (f64, f64) {
    let means: Vec<f64> = values.values().map(|block| block.iter().sum::<f64>() / block.len() as f64).collect();
    let count = means.len() as f64;
    let mean = means.iter().sum::<f64>() / count;
    let variance = means.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, t_quantile * (variance / count).sqrt())
}

fn by_block<'a>(rows: impl Iterator<Item = &'a Row>, value: impl Fn(&Row) -> f64) -> BTreeMap<&'a str, Vec<f64>> {
    let mut blocks: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    rows.for_each(|row| blocks.entry(row["block"].as_str()).or_default().push(value(row)));
    blocks
}

#[track_caller]
fn close(row: &Row, column: &str, expected: f64) {
    assert!((number(row, column) - expected).abs() < 2e-6, "{column}: {} instead of {expected}", row[column]);
}

/// Twelve blocks have eleven degrees of freedom.
const T_11: f64 = 2.200_985_160_082_949;

/// The interval of a share, from the t interval's half width over blocks of this many games.
fn share_interval(mean: f64, half: f64, blocks: f64, games: f64) -> (f64, f64) {
    let variance = (half / T_11).powi(2) * blocks;
    let expected = blocks * games * mean * (1.0 - mean);
    let caution = 4.0 / (1.0 + expected / 8.0);
    let design_effect = (blocks * games * games * variance + caution) / (expected + caution);
    let t = beta::t_quantile(0.95, (blocks - 1.0) * (1.0 + caution / expected).powi(2));
    let trials = blocks * games / design_effect * (1.959_964 / t).powi(2);
    let rarer = blocks * games * mean.min(1.0 - mean) / design_effect;
    let shift = 0.5 - 2.0 / (rarer + 4.0);
    let (won, lost) = (trials * mean, trials * (1.0 - mean));
    (beta::quantile(0.025, won + shift, lost + 1.0 - shift), beta::quantile(0.975, won + 1.0 - shift, lost + shift))
}

/// The interval of an amount that is never below 0, from the t interval's half width over blocks.
fn amount_interval(mean: f64, half: f64) -> (f64, f64) {
    let events = (mean / (half / T_11) * (1.959_964 / T_11)).powi(2);
    let shift = 0.5 - 2.0 / (events + 4.0);
    let end = |shape: f64, probability| Gamma::new(shape, 1.0).unwrap().inverse_cdf(probability) * mean / events;
    (end(events + shift, 0.025), end(events + 1.0 - shift, 0.975))
}

fn played() -> TestFolder {
    let folder = TestFolder::new();
    folder.succeed(&["run", "t.toml", "--out", "out"]);
    folder
}

#[test]
fn agents_are_means_of_block_means() {
    let folder = played();
    let seats = folder.table("out/seats.csv");
    let agents = folder.table("out/agents.csv");
    assert_eq!(agents.len(), 3);
    for agent in &agents {
        let own = || seats.iter().filter(|row| row["agent"] == agent["agent"]);
        for (column, result) in [("win_share", "win_share"), ("vp", "vp"), ("margin", "margin")] {
            let (mean, half) = over_blocks(&by_block(own(), |row| number(row, column)), T_11);
            let name = if result == "win_share" { result.to_owned() } else { format!("{result}_mean") };
            close(agent, &name, mean);
            let (low, high) =
                if result == "win_share" { share_interval(mean, half, 12.0, 3.0) } else { (mean - half, mean + half) };
            close(agent, &format!("{result}_lo"), low);
            close(agent, &format!("{result}_hi"), high);
        }
        assert_eq!(
            [&agent["clusters"], &agent["blocks"], &agent["games"], &agent["seat_games"]],
            ["12", "12", "36", "36"]
        );
        assert_eq!(agent["iterations_mean"], "");
    }
    assert!((agents.iter().map(|agent| number(agent, "win_share")).sum::<f64>() - 1.0).abs() < 1e-5);
}

#[test]
fn a_crowd_counts_every_seat() {
    let folder = TestFolder::new();
    folder.succeed(&[
        "run",
        "t.toml",
        "--out",
        "out",
        "--set",
        "lineup=one-against",
        "--set",
        "agents=[{name=\"a\",spec=\"random\"},{name=\"b\",spec=\"random\"}]",
    ]);
    let agents = folder.table("out/agents.csv");
    assert_eq!([&agents[0]["seat_games"], &agents[1]["seat_games"]], ["36", "72"]);
    assert_eq!([&agents[0]["games"], &agents[1]["games"]], ["36", "36"]);
    // One seat of a and two of b share each win.
    let shares = number(&agents[0], "win_share") + 2.0 * number(&agents[1], "win_share");
    assert!((shares - 1.0).abs() < 1e-5, "{shares}");
}

#[test]
fn scoring_tiles_are_summed_by_agent_and_for_all() {
    let folder = played();
    let (games, seats) = (folder.table("out/games.csv"), folder.table("out/seats.csv"));
    // VP of a scoring tile in a seat's row, where the game has the tile.
    let vp = |seat: &Row, tile: &str| {
        let game = games.iter().find(|game| game["game"] == seat["game"]).unwrap();
        let slot = ["a", "b", "c", "d"].into_iter().find(|slot| game[&format!("scoring_{slot}")] == tile)?;
        Some(number(seat, &format!("vp_slot_{slot}")))
    };
    let table = folder.table("out/scoring.csv");
    assert!(table.iter().any(|row| row["agent"] == "all"));
    for row in &table {
        let matches = |seat: &&Row| row["agent"] == "all" || seat["agent"] == row["agent"];
        let own: Vec<(&Row, f64)> =
            seats.iter().filter(matches).filter_map(|seat| Some((seat, vp(seat, &row["scoring"])?))).collect();
        let count = own.len() as f64;
        let mean = own.iter().map(|(_, vp)| vp).sum::<f64>() / count;
        let variance = own.iter().map(|(_, vp)| (vp - mean).powi(2)).sum::<f64>() / (count - 1.0);
        assert_eq!(number(row, "seat_games"), count);
        close(row, "vp_mean", mean);
        close(row, "vp_sd", variance.sqrt());
        let won: Vec<&(&Row, f64)> = own.iter().filter(|(seat, _)| seat["rank"] == "1").collect();
        let all_vp: f64 = won.iter().map(|(seat, _)| number(seat, "vp")).sum();
        if all_vp > 0.0 {
            close(row, "winners_share", won.iter().map(|(_, vp)| vp).sum::<f64>() / all_vp);
        } else {
            assert_eq!(row["winners_share"], "");
        }
    }
}

#[test]
fn a_scoring_tile_in_every_block_has_the_interval_of_an_amount() {
    let folder = TestFolder::new();
    let sets = "scoring={design=\"fixed\",sets=[[\"sheep\",\"squares\",\"columns\",\"most-gold\"]]}";
    folder.succeed(&["run", "t.toml", "--out", "out", "--set", sets]);
    let seats = folder.table("out/seats.csv");
    let table = folder.table("out/scoring.csv");
    let row = table.iter().find(|row| row["agent"] == "rule" && row["scoring"] == "squares").unwrap();
    let own = seats.iter().filter(|seat| seat["agent"] == "rule");
    let (mean, half) = over_blocks(&by_block(own, |seat| number(seat, "vp_slot_b")), T_11);
    close(row, "vp_mean", mean);
    let (low, high) = amount_interval(mean, half);
    close(row, "vp_lo", low);
    close(row, "vp_hi", high);
}

#[test]
fn the_share_of_winners_has_the_interval_of_an_amount() {
    let folder = TestFolder::new();
    let sets = "scoring={design=\"fixed\",sets=[[\"sheep\",\"squares\",\"columns\",\"most-gold\"]]}";
    folder.succeed(&["run", "t.toml", "--out", "out", "--set", sets]);
    let seats = folder.table("out/seats.csv");
    let table = folder.table("out/scoring.csv");
    let row = table.iter().find(|row| row["agent"] == "all" && row["scoring"] == "columns").unwrap();
    let winners = || seats.iter().filter(|seat| seat["rank"] == "1");
    let sums = |column| by_block(winners(), |seat| number(seat, column)).into_values().map(|vp| vp.iter().sum::<f64>());
    let (from_tile, all): (Vec<f64>, Vec<f64>) = (sums("vp_slot_c").collect(), sums("vp").collect());
    let total: f64 = all.iter().sum();
    let ratio = from_tile.iter().sum::<f64>() / total;
    let residual: f64 = from_tile.iter().zip(&all).map(|(y, x)| (y - ratio * x).powi(2)).sum();
    let half = T_11 * (12.0 / 11.0 * residual).sqrt() / total;
    close(row, "winners_share", ratio);
    let (low, high) = amount_interval(ratio, half);
    close(row, "winners_share_lo", low);
    close(row, "winners_share_hi", high);
}

#[test]
fn pricing_is_summed_by_agent_and_round() {
    let folder = played();
    let offers = folder.table("out/offers.csv");
    let table = folder.table("out/pricing.csv");
    assert_eq!(table.len(), 3 * 7);
    for row in &table {
        let matches =
            |offer: &&Row| offer["agent"] == row["agent"] && (row["round"] == "all" || offer["round"] == row["round"]);
        let priced: Vec<&Row> = offers.iter().filter(matches).filter(|offer| offer["outcome"] != "discarded").collect();
        let sold: Vec<&&Row> = priced.iter().filter(|offer| offer["outcome"] == "sold").collect();
        let (count, turns) = (priced.len() as f64, priced.len() as f64 / 2.0);
        assert_eq!(number(row, "offers"), count);
        let prices = |rows: &[&Row]| rows.iter().map(|offer| number(offer, "price")).sum::<f64>();
        let revenue: f64 = sold.iter().map(|offer| number(offer, "price")).sum();
        close(row, "price_mean", prices(&priced) / count);
        close(row, "sold_share", sold.len() as f64 / count);
        close(row, "revenue_mean", revenue / turns);
        close(row, "burnt_mean", (prices(&priced) - revenue) / turns);
        let is_sold = |offer: &Row| f64::from(u8::from(offer["outcome"] == "sold"));
        let (mean, half) = over_blocks(&by_block(priced.iter().copied(), is_sold), T_11);
        let (low, high) = share_interval(mean, half, 12.0, count / 12.0);
        close(row, "sold_share_lo", low);
        close(row, "sold_share_hi", high);
        let price = |offer: &Row| number(offer, "price");
        let burnt = |offer: &Row| if offer["outcome"] == "kept" { 2.0 * price(offer) } else { 0.0 };
        for (name, (mean, half)) in [
            ("price", over_blocks(&by_block(priced.iter().copied(), price), T_11)),
            ("burnt", over_blocks(&by_block(priced.iter().copied(), burnt), T_11)),
        ] {
            let (low, high) = amount_interval(mean, half);
            close(row, &format!("{name}_lo"), low);
            close(row, &format!("{name}_hi"), high);
        }
    }
}

#[test]
fn one_block_gives_no_interval() {
    let folder = TestFolder::new();
    folder.succeed(&["run", "t.toml", "--out", "out", "--set", "blocks=1"]);
    for agent in folder.table("out/agents.csv") {
        assert!(!agent["vp_mean"].is_empty());
        assert_eq!([&agent["vp_lo"], &agent["vp_hi"], &agent["win_share_lo"], &agent["margin_hi"]], [""; 4]);
    }
    for row in folder.table("out/pricing.csv") {
        assert_eq!(["price_lo", "sold_share_hi", "revenue_lo", "burnt_hi"].map(|column| &row[column]), [""; 4]);
    }
    for row in folder.table("out/scoring.csv") {
        assert_eq!(["vp_lo", "winners_share_hi"].map(|column| &row[column]), [""; 2]);
    }
}
