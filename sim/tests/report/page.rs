//! What a page is: the same every time, complete in itself, and honest about what is missing.

use std::fs;

use crate::runs::{reported, run};
use crate::test_folder::TestFolder;

#[test]
fn a_page_is_a_function_of_the_run() {
    let (folder, page) = reported();
    folder.succeed(&["report", "out", "--out", "other.html", "--threads", "1", "--quiet"]);
    assert!(folder.read("other.html") == page, "another file and number of threads");
    fs::rename(folder.path("out"), folder.path("moved")).unwrap();
    folder.succeed(&["report", "moved", "--out", "third.html", "--quiet"]);
    assert!(folder.read("third.html") == page, "another folder");
    // A page in the folder is no part of what is vouched for.
    folder.succeed(&["verify", "moved", "--games", "2", "--quiet"]);
}

#[test]
fn a_run_can_make_its_page_itself() {
    let folder = TestFolder::new();
    let told = folder.succeed(&["run", "t.toml", "--out", "out", "--quiet", "--report"]);
    assert!(told.contains("report in out/report.html"), "{told}");
    let page = folder.read("out/report.html");
    folder.succeed(&["report", "out", "--out", "again.html", "--quiet"]);
    assert!(folder.read("again.html") == page);
    let told = folder.succeed(&["run", "t.toml", "--out", "other", "--quiet"]);
    assert!(told.contains("`sim report other`"), "{told}");
}

#[test]
fn nothing_is_fetched_and_little_is_large() {
    let (_, page) = reported();
    assert!(page.len() < 500_000, "{} bytes", page.len());
    let policy = "content=\"default-src 'none'; style-src 'sha256-";
    assert!(page.contains(policy));
    for fetching in ["src=", "@import", "url(", "<link", "<iframe", "<object", "fetch(", "XMLHttp"] {
        assert!(!page.contains(fetching), "{fetching}");
    }
    // Names of XML's kind are no addresses to be fetched.
    let addresses = page.matches("http").count();
    assert_eq!(addresses, page.matches("http://www.w3.org/2000/svg").count() + page.matches("http-equiv").count());
}

#[test]
fn all_figures_are_there_with_question_title_and_table() {
    let (_, page) = reported();
    for name in [
        "win-share",
        "points",
        "ratings",
        "pairs",
        "scoring",
        "tiles",
        "prices",
        "sold",
        "burnt",
        "offers",
        "decided",
        "course",
        "course-means",
        "seats",
    ] {
        let start = page.find(&format!("<figure id=\"{name}\"")).unwrap_or_else(|| panic!("no figure {name}"));
        let figure = &page[start..start + page[start..].find("</figure>").unwrap()];
        assert!(figure.contains("<h3 id=") && figure.contains("<table "), "{name}");
        assert!(figure.contains("role=\"img\"") && figure.contains("<title id="), "{name}");
    }
    assert!(page.contains("Findings") && page.contains("pays most"));
}

#[test]
fn only_a_run_with_a_stopping_rule_tells_when_it_could_have_stopped() {
    let (folder, page) = reported();
    assert!(!page.contains("Sequential") && !page.contains("sequential test"));
    let stop = "stop={ rule = \"sequential\", agent = \"rule\", alternative = 0.5 }";
    folder.succeed(&["run", "four.toml", "--set", stop, "--out", "stopped", "--quiet"]);
    folder.succeed(&["report", "stopped", "--games", "0", "--quiet"]);
    let page = folder.read("stopped/report.html");
    assert!(page.contains("<figure id=\"sequential\"") && page.contains("By the sequential test rule wins more than"));
}

#[test]
fn the_first_example_has_ratings_with_intervals() {
    let folder = TestFolder::new();
    let config = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/quickstart.toml");
    // The search takes most of the time, and no part in how many seeds an interval needs.
    folder.succeed(&["run", config, "--set", "agents.3.spec=random", "--out", "out", "--quiet"]);
    let ratings = folder.table("out/ratings.csv");
    assert_eq!(ratings.len(), 4);
    assert!(ratings.iter().all(|row| !row["rating_lo"].is_empty() && !row["rating_hi"].is_empty()), "{ratings:?}");
}

#[test]
fn agents_are_compared_in_one_panel() {
    let (folder, _) = reported();
    let figure = folder.read("figures/course.svg");
    for agent in ["rule", "two", "four"] {
        assert_eq!(figure.matches(&format!(">{agent}</text>")).count(), 1, "{agent} in the legend alone");
    }
    // Dots differ by shape, not only by colour: one circle for each round, and one in the legend.
    assert_eq!(figure.matches("<circle").count(), 6 + 1);
    assert_eq!(figure.matches("class=\"line s").count(), 2 * 4);
}

#[test]
fn what_a_folder_does_not_have_is_said() {
    let folder = run();
    for table in ["games", "seats", "offers", "scores", "ratings", "pricing"] {
        fs::remove_file(folder.path(&format!("out/{table}.csv"))).unwrap();
    }
    folder.succeed(&["report", "out", "--quiet"]);
    let page = folder.read("out/report.html");
    for words in [
        "Needs ratings.csv, which this folder does not have.",
        "Needs the raw table seats.csv",
        "No games are shown: they are chosen from the raw table games.csv",
        "Needs pricing.csv",
        "Missing raw tables: games, seats, offers, scores.",
    ] {
        assert!(page.contains(words), "{words}");
    }
    assert!(page.contains("<figure id=\"win-share\"") && !page.contains("id=\"games\""));
}

