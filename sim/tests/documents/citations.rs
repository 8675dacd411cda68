//! The entries of `docs/methods.bib`.

use std::collections::BTreeSet;
use std::fs;

use regex::Regex;

use crate::page::root;

/// The keys of all entries, each of which has what a reader needs to find the work.
fn entries() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("docs/methods.bib")).unwrap();
    let (mut keys, stated) = (BTreeSet::new(), Regex::new(r"year = \{(\d{4})\}").unwrap());
    for line in text.lines() {
        let key = line.split_once('{').and_then(|(_, rest)| rest.split_once(',')).expect("an entry a line").0;
        for field in ["author", "title", "year"] {
            assert!(line.contains(&format!("{field} = {{")), "{key} has no {field}");
        }
        let year = stated.captures(line).unwrap()[1].to_owned();
        assert!(key.ends_with(&year), "{key} is of {year}");
        assert_eq!(line.matches('{').count(), line.matches('}').count(), "{key}: braces");
        assert!(keys.insert(key.to_owned()), "{key} is there twice");
    }
    keys
}

#[test]
fn every_entry_is_cited_and_every_citation_has_one() {
    let text = fs::read_to_string(root().join("docs/citing.md")).unwrap();
    let cited = Regex::new(r"`([a-z]+(?:19|20)\d\d)`").unwrap();
    let cited: BTreeSet<String> = cited.captures_iter(&text).map(|found| found[1].to_owned()).collect();
    assert_eq!(cited, entries());
}
