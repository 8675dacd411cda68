//! Figures in README, in the page of agents and in those of results stand in a committed table.
//!
//! A page quotes the tables of its own folder and of the folders of `results/` that it links to; README also what it shows the program print.
//! Looked at are numbers with a point, with `%` and with `±`, and cells of a page's tables that hold a number alone. An estimate with its interval
//! must stand in one row. Where the first cell of a row of a page, or the head of a column, is nothing but code, that is the name of the rows
//! where its numbers stand: of an agent or its spec, of whatever else a table names, or of a folder.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::page::{Cell, Page, Passage, Placed, documents, root};
use crate::tables::{Row, Tables};

/// What is no figure of a study: the level of intervals and tests, and what is even among two to five players.
const CONSTANTS: &[&str] = &["95 %", "5 %", "100 %", "50 %", "33.3 %", "25 %", "20 %"];

/// Settings and figures of others that pages mention, and why.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("README.md", "1.89", "the version of Rust"),
    ("README.md", "2.0", "the licence"),
    ("results/null/README.md", "99 %", "what the band is made for"),
    ("results/win_share_intervals/README.md", "5.5 %", "what chance makes of 5 %"),
];

/// An estimate with its interval or its error, or a number alone.
static QUOTED: LazyLock<Regex> = LazyLock::new(|| {
    let number = r"([+-]?\d+(?:,\d{3})*(?:\.\d+)?)";
    Regex::new(&format!(r"{number}(?: %)? \({number} to {number}\)|{number}(?: %)? ± {number}|{number}( %)?"))
        .expect("a pattern")
});

/// A number as a page writes it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Written {
    value: f64,
    digits: usize,
    signed: bool,
}

impl Written {
    fn read(text: &str) -> Self {
        let plain = text.replace(',', "");
        let digits = plain.split_once('.').map_or(0, |(_, after)| after.len());
        Self { value: plain.parse().expect("a number"), digits, signed: text.starts_with(['+', '-']) }
    }

    /// Whether a number of a table, or that in percent, is written so when rounded. Where it is not in a cell, its sign may be in the words.
    pub fn is(self, number: f64, in_cell: bool) -> bool {
        let unit = 10f64.powi(self.digits as i32);
        let is_near = |found: f64| ((found - self.value) * unit).abs() <= 0.5 + 1e-6;
        [1.0, 100.0].iter().any(|scale| {
            let found = number * scale;
            is_near(found) || (!in_cell && !self.signed && is_near(-found))
        })
    }

    /// The same for half of an interval.
    pub fn is_half(self, low: f64, high: f64) -> bool {
        // Tables have six digits, of which both ends may be half a unit off.
        let unit = 10f64.powi(self.digits as i32);
        [1.0, 100.0].iter().any(|scale| (((high - low) / 2.0 * scale - self.value) * unit).abs() <= 0.5 + 1e-3)
    }
}

/// What a page quotes.
#[derive(Clone, PartialEq, Debug)]
pub enum Quoted {
    /// An estimate with the ends of its interval.
    Interval(Written, Written, Written),
    /// An estimate with half of its interval.
    Error(Written, Written),
    /// A number without an interval.
    Alone(Written),
}

impl Quoted {
    fn stands_in(&self, row: &Row, in_cell: bool) -> bool {
        let has = |one: &Written| row.numbers.iter().any(|&number| one.is(number, in_cell));
        match self {
            Self::Interval(value, low, high) => [value, low, high].into_iter().all(has),
            Self::Error(value, half) => {
                let mut estimates = row.numbers.iter().filter(|&&number| value.is(number, in_cell));
                let is_its_half = |number: f64| {
                    let around =
                        |pair: &[f64]| pair[0] <= number && number <= pair[1] && half.is_half(pair[0], pair[1]);
                    row.numbers.windows(2).any(around) || row.numbers.iter().any(|&other| half.is(other, true))
                };
                estimates.any(|&number| is_its_half(number))
            }
            Self::Alone(value) => has(value),
        }
    }
}