#[test]
fn an_agent_that_plays_itself_has_a_page_and_no_rating() {
    let folder = TestFolder::new();
    let alone = ["--set", "lineup=self-play", "--set", "agents=[{name=\"one\",spec=\"random\"}]"];
    folder.succeed(&[&["run", "t.toml", "--out", "out", "--quiet", "--report"], &alone[..]].concat());
    assert!(folder.read("out/ratings.csv").ends_with("one,12,,,,,,,,,,,,,\n"), "{}", folder.read("out/ratings.csv"));
    let page = folder.read("out/report.html");
    assert!(page.contains("<figure id=\"points\"") && page.contains("<figure id=\"seats\""));
    for between_agents in ["win-share", "ratings", "pairs"] {
        assert!(!page.contains(&format!("<figure id=\"{between_agents}\"")), "{between_agents}");
    }
}

#[test]
fn runs_stand_side_by_side() {
    let folder = run();
    folder.succeed(&["run", "t.toml", "--out", "other", "--quiet"]);
    folder.succeed(&[
        "report",
        "out",
        "other",
        "--out",
        "both.html",
        "--games",
        "1",
        "--figures",
        "figures",
        "--quiet",
    ]);
    let page = folder.read("both.html");
    assert!(page.contains("id=\"win-share\"") && page.contains("id=\"win-share-2\""));
    assert!(page.contains("four, seed 2; small, seed 5"));
    assert!(folder.path("figures/1-win-share.svg").exists() && folder.path("figures/2-win-share.csv").exists());
}

#[test]
fn a_comparison_has_its_figure_even_without_the_second_run() {
    let folder = TestFolder::new();
    folder.write(
        "c.toml",
        &(crate::test_folder::CONFIG.replace("seed = 5", "seed = 5\ncompare = { rules = { castle-income = 8 } }")),
    );
    folder.succeed(&["run", "c.toml", "--out", "out", "--quiet"]);
    fs::remove_dir_all(folder.path("out/second")).unwrap();
    folder.succeed(&["report", "out", "--quiet", "--games", "0"]);
    let page = folder.read("out/report.html");
    assert!(
        page.contains("<figure id=\"comparison\"") && page.contains("q is the p value adjusted for the number of rows")
    );
}

#[test]
fn a_comparison_of_two_runs_with_modules_shows_those_of_both() {
    let folder = TestFolder::new();
    let modules = "modules = [\"tunnels\"]\ncompare = { modules = [\"druids\"] }";
    folder.write("c.toml", &crate::test_folder::CONFIG.replace("seed = 5", &format!("seed = 5\n{modules}")));
    folder.succeed(&["run", "c.toml", "--out", "out", "--quiet"]);
    folder.succeed(&["report", "out", "--quiet", "--games", "0"]);
    let page = folder.read("out/report.html");
    for (figure, count) in [("modules", 1), ("modules-second", 1), ("tablets", 1), ("tablets-second", 0)] {
        assert_eq!(page.matches(&format!("<figure id=\"{figure}\"")).count(), count, "{figure}");
    }
    assert!(page.contains("Of the first run.") && page.contains("Of the second run, with the change."));
}

#[test]
fn what_rests_on_reconstructed_tiles_says_so() {
    let folder = TestFolder::new();
    let modules = "modules=[\"druids\", \"borderlands\"]";
    folder.succeed(&["run", "t.toml", "--out", "out", "--set", modules, "--quiet"]);
    folder.succeed(&["report", "out", "--quiet", "--games", "1"]);
    let page = folder.read("out/report.html");
    assert!(page.contains("RECONSTRUCTED: the tiles of druids, borderlands"));
    assert!(page.contains("<figure id=\"modules\"") && page.contains("<figure id=\"tablets\""));
}

#[test]
fn pages_and_figures_replace_their_own_files_alone() {
    let folder = run();
    for command in [
        &["report", "out", "--games", "0", "--out", "page.html"][..],
        &["report", "out", "--games", "0", "--figures", "figures"],
        &["replay", "out", "--game", "3", "--html", "page.html"],
    ] {
        let file = if command.contains(&"--figures") { "figures/win-share.svg" } else { "page.html" };
        folder.succeed(command);
        let before = folder.read(file);
        assert!(!before.is_empty());
        // An earlier one is replaced, also of a version whose files go on otherwise.
        folder.write(file, &format!("{}…", &before[..before.len() / 2]));
        folder.succeed(command);
        assert_eq!(folder.read(file), before);
        folder.write(file, "notes of an afternoon");
        let error = folder.refuse(command);
        assert!(error.contains(file) && error.contains("was not written by this command"), "{error}");
        assert_eq!(folder.read(file), "notes of an afternoon");
        fs::remove_file(folder.path(file)).unwrap();
    }
    // A table without its drawing is somebody's; then the page is not written either.
    folder.write("figures/win-share.csv", "mine");
    fs::remove_file(folder.path("out/report.html")).unwrap();
    let error = folder.refuse(&["report", "out", "--games", "0", "--figures", "figures"]);
    assert!(error.contains("figures/win-share.csv"), "{error}");
    assert!(!folder.path("out/report.html").exists());
}

#[test]
fn figures_are_drawn_as_wide_as_asked_for() {
    let folder = run();
    let words = ["report", "out", "--games", "0", "--figures", "f", "--width", "500", "--font", "Times", "--quiet"];
    folder.succeed(&words);
    let figure = folder.read("f/win-share.svg");
    assert!(
        figure.starts_with("<?xml") && figure.contains("width=\"500\"") && figure.contains("font-family=\"Times\"")
    );
}
