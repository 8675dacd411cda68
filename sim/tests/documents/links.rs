//! Links and pictures lead to a file, and to a heading of it.

use std::fs;

use crate::page::{Page, documents, root};

/// What is wrong with the links of a page.
fn broken(page: &Page) -> Vec<String> {
    let is_here = |link: &String| !link.contains("://");
    let links = page.links().into_iter().filter(|link| is_here(&link.what));
    links.filter_map(|link| Some(format!("{}:{}: {}", page.path, link.line, fault(page, &link.what)?))).collect()
}

fn fault(page: &Page, link: &str) -> Option<String> {
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
    let target = page.folder().join(file);
    if !target.exists() {
        return Some(format!("no file `{file}`"));
    }
    let anchor = anchor?;
    let anchors = match fs::read_to_string(&target) {
        Ok(text) => Page::new(file, &text).anchors(),
        // A folder: the page itself.
        Err(_) => page.anchors(),
    };
    (!anchors.iter().any(|other| other == anchor)).then(|| format!("no heading `{anchor}` in `{file}`"))
}

#[test]
fn all_links_lead_somewhere() {
    let found: Vec<String> = documents().iter().flat_map(broken).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn readme_names_the_repository_of_the_manifest() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let line = manifest.lines().find_map(|line| line.strip_prefix("repository = \"")).unwrap();
    let address = line.trim_end_matches('"');
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    for wanted in [format!("git clone {address}.git"), format!("[releases]: {address}/releases")] {
        assert!(readme.contains(&wanted), "README.md: no `{wanted}`, as repository in Cargo.toml wants it");
    }
}

#[test]
fn a_link_to_nowhere_is_found() {
    let page = |link: &str| Page::new("docs/page.md", &format!("# Here\n\n[x]({link})\n"));
    for good in ["agents.md", "../README.md", "#here", "commands.md#exit-codes", "https://example.org/x"] {
        assert_eq!(broken(&page(good)), Vec::<String>::new());
    }
    assert_eq!(broken(&page("agent.md")), ["docs/page.md:3: no file `agent.md`"]);
    assert_eq!(broken(&page("#there")), ["docs/page.md:3: no heading `there` in ``"]);
    assert_eq!(broken(&page("commands.md#exit")), ["docs/page.md:3: no heading `exit` in `commands.md`"]);
}