/// What a text quotes; whole numbers only in percent, or where they are all of a cell.
pub fn quoted(text: &str, in_cell: bool) -> Vec<(String, Quoted)> {
    let read = |found: &Captures<'_>, at: usize| Written::read(&found[at]);
    let one = |found: Captures<'_>| {
        let quoted = if found.get(1).is_some() {
            Quoted::Interval(read(&found, 1), read(&found, 2), read(&found, 3))
        } else if found.get(4).is_some() {
            Quoted::Error(read(&found, 4), read(&found, 5))
        } else {
            let is_figure = (in_cell && found[0] == *text.trim()) || found.get(7).is_some() || found[6].contains('.');
            if !is_figure || CONSTANTS.contains(&&found[0]) || is_part_of_a_word(&text[..found.get(0)?.start()]) {
                return None;
            }
            Quoted::Alone(read(&found, 6))
        };
        Some((found[0].to_owned(), quoted))
    };
    QUOTED.captures_iter(text).filter_map(one).collect()
}

/// Whether what comes after this text goes on with a word or a version.
fn is_part_of_a_word(before: &str) -> bool {
    before.ends_with(|one: char| one.is_alphanumeric() || one == '.' || one == '/')
}

/// The names in a cell that is nothing but code.
pub fn names(cell: &Cell) -> &[String] {
    let is_code = cell.text.chars().all(|one| one.is_whitespace() || one == ',');
    if is_code { &cell.code } else { &[] }
}

/// Where a page looks, for people.
pub struct Sources {
    /// Their tables.
    pub tables: Tables,
    folders: Vec<String>,
}

impl Sources {
    /// Of its own folder and those that it links to.
    pub fn of(page: &Page) -> Self {
        let results = root().join("results").canonicalize().expect("results");
        let linked = page.links().into_iter().filter_map(|link| {
            let target = page.folder().join(link.what.split('#').next()?).canonicalize().ok()?;
            Some(target.strip_prefix(&results).ok()?.components().next()?.as_os_str().to_str()?.to_owned())
        });
        let own = page.path.strip_prefix("results/").map(|below| below.split('/').next().expect("a name").to_owned());
        let folders: BTreeSet<String> = linked.chain(own).filter(|name| results.join(name).is_dir()).collect();
        let tables =
            folders.iter().map(|folder| Tables::below(&results.join(folder))).fold(Tables::default(), Tables::and);
        Self { tables: tables.and(printed(page)), folders: folders.into_iter().collect() }
    }

    fn fault(&self, quoted: &Quoted, names: &[&String], in_cell: bool) -> Option<String> {
        let mut rows =
            self.tables.rows.iter().filter(|row| names.iter().all(|name| self.tables.has(row, name))).peekable();
        if rows.peek().is_none() {
            return Some(format!("no table has a row of {names:?}"));
        }
        let is_there = rows.any(|row| quoted.stands_in(row, in_cell));
        let of = if names.is_empty() { String::new() } else { format!(" of {names:?}") };
        (!is_there).then(|| format!("in no row{of} of the tables of {}", self.folders.join(", ")))
    }
}

/// What a page shows the program print, each line as a row, with the ends of its intervals.
fn printed(page: &Page) -> Tables {
    let mut tables = Tables::default();
    for block in page.blocks().iter().filter(|block| block.what.language == "console") {
        for line in block.what.text.lines() {
            let numbers = QUOTED.captures_iter(line).flat_map(|found| {
                let read = |at: usize| Some(Written::read(found.get(at)?.as_str()).value);
                let ends = read(4).zip(read(5)).into_iter().flat_map(|(value, half)| [value - half, value + half]);
                (1..=6).filter_map(read).chain(ends).collect::<Vec<_>>()
            });
            tables.rows.push(Row { names: BTreeSet::new(), numbers: numbers.collect(), estimates: Vec::new() });
        }
    }
    tables
}

