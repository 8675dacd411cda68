//! What a page calls a finding has a q value of at most 5 % in the table where it stands.
//!
//! Findings are estimates with intervals in sentences, unless the sentence says that they are not significant, and those that stand bold in a
//! page's tables. Where a page says that bold is what q bears, the other cells of a table with bold ones must have a larger q. Estimates without a q
//! value are not looked at.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use crate::numbers::{Quoted, Sources, has_figures, names, quoted};
use crate::page::{Cell, Page, Passage, Placed, documents};
use crate::tables::{Estimate, Tables};

/// The false discovery rate of a list of findings.
const LEVEL: f64 = 0.05;

/// What a page says of bold cells.
const BOLD: &str = "bold: q below 0.05";

/// How a sentence says that what it quotes is no finding.
static NO_FINDING: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\b(no|not|none)\b.*\b(significant|shown|excluded)").expect("a pattern"));

/// Where a sentence ends, or a part of one that stands alone.
static END: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"[.;:] ").expect("a pattern"));

impl Quoted {
    /// Whether it is this estimate with its interval.
    fn is(&self, found: &Estimate, in_cell: bool) -> bool {
        match self {
            Self::Interval(value, low, high) => {
                let written = [(value, found.value), (low, found.low), (high, found.high)];
                written.into_iter().all(|(one, number)| one.is(number, in_cell))
            }
            Self::Error(value, half) => value.is(found.value, in_cell) && half.is_half(found.low, found.high),
            Self::Alone(_) => false,
        }
    }
}

/// The q values of the estimates that a text quotes, each with the text: the least of those that it may be. What may also be without one has none.
fn q_values(text: &str, tables: &Tables, names: &[&String], in_cell: bool) -> Vec<(String, f64)> {
    let least = |one: &Quoted| {
        let rows = tables.rows.iter().filter(|row| names.iter().all(|name| tables.has(row, name)));
        let found = rows.flat_map(|row| &row.estimates).filter(|estimate| one.is(estimate, in_cell));
        let values: Option<Vec<f64>> = found.map(|estimate| estimate.q).collect();
        values?.into_iter().min_by(f64::total_cmp)
    };
    quoted(text, in_cell).into_iter().filter_map(|(text, one)| Some((text, least(&one)?))).collect()
}

/// What a page says that q does not bear.
fn unfounded(page: &Page, tables: &Tables) -> Vec<String> {
    let passages = page.passages();
    let has_bold = |passage: &&Placed<Passage>| passage.what.cells.iter().any(|cell| cell.is_bold);
    let with_bold: Vec<Vec<Cell>> =
        passages.iter().filter(has_bold).map(|passage| passage.what.heads.clone()).collect();
    let mut found = Vec::new();
    for Placed { line, what: Passage { cells, heads } } in passages {
        if heads.is_empty() {
            for sentence in cells.iter().flat_map(|cell| END.split(&cell.text)) {
                let values = q_values(sentence, tables, &[], false);
                let wrong = values.into_iter().filter(|(_, q)| *q > LEVEL && !NO_FINDING.is_match(sentence));
                found.extend(wrong.map(|(text, q)| format!("{}:{line}: {text} has q {q}", page.path)));
            }
            continue;
        }
        let says_bold = page.text.contains(BOLD) && with_bold.contains(&heads);
        for (cell, head) in cells.iter().zip(&heads).skip(1) {
            let names: Vec<&String> = names(&cells[0]).iter().chain(names(head)).collect();
            let is_wrong = |q: f64| if cell.is_bold { q > LEVEL } else { says_bold && q <= LEVEL };
            let wrong = q_values(&cell.text, tables, &names, true).into_iter().filter(|(_, q)| is_wrong(*q));
            let what = if cell.is_bold { "bold" } else { "not bold" };
            found.extend(wrong.map(|(text, q)| format!("{}:{line}: {text} is {what} and has q {q}", page.path)));
        }
    }
    found
}

#[test]
fn findings_have_small_q_values() {
    let (mut tested, mut found) = (0, Vec::new());
    for page in documents().iter().filter(|page| has_figures(page)) {
        let tables = Sources::of(page).tables;
        tested += usize::from(tables.rows.iter().flat_map(|row| &row.estimates).any(|one| one.q.is_some()));
        found.extend(unfounded(page, &tables));
    }
    assert!(tested > 10, "{tested} pages");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_finding_that_q_does_not_bear_is_found() {
    let table = "agent,side,gain,gain_lo,gain_hi,q,vp,vp_lo,vp_hi,vp_q\n\
        one,left,0.052,0.012,0.092,0.062,2.5,1.5,3.5,0.001\n\
        one,right,0.061,0.03,0.092,0.005,,,,\n";
    let mut tables = Tables::default();
    tables.read_csv(table, &BTreeSet::new());
    let count = |text: &str| unfounded(&Page::new("p.md", text), &tables).len();
    let rows =
        |cells: &str| format!("Bold: q. {BOLD}\n\n| a | `left` | `right` |\n|---|---|---|\n| `one` | {cells} |\n");
    for good in [
        "It wins 6.1 ± 3.1 % more, and 2.5 ± 1.0 VP.",
        "Nothing else is: 5.2 ± 4.0 % is not significant. It wins 6.1 ± 3.1 % more.",
        "5.2 (1.2 to 9.2) % is not shown",
        &rows("+5.2 ± 4.0 % | **+6.1 ± 3.1 %**"),
    ] {
        assert_eq!(count(good), 0, "{good}");
    }
    for bad in [
        "It wins 5.2 ± 4.0 % more.",
        "No difference in VP is shown. It wins 5.2 (1.2 to 9.2) % more.",
        &rows("**+5.2 ± 4.0 %** | **+6.1 ± 3.1 %**"),
        &rows("+2.5 ± 1.0 | **+6.1 ± 3.1 %**"),
    ] {
        assert_eq!(count(bad), 1, "{bad}");
    }
}
