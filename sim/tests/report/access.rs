//! Pages as somebody meets them who cannot see them, or has no mouse: by the browser's accessibility tree, and by keys.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::browser::{Browser, SCREEN, Shown, found};
use crate::runs::reported;
use crate::test_folder::TestFolder;

/// What assistive technology is told of a page.
struct Tree {
    nodes: BTreeMap<String, Value>,
    /// What is not ignored, in reading order.
    order: Vec<String>,
}

impl Tree {
    fn of(browser: &mut Browser) -> Self {
        let mut all = browser.call("Accessibility.getFullAXTree", json!({}));
        let nodes: Vec<Value> = all["nodes"].take().as_array().unwrap().clone();
        let root = id(&nodes[0]["nodeId"]);
        let nodes: BTreeMap<String, Value> = nodes.into_iter().map(|node| (id(&node["nodeId"]), node)).collect();
        let mut tree = Self { order: Vec::new(), nodes };
        tree.order = tree.under(&root);
        tree
    }

    /// A node and those below it, as far as they are not ignored, in reading order.
    fn under(&self, root: &str) -> Vec<String> {
        let node = &self.nodes[root];
        let own = (node["ignored"] == false).then(|| root.to_owned());
        let children = node["childIds"].as_array().into_iter().flatten().map(id);
        let known = children.filter(|child| self.nodes.contains_key(child));
        own.into_iter().chain(known.flat_map(|child| self.under(&child))).collect()
    }

    fn role(&self, node: &str) -> &str {
        self.nodes[node]["role"]["value"].as_str().unwrap_or_default()
    }

    fn name(&self, node: &str) -> &str {
        self.nodes[node]["name"]["value"].as_str().unwrap_or_default().trim()
    }

    fn of_role<'a>(&'a self, nodes: &'a [String], role: &'a str) -> impl Iterator<Item = &'a String> {
        nodes.iter().filter(move |node| self.role(node) == role)
    }
}

fn id(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// Roles of what must have a name.
const NAMED: [&str; 11] = [
    "image",
    "figure",
    "heading",
    "link",
    "button",
    "slider",
    "combobox",
    "radio",
    "region",
    "navigation",
    "columnheader",
];

/// The level of a heading.
fn level(tree: &Tree, heading: &str) -> u64 {
    let properties = tree.nodes[heading]["properties"].as_array().unwrap();
    properties.iter().find(|property| property["name"] == "level").unwrap()["value"]["value"].as_u64().unwrap()
}

#[test]
fn all_is_named_and_every_figure_has_its_table() {
    let Some(path) = found() else { return };
    let (folder, _) = reported();
    let mut browser = Browser::start(&path);
    for shown in [SCREEN, Shown { width: 360, ..SCREEN }] {
        browser.open(&folder.path("out/report.html"), "", shown);
        browser.evaluate("document.querySelectorAll('details').forEach((details) => (details.open = true))");
        let tree = Tree::of(&mut browser);
        for node in tree.order.iter().filter(|node| NAMED.contains(&tree.role(node))) {
            assert!(!tree.name(node).is_empty(), "{} without a name", tree.nodes[node]);
        }
        let levels: Vec<u64> = tree.of_role(&tree.order, "heading").map(|heading| level(&tree, heading)).collect();
        assert!(levels[0] == 1 && levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{levels:?}");
        let figures: Vec<&String> = tree.of_role(&tree.order, "figure").collect();
        assert!(figures.len() > 10, "{}", figures.len());
        let mut drawn = 0;
        for figure in figures {
            let inside = tree.under(figure);
            let images: Vec<&String> = tree.of_role(&inside, "image").collect();
            let place = |role: &str| inside.iter().position(|node| tree.role(node) == role);
            let question = tree.name(&inside[place("heading").unwrap()]);
            assert_eq!(tree.name(figure), question);
            let [image] = images[..] else {
                assert!(images.is_empty() && place("table").is_none(), "{question}: {} drawings", images.len());
                continue;
            };
            assert_eq!(tree.name(image), question);
            let description = &tree.nodes[image]["description"]["value"];
            assert!(!description.as_str().unwrap_or_default().is_empty(), "{question} has no description");
            // The question, the drawing, what opens the table, the table.
            let order = ["heading", "image", "DisclosureTriangle", "table"].map(|role| place(role).expect(role));
            assert!(order.is_sorted(), "{question}: {order:?}");
            assert!(place("columnheader").is_some() && place("cell").is_some(), "{question}");
            drawn += 1;
        }
        assert!(drawn > 10, "{drawn}");
    }
}

/// What has the focus, as it is called.
const FOCUSED: &str = "(({ activeElement: e }) => e.getAttribute('aria-label') ?? e.closest('label')?.innerText.split('\\n')[0] ?? e.innerText)(document)";

#[test]
fn a_game_is_reached_and_controlled_by_keys_alone() {
    let Some(path) = found() else { return };
    let folder = TestFolder::new();
    folder.succeed(&["play", "random", "random", "--seed", "3", "--record", "g.jsonl"]);
    folder.succeed(&["replay", "g.jsonl", "--game", "1", "--html", "g.html"]);
    let mut browser = Browser::start(&path);
    browser.open(&folder.path("g.html"), "", SCREEN);
    let mut names = Vec::new();
    for _ in 0..13 {
        browser.press("Tab");
        names.push(browser.evaluate(FOCUSED).as_str().unwrap_or_default().trim().to_owned());
    }
    let expected = [
        "Legend of the tiles",
        "To the start",
        "Back a round",
        "Back a turn",
        "Back a step",
        "Play or pause",
        "Forward a step",
        "Forward a turn",
        "Forward a round",
        "To the end",
        "Step",
        "secret choices",
        "Points by source",
    ];
    assert_eq!(names, expected);
    let tree = Tree::of(&mut browser);
    let buttons: Vec<&str> = tree.of_role(&tree.order, "button").map(|button| tree.name(button)).collect();
    assert_eq!(buttons, expected[1..10]);
    for (role, name) in [("slider", "Step"), ("combobox", "secret choices")] {
        let found: Vec<&str> = tree.of_role(&tree.order, role).map(|node| tree.name(node)).collect();
        assert_eq!(found, [name]);
    }
    let boards: Vec<&str> = tree.of_role(&tree.order, "image").map(|image| tree.name(image)).collect();
    assert_eq!(boards, ["Board of 0 random", "Board of 1 random", "VP by step"]);
    // What happens is read out as one steps.
    let live: Vec<&String> = tree
        .order
        .iter()
        .filter(|node| {
            let properties = tree.nodes[*node]["properties"].as_array();
            properties
                .into_iter()
                .flatten()
                .any(|property| property["name"] == "live" && property["value"]["value"] == "polite")
        })
        .collect();
    assert!(live.iter().any(|node| tree.role(node) == "paragraph"), "{live:?}");
}