fn stale(page: &Page, sources: &Sources) -> Vec<String> {
    let mut found = Vec::new();
    for Placed { line, what: Passage { cells, heads } } in page.passages() {
        let is_row = !heads.is_empty();
        // Settings, which are the program's.
        if heads.iter().any(|head| head.text == "default") {
            continue;
        }
        for (place, cell) in cells.iter().enumerate().skip(usize::from(is_row)) {
            let head = heads.get(place).map(names).unwrap_or_default();
            let names: Vec<&String> = if is_row { names(&cells[0]).iter().chain(head).collect() } else { Vec::new() };
            for (text, quoted) in quoted(&cell.text, is_row) {
                let is_excepted = EXCEPTIONS.iter().any(|(path, other, _)| *path == page.path && *other == text);
                let fault = if is_excepted { None } else { sources.fault(&quoted, &names, is_row) };
                found.extend(fault.map(|fault| format!("{}:{line}: {text}: {fault}", page.path)));
            }
        }
    }
    found
}

/// Whether a page quotes figures of studies.
pub fn has_figures(page: &Page) -> bool {
    let is_study = page.path.starts_with("results/") && page.path.matches('/').count() == 2;
    is_study || ["README.md", "docs/agents.md"].contains(&page.path.as_str())
}

#[test]
fn all_figures_stand_in_tables() {
    let pages: Vec<Page> = documents().into_iter().filter(has_figures).collect();
    assert!(pages.len() > 20, "{} pages", pages.len());
    let found: Vec<String> = pages.iter().flat_map(|page| stale(page, &Sources::of(page))).collect();
    assert!(found.is_empty(), "{} figures\n{}", found.len(), found.join("\n"));
}

#[test]
fn every_exception_is_needed() {
    for (path, text, _) in EXCEPTIONS {
        let is_there = |cell: &Cell, in_cell| quoted(&cell.text, in_cell).iter().any(|(other, _)| other == text);
        let mut passages = Page::at(path).passages().into_iter();
        assert!(
            passages.any(|passage| passage
                .what
                .cells
                .iter()
                .any(|cell| is_there(cell, !passage.what.heads.is_empty()))),
            "{path}: {text}"
        );
    }
}

#[test]
fn a_figure_that_stands_in_no_table_is_found() {
    let table = "agent,spec,win_share,win_share_lo,win_share_hi,vp\none,greedy,0.475,0.451,0.499,-12.26\ntwo,random,0.525,0.501,0.549,12.74\n";
    let count = |text: &str, table: &str| {
        let mut tables = Tables::default();
        tables.read_csv(table, &BTreeSet::from(["folder".to_owned()]));
        stale(&Page::new("p.md", text), &Sources { tables, folders: Vec::new() }).len()
    };
    for good in [
        "47.5 (45.1 to 49.9) %",
        "47.5 ± 2.4 % in 95 % of 3 games",
        "loses 12.3 VP",
        "| a | b |\n|---|---|\n| `greedy` | 48 |\n",
        "| a | `folder` |\n|---|---|\n| `one` | -12.3 |\n",
    ] {
        assert_eq!(count(good, table), 0, "{good}");
        assert_eq!(count(good, &table.replace("0.475", "0.425").replace("-12.26", "-13.26")), 1, "{good}");
    }
    for bad in [
        "47.6 (45.1 to 49.9) %",
        "47.5 (45.1 to 54.9) %",
        "47.5 ± 2.5 %",
        "47.5 ± 2.4 % and +12.3 VP",
        "wins 49 %",
        "| a | b |\n|---|---|\n| `two` | 48 |\n",
        "| a | b |\n|---|---|\n| `one` | 12.3 |\n",
        "| a | `other` |\n|---|---|\n| `one` | -12.3 |\n",
    ] {
        assert_eq!(count(bad, table), 1, "{bad}");
    }
}
