//! Pages as a browser shows them.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::browser::{Browser, SCREEN, Shown, found};
use crate::runs::reported;
use crate::test_folder::TestFolder;

/// In every way that a page is looked at.
const WAYS: [(&str, Shown); 5] = [
    ("light", SCREEN),
    ("dark", Shown { is_dark: true, ..SCREEN }),
    ("print", Shown { is_print: true, width: 720, ..SCREEN }),
    ("telephone", Shown { width: 360, ..SCREEN }),
    ("without scripts", Shown { has_scripts: false, ..SCREEN }),
];

/// Texts that overlap, texts outside their drawing, and what makes the page wider than its window.
const FAULTS: &str = r#"(() => {
  const faults = [], boxes = [];
  document.querySelectorAll("details").forEach((details) => (details.open = false));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    if (!node.textContent.trim() || parent.closest("script, style, title, desc, noscript, option, details:not([open]) > :not(summary), .unseen")) continue;
    if (!parent.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const clip = parent.closest(".scroll, select")?.getBoundingClientRect();
    for (const box of parent.closest("svg") ? [parent.getBoundingClientRect()] : range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue;
      const text = node.textContent.trim().slice(0, 60);
      const svg = parent.closest("svg.figure, .trend svg")?.getBoundingClientRect();
      if (svg && (box.left < svg.left - 1 || box.right > svg.right + 1 || box.top < svg.top - 2 || box.bottom > svg.bottom + 2)) faults.push(`outside its drawing: ${text}`);
      if (clip && (box.right > clip.right || box.left < clip.left || box.bottom > clip.bottom)) continue;
      if (!parent.closest("svg") && box.right > innerWidth + 1) faults.push(`beyond the window: ${text}`);
      boxes.push([box, text, parent]);
    }
  }
  boxes.forEach(([one, text, parent], index) => {
    for (const [two, other, beside] of boxes.slice(index + 1)) {
      if (parent === beside && !parent.closest("svg")) continue;
      const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
      const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
      if (across > 1.5 && down > 4) faults.push(`overlap: ${text} | ${other}`);
    }
  });
  if (document.documentElement.scrollWidth > innerWidth) faults.push(`the page is ${document.documentElement.scrollWidth} wide`);
  return faults;
})()"#;

/// Drawings that are no XML of their own, have no role or title, or stand inside another, and ids that occur twice.
const DRAWINGS: &str = r#"(() => {
  const faults = [];
  for (const svg of document.querySelectorAll("svg")) {
    const text = new XMLSerializer().serializeToString(svg);
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    if (parsed.querySelector("parsererror")) faults.push(`no XML: ${text.slice(0, 80)}`);
    if (svg.parentElement.closest("svg")) faults.push("one inside another");
    if (svg.getAttribute("aria-hidden") === "true") continue;
    if (svg.getAttribute("role") !== "img" || !svg.querySelector(":scope > title")?.textContent) faults.push(`no role or title: ${text.slice(0, 80)}`);
    if (svg.matches(".figure") && !svg.closest("figure").querySelector("table")) faults.push("no table");
  }
  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  faults.push(...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `twice: ${id}`));
  return faults;
})()"#;

#[track_caller]
fn check_none(browser: &mut Browser, what: &str, expression: &str) {
    let faults = browser.evaluate(expression);
    let faults = faults.as_array().expect("a list");
    let shown: Vec<&Value> = faults.iter().take(12).collect();
    assert!(faults.is_empty(), "{what}: {} faults: {shown:#?}", faults.len());
}

/// No message, no request but the page's own.
#[track_caller]
fn check_quiet(browser: &Browser, what: &str) {
    for method in ["Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"] {
        assert!(browser.heard(method).is_empty(), "{what}: {:?}", browser.heard(method));
    }
    let requests = browser.heard("Network.requestWillBeSent");
    assert_eq!(requests.len(), 1, "{what}: {requests:?}");
}

