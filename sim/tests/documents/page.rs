//! The documents, as a reader sees them.

use std::fs;
use std::path::{Path, PathBuf};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// The root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A document.
pub struct Page {
    /// Its path from the root.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// A piece of a page with the line where it stands, counted from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed<T> {
    /// The line.
    pub line: usize,
    /// What stands there.
    pub what: T,
}

/// A block of code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// What its fence says that it is.
    pub language: String,
    /// Its text.
    pub text: String,
}

/// A paragraph, a heading, an item or a row of a table, without its code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passage {
    /// The cells of a row; one text otherwise.
    pub cells: Vec<Cell>,
    /// The heads of the row's columns; none of what is no row.
    pub heads: Vec<Cell>,
}

/// A text, or a cell of a table.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Its text, with a blank for each piece of code.
    pub text: String,
    /// Its pieces of code.
    pub code: Vec<String>,
    /// Whether some of it is bold.
    pub is_bold: bool,
}

impl Page {
    /// A page of this text.
    pub fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    fn read(path: &Path) -> Self {
        let below = path.strip_prefix(root()).expect("a path below the root").to_str().expect("a plain path");
        Self::new(below, &fs::read_to_string(path).expect("a document"))
    }

    /// The document at this path from the root.
    pub fn at(path: &str) -> Self {
        Self::read(&root().join(path))
    }

    /// The folder that it lies in.
    pub fn folder(&self) -> PathBuf {
        root().join(&self.path).parent().expect("a file").to_owned()
    }

    fn events(&self) -> impl Iterator<Item = (usize, Event<'_>)> {
        let line = |at: usize| 1 + self.text[..at].matches('\n').count();
        Parser::new_ext(&self.text, Options::ENABLE_TABLES)
            .into_offset_iter()
            .map(move |(event, range)| (line(range.start), event))
    }

    /// Its blocks of code.
    pub fn blocks(&self) -> Vec<Placed<Block>> {
        let mut blocks = Vec::new();
        let mut open: Option<Placed<Block>> = None;
        for (line, event) in self.events() {
            match event {
                Event::Start(Tag::CodeBlock(kind)) => {
                    let language = match kind {
                        CodeBlockKind::Fenced(language) => language.to_string(),
                        CodeBlockKind::Indented => String::new(),
                    };
                    open = Some(Placed { line, what: Block { language, text: String::new() } });
                }
                Event::Text(text) => {
                    if let Some(block) = &mut open {
                        block.what.text += &text;
                    }
                }
                Event::End(TagEnd::CodeBlock) => blocks.extend(open.take()),
                _ => {}
            }
        }
        blocks
    }

    /// Code within its sentences.
    pub fn spans(&self) -> Vec<Placed<String>> {
        self.events()
            .filter_map(|(line, event)| match event {
                Event::Code(code) => Some(Placed { line, what: code.to_string() }),
                _ => None,
            })
            .collect()
    }

    /// Where its links and pictures lead.
    pub fn links(&self) -> Vec<Placed<String>> {
        self.events()
            .filter_map(|(line, event)| match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    Some(Placed { line, what: dest_url.to_string() })
                }
                _ => None,
            })
            .collect()
    }

    /// The anchors of its headings, as hosts of Git make them.
    pub fn anchors(&self) -> Vec<String> {
        let mut anchors: Vec<String> = Vec::new();
        let mut heading: Option<String> = None;
        for (_, event) in self.events() {
            match event {
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::Text(text) | Event::Code(text) => {
                    if let Some(heading) = &mut heading {
                        *heading += &text;
                    }
                }
                Event::End(TagEnd::Heading(_)) => {
                    let anchor = anchor(&heading.take().expect("an open heading"));
                    let before = anchors.iter().filter(|other| **other == anchor).count();
                    anchors.push(if before == 0 { anchor } else { format!("{anchor}-{before}") });
                }
                _ => {}
            }
        }
        anchors
    }

    /// Everything but its blocks of code, piece by piece.
    pub fn passages(&self) -> Vec<Placed<Passage>> {
        let mut passages = Vec::new();
        let (mut heads, mut cells, mut cell) = (Vec::new(), Vec::new(), Cell::default());
        let (mut is_code, mut begun) = (false, 1);
        for (line, event) in self.events() {
            match event {
                Event::Start(Tag::CodeBlock(_)) => is_code = true,
                Event::End(TagEnd::CodeBlock) => is_code = false,
                Event::Start(Tag::TableHead | Tag::TableRow | Tag::Paragraph | Tag::Heading { .. } | Tag::Item) => {
                    begun = line;
                }
                Event::Text(text) if !is_code => cell.text += &text,
                Event::SoftBreak | Event::HardBreak => cell.text.push(' '),
                Event::Code(code) => {
                    cell.text.push(' ');
                    cell.code.push(code.to_string());
                }
                Event::Start(Tag::Strong) => cell.is_bold = true,
                Event::End(TagEnd::TableCell) => cells.push(std::mem::take(&mut cell)),
                Event::End(TagEnd::TableHead) => heads = std::mem::take(&mut cells),
                Event::End(TagEnd::TableRow) => {
                    let what = Passage { cells: std::mem::take(&mut cells), heads: heads.clone() };
                    passages.push(Placed { line, what });
                }
                Event::End(TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item) => {
                    let what = Passage { cells: vec![std::mem::take(&mut cell)], heads: Vec::new() };
                    passages.push(Placed { line: begun, what });
                }
                _ => {}
            }
        }
        passages
    }
}

/// The anchor of a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept.trim().chars().filter(|one| one.is_alphanumeric() || matches!(one, ' ' | '-' | '_'));
    kept.map(|one| if one == ' ' { '-' } else { one }).collect()
}

/// All documents that users read.
pub fn documents() -> Vec<Page> {
    let mut paths: Vec<_> =
        ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "python/README.md"].map(|page| root().join(page)).into();
    for folder in ["docs", "results"] {
        collect(&root().join(folder), &mut paths);
    }
    paths.sort();
    let pages: Vec<Page> = paths.iter().map(|path| Page::read(path)).collect();
    assert!(pages.len() > 30, "{} documents", pages.len());
    pages
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            paths.push(path);
        }
    }
}

#[test]
fn a_page_is_taken_apart() {
    let text = "# A `b` c\n\nSee [x](y.md#z), `sim list`.\n\n| `h` | k |\n|---|---|\n| `r` | 1.0 |\n\n## A b c\n\n```console\n$ sim list\n```\n";
    let page = Page::new("p.md", text);
    assert_eq!(page.anchors(), ["a-b-c", "a-b-c-1"]);
    assert_eq!(page.links(), [Placed { line: 3, what: "y.md#z".to_owned() }]);
    assert_eq!(page.spans()[1], Placed { line: 3, what: "sim list".to_owned() });
    let block = Block { language: "console".to_owned(), text: "$ sim list\n".to_owned() };
    assert_eq!(page.blocks(), [Placed { line: 11, what: block }]);
    let row = page.passages().into_iter().find(|passage| passage.line == 7).expect("a row").what;
    assert_eq!((row.cells[0].code[0].as_str(), row.cells[1].text.as_str()), ("r", "1.0"));
    assert_eq!(row.heads[0].code, ["h"]);
}