#[track_caller]
fn check_page(browser: &mut Browser, path: &Path) {
    for (way, shown) in WAYS {
        browser.open(path, "", shown);
        check_quiet(browser, way);
        check_none(browser, way, FAULTS);
        let ready = browser.evaluate("document.documentElement.dataset.viewer ?? null");
        assert_eq!(ready == "ready", shown.has_scripts, "{way}: {ready}");
    }
    browser.open(path, "", SCREEN);
    check_none(browser, "drawings", DRAWINGS);
}

#[test]
fn a_report_is_shown_well_in_every_way() {
    let Some(path) = found() else { return };
    let (folder, _) = reported();
    let mut browser = Browser::start(&path);
    check_page(&mut browser, &folder.path("out/report.html"));
}

#[test]
fn runs_side_by_side_are_shown_well() {
    let Some(path) = found() else { return };
    let (folder, _) = reported();
    folder.succeed(&["run", "t.toml", "--out", "other", "--quiet"]);
    folder.succeed(&["report", "out", "other", "--out", "both.html", "--games", "1", "--quiet"]);
    check_page(&mut Browser::start(&path), &folder.path("both.html"));
}

/// A name that a page must show as it is.
const HOSTILE: &str = "</script><b>%s \"it's\" & 🐑";

#[test]
fn hostile_names_are_shown_literally() {
    let Some(path) = found() else { return };
    let folder = TestFolder::new();
    folder.succeed(&["play", "a=random", "b=random", "--seed", "3", "--record", "g.jsonl"]);
    let names = serde_json::to_string(&[HOSTILE, "b"]).unwrap();
    folder.write("g.jsonl", &folder.read("g.jsonl").replace("[\"a\",\"b\"]", &names));
    folder.succeed(&["replay", "g.jsonl", "--game", "1", "--html", "g.html"]);
    let mut browser = Browser::start(&path);
    check_page(&mut browser, &folder.path("g.html"));
    let heading = browser.evaluate("document.querySelector('[data-seat=\"0\"] h4').textContent.trim()");
    assert_eq!(heading, format!("0 {HOSTILE}"));
    assert_eq!(browser.evaluate("document.querySelectorAll('b').length"), 0);
}

/// What the viewer shows.
const SHOWN: &str = "document.querySelector('.game').outerHTML";

#[test]
fn a_game_is_stepped_through_by_keys_and_links() {
    let Some(path) = found() else { return };
    let folder = TestFolder::new();
    for players in 2..=5 {
        let agents = vec!["random"; players];
        let file = format!("{players}.jsonl");
        let words = [&["play"], &agents[..], &["--seed", "3", "--record", &file]].concat();
        folder.succeed(&words);
        folder.succeed(&["replay", &file, "--game", "1", "--html", &format!("{players}.html")]);
    }
    let mut browser = Browser::start(&path);
    for players in 2..=5 {
        browser.open(&folder.path(&format!("{players}.html")), "", SCREEN);
        let record: Value = serde_json::from_str(&folder.read(&format!("{players}.jsonl"))).unwrap();
        let at = browser.evaluate("document.querySelector('.at').textContent");
        assert!(at.as_str().unwrap().starts_with("step 0 of "), "{at}");
        browser.evaluate("document.querySelector('[data-do=end]').click()");
        let results = record["events"].as_array().unwrap().iter().filter(|event| event["e"] == "result");
        for result in results {
            let counts = format!("document.querySelector('[data-seat=\"{}\"] .counts').textContent", result["seat"]);
            let shown = browser.evaluate(&counts);
            let known = format!("{} VP, {} gold, ", result["vp"], result["gold"]);
            assert!(shown.as_str().unwrap().starts_with(&known), "{shown}, not {known}");
        }
    }
    browser.evaluate("document.querySelector('.controls button').focus()");
    browser.press("Home");
    let mut seen = vec![browser.evaluate(SHOWN)];
    for _ in 0..60 {
        browser.press("ArrowRight");
        seen.push(browser.evaluate(SHOWN));
    }
    assert!(seen.windows(2).all(|pair| pair[0] != pair[1]));
    for earlier in seen.iter().rev().skip(1) {
        browser.press("ArrowLeft");
        assert_eq!(&browser.evaluate(SHOWN), earlier);
    }
    browser.press("PageDown");
    let words = "document.querySelector('.words').textContent";
    let shown = browser.evaluate(words);
    let shown = shown.as_str().unwrap();
    assert!(shown.starts_with("Round 2: ") && shown.ends_with(" starts"), "{shown}");
    browser.open(&folder.path("3.html"), "#game=1&step=10", SCREEN);
    assert!(browser.evaluate("document.querySelector('.at').textContent").as_str().unwrap().starts_with("step 10 of "));
}

#[test]
fn one_viewer_shows_the_chosen_game_with_its_controls_in_sight() {
    let Some(path) = found() else { return };
    let (folder, _) = reported();
    let mut browser = Browser::start(&path);
    for width in [390, 1280] {
        browser.open(&folder.path("out/report.html"), "", Shown { width, ..SCREEN });
        assert_eq!(browser.evaluate("document.querySelectorAll('.game, .players').length"), 2, "one place, one table");
        let games =
            browser.evaluate("[...document.querySelectorAll('.choice option')].map((game) => game.textContent)");
        assert_eq!(games.as_array().unwrap().len(), 4, "{games}");
        let (mut headings, mut boards) = (Vec::new(), BTreeSet::new());
        for game in 0..4 {
            let choose = format!(
                "(s => {{ s.value = '{game}'; s.dispatchEvent(new Event('change')) }})(document.querySelector('.choice select'))"
            );
            browser.evaluate(&choose);
            browser.evaluate("document.querySelector('[data-do=end]').click()");
            headings.push(browser.evaluate("document.querySelector('.game h3').textContent"));
            let drawn = "[...document.querySelectorAll('.players svg.board')].map((board) => board.innerHTML).join()";
            boards.insert(browser.evaluate(drawn).as_str().unwrap().to_owned());
        }
        assert_eq!((headings, boards.len()), (games.as_array().unwrap().clone(), 4));
        // Where the points are read, the controls are still there, and keys work without them.
        browser.evaluate("document.querySelector('.awards').scrollIntoView({ block: 'end' })");
        let controls = browser.evaluate("document.querySelector('.stepping').getBoundingClientRect().top");
        assert!((0.0..700.0).contains(&controls.as_f64().unwrap()), "{controls}");
        let words = browser.evaluate("document.querySelector('.words').textContent");
        browser.press("ArrowLeft");
        assert_ne!(browser.evaluate("document.querySelector('.words').textContent"), words);
        check_quiet(&browser, "choosing games");
    }
}

#[test]
fn secret_choices_can_be_hidden_until_they_are_revealed() {
    let Some(path) = found() else { return };
    let folder = TestFolder::new();
    folder.succeed(&["play", "random", "random", "random", "--seed", "3", "--record", "g.jsonl"]);
    folder.succeed(&["replay", "g.jsonl", "--game", "1", "--html", "g.html"]);
    let record: Value = serde_json::from_str(&folder.read("g.jsonl")).unwrap();
    let first = record["events"].as_array().unwrap().iter().position(|event| event["e"] == "price").unwrap();
    let seat = record["events"][first]["seat"].as_u64().unwrap();
    let mut browser = Browser::start(&path);
    let words_as = |browser: &mut Browser, watcher: &str, step: usize| {
        browser.open(&folder.path("g.html"), &format!("#game=1&step={step}"), SCREEN);
        let choose = format!(
            "(s => {{ s.value = '{watcher}'; s.dispatchEvent(new Event('change')) }})(document.querySelector('.secrets select'))"
        );
        browser.evaluate(&choose);
        let shown = "document.querySelector('.words').textContent + document.querySelector('.players').textContent";
        browser.evaluate(shown).as_str().unwrap().to_owned()
    };
    assert!(words_as(&mut browser, "all", first).contains("asks"));
    assert!(words_as(&mut browser, &seat.to_string(), first).contains("asks"));
    for watcher in ["none", &((seat + 1) % 3).to_string()] {
        let shown = words_as(&mut browser, watcher, first);
        assert!(shown.contains("makes a secret choice") && !shown.contains("discarded"), "{shown}");
        assert!(words_as(&mut browser, watcher, first + 2).contains("discarded"));
    }
}
